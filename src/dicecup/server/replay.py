"""Matches once more: what is needed to watch them, to go on from any stop of them, and to check their dice.

A replay is made from the log whenever it is asked for, and not kept: playing a long game again takes less than a
tenth of a second. That is done in a thread, for one guest at a time, so that tables do not wait for it.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from itertools import islice
from typing import Any, Final, TypeVar
from weakref import WeakValueDictionary

from dicecup.server import catalogue, messages, wire
from dicecup.server.live import Live
from dicecup.server.pool import Confused
from dicecup.server.store.storage import COMPUTER, PERSON, MatchRow, Seat
from dicecup.server.thinking import Asker, ThinkingPool
from dicecup.server.wire import dice as wire_dice
from dicecup.server.wire import replay as told
from dicecup.table import Choice, Match, NotAllowed, Roll, SetupError
from dicecup.table.chance import Chance, Draw
from dicecup.table.log import places
from dicecup.table.retrace import again, branch, stops

MOST: Final = 40  # stops that are told at once
_REMEMBERED: Final = 50  # matches whose chances are not worked out again
T = TypeVar("T")


def eyes_of(row: MatchRow, guest: str) -> int | None:
    """Whose eyes a guest looks back with; people who share a screen see what anybody may see."""
    mine = messages.seats_of(row, guest)
    return mine[0] if len(mine) == 1 else None


class Replays:
    """Tells of matches, one at a time."""

    def __init__(self, thinking: ThinkingPool) -> None:
        self._thinking: Final = thinking
        self._turn: Final = asyncio.Semaphore(1)
        self._turns: Final[WeakValueDictionary[str, asyncio.Lock]] = WeakValueDictionary()  # of each guest
        self._foreseen: Final[OrderedDict[str, told.Chances]] = OrderedDict()
        self._foreseeing: Final[dict[str, asyncio.Task[dict[str, Any]]]] = {}

    async def _aside(self, live: Live, guest: str, work: Callable[[Match[Any]], T]) -> T:
        """Do something with a match that nobody else changes meanwhile, without keeping others waiting.

        Of all that a guest wants only one thing at a time is in line: whoever wants much waits for it alone.
        """
        mine = self._turns.setdefault(guest, asyncio.Lock())
        async with mine, self._turn:
            async with live.settled() as match:
                still = match.clone()
            return await asyncio.to_thread(work, still)

    async def whole(self, live: Live, guest: str) -> bytes:
        """All but the views, as JSON."""
        row = live.row
        return await self._aside(live, guest, lambda match: _whole(match, row, guest).model_dump_json().encode())

    async def some(self, live: Live, guest: str, seq: int, first: int, count: int) -> bytes:
        """The stops from `first` on, as JSON."""
        eyes = eyes_of(live.row, guest)

        def work(match: Match[Any]) -> bytes:
            found = [_stop(past, match, eyes) for past in islice(stops(match, seq), first, first + count)]
            return b"[" + b",".join(one.model_dump_json().encode() for one in found) + b"]"

        return await self._aside(live, guest, work)

    async def asked(self, live: Live, guest: str, seq: int, at: int) -> bytes:
        """The decision at a stop with its options, as JSON: what could have been chosen."""
        eyes = eyes_of(live.row, guest)

        def work(match: Match[Any]) -> bytes:
            past = next(islice(stops(match, seq), at, None), None)
            found = messages.question(past, eyes) if past is not None else None
            if found is None:
                raise SetupError("Nothing was decided there.")
            return found.model_dump_json().encode()

        return await self._aside(live, guest, work)

    async def evidence(self, live: Live, guest: str) -> bytes:
        """The secret of a finished match, and what followed from it."""

        def work(match: Match[Any]) -> bytes:
            if match.outcome is None:
                raise NotAllowed("The dice can be verified when the game is over; until then its secret is kept.")
            return evidence(match).model_dump_json().encode()

        return await self._aside(live, guest, work)

    async def chances(self, live: Live, guest: str) -> told.Chances:
        """How likely everybody was to win, turn by turn, as far as a computer player can tell."""
        async with live.settled() as match:
            if match.outcome is None:
                raise NotAllowed("Chances are shown when the game is over.")
        id_ = live.row.id
        if id_ in self._foreseen:
            return self._foreseen[id_]
        if id_ not in self._foreseeing:  # however many ask, it is worked out once
            task = asyncio.create_task(self._thinking.foresee(match, Asker(guest, id_)))
            self._foreseeing[id_] = task
            task.add_done_callback(partial(self._foresaw, id_))
        try:
            self._foreseen[id_] = told.Chances(**await asyncio.shield(self._foreseeing[id_]))
        except Confused:
            return told.Chances(stops=[], chances=[])
        while len(self._foreseen) > _REMEMBERED:
            self._foreseen.popitem(last=False)
        return self._foreseen[id_]

    def _foresaw(self, id_: str, task: asyncio.Task[dict[str, Any]]) -> None:
        del self._foreseeing[id_]
        if not task.cancelled():
            task.exception()  # whoever asked may be gone: then nobody else would look at it, and asyncio complains

    async def branched(self, live: Live, guest: str, wanted: told.BranchWish) -> tuple[Match[Any], list[Seat]]:
        """A new match from a stop on: the guest at one seat, computer players at the others."""
        row, eyes = live.row, eyes_of(live.row, guest)
        if wanted.seat >= len(row.seats):
            raise SetupError(f"There is no seat {wanted.seat}.")
        seats = [_seat(row, at, guest, wanted) for at in range(len(row.seats))]

        def work(match: Match[Any]) -> Match[Any]:
            past = next(islice(stops(match, wanted.seq), wanted.stop, None), None)
            if past is None:
                raise SetupError("There is no such stop in this game.")
            if past.pending is None:
                raise NotAllowed("The game is over at that point. Go back a little, to a decision.")
            return branch(past, eyes, open_past=match.outcome is not None)

        return await self._aside(live, guest, work), seats


def _whole(match: Match[Any], row: MatchRow, guest: str) -> told.Whole:
    eyes = eyes_of(row, guest)
    heard, turns, scores = [], [], []
    for past in stops(match):
        heard.append(len(past.events))
        turns.append(past.state.turn)
        scores.append(list(match.game.scores(past.state)))
    outcome = match.outcome
    events = [event for piece in messages.events(past, enumerate(past.events), eyes) for event in piece.events]
    return told.Whole.model_construct(
        match=row.id,
        game=row.game,
        number=row.number,
        seq=len(match.log),
        viewer=eyes,
        seats=[messages.seat_info(row.game, seat, guest) for seat in row.seats],
        outcome=wire.Outcome.model_construct(**outcome.to_json()) if outcome is not None else None,
        commitment=match.commitment,
        told=heard,
        turns=turns,
        scores=scores,
        events=events,
        arranged=bool(match.lesson),
    )


def _stop(past: Match[Any], match: Match[Any], eyes: int | None) -> told.Stop:
    ask, at = past.pending, len(past.log)
    entry = match.log[at] if at < len(match.log) else None
    chosen, picked = "", wire.Pick()
    if ask is not None and isinstance(entry, Choice) and entry.known_to(eyes):
        option = ask.find(entry.option)
        if option is not None:
            chosen = option.text
            picked = past.game.picks(past.state, ask)[ask.options.index(option)].to_json()  # type: ignore[assignment]
    prompt = ask.to_json(eyes).get("prompt", "") if ask is not None else ""
    return told.Stop.model_construct(
        view=past.view(eyes).to_json(),
        ask=wire.Ask.model_construct(
            seat=ask.seat,
            kind=ask.kind,
            prompt=prompt,
            options=[],
            mine=False,
            prompt_marks=messages.marked(prompt),
        )
        if ask is not None
        else None,
        chosen=chosen,
        picked=picked,
        prices=messages.prices(past, eyes),
    )


def evidence(match: Match[Any]) -> wire_dice.Evidence:
    """The seal, the secret and every result of a finished match."""
    throws: list[wire_dice.Throw] = []
    arranged: list[bool] = []
    lesson = match.origin.secret.arranged

    def watch(point: Chance[Any], result: Any) -> None:
        arranged.append(lesson is not None and lesson.result(point, 0) == result)
        if isinstance(point, Roll):
            throws.append(
                wire_dice.Throw(key=point.key, result=list(result), sides=point.sides, slots=tuple(point.slots))
            )
        elif isinstance(point, Draw):
            throws.append(wire_dice.Throw(key=point.key, result=result, pool=tuple(point.pool)))

    for _ in again(match, watch=watch):
        pass
    fell, (start, sealed, _) = places(match.log), match.origin
    changed = len(fell) - len(throws)
    until = lesson.until if lesson is not None and lesson.until is not None else len(match.log)
    secret, earlier = sealed.reveal(), match.log[start.at : sealed.since]
    return wire_dice.Evidence(
        commitment=match.commitment,
        secret=secret.get("key", ""),
        seed=str(secret.get("seed", "")),
        number=match.number,
        names=match.names,
        nonces=[wire.NonceInfo(seat=one.seat, nonce=one.nonce, at=one.at) for one in match.nonces],
        taken_over=sum(not isinstance(entry, Choice) for entry in earlier),
        changed=changed,
        throws=[
            one.model_copy(update={"at": at, "arranged": it_was and at < until})
            for one, it_was, at in zip(throws, arranged, fell[changed:], strict=True)
        ],
    )


def _seat(row: MatchRow, at: int, guest: str, wanted: told.BranchWish) -> Seat:
    old = row.seats[at]
    if at == wanted.seat:
        return Seat(name=old.name, player=PERSON, guest=guest)
    level = wanted.levels[at] if at < len(wanted.levels) else None
    level = level or (old.level if old.player == COMPUTER else None)
    return Seat(name=old.name, player=COMPUTER, level=catalogue.level(row.game, level))
