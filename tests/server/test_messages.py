"""What a guest is told of a match, and what others are not."""

import json
from typing import Any

import pytest

import dicecup
from dicecup.games.king_of_tokyo import GAME
from dicecup.server import messages
from dicecup.server.matches import new_row
from dicecup.server.store.storage import PERSON, MatchRow, Seat
from dicecup.table import Ask, Match
from tests.scenarios.king_of_tokyo.tokyo import CITY, CLAW, monster, table
from tests.table.games import deal


def test_whoever_is_asked_is_told_what_the_dice_would_bring(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried = []
    forecast = type(GAME).forecast

    def once(game: Any, match: Match[Any], ask: Ask) -> str:
        tried.append(ask)
        return forecast(game, match, ask)

    monkeypatch.setattr(type(GAME), "forecast", once)
    burning, armoured = monster("fire-breathing"), monster("armor-plating", place=CITY)
    game = table(burning, armoured, None)
    game.unused.insert(0, [2, 3, 1, 1, 2, CLAW])
    game.do("roll")
    match = game.match
    seats = [Seat(name=name, player=PERSON, guest=guest) for name, guest in zip(match.names, "abc", strict=True)]
    row = new_row(match, seats, "a", watch=False)
    before = match.save()

    def told(guest: str) -> str:
        ask = messages.state(match, row, guest).ask
        assert ask is not None
        return ask.forecast

    # Fire burns the neighbours too, and the armour stops a single point only.
    assert told("a") == told("a") == "2 damage to Ben (10 hearts), 1 damage to Cleo (10 hearts)"
    assert [told(guest) for guest in ("b", "c", "spectator")] == ["", "", ""]
    assert len(tried) == 1, "worked out once for a decision, however often it is told"
    assert match.save() == before
    game.do("keep", 0, 1, 2, 3, 4, 5)
    assert told("a") == ""


def hush() -> Match[Any]:
    """A card game in which everybody has a secret."""
    match = deal()
    while match.pending is not None and match.pending.private:
        match.answer(match.pending.options[0])
    return match


def at_one_screen(match: Match[Any], *guests: str) -> MatchRow:
    seats = [Seat(name=name, player=PERSON, guest=guest) for name, guest in zip(match.names, guests, strict=True)]
    return new_row(match, seats, guests[0], watch=False)


def test_who_shares_a_screen_is_told_when_a_decision_is_for_one_pair_of_eyes() -> None:
    match = hush()
    together, apart = at_one_screen(match, "a", "a"), at_one_screen(match, "a", "b")
    shared, alone = messages.state(match, together, "a").ask, messages.state(match, apart, "a").ask
    assert shared is not None
    assert alone is not None
    assert (shared.private, alone.private) == (True, False)
    open_game = dicecup.new("yahtzee", seats=2, seed=1)
    seen_alike = messages.state(open_game, at_one_screen(open_game, "a", "a"), "a").ask
    assert seen_alike is not None
    assert not seen_alike.private


def test_everybody_is_told_how_everybody_stands() -> None:
    match = dicecup.new("king-of-tokyo", seats=3, seed=1)
    match.state.monsters[1].stars = 7
    assert messages.state(match, at_one_screen(match, "a", "b", "c"), "c").scores == [0, 7, 0]


def test_how_everybody_stands_is_worked_out_once_however_many_look(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[str] = []
    for name in ("scores", "prices"):
        real = getattr(type(GAME), name)

        def count(game: Any, *facts: Any, real: Any = real, name: str = name) -> Any:
            counted.append(name)
            return real(game, *facts)

        monkeypatch.setattr(type(GAME), name, count)
    match = dicecup.new("king-of-tokyo", seats=3, seed=1)
    row, views = at_one_screen(match, "a", "b", "c"), messages.Views(match)
    told = [messages.state(match, row, guest, views=views) for guest in ("a", "b", "c", "x", "y", "a")]
    assert sorted(counted) == ["prices"] * 3 + ["scores"], "prices once for each seat: not all pay the same"
    assert told[0] == messages.state(match, row, "a")
    assert told[3].prices == told[4].prices == {}


def test_an_event_for_a_few_says_so_to_them_alone() -> None:
    match = hush()
    event = next(event for event in match.events if event.audience is not None)
    assert event.audience is not None
    seat = event.audience[0]
    assert event.to_json(seat)["private"] is True
    assert "private" not in event.to_json(None)
    assert all("private" not in event.to_json(seat) for event in match.events if event.audience is None)


def test_options_and_refusals_say_what_they_pick_and_what_it_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    picks = type(GAME).picks

    def counted(game: Any, state: Any, ask: Ask) -> Any:
        asked.append(ask)
        return picks(game, state, ask)

    monkeypatch.setattr(type(GAME), "picks", counted)
    market = ("giant-brain", "energize", "jets")
    match = table(monster("alien-metabolism", energy=4), None, market=market, phase="buy").match
    seats = [Seat(name=name, player=PERSON, guest=guest) for name, guest in zip(match.names, "ab", strict=True)]
    row = new_row(match, seats, "a", watch=True)

    def told(guest: str) -> Any:
        return json.loads(messages.state(match, row, guest).as_sent)

    mine = told("a")
    assert {option["choice"][-1]: option["pick"] for option in mine["ask"]["options"]} == {
        "done": {"label": "end turn", "main": True},
        "giant-brain": {"card": "giant-brain", "price": [[4, "energy"]]},
        "jets": {"card": "jets", "price": [[4, "energy"]]},
        "sweep": {"price": [[2, "energy"]]},
    }
    dear = next(each for each in mine["refused"] if each["choice"][-1] == "energize")
    assert dear["pick"] == {"card": "energize", "price": [[7, "energy"]]}
    assert mine["prices"] == {"giant-brain": [[4, "energy"]], "energize": [[7, "energy"]], "jets": [[4, "energy"]]}
    asked.clear()
    theirs = told("b")
    assert theirs["prices"]["jets"] == [[5, "energy"]], "with no discount"
    assert (theirs["ask"]["options"], theirs["refused"]) == (mine["ask"]["options"], [])
    assert asked == [], "put together once for a decision, however often it is told"
    assert told("somebody who looks on")["prices"] == {}


def test_what_a_secret_option_picks_is_told_to_nobody_else() -> None:
    game = table(monster("made-in-a-lab", energy=9), None, phase="buy", chance=["jets"])
    game.do("use", "made-in-a-lab", "look")
    match = game.match
    seats = [Seat(name=name, player=PERSON, guest=guest) for name, guest in zip(match.names, "ab", strict=True)]
    row = new_row(match, seats, "a", watch=False)
    mine, theirs = (messages.state(match, row, guest).as_sent for guest in "ab")
    assert '"card":"jets","by":"made-in-a-lab","price":[[5,"energy"]]' in mine
    assert "jets" not in theirs
