"""Fitting a network to samples, with gradients by hand."""

from typing import Final

import numpy as np

from dicecup.players.deadwood.features import Singles, inputs, size
from dicecup.players.deadwood.network import MOST_SEATS, Network
from dicecup.training import adam

HIDDEN: Final = 128
SECOND: Final = 32


def newborn(seats: int, seed: int) -> Network:
    """A network that knows nothing. It has two outputs: the prospect, and for practice who wins."""
    rng = np.random.default_rng((seed, seats))
    weights: dict[str, Singles] = {}
    shape = (size(seats), HIDDEN, SECOND, 2)
    for name, ins, outs in zip(("hidden", "second", "out"), shape, shape[1:], strict=False):
        spread = (2 / ins) ** 0.5 * (0.1 if name == "out" else 1.0)
        weights[name] = (rng.normal(size=(ins, outs)) * spread).astype(np.float32)
        weights[f"{name} bias"] = np.zeros(outs, np.float32)
    weights["chance"] = np.tile(np.array([1.0, 0.0, 0.0, 0.0], np.float32), (MOST_SEATS + 1, MOST_SEATS, 1))
    return Network(weights, {"hidden": inputs(seats)})


class Learner(adam.Learner[Network]):
    """A network that learns from batches."""

    def step(self, numbers: Singles, targets: Singles, rate: float) -> Singles:
        """One batch; returns the mean squared errors of the two outputs."""
        w = self.network.weights
        hidden = np.maximum(numbers @ w["hidden"] + w["hidden bias"], 0)
        second = np.maximum(hidden @ w["second"] + w["second bias"], 0)
        off = 1 / (1 + np.exp(-(second @ w["out"] + w["out bias"]))) - targets
        back = off / len(numbers)
        back_second = (back @ w["out"].T) * (second > 0)
        back_hidden = (back_second @ w["second"].T) * (hidden > 0)
        gradients = {
            "hidden": numbers.T @ back_hidden,
            "hidden bias": back_hidden.sum(axis=0),
            "second": hidden.T @ back_second,
            "second bias": back_second.sum(axis=0),
            "out": second.T @ back,
            "out bias": back.sum(axis=0),
        }
        self.adam.step(gradients, rate)
        errors: Singles = (off**2).mean(axis=0)
        return errors
