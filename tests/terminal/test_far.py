"""A match at a server is drawn as one of this program: word for word, from what the server tells."""

import io
import json
from typing import Any

import pytest

import dicecup
from dicecup import games
from dicecup.players import RandomPlayer
from dicecup.server import messages
from dicecup.server.matches import new_row
from dicecup.server.store.storage import PERSON, Seat
from dicecup.table import Match
from dicecup.terminal.console import Console
from dicecup.terminal.far import Far, as_event, look_at
from dicecup.terminal.screen import screen_for
from tests.table.games import deal
from tests.terminal import deadwood_positions, king_of_tokyo_positions
from tests.terminal.helpers import Utf8, drawn
from tests.terminal.positions import Decision

POSITIONS = {**king_of_tokyo_positions.DECISIONS, **deadwood_positions.DECISIONS}


class Told:
    """A client's table that has been told where a match stands, as the guest who sits at a seat is."""

    match = "match"
    server: Any = None

    def __init__(self, match: Match[Any], seat: int | None) -> None:
        seats = [Seat(name=name, player=PERSON, guest=str(at)) for at, name in enumerate(match.names)]
        row = new_row(match, seats, "nobody", watch=True)
        self.state: dict[str, Any] = json.loads(messages.state(match, row, str(seat)).as_sent)
        self.why = match.why_not
        self.events = [{"n": n, **event.to_json(seat)} for n, event in enumerate(match.events, start=1)]


def far_drawn(match: Match[Any], seat: int, *, words: bool = False) -> str:
    """The decision as it is drawn for whoever sits there, far away."""
    out = Utf8()
    table: Any = Told(match, seat)
    far, screen = look_at(table, Console(out, io.StringIO(), words=words))
    screen.viewer = seat
    ask = far.pending
    assert ask is not None
    screen.draw(far.view(), ask, lambda _seed: far)
    return out.getvalue() + screen.prompt(far.view(), ask)


@pytest.mark.parametrize("words", [False, True], ids=["drawn", "words"])
@pytest.mark.parametrize("decision", POSITIONS.values(), ids=POSITIONS)
def test_every_kind_of_decision_looks_as_at_this_computer(decision: Decision, words: bool) -> None:
    match = decision.match()
    assert far_drawn(match, decision.seat, words=words) == drawn(match, words=words)


@pytest.mark.parametrize("game", ["yahtzee", "king-of-tokyo", "deadwood"])
@pytest.mark.thorough
def test_a_whole_game_looks_as_at_this_computer(game: str) -> None:
    match = dicecup.new(game, seats=3, seed=11)
    player = RandomPlayer(4)
    for _ in range(150):
        ask = match.pending
        if ask is None:
            break
        table: Any = Told(match, ask.seat)
        here, there = Utf8(), Utf8()
        near, away = screen_for(match.game, Console(here, io.StringIO())), Console(there, io.StringIO())
        far, screen = look_at(table, away)
        near.viewer = screen.viewer = ask.seat
        assert far_drawn(match, ask.seat) == drawn(match)
        assert list(screen.standings(far)) == list(near.standings(match))
        for word, (_, show) in screen.commands().items():
            if word not in ("never", "always", "why"):
                name = "wings" if word == "card" and game != "yahtzee" else ""
                show(far, name)
                near.commands()[word][1](match, name)
        assert there.getvalue() == here.getvalue()
        events = match.answer(player.decide(match.view(ask.seat), ask, lambda _: match.fork(None)))
        for event in events:
            told = as_event({"n": 1, **event.to_json(ask.seat)})
            assert ("" if told is None else told.text()) == event.text(ask.seat)
    assert match.log


def test_what_somebody_else_has_looked_at_is_nowhere() -> None:
    match = king_of_tokyo_positions.DECISIONS["made in a lab: buy"].match()
    assert "On top of the deck: Jets" in far_drawn(match, 0)
    out = Utf8()
    table: Any = Told(match, 1)
    far, screen = look_at(table, Console(out, io.StringIO()))
    screen.viewer = 1
    for word in ("market", "status", "deck"):
        screen.commands()[word][1](far, "")
    for event in far.events:
        screen.tell(event)
    shown = out.getvalue()
    assert "The market, for Ben" in shown
    assert "On top" not in shown
    assert "Jets" not in shown
    assert far.prices(0) == {}, "nor what it would cost the other one"


def test_of_a_private_decision_of_somebody_else_there_is_only_that_it_is_asked() -> None:
    match = deal()
    match.answer("swap")
    assert match.pending is not None
    assert match.pending.private
    other = 1 - match.pending.seat
    table: Any = Told(match, other)
    far = Far(table, match.game)
    assert far.pending is not None
    assert far.pending.seat == match.pending.seat
    assert [option.text for option in far.pending.options] == ["something that only they may see"]
    assert far.why_not(match.pending.options[0]) == f"It is {match.names[match.pending.seat]}'s decision now."


class Server:
    """Says what a game is like that this program does not have."""

    def __init__(self, match: Match[Any]) -> None:
        self._game = match.game

    def get(self, _path: str) -> Any:
        shown = {field: each.to_json() for field, each in self._game.shown.items()}
        facts = {"title": self._game.title, "shown": shown, "called": dict(self._game.called)}
        return json.loads(json.dumps({**facts, **self._game.handbook()}))


@pytest.mark.parametrize("game", ["yahtzee", "king-of-tokyo", "deadwood"])
def test_a_game_that_this_program_does_not_have_is_drawn_as_the_server_says(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = dicecup.new(game, seats=2, seed=3, start="seat-order")
    match.answer(match.pending.options[0])  # type: ignore[union-attr]
    assert match.pending is not None
    table: Any = Told(match, match.pending.seat)
    table.server = Server(match)
    monkeypatch.setattr(games, "missing", lambda _name: "It is not installed here.")
    out = Utf8()
    far, screen = look_at(table, Console(out, io.StringIO()))
    ask = far.pending
    assert ask is not None
    screen.draw(far.view(), ask, lambda _seed: far)
    shown = out.getvalue()
    assert f"   1  {ask.options[0].text}" in shown
    assert "{" not in shown
    assert screen.understand(far.view(), ask, "1") == ask.options[0]
    rules = screen.rules(far.view(), "")
    assert rules is not None
    assert str(match.game.handbook()["sections"][0]["paragraphs"][0])[:40] in rules


def test_a_view_of_another_version_is_drawn_more_simply() -> None:
    match = dicecup.new("yahtzee", seats=2, seed=3)
    table: Any = Told(match, 0)
    table.server = Server(match)
    del table.state["view"]["rules"]
    out = Utf8()
    far, _ = look_at(table, Console(out, io.StringIO()))
    assert far.view().names == match.names
    assert "another version of Yahtzee" in out.getvalue()
