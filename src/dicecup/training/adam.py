"""Adam, which fits weights by their gradients, and what it remembers for a checkpoint."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

Singles = NDArray[np.float32]
Memory = Mapping[str, NDArray[np.generic]]

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

    def memory(self) -> dict[str, NDArray[np.generic]]:
        """All of it, for a checkpoint."""
        found: dict[str, NDArray[np.generic]] = {"steps": np.array(self.steps)}
        for kind, kept in (("weights", self.weights), ("mean", self.mean), ("square", self.square)):
            found.update({f"{kind}/{name}": array for name, array in kept.items()})
        return found

    @classmethod
    def from_memory(cls, memory: Memory) -> "Adam":
        """As it was at a checkpoint."""
        adam = cls(_part(memory, "weights"))
        adam.steps = int(memory["steps"])
        adam.mean, adam.square = _part(memory, "mean"), _part(memory, "square")
        return adam


def _part(memory: Memory, kind: str) -> dict[str, Singles]:
    return {key.partition("/")[2]: memory[key].astype(np.float32) for key in memory if key.startswith(f"{kind}/")}
