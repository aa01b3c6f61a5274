"""Running the server: where it listens, what it says when it cannot, and how it ends."""

import asyncio
import errno
import json
import logging
import socket
import urllib.request
import webbrowser
from contextlib import nullcontext, suppress
from functools import partial
from typing import Any, Final, cast

import uvicorn

from dicecup.saves import StorageError
from dicecup.server import catalogue, wire
from dicecup.server.api import make_app
from dicecup.server.garbage import Garbage
from dicecup.server.line import Doorway, HttpLine, SocketLine
from dicecup.server.settings import Settings

_GRACE: Final = 5  # seconds for what is under way when it ends
_PING: Final = 20.0  # seconds between asking a socket whether it is there, and for its answer
_TICKS: Final = 10  # of uvicorn's clock in a second
_HEADERS: Final = 16 * 1024  # bytes
_OTHER_FILES: Final = 100  # that are open besides connections


class Server(uvicorn.Server):
    """Says where it is as soon as somebody can go there."""

    def __init__(self, config: uvicorn.Config, address: str, *, show: bool) -> None:
        super().__init__(config)
        self.address: Final = address
        self._show: Final = show
        self.lost: OSError | None = None  # why nobody could be told where it is
        self.alone = False  # it has the process to itself

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Until it is ended."""
        async with Garbage() if self.alone else nullcontext():
            await super().serve(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, then say so."""
        await super().startup(sockets)
        try:
            if self.started:
                self._say_where()
        except OSError as error:  # raised here it would come with what uvicorn has to say about it
            self.lost, self.should_exit = error, True

    def _say_where(self) -> None:
        print(f"Dicecup is at {self.address}  (Ctrl-C stops it)", flush=True)
        if self._show and not _open_browser(self.address):
            print("No browser opened here: go to that address with yours.", flush=True)

    async def on_tick(self, counter: int) -> bool:
        """Once in a second, end the connections at which nobody is."""
        if counter % _TICKS == 0:
            now = asyncio.get_running_loop().time()
            for line in list(self.server_state.connections):
                if isinstance(line, (HttpLine, SocketLine)) and line.overdue(now):
                    line.transport.abort()
        return await super().on_tick(counter)


def serve(settings: Settings, *, show: bool = False) -> None:
    """Serve until somebody ends it. `show`: open a browser on it.

    StorageError, with what to do, if it cannot listen there or keep anything.
    """
    try:
        listening = listen(settings)
    except OSError as error:
        if show and error.errno == errno.EADDRINUSE and _is_dicecup(settings):
            print(f"Dicecup is already running at {_address(settings, settings.port)}", flush=True)
            _open_browser(_address(settings, settings.port))
            return
        raise StorageError(_why_not_listen(settings, error)) from None
    with listening, suppress(KeyboardInterrupt):
        server = make_server(settings, listening, show=show)
        catalogue.all_games()
        server.alone = True
        server.run(sockets=[listening])
        if server.lost:
            raise server.lost


def make_server(settings: Settings, listening: socket.socket, *, show: bool = False) -> Server:
    """The server that will listen there."""
    app = make_app(settings, leave=lambda: setattr(server, "should_exit", True))
    config = uvicorn.Config(
        app,
        log_level=logging.ERROR,  # what strangers send is not worth a warning each
        access_log=False,
        server_header=False,
        http=cast(Any, partial(HttpLine, Doorway(settings, _most(settings)))),
        h11_max_incomplete_event_size=_HEADERS,
        ws=SocketLine,
        ws_max_size=wire.LARGEST_FRAME,
        ws_ping_interval=_PING,
        ws_ping_timeout=_PING,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=_GRACE,
        proxy_headers=False,
    )
    server = Server(config, _address(settings, listening.getsockname()[1]), show=show)
    return server


def _most(settings: Settings) -> int:
    """How many connections there can be: so many are wished for, if the system gives that many files."""
    try:
        import resource
    except ImportError:  # Windows has no such bound
        return settings.connections
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = settings.connections + _OTHER_FILES
    if soft < wanted:
        soft = min(wanted, hard) if hard != resource.RLIM_INFINITY else wanted
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return max(1, min(settings.connections, soft - _OTHER_FILES))


def listen(settings: Settings) -> socket.socket:
    """A socket at the address; OSError if that cannot be had."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # The protocol is named, or asyncio would not switch Nagle's algorithm off, and every answer would wait 40 ms.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((settings.host, settings.port))
        listening.listen(512)
    except BaseException:
        listening.close()
        raise
    return listening


def _address(settings: Settings, port: int) -> str:
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(settings.host, settings.host)  # noqa: S104
    return f"http://{f'[{host}]' if ':' in host and host[0] != '[' else host}:{port}/"


def _why_not_listen(settings: Settings, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"Port {settings.port} is in use, perhaps by another Dicecup. Stop that one, or choose another port: "
            "--port 0 finds a free one."
        )
    if error.errno == errno.EACCES:
        return f"Port {settings.port} is not yours to use. Choose one from 1024 up, or --port 0 for any."
    return f"The server cannot listen at {settings.host} port {settings.port}: {error.strerror or error}."


def _is_dicecup(settings: Settings) -> bool:
    """Whether the program that has the port is one of us."""
    try:
        with urllib.request.urlopen(_address(settings, settings.port) + "api/v1/hello", timeout=2) as reply:  # noqa: S310
            return "protocol" in json.load(reply)
    except (OSError, ValueError):
        return False


def _open_browser(address: str) -> bool:
    try:
        return webbrowser.open(address)
    except webbrowser.Error:
        return False
