"""What a client remembers of a server, so that whoever comes back is who they were: a small file per guest."""

import json
import os
import re
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from dicecup.files import StorageError, home, lock, make_folder, write_text

_MOST: Final = 50  # seats and seals that are remembered
_FOLDER: Final = "guests"


class Kept:
    """The guest that this program is at a server: its token, its seats and the seals it has seen.

    Two programs at once are two guests: each holds a file of its own, the first that is free, until it ends. The
    file is for its owner's eyes alone: whoever has it has the seats.
    """

    def __init__(self, server: str, folder: str | os.PathLike[str] | None = None) -> None:
        self._server: Final = server
        where = home(folder) / _FOLDER
        name = re.sub(r"[^a-z0-9.-]+", "-", server.casefold().partition("://")[2])[:80]
        self._handle: int | None = None
        self.trouble = ""  # why nothing can be remembered
        number = 1
        while not self._claim(path := where / f"{name}{'' if number == 1 else f'-{number}'}.json"):
            number += 1
        self._path: Final = path
        self.facts: dict[str, Any] = self._read()

    def _claim(self, path: Path) -> bool:
        try:
            make_folder(path.parent)
            handle = os.open(path.with_name(f".{path.stem}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
        except OSError:  # nothing can be written here: the first thing to be kept will say so
            return True
        if lock(handle):
            self._handle = handle
            return True
        os.close(handle)
        return False

    def _read(self) -> dict[str, Any]:
        """What is known of this server; nothing, if there is no file, or none that can be read."""
        with suppress(OSError, ValueError):
            match json.loads(self._path.read_text(encoding="utf-8")):
                case {"server": self._server, "cookie": str(), "seats": dict(), "seals": dict()} as facts:
                    return dict(facts)
        return {"server": self._server, "cookie": "", "seats": {}, "seals": {}}

    @property
    def cookie(self) -> str:
        """By which the server knows this guest."""
        return str(self.facts["cookie"])

    def keep_cookie(self, cookie: str) -> None:
        """Remember who this guest is."""
        if cookie != self.cookie:
            self.facts["cookie"] = cookie
            self._write()

    def keep(self, what: str, name: str, value: Any) -> None:
        """Remember the key of a seat (`seats`, by party) or a seal (`seals`, by match); old ones are forgotten."""
        some = self.facts[what]
        if some.get(name) == value:
            return
        some.pop(name, None)
        some[name] = value
        for old in list(some)[:-_MOST]:
            del some[old]
        self._write()

    def _write(self) -> None:
        try:
            write_text(self._path, json.dumps(self.facts))
            self.trouble = ""
        except StorageError as error:  # one can play, but is nobody known next time
            self.trouble = str(error)

    def close(self) -> None:
        """Let another program be this guest."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None
