"""Computer players as strong as whoever plays against them: `even` becomes `even-23` when a match begins."""

from collections.abc import Sequence

from dicecup.players import even
from dicecup.players.rating import MU
from dicecup.players.ratings import yardstick
from dicecup.server.rating.ratings import ratings_of
from dicecup.server.store.storage import COMPUTER, Seat, Storage


async def match_strength(storage: Storage, game: str, guest: str, seats: Sequence[Seat]) -> None:
    """Let computer players who are to be as strong as a guest be so, by what is known of the guest now."""
    theirs = [seat for seat in seats if seat.player == COMPUTER and seat.level == even.EVEN]
    measured = yardstick(game)
    if not theirs or measured is None or not measured.misjudged:
        return
    known = next((one.mu for one in (await ratings_of(storage, guest)).games if one.game == game), None)
    for seat in theirs:
        seat.level = even.called(MU if known is None else known, measured.misjudged)
