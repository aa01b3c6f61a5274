"""Players outside: programs in any language that answer one line of JSON with another, and bots behind a socket.

docs/bots.md is what their authors read. `spec` reads how they are named, `bot` talks to one, and `player` lets it
sit at a table like any other player.
"""

from dicecup.players.outside.bot import Bot, BotFault, BotLate
from dicecup.players.outside.player import OutsidePlayer
from dicecup.players.outside.spec import Spec, is_outside, read

__all__ = ["Bot", "BotFault", "BotLate", "OutsidePlayer", "Spec", "is_outside", "read"]
