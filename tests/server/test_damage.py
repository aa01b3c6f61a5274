"""Bits flip and files get lost: no match goes on from elsewhere without a word, and what is good is rescued."""

import json
import os
import random
import re
import shutil
import sqlite3
from collections import Counter
from pathlib import Path
from typing import Any, Final

import pytest

from dicecup.saves import StorageError
from dicecup.server import wire
from dicecup.server.matches import Matches
from dicecup.server.settings import Settings
from dicecup.server.store.sqlite import SqliteStorage
from dicecup.server.store.storage import COMPUTER, NO_ROWS, Append, Conflict, Damaged, Stored, link
from dicecup.server.store.tally import note
from tests.server.browser import FAST, Browser, served
from tests.server.inside import NEW, Fickle, at_a_server
from tests.server.stores import START, row, using

ROWS: Final = [f"row {n}" for n in range(41)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A store with two matches: one with two papers, one with a single one."""
    where = tmp_path / "server.sqlite3"

    async def fill(store: SqliteStorage) -> None:
        for match in ("m", "other"):
            await store.add_match(row(match))
            await play(store, match, 0, 25, paper="newer" if match == "m" else None)
            await play(store, match, 25, 40)

    using(where, fill)
    return where


async def play(store: SqliteStorage, match: str, start: int, stop: int, paper: str | None = None) -> None:
    """Write the rows from `start` on, the last of them with a new paper."""
    for at in range(start, stop):
        await store.append(
            Append(
                match_id=match,
                at=at,
                head=link(NO_ROWS, ROWS[:at]),
                rows=[ROWS[at]],
                summary=START,
                done=("ann", f"id {at}", at + 1),
                paper=paper if at == stop - 1 else None,
            )
        )


def spoil(path: Path, statement: str, *values: Any) -> None:
    with sqlite3.connect(path) as db:
        assert db.execute(statement, values).rowcount
    db.close()


def columns(path: Path, table: str) -> list[str]:
    with sqlite3.connect(path) as db:
        found = [name for _, name, *_ in db.execute(f"PRAGMA table_info({table})")]
    db.close()
    return found


async def opened(store: SqliteStorage, match: str = "m") -> Stored | str:
    try:
        found = await store.load(match)
    except Damaged as damaged:
        return str(damaged)
    assert found is not None
    return found


# --- what is noticed ---


@pytest.mark.parametrize("table", ["matches", "seats", "papers", "log"])
def test_whatever_changes_in_a_match_is_noticed_and_named(path: Path, table: str) -> None:
    """Each column of its own; an id that changes is a match that is not there any more."""
    key = "id" if table == "matches" else "match"
    for column in columns(path, table):
        if column in (key, "problem"):
            continue
        copy = path.with_name(f"{column}.sqlite3")
        shutil.copy(path, copy)
        # The newest paper and the last row: the earlier ones are not needed to go on.
        last = {"papers": " AND base = 25", "log": " AND n = 39", "seats": " AND seat = 2"}.get(table, "")
        changed = "77" if column in ("n", "seat", "base", "rematch") else f"CAST({column} AS TEXT) || 'x'"
        spoil(copy, f"UPDATE {table} SET {column} = {changed} WHERE {key} = 'm'{last}")

        async def look(store: SqliteStorage, column: str = column) -> None:
            said = await opened(store)
            assert isinstance(said, str), f"{table}.{column} has changed, and nobody says so"
            assert "damaged" in said
            assert isinstance(await opened(store, "other"), Stored), "the others are well"
            infos = {each.id: each for each in await store.latest(10)}
            assert not infos["other"].problem
            if table in ("matches", "seats"):
                assert infos["m"].problem, "lists say so"

        using(copy, look)


@pytest.mark.parametrize("lost", ["n = 39", "n >= 30", "n = 26", "n >= 0"])
def test_rows_that_are_missing_are_noticed(path: Path, lost: str) -> None:
    spoil(path, f"DELETE FROM log WHERE match = 'm' AND {lost}")
    assert "missing" in using(path, opened)


def test_a_journal_that_ends_early_is_noticed(path: Path, tmp_path: Path) -> None:
    """SQLite takes a journal up to the first bad bit, and says nothing: then every match stands where it stood."""

    async def until_the_power_goes(store: SqliteStorage) -> None:
        await store.add_match(row("new"))
        await play(store, "new", 0, 10)
        await play(store, "other", 40, 40)
        for each in path.parent.glob("server.sqlite3*"):
            shutil.copy(each, crashed.parent)

    crashed = tmp_path / "crashed" / "server.sqlite3"
    crashed.parent.mkdir()
    using(path, until_the_power_goes)
    wal = crashed.with_name("server.sqlite3-wal")
    raw = bytearray(wal.read_bytes())

    async def whole(store: SqliteStorage) -> None:
        assert isinstance(await opened(store, "new"), Stored)

    well = tmp_path / "well" / "server.sqlite3"
    shutil.copytree(crashed.parent, well.parent)
    using(well, whole)
    raw[len(raw) // 2] ^= 1
    wal.write_bytes(raw)

    async def look(store: SqliteStorage) -> None:
        said = await opened(store, "new")
        assert isinstance(said, str)
        assert "written to it last is no longer on the disk" in said
        assert isinstance(await opened(store, "other"), Stored), "nothing of this one was lost"
        good = await store.salvage("new")
        assert good is not None
        assert 0 < len(good.rows) < 10
        await store.rescue(good, len(good.rows))
        await play(store, "new", len(good.rows), 10)
        assert isinstance(await opened(store, "new"), Stored)

    using(crashed, look)
    using(crashed, lambda store: opened(store, "new"))


def flips(path: Path, tmp_path: Path, times: int, chance: random.Random) -> Counter[str]:
    """Flip one bit after the other, each in a new copy; what came of it."""

    async def look(store: SqliteStorage) -> None:
        known = {each.id for each in await store.latest(10)}
        for match in ("m", "other"):
            if match not in known or not await store.knows_guest("ann"):
                outcomes["gone"] += 1
                continue
            found = await opened(store, match)
            if isinstance(found, str):
                outcomes["named"] += 1
                if (good := await store.salvage(match)) is not None:
                    outcomes["rescued"] += 1
                    await store.rescue(good, good.row.base + len(good.rows))
                    assert isinstance(await opened(store, match), Stored)
                continue
            outcomes["well"] += 1
            assert found.rows == ROWS[25 if match == "m" else 0 : 40], "it stands elsewhere, and nobody says so"
            assert found.row.seats == row(match).seats

    outcomes = Counter(dict.fromkeys(("well", "named", "rescued", "refused", "gone"), 0))
    raw = path.read_bytes()
    used = [at for at, byte in enumerate(raw) if byte]  # the rest is empty, and nobody looks there
    for number in range(times):
        where = tmp_path / f"flip-{number}" / "server.sqlite3"
        where.parent.mkdir()
        flipped = bytearray(raw)
        flipped[chance.choice(used)] ^= 1 << chance.randrange(8)
        where.write_bytes(flipped)
        try:
            using(where, look)
        except StorageError as refusal:
            outcomes["refused" if re.search("damaged|newer Dicecup", str(refusal)) else str(refusal)] += 1
        shutil.rmtree(where.parent)
    return outcomes


def test_a_flipped_bit_never_silently_changes_a_match(path: Path, tmp_path: Path) -> None:
    outcomes = flips(path, tmp_path, 60, random.Random(5))
    assert outcomes.keys() == {"well", "named", "rescued", "refused", "gone"}
    assert outcomes["named"] > 5
    assert outcomes["rescued"] > 3
    assert outcomes["well"] > 20


@pytest.mark.soak
def test_thousands_of_flipped_bits(path: Path, tmp_path: Path) -> None:
    outcomes = flips(path, tmp_path, 3_000, random.Random())
    assert outcomes.keys() == {"well", "named", "rescued", "refused", "gone"}


# --- what is rescued ---


@pytest.mark.parametrize(
    ("damage", "good"),
    [
        ("UPDATE log SET body = 'x' WHERE match = 'm' AND n = 33", 33),
        ("UPDATE log SET body = 'x' WHERE match = 'm' AND n = 3", 40),  # that one is in the newest paper
        (
            "UPDATE papers SET body = 'x' WHERE match = 'm' AND base = 25",
            40,
        ),  # the first paper and all rows are left
        ("UPDATE matches SET owner = 'eve' WHERE id = 'm'", 40),
        ("UPDATE seats SET player = 'nobody' WHERE match = 'm' AND seat = 2", 40),
    ],
)
def test_a_damaged_match_goes_on_from_where_it_is_good(path: Path, damage: str, good: int) -> None:
    spoil(path, damage)

    async def work(store: SqliteStorage) -> None:
        if not isinstance(await opened(store), Stored):
            found = await store.salvage("m")
            assert found is not None
            assert found.row.base + len(found.rows) == good
            await store.rescue(found, good)
        after = await opened(store)
        assert isinstance(after, Stored)
        assert after.row.base + len(after.rows) == good
        assert after.head == link(NO_ROWS, ROWS[:good])
        assert max(after.done.values()) == good, "what came later never happened: it can be done again"

    using(path, work)


def test_a_file_that_is_damaged_itself_is_kept_and_what_can_be_read_goes_on(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    raw = bytearray(path.read_bytes())
    at = raw.index(b"row 12")  # somewhere in the pages of the log
    at -= at % 4096
    raw[at : at + 40] = os.urandom(40)
    path.write_bytes(raw)

    async def work(store: SqliteStorage) -> None:
        assert {each.id for each in await store.latest(10)} == {"m", "other"}
        for match in ("m", "other"):
            if isinstance(await opened(store, match), str):
                found = await store.salvage(match)
                assert found is not None
                await store.rescue(found, found.row.base + len(found.rows))
            assert isinstance(await opened(store, match), Stored)

    using(path, work)
    assert "was damaged. What can be read of it is in a new file" in caplog.text
    kept = path.with_name("server.sqlite3.damaged-1")
    assert kept.read_bytes() == raw
    assert kept.stat().st_mode & 0o077 == 0
    using(path, work)
    assert not path.with_name("server.sqlite3.damaged-2").exists()


def test_who_rescues_too_late_takes_nothing_back(path: Path) -> None:
    spoil(path, "UPDATE log SET body = 'x' WHERE match = 'm' AND n = 33")

    async def work(store: SqliteStorage) -> None:
        both = [await store.salvage("m") for _ in range(2)]
        assert both[0] is not None
        assert both[1] is not None
        await store.rescue(both[0], 33)
        await play(store, "m", 33, 38)
        with pytest.raises(Conflict):
            await store.rescue(both[1], 33)
        found = await store.load("m")
        assert found is not None
        assert found.row.base + len(found.rows) == 38

    using(path, work)


def test_nothing_is_written_to_what_is_damaged(path: Path) -> None:
    """Or the next answer would put a new checksum under it."""
    spoil(path, "UPDATE matches SET turn = turn + 1 WHERE id = 'm'")

    async def work(store: SqliteStorage) -> None:
        with pytest.raises(Damaged):
            await play(store, "m", 40, 41)
        with pytest.raises(Damaged):
            await store.claim("code-m", "bo")
        with pytest.raises(Damaged):
            await store.hand_over("m", "bo")
        await store.delete_match("m")
        assert await store.find("m") is None

    using(path, work)


@pytest.mark.thorough
def test_a_rescued_match_is_played_on(tmp_path: Path) -> None:
    settings: Any = Settings(folder=tmp_path, **FAST)  # type: ignore[arg-type]
    with served(settings) as address, Browser(address) as ann:
        match = ann.new("yahtzee", "Ann", "=", seed=3, start="seat-order")
        with ann.sit(match) as page:
            for _ in range(3):
                page.answer("roll")
                assert page.until_mine() is not None
                ask = page.state["ask"]
                choice = next(each["choice"] for each in ask["options"] if each["choice"][0] == "fill")
                page.answer(*choice, id_=f"fill {page.state['seq']}")
                page.until_mine()
        known = dict(ann.http.cookies)
    spoil(tmp_path / "server.sqlite3", "UPDATE log SET body = body || ' ' WHERE n = 12")
    with served(settings) as address, Browser(address) as ann, Browser(address) as eve:
        ann.http.cookies.clear()
        ann.http.cookies.update(known)
        with ann.dial(match) as line:
            told = json.loads(line.recv(60))
        assert told["again"] is False
        assert "row 12 of its log" in told["reason"]
        assert told["rescue"].startswith("Continue after move ")
        assert eve.refusal("POST", f"/matches/{match}/rescue")[0] == 404
        assert ann.post(f"/matches/{match}/rescue")["match"] == match
        assert ann.refusal("POST", f"/matches/{match}/rescue") == (409, "This match is not damaged.")
        with ann.sit(match) as page:
            assert "was damaged on the disk and continues after move" in page.state["notice"]
            assert page.until_mine() is not None
            choice = page.state["ask"]["options"][0]["choice"]
            assert page.answer(*choice)["type"] == "done"


def test_whoever_could_not_look_on_cannot_after_a_rescue(path: Path) -> None:
    """If it is damaged whether others may look on, they may not."""
    spoil(path, "UPDATE matches SET watch = 1 WHERE id = 'm'")

    async def work(store: SqliteStorage) -> None:
        damaged = await store.salvage("m")
        assert damaged is not None
        await store.rescue(damaged, 40)
        found = await store.find("m")
        assert found is not None
        assert not found.problem
        assert not found.watch

    using(path, work)


@pytest.mark.parametrize("version", ["x", b"\0"])
def test_a_match_whose_version_is_no_number_keeps_no_server_from_starting(path: Path, version: Any) -> None:
    path.with_name(path.name + "-tally").write_text(f"\n{note('m', 7)}")
    spoil(path, "UPDATE matches SET version = ? WHERE id = 'm'", version)
    assert "changed from outside" in str(using(path, opened))


def test_a_seat_that_cannot_be_made_out_goes_to_whoever_set_the_match_up(tmp_path: Path) -> None:
    async def fill(matches: Matches, _storage: Fickle) -> str:
        seats = [
            wire.SeatWish(name="Ann"),
            wire.SeatWish(player="computer"),
            wire.SeatWish(name="Cy", player="open"),
        ]
        return (await matches.create(NEW.model_copy(update={"seats": seats}), "ann")).match

    match = at_a_server(tmp_path, fill)
    spoil(tmp_path / "server.sqlite3", "UPDATE seats SET level = 'herd' WHERE seat = 1")
    spoil(tmp_path / "server.sqlite3", "DELETE FROM seats WHERE seat = 2")

    async def work(matches: Matches, _storage: Fickle) -> None:
        assert "who sits there was changed" in (await matches.matches("ann"))[0].problem
        await matches.rescue(match, "ann")
        seats = (await matches.find(match, "ann")).row.seats
        assert [(seat.name, seat.player, seat.guest) for seat in seats][::2] == [
            *(("Ann", "person", "ann"), ("Cy", "person", "ann"))
        ]
        assert seats[1].player == COMPUTER
        assert seats[1].level != "herd"

    at_a_server(tmp_path, work)
