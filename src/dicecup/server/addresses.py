"""The addresses of this computer that others in its network can reach, the likeliest first. Nothing is sent."""

import ipaddress
import re
import socket
import struct
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from dicecup.server.arrival import Address

MOST: Final = 8
_ELSEWHERE: Final = ("192.0.2.1", "192.168.255.254", "10.255.255.254", "172.31.255.254", "2001:db8::1", "fd00::1")
"""The system says by which of its addresses it would go there: the first leads by the way to the internet."""
_VIRTUAL_CARDS: Final = re.compile(
    "docker|br-|bridge|veth|virbr|vmnet|vboxnet|lxc|lxd|cni|flannel|cali|kube|podman|dummy|ifb|"
    "tun|tap|utun|wg|ppp|tailscale|zt|nordlynx|proton"
)
_VIRTUAL_NETWORKS: Final = [
    ipaddress.ip_network(each)
    for each in ("172.17.0.0/16", "192.168.56.0/24", "192.168.122.0/24", "100.64.0.0/10")
]
"""What Docker, VirtualBox, libvirt and Tailscale usually have, for systems that do not name the card."""
_GET_FLAGS, _GET_ADDRESS, _UP_AND_RUNNING = 0x8913, 0x8915, 0x41  # of Linux
_FILES: Final = Path("/proc/net")
_UNUSABLE: Final = 0x68  # flags of an IPv6 address: deprecated, tentative, failed


def found() -> list[Address]:
    """The addresses; none if this computer is in no network."""
    cards = dict(_cards())
    # Where the system lists its cards all are known; elsewhere its own name leads to most of them.
    known: Iterable[str] = cards or _by_name()
    return _in_order([*_asked(), *known], cards)


def _in_order(texts: Iterable[str], cards: dict[str, str]) -> list[Address]:
    """Those that others may reach: IPv4 first, which can be typed; what is of virtual networks last."""
    addresses: dict[Address, None] = {}
    for text in texts:
        with suppress(ValueError):
            address = ipaddress.ip_address(text)
            if not (address.is_loopback or address.is_unspecified or address.is_multicast):
                addresses[address] = None

    def rank(address: Address) -> tuple[bool, bool, bool]:
        return _is_virtual(address, cards.get(str(address))), address.is_link_local, address.version == 6

    # Of IPv6 an address that holds on this link alone is of no use without the name of the card; and one that the
    # whole internet can reach is one too many where neighbours have another.
    near = any(not each.is_global and not any(rank(each)[:2]) for each in addresses)
    usable = [
        each for each in addresses if each.version == 4 or not (each.is_link_local or (near and each.is_global))
    ]
    return sorted(usable, key=rank)[:MOST]


def _is_virtual(address: Address, card: str | None) -> bool:
    if card is not None:
        return _VIRTUAL_CARDS.match(card) is not None
    return any(address in network for network in _VIRTUAL_NETWORKS if network.version == address.version)


def _asked() -> Iterator[str]:
    """What this computer would be called elsewhere."""
    for target in _ELSEWHERE:
        with (
            suppress(OSError),  # no way there, or no IPv6 at all
            socket.socket(socket.AF_INET6 if ":" in target else socket.AF_INET, socket.SOCK_DGRAM) as probe,
        ):
            probe.connect((target, 9))
            yield str(probe.getsockname()[0])


def _by_name() -> Iterator[str]:
    with suppress(OSError, UnicodeError):  # a name that nobody knows, or that is none
        for *_, where in socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM):
            yield str(where[0])


def _cards() -> Iterator[tuple[str, str]]:
    """Addresses with the names of their cards, on Linux."""
    if not _FILES.is_dir():
        return
    with suppress(OSError):  # no IPv4
        yield from _cards_4()
    with suppress(OSError):  # no IPv6
        for line in (_FILES / "if_inet6").read_text().splitlines():
            address, _, _, _, flags, card = line.split()
            if not int(flags, 16) & _UNUSABLE:
                yield str(ipaddress.IPv6Address(bytes.fromhex(address))), card


def _cards_4() -> Iterator[tuple[str, str]]:
    import fcntl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, card in socket.if_nameindex():
            request = struct.pack("40s", card.encode()[:15])
            with suppress(OSError):  # a card without an address
                (flags,) = struct.unpack_from("h", fcntl.ioctl(probe, _GET_FLAGS, request), 16)
                if flags & _UP_AND_RUNNING == _UP_AND_RUNNING:
                    yield socket.inet_ntoa(fcntl.ioctl(probe, _GET_ADDRESS, request)[20:24]), card
