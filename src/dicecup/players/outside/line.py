"""The line to a bot, whatever it is made of: text goes out and comes in, each with a deadline by the clock."""

from typing import Final, Protocol

LONGEST: Final = 64 * 1024
"""Bytes of a line that a bot may say."""

_SHOWN: Final = 160


class Gone(Exception):  # noqa: N818 - it is the bot, not an error of ours
    """The bot has ended, or has hung up; the words say how."""


class Late(Exception):  # noqa: N818
    """It was not done in time."""


class Garbled(Exception):  # noqa: N818
    """What it said cannot be read; the words say why."""


class Line(Protocol):
    """One bot that runs."""

    def say(self, text: str, until: float) -> None:
        """Say one line; Late if it does not listen by then (`time.monotonic`), Gone if it is not there."""
        ...

    def hear(self, until: float) -> str:
        """The next line it says; Late, Gone or Garbled if there is none."""
        ...

    def last_words(self) -> str:
        """The end of what it has complained about, for people."""
        ...

    def close(self, grace: float) -> None:
        """End it: by itself within so many seconds, or else by force. Any thread may, and more than once."""
        ...


def clean(text: str, most: int = _SHOWN) -> str:
    """What a bot said as it may stand in a line for people: short, and without what could steer a terminal."""
    text = " ".join(text[: 4 * most].split())
    text = "".join(letter if letter.isprintable() else "?" for letter in text)
    return text if len(text) <= most else f"{text[: most - 3]}..."
