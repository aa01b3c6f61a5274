"""The body of a small request: read whole, and read once more."""

from starlette.types import Message, Receive


class Excess(Exception):  # noqa: N818
    """It is larger than it may be."""


async def whole(receive: Receive, most: int | None = None) -> bytes:
    """All of it, as far as it comes; Excess if it is more than that."""
    pieces, size = [], 0
    while (message := await receive())["type"] == "http.request":
        pieces.append(message.get("body", b""))
        size += len(pieces[-1])
        if most is not None and size > most:
            raise Excess
        if not message.get("more_body", False):
            break
    return b"".join(pieces)


def replayed(body: bytes, receive: Receive) -> Receive:
    """The same again, and then whatever else is to be heard."""
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again
