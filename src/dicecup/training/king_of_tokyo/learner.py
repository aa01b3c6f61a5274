"""Fitting a network to samples, with gradients by hand; what plays is the average of its weights over time."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dicecup.players.king_of_tokyo.network import (
    EMBEDDED,
    Network,
    Scenes,
    Singles,
    numbers_in,
    softmax,
)
from dicecup.players.king_of_tokyo.position import WHOLE
from dicecup.training import adam
from dicecup.training.king_of_tokyo.samples import Pack, scenes_in

_HELD: Final = 0.9998  # of the average, from one batch to the next


class Learner(adam.Learner[Network]):
    """A network that learns from packs."""

    def begin_with(self, network: Network) -> None:
        """Go on with what somebody else has learnt."""
        super().begin_with(network)
        self.mean = {name: array.copy() for name, array in network.weights.items()}

    def averaged(self) -> Network:
        """Which is better than the last weights are: these go to and fro with every batch."""
        return Network(self.network.monsters, self.mean, self.network.cards)

    def memory(self) -> dict[str, NDArray[Any]]:
        """With the average."""
        return super().memory() | {f"averaged/{name}": array for name, array in self.mean.items()}

    def remember(self, number: int, memory: adam.Memory) -> None:
        """With the average; one that was kept without goes on from its weights."""
        super().remember(number, memory)
        mean = {name: memory[f"averaged/{name}"] for name in self.mean if f"averaged/{name}" in memory}
        if mean:
            names = {name: tuple(memory[f"names/{name}"].tolist()) for name in self.network.names}
            self.mean = Network.read(number, mean, names).weights

    def learn(self, pack: Pack, batches: int, size: int, rate: float, random: np.random.Generator) -> float:
        """So many batches out of a pack; returns the mean squared error of the chances."""
        count = len(pack["target"])
        errors = []
        for _ in range(batches):
            rows = random.integers(0, count, min(size, count))
            errors.append(self._step(scenes_in(pack, rows), pack["target"][rows].astype(np.float32), rate))
        return float(np.mean(errors)) if errors else 0.0

    def _step(self, scenes: Scenes, target: Singles, rate: float) -> float:
        gradients, error = backward(self.network, scenes, target)
        self.adam.step(gradients, rate)
        held = np.float32(min(_HELD, self.adam.steps / (10 + self.adam.steps)))
        for name, mean in self.mean.items():
            mean += (1 - held) * (self.network.weights[name] - mean)  # noqa: PLW2901 - in its place
        return error


def backward(network: Network, scenes: Scenes, target: Singles) -> tuple[dict[str, Singles], float]:
    """The gradient of the cross-entropy for every weight, and the mean squared error."""
    w = network.weights
    rows = len(target)
    cards = scenes.cards.reshape(-1, len(network.cards)).astype(np.float32) / WHOLE
    embedded = (cards @ w["embed"]).reshape(rows, -1)
    numbers = numbers_in(scenes)
    present = np.zeros((rows, len(w["market"])), np.float32)
    can = np.zeros_like(present)
    each = np.arange(rows)[:, None]
    np.add.at(present, (each, scenes.market), 1)
    np.add.at(can, (each, scenes.market), network.affordable(scenes))
    hidden = numbers @ w["numbers"] + embedded @ w["cards"] + w["bias"]
    hidden += present @ w["market"] + can @ w["affordable"]
    np.maximum(hidden, 0, out=hidden)
    second = np.maximum(hidden @ w["second"] + w["second bias"], 0)
    shares = softmax(second @ w["out"] + w["out bias"])
    off = (shares - target) / rows
    back_second = (off @ w["out"].T) * (second > 0)
    back = (back_second @ w["second"].T) * (hidden > 0)
    back_embedded = (back @ w["cards"].T).reshape(-1, EMBEDDED)
    gradients = {
        "embed": cards.T @ back_embedded,
        "numbers": numbers.T @ back,
        "market": present.T @ back,
        "affordable": can.T @ back,
        "cards": embedded.T @ back,
        "bias": back.sum(axis=0),
        "second": hidden.T @ back_second,
        "second bias": back_second.sum(axis=0),
        "out": second.T @ off,
        "out bias": off.sum(axis=0),
    }
    return gradients, float(((shares - target) ** 2).sum(axis=1).mean())
