"""Bits flip under a party: it never stands elsewhere without a word, and its match goes on."""

import asyncio
import json
import random
import re
import sqlite3
from collections import Counter
from pathlib import Path

import pytest

from dicecup.saves import StorageError
from dicecup.server.matches import Matches
from dicecup.server.party.parties import Parties
from dicecup.server.store import sqlite_file
from dicecup.server.store.sqlite import SqliteStorage
from dicecup.server.store.tally import note
from dicecup.server.wire import party as wire_party
from tests.server.inside import Fickle, at_a_server
from tests.server.party.test_kept import add_chair, opened


@pytest.mark.parametrize("column", ["body", "version", "updated", "checksum"])
def test_a_party_that_was_changed_from_outside_says_so_and_its_match_goes_on(tmp_path: Path, column: str) -> None:
    async def begin(matches: Matches, _storage: Fickle) -> tuple[str, str]:
        _, party, ear = await opened(matches)
        await party.command(ear, wire_party.Start(type="start", id="go"))
        assert party.book.match is not None
        await party.stop()
        return party.id, party.book.match

    party_id, match = at_a_server(tmp_path, begin)
    with sqlite3.connect(tmp_path / "server.sqlite3") as db:
        value = json.dumps({}) if column in ("body", "checksum") else 7
        db.execute(f"UPDATE parties SET {column} = ?", (value,))
    db.close()

    async def look(matches: Matches, _storage: Fickle) -> None:
        parties = Parties(matches)
        with pytest.raises(StorageError, match="damaged"):
            await parties.get(party_id)
        assert await parties.all_of("ann") == []
        live = await matches.find(match, "ann")
        assert live.company is None
        assert live.match.pending is not None

    at_a_server(tmp_path, look)


def test_lines_that_are_damaged_are_left_out(tmp_path: Path) -> None:
    async def talk(matches: Matches, _storage: Fickle) -> str:
        _, party, ear = await opened(matches)
        for n, phrase in enumerate(("hello", "thanks", "ouch")):
            await party.command(
                ear, wire_party.SayPhrase.model_validate({"type": "phrase", "id": str(n), "phrase": phrase})
            )
        return party.id

    party_id = at_a_server(tmp_path, talk)
    with sqlite3.connect(tmp_path / "server.sqlite3") as db:
        db.execute("UPDATE party_lines SET body = replace(body, 'thanks', 'insult') WHERE n = 2")
    db.close()

    async def look(_matches: Matches, storage: Fickle) -> None:
        found = [json.loads(line)["text"] for line in await storage.parties.lines(party_id, 0)]
        assert found == ["hello", "ouch"]

    at_a_server(tmp_path, look)


@pytest.mark.thorough
def test_a_flipped_bit_never_silently_changes_a_party(tmp_path: Path) -> None:
    file = tmp_path / "server.sqlite3"

    async def fill(matches: Matches, storage: Fickle) -> tuple[str, str, list[str]]:
        _, party, ear = await opened(matches)
        for n in range(5):
            await party.command(ear, add_chair(str(n)))
            await party.command(
                ear, wire_party.SayPhrase.model_validate({"type": "phrase", "id": f"p{n}", "phrase": "hello"})
            )
        await party.command(ear, wire_party.Start(type="start", id="go"))
        row = await storage.parties.load(party.id)
        assert row is not None
        return party.id, row.body, await storage.parties.lines(party.id, 0)

    party_id, body, lines = at_a_server(tmp_path, fill)
    raw, chance, outcomes = file.read_bytes(), random.Random(15), Counter[str]()
    words = [party_id.encode(), b'"phrase"', b'"people"', b'"chairs"', b'"people"', b'"chairs"']
    spots = [at.start() for word in words for at in re.finditer(re.escape(word), raw)]
    for number in range(60):
        where = tmp_path / f"flip-{number}" / "server.sqlite3"
        where.parent.mkdir()
        flipped = bytearray(raw)
        flipped[min(len(raw) - 1, chance.choice(spots) + chance.randrange(400))] ^= 1 << chance.randrange(8)
        where.write_bytes(flipped)
        try:
            storage = SqliteStorage(where)
        except StorageError:
            outcomes["refused"] += 1
            continue

        async def look(storage: SqliteStorage = storage) -> str:
            try:
                row = await storage.parties.load(party_id)
                said = await storage.parties.lines(party_id, 0)
            except StorageError:
                return "named"
            finally:
                await storage.close()
            assert set(said) <= set(lines), "no line says anything else"
            assert row is None or row.body == body, "a party is as it was written"
            return "gone" if row is None else "well" if said == lines else "less said"

        outcomes[asyncio.run(look())] += 1
    assert outcomes["named"] > 1, outcomes
    assert outcomes["well"] > 3, outcomes


def test_what_can_be_read_of_a_damaged_database_has_its_parties(tmp_path: Path) -> None:
    async def begin(matches: Matches, _storage: Fickle) -> str:
        _, party, ear = await opened(matches)
        await party.command(ear, wire_party.Start(type="start", id="go"))
        return party.id

    party_id = at_a_server(tmp_path, begin)
    sqlite_file.recover(tmp_path / "server.sqlite3")

    async def look(matches: Matches, _storage: Fickle) -> None:
        party = await Parties(matches).find(party_id, "ann")
        assert party.book.match is not None
        assert (await matches.find(party.book.match, "ann")).row.party == party_id
        await party.stop()

    at_a_server(tmp_path, look)


def test_a_party_that_the_disk_has_forgotten_some_of_says_so(tmp_path: Path) -> None:
    """SQLite drops the end of its journal without a word; the tally beside it tells."""
    file = tmp_path / "server.sqlite3"
    copy = b""

    async def play(matches: Matches, _storage: Fickle) -> str:
        nonlocal copy
        _, party, ear = await opened(matches)
        with sqlite3.connect(file) as db:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        db.close()
        copy = file.read_bytes()
        await party.command(ear, add_chair("one"))
        return party.id

    party_id = at_a_server(tmp_path, play)
    tally = tmp_path / "server.sqlite3-tally"
    file.write_bytes(copy)
    tally.write_text(f"\n{note(party_id, 2)}")

    async def look(matches: Matches, _storage: Fickle) -> None:
        with pytest.raises(StorageError, match="no longer on the disk"):
            await Parties(matches).get(party_id)

    at_a_server(tmp_path, look)
