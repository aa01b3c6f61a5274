"""A match that is played at a server, as the screens of this program see it."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from dicecup import client, games
from dicecup.players import Advice
from dicecup.table import Ask, Event, Game, Option, Outcome, Shown, View
from dicecup.table.event import HIDDEN, Voice
from dicecup.table.pick import Price
from dicecup.terminal.console import Console
from dicecup.terminal.screen import Screen, screen_for

_SOMETHING: Final = Option("something", text="something that only they may see")


class Told:
    """A view that this program has no class for: what the server told."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.names: Final = tuple(data["names"])
        self._data: Final = data

    def to_json(self) -> dict[str, Any]:
        """As it was told."""
        return self._data


class Far:
    """What a client's table knows of a match. There is one view, that of whoever looks at this screen."""

    def __init__(self, table: client.Table, game: Game[Any]) -> None:
        self.table: Final = table
        self.game: Final = game
        self._seen: dict[str, Any] = {}  # what `_view` was made of
        self._view: Any = None
        self._events: list[Event] = []

    @property
    def state(self) -> dict[str, Any]:
        """Where it stands, as the server said last."""
        assert self.table.state is not None
        return self.table.state

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits where."""
        return tuple(seat["name"] for seat in self.state["seats"])

    @property
    def number(self) -> int:
        """The how many-th game of this table it is."""
        return int(self.state["number"])

    @property
    def viewer(self) -> int | None:
        """Whose view there is."""
        seat: int | None = self.state["viewer"]
        return seat

    @property
    def pending(self) -> Ask | None:
        """The decision that somebody has to make; of a private one of somebody else there is nothing to see."""
        if self.table.state is None:  # it has not begun
            return None
        ask = self.state["ask"]
        if ask is None or self.state["outcome"] is not None:
            return None
        options = [Option(*each["choice"], text=each["text"]) for each in ask["options"]]
        return Ask(ask["seat"], ask["kind"], tuple(options) or (_SOMETHING,), ask["prompt"])

    @property
    def outcome(self) -> Outcome | None:
        """How it ended."""
        told = self.state["outcome"]
        return None if told is None else Outcome.from_json(told, more=True)

    @property
    def events(self) -> Sequence[Event]:
        """What has happened so far, as far as it may be known."""
        return [event for each in self.table.events if (event := as_event(each)) is not None]

    def view(self, seat: int | None = None) -> View:
        """What may be seen now."""
        data = self.state["view"]
        if data is not self._seen:
            self._seen = data
            self._view = Told(data) if self.game.views is None else self.game.views.from_json(data, more=True)
        return cast("View", self._view)

    def why_not(self, choice: object, seat: int | None = None) -> str | None:
        """Why something cannot be chosen now: the server knows."""
        ask = self.pending
        if ask is None:
            return "The game is over."
        if not self.state["ask"]["mine"] or (seat is not None and seat != ask.seat):
            return f"It is {self.names[ask.seat]}'s decision now."
        return None if ask.find(choice) is not None else self.table.why(cast("Sequence[str | int]", choice))

    def prices(self, seat: int) -> Mapping[str, Price]:
        """What the things on show would cost whoever looks at this screen."""
        if seat != self.viewer:
            return {}
        return {name: tuple((much, what) for much, what in price) for name, price in self.state["prices"].items()}

    def forecast(self) -> str:
        """What it would bring to leave things as they lie."""
        ask = self.state["ask"]
        return "" if ask is None else str(ask["forecast"])

    def never_ask(self, seat: int, kind: str, *, never: bool = True) -> list[Event]:
        """Do not ask this kind of optional question any more, or do again."""
        self.table.never_ask(kind, never=never)
        return []

    def never_asked(self, seat: int) -> frozenset[str]:
        """The kinds of questions that a seat is not asked."""
        return frozenset(self.state["seats"][seat]["never_asked"])

    def advice(self) -> list[Advice]:
        """What the best computer player thinks of the choices; `Refused` where it may not say, or cannot."""
        told = self.table.hint()
        if not told["advice"]:
            raise client.Refused(told["reason"] or "There are no hints for this game.")
        return [
            Advice(
                Option(*each["choice"], text=each["text"]),
                each["value"],
                each["loss"],
                each["reason"],
                told["unit"],
            )
            for each in told["advice"]
        ]


def as_event(told: Mapping[str, Any]) -> Event | None:
    """An event as the engine has them, with the words that were told; None for what is not ours to know."""
    if told["kind"] == HIDDEN or not told.get("text"):
        return None
    data = {name: value for name, value in told.items() if name not in ("n", "kind", "text")}
    return Event(told["kind"], data, Voice((), {told["kind"]: lambda _data, _names: told["text"]}))


class _Strange(Game[Any]):
    """A game that this program does not have: named and drawn as the server says."""

    def __init__(self, name: str, rules: Mapping[str, Any]) -> None:
        self.name = name  # type: ignore[misc]  # of this one, not of all
        self.title = str(rules["title"])  # type: ignore[misc]
        self.shown = {field: Shown.from_json(each) for field, each in rules.get("shown", {}).items()}  # type: ignore[misc]
        self.called = dict(rules.get("called", {}))  # type: ignore[misc]
        self.sections: Final = [(each["title"], each["paragraphs"]) for each in rules.get("sections", [])]


class _StrangeScreen(Screen):
    """Lists what can be done, and has the rules from the server."""

    def __init__(self, console: Console, game: _Strange) -> None:
        super().__init__(console)
        self._game: Final = game

    def rules(self, view: Any, topic: str) -> str | None:
        """All of them, or the part whose heading begins so."""
        found = [
            "\n".join([title, *paragraphs])
            for title, paragraphs in self._game.sections
            if title.casefold().startswith(topic)
        ]
        return "\n\n".join(found) or super().rules(view, topic)


def look_at(table: client.Table, console: Console) -> tuple[Far, Screen]:
    """The match that a table plays, and the screen for it: its game's own, or the one for every game."""
    assert table.state is not None
    name = table.state["game"]
    if not games.missing(name):
        far = Far(table, games.find(name))
        try:
            far.view()
        except ValueError:  # of another version than this program's
            console.note(f"The server has another version of {far.game.title}, so it is drawn more simply here.")
        else:
            return far, screen_for(far.game, console)
    strange = _Strange(name, table.server.get(f"/matches/{table.match}/rules"))
    return Far(table, strange), _StrangeScreen(console, strange)
