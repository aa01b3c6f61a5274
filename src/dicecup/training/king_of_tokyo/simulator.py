"""Whole games of King of Tokyo between networks, some hundred in a second: what is compiled for them."""

from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicecup import extras
from dicecup.batch import contract, luck
from dicecup.batch.compiling import compiled
from dicecup.batch.king_of_tokyo import rows
from dicecup.batch.king_of_tokyo.cards import BOX
from dicecup.batch.king_of_tokyo.twin import TWIN
from dicecup.games.king_of_tokyo import GAME, KingOptions
from dicecup.players.king_of_tokyo import (
    lines,
    rollouts,
    row_changes,
    row_choices,
    row_dice,
    row_judge,
    row_news,
    row_outcomes,
    row_rolling,
)
from dicecup.players.king_of_tokyo.cards import NUMBER
from dicecup.players.king_of_tokyo.row_dice import Floats
from dicecup.players.king_of_tokyo.row_outcomes import Tools
from dicecup.training.king_of_tokyo import loops, notes
from dicecup.training.king_of_tokyo.samples import Pack

AT_ONCE: Final = 25  # games whose notes are taken out together


@cache
def functions() -> Any:
    """All that is compiled."""
    extras.need("numba")
    return compiled(
        *(
            luck,
            *TWIN.modules,
            row_judge,
            row_news,
            row_dice,
            row_changes,
            row_outcomes,
            row_choices,
            row_rolling,
            lines,
            notes,
            loops,
        ),
        contract=contract,
        doors=(loops,),
        keep="training-king-of-tokyo",
    )


def possible() -> bool:
    """Whether there is what it takes, and no card that batches do not know."""
    return extras.works("numba") and not rollouts.unknown(2, KingOptions(start="seat-order"))


class Table(NamedTuple):
    """What it takes to play at tables of one size."""

    rules: Any
    room: row_choices.Room
    diary: loops.Diary


@cache
def table(seats: int, cards: bool = True) -> Table:
    """With room for one game at a time."""
    options = KingOptions(start="seat-order", cards=cards)
    actions = GAME.actions(seats, options)
    wide = rows.width(cards)
    return Table(
        TWIN.rules(seats, options, actions), row_choices.new_room(wide, len(actions)), loops.new_diary(wide)
    )


@cache
def _notes() -> notes.Notes:
    return notes.new_notes(AT_ONCE)


def self_play(tools: Tools, seats: int, cards: bool, seed: int, games: int, trace: float) -> dict[int, Pack]:
    """What games of networks with themselves teach, AT_ONCE at most, by the number of the living."""
    at, noted = table(seats, cards), _notes()
    many = functions().self_play(at.rules, tools, at.room, at.diary, np.uint64(seed), games, trace, noted)
    return packs_of(noted, many)


_CARDS: Final = np.array([NUMBER[card] for card in BOX])


def packs_of(noted: notes.Notes, many: int) -> dict[int, Pack]:
    """What so many notes say, by the number of the living."""
    about, found = noted.about[:many], {}
    for living in range(2, rows.MOST_SEATS + 1):
        (some,) = np.nonzero(about[:, notes.LIVING] == living)
        if len(some):
            cards = np.zeros((len(some), living, len(NUMBER)), np.uint8)
            cards[:, :, _CARDS] = noted.cards[some, :living]
            market = noted.market[some]
            found[living] = {
                "numbers": noted.numbers[some, :living],
                "cards": cards,
                "market": np.where(market >= 0, _CARDS[market], -1).astype(np.int8),
                **{
                    name: about[some, column].astype(np.int8)
                    for name, column in (
                        *(("discount", notes.DISCOUNT), ("stage", notes.STAGE)),
                        ("again", notes.AGAIN),
                    )
                },
                "target": noted.targets[some, :living],
            }
    return found


class Measured(NamedTuple):
    """What came of some games: the share of the wins, and the same without the luck of the dice."""

    games: int
    won: float
    share: float
    within: float  # so much of `share` lies the truth, in 95 of 100 times

    def told(self) -> dict[str, float]:
        """For the learning curve."""
        return {name: round(value, 4) for name, value in self._asdict().items()}


def play(ours: Tools, theirs: Tools, seats: int, games: int, seed: int) -> Floats:
    """One of ours in each seat in turn, with the same dice, among theirs: the share and the luck in each game."""
    at, found = table(seats), np.zeros((games, 2))
    words = np.random.default_rng(seed).integers(0, 2**64, -(-games // seats), np.uint64)
    for game in range(games):
        functions().play_match(at.rules, ours, theirs, at.room, words[game // seats], game % seats, found[game])
    return found


def measured(found: NDArray[np.float64]) -> Measured:
    """What such games say."""
    rest = found[:, 0] - found[:, 1]
    return Measured(
        *(len(found), float(found[:, 0].mean()), float(rest.mean())),
        within=float(1.96 * rest.std(ddof=1) / len(rest) ** 0.5),
    )
