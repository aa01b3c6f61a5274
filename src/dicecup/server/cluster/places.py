"""Where each request is answered: at the process that has its unit in memory, or at any.

What is the matter of one match or party runs at its owner. Everything else reads and writes the store, or is about
the computer it came to, and runs where it came in. What all processes know a part of is put together there.
"""

import re
from enum import Enum
from typing import Final, NamedTuple

from starlette.types import Scope

SOCKET: Final = "SOCKET"  # instead of a method
_API: Final = "/api/v1"


class By(Enum):
    """By what a request names the unit that it is about."""

    NOTHING = "nothing"  # it is about none: it runs where it came in
    MATCH = "match"  # in its path
    PARTY = "party"  # in its path
    INVITE = "invite"  # in its path
    CODE = "code"  # of a table, in its body
    ADOPTED = "adopted"  # a match in its body, if there is one


class Place(NamedTuple):
    """Where a request is answered; `again`: it may be asked a second time when its answer got lost."""

    by: By
    again: bool = True


ANY: Final = Place(By.NOTHING)
_MATCH: Final = Place(By.MATCH)
_MATCH_ONCE: Final = Place(By.MATCH, again=False)
_PARTY: Final = Place(By.PARTY)

ROUTES: Final = {
    # the store, and what comes with the program
    **dict.fromkeys(("GET /hello", "GET /games/*/rules", "GET /matches", "GET /results", "GET /rating"), ANY),
    "POST /tempers": ANY,
    **dict.fromkeys(("GET /mine", "GET /parties", "GET /me/export", "POST /seals"), ANY),
    **dict.fromkeys(("GET /puzzles", "GET /puzzles/next", "GET /puzzles/*/*", "POST /puzzles/*/*"), ANY),
    # what is new is nobody's yet
    **dict.fromkeys(("POST /matches", "POST /lessons", "POST /import", "POST /saves/load"), ANY),
    # this computer
    **dict.fromkeys(("GET /saves", "DELETE /saves/*", "GET /friends", "POST /friends", "POST /exit"), ANY),
    # put together from all processes
    **dict.fromkeys(("GET /tables", "POST /anybody", "DELETE /me"), ANY),
    # one match
    **dict.fromkeys(("GET /matches/*/rules", "GET /matches/*/evidence", "GET /matches/*/chances"), _MATCH),
    **dict.fromkeys(("GET /matches/*/replay", "GET /matches/*/replay/stops"), _MATCH),
    **dict.fromkeys(("GET /matches/*/replay/asked", "GET /matches/*/export"), _MATCH),
    **dict.fromkeys(("GET /matches/*/review", "POST /matches/*/review/try", "POST /matches/*/coach"), _MATCH),
    # asked for twice, these do no more than once
    **dict.fromkeys(("POST /matches/*/rematch", "POST /matches/*/nonce", "POST /matches/*/here"), _MATCH),
    **dict.fromkeys(("POST /matches/*/save", f"{SOCKET} /matches/*/socket"), _MATCH),
    # asked for twice, these would be refused the second time, or done twice
    **dict.fromkeys(("DELETE /matches/*", "POST /matches/*/rescue", "POST /matches/*/branch"), _MATCH_ONCE),
    "POST /matches/*/lesson/leave": _MATCH_ONCE,
    "POST /invites/*": Place(By.INVITE),  # whoever has the seat by it gets the same answer
    # one party
    **dict.fromkeys(("GET /parties/*/links", "POST /parties/*/pass", "GET /parties/*/evening"), _PARTY),
    f"{SOCKET} /parties/*/socket": _PARTY,
    "POST /doors": Place(By.CODE),
    "POST /join": Place(By.CODE),  # whoever is in already is the same person
    "POST /parties": Place(By.ADOPTED, again=False),
}
"""Every route of the interface: a test compares them."""


class Found(NamedTuple):
    """A request that is about a unit."""

    place: Place
    route: str  # such as `/matches/*/rules`
    word: str  # what its path names it by, if it does


def _pattern(path: str) -> str:
    return re.escape(f"{_API}{path}").replace(r"\*", "([^/]+)", 1).replace(r"\*", "[^/]+")


_OWNED: Final = [
    (method, re.compile(_pattern(path)), path, place)
    for (method, path), place in ((route.split(" "), place) for route, place in ROUTES.items())
    if place.by is not By.NOTHING
]
_BY_METHOD: Final = {method: [each[1:] for each in _OWNED if each[0] == method] for method, *_ in _OWNED}


def method_of(scope: Scope) -> str:
    """Its method, or that it is a socket."""
    return SOCKET if scope["type"] == "websocket" else str(scope["method"])


def target_of(scope: Scope) -> bytes:
    """Its path and query as they were sent: whoever gives a word for it and whoever checks it mean the same."""
    query: bytes = scope["query_string"]
    path: bytes = scope["raw_path"]
    return path + (b"?" + query if query else b"")


def find(scope: Scope) -> Found | None:
    """What a request is about; None if it is about no unit."""
    for pattern, path, place in _BY_METHOD.get(method_of(scope), ()):
        if (fits := pattern.fullmatch(scope["path"])) is not None:
            return Found(place, path, fits[1] if fits.re.groups else "")
    return None
