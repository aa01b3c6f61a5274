"""A line between two programs that can be cut, frozen and slowed: a small proxy that only carries bytes.

Cut: whatever is open breaks, and nothing can be opened. Frozen: everything stays open and nothing arrives, as when
a cable is pulled; what was sent meanwhile arrives when it thaws, late, as it may in a real network.
"""

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Final, Literal

How = Literal["well", "cut", "frozen", "slow"]
_PIECE: Final = 65_536


class Line:
    """To a port of this computer, or to a socket in its files."""

    def __init__(self, to: int | Path) -> None:
        self.to = to
        self.port = 0
        self.how: How = "well"
        self.delay = 0.0  # seconds for each piece, while it is slow
        self._thawed: Final = asyncio.Event()
        self._thawed.set()
        self._open: Final[set[asyncio.StreamWriter]] = set()
        self._carrying: Final[set[asyncio.Task[None]]] = set()
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        """Be there, always at the same port."""
        self._server = await asyncio.start_server(self._take, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    def be(self, how: How, delay: float = 0.0) -> None:
        """From now on."""
        self.how, self.delay = how, delay
        if how == "frozen":
            self._thawed.clear()
        else:
            self._thawed.set()
        if how == "cut":
            for writer in list(self._open):
                writer.transport.abort()

    async def end(self) -> None:
        """Nobody goes this way any more."""
        self.be("cut")
        if self._server is not None:
            self._server.close()
        for task in list(self._carrying):
            task.cancel()
        await asyncio.gather(*self._carrying, return_exceptions=True)

    def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._carry(reader, writer))
        self._carrying.add(task)
        task.add_done_callback(self._carrying.discard)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        onward: asyncio.StreamWriter | None = None
        self._open.add(writer)
        try:
            if self.how == "cut":
                return
            await self._thawed.wait()
            back, onward = await self._dial()
            self._open.add(onward)
            async with asyncio.TaskGroup() as both:
                both.create_task(self._pour(reader, onward))
                both.create_task(self._pour(back, writer))
        except OSError:
            pass
        except ExceptionGroup as broken:
            if broken.split(OSError)[1] is not None:
                raise
        finally:
            for end in (writer, onward):
                if end is not None:
                    self._open.discard(end)
                    end.transport.abort()

    async def _dial(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if isinstance(self.to, Path):
            return await asyncio.open_unix_connection(self.to)
        return await asyncio.open_connection("127.0.0.1", self.to)

    async def _pour(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        while data := await source.read(_PIECE):
            if self.how == "slow":
                await asyncio.sleep(self.delay)
            await self._thawed.wait()
            target.write(data)
            await target.drain()
        await self._thawed.wait()
        with suppress(OSError):
            target.write_eof()
