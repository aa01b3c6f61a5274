"""Words in, words out: the console that every prompt and every line of the terminal goes through."""

import codecs
import os
import re
import shutil
import sys
import textwrap
import threading
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Final, TextIO

_PLAIN_SIGNS: Final = str.maketrans({"“": '"', "”": '"', "’": "'", "…": "...", "–": "-", "●": "o"})
# A name out of a foreign save must not be able to move the cursor.
_CONTROLS: Final = {code: "?" for code in (*range(32), *range(127, 160)) if chr(code) != "\n"}
# No line begins with a percent sign, and no roll of dice is torn apart.
_TOGETHER: Final = re.compile(r" (?=%)|(?<=\b\d) (?=\d\b)")
_BOLD: Final = "\x1b[1m"
_FAINT: Final = "\x1b[2m"
_END: Final = "\x1b[0m"


class NoMoreInput(Exception):  # noqa: N818 - not an error: the person has left
    """The input has ended: Ctrl-D, or the end of a pipe."""


class Console:
    """Where the person reads and types. Never clears the screen; draws only what the encoding can take."""

    def __init__(self, out: TextIO | None = None, source: TextIO | None = None, *, words: bool = False) -> None:
        self._out: Final = out or sys.stdout
        self._source: Final = source or sys.stdin
        self._typed: Final = self._source.isatty()
        self._colour: Final = self._out.isatty() and not os.environ.get("NO_COLOR")
        self.prompted = False  # a prompt stands there, and nothing has been typed
        self.words = words  # everything in sentences, nothing drawn
        self.unicode: Final = _can_encode(self._out, "┌─●│└")
        for stream in (self._out, self._source):
            with suppress(AttributeError, ValueError):
                stream.reconfigure(errors="replace")  # type: ignore[union-attr]
        if self._typed and self._out.isatty():
            with suppress(ImportError):
                import readline  # noqa: F401 - gives `input` editing keys and a history

    @property
    def width(self) -> int:
        """How many characters fit into a line."""
        return max(20, shutil.get_terminal_size((80, 24)).columns)

    @property
    def height(self) -> int | None:
        """How many lines are in sight; None where nothing scrolls away."""
        return shutil.get_terminal_size((80, 24)).lines if self._out.isatty() else None

    def say(self, text: str = "") -> None:
        """Print lines as they are."""
        self._write(text + "\n")

    def head(self, text: str) -> None:
        """Print a line that stands out."""
        for line in self._broken(text):
            self._write(line, _BOLD)
            self._write("\n")

    def note(self, text: str) -> None:
        """Print a line that keeps back."""
        for line in self._broken(text):
            self._write(line, _FAINT)
            self._write("\n")

    def paragraph(self, text: str) -> None:
        """Print text broken into lines that fit; its own lines stay, and so does their indentation."""
        width = min(self.width, 80)
        for line in text.split("\n"):
            indent = line[: len(line) - len(line.lstrip())]
            hang = indent + "  " if line.lstrip().startswith("- ") else indent
            self.say("\n".join(textwrap.wrap(line, width, subsequent_indent=hang)) or "")

    def hanging(self, text: str, indent: int) -> None:
        """Print a line; what does not fit goes on below it, so far to the right."""
        lines = textwrap.wrap(_TOGETHER.sub("\xa0", text), min(self.width, 80), subsequent_indent=" " * indent)
        self.say("\n".join(lines).replace("\xa0", " "))

    def cover(self, text: str) -> None:
        """Move what was shown out of sight, then print a line; through a pipe there is nothing to move."""
        if self._out.isatty():
            self.say("\n" * shutil.get_terminal_size((80, 24)).lines)
        self.note(text)

    def _broken(self, text: str) -> list[str]:
        """A line that is too long, as several that fit."""
        return [text] if len(text) <= self.width else textwrap.wrap(text, self.width)

    def ask(self, prompt: str) -> str:
        """What the person types, without spaces around it; NoMoreInput when nobody is there any more."""
        prompt = self._clean(prompt)
        if self._typed and self._source is sys.stdin and self._out is sys.stdout:
            self._out.flush()
            try:
                return _composed(input(prompt))
            except EOFError:
                raise NoMoreInput from None
        self._write(prompt)
        line = self._source.readline()
        if not line:
            self._write("\n")
            raise NoMoreInput
        # What comes through a pipe is not on the screen yet; with it the output reads like a session.
        self._write(line.strip() + "\n")
        return _composed(line)

    @property
    def typed(self) -> bool:
        """Whether somebody types, and no program sends lines through a pipe."""
        return self._typed

    def listen(self, put: Callable[[str | None], None]) -> None:
        """From now on give every line to `put` as it is typed, from a thread of its own; None when all have come.

        So what others do can be told while somebody has not typed anything yet. `ask` cannot be used any more.
        """
        threading.Thread(target=self._listen, args=(put,), daemon=True).start()

    def _listen(self, put: Callable[[str | None], None]) -> None:
        for line in self._lines():
            put(_composed(line))
        put(None)

    def _lines(self) -> Iterator[str]:
        try:
            handle = self._source.fileno()
        except (OSError, ValueError):  # not a file: nobody waits for it
            yield from self._source
            return
        # Not through the stream: the program could not end while a thread waits for it to give a line.
        decoder = codecs.getincrementaldecoder(self._source.encoding or "utf-8")(errors="replace")
        rest = ""
        while piece := _read(handle):
            *lines, rest = (rest + decoder.decode(piece)).split("\n")
            yield from lines
        if rest:
            yield rest

    def prompt(self, text: str) -> None:
        """Write a prompt, for `listen`. Whatever is written before a line is typed begins on a line of its own."""
        self._write(text)
        self.prompted = True

    def ring(self) -> None:
        """Call somebody back who may look elsewhere by now; not through a pipe."""
        if self._out.isatty():
            self._out.write("\a")
            self._out.flush()

    def echo(self, line: str) -> None:
        """A line has come: through a pipe it is not on the screen yet."""
        prompted, self.prompted = self.prompted, False
        if not self._typed and prompted:
            self._write(line + "\n")

    def _write(self, text: str, style: str = "") -> None:
        if self.prompted:
            self.prompted = False
            text = "\n" + text
        text = self._clean(text)
        self._out.write(f"{style}{text}{_END}" if style and self._colour else text)
        self._out.flush()

    def _clean(self, text: str) -> str:
        text = text.translate(_CONTROLS)
        return text if self.unicode else text.translate(_PLAIN_SIGNS)


def _read(handle: int) -> bytes:
    """What has come, as soon as something has; nothing at the end, or when the terminal is gone."""
    try:
        return os.read(handle, 65536)
    except OSError:
        return b""


def _can_encode(stream: TextIO, text: str) -> bool:
    try:
        text.encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _composed(line: str) -> str:
    """A typed line without spaces around it; an é is one sign however the keyboard has made it."""
    return unicodedata.normalize("NFC", line.strip())


def cells(text: str) -> int:
    """How many places of the screen a text takes: none for an accent by itself, two for 夜."""
    return sum(_cell(sign) for sign in text)


def _cell(sign: str) -> int:
    if unicodedata.combining(sign) or unicodedata.category(sign) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def cut(text: str, width: int) -> str:
    """The beginning of a text that fits into so many places."""
    while cells(text) > width:
        text = text[:-1]
    return text


def pad(text: str, width: int, *, left: bool = False) -> str:
    """A text filled up with blanks to so many places, behind it or `left` of it."""
    blanks = " " * (width - cells(text))
    return blanks + text if left else text + blanks
