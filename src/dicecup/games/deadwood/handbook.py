"""The rules of Deadwood in our own words, piece by piece, with the lot and the scenes, for whoever looks it up."""

from dataclasses import asdict
from typing import Any, Final

from dicecup.games.deadwood.data import STARTS, describe
from dicecup.games.deadwood.state import CARD, PAY, POINTS_PER_RANK, SET

SECTIONS: Final = (
    (
        "aim",
        "The aim",
        "You are a bit player on a studio lot with ten sets, out to make a name for yourself. At the end of the "
        "game every dollar and every credit is worth 1 point and every rank 5. The most points win; players who "
        "tie share the win.",
    ),
    (
        "turn",
        "A turn without a role",
        "Move through one door, take a role where you are, do both (moving first), or neither. The first actor to "
        "reach a set turns its scene card face up. Taking a role ends your turn; you start acting on the next.",
        "At the Casting Office you may buy a higher rank, before or after you move.",
    ),
    (
        "roles",
        "Roles",
        "A scene has one to three roles on its card, for stars, and each set has roles of its own, for extras. "
        "Each role is for one actor, whose rank must be at least the role's. You cannot leave it until the scene "
        "wraps or the day ends.",
    ),
    (
        "work",
        "A turn with a role",
        "Act: roll a die and add your practice chips. If the total is at least the scene's budget, a shot is "
        "done. A star gets 2 credits for a success and nothing for a failure; an extra gets $1 and 1 credit for a "
        "success and $1 for a failure.",
        "Rehearse: take a practice chip, which adds 1 to every roll you make for this role. Once even a 1 would "
        "be enough, there is nothing left to rehearse and you have to act.",
    ),
    (
        "wrap",
        "When a scene wraps",
        "When its last shot is done, the scene wraps: everybody there is free again, and their practice chips are "
        "gone. If anybody was working on the card, the player who made the last shot rolls as many dice as the "
        "budget. The dice go to the roles on the card, from the highest die down, starting with the highest role "
        "and going round and round. Each star gets the sum of their dice in dollars; dice on empty roles are "
        "lost. With a house rule, empty roles get no dice.",
        "Then each extra there gets the rank of their role in dollars. Without a star, nobody gets a bonus.",
    ),
    (
        "ranks",
        "Ranks",
        "You buy a higher rank at the Casting Office, paying all in dollars or all in credits. The price is the "
        "same whatever your rank is now, and you may skip ranks. Each rank opens up better roles, and is worth 5 "
        "points at the end.",
    ),
    (
        "day",
        "Days",
        "A day is over when only one scene is left; that one is never finished. Everybody goes back to the "
        "Trailers without their role and chips, and ten new cards are dealt face down. You keep your dollars, "
        "credits and rank. No card is used twice.",
        "Two or three players play for three days, more play for four. Five players start with 2 credits each, "
        "six with 4, and seven or eight with rank 2.",
    ),
)


def handbook() -> dict[str, Any]:
    """All of it as JSON: what a page needs besides a view to draw the lot and the cards."""
    return {
        "sections": [{"id": id_, "title": title, "paragraphs": list(words)} for id_, title, *words in SECTIONS],
        **describe(),
        "starts": {str(players): asdict(start) for players, start in STARTS.items()},
        "points_per_rank": POINTS_PER_RANK,
        "pay": {on: {"success": PAY[on, True], "failure": PAY[on, False]} for on in (CARD, SET)},
    }
