"""How a server is set up. Everything has a default that is safe on a computer of one's own."""

import ipaddress
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

PORT: Final = 8765


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Where to listen, where to keep things, and how much anybody may ask for."""

    host: str = "127.0.0.1"
    port: int = PORT  # 0: any that is free
    folder: Path | None = None  # None: where saves are kept
    names: Sequence[str] = ()  # names this server is reached by, besides addresses and localhost
    docs: bool = False  # show the interface at /api/docs
    think: float = 20.0  # seconds for a decision of a computer player
    requests: tuple[float, float] = (20.0, 100.0)  # of one address: each second, and at once
    frames: tuple[float, float] = (20.0, 60.0)  # of one socket
    guests: tuple[float, float] = (0.5, 60.0)  # new ones from one address
    matches: tuple[float, float] = (0.5, 30.0)  # new ones of one guest: made, loaded or brought along
    sockets: int = 2_000
    sockets_of_guest: int = 16

    @property
    def local(self) -> bool:
        """Whether only this computer can reach it: then whoever plays is also the host."""
        return is_loopback(self.host)

    def accepts(self, host: str) -> bool:
        """Whether a request for this `Host` is meant for us.

        A page elsewhere can make its own name lead here, but no address: so names have to be known.
        """
        name = host_name(host)
        if name == "localhost" or name in self.names:
            return True
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return False
        return address.is_loopback or not self.local


def host_name(host: str) -> str:
    """The name in a `Host` header, without the port."""
    if host.startswith("["):
        return host[1:].partition("]")[0].casefold()
    return host.partition(":")[0].casefold()


def is_loopback(host: str) -> bool:
    """Whether an address is this computer's own."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
