"""A conversation with an endpoint: it is asked until it says something, but not for ever, and not at any price."""

import json
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, Final, NamedTuple

from dicecup.players.outside.line import Garbled, Late, clean
from dicecup.players.outside.llm.address import Address, without
from dicecup.players.outside.llm.calling import STEP, Broken, Call, Reply

_AGAIN: Final = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 520, 522, 524, 529})  # it may do better later
_MOST_TRIES: Final = 6  # of one request
_FIRST_PAUSE: Final = 0.5  # seconds; then twice as long each time
_LONGEST_PAUSE: Final = 8.0  # unless it asks for more
_LETTERS: Final = 4  # to a token, where nobody counts

Messages = Sequence[Mapping[str, str]]


class Said(NamedTuple):
    """What a model answered."""

    text: str
    cut: bool  # it was not done when it had to stop
    read: int  # tokens
    written: int
    counted: bool  # by the endpoint; else they are guessed
    seconds: float = 0.0  # until it was there


@dataclass(slots=True)
class Spent:
    """What a game has cost."""

    calls: int = 0
    tokens: int = 0


Note = Callable[[str, float], None]
"""Hears of requests that came to nothing: why, and after how many seconds."""


class _Odd(Exception):  # noqa: N818
    """A reply that is no answer; the words say why. `after`: when to ask again; None: never."""

    def __init__(self, words: str, after: float | None = None) -> None:
        super().__init__(words)
        self.after = after


class Chat:
    """A model that can be asked. Every other thread may end it."""

    def __init__(self, address: Address) -> None:
        self.address: Final = address
        self._key: Final = address.key()
        self._ended: Final = threading.Event()
        self._call: Call | None = None
        self._bound = "max_tokens"  # what the endpoint calls the longest answer

    def check(self, until: float) -> None:
        """Garbled, with the reason, if nobody listens there or the key is wrong. That costs nothing."""
        try:
            reply = self._made(self.address.path + "/models", None, until)
        except Broken as broken:
            raise Garbled(str(broken)) from None
        except Late:
            return  # it may be busy with another question
        if reply.status == 401:
            raise Garbled(self._refusal(reply))

    def ask(self, messages: Messages, spent: Spent, until: float, note: Note) -> Said:
        """What it says; Garbled if it says nothing that can be used, Late if there is no more time."""
        pause, trouble = _FIRST_PAUSE, ""
        for tried in range(1, _MOST_TRIES + 1):
            self._check(spent)
            spent.calls += 1
            began = time.monotonic()
            try:
                said = self._asked(messages, until)
            except Late:
                note("It took too long to answer.", time.monotonic() - began)
                if trouble:
                    raise Garbled(f"{trouble} There was no time to ask again.") from None
                raise
            except _Odd as odd:
                trouble = without(self._key, str(odd))
                note(trouble, time.monotonic() - began)
                if odd.after is None:
                    raise Garbled(trouble) from None
                if tried == _MOST_TRIES:
                    break
                wait = odd.after or pause
                pause = min(2 * pause, _LONGEST_PAUSE)
                if time.monotonic() + wait >= until:
                    left = max(0.0, until - time.monotonic())
                    words = f"It is to be asked again in {wait:g} seconds, and there are {left:.1f}."
                    raise Garbled(f"{trouble} {words}") from None
                self._rest(wait)
                continue
            spent.tokens += said.read + said.written
            return said._replace(seconds=time.monotonic() - began)
        raise Garbled(f"{trouble} It was asked {_MOST_TRIES} times.")

    def close(self) -> None:
        """Ask no more, and wait for nothing."""
        self._ended.set()
        if (call := self._call) is not None:
            call.cancel()

    # --- inside ---

    def _check(self, spent: Spent) -> None:
        if spent.calls >= self.address.calls:
            raise Garbled(f"It was asked {spent.calls:,} times in this game, which is as often as it may be.")
        if spent.tokens >= self.address.tokens:
            raise Garbled(
                f"It has used {spent.tokens:,} tokens in this game, and may use {self.address.tokens:,}."
            )

    def _rest(self, seconds: float) -> None:
        """Wait, unless it is ended."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            if self._ended.wait(min(STEP, left)):
                raise Garbled("It was ended.")

    def _made(self, path: str, body: Mapping[str, Any] | None, until: float) -> Reply:
        if self._ended.is_set():
            raise Broken("It was ended.", hopeless=True)
        self._call = call = Call(self.address, path, body, until)
        try:
            return call.wait()
        finally:
            call.cancel()

    def _asked(self, messages: Messages, until: float) -> Said:
        body: dict[str, Any] = {"model": self.address.model, "messages": list(messages), "stream": False}
        body[self._bound] = self.address.max_tokens
        if self.address.temperature is not None:
            body["temperature"] = self.address.temperature
        try:
            reply = self._made(self.address.chat, body, until)
        except Broken as broken:
            raise _Odd(str(broken), None if broken.hopeless else 0.0) from None
        if 300 <= reply.status < 400:
            where = clean(reply.headers.get("location", "").partition("?")[0]) or "another address"
            raise _Odd(f"{self.address.link} leads elsewhere, to {where}. Name the right address.")
        if reply.status == 400 and "max_completion_tokens" in reply.text and self._bound == "max_tokens":
            self._bound = "max_completion_tokens"  # newer models know only that
            raise _Odd(self._refusal(reply), 0.001)
        if reply.status in _AGAIN:
            raise _Odd(self._refusal(reply), _pause(reply))
        if not 200 <= reply.status < 300:
            raise _Odd(self._refusal(reply))
        return self._read(reply, messages)

    def _read(self, reply: Reply, messages: Messages) -> Said:
        text = reply.text.lstrip("\ufeff \t\r\n")
        if text[:1] == "<":
            raise _Odd(f"{self.address.chat} at {self.address.authority} is a page, not a model. Is /v1 missing?")
        try:
            data = _streamed(text) if text.startswith(("data:", "event:", ":")) else json.loads(text)
            if isinstance(data, dict) and data.get("error"):
                raise _Odd(self._refusal(reply), 0.0)
            choice = data["choices"][0]
            answer = _text(choice["message"].get("content"))
            cut = choice.get("finish_reason") == "length"
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
            words = f"“{clean(text, 60)}”" if text else "nothing"
            raise _Odd(f"It answered with {words}, which is no chat completion.", 0.0) from None
        usage = data.get("usage")
        match usage:
            case {"prompt_tokens": int(read), "completion_tokens": int(written)} if read >= 0 and written >= 0:
                return Said(answer, cut, read, written, counted=True)
        asked = sum(len(message["content"]) for message in messages)
        return Said(answer, cut, asked // _LETTERS + 1, len(answer) // _LETTERS + 1, counted=False)

    def _refusal(self, reply: Reply) -> str:
        """What an endpoint says instead of an answer, in a line for people."""
        try:
            error = json.loads(reply.text)["error"]
            why = error if isinstance(error, str) else error["message"]
        except (ValueError, TypeError, LookupError, RecursionError):
            why = "" if reply.text.lstrip()[:1] == "<" else reply.text
        why = clean(without(self._key, str(why)))
        told = f"{self.address.link} answered {reply.status}{f': “{why}”' if why else '.'}"
        if reply.status not in (401, 403):
            return told
        named = self.address.key_env
        return f"{told} Is the key in {named} right?" if named else f"{told} It may want a key: key_env=NAME."


def _pause(reply: Reply) -> float:
    """How long it wants to be left alone, in seconds; 0 if it does not say."""
    said = reply.headers.get("retry-after", "").strip()
    try:
        wait = float(said)
    except ValueError:
        try:
            wait = (parsedate_to_datetime(said) - datetime.now(UTC)).total_seconds()
        except (ValueError, TypeError):  # TypeError: a date without a zone
            return 0.0
    return wait if 0 < wait < float("inf") else 0.0


def _text(content: object) -> str:
    """An answer, which may come in parts, or not at all."""
    if isinstance(content, list):
        return "".join(str(part.get("text", "")) for part in content if isinstance(part, dict))
    return content if isinstance(content, str) else ""


def _streamed(text: str) -> Any:
    """An answer in pieces, from an endpoint that streams although nobody wants it to."""
    answer, reason, usage, whole = "", None, None, False
    for line in text.splitlines():
        said = line.removeprefix("data:").strip() if line.startswith("data:") else ""
        if not said or said == "[DONE]":
            whole = whole or bool(said)
            continue
        piece = json.loads(said)
        if piece.get("error"):
            return piece
        usage = piece.get("usage") or usage
        for choice in piece.get("choices", ())[:1]:
            answer += _text((choice.get("delta") or choice.get("message") or {}).get("content"))
            reason = choice.get("finish_reason") or reason
    if not whole and reason is None:
        raise ValueError("it was cut off in the middle, perhaps of a number")
    return {"choices": [{"message": {"content": answer}, "finish_reason": reason}], "usage": usage}
