"""Where a request comes from: its address, whether it came over https, and whether its sender sits here.

Forwarded headers are only words. They count when a proxy that was named as trusted says them; from anybody else
they are a sign that the sender does not sit at this computer.
"""

import ipaddress
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from starlette.datastructures import Headers
from starlette.types import Scope

from dicecup.server.settings import Settings, host_name, is_loopback

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

_TRACES: Final = (
    *("forwarded", "via", "x-forwarded", "x-real-ip", "x-original", "x-client-ip", "x-cluster-client-ip"),
    *("x-proxy", "x-envoy", "true-client-ip", "client-ip", "cf-", "fastly-", "fly-"),
)
"""How the headers begin that proxies, tunnels and gateways leave behind."""

_MOST_HOPS: Final = 20
_PAIR: Final = re.compile(r'\s*([A-Za-z-]{1,20})=("[^"\\]{0,100}"|[^\s"]{0,100})\s*')
_HOP: Final = re.compile(r"\[([0-9A-Fa-f:.]+)\](?::\d{1,5})?|([0-9.]+)(?::\d{1,5})?|([0-9A-Fa-f:.]+)")


GATE: Final = "gate"  # in the state of a connection: the `Gate` it came through, if it came through one
INSIDE: Final = "inside"  # the same: it came by the door for the other processes of this server (`cluster`)
GUEST: Final = "guest"  # in the state of a request: who asks, as soon as that is known
BASE: Final = "base"  # the same: what links for others begin with, if it came in at another process


@dataclass(eq=False, slots=True)
class Gate:
    """An address of this computer at which friends come in: `network` opens and closes them."""

    address: Address
    port: int
    open: bool = True

    @property
    def base(self) -> str:
        """What the addresses of everything here begin with, for whoever comes this way."""
        host = f"[{self.address}]" if self.address.version == 6 else str(self.address)
        return f"http://{host}:{self.port}"

    def accepts(self, host: str) -> bool:
        """Whether a request for this `Host` has come the right way. No name leads here, whoever says it does."""
        try:
            return self.open and ipaddress.ip_address(host_name(host)) == self.address
        except ValueError:
            return False


class Unclear(Exception):  # noqa: N818
    """A trusted proxy says something about the sender that makes no sense, or two things at once."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who sent a request, as far as its way here tells."""

    address: str  # what limits count; none: another process of this server has counted it
    secure: bool  # it came over https
    local: bool  # its sender sits at the server's own computer
    gate: Gate | None = None  # a friend, who came in here


def visitor(scope: Scope, headers: Headers, settings: Settings) -> Visitor:
    """Whoever sent this request; Unclear if a trusted proxy's words cannot be understood."""
    client = scope.get("client")
    peer = client[0] if client else ""
    secure = scope["scheme"] in ("https", "wss")
    if (gate := scope.get("state", {}).get(GATE)) is not None:
        return Visitor(counted(peer), secure, local=False, gate=gate)  # even from here: who knows what is between
    if is_trusted(peer, settings):
        said, secure = _told(headers, settings)
        return Visitor(counted(said or peer), secure, local=False)
    local = settings.local and is_loopback(peer) and _is_direct(scope, headers)
    return Visitor(counted(peer), secure, local=local)


def _is_direct(scope: Scope, headers: Headers) -> bool:
    """Whether nothing shows that a proxy has passed this on, which may be at this very computer."""
    # No browser speaks HTTP/1.0, or asks for a line to be closed, but proxies do that leave nothing else behind.
    about_line = {word.strip() for word in headers.get("connection", "").casefold().split(",")}
    if scope.get("http_version") == "1.0" or "close" in about_line:
        return False
    if "upgrade" in about_line and scope["type"] == "http":  # as in many a recipe for nginx, to every request
        return False
    return not any(name.startswith(_TRACES) for name in headers)


def counted(address: str) -> str:
    """The address as limits count it: whoever has one of IPv6 has a whole network of them."""
    try:
        found = _plain(ipaddress.ip_address(address))
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address) and not found.is_loopback:
        return str(ipaddress.ip_network((int(found), 64), strict=False))
    return str(found)


def _plain(address: Address) -> Address:
    """An address of IPv4 that is written as one of IPv6 is still that of IPv4."""
    return getattr(address, "ipv4_mapped", None) or address


def is_trusted(address: str, settings: Settings) -> bool:
    """Whether this is the address of a proxy whose word counts."""
    try:
        found = _plain(ipaddress.ip_address(address))
    except ValueError:
        return False
    return any(found in network for network in settings.proxies)


def _told(headers: Headers, settings: Settings) -> tuple[str, bool]:
    """What the proxy says: the address of the sender (empty: it does not say), and whether it speaks https."""
    forwarded = headers.getlist("forwarded")
    hops, schemes = _list(headers.getlist("x-forwarded-for")), _list(headers.getlist("x-forwarded-proto"))
    if forwarded:
        if hops or schemes:  # one of them is the sender's own, and nobody knows which
            raise Unclear
        hops, schemes = _elements(forwarded)
    if len(hops) > _MOST_HOPS or len(schemes) > _MOST_HOPS:
        raise Unclear
    address = ""
    for hop in reversed(hops):  # each proxy adds to the right: only what trusted ones added is believed
        address = _hop(hop)
        if not is_trusted(address, settings):
            break
    scheme = schemes[-1].casefold() if schemes else "http"
    if scheme not in ("http", "https"):
        raise Unclear
    return address, scheme == "https"


def _list(values: Sequence[str]) -> list[str]:
    return [part.strip() for part in ",".join(values).split(",")] if values else []


def _elements(values: Sequence[str]) -> tuple[list[str], list[str]]:
    """The `for` and the `proto` of each element of `Forwarded` (RFC 7239)."""
    hops, schemes = [], []
    for element in ",".join(values).split(","):  # neither an address nor a scheme has a comma in it
        found: dict[str, str] = {}
        for pair in element.split(";"):
            fits = _PAIR.fullmatch(pair)
            if fits is None or fits[1].casefold() in found:
                raise Unclear
            found[fits[1].casefold()] = fits[2].strip('"')
        hops.append(found.get("for", ""))
        schemes.append(found.get("proto", "http"))
    return hops, schemes


def _hop(text: str) -> str:
    """The address in `1.2.3.4`, `1.2.3.4:80`, `2001:db8::1` or `[2001:db8::1]:80`."""
    fits = _HOP.fullmatch(text)
    if fits is None:
        raise Unclear
    try:
        return str(_plain(ipaddress.ip_address(fits[fits.lastindex or 0])))
    except ValueError:
        raise Unclear from None
