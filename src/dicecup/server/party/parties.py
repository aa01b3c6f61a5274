"""All parties of a server: opening them, finding them again, and coming in."""

import asyncio
from collections import OrderedDict
from contextlib import suppress
from typing import Final
from weakref import WeakValueDictionary

from dicecup import games
from dicecup.server import catalogue, messages, qr, wire
from dicecup.server.bus.bus import Bus, Within
from dicecup.server.clock import when
from dicecup.server.live import Gone
from dicecup.server.matches import Matches, fingerprint, new_id
from dicecup.server.party import deeds, doors, evening, open_tables, play, seating
from dicecup.server.party.deeds import Deed
from dicecup.server.party.gathering import NO_PARTY, Listener, change_of
from dicecup.server.party.open_tables import Listed, Others
from dicecup.server.party.party import Party, fresh_code
from dicecup.server.party.people import MOST_EVER, Book, Chair, Person
from dicecup.server.store.owners import Owner
from dicecup.server.store.storage import COMPUTER, Elsewhere, Unopenable
from dicecup.server.wire import party as said
from dicecup.table import DicecupError, NotAllowed

_MOST: Final = 50  # parties of one guest
_AT_HAND: Final = 200  # parties in memory at which nobody is
NO_DOOR: Final = "This code or link opens nothing here. Ask for a new one."


class TooOften(DicecupError):  # noqa: N818
    """Too many wrong codes in too little time."""


class Parties:
    """The parties, in the store and in memory."""

    def __init__(self, matches: Matches, *, bus: Bus | None = None, open_tables: bool = False) -> None:
        self._matches: Final = matches
        self._shows_tables: Final = open_tables
        self._store: Final = matches.storage.parties
        self._open: Final[WeakValueDictionary[str, Party]] = WeakValueDictionary()
        self._lately: Final[OrderedDict[str, Party]] = OrderedDict()
        self._opening: Final = asyncio.Lock()
        self._adopting: Final = asyncio.Lock()
        self._guesses: Final = doors.Guesses(bus or Within())
        self.others: Others | None = None  # other processes, if there are any
        matches.tables.company = self.company

    def __len__(self) -> int:
        return len(self._open)

    # --- finding ---

    async def get(self, party_id: str) -> Party:
        """A party, opened if need be; Gone if there is none, Unopenable if it is damaged."""
        async with self._opening:
            party = self._open.get(party_id)
            if party is None or party.lost:
                await self._matches.tables.take(party_id)
                row = await self._store.load(party_id)
                if row is None:
                    raise Gone(NO_PARTY)
                if not self._matches.storage.owners.holds(party_id):
                    raise Elsewhere  # by now
                book = Book.model_validate_json(row.body)
                if why := games.missing(book.rules.game):
                    raise Unopenable(f"This table cannot play now. {why}")
                party = self._opened(book, row.version)
        self._remember(party)
        return party

    def _opened(self, book: Book, version: int) -> Party:
        party = self._open[book.id] = Party(book, version, self._matches, may_list=self._shows_tables)
        if book.match is not None:
            self._matches.tables.keep_company(book.match, party)  # which may have had another object for it
        party.wake()
        return party

    def _remember(self, party: Party) -> None:
        """Keep those at hand that were asked for lately; all others as long as anybody holds on to them."""
        self._lately[party.id] = party
        self._lately.move_to_end(party.id)
        while len(self._lately) > _AT_HAND:
            self._lately.popitem(last=False)

    def at_hand(self, party_id: str) -> Party | None:
        """A party that is open already."""
        party = self._open.get(party_id)
        return party if party is not None and not party.lost else None

    def send_away(self, guest: str, reason: str) -> None:
        """Somebody may not be at any table any more."""
        for party in list(self._open.values()):
            for listener in list(party.listeners):
                if listener.guest == guest:
                    listener.tell(wire.Bye(reason=reason))

    def take_aside(self, guest: str) -> list[Listener]:
        """All pages of somebody: they hear nothing of their tables any more."""
        found: list[Listener] = []
        for party in list(self._open.values()):
            found += [listener for listener in party.listeners if listener.guest == guest]
            party.listeners.difference_update(found)
        return found

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
            if book.of_guest(guest) is None:
                continue  # how it is found is not what counts
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

    async def create(self, wanted: said.NewParty, guest: str, *, for_anybody: bool = False) -> said.Joined:
        """Open a table for friends."""
        if len(await self._store.of_guest(guest)) >= _MOST:
            raise NotAllowed(f"You are at {_MOST} tables here. Leave some of them first.")
        if wanted.match is not None:
            async with self._adopting:  # or a double click would open two
                return await self._adopt(wanted, wanted.match, guest)
        book, key = await self._new_book(wanted, guest)
        rules, (low, high) = book.rules, seating.limits(book.rules.game)
        levels = [catalogue.level(rules.game, level) for level in wanted.computers]
        if len(levels) >= high:
            raise NotAllowed(f"{games.titled(rules.game)} has at most {high} players.")
        book.chairs = [Chair(person=1), *(Chair(level=level) for level in levels)]
        while len(book.chairs) < max(low, min(seating.COMPANY, high)):
            book.chairs.append(Chair())
        if for_anybody:
            open_tables.for_anybody(book, book.opened)
        play.seal(book)
        await self._store.write(change_of(Deed(book=book), 1))
        return said.Joined(party=book.id, person=1, key=key)

    async def _new_book(self, wanted: said.NewParty, guest: str) -> tuple[Book, str]:
        """A party of one, and the key of the one who opens it."""
        now, key = self._matches.clock.now(), doors.new_word()
        rules = seating.new_rules(wanted.game, dict(wanted.options))
        book = Book(id=new_id(), rules=rules, language=wanted.language, numbered=1, host=1, opened=now)
        me = Person(number=1, name=seating.checked_name(book, None, wanted.name), guest=guest, came=now)
        me.give_key(fingerprint(key))
        me.character = seating.checked_character(book, me, wanted.character)
        book.people = [me]
        book.code, book.watching_code = await fresh_code(self._matches), await fresh_code(self._matches)
        book.table, book.watching = doors.new_word(), doors.new_word()
        return book, key

    async def _adopt(self, wanted: said.NewParty, match_id: str, guest: str) -> said.Joined:
        """Open a table for friends around a match that is being played: its other seats are for them."""
        live = await self._matches.find(match_id, guest)
        row = live.row
        mine = messages.seats_of(row, guest)
        if row.owner != guest or not mine:
            raise NotAllowed("Only whoever set this match up and plays in it can let friends in.")
        if row.party is not None:
            raise NotAllowed("This match has a table already.")
        if row.summary.finished:
            raise NotAllowed("This game is over. Open a table for the next one.")
        options = live.match.state.options
        values = {each.name: getattr(options, each.name) for each in options.settings()}
        name = live.match.names[mine[0]]
        wished = wanted.model_copy(update={"game": row.game, "options": {}, "name": name, "character": ""})
        book, key = await self._new_book(wished, guest)
        book.rules = book.rules.model_copy(update={"options": values, "late": True, "take_over": True})
        for number, seat in enumerate(row.seats):
            level = seat.level if seat.player == COMPUTER else None
            chair = Chair(level=level, name=seat.name, shared=1 if number in mine[1:] else None)
            chair.person = 1 if number == mine[0] else None
            book.chairs.append(chair)
        book.people[0].played = True
        book.match, book.stage, book.games, book.code = match_id, "playing", live.match.number, ""
        deed = Deed(book=book, adopted=match_id)
        await self._store.write(change_of(deed, 1))
        party = await self.get(book.id)
        await party.follow(deed)
        return said.Joined(party=book.id, person=1, key=key)

    # --- anybody ---

    def tables_here(self) -> list[Listed]:
        """The tables in this process that anybody may join."""
        here = Owner(self._matches.storage.owners.process, here=True)
        found = open_tables.listed(list(self._open.values())) if self._shows_tables else []
        return [Listed(party.book.opened, here, open_tables.shown(party.book)) for party in found]

    async def _listed(self) -> list[Listed]:
        """The tables that anybody may join, the latest first, whichever process has them."""
        if not self._shows_tables:
            return []
        found = self.tables_here() + (await self.others.tables() if self.others is not None else [])
        return sorted(found, key=lambda each: each.opened, reverse=True)[: open_tables.MOST]

    async def open_tables(self) -> list[said.OpenTable]:
        """The tables that anybody may join."""
        return [each.table for each in await self._listed()]

    async def anybody(self, wanted: said.AnybodyWish, guest: str) -> said.Joined:
        """A table that has a chair, or a new one that fills with computer players after a while."""
        if not self._shows_tables:
            raise NotAllowed(open_tables.CLOSED)
        game = catalogue.find(wanted.game).name
        for each in await self._listed():
            if each.table.game == game:
                with suppress(DicecupError):  # somebody was faster, or has the same name; or was turned away there
                    return await self._join_listed(each, said.Join(code=each.table.code, name=wanted.name), guest)
        new = said.NewParty(game=game, name=wanted.name, language=wanted.language)
        return await self.create(new, guest, for_anybody=True)

    async def _join_listed(self, each: Listed, wanted: said.Join, guest: str) -> said.Joined:
        if not each.owner.here and self.others is not None:
            return await self.others.join(each.owner, wanted, guest)
        found = await self._opened_by(doors.read(wanted.code))
        if found is None or guest in found[0].book.turned_away:
            raise Gone(NO_DOOR)
        return await self._go_in(found[0], wanted, guest)

    # --- coming in ---

    async def _behind(self, code: str, address: str) -> tuple[Party, str, doors.Opens]:
        """What a code or link opens; Gone, the same for all that open nothing."""
        word = doors.read(code)
        found = await self._opened_by(word)
        await self.check_guess(word, address, right=found is not None)
        if found is None:
            raise Gone(NO_DOOR)
        party, opens = found
        return party, word, opens

    async def check_guess(self, code: str, address: str, *, right: bool) -> None:
        """TooOften if somebody guesses too much; where another process has looked at that, it is none of ours."""
        if address and doors.is_code(doors.read(code)) and not await self._guesses.may(address, right=right):
            raise TooOften("Too many codes that open nothing. Wait a minute.")

    async def _opened_by(self, word: str) -> tuple[Party, doors.Opens] | None:
        party_id = await self._store.behind(fingerprint(word))
        if party_id is None:
            return None
        try:
            party = await self.get(party_id)
        except (Gone, Unopenable):
            return None
        opens = doors.behind(party.book, word, self._matches.clock.now())
        return (party, opens) if opens is not None else None

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
        party, _, _ = await self._behind(wanted.code, address)
        return await self._go_in(party, wanted, guest)

    async def _go_in(self, party: Party, wanted: said.Join, guest: str) -> said.Joined:
        key, word, number = doors.new_word(), doors.read(wanted.code), 0

        def work(deed: Deed) -> None:
            nonlocal key, number
            now = doors.behind(deed.book, word, deed.now)  # as it stands now: somebody may have been faster
            if now is None:
                raise Gone(NO_DOOR)
            person = _taken_up(deed, now.person, word, guest) if now.person else deed.book.of_guest(guest)
            person = person or _new(deed, wanted, guest, watch=now.kind == "watching")
            number = person.number
            if fingerprint(word) in person.keys:
                key = word  # it stays the key of this seat
            else:
                person.give_key(fingerprint(key))

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

    async def evening(self, party_id: str, guest: str) -> said.Evening:
        """The score of the evening."""
        return evening.summary((await self.find(party_id, guest)).book)

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
    deeds.move(deed, person, guest)
    return person


def _new(deed: Deed, wanted: said.Join, guest: str, *, watch: bool) -> Person:
    """Somebody who was not here before."""
    book = deed.book
    if guest in book.turned_away:
        raise NotAllowed(deeds.TURNED_AWAY)
    name = seating.checked_name(book, None, wanted.name)
    character = seating.checked_character(book, None, wanted.character)
    if book.numbered >= MOST_EVER:
        raise NotAllowed("So many have come to this table that nobody else can. Open a new one.")
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
        deeds.own_match(deed)
    return person
