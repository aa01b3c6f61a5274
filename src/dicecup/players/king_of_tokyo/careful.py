"""The mind that judges games which are over: it looks where Hard, who has to be quick, takes a short cut.

What is decided when nothing falls any more before the next turn is judged by that turn and not by a glance at the
table. It knows which cards of the market win at once, that whoever has Jets need not fly, and that others may make
the roller roll a die again. What Hard does follows from its own values, in which none of this counts.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicecup.games.king_of_tokyo import KingState
from dicecup.games.king_of_tokyo.cards.base import DECK
from dicecup.players.king_of_tokyo.cards import NUMBER, kind
from dicecup.players.king_of_tokyo.judge import Judge
from dicecup.players.king_of_tokyo.mind import Leaf, Mind, shares, turn_key
from dicecup.players.king_of_tokyo.outcomes import GOAL, Outcomes
from dicecup.players.king_of_tokyo.position import (
    BEFORE_BUY,
    BEFORE_ROLL,
    ENERGY,
    HEARTS,
    PLACE,
    POISON,
    STARS,
    Position,
    position,
)
from dicecup.players.king_of_tokyo.program import rolls_to_come
from dicecup.players.king_of_tokyo.turn import FACES, Dice, Turn, table
from dicecup.table import Match

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


class _Bought(NamedTuple):
    """What a card does as soon as it is bought."""

    stars: int = 0
    hurts_me: int = 0
    hurts_others: int = 0


_AT_ONCE: Final[Mapping[str, _Bought]] = {
    "Apartment Building": _Bought(3),
    "Commuter Train": _Bought(2),
    "Corner Store": _Bought(1),
    "Drop from High Altitude": _Bought(2),
    "Fire Blast": _Bought(hurts_others=2),
    "Gas Refinery": _Bought(2, hurts_others=3),
    "High Altitude Bombing": _Bought(hurts_me=3, hurts_others=3),
    "Jet Fighters": _Bought(5, hurts_me=4),
    "National Guard": _Bought(2, hurts_me=2),
    "Nuclear Power Plant": _Bought(2),
    "Skyscraper": _Bought(4),
    "Tanks": _Bought(4, hurts_me=3),
    "Vast Storm": _Bought(2),
}
_SAVES: Final = ("Camouflage", "It Has a Child", "Rapid Healing", "Wings")  # cards that may keep a monster alive


class CarefulJudge(Judge):
    """A judge who knows what can be bought, and that Jets are a choice."""

    def positions(self, positions: Sequence[Position]) -> list[Floats]:
        """The chances of the living monsters of each."""
        found = super().positions(positions)
        for at, each in enumerate(positions):
            if each.stage == BEFORE_BUY and len(each.seats) > 1 and _buys_the_win(each, each.numbers[None])[0]:
                found[at] = np.eye(len(each.seats))[0]
        return found

    def dice(self, position: Position, finals: Ints) -> tuple[Outcomes, Floats]:
        """What each way the dice can fall is worth to everybody."""
        found, values = super().dice(position, finals)
        if not position.numbers[0, PLACE]:
            for monster in range(1, len(position.seats)):
                if position.kinds[monster]["Jets"] and position.numbers[monster, PLACE]:
                    stays = super().dice(_grounded(position, monster), finals)[1]
                    values = np.where((stays[:, monster] > values[:, monster])[:, None], stays, values)
        return found, values

    def _tables(self, position: Position, numbers: Ints, bereft: Bools) -> Floats:
        found = super()._tables(position, numbers, bereft)
        wins = _buys_the_win(position, numbers) & (found.max(axis=1) < 1)
        found[wins] = np.eye(numbers.shape[1])[0]
        return found


def _grounded(position: Position, monster: int) -> Position:
    """As if it had no Jets."""
    kinds = [Counter(each) for each in position.kinds]
    del kinds[monster]["Jets"]
    return replace(position, kinds=kinds)


def _buys_the_win(position: Position, numbers: Ints) -> Bools:
    """Tables on which the monster whose turn it is can buy a card and has won with it."""
    me, others = numbers[:, 0], numbers[:, 1:, HEARTS]
    found = np.zeros(len(numbers), bool)
    if not position.market:
        return found
    news = position.kinds[0]["Dedicated News Team"]
    helpless = not any(kinds[card] for kinds in position.kinds[1:] for card in _SAVES)
    names = list(NUMBER)
    for number in position.market:
        card = DECK[names[number]]
        does = _AT_ONCE.get(card.name, _Bought())
        wins = me[:, STARS] + does.stars + news >= GOAL
        if helpless and does.hurts_others:
            wins |= (others <= does.hurts_others).all(axis=1)
        price = max(0, card.cost_in(position.options) - position.discounts[0])
        found |= wins & (me[:, ENERGY] >= price) & (me[:, HEARTS] > does.hurts_me + me[:, POISON])
    return found


class Careful(Mind):
    """Judges options as a review does."""

    _most_turns: int = 32  # it looks at several that might come

    def turn(self, state: KingState) -> Turn:
        """The program of the running turn; before the dice lie for good others may have one rolled again."""
        probing = _probing(state)
        if not probing:
            return super().turn(state)
        return self._program(turn_key(state) + bytes(probing), state, partial(self._probed, probing))

    def _probed(self, probing: Sequence[int], here: Position, dice: Dice) -> Floats:
        values = self._worth(here, dice)
        for monster in reversed(probing):
            best = values
            for places, others in _rolled_again(dice.number):
                again = values.copy()
                again[places] = values[others].mean(axis=1)
                best = np.where((again[:, monster] > best[:, monster])[:, None], again, best)
            values = best
        return values

    def _leaf(self, match: Match[Any], market: list[str] | None, depth: int) -> Leaf:
        leaf = super()._leaf(match, market, depth)
        if leaf.here is not None and match.pending is not None and match.pending.kind == "roll":
            leaf.more = self._looking_ahead(match.state, leaf.here)
        return leaf

    def _looking_ahead(self, state: KingState, here: Position) -> Floats:
        """How much better everybody's chances are, by the turn that begins, than a glance at the table tells."""
        found = np.zeros(len(state.monsters))
        found[here.seats] = self.turn(state).start(rolls_to_come(state)) - self.judge.positions([here])[0]
        return found

    def _means(self, leaves: list[Leaf], seats: int) -> Floats:
        found = super()._means(leaves, seats)
        for at, leaf in enumerate(leaves):
            if leaf.more is not None:
                found[at] = shares(found[at] + leaf.more)
        return found


def _probing(state: KingState) -> list[int]:
    """Who may still have a die of this turn rolled again: their places among the living."""
    here = position(state)
    if here.stage != BEFORE_ROLL and state.phase != "dice":
        return []
    return [
        at
        for at, seat in enumerate(here.seats[1:], start=1)
        if any(kind(held) == "Psychic Probe" and not held.used for held in state.monsters[seat].cards)
    ]


@cache
def _rolled_again(number: int) -> list[tuple[Ints, Ints]]:
    """For each face: the finals that show it, and what each may become if such a die is rolled again."""
    dice, found = table(number), []
    for face in range(FACES):
        places = np.flatnonzero(dice.finals[:, face])
        found.append((places, np.array([dice.turned(int(at), face) for at in places]).reshape(-1, FACES)))
    return found
