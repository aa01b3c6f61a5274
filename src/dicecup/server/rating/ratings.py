"""The ratings of a guest, out of its results and of those of everybody it has played with."""

import asyncio
from collections.abc import Sequence
from typing import Final

from dicecup import games
from dicecup.players.ratings import Yardstick, yardstick
from dicecup.server.rating.rating import ENOUGH, Standing, aim, counted, rated, suggested, table
from dicecup.server.rating.words import NOBODY, edges, in_words
from dicecup.server.store.storage import ResultRow, Storage
from dicecup.server.wire.rating import GameRating, RatedChance, RatedLevel, RatedTable, Ratings

_MOST: Final = 5_000  # results of one guest
_MOST_OTHERS: Final = 50  # guests whose own games are looked at as well: those met last
_OF_OTHERS: Final = 500  # results of each of them


async def ratings_of(storage: Storage, guest: str) -> Ratings:
    """How strong a guest is, in all games."""
    mine = await storage.results_of(guest, None, _MOST)
    others = [other for row in mine for other in row.sitters.values() if other != guest]
    found = {row.match: row for row in mine}
    for other in list(dict.fromkeys(others))[:_MOST_OTHERS]:
        for row in await storage.results_of(other, None, _OF_OTHERS):
            found.setdefault(row.match, row)
    rows = sorted(found.values(), key=lambda row: (row.ended, row.match))
    names = [manifest.game.name for manifest in games.manifests()]
    return await asyncio.to_thread(_all, rows, guest, names)


def _all(rows: Sequence[ResultRow], guest: str, names: Sequence[str]) -> Ratings:
    by_game = [(name, [row for row in rows if row.game == name]) for name in names]
    return Ratings(enough=ENOUGH, games=[rating_of(name, there, guest) for name, there in by_game])


def rating_of(game: str, rows: Sequence[ResultRow], guest: str) -> GameRating:
    """How strong a guest is in a game, by these results, the first one first."""
    measure, mine = yardstick(game), sum(guest in row.sitters.values() for row in rows)
    standing = Standing()
    if measure is not None:
        played = (counted(row, measure) for row in rows)
        standing = rated((one for one in played if one is not None), measure).get(guest, standing)
    known = standing.rating if standing.games else None
    low, high = edges(known) if known is not None else (None, None)
    return GameRating(
        game=game,
        title=games.titled(game),
        games=standing.games,
        left_out=mine - standing.games,
        mu=None if known is None else known.mu,
        sigma=None if known is None else known.sigma,
        low=low,
        high=high,
        words=in_words(standing, measure.levels) if measure is not None else NOBODY,
        levels=[] if measure is None else [RatedLevel(level=name, mu=mu) for name, mu in measure.levels.items()],
        tables=[] if measure is None or not standing.games else _tables(game, standing, measure),
    )


def _tables(game: str, standing: Standing, measure: Yardstick) -> list[RatedTable]:
    found = []
    for seats in (size for size in games.find(game).seats if size > 1):
        by_level = table(standing.rating, seats, measure)
        told = RatedTable(
            seats=seats,
            par=1 / seats,
            aim=aim(seats),
            chances=[RatedChance(level=level, chance=chance) for level, chance in by_level.items()],
            suggested=suggested(by_level, seats) if standing.games >= ENOUGH else None,
        )
        found.append(told)
    return found
