"""The socket of a party: people, presence, talk."""

from typing import Final

from fastapi import WebSocket

from dicecup.server import wire
from dicecup.server.live import Gone
from dicecup.server.party.party import Party
from dicecup.server.settings import Settings
from dicecup.server.sockets import Channel
from dicecup.server.wire import party as wire_party


class PartySocket(Channel):
    """A page of somebody at a party."""

    def __init__(self, websocket: WebSocket, guest: str, settings: Settings, party: Party) -> None:
        super().__init__(websocket, guest, settings)
        self.entered = False
        self._party: Final = party

    def tell(self, message: wire_party.PartyTold) -> None:
        """Send soon."""
        self.send(message)

    async def run(self) -> None:
        """Serve this page until it goes."""
        with self._party.attending(self.guest):
            self._party.listeners.add(self)
            await self.converse()

    def gone(self) -> None:
        """Nobody listens any more."""
        self._party.listeners.discard(self)

    async def take(self, text: str | bytes) -> None:
        """A frame has come; ValidationError if it is none."""
        match wire_party.PARTY_FRAME.validate_json(text):
            case wire_party.Enter(last_line=last_line):
                await self._enter(last_line)
            case wire_party.React(face=face):
                self._party.react(self.guest, face)
            case wire.Ping():
                self.tell(wire.Pong())
            case command:
                await self._party.command(self, command)

    async def _enter(self, last_line: int) -> None:
        try:
            await self._party.enter(self, last_line)
        except Gone as gone:  # somebody has turned them away just now
            self.tell(wire.Bye(reason=str(gone)))
