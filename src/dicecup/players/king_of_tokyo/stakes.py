"""What staying in Tokyo and leaving it bring, until one's own next turn begins: counted, not judged.

The option is answered in a fork, and nobody does anything more in the turn that is ending. If the next turn is
somebody else's, its dice say exactly how often they knock one out, rolled as Hard would roll them. What the dice
of all who roll before oneself may cost is added up at the table as it stands now, as if whoever stays stayed each
time, and nobody healed, bought or moved meanwhile.
"""

from functools import reduce
from typing import Final, NamedTuple

import numpy as np

from dicecup.games.king_of_tokyo import KingState
from dicecup.players.king_of_tokyo.judge import Judge
from dicecup.players.king_of_tokyo.mind import Mind
from dicecup.players.king_of_tokyo.position import HEARTS, Position, position
from dicecup.players.king_of_tokyo.program import rolls_to_come, turn_of
from dicecup.players.king_of_tokyo.turn import Dice, Floats
from dicecup.players.player import Fork
from dicecup.table import Ask, Option

_MOST_STEPS: Final = 40


class Stakes(NamedTuple):
    """Of one option."""

    hearts: int  # that are left when the next turn begins
    roller: int | None  # whose turn that is; None: one's own, or the game is over
    rollers: int  # so many roll before one's own next turn
    falls: float  # how likely the dice of that turn are to knock one out
    in_all: float  # how likely those of all are who roll before oneself
    pays: int | None  # stars that Tokyo has paid, if the next turn is one's own
    entering: tuple[int, int] | None  # who went into Tokyo, and the stars that brought


def stakes(mind: Mind, ask: Ask, fork: Fork) -> dict[Option, Stakes]:
    """Of each option of the question whether to yield."""
    return {option: _of(mind, ask, fork, option) for option in ask.options if option[0] in ("stay", "yield")}


def _of(mind: Mind, ask: Ask, fork: Fork, option: Option) -> Stakes:
    match = fork(mind.seed)
    state: KingState = match.state
    turn, attacker = state.turn, state.active
    before = [(monster.stars, monster.in_tokyo) for monster in state.monsters]
    match.answer(option)
    entering = _entered(match.state, attacker, before[attacker])
    for _ in range(_MOST_STEPS):
        if match.pending is None or (match.pending.kind == "roll" and match.state.turn > turn):
            break
        idle = next((one for one in match.pending.options if one[0] in ("done", "stay")), match.pending.options[0])
        match.answer(idle)
        entering = entering or _entered(match.state, attacker, before[attacker])
    state = match.state
    me = state.monsters[ask.seat]
    if match.pending is None or match.pending.kind != "roll" or state.active == ask.seat:
        mine = match.pending is not None and state.active == ask.seat
        return Stakes(me.hearts, None, 0, 0.0, 0.0, me.stars - before[ask.seat][0] if mine else None, entering)
    seats = position(state).seats
    if ask.seat not in seats:
        return Stakes(0, None, 0, 1.0, 1.0, None, entering)
    rollers = seats[: seats.index(ask.seat)]
    lost = [_lost(mind.judge, state, roller, ask.seat) for roller in rollers]
    in_all = reduce(_added, lost)
    return Stakes(me.hearts, rollers[0], len(rollers), float(lost[0][-1]), float(in_all[-1]), None, entering)


def _lost(judge: Judge, state: KingState, roller: int, seat: int) -> Floats:
    """How likely the dice of a turn of `roller` cost somebody so many hearts; the last: all that are left."""
    state.active = roller  # it is a fork's, and nobody else looks at it
    at, hearts = position(state).seats.index(seat), state.monsters[seat].hearts
    each = np.eye(hearts + 1)

    def worth(here: Position, dice: Dice) -> Floats:
        found, values = judge.dice(here, dice.finals)
        lost = np.clip(hearts - found.numbers[0][:, at, HEARTS], 0, hearts)
        return np.column_stack([values[:, 0], each[lost][found.case]])

    return turn_of(state, worth).start(rolls_to_come(state))[1:]


def _added(one: Floats, other: Floats) -> Floats:
    """What both cost together, of the same hearts."""
    both = np.convolve(one, other)
    most = len(one) - 1
    return np.append(both[:most], both[most:].sum())


def _entered(state: KingState, attacker: int, before: tuple[int, bool]) -> tuple[int, int] | None:
    stars, inside = before
    monster = state.monsters[attacker]
    return (attacker, monster.stars - stars) if monster.in_tokyo and not inside else None
