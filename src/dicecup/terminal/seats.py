"""Who sits at the table: persons and computer players, as they are typed and as they are called."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from dicecup import players
from dicecup.players import Advisor, Player, Progress
from dicecup.players.outside import is_outside
from dicecup.players.own import check, is_own, maker
from dicecup.players.tempers import CHANCE, PLAIN
from dicecup.saves import PERSON, Store, Table
from dicecup.table import SaveError, SetupError
from dicecup.table.words import listed

COMPUTER: Final = "computer"  # as typed: of the usual level, or the one that was chosen for all
_EARLIER: Final = {"perfect": "hard"}  # levels in saves of earlier versions


@dataclass(frozen=True, slots=True)
class Seat:
    """A name, and PERSON or the level of a computer player."""

    name: str
    player: str


def like(level: str, temper: str | None) -> str:
    """What a computer player is: "hard computer player, a turtle"."""
    if temper in (None, "", PLAIN):
        return f"{level} computer player"
    if temper == CHANCE:
        return f"{level} computer player, its temper to be drawn"
    return f"{level} computer player, {'an' if temper[0] in 'aeiou' else 'a'} {temper}"


def computer(game: str, level: str, seat: int, progress: Progress) -> Player:
    """The computer player of this level, or somebody's own. `progress` is told what takes long."""
    if is_own(level):
        return maker(level)(seat)
    if level not in players.offered(game):
        level = _EARLIER.get(level, level)
    return players.make(game, level, seat, progress)


def read_table(store: Store, path: Path) -> Table:
    """A saved game. One that names somebody's own players would run them: only if it is among one's own saves."""
    table = store.read(path)
    own = [player for player in table.players if is_own(player)]
    if own and not path.resolve().is_relative_to(store.saves.resolve()):
        raise SaveError(
            f"In this game {own[0]} plays, and continuing it would run that as a program. If you trust whoever "
            f"made this save, put it into {store.saves} first."
        )
    return table


def adviser(game: str, progress: Progress) -> Advisor | None:
    """The best player that can say what each choice is worth; None if the game has none."""
    if not players.levels(game):
        return None
    best = players.make(game, players.best(game), progress=progress)
    return best if isinstance(best, Advisor) else None


def read_level(game: str, word: str) -> str:
    """A level as typed, perhaps only its beginning; SetupError, with those there are, for anything else."""
    if players.plays(game, word.casefold()):
        return word.casefold()
    found = [level for level in players.offered(game) if word and level.startswith(word.casefold())]
    if len(found) != 1:
        raise SetupError(f"The computer plays {listed(players.offered(game), 'or')} here, not {word!r}.")
    return found[0]


def leaves_open(words: Sequence[str]) -> bool:
    """Whether there is a computer player among these seats whose level was not said."""
    return any(word.rpartition("=")[2].strip().casefold() == COMPUTER for word in words)


def read_seats(game: str, words: Sequence[str], level: str | None = None) -> list[Seat]:
    """Seats as typed: a name is a person, `computer` or a level a computer player, `NAME=LEVEL` a named one, and
    `NAME=mybots.Thrifty` or `NAME=exec:node bot.js` somebody's own.

    `level` is that of computer players of which nothing else is said.
    """
    seats: list[Seat] = []
    known = (COMPUTER, *players.offered(game), *players.references(game))
    taken = {name.strip().casefold() for word in words if (name := word.partition("=")[0])}
    for typed in words:
        if is_outside(typed.strip()):
            typed = f"={typed}"  # noqa: PLW2901 - a command may have such a sign in it
        named, equals, kind = (part.strip() for part in typed.partition("="))
        name = unicodedata.normalize("NFC", " ".join(named.split()))
        if is_own(kind):
            check(kind)  # SetupError, if there is no such player
            seats.append(Seat(name or _new_name(seats, taken), kind))
            continue
        kind = unicodedata.normalize("NFC", " ".join(kind.split()))
        word = f"{name}{equals}{kind}"
        if not word:
            raise SetupError("A seat needs a name, or “computer”.")
        if not equals and (word.casefold() in (COMPUTER, players.RANDOM) or players.plays(game, word.casefold())):
            name, equals, kind = "", "=", word
        if not equals:
            seats.append(Seat(word, PERSON))
            continue
        kind = kind.casefold()
        if kind not in known and not players.plays(game, kind):
            level_of, _, temper = kind.rpartition("-")
            if (tempers := players.tempers_of(game)) is not None and players.plays(game, level_of):
                raise SetupError(
                    f"There is no computer player with the temper {temper!r} here. The tempers are: "
                    f"{', '.join((*tempers.words, PLAIN, CHANCE))}."
                )
            raise SetupError(
                f"There is no computer player {kind!r}. The players are: {', '.join(dict.fromkeys(known))}; or "
                "name your own by where it is imported from, such as mybots.Thrifty, or by what runs it, such as "
                "exec:node bot.js."
            )
        kind = level or players.usual(game) if kind == COMPUTER else kind
        seats.append(Seat(name or _new_name(seats, taken), kind))
    return seats


def count_seats(game: str, people: int | None, computers: int | None, level: str | None = None) -> list[Seat]:
    """Seats by number: so many persons, then so many computer players."""
    if people is None:
        people = 1
    names = [f"Player {number}" for number in range(1, people + 1)]
    return read_seats(game, names + [COMPUTER] * (computers or 0), level)


def _new_name(seats: Sequence[Seat], taken: set[str]) -> str:
    """Computer, Computer 2 and so on, but no name somebody else has."""
    used = {seat.name.casefold() for seat in seats} | (taken - {COMPUTER})
    number, name = 1, "Computer"
    while name.casefold() in used:
        number += 1
        name = f"Computer {number}"
    return name
