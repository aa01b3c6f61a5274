"""Values of tables: who has won, who is dead, and for the rest the networks."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from dicecup.players.king_of_tokyo.cards import NUMBER
from dicecup.players.king_of_tokyo.duel import Duel, applies
from dicecup.players.king_of_tokyo.network import MARKET, NOTHING, Network, Scenes
from dicecup.players.king_of_tokyo.outcomes import FULL, GOAL, Outcomes, outcomes, settled
from dicecup.players.king_of_tokyo.position import (
    BEFORE_BUY,
    BEFORE_ROLL,
    HEARTS,
    PLACE,
    POISON,
    STARS,
    Position,
)

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


def scenes_of(positions: Sequence[Position]) -> Scenes:
    """Positions with the same number of monsters as rows for a network."""
    return Scenes(
        numbers=np.stack([each.numbers for each in positions]),
        cards=np.stack([each.cards for each in positions]),
        market=np.stack([market_row(each.market) for each in positions]),
        discount=np.array([each.discounts[0] for each in positions]),
        stage=np.array([each.stage for each in positions]),
        again=np.array([int(each.again) for each in positions]),
    )


def market_row(market: Sequence[int]) -> Ints:
    """Three places, NOTHING where there is no card."""
    return np.array([*market, *[NOTHING] * (MARKET - len(market))], np.int64)


class Judge:
    """Says how good tables are for everybody on them.

    `duel` gives the values for two monsters without cards; without it the networks judge those too.
    """

    def __init__(self, networks: Mapping[int, Network], duel: Callable[[], Duel] | None = None) -> None:
        self.networks = dict(networks)
        self._duel = duel

    def _network(self, monsters: int) -> Network:
        """The one for so many; some cards may have joined since it was read."""
        network = self.networks[monsters]
        if len(network.cards) != len(NUMBER):
            network = self.networks[monsters] = network.knowing(tuple(NUMBER))
        return network

    def positions(self, positions: Sequence[Position]) -> list[Floats]:
        """The chances of the living monsters of each."""
        found: list[Floats] = [np.ones(1)] * len(positions)
        by_count: dict[int, list[int]] = {}
        for at, each in enumerate(positions):
            count = len(each.seats)
            if (won := _won(each.numbers[None])).any():
                found[at] = won[0] / won[0].sum()
            elif self._duel and count == 2 and applies(each.options) and each.numbers[:, PLACE].any():
                found[at] = self._without_cards(each.numbers[None], each.stage)[0]
            elif count > 1:
                by_count.setdefault(count, []).append(at)
        for count, rows in by_count.items():
            values = self._network(count).chances(scenes_of([positions[at] for at in rows]))
            for at, value in zip(rows, values, strict=True):
                found[at] = value.astype(np.float64)
        return found

    def markets(self, position: Position, markets: Ints) -> Floats:
        """The chances of the living monsters with each of these markets instead of the one there is."""
        count = len(position.seats)
        if count == 1 or _won(position.numbers[None]).any():
            return np.repeat(self.positions([position])[0][None], len(markets), axis=0)
        scenes = Scenes(
            numbers=np.broadcast_to(position.numbers, (len(markets), *position.numbers.shape)),
            cards=position.cards[None],
            market=markets,
            discount=np.array([position.discounts[0]]),
            stage=np.array([position.stage]),
            again=np.array([int(position.again)]),
        )
        found: Floats = self._network(count).chances(scenes).astype(np.float64)
        return found

    def dice(self, position: Position, finals: Ints) -> tuple[Outcomes, Floats]:
        """What each way the dice can fall is worth to everybody."""
        found = outcomes(position, finals)
        decisions, cases, count, columns = found.numbers.shape
        judged = np.empty((decisions, cases, count))
        flat = judged.reshape(-1, count)
        wanted = np.ones((decisions, cases), bool)
        for decision in range(1, decisions):
            for at in range(len(found.yielding)):
                if decision >> at & 1:
                    wanted[decision] &= found.may_yield[:, at]
        rows = np.flatnonzero(wanted)
        numbers = found.numbers.reshape(-1, count, columns)
        bereft = np.broadcast_to(found.bereft, (decisions, cases, count)).reshape(-1, count)
        flat[rows] = self._tables(position, numbers[rows], bereft[rows])
        return found, settled(found, judged)[found.case]

    def after(self, position: Position, final: Ints) -> Position | None:
        """The table after these dice, everybody having decided; None if the game, or the turn, is over by then."""
        found = outcomes(position, final[None])
        blocks = found.numbers[:, 0]
        bereft = np.broadcast_to(found.bereft, blocks.shape[:2])
        values = self._tables(position, blocks, bereft)
        choice = 0
        for at, monster in enumerate(found.yielding):  # City first, knowing what the Bay will do
            if found.may_yield[0, at]:
                later = [
                    values[self._last_word(found, values, choice | go << at, at + 1)][monster] for go in (0, 1)
                ]
                choice |= int(later[1] > later[0]) << at
        numbers = blocks[choice]
        living = np.flatnonzero(numbers[:, HEARTS] > 0)
        if len(living) < 2 or living[0] != 0 or (numbers[:, STARS] >= GOAL).any():
            return None
        cards = position.cards.copy()
        cards[found.bereft[0]] = 0
        bereft = found.bereft[0]
        return replace(
            position,
            seats=[position.seats[at] for at in living],
            numbers=numbers[living],
            cards=cards[living],
            kinds=[Counter() if bereft[at] else position.kinds[at] for at in living],
            most_hearts=[FULL if bereft[at] else position.most_hearts[at] for at in living],
            discounts=[0 if bereft[at] else position.discounts[at] for at in living],
            stage=BEFORE_BUY,
        )

    def _last_word(self, found: Outcomes, values: Floats, choice: int, at: int) -> int:
        """The decisions with those of the later ones added."""
        for later in range(at, len(found.yielding)):
            monster = found.yielding[later]
            if found.may_yield[0, later] and values[choice | 1 << later, monster] > values[choice, monster]:
                choice |= 1 << later
        return choice

    def _tables(self, position: Position, numbers: Ints, bereft: Bools) -> Floats:
        """Tables after the dice of `position` have been resolved; some monsters may be dead."""
        living = numbers[:, :, HEARTS] > 0
        found = np.zeros(living.shape)
        rows = np.arange(len(numbers))
        done = living.sum(axis=1) <= 1
        found[done] = living[done]
        won = _won(numbers)
        with_stars = won.any(axis=1) & ~done
        found[with_stars] = won[with_stars] / won[with_stars].sum(axis=1, keepdims=True)
        rows = rows[~done & ~with_stars]
        if not len(rows):
            return found
        count = numbers.shape[1]
        whole = living[rows].all(axis=1) & ~bereft[rows].any(axis=1)
        if whole.all():
            found[rows] = self._same(position, numbers[rows], list(range(count)), np.zeros(count, bool))
            return found
        bits = 1 << np.arange(count)
        pattern = (living[rows] @ bits << count) + bereft[rows] @ bits
        for one in np.unique(pattern):
            mine = rows[pattern == one]
            who = [int(at) for at in np.flatnonzero(living[mine[0]])]
            values = self._same(position, numbers[mine][:, who], who, bereft[mine[0]])
            found[mine[:, None], who] = values
        return found

    def _same(self, position: Position, numbers: Ints, who: list[int], bereft: Bools) -> Floats:
        """Tables on which the same monsters live."""
        if self._duel and len(who) == 2 and applies(position.options):
            return self._without_cards(numbers, BEFORE_BUY if who[0] == 0 else BEFORE_ROLL)
        cards = position.cards[who].copy()
        cards[bereft[who]] = 0
        stage = BEFORE_BUY
        if who[0] != 0:  # the monster whose turn it was is no more: the next begins
            stage = BEFORE_ROLL
            numbers = numbers.copy()
            numbers[:, 0, STARS] = np.minimum(GOAL - 1, numbers[:, 0, STARS] + 2 * (numbers[:, 0, PLACE] > 0))
        scenes = Scenes(
            numbers=numbers,
            cards=cards[None],
            market=market_row(position.market)[None],
            discount=np.array([0 if bereft[who[0]] else position.discounts[who[0]]]),
            stage=np.array([stage]),
            again=np.array([int(position.again and who[0] == 0)]),
        )
        found: Floats = self._network(len(who)).chances(scenes).astype(np.float64)
        return found

    def _without_cards(self, numbers: Ints, stage: int) -> Floats:
        """Two monsters without cards, the first about to roll or at the end of its turn."""
        assert self._duel is not None
        duel = self._duel()
        (hearts, stars), (hearts2, stars2) = (numbers[:, at, :2].T for at in (0, 1))
        inside = (numbers[:, 0, PLACE] > 0).astype(np.int64)
        if stage == BEFORE_ROLL:
            mine = duel.rolling(inside, hearts, stars, hearts2, stars2)
        else:
            mine = 1 - duel.following(inside, hearts, stars, hearts2, stars2)
        return np.column_stack([mine, 1 - mine])


def _won(numbers: Ints) -> Bools:
    """Who has all stars and lives on to the end of the turn."""
    found: Bools = (numbers[:, :, STARS] >= GOAL) & (numbers[:, :, HEARTS] > 0)
    found[:, 0] &= numbers[:, 0, POISON] < numbers[:, 0, HEARTS]
    return found
