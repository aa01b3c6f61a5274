"""Games of networks with each other and with planners, hundreds side by side, and what is learned from them."""

from collections.abc import Mapping
from typing import Final, NamedTuple

import numpy as np

from dicecup.batch.deadwood.lot import Floats, Ints
from dicecup.batch.deadwood.rows import ACTIVE, DAY, OVER, WIDTH
from dicecup.batch.luck import Words
from dicecup.players.deadwood.features import Singles, size
from dicecup.players.deadwood.network import Network, blend, points, shares
from dicecup.players.deadwood.planner import Tables, tables
from dicecup.players.deadwood.planner_weights import TASTES
from dicecup.players.deadwood.turn_tree import LOST, ROW, new_tree, sample_rolls
from dicecup.training.deadwood.simulator import functions, margins, start_of

ROWS_PER_GAME: Final = 300  # room for the trees of a step


class Samples(NamedTuple):
    """Positions as numbers, and for each what is to be learned: the prospect, and who won."""

    numbers: Singles
    targets: Singles


class Outcomes(NamedTuple):
    """Of some turns: the prospects of all, from whoever had it on, what they won in the end, and in which game."""

    prospects: Singles
    won: Singles
    game: Ints


class Batch:
    """Room for so many games at once, with a number of players that can be changed within a network's group."""

    def __init__(self, seats: int, games: int, shown: int = 4, used: int = 2) -> None:
        self.seats, self.games = seats, games
        self._shown, self._used = shown, used
        rows = games * ROWS_PER_GAME
        self._tree, self._rolls = new_tree(rows), sample_rolls()
        self._numbers = np.zeros((rows, size(seats)), np.float32)
        self._whose, self._first = np.zeros(rows, np.int64), np.zeros(games + 1, np.int64)
        self._cases, self._plans, self._worth = np.zeros(rows), np.zeros(rows), np.zeros(rows)
        self.decisions = 0

    @property
    def _t(self) -> Tables:
        return tables(TASTES[self.seats])

    def school(self, seed: int, astray: float, noted: float) -> Samples:
        """Planners play, and some of their turns are noted."""
        table = np.zeros((self.games, WIDTH), np.int64)
        most = int(self.games * self.seats * 150 * (astray + noted))
        notes = np.zeros((most, WIDTH), np.int16), np.zeros(most, np.int64), np.zeros(most, np.int64)
        count = functions().school(seed, table, start_of(self.seats), self._t, astray, noted, notes)
        rows, game, seat = notes[0][:count], notes[1][:count], notes[2][:count]
        scores = points(table, self.seats)
        won = shares(scores)[game, seat]
        result = blend(won, margins(scores)[game, seat])
        return Samples(self._look_at(rows, seat), np.column_stack([result, won]).astype(np.float32))

    def play(
        self,
        networks: Mapping[int, Network],
        minds: Ints,
        seed: int,
        care: Mapping[int, float],
        astray: float = 0.0,
        noted: float = 0.0,
        trust: float = 0.9,
    ) -> tuple[Ints, Samples | None]:
        """Play all games to their ends: the points, and samples if turns are to be noted.

        `minds` says for each game and seat which of the networks plays there; 0 is a planner.
        """
        scores, notes = self._played(networks, minds, seed, care, astray, noted)
        return scores, self._learned(scores, notes, trust) if notes else None

    def watch(self, network: Network, seed: int, care: float, noted: float) -> Outcomes:
        """The network plays with itself: what it thought of everybody after some of the turns, and who won."""
        minds = np.ones((self.games, self.seats), np.int64)
        scores, notes = self._played({1: network}, minds, seed, {1: care}, 0.0, noted)
        rows, game, seat, _, fates = (np.concatenate(kept) for kept in zip(*notes, strict=True))
        kept = fates > 0
        rows, game, seat = rows[kept], game[kept], seat[kept]
        in_turn = (seat[:, None] + np.arange(self.seats)) % self.seats
        prospects = [network.prospects(self._look_at(rows, who)) for who in in_turn.T]
        won = shares(scores)[game[:, None], in_turn]
        return Outcomes(np.column_stack(prospects), won.astype(np.float32), game)

    def _played(
        self,
        networks: Mapping[int, Network],
        minds: Ints,
        seed: int,
        care: Mapping[int, float],
        astray: float,
        noted: float,
    ) -> tuple[Ints, list[list[np.ndarray]]]:
        """The points of all games, and the notes."""
        f = functions()
        luck = f.stream(seed)
        table = np.zeros((self.games, WIDTH), np.int64)
        f.begin_all(table, start_of(self.seats))
        fates = np.array([f.fate(luck, astray, noted) for _ in range(self.games)])
        values = np.zeros(self.games)
        room_for_notes: tuple[np.ndarray, ...] = (
            np.zeros((self.games, WIDTH), np.int16),
            np.zeros(self.games, np.int64),
            np.zeros(self.games, np.int64),
            np.zeros(self.games),
            np.zeros(self.games, np.int64),
        )
        notes: list[list[np.ndarray]] = []
        self.decisions = 0
        while True:
            f.planners_play(luck, table, minds, self._t)
            (running,) = np.nonzero(table[:, ACTIVE] != OVER)
            if not len(running):
                break
            seats, days = table[running, ACTIVE], table[running, DAY]
            playing = minds[running, seats]
            for mind, network in networks.items():
                games = running[playing == mind]
                if len(games):
                    self._choose(network, luck, table, games, care[mind], fates, values)
            if astray or noted:
                count = f.ended(luck, table, running, seats, days, fates, values, astray, noted, room_for_notes)
                notes.append([kept[:count].copy() for kept in room_for_notes])
        return points(table, self.seats), notes

    def _choose(
        self, network: Network, luck: Words, table: Ints, games: Ints, care: float, fates: Ints, values: Floats
    ) -> None:
        f, tree = functions(), self._tree
        tree.size[:] = 0
        f.expand_all(luck, table, games, self._shown, self._rolls, self._used, tree, self._whose, self._first)
        if tree.size[LOST]:
            raise RuntimeError(f"The trees of {len(games)} games found no room: ROWS_PER_GAME is too small.")
        count = tree.size[ROW]
        f.look_at(tree.rows, self._whose, count, self._t, self._numbers)
        judged = network.prospects(self._numbers[:count]).astype(np.float64)
        (over,) = np.nonzero(tree.rows[:count, ACTIVE] == OVER)
        if len(over):
            scores, whose = points(tree.rows[over], self.seats), self._whose[over]
            each = np.arange(len(over))
            judged[over] = blend(shares(scores)[each, whose], margins(scores)[each, whose])
        f.back_up(tree, judged, 0, self._cases, self._plans, self._worth)
        f.all_choose(luck, table, games, self._first, tree, self._worth, self._t, care, fates, values)
        self.decisions += len(games)

    def _look_at(self, rows: np.ndarray, seats: Ints) -> Singles:
        numbers = np.zeros((len(rows), size(self.seats)), np.float32)
        functions().look_at(rows, seats, len(rows), self._t, numbers)
        return numbers

    def _learned(self, scores: Ints, notes: list[list[np.ndarray]], trust: float) -> Samples:
        rows, game, seat, values, fates = (np.concatenate(kept) for kept in zip(*notes, strict=True))
        who = game * self.seats + seat
        order = np.argsort(who, kind="stable")
        won = shares(scores)[game, seat]
        results = blend(won, margins(scores)[game, seat])
        found = np.zeros(len(order))
        functions().returns(who[order], values[order], fates[order], results[order], trust, found)
        mixed = np.empty_like(found)
        mixed[order] = found
        kept = fates > 0
        targets = np.column_stack([mixed, won])[kept].astype(np.float32)
        return Samples(self._look_at(rows[kept], seat[kept]), targets)
