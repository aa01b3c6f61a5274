"""What can be seen of a game of Farkle: everything but the dice to come."""

from dataclasses import dataclass
from typing import Final

from dicecup.table import Shown, View
from dicecup_farkle.state import FarkleState


@dataclass(slots=True, kw_only=True)
class FarkleView(View):
    """A game of Farkle as anybody sees it."""

    current: int
    dice: tuple[int, ...]
    aside: tuple[int, ...]
    points: int
    scores: tuple[int, ...]
    closer: int
    goal: int
    opening: int
    kinds: str


def view(state: FarkleState, seat: int | None) -> FarkleView:
    """What `seat` sees."""
    return FarkleView(
        game="farkle",
        names=state.names,
        seat=seat,
        turn=state.turn,
        phase=state.phase,
        current=state.current,
        dice=tuple(state.dice),
        aside=tuple(state.aside),
        points=state.points,
        scores=tuple(state.scores),
        closer=state.closer,
        goal=state.options.goal,
        opening=state.options.opening,
        kinds=state.options.kinds,
    )


SHOWN: Final = {
    "dice": Shown("dice"),
    "aside": Shown("dice", "Set aside"),
    "points": Shown("fact", "At stake this turn"),
    "scores": Shown("track", "Points", upto="goal"),
    **dict.fromkeys(("current", "closer", "goal", "opening", "kinds"), Shown("hidden")),
}
"""How a screen that does not know the game draws this view."""
