"""The interface of parties over HTTP, and the door to their sockets: docs/protocol.md says what each is for."""

from typing import Annotated, Protocol

from fastapi import APIRouter, Depends, Path, Request, WebSocket
from starlette.requests import HTTPConnection

from dicecup import games
from dicecup.server import network
from dicecup.server.asking import Guest, Maker, at_the_desk, visitor_of
from dicecup.server.network import Network
from dicecup.server.party.parties import Parties
from dicecup.server.party.socket import PartySocket
from dicecup.server.settings import Settings
from dicecup.server.sockets import Sockets
from dicecup.server.wire import party as said


class Desk(Protocol):
    """What these routes need."""

    settings: Settings
    sockets: Sockets
    parties: Parties

    async def guest(self, request: HTTPConnection) -> str | None:
        """The guest who asks; None if we never gave anybody the token that came along."""
        ...


def _desk(request: HTTPConnection) -> Desk:
    desk: Desk = at_the_desk(request)
    return desk


def _parties(request: Request) -> Parties:
    return _desk(request).parties


def _network(request: Request) -> Network:
    found: Network = request.app.state.network
    return found


def _address(request: HTTPConnection) -> str:
    return visitor_of(request).address


All = Annotated[Parties, Depends(_parties)]
Address = Annotated[str, Depends(_address)]
Base = Annotated[str, Depends(network.base)]
PartyId = Annotated[str, Path(min_length=1, max_length=64)]

router = APIRouter(prefix="/api/v1")


@router.post("/parties", status_code=201)
async def create(request: Request, wanted: said.NewParty, parties: All, guest: Maker, base: Base) -> said.Joined:
    """Open a table for friends."""
    joined = await parties.create(wanted, guest)
    if (tell := _network(request).opened) is not None:
        party, ways = await parties.get(joined.party), await parties.links(joined.party, guest, base)
        if ways.table is not None:
            tell(games.titled(party.book.rules.game), ways.table)
    return joined


@router.get("/parties")
async def list_parties(parties: All, guest: Guest) -> list[said.PartyInfo]:
    """The parties of this guest."""
    return await parties.all_of(guest)


@router.post("/doors")
async def knock(wanted: said.Knock, parties: All, guest: Guest, address: Address) -> said.Door:
    """What is behind a code or link."""
    return await parties.knock(wanted.code, guest, address)


@router.post("/join", status_code=201)
async def join(wanted: said.Join, parties: All, guest: Guest, address: Address) -> said.Joined:
    """Go in by a code or link."""
    return await parties.join(wanted, guest, address)


@router.get("/parties/{party_id}/links")
async def links(party_id: PartyId, parties: All, guest: Guest, base: Base) -> said.Links:
    """The ways into a party."""
    return await parties.links(party_id, guest, base)


@router.post("/parties/{party_id}/pass", status_code=201)
async def once(party_id: PartyId, parties: All, guest: Maker, base: Base) -> said.Link:
    """A link to one's own seat, for another device."""
    return await parties.once(party_id, guest, base)


@router.get("/parties/{party_id}/evening")
async def evening(party_id: PartyId, parties: All, guest: Guest) -> said.Evening:
    """The score of the evening."""
    return await parties.evening(party_id, guest)


@router.get("/tables")
async def tables(parties: All, _guest: Guest) -> list[said.OpenTable]:
    """The tables that anybody may join."""
    return await parties.open_tables()


@router.post("/anybody", status_code=201)
async def anybody(wanted: said.AnybodyWish, parties: All, guest: Maker) -> said.Joined:
    """Play with anybody."""
    return await parties.anybody(wanted, guest)


@router.websocket("/parties/{party_id}/socket")
async def socket(websocket: WebSocket, party_id: str) -> None:
    """Be there."""
    desk = _desk(websocket)

    async def look(guest: str) -> None:
        party = await desk.parties.find(party_id, guest)
        await PartySocket(websocket, guest, desk.settings, party).run()

    await desk.sockets.admit(websocket, await desk.guest(websocket), _address(websocket), look)
