"""W19 to W37 of the fact sheet: acting, rehearsing, the wrap and its bonuses."""

import pytest

from tests.scenarios.deadwood.lot import (
    DOLL,
    GUM,
    HAT,
    JESSE,
    LAW,
    MAGGIE,
    PAIL,
    STEP,
    actor,
    choices,
    each,
    table,
)

# --- acting and rehearsing ---


def test_w19_a_star_succeeds() -> None:
    game = table(actor("hotel", ("card", 0)), None, scenes={"hotel": DOLL}, chance=[[4]])
    game.do("act")
    ann = game.state.actors[0]
    assert (ann.dollars, ann.credits) == (0, 2)
    assert game.state.shots["hotel"] == 2


def test_w20_a_star_fails_and_gets_nothing() -> None:
    game = table(actor("hotel", ("card", 0)), None, scenes={"hotel": DOLL}, chance=[[3]])
    before = game.state.actors[0].clone()
    game.do("act")
    assert game.state.actors[0] == before
    assert game.state.shots["hotel"] == 3
    assert game.state.active == 1


def test_w21_an_extra_fails_and_gets_a_dollar() -> None:
    game = table(actor("hotel", ("set", 0)), None, scenes={"hotel": DOLL}, chance=[[3]])
    game.do("act")
    ann = game.state.actors[0]
    assert (ann.dollars, ann.credits) == (1, 0)
    assert game.state.shots["hotel"] == 3


def test_w22_a_practice_chip_helps_and_stays() -> None:
    game = table(actor("hotel", ("set", 0), chips=1), None, scenes={"hotel": DOLL}, chance=[[3]])
    game.do("act")
    ann = game.state.actors[0]
    assert (ann.dollars, ann.credits, ann.chips) == (1, 1, 1)
    assert game.state.shots["hotel"] == 2


def test_w23_when_success_is_certain_one_has_to_act() -> None:
    game = table(actor("hotel", ("set", 0), chips=3), None, scenes={"hotel": DOLL}, chance=[[1]])
    assert choices(game) == [("act",)]
    assert game.refuses("rehearse") == (
        "With 3 practice chips even a 1 meets the budget of 4: there is nothing left to rehearse. Act!"
    )
    game.do("act")
    assert game.state.actors[0].credits == 1


@pytest.mark.parametrize(("scene", "most"), [(GUM, 1), (LAW, 2), (DOLL, 3), (JESSE, 4), (STEP, 5)])
def test_w24_as_many_rehearsals_as_the_budget_less_one(scene: str, most: int) -> None:
    game = table(actor("hotel", ("set", 0)), None, scenes={"hotel": scene})
    for chips in range(1, most + 1):
        game.do("rehearse")
        assert game.state.actors[0].chips == chips
        game.do("end")  # Ben
    assert not game.offers("rehearse")
    assert choices(game) == [("act",)]


def test_w25_a_worker_acts_or_rehearses_and_nothing_else() -> None:
    game = table(actor("hotel", ("set", 0), dollars=99), None, scenes={"hotel": DOLL})
    assert choices(game) == [("act",), ("rehearse",)]
    assert game.refuses("end") == "You are working on a role, Sleeping Drunkard: you have to act or rehearse."
    stuck = (
        "You are working on a role, Sleeping Drunkard: you cannot leave it until the scene wraps or the day ends."
    )
    for choice in (
        ("move", "bank"),
        ("move",),
        ("take", "card", 0),
        ("take",),
        ("upgrade", 2, "dollars"),
        ("upgrade",),
    ):
        assert game.refuses(*choice) == stuck


@pytest.mark.parametrize(("die", "credit"), [(6, 2), (5, 0)])
def test_w26_equal_is_enough(die: int, credit: int) -> None:
    game = table(actor("hotel", ("card", 0)), None, scenes={"hotel": STEP}, chance=[[die]])
    game.do("act")
    assert game.state.actors[0].credits == credit


# --- wrap and bonus ---


def test_w27_the_higher_role_gets_the_higher_die() -> None:
    game = table(actor("bank", ("card", 1), rank=4), None, scenes={"bank": GUM}, chance=[[2], [3, 5]])
    game.do("act")
    ann = game.state.actors[0]
    assert (ann.dollars, ann.credits) == (5, 2)
    assert "Ann rolls the bonus dice: 5 3." in game.told()
    assert "Man with Horn: 5, so Ann gets $5." in game.told()
    assert "Surprised Bison: 3, lost because nobody is playing it." in game.told()


def test_w28_the_die_of_an_empty_role_is_lost() -> None:
    game = table(actor("bank", ("card", 0), rank=2), None, scenes={"bank": GUM}, chance=[[2], [5, 3]])
    game.do("act")
    ann = game.state.actors[0]
    assert (ann.dollars, ann.credits) == (3, 2)
    assert "Man with Horn: 5, lost because nobody is playing it." in game.told()


def test_w28_unless_the_house_rule_gives_dice_only_to_those_who_play() -> None:
    game = table(
        actor("bank", ("card", 0), rank=2),
        None,
        scenes={"bank": GUM},
        options={"bonus": "occupied"},
        chance=[[2], [5, 3]],
    )
    game.do("act")
    assert game.state.actors[0].dollars == 8
    assert "Surprised Bison: 5 + 3, so Ann gets $8." in game.told()
    assert not [line for line in game.told() if "lost" in line]


def test_w28_with_two_who_play_the_dice_go_round_between_them() -> None:
    game = table(
        actor("bank", ("card", 0), rank=6),
        actor("bank", ("card", 2), rank=6),
        scenes={"bank": JESSE},
        options={"bonus": "occupied"},
        chance=[[6], [6, 5, 4, 3, 2]],
    )
    game.do("act")
    assert each(game, "dollars") == [5 + 3, 6 + 4 + 2]
    assert "Leaps into Cake: 6 + 4 + 2, so Ben gets $12." in game.told()
    assert "Shot in Back: 5 + 3, so Ann gets $8." in game.told()


def test_w29_dice_go_round_again_from_the_top() -> None:
    stars = [actor("bank", ("card", slot), rank=6) for slot in range(3)]
    game = table(*stars, scenes={"bank": JESSE}, chance=[[6], [2, 6, 1, 4, 6]])
    game.do("act")
    assert each(game, "dollars") == [4, 6 + 1, 6 + 2]


def test_w30_two_roles_and_six_dice() -> None:
    stars = [actor("bank", ("card", slot), rank=6) for slot in range(2)]
    game = table(*stars, scenes={"bank": MAGGIE}, chance=[[6], [1, 2, 3, 4, 5, 6]])
    game.do("act")
    assert each(game, "dollars") == [9, 12]


def test_w31_three_roles_and_four_dice() -> None:
    stars = [actor("bank", ("card", slot), rank=6) for slot in range(3)]
    game = table(*stars, scenes={"bank": HAT}, chance=[[6], [3, 6, 3, 4]])
    game.do("act")
    assert each(game, "dollars") == [3, 4, 9]


def test_w32_as_many_dice_as_roles_and_one_role_for_all_dice() -> None:
    stars = [actor("bank", ("card", slot), rank=6) for slot in range(3)]
    game = table(*stars, scenes={"bank": LAW}, chance=[[6], [5, 1, 5]])
    game.do("act")
    assert each(game, "dollars") == [1, 5, 5]
    alone = table(actor("bank", ("card", 0), rank=6), None, scenes={"bank": PAIL}, chance=[[6], [4, 1]])
    alone.do("act")
    assert alone.state.actors[0].dollars == 5


def test_w33_an_extra_wraps_the_scene() -> None:
    game = table(
        actor("saloon", ("set", 1), rank=5),  # Woman in Red Dress, rank 2
        actor("saloon", ("card", 0)),
        scenes={"saloon": LAW},
        shots={"saloon": 1},
        chance=[[3], [6, 4, 2]],
    )
    game.do("act")
    ann, ben = game.state.actors
    assert (ann.dollars, ann.credits) == (1 + 2, 1)
    assert (ben.dollars, ben.credits) == (2, 0)
    assert "Ann rolls the bonus dice: 6 4 2." in game.told()
    assert "Ann gets $2, the rank of the role Woman in Red Dress." in game.told()


def test_w34_an_extra_of_rank_4() -> None:
    game = table(
        actor("main-street", ("card", 0)),
        actor("main-street", ("set", 3), rank=6),  # Mayor McGinty
        scenes={"main-street": LAW},
        shots={"main-street": 1},
        chance=[[3], [6, 4, 2]],
    )
    game.do("act")
    assert each(game, "dollars") == [2, 4]


def test_w35_who_only_stands_there_gets_nothing() -> None:
    game = table(actor("bank", ("card", 0), rank=2), actor("bank"), scenes={"bank": GUM}, chance=[[2], [5, 3]])
    game.do("act")
    ben = game.state.actors[1]
    assert (ben.dollars, ben.credits) == (0, 0)
    assert "Ann is free again." in game.told()


def test_w36_after_the_wrap_all_workers_are_free() -> None:
    game = table(
        actor("bank", ("card", 0), rank=2),
        actor("bank", ("set", 0), rank=2, chips=1),
        scenes={"bank": GUM},
        chance=[[2], [5, 3]],
    )
    game.do("act")
    assert game.state.active == 1  # Ann does not move in the turn in which she wrapped
    assert [(each.on, each.chips, each.area) for each in game.state.actors] == [("", 0, "bank")] * 2
    assert "take" not in {choice[0] for choice in choices(game)}
    assert game.offers("move", "saloon")
    assert game.state.scenes["bank"] == ""
    assert game.state.out == [GUM]
    assert "Ann and Ben are free again." in game.told()


def test_w37_the_next_role_starts_without_chips() -> None:
    game = table(
        actor("bank", ("set", 0), rank=2, chips=1),
        actor("hotel", ("set", 0)),
        scenes={"bank": GUM, "hotel": STEP},
        chance=[[1], DOLL],
    )
    game.play("act", "rehearse", ("move", "church"), ("take", "card", 1))
    assert game.state.actors[0].chips == 0
    assert game.state.actors[0].on == "card"
