"""A view of Yahtzee as a row of numbers."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from dicecup.games.yahtzee.scoring import BOXES, OPEN, UPPER_GOAL
from dicecup.games.yahtzee.state import ALL_DICE, ROLLS
from dicecup.table import OVER
from dicecup.table.encoding import Part, Seen, one_of, places

KINDS: Final = ("order", "roll", "choose")
PHASES: Final = ("begin", *KINDS, OVER)
LEFT_OUT: Final = {
    "game": "it is always the same",
    "names": "they change nothing",
    "seat": "the row begins with it",
    "turn": "what counts is what is still open",
    "card": "earlier games change nothing",
    "sheets.past": "earlier games change nothing",
}
_FACES: Final = range(1, 7)
_KINDS, _PHASES, _ROLLS = places(KINDS), places(PHASES), places(range(ROLLS + 1))


def parts(seats: int) -> Iterator[Part]:
    """The question, the dice, and everybody's scorecard."""
    yield Part("kind", len(KINDS), f"what is asked: {', '.join(KINDS)}", _kind)
    yield Part("phase", len(PHASES), f"the phase: {', '.join(PHASES)}", _phase)
    yield Part("asked", seats, "who is asked", lambda seen: seen.away(seen.asked.seat if seen.asked else None))
    yield Part("current", seats, "whose turn it is", lambda seen: seen.away(seen.view.current))
    yield Part("official", 1, "1: by the official rules", lambda seen: [float(seen.view.rules == "official")])
    yield Part("rolls", ROLLS + 1, "rolls made: 0 to 3", lambda seen: one_of(seen.view.rolls, _ROLLS))
    yield Part("dice", 30, "each of the five dice: which face it shows; noughts before the first roll", _dice)
    for step in range(seats):
        yield Part(
            f"sheet+{step}",
            2 * len(BOXES) + 3,
            "13 boxes, 1 if open; 13 boxes, points / 50; upper sum / 63; further Yahtzees / 10; total / 400",
            partial(_sheet, step),
        )


def _kind(seen: Seen) -> list[float]:
    return one_of(seen.asked.kind if seen.asked else None, _KINDS)


def _phase(seen: Seen) -> list[float]:
    return one_of(seen.view.phase, _PHASES)


def _dice(seen: Seen) -> list[float]:
    dice = seen.view.dice or (0,) * len(ALL_DICE)
    return [float(die == face) for die in dice for face in _FACES]


def _sheet(step: int, seen: Seen) -> list[float]:
    sheet = seen.view.sheets[seen.seats[step]]
    boxes = sheet.boxes
    return [
        *[float(points == OPEN) for points in boxes],
        *[points / 50 if points > 0 else 0.0 for points in boxes],
        sheet.upper / UPPER_GOAL,
        sheet.extra_yahtzees / 10,
        sheet.total / 400,
    ]
