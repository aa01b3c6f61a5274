"""The last rounds of a duel, exactly: both play to win to the end, and know that the other does.

Each side's card goes its own way, so a side is a list of layers, one for each box that is still to be filled: the
states in which the card may stand, and the points that may have been gained on the way. A position of the duel is
whose turn it is, a state of each side, and by how many points whoever's turn it is leads. From the end backwards,
each is worth the best of what the other's positions after it leave. Nothing is rounded, cut off or drawn.

For the upper bonus it matters only which sums of the open boxes still bring it, so totals that need the same are
one state; where the bonus is won or lost, it is counted and forgotten. Positions that nothing can change are not
thought about. What is left is counted first: where it is too much for one decision, there is no endgame yet.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicecup.games.yahtzee.scoring import BOXES, UPPER, UPPER_BONUS, UPPER_GOAL, YAHTZEE, YAHTZEE_BONUS
from dicecup.games.yahtzee.solver.card import Card
from dicecup.games.yahtzee.solver.model import (
    ARMED,
    FULL,
    JOKER,
    OPTION_BOX,
    OPTION_INDEX,
    OPTION_POINTS,
    OPTIONS,
    OPTIONS_OF_BOX,
    UPPER_BITS,
    Model,
)
from dicecup.games.yahtzee.solver.turn import start_worth
from dicecup.games.yahtzee.solver.types import Floats, Ints

Gained = NDArray[np.bool_]

ROUNDS: Final = 4  # no duel is thought over further from its end
POSITIONS: Final = 25_000  # nor one with more positions than this: some 150 ms, once in a game
_KEPT: Final = 4

_SETTLED: Final = UPPER_GOAL + 1  # stands for an upper total that does not matter any more
_COLUMNS: Final = 512  # positions at once: suits the cache
_MOST: Final = np.array([OPTION_POINTS[own].max() for own in OPTIONS_OF_BOX])
_EARNS_BONUS: Final = np.isin(
    np.arange(len(OPTIONS)), [*JOKER.reshape(-1), *(OPTION_INDEX[box, 0] for box in UPPER)]
)


@cache
def _totals() -> Ints:
    """By the upper boxes that are filled and their total: the total that stands for it."""
    found = np.full((UPPER_BITS + 1, UPPER_GOAL), _SETTLED)
    for filled in range(UPPER_BITS + 1):
        sums = {0}
        for box in UPPER:
            if not filled >> box & 1:
                sums = {so_far + (box + 1) * count for so_far in sums for count in range(6)}
        for total in range(UPPER_GOAL):
            enough = [brought for brought in sums if total + brought >= UPPER_GOAL]
            if enough:
                found[filled, total] = max(0, UPPER_GOAL - min(enough))
    return found


class Layer(NamedTuple):
    """Where a card may stand after some more turns, and what it may have gained."""

    rows: Ints
    totals: Ints
    gains: tuple[Gained, ...]  # for each state: whether so many points may have been gained
    most: Ints  # the most that is still to be gained
    after: Ints  # by state and option (with a Yahtzee bonus too): the state in the next layer; -1: impossible
    brings: Ints  # by state and option: the points gained


def _next(model: Model, rows: Ints, totals: Ints) -> tuple[Ints, Ints, Ints]:
    """By state and option: the row and total that come of it, and the points; -1 where there is no such option."""
    bits, upper, points = model.effects
    option = np.arange(2 * len(OPTIONS)) % len(OPTIONS)
    bonus = np.arange(2 * len(OPTIONS)) >= len(OPTIONS)
    possible = rows[:, None] & 1 << OPTION_BOX[option] == 0
    possible &= ~bonus | (_EARNS_BONUS[option] & (rows[:, None] & ARMED != 0))
    after = rows[:, None] | bits
    total = totals[:, None] + upper
    won = (totals[:, None] != _SETTLED) & (total >= UPPER_GOAL)
    known = (totals[:, None] != _SETTLED) & ~won
    total = np.where(known, _totals()[after & UPPER_BITS, np.where(known, total, 0)], _SETTLED)
    return np.where(possible, after, -1), total, points + np.where(won, UPPER_BONUS, 0)


def _most_to_come(model: Model, rows: Ints, totals: Ints) -> Ints:
    """No more than this can be gained, whatever falls."""
    is_open = rows[:, None] >> np.arange(len(BOXES)) & 1 == 0
    found = is_open @ _MOST + np.where(totals == _SETTLED, 0, UPPER_BONUS)
    if model.jokers:
        later = np.where(is_open[:, YAHTZEE], 1, np.where(rows & ARMED, 0, len(BOXES)))  # turns without a bonus
        found += YAHTZEE_BONUS * np.maximum(0, is_open.sum(axis=1) - later)
    return np.asarray(found, np.int64)


def layers(model: Model, card: Card) -> tuple[Layer, ...]:
    """One for the card as it is, and one for every box to be filled."""
    total, _ = _settled(card)
    rows, totals = np.array([card.row]), np.array([total])
    gains: tuple[Gained, ...] = (np.ones(1, np.bool_),)
    found: list[Layer] = []
    while True:
        most = _most_to_come(model, rows, totals)
        if rows[0] & FULL == FULL:
            none = np.empty((len(rows), 0), np.int64)
            return (*found, Layer(rows, totals, gains, most, none, none))
        then, total_then, brings = _next(model, rows, totals)
        keys = np.where(then < 0, -1, then * (_SETTLED + 1) + total_then)
        each = np.unique(keys[keys >= 0])
        after = np.where(then < 0, -1, np.searchsorted(each, keys))
        found.append(Layer(rows, totals, gains, most, after, brings))
        gains = _gained(found[-1], len(each))
        rows, totals = np.divmod(each, _SETTLED + 1)


def _gained(layer: Layer, count: int) -> tuple[Gained, ...]:
    """What may have been gained in each state of the next layer."""
    length = max(map(len, layer.gains)) + int(layer.brings.max())
    found = np.zeros((count, length), np.bool_)
    for state, mask in enumerate(layer.gains):
        for option in np.flatnonzero(layer.after[state] >= 0):
            start = layer.brings[state, option]
            found[layer.after[state, option], start : start + len(mask)] |= mask
    return tuple(line[: int(np.flatnonzero(line)[-1]) + 1] for line in found)


class Level(NamedTuple):
    """All positions with the same numbers of open boxes, by state of whoever's turn it is and of the other.

    `worth` has the chance to win for every lead from `lowest` on, and `offset` says where that begins; pairs of
    states follow each other in it. What cannot be is not a number.
    """

    mine: Layer
    other: Layer
    lowest: Ints
    offset: Ints
    worth: Floats


class Thinking(NamedTuple):
    """The positions of a level that are not decided: their places in `worth`, pairs of states, and leads."""

    at: Ints
    pairs: Ints
    leads: Ints


def _level(mine: Layer, other: Layer, lead: int) -> tuple[Level, Thinking]:
    """The positions, before what they are worth is known, and those to think about."""
    masks = [
        np.convolve(own, theirs[::-1]) > 0.5  # which leads can be, from the worst one on
        for own in (line.astype(np.float64) for line in mine.gains)
        for theirs in (line.astype(np.float64) for line in other.gains)
    ]
    shape = len(mine.gains), len(other.gains)
    lowest = lead - np.tile([len(theirs) - 1 for theirs in other.gains], len(mine.gains))
    lengths = np.array([len(mask) for mask in masks])
    offset = np.cumsum(lengths) - lengths
    pairs = np.repeat(np.arange(len(masks)), lengths)
    leads = np.arange(len(pairs)) - offset[pairs] + lowest[pairs]
    behind, ahead = mine.most[pairs // shape[1]], other.most[pairs % shape[1]]
    worth = np.where(leads > ahead, 1.0, np.where(leads < -behind, 0.0, np.nan))
    if not mine.after.size:  # the game is over, and it is a draw
        worth[np.isnan(worth)] = 0.5
    at = np.flatnonzero(np.concatenate(masks) & np.isnan(worth))
    level = Level(mine, other, lowest.reshape(shape), offset.reshape(shape), worth)
    return level, Thinking(at, pairs[at], leads[at])


def _following(level: Level, then: Level, own: int, options: Ints, theirs: Ints, leads: Ints) -> Floats:
    """The chance to win with each of these options in each of these positions, by option and position."""
    after, brings = level.mine.after[own, options, None], level.mine.brings[own, options, None]
    found: Floats = 1 - then.worth.take(then.offset[theirs, after] - then.lowest[theirs, after] - leads - brings)
    return found


def _solve(model: Model, level: Level, thinking: Thinking, then: Level) -> None:
    """Fill in what the positions of a level are worth, from those that follow."""
    for start in range(0, len(thinking.at), _COLUMNS):
        at, pairs, leads = (part[start : start + _COLUMNS] for part in thinking)
        owns, theirs = np.divmod(pairs, len(level.other.rows))
        found = np.full((2, len(OPTIONS) + 1, len(at)), -np.inf)
        for own in np.unique(owns).tolist():
            here = np.flatnonzero(owns == own)
            options = np.flatnonzero(level.mine.after[own] >= 0)
            bonus, option = np.divmod(options, len(OPTIONS))
            values = _following(level, then, own, options, theirs[here], leads[here])
            found[bonus[:, None], option[:, None], here] = values
        plain, rewarded = found
        level.worth[at] = start_worth(model, plain, rewarded, level.mine.rows[owns])


@dataclass(frozen=True, repr=False)
class Endgame:
    """A duel from one turn to its end. Made by `endgame`."""

    levels: tuple[Level, ...]
    positions: int  # that were thought about

    def options(self, mine: Card, other: Card) -> Floats | None:
        """The chance to win with each option that ends this turn, without and with a Yahtzee bonus.

        None if these cards cannot come of those that the endgame began with.
        """
        first = self.levels[0]
        done = _filled(mine.row) + _filled(other.row) - _filled(first.mine.rows[0]) - _filled(first.other.rows[0])
        if not 0 <= done < len(self.levels) - 1:
            return None
        level, then = self.levels[done : done + 2]
        own, points = _place(level.mine, mine)
        their, their_points = _place(level.other, other)
        lead = points - their_points
        if own < 0 or their < 0 or not _known(level, own, their, lead):
            return None
        options = np.flatnonzero(level.mine.after[own] >= 0)
        found = np.full((2, len(OPTIONS) + 1), -np.inf)
        values = _following(level, then, own, options, np.array([their]), np.array([lead]))
        found[np.divmod(options, len(OPTIONS))] = values[:, 0]
        return found


class Endgames:
    """The last ones that were thought over: whoever plays on meets the same one turn after turn."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._kept: tuple[Endgame, ...] = ()

    def options(self, mine: Card, other: Card) -> Floats | None:
        """As of an `Endgame`; None where these cards are too far from the end."""
        for one in self._kept:
            found = one.options(mine, other)
            if found is not None:
                return found
        fresh = endgame(self._model, mine, other)
        if fresh is None:
            return None
        self._kept = (fresh, *self._kept[: _KEPT - 1])
        return fresh.options(mine, other)


def _filled(row: int) -> int:
    return (int(row) & FULL).bit_count()


def _settled(card: Card) -> tuple[int, int]:
    """The upper total that stands for that of a card, and the points with the upper bonus if it is won."""
    if card.total == UPPER_GOAL:
        return _SETTLED, card.points + UPPER_BONUS
    return int(_totals()[card.row & UPPER_BITS, card.total]), card.points


def _place(layer: Layer, card: Card) -> tuple[int, int]:
    """The state of a card in a layer, -1 if it has none there; and its points."""
    total, points = _settled(card)
    found = np.flatnonzero((layer.rows == card.row) & (layer.totals == total))
    return (int(found[0]) if len(found) else -1), points


def _known(level: Level, own: int, their: int, lead: int) -> bool:
    number = own * level.offset.shape[1] + their
    start = int(level.offset[own, their])
    stop = np.append(level.offset.reshape(-1)[1:], len(level.worth))[number]
    at = start + lead - int(level.lowest[own, their])
    return bool(start <= at < stop and not np.isnan(level.worth[at]))


def endgame(
    model: Model, mine: Card, other: Card, rounds: int = ROUNDS, positions: int = POSITIONS
) -> Endgame | None:
    """The duel from the turn of whoever has `mine`; None where it is too long, or has too many positions."""
    turns = [len(BOXES) - _filled(card.row) for card in (mine, other)]
    if turns[0] - turns[1] not in (0, 1) or not 0 < turns[0] <= rounds:
        return None
    sides = layers(model, mine), layers(model, other)
    lead = _settled(mine)[1] - _settled(other)[1]
    levels, thoughts, count = [], [], 0
    for done in range(sum(turns) + 1):
        first, second = sides[0][(done + 1) // 2], sides[1][done // 2]
        level, thinking = _level(second, first, -lead) if done % 2 else _level(first, second, lead)
        levels.append(level)
        thoughts.append(thinking)
        count += len(thinking.at)
        if count > positions:
            return None
    for at in range(len(levels) - 2, -1, -1):
        _solve(model, levels[at], thoughts[at], levels[at + 1])
    return Endgame(tuple(levels), count)
