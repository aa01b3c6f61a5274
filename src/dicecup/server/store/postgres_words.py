"""Where a PostgreSQL database is, told without its password; and what is said when something is wrong with it."""

import os
import socket
import ssl
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Final
from urllib.parse import unquote, urlsplit

from dicecup import extras
from dicecup.saves import StorageError
from dicecup.server import urls
from dicecup.server.who_listens import Kind, who_listens
from dicecup.table import SetupError

SCHEMES: Final = ("postgresql", "postgres")
_WITH_PASSWORDS: Final = (*SCHEMES, "redis", "rediss", "valkey", "valkeys")
_MOST_HOSTS: Final = 16
_SAFE: Final = ("require", "verify-ca", "verify-full")
_MODES: Final = ("disable", "allow", "prefer", *_SAFE)
_KINDS: Final = ("any", "primary", "read-write", "standby", "prefer-standby", "read-only")
_FILES: Final = ("sslrootcert", "sslcert", "sslkey", "sslcrl", "passfile")
_OF_OTHERS: Final = (
    *("channel_binding", "client_encoding", "connect_timeout", "fallback_application_name", "gssdelegation"),
    *("gssencmode", "hostaddr", "keepalives", "keepalives_count", "keepalives_idle", "keepalives_interval"),
    *("load_balance_hosts", "replication", "require_auth", "sslcertmode", "sslcompression", "sslsni"),
    *("requirepeer", "tcp_user_timeout"),
)
"""What other programs understand, and ours not: `psql`, say."""
_VARIABLES: Final = {
    "sslmode": "PGSSLMODE",
    "sslnegotiation": "PGSSLNEGOTIATION",
    "TLS version": "PGSSLMINPROTOCOLVERSION or PGSSLMAXPROTOCOLVERSION",
    "target_session_attrs": "PGTARGETSESSIONATTRS",
}
"""By what is said to be wrong: the variable in which it may stand."""
_PORT: Final = 5432
_A_BUS: Final = "a Redis or Valkey listens there, which is for --bus. A PostgreSQL listens at port 5432 as a rule."
_STRANGERS: Final[dict[Kind, str]] = {
    **dict.fromkeys(("redis", "closed", "full"), _A_BUS),
    "web": "a web server listens there. A PostgreSQL listens at port 5432 as a rule.",
    "safe": "something listens there that is no PostgreSQL, which has port 5432 as a rule.",
}
_KEYS: Final = "The password can be in PGPASSWORD, in a file ~/.pgpass, or in DICECUP_DATABASE."
_DOORKEEPER: Final = (
    "That file of the server says who may come to which database, from where, and whether without a safe "
    "connection: sslmode=require in the address asks for one."
)
_LIKE: Final = "Write it like postgresql://user@host/database."


def driver() -> ModuleType:
    """What talks to PostgreSQL; MissingPart if it is not installed."""
    found: ModuleType = extras.load("asyncpg")
    return found


def troubles() -> tuple[type[Exception], ...]:
    """What goes wrong between us and a database; the driver loses its place if a line breaks at a bad moment."""
    pg = driver()
    return (pg.PostgresError, pg.InterfaceError, pg.InternalClientError, OSError)


@dataclass(frozen=True, slots=True)
class Address:
    """Where a database is. Whatever is said of it is said without the password."""

    url: str = field(repr=False)
    name: str
    host: str
    user: str

    def __str__(self) -> str:
        """Such as: the database games at db.example."""
        return f"the database {self.name} at {self.host}"


def address_of(url: str) -> Address:
    """Read the address of a database; SetupError, which tells nothing of it, if it is none."""
    try:
        url = urls.bare(url)
        if url.partition("://")[0].casefold() not in SCHEMES:
            raise urls.Wrong("it does not begin with postgresql://.")
        parts = urls.taken_apart(url, hosts=_MOST_HOSTS)
        if parts.fragment or "/" in parts.path.lstrip("/"):
            raise urls.Wrong(urls.ESCAPED)
        given = urls.pairs(parts.query)
        _check_options(given)
    except urls.Wrong as wrong:
        raise SetupError(f"That is not the address of a PostgreSQL database: {wrong} {_LIKE}") from None
    hosts = parts.netloc.rpartition("@")[2] or given.get("host", "") or os.environ.get("PGHOST", "")
    user = unquote(parts.username or given.get("user", "") or os.environ.get("PGUSER", ""))
    name = unquote(parts.path.lstrip("/")) or given.get("dbname", "") or given.get("database", "")
    return Address(
        url, name or os.environ.get("PGDATABASE", "") or user or "of its user", hosts or "localhost", user
    )


def _check_options(given: Mapping[str, str]) -> None:
    """What stands after the question mark and is for us; the rest is for the server, which says what it takes."""
    if strange := next((name for name in given if name in _OF_OTHERS), ""):
        raise urls.Wrong(f"{strange} is not for Dicecup; leave it out.")
    for port in given.get("port", "").split(","):
        urls.check_port(port)
    _check_variables(given)
    mode = given.get("sslmode", os.environ.get("PGSSLMODE", ""))
    if "sslmode" in given and mode not in _MODES:
        raise urls.Wrong(f"sslmode is one of {', '.join(_MODES[:-1])} and {_MODES[-1]}.")
    if given.get("target_session_attrs", "any") not in _KINDS:
        raise urls.Wrong(f"target_session_attrs is one of {', '.join(_KINDS)}.")
    usual = os.environ.get("PGSSLROOTCERT") or Path("~/.postgresql/root.crt").expanduser()
    if mode.startswith("verify") and "sslrootcert" not in given and not Path(usual).is_file():
        raise urls.Wrong(f"with sslmode={mode} it has to be said whom to trust: sslrootcert=FILE.")
    for name in _FILES:
        if name in given and not Path(given[name]).is_file():
            raise urls.Wrong(f"{name} has to name a file that is there.")
    if "sslrootcert" in given:
        if mode not in _SAFE:
            raise urls.Wrong("sslrootcert counts only with sslmode=verify-full, verify-ca or require.")
        if not urls.has_certificates(given["sslrootcert"]):
            raise urls.Wrong("sslrootcert has to name a file with certificates.")


def _check_variables(given: Mapping[str, str]) -> None:
    """The same for what may be set for other programs, and counts here where the address says nothing else."""
    for port in os.environ.get("PGPORT", "").split(","):
        try:
            urls.check_port(port)
        except urls.Wrong as wrong:
            raise urls.Wrong(f"PGPORT is set, and {wrong}") from None
    for variable, name, known in (
        ("PGSSLMODE", "sslmode", _MODES),
        ("PGTARGETSESSIONATTRS", "target_session_attrs", _KINDS),
    ):
        if name not in given and os.environ.get(variable, known[0]) not in known:
            raise urls.Wrong(f"{variable} is set, and is none of {', '.join(known[:-1])} and {known[-1]}.")
    for variable, name in (("PGSSLROOTCERT", "sslrootcert"), ("PGSSLCERT", "sslcert"), ("PGSSLKEY", "sslkey")):
        file = os.environ.get(variable, "")
        if file and name not in given and not Path(file).is_file():
            raise urls.Wrong(f"{variable} is set, and names a file that is not there.")


def without_password(text: str) -> str:
    """A text that is the address of a database or a bus, without its password; any other as it is."""
    if text.partition("://")[0].rpartition("=")[2].casefold() not in _WITH_PASSWORDS:
        return text
    before, _, rest = text.partition("://")
    login, at, place = rest.rpartition("@")
    user, colon, _ = login.partition(":")
    place = place.partition("?")[0] if "password" in place else place
    return f"{before}://{user}{colon and ':...'}{at}{place}"


def has_password(url: str) -> bool:
    """Whether the password stands in the address itself."""
    return without_password(url) != url


def is_lost(error: BaseException) -> bool:
    """Whether the connection has gone, or cannot be had just now: another one may do."""
    pg = driver()
    if isinstance(error, (TimeoutError, socket.gaierror, ssl.SSLError, PermissionError)) or _has_no_ssl(error):
        return False
    gone = (
        *(pg.PostgresConnectionError, pg.AdminShutdownError, pg.CrashShutdownError, pg.CannotConnectNowError),
        pg.IdleInTransactionSessionTimeoutError,  # this process was stopped for a while
        pg.InternalClientError,  # the line broke when nothing was asked
    )
    if isinstance(error, (OSError, *gone)):
        return True
    return isinstance(error, pg.InterfaceError) and ("closed" in str(error) or "released" in str(error))


def is_mixed_up(error: BaseException) -> bool:
    """Whether somebody else had our connection between two statements."""
    pg = driver()
    lost = (pg.DuplicatePreparedStatementError, pg.InvalidSQLStatementNameError)
    return isinstance(error, lost) or "pooling mode" in str(error)


def mixed_up(where: Address) -> str:
    """What is said where somebody else has our connection between two statements."""
    return (
        f"Before {where} is a pooler that gives each transaction another connection. Dicecup needs its own for as "
        "long as it runs: let the pooler keep them (PgBouncer: pool_mode = session), or name the server behind it."
    )


def _has_no_ssl(error: BaseException) -> bool:
    return isinstance(error, ConnectionError) and "rejected SSL upgrade" in str(error)


def is_worth_another_try(error: BaseException) -> bool:
    """Whether all was taken back for a reason that may be gone: two who waited for each other, say."""
    pg = driver()
    return is_lost(error) or isinstance(
        error, (pg.SerializationError, pg.DeadlockDetectedError, pg.InvalidCachedStatementError)
    )


async def at_the_start(error: BaseException, where: Address) -> StorageError:
    """The same where nothing has been written yet, and the address itself may be wrong."""
    words = str(in_words(error, where))
    if isinstance(error, OSError) and not isinstance(error, (socket.gaierror, ConnectionRefusedError)):
        found = [await who_listens(*each) for each in _doors(where)]
        words = next((f"{where} is none: {_STRANGERS[each]}" for each in found if each in _STRANGERS), words)
    return StorageError(words[0].upper() + words[1:])


def _doors(where: Address) -> list[tuple[str, int]]:
    """Where it listens, if that is a network."""
    found = []
    for place in where.host.split(","):
        parts = urlsplit(f"//{place}")
        elsewhere = "port=" in where.url or os.environ.get("PGPORT")  # then it is said in another way
        if parts.hostname and not place.startswith("/") and (parts.port or not elsewhere):
            found.append((parts.hostname, parts.port or _PORT))
    return found


def in_words(error: BaseException, where: Address) -> StorageError:
    """What PostgreSQL says, with what to do."""
    pg = driver()
    said = str(error).strip().splitlines()[0].strip(". ") if str(error).strip() else type(error).__name__
    if isinstance(error, ConnectionRefusedError):
        said = "nothing listens there"
    whose = _DOORKEEPER if "pg_hba.conf" in said else _KEYS
    table: tuple[tuple[tuple[type[BaseException], ...], str], ...] = (
        (
            (pg.InvalidPasswordError, pg.InvalidAuthorizationSpecificationError),
            f"The server did not let {where.user or 'us'} into {where}: {said}. {whose}",
        ),
        (
            (pg.InvalidCatalogNameError,),
            f"There is no such thing as {where}. Make it: createdb {where.name}",
        ),
        (
            (pg.DiskFullError,),
            f"The games of the server cannot be kept in {where}: its disk is full. Free some space there.",
        ),
        (
            (pg.TooManyConnectionsError,),
            f"There is no room for another connection to {where} ({said}). Raise its max_connections, or end "
            "others.",
        ),
        (
            (pg.ReadOnlySQLTransactionError,),
            f"{where} can only be read just now: it may be a standby. Name the primary server of it instead.",
        ),
        (
            (pg.InsufficientPrivilegeError,),
            f"{where.user or 'This user'} may not do that in {where}: {said}. Make {where.user or 'this user'} "
            f"its owner: ALTER DATABASE {where.name} OWNER TO {where.user or '...'}",
        ),
        (
            (pg.DuplicateTableError, pg.UndefinedTableError, pg.UndefinedColumnError, pg.DuplicateObjectError),
            f"The tables in {where} are not as Dicecup makes them ({said}). Use a database of its own for it, or "
            "put back a copy.",
        ),
        (
            (pg.ClientConfigurationError,),
            f"The address of {where} cannot be used: {said}.{_set_elsewhere(said)}",
        ),
        (
            (pg.UndefinedObjectError, pg.CantChangeRuntimeParamError, pg.InvalidParameterValueError),
            f"What stands after ? in the address of {where} is for its server, and that does not take it: {said}.",
        ),
        (
            (socket.gaierror,),
            f"There is no server for {where}: that name leads nowhere ({said}).",
        ),
        ((ssl.SSLError,), f"There is no safe connection to {where}: {said}."),
        (
            (TimeoutError, pg.QueryCanceledError, pg.LockNotAvailableError),
            f"{where} did not answer in time. Is its server overloaded, or stopped?",
        ),
        (
            (pg.CannotConnectNowError, pg.AdminShutdownError, pg.CrashShutdownError),
            f"{where} cannot be used just now: its server is starting or stopping.",
        ),
        (
            (OSError, pg.PostgresConnectionError, pg.InterfaceError, pg.InternalClientError),
            f"{where} cannot be reached ({said}). Is its server running, and is that its address and port?",
        ),
    )
    words = next((words for kinds, words in table if isinstance(error, kinds)), None)
    if is_mixed_up(error):
        words = mixed_up(where)
    if _has_no_ssl(error):
        words = (
            f"The server of {where} has no safe connections, which sslmode asks for. Switch ssl on there, or "
            "leave sslmode out where nobody else can listen."
        )
    if words is None:
        words = f"The games of the server cannot be kept in {where}: {said}."
    return StorageError(words[0].upper() + words[1:])


def _set_elsewhere(said: str) -> str:
    """Where it stands, if that is not the address."""
    found = next((name for word, name in _VARIABLES.items() if word in said), "")
    return f" It may stand in {found}." if found else ""
