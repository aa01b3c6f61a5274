"""Who sits at the table: persons and computer players, as they are typed and as they are called."""

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from dicecup.players import Player, RandomPlayer
from dicecup.saves import PERSON
from dicecup.table import SetupError

COMPUTER: Final = "computer"  # as typed: the best there is
RANDOM: Final = "random"
_BEST: Final = {"yahtzee": "perfect"}

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Seat:
    """A name, and PERSON or the level of a computer player."""

    name: str
    player: str


def levels(game: str) -> list[str]:
    """The computer players of a game, the best one first."""
    return [_BEST[game], RANDOM] if game in _BEST else [RANDOM]


def computer(game: str, level: str, progress: Progress) -> Player:
    """The computer player of this level. `progress` is told what takes long."""
    if (game, level) == ("yahtzee", "perfect"):
        from dicecup.players.yahtzee.perfect import PerfectYahtzee

        return PerfectYahtzee(progress)
    if level == RANDOM:
        return RandomPlayer()
    raise SetupError(f"There is no computer player {level!r} here. There is: {', '.join(levels(game))}.")


def adviser(game: str, progress: Progress) -> Any:
    """A player that can say what each choice is worth; None if the game has none."""
    best = computer(game, levels(game)[0], progress)
    return best if hasattr(best, "advise") else None


def read_seats(game: str, words: Sequence[str]) -> list[Seat]:
    """Seats as typed: a name is a person, `computer` or a level a computer player, `NAME=LEVEL` a named one."""
    seats: list[Seat] = []
    taken = {name.strip().casefold() for word in words if (name := word.partition("=")[0])}
    for typed in words:
        word = unicodedata.normalize("NFC", " ".join(typed.split()))
        if not word:
            raise SetupError("A seat needs a name, or “computer”.")
        name, equals, level = (part.strip() for part in word.partition("="))
        if not equals and word.casefold() in (COMPUTER, *levels(game)):
            name, equals, level = "", "=", word
        if not equals:
            seats.append(Seat(word, PERSON))
            continue
        level = level.casefold()
        if level not in (COMPUTER, *levels(game)):
            there_is = ", ".join([COMPUTER, *levels(game)])
            raise SetupError(f"There is no computer player {level!r}. There is: {there_is}.")
        level = levels(game)[0] if level == COMPUTER else level
        seats.append(Seat(name or _new_name(seats, taken), level))
    return seats


def count_seats(game: str, people: int | None, computers: int | None) -> list[Seat]:
    """Seats by number: so many persons, then so many computer players."""
    if people is None:
        people = 1
    names = [f"Player {number}" for number in range(1, people + 1)]
    return read_seats(game, names + [COMPUTER] * (computers or 0))


def _new_name(seats: Sequence[Seat], taken: set[str]) -> str:
    """Computer, Computer 2 and so on, but no name somebody else has."""
    used = {seat.name.casefold() for seat in seats} | (taken - {COMPUTER})
    number, name = 1, "Computer"
    while name.casefold() in used:
        number += 1
        name = f"Computer {number}"
    return name
