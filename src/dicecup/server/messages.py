"""A match put into messages, for one guest: only what its seats may know goes in here."""

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple, cast
from weakref import WeakKeyDictionary

from dicecup import games, saves
from dicecup.players import parted
from dicecup.server import teaching, wire
from dicecup.server.clock import when
from dicecup.server.company import Company
from dicecup.server.store.storage import COMPUTER, OPEN, PERSON, MatchRow, Seat
from dicecup.server.timing import may_take_back
from dicecup.server.wire import saves as wire_saves
from dicecup.server.wire.clock import ClockInfo
from dicecup.server.wire.plain import Mark
from dicecup.table import Ask, Choice, Event, Game, Match
from dicecup.table.marks import marks

_PIECE: Final = 200  # events in one message
_THINK_AGAIN: Final = "There is nothing left to do, so your turn is over. You can still undo for a moment."
_SET_UP: Final = "This game began elsewhere, from a position that somebody set up and brought to this table."
_RESUMED: Final = "The rules have changed since this game began; it continued from where it stood then."
_NOT_YOURS: Final = "You are only watching."
_TIME_WAS_UP: Final = "That cannot be taken back: it was decided for you because your time was up."


class Together(NamedTuple):
    """What a match shows besides if a party plays it."""

    party: str | None = None
    hints: bool = True
    coach: bool = False
    clock: ClockInfo | None = None
    stand_ins: frozenset[int] = frozenset()  # seats for which a computer player decides
    stays: int = 0  # what led up to there is not taken back


ALONE: Final = Together()
"""No party plays it."""


def seats_of(row: MatchRow, guest: str) -> list[int]:
    """The seats that belong to a guest."""
    return [number for number, seat in enumerate(row.seats) if seat.guest == guest]


def may_see(row: MatchRow, guest: str, company: Company | None = None) -> bool:
    """Whether a guest may know anything of a match. Who looks on at that of a party, the party says alone."""
    if row.owner == guest or seats_of(row, guest):
        return True
    return row.watch if row.party is None else company is not None and company.knows(guest)


def viewer(match: Match[Any], mine: Sequence[int]) -> int | None:
    """Whose eyes a guest looks with: the seat that is asked, or its seat that was asked last, or its first."""
    if len(mine) <= 1:
        return mine[0] if mine else None
    if match.pending is not None and match.pending.seat in mine:
        return match.pending.seat
    return next(
        (entry.seat for entry in reversed(match.log) if isinstance(entry, Choice) and entry.seat in mine), mine[0]
    )


def seat_info(
    game: str, seat: Seat, guest: str, never_asked: Iterable[str] = (), *, stand_in: bool = False
) -> wire.SeatInfo:
    """A seat as `guest` sees it. `stand_in`: a computer player decides for whoever sits there."""
    mine = seat.guest == guest
    never = tuple(sorted(never_asked)) if mine else ()
    return _seat_info(game, seat.name, seat.player, seat.level, mine, stand_in, never)


@lru_cache(maxsize=4096)  # told again and again, and it hardly ever changes
def _seat_info(
    game: str, name: str, player: str, level: str, mine: bool, stand_in: bool, never_asked: tuple[str, ...]
) -> wire.SeatInfo:
    plain, temper = parted(game, level)
    return wire.SeatInfo.model_construct(
        name=name,
        player=player,
        level=plain or None,
        temper=temper or None,
        mine=mine,
        stand_in=stand_in,
        never_asked=list(never_asked),
    )


class Views:
    """What a match looks like at one moment to all who look at it: what they see alike is written down once."""

    def __init__(self, match: Match[Any], together: Together = ALONE) -> None:
        self.together: Final = together
        self.scores: Final = list(match.game.scores(match.state))
        self._match: Final = match
        self._prices: Final[dict[int | None, dict[str, wire.Price]]] = {}
        self._alike: Final = match.game.seen_alike(match.state)
        self._made: Final[dict[int | None, wire.View]] = {}
        self._seen: dict[str, Any] = {}  # all but whose view it is
        self._text = ""

    def of(self, eyes: int | None) -> wire.View:
        """The view of a seat, or of a spectator."""
        if eyes not in self._made:
            self._made[eyes] = self._make(eyes)
        return self._made[eyes]

    def prices(self, eyes: int | None) -> dict[str, wire.Price]:
        """What things on show would cost a viewer."""
        if eyes not in self._prices:
            self._prices[eyes] = prices(self._match, eyes)
        return self._prices[eyes]

    def open_to_all(self, seat: int) -> bool:
        """Whether a seat sees nothing that not everybody sees."""
        return self._alike or {**self.of(seat), "seat": None} == self.of(None)

    def _make(self, eyes: int | None) -> wire.View:
        if not (self._alike and self._made):
            seen = self._match.view(eyes).to_json()
            del seen["seat"]
            self._seen, self._text = seen, json.dumps(seen, ensure_ascii=False, separators=(",", ":"))
        return wire.View({**self._seen, "seat": eyes}, f'{self._text[:-1]},"seat":{json.dumps(eyes)}}}')


def state(
    match: Match[Any],
    row: MatchRow,
    guest: str,
    trouble: str = "",
    *,
    grace: bool = False,
    views: Views | None = None,
) -> wire.State:
    """Where the match stands for `guest`. `trouble`: why it does not go on; `grace`: it will, very soon."""
    mine = seats_of(row, guest)
    eyes = viewer(match, mine)
    ask, outcome = match.pending, match.outcome
    views = views or Views(match)
    together = views.together
    waiting = ""
    if ask is not None and row.seats[ask.seat].player == OPEN and ask.seat not in together.stand_ins:
        waiting = f"Waiting for somebody to take {match.names[ask.seat]}'s seat."
    undo = undoer(match, mine, together.stays)
    changed = teaching.CHANGED if teaching.has_changed(match) else ""
    no_coach = why_no_coach(match, row, together) if mine and outcome is None else ""
    think_again = _THINK_AGAIN if grace and undo[0] is not None else ""
    # Everything in here comes from the match: there is nothing to check, and checking takes time.
    return wire.State.model_construct(
        seq=len(match.log),
        viewer=eyes,
        game=match.game.name,
        number=match.number,
        seats=[
            seat_info(row.game, seat, guest, match.never_asked(number), stand_in=number in together.stand_ins)
            for number, seat in enumerate(row.seats)
        ],
        view=views.of(eyes),
        scores=views.scores,
        ask=_ask(match, ask, eyes, mine, views) if ask is not None else None,
        refused=_refused(match, ask) if ask is not None and ask.seat == eyes else [],
        prices=views.prices(eyes),
        outcome=wire.Outcome.model_construct(**outcome.to_json()) if outcome is not None else None,
        can_undo=_can(*undo),
        paused=bool(waiting or trouble),
        notice=" ".join(
            filter(None, (trouble, waiting, think_again, changed, match.notice, _origin(match, row, guest)))
        ),
        commitment=match.commitment,
        nonces=[wire.NonceInfo(seat=one.seat, nonce=one.nonce, at=one.at) for one in match.nonces],
        older=match.older,
        rematch=row.rematch,
        party=together.party,
        clock=together.clock,
        hints=together.hints,
        coach=bool(mine) and outcome is None and not no_coach,
        no_coach=no_coach,
        lesson=teaching.info(match) if match.teaching else None,
        arranged=bool(match.lesson),
    )


def why_no_coach(match: Match[Any], row: MatchRow, together: Together) -> str:
    """Why nobody is coached here; nothing, if whoever wants to may be."""
    if not together.hints:
        return "This table plays without hints."
    if sum(seat.player != COMPUTER for seat in row.seats) > 1 and not together.coach:
        return "With others at the table there is no coach, unless the table wants one."
    return "In a lesson there is no coach but the lesson." if match.teaching else ""


def _origin(match: Match[Any], row: MatchRow, guest: str) -> str:
    """For those who did not bring it: that a match did not begin at this table."""
    if row.owner == guest or match.outcome is not None:
        return ""
    if match.resumed:
        return _RESUMED
    if not match.older:
        return "" if _is_ordinary(match) else _SET_UP
    return "This game began elsewhere and was brought to this table; the dice to come were sealed again here."


_ordinary: Final[WeakKeyDictionary[Match[Any], bool]] = WeakKeyDictionary()


def _is_ordinary(match: Match[Any]) -> bool:
    """Whether a match began as the rules say: looked at once, however often it is told."""
    if match not in _ordinary:
        _ordinary[match] = match.ordinary_start
    return _ordinary[match]


def marked(text: str) -> list[Mark]:
    """What in a sentence is more than words."""
    return [cast("Mark", mark.to_json()) for mark in marks(text)]


def _ask(match: Match[Any], ask: Ask, eyes: int | None, mine: Sequence[int], views: Views) -> wire.Ask:
    seen = eyes == ask.seat or not ask.private
    prompt = ask.prompt if seen else ""
    forecast = _forecast(match, ask) if ask.seat in mine else ""
    return wire.Ask.model_construct(
        seat=ask.seat,
        kind=ask.kind,
        prompt=prompt,
        options=_options(match, ask) if seen else [],
        mine=ask.seat in mine,
        forecast=forecast,
        prompt_marks=marked(prompt),
        forecast_marks=marked(forecast),
        private=ask.seat in mine and len(mine) > 1 and (ask.private or not views.open_to_all(ask.seat)),
    )


def question(match: Match[Any], eyes: int | None) -> wire.Ask | None:
    """What is asked, with all options that `eyes` may know, for somebody who only looks."""
    return _ask(match, match.pending, eyes, (), Views(match)) if match.pending is not None else None


_told: Final[WeakKeyDictionary[Match[Any], tuple[int, list[dict[str, Any]]]]] = WeakKeyDictionary()


def _options(match: Match[Any], ask: Ask) -> list[dict[str, Any]]:
    """The options with what they pick: put together once for each decision, however often they are told."""
    seq = len(match.log)
    known, told = _told.get(match, (-1, []))
    if known != seq:
        picks = match.game.picks(match.state, ask)
        told = [
            {"choice": list(option), "text": option.text, "pick": pick.to_json()}
            for option, pick in zip(ask.options, picks, strict=True)
        ]
        _told[match] = seq, told
    return told


def prices(match: Match[Any], eyes: int | None) -> dict[str, wire.Price]:
    """What things on show would cost a viewer."""
    found = {} if eyes is None else match.game.prices(match.state, eyes)
    return {thing: list(price) for thing, price in found.items()}


_forecasts: Final[WeakKeyDictionary[Match[Any], tuple[int, str]]] = WeakKeyDictionary()


def _forecast(match: Match[Any], ask: Ask) -> str:
    """What the game foresees for whoever is asked: worked out once for each decision, however often it is told."""
    seq = len(match.log)
    known, said = _forecasts.get(match, (-1, ""))
    if known != seq:
        said = match.game.forecast(match.fork(ask.seat, seed=seq), ask) if _foresees(match.game) else ""
        _forecasts[match] = seq, said
    return said


@lru_cache
def _foresees(game: Game[Any]) -> bool:
    return type(game).forecast is not Game.forecast  # or nothing is forked for it


def _refused(match: Match[Any], ask: Ask) -> list[wire.Refusal]:
    greyed = tuple(match.game.greyed(match.state, ask))
    if not greyed:
        return []
    found = []
    for option, pick in zip(greyed, match.game.picks(match.state, ask.about(greyed)), strict=True):
        if reason := match.why_not(option):
            refusal = wire.Refusal.model_construct(
                choice=list(option), text=option.text, reason=reason, pick=pick.to_json()
            )
            found.append(refusal)
    return found


@lru_cache(maxsize=256)
def _can(seat: int | None, reason: str) -> wire.Can:
    return wire.Can.model_construct(ok=seat is not None, reason=reason)


def undoer(match: Match[Any], mine: Sequence[int], stays: int = 0) -> tuple[int | None, str]:
    """Which of these seats can take its last choice back; None, and why not, if none can.

    `stays`: what led up to there was decided because time was up, and is not taken back.
    """
    reason = _NOT_YOURS
    for seat in mine:
        found = match.why_no_undo(seat)
        if found is None:
            return (seat, "") if may_take_back(match.log, stays) else (None, _TIME_WAS_UP)
        reason = found
    return None, reason


def events(match: Match[Any], told: Iterable[tuple[int, Event]], eyes: int | None) -> Iterator[wire.Events]:
    """Some events, with their places in the match, as messages for a viewer: none of them too long."""
    some: list[wire.GameEvent] = []
    for place, event in told:
        told_of = {**event.to_json(eyes), "n": place + 1}
        worded = event.worded(eyes)
        told_of["marks"] = marked(worded) if worded == told_of.get("text") else []
        some.append(wire.GameEvent.model_construct(**told_of))
        if len(some) == _PIECE:
            yield wire.Events.model_construct(seq=len(match.log), events=some)
            some = []
    if some:
        yield wire.Events.model_construct(seq=len(match.log), events=some)


def save_info(entry: saves.Entry, store: saves.Store) -> wire_saves.SaveInfo:
    """A save on the disk, as a list shows it."""
    seats = [
        wire.SeatInfo(
            name=name,
            player="person" if player == PERSON else "computer",
            level=None if player == PERSON else parted(entry.game, player)[0],
            temper=None if player == PERSON else parted(entry.game, player)[1] or None,
            mine=False,
        )
        for name, player in zip(entry.names, entry.players, strict=False)
    ]
    return wire_saves.SaveInfo(
        name=entry.name,
        game=entry.game,
        title=games.titled(entry.game) if entry.game else "",
        players=seats,
        number=entry.number,
        turn=entry.turn,
        saved=when(entry.saved.timestamp()),
        finished=entry.finished,
        quick=bool(entry.game) and entry.path == store.quick(entry.game),
        problem=entry.problem,
    )
