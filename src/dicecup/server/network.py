"""Letting friends in: the switch that makes the running program listen on the network too, and stop again."""

from collections.abc import Sequence
from typing import Final

from starlette.requests import HTTPConnection

from dicecup.server.arrival import Gate, Visitor
from dicecup.server.guard import VISITOR
from dicecup.server.settings import Settings


class Network:
    """Where friends come in."""

    def __init__(self, settings: Settings) -> None:
        self._settings: Final = settings
        self.gates: Sequence[Gate] = ()  # the likeliest to be reached first


def base(request: HTTPConnection) -> str:
    """What links for others begin with, such as http://192.168.1.5:8765.

    The address by which friends come in, if they do; otherwise the one by which whoever asks has come.
    """
    network: Network = request.app.state.network
    visitor: Visitor = request.scope["state"][VISITOR]
    gate = visitor.gate or (network.gates[0] if visitor.local and network.gates else None)
    if gate is not None:
        return gate.base
    return f"{'https' if visitor.secure else 'http'}://{request.headers['host']}"
