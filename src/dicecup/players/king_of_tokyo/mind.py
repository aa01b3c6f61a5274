"""The mind behind the levels: every option of every decision by the chance to win that it leaves.

Dice go by the turn program. Everything else is tried out: the option is answered in a fork, which is played on to
the next point that can be judged. A card that would be turned up on the way is replaced by all that might come,
several by some of them, and dice that would fall are rolled several times, so that nobody counts on luck.
"""

import hashlib
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dicecup.games.king_of_tokyo import KingState
from dicecup.games.king_of_tokyo.cards.base import DECK
from dicecup.players.king_of_tokyo.cards import NUMBER, rolls_die
from dicecup.players.king_of_tokyo.judge import Judge, market_row
from dicecup.players.king_of_tokyo.position import Position, position
from dicecup.players.king_of_tokyo.program import Worth, turn_of
from dicecup.players.king_of_tokyo.reasons import prospects
from dicecup.players.king_of_tokyo.turn import Dice, Turn
from dicecup.players.player import Fork
from dicecup.table import Ask, Luck, Match, Option

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_ROLLING: Final = ("dice", "probe", "change", "resolve")
_MARKETS_TRIED: Final = 24  # where several cards are turned up at once
_ROLLS_TRIED: Final = 6  # where dice fall that the turn program does not know
_MOST_STEPS: Final = 40


@dataclass(slots=True)
class Leaf:
    """Where an option leads: a value for each seat; or a position, perhaps with markets whose mean is wanted."""

    values: Floats | None = None
    here: Position | None = None
    markets: Ints | None = None
    more: Floats | None = None  # to be added for each seat, by whoever looks further


class Mind:
    """Judges options; keeps the turn programs of the last turns."""

    _most_turns: int = 8

    def __init__(self, judge: Judge, seed: int = 0) -> None:
        self.judge = judge
        self.seed = seed
        self._turns: OrderedDict[bytes, Turn] = OrderedDict()
        self._seen: tuple[bytes, Turn] | None = None

    # --- dice ---

    def turn(self, state: KingState) -> Turn:
        """The program of the running turn."""
        return self._program(turn_key(state), state, self._worth)

    def _program(self, key: bytes, state: KingState, worth: Worth) -> Turn:
        found = self._turns.get(key)
        if found is None:
            found = self._turns[key] = turn_of(state, worth)
            if len(self._turns) > self._most_turns:
                self._turns.popitem(last=False)
        else:
            self._turns.move_to_end(key)
        return found

    def lying(self, state: KingState) -> Floats:
        """What each way the dice on the table may lie is worth to the living, before anybody does anything."""
        turn = self.turn(state)
        return turn.value(state.rolls_left) if state.phase == "dice" or state.rolls_left else turn.stopped

    def prospects(self, state: KingState) -> Turn:
        """The same with all that may come of the dice, for reasons in words."""
        key = turn_key(state)
        if self._seen is None or self._seen[0] != key:
            self._seen = key, prospects(self.judge, state)
        return self._seen[1]

    def _worth(self, here: Position, dice: Dice) -> Floats:
        return self.judge.dice(here, dice.finals)[1]

    # --- everything else ---

    def here(self, state: KingState) -> Position:
        """The table apart from its dice, as it is judged."""
        return position(state)

    def chances(self, match: Match[Any]) -> Floats:
        """The chance of each seat to win as a match stands; it is played on a little, so give a copy."""
        found: Floats = self.each([match])[0]
        return found

    def each(self, matches: Sequence[Match[Any]]) -> Floats:
        """The same for several matches of one table."""
        return self._means([self._leaf(match, None, 0) for match in matches], len(matches[0].names))

    def options(self, ask: Ask, fork: Fork) -> Floats:
        """The chance of each seat to win, after each option of a decision that is not about keeping dice."""
        match = fork(self.seed)
        if match.state.dice and (ask.kind == "probe" or (ask.kind == "again" and match.state.phase == "probe")):
            return self._probes(ask, match)
        market = list(match.state.market)
        tried = [self._tried(ask, option, fork, market) for option in ask.options]
        means = self._means([leaf for leaves in tried for leaf in leaves], len(match.names))
        ends = np.cumsum([len(leaves) for leaves in tried])
        return np.stack(
            [means[end - len(leaves) : end].mean(axis=0) for leaves, end in zip(tried, ends, strict=True)]
        )

    def _probes(self, ask: Ask, match: Match[Any]) -> Floats:
        """The chance of each seat after one die of the roller is rolled again."""
        state: KingState = match.state
        dice, values = self.turn(state).dice, self.lying(state)
        final, seats = dice.final(state.dice), position(state).seats
        found = np.zeros((len(ask.options), len(match.names)))
        for row, option in zip(found, ask.options, strict=True):
            slot = rolls_die(state, ask.seat, option)
            row[seats] = (
                values[final] if slot is None else values[dice.turned(final, state.dice[slot] - 1)].mean(axis=0)
            )
        return found

    def _tried(self, ask: Ask, option: Option, fork: Fork, market: list[str]) -> list[Leaf]:
        """Where an option leads; if dice fall on the way, several times."""
        match = fork(self.seed)
        if option[0] in ("roll", "keep"):  # dice have not fallen yet
            return [self._leaf(match, market, 0)]
        before = len(match.log)
        match.answer(option)
        matches = [match]
        if any(isinstance(entry, Luck) and isinstance(entry.result, tuple) for entry in match.log[before:]):
            matches += [fork(self.seed + more) for more in range(1, _ROLLS_TRIED)]
            for other in matches[1:]:
                other.answer(option)
        for one in matches if ask.kind == "hearts" else ():
            for _ in range(_MOST_STEPS):
                if one.pending is None or one.pending.kind != "hearts":
                    break
                one.answer(one.pending.find(option) or one.pending.options[0])
        return [self._leaf(one, market, 0) for one in matches]

    def _leaf(self, match: Match[Any], market: list[str] | None, depth: int) -> Leaf:
        seats = len(match.names)
        self._settle(match)
        if match.pending is None:
            assert match.outcome is not None
            return Leaf(values=np.array(match.outcome.shares))
        state: KingState = match.state
        ask = match.pending
        if ask.kind == "yield" and depth < 2 and ask.find("stay"):
            stay, go = match.clone(), match
            stay.answer("stay")
            if ask.find("yield") is None:
                return self._leaf(stay, market, depth + 1)
            go.answer("yield")
            both = self._means([self._leaf(each, market, depth + 1) for each in (stay, go)], seats)
            return Leaf(values=both[int(both[1, ask.seat] > both[0, ask.seat])])
        if state.dice and state.phase in _ROLLING:
            turn = self.turn(state)
            worth = turn.value(state.rolls_left) if state.phase == "dice" else turn.stopped
            values = np.zeros(seats)
            values[position(state).seats] = worth[turn.dice.final(state.dice)]
            return Leaf(values=values)
        here = self.here(state)
        return Leaf(here=here, markets=None if market is None else self._others(here, match, market))

    def _others(self, here: Position, match: Match[Any], market: list[str]) -> Ints | None:
        """The markets there might be with other cards in the places that were filled since; None: none was."""
        state: KingState = match.state
        new = [card for card in state.market if card and card not in market]
        return self.refilled(here, new) if new else None

    def refilled(self, here: Position, new: Sequence[str]) -> Ints:
        """Markets with other cards instead of these new ones: all that can be if there is one, or else some."""
        numbers = [NUMBER[card] for card in new]
        fixed = [card for card in here.market if card not in numbers]
        pool = sorted([*here.pool, *numbers])
        if len(new) == 1:
            return np.stack([market_row([*fixed, card]) for card in pool])
        seed = hashlib.blake2b(repr((self.seed, pool, fixed)).encode(), digest_size=8).digest()
        random = np.random.default_rng(int.from_bytes(seed, "big"))
        tries = [random.permutation(len(pool))[: len(new)] for _ in range(_MARKETS_TRIED)]
        return np.stack([market_row([*fixed, *(pool[at] for at in some)]) for some in tries])

    def _means(self, leaves: list[Leaf], seats: int) -> Floats:
        plain = [leaf.here for leaf in leaves if leaf.here is not None and leaf.markets is None]
        judged = iter(self.judge.positions(plain))
        found = np.zeros((len(leaves), seats))
        for row, leaf in zip(found, leaves, strict=True):
            if leaf.values is not None:
                row[:] = leaf.values
            elif leaf.here is not None and leaf.markets is not None:
                row[leaf.here.seats] = self.judge.markets(leaf.here, leaf.markets).mean(axis=0)
            elif leaf.here is not None:
                row[leaf.here.seats] = next(judged)
        return found

    def _settle(self, match: Match[Any]) -> None:
        """Answer for everybody, in a plain way, what is asked on the way to a point that can be judged."""
        for _ in range(_MOST_STEPS):
            ask = match.pending
            if ask is None or ask.kind in ("roll", "dice", "buy", "yield", "change", "order"):
                return
            match.answer(_plain(ask))


def _plain(ask: Ask) -> Option:
    if ask.kind == "react":
        shields = [option for option in ask.options if option[0] == "use" and option[1] == "wings"]
        return shields[0] if shields else ask.options[0]
    if ask.kind == "copy":
        copies = [option for option in ask.options if len(option) > 2 and option[2] in DECK]
        return max(copies, key=lambda option: DECK[str(option[2])].cost, default=ask.options[0])
    if ask.kind == "stake":
        return [ask.options[0], *(option for option in ask.options if option[0] == "stake")][-1]
    return ask.options[0]


def shares(row: Floats) -> Floats:
    """Chances that have been added to, put right."""
    found: Floats = np.clip(row, 0, 1)
    return found / max(float(found.sum()), 1e-9)


def turn_key(state: KingState) -> bytes:
    """Two states with the same key have the same turn program."""
    here = position(state)
    used = [(held.used, held.counters) for held in state.monsters[state.active].cards]
    what = (state.turn, len(state.dice) or here.dice, here.market, here.again, here.seats, used)
    return repr(what).encode() + here.numbers.tobytes() + here.cards.tobytes()
