"""What the conformance kit asks of picks: one for each option, of things that exist, each told from the others."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final
from weakref import WeakKeyDictionary

from dicecup.table import Ask, Match, Pick
from dicecup.testing.promises import promise

_ASCENDING: Final = "dice are picked by slot, each once, ascending"


def check_picks(match: Match[Any], ask: Ask, where: str) -> None:
    """What the options pick, and what that would be which is not possible now."""
    main = sum(pick.main for pick in _checked(match, ask, where))
    promise(main <= 1, "at most one option is what Enter takes", where)
    if greyed := tuple(match.game.greyed(match.state, ask)):
        main = sum(pick.main for pick in _checked(match, ask.about(greyed), where))
        promise(not main, "Enter takes nothing that is greyed", where)
    for thing, price in match.game.prices(match.state, ask.seat).items():
        promise(thing in _names(match, ask, thing), f"{thing!r}, which has a price, exists", where)
        _check_price(Pick(price=price), where)


def told_picks(match: Match[Any], ask: Ask, viewer: int | None) -> Any:
    """What `viewer` may know of what is picked: the options, if they are not somebody's secret, and the prices."""
    known = viewer == ask.seat or not ask.private
    prices = {} if viewer is None else match.game.prices(match.state, viewer)
    return known and [pick.to_json() for pick in match.game.picks(match.state, ask)], prices


def _checked(match: Match[Any], ask: Ask, where: str) -> list[Pick]:
    picks = list(match.game.picks(match.state, ask))
    promise(len(picks) == len(ask.options), "there is a pick for each option", where)
    told: dict[Pick, Any] = {}
    for option, pick in zip(ask.options, picks, strict=True):
        _check_pick(match, ask, pick, where)
        shown = replace(pick, label=pick.label or option.text)
        promise(shown not in told, f"{option!r} can be told from {told.get(shown)!r} by what it picks", where)
        told[shown] = option
    return picks


def _check_pick(match: Match[Any], ask: Ask, pick: Pick, where: str) -> None:
    data = pick.to_json()
    promise(Pick.from_json(json.loads(json.dumps(data))) == pick, "a pick survives JSON", where)
    if pick.dice is not None:
        promise(list(pick.dice) == sorted({slot for slot in pick.dice if slot >= 0}), _ASCENDING, where)
    promise(pick.dice is not None or not pick.held, "whatever is held is dice", where)
    promise(pick.face is None or bool(pick.dice), "a face is picked for a die", where)
    promise(pick.seat is None or 0 <= pick.seat < len(match.names), "whoever is picked sits at the table", where)
    _check_price(pick, where)
    for thing in filter(None, (pick.card, pick.by, pick.place, pick.box)):
        promise(thing in _names(match, ask, thing), f"{thing!r}, which is picked, exists", where)


def _check_price(pick: Pick, where: str) -> None:
    for amount, what in pick.price:
        promise(amount >= 0 and bool(what), "a price is so much of something", where)


_known: Final[WeakKeyDictionary[Match[Any], frozenset[str]]] = WeakKeyDictionary()


def _names(match: Match[Any], ask: Ask, thing: str) -> frozenset[str]:
    """All that can be read in the handbook, or else of what whoever is asked sees."""
    if match not in _known:
        _known[match] = frozenset(_words(match.game.handbook(match.state.options)))
    if thing in _known[match]:
        return _known[match]
    return frozenset(_words(match.view(ask.seat).to_json()))


def _words(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for key, value in data.items():
            yield key
            yield from _words(value)
    elif isinstance(data, (list, tuple)):
        for item in data:
            yield from _words(item)
