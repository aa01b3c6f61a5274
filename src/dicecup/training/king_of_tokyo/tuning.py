"""Tuning the additive reference player: variants of it play against it, and it moves to where they win more."""

import json
from collections.abc import Callable
from dataclasses import asdict
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dicecup.games.king_of_tokyo import GAME
from dicecup.players.player import Player
from dicecup.players.reference.king_of_tokyo import CROWD, DUEL, Additive, Taste
from dicecup.players.seated import play
from dicecup.table import Checkpoint, Match, Secret
from dicecup.work import Workers

_STEP: Final = 0.25  # how far variants are off, on a logarithmic scale
_SPEED: Final = 1.5
_GAMES: Final = 96  # of each variant
_VARIANTS: Final = 32

Tastes = dict[str, dict[str, float]]


def game(work: tuple[Tastes, Tastes, int, int]) -> float:
    """A variant at a table of players as they are; the share of the win it gets."""
    variant, others, seats, seed = work
    mine = seed % seats
    players: list[Player] = [Additive(seat, *_tastes(others)) for seat in range(seats)]
    players[mine] = Additive(mine, *_tastes(variant))
    state = GAME.setup(GAME.default_names(seats), GAME.options.parse({"start": "seat-order"}))
    match = play(Match(GAME, Checkpoint(state, 0), Secret(seed=seed // seats)), players)
    return match.outcome.shares[mine] if match.outcome else 0.0


def _games(work: tuple[Tastes, Tastes, int, list[int]]) -> float:
    variant, others, seats, seeds = work
    return float(np.mean([game((variant, others, seats, seed)) for seed in seeds]))


def _tastes(both: Tastes) -> tuple[Taste, Taste]:
    return Taste(**both["duel"]), Taste(**both["crowd"])


class Tuning:
    """Evolution strategies on the logarithms of what things are worth."""

    def __init__(self, workers: Workers, seed: int, tell: Callable[[str], None]) -> None:
        self.now: Tastes = {"duel": asdict(DUEL), "crowd": asdict(CROWD)}
        self.first = json.loads(json.dumps(self.now))
        self._workers = workers
        self._random = np.random.default_rng(seed)
        self._seed = seed * 10**7
        self._tell = tell
        self._names = [name for name in self.now["duel"] if name != "star"]  # the unit of all others

    def step(self, which: str) -> None:
        """Try variants on both sides, and follow the slope."""
        seats = 2 if which == "duel" else int(self._random.choice([3, 4, 5, 6], p=[0.2, 0.4, 0.2, 0.2]))
        half = self._random.standard_normal((_VARIANTS // 2, len(self._names))) * _STEP
        off: NDArray[np.float64] = np.concatenate([half, -half])
        games = _GAMES // seats * seats
        seeds = list(range(self._seed, self._seed + games))
        self._seed += games
        work: list[Any] = [(self._variant(which, each), self.now, seats, seeds) for each in off]
        won = np.array(list(self._workers.map(_games, work)))
        slope = (won - won.mean()) @ off / (len(off) * _STEP**2)
        move = _SPEED * seats / 2 * slope
        self.now = self._variant(which, np.clip(move, -0.3, 0.3))
        self._tell(
            json.dumps({"which": which, "seats": seats, "mean": round(float(won.mean()), 4), **self.now[which]})
        )

    def check(self, seats: int, games: int) -> float:
        """How often the player as it is now wins at a table of players as they were."""
        chunks = [list(range(at, at + 4 * seats)) for at in range(0, games, 4 * seats)]
        work: list[Any] = [(self.now, self.first, seats, some) for some in chunks]
        share = float(np.mean(list(self._workers.map(_games, work))))
        self._tell(
            json.dumps({"seats": seats, "games": len(chunks) * 4 * seats, "against the first": round(share, 4)})
        )
        return share

    def _variant(self, which: str, off: NDArray[np.float64]) -> Tastes:
        taste = dict(self.now[which])
        for name, by in zip(self._names, off, strict=True):
            taste[name] = round(float(taste[name] * np.exp(by)), 4)
        return {**self.now, which: taste}
