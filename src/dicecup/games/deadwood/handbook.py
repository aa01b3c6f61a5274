"""The rules of Deadwood in our own words, piece by piece, with the lot and the scenes, for whoever looks it up."""

from dataclasses import asdict
from typing import Any, Final

from dicecup.games.deadwood.data import STARTS, describe

SECTIONS: Final = (
    (
        "aim",
        "The aim",
        "You are a small actor on a studio lot with ten sets, and want a name. In the end every dollar and every "
        "credit is 1 point and every rank 5; the most points win, and whoever has equally many shares the win.",
    ),
    (
        "turn",
        "A turn without a role",
        "Move through one door, take a role where you stand, both (the move comes first), or neither. Whoever is "
        "the first to come to a set turns its scene card face up. Taking a role ends the turn; acting begins with "
        "the next one.",
        "At the Casting Office you may buy a higher rank, before you move or after.",
    ),
    (
        "roles",
        "Roles",
        "A scene has one to three roles on its card, for stars, and each set has roles of its own, for extras. A "
        "role is for one actor, whose rank is at least the role's. You cannot leave it until the scene wraps or "
        "the day ends.",
    ),
    (
        "work",
        "A turn with a role",
        "Act: roll a die and add your practice chips. If that makes the budget of the scene, a shot is done. A "
        "star gets 2 credits for a success and nothing for a failure; an extra gets $1 and 1 credit for a success "
        "and $1 for a failure.",
        "Rehearse: take a practice chip, 1 more on every roll for this role. When even a 1 would do there is "
        "nothing left to rehearse, and you have to act.",
    ),
    (
        "wrap",
        "When a scene wraps",
        "With its last shot the scene wraps, and everybody there is free again; the chips are gone. If somebody "
        "works on the card, whoever made the shot rolls as many dice as the budget. From the highest down the "
        "dice go to the roles on the card, the highest role first, round and round; a star gets the sum on the "
        "role in dollars, and dice on empty roles are lost. By a house rule empty roles get none.",
        "Then each extra there gets the rank of the role in dollars. Without a star nobody gets a bonus.",
    ),
    (
        "ranks",
        "Ranks",
        "A higher rank is bought at the Casting Office, all in dollars or all in credits. The price is the same "
        "whatever rank you have, and ranks may be skipped. Each rank opens better roles, and is worth 5 points in "
        "the end.",
    ),
    (
        "day",
        "Days",
        "A day is over when only one scene is left; that one is not finished. Everybody goes back to the "
        "Trailers, roles and chips are gone, and ten new cards are dealt face down. Dollars, credits and ranks "
        "stay. No card comes twice.",
        "Two or three players play three days, more play four. Five players begin with 2 credits, six with 4, and "
        "seven or eight with rank 2.",
    ),
)


def handbook() -> dict[str, Any]:
    """All of it as JSON: what a page needs besides a view to draw the lot and the cards."""
    return {
        "sections": [{"id": id_, "title": title, "paragraphs": list(words)} for id_, title, *words in SECTIONS],
        **describe(),
        "starts": {str(players): asdict(start) for players, start in STARTS.items()},
    }
