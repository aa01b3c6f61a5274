"""Every route at a process that does not have the match or party it is about: the answer is the owner's."""

from collections.abc import Callable, Iterator
from typing import Any, Final

import httpx
import pytest

from dicecup.server import asking
from dicecup.server.cluster.places import ANY, ROUTES, SOCKET
from dicecup.server.tables import Tables
from tests.cluster.sharing import Together, sharing, twin
from tests.server.browser import Browser
from tests.server.party.friends import Friend, code_of, open_table
from tests.server.reviewing import over


class World:
    """Ann's things, all of them at the first server; and Ann at the second one."""

    def __init__(self, both: Together, here: Browser, there: Browser, friend: Browser) -> None:
        self.both: Final = both
        self.here: Final = here
        self.there: Final = there
        self.friend: Final = friend  # at the second one, too

    def match(self, *seats: str) -> str:
        """A new match, and the first server has it."""
        match = self.here.new("yahtzee", *(seats or ("Ann",)), start="seat-order")
        return self._opened(match)

    def _opened(self, match: str) -> str:
        self.here.get(f"/matches/{match}/rules")
        assert self.both.owner(match) == 1
        return match

    def over(self, name: str = "Ann") -> str:
        """A match that has been played to the end; the same one whenever it is brought along again."""
        return self._opened(self.here.post("/import", {"text": over(name).record()})["match"])

    def lesson(self) -> str:
        return self._opened(self.here.post("/lessons", {"game": "yahtzee", "name": "Ann"})["match"])

    def invite(self) -> str:
        seats = [{"name": "Ann"}, {"name": "Ben", "player": "open"}]
        made = self.here.post("/matches", {"game": "yahtzee", "seats": seats, "options": {}})
        self._opened(made["match"])
        return str(made["invites"]["1"])

    def party(self) -> Friend:
        """A table, and the first server has it."""
        table = open_table(self.here)
        assert self.both.owner(table.party) == 1
        return table

    def code(self) -> str:
        with self.party() as table:
            return code_of(table)

    def in_memory(self) -> Tables:
        """What the second server has in memory."""
        tables: Tables = self.both.servers[1].config.app.state.desk.matches.tables  # type: ignore[union-attr]
        return tables


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with (
        sharing(tmp_path_factory.mktemp("sharing"), open_tables=True) as both,
        Browser(both.addresses[0]) as here,
        twin(here, both.addresses[1]) as there,
        Browser(both.addresses[1]) as friend,
    ):
        yield World(both, here, there, friend)


Asked = tuple[str, Any]
"""A path, and a body if there is one."""


def _party(path: str, body: Any = None) -> Callable[[World], Asked]:
    def asked(world: World) -> Asked:
        with world.party() as table:
            return f"/parties/{table.party}/{path}", body

    return asked


RECIPES: Final[dict[str, Callable[[World], Asked]]] = {
    "GET /matches/*/rules": lambda w: (f"/matches/{w.match()}/rules", None),
    "GET /matches/*/evidence": lambda w: (f"/matches/{w.over()}/evidence", None),
    "GET /matches/*/chances": lambda w: (f"/matches/{w.over()}/chances", None),
    "GET /matches/*/replay": lambda w: (f"/matches/{w.match()}/replay", None),
    "GET /matches/*/replay/stops": lambda w: (f"/matches/{w.match()}/replay/stops?seq=0", None),
    "GET /matches/*/replay/asked": lambda w: (f"/matches/{w.match()}/replay/asked?seq=0&stop=0", None),
    "GET /matches/*/export": lambda w: (f"/matches/{w.match()}/export?kind=save", None),
    "GET /matches/*/review": lambda w: (f"/matches/{w.over()}/review", None),
    "POST /matches/*/review/try": lambda w: (
        f"/matches/{w.over('Bo')}/review/try",
        {"step": 0, "choice": ["roll"]},
    ),
    "POST /matches/*/coach": lambda w: (f"/matches/{w.match()}/coach", {"seq": 0, "choice": ["roll"]}),
    "POST /matches/*/rematch": lambda w: (f"/matches/{w.over()}/rematch", None),
    "POST /matches/*/nonce": lambda w: (f"/matches/{w.match()}/nonce", {"nonce": "0" * 64}),
    "POST /matches/*/here": lambda w: (f"/matches/{w.match()}/here", None),
    "POST /matches/*/save": lambda w: (f"/matches/{w.match()}/save", {"name": "elsewhere"}),
    "DELETE /matches/*": lambda w: (f"/matches/{w.match()}", None),
    "POST /matches/*/rescue": lambda w: (f"/matches/{w.match()}/rescue", None),
    "POST /matches/*/branch": lambda w: (f"/matches/{w.match()}/branch", {"seq": 0, "stop": 0, "seat": 0}),
    "POST /matches/*/lesson/leave": lambda w: (f"/matches/{w.lesson()}/lesson/leave", None),
    "POST /invites/*": lambda w: (f"/invites/{w.invite()}", None),
    "GET /parties/*/links": _party("links"),
    "POST /parties/*/pass": _party("pass"),
    "GET /parties/*/evening": _party("evening"),
    "POST /doors": lambda w: ("/doors", {"code": w.code()}),
    "POST /join": lambda w: ("/join", {"code": w.code(), "name": "Ben"}),
    "POST /parties": lambda w: ("/parties", {"match": w.match("Ann", "Bo"), "game": "yahtzee", "name": "Ann"}),
}
REFUSED: Final = {  # by the owner, in its own words
    **dict.fromkeys(("POST /matches/*/here", "POST /matches/*/save"), (403, asking.SHARED)),
    "POST /matches/*/review/try": (409, "This game has not been reviewed yet."),
    "POST /matches/*/rescue": (409, "This match is not damaged."),
}


@pytest.mark.parametrize(
    "route", sorted(route for route, place in ROUTES.items() if place != ANY and not route.startswith(SOCKET))
)
def test_whoever_asks_another_process_gets_the_owners_answer(world: World, route: str) -> None:
    assert route in RECIPES, "say here how it is asked"
    path, body = RECIPES[route](world)
    before = len(world.in_memory())
    browser = world.friend if path.startswith(("/invites", "/doors", "/join")) else world.there
    reply = browser.http.request(route.split(maxsplit=1)[0], path, json=body)
    if route in REFUSED and not (
        route.endswith("/try") and reply.is_success
    ):  # the same game may be reviewed by now
        assert (reply.status_code, reply.json()["reason"]) == REFUSED[route]
    else:
        assert reply.is_success, reply.text
    assert len(world.in_memory()) == before, "it has opened what is another's"
    assert _safe_headers(reply)


def _safe_headers(reply: httpx.Response) -> bool:
    """As if it had been answered where it came in."""
    once = ("content-security-policy", "x-frame-options", "cache-control", "date", "x-request-id")
    return all(len(reply.headers.get_list(name)) == 1 for name in once)


@pytest.mark.parametrize("route", sorted(route for route, place in ROUTES.items() if place == ANY))
def test_what_is_about_no_match_is_answered_anywhere(world: World, route: str) -> None:
    """With an answer of this process: right, or a reason that has nothing to do with where it is."""
    method, path = route.split()
    bodies: dict[str, Any] = {"POST /anybody": {"game": "yahtzee", "name": "Cy"}, "POST /seals": None}
    if route in ("POST /exit", "POST /friends", "DELETE /me"):
        return  # they end something that other tests need; `test_forwarding` has the last one
    reply = world.there.http.request(method, path.replace("*", "nothing"), json=bodies.get(route, {}))
    if "/saves" in route:
        assert (reply.status_code, reply.json()["reason"]) == (403, asking.SHARED)
        return
    assert reply.status_code in (200, 201, 204, 400, 404, 422), reply.text
    assert "process" not in reply.text
