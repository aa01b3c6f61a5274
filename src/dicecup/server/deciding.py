"""The computer players of one match: they decide until a person has to, or for one who is away or out of time."""

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from dicecup.players import is_open, plays, usual
from dicecup.server import teaching, wire
from dicecup.server.ledger import Gone, Ledger, Lost
from dicecup.server.messages import marked
from dicecup.server.operation import deeds
from dicecup.server.outsiders import Past
from dicecup.server.store.storage import COMPUTER, Unopenable
from dicecup.server.thinking import Asker, Decision, ThinkingPool
from dicecup.table import DicecupError, Event, Match

_AGAIN: Final = 3.0  # seconds after which a computer player tries again when the disk refused
_BEAT: Final = 0.2  # seconds between two looks whether somebody still may take a choice back
_REPLACED: Final = "Something went wrong with the computer player {name}: a {level} one plays on in its place."
_STUMBLED: Final = "Something went wrong with the computer player {name}: this move was made at random."
_log: Final = logging.getLogger("dicecup.server")


class Deciding:
    """One task that lets them decide; where there are stand-ins, one more waits until somebody's time is up."""

    def __init__(self, ledger: Ledger, thinking: ThinkingPool, changed: Callable[[], None]) -> None:
        """`changed` is called when a stand-in has taken over."""
        self._ledger: Final = ledger
        self._thinking: Final = thinking
        self._changed: Final = changed
        self._task: asyncio.Task[None] | None = None
        self._timer: asyncio.Task[None] | None = None
        self._rings = 0.0  # when the timer does
        self._about: tuple[int, int] | None = None  # where somebody thinks, and for which seat
        self._dropped: asyncio.Future[None] | None = None  # nobody wants to know any more
        self._astray: Final[set[asyncio.Task[Decision]]] = set()  # thoughts that nobody wants to know
        self.thought: wire.Thinking | None = None  # who thinks just now

    @property
    def idle(self) -> bool:
        """Nobody thinks, and nobody's time runs."""
        return self._task is None and self._timer is None

    def go_on(self) -> None:
        """Let them decide, until a person has to; and let nobody wait for thoughts about what was taken back."""
        if self._dropped is not None and not self._dropped.done() and not self._wanted(self._about):
            self._dropped.set_result(None)
        if self._ledger.match.outcome is not None:
            self._part()
        if self._task is None and not self._ledger.lost and self._may_think():
            self._task = asyncio.create_task(self._let_them_play())
            self._task.add_done_callback(self._stopped)
        self._set_timer()

    def cancel(self) -> None:
        """Let nobody go on."""
        for task in (self._task, self._timer, *self._astray):
            if task is not None:
                task.cancel()
        self._timer = None

    async def stop(self) -> None:
        """The same, and wait until nobody does."""
        tasks = [task for task in (self._task, self._timer, *self._astray) if task is not None]
        self.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._part()

    def _stopped(self, task: asyncio.Task[None]) -> None:
        self._task = None
        if task.cancelled():
            return
        if (error := task.exception()) is not None:
            _log.error("match %s: the computer players stopped", self._ledger.row.id, exc_info=error)
            return
        self._set_timer()
        if self._ledger.match.outcome is not None:
            self._part()

    # --- who decides, and when ---

    def _seat(self) -> int | None:
        """The seat that a computer player has to decide for."""
        ask = self._ledger.match.pending
        if ask is None:
            return None
        if self._ledger.row.seats[ask.seat].player == COMPUTER:
            return ask.seat
        standing = self._ledger.standing
        return ask.seat if standing.company is not None and standing.decides(self._ledger.asked) else None

    def _may_think(self) -> bool:
        """Whether a computer player is asked, and it matters to anybody.

        Where there are none but computer players, they wait until somebody looks.
        """
        ledger = self._ledger
        if teaching.rests(ledger.match):
            return False
        if self._seat() is None:
            return ledger.standing.company is not None and ledger.standing.overdue(ledger.asked) is not None
        return bool(ledger.listeners) or any(seat.player != COMPUTER for seat in ledger.row.seats)

    def _set_timer(self) -> None:
        """Look again when somebody's time is up; a timer that rings too early does no harm, and may stay."""
        ledger = self._ledger
        if ledger.standing.company is None:
            return
        due = ledger.standing.due(ledger.asked) if not ledger.lost else None
        if due is not None and self._task is not None and due.at <= ledger.standing.clock.now():
            due = None  # it is being seen to
        if self._timer is not None and due is not None and self._rings <= due.at:
            return
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if due is not None:
            self._rings = due.at
            self._timer = asyncio.create_task(self._wait(due.at))

    async def _wait(self, until: float) -> None:
        clock = self._ledger.standing.clock
        await clock.sleep(max(0.0, until - clock.now()))
        self._timer = None
        self.go_on()

    # --- deciding ---

    async def _let_them_play(self) -> None:
        ledger = self._ledger
        while self._may_think():
            if ledger.in_grace():
                await asyncio.sleep(_BEAT)
                continue
            try:
                await self._hand_over()
                await self._one_decision()
            except (Gone, Lost, Unopenable):
                return
            except DicecupError as trouble:  # the disk refuses: wait, it may be only for a while
                async with ledger.lock:
                    if ledger.lost:
                        return
                    ledger.trouble = str(trouble)
                    ledger.publish()
                await asyncio.sleep(_AGAIN)

    async def _hand_over(self) -> None:
        """If somebody has been away for too long, or has no time left: a stand-in takes over."""
        ledger = self._ledger
        if ledger.standing.company is None:
            return
        async with ledger.settled():
            asked = ledger.asked
            why = ledger.standing.overdue(asked)
        if why is not None and asked.seat is not None:  # not under the lock: a party has one of its own
            await ledger.standing.take_over(asked.seat, why, asked.seq)
            self._changed()
            if self._seat() is None:
                await asyncio.sleep(_BEAT)  # they have come back in this very moment, or something is wrong

    async def _one_decision(self) -> None:
        """One decision of a computer player, or all that leave it no choice."""
        ledger = self._ledger
        async with ledger.settled() as match:
            seat, ask, at = self._seat(), match.pending, ledger.seq
            if seat is None or ask is None:
                return
            fork = match.fork(seat, seed=at) if len(ask.options) > 1 else None
            open_hand = fork is not None and is_open(match, seat)
            name, level = match.names[seat], self._level(seat)
            past = self._past(seat) if self._thinking.outsiders.knows(match.game.name, level) else None
            scripted = teaching.script(match, ask)
        if scripted is not None:
            await ledger.own(self._decided(at, seat, lambda: ledger.match.answer(scripted, seat)))
            return
        if fork is None:
            forced = ledger.row.seats[seat].player == COMPUTER
            only = ask.options[0]  # somebody who is away may be back for the next decision
            await ledger.own(
                self._decided(
                    at,
                    seat,
                    lambda: ledger.match.answer_forced([seat]) if forced else ledger.match.answer(only, seat),
                )
            )
            return
        decision = await self._thought_about(fork, at, seat, name, level, past)
        if decision is None:
            return
        said: wire.Told | None = None
        if decision.replaced:
            said = wire.Stumbled(seat=seat, text=_REPLACED.format(name=name, level=decision.replaced))
        elif decision.failed:
            said = wire.Stumbled(seat=seat, text=_STUMBLED.format(name=name))
        elif decision.reason and open_hand:
            said = wire.Said(seat=seat, text=decision.reason, marks=marked(decision.reason))
        await ledger.own(self._decided(at, seat, lambda: ledger.match.answer(decision.choice, seat), said))

    async def _thought_about(
        self, fork: Match[Any], at: int, seat: int, name: str, level: str, past: Past | None
    ) -> Decision | None:
        """What a computer player decides; None if by then nobody wants to know."""
        self._about, self._dropped = (at, seat), asyncio.get_running_loop().create_future()
        asker = Asker(self._ledger.row.owner, self._ledger.row.id)
        self._thinks((at, seat), name)
        thinking = asyncio.create_task(
            self._thinking.decide(fork, level, partial(self._thinks, (at, seat), name), asker, past)
        )
        try:
            await asyncio.wait((thinking, self._dropped), return_when=asyncio.FIRST_COMPLETED)
            if thinking.done():
                return thinking.result()
        except asyncio.CancelledError:
            thinking.cancel()
            raise
        finally:
            self._about = self._dropped = self.thought = None
        self._astray.add(
            thinking
        )  # to be cut short it would have to be ended, and starting another one takes longer
        thinking.add_done_callback(self._forget)
        return None

    def _wanted(self, about: tuple[int, int] | None) -> bool:
        return about == (self._ledger.seq, self._seat())

    def _forget(self, thinking: asyncio.Task[Decision]) -> None:
        self._astray.discard(thinking)
        if not thinking.cancelled() and (error := thinking.exception()) is not None:
            _log.error("match %s: a computer player failed", self._ledger.row.id, exc_info=error)

    def _past(self, seat: int) -> Past:
        """What a seat has heard."""
        return [event.to_json(seat) for event in self._ledger.match.events]

    def _part(self) -> None:
        """Tell the players of the host that the match has ended, or is put away."""
        match, row = self._ledger.match, self._ledger.row
        seats = [seat for seat, sits in enumerate(row.seats) if sits.player == COMPUTER]
        theirs = [seat for seat in seats if self._thinking.outsiders.knows(row.game, row.seats[seat].level)]
        if theirs:
            self._thinking.outsiders.leave(row.id, match.outcome, {seat: self._past(seat) for seat in theirs})

    def _level(self, seat: int) -> str:
        company, sits = self._ledger.standing.company, self._ledger.row.seats[seat]
        game = self._ledger.row.game
        if sits.player != COMPUTER and company is not None:
            return company.level(game)
        return sits.level if plays(game, sits.level) else usual(game)  # one whom the host offered before

    async def _decided(
        self, at: int, seat: int, change: Callable[[], list[Event]], said: wire.Told | None = None
    ) -> None:
        """Carry out what a computer player decided when the match stood at `at`."""
        ledger = self._ledger

        async def work() -> None:
            if not self._wanted((at, seat)):
                return  # somebody has taken a choice back meanwhile, or has come back to decide
            await ledger.change(change)
            deeds.MOVES.add(ledger.row.game, "computer")
            ledger.trouble = ""
            if said is not None:
                ledger.tell_all(said)
            ledger.publish()

        async with ledger.settled():
            await ledger.change_once(work)

    def _thinks(self, about: tuple[int, int], name: str, text: str = "") -> None:
        if about == self._about:
            self.thought = wire.Thinking(seat=about[1], name=name, text=text)
            self._ledger.tell_all(self.thought)
