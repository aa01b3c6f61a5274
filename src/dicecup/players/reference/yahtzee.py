"""Yahtzee by fixed habits.

`score-max` is the exact score-maximiser, `single-plan` has one plan for everything, and `hard-1` is Hard as it was
when it was first measured: it knows no endgame, and reckons to the last round with how scores are spread.
"""

from collections import Counter
from collections.abc import Callable
from typing import Final

from dicecup.games.yahtzee import YahtzeeView
from dicecup.players.player import Fork, Player
from dicecup.table import Ask, Option


class SinglePlan:
    """Always collects the face it has most of, rolls whenever it may, and takes the box with the most points."""

    def decide(self, view: YahtzeeView, ask: Ask, fork: Fork) -> Option:
        """Hold all dice of one face, or fill a box."""
        if not view.dice:
            return ask.options[0]
        counts = Counter(view.dice)
        most = max(counts, key=lambda face: (counts[face], face))
        if view.rolls_left and counts[most] < len(view.dice):
            held = ask.find(("keep", *(slot for slot, die in enumerate(view.dice) if die == most)))
            assert held is not None
            return held
        worth = view.preview()
        return max((o for o in ask.options if o.verb == "fill"), key=lambda option: worth[str(option.args[0])])


def _score_max() -> Player:
    from dicecup.players.yahtzee.perfect import PerfectYahtzee

    return PerfectYahtzee()


def _hard_1() -> Player:
    from dicecup.players.yahtzee.perfect import HardYahtzee

    return HardYahtzee(exact=False)


REFERENCES: Final[dict[str, Callable[[int], Player]]] = {
    "single-plan": lambda seed: SinglePlan(),
    "score-max": lambda seed: _score_max(),
    "hard-1": lambda seed: _hard_1(),
}
