"""The book of a tournament: what was played is on the disk at once, and a later run goes on from there."""

import hashlib
import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Final, TextIO

import dicecup
from dicecup.arena.single_game import Played
from dicecup.files import put
from dicecup.table import SetupError

FORMAT: Final = 2  # of 2: with the times that the others waited


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """Everything that decides how a tournament goes."""

    game: str
    seats: tuple[str, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    seconds: float = 10.0  # for each decision
    judged: bool = False  # whether choices are judged, where somebody can
    bulk: bool = False  # in step, without the engine

    def to_json(self) -> dict[str, Any]:
        """For the first line of a book."""
        return {"format": FORMAT, "version": dicecup.__version__, **asdict(self), "seats": list(self.seats)}


class Book:
    """A file with a line for the terms, and one for each group of games with the same dice."""

    def __init__(self, folder: Path, terms: Terms) -> None:
        self.terms: Final = terms
        heading = json.dumps(terms.to_json(), sort_keys=True)
        self.path: Final = folder / f"{terms.game}-{hashlib.sha256(heading.encode()).hexdigest()[:12]}.jsonl"
        self.groups: Final[dict[int, list[Played]]] = {}
        self._file: TextIO | None = None

    def read(self) -> None:
        """Take over what has been played before. A last line that was not finished is left out."""
        with suppress(OSError):
            for line in self.path.read_text(encoding="utf-8").splitlines()[1:]:
                with suppress(ValueError, KeyError, TypeError):
                    entry = json.loads(line)
                    self.groups[entry["group"]] = [Played.from_json(game) for game in entry["games"]]

    def open(self) -> None:
        """Begin to write: the file anew, with all that is known so far."""
        entries = [self.terms.to_json(), *(self._entry(group) for group in sorted(self.groups))]
        try:
            put(self.path, "".join(map(_line, entries)).encode(), private=False)
            self._file = self.path.open("a", encoding="utf-8", newline="\n")
        except OSError as error:
            raise self._refused(error) from None

    def add(self, group: int, games: list[Played]) -> None:
        """Keep the games of a group."""
        self.groups[group] = games
        self._write(self._entry(group))

    def close(self) -> None:
        """Write no more."""
        if self._file is not None:
            with suppress(OSError):  # each line was written at once, or somebody has heard that it was not
                self._file.close()
            self._file = None

    def _entry(self, group: int) -> dict[str, Any]:
        return {"group": group, "games": [game.to_json() for game in self.groups[group]]}

    def _write(self, entry: dict[str, Any]) -> None:
        if self._file is not None:
            try:
                self._file.write(_line(entry))
                self._file.flush()
            except OSError as error:
                raise self._refused(error) from None

    def _refused(self, error: OSError) -> SetupError:
        return SetupError(
            f"The results cannot be kept in {self.path.parent}: {error.strerror}. Set DICECUP_HOME to another "
            "folder."
        )


def _line(entry: dict[str, Any]) -> str:
    return json.dumps(entry, separators=(",", ":")) + "\n"


def last_like(folder: Path, terms: Terms) -> Terms:
    """The terms of the newest book that differs from `terms` in its seed at most; SetupError if there is none."""
    with suppress(OSError):
        for path in sorted(folder.glob(f"{terms.game}-*.jsonl"), key=lambda path: -path.stat().st_mtime):
            with suppress(OSError, ValueError, KeyError, TypeError):
                with path.open(encoding="utf-8") as file:
                    heading = json.loads(file.readline())
                found = replace(terms, seed=heading["seed"])
                if heading == found.to_json():
                    return found
    raise SetupError("There is nothing to resume: no earlier run of these players with these rules was found.")
