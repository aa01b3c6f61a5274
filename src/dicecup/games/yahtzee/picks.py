"""What the options of Yahtzee pick: dice to roll, dice to hold, boxes to fill."""

from typing import Final

from dicecup.games.yahtzee import text
from dicecup.games.yahtzee.scoring import (
    INDEX,
    UPPER,
    UPPER_BONUS,
    UPPER_GOAL,
    YAHTZEE,
    YAHTZEE_BONUS,
    YAHTZEE_SCORE,
    is_joker,
    points,
    upper_sum,
)
from dicecup.games.yahtzee.state import ALL_DICE, YahtzeeState
from dicecup.table import Ask, Option, Pick

_FIXED: Final = {
    **{("choose", *keep): Pick(dice=tuple(map(int, keep.args)), held=True) for keep in text.KEEPS},
    ("roll", "roll"): Pick(dice=ALL_DICE, main=True),
    ("order", "roll"): Pick(dice=ALL_DICE, label=text.ROLL_FOR_ORDER, main=True),
}


def picks(state: YahtzeeState, ask: Ask) -> list[Pick]:
    """What each option picks."""
    return [_FIXED.get((ask.kind, *option)) or _filling(state, option) for option in ask.options]


def _filling(state: YahtzeeState, option: Option) -> Pick:
    sheet, official = state.sheets[state.current], state.options.official
    box = INDEX[str(option[1])]
    scored = points(box, sheet.boxes, state.dice, official=official)
    upper = upper_sum(sheet.boxes)
    again = official and is_joker(sheet.boxes, state.dice) and sheet.boxes[YAHTZEE] == YAHTZEE_SCORE
    bonus = box in UPPER and upper < UPPER_GOAL <= upper + scored
    return Pick(
        box=str(option[1]),
        gives=text.gives(scored, YAHTZEE_BONUS * again, UPPER_BONUS * bonus),
        label=text.writing(box, scored),
    )
