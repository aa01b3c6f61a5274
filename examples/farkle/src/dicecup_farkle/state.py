"""What lies on the table in Farkle: six dice, and how many points everybody has."""

from dataclasses import dataclass, field
from typing import Final, Literal

from dicecup.table import BEGINNING, Options, State, setting

DICE: Final = 6
NOBODY: Final = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class FarkleOptions(Options):
    """The house rules of Farkle."""

    goal: Literal[5000, 10000] = setting(
        10000,
        "how many points end the game",
        group=BEGINNING,
        says={5000: "The game is played to 5,000 points.", 10000: "The game is played to 10,000 points."},
    )
    opening: Literal[0, 500, 1000] = setting(
        500,
        "the first points you bank",
        group="Scoring",
        says={
            0: "Any points can be banked from the start.",
            500: "The first points you bank have to be 500 or more.",
            1000: "The first points you bank have to be 1,000 or more.",
        },
    )
    kinds: Literal["fixed", "doubling"] = setting(
        "fixed",
        "four, five and six of a kind",
        group="Scoring",
        says={
            "fixed": "Four, five and six of a kind bring 1,000, 2,000 and 3,000.",
            "doubling": "Each die beyond three of a kind doubles what they bring.",
        },
    )
    last_turns: bool = setting(
        True,
        "what happens when somebody reaches the goal",
        group=BEGINNING,
        says={
            True: "When somebody reaches the goal, everybody else has one more turn.",
            False: "Whoever reaches the goal first wins at once.",
        },
    )


@dataclass(slots=True, kw_only=True)
class FarkleState(State):
    """A game of Farkle.

    Phases: `begin`, `order` (rolling for the first turn), `roll` (before the first roll), `choose` (take dice).
    """

    options: FarkleOptions
    scores: list[int]  # what everybody has banked
    current: int = 0
    dice: list[int] = field(default_factory=list)  # rolled and not set aside, by slot; empty before the first roll
    aside: list[int] = field(default_factory=list)  # faces set aside since all six dice were last rolled
    points: int = 0  # set aside in this turn and not banked yet
    rolls: int = 0  # made in this turn
    closer: int = NOBODY  # who has reached the goal first
    contenders: list[int] = field(default_factory=list)  # `order`: who may still go first
    rolled: list[int] = field(default_factory=list)  # `order`: what the first of them have rolled in this round
    order_round: int = 1
