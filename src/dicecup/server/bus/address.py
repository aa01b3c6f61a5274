"""Where a Redis or Valkey is, told without its password; and what is said when something is wrong with it."""

from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Final
from urllib.parse import unquote

from dicecup import extras
from dicecup.server import urls
from dicecup.table import SetupError

SAFE: Final = ("rediss", "valkeys")
SCHEMES: Final = ("redis", "valkey", *SAFE)
_PORT: Final = 6379
_MOST: Final = 2**31 - 1
_LIKE: Final = "Write it like redis://host:6379/0, or rediss:// for a safe connection."


@dataclass(frozen=True, slots=True)
class Address:
    """Where it is. Whatever is said of it is said without the password."""

    host: str
    port: int
    number: int  # of the database in it: what uses another one hears nothing of us
    user: str
    password: str = field(repr=False)
    safe: bool
    authority: str = ""  # the file with the certificates that a safe connection trusts; none: those of the system

    def __str__(self) -> str:
        """Such as games.example:6379."""
        return f"{f'[{self.host}]' if ':' in self.host else self.host}:{self.port}"


def address_of(url: str) -> Address:
    """Read the address of a bus; SetupError, which tells nothing of it, if it is none."""
    try:
        url = urls.bare(url)
        if url.partition("://")[0].casefold() not in SCHEMES:
            raise urls.Wrong("it does not begin with redis:// or rediss://.")
        parts = urls.taken_apart(url)
        given = urls.pairs(parts.query)
    except urls.Wrong as wrong:
        raise _refused(str(wrong)) from None
    number = parts.path.strip("/") or "0"
    host, port = parts.hostname or "", parts.port or _PORT
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    if not host or "," in host:
        raise _refused("it has to name one host.")
    if parts.fragment or not (number.isascii() and number.isdecimal()) or int(number[:11]) > _MOST:
        raise _refused("after the host there can only be the number of a database.")
    authority = given.pop("ca", "")
    if given:
        raise _refused("after ? there can only be ca=, the file with the certificates to trust.")
    safe = parts.scheme in SAFE
    if authority and not (safe and Path(authority).is_file() and urls.has_certificates(authority)):
        raise _refused("ca= is for rediss:// alone, and has to name a file that is there, with certificates.")
    return Address(host, port, int(number), user, password, safe, authority)


def _refused(problem: str) -> SetupError:
    return SetupError(f"That is not the address of a Redis or Valkey: {problem} {_LIKE}")


def driver() -> ModuleType:
    """What talks to it; MissingPart if it is not installed."""
    found: ModuleType = extras.load("redis.asyncio")
    return found
