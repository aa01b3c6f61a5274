"""What can go wrong between a client and a server, in words for whoever plays."""

from dicecup.table.errors import DicecupError


class ClientError(DicecupError):
    """Something about a server or a table; the message says what, and what to do."""


class Refused(ClientError):  # noqa: N818
    """The server does not do it, and nothing has changed. `status` is that of HTTP; 0: said at the table."""

    def __init__(self, reason: str, status: int = 0) -> None:
        super().__init__(reason)
        self.status = status


class Unreachable(ClientError):  # noqa: N818
    """There is no server at that address, or it does not answer."""


class Gone(ClientError):  # noqa: N818
    """The table is not there for this guest any more: turned away, moved to another device, or cleared away."""
