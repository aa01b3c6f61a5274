"""What programs that learn rely on: choices have numbers, and rows of numbers tell what a view tells.

A game that brings neither is as good as any other: then there is nothing to check.
"""

import random
from copy import copy
from dataclasses import fields
from typing import Any, Final

from dicecup.table import Ask, Match, NotAllowed
from dicecup.table.actions import Actions
from dicecup.table.encoding import Encoding
from dicecup.testing.promises import promise

_KEPT: Final = 4  # views of a table to compare others with


class Rows:
    """What was seen in the rows of one game so far."""

    def __init__(self) -> None:
        self._choices: dict[bytes, tuple[int, ...]] = {}  # by row: what could be chosen
        self._views: dict[
            int, list[tuple[Any, dict[str, Any]]]
        ] = {}  # by the number of seats; with what they tell

    def check(self, match: Match[Any], ask: Ask, rng: random.Random, where: str, *, thoroughly: bool) -> None:
        """At every decision; `thoroughly` what takes longer."""
        numbers = _actions(match)
        legal = () if numbers is None else _check_numbers(numbers, ask, where)
        if thoroughly:
            _check_words(match, ask, rng, where)
        encoding = _encoding(match)
        if encoding is None:
            return
        row = _check_row(match, encoding, ask.seat, where)
        known = self._choices.setdefault(row, legal)
        promise(known == legal, "two decisions with the same row offer the same choices", where)
        if thoroughly:
            _check_hidden(match, encoding, rng, where)
            self._check_tells_apart(match, encoding, rng, where)

    def _check_tells_apart(self, match: Match[Any], encoding: Encoding, rng: random.Random, where: str) -> None:
        """Put one field of another view into this one: the row shows it, unless it is said to be left out."""
        view, ask = match.view(rng.randrange(len(match.names))), match.pending
        told = _told(view, encoding)
        earlier = self._views.setdefault(len(match.names), [])
        was, said = bytes(encoding.row(view, ask)), match.game.describe(view, ask)
        for other, theirs in earlier:
            for name in told:
                if told[name] == theirs[name]:
                    continue
                changed = copy(view)
                setattr(changed, name, getattr(other, name))
                differs = bytes(encoding.row(changed, ask)) != was
                promise(_described(match, changed, ask) != said, f"a description tells {name}", where)
                promise(differs, f"a row tells {name}: {told[name]!r} and {theirs[name]!r} differ", where)
        earlier.append((view, told))
        if len(earlier) > _KEPT:
            earlier.pop(rng.randrange(_KEPT))


def _actions(match: Match[Any]) -> Actions | None:
    try:
        return match.game.actions(len(match.names), match.state.options)
    except NotAllowed:
        return None


def _encoding(match: Match[Any]) -> Encoding | None:
    try:
        return match.game.encoding(len(match.names), match.state.options)
    except NotAllowed:
        return None


def _check_words(match: Match[Any], ask: Ask, rng: random.Random, where: str) -> None:
    """A description says what can be chosen, and neither it nor a picture shows anything hidden."""
    said = match.describe(ask.seat)
    for option in ask.options:
        promise(" ".join(map(str, option)) in said, f"a description offers {option!r}", where)
    for viewer in (None, *range(len(match.names))):
        fork = match.fork(viewer, seed=rng.randrange(2**32))
        same = (match.describe(viewer), match.view(viewer)._repr_html_()) == (
            fork.describe(viewer),
            fork.view(viewer)._repr_html_(),
        )
        promise(same, "nothing hidden is described or drawn", where)


def _described(match: Match[Any], view: Any, ask: Ask | None) -> str:
    """A view in words that may be put together of two, and need not make sense."""
    try:
        return match.game.describe(view, ask)
    except LookupError:
        return "nonsense"


def _check_numbers(numbers: Actions, ask: Ask, where: str) -> tuple[int, ...]:
    """Each option has a number of its own, from which it can be found again."""
    try:
        legal = numbers.legal(ask)
    except NotAllowed as error:
        promise(False, f"every option has a number. {error}", where)
        raise
    promise(bool(legal), "something that can be chosen has a number", where)
    promise(len(set(legal)) == len(legal), "no two options have the same number", where)
    found = [ask.find(numbers.words(number, ask.seat)) for number in legal]
    in_order = [option for option in ask.options if option in found]
    promise(found == in_order, "a number leads back to its option", where)
    promise(
        all(numbers.number(option, ask.seat) == number for option, number in zip(in_order, legal, strict=True)),
        "an option leads to its number",
        where,
    )
    mask = numbers.mask(ask)
    promise(len(mask) == len(numbers), "a mask has a place for each number", where)
    promise({int(at) for at in mask.nonzero()[0]} == set(legal), "a mask shows what can be chosen", where)
    return tuple(legal)


def _check_row(match: Match[Any], encoding: Encoding, seat: int | None, where: str) -> bytes:
    view, ask = match.view(seat), match.pending
    before = view.to_json()
    row = match.game.encode(view, ask)
    promise(row.dtype == "float32" and row.shape == (len(encoding),), "a row is as long as promised", where)
    promise(
        bool(abs(row).max() < 1e6), "the numbers of a row are finite", where
    )  # false for what is no number, too
    promise(bytes(match.game.encode(view, ask)) == bytes(row), "the same view makes the same row", where)
    promise(view.to_json() == before, "a view that is encoded stays as it is", where)
    return bytes(row)


def _check_hidden(match: Match[Any], encoding: Encoding, rng: random.Random, where: str) -> None:
    """Redraw all that a viewer cannot know: the row stays the same."""
    for viewer in (None, *range(len(match.names))):
        row = _check_row(match, encoding, viewer, where)
        fork = match.fork(viewer, seed=rng.randrange(2**32))
        promise(_check_row(fork, encoding, viewer, where) == row, "a row tells nothing hidden", where)


def _told(view: Any, encoding: Encoding) -> dict[str, Any]:
    """The fields of a view as JSON, without what the row is said to leave out."""
    data = view.to_json()
    found = {each.name: data[each.name] for each in fields(view) if each.name not in encoding.left_out}
    for path in encoding.left_out:
        name, *inside = path.split(".")
        if inside:
            found[name] = _without(found[name], inside[0])
    return found


def _without(data: Any, name: str) -> Any:
    if isinstance(data, list):
        return [_without(each, name) for each in data]
    return {key: value for key, value in data.items() if key != name} if isinstance(data, dict) else data
