"""What was said to a model and what it answered: a file of JSON lines for each game. The key is never in it."""

import json
import os
import threading
from collections.abc import Mapping
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any, Final

from dicecup.players.outside.line import Garbled
from dicecup.players.outside.llm.address import without

_numbers: Final = count(1)  # several games may begin within a second


class Transcript:
    """One game; nothing, without a folder."""

    def __init__(self, folder: Path | None, game: str, key: str) -> None:
        self._key: Final = key
        self._lock: Final = threading.Lock()
        self._path: Path | None = None
        if folder is not None:
            now = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
            self._path = folder / f"{game}-{now}-{os.getpid()}-{next(_numbers)}.jsonl"

    def note(self, kind: str, what: Mapping[str, Any]) -> None:
        """Add a line; Garbled, with the reason, if it cannot be kept: whoever wants transcripts wants them all."""
        if self._path is None:
            return
        told = {"type": kind, "time": datetime.now(UTC).isoformat(timespec="milliseconds"), **what}
        line = without(self._key, json.dumps(told, ensure_ascii=False))
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._lock, self._path.open("a", encoding="utf-8", errors="replace", newline="\n") as file:
                file.write(f"{line}\n")
        except OSError as error:
            why = error.strerror or type(error).__name__
            raise Garbled(f"The transcript {self._path} cannot be written: {why}.") from None
