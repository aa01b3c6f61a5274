"""The choices of Yahtzee, numbered: which dice to keep, which box to fill."""

from collections.abc import Iterator

from dicecup.games.yahtzee.scoring import BOXES
from dicecup.games.yahtzee.state import ALL_DICE
from dicecup.table.actions import Words


def choices() -> Iterator[Words]:
    """What is kept, as the bits of a number from 0 to 31; then the boxes; then the first roll of a turn."""
    for bits in range(1 << len(ALL_DICE)):
        yield ("keep", *(slot for slot in ALL_DICE if bits >> slot & 1))
    for box in BOXES:
        yield "fill", box
    yield ("roll",)
