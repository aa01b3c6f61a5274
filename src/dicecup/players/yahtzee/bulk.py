"""Yahtzee in bulk: whoever chooses by the solver plays many games in step, without the engine."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from dicecup.games.yahtzee import solver
from dicecup.games.yahtzee.solver.contest import Wants, contest, draw_luck
from dicecup.games.yahtzee.solver.model import MODELS
from dicecup.players.player import Progress

WANTS: Final = {"hard": Wants.TO_WIN_EXACTLY, "hard-1": Wants.TO_WIN, "score-max": Wants.POINTS}


class InBulk:
    """Its players choose as those of the same names do at a table, by the same functions."""

    players: Final = tuple(WANTS)

    def prepare(self, options: Mapping[str, Any] | None, progress: Progress) -> None:
        """Work out what the players know, under these house rules or under all; it is kept on disk."""
        for rules in MODELS if options is None else (options["rules"],):
            solver.load(rules, progress=progress).winning()

    def simulate(self, options: Mapping[str, Any], games: int, seed: int, progress: Progress) -> Sequence[int]:
        """The final scores of the perfect player, alone at the table."""
        scores: list[int] = solver.load(options["rules"], progress=progress).simulate(games, seed=seed).tolist()
        return scores

    def contest(
        self, options: Mapping[str, Any], tables: Sequence[Sequence[str]], games: int, seed: int
    ) -> Sequence[Sequence[Sequence[int]]]:
        """The final scores for each table, game and seat; the same dice fall at every table."""
        winning = solver.load(options["rules"]).winning()
        luck = draw_luck(games, len(tables[0]), seed)
        return [contest(winning, [WANTS[name] for name in seats], luck).T.tolist() for seats in tables]


BULK: Final = InBulk()
