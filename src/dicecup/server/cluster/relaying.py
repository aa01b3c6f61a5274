"""A page's socket that is served by another process: what either side says is told to the other, as it was said.

Nothing is kept here but the message on its way: whoever reads slowly is waited for, and the other side notices.
"""

import asyncio
from contextlib import suppress
from typing import Final

from fastapi import WebSocket, WebSocketDisconnect
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, WebSocketException

from dicecup.server.sockets import RESTART, close, turn_away

LOST: Final = "The server that has this table has gone. It continues at another one."
_NO_CODE, _LOST, _LEFT, _NORMAL = 1005, 1006, 1001, 1000
_UNSAID: Final = (_NO_CODE, _LOST, 1015)  # what a socket is said to be closed with, and never is


async def relay(websocket: WebSocket, line: ClientConnection) -> None:
    """Pass everything on until either side goes, and tell the other one why."""
    up = asyncio.create_task(_up(websocket, line))
    down = asyncio.create_task(_down(websocket, line))
    try:
        await asyncio.wait((up, down), return_when=asyncio.FIRST_COMPLETED)
        left = up.result() if up.done() and not up.cancelled() else None
        if left is not None:  # the page has gone
            with suppress(OSError, TimeoutError, WebSocketException):
                await line.close(*left)
            return
        await asyncio.wait((down,))
    finally:
        for task in (up, down):
            task.cancel()
        await asyncio.gather(up, down, return_exceptions=True)
    code, reason = line.close_code or _LOST, line.close_reason or ""
    if code == _LOST:
        await turn_away(websocket, RESTART, LOST, again=True)
    else:
        await close(websocket, _NORMAL if code == _NO_CODE else code, reason)


async def _up(websocket: WebSocket, line: ClientConnection) -> tuple[int, str] | None:
    """What the page says; how it left, or None if the other side went first."""
    while True:
        try:
            message = await websocket.receive()
        except (RuntimeError, OSError):
            return _LEFT, ""
        if message["type"] != "websocket.receive":
            code = message.get("code", _LEFT)
            return (_LEFT if code in _UNSAID else code), message.get("reason") or ""
        text = message.get("text")
        try:
            await line.send(text if text is not None else message["bytes"])
        except ConnectionClosed:
            return None


async def _down(websocket: WebSocket, line: ClientConnection) -> None:
    """What the page is told."""
    with suppress(ConnectionClosed, WebSocketDisconnect, RuntimeError, OSError):
        while True:
            said = await line.recv()
            if isinstance(said, str):
                await websocket.send_text(said)
            else:
                await websocket.send_bytes(said)
