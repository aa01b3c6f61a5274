"""Scripted matches: start from any position, say what the dice will show, and see what the rules do.

Scenario tests are written with this so that they read like an entry in an FAQ:

    game = start("yahtzee", phase="choose", dice=[3, 1, 1, 2, 6], rolls=1, chance=[[5, 5, 5, 5]])
    game.do("keep", 0)
    assert game.state.dice == [3, 5, 5, 5, 5]
    assert game.refuses("roll") == "..."
"""

from collections.abc import Iterable, Mapping
from typing import Any

from dicecup import games
from dicecup.table import Chance, Checkpoint, DicecupError, Event, Game, IllegalChoice, Match, Secret


class ScriptError(DicecupError):
    """The script of a test does not fit what the rules ask for."""


class Scripted:
    """A match whose chance results come from a list, in the order in which they are needed."""

    def __init__(self, match: Match[Any], script: list[Any]) -> None:
        self.match = match
        self._script = script

    @property
    def state(self) -> Any:
        """The whole state, hidden things included."""
        return self.match.state

    @property
    def pending(self) -> Any:
        """The decision the match waits for."""
        return self.match.pending

    @property
    def unused(self) -> list[Any]:
        """Chance results that nobody has asked for yet."""
        return self._script

    def do(self, *choice: int | str) -> list[Event]:
        """Answer the pending decision; an illegal answer fails the test with the reason."""
        return self.match.answer(choice)

    def play(self, *choices: Iterable[int | str]) -> "Scripted":
        """Answer several decisions in a row; a bare word is a verb without arguments."""
        for choice in choices:
            self.match.answer(choice if isinstance(choice, str) else tuple(choice))
        return self

    def refuses(self, *choice: int | str) -> str:
        """The reason why `choice` is refused; fails the test if it is not, or if anything changed."""
        before = self.match.save()
        reason = self.match.why_not(choice)
        try:
            self.match.answer(choice)
        except IllegalChoice as refusal:
            if refusal.reason == reason and self.match.save() == before:
                return refusal.reason
            raise AssertionError("a refused choice has changed the match, or its reason") from refusal
        raise AssertionError(f"{choice} was not refused")

    def offers(self, *choice: int | str) -> bool:
        """Whether `choice` is among the options."""
        return self.match.why_not(choice) is None

    def then(self, *results: Any) -> "Scripted":
        """Add chance results to the script."""
        self._script.extend(results)
        return self

    def told(self, viewer: int | None = None) -> list[str]:
        """What `viewer` has read so far, line by line."""
        return [text for event in self.match.events if (text := event.text(viewer))]

    def kinds(self) -> list[str]:
        """The kinds of all events so far."""
        return [event.kind for event in self.match.events]


def start(
    game: str | Game[Any],
    *,
    seats: int | None = None,
    names: tuple[str, ...] = (),
    options: Mapping[str, Any] | None = None,
    chance: Iterable[Any] = (),
    carry: Any = None,
    **position: Any,
) -> Scripted:
    """A match that stands where `position` says, given as plain data: only what differs from a fresh game.

    Nested values are merged into the fresh state, lists item by item (`None`: leave this item as it is).
    `chance` lists results in the order the rules will ask for them: a list of faces for dice, an item for a
    draw. ValueError if no game can come to such a position.
    """
    found = games.find(game) if isinstance(game, str) else game
    called = names or found.default_names(seats or max(2, found.seats[0]))
    fresh = found.setup(called, found.options.parse(options or {}), carry)
    state = found.state.from_json(_merged(fresh.to_json(), position, type(fresh).__name__))
    found.check(state)
    script = list(chance)

    def settle(point: Chance[Any]) -> Any:
        if not script:
            raise ScriptError(f"{point.key} needs a result ({point!r}), and the script has none left.")
        try:
            result = point.decode(script[0])
        except ValueError as error:
            raise ScriptError(str(error)) from None
        script.pop(0)
        return result

    return Scripted(Match(found, Checkpoint(state, 0), Secret(seed=0), carry=carry, settle=settle), script)


def _merged(fresh: Any, given: Any, where: str) -> Any:
    if isinstance(fresh, dict) and isinstance(given, Mapping):
        unknown = given.keys() - fresh.keys()
        if unknown:
            raise ValueError(f"{where} has no {', '.join(sorted(unknown))}")
        return {
            name: _merged(value, given[name], f"{where}.{name}") if name in given else value
            for name, value in fresh.items()
        }
    both_lists = isinstance(fresh, list) and isinstance(given, (list, tuple)) and len(given) == len(fresh)
    if both_lists and any(isinstance(item, (dict, list)) or item is None for item in given):
        return [
            old if new is None else _merged(old, new, f"{where}[{i}]")
            for i, (old, new) in enumerate(zip(fresh, given, strict=True))
        ]
    return given
