"""What crosses the wire about the dice, before a match and after it: docs/fair-dice.md, docs/protocol.md."""

from dicecup.server import wire
from dicecup.server.wire import plain


class Sealed(plain.Outgoing):
    """A secret has been drawn for this guest's next match; this pins it down."""

    seal: str
    commitment: str


class RematchWish(plain.Incoming):
    """The dice of the next game at a table, as for a new match."""

    seal: plain.Word | None = None
    nonce: plain.Nonce | None = None


class NonceWish(plain.Incoming):
    """Add this to the dice to come."""

    nonce: plain.Nonce


class Throw(plain.Outgoing):
    """A result of chance with all that is needed to compute it from the secret: `docs/fair-dice.md`."""

    key: str
    result: list[int] | int | str
    sides: int | None = None  # dice: in these slots
    slots: tuple[int, ...] = ()
    pool: tuple[int | str, ...] = ()  # a draw: out of these
    at: int = 0  # so many answers stood before it
    arranged: bool = False  # by a lesson: it does not follow from the secret


class Evidence(plain.Outgoing):
    """What a finished match was made of: the seal shown before it, the secret, and every result."""

    commitment: str | None
    secret: str  # 64 hex digits; empty: the dice came from this seed, and from the number of the game
    seed: str
    number: int
    names: tuple[str, ...]
    nonces: list[wire.NonceInfo]
    taken_over: int  # so many of the results came from the game that this one branched off
    changed: int = 0  # so many earlier ones cannot be played again: the rules have changed since
    throws: list[Throw]
