"""Luck for many games side by side: each game has a stream of numbers of its own, so no game feels another.

A stream is SplitMix64 (Steele, Lea and Flood, 2014): its whole state is one word, at first the seed of the game,
and each number is a mix of the state after another step. Whoever knows the seed of a game can throw its dice
again, in any language. All of this is to be compiled; words are added and multiplied without their carries.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]

STEP: Final = np.uint64(0x9E3779B97F4A7C15)
MIX: Final = np.uint64(0xBF58476D1CE4E5B9)
MIX_AGAIN: Final = np.uint64(0x94D049BB133111EB)
CHOOSING: Final = np.uint64(0xD1B54A32D192ED03)
ONE, BY_11, BY_27, BY_30, BY_31 = np.uint64(1), np.uint64(11), np.uint64(27), np.uint64(30), np.uint64(31)
LAST: Final = np.uint64(0xFFFFFFFFFFFFFFFF)
_SIX: Final = np.uint64(6)
_DIE_LAST: Final = np.uint64(2**64 - 5)  # the last four words have no five beside them


def mixed(state: np.uint64) -> np.uint64:
    """The number that a state stands for."""
    once = (state ^ (state >> BY_30)) * MIX
    twice = (once ^ (once >> BY_27)) * MIX_AGAIN
    return np.uint64(twice ^ (twice >> BY_31))


def word(luck: Words, game: int) -> np.uint64:
    """The next number of a game's stream, any of 64 bits."""
    luck[game] += STEP
    return mixed(luck[game])


def below(luck: Words, game: int, size: int) -> int:
    """From 0 on below `size`, each as likely: the few words that would favour low numbers are passed over."""
    many = np.uint64(size)
    while True:
        drawn = word(luck, game)
        found = drawn % many
        if drawn - found <= LAST - many + ONE:
            return int(found)


def die(luck: Words, game: int) -> int:
    """What a die shows."""
    while True:  # as `below`, whose division takes longer where the compiler does not know by what
        drawn = word(luck, game)
        if drawn <= _DIE_LAST:
            return 1 + int(drawn % _SIX)


def fraction(luck: Words, game: int) -> float:
    """From 0 on below 1."""
    return float(word(luck, game) >> BY_11) * 2.0**-53


def seed_of(seed: np.uint64, game: int) -> np.uint64:
    """The seed of the first game in each row, when one seed is given for all of them."""
    return mixed(mixed(seed + STEP) + STEP * np.uint64(game + 1))


def next_seed(seed: np.uint64) -> np.uint64:
    """The seed of the game that follows one in the same row."""
    return mixed(seed ^ STEP)


def chooser(seed: np.uint64) -> np.uint64:
    """Where the stream begins by which choices are made at random: they take nothing from the dice."""
    return mixed(seed ^ CHOOSING)
