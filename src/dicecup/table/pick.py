"""What an option picks, as plain data: any screen can draw it without knowing the game's verbs."""

from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any, Final

from dicecup.table.plain import Frozen

Price = tuple[tuple[int, str], ...]
"""What something costs: so much of this and so much of that, such as `((4, "dollars"),)`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick(Frozen):
    """What one option picks. Everything may be left out; without anything it is a button with the option's text.

    It is not part of an Option: rules never look at it, so only those who show something ask for it
    (`Game.picks`). Words are written as in an option's text, without a capital at the beginning.
    """

    dice: tuple[int, ...] | None = None  # by slot, ascending: those that are kept, rolled or changed
    held: bool = False  # these dice are kept, and all others rolled
    face: int | None = None  # what the die becomes
    card: str = ""
    by: str = ""  # the card of one's own that makes it possible
    place: str = ""  # where to go, or where it is done
    box: str = ""  # what is filled or taken: a box of a scorecard, a role
    seat: int | None = None  # the player it is done to
    amount: int | None = None
    yes: bool | None = None  # an answer to a question of yes or no
    price: Price = ()
    gives: str = ""  # what it brings, in a few words
    label: str = ""  # for a button, where the option's text is long for one
    main: bool = False  # what Enter takes
    quiet: bool = False  # of little weight beside the others

    def to_json(self) -> dict[str, Any]:
        """What has been said, and nothing else."""
        return dict(_told(self))


PLAIN: Final = Pick()
"""A plain button."""


@lru_cache(maxsize=1 << 14)  # the same few are told again and again
def _told(pick: Pick) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, usual in _USUAL.items():
        value = getattr(pick, name)
        if value != usual:
            found[name] = value
    if pick.dice is not None:
        found["dice"] = list(pick.dice)
    if pick.price:
        found["price"] = list(pick.price)
    return found


_USUAL: Final = {field.name: field.default for field in fields(Pick)}
