"""All that is measured, with what can only be looked at: how much there is now, and what the process takes."""

import os
import sys
import time
from collections.abc import Sized
from contextlib import suppress
from pathlib import Path
from typing import Final, Protocol

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import dicecup
from dicecup.server.arrival import INSIDE
from dicecup.server.guard import VISITOR
from dicecup.server.operation import measures
from dicecup.server.operation.health import NO_BUS, Health
from dicecup.server.store.storage import Storage

METRICS: Final = "/metrics"
_ELSEWHERE: Final = (
    "What this server measures is told at its inside door: start it with --inside 127.0.0.1:8766, say, and ask "
    "there."
)

_INFO: Final = measures.gauge(
    "dicecup_info", "The version that runs here, and whether others share its store.", "version", "store"
)
_READY: Final = measures.gauge("dicecup_ready", "1 if people can be sent to this process.")
_BUS: Final = measures.gauge("dicecup_bus_works", "1 if messages between processes get through.")
_MATCHES: Final = measures.gauge("dicecup_matches", "Matches in memory.")
_PARTIES: Final = measures.gauge("dicecup_parties", "Parties in memory.")
_UNITS: Final = measures.gauge("dicecup_units", "Units (parties, and matches without one) that this process owns.")
_MEMORY: Final = measures.gauge("process_resident_memory_bytes", "Memory that this process has.")
_CPU: Final = measures.total("process_cpu_seconds_total", "Processor time that this process has taken.")
_FILES: Final = measures.gauge("process_open_fds", "Files and connections that this process has open.")
_STARTED: Final = measures.gauge("process_start_time_seconds", "When this process has started.")
_BEGUN: Final = time.time()


class Desk(Protocol):
    """What there is to look at."""

    @property
    def health(self) -> Health:
        """How it is."""
        ...

    @property
    def storage(self) -> Storage:
        """Where things are kept."""
        ...

    @property
    def tables(self) -> Sized:
        """The matches in memory."""
        ...

    @property
    def parties(self) -> Sized:
        """Those in memory."""
        ...


async def overview(desk: Desk) -> str:
    """Everything, as Prometheus reads it."""
    found = await desk.health.look()
    _INFO.set(1, dicecup.__version__, type(desk.storage).__name__.removesuffix("Storage").lower())
    _READY.set(found.ready)
    _BUS.set(NO_BUS not in found.warnings)
    _MATCHES.set(len(desk.tables))
    _PARTIES.set(len(desk.parties))
    _UNITS.set(desk.storage.owners.units)
    _look_at_process()
    return measures.told()


def _look_at_process() -> None:
    used = os.times()
    _CPU.set(used.user + used.system)
    _STARTED.set(_BEGUN)
    _MEMORY.set(memory())
    with suppress(OSError):
        _FILES.set(sum(1 for _ in Path("/proc/self/fd").iterdir()))


def memory() -> int:
    """Bytes that this process has in memory; where the system does not tell, the most that it has had."""
    with suppress(OSError, ValueError, IndexError):
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    with suppress(ImportError):
        import resource

        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else most * 1024
    return 0


def route(desk: Desk) -> Route:
    """The metrics, for those who come in by the inside door alone.

    At the other one nobody can tell for certain who comes: behind a proxy on this computer everybody comes from
    here. Nobody else is told that there are any, but for whoever seems to sit here.
    """

    async def metrics(request: Request) -> Response:
        state = request.scope["state"]
        if INSIDE not in state:
            raise HTTPException(404, _ELSEWHERE if state[VISITOR].local else "There is nothing at this address.")
        return Response(await overview(desk), media_type=measures.TYPE)

    return Route(METRICS, metrics, methods=["GET"], include_in_schema=False)
