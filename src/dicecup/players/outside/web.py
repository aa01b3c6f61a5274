"""A line to a bot that listens at a websocket: each message is one line of the same JSON."""

import socket
import threading
import time
from contextlib import suppress
from typing import Any, Final
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, InvalidURI, WebSocketException
from websockets.sync.client import ClientConnection, connect
from websockets.uri import parse_uri

from dicecup.players.outside.line import LONGEST, Garbled, Gone, Late, clean
from dicecup.table import SetupError

_OPENING: Final = 10.0  # seconds
_NEAR: Final = ("localhost", "127.0.0.1", "::1")


def check(link: str) -> None:
    """SetupError unless a bot can be called there."""
    try:
        parse_uri(link)
        urlsplit(link).port  # noqa: B018 - ValueError, if it is none
    except (InvalidURI, ValueError):
        raise SetupError(f"{link} is no address of a bot; one looks like ws://localhost:9000/bot.") from None


class _Straight(ClientConnection):
    """Goes nowhere else: whoever leads elsewhere could have anything called from here, within our own network."""

    def handshake(self, *given: Any, **named: Any) -> None:
        """As always, but where it leads elsewhere."""
        try:
            super().handshake(*given, **named)
        except InvalidStatus as error:
            if 300 <= error.response.status_code < 400:
                where = clean(error.response.headers.get("Location", "").partition("?")[0]) or "another address"
                raise InvalidHandshake(f"it leads elsewhere, to {where}") from None
            raise


class Socket:
    """A bot at the other end of a socket."""

    def __init__(self, link: str) -> None:
        near = urlsplit(link).hostname in _NEAR
        try:
            self._socket = connect(
                link,
                open_timeout=_OPENING,
                close_timeout=1.0,
                max_size=LONGEST,
                ping_interval=None,  # a bot may think without listening
                proxy=None if near else True,
                compression=None if near else "deflate",
                create_connection=_Straight,
            ).__enter__()  # it is closed by `close`
        except (WebSocketException, OSError, ValueError) as error:
            raise Gone(f"Nobody answers at {link}: {clean(str(error)) or type(error).__name__}.") from None

    def say(self, text: str, until: float) -> None:
        """Say one line."""
        trouble: list[Exception] = []

        def send() -> None:  # it waits for whoever does not listen, and knows no deadline
            try:
                self._socket.send(text)
            except (WebSocketException, OSError) as error:
                trouble.append(error)

        sending = threading.Thread(target=send, daemon=True)
        sending.start()
        sending.join(max(0.0, until - time.monotonic()))
        if sending.is_alive():
            raise Late
        if trouble:
            raise Gone(self._how())

    def hear(self, until: float) -> str:
        """The next line it says."""
        try:
            heard = self._socket.recv(max(0.0, until - time.monotonic()))
        except TimeoutError:
            raise Late from None
        except ConnectionClosed as closed:
            if closed.sent is not None and closed.sent.code == 1009:
                raise Garbled(f"It said more than {LONGEST // 1024} KiB at once.") from None
            raise Gone(self._how()) from None
        if not isinstance(heard, str):
            raise Garbled("It said something that is not text.")
        return heard

    def last_words(self) -> str:
        """Nothing: it complains where it runs."""
        return ""

    def _how(self) -> str:
        why = clean(self._socket.close_reason or "")
        return f"It hung up: {why}." if why else "It hung up."

    def close(self, grace: float) -> None:
        """Hang up; without a farewell if there is no time for one, or if it does not listen."""
        if not grace:
            with suppress(OSError):
                self._socket.socket.shutdown(socket.SHUT_RDWR)
        with suppress(WebSocketException, OSError):
            self._socket.close()
