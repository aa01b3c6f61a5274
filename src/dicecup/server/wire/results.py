"""What crosses the wire about matches that have ended: docs/protocol.md."""

from dicecup.server.wire import plain


class ResultSeat(plain.Outgoing):
    """Who sat there when it ended, and what came of it."""

    name: str
    player: str  # person, computer or open
    level: str
    temper: str = ""  # of a computer player, in games that have such; in older results nobody knows it
    score: int
    mine: bool  # it is this guest's result


class Result(plain.Outgoing):
    """How a match of this guest ended."""

    match: str
    game: str
    title: str
    number: int
    options: dict[str, bool | int | str]  # the house rules, all of them
    winners: list[int]  # seats
    seats: list[ResultSeat]
    ended: str
    there: bool  # it can still be looked at; otherwise it has been cleared away
