"""Roll-outs: two options played on many times with the same dice, to see whether one really is better."""

from math import sqrt
from statistics import fmean, stdev
from typing import Any, Final

from dicecup.players import Appraiser, forks
from dicecup.table import Match, Option

_LEAST: Final = 8
_MOST: Final = 48
_TURNS: Final = 4  # that each is played on, for every seat one; then the mind judges
_SURE: Final = 2.0  # standard errors


def holds(judge: Appraiser, match: Match[Any], better: Option, worse: Option, limit: float) -> bool:
    """Whether `better` beats `worse` by more than `limit`, as far as playing on can tell."""
    differences: list[float] = []
    for seed in range(_MOST):
        differences.append(_played(judge, match, better, seed) - _played(judge, match, worse, seed))
        if len(differences) >= _LEAST:
            mean, error = fmean(differences), stdev(differences) / sqrt(len(differences))
            if abs(mean - limit) > _SURE * error:
                break
    return fmean(differences) > limit


def _played(judge: Appraiser, match: Match[Any], option: Option, seed: int) -> float:
    """What an option comes to for whoever chose it."""
    assert match.pending is not None
    seat = match.pending.seat
    copy = match.fork(seat, seed)
    copy.answer(option)
    last = copy.state.turn + _TURNS
    while True:
        copy.answer_forced()
        ask = copy.pending
        if ask is None or copy.state.turn >= last:
            return float(judge.chances(copy)[seat])
        copy.answer(judge.decide(copy.view(ask.seat), ask, forks(copy, ask.seat)))
