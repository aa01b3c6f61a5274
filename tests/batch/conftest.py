"""What the tests of batches share: compiled once in a run, by one worker, while the others wait for it."""

from pathlib import Path

import pytest

import dicecup.batch


@pytest.fixture(scope="session", autouse=True)
def _compiled(own_folders: Path) -> None:
    fcntl = pytest.importorskip("fcntl")
    with (own_folders / "batches.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for name in dicecup.batch.names():
            dicecup.batch.make(name, games=1, seats=2, progress=lambda sentence: None)
