"""How a language model is named: where it listens, which one, and how much it may cost."""

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, Final
from urllib.parse import SplitResult, unquote, urlsplit

from dicecup.table import SetupError

SCHEME: Final = "llm:"
_EXAMPLE: Final = "llm:http://127.0.0.1:8080/v1?model=NAME"
_KEY: Final = "Put it into a variable of the environment, and name that: key_env=NAME."
_CHAT: Final = "/chat/completions"
_NEAR: Final = ("localhost", "127.0.0.1", "::1")
_SHORTEST_KEY: Final = 4  # what is shorter is no secret, and would be found in any text


@dataclass(frozen=True, slots=True)
class Address:
    """A model at an endpoint. The key is in the environment, and nowhere else."""

    host: str
    port: int
    secure: bool
    path: str  # below which there are /chat/completions and /models
    model: str
    key_env: str = ""  # the variable that holds the key
    temperature: float | None = None  # None: as the endpoint likes
    max_tokens: int = 4096  # of an answer
    tries: int = 3  # answers to one question, until one can be understood
    calls: int = 1000  # in a game
    tokens: int = 2_000_000  # in a game, read and written
    seconds: float = 60.0  # for a decision, where nobody else says
    transcripts: Path | None = None

    @property
    def near(self) -> bool:
        """Whether it is on this computer: no proxy is on the way."""
        return self.host in _NEAR

    @property
    def authority(self) -> str:
        """Its host, with the port if it is not the usual one."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == (443 if self.secure else 80) else f"{host}:{self.port}"

    @property
    def link(self) -> str:
        """Where it is, for people."""
        return f"{'https' if self.secure else 'http'}://{self.authority}{self.path}"

    @property
    def chat(self) -> str:
        """The path that is asked."""
        return self.path + _CHAT

    def key(self) -> str:
        """What the variable holds; nothing, if none is named. SetupError if it holds no key."""
        if not self.key_env:
            return ""
        key = os.environ.get(self.key_env, "").strip()
        if not key:
            raise SetupError(f"The variable {self.key_env}, which should hold the key of {self.link}, is not set.")
        if not (key.isascii() and key.isprintable()):
            raise SetupError(f"The variable {self.key_env} holds something that cannot be a key.")
        return key


def without(key: str, text: str) -> str:
    """A text in which the key does not stand, whoever wrote it there. Cut texts after that, or half is left."""
    return _spelt(key).sub("***", text) if len(key) >= _SHORTEST_KEY else text


@cache
def _spelt(key: str) -> re.Pattern[str]:
    """As it may stand in JSON, in JSON within JSON, in a link or in a page."""
    letters = (
        f"(?:{re.escape(letter)}|%(?:25)*{ord(letter):02x}|u00{ord(letter):02x}|{re.escape(escape(letter))})"
        for letter in key
    )
    return re.compile(r"\\*".join(letters), re.IGNORECASE)


def _whole(lowest: int) -> Callable[[str], int]:
    def read(value: str) -> int:
        if not re.fullmatch(r"[0-9]{1,12}", value) or int(value) < lowest:
            raise ValueError(f"a whole number, at least {lowest}")
        return int(value)

    return read


def _between(low: float, high: float) -> Callable[[str], float]:
    def read(value: str) -> float:
        if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", value) or not low <= float(value) <= high:
            raise ValueError(f"a number from {low:g} to {high:g}")
        return float(value)

    return read


def _variable(value: str) -> str:
    if not re.fullmatch(r"[A-Z_][A-Z0-9_]*", value):  # no small letters, or it may be a key by mistake
        raise ValueError("the name of a variable in capitals, such as OPENAI_API_KEY, and never the key")
    return value


def _text(value: str) -> str:
    if not value.strip() or not value.isprintable():
        raise ValueError("a text")
    return value


_READ: Final[Mapping[str, Callable[[str], Any]]] = {
    "model": _text,
    "key_env": _variable,
    "temperature": _between(0, 5),
    "max_tokens": _whole(1),
    "tries": _whole(1),
    "calls": _whole(1),
    "tokens": _whole(1),
    "seconds": _between(0.001, 86_400),
    "transcripts": lambda value: Path(_text(value)),
}


def read(name: str) -> Address:
    """The model of this name; SetupError, with what would be right, if it cannot be one.

    What somebody typed there by mistake may be a key: it is not repeated.
    """
    where, _, query = name.removeprefix(SCHEME).partition("?")
    wrong = SetupError(f"That is no address of a language model; one looks like {_EXAMPLE}.")
    try:
        parts = urlsplit(where)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise wrong from None
    if not host or parts.scheme not in ("http", "https") or parts.fragment or not where.isascii() or " " in where:
        raise wrong
    if "@" in parts.netloc:
        raise SetupError(f"An address with a password in it would be written down with every game. {_KEY}")
    secure = parts.scheme == "https"
    given = _parameters(query)
    if "model" not in given:
        raise SetupError(f"Say which model: {SCHEME}{_shown(parts)}?model=NAME.")
    path = parts.path.rstrip("/").removesuffix(_CHAT)
    address = Address(host, port or (443 if secure else 80), secure, path, **given)
    address.key()
    return address


def _shown(parts: SplitResult) -> str:
    return f"{parts.scheme}://{parts.netloc}{parts.path}"


def _parameters(query: str) -> dict[str, Any]:
    """What is written after the question mark: `model=NAME&tries=2`; %26 is an ampersand."""
    found: dict[str, Any] = {}
    for part in filter(None, query.split("&")):
        key, equals, value = part.partition("=")
        if key in ("key", "api_key", "apikey", "token"):
            raise SetupError(f"A key is never part of a name, which is written down with every game. {_KEY}")
        if not equals or key not in _READ or key in found:
            known = ", ".join(_READ)
            raise SetupError(
                f"Parameters of a language model are written NAME=VALUE, each once, with & between: {known}."
            )
        try:
            found[key] = _READ[key](unquote(value))
        except ValueError as error:
            raise SetupError(f"The parameter {key} of a language model is {error}.") from None
    return found
