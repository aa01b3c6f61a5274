"""The small network for two monsters without cards, fitted to the exact values of all states."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from dicecup.games.king_of_tokyo.state import GOAL, HEARTS
from dicecup.players.king_of_tokyo.duel import Duel
from dicecup.training.adam import Adam, Singles

UNITS: Final = 64
_BATCH: Final = 2000
_FIRST, _LAST = 5e-3, 5e-5  # rates of learning
_NAMES: Final = ("hearts", "stars", "hearts2", "stars2")
_SIZES: Final = (HEARTS + 1, GOAL, HEARTS + 1, GOAL)


def _inputs() -> Singles:
    """A row for every state: ones where its numbers are."""
    every = np.indices(_SIZES).reshape(4, -1)
    alive = (every[0] > 0) & (every[2] > 0)
    return np.concatenate(
        [np.eye(size, dtype=np.float32)[number[alive]] for number, size in zip(every, _SIZES, strict=True)], axis=1
    )


def fit(duel: Duel, steps: int, seed: int) -> dict[str, NDArray[np.float16]]:
    """The weights that come nearest to the values, with so many steps for each place."""
    rows = _inputs()
    both = []
    for inside in (0, 1):
        targets = duel.values[inside, 1:, :, 1:].reshape(-1).astype(np.float32)
        weights = _fit(rows, targets, steps, np.random.default_rng([seed, inside]))
        parts = np.split(weights.pop("first"), np.cumsum(_SIZES)[:-1])
        both.append({**dict(zip(_NAMES, parts, strict=True)), **weights})
    return {name: np.array([each[name] for each in both]).astype(np.float16) for name in both[0]}


def _fit(rows: Singles, targets: Singles, steps: int, random: np.random.Generator) -> dict[str, Singles]:
    """Adam on the cross-entropy."""
    weights: dict[str, Singles] = {
        "first": (random.standard_normal((rows.shape[1], UNITS)) * 0.3).astype(np.float32),
        "bias": np.zeros(UNITS, np.float32),
        "out": (random.standard_normal(UNITS) * 0.2).astype(np.float32),
        "out bias": np.zeros(1, np.float32),
    }
    adam = Adam(weights)
    for step in range(steps):
        some = random.integers(0, len(rows), _BATCH)
        inputs = rows[some]
        hidden = np.maximum(inputs @ weights["first"] + weights["bias"], 0)
        logits = hidden @ weights["out"] + weights["out bias"]
        off = (1 / (1 + np.exp(-logits)) - targets[some]) / np.float32(_BATCH)
        back = off[:, None] * weights["out"] * (hidden > 0)
        gradients: dict[str, Singles] = {
            "first": inputs.T @ back,
            "bias": back.sum(axis=0),
            "out": off @ hidden,
            "out bias": off.sum(keepdims=True),
        }
        adam.step(gradients, _FIRST * (_LAST / _FIRST) ** (step / steps))
    return weights
