"""Letting friends in: the switch that makes the running program listen on the network too, and stop again.

The program goes on listening at its own address, for this computer alone. At each address that others can reach a
`Gate` is opened, and every connection knows by which one it came. Nothing of this outlives the program.
"""

import asyncio
import errno
import logging
import os
import shutil
import socket
import sys
from collections.abc import Callable, Collection, Sequence
from typing import Final, Protocol

from starlette.requests import HTTPConnection

from dicecup.server import addresses
from dicecup.server.arrival import BASE, Gate, Visitor
from dicecup.server.guard import VISITOR
from dicecup.server.settings import Settings
from dicecup.server.wire import party as wire_party
from dicecup.table import NotAllowed

CLOSED: Final = "The door to the network has been closed here, so you have been sent away."
_EVERY: Final = 10.0  # seconds between looking whether this computer has other addresses now
_SOON: Final = 1.0  # seconds in which nobody looks twice
_BACKLOG: Final = 512
_NO_NETWORK: Final = (
    "This computer is in no network, so nobody can reach it. Connect it to your wifi, by cable or to the hotspot "
    "of a phone, and try again."
)
_NO_NETWORK_NOW: Final = "This computer is in no network just now. As soon as it is again, friends can come back."
_OFF: Final = "Nobody but you can reach this program."
_SAME_NETWORK: Final = (
    "Everybody has to be in the same network as this computer, for example on the same wifi. A wifi for guests "
    "often keeps devices apart."
)
_SYSTEM_PROGRAMS: Final = ("/usr/sbin", "/sbin")  # not everybody finds those by name
_WHOLE_INTERNET: Final = (
    "This computer has an address that the whole internet can reach, so not only people in your network can come "
    "to the page. To get to a table they need its link or code."
)
_log: Final = logging.getLogger("dicecup.server")


class House(Protocol):
    """The running program, as far as it can listen in more than one place."""

    port: int

    async def admit(self, gate: Gate, listening: socket.socket) -> None:
        """Let people in by this gate from now on."""
        ...

    async def dismiss(self, gates: Collection[Gate], reason: str) -> None:
        """Nobody comes in there any more, and whoever came in there is sent away."""
        ...


class Network:
    """The switch, and where friends come in while it is on."""

    def __init__(self, settings: Settings) -> None:
        self.settings: Final = settings
        self.on = False
        self.gates: Sequence[Gate] = ()  # the likeliest to be reached first
        self.house: House | None = None  # while the program runs
        self.moved: Callable[[], None] = lambda: None  # called when the gates are others now
        self.opened: Callable[[str, wire_party.Link], None] | None = None  # called with each new table
        self._lock: Final = asyncio.Lock()
        self._watching: asyncio.Task[None] | None = None
        self._looked = 0.0

    async def open(self) -> None:
        """Let friends in; NotAllowed, and nothing is changed, if nobody could come."""
        async with self._lock:
            if self.on:
                await self._follow()
                return
            if self.house is None or not self.settings.local:
                raise NotAllowed("This program does not decide by itself who can reach it.")
            await self._follow()
            self.on = True
            self._watching = asyncio.create_task(self._watch())

    async def close(self) -> None:
        """Let nobody in any more, and send away whoever came in."""
        async with self._lock:
            gates, self.gates, self.on = self.gates, (), False
            self._stop_watching()
            if self.house is not None:
                await self.house.dismiss(gates, CLOSED)

    async def look_again(self) -> None:
        """Follow this computer to other addresses, if it has any now."""
        async with self._lock:
            if self.on and asyncio.get_running_loop().time() - self._looked > _SOON:
                await self._follow()

    def end(self) -> None:
        """The program ends; it closes its gates itself."""
        self.house, self.gates, self.on = None, (), False
        self._stop_watching()

    def _stop_watching(self) -> None:
        if self._watching is not None:
            self._watching.cancel()
            self._watching = None

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(_EVERY)
            try:
                await self.look_again()
            except OSError:
                _log.exception("where this computer is cannot be found out")

    async def _follow(self) -> None:
        """Open a gate at each address there is now, and close those at others. NotAllowed if the first is none."""
        found = await asyncio.to_thread(addresses.found)
        self._looked = asyncio.get_running_loop().time()
        house, had = self.house, {gate.address: gate for gate in self.gates}
        if house is None:
            return
        refused: OSError | None = None
        for address in found:
            if address not in had:
                try:
                    listening = bound(str(address), house.port)
                except OSError as error:
                    refused = error
                    continue
                gate = had[address] = Gate(address, listening.getsockname()[1])
                await house.admit(gate, listening)
        gates = [had[address] for address in found if address in had]
        if not gates and not self.on:
            raise NotAllowed(_NO_NETWORK if refused is None else _why_not(refused))
        before, self.gates = self.gates, gates
        gone = [gate for gate in before if gate not in gates]
        if gone:
            await house.dismiss(gone, CLOSED)
        if self.on and list(before) != gates:
            self.moved()

    def note(self) -> str:
        """What to do if friends cannot get through, or why nobody can."""
        if not self.on:
            return _OFF
        if not self.gates:
            return _NO_NETWORK_NOW
        far = any(gate.address.is_global for gate in self.gates)
        return f"{_WHOLE_INTERNET if far else _SAME_NETWORK} {firewall(self.gates[0].port)}"


def bound(host: str, port: int) -> socket.socket:
    """A socket that listens there, at another port if that one is taken; OSError if none can be had."""
    try:
        return listen_at(host, port)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        return listen_at(host, 0)


def listen_at(host: str, port: int) -> socket.socket:
    """A socket that listens there; OSError if that cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # The protocol is named, or asyncio would not switch Nagle's algorithm off, and every answer would wait 40 ms.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":  # elsewhere it would let two programs have the same port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(_BACKLOG)
    except BaseException:
        listening.close()
        raise
    return listening


def _why_not(error: OSError) -> str:
    return (
        f"The system does not let Dicecup listen on the network: {error.strerror or error}. Perhaps a firewall "
        "forbids it."
    )


def firewall(port: int, system: str = sys.platform) -> str:
    """What to do about a firewall, in the words of the system at hand."""
    if system == "win32":
        return "If Windows asks whether Dicecup or Python may be reached, allow it for private networks."
    if system == "darwin":
        return "If your Mac asks whether Dicecup or Python may accept incoming connections, allow it."
    path = os.pathsep.join((os.environ.get("PATH", os.defpath), *_SYSTEM_PROGRAMS))
    for program, command in (
        ("ufw", f"sudo ufw allow {port}/tcp"),
        ("firewall-cmd", f"sudo firewall-cmd --add-port={port}/tcp"),
    ):
        if shutil.which(program, path=path):
            return f"If they cannot get through, the firewall may be in the way; this lets them in: {command}"
    return f"If they cannot get through, a firewall may be in the way: it has to let TCP port {port} in."


def base(request: HTTPConnection) -> str:
    """What links for others begin with, such as http://192.168.1.5:8765.

    The address by which friends come in, if they do; otherwise the one by which whoever asks has come.
    """
    if (told := request.scope["state"].get(BASE)) is not None:
        return str(told)
    network: Network = request.app.state.network
    visitor: Visitor = request.scope["state"][VISITOR]
    gate = visitor.gate or (network.gates[0] if visitor.local and network.gates else None)
    if gate is not None:
        return gate.base
    return f"{'https' if visitor.secure else 'http'}://{request.headers['host']}"


def friends(request: HTTPConnection) -> wire_party.Friends:
    """Whether others can come, and where to, for whoever asks."""
    network: Network = request.app.state.network
    visitor: Visitor = request.scope["state"][VISITOR]
    open_tables = network.settings.open_tables
    if not visitor.local:  # then others can come: whoever asks is one of them
        return wire_party.Friends(
            on=True, switch=False, addresses=[base(request)], note="", open_tables=open_tables
        )
    return wire_party.Friends(
        on=network.on,
        switch=network.house is not None,
        addresses=[gate.base for gate in network.gates],
        note=network.note(),
        open_tables=open_tables,
    )
