"""Nonsense over sockets and HTTP: no crash, no change, and no more memory than before."""

import json
import random
import sys
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
from fastapi.routing import APIRoute
from hypothesis import HealthCheck, given
from websockets.exceptions import ConnectionClosed

from dicecup.server.api import ROOMS, describe, router
from dicecup.server.wire import LARGEST_FRAME
from tests.examples import examples
from tests.server.browser import Browser, Page, Program

pytestmark = pytest.mark.thorough

FRAMES: Final[tuple[dict[str, Any], ...]] = (
    {"type": "hello", "last_seq": None},
    {"type": "hello", "last_seq": 3},
    {"type": "answer", "id": "a", "seq": 0, "choice": ["roll"]},
    {"type": "answer", "id": "b", "seq": 0, "choice": ["keep", 0, 1]},
    {"type": "undo", "id": "c", "seq": 0},
    {"type": "never_ask", "id": "d", "kind": "probe", "never": True},
    {"type": "why", "id": "f", "choice": ["fill", "chance"]},
    {"type": "ping"},
)
ODD: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, -1, 1.5, 1e308, 2**53, 2**63, 10**400, "", "x" * 300, "\u0000", "\ud800", "💥"),
    *([], [[]], {}, {"type": "answer"}, ["roll"], [None], "answer", "hello", {"a": {"b": {"c": []}}}),
)


def nonsense(chance: random.Random) -> str | bytes:
    """A frame that is none, or is nearly one."""
    kind = chance.random()
    if kind < 0.06:
        return chance.randbytes(chance.randrange(200))
    if kind < 0.12:
        return "".join(chance.choices('{}[]",:0123456789truefalsnl \\u', k=chance.randrange(120)))
    if kind < 0.15:
        return "[" * chance.randrange(1, 2000)
    frame = dict(chance.choice(FRAMES))
    for _ in range(chance.randrange(3)):
        frame[chance.choice([*frame, "seat", "extra", "__proto__"])] = chance.choice(ODD)
    if chance.random() < 0.1:
        frame.pop(chance.choice(list(frame)))
    if "id" in frame and chance.random() < 0.5:
        frame["id"] = str(chance.random())
    text = json.dumps(frame)
    if chance.random() < 0.1:
        cut = chance.randrange(len(text) + 1)
        text = text[:cut] + chance.choice(["", "\\", '"', "\u0000", "}"]) + text[cut + 1 :]
    return text


def flood(program: Program, frames: int, seed: int) -> None:
    """A guest at the table, whose turn it is not, sends nonsense; the match does not move."""
    chance = random.Random(seed)
    with Browser(program.address) as ann, Browser(program.address) as mallory:
        seats = [{"name": "Ann"}, {"name": "Mallory", "player": "open"}]
        body = {"game": "yahtzee", "seats": seats, "options": {"start": "seat-order"}, "seed": 1}
        made = ann.post("/matches", body)
        match = made["match"]
        mallory.post(f"/invites/{made['invites']['1']}")
        with ann.sit(match) as honest:
            before, events = honest.state, dict(honest.events)
            sent = 0
            while sent < frames:
                with Page(mallory.dial(match)) as page:
                    for _ in range(min(frames - sent, 500)):
                        what = nonsense(chance)
                        sent += 1
                        page.socket.send(what if isinstance(what, str) else what[: LARGEST_FRAME // 2])
                        if sent % 50 == 0:
                            page.say(type="ping")
                            while json.loads(page.socket.recv(60)) != {"type": "pong"}:
                                pass
            honest.say(type="hello", last_seq=None)
            honest.until("state")
            assert (honest.state, honest.events) == (before, events)
            assert honest.answer("roll")["type"] == "done"


def memory(program: Program) -> float:
    """What the server's process holds, in MiB."""
    pages = int(Path(f"/proc/{program.pid}/statm").read_text().split()[1])
    return pages * 4096 / 2**20


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks at /proc")
@pytest.mark.parametrize("frames", [2_000, pytest.param(100_000, marks=pytest.mark.soak)])
def test_frames_that_make_no_sense(tmp_path: Path, frames: int) -> None:
    with Program(tmp_path) as program:
        flood(program, 500, seed=0)
        before = memory(program)
        flood(program, frames, seed=frames)
        after = memory(program)
        print(f"{frames} frames: {before:.1f} MiB before, {after:.1f} MiB after")
        assert after - before < 20
        assert "Traceback" not in program.stop()


@pytest.mark.parametrize("raw", [b"\xff\xfe", b'{"type": "ping\xc3"}'])
def test_text_that_is_no_text_ends_the_socket(ann: Browser, raw: bytes) -> None:
    match = ann.new("yahtzee", "Ann")
    with ann.sit(match) as page:
        page.socket.send(raw, text=True)
        with pytest.raises(ConnectionClosed):
            page.hear()
    ann.sit(match).close()


def test_a_mistake_is_told_and_forgiven(ann: Browser) -> None:
    with ann.sit(ann.new("yahtzee", "Ann")) as page:
        page.socket.send('{"type": "answer", "id": "x", "seq": "0", "choice": ["roll"]}')
        assert page.hear() == {"type": "mistake", "reason": "answer.seq: Input should be a valid integer"}
        page.socket.send("{}")
        assert "type" in page.hear()["reason"]
        assert page.answer("roll")["type"] == "done"


# --- HTTP ---


@cache
def operations() -> dict[str, Any]:
    """Whatever can be asked for, as our own description of it says."""
    import schemathesis
    from schemathesis.core.result import Ok

    schema = schemathesis.openapi.from_dict(describe()).exclude(path_regex="/exit$")
    return {found.ok().label: found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)}


# By the routes, for to describe them takes every worker of every run half a second.
ROUTES: Final = {
    f"{method} {route.path}": route
    for each in (router, *ROOMS)
    for route in each.routes
    if isinstance(route, APIRoute) and not route.path.endswith("/exit")
    for method in sorted(route.methods or ())
}
CASES: Final = [
    *((label, "right") for label in ROUTES if label != "DELETE /api/v1/me"),  # then nobody would be left to ask
    # Where one can be wrong: in the path, or in the body.
    *(
        (label, "wrong")
        for label, route in ROUTES.items()
        if "{" in label or route.body_field or route.openapi_extra
    ),
]


def test_everything_that_can_be_asked_for_is_tried() -> None:
    assert ROUTES.keys() == operations().keys()
    bodies = {label for label, operation in operations().items() if "{" in label or list(operation.body)}
    assert {label for label, how in CASES if how == "wrong"} == bodies


@pytest.mark.parametrize(("label", "how"), CASES)
def test_whatever_is_asked_over_http(label: str, how: str, ann: Browser) -> None:
    from schemathesis import GenerationMode
    from schemathesis.checks import not_a_server_error, response_schema_conformance, status_code_conformance

    checks: list[Any] = [not_a_server_error, status_code_conformance, response_schema_conformance]
    mode = GenerationMode.POSITIVE if how == "right" else GenerationMode.NEGATIVE
    match = ann.new("yahtzee", "Ann")

    @given(case=operations()[label].as_strategy(generation_mode=mode))
    @examples(7, suppress_health_check=list(HealthCheck))
    def ask(case: Any) -> None:
        case.call_and_validate(base_url=ann.address, headers={"cookie": ann.cookie}, checks=checks)

    ask()
    with ann.sit(match) as page:
        assert page.state["seq"] == 0
