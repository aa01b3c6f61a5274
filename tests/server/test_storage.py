"""Every store: what is told to be written is written, all of it or nothing, and trouble is told in words."""

import asyncio
import subprocess
import sys
import time
from dataclasses import replace
from typing import Any

import pytest

from dicecup.saves import StorageError
from dicecup.server.store import postgres_seals, postgres_strangers, seals
from dicecup.server.store.postgres import PostgresStorage
from dicecup.server.store.seals import Waiting
from dicecup.server.store.storage import (
    NO_ROWS,
    PERSON,
    Append,
    AttemptRow,
    Conflict,
    Damaged,
    DamagedParty,
    Farewell,
    PartyChange,
    PartyRow,
    ReviewRow,
    Seat,
    Storage,
    Summary,
    link,
)
from tests.processes import PYTHON
from tests.server.stores import START, Place, more, nobody, nothing, row, using


def test_a_match_comes_back_as_it_was_put_in(place: Place) -> None:
    async def write(store: Storage) -> None:
        await store.add_match(row())
        await store.append(more([], "one", "two", done=("ann", "id", 2)))
        await store.append(more(["one", "two"], "three"))

    using(place, write)
    found = using(place, lambda store: store.load("m"))
    assert (found.rows, found.done) == (["one", "two", "three"], {("ann", "id"): 2})
    assert (found.row.seats, found.row.summary, found.row.paper) == (row().seats, START, "paper")
    assert using(place, lambda store: store.load("x")) is None


def test_a_newer_paper_takes_the_place_of_the_rows_in_it(place: Place) -> None:
    async def write(store: Storage) -> Any:
        await store.add_match(row())
        await store.append(more([], "one"))
        await store.append(more(["one"], "two", paper="newer"))
        await store.append(more(["one", "two"], "three"))
        return await store.load("m")

    found = using(place, write)
    assert (found.row.paper, found.row.base, found.rows) == ("newer", 2, ["three"])


def test_nobody_writes_over_what_another_has_written(place: Place) -> None:
    async def write(store: Storage) -> None:
        await store.add_match(row())
        new = [more([], f"row of {n}", done=("ann", f"id {n}", 1)) for n in range(12)]
        results = await asyncio.gather(*map(store.append, new), return_exceptions=True)
        assert sorted(type(result).__name__ for result in results) == ["Conflict"] * 11 + ["NoneType"]
        first = results.index(None)
        with pytest.raises(Conflict):
            await store.append(more(["one"] * 5, "far"))
        with pytest.raises(Conflict):
            await store.append(more([], "nobody's", match="gone"))
        found = await store.load("m")
        assert found is not None
        assert (found.rows, found.done) == ([f"row of {first}"], {("ann", f"id {first}"): 1})

    using(place, write)


def test_one_seat_is_one_guests_and_one_match_has_one_rematch_however_many_ask_at_once(place: Place) -> None:
    async def ask(store: Storage) -> None:
        await store.add_match(row())
        got = await asyncio.gather(*(store.claim("code-m", f"guest {n}") for n in range(8)))
        assert [each for each in got if each] == [("m", 1)]
        found = await store.find("m")
        assert found is not None
        assert found.seats[1].guest == f"guest {got.index(('m', 1))}"
        ids = await asyncio.gather(*(store.add_rematch("m", row(f"next {n}")) for n in range(8)))
        assert len(set(ids)) == 1
        assert {each.id for each in await store.matches_of("ann")} == {"m", ids[0]}

    using(place, ask)


def test_what_is_handed_over_leaves_those_who_have_it(place: Place) -> None:
    """Matches, seats and results go along; a delete takes all of a match but how it ended."""
    over = Summary(turn=9, asked=None, finished=True, winners=(0,))

    async def work(store: Storage) -> None:
        await store.add_match(row())
        assert await store.without_result() == []
        await store.append(more([], "one", summary=over, result='{"dice":1}', paper="newer"))
        await store.hand_over("m", "dan")
        assert await store.matches_of("ann") == []
        assert [(each.owner, each.seats[0].guest) for each in await store.matches_of("dan")] == [("dan", "dan")]
        assert await store.results_of("ann", None, 9) == []
        assert [each.mine for each in await store.results_of("dan", "yahtzee", 9)] == [frozenset({0})]
        assert await store.results_of("dan", "another", 9) == []
        assert (await store.usage("dan")).papers == len("paper" + "newer")
        await store.keep_review(ReviewRow("m", "log", "mind", "ten words " * 99, verdict='{"fine":1}'))
        review = await store.review_of("m")
        assert review is not None
        assert (review.text, review.mind) == ("ten words " * 99, "mind")
        await store.delete_match("m")
        assert [await store.find("m"), await store.load("m"), await store.review_of("m")] == [None] * 3
        (left,) = await store.results_of("dan", None, 9)
        assert (left.there, left.verdict) == (False, '{"fine":1}')

    using(place, work)
    for table in ("log", "papers", "seats", "commands", "clocks", "reviews", "matches"):
        assert place.by_hand(f"SELECT * FROM {table}") == []


def test_a_damaged_match_goes_on_from_what_is_good_of_it(place: Place) -> None:
    async def fill(store: Storage) -> None:
        await store.add_match(row())
        await store.append(more([], "one", done=("ann", "a", 1)))
        await store.append(more(["one"], "two", done=("ann", "b", 2)))

    async def mend(store: Storage) -> None:
        with pytest.raises(Damaged):
            await store.append(more(["one", "two"], "three"))
        found = await store.salvage("m")
        assert found is not None
        assert (found.rows, found.row.paper) == (["one"], "paper")
        found.row.seats, found.row.summary = row().seats, START
        await store.rescue(found, 1)
        with pytest.raises(Conflict):
            await store.rescue(found, 1)
        await store.append(more(["one"], "other"))
        whole = await store.load("m")
        assert whole is not None
        assert (whole.rows, whole.done) == (["one", "other"], {("ann", "a"): 1})

    using(place, fill)
    place.by_hand("UPDATE log SET body = 'eve' WHERE n = 1")
    place.by_hand("UPDATE matches SET owner = 'eve'")
    assert using(place, lambda store: store.find("m")).problem == "it was changed from outside."
    using(place, mend)


def party(version: int, **facts: Any) -> PartyRow:
    return PartyRow(
        id="p", body=f"body {version}", version=version, **{"doors": ["d1"], "guests": ["ann"], **facts}
    )


def test_a_party_is_written_as_a_whole_and_found_by_its_doors_and_guests(place: Place) -> None:
    async def work(store: Storage) -> None:
        parties = store.parties
        await parties.write(PartyChange(row=party(1), lines={1: "hello", 2: "you"}))
        again = await asyncio.gather(
            *(parties.write(PartyChange(row=party(1), lines={3: "no"})) for _ in range(4)), return_exceptions=True
        )
        assert {type(each) for each in again} == {Conflict}
        both = party(2, doors=["d2"], guests=["ann", "bo"])
        await parties.write(PartyChange(row=both, match=row(), forget=1, lines={3: "all"}))
        found = await parties.load("p")
        assert found is not None
        assert (found.body, found.version) == ("body 2", 2)
        assert [await parties.behind(door) for door in ("d1", "d2")] == [None, "p"]
        assert await parties.lines("p", 0) == ["you", "all"]
        assert [each.id for each in await parties.of_guest("bo")] == ["p"]
        assert [(each.id, each.party) for each in await parties.matches("p")] == [("m", "p")]
        await parties.write(
            PartyChange(row=party(3), match=row("next"), after="m", moved=("ann", "eva"), owner=("m", "bo"))
        )
        one, two = sorted(await parties.matches("p"), key=lambda each: each.id)
        assert (one.rematch, one.owner, one.seats[0].guest) == ("next", "bo", "eva")
        assert (two.owner, two.seats[0].guest) == ("eva", "eva")
        await parties.write(
            PartyChange(row=party(4), seats={("m", 1): Seat(name="Di", player=PERSON, guest="di")})
        )
        assert [each.id for each in await store.matches_of("di")] == ["m"]

    async def end(store: Storage) -> None:
        with pytest.raises(DamagedParty):
            await store.parties.load("p")
        assert await store.parties.of_guest("ann") == []
        await store.parties.delete("p")
        assert await store.parties.load("p") is None
        assert (await store.find("m")) is not None

    using(place, work)
    place.by_hand("UPDATE parties SET body = 'other'")
    using(place, end)


def test_a_guest_who_leaves_is_taken_out_of_everything_at_once(place: Place) -> None:
    over = Summary(turn=9, asked=None, finished=True, winners=(0,))

    async def work(store: Storage) -> None:
        await store.add_guest("ann")
        await store.parties.write(
            PartyChange(row=party(1), match=row("theirs"), lines={1: "ann: hi", 2: "bo: hi"})
        )
        await store.add_match(row("mine"))
        await store.claim("code-theirs", "bo")
        result = '{"dice":1,"who":"Ann"}'
        await store.append(more([], "one", match="theirs", summary=over, done=("ann", "id", 1), result=result))
        await store.add_attempt(AttemptRow("ann", "yahtzee", "p1", 1.0, "{}"))
        whole = await store.everything_of("ann")
        assert [(part.row.id, part.version, part.papers) for part in whole.matches] == [
            ("mine", 1, {0: "paper"}),
            ("theirs", 3, {0: "paper"}),
        ]
        assert [each.sitters for each in whole.results] == [{0: "ann", 1: "bo"}]
        assert [(book.id, dict(lines)) for book, lines in whole.parties] == [("p", {1: "ann: hi", 2: "bo: hi"})]
        assert (len(whole.attempts), whole.damaged) == (1, [])
        part = whole.matches[1]
        part.row.owner, part.row.seats[0] = "bo", Seat(name="Somebody", player=PERSON)
        farewell = Farewell(
            guest="ann",
            matches=[replace(part, papers={0: "other"})],
            gone=["mine"],
            results={"theirs": '{"dice":1}'},
            parties=[(party(2, doors=["d1"], guests=["bo"]), {1: None, 2: "bo: bye"})],
            parties_gone=[],
        )
        with pytest.raises(Conflict):
            await store.forget(replace(farewell, matches=[replace(part, version=2)]))
        assert await store.knows_guest("ann")
        await store.forget(farewell)
        assert not await store.knows_guest("ann")
        found = await store.load("theirs")
        assert found is not None
        assert (found.row.paper, found.row.owner, found.row.seats[0].name) == ("other", "bo", "Somebody")
        assert (found.done, await store.find("mine")) == ({}, None)
        assert [each.body for each in await store.results_of("bo", None, 9)] == ['{"dice":1}']
        assert await store.parties.lines("p", 0) == ["bo: bye"]

    using(place, work)


def test_the_time_that_players_have_is_written_with_the_answer_or_not_at_all(place: Place) -> None:
    async def write(store: Storage) -> list[str]:
        await store.add_match(row())
        clocks = [await clock(store)]
        await store.append(more([], "one", clock="59 s"))
        clocks.append(await clock(store))
        with pytest.raises(Conflict):
            await store.append(more([], "other", clock="1 s"))
        await store.append(more(["one"], "two"))
        clocks.append(await clock(store))
        await store.keep_clock("m", "58 s")
        await store.keep_clock("gone", "58 s")
        return [*clocks, await clock(store)]

    async def clock(store: Storage) -> str:
        found = await store.load("m")
        assert found is not None
        return found.clock

    assert using(place, write) == ["", "59 s", "59 s", "58 s"]
    assert using(place, clock) == "58 s"
    place.by_hand("UPDATE clocks SET body = '9999 s'")
    assert using(place, clock) == "", "nobody gets time from outside"
    using(place, lambda store: store.delete_match("m"))
    assert place.by_hand("SELECT * FROM clocks") == []


def test_only_what_follows_from_the_very_rows_that_are_there_is_added(place: Place) -> None:
    """As many rows are not the same rows: whoever believes in another past is refused."""

    async def write(store: Storage) -> None:
        await store.add_match(row())
        await store.append(more([], "one", "two"))
        with pytest.raises(Conflict):
            await store.append(more(["one", "2"], "three"))
        await store.append(more(["one", "two"], "three"))
        found = await store.load("m")
        assert found is not None
        assert (found.rows, found.head) == (["one", "two", "three"], link(NO_ROWS, found.rows))

    using(place, write)


def test_nothing_is_added_to_a_match_whose_seats_are_others_by_now(place: Place) -> None:
    """Whoever asks for that sees who sits there, and whose the match is, before anything follows from it."""

    async def work(store: Storage) -> None:
        await store.add_match(row())
        known = await store.find("m")
        assert known is not None
        await store.append(more([], "one", version=known.version))
        for change in (
            lambda: store.claim("code-m", "bo"),
            lambda: store.hand_over("m", "dan"),
            lambda: store.add_rematch("m", row("next")),
        ):
            known = await store.find("m")
            assert known is not None
            await change()
            with pytest.raises(Conflict):
                await store.append(more(["one"], "two", version=known.version))
        stored = await store.load("m")
        assert stored is not None
        assert stored.rows == ["one"]
        await store.append(more(["one"], "two", version=stored.row.version))

    using(place, work)


def test_guests_and_what_is_theirs(place: Place) -> None:
    async def write(store: Storage) -> None:
        await store.add_guest("ann")
        assert await store.knows_guest("ann")
        assert not await store.knows_guest("bo")
        await store.add_match(row())
        assert await store.matches_of("bo") == []
        assert await store.claim("no such code", "bo") is None
        assert [await store.invited(code) for code in ("no such code", "", "code-m")] == [None, None, "m"]
        assert await store.claim("code-m", "bo") == ("m", 1)
        assert await store.claim("code-m", "cy") is None
        assert [each.id for each in await store.matches_of("bo")] == ["m"]
        assert await store.add_rematch("m", row("next")) == "next"
        assert await store.add_rematch("m", row("other")) == "next"
        assert await store.load("other") is None
        await store.delete_match("m")
        assert [each.id for each in await store.matches_of("ann")] == ["next"]

    using(place, write)


def test_a_secret_that_waits_can_be_taken_once(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(store: Storage) -> None:
        assert await store.seals.take("ann") is None
        for name in ("first", "second"):
            await store.seals.put("ann", Waiting(name, f"secret of {name}"))
        await store.seals.put("bo", Waiting("his", "secret"))
        taken = await asyncio.gather(*(store.seals.take("ann") for _ in range(8)))
        assert [each for each in taken if each] == [Waiting("second", "secret of second")]
        monkeypatch.setattr(seals, "PATIENCE", -1.0)
        monkeypatch.setattr(postgres_seals, "PATIENCE", -1.0)
        assert await store.seals.take("bo") is None, "it has waited for too long"

    using(place, work)


def test_the_first_attempt_at_a_puzzle_is_the_one_that_counts(place: Place) -> None:
    first = AttemptRow("ann", "yahtzee", "p1", 1.0, '{"right":false}')

    async def work(store: Storage) -> None:
        assert await store.add_attempt(first)
        assert not await store.add_attempt(AttemptRow("ann", "yahtzee", "p1", 2.0, '{"right":true}'))
        assert await store.add_attempt(AttemptRow("bo", "yahtzee", "p1", 3.0, "{}"))

    using(place, work)
    assert using(place, lambda store: store.attempts_of("ann")) == [first]
    assert using(place, lambda store: store.knows_guest("ann")), "whoever solves puzzles is somebody"
    place.by_hand("UPDATE attempts SET body = '{}' WHERE guest = 'ann'")
    assert using(place, lambda store: store.attempts_of("ann")) == [], "what was changed by hand is not believed"


def test_guests_who_never_sat_down_are_forgotten_in_time(place: Place) -> None:
    async def come(store: Storage) -> None:
        for guest in ("ann", "idle", "0idle", "8ad", "new"):
            await store.add_guest(guest)
        await store.add_match(row())

    using(place, come)
    place.by_hand(f"UPDATE guests SET created = {time.time() - 40 * 86_400} WHERE guest <> 'new'")

    async def look(store: Storage) -> list[bool]:
        if isinstance(store, PostgresStorage):  # the other one looks when it is opened
            await store.owners.begin("", nothing, nothing, nobody)
            assert store.owners._sweep is not None
            for _ in range(postgres_strangers.PARTS):
                await store.owners._sweep.forget_some()
        return [await store.knows_guest(guest) for guest in ("ann", "idle", "0idle", "8ad", "new")]

    assert using(place, look) == [True, False, False, False, True]


def test_winners_are_kept(place: Place) -> None:
    async def work(store: Storage) -> list[tuple[int, ...]]:
        await store.add_match(row())
        before = (await store.matches_of("ann"))[0].summary
        over = Summary(turn=9, asked=None, finished=True, winners=(0, 2))
        await store.append(Append(match_id="m", at=0, head=NO_ROWS, rows=["one"], summary=over))
        after = (await store.matches_of("ann"))[0].summary
        return [before.winners, after.winners]

    assert using(place, work) == [(), (0, 2)]


def test_a_row_that_was_changed_by_hand(place: Place) -> None:
    async def fill(store: Storage) -> None:
        await store.add_match(row())
        await store.append(more([], "one", "two", "three"))

    using(place, fill)
    place.by_hand("UPDATE log SET body = 'other' WHERE n = 1")
    with pytest.raises(StorageError, match="damaged: row 1"):
        using(place, lambda store: store.load("m"))


def test_after_it_is_closed(place: Place) -> None:
    async def go() -> None:
        store = place.open()
        await store.close()
        with pytest.raises(StorageError, match="closed"):
            await store.add_guest("ann")

    asyncio.run(go())


_WRITER = """
import asyncio, sys
from tests.server.stores import more, place_at, row

async def go():
    store = place_at(sys.argv[1]).open()
    await asyncio.gather(*(store.add_match(row(f"m{n}")) for n in range(8)))
    print("ready", flush=True)
    async def write(match):
        rows = []
        while True:
            at = len(rows)
            new = f"row {at}", f"row {at + 1}"
            await store.append(more(rows, *new, match=match, done=("ann", str(at), at)))
            rows += new
            at += 2
            print(match, at, flush=True)
    await asyncio.gather(*(write(f"m{n}") for n in range(8)))

asyncio.run(go())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="kills as Unix does")
def test_what_was_acknowledged_is_there_after_a_kill(place: Place) -> None:
    process = subprocess.Popen([*PYTHON, "-c", _WRITER, place.where], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    process.stdout.readline()
    said = [process.stdout.readline() for _ in range(200)]
    process.kill()
    said += process.stdout.readlines()
    process.stdout.close()
    process.wait()
    acknowledged: dict[str, int] = {}
    for line in said:
        if line.endswith("\n"):
            match, at = line.split()
            acknowledged[match] = int(at)

    async def read(store: Storage) -> None:
        for match, at in acknowledged.items():
            found = await store.load(match)
            assert found is not None
            assert len(found.rows) >= at
            assert len(found.rows) % 2 == 0, "half of an entry"
            assert found.rows == [f"row {n}" for n in range(len(found.rows))]
            assert len(found.done) == len(found.rows) // 2

    using(place, read)
