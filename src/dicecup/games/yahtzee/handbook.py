"""The rules of Yahtzee in our own words, piece by piece, for whoever looks something up."""

from typing import Any, Final

from dicecup.games.yahtzee.scoring import BOXES, TITLES

_ROW: Final = "{number} of the dice show numbers in a row, in any order: {points} points, otherwise 0."
_KIND: Final = "At least {number} dice show the same: the sum of all five dice, otherwise 0. {more}"
_LOWER: Final = {
    "three_of_a_kind": _KIND.format(number="three", more="Four or five equal dice are fine as well."),
    "four_of_a_kind": _KIND.format(number="four", more="Five equal dice are fine as well."),
    "full_house": "Three dice show one face, the other two another: 25 points, otherwise 0. Five equal dice are "
    "no full house.",
    "small_straight": _ROW.format(number="Four", points=30) + " The fifth die does not matter.",
    "large_straight": _ROW.format(number="All five", points=40),
    "yahtzee": "All five dice show the same: 50 points, otherwise 0.",
    "chance": "The sum of all five dice, whatever they show.",
}

SECTIONS: Final = (
    (
        "aim",
        "The aim",
        "Fill the thirteen boxes of your column, one in each turn, for as many points as the dice will give. The "
        "highest total wins; if several have it, they share the win. Alone you play for the score.",
    ),
    (
        "turn",
        "A turn",
        "Roll all five dice. Then, twice at most, hold those you like and roll the others again; dice that were "
        "held may be rolled later, and others held instead.",
        "Whenever you like, and at the latest after the third roll, write the dice into one box that is still "
        "empty. If nothing fits, some box has to take a 0. A box that is filled stays as it is.",
    ),
    (
        "upper",
        "The upper section",
        "Ones to sixes count only the dice that show their face. Whoever brings these six boxes to 63 points or "
        "more together gets 35 points on top. Three of each face are just enough.",
    ),
    (
        "lower",
        "The lower section",
        "The seven boxes below want patterns, and give the same for every dice that fit, or the sum of the dice. "
        "What each wants is listed with the boxes.",
    ),
    (
        "start",
        "Who begins",
        "Everybody rolls the five dice once: the highest sum begins, and those who are equal roll again. Then "
        "play goes round the table. By a house rule the first seat begins, and nobody rolls for it.",
    ),
    (
        "card",
        "The scorecard",
        "The card has six columns, one for each game at this table. When all are full there is a new card.",
    ),
    (
        "official",
        "The official rules",
        "These are a house rule. With them a second Yahtzee counts too: once your Yahtzee box holds 50, every "
        "further one earns 100 points more.",
        "A further Yahtzee with that box filled is also a joker. It has to go into its own upper box; if that is "
        "full, into any open box below, where it counts in full as a full house or a straight; if those are full "
        "as well, into an open upper box, for nothing.",
    ),
)


def about_box(box: int) -> str:
    """What one box wants and gives."""
    return f"{TITLES[box]}. {_wants(box)}"


def _wants(box: int) -> str:
    if box < 6:
        what = f"Only the dice that show {box + 1} count: {box + 1} {'point' if box == 0 else 'points'} each."
        return f"{what} Three of them keep you on the way to the 63 points for the upper bonus."
    return _LOWER[BOXES[box]]


def handbook() -> dict[str, Any]:
    """All of it as JSON."""
    return {
        "sections": [{"id": id_, "title": title, "paragraphs": list(words)} for id_, title, *words in SECTIONS],
        "boxes": [
            {"id": box, "name": TITLES[number], "upper": number < 6, "text": _wants(number)}
            for number, box in enumerate(BOXES)
        ],
    }
