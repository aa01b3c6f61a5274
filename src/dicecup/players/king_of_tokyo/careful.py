"""The mind that judges games which are over: it looks where Hard, who has to be quick, takes a short cut.

What is decided when nothing falls any more before the next turn is judged by that turn and not by a glance at the
table. It knows which cards of the market win at once, that whoever has Jets need not fly, that others may make the
roller roll a die again, and which dice bring another turn. What Hard does follows from its own values, in which
none of this counts.
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
from dicecup.players.king_of_tokyo import another_turn
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
from dicecup.players.king_of_tokyo.program import Worth, rolls_to_come, turn_of
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
    """A judge who knows what can be bought, that Jets are a choice, and what Freeze Time brings."""

    def positions(self, positions: Sequence[Position]) -> list[Floats]:
        """The chances of the living monsters of each."""
        found = super().positions(positions)
        for at, each in enumerate(positions):
            if each.stage == BEFORE_BUY and len(each.seats) > 1 and _buys_the_win(each, each.numbers[None])[0]:
                found[at] = np.eye(len(each.seats))[0]
        return found

    def dice(self, position: Position, finals: Ints) -> tuple[Outcomes, Floats]:
        """What each way the dice can fall is worth to everybody."""
        found, values = self._flying_or_not(position, finals)
        more = another_turn.brought(position, finals)
        if more.any() and not position.again:
            values[more] = self._flying_or_not(replace(position, again=True), finals[more])[1]
        return found, values

    def _flying_or_not(self, position: Position, finals: Ints) -> tuple[Outcomes, Floats]:
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

    def here(self, state: KingState) -> Position:
        """As it is seen by who knows that the dice on the table have brought another turn."""
        here = super().here(state)
        here.again |= here.stage == BEFORE_BUY and another_turn.is_to_come(here, state)
        return here

    def turn(self, state: KingState) -> Turn:
        """The program of the running turn; before the dice lie for good others may have one rolled again."""
        probing = _probing(state)
        worth = partial(self._with_another, state)
        if not probing:
            return self._program(turn_key(state), state, worth)
        return self._program(turn_key(state) + bytes(probing), state, partial(self._probed, probing, worth))

    def _with_another(self, state: KingState, here: Position, dice: Dice) -> Floats:
        """Dice that bring another turn are worth what its beginning is: a glance sees little of a turn to come.

        How much it misses depends on the stars more than on anything else, and is worked out once for each number
        of them. If that turn may bring yet another, a glance has to do.
        """
        found, missed = self._worth(here, dice), dict[int, Floats]()
        for at in np.flatnonzero(another_turn.brought(here, dice.finals)):
            after = self.judge.after(replace(here, again=True), dice.finals[at])
            if after is None or len(after.seats) < len(here.seats) or found[at, 0] >= 1:
                continue  # it is over, or somebody is; or something can be bought that wins
            stars = int(after.numbers[0, STARS])
            if stars not in missed:
                following = another_turn.begins(state, after)
                start = turn_of(following, self._worth).start(rolls_to_come(following)) if following else found[at]
                missed[stars] = start - found[at]
            found[at] = shares(found[at] + missed[stars])
        return found

    def _probed(self, probing: Sequence[int], worth: Worth, here: Position, dice: Dice) -> Floats:
        values = worth(here, dice)
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
        if leaf.here is None or match.pending is None:
            return leaf
        if match.pending.kind == "roll":
            leaf.more = self._looking_ahead(match.state, leaf.here)
        elif match.pending.kind == "buy" and another_turn.is_to_come(leaf.here, match.state):
            leaf.more = self._going_on(match, leaf.here)
        return leaf

    def _going_on(self, match: Match[Any], here: Position) -> Floats:
        """The same where the monster whose turn it is may buy one thing more, and will have another turn then."""
        glance = np.zeros(len(match.names))
        glance[here.seats] = self.judge.positions([here])[0]
        if glance[here.seats[0]] >= 1:  # it can buy what wins
            return np.zeros_like(glance)
        assert match.pending is not None
        options = [option for option in match.pending.options if option[0] in ("done", "buy")]
        ways = [match.clone() for _ in options]
        for way, option in zip(ways, options, strict=True):
            way.answer(option)
            self._settle(way)
            if way.pending is not None and way.pending.kind == "buy":
                way.answer("done")
        found = self.each(ways)
        best: Floats = found[found[:, here.seats[0]].argmax()] - glance
        return best

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
