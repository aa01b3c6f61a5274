"""Whatever several people do, in whatever order, a party stays one: what must always hold."""

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from dicecup.server import wire
from dicecup.server.ledger import Gone
from dicecup.server.matches import Matches
from dicecup.server.party.parties import Parties
from dicecup.server.party.party import Party
from dicecup.server.party.people import Book
from dicecup.server.store.storage import COMPUTER, OPEN, PERSON
from dicecup.server.wire import party as wire_party
from dicecup.table import DicecupError
from tests.server.inside import Fickle, at_a_server
from tests.server.party.test_kept import Ear

GUESTS = ["ann", *(f"guest-{n}" for n in range(20))]
COMMAND: Any = wire_party.PARTY_FRAME


def anything(chance: random.Random, id_: str) -> dict[str, Any]:
    """A command that somebody might give, sensible or not."""
    chair, person = chance.randrange(5), chance.randrange(1, 9)
    level = chance.choice([None, "easy", "medium", "nobody"])
    wishes: list[dict[str, Any]] = [
        {"type": "set_rules", "late": chance.random() < 0.5},
        {"type": "set_rules", "take_over": chance.random() < 0.7, "watch": chance.random() < 0.8},
        {"type": "set_rules", "game": chance.choice(["yahtzee", "king-of-tokyo", "deadwood", "chess"])},
        {"type": "set_rules", "rotation": chance.choice(["stay", "rotate", "shuffle"]), "talk": "text"},
        {"type": "me", "name": chance.choice(["Ann", "Ben", "", "Kraken", "x" * 50, "Zoe"])},
        {"type": "me", "character": chance.choice(["Kraken", "Giga Zaur", "", "Nobody"])},
        {"type": "ready", "ready": chance.random() < 0.9, "nonce": f"{chance.getrandbits(256):064x}"},
        {"type": "add_chair", "level": level},
        {"type": "set_chair", "chair": chair, "level": level},
        {"type": "remove_chair", "chair": chair},
        {"type": "take_chair", "chair": chair},
        {"type": "take_chair", "chair": chair},
        {"type": "stand_up"},
        {"type": "turn_away", "person": person},
        {"type": "give_host", "person": person},
        {"type": "start"},
        {"type": "start"},
        {"type": "again"},
        {"type": "to_waiting_room"},
        {"type": "leave"},
        {"type": "phrase", "phrase": "hello"},
        {"type": "say", "text": "Psst"},
        {"type": "nudge", "person": person},
    ]
    return {**chance.choice(wishes), "id": id_}


class Historian:
    """Lets people do things, and compares what they are told."""

    def __init__(self, matches: Matches, seed: int) -> None:
        self.matches = matches
        self.parties = Parties(matches)
        self.chance = random.Random(seed)
        self.ears: dict[str, Ear] = {}
        self.party: Party
        self.watching = ""
        self.tried: Counter[tuple[str, str]] = Counter()

    async def begin(self) -> None:
        made = await self.parties.create(wire_party.NewParty(game="yahtzee", name="Ann"), "ann")
        self.party = await self.parties.get(made.party)
        self.watching = self.party.book.watching
        self.listen("ann")

    def listen(self, guest: str) -> None:
        ear = self.ears[guest] = Ear(guest)
        self.party.listeners.add(ear)

    async def step(self, n: int) -> None:
        """Somebody comes, a game ends, or somebody says something."""
        guest, luck, book = self.chance.choice(GUESTS), self.chance.random(), self.party.book
        present, host = list(book.present()), book.person(book.host)
        if luck >= 0.25 and present and self.chance.random() < 0.9:
            guest = self.chance.choice(present).guest
        if luck >= 0.25 and host is not None and self.chance.random() < 0.3:
            guest = host.guest
        if luck < 0.15:
            word = self.chance.choice([book.table, book.code, self.watching, "nothing"])
            try:
                await self.parties.join(wire_party.Join(code=word or "nothing"), guest, "10.0.0.1")
            except DicecupError:
                return
            self.listen(guest)
        elif luck < 0.25 and book.stage == "playing":
            await self.party.over(
                book.match or "",
                wire.Outcome(winners=[0], scores=[1] * len(book.chairs), reason=""),
            )
        elif guest in self.ears:
            before = self.party.book.model_dump()
            wish = {"type": "start", "id": str(n)} if luck > 0.95 and host else anything(self.chance, str(n))
            guest = host.guest if luck > 0.95 and host else guest
            frame = COMMAND.validate_python(wish)
            ear = self.ears[guest]
            for each in self.ears.values():
                each.heard.clear()
            await self.party.command(ear, frame)
            answers = [message.type for message in ear.heard if message.type in ("done", "refused")]
            self.tried[frame.type, answers[0]] += 1
            assert len(answers) == 1, "everything is answered once"
            if answers == ["refused"]:
                assert self.party.book.model_dump() == before, "what is refused changes nothing"
            if frame.type == "say" and answers == ["done"]:
                self.heard_by_the_right_ones(guest)

    def heard_by_the_right_ones(self, guest: str) -> None:
        book = self.party.book
        me = book.of_guest(guest)
        assert me is not None
        for other, ear in self.ears.items():
            person = book.of_guest(other)
            heard = any(message.type == "lines" for message in ear.heard)
            if person is None or (book.chair_of(me) is None and book.chair_of(person) is not None):
                assert not heard

    async def check(self) -> None:
        """What must always hold."""
        book = self.party.book
        present = {person.number for person in book.present()}
        sitting = [chair.person for chair in book.chairs if chair.person is not None]
        assert len(sitting) == len(set(sitting)), "nobody sits on two chairs"
        assert set(sitting) <= present, "and nobody who has gone sits anywhere"
        assert all(chair.person is None or chair.level is None for chair in book.chairs)
        assert (book.host in present) if present else (book.host is None), "there is one host while anybody is"
        guests = [person.guest for person in book.present()]
        assert len(guests) == len(set(guests))
        assert not set(guests) & set(book.turned_away)
        names = [person.name.casefold() for person in book.present()]
        assert len(names) == len(set(names))
        assert (book.secret == {}) == (book.stage == "playing"), "dice are sealed before a game, and only then"
        assert (book.code == "") == (book.stage == "playing"), "the code is dead while a game is played"
        states = [self.party.state(person).model_dump() for person in book.present()]
        for state in states:
            assert state["you"] in present
            assert [p["number"] for p in state["people"] if p["you"]] == [state["you"]]
            assert sum(p["host"] for p in state["people"]) == 1
            state["you"] = 0
            for person in state["people"]:
                person["you"] = False
        assert all(state == states[0] for state in states), "all know the same, but for who they are"
        await self.check_match(book)

    async def check_match(self, book: Book) -> None:
        if book.stage != "playing" or book.match is None:
            return
        live = await self.matches.tables.get(book.match)
        await live.refresh()
        for at, (chair, seat) in enumerate(zip(book.chairs, live.row.seats, strict=True)):
            sitter = book.sitter(at)
            if sitter is not None:
                assert (seat.player, seat.guest) == (PERSON, sitter.guest)
            else:
                assert seat.player == (COMPUTER if chair.level is not None else OPEN)
                assert seat.guest == ""
        for guest in GUESTS:
            try:
                await self.matches.find(book.match, guest)
            except Gone:
                assert book.of_guest(guest) is None
            else:
                assert book.of_guest(guest) is not None, "nobody else sees what they play"
            try:
                await self.parties.find(book.id, guest)
            except Gone:
                assert book.of_guest(guest) is None
            else:
                assert book.of_guest(guest) is not None

    async def check_restart(self, storage: Fickle) -> None:
        """On the disk is what everybody knows."""
        row = await storage.parties.load(self.party.id)
        assert row is not None
        assert Book.model_validate_json(row.body) == self.party.book


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(2, 8))])
@pytest.mark.thorough
def test_whatever_people_do_a_party_stays_one(tmp_path: Path, seed: int) -> None:
    async def work(matches: Matches, storage: Fickle) -> None:
        historian = Historian(matches, seed)
        await historian.begin()
        for n in range(200):
            await historian.step(n)
            await historian.check()
            if n % 10 == 0:
                await historian.check_restart(storage)
        for command in ("start", "take_chair", "me"):
            assert historian.tried[command, "done"], "or little has been tried"
            assert historian.tried[command, "refused"]
        await historian.party.stop()

    at_a_server(tmp_path, work)
