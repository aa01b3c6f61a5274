"""Who listens at a port, when it is not who it should be: a database where the bus was expected, say.

It is asked after something went wrong, and tells nobody anything: neither a name nor a password.
"""

import asyncio
import ssl
from typing import Final, Literal

Kind = Literal["", "redis", "closed", "full", "postgres", "web", "safe"]
"""A Redis or Valkey, one that lets nobody in from elsewhere, one that has no room, a PostgreSQL, a web server,
something that speaks TLS alone; none: nobody knows."""

_PATIENCE: Final = 1.0  # seconds for each of three questions
_REDIS: Final = b"PING / HTTP/1.0\r\n\r\n"  # to which a web server has something to say as well
_POSTGRES: Final = bytes((0, 0, 0, 8, 4, 210, 22, 47))  # whether it has safe connections: it says one letter


async def who_listens(host: str, port: int) -> Kind:
    """Whoever is there, by what it answers."""
    said = await _answer(host, port, _REDIS)
    if said.startswith(b"HTTP/"):
        return "web"
    if said.startswith(b"-DENIED"):
        return "closed"
    if said.startswith(b"-ERR max number"):
        return "full"
    if said.startswith((b"+PONG", b"-NOAUTH", b"-LOADING", b"-ERR", b"-NOPERM")):
        return "redis"
    if await _answer(host, port, _POSTGRES) in (b"S", b"N"):
        return "postgres"
    return "safe" if await _shakes_hands(host, port) else ""


async def _answer(host: str, port: int, question: bytes) -> bytes:
    """What is said to a question; nothing, if nothing is."""
    try:
        async with asyncio.timeout(_PATIENCE):
            reader, writer = await asyncio.open_connection(host, port)
            try:
                writer.write(question)
                return await reader.read(16)
            finally:
                writer.transport.abort()
    except (OSError, TimeoutError):
        return b""


async def _shakes_hands(host: str, port: int) -> bool:
    """Whether a safe connection can be had, with whomever: nothing is said over it."""
    anybody = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    anybody.check_hostname, anybody.verify_mode = False, ssl.CERT_NONE
    try:
        async with asyncio.timeout(_PATIENCE):
            _, writer = await asyncio.open_connection(host, port, ssl=anybody)
            writer.transport.abort()
    except (OSError, TimeoutError):
        return False
    return True
