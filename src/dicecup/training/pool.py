"""The processes that play the games of a training."""

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, Self, TypeVar

from dicecup import cluster

T = TypeVar("T")


class Workers:
    """So many processes; with one job everything happens here. What comes out does not depend on how many."""

    def __init__(self, jobs: int) -> None:
        self._pool: ProcessPoolExecutor | None = None
        if jobs > 1 and not cluster.is_joined():
            for library in ("OPENBLAS", "OMP", "MKL"):  # small matrices: threads only stand in each other's way
                os.environ[f"{library}_NUM_THREADS"] = "1"
            self._pool = ProcessPoolExecutor(jobs, get_context("spawn"))

    def map(self, what: Callable[[Any], T], work: Iterable[Any]) -> Iterator[T]:
        """In the order of the work."""
        if cluster.is_joined():
            return cluster.in_order(what, work)
        return map(what, work) if self._pool is None else self._pool.map(what, work)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *how: object) -> None:
        """Send them home; what nobody has begun is not begun any more."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
