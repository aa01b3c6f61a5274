"""Views as rows of numbers: what `Game.encode` promises, whatever the game."""

import pickle
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

import dicecup
from dicecup import games
from dicecup.table import Ask, Away, Encoding, Option, Part
from dicecup.table.encoding import one_of, places
from dicecup.testing import check_game
from dicecup.testing.promises import Nonconformance
from tests.table.hush import Hush

GAMES = ("yahtzee", "deadwood", "king-of-tokyo")


@pytest.mark.parametrize("name", GAMES)
def test_the_parts_of_a_row_lie_side_by_side(name: str) -> None:
    for seats in games.find(name).seats:
        encoding = games.find(name).encoding(seats)
        at = 0
        for part in encoding.slices.values():
            assert part.start == at
            at = part.stop
        assert at == len(encoding)
        assert len(encoding.describe().splitlines()) == len(encoding.slices)


@pytest.mark.parametrize("name", GAMES)
def test_whoever_the_view_is_for_comes_first(name: str) -> None:
    match = dicecup.new(name, seats=3, seed=3)
    asked = match.game.encoding(3).slices["asked"]
    assert match.pending is not None
    for seat in range(3):
        row = match.game.encode(match.view(seat), match.pending)
        assert row[asked].tolist() == [float((seat + step) % 3 == match.pending.seat) for step in range(3)]
    spectator = match.game.encode(match.view(None), match.pending)
    assert spectator[asked].tolist() == [float(seat == match.pending.seat) for seat in range(3)]


@pytest.mark.parametrize("name", GAMES)
def test_names_change_nothing(name: str) -> None:
    one = dicecup.new(name, names=["Ann", "Ben"], seed=3)
    other = dicecup.new(name, names=["Ben", "Cleo"], seed=3)
    assert np.array_equal(one.game.encode(one.view(0), one.pending), one.game.encode(other.view(0), other.pending))


def test_an_encoding_is_asked_for_where_it_is_needed() -> None:
    with pytest.raises(TypeError, match=r"game.encoding\(seats\)"):
        pickle.dumps(games.find("yahtzee").encoding(2))


def test_a_part_that_is_longer_than_it_says_is_named() -> None:
    encoding = Encoding(
        [Part("fine", 1, "", lambda seen: [0.0]), Part("short", 2, "", lambda seen: [0.0])], seats=2
    )
    with pytest.raises(ValueError, match="'short' of a row has 2 numbers, and told 1"):
        encoding.row(dicecup.new("yahtzee").view(0))


def test_two_parts_of_one_name_cannot_be() -> None:
    part = Part("dice", 1, "", lambda seen: [0.0])
    with pytest.raises(ValueError, match="same name"):
        Encoding([part, part], seats=2)


def test_a_value_without_a_place_has_no_one() -> None:
    assert one_of("b", places("abc")) == [0.0, 1.0, 0.0]
    assert one_of(None, places("abc")) == [0.0, 0.0, 0.0]


def test_others_learn_of_a_private_question_only_that_it_is_asked() -> None:
    def options(seen: Any) -> list[float]:
        return [len(seen.ask.options) if seen.ask else 0.0, float(seen.asked.seat)]

    encoding = Encoding([Part("question", 2, "", options)], seats=2)
    match = dicecup.new("yahtzee")
    ask = Ask(1, "peeked", (Option("leave"), Option("buy")), private=True)
    assert encoding.row(match.view(1), ask).tolist() == [2, 1]
    assert encoding.row(match.view(0), ask).tolist() == [0, 1]
    assert encoding.row(match.view(None), ask).tolist() == [0, 1]


class Rows(Hush):
    """Hush with a row that leaves something out."""

    def parts(self, seats: int) -> Iterable[Part]:
        """Whose turn it is, and nothing else."""
        return [Part("turn", 1, "the turn", lambda seen: [float(seen.view.turn)])]


def test_the_kit_finds_what_a_row_does_not_tell() -> None:
    with pytest.raises(Nonconformance, match="a row tells"):
        check_game(Rows, games=5, thorough=1)


def test_the_kit_finds_a_row_that_is_no_number() -> None:
    class Broken(Hush):
        def parts(self, seats: int) -> Iterable[Part]:
            return [Part("turn", 1, "", lambda seen: [float("nan")])]

    with pytest.raises(Nonconformance, match="finite"):
        check_game(Broken, games=1)


def test_the_kit_finds_decisions_that_a_row_cannot_tell_apart() -> None:
    class Blind(Hush):
        def choices(self, seats: int, options: Any) -> Iterable[Any]:
            verbs: list[Any] = ["pass", "swap", "yield", "show", "boast", "silence"]
            kept = [("keep", which, card) for which in ("old", "new") for card in range(20)]
            told = [(verb, Away(step)) for verb in ("peek", "challenge") for step in range(1, seats)]
            return [*((verb,) for verb in verbs), *kept, *told]

        def parts(self, seats: int) -> Iterable[Part]:
            return [Part("nothing", 1, "", lambda seen: [0.0])]

    with pytest.raises(Nonconformance, match="offer the same choices"):
        check_game(Blind, games=5, thorough=0)
