"""What crosses the wire about how strong a guest is: docs/protocol.md."""

from dicecup.server.wire import plain


class RatedLevel(plain.Outgoing):
    """A level of a game, and where it stands on the scale."""

    level: str
    mu: float


class RatedChance(plain.Outgoing):
    """How likely this guest is to win against players of a level."""

    level: str
    chance: float


class RatedTable(plain.Outgoing):
    """What may be expected at a table of so many, where all others are of one level."""

    seats: int
    par: float  # the chance of everybody if all were equal
    aim: float  # as good as 60 % in a duel
    chances: list[RatedChance]
    suggested: str | None  # the level against which the chance is nearest to that; None: too little is known


class GameRating(plain.Outgoing):
    """How strong this guest is in a game."""

    game: str
    title: str
    games: int  # so many count
    left_out: int  # and so many do not
    mu: float | None  # None: no game counts
    sigma: float | None
    low: float | None  # somewhere from here
    high: float | None  # up to here
    words: str
    levels: list[RatedLevel]  # the weakest first; none: nobody has measured them
    tables: list[RatedTable]


class Ratings(plain.Outgoing):
    """How strong this guest is."""

    enough: int  # games, after which an opponent is suggested
    games: list[GameRating]
