"""The use cases of seed 002, with every extension: `pytest -k 002-5-3a` finds the one for a full rehearsal."""

import pytest

import dicecup
from dicecup.table import IllegalChoice, NotAllowed, SetupError
from tests.scenarios.cases import case
from tests.scenarios.deadwood.lot import (
    DOLL,
    GUM,
    HAT,
    LAW,
    NAMES,
    actor,
    choices,
    day_of,
    each,
    fresh,
    last_day,
    table,
)

# --- 002-1: take a role ---


@case("002-1")
def test_a_role_is_taken_and_the_turn_ends() -> None:
    game = table(actor("saloon"), None, scenes={"saloon": LAW})
    assert choices(game, "take") == [("take", "card", 0), ("take", "set", 0)]
    game.do("take", "card", 0)
    ann = game.state.actors[0]
    assert (ann.area, ann.on, ann.slot) == ("saloon", "card", 0)
    assert game.state.active == 1
    assert game.told()[0] == "Ann takes the role Rug Merchant at the Saloon (rank 1, a star on the card)."


@case("002-1-5a")
@pytest.mark.parametrize(
    ("choice", "reason"),
    [
        (("take", "card", 2), "Talking Mule is for rank 5 and higher; you have rank 1."),
        (("take", "set", 0), "Ben is already playing Reluctant Farmer."),
        (("take", "set", 1), "Woman in Red Dress is for rank 2 and higher; you have rank 1."),
        (("take", "card", 3), "The card at the Saloon has 3 roles, numbered from 0 here."),
        (("take", "set", -1), "The Saloon has 2 roles, numbered from 0 here."),
    ],
)
def test_a_role_that_cannot_be_taken_is_refused_and_one_is_asked_again(
    choice: tuple[str, ...], reason: str
) -> None:
    game = table(actor("saloon"), actor("saloon", ("set", 0)), scenes={"saloon": LAW})
    before = choices(game)
    assert game.refuses(*choice) == reason
    assert choices(game) == before


@case("002-1-2a")
def test_where_there_is_no_role_one_moves_on() -> None:
    game = table(actor("jail"), None, scenes={"jail": HAT}, chance=[LAW])
    assert choices(game, "take") == []
    assert game.refuses("take") == "No free role at the Jail is open to your rank, 1."
    game.do("move", "main-street")
    assert choices(game, "take") == [("take", "card", 0), ("take", "set", 0)]


# --- 002-2: move ---


@case("002-2")
def test_a_move_and_the_question_whether_to_take_a_role() -> None:
    game = fresh(2, LAW)
    game.do("move", "saloon")
    assert game.state.actors[0].area == "saloon"
    assert game.pending.seat == 0
    assert game.pending.prompt == "Take a role, or end the turn."
    game.do("end")
    assert game.state.active == 1
    assert game.told()[-4:] == [
        "Ann moves from the Trailers to the Saloon.",
        "The card at the Saloon is turned up: “Law and the Old West”, scene 20, budget 3, "
        "with Talking Mule (5), Banker (2) and Rug Merchant (1).",
        "Ann ends the turn at the Saloon.",
        "It is Ben's turn.",
    ]


@case("002-2-5a")
@pytest.mark.parametrize(
    ("area", "reason"),
    [
        ("bank", "more than one step from the Trailers to the Bank"),
        ("trailers", "You are already at the Trailers."),
        ("the moon", "There is no area called 'the moon'."),
        (3, "There is no area called 3."),
    ],
)
def test_an_area_that_cannot_be_reached(area: str | int, reason: str) -> None:
    game = fresh(2)
    assert reason in game.refuses("move", area)
    assert game.refuses("move") == "Say where you want to go: Main Street, the Saloon or the Hotel."


@case("002-2-2a")
def test_no_move_while_working() -> None:
    game = table(actor("bank", ("set", 0), rank=2), None, scenes={"bank": GUM}, chance=[[2]])
    assert choices(game, "move") == []
    assert game.refuses("move", "saloon").startswith("You are working on a role, Suspicious Gentleman:")
    game.play("act", "end")  # that wraps the scene
    assert game.offers("move", "saloon")


# --- 002-3: acting on the card ---


@case("002-3")
def test_acting_on_the_card() -> None:
    game = table(actor("saloon", ("card", 0)), None, scenes={"saloon": LAW}, chance=[[3]])
    assert game.offers("act")
    game.do("act")
    ann = game.state.actors[0]
    assert (ann.dollars, ann.credits) == (0, 2)
    assert game.state.shots["saloon"] == 1
    assert game.state.active == 1
    assert game.told() == [
        "Ann acts as Rug Merchant and rolls 3 against a budget of 3: success.",
        "A shot is done at the Saloon; 1 shot is left.",
        "Ann gets 2 credits (now $0 and 2 credits).",
        "It is Ben's turn.",
    ]


@case("002-3-6a")
def test_failing_on_the_card_brings_nothing_and_ends_the_turn() -> None:
    game = table(actor("saloon", ("card", 0)), None, scenes={"saloon": LAW}, chance=[[2]])
    game.do("act")
    ann = game.state.actors[0]
    assert (ann.dollars, ann.credits) == (0, 0)
    assert game.state.shots["saloon"] == 2
    assert game.state.active == 1
    assert game.told()[:2] == [
        "Ann acts as Rug Merchant and rolls 2 against a budget of 3: failure.",
        "Ann gets nothing.",
    ]


@case("002-3-2a", "002-4-2a")
def test_without_a_role_there_is_no_acting() -> None:
    game = table(actor("saloon"), None, scenes={"saloon": LAW})
    assert not game.offers("act")
    assert game.refuses("act") == "You have no role to act in. Take one first."
    game.play(("take", "set", 0), "end")
    assert game.offers("act")


# --- 002-4: acting off the card ---


@case("002-4")
def test_acting_off_the_card() -> None:
    game = table(actor("saloon", ("set", 0)), None, scenes={"saloon": LAW}, chance=[[3]])
    game.do("act")
    ann = game.state.actors[0]
    assert (ann.dollars, ann.credits) == (1, 1)
    assert game.state.shots["saloon"] == 1
    assert game.told()[2] == "Ann gets $1 and 1 credit (now $1 and 1 credit)."


@case("002-4-6a")
def test_failing_off_the_card_brings_a_dollar() -> None:
    game = table(actor("saloon", ("set", 0)), None, scenes={"saloon": LAW}, chance=[[2]])
    game.do("act")
    ann = game.state.actors[0]
    assert (ann.dollars, ann.credits) == (1, 0)
    assert game.state.shots["saloon"] == 2
    assert game.state.active == 1
    assert game.told()[:2] == [
        "Ann acts as Reluctant Farmer and rolls 2 against a budget of 3: failure.",
        "Ann gets $1 (now $1 and 0 credits).",
    ]


# --- 002-5: rehearse ---


@case("002-5")
def test_rehearsing_adds_a_chip_and_ends_the_turn() -> None:
    game = table(actor("saloon", ("set", 0)), None, scenes={"saloon": DOLL}, chance=[[3]])
    game.do("rehearse")
    assert game.state.actors[0].chips == 1
    assert game.state.active == 1
    assert game.told()[0] == "Ann rehearses Reluctant Farmer and now has 1 practice chip."
    game.play("end", "act")
    assert "Ann acts as Reluctant Farmer and rolls 3 + 1 practice chip = 4 against a budget of 4: success." in (
        game.told()
    )


@case("002-5-3a")
def test_no_more_rehearsals_than_make_success_certain() -> None:
    game = table(actor("bank", ("set", 0), rank=2), None, scenes={"bank": GUM})
    game.play("rehearse", "end")
    assert "Ann rehearses Suspicious Gentleman and now has 1 practice chip, enough to succeed on any roll." in (
        game.told()
    )
    assert choices(game) == [("act",)]
    assert game.refuses("rehearse") == (
        "With 1 practice chip even a 1 meets the budget of 2: there is nothing left to rehearse. Act!"
    )
    assert game.pending.prompt == ("You play Suspicious Gentleman, and with 1 practice chip you cannot fail: act.")


@case("002-5-2a")
def test_without_a_role_there_is_nothing_to_rehearse() -> None:
    game = table(actor("saloon"), None, scenes={"saloon": LAW})
    assert game.refuses("rehearse") == "You have no role to rehearse. Take one first."
    game.play(("take", "set", 0), "end")
    assert game.offers("rehearse")


# --- 002-6: upgrade rank ---


@case("002-6")
def test_moving_in_and_buying_a_rank_ends_the_turn() -> None:
    game = table(actor("ranch", dollars=5, credits=2), None, scenes={"ranch": HAT})
    game.do("move", "casting-office")
    assert game.pending.prompt == "Buy a higher rank, or end the turn."
    assert choices(game) == [("upgrade", 2, "dollars"), ("end",)]
    game.do("upgrade", 2, "dollars")
    assert game.state.actors[0].rank == 2
    assert game.state.active == 1
    assert game.told()[-3:] == [
        "Ann buys rank 2 for $4.",
        "Ann has nothing left to do at the Casting Office: rank 3 costs $10 or 10 credits, not a mix of both.",
        "It is Ben's turn.",
    ]


@case("002-6-4a")
def test_a_rank_that_is_too_dear() -> None:
    game = table(actor("casting-office", dollars=7, credits=3), None)
    why = "Rank 4 costs $18 or 15 credits, not a mix of both; you have $7 and 3 credits."
    assert game.refuses("upgrade", 4, "dollars") == why
    assert game.refuses("upgrade", 4, "credits") == why
    assert game.refuses("upgrade", 4) == why
    assert game.offers("upgrade", 2, "dollars")
    assert game.refuses("upgrade", 2, "credits") == ("Rank 2 costs 5 credits and you have 3; you could pay $4.")


@case("002-6-4a")
def test_a_rank_that_can_be_paid_in_one_way_only() -> None:
    rich = table(actor("casting-office", dollars=12, credits=3), None)
    assert rich.refuses("upgrade", 3, "credits") == "Rank 3 costs 10 credits and you have 3; you could pay $10."
    assert rich.refuses("upgrade", 3) == "Say whether you pay dollars or credits."
    known = table(actor("casting-office", dollars=3, credits=12), None)
    assert known.refuses("upgrade", 3, "dollars") == "Rank 3 costs $10 and you have $3; you could pay 10 credits."
    assert known.refuses("upgrade", 3) == "Say whether you pay dollars or credits."


@case("002-6-6a")
def test_buying_at_the_beginning_of_the_turn_leaves_the_rest_of_it() -> None:
    game = table(actor("casting-office", credits=5), None, scenes={"ranch": HAT}, options={"start": "seat-order"})
    assert game.pending.prompt == "Buy a higher rank, move, or end the turn."
    game.do("upgrade", 2, "credits")
    assert game.state.active == 0
    game.play(("move", "ranch"), ("take", "card", 0))  # Defrocked Priest, rank 2
    assert game.state.active == 1
    assert "Ann buys rank 2 for 5 credits." in game.told()


@case("002-6-2a")
def test_elsewhere_one_has_to_go_to_the_casting_office() -> None:
    game = table(actor("ranch", dollars=40), None, scenes={"ranch": HAT})
    assert choices(game, "upgrade") == []
    assert game.refuses("upgrade") == "Ranks are sold at the Casting Office, and you are at the Ranch."
    game.do("move", "casting-office")
    assert len(choices(game, "upgrade")) == 5


# --- 002-7: end the day ---


@case("002-7")
def test_the_day_ends_when_one_scene_is_left() -> None:
    game = table(
        actor("bank", ("set", 0), rank=2),
        actor("church", ("set", 0)),
        scenes={"bank": GUM, "church": LAW},
        wrapped=day_of("bank", "church"),
        chance=[[2]],
    )
    game.do("act")
    state = game.state
    assert state.day == 2
    assert each(game, "area") == ["trailers"] * 2
    assert set(state.scenes.values()) == {""}
    assert sum(state.shots.values()) == 22
    assert game.told()[-3:] == [
        "Only the scene at the Church is left, and it stays unfinished: day 1 of 3 is over, "
        "and everybody goes back to the Trailers.",
        "Day 2 of 3: a new card lies face down on each of the 10 sets, and all 22 shots are still to do.",
        "It is Ben's turn.",
    ]


@case("002-7-3a")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7, 8])
def test_after_the_last_day_the_board_is_cleared_for_scoring(players: int) -> None:
    game = table(
        actor("bank", ("set", 0), rank=2),
        *[None] * (players - 1),
        scenes={"bank": GUM},
        wrapped=day_of("bank", "church"),
        day=last_day(players),
        chance=[[2]],
    )
    game.do("act")
    assert game.pending is None
    assert set(game.state.shots.values()) == {0}
    assert set(game.state.scenes.values()) == {""}
    assert each(game, "area") == ["trailers"] * players
    assert "scoring" in game.kinds()


# --- 002-8: scoring ---


def finished() -> dicecup.Match:  # type: ignore[type-arg]
    """A game whose last scene but one has just wrapped."""
    game = table(
        actor("bank", ("set", 0), rank=2, dollars=3),
        actor(rank=4, dollars=1, credits=1),
        scenes={"bank": GUM},
        wrapped=day_of("bank", "church"),
        day=3,
        chance=[[2]],
    )
    game.do("act")
    return game.match


@case("002-8")
def test_points_for_dollars_credits_and_ranks() -> None:
    match = finished()
    assert [str(event) for event in match.events[-4:]] == [
        "That was the last day. The points are counted.",
        "Ann: $4 + 1 credit + 5 x rank 2 = 15 points.",
        "Ben: $1 + 1 credit + 5 x rank 4 = 22 points.",
        "Ben wins with 22 points.",
    ]
    assert match.outcome is not None
    assert match.outcome.scores == (15, 22)
    assert match.outcome.winners == (1,)
    with pytest.raises(IllegalChoice, match="The game is over"):
        match.answer("end")


@case("002-8-4a")
def test_another_game_at_the_same_table() -> None:
    match = finished().rematch()
    assert match.names == NAMES[:2]
    assert match.number == 2
    assert match.state.day == 1
    assert [(actor.rank, actor.dollars, actor.credits) for actor in match.state.actors] == [(1, 0, 0)] * 2
    assert len(match.state.unseen) == 40
    assert match.pending is not None
    with pytest.raises(NotAllowed, match="not over yet"):
        match.rematch()


# --- 002-9: begin a new game ---


@case("002-9")
@pytest.mark.parametrize("players", range(2, 9))
def test_a_new_game(players: int) -> None:
    game = fresh(players, players - 1, start="first-roll")
    state = game.state
    assert each(game, "rank") == [2 if players > 6 else 1] * players
    assert each(game, "area") == ["trailers"] * players
    assert sum(state.shots.values()) == 22
    assert set(state.scenes.values()) == {""}
    assert state.active == players - 1  # drawn to begin
    assert game.pending.seat == players - 1
    assert game.told()[1] == f"{NAMES[players - 1]} is drawn to go first."


@case("002-9")
def test_everybody_may_be_drawn_to_begin() -> None:
    first = {dicecup.new("deadwood", seats=4, seed=seed).state.active for seed in range(60)}
    assert first == {0, 1, 2, 3}
    assert {dicecup.new("deadwood", seats=4, seed=seed, start="seat-order").state.active for seed in range(9)} == {
        0
    }


@case("002-9-3a")
@pytest.mark.parametrize("players", [-1, 0, 1, 9, 100])
def test_a_wrong_number_of_players(players: int) -> None:
    with pytest.raises(SetupError) as caught:
        dicecup.new("deadwood", seats=players)
    assert str(caught.value) == f"Deadwood is for 2 to 8 players; {players} is not possible."


# --- 002-10: wrapping a scene ---


@case("002-10")
def test_a_wrap_with_stars() -> None:
    game = table(
        actor("saloon", ("card", 0)),
        actor("saloon", ("card", 2), rank=5),
        actor("saloon", ("set", 1), rank=3),
        scenes={"saloon": LAW},
        shots={"saloon": 1},
        chance=[[4], [2, 6, 3]],
    )
    game.do("act")
    assert each(game, "dollars") == [2, 6, 2]
    assert game.told() == [
        "Ann acts as Rug Merchant and rolls 4 against a budget of 3: success.",
        "That was the last shot at the Saloon.",
        "Ann gets 2 credits (now $0 and 2 credits).",
        "“Law and the Old West”, scene 20, at the Saloon, has wrapped.",
        "Ann rolls the bonus dice: 6 3 2.",
        "Talking Mule: 6, so Ben gets $6.",
        "Banker: 3, lost because nobody is playing it.",
        "Rug Merchant: 2, so Ann gets $2.",
        "Cleo gets $2, the rank of the role Woman in Red Dress.",
        "Ann, Ben and Cleo are free again.",
        "It is Ben's turn.",
    ]


@case("002-10-2a")
def test_a_wrap_without_stars_pays_no_bonus() -> None:
    game = table(actor("bank", ("set", 0), rank=2), actor("bank"), scenes={"bank": GUM}, chance=[[2]])
    game.do("act")
    assert each(game, "dollars") == [1, 0]
    assert each(game, "credits") == [1, 0]
    assert "Nobody was working on the card, so there is no bonus." in game.told()
    assert game.state.active == 1
