"""Fitting a network to samples: gradients by hand, and Adam."""

from typing import Any, Final

import numpy as np

from dicecup.players.deadwood.features import Singles, size
from dicecup.players.deadwood.network import Network

HIDDEN: Final = 128
SECOND: Final = 32
_BETA1, _BETA2, _EPSILON = 0.9, 0.999, 1e-8


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

    def __init__(self, network: Network) -> None:
        self.network = network
        self.steps = 0
        self._names = [name for name in network.weights if name != "chance"]
        self._mean = {name: np.zeros_like(network.weights[name]) for name in self._names}
        self._square = {name: np.zeros_like(network.weights[name]) for name in self._names}

    def memory(self) -> dict[str, Any]:
        """All of it, for a checkpoint."""
        found: dict[str, Any] = {"steps": np.array(self.steps)}
        for kind, kept in (("weights", self.network.weights), ("mean", self._mean), ("square", self._square)):
            found.update({f"{kind}/{name}": array for name, array in kept.items()})
        return found

    @classmethod
    def from_memory(cls, memory: Any) -> "Learner":
        """As it was at a checkpoint."""
        kept: dict[str, dict[str, Singles]] = {"weights": {}, "mean": {}, "square": {}}
        for key in memory:
            kind, _, name = key.partition("/")
            if name:
                kept[kind][name] = memory[key]
        learner = cls(Network(kept["weights"]))
        learner.steps, learner._mean, learner._square = int(memory["steps"]), kept["mean"], kept["square"]
        return learner

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
        self.steps += 1
        scale = rate * (1 - _BETA2**self.steps) ** 0.5 / (1 - _BETA1**self.steps)
        for name, gradient in gradients.items():
            mean, square = self._mean[name], self._square[name]
            mean += (1 - _BETA1) * (gradient - mean)
            square += (1 - _BETA2) * (gradient * gradient - square)
            w[name] -= (scale * mean / (np.sqrt(square) + _EPSILON)).astype(np.float32)
        errors: Singles = (off**2).mean(axis=0)
        return errors
