"""A guided first game of Yahtzee: four turns, with a good box, a straight, a sacrifice and a Yahtzee."""

from typing import Final

from dicecup.table import Lesson, Move, rival

_ADA = 1
_TOTAL, _UPPER = "sheets.0.total", "sheets.0.upper"

LESSON: Final = Lesson(
    names=("Player 1", "Ada"),
    options={"start": "seat-order"},
    moves=(
        # Roll, hold, roll, fill.
        Move(
            do=("roll",),
            say="Five dice, three rolls a turn, and thirteen boxes to fill: roll, and see what you get.",
            gives={"1/0/roll/1": [6, 2, 6, 6, 1]},
            so={_TOTAL: 0},
        ),
        Move(
            do=(("keep", 0, 2, 3),),
            say="Three 6s already! Press them to hold them, then roll the other two.",
            wrong="Hold the three 6s and nothing else, then roll.",
            gives={"1/0/roll/2": [6, 3, 6, 6, 6]},
            so={"dice": [6, 2, 6, 6, 1]},
        ),
        Move(
            do=(("keep", 0, 2, 3, 4),),
            say="And a fourth one: hold it too, and roll the last die once more.",
            wrong="Hold all four 6s and roll the one die that is left.",
            gives={"1/0/roll/3": [6, 2, 6, 6, 6]},
            so={"dice": [6, 3, 6, 6, 6]},
        ),
        Move(
            do=(("fill", "sixes"),),
            say="No luck, but four 6s are 24 points in the box for Sixes: press it, and write it down.",
            wrong="Sixes is the box that likes these dice best: 24 points.",
            so={"dice": [6, 2, 6, 6, 6], "preview.sixes": 24},
        ),
        rival(
            _ADA,
            ("fill", "full_house"),
            say="Every box is filled once, so choosing the box is half the game. Ada's turn!",
            gives={"2/1/roll/1": [5, 5, 3, 3, 3]},
            so={_TOTAL: 24, _UPPER: 24},
        ),
        # A straight, and stopping early.
        Move(
            do=("roll",),
            say="Ada had a full house, three of one and two of another: 25 points. Show her what you can do.",
            gives={"3/0/roll/1": [2, 3, 4, 5, 2]},
            so={"sheets.1.total": 25},
        ),
        Move(
            do=(("keep", 0, 1, 2, 3), ("keep", 1, 2, 3, 4)),
            say="2, 3, 4, 5: one more in a row is a large straight, so hold those four and roll the other 2.",
            wrong="Hold one each of 2, 3, 4 and 5, and roll the second 2.",
            gives={"3/0/roll/2": [1, 3, 4, 5, 1]},
            so={"dice": [2, 3, 4, 5, 2]},
        ),
        Move(
            do=(("fill", "large_straight"),),
            say="Five in a row! You need not use your last roll: write 40 into Large straight right now.",
            wrong="Take the 40 points for Large straight before the dice think better of it.",
            so={"preview.large_straight": 40, "rolls": 2},
        ),
        rival(
            _ADA,
            ("fill", "fours"),
            say="By the way: 63 points in the upper six boxes earn a bonus of 35. Ada is after it, too.",
            gives={"4/1/roll/1": [4, 4, 4, 1, 6]},
            so={_TOTAL: 64},
        ),
        # A turn that goes wrong.
        Move(
            do=("roll",),
            say="You lead by 27. Roll again: what could possibly go wrong?",
            gives={"5/0/roll/1": [5, 5, 2, 3, 6]},
            so={_TOTAL: 64, "sheets.1.total": 37},
        ),
        Move(
            do=(("keep", 0, 1),),
            say="Not much there. Hold the two 5s and hope for more.",
            wrong="The two 5s are all there is: hold them, roll the rest.",
            gives={"5/0/roll/2": [5, 5, 4, 2, 2]},
            so={"dice": [5, 5, 2, 3, 6]},
        ),
        Move(
            do=(("keep", 0, 1),),
            say="Still only two. One last try: they stay held, so just roll the others.",
            wrong="Stay with the two 5s and roll the other three.",
            gives={"5/0/roll/3": [5, 5, 6, 3, 2]},
            so={"dice": [5, 5, 4, 2, 2]},
        ),
        Move(
            do=(("fill", "ones"),),
            say="It happens to the best. Some box has to be filled, so sacrifice a cheap one: nothing for Ones.",
            wrong="Give up Ones, where there is least to lose; you will want the other boxes.",
            so={"dice": [5, 5, 6, 3, 2], "preview.ones": 0},
        ),
        rival(
            _ADA,
            ("fill", "chance"),
            say="Ones could never have made more than 5, so that was cheap. What does Ada get?",
            gives={"6/1/roll/1": [6, 5, 3, 2, 1]},
            so={_TOTAL: 64},
        ),
        # And one that does not.
        Move(
            do=("roll",),
            say="Ada was not much luckier: Chance takes anything, and hers is spent. Your dice owe you something: "
            "roll.",
            gives={"7/0/roll/1": [5, 5, 5, 2, 5]},
            so={"sheets.1.boxes.12": 17},
        ),
        Move(
            do=(("keep", 0, 1, 2, 4),),
            say="Four 5s! Hold them, take a breath, and roll the last one.",
            wrong="All four 5s stay; only the 2 is rolled.",
            gives={"7/0/roll/2": [5, 5, 5, 5, 5]},
            so={"dice": [5, 5, 5, 2, 5]},
        ),
        Move(
            do=(("fill", "yahtzee"),),
            say="Five of a kind is called a Yahtzee. It is worth 50 points and a small dance: write it down.",
            wrong="There is a box for exactly this: Yahtzee, 50 points.",
            so={"preview.yahtzee": 50},
        ),
    ),
    end="Roll three times, hold what you like, fill a box, sacrifice a cheap one when you must. After thirteen "
    "boxes the most points win: you have 114 already.",
    so={_TOTAL: 114},
)
