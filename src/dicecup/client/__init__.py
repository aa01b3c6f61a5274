"""Playing at a server's table from Python: docs/client.md. The terminal does so, and bots can.

from dicecup import client

client.play("http://192.168.1.5:8765/#/join/...", lambda state: state["ask"]["options"][0]["choice"])
"""

from dicecup.client.errors import ClientError, Gone, Refused, Unreachable
from dicecup.client.line import Message
from dicecup.client.play import join, play, play_at
from dicecup.client.server import Server
from dicecup.client.table import Inbox, Table

__all__ = [
    "ClientError",
    "Gone",
    "Inbox",
    "Message",
    "Refused",
    "Server",
    "Table",
    "Unreachable",
    "join",
    "play",
    "play_at",
]
