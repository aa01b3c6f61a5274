"""Save files: where they lie, how they are called, and how they are written so that a crash loses nothing.

A save file is the text of `match.save()` with one more entry, `table`: who sits at each seat, a person or which
computer player. `dicecup.load` reads it as well, and leaves that entry alone.
"""

import json
import os
import re
import stat
import unicodedata
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any, Final

import dicecup
from dicecup import DicecupError, Match, SaveError, SetupError, games
from dicecup.files import StorageError, home, lock, make_folder, words_for, write_text
from dicecup.table import OVER, papers
from dicecup.table.errors import shown

__all__ = [
    "PERSON",
    "Entry",
    "Slot",
    "StorageError",
    "Store",
    "Table",
    "check_name",
    "home",
    "read_text",
    "unwrap",
    "wrap",
    "write_text",
]

PERSON: Final = "person"

_SUFFIX: Final = ".json"
_NAMED: Final = 8  # saves, when there is none of the name that was wanted
_LARGEST: Final = 64 * 2**20  # bytes
_KEPT: Final = 5  # games set aside, and files that cannot be read, of each game
_NAME: Final = re.compile(r"\w[\w .+-]{0,38}[\w+-]|\w")
_DEVICES: Final = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)  # names Windows keeps
_AUTOSAVE: Final = re.compile(r"(.+)-autosave(-\d+)?")
_SLOT: Final = re.compile(r".*-(autosave|previous|quicksave|unreadable)(-\d+)?", re.IGNORECASE | re.DOTALL)
_PAPER: Final = {"format", "version", "checksum", "body", "table"}


@dataclass(frozen=True, slots=True)
class Table:
    """A match and who plays it: `players` has, for each seat, PERSON or the level of a computer player."""

    match: Match[Any]
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One file of the save folder, as a list shows it."""

    name: str
    path: Path
    saved: datetime
    game: str = ""
    names: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    number: int = 1
    turn: int = 0
    house: tuple[str, ...] = ()  # the house rules that are not the usual ones, such as "start=seat-order"
    finished: bool = False
    problem: str = ""  # why the file cannot be used

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        facts = {name: getattr(self, name) for name in self.__slots__}
        return {**facts, "path": str(self.path), "saved": self.saved.isoformat(timespec="seconds")}


class Slot:
    """An autosave file that belongs to this session alone until `release`, or until its process ends.

    The system keeps the lock, so a crash frees it. Where it keeps no locks the slot is taken without one.
    """

    def __init__(self, path: Path, handle: int | None) -> None:
        self.path: Final = path
        self._handle = handle

    def release(self) -> None:
        """Let others have it."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    __del__ = release


def wrap(table: Table) -> str:
    """The text of a save file."""
    paper = json.loads(table.match.save())
    seats = {"players": list(table.players)}
    paper["table"] = {**seats, "checksum": papers.digest(seats)}
    return json.dumps(paper, ensure_ascii=False, separators=(",", ":")) + "\n"


def unwrap(text: str) -> Table:
    """The table that `wrap`, or plain `match.save()`, wrote; SaveError for anything else."""
    try:
        match = dicecup.load(text)
        match.close_chance()  # at a table it is settled on the way
        players = _players(json.loads(text), len(match.names))
    except SaveError:
        raise
    except (DicecupError, ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError) as error:
        # A file with a right checksum and wrong content: made by hand, or by somebody who means no good.
        raise SaveError(f"The saved game cannot be read: {error}") from None
    return Table(match, players)


def _players(paper: dict[str, Any], seats: int) -> tuple[str, ...]:
    """Who sits where; a save written from Python does not say, and then all are persons."""
    if paper.keys() - _PAPER:
        raise SaveError("The file is damaged: it has entries that do not belong there.")
    if "table" not in paper:
        return (PERSON,) * seats
    match paper["table"]:
        case {"players": [*players], "checksum": str(checksum)} if checksum == papers.digest({"players": players}):
            if len(players) == seats and all(isinstance(player, str) for player in players):
                return tuple(players)
    raise SaveError("The file is damaged: it does not say who sits where.")


def check_name(name: str) -> str:
    """A name that can be a file name on every system; SaveError, with what would be right, for any other."""
    name = unicodedata.normalize("NFC", " ".join(name.split())).removesuffix(_SUFFIX)
    if not _NAME.fullmatch(name) or _DEVICES.fullmatch(name):
        raise SaveError(
            f"{name!r} cannot be the name of a save: take up to 40 letters, digits, spaces, - and _, "
            "beginning with a letter or digit."
        )
    return name


class Store:
    """The folder of saves and the folder of records beside it."""

    def __init__(self, folder: str | os.PathLike[str] | None = None) -> None:
        root = home(folder)
        self.saves: Final = root / "saves"
        self.records: Final = root / "records"

    # --- the slots of a game ---

    def autosave(self, game: str, number: int = 1) -> Path:
        """Written after every answer; `dicecup play --continue` reads it. A second session has number 2."""
        return self.saves / _numbered(f"{game}-autosave", number)

    def is_autosave(self, path: Path, game: str) -> bool:
        """Whether this is where a session of the game saves."""
        found = _AUTOSAVE.fullmatch(path.stem)
        return path.parent == self.saves and path.suffix == _SUFFIX and found is not None and found[1] == game

    def claim(self, path: Path) -> Slot | None:
        """Take an autosave file for this session; None while another one has it."""
        guard = path.with_name(f".{path.stem}.lock")
        try:
            make_folder(guard.parent)
            handle = os.open(guard, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError:  # nothing can be written here at all: the first save will say so
            return Slot(path, None)
        if lock(handle):
            return Slot(path, handle)
        os.close(handle)
        return None

    def claim_any(self, game: str) -> Slot:
        """Take the first autosave file of a game that no other session has."""
        number = 1
        while (slot := self.claim(self.autosave(game, number))) is None:
            number += 1
        return slot

    def quick(self, game: str) -> Path:
        """Written by `save` without a name, overwritten by the next one. A game may name the file itself."""
        own = "" if games.missing(game) else games.manifest(game).quick_save
        return self.saves / (own or f"{game}-quicksave{_SUFFIX}")

    def named(self, name: str) -> Path:
        """The file of a named save; SaveError if the name is not possible or belongs to a slot."""
        name = check_name(name)
        files = [each.quick_save for each in games.manifests()]
        slots = {part.casefold() for file in files if file for part in (file, Path(file).stem)}
        if name.casefold() in slots or _SLOT.fullmatch(name):
            raise SaveError(f"{name!r} is reserved for Dicecup's own saves. Please choose another name.")
        return self.saves / (name + _SUFFIX)

    # --- writing and reading ---

    def write(self, path: Path, table: Table) -> None:
        """Put `table` into a save file, whole or not at all; StorageError if the disk does not take it."""
        write_text(path, wrap(table))

    def make_room(self, slot: Slot) -> Path | None:
        """Before another game takes a slot: set aside what is in it, unless nothing would be lost with it.

        Nothing is lost with a finished game that leaves nothing to the next one: it has its record.
        """
        path = slot.path
        if not path.exists() or not (found := _AUTOSAVE.fullmatch(path.stem)):
            return None
        kind = "previous"
        try:
            table = self.read(path)
            if table.match.game.name != found[1]:
                kind = "unreadable"
            elif table.match.outcome is not None and not table.match.game.carry(table.match.state):
                return None
        except DicecupError:
            kind = "unreadable"
        with words_for(path):
            aside = self._aside(f"{found[1]}-{kind}")
            path.replace(aside)
        return aside

    def _aside(self, name: str) -> Path:
        """A free place for what is set aside; of what lies there already only the newest few are kept."""
        there = [
            path for path in self.saves.glob(f"{name}*{_SUFFIX}") if re.fullmatch(rf"{name}(-\d+)?", path.stem)
        ]
        there.sort(key=lambda path: path.stat().st_mtime, reverse=True)
        for path in there[_KEPT - 1 :]:
            path.unlink()
        number = 1
        while (aside := self.saves / _numbered(name, number)).exists():
            number += 1
        return aside

    def write_record(self, match: Match[Any], now: datetime | None = None) -> Path:
        """Put the record of a match into the records folder, under a name of its own."""
        return self.keep_record(match.game.name, match.record(), now)

    def keep_record(self, game: str, record: str, now: datetime | None = None) -> Path:
        """The same with a record that a server gave."""
        day = (now or datetime.now()).strftime("%Y-%m-%d")
        count = 1
        while (path := self.records / f"{game}-{day}-{count}{_SUFFIX}").exists():
            count += 1
        write_text(path, record, private=False)
        return path

    def find(self, name_or_file: str) -> Path:
        """The file that a person means: the name of a save, or a path; SaveError if there is neither."""
        with suppress(SaveError):
            name = check_name(name_or_file)
            for path in (self.saves / (name + _SUFFIX), self.saves / name):
                if path.is_file():
                    return path
        path = Path(name_or_file)
        with suppress(OSError, RuntimeError):  # too long a name, a ~user who is not there
            if path.expanduser().exists():
                return path.expanduser()
        good = (entry.name for entry in map(self.look, self._newest_first()) if not entry.problem)
        known = list(islice(good, _NAMED))
        there_is = f"The saves are: {', '.join(known)}." if known else "There are no saves yet."
        raise SaveError(f"There is no save called {name_or_file!r}, and no such file. {there_is}")

    def listed(self, name: str) -> Path:
        """The file that `entries` shows under this name: it is never a path. SaveError if there is none."""
        path = self.saves / (name if name.endswith(".txt") else name + _SUFFIX)
        with suppress(OSError, ValueError):  # too long a name, or one that no file has
            if path.parent == self.saves and path.is_file():
                return path
        raise SaveError(f"There is no save called {shown(name)}.")

    def read(self, path: Path) -> Table:
        """The table in a save file; SaveError or StorageError, with the reason, if that is not possible."""
        return unwrap(read_text(path))

    def autosaves(self, game: str | None = None) -> list[Entry]:
        """The autosaves, of this game or of all, newest first; what cannot be used says so in `problem`."""
        found = []
        for path in self._newest_first():
            slot = _AUTOSAVE.fullmatch(path.stem)
            if slot is None or game not in (None, slot[1]):
                continue
            entry = self.look(path)
            if not entry.problem and entry.game != slot[1]:
                wrong = f"It holds a game of {entry.game}, not of {slot[1]}."
                entry = replace(entry, problem=wrong)
            found.append(entry)
        return found

    def remove(self, path: Path) -> None:
        """Delete a save file; StorageError if the disk does not let go of it."""
        with words_for(path):
            path.unlink(missing_ok=True)

    def entries(self) -> list[Entry]:
        """Every file in the save folder, newest first."""
        return [self.look(path) for path in self._newest_first()]

    def _newest_first(self) -> list[Path]:
        """The files that may be saves. Nothing is read: a save can be long, and there can be many."""
        if not self.saves.exists():
            return []
        with words_for(self.saves, "read"):
            paths = [path for path in self.saves.iterdir() if path.suffix in (_SUFFIX, ".txt") and path.is_file()]
        return sorted(paths, key=lambda path: (_saved(path), path.name), reverse=True)

    def look(self, path: Path) -> Entry:
        """What is in a save file, without playing it again; a damaged one says so in `problem`."""
        name = path.name if path.suffix == ".txt" else path.stem
        saved = datetime.fromtimestamp(_saved(path), UTC).astimezone()
        try:
            text = read_text(path)
            _, body = papers.unwrap(text, papers.SAVE)
            state = body["snapshot"]["state"]
            return Entry(
                name=name,
                path=path,
                saved=saved,
                game=str(body["game"]),
                names=tuple(map(str, state["names"])),
                players=_players(json.loads(text), len(state["names"])),
                number=int(body["number"]),
                turn=int(state["turn"]),
                house=_house(str(body["game"]), state["options"]),
                finished=state["phase"] == OVER,
                problem=games.missing(str(body["game"])),
            )
        except (DicecupError, OSError) as error:
            return Entry(name=name, path=path, saved=saved, problem=str(error))
        except (KeyError, TypeError, ValueError, RecursionError):
            return Entry(name=name, path=path, saved=saved, problem="The saved game cannot be read.")


def _saved(path: Path) -> float:
    """When a file was written; one that has just gone away, long ago."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _house(game: str, options: object) -> tuple[str, ...]:
    """The house rules of a saved game that are not the usual ones; of a game that is not here, none."""
    try:
        unusual = games.find(game).options.from_json(options).unusual()
    except SetupError:
        return ()
    return tuple(f"{name}={value}" for name, value in unusual.items())


def _numbered(name: str, number: int) -> str:
    return f"{name}{_SUFFIX}" if number == 1 else f"{name}-{number}{_SUFFIX}"


def read_text(path: Path) -> str:
    """The text in a file that should be a save or a record."""
    with words_for(path, "read"):
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            raise StorageError(f"{path} is not a file that could contain a game.")
        if found.st_size > _LARGEST:
            raise SaveError("This file is far too large to be a saved game.")
        raw = path.read_bytes()
    try:
        return raw.decode()
    except UnicodeDecodeError:
        raise SaveError("This is not a saved game, or the file is damaged: it is not text.") from None
