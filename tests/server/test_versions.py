"""Databases that another version wrote, and folders that another server uses."""

import asyncio
import errno
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from dicecup.saves import StorageError
from dicecup.server import wire
from dicecup.server.matches import Matches
from dicecup.server.settings import Settings
from dicecup.server.store import lock, sqlite_file
from dicecup.server.store.sqlite import SqliteStorage
from dicecup.server.store.storage import NO_ROWS, Append, Uninstalled
from tests.processes import PYTHON
from tests.server.browser import FAST, Browser, Program, served
from tests.server.inside import NEW, Ear, Fickle, at_a_server, roll
from tests.server.stores import using

OLD: Final = Path(__file__).with_name("server-1.sql")


# --- what another version wrote ---


def test_a_database_of_before_is_taken_over(tmp_path: Path) -> None:
    """`server-1.sql` was written by the first version of the store, in the middle of two games."""
    file = tmp_path / "server.sqlite3"
    with sqlite3.connect(file) as db:
        db.executescript(OLD.read_text(encoding="utf-8"))
    db.close()

    async def work(matches: Matches, _storage: Fickle) -> None:
        infos = await matches.matches("ann")
        assert sorted(len(info.players) for info in infos) == [2, 3]
        assert not any(info.problem for info in infos)
        three = next(info for info in infos if len(info.players) == 3)
        table, ann = await matches.find(three.match, "ann"), Ear()
        assert (table.seq, table.match.pending.seat if table.match.pending else None) == (6, 2)
        await table.command(ann, wire.Answer(type="answer", id="id-5", seq=0, choice=["whatever"]))
        assert ann.last == wire.Done(id="id-5", seq=6), "what was acknowledged then still is"
        await matches.bring_here(three.match, "bo")
        assert (await matches.find(three.match, "bo")).seq == 6

    at_a_server(tmp_path, work)
    with sqlite3.connect(file) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (sqlite_file.VERSION,)
        assert {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")} == {
            *("guests", "matches", "seats", "log", "commands", "papers", "clocks"),
            *("parties", "party_doors", "party_guests", "party_lines", "party_matches"),
            *("results", "result_seats", "reviews", "verdicts", "attempts"),
        }
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
    db.close()


def test_a_match_of_a_game_that_is_not_there_any_more_says_so_and_can_be_cleared_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from dicecup import games

    async def work(matches: Matches, _storage: Fickle) -> None:
        match = (await matches.create(NEW, "ann")).match
        table = await matches.find(match, "ann")
        await table.command(Ear(), roll("one"))
        matches.tables.forget(table)
        with monkeypatch.context() as patch:
            patch.setattr(games, "_folders", dict)
            for _ in range(2):
                with pytest.raises(Uninstalled, match=r"Yahtzee is not installed here.*clear this match away"):
                    await matches.find(match, "ann")
            assert [info.match for info in await matches.matches("ann")] == [match], "lists name it"
        assert (await matches.find(match, "ann")).seq == 2, "and when it is back it goes on"

    at_a_server(tmp_path, work)


@pytest.mark.parametrize("change", ['{"seats":', '{"state":', '"phase"'])
def test_a_match_that_this_version_does_not_understand(tmp_path: Path, change: str) -> None:
    """Whatever is in its paper: no route fails over it, and it can be cleared away."""
    settings: Any = Settings(folder=tmp_path, **FAST)  # type: ignore[arg-type]

    with served(settings) as address, Browser(address) as ann:
        match = ann.new("yahtzee", "Ann")
        known = dict(ann.http.cookies)

    async def rewrite(store: SqliteStorage) -> None:
        found = await store.load(match)
        assert found is not None
        from dicecup.table import papers

        body = papers.unwrap(found.row.paper, papers.SAVE)[1]
        state = body["start"]["state"]
        state.pop("phase") if change == '"phase"' else state.update({"cards": change})
        await store.append(
            Append(
                match_id=match,
                at=0,
                head=NO_ROWS,
                rows=[],
                summary=found.row.summary,
                paper=papers.wrap(
                    papers.SAVE, {**body, "start": {**body["start"], "state": state}, "snapshot": 3}
                ),
            )
        )

    using(tmp_path / "server.sqlite3", rewrite)
    with served(settings) as address, Browser(address) as ann:
        ann.http.cookies.clear()
        ann.http.cookies.update(known)
        for path in ("replay", "rules", "export", "evidence", "chances"):
            status, reason = ann.refusal("GET", f"/matches/{match}/{path}")
            assert status == 503
            assert "another version of Dicecup" in reason
        for path in ("rematch", "rescue", "save"):
            assert ann.refusal("POST", f"/matches/{match}/{path}", {} if path == "save" else None)[0] == 503
        assert ann.http.delete(f"/matches/{match}").status_code == 204
        assert ann.matches() == []


# --- two servers ---


@pytest.mark.thorough
def test_a_second_server_on_the_same_folder_is_refused(tmp_path: Path) -> None:
    with Program(tmp_path) as program:
        done = _second(tmp_path)
        assert done.returncode == 1
        assert done.stderr.startswith(f"dicecup: Another Dicecup server keeps its games in {tmp_path}")
        assert "Traceback" not in done.stderr
        program.kill()
        program.start()  # whoever was killed is in nobody's way
        with Browser(program.address) as ann:
            ann.new("yahtzee", "Ann")


def _second(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PYTHON, "-m", "dicecup", "serve", "--port", "0"],
        env={**os.environ, "DICECUP_HOME": str(folder)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.mark.skipif(sys.platform == "win32", reason="as Unix says it")
def test_a_folder_whose_files_cannot_be_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_file: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(lock, "_hold", fail)
    with pytest.raises(StorageError, match=r"cannot be locked \(No locks available\).*network drive"):
        SqliteStorage(tmp_path / "server.sqlite3")


def test_the_lock_is_given_back(tmp_path: Path) -> None:
    async def go() -> None:
        store = SqliteStorage(tmp_path / "server.sqlite3")
        with pytest.raises(StorageError, match="Another Dicecup server"):
            SqliteStorage(tmp_path / "server.sqlite3")
        await store.close()
        await SqliteStorage(tmp_path / "server.sqlite3").close()
        (tmp_path / "server.sqlite3").write_text("no database" * 1000)
        for _ in range(2):
            with pytest.raises(StorageError, match="damaged"):
                SqliteStorage(tmp_path / "server.sqlite3")

    asyncio.run(go())
