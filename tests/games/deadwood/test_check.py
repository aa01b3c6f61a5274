"""Positions that no game of Deadwood can come to, and choices that mean nothing in it."""

import random
from typing import Any

import pytest

import dicecup
from dicecup.games.deadwood import GAME
from dicecup.games.deadwood.data import AREAS, SCENES
from dicecup.table import NotAllowed
from dicecup.testing import start
from tests.scenarios.deadwood.lot import GUM, HAT, LAW, NAMES, actor, choices, day_of, fresh, table

POSITION: dict[str, Any] = {"names": NAMES[:2], "options": {"start": "seat-order"}, "phase": "turn"}


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ({"actors": [{"rank": 7}, None]}, "Ann cannot have rank 7"),
        ({"actors": [None, {"dollars": -1}]}, "Ben cannot owe anything"),
        ({"actors": [{"area": "moon"}, None]}, "no area 'moon'"),
        ({"actors": [{"chips": 1}, None]}, "Ann has no role, and so neither slot nor chips"),
        ({"actors": [{"on": "card"}, None]}, "Ann cannot work where nothing is shot"),
        ({"actors": [{"area": "bank"}, None]}, "Nobody has been at the Bank yet"),
        ({"shots": {"saloon": 1}}, "Nobody has been at the Saloon yet"),
        ({"shots": {"bank": 2}}, "Bank cannot have 2 shots"),
        ({"scenes": {"bank": GUM}}, "is in exactly one place"),
        ({"unseen": list(SCENES)[::-1]}, "no order"),
        ({"phase": "lunch"}, "There is no phase 'lunch'"),
        ({"phase": "work"}, "Actors with a role are in the phase work"),
        ({"active": 2}, "somebody at the table"),
        ({"day": 4}, "With 2 players there are 3 days, and this cannot be day 4"),
        ({"day": 0}, "cannot be day 0"),
        ({"idle": -1}, "counted from 0"),
        ({"shots": dict.fromkeys(day_of("bank"), 0)}, "at least two scenes are still being shot"),
        ({"actors": [{"rank": 1, "area": "trailers"}]}, "2 to 8 players"),
        ({"shots": [3]}, "shots"),
        ({"unseen": [], "out": list(SCENES)}, "More cards lie face down than there are unseen ones"),
    ],
)
def test_a_position_that_cannot_be(position: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        start("deadwood", **{**POSITION, **position})


@pytest.mark.parametrize(
    ("who", "reason"),
    [
        (actor("bank", ("card", 2), rank=6), "no role 2 on the card"),
        (actor("bank", ("set", 0)), "Ann needs rank 2 for Suspicious Gentleman"),
        (actor("bank", ("card", 0), rank=2, chips=2), "Ann cannot have 2 practice chips"),
        (actor("bank", ("roof", 0), rank=2), "on the card or on the set, not on 'roof'"),
    ],
)
def test_a_role_that_cannot_be(who: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        table(who, None, scenes={"bank": GUM})


def test_a_board_without_a_set() -> None:
    state = GAME.setup(NAMES[:2], GAME.options.parse({}))
    del state.shots["bank"]
    with pytest.raises(ValueError, match="There are ten sets"):
        GAME.check(state)


def test_positions_that_contradict_themselves() -> None:
    with pytest.raises(ValueError, match="Only one actor can play a role"):
        table(actor("bank", ("set", 0), rank=2), actor("bank", ("set", 0), rank=2), scenes={"bank": GUM})
    with pytest.raises(ValueError, match="At the Bank the scene has wrapped"):
        table(None, None, scenes={"bank": GUM}, shots={"bank": 0})
    with pytest.raises(ValueError, match="has not moved"):
        table(actor("bank", ("set", 0), rank=2), None, scenes={"bank": GUM}, moved=True)


# --- choices ---


@pytest.mark.parametrize(
    ("choice", "reason"),
    [
        (("dance",), "“dance” is not possible here; you can choose: end, move, take."),
        (
            ("move", "bank", "ranch"),
            "“move bank ranch” is not a choice here; the choices are: end, move ..., take ....",
        ),
        (("take", "roof", 1), "“take roof 1” is not a choice here; the choices are: end, move ..., take ...."),
        (("take",), "Say which role: on the card or the set, and its number there."),
        (("move",), "Say where you want to go: Main Street, the General Store, the Bank or the Trailers."),
        (
            ("upgrade", "two", "dollars"),
            "“upgrade two dollars” is not possible here; you can choose: end, move, take.",
        ),
    ],
)
def test_a_choice_that_means_nothing(choice: tuple[str | int, ...], reason: str) -> None:
    game = table(actor("saloon"), None, scenes={"saloon": LAW})
    assert game.refuses(*choice) == reason


def test_questions_about_upgrades_that_are_possible() -> None:
    game = table(actor("casting-office", dollars=40, credits=25), None)
    assert game.refuses("upgrade") == "Say which rank, and whether you pay dollars or credits."
    assert game.refuses("upgrade", 3) == "Say whether you pay dollars or credits."
    assert game.refuses("upgrade", 3, "shells") == (
        "“upgrade 3 shells” is not a choice here; the choices are: end, move ..., upgrade ...."
    )


def test_a_card_with_one_role_says_so() -> None:
    game = table(actor("saloon"), None, scenes={"saloon": "beyond-the-pail-life-without-lactose-12"})
    assert game.refuses("take", "card", 1) == "The card at the Saloon has one role, number 0 here."


def test_every_choice_at_every_kind_of_position_has_a_short_reason() -> None:
    rng = random.Random(4)
    tries: list[tuple[str | int, ...]] = [
        *(("move", area) for area in AREAS),
        *(("take", on, slot) for on in ("card", "set") for slot in range(5)),
        *(("upgrade", rank, currency) for rank in range(8) for currency in ("dollars", "credits")),
        *[("act",), ("rehearse",), ("end",), ("move",), ("take",), ("upgrade",), ("upgrade", 2)],
    ]
    match = dicecup.new("deadwood", seats=3, seed=8)
    while match.pending:
        for choice in tries:
            reason = match.why_not(choice)
            assert (reason is None) == (choice in match.pending.options)
            if reason is not None:
                assert 10 < len(reason) < 170
                assert reason[-1] in ".!"
                assert "not a choice here" not in reason, "there is a better reason than that"
                assert "not possible here" not in reason
        match.answer(rng.choice(match.pending.options))


# --- taking back ---


def test_a_step_can_be_taken_back_unless_a_card_was_turned_up() -> None:
    game = table(actor("saloon"), None, scenes={"saloon": LAW, "main-street": HAT}, chance=[GUM])
    before = choices(game)
    game.do("move", "main-street")
    game.match.undo()
    assert choices(game) == before
    assert game.state.actors[0].area == "saloon"
    game.do("move", "bank")
    with pytest.raises(NotAllowed, match="a card turned up since"):
        game.match.undo()


def test_a_role_can_be_taken_back_until_somebody_else_has_decided() -> None:
    game = table(actor("saloon"), None, scenes={"saloon": LAW})
    game.do("take", "set", 0)
    game.match.undo(0)
    assert game.state.actors[0].on == ""
    game.play(("take", "set", 0), "end")
    with pytest.raises(NotAllowed, match="Ben has made a choice since"):
        game.match.undo(0)


def test_a_purchase_can_be_taken_back() -> None:
    game = table(actor("casting-office", dollars=4), None)
    game.do("upgrade", 2, "dollars")
    game.match.undo()
    assert (game.state.actors[0].rank, game.state.actors[0].dollars) == (1, 4)


def test_turns_that_end_by_themselves_do_not_hinder() -> None:
    game = table(actor("saloon"), None, scenes={"saloon": LAW}, wrapped=["bank"])
    game.do("move", "bank")
    assert game.state.active == 1
    game.match.undo(0)
    assert game.state.actors[0].area == "saloon"
    assert game.state.active == 0


def test_forced_acting_is_still_asked() -> None:
    game = table(actor("bank", ("set", 0), rank=2, chips=1), None, scenes={"bank": GUM}, chance=[[1]])
    assert choices(game) == [("act",)]
    game.match.answer_forced()
    assert game.state.active == 1


def test_a_game_without_a_seed_can_be_verified() -> None:
    match = dicecup.new("deadwood", seats=2, stall_turns=20)
    rng = random.Random(1)
    while match.pending:
        match.answer(rng.choice(match.pending.options))
    verdict = dicecup.verify(match.record(), commitment=match.commitment)
    assert verdict.ordinary_start
    assert not verdict.reworded


def test_a_save_goes_on_where_it_stood() -> None:
    game = fresh(4)
    game.then(LAW)
    game.play(("move", "saloon"), ("take", "card", 0))
    again = dicecup.load(game.match.save())
    assert again.state == game.state
    assert again.pending is not None
    assert again.pending.options == game.pending.options
