"""Yahtzee as people play it at the kitchen table: a favourite plan, a goal you can see, no arithmetic."""

from collections.abc import Sequence
from enum import Enum
from typing import Final, NamedTuple

from dicecup.games.yahtzee import YahtzeeView
from dicecup.games.yahtzee.scoring import (
    FULL_HOUSE,
    INDEX,
    LARGE_STRAIGHT,
    OPEN,
    SMALL_STRAIGHT,
    TITLES,
    YAHTZEE,
)
from dicecup.players.player import Advice, Fork, ranked
from dicecup.table import Ask, Option

# What a box usually brings. Whatever is furthest above that is filled; the greater the number, the more it is kept
# for better dice.
_USUAL: Final = (2, 5, 8, 11, 14, 17, 21, 14, 17, 22, 24, 14, 21)
_FACES: Final = ("ones", "twos", "threes", "fours", "fives", "sixes")


class Plan(Enum):
    """What a player likes best."""

    COLLECTOR = "the upper section"
    RUNNER = "straights"
    GAMBLER = "the Yahtzee"


class Wish(NamedTuple):
    """What the player would like to do now, and why."""

    option: Option
    reason: str


class EasyYahtzee:
    """Goes for what it sees: a run, a pair, a box well filled. Its values are only an order of preference."""

    def __init__(self, seed: int = 0) -> None:
        self.plan: Final = tuple(Plan)[seed % len(Plan)]

    def decide(self, view: YahtzeeView, ask: Ask, fork: Fork) -> Option:
        """The option that fits its goal."""
        return self._wish(view, ask).option

    def advise(self, view: YahtzeeView, ask: Ask, fork: Fork) -> list[Advice]:
        """Its wish first, then what comes closest to it."""
        wish = self._wish(view, ask)
        values = {option: 1 / (2 + _away(view, wish.option, option)) for option in ask.options}
        return ranked(values, {wish.option: wish.reason})

    def _wish(self, view: YahtzeeView, ask: Ask) -> Wish:
        if not view.dice:
            return Wish(ask.options[0], "")
        points = view.preview()
        best = max(points, key=lambda box: points[box] - _USUAL[INDEX[box]])
        if not view.rolls_left or _good_enough(view, points, best):
            return Wish(_find(ask, "fill", best), f"{TITLES[INDEX[best]]} it is" if points[best] else "bad luck")
        held, reason = self._goal(view)
        slots = [slot for slot, die in enumerate(view.dice) if die in held]
        if _is_run(held):
            slots = [view.dice.index(die) for die in held]
        if len(slots) == len(view.dice):
            return Wish(_find(ask, "fill", best), "that will do")
        return Wish(_find(ask, "keep", *sorted(slots)), reason)

    def _goal(self, view: YahtzeeView) -> tuple[Sequence[int], str]:
        """The faces to hold, and what for."""
        boxes = view.sheets[view.current].boxes
        run = _longest_run(view.dice)
        straights = OPEN in (boxes[SMALL_STRAIGHT], boxes[LARGE_STRAIGHT])
        if straights and len(run) >= (3 if self.plan is Plan.RUNNER else 4):
            return run, "hoping for a straight"
        counts = {face: view.dice.count(face) for face in view.dice}
        pairs = [face for face, count in counts.items() if count >= 2]
        if len(pairs) == 2 and boxes[FULL_HOUSE] == OPEN and self.plan is not Plan.GAMBLER:
            return pairs, "hoping for a full house"
        of_a_kind = OPEN in (boxes[INDEX["three_of_a_kind"]], boxes[INDEX["four_of_a_kind"]], boxes[YAHTZEE])
        wanted = [face for face in counts if boxes[face - 1] == OPEN or (of_a_kind and counts[face] >= 2)]
        if not wanted:
            return (run, "hoping for a straight") if straights else ((), "one more try")
        liked = self.plan is Plan.COLLECTOR
        face = max(wanted, key=lambda face: (counts[face], liked and boxes[face - 1] == OPEN, face))
        return (face,), f"collecting {_FACES[face - 1]}"


def _good_enough(view: YahtzeeView, points: dict[str, int], best: str) -> bool:
    """Whether to stop with re-rolls left.

    A fixed pattern is made, or a box is better than usual and only one roll is left, or the last box already wins.
    """
    box = INDEX[best]
    boxes = view.sheets[view.current].boxes
    if box == SMALL_STRAIGHT and boxes[LARGE_STRAIGHT] == OPEN:
        return False  # one more die, and it is a large one
    if box in (FULL_HOUSE, SMALL_STRAIGHT, LARGE_STRAIGHT, YAHTZEE) and points[best]:
        return True
    if view.rolls_left == 1 and points[best] > _USUAL[box]:
        return True
    others = [sheet for seat, sheet in enumerate(view.sheets) if seat != view.current]
    last = boxes.count(OPEN) == 1 and not any(OPEN in sheet.boxes for sheet in others)
    mine = view.sheets[view.current].total + points[best]
    return bool(others) and last and all(mine > sheet.total for sheet in others)


def _longest_run(dice: Sequence[int]) -> list[int]:
    runs: list[list[int]] = [[]]
    for face in sorted(set(dice)):
        if runs[-1] and face != runs[-1][-1] + 1:
            runs.append([])
        runs[-1].append(face)
    return max(runs, key=len)


def _is_run(held: Sequence[int]) -> bool:
    return len(held) >= 3


def _away(view: YahtzeeView, wish: Option, option: Option) -> float:
    """How far an option is from the wish."""
    if option == wish:
        return 0.0
    if wish.verb != option.verb:
        return 20.0
    if option.verb == "keep":
        return float(len(set(wish.args) ^ set(option.args)))
    points = view.preview()
    worth, wished = (points[str(o.args[0])] - _USUAL[INDEX[str(o.args[0])]] for o in (option, wish))
    return 1 + max(0, wished - worth)


def _find(ask: Ask, *words: str | int) -> Option:
    option = ask.find(words)
    assert option is not None, f"{words} should be possible"
    return option
