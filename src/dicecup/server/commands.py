"""What a guest may do to a match now, and what is written down of it."""

from collections.abc import Callable
from typing import Any, Final

from dicecup.server import messages, teaching, wire
from dicecup.server.reader import LONGEST_LOG
from dicecup.server.store.storage import MatchRow
from dicecup.table import Event, Match, NotAllowed, Wish

Command = wire.Answer | wire.Undo | wire.NeverAsk
_MOST_WISHES: Final = 1_000  # of all players, in one game
LATE: Final = "The game has moved on since. Look again before you decide."


def seats_of(row: MatchRow, guest: str) -> list[int]:
    """The seats that belong to a guest; NotAllowed if none does."""
    mine = messages.seats_of(row, guest)
    if not mine:
        raise NotAllowed("You are only watching.")
    return mine


def prepare(
    match: Match[Any], row: MatchRow, guest: str, frame: Command, length: int, stays: int = 0
) -> tuple[Callable[[], list[Event]], list[dict[str, Any]]]:
    """What a command does, and the rows that are written beside the log's; NotAllowed if it cannot be done now.

    `length`: of what is written down of the match already; `stays`: what led up to there is not taken back.
    """
    mine = seats_of(row, guest)
    if isinstance(frame, wire.NeverAsk):
        if frame.seat is not None and frame.seat not in mine:
            raise NotAllowed("That is not your seat.")
        # Or one player could fill the log with wishes, until nobody could play on.
        if length >= LONGEST_LOG or length - len(match.log) >= _MOST_WISHES:
            raise NotAllowed("What you are asked has been changed too often in this game; it stays as it is.")
        seats, kind, never = mine if frame.seat is None else [frame.seat], frame.kind, frame.never
        rows = [Wish(seat, kind, never).to_json() for seat in seats]
        return lambda: [event for seat in seats for event in match.never_ask(seat, kind, never=never)], rows
    if frame.seq != len(match.log):
        raise NotAllowed(LATE)
    if isinstance(frame, wire.Undo):
        if length >= LONGEST_LOG:
            raise NotAllowed("Too much has been taken back in this game; no more can be.")
        undoer, reason = messages.undoer(match, mine, stays)
        if undoer is None:
            raise NotAllowed(reason)
        return lambda: match.undo(undoer), []
    ask, choice = match.pending, frame.choice
    if ask is None:
        raise NotAllowed("The game is over.")
    if ask.seat not in mine:
        raise NotAllowed(f"It is {match.names[ask.seat]}'s decision now.")
    if reason := teaching.refusal(match, ask, choice):
        raise NotAllowed(reason)

    def answer() -> list[Event]:
        if teaching.has_changed(match):
            match.leave_lesson()
        return match.answer(choice, ask.seat)

    return answer, []
