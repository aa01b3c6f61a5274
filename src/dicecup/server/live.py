"""A match that is being played: who listens, what they are told, and the commands that change it.

What changes a match is a task of the match, not of the socket that brought it: whoever goes away meanwhile, it is
done to the end. `ledger` says in which order things happen, `deciding` what computer players do.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from dicecup.players import ended_by_itself
from dicecup.saves import StorageError
from dicecup.server import commands, messages, teaching, wire
from dicecup.server.clock import Clock
from dicecup.server.company import Company
from dicecup.server.deciding import Deciding
from dicecup.server.ledger import Gone, Ledger, Listener, Lost
from dicecup.server.operation import deeds
from dicecup.server.pool import Confused
from dicecup.server.rebuild import Opened, Opener
from dicecup.server.store.storage import Storage
from dicecup.server.thinking import Asker, ThinkingPool
from dicecup.table import DicecupError, NotAllowed

__all__ = ["Gone", "Listener", "Live", "Lost"]

_GRACE: Final = 6.0  # seconds to take back what has ended a turn by itself; a page shows its events first
_FAILED: Final = "Something went wrong in the rules of this game, and nothing was changed. Try another choice."
_log: Final = logging.getLogger("dicecup.server")


class Live(Ledger):
    """One match in memory. `forget` is called when it is of no use any more, and has to be opened anew."""

    def __init__(
        self,
        opened: Opened,
        storage: Storage,
        opener: Opener,
        thinking: ThinkingPool,
        forget: Callable[["Live"], None],
        clock: Clock | None = None,
    ) -> None:
        super().__init__(opened, storage, opener, forget, clock or Clock())
        self._thinking: Final = thinking
        self._deciding: Final = Deciding(self, thinking, self.people_changed)
        self._looking = False  # at who has come and gone
        self._over = False  # and its company knows

    @property
    def idle(self) -> bool:
        """Nobody listens and nobody thinks."""
        return not self.listeners and self._deciding.idle and not self.deeds and not self.lock.locked()

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
            if self._deciding.thought is not None:
                listener.tell(self._deciding.thought)
        self.play_on()

    # --- commands ---

    async def command(self, listener: Listener, frame: commands.Command) -> None:
        """Carry a command out, once; answer with Done when it is on the disk, or with the reason why not."""
        await self.own(self._command(listener, frame))

    async def _command(self, listener: Listener, frame: commands.Command) -> None:
        begun = time.perf_counter()
        async with self.lock:
            try:
                with deeds.carried_out(frame.type, begun, match=self.row.id):
                    await self.change_once(lambda: self._carry_out(listener, frame))
            except Exception as error:
                if not isinstance(error, DicecupError):
                    _log.error("match %s: a command failed", self.row.id, exc_info=error)
                if self.lost:
                    return  # whoever listens has been told to come back, finds out, and says it again
                reason = str(error) if isinstance(error, DicecupError) else _FAILED
                listener.tell(wire.Refused(id=frame.id, reason=reason, state=self.state(listener.guest)))
        self.play_on()

    async def _carry_out(self, listener: Listener, frame: commands.Command) -> None:
        if self.lost:
            raise Lost(self.lost)
        done = listener.guest, frame.id
        if done not in self._done:
            self._check_time(listener.guest, frame)
            stays = self.standing.stays if self.company is not None else 0
            change, rows = commands.prepare(self.match, self.row, listener.guest, frame, self.length(), stays)
            events = await self.change(change, done=done, rows=rows)
            if isinstance(frame, wire.Answer):
                deeds.MOVES.add(self.row.game, "person")
            wanted = isinstance(frame, wire.Answer) and frame.grace
            over = wanted and ended_by_itself(self.match, events)
            self.not_before = time.monotonic() + _GRACE if over else 0.0
            listener.tell(wire.Done(id=frame.id, seq=self._done[done]))
            self.publish()
        else:
            listener.tell(wire.Done(id=frame.id, seq=self._done[done]))

    def _check_time(self, guest: str, frame: commands.Command) -> None:
        """NotAllowed for whoever decides too late."""
        if self.company is None or isinstance(frame, wire.NeverAsk) or frame.seq != self.seq:
            return
        asked = self.asked
        if self.standing.time_is_up(asked) and asked.seat in messages.seats_of(self.row, guest):
            raise NotAllowed("Your time is up: a computer player makes this decision for you.")

    async def go_on(self, guest: str, seq: int) -> None:
        """A guest does not want to take back what has ended their turn by itself."""
        async with self.settled() as match:
            mine, stays = messages.seats_of(self.row, guest), self.together().stays
            if seq == self.seq and messages.undoer(match, mine, stays)[0] is not None:
                self.not_before = 0.0

    async def stir(self, guest: str, nonce: str) -> None:
        """Add what a guest gives to the dice to come; said once more, it is as good as done."""
        await self.own(self._stir(guest, nonce))

    async def _stir(self, guest: str, nonce: str) -> None:
        async def work() -> None:
            match, mine = self.match, commands.seats_of(self.row, guest)
            if any(one.seat in mine and one.nonce == nonce for one in match.nonces):
                return
            await self.change(lambda: match.stir(mine[0], nonce))
            self.publish()

        async with self.settled():
            await self.change_once(work)

    async def leave_lesson(self, guest: str) -> None:
        """From now on the dice are fair and everybody decides alone; said once more, it is as good as done."""
        await self.own(self._leave_lesson(guest))

    async def _leave_lesson(self, guest: str) -> None:
        async def work() -> None:
            match = self.match
            commands.seats_of(self.row, guest)
            if not match.lesson:
                raise NotAllowed("This is not a lesson.")
            if match.teaching:
                await self.change(match.leave_lesson)
                self.publish()

        async with self.settled():
            await self.change_once(work)
        self.play_on()

    async def refresh(self) -> None:
        """Somebody has taken a seat or the match, or asked for a rematch: look into the store, tell everybody."""
        await self.own(self._refresh())

    async def _refresh(self) -> None:
        async with self.settled():
            try:
                row = await self._storage.find(self.row.id)
            except StorageError as error:
                self.lose(str(error))
                raise
            if row is None:
                return
            self.row = row
            for listener in list(self.listeners):
                if not messages.may_see(self.row, listener.guest, self.company):
                    listener.tell(wire.Bye(reason="This game is now being played in another browser."))
            self.publish()
        self.play_on()

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
            if self.company is not None and not self.company.hints:
                reason = "This table plays without hints."
                return wire.HintGiven(id=id_, advice=[], unit="win", reason=reason)
            ask, mine = match.pending, messages.seats_of(self.row, listener.guest)
            if ask is None or ask.seat not in mine:
                reason = "There is nothing for you to decide now."
                return wire.HintGiven(id=id_, advice=[], unit="win", reason=reason)
            if reason := teaching.advice(match):
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
                marks=messages.marked(one.reason),
            )
            for one in found
        ]
        return wire.HintGiven(id=id_, advice=advice, unit=found[0].unit)

    # --- those who play together ---

    @property
    def company(self) -> Company | None:
        """The people of the match, if they are a party: then there can be stand-ins and clocks."""
        return self.standing.company

    @company.setter
    def company(self, company: Company | None) -> None:
        if company is not self.standing.company:
            self.standing.join(company, self.asked)
            self.people_changed()

    def people_changed(self) -> None:
        """Somebody has come or gone, or the table has agreed on something else."""
        self.standing.look(self.asked)
        self.play_on()
        if not self._looking and not self.lost:
            self._looking = True
            self.begin(self._look())

    async def _look(self) -> None:
        async with self.lock:
            self._looking = False
            if self.lost:
                return
            self.standing.look(self.asked)
            another = self.company is not None and self.standing.unwritten  # time, that is
            if another:
                await self._keep_clock()
            if another or _news(self.together()) != _news(self.told_of):
                self.publish()
        self.play_on()
        await self._tell_over()

    async def _keep_clock(self) -> None:
        """Write down that time runs or stands still; if that fails, it is written with the next answer."""
        with suppress(StorageError):
            await self._storage.keep_clock(self.row.id, self.standing.to_text())
            self.standing.unwritten = False

    def publish(self) -> None:
        """Tell everybody what is new; call it when that is on the disk."""
        if self.company is not None:
            self.standing.look(self.asked)
        super().publish()
        if self.company is not None and self.match.outcome is not None and not self._over:
            self.begin(self._tell_over())

    async def _tell_over(self) -> None:
        """Tell the company how it ended; after a restart once more, as nobody knows whether they were told."""
        company, outcome = self.company, self.match.outcome
        if company is None or outcome is None or self._over:
            return
        self._over = True
        try:
            await company.over(self.row.id, wire.Outcome.model_validate(outcome.to_json()))
        except BaseException:
            self._over = False
            raise

    # --- computer players ---

    def play_on(self) -> None:
        """Let computer players decide, until a person has to."""
        self._deciding.go_on()

    def close(self, reason: str, *, again: bool = False) -> None:
        """Send everybody away. `again`: they may come back."""
        super().close(reason, again=again)
        self._deciding.cancel()

    async def stop(self) -> None:
        """Let no computer player go on, and finish what is being written."""
        await self._deciding.stop()
        if self.deeds:
            await asyncio.wait(self.deeds)
        if self.company is not None and self.standing.halt():
            await self._keep_clock()


def _news(together: messages.Together) -> tuple[object, ...]:
    """What is worth telling at once; the time that is left everybody can count down themselves."""
    clock = together.clock
    return (*together._replace(clock=None), clock is None or (clock.seat, clock.runs))
