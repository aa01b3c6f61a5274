"""What happens on a line while it is cut, frozen or slow: or nobody could believe what is tested with it."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

import pytest

from tests.cluster.lines import Line


def on_a_line(work: Callable[[Line], Awaitable[None]]) -> None:
    """With an echo at the other end."""

    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(100):
                writer.write(data)
        writer.close()

    async def go() -> None:
        server = await asyncio.start_server(echo, "127.0.0.1", 0)
        line = Line(server.sockets[0].getsockname()[1])
        await line.start()
        try:
            async with asyncio.timeout(60):
                await work(line)
        finally:
            await line.end()
            server.close()

    asyncio.run(go())


async def _says(line: Line) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", line.port)


def test_a_cut_line_breaks_and_can_be_opened_again_when_it_is_mended() -> None:
    async def work(line: Line) -> None:
        reader, writer = await _says(line)
        writer.write(b"one")
        assert await reader.readexactly(3) == b"one"
        line.be("cut")
        with suppress(ConnectionResetError):
            assert await reader.read() == b""
        writer.close()
        reader, writer = await _says(line)
        with suppress(ConnectionResetError):
            assert await reader.read() == b"", "nobody gets through"
        writer.close()
        line.be("well")
        reader, writer = await _says(line)
        writer.write(b"two")
        assert await reader.readexactly(3) == b"two"
        writer.close()

    on_a_line(work)


def test_on_a_frozen_line_nothing_arrives_before_it_thaws() -> None:
    async def work(line: Line) -> None:
        reader, writer = await _says(line)
        line.be("frozen")
        writer.write(b"one")
        late, later = await _says(line)
        later.write(b"new")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(reader.read(1), 0.05)
        assert not late.at_eof()
        line.be("well")
        assert await reader.readexactly(3) == b"one"
        assert await late.readexactly(3) == b"new"
        writer.close()
        later.close()

    on_a_line(work)


def test_a_slow_line_takes_its_time() -> None:
    async def work(line: Line) -> None:
        reader, writer = await _says(line)
        line.be("slow", 0.05)
        began = asyncio.get_running_loop().time()
        writer.write(b"one")
        assert await reader.readexactly(3) == b"one"
        assert asyncio.get_running_loop().time() - began >= 0.1, "on the way there, and on the way back"
        writer.close()

    on_a_line(work)
