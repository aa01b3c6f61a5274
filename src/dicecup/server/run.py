"""Running the server: where it listens, what it says when it cannot, and how it ends."""

import asyncio
import errno
import json
import logging
import os
import shutil
import socket
import sys
import urllib.request
import webbrowser
from collections.abc import Collection
from contextlib import nullcontext, suppress
from functools import partial
from types import FrameType
from typing import Any, Final, cast

import uvicorn
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dicecup.saves import StorageError
from dicecup.server import catalogue, qr, wire
from dicecup.server.api import make_app
from dicecup.server.arrival import GATE, INSIDE, Gate
from dicecup.server.garbage import Garbage
from dicecup.server.line import Doorway, HttpLine, SocketLine, gate_of
from dicecup.server.network import Network, listen_at
from dicecup.server.operation import logs
from dicecup.server.operation.ending import Ending
from dicecup.server.settings import Settings, inside_door
from dicecup.server.wire import party as wire_party
from dicecup.table import DicecupError, NotAllowed, SetupError

_FAREWELL: Final = 2.0  # seconds for those who are sent away to read why
_GRACE: Final = 5  # seconds for what is under way when it ends
_PING: Final = 10.0  # seconds between asking a socket whether it is there, and for its answer
_TICKS: Final = 10  # of uvicorn's clock in a second
_HEADERS: Final = 16 * 1024  # bytes
_OTHER_FILES: Final = 100  # that are open besides connections
_PASSED_ON: Final = 3  # for each of them, where others are passed on to another process, and come in from there


class Server(uvicorn.Server):
    """Says where it is as soon as somebody can go there."""

    def __init__(
        self, config: uvicorn.Config, address: str, network: Network, ending: Ending, *, show: bool
    ) -> None:
        super().__init__(config)
        self._ending: Final = ending
        self.address: Final = address
        self.port = 0  # once it listens
        self.inside: socket.socket | None = None  # where the other processes of this server come in
        self.network: Final = network
        self._gates: Final[dict[Gate, asyncio.Server]] = {}
        self._show: Final = show
        self.lost: OSError | DicecupError | None = None  # why it could not begin, or nobody be told where it is
        self.alone = False  # it has the process to itself

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Until it is ended."""
        self.config.load()
        self.config.loaded_app = cast(Any, self._beginning(cast(ASGIApp, self.config.loaded_app)))
        with self.inside or nullcontext():
            async with Garbage() if self.alone else nullcontext():
                await super().serve(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, then say so."""
        try:
            await super().startup(sockets)
        except SystemExit:
            if self.lost is None:
                raise
            self.should_exit = True
        if not self.started:
            return
        self.port = self.servers[0].sockets[0].getsockname()[1]
        if self.inside is not None:
            await self._open_inside(self.inside)
        self.network.house = self
        try:
            self._say_where()
            if self.network.settings.friends:
                await self._let_friends_in()
        except OSError as error:  # raised here it would come with what uvicorn has to say about it
            self.lost, self.should_exit = error, True

    def _beginning(self, app: ASGIApp) -> ASGIApp:
        """The application, but that a reason not to begin is told by `lost`, not with all that uvicorn says."""

        async def begun(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] != "lifespan":
                await app(scope, receive, send)
                return
            failed: list[Message] = []

            async def sent(message: Message) -> None:
                if message["type"] == "lifespan.startup.failed":
                    failed.append(message)
                else:
                    await send(message)

            try:
                await app(scope, receive, sent)
            except BaseException as error:
                if failed and isinstance(error, DicecupError):
                    self.lost, self.lifespan.should_exit = error, True
                    return
                for message in failed:
                    await send(message)
                raise

        return begun

    def _say(self, words: str) -> None:
        logs.say(self.network.settings, words)

    async def _open_inside(self, listening: socket.socket) -> None:
        """Let the other processes in: whoever comes here is marked, and counted by nobody's address."""
        doorway = Doorway(self.network.settings, _most(self.network.settings), by_address=False)

        def line() -> asyncio.Protocol:
            state = {**self.lifespan.state, INSIDE: True}
            return HttpLine(doorway, config=self.config, server_state=self.server_state, app_state=state)

        server = await asyncio.get_running_loop().create_server(line, sock=listening, backlog=self.config.backlog)
        self.servers.append(server)

    def _say_where(self) -> None:
        self._say(f"Dicecup is at {self.address}  (Ctrl-C stops it)")
        if self._show and not _open_browser(self.address):
            self._say("No browser opened here: go to that address with yours.")

    async def _let_friends_in(self) -> None:
        try:
            await self.network.open()
        except NotAllowed as reason:
            self._say(f"Friends cannot come yet. {reason}")
        else:
            self._say_where_friends_come()
        self.network.moved, self.network.opened = self._moved, self._opened

    def _moved(self) -> None:
        with suppress(OSError):  # nobody reads it any more
            self._say_where_friends_come()

    def _opened(self, title: str, way: wire_party.Link) -> None:
        """For whoever has no browser at hand to read it from; no log holds what opens a table."""
        if not self.network.on or self.network.settings.log == "json":
            return
        code = f"the code is {way.code}, the link" if way.code else "the link is"
        with suppress(OSError):
            print(f"A table for {title}: {code} {way.url}", flush=True)

    def _say_where_friends_come(self) -> None:
        bases = [f"{gate.base}/" for gate in self.network.gates]
        if self.network.settings.log == "json":
            logs.note(f"Friends come by {' or '.join(bases)}. {self.network.note()}")
            return
        if bases:
            print(f"\nFriends come by {bases[0]}")
            print("\n".join(_drawn(bases[0])))
        if others := bases[1:]:
            print(f"If that does not lead here: {' or '.join(others)}")
        print(self.network.note(), flush=True)

    async def admit(self, gate: Gate, listening: socket.socket) -> None:
        """Listen here too: as at the first address, but for the gate that each connection is marked with."""

        def line() -> asyncio.Protocol:
            facts: Any = {"config": self.config, "server_state": self.server_state}
            protocol = cast(Any, self.config.http_protocol_class)
            return cast(asyncio.Protocol, protocol(**facts, app_state={**self.lifespan.state, GATE: gate}))

        server = await asyncio.get_running_loop().create_server(line, sock=listening, backlog=self.config.backlog)
        self._gates[gate] = server
        self.servers.append(server)  # which are closed when it ends
        if self.network.house is None:  # it is ending just now
            server.close()

    async def dismiss(self, gates: Collection[Gate], reason: str) -> None:
        """Stop listening there, and end every connection that came in there: in order, if that can be had."""
        for gate in gates:
            gate.open = False
            server = self._gates.pop(gate)
            self.servers.remove(server)
            server.close()
        until = asyncio.get_running_loop().time() + _FAREWELL
        for line in self._lines(gates):
            line.send_away(reason)
        while (left := self._lines(gates)) and asyncio.get_running_loop().time() < until:
            await asyncio.sleep(0.02)
        for line in left:
            line.transport.abort()

    def _lines(self, gates: Collection[Gate]) -> list[HttpLine | SocketLine]:
        return [line for line in self._every() if gate_of(line) in gates]

    def _every(self) -> list[HttpLine | SocketLine]:
        return [cast(HttpLine | SocketLine, line) for line in self.server_state.connections]

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Somebody wants it to end; whoever says so twice means at once."""
        if self.should_exit:
            self.force_exit = True
        self._ending.announce()
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End in order, unless somebody cannot wait; nobody lets friends in meanwhile."""
        self.network.end()
        ending = asyncio.create_task(self._end(sockets))
        while not ending.done() and not self.force_exit:
            await asyncio.wait([ending], timeout=1 / _TICKS)
        if not ending.done():
            ending.cancel()
            await asyncio.wait([ending], timeout=1 / _TICKS)
        elif not self.force_exit:
            ending.result()

    async def _end(self, sockets: list[socket.socket] | None) -> None:
        await self._ending.part(lambda: [line for line in self._every() if isinstance(line, SocketLine)])
        await super().shutdown(sockets)

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
    if settings.friends and not settings.local:
        raise SetupError(
            "With --host, --name or --trusted-proxy others can come as it is, and may set games up themselves. "
            "Leave --friends out, or leave those out."
        )
    try:
        listening = listen(settings)
    except OSError as error:
        if show and error.errno == errno.EADDRINUSE and _is_dicecup(settings):
            print(f"Dicecup is already running at {_address(settings, settings.port)}", flush=True)
            if settings.friends:
                print("Let your friends in from there: Play with friends, in its menu.", flush=True)
            _open_browser(_address(settings, settings.port))
            return
        raise StorageError(_why_not_listen(settings, error)) from None
    logs.begin(settings)
    with listening, suppress(KeyboardInterrupt):
        server = make_server(settings, listening, show=show)
        catalogue.all_games()
        server.alone = True
        server.run(sockets=[listening])
        if server.lost:
            raise server.lost


def make_server(settings: Settings, listening: socket.socket, *, show: bool = False) -> Server:
    """The server that will listen there."""
    network = Network(settings)
    inside, address = listen_inside(settings) if settings.database or settings.inside else (None, "")
    try:
        app = make_app(
            settings, leave=lambda: setattr(server, "should_exit", True), network=network, inside=address
        )
    except BaseException:
        if inside is not None:
            inside.close()
        raise
    config = uvicorn.Config(
        app,
        log_level=logging.ERROR,  # what strangers send is not worth a warning each
        log_config=uvicorn.config.LOGGING_CONFIG if logs.plain(settings) else None,
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
    desk = app.state.desk
    ending = Ending(desk.health, desk.storage.owners, settings)
    server = Server(config, _address(settings, listening.getsockname()[1]), network, ending, show=show)
    server.inside = inside
    return server


def _most(settings: Settings) -> int:
    """How many connections there can be: so many are wished for, if the system gives that many files."""
    try:
        import resource
    except ImportError:  # Windows has no such bound
        return settings.connections
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    each = _PASSED_ON if settings.database else 1
    wanted = settings.connections * each + _OTHER_FILES
    if soft < wanted:
        soft = min(wanted, hard) if hard != resource.RLIM_INFINITY else wanted
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return max(1, min(settings.connections, (soft - _OTHER_FILES) // each))


def listen_inside(settings: Settings) -> tuple[socket.socket, str]:
    """A socket for the other processes of this server, and the address by which they reach it."""
    host, port = inside_door(settings.inside or "127.0.0.1")
    trouble: OSError | None = None
    try:
        found = {str(each[4][0]) for each in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)}
    except OSError as error:
        found, trouble = set(), error
    for address in sorted(found, key=lambda each: (":" in each, each)):
        try:
            listening = listen_at(address, port)
        except OSError as error:
            trouble = error
            continue
        port = listening.getsockname()[1]
        return listening, f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    why = trouble.strerror or trouble if trouble is not None else "it has no address"
    raise StorageError(
        f"The door for the other servers cannot be opened at {settings.inside}: {why}. --inside takes an address "
        "or a name of this computer, by which they can reach it, and a port that is free."
    )


def listen(settings: Settings) -> socket.socket:
    """A socket at the address; OSError if that cannot be had."""
    return listen_at(settings.host, settings.port)


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


def _drawn(text: str) -> list[str]:
    """A QR code as this terminal can show it; nothing if it is not wide enough."""
    out = sys.stdout
    try:
        qr.BLOCKS.encode(out.encoding or "ascii")
        blocks = True
    except UnicodeEncodeError:
        blocks = False
    colours = out.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    width = shutil.get_terminal_size().columns if out.isatty() else None
    return qr.drawn(text, blocks=blocks, colours=colours, width=width)


def _open_browser(address: str) -> bool:
    try:
        return webbrowser.open(address)
    except webbrowser.Error:
        return False
