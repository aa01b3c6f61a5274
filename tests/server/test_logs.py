"""What a server writes down: enough to find out what has happened, and nothing that is anybody's secret."""

import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from dicecup.saves import StorageError
from dicecup.server.operation import logs
from dicecup.server.settings import Settings
from dicecup.table import NotAllowed, SetupError
from tests.server.browser import PATIENCE, Browser, Program
from tests.server.party.friends import Friend

NAMES = ("Canary-Ann", "Canary-Bo")
CHAT = "canary-what-somebody-said"
TYPED = "canary-typed-by-mistake"
METHOD = "CANARY-METHOD"


def evening(address: str, other: str = "") -> dict[str, str]:
    """Everything that one does in an evening, and some mistakes; all that nobody else may know of it.

    `other`: where the second of them comes in, if that is elsewhere.
    """
    secrets: dict[str, str] = {
        "a name": NAMES[0],
        "another name": NAMES[1],
        "what was said": CHAT,
        "a slip": TYPED,
        "a method that is none": METHOD,
    }
    with Browser(address) as ann, Browser(other or address) as bo:
        for who in (ann, bo):
            secrets[f"the token {len(secrets)}"] = next(iter(who.http.cookies.values()))
        assert ann.http.request(METHOD, "/matches").is_client_error
        # A match with an open seat, and dice that both add to.
        seal = ann.post("/seals")
        seats = [{"name": NAMES[0]}, {"player": "open", "name": NAMES[1]}]
        dice = {"seal": seal["seal"], "nonce": "ca" * 32, "options": {"start": "seat-order"}}
        made = ann.post("/matches", {"game": "yahtzee", "seats": seats, **dice})
        match, invite = made["match"], made["invites"]["1"]
        secrets |= {"an invite": invite, "a seal": seal["seal"], "a nonce": "ca" * 32}
        assert bo.post(f"/invites/{invite}")["match"] == match
        assert ann.refusal("POST", f"/invites/{invite}")[0] == 404
        with ann.sit(match) as page:
            page.until_mine()
            page.answer("roll")
            page.answer(TYPED)
            page.say(type="answer", id="x", seq=TYPED, choice=[])
            page.until("mistake")
        # A party that is found by a code, talks, and plays.
        first = Friend(ann, ann.post("/parties", {"game": "yahtzee", "name": NAMES[0]}))
        link = ann.get(f"/parties/{first.party}/links")["table"]
        secrets |= {"a code": link["code"], "a link": link["url"].rpartition("/")[2], "a key": first.key}
        bo.post("/doors", {"code": link["code"]})
        second = Friend(bo, bo.post("/join", {"code": link["code"], "name": NAMES[1]}))
        secrets["another key"] = second.key
        own = bo.http.post(f"/parties/{first.party}/pass").json()
        secrets["a way to one's own seat"] = own["url"].rpartition("/")[2]
        first.do("set_rules", talk="text")
        second.do("say", text=CHAT)
        assert "reason" in second.ask("set_rules", hints=False)
        second.do("me", name=f"{NAMES[1]}-2")
        second.do("ready", ready=True)
        first.do("ready", ready=True)
        first.do("start")
        started = first.wait(lambda state: state["match"])["match"]
        with ann.sit(started) as page:
            assert page.state["seq"] >= 0
        first.close()
        second.close()
        # Slips.
        assert bo.refusal("POST", "/doors", {"code": TYPED})[0] in (404, 422, 429)
        assert bo.refusal("POST", "/matches", {"game": TYPED})[0] in (400, 422)
        assert bo.refusal("GET", f"/{TYPED}?token={TYPED}")[0] == 404
        assert bo.refusal("POST", "/import", {"text": TYPED})[0] in (400, 422)
        httpx.get(address, headers={"host": TYPED, "cookie": f"dicecup_guest={TYPED}"}, timeout=PATIENCE)
        secrets["a save"] = ann.http.get(f"/matches/{match}/export?kind=record").text[:60]
        ann.get("/me/export?kind=json")
        gone = ann.http.request("DELETE", "/me", json={"confirm": "delete everything"})
        assert gone.is_success or other, "the processes of a test do not let go of anything"
        secrets["the match"], secrets["the party"] = match, first.party  # these may be told
    return secrets


@pytest.fixture(scope="module")
def sleeping(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """A program that is not started yet: both servers here come out of it."""
    program = Program(tmp_path_factory.mktemp("logs"))
    yield program
    program.__exit__()


def spent(program: Program, folder: Path, log: str) -> tuple[dict[str, str], str]:
    """The secrets of an evening, and what the server wrote down of it."""
    program.settings |= {"folder": str(folder), "log": log}
    program.said.clear()
    program.start()
    return evening(program.address), program.stop()


def test_an_evening_leaves_lines_to_find_things_by_and_no_secrets(tmp_path: Path, sleeping: Program) -> None:
    secrets, said = spent(sleeping, tmp_path, "json")
    match, party = secrets.pop("the match"), secrets.pop("the party")
    assert {what for what, secret in secrets.items() if secret in said} == set()
    written = [json.loads(line) for line in said.splitlines() if line.startswith("{")]
    others = [line for line in said.splitlines() if not line.startswith("{")]
    assert all(line.startswith(("pid ", "ended")) for line in others), "one object a line, and nothing else"
    assert all({"time", "level", "message"} <= line.keys() for line in written)
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line["time"]) for line in written)
    requests = [line for line in written if line["message"] == "request"]
    assert all({"request", "method", "route", "status", "seconds"} <= line.keys() for line in requests)
    assert {line["method"] for line in requests} == {"GET", "POST", "DELETE", "other"}
    claims = [line["status"] for line in requests if line["route"] == "/invites/{code}"]
    assert claims == [200, 404]
    sockets = [line for line in written if line["message"] == "socket"]
    assert {line["match"] for line in sockets if "match" in line} >= {match}
    assert {line["party"] for line in sockets if "party" in line} == {party}
    commands = [line for line in written if line["message"] == "command"]
    assert {(line["kind"], line["outcome"]) for line in commands} >= {
        ("answer", "done"),
        ("answer", "refused"),
        ("party say", "done"),
        ("party set_rules", "refused"),
    }
    named = {line["request"] for line in sockets}
    assert {line["request"] for line in commands} <= named, "a command is found by the socket that brought it"


def test_text_is_as_quiet_as_it_was(tmp_path: Path, sleeping: Program) -> None:
    secrets, said = spent(sleeping, tmp_path, "text")
    said = "".join(line for line in said.splitlines(keepends=True) if not line.startswith("pid"))
    assert said.splitlines() == [f"Dicecup is at {sleeping.address}/  (Ctrl-C stops it)", "ended"]
    assert not [what for what, secret in secrets.items() if secret in said]


# --- errors ---


def line_of(formatter: logging.Formatter, message: str, *args: object, error: Exception | None = None) -> str:
    facts: Any = (type(error), error, error.__traceback__) if error is not None else None
    return formatter.format(logging.LogRecord("dicecup.server", logging.ERROR, __file__, 1, message, args, facts))


def raised(error: Exception) -> Exception:
    try:
        raise error
    except Exception as caught:
        return caught


@pytest.mark.parametrize("formatter", [logs.JsonLines(), logs.Sentences()])
def test_of_an_error_its_kind_and_its_place_are_told_and_not_its_words(formatter: logging.Formatter) -> None:
    inner = raised(KeyError("canary-inside"))
    outer = raised(ValueError("canary-outside"))
    outer.__cause__ = inner
    said = line_of(formatter, "match %s: a command failed", "some-match", error=outer)
    assert "canary" not in said
    assert "ValueError" in said
    assert "KeyError" in said
    assert "test_logs.py" in said
    assert "some-match" in said
    assert str(Path(__file__).parent) not in said


def test_a_line_is_found_by_its_match() -> None:
    said = json.loads(line_of(logs.JsonLines(), "match %s: no hint", "some-match"))
    assert (said["match"], said["message"], said["level"]) == ("some-match", "match some-match: no hint", "error")


def test_the_words_of_a_store_are_told_and_those_of_others_are_not() -> None:
    told = line_of(logs.Sentences(), "It failed: %s", StorageError("The disk is full."))
    assert told == "It failed: The disk is full."
    assert line_of(logs.Sentences(), "It failed: %s", NotAllowed("canary")) == "It failed: NotAllowed"


def test_a_task_that_nobody_waited_for_tells_nothing() -> None:
    record = logging.LogRecord("asyncio", logging.ERROR, "", 1, "Task failed\ntask: <canary>", (), None)
    assert logs.message_of(record) == "Task failed"


def test_a_trace_of_another_process() -> None:
    trace = 'Traceback (most recent call last):\n  File "/a/dicecup/players/x.py", line 7, in decide\n    go()\n'
    assert logs.without_words(trace + "ValueError: canary") == "ValueError < players/x.py:7 decide"
    assert "canary" not in logs.without_words("canary and more")
    assert "canary" not in line_of(logs.Sentences(), "It failed.\n%s", f"{trace}ValueError: canary")


@pytest.mark.parametrize(
    ("log", "names", "says"),
    [
        ("text", (), ("quiet", 0, "")),
        ("text", ("games.example",), ("quiet", 1, "ValueError")),
        ("json", (), ("all", 1, '"type": "ValueError"')),
    ],
)
def test_where_errors_are_told_in_full(
    log: str, names: tuple[str, ...], says: tuple[str, int, str], capsys: pytest.CaptureFixture[str]
) -> None:
    """On a computer of one's own, as ever: nobody else reads that log."""
    root, ours = logging.getLogger(), logging.getLogger("dicecup")
    before, level = list(root.handlers), ours.level
    logs.begin(Settings(log=log, names=names))
    added = [each for each in root.handlers if each not in before]
    try:
        how, handlers, words = says
        assert len(added) == handlers
        assert ours.isEnabledFor(logging.INFO) == (how == "all")
        if added:
            logging.getLogger("dicecup.server").error("It failed.", exc_info=raised(ValueError("canary")))
            said = capsys.readouterr().err
            assert words in said
            assert "canary" not in said
    finally:
        ours.setLevel(level)
        for each in added:
            root.removeHandler(each)


def test_what_is_said_at_the_start_is_a_line_of_the_log_where_programs_read_it(
    capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    logs.say(Settings(), "It is here.")
    assert capsys.readouterr().out == "It is here.\n"
    caplog.set_level("INFO", "dicecup")
    logs.say(Settings(log="json"), "It is there.")
    assert capsys.readouterr().out == ""
    assert caplog.messages == ["It is there."]


def test_how_it_is_written_down_is_one_of_two_words() -> None:
    assert logs.kind("json") == "json"
    with pytest.raises(SetupError, match="text or json"):
        logs.kind("xml")
