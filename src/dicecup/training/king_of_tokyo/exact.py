"""The game of two monsters without cards, solved; and the best answer to anybody who plays it by values.

States are worked out from many stars down to none: each round of this game brings a star at least, so no state
comes again. What the best answer wins more than a half is how far a player can be exploited.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dicecup.games.king_of_tokyo.state import GOAL, HEARTS
from dicecup.players.king_of_tokyo.cards import NUMBER
from dicecup.players.king_of_tokyo.duel import SHAPE, Duel
from dicecup.players.king_of_tokyo.network import MARKET, NOTHING, Network, Scenes
from dicecup.players.king_of_tokyo.position import BEFORE_BUY, BEFORE_ROLL
from dicecup.players.king_of_tokyo.turn import FACES, table
from dicecup.training.king_of_tokyo.samples import Pack, packed

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_ROLLS: Final = 3
_DICE: Final = table(6)


def _fewer() -> list[tuple[slice, Ints]]:
    """For the keeps of each size their places, and those with a die less; one after the last if there is none."""
    found = []
    sizes = _DICE.counts.sum(axis=1)
    for size in range(1, _DICE.number + 1):
        places = np.flatnonzero(sizes == size)
        rows = np.full((len(places), FACES), len(_DICE.counts))
        for row, place in enumerate(places):
            for face in np.flatnonzero(_DICE.counts[place]):
                counts = _DICE.counts[place].copy()
                counts[face] -= 1
                rows[row, face] = _DICE.where[tuple(counts.tolist())]
        found.append((slice(int(places[0]), int(places[-1]) + 1), rows))
    return found


_FEWER: Final = _fewer()


def _best(kept: Floats, told: Floats | None) -> tuple[Floats, Floats | None]:
    """Of each final the best of its keeps, every column for itself; and what is told of the keep so chosen."""
    none = np.full((1, kept.shape[1]), -np.inf)
    best = np.concatenate([kept, none])
    other = None if told is None else np.concatenate([told, none])
    for places, fewer in _FEWER:
        for face in range(FACES):
            rival = best[fewer[:, face]]
            if other is not None:
                other[places] = np.where(rival > best[places], other[fewer[:, face]], other[places])
            np.maximum(best[places], rival, out=best[places])
    ends = slice(_DICE.first, len(_DICE.counts))
    return best[ends], None if other is None else other[ends]


def _turn(own: Floats, actual: Floats | None = None) -> Floats:
    """Before the first roll of a turn with these values of the final dice, a column for each state.

    Choices are made by `own`; the result is in `actual` if that is given.
    """
    value, told = own, actual
    for _ in range(_ROLLS - 1):
        kept = _DICE.rolled(value)
        kept[_DICE.first :] = own
        beside = None
        if told is not None:
            beside = _DICE.rolled(told)
            beside[_DICE.first :] = actual
        value, told = _best(kept, beside)
    found: Floats = _DICE.chance @ (value if told is None else told)
    return found


def _classes() -> tuple[Ints, Ints, Ints, Ints]:
    """Stars, hearts and claws of the final dice, as far as they differ; and of which class each final is."""
    ones, twos, threes, hearts, _, claws = _DICE.finals.T
    stars = sum(np.where(count >= 3, face + count - 3, 0) for face, count in ((1, ones), (2, twos), (3, threes)))
    kinds, case = np.unique(np.column_stack([stars, hearts, claws]), axis=0, return_inverse=True)
    return (*kinds.T[:, :, None], case.reshape(-1))


_STARS, _HEARTS, _CLAWS, _CASE = _classes()
_OWN, _OTHERS = (each.reshape(1, -1) for each in np.meshgrid(*[np.arange(1, HEARTS + 1)] * 2, indexing="ij"))


def _finals(inside: int, stars: int, stars2: int, real: Duel, yielder: Duel) -> Floats:
    """The chance of the roller after all final dice (rows), for all hearts of both (columns).

    The values of what follows are `real`; whether the other yields goes by the values of `yielder`.
    """
    left, mine = _OTHERS - _CLAWS, stars + _STARS
    theirs = np.full_like(left, stars2)
    if inside:
        hearts = np.broadcast_to(_OWN, left.shape)
        return 1 - real.following(1, hearts, mine, left, theirs)[_CASE]
    hearts = np.minimum(HEARTS, _OWN + _HEARTS)
    stay = (0, hearts, mine, left, theirs)
    go = (1, hearts, mine + 1, left, theirs)
    goes = (_CLAWS > 0) & (left > 0) & (yielder.following(*go) > yielder.following(*stay))
    return 1 - np.where(goes, real.following(*go), real.following(*stay))[_CASE]


def _first(real: Duel) -> Floats:
    """The same for the first turn of the game, which ends in Tokyo."""
    full, nothing = np.full_like(_STARS, HEARTS), np.zeros_like(_STARS)
    return 1 - real.following(1, full, _STARS + 1, full, nothing)[_CASE]


def _downwards(work: Callable[[int, int, int], None]) -> None:
    """All stars of both, the richest first; for the same sum the monster outside before the one in Tokyo."""
    for total in range(2 * GOAL - 2, -1, -1):
        for inside in (0, 1):
            for stars in range(max(0, total - GOAL + 1), min(GOAL - 1, total) + 1):
                work(inside, stars, total - stars)


@dataclass(frozen=True, slots=True)
class Solution:
    """The exact values, and the chance of whoever begins."""

    duel: Duel
    first: float


def solve() -> Solution:
    """Both players play as well as possible."""
    duel = Duel(np.zeros(SHAPE))

    def work(inside: int, stars: int, stars2: int) -> None:
        found = _turn(_finals(inside, stars, stars2, duel, duel))
        duel.values[inside, 1:, stars, 1:, stars2] = found.reshape(HEARTS, HEARTS)

    _downwards(work)
    return Solution(duel, float(_turn(_first(duel))[0]))


def scenes(stage: Ints, about: Sequence[Ints], energy: Ints) -> Scenes:
    """States of this game, as SHAPE has them, as a network sees them: if not inside, the other is there."""
    inside, hearts, stars, hearts2, stars2 = about
    nothing = np.zeros_like(hearts)
    mine = np.column_stack([hearts, stars, energy[:, 0], inside, nothing, nothing])
    other = np.column_stack([hearts2, stars2, energy[:, 1], 1 - inside, nothing, nothing])
    return Scenes(
        np.stack([mine, other], axis=1),
        np.zeros((1, 2, len(NUMBER)), np.uint8),
        np.full((len(hearts), MARKET), NOTHING),
        nothing,
        stage,
        nothing,
    )


class Judged(Duel):
    """What a network that knows cards as well thinks of turns that end; its values are those of the mover then."""

    def following(self, inside: int | Ints, hearts: Ints, stars: Ints, hearts2: Ints, stars2: Ints) -> Floats:
        """It is asked about all that the rules do not decide at once."""
        mine, theirs = np.minimum(stars, GOAL - 1), np.minimum(stars2, GOAL - 1)
        known = 1 - self.values[inside, hearts, mine, np.maximum(hearts2, 0), theirs]
        return np.where((hearts2 <= 0) | (stars >= GOAL), 0.0, known)


def judged(network: Network) -> Judged:
    """The network for two monsters, at tables without cards; nobody has energy, which buys nothing there."""
    values = np.zeros(SHAPE)
    hearts, stars, hearts2, stars2 = (each.reshape(-1) for each in np.indices(SHAPE[1:]))
    none = np.zeros((len(hearts), 2), np.int64)
    for inside in (0, 1):
        for some in np.array_split(np.arange(len(hearts)), 40):
            about = (np.full(len(some), inside), hearts[some], stars[some], hearts2[some], stars2[some])
            told = network.chances(scenes(np.full(len(some), BEFORE_BUY), about, none[some]))[:, 0]
            values[inside].reshape(-1)[some] = told
    return Judged(values)


def examples(duel: Duel, count: int, random: np.random.Generator) -> Pack:
    """States of this game, any of them as likely, and what is true of them: for a network that knows cards."""
    hearts, hearts2 = random.integers(1, HEARTS + 1, (2, count))
    stars, stars2 = random.integers(0, GOAL, (2, count))
    stage, inside = random.integers(0, 2, (2, count))
    about = (inside, hearts, stars, hearts2, stars2)
    mine = np.where(stage == BEFORE_ROLL, duel.rolling(*about), 1 - duel.following(*about))
    seen = scenes(stage, about, random.integers(0, 13, (count, 2)))
    seen.cards = np.repeat(seen.cards, count, axis=0)
    return packed(seen, np.column_stack([mine, 1 - mine]))


def best_answer(agent: Duel) -> tuple[float, float]:
    """How often the best answer wins against a player that goes by the values of `agent`: as first, as second."""
    theirs, mine = Duel(np.zeros(SHAPE)), Duel(np.zeros(SHAPE))  # what becomes of the agent, and of the answer

    def work(inside: int, stars: int, stars2: int) -> None:
        believed = _finals(inside, stars, stars2, agent, agent)
        found = _turn(believed, _finals(inside, stars, stars2, mine, mine))
        theirs.values[inside, 1:, stars, 1:, stars2] = found.reshape(HEARTS, HEARTS)
        found = _turn(_finals(inside, stars, stars2, theirs, agent))
        mine.values[inside, 1:, stars, 1:, stars2] = found.reshape(HEARTS, HEARTS)

    _downwards(work)
    return float(_turn(_first(theirs))[0]), 1 - float(_turn(_first(agent), _first(mine))[0])


def exploited(agent: Duel) -> float:
    """How much more than half of its games the best answer wins, in points of a hundred."""
    return 100 * (sum(best_answer(agent)) / 2 - 0.5)
