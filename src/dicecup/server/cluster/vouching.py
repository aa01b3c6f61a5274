"""One process gives another one its word for a request: who asks, and how they came. Nobody else can.

The word is sealed with a key that all processes of a store know. It is for one request and one process, it works
once, and not for long. The token of a guest stays where it came in.
"""

import base64
import hashlib
import hmac
import json
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final, NamedTuple

HEADER: Final = "dicecup-word"
APART: Final = 60.0  # seconds: so far the clocks of two computers may be apart
_MOST: Final = 200_000  # words that are remembered
_LONGEST: Final = 8_192  # characters


class Word(NamedTuple):
    """What one process tells another about whoever asks."""

    guest: str = ""  # the fingerprint of its token; none: a process asks for itself
    secure: bool = False  # it came over https
    base: str = ""  # what links for others begin with, where it came in


class Unsealed(Exception):  # noqa: N818
    """Nobody has given a word for this, or not this one."""


class Untimely(Unsealed):
    """A word of another time: it is old, or the clocks are too far apart."""


class Misdirected(Exception):  # noqa: N818
    """A word that was given to another process, which was here before, perhaps."""


def matter(method: str, target: bytes, body: bytes) -> str:
    """What a word is given for: a request, down to the last byte."""
    whole = b"\n".join((method.encode(), target, hashlib.sha256(body).hexdigest().encode()))
    return hashlib.sha256(whole).hexdigest()


class Vouching:
    """Gives words, and checks those of others. `process`: the name of this one just now."""

    def __init__(self, key: bytes, process: Callable[[], str], now: Callable[[], float] = time.time) -> None:
        self._key: Final = hmac.digest(key, b"dicecup inside", "sha256")
        self._process: Final = process
        self._now: Final = now
        self._heard: Final[OrderedDict[str, float]] = OrderedDict()

    def give(self, to: str, about: str, word: Word) -> str:
        """Seal a word about something, for another process."""
        facts = {"to": to, "about": about, "at": self._now(), "once": secrets.token_hex(16), **word._asdict()}
        text = base64.urlsafe_b64encode(json.dumps(facts).encode())
        return f"{text.decode()}.{self._seal(text)}"

    def check(self, given: str, about: str) -> Word:
        """The word that comes with something; Unsealed if it is none, Misdirected if it is somebody else's."""
        text, _, seal = given.partition(".")
        if (
            len(given) > _LONGEST
            or not given.isascii()
            or not hmac.compare_digest(seal, self._seal(text.encode()))
        ):
            raise Unsealed("This door is for the other processes of this server.")
        facts: dict[str, Any] = json.loads(base64.urlsafe_b64decode(text))
        if facts["to"] != self._process():
            raise Misdirected
        now = self._now()
        if facts["about"] != about:
            raise Unsealed("This was said about something else.")
        if abs(now - facts["at"]) > APART:
            raise Untimely("This was said too long ago, or the clocks of these computers are too far apart.")
        if facts["once"] in self._heard:
            raise Unsealed("This has been said before.")
        self._remember(facts["once"], now)
        # Of another version, perhaps: what it does not say is as usual, and what we do not know is left out.
        return Word(**{name: facts[name] for name in Word._fields if name in facts})

    def _remember(self, once: str, now: float) -> None:
        self._heard[once] = now
        while len(self._heard) > _MOST or now - next(iter(self._heard.values())) > 2 * APART:
            self._heard.popitem(last=False)

    def _seal(self, text: bytes) -> str:
        return hmac.new(self._key, text, hashlib.sha256).hexdigest()
