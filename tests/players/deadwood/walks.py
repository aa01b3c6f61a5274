"""Whole games, walked through move by move: who stands about, walks to and fro, or does what a move was for."""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

import dicecup
from dicecup.batch.deadwood import rows
from dicecup.batch.deadwood.rows import code_of, row_of
from dicecup.games.deadwood.data import OFFICE
from dicecup.players import Advice, Player, forks, make
from dicecup.table import Match


class Walk(NamedTuple):
    """What came of it."""

    moves: int
    back: int  # of them, to where one had come from, with nothing done meanwhile
    stood: int  # turns that ended without a move or a deed, where Hard would have known one
    kept: int  # moves whose reason was a role or a rank there, which was then taken


class Meant(NamedTuple):
    """What somebody moves for, and will do next: "take" the role, "upgrade" to the rank."""

    seat: int
    verb: str
    what: str


def advised(player: Any, match: Match[Any]) -> list[Advice]:
    """What a player would tell whoever is asked."""
    ask = match.pending
    assert ask is not None
    found: list[Advice] = player.advise(match.view(ask.seat), ask, forks(match, ask.seat))
    return found


def walk(minds: Sequence[Player], seed: int) -> Walk:
    """A game of theirs. Whoever says what a move is for has to do that."""
    match = dicecup.new("deadwood", seats=len(minds), seed=seed, start="seat-order")
    hard = make("deadwood", "hard")
    trails: list[list[str]] = [[] for _ in minds]  # where each has been since it has done anything
    moves = back = stood = kept = 0
    meant: Meant | None = None
    while (ask := match.pending) is not None:
        best = advised(minds[ask.seat], match)[0]
        if meant is not None and meant.seat == ask.seat:
            kept += 1
            assert best.option.verb == meant.verb
            assert meant.what in best.option.text
        meant = _meant(match, ask.seat, best)
        row, trail = row_of(match.view(None)), trails[ask.seat]  # type: ignore[arg-type]
        if best.option.verb == "move":
            moves += 1
            back += len(trail) > 1 and trail[-2] == best.option.args[0]
            trail.append(str(best.option.args[0]))
        elif best.option.verb != "end":
            trail.clear()
        elif not row[rows.MOVED] and len(ask.options) > 1:  # which may well be best, late in the day
            stood += advised(hard, match)[0].option != best.option
        match.answer(best.option)
    return Walk(moves, back, stood, kept)


def _meant(match: Match[Any], seat: int, best: Advice) -> Meant | None:
    """Where the move turns up no card, and is not only a step on a longer way."""
    row = row_of(match.view(None))  # type: ignore[arg-type]
    if best.option.verb != "move" or rows.turns_up(row, code_of(best.option) - rows.MOVE):
        return None
    place = best.option.text.removeprefix("move to ")
    if role := re.match(rf"for (.+) at {place}: ", best.reason):
        return Meant(seat, "take", role[1])
    rank = re.match(r"for rank (\d)", best.reason)
    return Meant(seat, "upgrade", f"rank {rank[1]}") if rank and best.option.args[0] == OFFICE else None
