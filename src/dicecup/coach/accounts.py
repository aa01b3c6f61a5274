"""The books of a game: for each seat, start + luck + errors + what the mind left over = result."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from dicecup.coach.grades import Grade, accuracy

if TYPE_CHECKING:
    from dicecup.coach.review import Step
    from dicecup.players import Unit

_COSTLIEST: Final = 3


@dataclass(frozen=True, slots=True)
class Account:
    """What became of the chances of one seat, and how well it played. Moments are numbers of steps."""

    seat: int
    name: str
    start: float
    own_luck: float  # of dice that fell after its own choices
    others_luck: float
    own_errors: float  # never more than 0: what it gave away
    others_errors: float  # what others' choices changed for it
    rest: float  # what remains because the mind is not exact
    result: float
    decisions: int  # that mattered: there was something to lose
    accuracy: float | None
    grades: dict[str, int]
    costliest: tuple[int, ...]  # up to three, the worst first
    luckiest: int | None
    unluckiest: int | None


def accounts(
    names: Sequence[str], steps: Sequence["Step"], start: Sequence[float], result: Sequence[float], unit: "Unit"
) -> tuple[Account, ...]:
    """One for each seat."""
    return tuple(_account(seat, name, steps, start, result, unit) for seat, name in enumerate(names))


def _account(
    seat: int,
    name: str,
    steps: Sequence["Step"],
    start: Sequence[float],
    result: Sequence[float],
    unit: "Unit",
) -> Account:
    mine = [step for step in steps if step.seat == seat]
    others = [step for step in steps if step.seat != seat]
    judged = [step for step in mine if step.grade is not None]
    faults = [at for at, step in enumerate(steps) if step.seat == seat and step.is_fault]
    lucky = [at for at, step in enumerate(steps) if step.luck[seat] > 0]
    unlucky = [at for at, step in enumerate(steps) if step.luck[seat] < 0]
    return Account(
        seat=seat,
        name=name,
        start=start[seat],
        own_luck=sum(step.luck[seat] for step in mine),
        others_luck=sum(step.luck[seat] for step in others),
        own_errors=sum(step.error[seat] for step in mine),
        others_errors=sum(step.error[seat] for step in others),
        rest=sum(step.rest[seat] for step in steps),
        result=result[seat],
        decisions=len(judged),
        accuracy=accuracy((0.0 if step.hinted else step.chosen.loss for step in judged), unit, len(start)),
        grades={str(each): sum(step.grade is each for step in judged) for each in Grade},
        costliest=tuple(sorted(faults, key=lambda at: -steps[at].chosen.loss)[:_COSTLIEST]),
        luckiest=max(lucky, key=lambda at: steps[at].luck[seat], default=None),
        unluckiest=min(unlucky, key=lambda at: steps[at].luck[seat], default=None),
    )
