"""Many machines: inside `joined`, work goes to a Ray cluster instead of processes here; docs/cluster.md."""

import os
import socket
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import Any, Final, TypeVar

import dicecup
from dicecup import extras
from dicecup.table import DicecupError, SetupError

PartT = TypeVar("PartT")
ResultT = TypeVar("ResultT")

_PATIENCE: Final = 5  # seconds for a cluster to answer; Ray itself waits for many minutes
_RETRIES: Final = 20  # for a part whose machine dies
_GREETING: Final = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes((0, 0, 0, 4, 0, 0, 0, 0, 0))
_LOOPBACK: Final = ("127.0.0.1", "localhost")
_ray: Any = None
_away = False


class _Stopped(DicecupError):  # noqa: N818 - it was stopped, not wrong
    """Something was tried again and again, and stopped each time."""


def is_joined() -> bool:
    """Whether work goes to a cluster."""
    return _ray is not None


@contextmanager
def joined(address: str | None) -> Iterator[None]:
    """Work goes to the cluster at HOST:PORT meanwhile; None: to processes of this machine, as always."""
    global _ray  # noqa: PLW0603 - a process belongs to one cluster, Ray says
    if address is None:
        yield
        return
    ray = _connected(address)
    try:
        _ray = ray
        yield
    finally:
        _ray = None
        ray.shutdown()


def is_away() -> bool:
    """Whether this process works for somebody on another machine, or as if it were one."""
    return _away


def everywhere(work: Callable[[], None]) -> None:
    """Have this done once on each machine, now; what one of them cannot do is said with its name."""
    ray = _ray
    task = ray.remote(num_cpus=0, max_retries=_RETRIES)(_do)
    pinned = ray.util.scheduling_strategies.NodeAffinitySchedulingStrategy
    asked = [
        (
            node["NodeManagerAddress"],
            task.options(scheduling_strategy=pinned(node["NodeID"], soft=False)).remote(_at_hand, work, _origin()),
        )
        for node in ray.nodes()
        if node["Alive"] and node["Resources"].get("CPU")
    ]
    for host, done in asked:
        try:
            _got(ray, done)
        except SetupError as error:
            raise SetupError(f"On the machine {host} of the cluster: {error}") from None
        except _Stopped:
            continue  # a machine that is gone by now does nothing


def spread(work: Callable[[PartT], ResultT], parts: Sequence[PartT]) -> Generator[tuple[int, ResultT], None, None]:
    """Each part's place and its result, as they come. What a machine that dies was doing is done again.

    What is under way when nobody wants more is left to end, or ends with this process. To cancel it now and then
    aborts us as well (Ray 2.60: "Tried to complete task that was not pending"), and with us the report.
    """
    ray, left = _ray, iter(enumerate(parts))
    task = ray.remote(max_retries=_RETRIES)(_do)
    given = ray.put(work)
    at_once = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
    waiting: dict[Any, int] = {}
    while True:
        for number, part in islice(left, at_once - len(waiting)):
            waiting[task.remote(given, part, _origin())] = number
        if not waiting:
            return
        for done in ray.wait(list(waiting))[0]:
            result = _got(ray, done)
            yield waiting.pop(done), result


def _origin() -> tuple[str, str]:
    """Who wants the work, and where: another version might play otherwise, and players of one's own lie there."""
    return dicecup.__version__, str(Path.cwd())


def _at_hand(work: Callable[[], None]) -> None:
    work()


def _do(work: Callable[[Any], Any], part: Any, origin: tuple[str, str]) -> Any:
    """On a machine of the cluster."""
    global _away  # noqa: PLW0603 - Ray starts these processes, for one job each
    version, folder = origin
    if dicecup.__version__ != version:
        raise SetupError(
            f"A machine of the cluster has Dicecup {dicecup.__version__}, this one {version}: install the same."
        )
    with suppress(OSError):  # ours need nothing that lies there, and whoever is missed is named
        os.chdir(folder)
    _away = True
    return work(part)


def _got(ray: Any, done: Any) -> Any:
    try:
        return ray.get(done)
    except ray.exceptions.RayTaskError as error:
        if isinstance(error.cause, DicecupError):
            raise error.cause from None
        last = str(error).strip().splitlines()[-1]
        raise DicecupError(f"The work failed on a machine of the cluster: {last}") from error
    except ray.exceptions.RayError:
        raise _Stopped("The machines of the cluster keep being stopped from outside.") from None


def _connected(address: str) -> Any:
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal():
        raise SetupError(f"{address} is no address of a cluster. Write it as HOST:PORT, such as 127.0.0.1:6379.")
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    if host in _LOOPBACK:  # or Ray takes the machine's other address, where a cluster on loopback does not listen
        os.environ.setdefault("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")
    ray = extras.load("ray")
    if not _answers(host, int(port)):
        raise SetupError(f"No Ray cluster answers at {address}.")
    try:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR")
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise SetupError(f"The cluster at {address} cannot be used: {str(error).splitlines()[0]}") from None
    # Or it prints on stdout that a machine has died, between our own lines; `log_to_driver` does not cover that.
    ray._private.worker._worker_logs_enabled = False
    return ray


def _answers(host: str, port: int) -> bool:
    """Whether something there speaks as Ray does, HTTP/2: Ray itself would try for a quarter of an hour."""
    try:
        with socket.create_connection((host, port), _PATIENCE) as line:
            line.sendall(_GREETING)
            return line.recv(9)[3:4] == b"\x04"  # its settings
    except (OSError, OverflowError):
        return False
