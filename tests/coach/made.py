"""Reviews made up for tests: what was chosen, what it cost and what chance did is said, and the books follow."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from dicecup.coach import Grade, Review, Step, Weighed
from dicecup.coach.accounts import accounts
from dicecup.coach.grades import grade
from dicecup.players import Unit


def step(
    seat: int = 0,
    loss: float = 0.0,
    *,
    luck: Sequence[float] = (0.0, 0.0),
    unit: Unit = "win",
    noise: float = 0.0,
    turn: int = 6,
    judged: bool = True,
    hinted: bool = False,
    confirmed: bool | None = None,
    private: bool = False,
    doing: str = "yielding",
    given: str = "at 7 hearts",
    better: str = "staying in Tokyo",
) -> Step:
    """One decision: whoever loses by it loses to all others alike, for they share one chance to win."""
    seats = len(luck)
    share = loss / (seats - 1) if seats > 1 else 0.0
    found: Grade | None = grade(loss, unit, noise) if judged else None
    best = Weighed(("stay",), "stay in Tokyo", 0.5, 0.0, "for the stars", better, given)
    chosen = Weighed(("yield",), "yield", 0.5 - loss, loss, "", doing, given) if loss else best
    return Step(
        at=0,
        stop=0,
        turn=turn,
        seat=seat,
        kind="yield",
        prompt="Stay or yield?",
        private=private,
        options=(best, chosen) if loss else (best,),
        chosen=chosen,
        grade=found,
        hinted=hinted,
        confirmed=confirmed,
        before=(0.0,) * seats,
        error=tuple(-loss if each == seat else share for each in range(seats)),
        luck=tuple(luck),
        rest=(0.0,) * seats,
        told=(f"Somebody rolls {turn}.",),
    )


def made(
    steps: Iterable[Step],
    *,
    names: Sequence[str] = ("Ann", "Kraken"),
    result: Sequence[float] = (1.0, 0.0),
    start: Sequence[float] | None = None,
    unit: Unit = "win",
    noise: float = 0.0,
    rest: Sequence[float] | None = None,
) -> Review:
    """A review whose start is whatever the books leave for it, or with a rest that makes up for what is given."""
    found = list(steps)
    seats = range(len(names))
    moved = [sum(each.luck[seat] + each.error[seat] for each in found) for seat in seats]
    if start is not None:
        rest = [result[seat] - start[seat] - moved[seat] for seat in seats]
    if rest is not None and found:
        found[-1] = replace(found[-1], rest=tuple(rest))
    left = rest or (0.0,) * len(names)
    begun = [result[seat] - moved[seat] - left[seat] for seat in seats]
    stand = tuple(begun)
    for at, each in enumerate(found):
        found[at] = replace(each, before=stand)
        stand = tuple(stand[seat] + each.error[seat] + each.luck[seat] + each.rest[seat] for seat in seats)
    return Review(
        game="king-of-tokyo",
        names=tuple(names),
        unit=unit,
        noise=noise,
        steps=tuple(found),
        result=tuple(result),
        accounts=accounts(names, found, begun, result, unit),
    )


def balance(review: Review) -> list[Any]:
    """What is missing in the books, for each seat."""
    return [
        a.start + a.own_luck + a.others_luck + a.own_errors + a.others_errors + a.rest - a.result
        for a in review.accounts
    ]
