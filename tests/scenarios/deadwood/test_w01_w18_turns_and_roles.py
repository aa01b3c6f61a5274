"""W1 to W18 of the fact sheet: set-up, turn order, moving and taking roles."""

import pytest

import dicecup
from dicecup.games.deadwood.data import SCENES, STARTS
from dicecup.table import SetupError
from tests.scenarios.deadwood.lot import (
    DOLL,
    GUM,
    HAT,
    JESSE,
    LAW,
    MAGGIE,
    actor,
    choices,
    day_of,
    each,
    fresh,
    table,
)

# --- set-up and turn order ---


def test_w1_two_players_three_days_rank_1_and_nothing_else() -> None:
    """The fact sheet counts 30 cards left in the deck; ours has the 20 that will be dealt.

    Ten of the 30 are never dealt with two or three players. They are not in the deck, but among the unseen cards:
    the 40 of them are 10 face down, 20 to come and 10 that nobody will see.
    """
    game = fresh(2)
    view = game.match.view()
    assert view.days == 3  # type: ignore[attr-defined]
    assert view.deck == 20  # type: ignore[attr-defined]
    assert fresh(4).match.view().deck == 30  # type: ignore[attr-defined]
    assert len(game.state.unseen) == 40
    assert each(game, "rank") == [1, 1]
    assert each(game, "dollars") == [0, 0]
    assert each(game, "credits") == [0, 0]


@pytest.mark.parametrize(("players", "credit"), [(5, 2), (6, 4)])
def test_w2_five_and_six_players_start_with_credits(players: int, credit: int) -> None:
    game = fresh(players)
    assert each(game, "credits") == [credit] * players
    assert each(game, "rank") == [1] * players
    assert game.state.days == 4


@pytest.mark.parametrize("players", [7, 8])
def test_w3_seven_and_eight_players_start_with_rank_2_and_no_credits(players: int) -> None:
    game = fresh(players)
    assert each(game, "rank") == [2] * players
    assert each(game, "credits") == [0] * players
    assert game.state.days == 4


@pytest.mark.parametrize("players", [1, 9])
def test_w4_one_and_nine_players_are_refused(players: int) -> None:
    with pytest.raises(SetupError, match="Deadwood is for 2 to 8 players"):
        dicecup.new("deadwood", seats=players)


def test_w5_the_first_turn_of_a_day() -> None:
    game = fresh(2)
    assert sorted(choices(game)) == [("end",), ("move", "hotel"), ("move", "main-street"), ("move", "saloon")]
    assert game.refuses("take") == "There are no roles at the Trailers."
    assert game.refuses("upgrade") == "Ranks are sold at the Casting Office, and you are at the Trailers."


def test_w6_the_ninth_wrap_of_the_last_day_ends_the_game() -> None:
    game = table(
        actor("bank", ("card", 0), rank=2),
        None,
        scenes={"bank": GUM},
        wrapped=day_of("bank", "hotel"),
        day=3,
        chance=[[2], [5, 1]],
    )
    game.do("act")
    assert game.pending is None
    assert game.match.outcome is not None
    assert game.match.outcome.scores == (2 + 1 + 10, 5)
    assert game.match.outcome.winners == (0,)


# --- moving and roles ---


def test_w7_one_step_and_the_card_there_is_turned_up() -> None:
    game = fresh(2, LAW)
    assert game.refuses("move", "bank") == (
        "It is more than one step from the Trailers to the Bank; "
        "you can go to Main Street, the Saloon or the Hotel."
    )
    game.do("move", "saloon")
    assert game.state.scenes["saloon"] == LAW
    assert LAW not in game.state.unseen
    assert choices(game) == [("take", "card", 0), ("take", "set", 0), ("end",)]
    game.do("take", "card", 0)
    assert game.state.active == 1


def test_w8_a_role_may_be_taken_a_turn_later_and_ties_down() -> None:
    game = fresh(2, LAW)
    game.play(("move", "hotel"), "end", "end")
    assert game.state.active == 0
    assert game.offers("move", "trailers")
    game.do("take", "set", 0)
    assert game.state.active == 1
    assert game.match.why_not(("move", "trailers"), 0) == "It is Ben's decision now."
    game.do("end")
    assert choices(game) == [("act",), ("rehearse",)]


@pytest.mark.parametrize("moving", [True, False])
def test_w9_taking_a_role_ends_the_turn(moving: bool) -> None:
    game = table(actor("saloon"), None, scenes={"saloon": LAW, "main-street": HAT})
    if moving:
        game.do("move", "main-street")
    assert game.refuses("act") == "You have no role to act in. Take one first."
    assert game.refuses("rehearse") == "You have no role to rehearse. Take one first."
    game.do("take", "set", 0)
    assert game.state.active == 1
    assert game.match.why_not("act", 0) == "It is Ben's decision now."
    assert game.match.why_not("rehearse", 0) == "It is Ben's decision now."


def test_w10_a_card_is_turned_up_only_once() -> None:
    game = table(None, actor("saloon"), scenes={"saloon": LAW})  # no chance is needed
    game.do("move", "saloon")
    assert game.kinds() == ["moves"]
    assert choices(game, "take") == [("take", "card", 0), ("take", "set", 0)]


def test_w11_rank_1_in_the_jail() -> None:
    game = table(actor("main-street"), None, scenes={"main-street": LAW}, chance=[HAT])
    game.do("move", "jail")  # nothing is left to do there
    assert game.state.active == 1
    game.do("end")
    assert choices(game, "take") == []
    assert {choice[0] for choice in choices(game)} == {"move", "end"}
    assert game.refuses("take") == "No free role at the Jail is open to your rank, 1."
    assert game.refuses("take", "set", 0) == "Prisoner in Cell is for rank 2 and higher; you have rank 1."


def test_w12_a_role_below_one_s_rank() -> None:
    game = table(
        actor("saloon", rank=4),
        actor("saloon", ("card", 0)),
        scenes={"saloon": LAW},
        shots={"saloon": 1},
        chance=[[3], [6, 5, 4]],
    )
    game.do("take", "set", 0)  # Reluctant Farmer, rank 1
    assert game.state.actors[0].rank == 4
    game.do("act")
    assert each(game, "dollars") == [1, 4]


def test_w13_one_actor_for_each_role() -> None:
    game = table(actor("saloon"), actor("saloon", ("set", 0)), scenes={"saloon": LAW})
    assert game.refuses("take", "set", 0) == "Ben is already playing Reluctant Farmer."
    game.do("take", "card", 0)
    assert [(each.on, each.slot) for each in game.state.actors] == [("card", 0), ("set", 0)]


def test_w14_a_wrapped_set_is_only_a_place() -> None:
    game = table(None, None, wrapped=["saloon"])
    game.do("move", "saloon")
    assert game.kinds() == ["moves", "ends", "turn"]  # nothing is turned up
    assert game.told()[-2] == "Ann has nothing left to do at the Saloon: the scene has wrapped."
    game.do("end")
    wrapped = "The scene at the Saloon has wrapped: there are no roles for the rest of the day."
    assert game.refuses("take") == wrapped
    assert game.refuses("take", "set", 0) == wrapped
    assert game.refuses("take", "card", 0) == wrapped
    assert game.offers("move", "bank")


def test_w15_shot_in_leg_exists_twice() -> None:
    assert SCENES[JESSE].roles[1].name == "Shot in Leg"
    game = table(
        actor("ranch", rank=4),
        actor("ranch", ("set", 0)),
        scenes={"ranch": JESSE},
        chance=[[6], [6], [6, 5, 4, 3, 2]],
    )
    game.do("take", "card", 1)
    game.do("act")  # Ben, the extra
    assert (game.state.actors[1].dollars, game.state.actors[1].credits) == (1, 1)
    game.do("act")  # Ann, the star; this wraps the scene
    assert (game.state.actors[0].dollars, game.state.actors[0].credits) == (5 + 2, 2)
    assert (game.state.actors[1].dollars, game.state.actors[1].credits) == (1 + 1, 1)


def test_w16_two_cards_of_one_title_are_two_scenes() -> None:
    first, second = "swing-em-wide-19", "swing-em-wide-35"
    assert SCENES[first].title == SCENES[second].title
    game = table(
        actor("saloon", ("card", 0)),
        actor("church", ("card", 0), rank=3),
        scenes={"saloon": first, "church": second},
        chance=[[6], [1]],
    )
    game.play("act", "act")
    assert (game.state.shots["saloon"], game.state.shots["church"]) == (1, 2)
    assert game.told()[0].startswith("Ann acts as Thrifty Mike")
    assert [line for line in game.told() if line.startswith("Ben acts as Liberated Nun")]


def test_w17_through_the_casting_office_without_buying() -> None:
    game = table(
        actor("ranch", dollars=40),
        actor("saloon", ("set", 0)),
        scenes={"ranch": HAT, "saloon": DOLL},
        chance=[GUM],
    )
    game.play(("move", "casting-office"), "end", "rehearse")
    assert game.state.actors[0].area == "casting-office"
    game.do("move", "secret-hideout")
    assert game.state.actors[0].area == "secret-hideout"
    assert each(game, "rank")[0] == 1


def test_w18_a_newcomer_gets_the_whole_bonus() -> None:
    game = table(
        actor("bank", rank=6),
        actor("bank", ("set", 0), rank=2, chips=5),
        scenes={"bank": MAGGIE},
        chance=[[1], [6, 5, 4, 3, 2, 1]],
    )
    game.do("take", "card", 1)
    game.do("act")
    assert game.state.actors[0].dollars == 6 + 4 + 2
    assert game.state.actors[1].dollars == 1 + 2


def test_the_numbers_for_every_number_of_players() -> None:
    assert {players: (start.days, start.rank, start.credits) for players, start in STARTS.items()} == {
        2: (3, 1, 0),
        3: (3, 1, 0),
        4: (4, 1, 0),
        5: (4, 1, 2),
        6: (4, 1, 4),
        7: (4, 2, 0),
        8: (4, 2, 0),
    }
