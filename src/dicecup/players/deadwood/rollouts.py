"""Roll-outs: a few options are played on many times, with the network's own choices, and judged some turns later.

Rows, planner and features are compiled together by Numba, once, and kept on disk; the network stays NumPy. All
options are looked at with the same luck, so their differences tell sooner which is better, and whatever has
clearly fallen behind is not looked at any more. What it may cost is counted in positions that are judged.
"""

from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np

from dicecup import extras
from dicecup.batch import luck
from dicecup.batch.compiling import compiled
from dicecup.batch.deadwood import dice, rows
from dicecup.batch.deadwood.lot import Floats, Ints
from dicecup.batch.deadwood.rows import ACTIVE, OVER, SEATS
from dicecup.batch.luck import Words
from dicecup.players.compared import ahead_of_first, still_in
from dicecup.players.deadwood import lines, planner, row_features, row_outlook, turn_tree
from dicecup.players.deadwood.network import Network, points, shares, shipped
from dicecup.players.deadwood.planner import Tables
from dicecup.players.deadwood.planner_weights import TASTES
from dicecup.players.deadwood.turn_tree import LOST, ROW, new_tree, sample_rolls

ROUNDS: Final = 3  # that are played on: whole ones, so that the network judges its own turn
LARGE: Final = 5  # at a table: the third round is dear there, and nothing shows that it gains
LARGE_ROUNDS: Final = 2  # instead
SHOWN: Final = 2  # cards that are looked at where one may be turned up
USED: Final = 2  # samples of the dice of a wrap
FULL: Final = 6000  # rows that are judged with one call, give or take a tree
TREE: Final = 2048  # room for the last of them; the largest tree that anybody found has some 350 rows
AT_ONCE: Final = 32  # continuations of each option, until they are compared
LINES: Final = 128  # continuations at most
BEHIND: Final = 2.5  # standard errors, and an option is given up


class Crowded(Exception):  # noqa: N818 - it names what is the matter
    """A tree is larger than there is room for: nothing can be said."""


class Found(NamedTuple):
    """What roll-outs say of options."""

    values: Floats  # the chance to win with each
    ahead: Floats  # how much more than with the first of them
    errors: Floats  # the standard errors of that
    nodes: int  # positions that were judged


def rounds_at(seats: int) -> int:
    """That are played on with so many at the table."""
    return ROUNDS if seats < LARGE else LARGE_ROUNDS


def possible() -> bool:
    """Whether there is what it takes."""
    return extras.works("numba")


@cache
def functions() -> Any:
    """All that is compiled."""
    return compiled(
        luck, rows, dice, planner, turn_tree, row_features, row_outlook, lines, keep="rollouts-deadwood"
    )


def prepare() -> None:
    """Have everything compiled and kept, or loaded."""
    row = rows.first_morning(2)
    found = [0] * rows.MOST
    first, other = found[: rows.options(row, found)][:2]
    Rollouts(2, shipped()[2], planner.tables(TASTES[2]), 0.0).compare(row, [first, other], 0, 0)


class Rollouts:
    """Room for them, at tables of a number of players."""

    def __init__(self, seats: int, network: Network, t: Tables, care: float) -> None:
        self._network, self._t, self._care = network, t, care
        self._most = rounds_at(seats) * seats + 1
        room = FULL + TREE
        self.tree, self._rolls = new_tree(room), sample_rolls()
        self._numbers = np.zeros((room, network.wide), np.float32)
        self.whose, self.first = np.zeros(room, np.int64), np.zeros(room, np.int64)
        self.cases, self.plans, self.worth = np.zeros(room), np.zeros(room), np.zeros(room)
        self.values = np.zeros(0)
        self._nodes = 0

    def compare(self, row: list[int], codes: list[int], seed: int, budget: int) -> Found:
        """Play on after each of these options, until one is clearly best or the budget is used up.

        Crowded if that cannot be done.
        """
        self._nodes = 0
        played: list[list[Floats]] = [[] for _ in codes]
        left = list(range(len(codes)))
        words = np.random.default_rng(seed).integers(0, 2**64, LINES, np.uint64)
        for start in range(0, LINES, AT_ONCE):
            values = self._played(row, [codes[one] for one in left], words[start : start + AT_ONCE])
            for one, mine in zip(left, values, strict=True):
                played[one].append(mine)
            left = still_in(played, left, BEHIND)
            # Another round costs about as much as the last; the budget is never passed.
            if len(left) == 1 or self._nodes * (start // AT_ONCE + 2) > budget * (start // AT_ONCE + 1):
                break
        ahead, errors = ahead_of_first(played)
        base = float(np.mean(np.concatenate(played[0])))
        return Found(np.clip(base + ahead, 0.0, 1.0), ahead, errors, self._nodes)

    def _played(self, row: list[int], codes: list[int], words: Words) -> Floats:
        """The chances of whoever's turn it is at the ends of continuations, a line for each option."""
        many = len(words)
        table = np.tile(np.array(row, np.int64), (len(codes) * many, 1))
        seeds = np.tile(words, len(codes))
        turns, last = np.zeros(len(table), np.int64), np.zeros(len(table), np.int64)
        functions().set_out(table, np.repeat(np.array(codes, np.int64), many), seeds, turns, last)
        self.play_on(table, seeds, turns, last, self._most)
        return self.judged(table, row[ACTIVE], last).reshape(len(codes), many)

    def play_on(self, table: Ints, seeds: Words, turns: Ints, last: Ints, most: int) -> None:
        """Play all these games on until so many turns are over; `last` gets who had the last of them."""
        asked = np.zeros(len(table), np.int64)
        while count := functions().run_on(table, seeds, turns, last, most, asked):
            games = asked[:count].copy()
            while len(games):
                games = games[self._choose(table, games, seeds, turns, last) :]

    def _choose(self, table: Ints, games: Ints, seeds: Words, turns: Ints, last: Ints) -> int:
        """Decide in the first of these games, as many as there is room for."""
        done = self.look_into(table, games, seeds, turns)
        functions().go_on(
            *(table, games[:done], seeds, turns, last),
            *(self.first, self.tree, self.worth, self._t, self._care),
        )
        return done

    def look_into(self, table: Ints, games: Ints, seeds: Words, turns: Ints) -> int:
        """What the options of the first games are worth, into `worth`: of as many games as there is room for."""
        f, tree = functions(), self.tree
        tree.size[:] = 0
        done: int = f.expand_some(
            *(table, games, seeds, turns, SHOWN, self._rolls, USED),
            *(tree, FULL, self.whose, self.first),
        )
        if tree.size[LOST]:
            raise Crowded
        count = int(tree.size[ROW])
        self.values = self._values(tree.rows[:count], self.whose[:count], 0)
        f.back_up(tree, self.values, 0, self.cases, self.plans, self.worth)
        return done

    def judged(self, table: Ints, seat: int, last: Ints) -> Floats:
        """The chance of a seat in each of these games; `last` is who had the last turn there."""
        seats, values = int(table[0, SEATS]), np.zeros(len(table))
        later = (seat - last) % seats
        for many in np.unique(later):
            here = later == many
            for part in np.array_split(np.flatnonzero(here), 1 + int(here.sum()) // FULL):
                values[part] = self._values(table[part], np.full(len(part), seat), int(many))
        return values

    def _values(self, ends: Any, whose: Ints, later: int) -> Floats:
        """The chance to win of whoever's row it is; exact where the game is over."""
        count, seats = len(ends), int(ends[0, SEATS])
        self._nodes += count
        functions().look_at(ends, whose, count, self._t, self._numbers)
        prospects = self._network.prospects(self._numbers[:count]).astype(np.float64)
        values = self._network.chance(prospects, seats, later)
        (over,) = np.nonzero(ends[:, ACTIVE] == OVER)
        if len(over):
            values[over] = shares(points(ends[over], seats))[np.arange(len(over)), whose[over]]
        return values
