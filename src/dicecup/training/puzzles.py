"""Mining puzzles: decisions of games between all levels in which one choice is clearly the best, and some miss it.

What the best player thinks is not believed: both choices are played on many times with the same dice. What holds
goes into a book.
"""

import hashlib
import json
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

import numpy as np

import dicecup
from dicecup.coach.puzzles import TOLD, Line, Puzzle
from dicecup.coach.rollouts import lead
from dicecup.players import Appraiser, Unit, Values, best, common, forks, make, play, references
from dicecup.table import Ask, Match, Option, SetupError
from dicecup.table.marks import raw
from dicecup.work import Workers

Say = Callable[[str], None]

_CLEAR: Final[dict[Unit, float]] = {"win": 0.03, "points": 2.5}  # the best option is ahead of the next by so much
_WRONG: Final[dict[Unit, float]] = {"win": 0.045, "points": 4.0}  # and of the one that tempts
_OPEN: Final = (0.10, 0.97)  # what the best option leaves of a game: nothing is decided yet
_PROVEN: Final = 0.01  # of the chance to win: what is left of the lead, less so many standard errors:
_SURE: Final = 2.5
_LOOKED_AT: Final = 4  # candidates of a game that are played out
_LEAST: Final = 32  # how often each is
_MOST: Final = 400
_HALF: Final[dict[Unit, float]] = {
    "win": 0.05,
    "points": 6.0,
}  # misjudgement with which half solve a puzzle of 1500
_CROWD: Final = 2000
_MOST_ALIKE: Final = 0.35  # of a book may have one theme


@dataclass(frozen=True, slots=True)
class Dig:
    """One game to be looked through."""

    game: str
    seats: int
    seed: int


@dataclass(slots=True)
class _Found:
    """A decision that might be one."""

    match: Match[Any]
    ask: Ask
    values: dict[Option, float]  # what each option leaves whoever is asked; of those that mean the same, one
    tempting: Option
    wrong: int  # how many of the crowd would go wrong
    asked: int


def make_book(
    game: str, wanted: int, sizes: Sequence[int], seed: int, jobs: int, minutes: float, say: Say
) -> list[Puzzle]:
    """So many puzzles of a game, found in games with `sizes` players in turn, or as many as there is time for.

    Ctrl-C ends it early, with what was found.
    """
    end = time.monotonic() + 60 * minutes
    found: dict[str, Puzzle] = {}
    themes: Counter[str] = Counter()
    count = 0
    try:
        with Workers(jobs) as workers:
            for batch in _batches(game, sizes, seed, 2 * jobs):
                for puzzles in workers.map(dig, batch):
                    for one in puzzles:
                        if one.id not in found and themes[one.theme] < max(3, _MOST_ALIKE * wanted):
                            found[one.id] = one
                            themes[one.theme] += 1
                count += len(batch)
                told = ", ".join(f"{many} {theme}" for theme, many in themes.items())
                say(f"{count} games, {len(found)} puzzles: {told}")
                if len(found) >= wanted or time.monotonic() > end:
                    break
                if count >= 200 and not found:
                    raise SetupError(f"No puzzles were found in {count} games.")
    except KeyboardInterrupt:
        if not found:
            raise
    ordered = sorted(found.values(), key=lambda one: (one.rating, one.id))
    many = min(wanted, len(ordered))
    return [ordered[at * len(ordered) // many] for at in range(many)]  # easy and hard ones alike


def _batches(game: str, sizes: Sequence[int], seed: int, many: int) -> Iterator[list[Dig]]:
    number = 0
    while True:
        digs = [Dig(game, sizes[(number + at) % len(sizes)], seed * 1_000_003 + number + at) for at in range(many)]
        yield digs
        number += many


def dig(work: Dig) -> list[Puzzle]:
    """The puzzles of one game between players of all levels."""
    judge = make(work.game, best(work.game))
    if not isinstance(judge, Appraiser):
        raise SetupError(f"There are no puzzles of {work.game}: no computer player can appraise it.")
    random = Random(work.seed)
    match = dicecup.new(work.game, seats=work.seats, seed=random.randrange(2**32))
    crowd = {name: make(work.game, name, random.randrange(2**32)) for name in _crowd(work.game)}
    sitting = [crowd[random.choice(common(work.game))] for _ in range(work.seats)]
    unit = judge.unit(match)
    some: list[_Found] = []

    def watch(match: Match[Any], ask: Ask) -> None:
        if ask.private:
            return
        view, fork = match.view(ask.seat), forks(match, ask.seat)
        chosen = {name: player.decide(view, ask, fork) for name, player in crowd.items()}
        if (one := _look(unit, match, ask, judge.appraise(view, ask, fork), chosen)) is not None:
            some.append(one)

    play(match, sitting, watch)
    random.shuffle(some)
    rare = Counter(_theme(one) for one in some)
    some.sort(key=lambda one: rare[_theme(one)])
    proven = (_proven(judge, unit, one) for one in some[:_LOOKED_AT])
    return [puzzle for puzzle in proven if puzzle is not None]


def _crowd(game: str) -> list[str]:
    """Who may be tempted: every common level, and every reference but the one that knows nothing."""
    return [*common(game), *references(game)[1:]]


def _look(
    unit: Unit, match: Match[Any], ask: Ask, worth: Mapping[Option, Values], chosen: Mapping[str, Option]
) -> _Found | None:
    seat = ask.seat
    values: dict[Option, float] = {}
    for option in ask.options:
        values.setdefault(match.game.alike(match.state, ask, option), float(worth[option][seat]))
    if len(values) < 2:
        return None
    top, second = sorted(values.values(), reverse=True)[:2]
    if top - second < _CLEAR[unit] or (unit == "win" and not _OPEN[0] <= top <= _OPEN[1]):
        return None
    picked = [match.game.alike(match.state, ask, option) for option in chosen.values()]
    wrong = [option for option in picked if top - values[option] >= _WRONG[unit]]
    if not wrong or len(wrong) == len(picked):  # nobody falls for it, or the mind is alone with its opinion
        return None
    tempting = max(wrong, key=lambda option: (wrong.count(option), values[option]))
    return _Found(match.fork(seat, 0), ask, values, tempting, len(wrong), len(picked))


def _proven(judge: Appraiser, unit: Unit, found: _Found) -> Puzzle | None:
    ordered = sorted(found.values, key=lambda option: -found.values[option])
    right, second = ordered[:2]
    told = []
    if unit == "win":  # else the values are exact
        for other in dict.fromkeys((found.tempting, second)):
            ahead = lead(judge, found.match, right, other, _PROVEN, least=_LEAST, most=_MOST, sure=_SURE)
            if ahead.mean - _SURE * ahead.error < _PROVEN:
                return None
            told.append(f"ahead by {100 * ahead.mean:.0f} % ± {100 * ahead.error:.1f} in {ahead.pairs} pairs")
    seat, match = found.ask.seat, found.match
    advice = judge.advise(match.view(seat), found.ask, forks(match, seat))
    alone = {one.option: raw(one.reason).partition("; ")[0] for one in advice}  # a book compares by itself
    reasons = {match.game.alike(match.state, found.ask, option): reason for option, reason in alone.items()}
    top = found.values[right]
    told_options = list(dict.fromkeys([*ordered[:TOLD], found.tempting]))
    position = json.dumps(json.loads(match.save()))  # in one line, as books have them
    return Puzzle(
        id=hashlib.blake2b(position.encode(), digest_size=6).hexdigest(),
        game=match.game.name,
        seats=len(match.names),
        theme=_theme(found),
        rating=_rating(list(found.values.values()), unit, found.wrong / found.asked),
        unit=unit,
        position=position,
        lines=tuple(
            Line(tuple(option), round(top - found.values[option], 4), reasons.get(option, ""))
            for option in sorted(told_options, key=lambda option: -found.values[option])
        ),
        tempting=tuple(found.tempting),
        proof="; ".join(told) or "exact",
    )


def _theme(found: _Found) -> str:
    """What it is about: the game has a word for the right choice."""
    right = max(found.values, key=lambda option: found.values[option])
    return found.match.game.themes.get(right.verb, right.verb)


def _rating(values: list[float], unit: Unit, wrong: float) -> int:
    """How hard it is: 1500 if half of those who misjudge each option a little find it; more if many are tempted.

    A first guess, which the ratings of those who try it will mend.
    """
    rng = np.random.default_rng(0)
    errors = rng.standard_normal((_CROWD, len(values)))
    right, worth = int(np.argmax(values)), np.array(values)
    low, high = -4.0, 1.0
    for _ in range(24):
        middle = (low + high) / 2
        found = ((worth + _HALF[unit] * 10**middle * errors).argmax(axis=1) == right).mean()
        low, high = (middle, high) if found > 0.5 else (low, middle)
    return int(np.clip(round(1500 - 500 * low + 300 * (wrong - 0.5)), 600, 2600))
