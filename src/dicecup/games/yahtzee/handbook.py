"""The rules of Yahtzee in our own words, piece by piece, for whoever looks something up."""

from typing import Any, Final

from dicecup.games.yahtzee.scoring import BOXES, TITLES

_ROW: Final = "{number} of the dice show numbers in a row, in any order: {points} points, otherwise 0."
_KIND: Final = "At least {number} dice show the same number: the sum of all five dice, otherwise 0. {more}"
_LOWER: Final = {
    "three_of_a_kind": _KIND.format(number="three", more="Four or five of a kind will do as well."),
    "four_of_a_kind": _KIND.format(number="four", more="Five of a kind will do as well."),
    "full_house": "Three dice of one number and two of another: 25 points, otherwise 0. Five of a kind is not a "
    "full house.",
    "small_straight": _ROW.format(number="Four", points=30) + " The fifth die does not matter.",
    "large_straight": _ROW.format(number="All five", points=40),
    "yahtzee": "All five dice show the same number: 50 points, otherwise 0.",
    "chance": "The sum of all five dice, whatever they show.",
}

SECTIONS: Final = (
    (
        "aim",
        "The aim",
        "Fill the thirteen boxes of your column, one each turn, for as many points as the dice will give you. The "
        "highest total wins; players who tie share the win. On your own, you play for the best score you can get.",
    ),
    (
        "turn",
        "A turn",
        "Roll all five dice. Then, up to twice, hold the ones you like and roll the others again. Dice that you "
        "held the first time may be rolled the second time.",
        "When you are happy, or after the third roll at the latest, fill one empty box with the dice. If nothing "
        "fits, some box has to take a 0. Once a box is filled, it stays as it is.",
    ),
    (
        "upper",
        "The upper section",
        "Ones to sixes count only the dice with that number. If these six boxes add up to 63 points or more, you "
        "get a bonus of 35. Three of each number is just enough.",
    ),
    (
        "lower",
        "The lower section",
        "The seven boxes below want patterns, and score either a fixed number of points or the sum of the dice. "
        "The list of boxes says what each one wants.",
    ),
    (
        "start",
        "Who goes first",
        "Everybody rolls the five dice once: the highest sum goes first, and ties roll again. Then play goes "
        "round the table. With a house rule the first seat goes first, and nobody rolls for it.",
    ),
    (
        "card",
        "The scorecard",
        "The card has six columns, one for each game at this table. When all are full, you get a new card.",
    ),
    (
        "official",
        "The official rules",
        "These are a house rule. With them a second Yahtzee counts too: once your Yahtzee box holds 50, every "
        "further one earns a bonus of 100.",
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
        return f"{what} Three of them keep you on course for the 63 points you need for the upper bonus."
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
