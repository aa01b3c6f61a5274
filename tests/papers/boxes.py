"""The papers that releases left behind, as `make.py` put them into a box each."""

import json
import tarfile
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

_HERE: Final = Path(__file__).parent
RELEASES: Final = sorted(path.name.removesuffix(".tar.xz") for path in _HERE.glob("*.tar.xz"))


class Paper(NamedTuple):
    """A save or a record, and what is known of it without reading it."""

    name: str
    text: str
    facts: dict[str, Any]

    @property
    def finished(self) -> bool:
        return self.facts["winners"] is not None


@cache
def _files(release: str) -> dict[str, bytes]:
    with tarfile.open(_HERE / f"{release}.tar.xz") as tar:
        return {one.name: (tar.extractfile(one) or tar).read() for one in tar.getmembers()}  # type: ignore[union-attr]


def facts(release: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(_files(release)["facts.json"])
    return found


def papers(release: str, kind: str) -> list[Paper]:
    """The saves or the records of a release."""
    known = facts(release)
    found = _files(release).items()
    return [Paper(name, data.decode(), known[name]) for name, data in found if name.endswith(f".{kind}.json")]


def database(release: str) -> bytes:
    """That of a server with running matches."""
    return _files(release)["server.sqlite3"]
