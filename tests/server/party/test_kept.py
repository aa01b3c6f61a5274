"""What a party is after a restart, a full disk, or damage: what was acknowledged, and nothing else."""

import asyncio
import json
import random
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from dicecup import games
from dicecup.saves import StorageError
from dicecup.server import wire
from dicecup.server.matches import Matches
from dicecup.server.party import talk
from dicecup.server.party.parties import Parties
from dicecup.server.party.party import Party
from dicecup.server.settings import Settings
from dicecup.server.store import sqlite_file
from dicecup.server.store.sqlite_parties import SqliteParties
from dicecup.server.store.storage import Conflict, PartyChange, PartyRow, Uncertain, Unopenable
from dicecup.server.wire import party as wire_party
from tests.server.browser import FAST, Browser, Program, served
from tests.server.inside import Ear as MatchEar
from tests.server.inside import Fickle, at_a_server
from tests.server.party.friends import Friend, code_of, come, open_table
from tests.server.party.sundial import Sundial
from tests.server.test_versions import OLD


def known(friend: Friend) -> dict[str, Any]:
    """What somebody knows of a party, but for who is here at the moment."""
    return {
        **friend.state,
        "people": [{**person, "presence": ""} for person in friend.state["people"]],
        "why_not": "",
    }


def test_after_a_kill_everybody_is_back_at_the_same_table(tmp_path: Path) -> None:
    with Program(tmp_path) as server, Browser(server.address) as one, Browser(server.address) as two:
        ann = open_table(one)
        ben = come(two, code_of(ann))
        ann.do("set_rules", talk="text", absence="30 s")
        ben.do("me", name="Benny")
        ben.do("say", text="Hello")
        ann.do("add_chair", level="easy")
        ben.do("ready", ready=True, nonce="be" * 32)
        code, spoken = code_of(ann), list(ben.lines)
        ann.catch_up()
        before = known(ann)
        server.kill()
        server.start()
        for friend in (ann, ben):
            friend.lines.clear()
            friend.again()
        ben.until("lines")
        assert known(ann) == before
        assert ben.lines == spoken
        assert code_of(ann) == code
        assert ben.ask("ready", id_="2-3", ready=False)["type"] == "done", "said once more, as nobody answered"
        assert ben.catch_up()["people"][1]["ready"], "but it was done before"
        assert ann.ask("start", id_="go")["type"] == "done"
        match = ann.state["match"]
        server.kill()
        server.start()
        ann.again()
        ben.again()
        assert ann.ask("start", id_="go")["type"] == "done"
        assert ann.state["match"] == match
        with ann.sit() as page, ben.sit() as other:
            assert [seat["mine"] for seat in page.state["seats"]] == [True, False, False]
            assert other.state["party"] == ann.party


@pytest.mark.thorough
def test_killed_again_and_again_while_people_change_things(tmp_path: Path) -> None:
    """What was answered with `done` holds; what was not, holds or not, and can be said once more."""
    chance = random.Random(15)
    with Program(tmp_path) as server, Browser(server.address) as one:
        ann = open_table(one)
        chairs = len(ann.state["chairs"])
        for kill in range(8):
            names = [f"Ann {kill} {n}" for n in range(30)]
            for n, name in enumerate(names):
                ann.say(type="me", id=f"{kill}-{n}", name=name)
            ann.say(
                type="add_chair" if kill % 2 else "set_rules",
                id=f"{kill}-chair",
                **({"level": "easy"} if kill % 2 else {}),
            )
            done = []
            for _ in range(chance.randrange(1, 60)):
                message = ann.hear()
                if message["type"] == "done":
                    done.append(message["id"])
                if done and done[-1] == f"{kill}-chair":
                    break
            server.kill()
            server.start()
            ann.again()
            last = max((int(id_.split("-")[1]) for id_ in done if not id_.endswith("chair")), default=-1)
            known = ann.me["name"]
            assert last < 0 or (known in names and names.index(known) >= last), "what was acknowledged is there"
            for n, name in enumerate(names):
                assert ann.ask("me", id_=f"{kill}-{n}", name=name)["type"] == "done"
            if kill % 2 and len(ann.state["chairs"]) < 8:
                assert ann.ask("add_chair", id_=f"{kill}-chair", level="easy")["type"] == "done"
                chairs += 1
            assert len(ann.catch_up()["chairs"]) == chairs, "and nothing is done twice"
            assert ann.me["name"] == names[-1]


def test_a_game_that_ended_while_nobody_looked_is_in_the_evening_after_a_restart(tmp_path: Path) -> None:
    settings = Settings(folder=tmp_path, **FAST)  # type: ignore[arg-type]
    with served(settings) as address, Browser(address) as one:
        ann = open_table(one, computers=["easy"])
        cookies, party = dict(one.http.cookies), ann.party
        ann.do("start")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Party, "over", _forgotten)
            with ann.sit() as page:
                while (ask := page.until_mine()) is not None:
                    page.answer(*ask["options"][-1]["choice"])
            assert ann.catch_up()["stage"] == "playing"
    with served(settings) as address, Browser(address) as one:
        one.http.cookies.clear()
        one.http.cookies.update(cookies)
        ann = Friend(one, {"party": party, "person": 1, "key": ""})
        ann.wait(lambda state: state["stage"] == "over")
        assert len(ann.state["evening"]) == 1


async def _forgotten(_party: Party, _match: str, _outcome: object) -> None:
    """As if the server had been killed just then."""


class Ear:
    """Somebody at a party, without a socket."""

    def __init__(self, guest: str) -> None:
        self.guest = guest
        self.entered = True
        self.heard: list[Any] = []

    def tell(self, message: wire_party.PartyTold) -> None:
        self.heard.append(message)


NEW = wire_party.NewParty(game="yahtzee", name="Ann")


async def opened(matches: Matches) -> tuple[Parties, Party, Ear]:
    parties = Parties(matches)
    made = await parties.create(NEW, "ann")
    party = await parties.find(made.party, "ann")
    ear = Ear("ann")
    party.listeners.add(ear)
    return parties, party, ear


def add_chair(id_: str) -> wire_party.AddChair:
    return wire_party.AddChair(type="add_chair", id=id_, level="easy")


def test_what_the_disk_does_not_take_has_not_happened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def full(_self: object, _change: PartyChange) -> None:
        raise StorageError("The disk is full. Free some space.")

    async def work(matches: Matches, _storage: Fickle) -> None:
        _, party, ear = await opened(matches)
        before = party.book.model_dump()
        with monkeypatch.context() as patch:
            patch.setattr(SqliteParties, "write", full)
            await party.command(ear, add_chair("one"))
        assert ear.heard[-1].reason == "The disk is full. Free some space."
        assert party.book.model_dump() == before
        await party.command(ear, add_chair("one"))
        assert [message.type for message in ear.heard[-2:]] == ["party", "done"]
        assert len(party.book.chairs) == 3

    at_a_server(tmp_path, work)


def test_what_was_written_although_the_line_to_the_disk_broke_has_happened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = SqliteParties.write

    async def mute(self: SqliteParties, change: PartyChange) -> None:
        await write(self, change)
        raise StorageError("The line to the disk broke.")

    async def work(matches: Matches, _storage: Fickle) -> None:
        _, party, ear = await opened(matches)
        with monkeypatch.context() as patch:
            patch.setattr(SqliteParties, "write", mute)
            await party.command(ear, add_chair("one"))
        assert ear.heard[-1].type == "done"
        await party.command(ear, add_chair("two"))
        assert len(party.book.chairs) == 4

    at_a_server(tmp_path, work)


@pytest.mark.parametrize("arrives", ["before somebody looks again", "after that", "never"])
def test_what_may_still_be_on_its_way_to_the_disk_is_not_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arrives: str
) -> None:
    """Whoever said it is sent away, comes back, says it again, and it is there once."""
    under_way: list[PartyChange] = []

    async def uncertain(_self: object, change: PartyChange) -> None:
        under_way.append(change)
        raise Uncertain("The line to the disk broke. What was being written may be there all the same.")

    async def work(matches: Matches, storage: Fickle) -> None:
        parties, party, ear = await opened(matches)
        with monkeypatch.context() as patch:
            patch.setattr(SqliteParties, "write", uncertain)
            await party.command(ear, add_chair("one"))
        assert [one.type for one in ear.heard if one.type in {"done", "refused", "bye"}] == ["bye"]
        if arrives == "before somebody looks again":
            await storage.parties.write(under_way[0])
        anew, again = await parties.find(party.id, "ann"), Ear("ann")
        anew.listeners.add(again)
        if arrives == "after that":
            await storage.parties.write(under_way[0])
        await anew.command(again, add_chair("one"))
        assert [one.type for one in again.heard if one.type in {"done", "refused"}] == ["done"]
        assert len(anew.book.chairs) == 3

    at_a_server(tmp_path, work)


def test_a_line_is_told_as_it_is_kept_whichever_try_has_kept_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Said again, it would be another line under the same number: at another time, and of another move."""
    under_way: list[PartyChange] = []

    async def uncertain(_self: object, change: PartyChange) -> None:
        under_way.append(change)
        raise Uncertain("The line to the disk broke. What was being written may be there all the same.")

    def say(id_: str) -> wire_party.Say:
        return wire_party.Say(type="say", id=id_, text="Hello!")

    async def work(matches: Matches, storage: Fickle) -> None:
        parties, party, ear = await opened(matches)
        await party.command(ear, wire_party.SetRules(type="set_rules", id="talk", talk="text"))
        with monkeypatch.context() as patch:
            patch.setattr(SqliteParties, "write", uncertain)
            patch.setattr(talk, "when", lambda _now: "2026-01-01T12:00:00Z")
            await party.command(ear, say("one"))
        anew, again = await parties.find(party.id, "ann"), Ear("ann")
        anew.listeners.add(again)
        await anew.enter(again, 0)
        await storage.parties.write(under_way[0])
        await anew.command(again, say("one"))
        assert again.heard[-1].type == "done"
        kept = [wire_party.Line.model_validate_json(body) for body in await storage.parties.lines(party.id, 0)]
        assert [line.at for line in kept if line.text == "Hello!"] == ["2026-01-01T12:00:00Z"]
        heard = [line for one in again.heard if isinstance(one, wire_party.Lines) for line in one.lines]
        assert heard == kept
        await anew.command(again, say("two"))
        assert [line.text for line in again.heard[-2].lines] == ["Hello!"]

    at_a_server(tmp_path, work)


def test_whoever_listens_hears_what_a_try_before_has_kept(tmp_path: Path) -> None:
    """Somebody else's command finds another party in the store than it thought: nobody has a hole then."""

    async def work(matches: Matches, storage: Fickle) -> None:
        _, party, ear = await opened(matches)
        await party.enter(ear, 0)
        row = await storage.parties.load(party.id)
        assert row is not None
        book = party.book.model_copy(deep=True)
        book.said += 1
        line = wire_party.Line.model_validate(
            {
                "n": book.said,
                "kind": "note",
                "person": None,
                "name": "",
                "text": "Ben has sat down.",
                "at": "2026-01-01T12:00:00Z",
            }
        )
        await storage.parties.write(
            PartyChange(
                row=PartyRow(id=party.id, body=book.model_dump_json(), version=row.version + 1),
                lines={line.n: line.model_dump_json()},
            )
        )
        await party.command(ear, add_chair("one"))
        heard = [each for one in ear.heard if isinstance(one, wire_party.Lines) for each in one.lines]
        kept = await storage.parties.lines(party.id, 0)
        assert heard == [wire_party.Line.model_validate_json(body) for body in kept]
        assert line in heard

    at_a_server(tmp_path, work)


def test_a_disk_that_can_neither_be_written_nor_read_sends_everybody_away_to_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(_self: object, _what: object) -> None:
        raise StorageError("The disk does not answer.")

    async def work(matches: Matches, _storage: Fickle) -> None:
        parties, party, ear = await opened(matches)
        await party.command(ear, wire_party.Start(type="start", id="go"))
        assert party.book.match is not None
        live, at_the_match = await matches.find(party.book.match, "ann"), MatchEar()
        live.listeners.add(at_the_match)
        with monkeypatch.context() as patch:
            patch.setattr(SqliteParties, "write", broken)
            patch.setattr(SqliteParties, "load", broken)
            await party.command(ear, wire_party.GiveHost(type="give_host", id="one", person=1))
            await party.command(ear, wire_party.Leave(type="leave", id="two"))
        goodbye = wire.Bye(reason="The disk does not answer.", again=True)
        assert goodbye in ear.heard
        assert goodbye in at_the_match.heard
        anew = await parties.find(party.id, "ann")
        assert anew is not party
        assert live.company is anew, "and the match has it too"
        assert anew.book.of_guest("ann") is not None

    at_a_server(tmp_path, work)


def test_whoever_goes_away_in_the_middle_of_a_command_has_given_it(tmp_path: Path) -> None:
    async def work(matches: Matches, _storage: Fickle) -> None:
        _, party, ear = await opened(matches)
        giving = asyncio.create_task(party.command(ear, add_chair("one")))
        await asyncio.sleep(0)
        giving.cancel()
        await asyncio.gather(giving, return_exceptions=True)
        await party.command(ear, add_chair("two"))
        assert len(party.book.chairs) == 4

    at_a_server(tmp_path, work)


def test_two_who_write_at_the_same_time_do_not_undo_each_other(tmp_path: Path) -> None:
    async def work(matches: Matches, storage: Fickle) -> None:
        _, party, ear = await opened(matches)
        row = await storage.parties.load(party.id)
        assert row is not None
        await storage.parties.write(PartyChange(row=PartyRow(id=party.id, body=row.body, version=row.version + 1)))
        with pytest.raises(Conflict):
            await storage.parties.write(PartyChange(row=PartyRow(id=party.id, body="{}", version=row.version + 1)))
        await party.command(ear, add_chair("one"))
        assert ear.heard[-1].type == "done", "it has read again what there is"
        assert len(party.book.chairs) == 3

    at_a_server(tmp_path, work)


def test_only_the_last_two_thousand_lines_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from dicecup.server.party import gathering

    monkeypatch.setattr(gathering, "_KEPT", 5)
    monkeypatch.setattr(talk, "_LINES", (1e6, 1e6))

    async def work(matches: Matches, storage: Fickle) -> None:
        _, party, ear = await opened(matches)
        for n in range(12):
            await party.command(
                ear, wire_party.SayPhrase.model_validate({"type": "phrase", "id": str(n), "phrase": "hello"})
            )
        found = [json.loads(line)["n"] for line in await storage.parties.lines(party.id, 0)]
        assert found == [8, 9, 10, 11, 12]

    at_a_server(tmp_path, work)


@pytest.mark.parametrize("version", [1, 2, 3])
def test_a_database_from_before_there_were_parties_gets_them(tmp_path: Path, version: int) -> None:
    file = tmp_path / "server.sqlite3"
    with sqlite3.connect(file) as db:
        db.executescript(OLD.read_text(encoding="utf-8"))
        db.execute("BEGIN")
        for step in sqlite_file._STEPS[: version - 1]:
            step(db)
        if version == 2:  # then it was called a seal
            for table in ("matches", "papers"):
                db.execute(f"ALTER TABLE {table} RENAME COLUMN checksum TO seal")
        db.execute(f"PRAGMA user_version = {version}")
        db.execute("COMMIT")
    db.close()

    async def work(matches: Matches, _storage: Fickle) -> None:
        infos = await matches.matches("ann")
        assert [(info.party, info.problem) for info in infos] == [(None, "")] * 2
        _, party, ear = await opened(matches)
        await party.command(ear, wire_party.Start(type="start", id="go"))
        assert [info.party for info in await matches.matches("ann")].count(party.id) == 1
        await party.stop()

    at_a_server(tmp_path, work)


def test_a_party_without_a_match_is_forgotten_after_a_month_and_one_with_matches_stays(tmp_path: Path) -> None:
    async def begin(matches: Matches, _storage: Fickle) -> list[str]:
        _, idle, _ = await opened(matches)
        _, played, ear = await opened(matches)
        await played.command(ear, wire_party.Start(type="start", id="go"))
        return [idle.id, played.id]

    idle, played = at_a_server(tmp_path, begin)
    with sqlite3.connect(tmp_path / "server.sqlite3") as db:
        db.execute("UPDATE parties SET updated = updated - 31 * 86400")
    db.close()

    async def look(_matches: Matches, storage: Fickle) -> None:
        assert await storage.parties.load(idle) is None
        with pytest.raises(StorageError):
            await storage.parties.load(played)  # it is there, and says that somebody has touched it

    at_a_server(tmp_path, look)


def test_a_host_who_does_not_come_back_after_a_restart_is_not_waited_for_longer_than_a_minute(
    tmp_path: Path, sundial: Sundial
) -> None:
    settings = Settings(folder=tmp_path, clock=sundial, **FAST)  # type: ignore[arg-type]
    with served(settings) as address, Browser(address) as one, Browser(address) as two:
        ann = open_table(one)
        ben = come(two, code_of(ann))
        cookies = dict(two.http.cookies)
        ben.close()
        ann.close()
    with served(settings) as address, Browser(address) as two:
        two.http.cookies.clear()
        two.http.cookies.update(cookies)
        ben = Friend(two, {"party": ben.party, "person": 2, "key": ""})
        assert ben.person(1)["host"]
        sundial.turn(59)
        assert ben.catch_up()["people"][0]["host"]
        sundial.turn(1.5)
        ben.wait(lambda state: state["people"][1]["host"])


def test_a_party_of_a_game_that_is_not_there_any_more_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def begin(matches: Matches, _storage: Fickle) -> str:
        return (await opened(matches))[1].id

    party_id = at_a_server(tmp_path, begin)

    async def look(matches: Matches, _storage: Fickle) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(games, "_folders", dict)
            with pytest.raises(Unopenable, match="Yahtzee is not installed here"):
                await Parties(matches).get(party_id)
            assert [info.party for info in await Parties(matches).all_of("ann")] == [party_id], "lists name it"
        assert (await Parties(matches).get(party_id)).book.rules.game == "yahtzee"

    at_a_server(tmp_path, look)
