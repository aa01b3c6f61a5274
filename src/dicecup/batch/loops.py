"""The loops over all rows of a batch, for any game; compiled with the functions of one (see `contract`)."""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicecup.batch.ahead import soon
from dicecup.batch.contract import (
    ANYWHERE,
    BLOCK,
    allow,
    asked,
    begin_game,
    blocks,
    decide,
    expect,
    forget,
    observe,
    points,
    wins,
)
from dicecup.batch.luck import ONE, Words, below, chooser, next_seed, seed_of

_AHEAD: Final = 4  # games: choosing takes less time than memory does
NONE: Final = np.uint64(0)
_WORDS: Final = BLOCK // 8  # in a block
_EACH_BYTE: Final = np.uint64(0x0101010101010101)
_TOP_BYTE: Final = np.uint64(56)


class Arrays(NamedTuple):
    """Everything a batch consists of: made once, and written over by every step."""

    rows: NDArray[np.int64]  # the games themselves
    seeds: Words  # of the game that is being played in each row
    luck: Words  # where each game's stream of luck stands
    whims: Words  # where the stream stands by which random choices are made
    actors: NDArray[np.int64]  # the seat that has to decide; -1: the game is over
    masks: NDArray[np.int8]  # which actions are allowed; in whole blocks, and nothing behind the last action
    words: Words  # the same masks, eight actions in a word
    blocks: Words  # in which blocks of 64 actions these are, as bits; ANYWHERE: in any
    observations: NDArray[np.float32]  # what the actor sees; no columns if nobody wants to know
    rewards: NDArray[np.float32]  # of the last step, for each seat
    done: NDArray[np.bool_]  # whether the last step ended the game
    scores: NDArray[np.int64]  # of the last game that ended here
    lengths: NDArray[np.int64]  # decisions of the running game so far
    chance: NDArray[np.int8]  # what chance said in the last step, in order; -1: nothing more
    openings: NDArray[np.int8]  # what chance said before the first decision of the running game


def sow(a: Arrays, chosen: NDArray[np.bool_], seed: np.uint64) -> None:
    """A seed for each of the chosen rows from one for all."""
    for game in range(len(chosen)):
        if chosen[game]:
            a.seeds[game] = seed_of(seed, game)


def follow(a: Arrays, chosen: NDArray[np.bool_]) -> None:
    """The seeds of the games that come next in the chosen rows."""
    for game in range(len(chosen)):
        if chosen[game]:
            a.seeds[game] = next_seed(a.seeds[game])


def _start(a: Arrays, rules: Any, game: int) -> None:
    seed = a.seeds[game]
    a.luck[game], a.whims[game], a.lengths[game] = seed, chooser(seed), 0
    for place in range(a.openings.shape[1]):
        a.openings[game, place] = -1
    begin_game(a.rows[game], rules, a.luck, game, a.openings[game])


def _show(a: Arrays, rules: Any, game: int) -> None:
    """Whose decision it is, what may be chosen, and what the actor sees; mask and observation are empty."""
    row = a.rows[game]
    actor = asked(row)
    a.actors[game] = actor
    if actor >= 0:
        allow(row, rules, a.masks[game])
        a.blocks[game] = blocks(row)
        if a.observations.shape[1]:
            observe(row, rules, a.observations[game])


def _hide(a: Arrays, rules: Any, game: int) -> None:
    """Mask and observation are empty again.

    Most of them has been all the time, and is left in peace: to write over everything takes longer than to play.
    """
    left, first = a.blocks[game], 0
    while left and first < a.words.shape[1]:
        if left & ONE:
            for word in range(_WORDS):
                a.words[game, first + word] = 0
        left, first = _after(left), first + _WORDS
    if a.observations.shape[1] and a.actors[game] >= 0:
        forget(a.rows[game], rules, a.observations[game])


def _after(left: np.uint64) -> np.uint64:
    """The blocks behind the first of those that are left."""
    return left if left == ANYWHERE else left >> ONE


def _settle(a: Arrays, game: int, share: bool) -> None:
    """The game is over: scores, and rewards, which are points or a share of the win."""
    row, seats, best, winners = a.rows[game], a.rewards.shape[1], 0, 0
    for seat in range(seats):
        found = points(row, seat)
        a.scores[game, seat] = found
        if seat == 0 or found > best:
            best = found
    for seat in range(seats):
        if wins(row, seat, a.scores[game, seat] == best):
            winners += 1
    for seat in range(seats):
        if not share:
            a.rewards[game, seat] = a.scores[game, seat]
        elif wins(row, seat, a.scores[game, seat] == best):
            a.rewards[game, seat] = 1 / winners
    a.done[game] = True


def _calm(a: Arrays, game: int) -> None:
    """Nothing has happened in this step yet."""
    a.done[game] = False
    for seat in range(a.rewards.shape[1]):
        a.rewards[game, seat] = 0
    for place in range(a.chance.shape[1]):
        if a.chance[game, place] < 0:
            break  # nor had it said more in the last one
        a.chance[game, place] = -1


def illegal(a: Arrays, actions: NDArray[np.int64]) -> int:
    """The first game in which the action cannot be chosen; -1: there is none."""
    for game in range(len(actions)):
        if a.actors[game] >= 0:
            action = actions[game]
            if action < 0 or action >= a.masks.shape[1] or not a.masks[game, action]:
                return game
    return -1


def step(
    a: Arrays,
    rules: Any,
    actions: NDArray[np.int64],
    anew: bool,
    chosen: NDArray[np.bool_],
    again: bool,
    share: bool,
) -> None:
    """One decision in every game that is not over; or, with `anew`, the chosen games begin, by their seeds.

    `again`: after the end of a game the next one begins in the same row. `share`: the reward is a part of the win.
    """
    for game in range(len(actions)):
        if anew and not chosen[game]:
            continue
        if game + 1 < len(actions):
            expect(a.rows, game + 1)
            soon(a.chance, game + 1, 0)
        _calm(a, game)
        begins = anew
        if begins:
            _hide(a, rules, game)
        else:
            if a.actors[game] < 0:
                continue
            row = a.rows[game]
            _hide(a, rules, game)
            decide(row, rules, actions[game], a.luck, game, a.chance[game])
            a.lengths[game] += 1
            if asked(row) < 0:
                _settle(a, game, share)
                if again:
                    a.seeds[game] = next_seed(a.seeds[game])
                    begins = True
        if begins:
            _start(a, rules, game)
        _show(a, rules, game)


def whims(a: Arrays, actions: NDArray[np.int64]) -> None:
    """An action for each game, any that is allowed, each as likely; 0 where the game is over."""
    for game in range(len(actions)):
        actions[game] = 0
        if game + _AHEAD < len(actions):
            for block in range(2):
                soon(a.masks, game + _AHEAD, BLOCK * block)
        if a.actors[game] < 0:
            continue
        actions[game] = _allowed_at(a, game, below(a.whims, game, _count_allowed(a, game)))


def _count_allowed(a: Arrays, game: int) -> int:
    left, first, found = a.blocks[game], 0, 0
    while left and first < a.words.shape[1]:
        if left & ONE:
            by_place = NONE  # how many are allowed at each of the eight places in a word
            for word in range(_WORDS):
                by_place += a.words[game, first + word]
            found += _in_word(by_place)
        left, first = _after(left), first + _WORDS
    return found


def _in_word(word: np.uint64) -> int:
    """The sum of its bytes."""
    return int((word * _EACH_BYTE) >> _TOP_BYTE)


def _allowed_at(a: Arrays, game: int, place: int) -> int:
    """The action at a place among those that are allowed."""
    left, first = a.blocks[game], 0
    while left and first < a.words.shape[1]:
        if left & ONE:
            for word in range(first, first + _WORDS):
                many = _in_word(a.words[game, word])
                if place < many:
                    action = 8 * word - 1
                    while place >= 0:
                        action += 1
                        place -= a.masks[game, action]
                    return action
                place -= many
        left, first = _after(left), first + _WORDS
    return 0
