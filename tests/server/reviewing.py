"""Games that are over, at a server that reviews them."""

import asyncio
import json
from pathlib import Path
from typing import Any

import dicecup
from dicecup import coach
from dicecup.players import RandomPlayer, play
from dicecup.server import worker
from dicecup.server.live import Live
from dicecup.server.matches import Matches, new_row
from dicecup.server.review.reviews import Reviews
from dicecup.server.settings import Settings
from dicecup.server.store.storage import COMPUTER, PERSON, Seat
from dicecup.table import Match
from tests.server.browser import PATIENCE
from tests.server.inside import Fickle, at_a_server
from tests.server.minds import Firstling, Minds


def over(name: str = "Ann", *, game: str = "yahtzee", seats: int = 1) -> Match[Any]:
    """A game that has been played badly, to its end."""
    names = [name, "Bo", "Cy"][:seats]
    return play(dicecup.new(game, names=names, seed=7), [RandomPlayer(seat) for seat in range(seats)])


async def seated(
    matches: Matches, match: Match[Any], *guests: str, owner: str = "ann", watch: bool = False
) -> Live:
    """A match as it lies at a server; without guests it is its owner's."""
    given = guests or (owner,) * len(match.names)
    seats = [
        Seat(name=name, player=PERSON if guest else COMPUTER, level="" if guest else "easy", guest=guest)
        for name, guest in zip(match.names, given, strict=True)
    ]
    row = new_row(match, seats, owner, watch=watch)
    await matches.storage.add_match(row)
    return await matches.find(row.id, owner)


async def ask(them: Reviews, live: Live, guest: str = "ann") -> dict[str, Any]:
    told: dict[str, Any] = json.loads(await them.of(live, guest))
    return told


async def until_done(them: Reviews, live: Live, guest: str = "ann") -> dict[str, Any]:
    """Ask again and again, as a page does."""
    while (told := await ask(them, live, guest))["review"] is None:
        assert 0 <= told["progress"] <= 1
        await asyncio.sleep(0.01)
    review: dict[str, Any] = told["review"]
    return review


async def until_asked(minds: Minds, count: int) -> None:
    while len(minds.asked) < count:
        await asyncio.sleep(0.01)


def reviewing(tmp_path: Path, work: Any, **settings: Any) -> Any:
    """Do something at a server that reviews."""

    async def go(matches: Matches, storage: Fickle) -> Any:
        them = Reviews(storage, Settings(**settings))
        try:
            async with asyncio.timeout(PATIENCE):
                return await work(matches, them)
        finally:
            await them.close()

    return at_a_server(tmp_path, go)


def reviewed(match: Match[Any]) -> dict[str, Any]:
    """A review as a process tells it."""
    found = coach.review(match, mind=Firstling())
    told: dict[str, Any] = worker._rounded(found.to_json())
    return {**told, "stories": [found.story(seat) for seat in range(len(found.names))], "watched": found.story()}
