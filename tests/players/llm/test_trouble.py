"""Whatever an endpoint may do instead of answering: it is asked again, but not for ever."""

import json
import signal
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from dicecup.players.outside import BotFault, BotLate
from dicecup.players.outside.line import Late
from dicecup.players.outside.llm import chat
from dicecup.players.outside.llm.address import Address
from dicecup.players.outside.llm.calling import Call
from tests.players.bots import game, until
from tests.players.llm.endpoint import KEY, Answers, Endpoint, Talk, last, player, transcript


def once(odd: Answers) -> Answers:
    """The first request goes wrong, all others go well."""
    return lambda talk, number: odd(talk, number) if number == 1 else last(talk)


def raw(data: bytes) -> Answers:
    def send(talk: Talk, number: int) -> None:
        talk.wfile.write(data)
        talk.close_connection = True

    return send


def streams(talk: Talk, number: int) -> None:
    pieces = [*"ANSWER: ", str(talk.options)]
    chunks: list[Any] = [{"choices": [{"delta": {"content": piece}, "finish_reason": None}]} for piece in pieces]
    chunks += [
        {"choices": [{"delta": {}, "finish_reason": "stop"}]},
        {"choices": [], "usage": {"prompt_tokens": 1}},
    ]
    lines = [": a comment", *(f"data: {json.dumps(chunk)}" for chunk in chunks), "data: [DONE]", ""]
    talk.reply("\n\n".join(lines), kind="text/event-stream")


def parts(talk: Talk, number: int) -> None:
    talk.say([{"type": "reasoning", "text": ""}, {"type": "text", "text": f"ANSWER: {talk.options}"}, "odd"])


@pytest.mark.parametrize("answers", [streams, parts], ids=["streams anyway", "in parts"])
def test_odd_ways_to_answer_are_understood(endpoint: Endpoint, answers: Answers) -> None:
    endpoint.answers = answers
    mind = player(endpoint)
    assert game(mind).outcome is not None
    mind.close()
    assert all(len(body["messages"]) == 2 for body in endpoint.asked), "at once"


TROUBLE: dict[str, tuple[Answers, str]] = {
    "429": (lambda talk, _: talk.fail(429, "slow down"), "/v1 answered 429: “slow down” It was asked 6 times."),
    "500": (
        lambda talk, _: talk.fail(500, "oh \x1b[31m no"),
        "/v1 answered 500: “oh ?[31m no” It was asked 6 times.",
    ),
    "503": (lambda talk, _: talk.reply("", 503), "/v1 answered 503. It was asked 6 times."),
    "a proxy's page": (lambda talk, _: talk.reply("<html>Bad gateway", 502), "/v1 answered 502. It was"),
    "an error that is no error": (
        lambda talk, _: talk.reply({"error": {"message": "overloaded", "code": 503}}),
        "/v1 answered 200: “overloaded” It was asked 6 times.",
    ),
    "an error in the stream": (
        lambda talk, _: talk.reply('data: {"error": {"message": "x"}}\n\n', kind="text/event-stream"),
        "/v1 answered 200: ",
    ),
    "no JSON": (
        lambda talk, _: talk.reply("{choices"),
        "It answered with “{choices”, which is no chat completion.",
    ),
    "nothing": (lambda talk, _: talk.reply(""), "It answered with nothing, which is no chat completion."),
    "a list": (lambda talk, _: talk.reply([1]), "which is no chat completion."),
    "no choices": (lambda talk, _: talk.reply({"choices": []}), "which is no chat completion."),
    "no message": (lambda talk, _: talk.reply({"choices": [{"text": "1"}]}), "which is no chat completion."),
    "deep": (lambda talk, _: talk.reply("[" * 100_000), "which is no chat completion."),
    "not UTF-8": (lambda talk, _: talk.reply(b"\xff\xfe\x00"), "which is no chat completion."),
    "huge": (lambda talk, _: talk.reply(b"x" * 3_000_000), "/v1 said more than 1024 KiB at once. It was asked 6"),
    "hangs up": (lambda talk, _: talk.hang_up(), "Nobody answers at http://127.0.0.1:"),
    "closes without a word": (raw(b""), "/v1 does not answer as HTTP should: "),
    "closes in the middle": (
        raw(b'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{"choices"'),
        "/v1 hung up in the middle of an answer. It was asked 6 times.",
    ),
    "closes in the middle of a piece": (
        raw(b'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n{"choices"'),
        "/v1 does not answer as HTTP should: ",
    ),
    "closes in the middle of a stream": (
        lambda talk, _: talk.reply('data: {"choices": [{"delta": {"content": "ANSWER: 1"}}]}\n\n'),
        "which is no chat completion. It was asked 6 times.",
    ),
    "not HTTP": (raw(b"SSH-2.0-OpenSSH_9.2\r\n\r\n"), "/v1 does not answer as HTTP should: "),
    "endless header": (raw(b"HTTP/1.1 200 OK\r\nX: " + b"x" * 100_000), "/v1 does not answer as HTTP should: "),
}


@pytest.mark.parametrize("kind", TROUBLE)
def test_trouble_that_passes_is_outlived_and_else_told(endpoint: Endpoint, kind: str) -> None:
    answers, words = TROUBLE[kind]
    endpoint.answers = answers
    mind = player(endpoint)
    with pytest.raises(BotFault) as fault:
        game(mind)
    assert words in str(fault.value)
    assert not isinstance(fault.value, BotLate)
    assert len(endpoint.asked) == 6, "and not for ever"
    endpoint.asked.clear()
    endpoint.answers = once(answers)
    assert game(mind).outcome is not None
    mind.close()


HOPELESS: dict[str, tuple[Answers, str]] = {
    "401": (
        lambda talk, _: talk.fail(401, f"wrong key {KEY}"),
        "answered 401: “wrong key ***” Is the key in TINY_KEY right?",
    ),
    "403": (lambda talk, _: talk.fail(403, ""), "answered 403. Is the key in TINY_KEY right?"),
    "404": (lambda talk, _: talk.fail(404, "no model tiny"), "answered 404: “no model tiny”"),
    "400": (lambda talk, _: talk.fail(400, "too much"), "answered 400: “too much”"),
    "moved": (
        lambda talk, _: talk.reply("", 301, Location="https://elsewhere.example/v1?key=1"),
        "leads elsewhere, to https://elsewhere.example/v1. Name the right address.",
    ),
    "loops": (
        lambda talk, _: talk.reply("", 307, Location=talk.path),
        "leads elsewhere, to /v1/chat/completions.",
    ),
    "a page": (
        lambda talk, _: talk.reply("\n <!doctype html>", kind="text/html"),
        " is a page, not a model. Is /v1 missing?",
    ),
}


@pytest.mark.parametrize("kind", HOPELESS)
def test_trouble_that_stays_is_told_at_once(
    endpoint: Endpoint, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TINY_KEY", KEY)
    endpoint.answers, words = HOPELESS[kind]
    with pytest.raises(BotFault) as fault:
        game(player(endpoint, "key_env=TINY_KEY"))
    assert words in str(fault.value)
    assert KEY not in str(fault.value)
    assert len(endpoint.asked) == 1


SPELT: dict[str, Callable[[str], str]] = {
    "as it is": str,
    "in JSON": lambda key: key.replace("/", "\\/"),
    "in a link": lambda key: quote(key, safe=""),
    "in numbers": lambda key: key.replace("+", "\\u002B"),
}
ECHOES: dict[str, Callable[[str], Answers]] = {
    "in what is no answer": lambda said: lambda talk, _: talk.reply({"headers": {"Authorization": said}}),
    "in an error": lambda said: lambda talk, _: talk.fail(400, "x" * 120 + said),
    "in a page": lambda said: lambda talk, _: talk.reply("x" * 40 + said, 404),
    "in a place": lambda said: lambda talk, _: talk.reply("", 302, Location="http://h/" + "x" * 120 + said),
    "in what is no HTTP": lambda said: raw(f"{'x' * 130}{said}\r\n\r\n".encode()),
}


@pytest.mark.parametrize("echo", ECHOES)
@pytest.mark.parametrize("spelt", SPELT)
def test_not_even_a_part_of_the_key_is_told(
    endpoint: Endpoint, echo: str, spelt: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What an endpoint says is cut to fit a line: the key goes before that."""
    monkeypatch.setenv("TINY_KEY", KEY)
    endpoint.answers = ECHOES[echo](f"Bearer {SPELT[spelt](KEY)}")
    with pytest.raises(BotFault) as fault:
        game(player(endpoint, "key_env=TINY_KEY", f"transcripts={tmp_path}"))
    written = "".join(path.read_text(encoding="utf-8") for path in tmp_path.iterdir())
    for text in (str(fault.value), written):
        assert "sk-this" not in text
        assert "0815" not in text


def test_newer_models_have_another_word_for_the_longest_answer(endpoint: Endpoint) -> None:
    def newer(talk: Talk, number: int) -> None:
        if "max_tokens" in talk.body:
            return talk.fail(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
        return last(talk)

    endpoint.answers = newer
    mind = player(endpoint, "max_tokens=77", "temperature=0.5")
    assert game(mind).outcome is not None
    mind.close()
    assert [body.get("max_completion_tokens") for body in endpoint.asked[:3]] == [None, 77, 77]
    assert sum("max_tokens" in body for body in endpoint.asked) == 1
    assert {body["temperature"] for body in endpoint.asked} == {0.5}


# --- time ---


def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long was waited, without waiting."""
    found: list[float] = []
    monkeypatch.setattr(chat.Chat, "_rest", lambda self, seconds: found.append(seconds))
    return found


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("7", 7),
        ("0.25", 0.25),
        ("0", None),
        ("soon", None),
        ("-3", None),
        ("nan", None),
        ("inf", None),
        ("", None),
    ],
)
def test_it_waits_as_long_as_it_is_told_to(
    endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch, header: str, seconds: float | None
) -> None:
    endpoint.answers = once(lambda talk, _: talk.fail(429, Retry_After=header))
    mind = player(endpoint)
    found = waits(monkeypatch)
    game(mind)
    assert found == [0.001 if seconds is None else seconds]


def test_it_waits_until_a_date(endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    when = format_datetime(datetime.now(UTC) + timedelta(seconds=100), usegmt=True)
    endpoint.answers = once(lambda talk, _: talk.fail(503, Retry_After=when))
    mind = player(endpoint)
    found = waits(monkeypatch)
    game(mind)
    assert len(found) == 1
    assert 0 < found[0] <= 100


def test_pauses_grow_and_end(endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat, "_FIRST_PAUSE", 1.5)
    endpoint.answers = lambda talk, _: talk.fail(500)
    mind = player(endpoint)
    found = waits(monkeypatch)
    with pytest.raises(BotFault):
        game(mind)
    assert found == [1.5, 3, 6, 8, 8]


def test_it_does_not_wait_for_what_comes_too_late(endpoint: Endpoint) -> None:
    endpoint.answers = lambda talk, _: talk.fail(429, "come back tomorrow", Retry_After="86400")
    with pytest.raises(
        BotFault, match=r"“come back tomorrow” It is to be asked again in 86400 seconds, and there"
    ):
        game(player(endpoint))
    assert len(endpoint.asked) == 1


def drips(talk: Talk, number: int) -> None:
    talk.wfile.write(b"HTTP/1.1 200 OK\r\nX: ")
    while True:
        talk.wfile.write(b"x")
        time.sleep(0.01)


def silent(until_then: threading.Event, asked: threading.Event | None = None) -> Answers:
    def wait(talk: Talk, number: int) -> None:
        if asked is not None:
            asked.set()
        until_then.wait(300)

    return wait


@pytest.mark.parametrize("slow", ["silent", "drips"])
def test_one_that_does_not_answer_in_time_is_late(endpoint: Endpoint, slow: str, tmp_path: Path) -> None:
    never = threading.Event()
    endpoint.answers = drips if slow == "drips" else silent(never)
    mind = player(endpoint, f"transcripts={tmp_path}", seconds=0.3)
    with pytest.raises(BotLate):
        game(mind)
    never.set()
    assert [line["type"] for line in transcript(tmp_path)] == ["game", "call", "fault"]
    assert transcript(tmp_path)[-1]["why"] == "It took too long to answer."


def test_a_line_that_gives_up_when_time_is_up_is_late_and_not_broken(endpoint: Endpoint) -> None:
    """Its own time may be up a moment sooner than that of whoever waits for it."""
    never = threading.Event()
    endpoint.answers = silent(never)
    address = Address("127.0.0.1", endpoint.port, secure=False, path="/v1", model="any")
    call = Call(address, "/v1/models", {}, time.monotonic() + 0.1)
    until(lambda: not call._done.empty())
    with pytest.raises(Late):
        call.wait()
    never.set()


def test_ctrl_c_ends_a_question_at_once(endpoint: Endpoint) -> None:
    never, asked = threading.Event(), threading.Event()
    endpoint.answers = silent(never, asked)
    mind = player(endpoint)
    here = threading.main_thread().ident
    assert here is not None

    def press() -> None:
        asked.wait(300)
        signal.pthread_kill(here, signal.SIGINT)

    ctrl_c = threading.Thread(target=press)
    ctrl_c.start()
    with pytest.raises(KeyboardInterrupt):
        game(mind)
    never.set()
    ctrl_c.join()
    endpoint.answers = last
    assert game(mind).outcome is not None


def test_close_ends_a_question_of_another_thread(endpoint: Endpoint) -> None:
    never, faults = threading.Event(), list[str]()
    endpoint.answers = silent(never)
    mind = player(endpoint)

    def sit() -> None:
        try:
            game(mind)
        except BotFault as fault:
            faults.append(str(fault))

    thread = threading.Thread(target=sit)
    thread.start()
    until(lambda: endpoint.asked)
    mind.bot.close()
    thread.join(60)
    never.set()
    assert faults == ["It was broken off."]
