"""One request to an endpoint, with a deadline by the clock; any thread may break it off."""

import base64
import json
import ssl
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from queue import Empty, SimpleQueue
from socket import SHUT_RDWR, gaierror, socket
from typing import Any, Final, NamedTuple
from urllib.parse import unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

import dicecup
from dicecup.players.outside.line import Late, clean
from dicecup.players.outside.llm.address import Address, without

LONGEST: Final = 1 << 20
"""Bytes of a reply."""
STEP: Final = 0.25
"""Seconds to wait at a time."""


class Broken(Exception):  # noqa: N818 - it is the line, not an error of ours
    """No reply came; the words say how. `hopeless`: nor will another one."""

    def __init__(self, words: str, *, hopeless: bool = False) -> None:
        super().__init__(words)
        self.hopeless = hopeless


class Reply(NamedTuple):
    """What an endpoint answered, the key left out wherever it stood."""

    status: int
    headers: Mapping[str, str]  # by name in small letters
    text: str


class Call:
    """A request that is under way: a thread waits for the line, so that whoever waits for it can stop waiting."""

    def __init__(self, address: Address, path: str, body: Mapping[str, Any] | None, until: float) -> None:
        self._address: Final = address
        self._path: Final = path
        self._body: Final = None if body is None else json.dumps(body).encode()
        self._until: Final = until
        self._key: Final = address.key()
        self._done: Final[SimpleQueue[Reply | Broken]] = SimpleQueue()
        self._lock: Final = threading.Lock()
        self._socket: socket | None = None
        self._cancelled = False
        threading.Thread(target=self._run, daemon=True).start()

    def wait(self) -> Reply:
        """What came back; Broken if nothing did, Late if it took too long."""
        try:
            while True:  # in short steps, or Ctrl-C would have to wait on some systems
                left = self._until - time.monotonic()
                try:
                    found = self._done.get(timeout=min(STEP, max(0.0, left)))
                except Empty:
                    if left <= 0:
                        raise Late from None
                    continue
                if isinstance(found, Broken):
                    if time.monotonic() >= self._until:  # the line's own time was up a moment sooner than ours
                        raise Late
                    raise found
                return found
        finally:
            self.cancel()

    def cancel(self) -> None:
        """Hang up: whoever is at the other end need not go on."""
        with self._lock:
            self._cancelled = True
            if self._socket is not None:
                with suppress(OSError):
                    self._socket.shutdown(SHUT_RDWR)
        self._done.put(Broken("It was broken off.", hopeless=True))

    # --- in the thread ---

    def _run(self) -> None:
        try:
            found: Reply | Broken = self._called()
        except Broken as broken:
            found = broken
        except ssl.SSLCertVerificationError as error:
            why = clean(error.verify_message)
            found = Broken(f"{self._address.link} cannot be trusted: {why}.", hopeless=True)
        except gaierror:
            found = Broken(f"There is no {self._address.host} on the network.")
        except HTTPException as error:
            found = Broken(f"{self._address.link} does not answer as HTTP should: {self._words(error)}.")
        except Exception as error:  # a socket that is shut by another thread may say anything
            found = Broken(f"Nobody answers at {self._address.link}: {self._words(error)}.")
        self._done.put(found)

    def _called(self) -> Reply:
        connection, path, more = _connection(self._address, self._path, self._until - time.monotonic())
        try:
            connection.connect()
            with self._lock:
                self._socket = connection.sock
                if self._cancelled:
                    return Reply(0, {}, "")
            connection.request(
                "GET" if self._body is None else "POST", path, self._body, {**self._headers(), **more}
            )
            with connection.getresponse() as response:
                body = response.read(LONGEST + 1)
                if len(body) > LONGEST:
                    raise Broken(f"{self._address.link} said more than {LONGEST // 1024} KiB at once.")
                if response.length:
                    raise Broken(f"{self._address.link} hung up in the middle of an answer.")
                headers = {name.lower(): without(self._key, value) for name, value in response.getheaders()}
                return Reply(response.status, headers, without(self._key, body.decode("utf-8", "replace")))
        finally:
            with self._lock:
                self._socket = None
            connection.close()

    def _headers(self) -> dict[str, str]:
        return {
            "Host": self._address.authority,
            "User-Agent": f"dicecup/{dicecup.__version__}",
            "Accept": "application/json",
            "Content-Type": "application/json",
            "Connection": "close",
            **({"Authorization": f"Bearer {self._key}"} if self._key else {}),
        }

    def _words(self, error: Exception) -> str:
        return clean(without(self._key, str(error))) or type(error).__name__


def _connection(address: Address, path: str, seconds: float) -> tuple[HTTPConnection, str, dict[str, str]]:
    """A line to an address, perhaps by the proxy of this computer; what to ask there; and what to say besides."""
    seconds = max(0.001, seconds)
    scheme = "https" if address.secure else "http"
    proxy = None if address.near or proxy_bypass(address.host) else getproxies().get(scheme)
    context = ssl.create_default_context() if address.secure else None
    if not proxy:
        if context is not None:
            return HTTPSConnection(address.host, address.port, timeout=seconds, context=context), path, {}
        return HTTPConnection(address.host, address.port, timeout=seconds), path, {}
    parts = urlsplit(proxy if "//" in proxy else f"//{proxy}")
    host, port, more = parts.hostname or "", parts.port or 80, {}
    if parts.username:
        pair = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
        more["Proxy-Authorization"] = f"Basic {base64.b64encode(pair.encode()).decode()}"
    if context is None:
        return HTTPConnection(host, port, timeout=seconds), f"http://{address.authority}{path}", more
    tunnel = HTTPSConnection(host, port, timeout=seconds, context=context)
    tunnel.set_tunnel(address.host, address.port, more)
    return tunnel, path, {}
