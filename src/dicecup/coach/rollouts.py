"""Roll-outs: two options played on many times with the same dice, to see how much better one really is.

Each time both are played on by the best player for as many turns as there are seats, and judged there. Dice fall
by the keys of their chance points, so both branches see the same ones as long as they roll at the same moments.
What luck did on the way is taken off, as backgammon programs do: its mean is nothing, and without it a few dozen
games tell as much as a few hundred. It is over as soon as it is clear on which side of a limit the loss is.
"""

from math import sqrt
from statistics import fmean, stdev
from typing import Any, Final, NamedTuple

from dicecup.players import Appraiser, forks
from dicecup.table import Match, Option

_LEAST: Final = 8
_MOST: Final = 32
_SURE: Final = 2.0  # standard errors
_SEEDS: Final = 1_000_003  # from here on: a player that forks with small seeds of its own must not meet these dice
_MOST_STEPS: Final = 400  # of one branch


class Lead(NamedTuple):
    """How far one option is ahead of another: the mean of so many pairs, and its standard error."""

    mean: float
    error: float
    pairs: int


def given_away(judge: Appraiser, match: Match[Any], better: Option, worse: Option, limit: float) -> float:
    """How much `worse` gives away beside `better`, as far as playing on tells; near `limit` it takes longer."""
    return lead(judge, match, better, worse, limit).mean


def lead(
    judge: Appraiser,
    match: Match[Any],
    better: Option,
    worse: Option,
    limit: float,
    *,
    least: int = _LEAST,
    most: int = _MOST,
    sure: float = _SURE,
) -> Lead:
    """By how much `better` is ahead of `worse`, until it is clear whether that is more than `limit`."""
    leads: list[float] = []
    for seed in range(_SEEDS, _SEEDS + most):
        leads.append(_played(judge, match, better, seed) - _played(judge, match, worse, seed))
        if len(leads) >= least:
            mean, error = fmean(leads), stdev(leads) / sqrt(len(leads))
            if abs(mean - limit) > sure * error:
                break
    return Lead(fmean(leads), stdev(leads) / sqrt(len(leads)), len(leads))


def _played(judge: Appraiser, match: Match[Any], option: Option, seed: int) -> float:
    """What an option comes to for whoever chose it, luck taken off."""
    assert match.pending is not None
    seat = match.pending.seat
    copy = match.fork(seat, seed)
    last = copy.state.turn + len(copy.names)
    luck = 0.0
    for _ in range(_MOST_STEPS):
        before = copy.clone()
        copy.answer(option)
        fell = judge.fell(before, option, copy.clone())
        if fell is not None:
            luck += fell.came[seat] - fell.expected[seat]
        ask = copy.pending
        if ask is None or copy.state.turn >= last:
            break
        option = judge.decide(copy.view(ask.seat), ask, forks(copy, ask.seat))
    return float(judge.chances(copy)[seat]) - luck
