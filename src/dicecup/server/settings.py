"""How a server is set up. Everything has a default that is safe on a computer of one's own."""

import ipaddress
import re
import socket
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from dicecup.server.clock import Clock
from dicecup.table import SetupError
from dicecup.table.errors import shown

PORT: Final = 8765

_HOST: Final = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([^\s:/?#@\[\]]+))(?::([0-9]{1,5}))?")
_MOST_PORT: Final = 65_535
_NAME: Final = re.compile(r"[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*")

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Where to listen, where to keep things, and how much anybody may ask for."""

    host: str = "127.0.0.1"
    port: int = PORT  # 0: any that is free
    folder: Path | None = None  # None: where saves are kept
    database: str = field(default="", repr=False)  # of PostgreSQL, with its password; none: a file in the folder
    bus: str = field(default="", repr=False)  # of Redis or Valkey, with its password; none: what the database has
    inside: str = ""  # host:port at which the other processes of a cluster reach this one; none: any, on loopback
    thinkers: int | None = None  # processes that think here; None: as many as this computer is good for
    players: Sequence[str] = ()  # computer players that the host offers besides: NAME=exec:node bot.js
    room: float = 4.0  # GiB that all games may take
    names: Sequence[str] = ()  # names this server is reached by, besides addresses and localhost
    proxies: Sequence[Network] = ()  # whose word counts on where a request came from: `networks` reads them
    keep: float | None = None  # seconds after which matches in which nothing happens are cleared away; None: never
    farewell: float | None = None  # seconds over which pages are sent away at the end; None: a few, if to others
    log: str = "text"  # or "json": one object a line, for programs that collect it
    again: str = ""  # what starts this program once more, as a person types it
    friends: bool = False  # let friends in over the network from the start
    open_tables: bool = False  # show all guests the tables that anybody may join
    docs: bool = False  # show the interface at /api/docs
    think: float = 20.0  # seconds for a decision of a computer player
    review: float = 600.0  # seconds for going through a finished game
    requests: tuple[float, float] = (20.0, 100.0)  # of one address: each second, and at once
    frames: tuple[float, float] = (20.0, 60.0)  # of one socket
    guests: tuple[float, float] = (0.5, 60.0)  # new ones from one address
    matches: tuple[float, float] = (0.5, 30.0)  # new ones of one guest: made, loaded or brought along
    reviews: tuple[float, float] = (30 / 3600, 30.0)  # of one guest: games that are gone through
    puzzles: tuple[float, float] = (2.0, 60.0)  # of one guest: set up, or tried
    patience: float = 10.0  # seconds for the headers of a request, and as many for its body
    connections: int = 3_000  # those of sockets included
    connections_of_address: int = 300
    sockets: int = 2_000
    sockets_of_address: int = 200
    sockets_of_guest: int = 16
    clock: Clock = field(default_factory=Clock, compare=False, repr=False)

    @property
    def local(self) -> bool:
        """Whether it is for whoever sits at this computer alone: then whoever plays is also the host.

        A name or a proxy says that others shall come, wherever it listens. `arrival` looks at each request too.
        """
        return is_loopback(self.host) and not self.names and not self.proxies

    def accepts(self, host: str) -> bool:
        """Whether a request for this `Host` is meant for us.

        A page elsewhere can make its own name lead here, but no address: so names have to be known.
        """
        name = host_name(host)
        if name == "localhost" or name in map(str.casefold, self.names):
            return True
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return False
        return address.is_loopback or not is_loopback(self.host)


def listening_at(text: str) -> str:
    """An address or a name to listen at; SetupError for what is neither: a port is named apart from it."""
    bare = text.strip().removeprefix("[").removesuffix("]")
    try:
        return str(ipaddress.ip_address(bare))
    except ValueError:
        pass
    if not _NAME.fullmatch(bare.casefold()):
        raise SetupError(
            f"{shown(text)} is no address to listen at. Write one of this computer, such as 127.0.0.1, or 0.0.0.0 "
            "for all it has; the port is for --port."
        )
    return bare


def known_as(given: Sequence[str]) -> tuple[str, ...]:
    """Names by which people come, as browsers say them; SetupError for what is no name."""
    found = []
    for text in given:
        try:
            name = text.strip().encode("idna").decode().casefold()
        except UnicodeError:
            name = ""
        if not _NAME.fullmatch(name):
            raise SetupError(
                f"{shown(text)} is no name that people could come by. Write it without http:// and without a "
                "port, such as games.example."
            )
        found.append(name)
    return tuple(found)


def inside_door(text: str) -> tuple[str, int]:
    """Host and port of the door for the other processes; SetupError if others could not come there."""
    fits = _HOST.fullmatch(text)
    host, port = ((fits[1] or fits[2]), int(fits[3] or 0)) if fits and text.isprintable() else ("", 0)
    if not host or port > _MOST_PORT:
        raise SetupError(
            f"{shown(text)} is no place at which other servers could reach this one. Write an address of this "
            "computer and a port, such as 10.0.0.5:7000."
        )
    if is_everywhere(host):
        raise SetupError(
            f"{text} means all addresses of this computer, and does not tell the other servers where to find it. "
            f"Write the one that they can reach, such as 10.0.0.5:{port or 7000}, or a name."
        )
    return host, port


def is_everywhere(host: str) -> bool:
    """Whether an address stands for all that a computer has."""
    if host == "*":
        return True
    try:  # 0, 0x0 and 00000 stand for it as well, and so may a name
        found = {str(each[4][0]) for each in socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)}
    except (OSError, UnicodeError):  # nobody can listen there: whoever tries says why
        return False
    return any(_is_unspecified(address) for address in found)


def _is_unspecified(address: str) -> bool:
    found = ipaddress.ip_address(address)
    return found.is_unspecified or (getattr(found, "ipv4_mapped", None) or found).is_unspecified


def host_name(host: str) -> str:
    """The name in a `Host` header, without the port; empty if it is no such header."""
    fits = _HOST.fullmatch(host)
    return (fits[1] or fits[2]).casefold() if fits else ""


def is_loopback(host: str) -> bool:
    """Whether an address is this computer's own."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def networks(given: Sequence[str]) -> tuple[Network, ...]:
    """Addresses, or ranges of them such as 10.0.0.0/8; SetupError for what is neither, or is everybody."""
    found = []
    for text in given:
        try:
            network = ipaddress.ip_network(text.strip(), strict=False)
        except ValueError:
            raise SetupError(
                f"{shown(text)} is not the address of a proxy. Write it like 127.0.0.1, or 10.0.0.0/8 for a range."
            ) from None
        if not network.prefixlen:
            raise SetupError(
                f"{text} means everybody, and not everybody can be trusted. Name the proxy's address."
            )
        found.append(network)
    return tuple(found)
