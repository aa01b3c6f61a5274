"""Who asks over HTTP: what all routes need to know before they begin."""

from typing import Annotated, Any, Final, Protocol

from fastapi import Depends, HTTPException, Request
from starlette.requests import HTTPConnection

from dicecup.server.arrival import Visitor
from dicecup.server.guard import VISITOR

SHARED: Final = (
    "This server keeps its games in a database that other servers may share, so it has no saves on its disk, "
    "and nobody takes up the games of others. Download a match to keep it as a file."
)


class _Desk(Protocol):
    """What is needed of the desk for that."""

    @property
    def membership(self) -> object:
        """This process as one of many; None: the store is its own."""
        ...

    async def known(self, request: HTTPConnection) -> str:
        """The guest who asks."""
        ...

    async def make(self, guest: str) -> None:
        """A guest makes something, which is more work than most other things."""
        ...


def at_the_desk(request: HTTPConnection) -> Any:
    """The desk; what routes need of it they say themselves."""
    return request.app.state.desk


def visitor_of(request: HTTPConnection) -> Visitor:
    """Where they come from."""
    visitor: Visitor = request.scope["state"][VISITOR]
    return visitor


def host(request: Request) -> Any:
    """The desk, for whoever sits at this computer and nobody else: for what is about this process."""
    if not visitor_of(request).local:
        raise HTTPException(403, "Only somebody at the server's own computer can do that.")
    return at_the_desk(request)


def is_alone(request: Request) -> bool:
    """Whether they sit at the one computer that everything in the store is of.

    A store that servers can share holds the games of strangers, which may be played at a computer far away.
    """
    desk: _Desk = at_the_desk(request)
    return desk.membership is None and visitor_of(request).local


def keeper(request: Request) -> Any:
    """The desk, for those who do: for saves on the disk, and the games of other browsers."""
    desk: _Desk = at_the_desk(request)
    if desk.membership is not None:
        raise HTTPException(403, SHARED)
    return host(request)


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
