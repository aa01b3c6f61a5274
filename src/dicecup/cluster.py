"""Many machines: inside `joined`, work goes to a Ray cluster instead of processes here; docs/cluster.md."""

import os
import socket
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
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


def refuse(names: Iterable[str]) -> None:
    """SetupError if these, who are not ours, were to play on other machines."""
    for name in names:
        if is_joined():
            raise SetupError(
                f"{name} cannot play on a cluster, whose machines may not have it. Leave --cluster out."
            )


def spread(
    work: Callable[[PartT], ResultT], parts: Iterable[PartT]
) -> Generator[tuple[PartT, ResultT], None, None]:
    """The result of each part, as they come, each once. What a machine that dies was doing is done again."""
    ray, parts = _ray, iter(parts)
    task = ray.remote(max_retries=_RETRIES)(_do)
    given = ray.put(work)
    at_once = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
    waiting: dict[Any, PartT] = {}
    try:
        while True:
            for part in islice(parts, at_once - len(waiting)):
                waiting[task.remote(given, part, dicecup.__version__)] = part
            if not waiting:
                return
            for done in ray.wait(list(waiting))[0]:
                result = _got(ray, done)
                yield waiting.pop(done), result
    finally:
        for left in waiting:
            ray.cancel(left, force=True)


def in_order(work: Callable[[Any], ResultT], parts: Iterable[Any]) -> Iterator[ResultT]:
    """The results in the order of the parts."""
    listed = list(parts)
    found = {number: result for (number, _), result in spread(_Numbered(work), enumerate(listed))}
    return iter([found[number] for number in range(len(listed))])


class _Numbered:
    """Work on parts that have a number."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        self.work = work

    def __call__(self, part: tuple[int, Any]) -> Any:
        return self.work(part[1])


def _do(work: Callable[[Any], Any], part: Any, version: str) -> Any:
    """On a machine of the cluster: another version might play otherwise."""
    if dicecup.__version__ != version:
        raise SetupError(
            f"A machine of the cluster has Dicecup {dicecup.__version__}, this one {version}: install the same."
        )
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
        raise DicecupError("The machines of the cluster keep being stopped from outside.") from None


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
    return ray


def _answers(host: str, port: int) -> bool:
    """Whether something there speaks as Ray does, HTTP/2: Ray itself would try for a quarter of an hour."""
    try:
        with socket.create_connection((host, port), _PATIENCE) as line:
            line.sendall(_GREETING)
            return line.recv(9)[3:4] == b"\x04"  # its settings
    except (OSError, OverflowError):
        return False
