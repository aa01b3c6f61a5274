"""The choices of Deadwood, numbered: working, walking, roles and ranks."""

from collections.abc import Iterator
from typing import Final

from dicecup.games.deadwood.data import AREAS, SCENES
from dicecup.games.deadwood.state import CARD, SET
from dicecup.games.deadwood.text import UPGRADES
from dicecup.table.actions import Words

MOST_STARS: Final = max(len(scene.roles) for scene in SCENES.values())
MOST_EXTRAS: Final = max(len(area.roles) for area in AREAS.values())


def choices() -> Iterator[Words]:
    """Act, rehearse, end the turn; a step to each area; roles on the card and on the set by their slot; ranks."""
    yield ("act",)
    yield ("rehearse",)
    yield ("end",)
    for area in AREAS:
        yield "move", area
    for on, most in ((CARD, MOST_STARS), (SET, MOST_EXTRAS)):
        for slot in range(most):
            yield "take", on, slot
    for rank, currency in UPGRADES:
        yield "upgrade", rank, currency
