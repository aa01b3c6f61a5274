"""The address of a database or a bus as somebody has typed it: taken apart, or what is wrong with it.

Whatever is said of it repeats nothing of it: there may be a password anywhere in what is wrong.
"""

import ipaddress
import re
import ssl
from typing import Final
from urllib.parse import SplitResult, parse_qsl, urlsplit

ESCAPED: Final = "a # / ? @ or : in a password has to be written as %23 %2F %3F %40 or %3A."
BRACKETS: Final = "an address with colons is written in brackets, like [fd00::5]."
HOST: Final = "the name of its host cannot be right."
NO_PORT: Final = "no server listens at port 0."
PAIRS: Final = "after ? there can only be pairs like name=value, with & between them."
PORT: Final = "a port is a number from 1 to 65535."
QUOTED: Final = "leave out the quotation marks around it."
UNSEEN: Final = "there is a character in it that nobody sees."
_MOST: Final = 65_535
_LABEL: Final = r"[^\s:/?#@\[\].]{1,63}"
_HOST: Final = re.compile(rf"{_LABEL}(\.{_LABEL})*\.?")


class Wrong(Exception):  # noqa: N818
    """It is no address, and this is why."""


def bare(url: str) -> str:
    """It without what is around it; Wrong if these are quotation marks, which some files of variables keep."""
    url = url.strip()
    if url[:1] in ("'", '"'):
        raise Wrong(QUOTED)
    return url


def taken_apart(url: str, *, hosts: int = 1) -> SplitResult:
    """Its parts: with a host and a port that can be, or none, and at most so many of them; Wrong if not."""
    if not url.isprintable():
        raise Wrong(UNSEEN)
    try:
        parts = urlsplit(url)
    except ValueError:
        raise Wrong(ESCAPED if "@" in url else BRACKETS) from None
    rest = url.partition("://")[2].removeprefix(parts.netloc)
    login, at, place = parts.netloc.rpartition("@")
    if "@" in login or (not at and "@" in parts.path):
        raise Wrong(ESCAPED)
    try:
        for each in place.split(",") if hosts > 1 else [place]:
            _check(each)
    except Wrong:
        if not at and "@" in rest:  # what was taken for a host is how somebody is called, and half of a password
            raise Wrong(ESCAPED) from None
        raise
    return parts


def _check(place: str) -> None:
    """Wrong if nothing could be at a host, with its port or without."""
    host, colon, port = place.rpartition(":")
    if place.startswith("["):
        host, bracket, port = place[1:].partition("]")
        colon, port = port[:1], port[1:]
        if not bracket or colon not in ("", ":") or not _is_ipv6(host):
            raise Wrong(BRACKETS)
    elif ":" in host:
        raise Wrong(BRACKETS if _is_ipv6(host) or _is_ipv6(place) else PORT)
    elif not colon:
        host, port = place, ""
    if host and not place.startswith("[") and not _HOST.fullmatch(host):
        raise Wrong(HOST)
    check_port(port)


def check_port(port: str) -> None:
    """Wrong unless this is one, or nothing."""
    if port and not (port.isascii() and port.isdecimal() and int(port[:9]) <= _MOST):
        raise Wrong(PORT)
    if port and not int(port):
        raise Wrong(NO_PORT)


def _is_ipv6(text: str) -> bool:
    try:
        return ipaddress.ip_address(text).version == 6
    except ValueError:
        return False


def pairs(query: str) -> dict[str, str]:
    """What stands after the question mark; Wrong if it is not such pairs."""
    try:
        found = parse_qsl(query, keep_blank_values=True, strict_parsing=bool(query))
    except ValueError:
        raise Wrong(ESCAPED if "@" in query else PAIRS) from None
    return dict(found)


def has_certificates(file: str) -> bool:
    """Whether a file names authorities that can be trusted."""
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_verify_locations(file)
    except OSError:  # ssl.SSLError is one
        return False
    return True
