"""Adam, which fits the weights of a network by their gradients, and what it remembers for a checkpoint."""

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from dicecup.players.arrays import Weighed, rows_for

Singles = NDArray[np.float32]
Memory = Mapping[str, NDArray[Any]]
N = TypeVar("N", bound=Weighed)

_BETA1, _BETA2, _EPSILON = 0.9, 0.999, 1e-8


class Adam:
    """Weights by their names, and the mean and the square of the gradients each of them has had."""

    def __init__(self, weights: dict[str, Singles]) -> None:
        self.weights = weights
        self.steps = 0
        self.mean: dict[str, Singles] = {}
        self.square: dict[str, Singles] = {}

    def step(self, gradients: Mapping[str, Singles], rate: float) -> None:
        """Change the weights a little."""
        self.steps += 1
        scale = rate * (1 - _BETA2**self.steps) ** 0.5 / (1 - _BETA1**self.steps)
        for name, gradient in gradients.items():
            if name not in self.mean:
                self.mean[name], self.square[name] = np.zeros((2, *gradient.shape), np.float32)
            mean, square = self.mean[name], self.square[name]
            mean += (1 - _BETA1) * (gradient - mean)
            square += (1 - _BETA2) * (gradient * gradient - square)
            self.weights[name] -= (scale * mean / (np.sqrt(square) + _EPSILON)).astype(np.float32)


class Learner(Generic[N]):
    """A network that learns."""

    def __init__(self, network: N) -> None:
        self.begin_with(network)

    def begin_with(self, network: N) -> None:
        """Go on with what somebody else has learnt."""
        self.network, self.adam = network, Adam(network.weights)

    def memory(self) -> dict[str, NDArray[Any]]:
        """All of it, for a checkpoint, with the names of what it knows."""
        adam = self.adam
        found: dict[str, NDArray[Any]] = {"steps": np.array(adam.steps)}
        for kind, kept in (("weights", adam.weights), ("mean", adam.mean), ("square", adam.square)):
            found.update({f"{kind}/{name}": array for name, array in kept.items()})
        return found | {f"names/{name}": np.array(rows) for name, rows in self.network.names.items()}

    def remember(self, number: int, memory: Memory) -> None:
        """Go on from a checkpoint. What has joined since, such as a card, is what the network makes of it."""
        weights, mean, square, had = (_part(memory, kind) for kind in ("weights", "mean", "square", "names"))
        names = {name: tuple(rows.tolist()) for name, rows in had.items()}
        self.begin_with(self.network.read(number, weights, names))
        self.adam.steps = int(memory["steps"])
        for name, rows in self.network.names.items():
            for kept in (mean, square):
                if name in kept:
                    kept[name] = rows_for(kept[name], names[name], rows)
        self.adam.mean, self.adam.square = mean, square


def _part(memory: Memory, kind: str) -> dict[str, NDArray[Any]]:
    return {key.partition("/")[2]: memory[key] for key in memory if key.startswith(f"{kind}/")}
