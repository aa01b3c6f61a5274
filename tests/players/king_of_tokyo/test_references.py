"""The players that others are measured by: they answer whatever the house rules ask."""

import hashlib
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from dicecup.games.king_of_tokyo.cards.base import DECK
from dicecup.games.king_of_tokyo.options import KingOptions
from dicecup.players import make, references
from dicecup.players.reference import king_of_tokyo as reference
from dicecup.players.reference.king_of_tokyo import _WORTH
from dicecup.testing import check_player

NAMES = ("single-plan", "single-plan-stars", "single-plan-shopper", "additive", "hard-1")
HINTS = get_type_hints(KingOptions)
SWITCHES = [
    {field.name: value}
    for field in fields(KingOptions)
    if get_origin(HINTS[field.name]) is Literal and field.name != "start"
    for value in get_args(HINTS[field.name])
    if value != field.default
]


def test_what_there_is() -> None:
    assert references("king-of-tokyo") == ("random", *NAMES)
    assert set(_WORTH) <= {card.name for card in DECK.values()}


@pytest.mark.parametrize("name", NAMES)
def test_references_keep_the_promises_of_players(name: str) -> None:
    seats = range(2, 7) if name == "additive" else (2, 4)
    assert check_player("king-of-tokyo", partial(make, "king-of-tokyo", name), seats=seats) > 30


def test_hard_1_keeps_its_weights() -> None:
    weights = (Path(reference.__file__).parent / "king-of-tokyo-hard-1.bin").read_bytes()
    assert hashlib.sha256(weights).hexdigest()[:20] == "232e2ddeeb74b16bc96c"
    assert reference.hard_1().keys() == {2, 3, 4, 5, 6}


def test_there_are_switches() -> None:
    assert {"preset": "first-edition"} in SWITCHES
    assert len(SWITCHES) > 15


@pytest.mark.parametrize("options", [*SWITCHES, {"cards": False}], ids=str)
def test_additive_plays_by_any_house_rule(options: dict[str, Any]) -> None:
    seats = [2 + len(str(options)) % 5]
    assert check_player("king-of-tokyo", partial(make, "king-of-tokyo", "additive"), seats=seats, options=options)


@pytest.mark.soak
@pytest.mark.parametrize("options", [*SWITCHES, {"cards": False}], ids=str)
@pytest.mark.parametrize("name", NAMES)
def test_all_references_play_by_any_house_rule(name: str, options: dict[str, Any]) -> None:
    check_player("king-of-tokyo", partial(make, "king-of-tokyo", name), games=2, options=options)
