"""How strong somebody is, out of how their games ended. Computer players are what they are; people change."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import log
from typing import Any, Final

from dicecup.players.rating import Rating, chances, won
from dicecup.players.ratings import Yardstick
from dicecup.server.store.storage import COMPUTER, ResultRow

AIM: Final = 0.6
"""The chance to win a duel that makes a good opponent."""
ENOUGH: Final = 5
"""Games after which somebody is suggested."""
_MARKS: Final = ("lesson", "branch", "seeded")


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A game that counts: of each seat the level, or the guest who sat there ("": nobody knows who)."""

    levels: tuple[str, ...]
    guests: tuple[str, ...]
    shares: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """What is known of somebody in a game."""

    rating: Rating = field(default_factory=Rating)
    games: int = 0


def counted(row: ResultRow, yardstick: Yardstick) -> Game | None:
    """A result as it counts; None if it does not.

    Lessons, branches and games with a chosen seed do not: one could know what falls. Nor does a game that somebody
    played alone, or at several seats, or that nobody won, or with a computer player who was never measured.
    """
    body: dict[str, Any] = json.loads(row.body)
    seats, winners = body["seats"], set(body["winners"])
    levels = tuple(seat["level"] if seat["player"] == COMPUTER else "" for seat in seats)
    guests = tuple(row.sitters.get(number, "") for number in range(len(seats)))
    people = [guest for guest in guests if guest]
    if (
        any(body.get(mark) for mark in _MARKS)
        or len(seats) < 2
        or not winners
        or len(people) != len(set(people))
        or any(level and not yardstick.knows(level) for level in levels)
    ):
        return None
    shares = tuple(1 / len(winners) if number in winners else 0.0 for number in range(len(seats)))
    return Game(levels=levels, guests=guests, shares=shares)


def rated(games: Iterable[Game], yardstick: Yardstick) -> dict[str, Standing]:
    """Where everybody stands after these games, by guest, in the order in which they were played.

    Of whoever is met for the first time, or cannot be told, nothing is known; a computer player is as strong as
    its level, whatever happens.
    """
    found: dict[str, Standing] = {}
    for game in games:
        before = [
            yardstick.rating(level) if level else found.get(guest, Standing()).rating
            for level, guest in zip(game.levels, game.guests, strict=True)
        ]
        after = won(before, game.shares, yardstick.luck_at(len(before)))
        for guest, level, rating in zip(game.guests, game.levels, after, strict=True):
            if guest and not level:
                found[guest] = Standing(rating, found.get(guest, Standing()).games + 1)
    return found


def aim(seats: int) -> float:
    """The chance to win at a table of so many that is as good as 60 % in a duel: odds of 3 to 2 against each."""
    odds = AIM / (1 - AIM)
    return odds / (odds + seats - 1)


def table(me: Rating, seats: int, yardstick: Yardstick) -> dict[str, float]:
    """The chance to win among players who all are of one level, by level."""
    luck = yardstick.luck_at(seats)
    return {level: chances([me, *[yardstick.rating(level)] * (seats - 1)], luck)[0] for level in yardstick.levels}


def suggested(by_level: Mapping[str, float], seats: int) -> str:
    """The level against which the chance is nearest to `aim`."""

    def odds(chance: float) -> float:
        safe = min(max(chance, 1e-9), 1 - 1e-9)
        return log(safe / (1 - safe))

    wanted = odds(aim(seats))
    return min(by_level, key=lambda level: abs(odds(by_level[level]) - wanted))
