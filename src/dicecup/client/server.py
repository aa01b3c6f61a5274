"""A server, asked over HTTP: who one is there, what is behind a code, and going in."""

import json
import os
import threading
import urllib.error
import urllib.request
from contextlib import suppress
from http.client import HTTPConnection, HTTPResponse
from typing import Any, Final

from dicecup.client.address import is_near
from dicecup.client.errors import ClientError, Refused, Unreachable
from dicecup.client.kept import Kept

PROTOCOL: Final = 1
_PATIENCE: Final = 20.0  # seconds
_GUEST: Final = "dicecup_guest"  # how the name of the cookie ends


class _Line(HTTPConnection):
    """Says nothing of closing the line, as urllib always does: a server takes whoever says so for a proxy."""

    def request(self, method: str, url: str, body: Any = None, headers: Any = None, **more: Any) -> None:
        kept = {name: value for name, value in (headers or {}).items() if name.casefold() != "connection"}
        super().request(method, url, body, kept, **more)


class _Speaker(urllib.request.HTTPHandler):
    def http_open(self, req: urllib.request.Request) -> HTTPResponse:
        return self.do_open(_Line, req)


class Server:
    """A server as one guest knows it. What it refuses is `Refused`, with its own words."""

    def __init__(self, address: str, folder: str | os.PathLike[str] | None = None) -> None:
        self.address: Final = address
        self.kept: Final = Kept(address, folder)
        direct = [urllib.request.ProxyHandler({})] if is_near(address) else []
        self._open: Final = urllib.request.build_opener(_Speaker, *direct)
        self._asking: Final = threading.Lock()  # sockets say hello from threads of their own

    def hello(self) -> dict[str, Any]:
        """Say who one is, or become a guest; `Unreachable` if nobody is there, ClientError if it is no Dicecup."""
        welcome = self.get("/hello")
        match welcome:
            case {"protocol": int(protocol), "games": list()}:
                if protocol == PROTOCOL:
                    return dict(welcome)
                raise ClientError(
                    f"{self.address} is another version of Dicecup. Both have to be updated to play."
                )
        raise ClientError(f"There is no Dicecup at {self.address}. Check the address.")

    def knock(self, code: str) -> dict[str, Any]:
        """What is behind a code or the word of a link, before one goes in."""
        return dict(self.post("/doors", {"code": code}))

    def join(self, code: str, name: str = "", character: str = "") -> dict[str, Any]:
        """Go in: `party`, one's number as `person`, and the `key` of the seat, which is kept."""
        joined = dict(self.post("/join", {"code": code, "name": name, "character": character}))
        self.kept.keep("seats", joined["party"], joined["key"])
        return joined

    def get(self, path: str) -> Any:
        """Ask for something."""
        return self._ask("GET", path, None)

    def post(self, path: str, body: Any = None) -> Any:
        """Ask for something to be done."""
        return self._ask("POST", path, {} if body is None else body)

    def text(self, path: str) -> str:
        """Ask for a file."""
        return self._fetch("GET", path, None).decode()

    def _ask(self, method: str, path: str, body: Any) -> Any:
        raw = self._fetch(method, path, body)
        try:
            return json.loads(raw) if raw else None
        except ValueError:
            raise ClientError(f"There is no Dicecup at {self.address}. Check the address.") from None

    def _fetch(self, method: str, path: str, body: Any) -> bytes:
        headers = {"content-type": "application/json", "accept": "application/json"}
        if self.kept.cookie:
            headers["cookie"] = self.kept.cookie
        data = None if body is None else json.dumps(body).encode()
        asked = urllib.request.Request(f"{self.address}/api/v1{path}", data, headers, method=method)  # noqa: S310
        try:
            with self._asking, self._open.open(asked, timeout=_PATIENCE) as reply:
                self._remember(reply.headers.get_all("set-cookie") or [])
                return bytes(reply.read())
        except urllib.error.HTTPError as refusal:
            with refusal:
                raise Refused(_reason(refusal), refusal.code) from None
        except (OSError, ValueError) as trouble:
            why = getattr(trouble, "reason", None) or trouble
            raise Unreachable(
                f"Nobody answers at {self.address} ({getattr(why, 'strerror', None) or why}). Check the address, "
                "and that the server is running."
            ) from None

    def _remember(self, cookies: list[str]) -> None:
        for cookie in cookies:
            pair = cookie.partition(";")[0].strip()
            if pair.partition("=")[0].endswith(_GUEST):
                self.kept.keep_cookie(pair)

    def close(self) -> None:
        """Be nobody here any more, for now."""
        self.kept.close()


def _reason(refusal: urllib.error.HTTPError) -> str:
    """Why a request was refused, in the server's words if it has any."""
    with suppress(OSError, ValueError):
        match json.loads(refusal.read()):
            case {"reason": str(reason)} if reason:
                return reason
    return f"The server refused: {refusal.code} {refusal.reason}."
