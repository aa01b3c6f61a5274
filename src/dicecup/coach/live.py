"""The coach of a game that is being played: what it thinks of a choice that has not been made yet.

The server and the terminal say the same, because both ask here.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from dicecup.coach.grades import MATTERS, Grade, grade
from dicecup.players import Advice, Unit
from dicecup.table import Match, Option


class Better(NamedTuple):
    """What the coach would choose."""

    option: Option
    reason: str
    doing: str  # as it is told afterwards: "yielding"


class Opinion(NamedTuple):
    """What the coach thinks of a choice."""

    loss: float
    unit: Unit
    grade: Grade
    better: Better | None  # None: nothing is
    matters: bool  # there was something to lose

    @property
    def warn(self) -> bool:
        """It costs so much that it is worth another look."""
        return self.grade in (Grade.MISTAKE, Grade.BLUNDER)


def opinion(
    match: Match[Any],
    option: Option,
    values: Mapping[Option, float],
    unit: Unit,
    noise: float,
    advice: Sequence[Advice] = (),
) -> Opinion:
    """Of an option of the pending decision, whose options are worth so much; reasons come from a hint's advice.

    Whoever does what a hint names first is told of nothing better.
    """
    top = max(values.values())
    loss = top - values[option]
    hinted = bool(advice) and _means(match, option) == _means(match, advice[0].option)
    word = _named(loss, unit, noise, hinted=hinted)
    return Opinion(
        loss=loss,
        unit=unit,
        grade=word,
        better=None if word is Grade.BEST or hinted else _better(match, values, advice),
        matters=top - min(values.values()) >= max(MATTERS[unit], noise),
    )


def _named(loss: float, unit: Unit, noise: float, hinted: bool) -> Grade:
    """No choice is called a blunder by a mind that is not exact: there is no time to look into it."""
    word = grade(loss, unit, noise, hinted=hinted)
    return Grade.MISTAKE if word is Grade.BLUNDER and noise > 0 else word


def _better(match: Match[Any], values: Mapping[Option, float], advice: Sequence[Advice]) -> Better:
    """The best option, in the words of a hint: it names only one of those that mean the same."""
    best = max(values, key=lambda option: values[option])
    hints = [one for one in advice if _means(match, one.option) == _means(match, best)]
    option, reason = (hints[0].option, hints[0].reason) if hints else (best, "")
    assert match.pending is not None
    return Better(option, reason, match.game.deed(match.state, match.pending, option).doing)


def _means(match: Match[Any], option: Option) -> Option:
    """What stands for all options that mean the same as this one."""
    assert match.pending is not None
    return match.game.alike(match.state, match.pending, option)
