"""Yahtzee's twin for batches."""

from itertools import product
from typing import Final

import numpy as np

from dicecup.batch.twin import Twin
from dicecup.batch.yahtzee import game
from dicecup.games.yahtzee.options import YahtzeeOptions
from dicecup.games.yahtzee.scoring import BOXES, INDEX, JOKER_SCORES, YAHTZEE_SCORE, score
from dicecup.table.actions import Actions


def _worth() -> game.Ints:
    """By the number of a roll (its dice are digits to the base of six) and the box: what the engine says."""
    rolls = [tuple(sorted(roll)) for roll in product(range(1, game.FACES + 1), repeat=game.DICE)]
    known = {roll: [score(box, roll) for box in range(len(BOXES))] for roll in set(rolls)}
    return np.array([known[roll] for roll in rolls])


def _rules(seats: int, options: YahtzeeOptions, actions: Actions) -> game.Rules:
    keeps, boxes = np.full(len(actions), -1), np.full(len(actions), -1)
    keeping, filling = np.full(game.ALL + 1, -1), np.full(len(BOXES), -1)
    for number in range(len(actions)):
        verb, *rest = actions.words(number, 0)
        if verb == "keep":
            keeps[number] = sum(1 << int(slot) for slot in rest)
            keeping[keeps[number]] = number
        elif verb == "fill":
            boxes[number] = INDEX[str(rest[0])]
            filling[boxes[number]] = number
    return game.Rules(
        seats=seats,
        official=options.official,
        ordered=options.start == "first-roll",
        keeps=keeps,
        boxes=boxes,
        keeping=keeping,
        filling=filling,
        rolling=actions.number(("roll",), 0),
        worth=_worth(),
        fiftieths=(np.arange(YAHTZEE_SCORE + 1) / 50).astype(np.float32),
        joker=np.array([JOKER_SCORES.get(box, 0) for box in range(len(BOXES))]),
    )


TWIN: Final = Twin(
    modules=(game,),
    numbering=1,
    knows={"start": ("first-roll", "seat-order"), "rules": ("standard", "official")},
    width=lambda seats, options: game.width(seats),
    rules=_rules,
    chance=game.DICE,
    opening=0,
)
