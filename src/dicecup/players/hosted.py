"""Players that a host offers besides: said when the server is started, and never by anybody who visits it."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from dicecup import games
from dicecup.players import own
from dicecup.table import SetupError, brought
from dicecup.table.errors import shown
from dicecup.table.manifest import NAME


class Hosted(NamedTuple):
    """A player by the name that is offered, for one game or ("") for all; `player` is what is run."""

    name: str
    game: str
    player: str


_offered: Final[list[Hosted]] = []


def names(game: str) -> tuple[str, ...]:
    """What the host offers for this game."""
    return tuple(dict.fromkeys(each.name for each in _offered if each.game in ("", game)))


def offer(players: Sequence[Hosted]) -> None:
    """From now on these can be chosen."""
    if players:
        _offered.extend(players)
        brought.forget()


def withdraw(players: Sequence[Hosted]) -> None:
    """They cannot any more."""
    for each in players:
        _offered.remove(each)
        brought.forget()


def read(words: Sequence[str]) -> tuple[Hosted, ...]:
    """Players as typed, NAME=exec:node bot.js or GAME/NAME=...; SetupError, with what is wrong, for anything else.

    Nothing outside is run for that; a class in Python is imported and made once.
    """
    from dicecup.players.levels import taken  # which knows us

    found: list[Hosted] = []
    for word in words:
        where, equals, player = (part.strip() for part in word.partition("="))
        game, _, name = where.rpartition("/")
        if not equals or not NAME.fullmatch(name) or not own.is_own(player):
            raise SetupError(
                "A player is offered as NAME=exec:node bot.js, or GAME/NAME=... for one game, with a name in "
                f"small letters; {shown(word)} is not."
            )
        played = [games.find(game).name] if game else list(games.names())
        for each in played:
            mine = [other.name for other in found if other.game in ("", each) or not game]
            if name in (*taken(each), *mine):
                raise SetupError(f"There is another player called {name} already.")
        own.check(player)
        found.append(Hosted(name, game, player))
    return tuple(found)
