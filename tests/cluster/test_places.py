"""Where each request is answered: nobody adds a route without saying so."""

import re

from starlette.routing import WebSocketRoute

from dicecup.server import api
from dicecup.server.cluster.places import ANY, ROUTES, SOCKET, By, find


def _template(path: str) -> str:
    return re.sub(r"\{[^}]*\}", "*", path).removeprefix("/api/v1")


def every_route() -> set[str]:
    """All routes of the interface, and its sockets."""
    described = api.describe()["paths"]
    http = {f"{method.upper()} {_template(path)}" for path, methods in described.items() for method in methods}
    rooms = [route for room in (api.router, *api.ROOMS) for route in room.routes]
    return http | {f"{SOCKET} {_template(each.path)}" for each in rooms if isinstance(each, WebSocketRoute)}


def test_every_route_says_where_it_is_answered() -> None:
    assert every_route() == set(ROUTES), "say in cluster/places.py where a new route runs"
    assert len([route for route in ROUTES if route.startswith(SOCKET)]) == 2, "or none was looked at"


def test_whatever_names_a_match_or_party_in_its_path_is_answered_by_who_has_it() -> None:
    for route, place in ROUTES.items():
        named = re.search(r"/(matches|parties|invites)/\*", route)
        kinds = {"matches": By.MATCH, "parties": By.PARTY, "invites": By.INVITE}
        assert place.by is kinds[named[1]] if named else place.by not in kinds.values(), route


def test_a_path_is_found_as_the_application_finds_it() -> None:
    def by(method: str, path: str) -> tuple[str, str] | None:
        kind = "websocket" if method == SOCKET else "http"
        found = find({"type": kind, "method": method, "path": f"/api/v1{path}"})
        return None if found is None else (found.route, found.word)

    assert by("GET", "/matches/m/replay") == ("/matches/*/replay", "m")
    assert by("GET", "/matches/m/replay/stops") == ("/matches/*/replay/stops", "m")
    assert by("DELETE", "/matches/m") == ("/matches/*", "m")
    assert by("POST", "/matches") is None
    assert by("GET", "/matches/m") is None
    assert by("POST", "/join") == ("/join", "")
    assert by(SOCKET, "/parties/p/socket") == ("/parties/*/socket", "p")
    assert by("GET", "/parties/p/socket") is None
    assert ROUTES["GET /hello"] is ANY
