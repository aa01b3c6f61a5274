"""Between two processes nothing is heaped up: whoever reads slowly is waited for, on either side."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Final

import pytest
from websockets.asyncio.server import ServerConnection, serve

from dicecup.server.cluster import passing
from dicecup.server.cluster.lines import Lines
from dicecup.server.cluster.relaying import relay
from dicecup.server.store.owners import Alone, Owner
from tests.server.browser import PATIENCE

PIECE: Final = 64 * 1024
ENDLESS: Final = 2_000  # pieces, more than any system keeps for a reader


async def standstill(count: Callable[[], int], blocked: Callable[[], bool]) -> int:
    """Wait until somebody who writes has to wait, and say how much they have written."""
    async with asyncio.timeout(PATIENCE):
        while not blocked():
            await asyncio.sleep(0.01)
    return count()


@asynccontextmanager
async def flooding() -> AsyncIterator[tuple[Owner, list[asyncio.StreamWriter], list[int]]]:
    """A process that answers more than anybody reads; its connections, and how many pieces it has got rid of."""
    writers: list[asyncio.StreamWriter] = []
    sent = [0]

    async def flood(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writers.append(writer)
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n" % (PIECE * ENDLESS))
        try:
            for _ in range(ENDLESS):
                writer.write(b"x" * PIECE)
                await writer.drain()
                sent[0] += 1
        except OSError:
            pass  # nobody wants the rest
        finally:
            writer.close()

    server = await asyncio.start_server(flood, "127.0.0.1", 0)
    async with server:
        yield Owner("flood", f"127.0.0.1:{server.sockets[0].getsockname()[1]}"), writers, sent


def test_a_long_answer_waits_for_its_reader() -> None:
    async def go() -> None:
        lines = Lines(Alone())
        async with flooding() as (owner, writers, sent):
            async with passing.asked(lines, owner, "GET", b"/", []) as answer:
                piece = await anext(answer.pieces)
                assert 0 < len(piece) <= PIECE
                assert len(lines) == 1

                def blocked() -> bool:
                    return writers[0].transport.get_write_buffer_size() > 0

                assert await standstill(lambda: sent[0], blocked) < ENDLESS
            assert len(lines) == 0
        await lines.close()

    asyncio.run(go())


def test_an_answer_that_does_not_end_as_it_should_is_broken() -> None:
    async def go() -> None:
        lines = Lines(Alone())
        async with flooding() as (owner, writers, _), passing.asked(lines, owner, "GET", b"/", []) as answer:
            await anext(answer.pieces)
            writers[0].transport.abort()
            with pytest.raises(passing.Broken):
                async for _piece in answer.pieces:
                    pass
        await lines.close()

    asyncio.run(go())


class SlowPage:
    """A page as the relay sees it: it takes a message when it is let, and says what it is told to say."""

    application_state: Any = None

    def __init__(self) -> None:
        self.reads: Final = asyncio.Semaphore(0)
        self.got: Final[list[str]] = []
        self.says: Final[asyncio.Queue[dict[str, Any]]] = asyncio.Queue()
        self.closed: tuple[int, str] | None = None

    async def receive(self) -> dict[str, Any]:
        return await self.says.get()

    async def send_text(self, text: str) -> None:
        await self.reads.acquire()
        self.got.append(text)

    async def close(self, code: int, reason: str) -> None:
        self.closed = code, reason


async def between(
    page: SlowPage, other: Callable[[ServerConnection], Awaitable[None]], meanwhile: Callable[[], Awaitable[None]]
) -> None:
    """Relay between a page and another process, while something happens."""
    async with serve(other, "127.0.0.1", 0, compression=None) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        lines = Lines(Alone())
        async with passing.dialled(lines, Owner("other", f"127.0.0.1:{port}"), b"/", []) as line:
            relaying = asyncio.create_task(relay(page, line))  # type: ignore[arg-type]
            await meanwhile()
            async with asyncio.timeout(PATIENCE):
                await relaying
        await lines.close()


def test_messages_wait_for_a_slow_page_at_the_process_that_sends_them_and_all_arrive() -> None:
    async def go() -> None:
        page, sent, said = SlowPage(), [0], ["x" * PIECE + str(number) for number in range(500)]
        blocked = [False]

        async def talk(socket: ServerConnection) -> None:
            for text in said:
                blocked[0] = socket.transport.get_write_buffer_size() > 0
                await socket.send(text)
                sent[0] += 1
            await socket.close(4404, "That was all.")

        async def read_late() -> None:
            assert await standstill(lambda: sent[0], lambda: blocked[0]) < len(said)
            for _ in said:
                page.reads.release()

        await between(page, talk, read_late)
        assert page.got == said
        assert page.closed == (4404, "That was all.")

    asyncio.run(go())


@pytest.mark.parametrize(
    ("left", "heard"),
    [
        ((1000, "bye"), (1000, "bye")),
        ((1006, ""), (1001, "")),
        ((1005, None), (1001, "")),
        ((1015, ""), (1001, "")),
        ((4001, "x"), (4001, "x")),
    ],
)
def test_how_a_page_has_left_is_told_to_the_other_process(left: tuple[int, Any], heard: tuple[int, str]) -> None:
    async def go() -> None:
        page, over = SlowPage(), asyncio.Event()
        codes: list[Any] = []

        async def listen(socket: ServerConnection) -> None:
            assert await socket.recv() == "hello"
            await socket.wait_closed()
            codes.append((socket.close_code, socket.close_reason))
            over.set()

        async def leave() -> None:
            page.says.put_nowait({"type": "websocket.receive", "text": "hello"})
            page.says.put_nowait({"type": "websocket.disconnect", "code": left[0], "reason": left[1]})

        await between(page, listen, leave)
        async with asyncio.timeout(PATIENCE):
            await over.wait()
        assert codes == [heard]
        assert page.closed is None

    asyncio.run(go())
