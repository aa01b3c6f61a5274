"""Processes that work: they start clean, do not hear Ctrl-C, and end with whoever wants their results."""

import multiprocessing
import os
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from itertools import islice
from types import TracebackType
from typing import Self, TypeVar

from dicecup.table import DicecupError
from dicecup.work import cluster
from dicecup.work.ties import end_with_parent, no_interrupt

PartT = TypeVar("PartT")
ResultT = TypeVar("ResultT")


class Workers:
    """So many processes, kept from one piece of work to the next; with one job everything happens here, in order.

    Inside `cluster.joined` the machines of the cluster do it instead. The work ends no process: one that dies was
    ended from outside, and what it was doing is done again. Whoever wants no more results ends the processes.
    """

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._pool: ProcessPoolExecutor | None = None

    def each(
        self, work: Callable[[PartT], ResultT], parts: Iterable[PartT]
    ) -> Generator[tuple[PartT, ResultT], None, None]:
        """The result of each part, as they come."""
        listed = list(parts)
        with closing(self._numbered(work, listed)) as results:
            for number, result in results:
                yield listed[number], result

    def map(self, work: Callable[[PartT], ResultT], parts: Iterable[PartT]) -> Generator[ResultT, None, None]:
        """The results in the order of the parts, each when those before it are there."""
        early: dict[int, ResultT] = {}
        due = 0
        with closing(self._numbered(work, list(parts))) as results:
            for number, result in results:
                early[number] = result
                while due in early:
                    yield early.pop(due)
                    due += 1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            self._stop()
        elif self._pool is not None:
            self._pool.shutdown()

    # --- inside ---

    def _numbered(
        self, work: Callable[[PartT], ResultT], parts: Sequence[PartT]
    ) -> Generator[tuple[int, ResultT], None, None]:
        """Each part's place, and its result."""
        if cluster.is_joined():
            with closing(cluster.spread(work, parts)) as results:
                yield from results
            return
        if self._jobs == 1:
            for number, part in enumerate(parts):
                yield number, work(part)
            return
        left = dict(enumerate(parts))
        while left:
            before = len(left)
            try:
                with closing(self._spread(work, list(left.items()))) as results:
                    for number, result in results:
                        del left[number]
                        yield number, result
            except BrokenProcessPool:
                if len(left) == before:
                    raise DicecupError("The processes that play keep being stopped from outside.") from None

    def _spread(
        self, work: Callable[[PartT], ResultT], parts: Iterable[tuple[int, PartT]]
    ) -> Generator[tuple[int, ResultT], None, None]:
        """As they come, until a process dies: BrokenProcessPool."""
        waiting: dict[Future[ResultT], int] = {}
        parts = iter(parts)
        try:
            while True:
                # Only a few at a time wait, so that Ctrl-C need not wait for many.
                for number, part in islice(parts, 2 * self._jobs - len(waiting)):
                    with no_interrupt():
                        waiting[self._running().submit(work, part)] = number
                if not waiting:
                    return
                done = wait(waiting, return_when=FIRST_COMPLETED).done
                for future in sorted(done, key=lambda each: each.exception() is not None):  # what is done counts
                    yield waiting.pop(future), future.result()
        except BaseException:
            self._stop()
            raise

    def _running(self) -> ProcessPoolExecutor:
        if self._pool is None:
            for library in ("OPENBLAS", "OMP", "MKL"):  # small matrices: threads only stand in each other's way
                os.environ.setdefault(f"{library}_NUM_THREADS", "1")
            start = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._jobs, start, end_with_parent)
        return self._pool

    def _stop(self) -> None:
        """Nobody wants what they do now, and they do not hear Ctrl-C themselves."""
        pool, self._pool = self._pool, None
        if pool is not None:
            for process in list((pool._processes or {}).values()):
                process.terminate()
            pool.shutdown(cancel_futures=True)


def insist(
    work: Callable[[PartT], ResultT], parts: Iterable[PartT], jobs: int
) -> Generator[tuple[PartT, ResultT], None, None]:
    """The result of each part, as they come, by `Workers` for this alone. Close it to end them."""
    with Workers(jobs) as workers, closing(workers.each(work, parts)) as results:
        yield from results
