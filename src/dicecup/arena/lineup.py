"""Who plays in the arena: levels and references by name, and anybody's players by where they are imported from."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from dicecup import games, players
from dicecup.arena.company import tried_out, try_out
from dicecup.players.own import is_own
from dicecup.table import SetupError
from dicecup.work import cluster


@dataclass(frozen=True, slots=True)
class Lineup:
    """The players of a table, in the order of their seats; the same name may sit in several."""

    game: str
    seats: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Every different player once."""
        return tuple(dict.fromkeys(self.seats))

    @property
    def ours(self) -> tuple[str, ...]:
        """Those that Dicecup brings."""
        known = {*players.levels(self.game), *players.references(self.game)}
        plain = {name: players.parted(self.game, name)[0] for name in self.names}
        return tuple(name for name in self.names if plain[name] in known or players.erring(self.game, plain[name]))

    @property
    def rotations(self) -> int:
        """How many different ways there are to move everybody on by some seats."""
        turned = (self.seated(by) for by in range(1, len(self.seats) + 1))
        return next(by for by, seats in enumerate(turned, start=1) if seats == self.seats)

    def where(self, name: str) -> str:
        """Where a player that is not ours is found: an extra one by its entry point."""
        return f"{self.game}/{name}" if name in players.extras(self.game) else name

    def seated(self, rotation: int) -> tuple[str, ...]:
        """Who sits where after so many moves to the next seat."""
        by = rotation % len(self.seats)
        return self.seats[-by:] + self.seats[:-by] if by else self.seats

    def occurrences(self, seated: Sequence[str]) -> list[int]:
        """For each seat: the how many-th of its name sits there."""
        return [seated[:seat].count(name) for seat, name in enumerate(seated)]


def usual_seats(game: str) -> list[str]:
    """The best level of a game, and the weakest in as many other seats as it needs."""
    number = min(max(games.find(game).seats[0], 2), games.find(game).seats[-1])
    weakest = (players.levels(game) or (players.RANDOM,))[0]
    return [players.best(game), *[weakest] * (number - 1)]


def read_lineup(game: str, seats: Sequence[str]) -> Lineup:
    """The table as typed; SetupError, with what would be right, if somebody cannot be found."""
    found = games.find(game)
    named = tuple(seat.strip() for seat in seats)
    if len(named) not in found.seats:
        raise SetupError(
            f"{found.title} is for {found.seats[0]} to {found.seats[-1]} players; here are {len(named)}: "
            "name them with commas between, such as --seats hard,easy."
        )
    for name in dict.fromkeys(named):
        check_name(game, name)
    return Lineup(game, named)


def check_name(game: str, name: str) -> None:
    """SetupError, with what would be right, if there is no such player; one of somebody's own is tried out."""
    there_are = (*players.levels(game), *players.references(game), *players.extras(game))
    lineup = Lineup(game, (name,))
    if lineup.ours:
        return
    if name not in there_are and not is_own(name):
        raise SetupError(
            f"There is no computer player {name!r}. The players are: {', '.join(there_are)}; or name your own by "
            "where it is imported from, such as mypackage.MyBot, or by what runs it, such as exec:node bot.js."
        )
    if cluster.is_joined():
        cluster.everywhere(partial(tried_out, lineup.where(name)))
    else:
        try_out(lineup.where(name))
