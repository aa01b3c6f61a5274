"""Fitting a network to samples, with gradients by hand."""

from typing import Any, Final

import numpy as np

from dicecup.players.deadwood.features import Singles, size
from dicecup.players.deadwood.network import Network
from dicecup.training.adam import Adam, Memory

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
    return Network({**weights, "chance": np.tile(np.array([1.0, 0.0], np.float32), (9, 1))})


class Learner:
    """A network with the memory that Adam needs."""

    def __init__(self, network: Network, adam: Adam | None = None) -> None:
        self.network = network
        self._adam = adam or Adam(network.weights)

    def memory(self) -> dict[str, Any]:
        """All of it, for a checkpoint."""
        return self._adam.memory()

    @classmethod
    def from_memory(cls, memory: Memory) -> "Learner":
        """As it was at a checkpoint."""
        adam = Adam.from_memory(memory)
        return cls(Network(adam.weights), adam)

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
        self._adam.step(gradients, rate)
        errors: Singles = (off**2).mean(axis=0)
        return errors
