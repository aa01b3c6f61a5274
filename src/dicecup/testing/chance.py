"""Chance in public: the same game whether it is settled on the way or by whoever plays."""

import random
from fractions import Fraction
from itertools import islice
from typing import Any, Final

from dicecup.table import Chance, Luck, Match
from dicecup.table import retrace as table_retrace
from dicecup.testing.promises import promise

_MOST: Final = 3_000  # outcomes of one point that are gone through


def check_chance(match: Match[Any], rng: random.Random, where: str) -> None:
    """Make a choice twice, and let chance fall in public once: it leads to the same."""
    assert match.pending is not None
    choice = rng.choice(match.pending.options)
    usual, public = match.clone(), match.clone()
    public.open_chance()
    usual.answer(choice)
    public.answer(choice)
    while (point := public.pending_chance) is not None:
        promise(public.pending is None and public.outcome is None, "nobody is asked while chance decides", where)
        _check_outcomes(point, where)
        _check_copies(public, rng, where)
        _check_any(public, point, rng, where)
        public.settle()
    same = (list(public.log), public.state, public.pending) == (list(usual.log), usual.state, usual.pending)
    promise(same, "chance in public leads where chance does that is settled on the way", where)


def _check_outcomes(point: Chance[Any], where: str) -> None:
    outcomes = list(islice(point.outcomes(), _MOST))
    if len(outcomes) < _MOST:
        promise(
            sum(chance for _, chance in outcomes) == Fraction(1), f"outcomes of {point.key} add up to 1", where
        )
    promise(all(chance > 0 for _, chance in outcomes), f"outcomes of {point.key} are possible", where)
    for result, _ in outcomes[:: max(1, len(outcomes) // 20)]:
        promise(point.decode(result) == result, f"an outcome of {point.key} can be its result", where)


def _check_copies(match: Match[Any], rng: random.Random, where: str) -> None:
    """Copies stand before the same point, and lead to the same from there."""
    text, key = match.save(), match.pending_chance.key if match.pending_chance else ""
    fork = match.fork(rng.randrange(len(match.names)), seed=rng.randrange(2**32))
    copies = [match.clone(), table_retrace.load(text, lambda _: match.game), fork]
    for copy in copies:
        promise(
            copy.pending_chance is not None and copy.pending_chance.key == key, "a copy waits for chance", where
        )
    promise(copies[0].save() == text and copies[1].save() == text, "a copy has the past of the original", where)
    for copy in copies[:2]:
        copy.settle()
    promise(copies[0].save() == copies[1].save(), "chance falls alike in two copies", where)


def _check_any(match: Match[Any], point: Chance[Any], rng: random.Random, where: str) -> None:
    """Whatever can fall is taken by the rules, and by the papers."""
    result, _ = rng.choice(list(islice(point.outcomes(), _MOST)))
    twin = match.clone()
    twin.settle(result)
    fell = next(entry for entry in twin.log[len(match.log) :] if isinstance(entry, Luck))
    promise((fell.key, fell.result) == (point.key, result), f"{point.key} falls as it was settled", where)
    again = table_retrace.load(twin.save(), lambda _: match.game)
    promise(again.save() == twin.save(), "a result that was made up survives a load", where)
