"""A match out of the store again: its paper played from the start, then every row that came after it."""

import json
from collections.abc import Sequence
from typing import Any, Final

import dicecup
from dicecup import games
from dicecup.table import Checkpoint, Choice, DicecupError, Match, SaveError, Secret, TakenBack, papers
from dicecup.table.log import Entry, entry_from_json
from dicecup.table.retrace import retrace

NEVER: Final = "never_ask"
_CHANGED: Final = (
    "The rules have changed since the last answers were given. Play goes on from where they still fit; "
    "the last ones have to be given again."
)


def wish(seat: int, kind: str, never: bool) -> dict[str, Any]:
    """The row for what a seat does not want to be asked."""
    return {NEVER: seat, "kind": kind, "never": never}


def rebuild(paper: str, rows: Sequence[str]) -> tuple[Match[Any], bool]:
    """The match as it stood after the last row, and whether the rows still lead there.

    If they do not, because the rules are others now, it goes on from the last position that can be reached, and
    has to be written down anew. SaveError if there is none.
    """
    _, body = papers.unseal(paper, papers.SAVE)
    later = [json.loads(row) for row in rows]
    log = [*map(entry_from_json, body["log"]), *(entry_from_json(row) for row in later if NEVER not in row)]
    game = games.find(body["game"])
    try:
        start = Checkpoint(game.state.from_json(body["start"]["state"]), body["start"]["at"])
        secret = Secret.from_json(body["secret"], body["number"])
        match = retrace(game, start, secret, log, body["carry"])
    except DicecupError:
        return _as_far_as_it_goes(dicecup.load(paper), later), False
    wishes = {(int(seat), kind): True for seat, kinds in body[NEVER].items() for kind in kinds}
    wishes |= {(row[NEVER], row["kind"]): row["never"] for row in later if NEVER in row}
    for (seat, kind), never in wishes.items():
        if never and kind in game.interrupts:
            match.never_ask(seat, kind)
    if len(match.log) != len(log):  # what a wish declines was declined when it was made
        raise SaveError("The log of this match does not fit what its players did not want to be asked.")
    return match, True


def _as_far_as_it_goes(match: Match[Any], later: Sequence[dict[str, Any]]) -> Match[Any]:
    """Give the answers of rows that the rules no longer follow, up to the first that leads elsewhere."""
    left = list(later)
    try:
        while left:
            before = len(match.log)
            _do(match, left[0])
            made = [entry.to_json() for entry in match.log[before:]]
            row, left = left[:1], left[1:]
            if NEVER not in row[0]:
                made = made[1:]
            fits = made == left[: len(made)]
            left = left[len(made) :]
            if not fits:
                break
    except DicecupError:
        pass
    match.notice = " ".join(filter(None, (match.notice, _CHANGED if left else "")))
    return match


def _do(match: Match[Any], row: dict[str, Any]) -> None:
    if NEVER in row:
        match.never_ask(row[NEVER], row["kind"], never=row["never"])
        return
    entry: Entry = entry_from_json(row)
    if isinstance(entry, Choice):
        if entry.forced:
            match.answer_forced([entry.seat])
        else:
            match.answer(entry.option, entry.seat)
    elif isinstance(entry, TakenBack):
        match.undo(entry.seat)
    else:
        raise SaveError("There is a result without a choice that led to it.")
