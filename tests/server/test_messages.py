"""What a guest is told of a match, and what others are not."""

from typing import Any

import pytest

from dicecup.games.king_of_tokyo import GAME
from dicecup.server import messages
from dicecup.server.matches import _row
from dicecup.server.storage import PERSON, Seat
from dicecup.table import Ask, Match
from tests.scenarios.king_of_tokyo.tokyo import CITY, CLAW, monster, table


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
    row = _row(match, seats, "a", watch=False)
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
