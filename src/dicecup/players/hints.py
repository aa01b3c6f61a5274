"""Hints: what a player advises somebody else to do.

A player says first what it would do itself. It may choose by other things than it tells: Deadwood's Hard goes by
its own prospects and keeps to its plan, and tells chances that are shared by all. Whoever asks sees only what is
told, so where that speaks clearly for something else, that comes first.
"""

from collections.abc import Sequence
from typing import Any, Final

from dicecup.players.player import Advice, Advisor, Unit, forks
from dicecup.table import Match

CLEARLY: Final[dict[Unit, float]] = {"win": 0.01, "points": 0.5}
"""What is better by more comes before what the player would do; by less nobody minds, and who keeps to a plan gets
somewhere."""


def hints(mind: Advisor, match: Match[Any]) -> list[Advice]:
    """What it advises whoever is asked: what to do first, then the others, best first."""
    ask = match.pending
    assert ask is not None
    return leading(mind.advise(match.view(ask.seat), ask, forks(match, ask.seat)))


def leading(advice: Sequence[Advice]) -> list[Advice]:
    """A player's advice with nothing behind the first that is told to be clearly better."""
    if advice[0].loss <= CLEARLY[advice[0].unit]:
        return list(advice)
    return sorted(advice, key=lambda one: -one.value)
