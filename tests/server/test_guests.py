"""Everything of a guest, deleted: then nothing is left of it, and nothing of others is missing."""

import asyncio
import json
import random
import sqlite3
import zlib
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

import dicecup
from dicecup import saves
from dicecup.saves import StorageError
from dicecup.server.guests.forgetting import Forgetting
from dicecup.server.guests.parting import NEUTRAL, parting
from dicecup.server.matches import Matches, fingerprint, new_row
from dicecup.server.party import seating
from dicecup.server.party.deeds import Deed
from dicecup.server.party.gathering import change_of
from dicecup.server.party.parties import Parties
from dicecup.server.party.people import Book, Chair, Game, Person
from dicecup.server.review.reviews import Reviews
from dicecup.server.settings import Settings
from dicecup.server.store import postgres_results, sqlite_results
from dicecup.server.store.forms import KEYS
from dicecup.server.store.moving import place_of, snapshot
from dicecup.server.store.seals import Waiting
from dicecup.server.store.sqlite import SqliteStorage
from dicecup.server.store.storage import (
    COMPUTER,
    NO_ROWS,
    OPEN,
    PERSON,
    Append,
    AttemptRow,
    Conflict,
    Farewell,
    ReviewRow,
    Seat,
    Storage,
    Summary,
    row_text,
)
from dicecup.server.thinking import ThinkingPool
from dicecup.server.wire.party import Line
from dicecup.table import papers
from tests.server.browser import FAST, Browser, served
from tests.server.inside import Fickle, at_a_server
from tests.server.party.friends import code_of, come, open_table
from tests.server.stores import OF_PROCESSES, Place, PostgresPlace, SqlitePlace, using

GUESTS = [fingerprint(f"token {number}") for number in range(5)]
NAMES = ["Xanthippe", "Björn", "Čapek", "O'Neill-Überall", "Ann + Ann"]


# --- a world of games and tables ---


class World:
    """A store with games and tables of five guests, by lot."""

    def __init__(self, storage: Storage, seed: int) -> None:
        self._storage = storage
        self._rng = random.Random(seed)
        self._numbers = iter(range(1_000))

    async def fill(self) -> None:
        for guest in GUESTS:
            await self._storage.add_guest(guest)
            await self._storage.seals.put(guest, Waiting("a name", "a secret"))
            for n in range(self._rng.randrange(3)):
                await self._storage.add_attempt(AttemptRow(guest, "yahtzee", f"p{n}", 5.0 + n, '{"right": true}'))
        for _ in range(6):
            await self._match(self._people())
        for _ in range(4):
            await self._party(self._people())

    def _people(self) -> list[int]:
        return self._rng.sample(range(5), self._rng.randint(1, 3))

    async def _match(self, people: list[int], *, quiet: bool = False) -> str:
        rng = self._rng
        seats = [Seat(name=NAMES[who], player=PERSON, guest=GUESTS[who]) for who in people]
        seats.append(Seat(name="Robot", player=COMPUTER, level="easy"))
        if rng.random() < 0.3 and not quiet:
            seats.append(Seat(name="Free", player=OPEN, invite=fingerprint(f"invite {next(self._numbers)}")))
        owner = GUESTS[rng.choice(people)]
        row = new_row(dicecup.new("yahtzee", seats=len(seats), names=[seat.name for seat in seats]), seats, owner)
        await self._storage.add_match(row)
        over = rng.random() < 0.6
        told = [{"name": each.name, "player": each.player, "level": each.level, "score": 7} for each in seats]
        body = {"number": 1, "options": {}, "winners": [0], "seats": told}
        await self._storage.append(
            Append(
                match_id=row.id,
                at=0,
                head=NO_ROWS,
                rows=[row_text({"choice": ["roll"], "seat": 0})],
                summary=Summary(turn=1, asked=None if over else 0, finished=over, winners=(0,) if over else ()),
                done=(GUESTS[people[0]], f"c{next(self._numbers)}", 1),
                result=json.dumps(body, ensure_ascii=False) if over else None,
            )
        )
        if over:
            text = json.dumps({"names": [seat.name for seat in seats]})
            await self._storage.keep_review(ReviewRow(match=row.id, log="", mind="", text=text, verdict="{}"))
            if rng.random() < 0.2:
                await self._storage.delete_match(row.id)
        return row.id

    async def _party(self, people: list[int]) -> None:
        rng = self._rng
        book = Book(id=f"party-{next(self._numbers)}", rules=seating.new_rules("yahtzee", {}), host=1)
        for number, who in enumerate(people, start=1):
            gone = number > 1 and rng.random() < 0.3
            person = Person(number=number, name=NAMES[who], guest="" if gone else GUESTS[who], came=float(number))
            person.played, person.gone, person.was = True, gone, GUESTS[who] if gone else ""
            book.people.append(person)
            book.chairs.append(Chair(person=None if gone else number, level="easy" if gone else None))
        book.turned_away = [GUESTS[who] for who in range(5) if who not in people and rng.random() < 0.3]
        match = await self._match(people, quiet=True)
        row = await self._storage.find(match)
        if row is not None:
            names = [seat.name for seat in row.seats]
            numbers: list[int | None] = [*range(1, len(people) + 1), None]
            scores = [0] * len(names)
            won = Game(match=match, game="yahtzee", names=names, people=numbers, scores=scores, winners=[0])
            won.best = f"{names[0]} scored 30 points in one go."
            book.evening.append(won)
        deed = Deed(book=book, adopted=match if row is not None else None)
        deed.note(f"{NAMES[people[-1]]} is the host now.")
        deed.add(Line(n=0, kind="said", person=1, name=NAMES[people[0]], text="Hello.", at=""))
        deed.add(Line(n=0, kind="said", person=len(people), name=NAMES[people[-1]], text="Hi!", at=""))
        await self._storage.parties.write(change_of(deed, 1))


def dump(place: Place) -> dict[str, dict[str, list[object]]]:
    """All rows of a store, by table and key."""
    with snapshot(place_of(place.where, Path())) as db:
        found: dict[str, dict[str, list[object]]] = {}
        for name in KEYS:
            columns = [each[1:6:4] for each in db.execute(f"PRAGMA table_info({name})")]
            keys = [column for column, key in sorted(columns, key=lambda each: each[1]) if key]
            rows = db.execute(f"SELECT {', '.join(keys)}, * FROM {name}").fetchall()
            found[name] = {json.dumps(row[: len(keys)]): [*map(_plain, row[len(keys) :])] for row in rows}
        return found


def _plain(cell: object) -> object:
    if not isinstance(cell, bytes):
        return cell
    try:
        return zlib.decompress(cell).decode()  # a review
    except zlib.error:
        return cell.hex()


def world(place: Place, seed: int, who: int) -> tuple[dict[str, Any], dict[str, Any], Farewell]:
    """A world before and after one of its guests was forgotten, and what that took."""

    async def forget(storage: Storage) -> Farewell:
        farewell = parting(await storage.everything_of(GUESTS[who]), GUESTS[who], 9.0)
        await storage.forget(farewell)
        left = await storage.everything_of(GUESTS[who])
        assert not any((left.matches, left.results, left.attempts, left.parties))
        assert not await storage.knows_guest(GUESTS[who])
        for match in farewell.matches:
            stored = await storage.load(match.row.id)
            assert stored is not None, "it is as it was written, and can be opened"
            assert stored.row.owner in {*(seat.guest for seat in stored.row.seats), *GUESTS}
            assert [seat.name for seat in stored.row.seats] == list(_names_in(stored.row.paper))
        assert await storage.seals.take(GUESTS[who]) is None
        return farewell

    using(place, lambda storage: World(storage, seed).fill())
    before = dump(place)
    farewell = using(place, forget)
    return before, dump(place), farewell


def _names_in(paper: str) -> list[str]:
    names: list[str] = papers.unwrap(paper, papers.SAVE)[1]["start"]["state"]["names"]
    return names


def check(before: dict[str, Any], after: dict[str, Any], farewell: Farewell, who: int) -> None:
    """Nothing is left of a guest, and nothing of others is missing."""
    everything = json.dumps(after, ensure_ascii=False)
    assert GUESTS[who] not in everything
    assert NAMES[who] not in everything
    changed = {part.row.id for part in farewell.matches} | set(farewell.gone) | set(farewell.results)
    changed |= {row.id for row, _ in farewell.parties} | set(farewell.parties_gone)
    shared = {row[0] for row in before["result_seats"].values() if row[2] != GUESTS[who]}
    changed |= {row[0] for row in before["results"].values()} - shared
    for table, rows in before.items():
        for key, row in rows.items():
            text = json.dumps(row, ensure_ascii=False)
            if GUESTS[who] in text or NAMES[who] in text or set(json.loads(key)) & changed:
                continue
            assert after[table].get(key) == row, f"{table} {key} is somebody else's"
        assert table == "party_lines" or after[table].keys() <= rows.keys(), "nothing is added"
    for guest in set(GUESTS) - {GUESTS[who]}:  # also in what is shared, what is theirs stays theirs
        for table in ("attempts", "result_seats", "guests", "commands", "party_guests", "seats"):
            for key, row in before[table].items():
                if guest in row:
                    assert after[table].get(key) == row, f"{table} {key} is another guest's"


def test_nothing_is_left_of_a_guest_and_nothing_of_others_is_missing(tmp_path: Path) -> None:
    found = []
    for seed in range(10):
        before, after, farewell = world(SqlitePlace(tmp_path / f"{seed}.sqlite3"), seed, seed % 5)
        check(before, after, farewell, seed % 5)
        raw = b"".join(file.read_bytes() for file in tmp_path.glob(f"{seed}.sqlite3*"))
        assert GUESTS[seed % 5].encode() not in raw, "not even where nothing is any more"
        found.append(farewell)
    # All that can be was tried:
    assert any(each.gone for each in found)
    assert any(each.parties_gone for each in found)
    assert any(lines for each in found for _, lines in each.parties)
    kept = [part for each in found for part in each.matches]
    assert {part.row.summary.finished for part in kept} == {True, False}
    assert {part.row.party is None for part in kept} == {True, False}
    assert any(each.results.keys() - {part.row.id for part in each.matches} for each in found), "cleared away"


def test_the_same_in_postgres(database: PostgresPlace) -> None:
    """Also in the tables by which processes share it."""
    for seed in (0, 1, 2):
        database.by_hand("DROP SCHEMA public CASCADE")
        database.by_hand("CREATE SCHEMA public")
        check(*world(database, seed, seed % 5), seed % 5)
        shared = str([database.by_hand(f"SELECT * FROM {table}") for table in OF_PROCESSES])
        assert GUESTS[seed % 5] not in shared
        assert GUESTS[4] in shared, "who has sealed dice there"


@pytest.mark.soak
def test_the_same_in_many_worlds(tmp_path: Path) -> None:
    for seed in range(10, 200):
        check(*world(SqlitePlace(tmp_path / f"{seed}.sqlite3"), seed, seed % 5), seed % 5)


def test_in_a_running_game_a_computer_player_takes_the_seat_over(tmp_path: Path) -> None:
    async def work(matches: Matches, storage: Fickle) -> None:
        seats = [Seat(name=NAMES[n], player=PERSON, guest=GUESTS[n]) for n in (0, 1)]
        seats.append(Seat(name="somebody", player=COMPUTER, level="hard"))
        row = new_row(dicecup.new("yahtzee", names=[seat.name for seat in seats], seats=3), seats, GUESTS[0])
        await matches.storage.add_match(row)
        await storage.forget(parting(await storage.everything_of(GUESTS[0]), GUESTS[0], 1.0))
        live = await matches.find(row.id, GUESTS[1])
        assert [(seat.name, seat.player) for seat in live.row.seats] == [
            (f"{NEUTRAL} 2", COMPUTER),
            (NAMES[1], PERSON),
            ("somebody", COMPUTER),
        ], "under a name that nobody has"
        assert live.match.names == (f"{NEUTRAL} 2", NAMES[1], "somebody")
        assert live.row.owner == GUESTS[1]

    at_a_server(tmp_path, work)


# --- all of it or nothing ---


def test_a_disk_that_fails_in_the_middle_leaves_everything_as_it_was(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def forget(storage: Storage) -> None:
        farewell = parting(await storage.everything_of(GUESTS[0]), GUESTS[0], 9.0)
        assert farewell.matches or farewell.gone
        await storage.forget(farewell)

    using(place, lambda storage: World(storage, 5).fill())
    before = dump(place)
    with monkeypatch.context() as patch:
        patch.setattr(sqlite_results, "take_away", _full)
        patch.setattr(postgres_results, "take_away", _full)
        with pytest.raises(StorageError, match="full"):
            using(place, forget)
    assert dump(place) == before
    using(place, forget)
    assert dump(place) != before


def _full(db: object, _guest: str) -> None:
    if isinstance(db, sqlite3.Connection):
        raise sqlite3.OperationalError("database or disk is full")
    raise pytest.importorskip("asyncpg").DiskFullError("no space left on device")


def test_whoever_plays_on_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    """A store that somebody else has written to: it is looked at again, and only then everything goes."""

    class Busy(Fickle):
        conflicts = 0

        async def forget(self, farewell: Farewell) -> None:
            self.conflicts += 1
            if self.conflicts < 3:
                for part in farewell.matches:  # somebody plays on
                    await self.hand_over(part.row.id, GUESTS[1])
            await super().forget(farewell)

    async def go() -> None:
        storage = Busy(tmp_path / "busy.sqlite3")
        await World(storage, 1).fill()
        matches = Matches(storage, ThinkingPool(), saves.Store(tmp_path))
        parties, reviews = Parties(matches), Reviews(storage)
        told = await Forgetting(matches, parties, reviews).forget(GUESTS[0])
        assert storage.conflicts == 3
        assert told.shared
        assert not await storage.knows_guest(GUESTS[0])
        await reviews.close()
        await parties.close()
        await matches.close()

    asyncio.run(go())


def test_what_does_not_follow_from_what_is_there_is_refused(place: Place) -> None:
    async def go(storage: Storage) -> None:
        await World(storage, 1).fill()
        farewell = parting(await storage.everything_of(GUESTS[0]), GUESTS[0], 9.0)
        assert farewell.matches
        await storage.hand_over(farewell.matches[0].row.id, GUESTS[1])
        with pytest.raises(Conflict):
            await storage.forget(farewell)

    using(place, go)


# --- over the wire ---

SURE = {"confirm": "delete everything"}


def test_nothing_is_deleted_by_mistake_or_from_another_site(ann: Browser) -> None:
    match = ann.new("yahtzee", "Ann", "=")
    for body in (None, {}, {"confirm": "yes"}, {"confirm": True}, {**SURE, "guest": "x"}):
        assert ann.refusal("DELETE", "/me", body)[0] == 422
    assert ann.refusal("DELETE", "/me", SURE, headers={"origin": "http://evil.example"})[0] == 403
    assert [each["match"] for each in ann.matches()] == [match]


def test_everything_goes_and_whoever_it_was_is_a_stranger(address: str) -> None:
    with Browser(address) as eve, Browser(address) as ben:
        alone = eve.new("yahtzee", "Eve", "=")
        page = eve.sit(alone)
        seats = [{"name": "Eve"}, {"player": "open", "name": "Ben"}]
        made = eve.post("/matches", {"game": "yahtzee", "seats": seats, "options": {"start": "seat-order"}})
        ben.post(f"/invites/{made['invites']['1']}")
        bens = ben.sit(made["match"])
        cookie = eve.cookie
        reply = eve.http.request("DELETE", "/me", json=SURE)
        assert reply.status_code == 200, reply.text
        told = reply.json()
        assert (told["matches"], told["shared"]) == (1, 1)
        assert any("others" in each for each in told["stays"])
        assert not eve.http.cookies, "the browser has forgotten, too"
        bye = page.until("bye")
        assert "deleted" in bye["reason"]
        assert not bye["again"]
        status = eve.http.get("/matches", headers={"cookie": cookie}).status_code
        assert status == 401, "the old token opens nothing any more"
        assert bens.until("bye")["again"]
        with ben.sit(made["match"]) as again:
            names = [seat["name"] for seat in again.state["seats"]]
            assert names == [NEUTRAL, "Ben"]
            assert again.state["seats"][0]["player"] == "computer"
            again.until_mine()
        for each in (page, bens):
            each.close()


def test_a_page_that_asks_in_that_very_moment_is_sent_away_and_hears_nothing_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It waits to hear how its match stands, and could be told when everything has been deleted."""
    own = SqliteStorage.forget
    with served(Settings(folder=tmp_path, **FAST)) as address, Browser(address) as eve:  # type: ignore[arg-type]
        page = eve.sit(eve.new("yahtzee", "Eve", "="))

        async def asked_meanwhile(self: SqliteStorage, farewell: Farewell) -> None:
            page.say(type="ping")
            page.say(type="hello", last_seq=None)
            await asyncio.to_thread(page.until, "pong")  # so the other one has come, too
            await own(self, farewell)

        monkeypatch.setattr(SqliteStorage, "forget", asked_meanwhile)
        assert eve.http.request("DELETE", "/me", json=SURE).status_code == 200
        assert not page.until("bye")["again"]
        with pytest.raises(ConnectionClosed):
            page.hear()


def test_a_table_plays_on_without_whoever_has_gone_for_good(address: str) -> None:
    with Browser(address) as eve, Browser(address) as ben:
        host = open_table(eve, name="Eve")
        guest = come(ben, code_of(host), "Ben")
        guest.do("ready", ready=True)
        host.wait(lambda state: not state["why_not"])
        host.do("phrase", phrase="good_luck")
        host.do("start")
        guest.wait(lambda state: state["stage"] == "playing")
        match = guest.state["match"]
        assert eve.http.request("DELETE", "/me", json=SURE).status_code == 200
        assert guest.until("bye")["again"]
        guest.lines.clear()  # what was heard before
        guest.again()
        assert guest.me["name"] == "Ben"
        assert guest.state["people"][0]["name"] == NEUTRAL
        assert next(each for each in guest.state["people"] if each["host"])["name"] == "Ben"
        guest.catch_up()
        assert "Eve" not in json.dumps([guest.state, guest.lines])
        assert any(NEUTRAL in note and "takes the seat over" in note for note in guest.notes())
        with ben.sit(match) as page:
            assert page.state["seats"][0]["name"] == NEUTRAL
            assert page.until_mine() is not None, "and the computer player decides there"
        host.close()
        guest.close()


def test_whoever_had_left_a_table_before_is_not_named_there_any_more(address: str) -> None:
    """The game goes on under the name of whoever began it; until that is to be forgotten, too."""
    with Browser(address) as ann, Browser(address) as eve:
        host = open_table(ann, name="Ann")
        guest = come(eve, code_of(host), "Eve")
        guest.do("ready", ready=True)
        host.wait(lambda state: not state["why_not"])
        host.do("start")
        match = host.state["match"]
        guest.wait(lambda state: state["stage"] == "playing")
        guest.say(type="leave", id="away")
        assert "left" in guest.until("bye")["reason"]
        host.wait(lambda state: state["chairs"][1]["level"] is not None)
        assert host.state["chairs"][1]["name"] == "Eve"
        assert eve.http.request("DELETE", "/me", json=SURE).status_code == 200
        host.until("bye")
        host.lines.clear()
        host.again()
        host.catch_up()
        assert host.state["chairs"][1]["name"] == NEUTRAL
        assert "Eve" not in json.dumps([host.state, host.lines])
        with ann.sit(match) as page:
            assert [seat["name"] for seat in page.state["seats"]] == ["Ann", NEUTRAL]
        host.close()
        guest.close()
