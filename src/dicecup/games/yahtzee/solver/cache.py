"""Tables on disk: written whole or not at all, and believed only if every byte is right."""

import gzip
import hashlib
import os
import tempfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from platformdirs import user_cache_dir

from dicecup.games.yahtzee.solver.model import JOKER, MODELS, OPTIONS, PLAIN
from dicecup.games.yahtzee.solver.types import Rules

Table = NDArray[Any]

FORMAT = 1  # raise it when the meaning of a table changes
_MAGIC = b"dicecup yahtzee table\n"
_DIGEST = hashlib.sha256().digest_size
_SHIPPED = Path(__file__).parents[3] / "tables"  # the one-file program brings them along


def folder() -> Path:
    """Where tables are kept: $DICECUP_CACHE, or the user's cache folder."""
    return Path(os.environ.get("DICECUP_CACHE") or user_cache_dir("dicecup"))


def _header(kind: str, rules: Rules, shape: tuple[int, ...]) -> bytes:
    """What the file must start with: it changes with the format, the scores and the rules."""
    what = repr((FORMAT, kind, MODELS[rules], shape, OPTIONS)).encode()
    return _MAGIC + hashlib.sha256(what + PLAIN.tobytes() + JOKER.tobytes()).digest()


def path_of(kind: str, rules: Rules) -> Path:
    """The file of one table."""
    return folder() / f"yahtzee-{rules}-{kind}.v{FORMAT}"


def read(kind: str, rules: Rules, shape: tuple[int, ...], dtype: str = "<f8") -> Table | None:
    """The table on disk; None if there is none, or it is damaged, cut short or not ours."""
    header = _header(kind, rules, shape)
    start = len(header) + _DIGEST
    kind_of = np.dtype(dtype)
    for raw in _copies(path_of(kind, rules)):
        body = memoryview(raw)[start:]
        good = raw.startswith(header) and raw[len(header) : start] == hashlib.sha256(body).digest()
        if good and len(body) == kind_of.itemsize * int(np.prod(shape)):
            return np.frombuffer(body, kind_of).reshape(shape).astype(kind_of.newbyteorder("="))
    return None


def _copies(path: Path) -> Iterator[bytes]:
    """What is in the file, and in the one that was brought along."""
    with suppress(OSError):
        yield path.read_bytes()
    with suppress(OSError, EOFError, zlib.error):
        yield gzip.decompress((_SHIPPED / f"{path.name}.gz").read_bytes())


def write(kind: str, rules: Rules, table: Table, dtype: str = "<f8") -> None:
    """Keep a table for the next time; a folder that cannot be written to means that it is not kept."""
    path = path_of(kind, rules)
    body = table.astype(dtype).tobytes()
    with suppress(OSError):
        path.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".part")
        part = Path(name)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(_header(kind, rules, table.shape) + hashlib.sha256(body).digest() + body)
            part.replace(path)
        except OSError:
            part.unlink(missing_ok=True)


def keep(
    kind: str, rules: Rules, shape: tuple[int, ...], compute: Callable[[], Table], dtype: str = "<f8"
) -> Table:
    """The table from disk, or computed now and kept. On disk it has this `dtype`."""
    table = read(kind, rules, shape, dtype)
    if table is None:
        table = compute()
        write(kind, rules, table, dtype)
    table.flags.writeable = False
    return table
