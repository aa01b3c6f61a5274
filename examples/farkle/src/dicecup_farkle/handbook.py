"""The rules of Farkle in words, for whoever looks something up."""

from typing import Any, Final

from dicecup_farkle.state import FarkleOptions

_SETS: Final = {
    "fixed": "Four of a kind bring 1,000, five of a kind 2,000 and six of a kind 3,000, whatever the number.",
    "doubling": "A fourth die of the kind doubles that, a fifth doubles it again, and so does a sixth.",
}


def handbook(options: FarkleOptions | None = None) -> dict[str, Any]:
    """All of it as JSON, as it is played at a table."""
    rules = options or FarkleOptions()
    opening = (
        f"The first points you ever bank have to be at least {rules.opening:,} in one turn; after that any number "
        "will do."
        if rules.opening
        else "You can bank any number of points, from your first turn on."
    )
    closing = (
        "Then everybody else has one more turn to overtake. The highest total wins, and players who tie share the "
        "win."
        if rules.last_turns
        else "The game ends at once, and they have won."
    )
    sections = (
        ("aim", "The aim", f"Be ahead when somebody has {rules.goal:,} points. {closing}"),
        (
            "turn",
            "A turn",
            "Roll all six dice and take at least one that counts. Then choose: bank what you have taken in this "
            "turn, or roll the dice that are left for more.",
            "If none of the dice you have just rolled counts, that is a farkle: the turn is over, and everything "
            "you took in it is lost. What you banked in earlier turns is safe.",
            "If all six dice have been taken, they are hot: roll all six again and go on adding.",
            opening,
        ),
        (
            "scores",
            "What counts",
            "Each 1 brings 100, each 5 brings 50. Three of a kind bring a hundred times their number, and three "
            f"ones 1,000. {_SETS[rules.kinds]}",
            "Six dice of one roll also count together as a straight from 1 to 6 (1,500), as three pairs (1,500; "
            "four of a kind and a pair will do) or as two triplets (2,500).",
            "Dice count with those of the same roll only, and always as what brings most.",
        ),
    )
    return {"sections": [{"id": id_, "title": title, "paragraphs": list(more)} for id_, title, *more in sections]}
