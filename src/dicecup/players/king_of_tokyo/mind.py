"""The mind behind the levels: every option of every decision by the chance to win that it leaves.

Dice go by the turn program. Everything else is tried out: the option is answered in a fork, which is played on to
the next point that can be judged. Cards that would be turned up on the way are replaced by several others that
might come, so that nobody counts on one of them.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dicecup.games.king_of_tokyo import KingState
from dicecup.games.king_of_tokyo.cards.base import DECK
from dicecup.players.king_of_tokyo.cards import NUMBER, rolls_die
from dicecup.players.king_of_tokyo.judge import Judge
from dicecup.players.king_of_tokyo.position import Position, position
from dicecup.players.king_of_tokyo.program import turn_of
from dicecup.players.king_of_tokyo.reasons import prospects
from dicecup.players.king_of_tokyo.turn import FACES, Dice, Turn
from dicecup.players.player import Fork
from dicecup.table import Ask, Match, Option

Floats = NDArray[np.float64]

_ROLLING: Final = ("dice", "probe", "change", "resolve")
_CARDS_TRIED: Final = 8  # cards that might come instead of the one that came in a fork
_MOST_STEPS: Final = 40


@dataclass(slots=True)
class Leaf:
    """Where an option leads: a value for each seat, or positions whose mean is wanted."""

    values: Floats | None = None
    positions: Sequence[Position] = ()


class Mind:
    """Judges options; keeps the turn program of the running turn."""

    def __init__(self, judge: Judge, seed: int = 0) -> None:
        self.judge = judge
        self._seed = seed
        self._key: bytes = b""
        self._turn: Turn | None = None
        self._seen: tuple[bytes, Turn] | None = None

    # --- dice ---

    def turn(self, state: KingState) -> Turn:
        """The program of the running turn."""
        key = _key(state)
        if self._turn is None or key != self._key:
            self._turn, self._key = turn_of(state, self._worth), key
        return self._turn

    def prospects(self, state: KingState) -> Turn:
        """The same with all that may come of the dice, for reasons in words."""
        key = _key(state)
        if self._seen is None or self._seen[0] != key:
            self._seen = key, prospects(self.judge, state)
        return self._seen[1]

    def _worth(self, here: Position, dice: Dice) -> Floats:
        return self.judge.dice(here, dice.finals)[1]

    # --- everything else ---

    def chances(self, match: Match[Any]) -> Floats:
        """The chance of each seat to win as a match stands; it is played on a little, so give a copy."""
        found: Floats = self._means([self._leaf(match, None, 0)], len(match.names))[0]
        return found

    def options(self, ask: Ask, fork: Fork) -> Floats:
        """The chance of each seat to win, after each option of a decision that is not about keeping dice."""
        match = fork(self._seed)
        if ask.kind == "probe" and match.state.dice:
            return self._probes(ask, match)
        market = list(match.state.market)
        leaves = [self._tried(ask, option, fork, market) for option in ask.options]
        return self._means(leaves, len(match.names))

    def _probes(self, ask: Ask, match: Match[Any]) -> Floats:
        """The chance of each seat after one die of the roller is rolled again."""
        state: KingState = match.state
        turn = self.turn(state)
        dice, final = turn.dice, turn.dice.final(state.dice)
        values = turn.value(state.rolls_left) if state.rolls_left else turn.stopped
        seats = position(state).seats
        found = np.zeros((len(ask.options), len(match.names)))
        for row, option in zip(found, ask.options, strict=True):
            slot = rolls_die(state, ask.seat, option)
            if slot is None:
                row[seats] = values[final]
            else:
                face = state.dice[slot] - 1
                row[seats] = np.mean([values[dice.neighbour(final, face, new)] for new in range(FACES)], axis=0)
        return found

    def _tried(self, ask: Ask, option: Option, fork: Fork, market: list[str]) -> Leaf:
        match = fork(self._seed)
        if option[0] in ("roll", "keep"):  # dice have not fallen yet
            return self._leaf(match, market, 0)
        match.answer(option)
        if ask.kind == "hearts":
            for _ in range(_MOST_STEPS):
                if match.pending is None or match.pending.kind != "hearts":
                    break
                match.answer(match.pending.find(option) or match.pending.options[0])
        return self._leaf(match, market, 0)

    def _leaf(self, match: Match[Any], market: list[str] | None, depth: int) -> Leaf:
        seats = len(match.names)
        self._settle(match)
        if match.pending is None:
            return Leaf(values=_shared(match))
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
        here = position(state)
        return Leaf(positions=self._markets(here, match, market))

    def _markets(self, here: Position, match: Match[Any], market: list[str] | None) -> list[Position]:
        """The position with other cards in the places that were filled since."""
        state: KingState = match.state
        if market is None:
            return [here]
        known = [at for at, card in enumerate(state.market) if card and card in market]
        new = sum(1 for card in state.market if card) - len(known)
        if not new:
            return [here]
        fixed = [NUMBER[state.market[at]] for at in known]
        pool = [*here.pool, *(NUMBER[card] for card in state.market if card and card not in market)]
        seed = hashlib.blake2b(repr((self._seed, sorted(pool), fixed)).encode(), digest_size=8).digest()
        random = np.random.default_rng(int.from_bytes(seed, "big"))
        tries = [random.permutation(len(pool))[:new] for _ in range(_CARDS_TRIED)]
        return [replace(here, market=[*fixed, *(pool[at] for at in some)]) for some in tries]

    def _means(self, leaves: list[Leaf], seats: int) -> Floats:
        wanted = [each for leaf in leaves for each in leaf.positions]
        judged = iter(self.judge.positions(wanted))
        found = np.zeros((len(leaves), seats))
        for row, leaf in zip(found, leaves, strict=True):
            if leaf.values is not None:
                row[:] = leaf.values
                continue
            for each in leaf.positions:
                row[each.seats] += next(judged) / len(leaf.positions)
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


def _shared(match: Match[Any]) -> Floats:
    won = match.outcome.winners if match.outcome else ()
    found = np.zeros(len(match.names))
    found[list(won)] = 1 / max(1, len(won))
    return found


def _key(state: KingState) -> bytes:
    here = position(state)
    used = [(held.used, held.counters) for held in state.monsters[state.active].cards]
    what = (state.turn, len(state.dice) or here.dice, here.market, here.again, here.seats, used)
    return repr(what).encode() + here.numbers.tobytes() + here.cards.tobytes()
