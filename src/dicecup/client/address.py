"""Links and codes as people paste and type them: the server they lead to, and what they open there."""

import ipaddress
import re
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from dicecup.client.errors import ClientError

HERE: Final = "http://127.0.0.1:8765"
"""Where `dicecup serve` listens if nobody says otherwise."""

_ROUTE: Final = re.compile(r"/?(join|party)/([\w-]{1,64})/?", re.ASCII)
_WORD: Final = re.compile(r"[\w-]{1,64}", re.ASCII)


class Way(NamedTuple):
    """Where a link leads."""

    server: str  # such as http://192.168.1.5:8765
    code: str  # five letters, or the long word of a link
    party: str = ""  # a table that one sits at already, by its id


def read(link_or_code: str, server: str | None = None) -> Way:
    """The way that a link shows, or a code at a server; ClientError for anything else."""
    text = link_or_code.strip()
    if "/" in text or "#" in text:
        address, _, route = text.partition("#")
        found = _ROUTE.fullmatch(route)
        if found is None:
            raise ClientError("That is not the link of a table: it ends like #/join/ and a word. Copy all of it.")
        where = read_server(server or address)
        return Way(where, found[2]) if found[1] == "join" else Way(where, "", found[2])
    code = "".join(text.split())
    if not _WORD.fullmatch(code):
        raise ClientError(
            "A code is five letters, such as BCDFG, and a link is a whole address. Type one of them."
        )
    return Way(read_server(server or HERE), code)


def read_server(text: str) -> str:
    """The address of a server, as it was typed: `192.168.1.5`, `play.example.org:80`, `https://...`."""
    given = text.strip()
    if "://" not in given:
        given = f"http://{given}"
    try:
        parts = urlsplit(given)
        port, name = parts.port, parts.hostname
        if not name or parts.scheme not in ("http", "https") or any(sign.isspace() for sign in given):
            raise ValueError
    except ValueError:
        raise ClientError(f"“{given[:80]}” is not the address of a server. It looks like {HERE}.") from None
    host = f"[{name}]" if ":" in name else name
    if port is None and "://" not in text and parts.scheme == "http" and _is_number(name):
        port = urlsplit(HERE).port  # an address in somebody's own network, without the port that all of them have
    return f"{parts.scheme}://{host}{'' if port is None else f':{port}'}{parts.path.rstrip('/')}"


def is_near(server: str) -> bool:
    """Whether a server is on this computer or in its own network: no proxy leads there."""
    name = urlsplit(server).hostname or ""
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return name == "localhost" or name.endswith(".local")
    return address.is_loopback or address.is_private or address.is_link_local


def _is_number(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
