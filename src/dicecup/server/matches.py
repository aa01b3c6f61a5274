"""All matches of a server: setting them up, finding them again, saving and loading them."""

import asyncio
import hashlib
import secrets
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

import dicecup
from dicecup import games, saves
from dicecup.games import lessons
from dicecup.players import plays, usual
from dicecup.saves import StorageError
from dicecup.server import catalogue, messages, teaching, wire
from dicecup.server.clock import Clock, when
from dicecup.server.company import Keeper
from dicecup.server.live import Gone, Live
from dicecup.server.rating.even import anew, give_tempers, match_strength
from dicecup.server.reader import Brought, Reader
from dicecup.server.rebuild import moves, summary
from dicecup.server.replay import Replays
from dicecup.server.results import Results
from dicecup.server.seals import Seals
from dicecup.server.store.storage import (
    COMPUTER,
    OPEN,
    PERSON,
    Conflict,
    Damaged,
    MatchRow,
    Seat,
    Storage,
    Unopenable,
)
from dicecup.server.tables import NO_MATCH, Tables
from dicecup.server.thinking import ThinkingPool
from dicecup.server.wire import dice as wire_dice
from dicecup.server.wire import lesson as wire_lesson
from dicecup.server.wire import replay as wire_replay
from dicecup.server.wire import saves as wire_saves
from dicecup.table import LEARNER, Game, Match, NotAllowed, SaveError, Secret, SetupError, papers
from dicecup.table.retrace import branch

_MOST_MATCHES: Final = 500  # of one guest
_MOST_BYTES: Final = 16 * 2**20  # of their papers: some four hundred long games
_SLACK: Final = 60.0  # seconds that a clock may be set back by without anybody noticing
_MOST_ELSEWHERE: Final = 50  # of other browsers of this computer, in a list
_Sealing = wire.NewMatch | wire_dice.RematchWish | wire_lesson.LessonWish
_MOST_LOOKED_AT: Final = 50  # matches that a loaded game might be already


def fingerprint(token: str) -> str:
    """What is stored of a token or an invite: enough to know it again, not enough to use it."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_id() -> str:
    """128 bits that nobody can guess."""
    return secrets.token_urlsafe(16)


class Matches:
    """The matches, in the store and in memory."""

    def __init__(
        self, storage: Storage, thinking: ThinkingPool, store: saves.Store, clock: Clock | None = None
    ) -> None:
        self.storage: Final = storage
        self.clock: Final = clock or Clock()
        self.thinking: Final = thinking
        self.replays: Final = Replays(thinking)
        self.seals: Final = Seals(storage.seals)
        self._store: Final = store
        self.room = 4.0  # GiB that all games may take
        self.tables: Final = Tables(storage, thinking, self.clock)
        self.results: Final = Results(storage, self.tables.opener)
        self._reader: Final = Reader()
        self._seating: Final = asyncio.Lock()  # or a double click on Load would find no match yet, twice

    # --- finding ---

    async def find(self, match_id: str, guest: str) -> Live:
        """A match that `guest` may see; Gone if there is none, Unopenable if it cannot be opened."""
        try:
            live = await self.tables.get(match_id)
        except Unopenable as trouble:
            await self._seen(match_id, guest)
            if isinstance(trouble, Damaged):
                trouble.rescue = await self._way_out(match_id)
            raise
        if not messages.may_see(live.row, guest, live.company):
            raise Gone(NO_MATCH)
        return live

    async def _seen(self, match_id: str, guest: str) -> MatchRow:
        """The row of a match that `guest` may see, whether or not it can be opened."""
        row = await self.storage.find(match_id)
        if row is None:
            raise Gone(NO_MATCH)
        if not messages.may_see(row, guest, await self._company(row)):
            raise Gone(NO_MATCH)
        return row

    async def _company(self, row: MatchRow) -> Keeper | None:
        return await self.tables.company(row.party) if row.party is not None else None

    async def _way_out(self, match_id: str) -> str:
        """From where a damaged match could go on, in words; nothing, if from nowhere."""
        with suppress(StorageError):
            opened = await self.tables.opener.salvage(match_id)
            if opened is not None:
                return (
                    f"Continue after move {moves(opened.match)}"
                    if moves(opened.match)
                    else "Continue from the start"
                )
        return ""

    async def rescue(self, match_id: str, guest: str) -> wire.Created:
        """Let a damaged match go on from where it is good."""
        row = await self._seen(match_id, guest)
        if not messages.seats_of(row, guest) and row.owner != guest:
            raise NotAllowed("You are only watching.")
        try:
            await self.tables.get(match_id)
        except Damaged:
            opened = await self.tables.opener.salvage(match_id)
            if opened is None:
                raise
        else:
            raise NotAllowed("This match is not damaged.")
        with suppress(Conflict):  # somebody else was faster: just as well
            await self.tables.opener.rescue(opened)
        live = await self.tables.anew(match_id)
        since = f"after move {moves(opened.match)}" if moves(opened.match) else "from the start"
        lost = f"This match was damaged on the disk and continues {since}; what came after that is lost."
        live.match.notice = " ".join(filter(None, (live.match.notice, lost)))
        return wire.Created(match=match_id)

    async def matches(self, guest: str, *, everywhere: bool = False) -> list[wire.MatchInfo]:
        """The matches of a guest, the one last played first; `everywhere`: then the latest of all others."""
        found = [self._info(row, guest) for row in _newest_first(await self.storage.matches_of(guest))]
        others = _newest_first(await self.storage.latest(_MOST_ELSEWHERE)) if everywhere else []
        return found + [info for row in others if (info := self._info(row, guest)).elsewhere]

    async def last(self, guest: str, *, everywhere: bool = False) -> wire.MatchInfo | None:
        """The match to go on with."""
        for info in await self.matches(guest, everywhere=everywhere):
            mine = any(seat.mine for seat in info.players)
            # Somebody else may be playing at the table of a party: nobody gets there by mistake.
            if not info.finished and not info.problem and (mine or (info.elsewhere and info.party is None)):
                return info
        return None

    async def bring_here(self, match_id: str, guest: str) -> wire.Created:
        """Go on with a match of another browser. The seats of whoever set it up go with it, no others."""
        row = await self.storage.find(match_id)
        if row is None:
            raise Gone(NO_MATCH)
        if not messages.seats_of(row, guest) and row.owner != guest:
            company = await self._company(row)
            if company is not None:
                await company.move(row.owner, guest)
            else:
                await self.storage.hand_over(match_id, guest)
            await self.tables.refresh(match_id)
        return wire.Created(match=match_id)

    async def rules(self, match_id: str, guest: str) -> wire.Rules:
        """The rules as they are played at a table."""
        live = await self.find(match_id, guest)
        return catalogue.rules(live.row.game, live.match.state.options)

    def _info(self, row: MatchRow, guest: str) -> wire.MatchInfo:
        asked = row.summary.asked
        return wire.MatchInfo(
            match=row.id,
            game=row.game,
            title=games.titled(row.game),
            players=[messages.seat_info(row.game, seat, guest) for seat in row.seats],
            number=row.number,
            turn=row.summary.turn,
            updated=when(row.updated),
            finished=row.summary.finished,
            winners=list(row.summary.winners),
            your_turn=asked is not None and row.seats[asked].guest == guest,
            rematch=row.rematch,
            owner=row.owner == guest,
            elsewhere=row.owner != guest and not messages.seats_of(row, guest),
            problem=str(Damaged(row.problem)) if row.problem else games.missing(row.game),
            party=row.party,
        )

    # --- setting up ---

    async def create(self, wanted: wire.NewMatch, guest: str) -> wire.Created:
        """A new match as wished; SetupError, with what would be right, if that cannot be."""
        game = catalogue.find(wanted.game)
        names = _names([seat.name for seat in wanted.seats], game)
        characters = [seat.character for seat in wanted.seats]
        mine = next((at for at, seat in enumerate(wanted.seats) if seat.player == PERSON), None)
        secret = await self._secret(guest, wanted, mine)
        match = dicecup.new(
            game.name,
            seats=len(names),
            names=names,
            cast=characters if any(characters) else (),
            seed=wanted.seed,
            secret=secret,
            **checked_options(wanted.options),
        )
        seats, invites = [], {}
        for number, (wish, name) in enumerate(zip(wanted.seats, match.names, strict=True)):
            seat = Seat(name=name, player=wish.player)
            if wish.player == COMPUTER:
                seat.level = catalogue.level(game.name, wish.level, wish.temper)
            elif wish.level is not None or wish.temper is not None:
                raise SetupError(f"{name} is not a computer player and has no level.")
            elif wish.player == OPEN:
                invites[number] = code = new_id()
                seat.invite = fingerprint(code)
            else:
                seat.guest = guest
            seats.append(seat)
        give_tempers(match, seats)
        id_ = await self._add(match, seats, guest, watch=wanted.watch)
        return wire.Created(match=id_, invites=invites, commitment=match.commitment)

    async def teach(self, wanted: wire_lesson.LessonWish, guest: str) -> wire.Created:
        """A guided first game; SetupError if there is none."""
        secret = await self._secret(guest, wanted, LEARNER)
        match = lessons.begin(catalogue.find(wanted.game).name, wanted.name, secret)
        id_ = await self._add(match, teaching.seats(match, guest), guest)
        return wire.Created(match=id_, commitment=match.commitment)

    async def _secret(self, guest: str, wanted: _Sealing, seat: int | None, number: int = 1) -> Secret | None:
        """The secret that was sealed for a guest before, with what the guest adds to it."""
        if wanted.seal is None:
            if wanted.nonce is not None:
                raise SetupError("You can add to the dice only after they are sealed: POST /seals.")
            return None
        secret = await self.seals.take(guest, wanted.seal, number)
        return secret if wanted.nonce is None or seat is None else secret.stirred(seat, wanted.nonce, 0)

    async def _add(self, match: Match[Any], seats: list[Seat], guest: str, *, watch: bool = False) -> str:
        row = await self._row(match, seats, guest, guest, watch)
        await self.storage.add_match(row)
        return row.id

    async def _row(self, match: Match[Any], seats: list[Seat], guest: str, owner: str, watch: bool) -> MatchRow:
        await self.check_room(guest)
        await match_strength(self.storage, match.game.name, guest, seats)
        return new_row(match, seats, owner, watch=watch)

    async def check_room(self, guest: str) -> None:
        """NotAllowed if a guest has as much here as one may have, or if there is no more room for anybody."""
        if len(await self.storage.matches_of(guest)) >= _MOST_MATCHES:
            raise NotAllowed(f"You have {_MOST_MATCHES} matches here. Clear some away first.")
        taken = await self.storage.usage(guest)
        if taken.papers >= _MOST_BYTES:
            raise NotAllowed(f"Your matches take {_MOST_BYTES // 2**20} MiB here. Clear some away first.")
        if taken.whole >= self.room * 2**30:
            raise NotAllowed("This server keeps as many matches as it can. Clear some of yours away first.")

    async def claim(self, code: str, guest: str) -> wire.Claimed:
        """Take the open seat that an invite is for."""
        found = await self.storage.claim(fingerprint(code), guest)
        if found is None:
            raise Gone("This invite is not open: the seat has been taken, or the match is gone.")
        match, seat = found
        await self.tables.refresh(match)
        return wire.Claimed(match=match, seat=seat)

    async def delete(self, match_id: str, guest: str) -> None:
        """Clear a match away, also one that cannot be opened."""
        row = await self._seen(match_id, guest)
        if row.owner != guest and not row.problem:  # who set a damaged one up is not to be relied on
            raise NotAllowed("Only the person who set this match up can clear it away.")
        await self.storage.delete_match(match_id)
        self.tables.close_one(match_id, "This match has been cleared away.")
        if (company := await self._company(row)) is not None:
            await company.look_after()

    async def rematch(self, match_id: str, guest: str, wanted: wire_dice.RematchWish) -> wire.Created:
        """The next game at the same table; the same one for everybody who asks."""
        live = await self.find(match_id, guest)
        if not messages.seats_of(live.row, guest) and live.row.owner != guest:
            raise NotAllowed("You are only watching.")
        row = live.row
        if row.party is not None:
            raise NotAllowed("The table plays on together: ask for the next game there.")
        if row.rematch is None or await self.storage.find(row.rematch) is None:  # none yet, or it was cleared away
            mine = messages.seats_of(row, guest)
            async with live.settled() as played:
                secret = await self._secret(guest, wanted, mine[0] if mine else None, played.number + 1)
                following = played.rematch(secret)
            seats = [
                Seat(name=s.name, player=s.player, level=anew(row.game, s.level), guest=s.guest) for s in row.seats
            ]
            made = await self._row(following, seats, guest, row.owner, row.watch)
            id_ = await self.storage.add_rematch(match_id, made)
            await live.refresh()
            return wire.Created(match=id_, commitment=following.commitment if id_ == made.id else None)
        return wire.Created(match=row.rematch)

    async def branch(self, match_id: str, guest: str, wanted: wire_replay.BranchWish) -> wire.Created:
        """A new match that goes on from a moment of another one."""
        branched, seats = await self.replays.branched(await self.find(match_id, guest), guest, wanted)
        return wire.Created(match=await self._add(branched, seats, guest))

    # --- saves ---

    def all_saves(self) -> list[wire_saves.SaveInfo]:
        """Every save on the disk, newest first."""
        return [messages.save_info(entry, self._store) for entry in self._store.entries()]

    async def save(self, match_id: str, guest: str, name: str | None) -> wire_saves.Saved:
        """Write a match into the quick slot of its game, or under a name."""
        live = await self.find(match_id, guest)
        if not messages.seats_of(live.row, guest) and live.row.owner != guest:
            raise NotAllowed("You are only watching.")
        path = self._store.named(name) if name else self._store.quick(live.row.game)
        async with live.settled() as played:
            text = await asyncio.to_thread(_sealed, played, live.row)
        replaced = path.exists()
        await asyncio.to_thread(saves.write_text, path, text)
        return wire_saves.Saved(
            name=path.name if path.suffix == ".txt" else path.stem, file=str(path), replaced=replaced
        )

    async def load(self, wanted: wire_saves.LoadWish, guest: str) -> wire.Created:
        """A new match that goes on from a save."""
        if wanted.name:
            path = self._store.listed(wanted.name)
        elif wanted.game:
            path = self._store.quick(catalogue.find(wanted.game).name)
            if not path.exists():
                raise SaveError(f"There is no quick save of {games.titled(wanted.game)} yet.")
        else:
            raise SaveError("Say which save: its name, or the game whose quick save it is.")
        brought = await self._reader.text(await asyncio.to_thread(saves.read_text, path), guest)
        table = await self._table(brought)
        if wanted.game is not None and table.match.game.name != wanted.game:
            raise SaveError(f"That is a game of {table.match.game.title}.")
        return await self._seat(table, guest, wanted.open)

    async def delete_save(self, name: str) -> None:
        """Delete a save that is no use any more."""
        await asyncio.to_thread(self._store.remove, self._store.listed(name))

    async def take_in(self, request: bytes, guest: str) -> wire.Created:
        """A match out of an `ImportWish`: a save goes on, the record of a finished game can be looked at."""
        brought = await self._reader.request(request, guest)
        return await self._seat(await self._table(brought), guest, brought.open)

    async def _table(self, brought: Brought) -> saves.Table:
        match = await self.tables.opener.rebuild(brought.paper)
        match.notice = brought.notice
        return saves.Table(match, brought.players)

    async def _seat(self, table: saves.Table, guest: str, left_open: Sequence[int]) -> wire.Created:
        """The persons of a save are the guest who loads it, but for the seats left open."""
        game = table.match.game.name
        seats, invites = [], {}
        for number, (name, player) in enumerate(zip(table.match.names, table.players, strict=True)):
            if player != PERSON:
                level = player if plays(game, player) else usual(game)
                seats.append(Seat(name=name, player=COMPUTER, level=level))
            elif number in left_open and table.match.outcome is None:  # where it is over nobody is waited for
                invites[number] = code = new_id()
                seats.append(Seat(name=name, player=OPEN, invite=fingerprint(code)))
            else:
                seats.append(Seat(name=name, player=PERSON, guest=guest))
        if invites and table.match.outcome is None:
            # Whoever brings a save knows its secret, and with it all dice to come.
            fresh = await asyncio.to_thread(branch, table.match, None, open_past=True)
            fresh.notice = table.match.notice
            table = saves.Table(fresh, table.players)
        async with self._seating:
            id_ = None if invites else await self._same(table.match, seats, guest)
            if id_ is None:
                id_ = await self._add(table.match, seats, guest)
        return wire.Created(match=id_, invites=invites, notice=table.match.notice)

    async def _same(self, loaded: Match[Any], seats: list[Seat], guest: str) -> str | None:
        """The match of this guest that stands where a loaded one does: nobody has decided anything since."""
        rows = [
            row
            for row in await self.storage.matches_of(guest)
            if (row.game, row.number, row.seats) == (loaded.game.name, loaded.number, seats)
            and row.summary.turn >= loaded.state.turn
        ]
        body = await asyncio.to_thread(loaded.brief) if rows else {}
        for row in rows[:_MOST_LOOKED_AT]:
            try:
                stored = await self.storage.load(row.id)
                if stored is None:
                    continue
                paper = await asyncio.to_thread(papers.unwrap, stored.row.paper, papers.SAVE)
                if paper[1]["secret"] != body["secret"]:
                    continue
                opened = await self.tables.opener.open(row.id)  # to read it: another process may have it
            except (Unopenable, SaveError):
                continue
            if opened is not None and _untouched(await asyncio.to_thread(opened.match.brief), body, seats):
                return row.id
        return None

    async def export(self, match_id: str, guest: str, kind: str) -> tuple[str, str]:
        """A file name and the text of a match: its save, or the record that this guest may have."""
        live = await self.find(match_id, guest)
        async with live.settled() as played:
            mine = messages.seats_of(live.row, guest)
            name = f"{live.row.game}-{match_id[:6]}-{kind}.json"
            if kind == "record":
                return name, await asyncio.to_thread(played.record, messages.viewer(played, mine))
            others = [seat for seat in live.row.seats if seat.player != COMPUTER and seat.guest != guest]
            if (others or not mine) and played.outcome is None:
                raise NotAllowed(
                    "A save gives away the dice to come; with others at the table you can only have the record."
                )
            return name, await asyncio.to_thread(_sealed, played, live.row)

    async def close(self) -> None:
        """Stop everything; what was acknowledged is on the disk."""
        await self.tables.close()
        await self.thinking.close()
        await self._reader.close()
        await self.storage.close()


def _sealed(match: Match[Any], row: MatchRow) -> str:
    return saves.wrap(saves.Table(match, tuple(map(_player, row.seats))))


def _untouched(now: dict[str, Any], then: dict[str, Any], seats: Sequence[Seat]) -> bool:
    """Whether a match that stood so then stands so now, but for what computer players and chance have done."""
    if any(now[part] != then[part] for part in ("start", "carry", "never_ask")):
        return False
    known, log = len(then["log"]), now["log"]
    return log[:known] == then["log"] and all(
        "chance" in entry or ("choice" in entry and ("forced" in entry or seats[entry["seat"]].player == COMPUTER))
        for entry in log[known:]
    )


def new_row(match: Match[Any], seats: list[Seat], owner: str, *, watch: bool = False) -> MatchRow:
    """A match as it goes into the store."""
    return MatchRow(
        id=new_id(),
        game=match.game.name,
        number=match.number,
        owner=owner,
        watch=watch,
        paper=match.save(),
        base=0,
        seats=seats,
        summary=summary(match),
    )


def _names(given: Sequence[str], game: Game[Any]) -> list[str]:
    """The names as given; whoever has none gets one of the game's that nobody has."""
    taken = {name.strip().casefold() for name in given}
    free = iter([name for name in game.default_names(game.seats[-1]) if name.casefold() not in taken])
    return [name if name.strip() else next(free, f"Player {number}") for number, name in enumerate(given, start=1)]


def checked_options(options: dict[str, Any]) -> dict[str, Any]:
    """House rules; they are handed on by name, so a name of ours must not be among them."""
    if wrong := options.keys() & {"seats", "names", "seed", "secret", "game", "cast"}:
        raise SetupError(f"{min(wrong)} is not a house rule.")
    return options


def _player(seat: Seat) -> str:
    return seat.level if seat.player == COMPUTER else PERSON


def _newest_first(rows: Sequence[MatchRow]) -> list[MatchRow]:
    """What is dated in the future was written under a wrong clock: nobody knows when, so it comes last."""
    soon = time.time() + _SLACK
    return sorted(rows, key=lambda row: (row.updated <= soon, row.updated), reverse=True)
