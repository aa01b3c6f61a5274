"""Records of games on the disk: a compressed file for so many of them, whole or not there. docs/data.md"""

import gzip
import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import dicecup
from dicecup.arena.book import Terms
from dicecup.arena.lineup import Lineup
from dicecup.arena.single_game import Played
from dicecup.files import StorageError, make_folder, put
from dicecup.recorded import ENDING, FORMAT, lines
from dicecup.table import SetupError

GAMES: Final = 100  # in a file, about


class Shards:
    """The files of one run: each holds the games of the groups that are due in it, in their order.

    A file is written when its groups are there, or when the run ends; a later run takes up one that is not full.
    """

    def __init__(self, folder: Path, terms: Terms, lineup: Lineup, *, values: bool) -> None:
        self._folder: Final = folder
        self._terms: Final = terms
        self._lineup: Final = lineup
        self._values: Final = values
        self._each: Final = max(1, GAMES // lineup.rotations)
        what = {**terms.to_json(), "version": ""}
        mark = hashlib.sha256(json.dumps(what, sort_keys=True).encode()).hexdigest()[:12]
        self._name: Final = f"{terms.game}-{mark}"
        self.groups: Final[set[int]] = set()
        self._open: Final[dict[int, dict[int, list[dict[str, Any]]]]] = {}  # by shard and group
        self._changed: Final[set[int]] = set()
        self._whole: Final[set[int]] = set()

    def open(self, *, resume: bool) -> None:
        """Take over what is there; SetupError if that is not to be continued, or cannot be."""
        there = sorted(self._folder.glob(f"{self._name}-*{ENDING}"))
        if there and not resume:
            raise SetupError(
                f"{self._folder} holds records of this very run already. --resume goes on with it; or name "
                "another folder."
            )
        for path in there:
            self._take_over(path)
        try:
            make_folder(self._folder)
        except OSError as error:
            raise self._refused(error) from None

    def _take_over(self, path: Path) -> None:
        for line in lines(path):
            if line["version"] != dicecup.__version__:
                raise SetupError(
                    f"{path.name} was written by Dicecup {line['version']}, and this one is "
                    f"{dicecup.__version__}: name another folder."
                )
            if ("values" in line) is not self._values:
                word = "without" if self._values else "with"
                raise SetupError(
                    f"{path.name} was written {word} --values: go on {word} it, or name another folder."
                )
            group = line["group"]
            self._open.setdefault(group // self._each, {}).setdefault(group, []).append(line)
        for shard, found in list(self._open.items()):
            self.groups.update(found)
            if len(found) == self._each:
                del self._open[shard]  # it need not stay in memory
                self._whole.add(shard)

    def add(self, group: int, played: Sequence[Played]) -> None:
        """Keep the games of a group, in place of those that were kept of it."""
        shard = group // self._each
        if shard in self._whole:  # its other games stay, even if the run ends before they are played again
            self._whole.discard(shard)
            for line in lines(self._path(shard)):
                self._open.setdefault(shard, {}).setdefault(line["group"], []).append(line)
        self._open.setdefault(shard, {})[group] = [self._line(group, at, game) for at, game in enumerate(played)]
        self._changed.add(shard)
        self.groups.add(group)
        if len(self._open[shard]) == self._each:
            self._write(shard)
            del self._open[shard]
            self._whole.add(shard)

    def close(self) -> None:
        """Write what is not full."""
        for shard in sorted(self._changed):
            self._write(shard)

    def _line(self, group: int, rotation: int, game: Played) -> dict[str, Any]:
        line: dict[str, Any] = {
            "format": FORMAT,
            "version": dicecup.__version__,
            "game": self._terms.game,
            "seed": self._terms.seed,
            "group": group,
            "rotation": rotation,
            "players": self._lineup.seated(rotation),
            "outcome": {"shares": game.shares, "scores": game.scores},
            "fault": game.fault,
            "culprit": game.culprit,
            "record": None if game.record is None else json.loads(game.record),
        }
        return {**line, "values": game.values} if self._values else line

    def _write(self, shard: int) -> None:
        found = self._open[shard]
        text = "".join(
            json.dumps(line, separators=(",", ":")) + "\n" for group in sorted(found) for line in found[group]
        )
        # Without the time and with nobody's name in it: the same games are the same bytes.
        packed = gzip.compress(text.encode(), compresslevel=9, mtime=0)
        try:
            put(self._path(shard), packed, private=False)
        except OSError as error:
            raise self._refused(error) from None
        self._changed.discard(shard)

    def _path(self, shard: int) -> Path:
        return self._folder / f"{self._name}-{shard:05d}{ENDING}"

    def _refused(self, error: OSError) -> StorageError:
        why = error.strerror or str(error)
        return StorageError(
            f"The records cannot be kept in {self._folder}: {why}. Make room there, or change its rights; then "
            "--resume goes on."
        )
