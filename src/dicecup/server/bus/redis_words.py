"""What is said when a Redis or Valkey cannot be used: what it is, and what to do. Never a password."""

import re
from typing import Final

from dicecup.server.bus.address import Address
from dicecup.server.bus.remote import Silent
from dicecup.server.who_listens import Kind, who_listens

_NOT_A_BUS: Final[dict[Kind, str]] = {
    "postgres": "is a PostgreSQL, and --bus is for a Redis or Valkey: those listen at port 6379 as a rule. "
    "Without --bus the database is the bus.",
    "web": "is a web server, and no Redis or Valkey: those listen at port 6379 as a rule.",
}
_UNKNOWN: Final = re.compile(r"unknown command '?([A-Za-z]{1,20})\b", re.IGNORECASE)
_PLACE: Final = re.compile(r"(?:^|\s)([\w.-]{1,255}:\d{1,5})$")
_PLAIN: Final = "has no safe connections: write redis:// instead of rediss:// where nobody else can listen."
_SAFE: Final = "has safe connections only: write rediss:// instead of redis://."
_CLOSED: Final = (
    "lets nobody in but programs of its own computer (protected mode): give it a password (requirepass), and "
    "write the whole address with it into DICECUP_BUS."
)
_FULL: Final = "has no room for another connection: raise its maxclients, or end others."
_NOBODY: Final = "cannot be reached: nothing listens there. Is it running, and is that its port?"
_NO_HOST: Final = "cannot be reached: there is no computer of that name."


async def why(error: BaseException, where: Address, *, known: bool) -> str:
    """What is wrong with the bus there, as the rest of a sentence about it.

    `known`: it has been there before, so nobody has to find out what it is.
    """
    from redis import exceptions as redis

    said = str(error)
    if isinstance(error, redis.AuthenticationError):
        return _not_let_in(said, where)
    if isinstance(error, redis.ResponseError):
        return _refuses(error, where)
    if where.safe and "certificate" in said.casefold():
        return "has no certificate that is trusted here: ?ca= can name the file to trust."
    if "Error 111 " in said or "Connect call failed" in said or isinstance(error, ConnectionRefusedError):
        return _NOBODY
    if "Error -" in said:  # of those that look up names
        return _NO_HOST
    found: Kind = "redis" if known else await who_listens(where.host, where.port)
    if found in ("closed", "full") and not where.safe:
        return _CLOSED if found == "closed" else _FULL
    if found in _NOT_A_BUS:
        return _NOT_A_BUS[found]
    if where.safe and found in ("redis", "closed", "full") and not known:
        return _PLAIN
    if not where.safe and found == "safe":
        return _SAFE
    if isinstance(error, (TimeoutError, Silent, redis.TimeoutError)):
        return "does not answer."
    return "cannot be reached just now." if known else "cannot be reached: whatever listens there hangs up."


def _not_let_in(said: str, where: Address) -> str:
    if "without any password" in said:
        return "did not let us in: it has no password, and its address names one. Leave that out."
    if not where.password:
        return "did not let us in: it wants a password. Write the whole address with it into DICECUP_BUS."
    who = f"user {where.user}" if where.user else "its usual user"
    return f"did not let us in: that is not the password of {who}."


def _refuses(error: BaseException, where: Address) -> str:
    from redis import exceptions as redis

    said = str(error)
    if "DB index" in said:
        return f"has no database of number {where.number}: choose a smaller one, such as /0."
    if isinstance(error, (redis.ReadOnlyError, redis.MasterDownError)):
        return "is a replica, which can only be read. Name the primary of it instead."
    if isinstance(error, redis.NoPermissionError):
        allow = f"ACL SETUSER {where.user or 'default'} ~dicecup:* &dicecup:* +@all"
        return f"does not allow its user all that a bus needs. Allow it with: {allow}"
    if isinstance(error, redis.OutOfMemoryError):
        return "has no memory left. Raise its maxmemory, or let it forget (maxmemory-policy allkeys-lru)."
    if isinstance(error, (redis.AskError, redis.ClusterError)):
        return _of_a_cluster(error)
    if "DENIED" in said:
        return _CLOSED
    if "MISCONF" in said:
        return (
            "refuses all that is written, for it cannot save to its disk (MISCONF). A bus needs no disk: switch "
            'that off there with CONFIG SET save "".'
        )
    if "NOREPLICAS" in said:
        return "refuses all that is written, for it has too few replicas (min-replicas-to-write)."
    if unknown := _UNKNOWN.search(said):
        return f"does not have the command {unknown[1].upper()}, which a bus needs. Is it switched off there?"
    return f"refuses what is asked of it ({_kind(error)})."


def _of_a_cluster(error: BaseException) -> str:
    at = _PLACE.search(str(error))
    other = f"name {at[1]}, where that is, or one" if at else "name one"
    return f"is a part of a cluster that does not have here what a bus keeps: {other} that stands alone."


def _kind(error: BaseException) -> str:
    """The word in capitals that Redis begins with; all else may repeat what was sent."""
    first = str(error).partition(" ")[0]
    return first if first.isalpha() and first.isupper() else type(error).__name__
