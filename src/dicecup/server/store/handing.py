"""Handing what a thread has found to the event loop that waits for it."""

import asyncio
from contextlib import suppress
from typing import Any


def settle(future: asyncio.Future[Any], result: Any, problem: BaseException | None) -> None:
    """From any thread; whoever does not wait any longer is passed over."""

    def tell() -> None:
        if future.done():
            return
        if problem is not None:
            future.set_exception(problem)
        else:
            future.set_result(result)

    with suppress(RuntimeError):  # the loop is closed: nobody waits
        future.get_loop().call_soon_threadsafe(tell)
