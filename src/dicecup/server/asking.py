"""Who asks over HTTP: what all routes need to know before they begin."""

from typing import Annotated, Any, Protocol

from fastapi import Depends, Request
from starlette.requests import HTTPConnection


class _Desk(Protocol):
    """What is needed of the desk for that."""

    async def known(self, request: HTTPConnection) -> str:
        """The guest who asks."""
        ...

    async def make(self, guest: str) -> None:
        """A guest makes something, which is more work than most other things."""
        ...


def at_the_desk(request: HTTPConnection) -> Any:
    """The desk; what routes need of it they say themselves."""
    return request.app.state.desk


async def known_guest(request: Request) -> str:
    """Whoever asks; strangers are refused."""
    desk: _Desk = at_the_desk(request)
    return await desk.known(request)


Guest = Annotated[str, Depends(known_guest)]


async def _maker(request: Request, guest: Guest) -> str:
    desk: _Desk = at_the_desk(request)
    await desk.make(guest)
    return guest


Maker = Annotated[str, Depends(_maker)]
"""The same for what is more work than most other things, of which nobody may ask too much at once."""
