"""Computer players sit down: `even` becomes `even-23`, as strong as whoever plays against it, and has a temper."""

from collections.abc import Sequence
from typing import Any

from dicecup.players import at_table, even, parted
from dicecup.players.rating import MU
from dicecup.players.ratings import yardstick
from dicecup.server.rating.ratings import ratings_of
from dicecup.server.store.storage import COMPUTER, Seat, Storage
from dicecup.table import Match


async def match_strength(storage: Storage, game: str, guest: str, seats: Sequence[Seat]) -> None:
    """Let computer players who are to be as strong as a guest be so, by what is known of the guest now."""
    computers = [(seat, *parted(game, seat.level)) for seat in seats if seat.player == COMPUTER]
    theirs = [(seat, temper) for seat, level, temper in computers if level == even.EVEN]
    measured = yardstick(game)
    if not theirs or measured is None or not measured.misjudged:
        return
    known = next((one.mu for one in (await ratings_of(storage, guest)).games if one.game == game), None)
    for seat, temper in theirs:
        level = even.called(MU if known is None else known, measured.misjudged)
        seat.level = f"{level}-{temper}" if temper else level


def give_tempers(match: Match[Any], seats: Sequence[Seat]) -> None:
    """Let computer players of a new match be somebody, each in its way."""
    for number, seat in enumerate(seats):
        if seat.player == COMPUTER:
            seat.level = at_table(match.game.name, match.state, number, seat.level)


def anew(game: str, level: str) -> str:
    """The level with which somebody sits down again, who is to be as strong as whoever plays against it."""
    plain, temper = parted(game, level)
    return f"{even.kind(plain)}-{temper}" if temper else even.kind(plain)
