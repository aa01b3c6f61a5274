"""Reviews of finished matches: worked out once, in a process that can wait, and kept.

Whoever asks first starts it, and everybody asks again until it is there. One is worked out at a time, guests in
turn; the process lets all others of the machine go first, so that no table waits for it.
"""

import asyncio
import hashlib
import json
import logging
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any, Final, NamedTuple
from weakref import WeakKeyDictionary

from pydantic import ValidationError

import dicecup
from dicecup import coach
from dicecup.players import best
from dicecup.saves import StorageError
from dicecup.server.bus.bus import Bus, Within
from dicecup.server.bus.shared import Buckets
from dicecup.server.limits import Crowded
from dicecup.server.live import Live
from dicecup.server.pool import CAN_WAIT, Confused, Pool, TooLong
from dicecup.server.replay import eyes_of
from dicecup.server.review import eyes, trying
from dicecup.server.settings import Settings
from dicecup.server.store.storage import ReviewRow, Storage
from dicecup.server.thinking import about
from dicecup.server.wire.review import Review, ReviewTold, Tried, TryWish
from dicecup.table import DicecupError, Match, NotAllowed

MIND: Final = f"{coach.VERSION} {dicecup.__version__}"
"""Who judged: what another one has kept is stale."""

_LONGEST: Final = 5_000  # entries of a log
_LINE: Final = 50  # matches that wait to be gone through
_MEMORY: Final = 32 * 2**20  # characters of reviews that are kept in memory
_REMEMBERED: Final = 1_000  # people who have not heard yet that something went wrong
_SILENCE: Final = 120.0  # seconds without a word from the process
_log: Final = logging.getLogger("dicecup.server")


class NotReviewed(DicecupError):  # noqa: N818
    """It was tried, and nothing came of it. It can be asked for again."""


class Kept(NamedTuple):
    """A review as text, and the log that it is a review of."""

    log: str
    text: str


@dataclass(slots=True)
class _Work:
    """A review that is being worked out, and who waits for it."""

    guests: set[str]
    progress: float = 0.0
    text: str = "Waiting: another game is being gone through."
    stale: bool = False  # it would say what must not be said any more


class Reviews:
    """Those of all matches of a server."""

    def __init__(self, storage: Storage, settings: Settings | None = None, bus: Bus | None = None) -> None:
        settings = settings or Settings()
        self._storage: Final = storage
        self._pool: Final = Pool(1, min(_SILENCE, settings.review), settings.review, behind=CAN_WAIT)
        self._limit: Final = Buckets(bus or Within(), "reviews", *settings.reviews)
        self._kept: Final[OrderedDict[str, Kept]] = OrderedDict()
        self._size = 0  # of all of them
        self._works: Final[dict[str, _Work]] = {}
        self._tasks: Final[set[asyncio.Task[None]]] = set()
        self._failed: Final[OrderedDict[tuple[str, str], DicecupError]] = OrderedDict()
        self._turn: Final = asyncio.Semaphore(1)  # to put one into words: it may be long

    async def of(self, live: Live, guest: str) -> bytes:
        """The review of a finished match for a guest, as JSON, or how far it has come."""
        kept = await self._find(live, guest)
        if kept is not None:
            async with self._turn:
                return await asyncio.to_thread(eyes.told, kept.text, eyes_of(live.row, guest))
        work = self._works[live.row.id]
        work.guests.add(guest)
        return ReviewTold(progress=work.progress, text=work.text, review=None).model_dump_json().encode()

    async def tried(self, live: Live, guest: str, wanted: TryWish) -> Tried:
        """What another choice would have been worth in a match that has been reviewed."""
        log, id_ = await self._log_of(live), live.row.id
        if self._known(id_, log) is None:
            await self._look_up(id_, log)
        if (kept := self._known(id_, log)) is None:
            raise NotAllowed("This game has not been reviewed yet.")
        async with self._turn:
            return await asyncio.to_thread(trying.tried, kept.text, eyes_of(live.row, guest), wanted)

    async def _log_of(self, live: Live) -> str:
        """The log of a match that can be reviewed, in a word."""
        async with live.settled() as match:
            _check(match)
            return _mark(match)

    async def _find(self, live: Live, guest: str) -> Kept | None:
        """The review of a match; None while it is being worked out, which begins now at the latest."""
        log, id_ = await self._log_of(live), live.row.id
        if (kept := self._known(id_, log)) is not None:
            return kept
        if (failed := self._failed.pop((id_, guest), None)) is not None:
            raise failed
        if id_ in self._works:
            return None
        await self._look_up(id_, log)
        if (kept := self._known(id_, log)) is not None:  # on the disk, or somebody was faster
            return kept
        if id_ not in self._works:
            await self._take(guest)
        if id_ not in self._works:  # nobody was faster
            self._begin(live.match, id_, guest, log)
        return None

    def _known(self, id_: str, log: str) -> Kept | None:
        """What there is in memory about a match with this log."""
        kept = self._kept.get(id_)
        if kept is None or kept.log != log:
            return None
        self._kept.move_to_end(id_)
        return kept

    async def _look_up(self, id_: str, log: str) -> None:
        """Take into memory what is on the disk, if that is about this log, and today's mind would say the same."""
        try:
            row = await self._storage.review_of(id_)
            if row is not None and (row.log, row.mind) == (log, MIND):
                await asyncio.to_thread(Review.model_validate_json, row.text)
                self._keep(id_, Kept(log, row.text))
        except (StorageError, ValidationError) as error:
            _log.warning("match %s: its review cannot be read: %s", id_, error)

    def about(self) -> set[str]:
        """The matches about which there is anything in memory."""
        return {*self._kept, *self._works}

    def forget(self, id_: str) -> None:
        """What is known about a match names somebody who is not to be named any more."""
        self._forget(id_)
        if (work := self._works.get(id_)) is not None:
            work.stale = True

    def _forget(self, id_: str) -> None:
        if (kept := self._kept.pop(id_, None)) is not None:
            self._size -= len(kept.text)

    # --- working it out ---

    async def _take(self, guest: str) -> None:
        if len(self._works) >= _LINE:
            raise Crowded("Many games are being reviewed here just now. Ask again in a few minutes.")
        if not await self._limit.take(guest):
            raise Crowded(
                "You have had many games reviewed in the last hour. Wait a few minutes for the next one."
            )

    def _begin(self, match: Match[Any], id_: str, guest: str, log: str) -> None:
        work = self._works[id_] = _Work({guest})
        if len(self._works) == 1:
            work.text = ""
        task = asyncio.create_task(self._work_out(match, id_, guest, log, work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _work_out(self, match: Match[Any], id_: str, guest: str, log: str, work: _Work) -> None:
        """Whatever comes of it, those who wait hear of it."""
        failed: DicecupError
        try:
            text = await self._ask(match, id_, guest, work)
            if work.stale:
                raise NotReviewed("Somebody has left this game for good while it was reviewed. You can try again.")
            verdict = await asyncio.to_thread(_verdict, text)
            await self._write(ReviewRow(match=id_, log=log, mind=MIND, text=text, verdict=verdict))
            self._keep(id_, Kept(log, text))
            for key in [each for each in self._failed if each[0] == id_]:
                del self._failed[key]  # of an earlier try
        except TooLong:
            failed = NotReviewed("Reviewing this game took too long, so it was given up. You can try again later.")
        except (NotAllowed, NotReviewed) as error:
            failed = error
        except Exception as error:
            if not isinstance(error, Confused):
                _log.error("match %s could not be reviewed", id_, exc_info=error)
            failed = NotReviewed("Something went wrong while this game was being reviewed. You can try again.")
        else:
            return
        finally:
            del self._works[id_]
        for one in work.guests:
            self._failed[id_, one] = failed
        while len(self._failed) > _REMEMBERED:
            self._failed.popitem(last=False)

    async def _ask(self, match: Match[Any], id_: str, guest: str, work: _Work) -> str:
        def hear(said: str) -> None:
            try:
                work.progress, work.text = float(said), ""
            except ValueError:
                work.text = said

        asked = about("review", match, best(match.game.name))
        reply = await self._pool.ask(asked, hear, guest=guest, table=id_)
        if "error" in reply and "trace" not in reply:
            raise NotAllowed(str(reply["error"]))
        if not isinstance(text := reply.get("review"), str):
            raise NotReviewed("Something went wrong while this game was being reviewed. You can try again.")
        return text

    async def _write(self, row: ReviewRow) -> None:
        try:
            await self._storage.keep_review(row)
        except StorageError as error:  # then it is worked out again after a restart
            _log.warning("match %s: its review cannot be kept: %s", row.match, error)

    def _keep(self, id_: str, kept: Kept) -> None:
        self._forget(id_)
        self._kept[id_] = kept
        self._size += len(kept.text)
        while self._size > _MEMORY and len(self._kept) > 1:
            self._forget(next(iter(self._kept)))

    async def close(self) -> None:
        """Work nothing out any more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._pool.close()


def _check(match: Match[Any]) -> None:
    if match.outcome is None:
        raise NotAllowed("A game can be reviewed when it is over.")
    if match.lesson:
        raise NotAllowed("A lesson is not reviewed: some of its dice were arranged.")
    if len(match.log) > _LONGEST:
        raise NotAllowed(f"This game is too long to be reviewed: its log has {len(match.log):,} entries.")


def _verdict(text: str) -> str:
    """How well everybody played, and with what luck; ValidationError if this is no review."""
    review = Review.model_validate_json(text)
    seats = [
        {
            "accuracy": one.accuracy,
            "luck": one.own_luck,
            "given_away": -one.own_errors,
            "grades": one.grades,
            "kinds": _kinds(review, one.seat),
            "lowest": min((step.before[one.seat] for step in review.steps), default=one.start),
        }
        for one in review.accounts
    ]
    return json.dumps({"unit": review.unit, "seats": seats})


def _kinds(review: Review, seat: int) -> dict[str, list[int]]:
    """For each kind of decision of a seat how many there were in which there was something to lose, and how many
    of them were best or good."""
    found: dict[str, list[int]] = {}
    for step in review.steps:
        if step.seat == seat and step.grade is not None:
            counts = found.setdefault(step.kind, [0, 0])
            counts[0] += 1
            counts[1] += step.grade in ("best", "good")
    return found


_marks: Final[WeakKeyDictionary[Match[Any], str]] = WeakKeyDictionary()


def _mark(match: Match[Any]) -> str:
    """The log of a finished match in a word; worked out once, however often it is asked for."""
    if match not in _marks:
        text = json.dumps([entry.to_json() for entry in match.log])
        _marks[match] = hashlib.sha256(text.encode()).hexdigest()[:32]
    return _marks[match]
