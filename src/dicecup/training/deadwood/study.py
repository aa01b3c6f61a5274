"""What roll-outs make of positions: the master's judgement, which a network learns.

Games of a network with itself go through many positions, and at some of their decisions several ways the turn may
end are played on for some rounds, all with the same luck. What they come to on average is what the network should
have thought of them at once. Such samples tell ten times as much as the ends of games: most luck is averaged out,
and what differs between the ways of one decision is told almost without any.
"""

from typing import Final, NamedTuple

import numpy as np

from dicecup.batch.deadwood.lot import Ints
from dicecup.batch.deadwood.rows import ACTIVE, OVER, WIDTH, first_morning
from dicecup.batch.luck import Words
from dicecup.players.deadwood import rollouts
from dicecup.players.deadwood.features import Singles, size
from dicecup.players.deadwood.hard import CARE
from dicecup.players.deadwood.network import Network, blend, points, shares
from dicecup.players.deadwood.planner import tables
from dicecup.players.deadwood.planner_weights import TASTES
from dicecup.players.deadwood.turn_tree import CASE, PLAN, ROW
from dicecup.training.deadwood.selfplay import Samples
from dicecup.training.deadwood.simulator import margins

WAYS: Final = 4  # the turn may end, that are looked at in one decision
TEMPTING: Final = 0.02  # of the chance to win: what is worse by so much is looked at a third as often
ASTRAY: Final = 0.04  # decisions that are made at random
NOTED: Final = 0.1  # decisions that are looked at
AT_ONCE: Final = 256  # ends of turns
_ENDLESS: Final = 10**9  # turns
_TEMPTED: Final = 10.0  # worth more than anything


class StudyOrder(NamedTuple):
    """Games of a network with itself, and how its positions are looked at."""

    games: int
    seats: int
    seed: int
    network: Network
    lines: int  # continuations of each
    rounds: int  # that they are played on


class Study:
    """Room to play and to look, at tables of a number of players."""

    def __init__(self, seats: int, network: Network) -> None:
        self._seats, self._network, self._t = seats, network, tables(TASTES[seats])
        self._look = rollouts.Rollouts(seats, network, self._t, CARE)

    def samples(self, games: int, seed: int, lines: int, rounds: int) -> Samples:
        """What is to be learned: the ways of a decision follow each other."""
        rng = np.random.default_rng(seed)
        ends, seats = self._decisions(games, rng)
        words = rng.integers(0, 2**64, (len(ends) // WAYS, lines), np.uint64)
        words = np.repeat(words, WAYS, axis=0)
        parts = [slice(first, first + AT_ONCE) for first in range(0, len(ends), AT_ONCE)]
        targets = [self._played_on(ends[part], seats[part], words[part], rounds) for part in parts]
        return Samples(self._numbers(ends, seats), np.concatenate(targets))

    def _decisions(self, games: int, rng: np.random.Generator) -> tuple[Ints, Ints]:
        """Ends of turns, WAYS for each decision that is looked at, and whose turn it was."""
        f, look = rollouts.functions(), self._look
        table = np.array([first_morning(self._seats, game % self._seats) for game in range(games)], np.int64)
        seeds = rng.integers(0, 2**64, games, np.uint64)
        turns, last, asked = (np.zeros(games, np.int64) for _ in range(3))
        ends, seats = [np.zeros((0, WIDTH), np.int64)], [np.zeros(0, np.int64)]
        while count := f.run_on(table, seeds, turns, last, _ENDLESS, asked):
            here = asked[:count].copy()
            while len(here):
                done = look.look_into(table, here, seeds, turns)
                for place in np.flatnonzero(rng.random(done) < NOTED):
                    ways = look.tree.rows[self._ways(int(place), rng)].astype(np.int64)
                    if (ways[:, ACTIVE] != OVER).all():
                        ends.append(ways)
                        seats.append(np.full(WAYS, table[here[place], ACTIVE]))
                for place in np.flatnonzero(rng.random(done) < ASTRAY):
                    look.worth[rng.integers(look.first[place], look.first[place + 1])] = _TEMPTED
                f.go_on(
                    *(table, here[:done], seeds, turns, last),
                    *(look.first, look.tree, look.worth, self._t, CARE),
                )
                here = here[done:]
        return np.concatenate(ends), np.concatenate(seats)

    def _ways(self, place: int, rng: np.random.Generator) -> Ints:
        """The rows of some ends of a turn: what would be chosen, two things that tempt, and anything."""
        look = self._look
        start, stop = int(look.first[place]), int(look.first[place + 1])
        behind = look.worth[start:stop] - look.worth[start:stop].max()
        tempting = np.exp(behind / TEMPTING)
        options = [
            start + int(behind.argmax()),
            *(start + rng.choice(stop - start, 2, p=tempting / tempting.sum())),
            int(rng.integers(start, stop)),
        ]
        return np.array([self._end(option, rng) for option in options])

    def _end(self, option: int, rng: np.random.Generator) -> int:
        """The row of one way that a turn may end with an option: its best plan, any luck, the best end."""
        look, tree = self._look, self._look.tree
        first, stop = np.searchsorted(tree.option_of[: tree.size[PLAN]], (option, option + 1))
        plan = first + int(look.plans[first:stop].argmax())
        first, stop = np.searchsorted(tree.plan_of[: tree.size[CASE]], (plan, plan + 1))
        case = first + int(rng.choice(stop - first, p=tree.chance[first:stop] / tree.chance[first:stop].sum()))
        first, stop = np.searchsorted(tree.case_of[: tree.size[ROW]], (case, case + 1))
        return int(first + look.values[first:stop].argmax())

    def _played_on(self, ends: Ints, seats: Ints, words: Words, rounds: int) -> Singles:
        """What they come to on average: the prospect, and the chance to win."""
        lines = words.shape[1]
        table, whose = np.repeat(ends, lines, axis=0), np.repeat(seats, lines)
        turns, last = np.zeros(len(table), np.int64), np.zeros(len(table), np.int64)
        self._look.play_on(table, words.ravel(), turns, last, rounds * self._seats)
        prospects = self._network.prospects(self._numbers(table, whose)).astype(np.float64)
        chances = self._network.chance(prospects, self._seats)
        (over,) = np.nonzero(table[:, ACTIVE] == OVER)
        if len(over):
            scores = points(table[over], self._seats)
            each = np.arange(len(over)), whose[over]
            chances[over] = shares(scores)[each]
            prospects[over] = blend(chances[over], margins(scores)[each])
        found = np.column_stack([prospects, chances]).reshape(len(ends), lines, 2).mean(axis=1)
        return np.asarray(found, np.float32)

    def _numbers(self, rows: Ints, seats: Ints) -> Singles:
        numbers = np.zeros((len(rows), size(self._seats)), np.float32)
        rollouts.functions().look_at(rows, seats, len(rows), self._t, numbers)
        return numbers


def study(order: StudyOrder) -> Samples:
    """Play, and look; in half precision, since there are many of them."""
    room = Study(order.seats, order.network)
    numbers, targets = room.samples(order.games, order.seed, order.lines, order.rounds)
    return Samples(numbers.astype(np.float16), targets)
