"""A match that is being played: who listens, what they are told, and the commands that change it.

Everything happens under one lock, in this order: the match is changed, the change goes to the disk, and only then
anybody hears of it. So nobody has ever seen something that a crash could take back. And what changes a match is a
task of the match, not of the socket that brought it: whoever goes away meanwhile, it is done to the end.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any, Final, Protocol

from dicecup.players import ended_by_itself, is_open
from dicecup.saves import StorageError
from dicecup.server import commands, messages, wire
from dicecup.server.pool import Confused
from dicecup.server.reader import LONGEST_LOG
from dicecup.server.rebuild import Opened, Opener, summary
from dicecup.server.storage import (
    COMPUTER,
    Append,
    Conflict,
    MatchRow,
    Storage,
    Unopenable,
    link,
    row_text,
)
from dicecup.server.thinking import Asker, ThinkingPool
from dicecup.table import DicecupError, Event, Match, NotAllowed, RulesError

_NEW_PAPER: Final = 200  # rows after which the match is saved as a whole once more
_LAST_STRETCH: Final = 2_000  # entries in which a game that is too long can still be played to its end
_AGAIN: Final = 3.0  # seconds after which a computer player tries again when the disk refused
_GRACE: Final = 6.0  # seconds to take back what has ended a turn by itself; a page shows its events first
_BEAT: Final = 0.2  # seconds between two looks whether they are over
_STUMBLED: Final = "Something went wrong with the computer player {name}: this move was made at random."
_FAILED: Final = "Something went wrong in the rules of this game, and nothing was changed. Try another choice."
_CLEARED: Final = "This match has been cleared away."
_log: Final = logging.getLogger("dicecup.server")

_Made = dict[tuple[tuple[int, ...], int | None], list[wire.Events]]
"""Messages that are made already: which events they tell, and to whose eyes if that matters."""


class Gone(DicecupError):  # noqa: N818
    """There is no such match (any more), or it is not this guest's to see."""


class Lost(StorageError):  # noqa: N818
    """Nobody knows any more where a match stands on the disk: it has to be read again."""


class Listener(Protocol):
    """A socket, as the match knows it."""

    guest: str
    eyes: int | None  # whose view it was shown last
    told: int  # so many events it has been told; -1: it has not said hello yet

    def tell(self, message: wire.Told) -> None:
        """Send soon; must not wait."""
        ...


class Live:
    """One match in memory. `forget` is called when it is of no use any more, and has to be opened anew."""

    def __init__(
        self,
        opened: Opened,
        storage: Storage,
        opener: Opener,
        thinking: ThinkingPool,
        forget: Callable[["Live"], None],
    ) -> None:
        self._storage: Final = storage
        self._opener: Final = opener
        self._thinking: Final = thinking
        self._forget: Final = forget
        self.lock: Final = asyncio.Lock()
        self.listeners: Final[set[Listener]] = set()
        self._deeds: Final[set[asyncio.Task[None]]] = set()
        self._playing_on: asyncio.Task[None] | None = None
        self._lost = ""  # why it is of no use any more
        self._trouble = ""
        self._not_before = 0.0  # when computer players go on
        self._thought: wire.Thinking | None = None  # who thinks just now
        self._take(opened)

    def _take(self, opened: Opened) -> None:
        """Stand where the store stands."""
        stored = opened.stored
        self.row: MatchRow = stored.row
        self.match, self._fits = opened.match, opened.fits
        self._rows, self._head = stored.row.base + len(stored.rows), stored.head
        self._done = stored.done
        self._marks = {len(self.match.log): len(self.match.events)}  # how many events there were at which seq

    @asynccontextmanager
    async def settled(self) -> AsyncIterator[Match[Any]]:
        """The match as it stands on the disk, while nobody changes it; Lost if that is not known."""
        async with self.lock:
            if self._lost:
                raise Lost(self._lost)
            yield self.match

    async def _own(self, deed: Coroutine[Any, Any, None]) -> None:
        """Do something to the end, even if whoever waits for it goes away."""
        task = asyncio.create_task(deed)
        self._deeds.add(task)
        task.add_done_callback(self._did)
        await asyncio.shield(task)

    def _did(self, task: asyncio.Task[None]) -> None:
        self._deeds.discard(task)
        if (
            not task.cancelled()
            and (error := task.exception()) is not None
            and not isinstance(error, DicecupError)
        ):
            _log.error("match %s: a command failed", self.row.id, exc_info=error)

    @property
    def seq(self) -> int:
        """Where the match stands: the length of its log."""
        return len(self.match.log)

    @property
    def idle(self) -> bool:
        """Nobody listens and nobody thinks."""
        return not self.listeners and self._playing_on is None and not self._deeds and not self.lock.locked()

    # --- telling ---

    def state(self, guest: str, views: messages.Views | None = None) -> wire.State:
        """What a guest may see now."""
        grace = self._in_grace()
        return messages.state(self.match, self.row, guest, self._trouble, grace=grace, views=views)

    def _in_grace(self) -> bool:
        """Whether whoever's turn has ended by itself may still think better of it."""
        return time.monotonic() < self._not_before

    async def hello(self, listener: Listener, last_seq: int | None) -> None:
        """Tell a listener all that it has missed, and where the match stands."""
        async with self.settled() as match:
            known = self._marks.get(last_seq, 0) if last_seq is not None else 0
            listener.eyes = messages.viewer(match, messages.seats_of(self.row, listener.guest))
            # What not everybody may know comes again: nobody knows whose eyes saw it before.
            missing = [(n, e) for n, e in enumerate(match.events) if n >= known or e.audience is not None]
            for message in messages.events(match, missing, listener.eyes):
                listener.tell(message)
                await asyncio.sleep(0)  # a long game is many messages: other tables have their turn in between
            listener.told = len(match.events)
            listener.tell(self.state(listener.guest))
            if self._thought is not None:
                listener.tell(self._thought)
        self.play_on()

    def _publish(self) -> None:
        """Tell everybody what is new; call it when that is on the disk."""
        self._marks[self.seq] = len(self.match.events)
        states: dict[str, wire.State] = {}
        made: _Made = {}
        views = messages.Views(self.match)
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

    def _tell_all(self, message: wire.Told) -> None:
        for listener in list(self.listeners):
            listener.tell(message)

    # --- commands ---

    async def command(self, listener: Listener, frame: commands.Command) -> None:
        """Carry a command out, once; answer with Done when it is on the disk, or with the reason why not."""
        await self._own(self._command(listener, frame))

    async def _command(self, listener: Listener, frame: commands.Command) -> None:
        async with self.lock:
            try:
                await self._carry_out(listener, frame)
            except Exception as error:
                if not isinstance(error, DicecupError):
                    _log.error("match %s: a command failed", self.row.id, exc_info=error)
                if self._lost:
                    return  # whoever listens has been told to come back, finds out, and says it again
                reason = str(error) if isinstance(error, DicecupError) else _FAILED
                listener.tell(wire.Refused(id=frame.id, reason=reason, state=self.state(listener.guest)))
        self.play_on()

    async def _carry_out(self, listener: Listener, frame: commands.Command) -> None:
        if self._lost:
            raise Lost(self._lost)
        done = listener.guest, frame.id
        if done not in self._done:
            change, rows = commands.prepare(self.match, self.row, listener.guest, frame, self._length())
            events = await self._change(change, done=done, rows=rows)
            wanted = isinstance(frame, wire.Answer) and frame.grace
            over = wanted and ended_by_itself(self.match, events)
            self._not_before = time.monotonic() + _GRACE if over else 0.0
            listener.tell(wire.Done(id=frame.id, seq=self._done[done]))
            self._publish()
        else:
            listener.tell(wire.Done(id=frame.id, seq=self._done[done]))

    async def stir(self, guest: str, nonce: str) -> None:
        """Add what a guest gives to the dice to come; said once more, it is as good as done."""
        await self._own(self._stir(guest, nonce))

    async def _stir(self, guest: str, nonce: str) -> None:
        async with self.settled() as match:
            mine = commands.seats_of(self.row, guest)
            if any(one.seat in mine and one.nonce == nonce for one in match.nonces):
                return
            await self._change(lambda: match.stir(mine[0], nonce))
            self._publish()

    async def _change(
        self,
        change: Callable[[], list[Event] | None],
        *,
        done: tuple[str, str] | None = None,
        rows: Sequence[dict[str, Any]] = (),
    ) -> list[Event]:
        """Change the match and put that on the disk; if either fails, it stands where the disk stands.

        What happened by that; nothing, if only the disk knows that it did.
        """
        if self._length() >= LONGEST_LOG + _LAST_STRETCH:
            raise NotAllowed(
                f"This game has grown too long for this server: {self._length():,} entries in its log."
            )
        before = self._stand()
        try:
            events = change() or []
            entry = self._entry(before, done, rows)
            await self._storage.append(entry)
        except BaseException as error:
            refused = isinstance(error, DicecupError) and not isinstance(error, (StorageError, RulesError))
            if refused and self._stand() == before:
                raise
            await self._go_back(before[0])
            if done is not None and done in self._done:
                return []  # it was written after all, and only the news of it got lost
            if isinstance(error, Conflict):
                raise StorageError(commands.LATE) from None
            raise
        self._rows, self._head, self._fits = entry.at + len(entry.rows), link(entry.head, entry.rows), True
        if done is not None:
            self._done[done] = self.seq
        return events

    def _length(self) -> int:
        return max(self.seq, self._rows)

    def _stand(self) -> tuple[int, int, list[frozenset[str]]]:
        """All of a match that a command can change."""
        never = [self.match.never_asked(seat) for seat in range(len(self.row.seats))]
        return self.seq, len(self.match.nonces), never

    def _entry(
        self,
        before: tuple[int, int, list[frozenset[str]]],
        done: tuple[str, str] | None,
        rows: Sequence[dict[str, Any]],
    ) -> Append:
        """What is to be written of a match that has just been changed."""
        nonces = [one._asdict() for one in self.match.nonces[before[1] :]]
        entries = [entry.to_json() for entry in self.match.log[before[0] :]]
        added = [row_text(row) for row in (*rows, *nonces, *entries)]
        fresh = not self._fits or (self._rows + len(added)) // _NEW_PAPER > self._rows // _NEW_PAPER
        return Append(
            match_id=self.row.id,
            at=self._rows,
            head=self._head,
            rows=added,
            summary=summary(self.match),
            done=(*done, self.seq) if done is not None else None,
            paper=self.match.save() if fresh else None,
        )

    async def _go_back(self, known: int) -> None:
        """Stand where the store stands, whatever was tried. Everybody knows of what there was up to `known`."""
        try:
            opened = await self._opener.open(self.row.id)
        except BaseException as error:
            self._lose(str(error) if isinstance(error, DicecupError) else "The server is being restarted.")
            raise
        if opened is None:
            self._lose(_CLEARED, again=False)
            raise Gone(_CLEARED)
        if len(opened.match.log) < known:
            why = "The disk has lost what was written to it. The match continues from what is there."
            _log.error(
                "match %s: %d entries were written, %d are there", self.row.id, known, len(opened.match.log)
            )
            self._lose(why)
            raise Lost(why)
        self._take(opened)
        if self.seq > known:
            self._publish()

    def _lose(self, reason: str, *, again: bool = True) -> None:
        """Nobody can play on with this object: all who look at it have to come back, to a new one."""
        self._lost = reason
        self.close(reason, again=again)
        self._forget(self)

    async def refresh(self) -> None:
        """Somebody has taken a seat or the match, or asked for a rematch: look into the store, tell everybody."""
        await self._own(self._refresh())

    async def _refresh(self) -> None:
        async with self.settled():
            try:
                row = await self._storage.find(self.row.id)
            except StorageError as error:
                self._lose(str(error))
                raise
            if row is None:
                return
            self.row = row
            for listener in list(self.listeners):
                if not messages.may_see(self.row, listener.guest):
                    listener.tell(wire.Bye(reason="This game is now being played in another browser."))
            self._publish()
        self.play_on()

    def close(self, reason: str, *, again: bool = False) -> None:
        """Send everybody away. `again`: they may come back."""
        self._tell_all(wire.Bye(reason=reason, again=again))
        if self._playing_on is not None:
            self._playing_on.cancel()

    # --- questions that change nothing ---

    async def why(self, guest: str, choice: list[str | int]) -> str | None:
        """Why a guest cannot make this choice now; None if it can."""
        async with self.settled() as match:
            ask, mine = match.pending, messages.seats_of(self.row, guest)
            if not mine:
                return "You are only watching."
            return match.why_not(choice, ask.seat if ask is not None and ask.seat in mine else mine[0])

    async def hint(self, listener: Listener, id_: str) -> wire.HintGiven:
        """What the best player would do for this guest."""
        async with self.settled() as match:
            ask, mine = match.pending, messages.seats_of(self.row, listener.guest)
            if ask is None or ask.seat not in mine:
                reason = "There is nothing for you to decide now."
                return wire.HintGiven(id=id_, advice=[], unit="win", reason=reason)
            fork = match.fork(ask.seat, seed=self.seq)
            seat, name = ask.seat, match.names[ask.seat]
        try:
            found = await self._thinking.advise(
                fork,
                lambda text: listener.tell(wire.Thinking(seat=seat, name=name, text=text)),
                Asker(listener.guest, self.row.id),
            )
        except Confused as trouble:
            return wire.HintGiven(id=id_, advice=[], unit="win", reason=str(trouble))
        advice = [
            wire.Advice(
                choice=list(one.option),
                text=one.option.text,
                value=one.value,
                loss=one.loss,
                reason=one.reason,
            )
            for one in found
        ]
        return wire.HintGiven(id=id_, advice=advice, unit=found[0].unit)

    # --- computer players ---

    def play_on(self) -> None:
        """Let computer players decide, until a person has to."""
        if self._playing_on is None and not self._lost and self._may_think():
            self._playing_on = asyncio.create_task(self._let_them_play())
            self._playing_on.add_done_callback(self._stopped_playing)

    def _stopped_playing(self, task: asyncio.Task[None]) -> None:
        self._playing_on = None
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("match %s: the computer players stopped", self.row.id, exc_info=error)

    def _computer_asked(self) -> int | None:
        ask = self.match.pending
        return ask.seat if ask is not None and self.row.seats[ask.seat].player == COMPUTER else None

    def _may_think(self) -> bool:
        """Whether a computer player is asked, and it matters to anybody.

        Where there are none but computer players, they wait until somebody looks.
        """
        if self._computer_asked() is None:
            return False
        return bool(self.listeners) or any(seat.player != COMPUTER for seat in self.row.seats)

    async def _let_them_play(self) -> None:
        while self._may_think():
            if self._in_grace():
                await asyncio.sleep(_BEAT)
                continue
            try:
                await self._one_decision()
            except (Gone, Lost, Unopenable):
                return
            except DicecupError as trouble:  # the disk refuses: wait, it may be only for a while
                async with self.lock:
                    if self._lost:
                        return
                    self._trouble = str(trouble)
                    self._publish()
                await asyncio.sleep(_AGAIN)

    async def _one_decision(self) -> None:
        """One decision of a computer player, or all that leave it no choice."""
        async with self.settled() as match:
            seat, ask, at = self._computer_asked(), match.pending, self.seq
            if seat is None or ask is None:
                return
            fork = match.fork(seat, seed=at) if len(ask.options) > 1 else None
            open_hand = fork is not None and is_open(match, seat)
            name, level = match.names[seat], self.row.seats[seat].level
        if fork is None:
            await self._own(self._decided(at, lambda: self.match.answer_forced([seat])))
            return
        self._thinks(seat, name)
        try:
            asker = Asker(self.row.owner, self.row.id)
            decision = await self._thinking.decide(fork, level, partial(self._thinks, seat, name), asker)
        finally:
            self._thought = None
        said: wire.Told | None = None
        if decision.failed:
            said = wire.Stumbled(seat=seat, text=_STUMBLED.format(name=name))
        elif decision.reason and open_hand:
            said = wire.Said(seat=seat, text=decision.reason)
        await self._own(self._decided(at, lambda: self.match.answer(decision.choice, seat), said))

    async def _decided(self, at: int, change: Callable[[], list[Event]], said: wire.Told | None = None) -> None:
        """Carry out what a computer player decided when the match stood at `at`."""
        async with self.settled():
            if self.seq != at:
                return  # somebody has taken a choice back meanwhile
            await self._change(change)
            self._trouble = ""
            if said is not None:
                self._tell_all(said)
            self._publish()

    def _thinks(self, seat: int, name: str, text: str = "") -> None:
        self._thought = wire.Thinking(seat=seat, name=name, text=text)
        self._tell_all(self._thought)

    async def stop(self) -> None:
        """Let no computer player go on, and finish what is being written."""
        if self._playing_on is not None:
            self._playing_on.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await self._playing_on
        if self._deeds:
            await asyncio.wait(self._deeds)
