"""All parties of a server: opening them, finding them again, and coming in."""

import asyncio
from collections import OrderedDict
from contextlib import suppress
from typing import Final
from weakref import WeakValueDictionary

from dicecup import games
from dicecup.server import catalogue, qr
from dicecup.server import wire_party as said
from dicecup.server.live import Gone
from dicecup.server.matches import Matches, fingerprint, new_id, when
from dicecup.server.party import deeds, doors, play, seating
from dicecup.server.party.deeds import Deed
from dicecup.server.party.party import NO_PARTY, Party, change_of, fresh_code
from dicecup.server.party.people import Book, Chair, Person
from dicecup.server.storage import Unopenable
from dicecup.table import DicecupError, NotAllowed

_MOST: Final = 50  # parties of one guest
_AT_HAND: Final = 200  # parties in memory at which nobody is
NO_DOOR: Final = "This code or link opens nothing here. Ask for a new one."
MOVED: Final = "This seat is now played on another device."


class TooOften(DicecupError):  # noqa: N818
    """Too many wrong codes in too little time."""


class Parties:
    """The parties, in the store and in memory."""

    def __init__(self, matches: Matches) -> None:
        self._matches: Final = matches
        self._store: Final = matches.storage.parties
        self._open: Final[WeakValueDictionary[str, Party]] = WeakValueDictionary()
        self._lately: Final[OrderedDict[str, Party]] = OrderedDict()
        self._opening: Final = asyncio.Lock()
        self._guesses: Final = doors.Guesses()
        matches.tables.company = self.company

    # --- finding ---

    async def get(self, party_id: str) -> Party:
        """A party, opened if need be; Gone if there is none, Unopenable if it is damaged."""
        async with self._opening:
            party = self._open.get(party_id)
            if party is None or party.lost:
                row = await self._store.load(party_id)
                if row is None:
                    raise Gone(NO_PARTY)
                party = Party(Book.model_validate_json(row.body), row.version, self._matches)
                self._open[party_id] = party
                party.begin(party.look_after())
        self._remember(party)
        return party

    def _remember(self, party: Party) -> None:
        """Keep those at hand that were asked for lately; all others as long as anybody holds on to them."""
        self._lately[party.id] = party
        self._lately.move_to_end(party.id)
        while len(self._lately) > _AT_HAND:
            self._lately.popitem(last=False)

    async def company(self, party_id: str) -> Party | None:
        """The party that plays a match; None if it cannot be found: then those play on who have a seat."""
        try:
            return await self.get(party_id)
        except (Gone, Unopenable):
            return None

    async def find(self, party_id: str, guest: str) -> Party:
        """A party that a guest is in."""
        party = await self.get(party_id)
        if not party.knows(guest):
            raise Gone(NO_PARTY)
        return party

    async def all_of(self, guest: str) -> list[said.PartyInfo]:
        """The parties of a guest, the latest first."""
        found = []
        for row in await self._store.of_guest(guest):
            book = Book.model_validate_json(row.body)
            info = said.PartyInfo(
                party=book.id,
                game=book.rules.game,
                title=games.titled(book.rules.game),
                names=[person.name for person in book.seated()],
                stage=book.stage,
                match=book.match,
                updated=when(row.updated),
            )
            found.append(info)
        return found

    # --- opening ---

    async def create(self, wanted: said.NewParty, guest: str) -> said.Joined:
        """Open a table for friends."""
        if len(await self._store.of_guest(guest)) >= _MOST:
            raise NotAllowed(f"You are at {_MOST} tables here. Leave some of them first.")
        rules = seating.new_rules(wanted.game, dict(wanted.options))
        book = Book(id=new_id(), rules=rules, language=wanted.language, numbered=1, host=1)
        low, high = seating.limits(rules.game)
        levels = [catalogue.level(rules.game, level) for level in wanted.computers]
        if len(levels) >= high:
            raise NotAllowed(f"{games.titled(rules.game)} has at most {high} players.")
        key = doors.new_word()
        name = seating.checked_name(book, None, wanted.name)
        me = Person(number=1, name=name, guest=guest, came=self._matches.clock.now())
        me.give_key(fingerprint(key))
        me.character = seating.checked_character(book, me, wanted.character)
        book.people = [me]
        book.chairs = [Chair(person=1), *(Chair(level=level) for level in levels)]
        while len(book.chairs) < max(low, min(seating.COMPANY, high)):
            book.chairs.append(Chair())
        book.code, book.watching_code = await fresh_code(self._matches), await fresh_code(self._matches)
        book.table, book.watching = doors.new_word(), doors.new_word()
        play.seal(book)
        await self._store.write(change_of(Deed(book=book), 1))
        return said.Joined(party=book.id, person=1, key=key)

    # --- coming in ---

    async def _behind(self, code: str, address: str) -> tuple[Party, str, doors.Opens]:
        """What a code or link opens; Gone, the same for all that open nothing."""
        word = doors.read(code)
        guess = doors.is_code(word)
        if guess and not self._guesses.may(address):
            raise TooOften("Too many codes that open nothing. Wait a minute.")
        party_id = await self._store.behind(fingerprint(word))
        if party_id is not None:
            with suppress(Gone, Unopenable):
                party = await self.get(party_id)
                opens = doors.behind(party.book, word, self._matches.clock.now())
                if opens is not None:
                    if guess:
                        self._guesses.right(address)
                    return party, word, opens
        raise Gone(NO_DOOR)

    async def knock(self, code: str, guest: str, address: str) -> said.Door:
        """What is behind a code or link."""
        party, _, opens = await self._behind(code, address)
        book = party.book
        host, member = book.person(book.host), book.of_guest(guest)
        return said.Door(
            opens=opens.kind,
            game=book.rules.game,
            title=games.titled(book.rules.game),
            host=host.name if host is not None else "",
            people=[person.name for person in book.present()],
            free=seating.free_chairs(book),
            begun=book.stage == "playing",
            characters=seating.free_characters(book),
            member=book.id if member is not None and opens.person in (None, member) else None,
            name=opens.person.name if opens.person is not None else "",
        )

    async def join(self, wanted: said.Join, guest: str, address: str) -> said.Joined:
        """Go in."""
        party, word, _ = await self._behind(wanted.code, address)
        key = doors.new_word()
        number = 0

        def work(deed: Deed) -> None:
            nonlocal number
            now = doors.behind(deed.book, word, deed.now)  # as it stands now: somebody may have been faster
            if now is None:
                raise Gone(NO_DOOR)
            person = _taken_up(deed, now.person, word, guest) if now.person else deed.book.of_guest(guest)
            person = person or _new(deed, wanted, guest, watch=now.kind == "watching")
            person.give_key(fingerprint(key))
            number = person.number

        await party.own(party.do(work))
        return said.Joined(party=party.id, person=number, key=key)

    # --- links ---

    async def links(self, party_id: str, guest: str, base: str) -> said.Links:
        """The ways into a party, for somebody who is in it; who looks on can only bring others who do."""
        party = await self.find(party_id, guest)
        book = party.book
        me = book.of_guest(guest)
        plays = me is not None and (book.chair_of(me) is not None or book.host == me.number)
        return said.Links(
            table=_link(base, book.table, book.code) if plays else None,
            watching=_link(base, book.watching, book.watching_code) if book.rules.watch else None,
            seat=None,
        )

    async def once(self, party_id: str, guest: str, base: str) -> said.Link:
        """A link to one's own seat, for another device: it works one time, for ten minutes."""
        party = await self.find(party_id, guest)
        word = doors.new_word()
        until = self._matches.clock.now() + doors.ONCE

        def work(deed: Deed) -> None:
            me = deed.book.of_guest(guest)
            if me is None:
                raise Gone(NO_PARTY)
            me.once, me.once_until = fingerprint(word), until

        await party.own(party.do(work))
        return _link(base, word, "", when(until))

    async def close(self) -> None:
        """Finish what is being written."""
        for party in list(self._open.values()):
            await party.stop()


def _link(base: str, word: str, code: str, until: str = "") -> said.Link:
    url = f"{base}/#/join/{word}"
    return said.Link(code=code, url=url, qr=qr.rows(url), until=until)


def _taken_up(deed: Deed, person: Person, word: str, guest: str) -> Person:
    """Somebody goes on with their seat in this browser."""
    if person.once == fingerprint(word):
        person.once = ""
    if person.guest == guest:
        return person
    other = deed.book.of_guest(guest)
    if other is not None and deed.book.chair_of(other) is not None:
        raise NotAllowed(f"You are {other.name} at this table already. Leave first, or use another browser.")
    if other is not None:
        deeds.vanish(deed, other)
    deed.moved = person.guest, guest
    deed.farewells[person.guest] = MOVED
    person.guest = guest
    return person


def _new(deed: Deed, wanted: said.Join, guest: str, *, watch: bool) -> Person:
    """Somebody who was not here before."""
    book = deed.book
    if guest in book.turned_away:
        raise NotAllowed(deeds.TURNED_AWAY)
    name = seating.checked_name(book, None, wanted.name)
    character = seating.checked_character(book, None, wanted.character)
    book.numbered += 1
    person = Person(number=book.numbered, name=name, character=character, guest=guest, came=deed.now)
    book.people.append(person)
    if not watch:
        playing = book.stage == "playing"
        watch = not (deeds.late(deed, person) if playing else seating.sit_down(book, person))
        if watch and not book.rules.watch:
            raise NotAllowed("There is no chair left at this table.")
    if watch:
        seating.check_room(book)
        person.character = ""
    if book.host is None or book.person(book.host) is None:
        book.host = person.number
    return person
