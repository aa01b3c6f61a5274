"""What the conformance kit asks of `Game.shown`: it names fields that are there, and says of them what is true."""

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from dicecup.table import Game, Match, View
from dicecup.testing.promises import promise


def check_shown(match: Match[Any], where: str) -> None:
    """What is said of how to draw a view fits the view."""
    view = match.view(None).to_json()
    seats = len(match.names)
    for field, shown in match.game.shown.items():
        found = list(_at(view, field.split(".")))
        promise(field.split(".")[0] in view, f"{field!r}, which `shown` names, is a field of the view", where)
        whole = view.get(field)
        if shown.kind == "dice":
            faces = len(shown.labels) or 6
            promise(
                all(isinstance(dice, list) and all(1 <= die <= faces for die in dice) for dice in found),
                f"the dice in {field!r} have the faces 1 to {faces}",
                where,
            )
        elif shown.kind == "per seat":
            owner = view[field.split(".")[0]]
            promise(
                isinstance(owner, list) and len(owner) == seats, f"{field!r} has an entry for each seat", where
            )
        elif shown.kind == "table":
            promise(isinstance(whole, dict), f"{field!r} is a mapping", where)
        elif shown.kind == "track":
            end = shown.upto if isinstance(shown.upto, int) else view.get(shown.upto)
            promise(type(end) is int and end > 0, f"{field!r} is a track that ends somewhere", where)


def untold(game: Game[Any], view: dict[str, Any]) -> list[str]:
    """The fields of a view of which `shown` says nothing, so that they are drawn by their type."""
    told = {field.split(".")[0] for field in game.shown} | {each.name for each in fields(View)}
    return [field for field in view if field not in told]


def _at(value: Any, path: list[str]) -> Iterator[Any]:
    """All that a path leads to: through the items of lists, too."""
    if not path:
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _at(item, path)
    elif isinstance(value, dict) and path[0] in value:
        yield from _at(value[path[0]], path[1:])
