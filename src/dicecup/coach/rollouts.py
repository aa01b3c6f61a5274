"""Roll-outs: two options played on many times with the same dice, to see how much better one really is.

Each time both are played on by the best player for as many turns as there are seats, and judged there. Dice fall
by the keys of their chance points, so both branches see the same ones as long as they roll at the same moments.
What luck did on the way is taken off, as backgammon programs do: its mean is nothing, and without it a few dozen
games tell as much as a few hundred. It is over as soon as it is clear on which side of a limit the loss is.
"""

from math import sqrt
from statistics import fmean, stdev
from typing import Any, Final

from dicecup.players import Appraiser, forks
from dicecup.table import Match, Option

_LEAST: Final = 8
_MOST: Final = 32
_SURE: Final = 2.0  # standard errors
_SEEDS: Final = 1_000_003  # from here on: a player that forks with small seeds of its own must not meet these dice
_MOST_STEPS: Final = 400  # of one branch


def given_away(judge: Appraiser, match: Match[Any], better: Option, worse: Option, limit: float) -> float:
    """How much `worse` gives away beside `better`, as far as playing on tells; near `limit` it takes longer."""
    losses: list[float] = []
    for seed in range(_SEEDS, _SEEDS + _MOST):
        losses.append(_played(judge, match, better, seed) - _played(judge, match, worse, seed))
        if len(losses) >= _LEAST:
            error = stdev(losses) / sqrt(len(losses))
            if abs(fmean(losses) - limit) > _SURE * error:
                break
    return fmean(losses)


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
