"""Which bus it is: a Redis or Valkey where one is named, else what the database has, else none is needed."""

from dicecup.server.bus.bus import Bus, Within
from dicecup.server.bus.postgres_bus import PostgresBus
from dicecup.server.bus.redis_bus import RedisBus
from dicecup.server.settings import Settings


def open_bus(settings: Settings) -> Bus:
    """The bus of a server that is set up so; SetupError if its address is none."""
    if settings.bus:
        return RedisBus(settings.bus)
    return PostgresBus(settings.database) if settings.database else Within()
