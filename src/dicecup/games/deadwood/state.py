"""What lies on the lot in Deadwood: actors, sets, scenes, and where the turn stands."""

from dataclasses import field
from typing import Final

from dicecup.games.deadwood.data import STARTS
from dicecup.games.deadwood.options import DeadwoodOptions
from dicecup.table import Mutable, State
from dicecup.table.compiled import dataclass, mypyc_attr

POINTS_PER_RANK: Final = 5
LAST_SCENES: Final = 1  # the day is over when so few are left

CARD, SET = "card", "set"
"""Where a role is printed: on the scene (a star's) or on the board (an extra's)."""

PAY: Final = {(CARD, True): (0, 2), (CARD, False): (0, 0), (SET, True): (1, 1), (SET, False): (1, 0)}
"""Dollars and credits for acting, by where the role is printed and by success."""


@dataclass(slots=True, kw_only=True)
class Actor(Mutable):
    """One player's actor. A role is known by where it is printed and its slot there, in the actor's own area."""

    rank: int
    dollars: int = 0
    credits: int = 0
    area: str
    on: str = ""  # CARD or SET; empty: not working
    slot: int = 0
    chips: int = 0

    @property
    def score(self) -> int:
        """The points so far."""
        return self.dollars + self.credits + POINTS_PER_RANK * self.rank


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(slots=True, kw_only=True)
class DeadwoodState(State):
    """A game of Deadwood.

    Phases: `begin` (the first morning), `turn` (a step of an actor without a role), `work` (of one with a role).

    There is no deck. A card gets its identity when it is turned up, by a draw from all cards that nobody has seen;
    those include the cards that were taken away at night without having been turned. That is exact: the cards were
    shuffled once, so every way to lay the unseen ones on the unseen places (deck, sets, taken away) is equally
    likely, whatever has been seen of the others. So the card turned up next is each of them with the same chance.
    """

    options: DeadwoodOptions
    actors: list[Actor]
    day: int = 0
    active: int = 0  # whose turn it is
    moved: bool = False  # in this turn
    idle: int = 0  # turns in a row, this one included, in which nobody worked, took a role or bought a rank
    shots: dict[str, int]  # left on each set; 0: wrapped
    scenes: dict[str, str]  # the card lying open on each set; "" if it lies face down or is gone
    unseen: list[str]  # nobody has seen these; sorted, there is no other order
    out: list[str] = field(default_factory=list)  # seen, and out of the game, in the order they went

    @property
    def days(self) -> int:
        """How many days are played."""
        return STARTS[len(self.actors)].days
