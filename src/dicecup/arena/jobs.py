"""Work in several processes: they start clean, do not hear Ctrl-C, and end with whoever wants their results."""

import multiprocessing
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from itertools import islice
from typing import TypeVar

from dicecup import cluster
from dicecup.arena.ties import end_with_parent, no_interrupt
from dicecup.table import DicecupError

PartT = TypeVar("PartT")
ResultT = TypeVar("ResultT")


def _spread(
    work: Callable[[PartT], ResultT], parts: Iterable[PartT], jobs: int
) -> Generator[tuple[PartT, ResultT], None, None]:
    """The result of each part, as they come; with one job in this process, in order.

    Close it to end the processes. BrokenProcessPool: one of them died.
    """
    parts = iter(parts)
    if jobs == 1:
        for part in parts:
            yield part, work(part)
        return
    waiting: dict[Future[ResultT], PartT] = {}
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), end_with_parent)
    try:
        while True:
            # Only a few at a time wait, so that Ctrl-C need not wait for many.
            for part in islice(parts, 2 * jobs - len(waiting)):
                with no_interrupt():
                    waiting[pool.submit(work, part)] = part
            if not waiting:
                return
            done = wait(waiting, return_when=FIRST_COMPLETED).done
            for future in sorted(done, key=lambda each: each.exception() is not None):  # what is done counts
                yield waiting.pop(future), future.result()
    except BaseException:
        # Nobody wants what they do now, and they do not hear Ctrl-C themselves.
        for process in list((pool._processes or {}).values()):
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def insist(
    work: Callable[[PartT], ResultT], parts: Iterable[PartT], jobs: int
) -> Generator[tuple[PartT, ResultT], None, None]:
    """The result of each part, as they come; with one job in this process, in order.

    Close it to end the processes. The work ends none: one that dies was ended from outside, and starts again.
    Inside `cluster.joined` the machines of the cluster do it instead.
    """
    if cluster.is_joined():
        with closing(cluster.spread(work, parts)) as results:
            yield from results
        return
    left = dict.fromkeys(parts)
    while left:
        before = len(left)
        try:
            with closing(_spread(work, list(left), jobs)) as results:
                for part, result in results:
                    del left[part]
                    yield part, result
        except BrokenProcessPool:
            if len(left) == before:
                raise DicecupError("The processes that play keep being stopped from outside.") from None
