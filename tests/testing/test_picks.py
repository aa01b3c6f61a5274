"""What options pick is checked by the conformance kit: each of these games lies about it in one way."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from dicecup.table import Ask, Option, Pick
from dicecup.table.pick import Price
from dicecup.testing import check_game
from dicecup.testing.promises import Nonconformance
from tests.table.hush import Hush, HushState

Picking = Callable[[HushState, Ask], Sequence[Pick]]


def picking(picks: Picking, greyed: Sequence[Option] = (), prices: Mapping[str, Price] | None = None) -> Hush:
    """Hush, with options that pick something."""

    class Picky(Hush):
        def picks(self, state: HushState, ask: Ask) -> Sequence[Pick]:
            return picks(state, ask)

        def greyed(self, state: HushState, ask: Ask) -> Sequence[Option]:
            return greyed

        def prices(self, state: HushState, seat: int) -> Mapping[str, Price]:
            return prices or {}

        def handbook(self, options: Any = None) -> dict[str, Any]:
            return {"sections": [], "tables": {"bar": "where it is loud"}}

    return Picky()


def plain(state: HushState, ask: Ask) -> list[Pick]:
    return [Pick()] * len(ask.options)


def honest(state: HushState, ask: Ask) -> list[Pick]:
    """The players that options are about, and Enter for the first one of every real question."""
    seats = [int(option[1]) if option.verb in ("peek", "challenge") else None for option in ask.options]
    real = Option("nap") not in ask.options
    return [Pick(seat=seat, main=real and place == 0) for place, seat in enumerate(seats)]


def test_a_game_may_say_nothing_of_what_is_picked() -> None:
    assert check_game(Hush(), games=3) > 0
    assert Hush().picks(None, Ask(0, "move", (Option("pass"), Option("swap")))) == (Pick(), Pick())  # type: ignore[arg-type]


def test_a_game_may_say_whom_and_what() -> None:
    game = picking(honest, greyed=[Option("nap")], prices={"bar": ((2, "coins"),)})
    assert check_game(game, games=5, thorough=0.5) > 0


@pytest.mark.parametrize(
    ("picks", "said"),
    [
        (lambda state, ask: [], "there is a pick for each option"),
        (lambda state, ask: plain(state, ask)[1:], "there is a pick for each option"),
        (lambda state, ask: [Pick(main=True)] * len(ask.options), "at most one option is what Enter takes"),
        (lambda state, ask: [Pick(seat=7)] * len(ask.options), "whoever is picked sits at the table"),
        (lambda state, ask: [Pick(seat=-1)] * len(ask.options), "whoever is picked sits at the table"),
        (lambda state, ask: [Pick(dice=(2, 1))] * len(ask.options), "dice are picked by slot"),
        (lambda state, ask: [Pick(dice=(1, 1))] * len(ask.options), "dice are picked by slot"),
        (lambda state, ask: [Pick(dice=(-1,))] * len(ask.options), "dice are picked by slot"),
        (lambda state, ask: [Pick(held=True)] * len(ask.options), "whatever is held is dice"),
        (lambda state, ask: [Pick(face=3)] * len(ask.options), "a face is picked for a die"),
        (lambda state, ask: [Pick(card="joker")] * len(ask.options), "'joker', which is picked, exists"),
        (lambda state, ask: [Pick(by="joker")] * len(ask.options), "'joker', which is picked, exists"),
        (lambda state, ask: [Pick(place="pub")] * len(ask.options), "'pub', which is picked, exists"),
        (lambda state, ask: [Pick(box="nought")] * len(ask.options), "'nought', which is picked, exists"),
        (lambda state, ask: [Pick(price=((-1, "coins"),))] * len(ask.options), "a price is so much of something"),
        (lambda state, ask: [Pick(price=((1, ""),))] * len(ask.options), "a price is so much of something"),
        (lambda state, ask: [Pick(label="go")] * len(ask.options), "can be told from"),
    ],
)
def test_picks_that_say_something_wrong_are_found(picks: Picking, said: str) -> None:
    with pytest.raises(Nonconformance, match=said):
        check_game(picking(picks), games=3)


def test_what_is_greyed_picks_something_too() -> None:
    def forgetful(state: HushState, ask: Ask) -> list[Pick]:
        return [] if Option("nap") in ask.options else plain(state, ask)

    with pytest.raises(Nonconformance, match="there is a pick for each option"):
        check_game(picking(forgetful, greyed=[Option("nap")]), games=1)


def test_enter_takes_nothing_that_is_greyed() -> None:
    def eager(state: HushState, ask: Ask) -> list[Pick]:
        return [Pick(main=place == 0) for place, _ in enumerate(ask.options)]

    with pytest.raises(Nonconformance, match="Enter takes nothing that is greyed"):
        check_game(picking(eager, greyed=[Option("nap")]), games=1)


def test_only_what_exists_has_a_price() -> None:
    with pytest.raises(Nonconformance, match="'pub', which has a price, exists"):
        check_game(picking(plain, prices={"pub": ((2, "coins"),)}), games=1)


def test_a_hidden_card_in_a_pick_is_found() -> None:
    def leaky(state: HushState, ask: Ask) -> list[Pick]:
        """Everybody's options, with what the one who is asked holds."""
        return [Pick(amount=state.hands[ask.seat].card)] * len(ask.options)

    with pytest.raises(Nonconformance, match=r"nothing hidden shows to .* in the question"):
        check_game(picking(leaky), games=30, thorough=1)


def test_a_hidden_card_in_a_price_is_found() -> None:
    class Leaky(Hush):
        def prices(self, state: HushState, seat: int) -> Mapping[str, Price]:
            return {self.name: ((sum(hand.card for hand in state.hands), "coins"),)}

    with pytest.raises(Nonconformance, match=r"nothing hidden shows to .* in the question"):
        check_game(Leaky(), games=30, thorough=1)
