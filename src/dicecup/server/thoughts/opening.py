"""Who thinks for a server: its own processes, or all that share its database."""

from dicecup.players import hosted
from dicecup.server.bus.bus import Bus
from dicecup.server.outsiders import Outsiders
from dicecup.server.settings import Settings
from dicecup.server.store.postgres_words import address_of
from dicecup.server.thinking import ThinkingPool, usual_processes
from dicecup.server.thoughts.asking import Asking
from dicecup.server.thoughts.circle import Circle
from dicecup.server.thoughts.link import Link
from dicecup.server.thoughts.taking import Taking


async def open_thinking(settings: Settings, bus: Bus) -> ThinkingPool:
    """The computer players of a server that is set up so."""
    outsiders = Outsiders(hosted.read(settings.players), settings.think)
    if not settings.database:
        return ThinkingPool(settings.thinkers, settings.think, outsiders=outsiders)
    processes = usual_processes() if settings.thinkers is None else settings.thinkers
    circle = Circle(Link(address_of(settings.database)), bus, processes)
    asking = Asking(circle, Taking(circle, settings.think) if processes else None, settings.think)
    await asking.begin()
    return ThinkingPool(minds=asking, outsiders=outsiders)
