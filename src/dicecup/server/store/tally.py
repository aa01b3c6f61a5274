"""A note, beside the database, of how far each match had come when that was acknowledged.

SQLite drops the end of its own journal when a bit in it flips: silently, and for all matches at once, so that
nothing inside of the database could tell. This is how it is noticed. The notes are not forced to the disk one by
one: after a power cut some of them may be missing, which only means that less is known.
"""

import os
import zlib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

_LONGEST: Final = 2**20  # bytes, after which it is time to start anew
_GONE: Final = -1


def note(match_id: str, version: int) -> str:
    """A match has come to its so many-th version."""
    text = f"{match_id} {version}"
    return f"{text} {zlib.crc32(text.encode()):08x}"


def note_gone(match_id: str) -> str:
    """A match has been cleared away."""
    return note(match_id, _GONE)


class Tally:
    """The file with these notes."""

    def __init__(self, path: Path) -> None:
        self._file: Final = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)

    def add(self, notes: Sequence[str]) -> bool:
        """Write notes down; whether it has become long."""
        with suppress(OSError):  # a full disk: then less is known, and nothing is wrong
            # The line break comes first: so half a note from before spoils none of these.
            os.write(self._file, "".join(f"\n{each}" for each in notes).encode())
        return os.fstat(self._file).st_size > _LONGEST

    def read(self) -> dict[str, int]:
        """The last version of each match that there was; whatever is no note is passed over."""
        with os.fdopen(os.dup(self._file), "rb") as file:
            file.seek(0)
            lines = file.read().decode(errors="replace").splitlines()
        found: dict[str, int] = {}
        for line in lines:
            match, _, rest = line.partition(" ")
            version = rest.partition(" ")[0]
            if version.lstrip("-").isdecimal() and line == note(match, int(version)):
                found[match] = int(version)
        return {match: version for match, version in found.items() if version != _GONE}

    def clear(self) -> None:
        """Everything is in the database itself by now."""
        with suppress(OSError):
            os.ftruncate(self._file, 0)

    def close(self) -> None:
        """Let go of the file."""
        os.close(self._file)
