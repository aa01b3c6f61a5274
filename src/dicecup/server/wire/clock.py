"""What crosses the wire about the time that players have: docs/friends.md."""

from dicecup.server.wire.plain import Outgoing


class ClockInfo(Outgoing):
    """The time of a decision: first some that costs nothing, then what a seat has in reserve.

    Seconds, as of the moment this is sent: a page counts down by its own clock from there.
    """

    seat: int  # who is asked
    free: float  # left of what costs nothing
    reserves: list[float]  # left to every seat
    runs: bool  # False: it stands still, and says nothing but what is left
