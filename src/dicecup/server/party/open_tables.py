"""Tables that anybody may join, where the server shows them: off unless it was started so."""

from collections.abc import Iterable
from typing import Final, NamedTuple, Protocol

from dicecup import games
from dicecup.server import catalogue
from dicecup.server.party import seating
from dicecup.server.party.party import Party
from dicecup.server.party.people import Book, Chair
from dicecup.server.store.owners import Owner
from dicecup.server.wire import party as said

WAIT: Final = 45.0  # seconds until a table for anybody begins, with computer players where nobody has come
_CHAIRS: Final = 4
MOST: Final = 100  # that are shown
CLOSED: Final = "This server shows no open tables."


class Listed(NamedTuple):
    """A table of a list."""

    opened: float
    owner: Owner  # the process that has it
    table: said.OpenTable


class Others(Protocol):
    """The other processes of this server."""

    async def tables(self) -> list[Listed]:
        """Their tables that anybody may join now."""
        ...

    async def join(self, owner: Owner, wanted: said.Join, guest: str) -> said.Joined:
        """Go in at one of them; NotAllowed if that cannot be."""
        ...


def listed(parties: Iterable[Party]) -> list[Party]:
    """Those of these that anybody may join now: somebody is there, and there is a chair."""
    found = [party for party in parties if _is_open(party)]
    found.sort(key=lambda party: party.book.opened, reverse=True)
    return found[:MOST]


def _is_open(party: Party) -> bool:
    book = party.book
    if not book.rules.listed or book.stage == "playing" or not book.code or party.lost:
        return False
    return party.anybody_here and bool(seating.free_chairs(book))


def shown(book: Book) -> said.OpenTable:
    """A table as a list shows it."""
    host = book.person(book.host)
    return said.OpenTable(
        code=book.code,
        game=book.rules.game,
        title=games.titled(book.rules.game),
        host=host.name if host is not None else "",
        people=len(book.seated()),
        free=seating.free_chairs(book),
        house_rules=house_rules(book),
        clock=book.rules.clock,
        language=book.language,
    )


def house_rules(book: Book) -> list[str]:
    """What is not as usual, in words."""
    game = catalogue.find(book.rules.game)
    return catalogue.unusual(game, game.options.parse(dict(book.rules.options)))


def for_anybody(book: Book, now: float) -> None:
    """Let a new table be one for anybody: it is shown, and begins by itself."""
    book.rules = book.rules.model_copy(update={"listed": True})
    high = seating.limits(book.rules.game)[1]
    while len(book.chairs) < min(_CHAIRS, high):
        book.chairs.append(Chair())
    book.starts_at = now + WAIT
