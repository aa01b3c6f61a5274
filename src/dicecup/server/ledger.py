"""A match and what is written of it.

Everything happens under one lock, in this order: the match is changed, the change goes to the disk, and only then
anybody hears of it. So nobody has ever seen something that a crash could take back.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, Final, Protocol

from dicecup.saves import StorageError
from dicecup.server import commands, messages, wire
from dicecup.server.clock import Clock
from dicecup.server.reader import LONGEST_LOG
from dicecup.server.rebuild import Opened, Opener, summary
from dicecup.server.results import result_of
from dicecup.server.standing import Asked, Standing
from dicecup.server.store.storage import Append, Conflict, Fenced, MatchRow, Storage, Uncertain, link, row_text
from dicecup.table import DicecupError, Event, Match, NotAllowed, RulesError

_NEW_PAPER: Final = 200  # rows after which the match is saved as a whole once more
_LAST_STRETCH: Final = 2_000  # entries in which a game that is too long can still be played to its end
_TRIES: Final = 5  # while people sit down, leave, or go on in another browser
_CLEARED: Final = "This match has been cleared away."
_log: Final = logging.getLogger("dicecup.server")

_Stand = tuple[int, int, list[frozenset[str]], bool]
"""All of a match that a command can change: its log, nonces, wishes, and whether it still is a lesson."""
_Made = dict[tuple[tuple[int, ...], int | None], list[wire.Events]]
"""Messages that are made already: which events they tell, and to whose eyes if that matters."""


class Gone(DicecupError):  # noqa: N818
    """There is no such match (any more), or it is not this guest's to see."""


class Lost(StorageError):  # noqa: N818
    """Nobody knows any more where a match stands on the disk: it has to be read again."""


class Reseated(StorageError):  # noqa: N818
    """Who sits there has changed just when something was to be written: look again, and do it."""


class Listener(Protocol):
    """A socket, as the match knows it."""

    guest: str
    eyes: int | None  # whose view it was shown last
    told: int  # so many events it has been told; -1: it has not said hello yet

    def tell(self, message: wire.Told) -> None:
        """Send soon; must not wait."""
        ...


class Ledger:
    """One match in memory, as the disk has it, and those who are told of it.

    `forget` is called when it is of no use any more, and has to be opened anew.
    """

    def __init__(
        self, opened: Opened, storage: Storage, opener: Opener, forget: Callable[[Any], None], clock: Clock
    ) -> None:
        self._storage: Final = storage
        self._opener: Final = opener
        self._forget: Final = forget
        self.lock: Final = asyncio.Lock()
        self.listeners: Final[set[Listener]] = set()
        self.deeds: Final[set[asyncio.Task[None]]] = set()
        self.standing: Final = Standing(clock)
        self.lost = ""  # why it is of no use any more
        self.trouble = ""
        self.not_before = 0.0  # when computer players go on
        self.told_of = messages.ALONE  # what everybody was told of those who play together
        self._take(opened, opening=True)

    def _take(self, opened: Opened, *, opening: bool = False) -> None:
        """Stand where the store stands."""
        stored = opened.stored
        self.row: MatchRow = stored.row  # with its version: nothing is written that follows from another one
        self.match, self._fits = opened.match, opened.fits
        self._rows, self._head = stored.row.base + len(stored.rows), stored.head
        self._done = stored.done
        self._marks = {len(self.match.log): len(self.match.events)}  # how many events there were at which seq
        self.standing.take(stored.clock, self.asked, opening=opening)

    @asynccontextmanager
    async def settled(self) -> AsyncIterator[Match[Any]]:
        """The match as it stands on the disk, while nobody changes it; Lost if that is not known."""
        async with self.lock:
            if self.lost:
                raise Lost(self.lost)
            yield self.match

    async def own(self, deed: Coroutine[Any, Any, None]) -> None:
        """Do something to the end, even if whoever waits for it goes away."""
        await asyncio.shield(self._started(deed))

    def begin(self, deed: Coroutine[Any, Any, None]) -> None:
        """Do something to the end for which nobody waits."""
        self._started(deed)  # type: ignore[unused-awaitable]

    def _started(self, deed: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(deed)
        self.deeds.add(task)
        task.add_done_callback(self._did)
        return task

    def _did(self, task: asyncio.Task[None]) -> None:
        self.deeds.discard(task)
        if (
            not task.cancelled()
            and (error := task.exception()) is not None
            and not isinstance(error, DicecupError)
        ):
            _log.error("match %s: a command failed", self.row.id, exc_info=error)

    @property
    def unit(self) -> str:
        """What is owned as a whole, by one process: its party with all it plays, or the match alone."""
        return self.row.party or self.row.id

    @property
    def seq(self) -> int:
        """Where the match stands: the length of its log."""
        return len(self.match.log)

    @property
    def asked(self) -> Asked:
        """Who has to decide now."""
        ask = self.match.pending
        players = tuple(seat.player for seat in self.row.seats)
        return Asked(self.seq, ask.seat if ask is not None else None, players)

    # --- telling ---

    def state(self, guest: str, views: messages.Views | None = None) -> wire.State:
        """What a guest may see now."""
        views = views or messages.Views(self.match, self.together())
        return messages.state(self.match, self.row, guest, self.trouble, grace=self.in_grace(), views=views)

    def together(self) -> messages.Together:
        """What a match of a party shows besides."""
        return self.standing.together(self.asked) if self.standing.company is not None else messages.ALONE

    def in_grace(self) -> bool:
        """Whether whoever's turn has ended by itself may still think better of it."""
        return time.monotonic() < self.not_before

    def publish(self) -> None:
        """Tell everybody what is new; call it when that is on the disk."""
        self._marks[self.seq] = len(self.match.events)
        states: dict[str, wire.State] = {}
        made: _Made = {}
        self.told_of = self.together()
        views = messages.Views(self.match, self.told_of)
        for listener in list(self.listeners):
            if listener.told < 0:
                continue
            try:
                if listener.guest not in states:
                    states[listener.guest] = self.state(listener.guest, views)
                self._tell_events(listener, states[listener.guest].viewer, made)
                listener.tell(states[listener.guest])
            except Exception:  # it has happened all the same, and the others hear of it
                _log.exception("match %s: a screen could not be told", self.row.id)
                listener.tell(wire.Bye(reason="This screen could not be drawn. Trying again.", again=True))

    def _tell_events(self, listener: Listener, eyes: int | None, made: _Made) -> None:
        match = self.match
        new = [(n, match.events[n]) for n in range(listener.told, len(match.events))]
        if eyes != listener.eyes:  # somebody else looks at this screen now: what was hidden changes
            old = [(n, e) for n, e in enumerate(match.events[: listener.told]) if e.audience is not None]
            new = [(n, e) for n, e in old if e.to_json(eyes) != e.to_json(listener.eyes)] + new
        listener.eyes, listener.told = eyes, len(match.events)
        # What everybody may know is put into words once for all.
        secret = any(event.audience is not None for _, event in new)
        same = (tuple(n for n, _ in new), eyes if secret else None)
        if same not in made:
            made[same] = list(messages.events(match, new, eyes))
        for message in made[same]:
            listener.tell(message)

    def tell_all(self, message: wire.Told) -> None:
        """Tell everybody something that is not the match's."""
        for listener in list(self.listeners):
            listener.tell(message)

    # --- changing ---

    async def change(
        self,
        change: Callable[[], list[Event] | None],
        *,
        done: tuple[str, str] | None = None,
        rows: Sequence[dict[str, Any]] = (),
    ) -> list[Event]:
        """Change the match and put that on the disk; if either fails, it stands where the disk stands.

        What happened by that; nothing, if only the disk knows that it did.
        """
        if self.length() >= LONGEST_LOG + _LAST_STRETCH:
            raise NotAllowed(
                f"This game has grown too long for this server: {self.length():,} entries in its log."
            )
        before = self._stand()
        try:
            events = change() or []
            added = self.match.log[before[0] :]
            timing = self.standing.following(self.asked, added) if self.standing.company is not None else None
            entry = self._entry(before, done, rows)
            entry.clock = timing.to_text() if timing is not None else None
            await self._storage.append(entry)
        except BaseException as error:
            refused = isinstance(error, DicecupError) and not isinstance(error, (StorageError, RulesError))
            if refused and self._stand() == before:
                raise
            if isinstance(error, Fenced):
                self.lose(str(error))
                raise Lost(self.lost) from None
            stood = self._rows, self._head
            await self._go_back(before[0])
            if done is not None and done in self._done:
                return []  # it was written after all, and only the news of it got lost
            if isinstance(
                error, Uncertain
            ):  # it may still be on its way: who is told that it was refused is misled
                self.lose(str(error))
                raise Lost(self.lost) from None
            if isinstance(error, Conflict):
                same = (self._rows, self._head) == stood
                raise (Reseated if same else StorageError)(commands.LATE) from None
            raise
        self.row.version += 1
        self._rows, self._head, self._fits = entry.at + len(entry.rows), link(entry.head, entry.rows), True
        if timing is not None:
            self.standing.adopt(timing)
        if done is not None:
            self._done[done] = self.seq
        return events

    async def change_once(self, deed: Callable[[], Awaitable[None]]) -> None:
        """Do something that changes the match; from the start, if who sits there changes in that moment."""
        for _ in range(_TRIES - 1):
            with suppress(Reseated):
                return await deed()
        return await deed()

    def length(self) -> int:
        """How much is written down of the match."""
        return max(self.seq, self._rows)

    def _stand(self) -> _Stand:
        """All of a match that a command can change."""
        never = [self.match.never_asked(seat) for seat in range(len(self.row.seats))]
        return self.seq, len(self.match.nonces), never, self.match.teaching

    def _entry(
        self,
        before: _Stand,
        done: tuple[str, str] | None,
        rows: Sequence[dict[str, Any]],
    ) -> Append:
        """What is to be written of a match that has just been changed."""
        nonces = [one._asdict() for one in self.match.nonces[before[1] :]]
        left = [self.match.left.to_json()] if before[3] and self.match.left is not None else []
        entries = [entry.to_json() for entry in self.match.log[before[0] :]]
        added = [row_text(row) for row in (*rows, *nonces, *left, *entries)]
        fresh = not self._fits or (self._rows + len(added)) // _NEW_PAPER > self._rows // _NEW_PAPER
        return Append(
            match_id=self.row.id,
            at=self._rows,
            head=self._head,
            rows=added,
            summary=summary(self.match),
            version=self.row.version,
            done=(*done, self.seq) if done is not None else None,
            paper=self.match.save() if fresh else None,
            result=result_of(self.match, self.row.seats),
        )

    async def _go_back(self, known: int) -> None:
        """Stand where the store stands, whatever was tried. Everybody knows of what there was up to `known`."""
        try:
            opened = await self._opener.open(self.row.id)
        except BaseException as error:
            self.lose(str(error) if isinstance(error, DicecupError) else "The server is being restarted.")
            raise
        if opened is None:
            self.lose(_CLEARED, again=False)
            raise Gone(_CLEARED)
        if len(opened.match.log) < known:
            why = "The disk has lost what was written to it. The match continues from what is there."
            _log.error(
                "match %s: %d entries were written, %d are there", self.row.id, known, len(opened.match.log)
            )
            self.lose(why)
            raise Lost(why)
        self._take(opened)
        if self.seq > known:
            self.publish()

    def lose(self, reason: str, *, again: bool = True) -> None:
        """Nobody can play on with this object: all who look at it have to come back, to a new one."""
        self.lost = reason
        self.close(reason, again=again)
        self._forget(self)

    def close(self, reason: str, *, again: bool = False) -> None:
        """Send everybody away. `again`: they may come back."""
        self.tell_all(wire.Bye(reason=reason, again=again))
