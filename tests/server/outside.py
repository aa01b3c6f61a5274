"""Friends from outside, without leaving the computer: 127.0.0.2 and its neighbours stand for a home network."""

import ipaddress
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final
from urllib.parse import urlsplit

from tests.server.browser import LAN, Browser

OTHER_LAN: Final = "127.0.0.3"
NOT_OURS: Final = "203.0.113.1"


class Cards:
    """The network cards of this computer, as far as the server knows."""

    def __init__(self) -> None:
        self.addresses = [LAN]

    def found(self) -> list[Any]:
        return [ipaddress.ip_address(each) for each in self.addresses]


def switch(host: Browser, on: bool = True) -> dict[str, Any]:
    found: dict[str, Any] = host.post("/friends", {"on": on})
    return found


@contextmanager
def friend(host: Browser, **headers: str) -> Iterator[Browser]:
    """Somebody from outside, while friends are let in."""
    with Browser(host.get("/friends")["addresses"][0], **headers) as browser:
        yield browser


def port_of(host: Browser) -> int:
    return urlsplit(host.address).port or 0


def listens(address: str, port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex((address, port)) == 0


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not true():
        assert time.monotonic() < end, "it does not come to that"
        time.sleep(0.02)


def invited(host: Browser, guest: Browser) -> str:
    """A match at which both sit."""
    made = host.post("/matches", {"game": "yahtzee", "seats": [{"name": "Ann"}, {"player": "open"}]})
    guest.post(f"/invites/{made['invites']['1']}")
    return str(made["match"])
