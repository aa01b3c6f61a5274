"""Opening the store that somebody has chosen: a file of SQLite, unless a database of PostgreSQL is named."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from dicecup.server.store.postgres import PostgresStorage
from dicecup.server.store.sqlite import SqliteStorage
from dicecup.server.store.storage import Storage

FILE: Final = "server.sqlite3"


def open_storage(folder: Path, database: str = "", *, tell_path: Callable[[], bool] = lambda: True) -> Storage:
    """The store, made if there is none; StorageError, in words, if it cannot be had.

    `tell_path`: whether whoever is refused something just now may know where it is.
    """
    if database:
        return PostgresStorage(database, tell_path=tell_path)
    return SqliteStorage(folder / FILE, tell_path=tell_path)
