"""Fitting a network to samples, with gradients by hand."""

from typing import Final

import numpy as np

from dicecup.players.arrays import rows_for
from dicecup.players.deadwood.features import BLOCKS, Singles, inputs, size
from dicecup.players.deadwood.network import MOST_SEATS, Network
from dicecup.training import adam

HIDDEN: Final = 128
SECOND: Final = 32
DIFFERING = 6.0  # times as much: what decides is how ways to end a turn differ


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
    weights["apart"] = np.ones(MOST_SEATS + 1, np.float32)
    return Network(weights, {"hidden": inputs(seats)})


def grown(network: Network, seats: int, hidden: int, second: int, seed: int) -> Network:
    """The same with all inputs and wider layers: what is new counts for nothing yet, and can learn.

    None gets narrower: what it knows would be lost.
    """
    rng = np.random.default_rng((seed, seats))
    had = network.weights
    old = had["hidden"].shape[1], had["second"].shape[1]
    hidden, second = max(hidden, old[0]), max(second, old[1])
    wide = {name: array.copy() for name, array in had.items()}
    for name, ins, outs, known in (
        ("hidden", size(seats), hidden, had["hidden"].shape),
        ("second", hidden, second, old),
        ("out", second, 2, (old[1], 2)),
    ):
        fresh = (rng.normal(size=(ins, outs)) * (2 / ins) ** 0.5).astype(np.float32)
        fresh[: known[0], : known[1]] = had[name]
        fresh[known[0] :, : known[1]] = 0.0
        wide[name] = fresh
        wide[f"{name} bias"] = np.pad(had[f"{name} bias"], (0, outs - known[1]))
    return Network(wide, {"hidden": inputs(seats)})


class Learner(adam.Learner[Network]):
    """A network that learns from batches."""

    def begin_with(self, network: Network) -> None:
        """Go on with what somebody else has learnt; inputs that it did not have count for nothing yet."""
        actors = sum(name.endswith(": points") for name in network.names.get("hidden", ()))
        if actors:
            wanted = inputs(next(seats for seats in (2, 4, 8) if BLOCKS[seats] == actors))
            hidden = rows_for(network.weights["hidden"], network.names["hidden"], wanted)
            network = Network({**network.weights, "hidden": hidden}, {"hidden": wanted})
        super().begin_with(network)

    def step(self, numbers: Singles, targets: Singles, rate: float, together: int = 1) -> Singles:
        """One batch; returns the mean squared errors of the two outputs.

        So many that follow each other are ways to end the same turn: then it counts more by how much they differ.
        """
        w = self.network.weights
        hidden = np.maximum(numbers @ w["hidden"] + w["hidden bias"], 0)
        second = np.maximum(hidden @ w["second"] + w["second bias"], 0)
        off = 1 / (1 + np.exp(-(second @ w["out"] + w["out bias"]))) - targets
        all_alike = off.reshape(-1, together, 2).mean(axis=1).repeat(together, axis=0)
        back = (off + (DIFFERING - 1) * (off - all_alike) if together > 1 else off) / len(numbers)
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
