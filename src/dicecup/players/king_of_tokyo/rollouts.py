"""Roll-outs: a few options are played on many times and judged some turns later (`lines`).

All options have the same luck of cards, and the luck of the dice is taken off: their differences tell sooner which
is better, and whatever has clearly fallen behind is not looked at any more. What it may cost is counted in turns.
"""

from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np

from dicecup import extras
from dicecup.batch import contract, luck
from dicecup.batch.compiling import compiled
from dicecup.batch.king_of_tokyo import rows
from dicecup.batch.king_of_tokyo.twin import TWIN
from dicecup.games.king_of_tokyo import GAME, KingOptions, KingState
from dicecup.players.compared import ahead_of_first, difference, still_in
from dicecup.players.king_of_tokyo import (
    lines,
    row_changes,
    row_choices,
    row_dice,
    row_judge,
    row_news,
    row_outcomes,
    row_rolling,
)
from dicecup.players.king_of_tokyo.row_dice import Floats
from dicecup.players.king_of_tokyo.row_of import row_of
from dicecup.players.king_of_tokyo.row_outcomes import Tools, new_tools
from dicecup.players.king_of_tokyo.weights import shipped
from dicecup.table import Ask, Option, SetupError

AT_ONCE: Final = 16  # lines of each option, until they are compared
LINES: Final = 64  # at most
BEHIND: Final = 3.0  # standard errors, and an option is given up
TURNS: Final = {2: 4, 3: 4, 4: 5, 5: 6, 6: 7}
"""That are played on, by the number of seats: a round, and more in duels."""


class Crowded(Exception):  # noqa: N818 - it names what is the matter
    """Something happens for which a row has no room: nothing can be said."""


class Found(NamedTuple):
    """What roll-outs say of options."""

    level: float  # the chance to win with the first of them
    error: float  # the standard error of that
    ahead: Floats  # how much more with each than with the first
    errors: Floats  # the standard errors of that
    turns: int  # that were played


def possible() -> bool:
    """Whether there is what it takes."""
    return extras.works("numba")


@cache
def functions() -> Any:
    """All that is compiled."""
    return compiled(
        *(luck, *TWIN.modules, row_judge, row_news, row_dice, row_changes, row_outcomes, row_choices),
        *(row_rolling, lines),
        contract=contract,
        doors=(lines, row_rolling),
        keep="rollouts-king-of-tokyo",
    )


def prepare() -> None:
    """Have everything compiled and kept, or loaded."""
    seats = 2
    options = KingOptions(start="seat-order")
    state = GAME.setup(GAME.default_names(seats), options)
    state.phase, state.dice, state.rolls, state.rolls_left = "dice", [1, 1, 2, 4, 5, 6], 2, 1
    state.market = state.deck[:3]
    del state.deck[:3]
    ask = Ask(0, "dice", (Option("keep", 0, 1), Option("keep", 2)))
    Rollouts(seats, options).compare(state, ask, list(ask.options), 1, 1)


def unknown(seats: int, options: KingOptions) -> str:
    """Why games like this cannot be played on, in a sentence; nothing if they can."""
    try:
        TWIN.check(GAME, seats, options)
    except SetupError as error:
        return str(error)
    return ""


@cache
def _tools() -> Tools:
    return new_tools(shipped())


class Rollouts:
    """Room for them, at tables of one kind."""

    def __init__(self, seats: int, options: KingOptions) -> None:
        self.actions = GAME.actions(seats, options)
        self.rules = TWIN.rules(seats, options, self.actions)
        self.room = row_choices.new_room(rows.width(options.cards), len(self.actions))
        self._turns = TURNS[seats]

    def compare(self, state: KingState, ask: Ask, options: list[Option], seed: int, budget: int) -> Found:
        """Play on after each of these options, until one is clearly best or so many turns have been played.

        Crowded if that cannot be done.
        """
        f, room = functions(), self.room
        root = row_of(state, ask)
        tools = _tools()
        room.facts[:] = 0
        if ask.kind == "dice":
            dice, rolls = len(state.dice), min(state.rolls_left, row_dice.LEVELS)
            f.look_at_dice(root, self.rules, tools, room, room.opening, dice, rolls, ask.seat)
        codes = [self.actions.number(option, ask.seat) for option in options]
        words = np.random.default_rng(seed).integers(0, 2**64, LINES, np.uint64)
        played: list[list[Floats]] = [[] for _ in codes]
        left = list(range(len(codes)))
        for start in range(0, LINES, AT_ONCE):
            seeds = words[start : start + AT_ONCE]
            for one in left:
                values = np.zeros(len(seeds))
                try:
                    f.play_lines(
                        *(root, self.rules, tools, room),
                        *(codes[one], seeds, ask.seat, self._turns, values),
                    )
                except OverflowError as trouble:
                    raise Crowded from trouble
                played[one].append(values)
            left = still_in(played, left, BEHIND)
            # Another round costs about as much as the last; the budget is never passed.
            turns = int(room.facts[row_choices.PLAYED])
            if len(left) == 1 or turns * (start // AT_ONCE + 2) > budget * (start // AT_ONCE + 1):
                break
        ahead, errors = ahead_of_first(played)
        first = np.concatenate(played[0])
        level, error = difference(first, np.zeros(len(first)))
        return Found(level, error, ahead, errors, int(room.facts[row_choices.PLAYED]))
