"""What has become, in this version, of something that an older one wrote down: docs/compatibility.md."""

from collections.abc import Sequence
from enum import Flag, auto
from functools import reduce
from operator import or_
from typing import Any


class Drift(Flag):
    """Nothing, or any of these together."""

    NONE = 0
    REWORDED = auto()  # the same game, told in other words or seen in another way
    GROWN = auto()  # there is more now than there was then, and nothing of that is different
    CHANGED = auto()  # it would be something else now


def drift(then: Any, now: Any, *, less: bool = False) -> Drift:
    """Compare JSON data of then with that of now. `less`: what is no longer written down is no difference."""
    if isinstance(then, dict) and isinstance(now, dict):
        if then.keys() - now.keys() and not less:
            return Drift.CHANGED
        more = Drift.GROWN if now.keys() - then.keys() else Drift.NONE
        return reduce(or_, (drift(then[key], now[key], less=less) for key in then.keys() & now.keys()), more)
    if isinstance(then, list) and isinstance(now, list):
        pairs = zip(then, now, strict=False)
        found = reduce(or_, (drift(one, other, less=less) for one, other in pairs), Drift.NONE)
        return found if len(then) == len(now) else Drift.CHANGED
    return Drift.NONE if type(then) is type(now) and then == now else Drift.CHANGED


def retold(then: Any, now: Sequence[dict[str, Any]]) -> Drift:
    """Compare the events of a game as they were told then with how they are told now: facts are in the log.

    More events, or more about them, is growth; any other difference is another way to tell the same game.
    """
    if not isinstance(then, list):
        return Drift.REWORDED
    found, left = Drift.NONE, iter(now)
    for event in then:
        for other in left:
            if _same_fact(event, other):
                found |= Drift.REWORDED if event.get("text") != other.get("text") else Drift.NONE
                found |= drift(event, other) & Drift.GROWN
                break
            found |= Drift.GROWN
        else:
            return Drift.REWORDED
    return found if next(left, None) is None else found | Drift.GROWN


def _same_fact(then: Any, now: dict[str, Any]) -> bool:
    return isinstance(then, dict) and Drift.CHANGED not in drift({**then, "text": ""}, {**now, "text": ""})
