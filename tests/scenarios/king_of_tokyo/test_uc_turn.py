"""King of Tokyo, use cases of a turn: rolling, resolving, buying, end, using cards (UC 11, 12, 14, 15, 17, 20)."""

import pytest

from tests.scenarios.king_of_tokyo.tokyo import (
    BAY,
    CITY,
    CLAW,
    ENERGY,
    HEART,
    OUTSIDE,
    held,
    monster,
    roll,
    stop,
    table,
)

KEEP_ALL = ("keep", 0, 1, 2, 3, 4, 5)


# --- UC 11: roll dice ---


def test_uc11_the_first_roll_is_made_with_all_six_dice() -> None:
    game = table(None, None, chance=[[1, 2, 3, 4, 5, 6]])
    assert [tuple(option) for option in game.pending.options] == [("roll",)]
    game.do("roll")
    assert game.state.dice == [1, 2, 3, 4, 5, 6]
    assert game.state.rolls_left == 2
    assert len(game.pending.options) == 64


def test_uc11_a_player_who_is_content_stops_after_the_first_roll() -> None:
    game = table(None, None, chance=[[1, 1, 1, 2, 2, 2]])
    game.do("roll")
    game.do(*KEEP_ALL)
    assert game.state.monsters[0].stars == 1 + 2 + 1  # and 1 for entering


@pytest.mark.parametrize(("cards", "dice"), [(["extra-head"], 7), (["extra-head", "extra-head-2"], 8)])
def test_uc11_1a_green_dice_are_rolled_with_the_card_for_it(cards: list[str], dice: int) -> None:
    game = table(monster(*cards), None, chance=[[3] * dice])
    game.do("roll")
    assert len(game.state.dice) == dice
    assert game.offers("keep", *range(6, dice))


def test_uc11_1b_on_the_second_roll_some_dice_are_kept_and_the_rest_rolled() -> None:
    game = table(None, None, chance=[[1, 2, 3, 4, 5, 6], [6, 6, 6]])
    game.do("roll")
    game.do("keep", 1, 3, 5)
    assert game.state.dice == [6, 2, 6, 4, 6, 6]
    assert game.told()[-1] == "Ann keeps 2 heart claw and rolls claw claw claw."
    game.do(*KEEP_ALL)  # satisfied
    assert game.state.active == 1


def test_uc11_1c_on_the_third_roll_a_die_kept_before_may_be_rolled_again() -> None:
    game = table(None, monster(place=CITY), chance=[[1, 2, 3, 4, 5, 6], [6, 6, 6], [1, 1, 1]])
    game.do("roll")
    game.do("keep", 1, 3, 5)
    game.do("keep", 0, 2, 4)
    assert game.state.dice == [6, 1, 6, 1, 6, 1]
    assert game.state.rolls_left == 0
    assert game.pending.kind == "yield"  # no question whether to roll once more


def test_uc11_all_dice_may_be_rolled_again() -> None:
    game = table(None, None, chance=[[1] * 6, [2] * 6, [3] * 6])
    game.play("roll", ("keep",), ("keep",))
    assert game.state.monsters[0].stars == 6 + 1


# --- UC 12: resolve dice ---


@pytest.mark.parametrize("face", [1, 2, 3])
@pytest.mark.parametrize("count", range(7))
def test_uc12_1a_three_equal_numbers_score_and_each_further_one_adds_a_star(face: int, count: int) -> None:
    rest = [ENERGY] * (6 - count)
    game = table(None, monster(place=CITY))
    roll(game, *[face] * count, *rest)
    assert game.state.monsters[0].stars == (face + count - 3 if count >= 3 else 0)


def test_uc12_1a_two_triples_both_score() -> None:
    game = table(None, monster(place=CITY))
    roll(game, 2, 3, 2, 3, 2, 3)
    assert game.state.monsters[0].stars == 5


@pytest.mark.parametrize("count", range(7))
def test_uc12_1b_every_energy_face_gives_a_cube(count: int) -> None:
    game = table(monster(energy=1), monster(place=CITY))
    roll(game, *[ENERGY] * count, *[HEART] * (6 - count))
    assert game.state.monsters[0].energy == 1 + count


@pytest.mark.parametrize("count", range(7))
def test_uc12_1c_every_claw_costs_the_others_a_heart(count: int) -> None:
    game = table(None, monster(place=CITY), None)
    roll(game, *[CLAW] * count, *[HEART] * (6 - count))
    assert game.state.monsters[1].hearts == 10 - count
    assert game.state.monsters[2].hearts == 10


@pytest.mark.parametrize("count", range(7))
def test_uc12_1d_every_heart_face_heals(count: int) -> None:
    game = table(monster(hearts=3), monster(place=CITY))
    roll(game, *[HEART] * count, *[ENERGY] * (6 - count))
    assert game.state.monsters[0].hearts == 3 + count


def test_uc12_dice_resolve_as_stars_hearts_energy_claws() -> None:
    game = table(monster(hearts=5), monster(place=CITY))
    roll(game, CLAW, ENERGY, HEART, 1, 1, 1)
    kinds = [kind for kind in game.kinds() if kind in ("stars", "hearts", "energy", "hurt")]
    assert kinds == ["stars", "hearts", "energy", "hurt"]


def test_uc12_with_dice_order_choose_the_roller_says_what_comes_next() -> None:
    game = table(monster(hearts=5), monster(place=CITY), options={"dice_order": "choose"})
    roll(game, CLAW, ENERGY, HEART, 1, 1, 1)
    assert [option[1] for option in game.pending.options] == ["stars", "hearts", "energy", "claws"]
    game.do("resolve", "claws")
    assert game.pending.kind == "yield"  # the attack is over before the next dice
    game.do("yield")
    assert game.state.monsters[0].place == OUTSIDE
    assert [option[1] for option in game.pending.options] == ["stars", "hearts", "energy"]
    game.do("resolve", "energy")
    game.do("resolve", "hearts")  # then only the stars are left, and nobody asks
    kinds = [kind for kind in game.kinds() if kind in ("hurt", "energy", "hearts", "stars", "enters")]
    assert kinds == ["hurt", "energy", "hearts", "stars", "enters", "stars"]
    assert game.state.monsters[0].place == CITY


def test_uc12_with_dice_order_choose_nothing_is_asked_when_there_is_one_kind() -> None:
    game = table(None, monster(place=CITY), options={"dice_order": "choose"})
    roll(game, *[ENERGY] * 6)
    assert game.pending.kind == "buy"


def test_uc12_the_order_can_matter_energy_resolved_first_can_be_spent_before_the_attack() -> None:
    game = table(monster("rapid-healing", hearts=5), monster(place=CITY), None, options={"dice_order": "choose"})
    roll(game, ENERGY, ENERGY, CLAW, 1, 1, 1)
    assert not game.offers("use", "rapid-healing")
    game.do("resolve", "energy")
    game.do("use", "rapid-healing")
    assert (game.state.monsters[0].hearts, game.state.monsters[0].energy) == (6, 0)
    assert game.pending.kind == "resolve"


# --- UC 14: buy power cards ---


def test_uc14_a_card_is_paid_for_kept_and_replaced_from_the_deck() -> None:
    game = table(monster(energy=5), monster(place=CITY), market=["wings", "jets", "tanks"], chance=["heal"])
    roll(game, 1, 1, 2, 2, 3, 3)
    assert game.pending.kind == "buy"
    game.do("buy", "jets")
    assert game.state.monsters[0].energy == 0
    assert [each.card for each in game.state.monsters[0].cards] == ["jets"]
    assert game.state.market == ["wings", "heal", "tanks"]
    assert "heal" not in game.state.deck


def test_uc14_several_cards_may_be_bought_also_one_that_has_just_come() -> None:
    game = table(
        monster(energy=9), monster(place=CITY), market=["wings", "jets", "tanks"], chance=["heal", "mimic"]
    )
    roll(game, 1, 1, 2, 2, 3, 3)
    game.do("buy", "jets")
    game.do("buy", "heal")
    assert game.state.monsters[0].energy == 1
    assert game.state.discard == ["heal"]
    assert game.state.active == 1  # with 1 energy nothing can be bought


def test_uc14_the_player_finishes_browsing() -> None:
    game = table(monster(energy=9), monster(place=CITY))
    roll(game, 1, 1, 2, 2, 3, 3)
    game.do("done")
    assert game.state.active == 1
    assert game.state.monsters[0].energy == 9


def test_uc14_1a_sweeping_costs_two_and_brings_three_new_cards() -> None:
    game = table(
        monster(energy=5),
        monster(place=CITY),
        market=["wings", "jets", "tanks"],
        chance=["heal", "mimic", "frenzy", "telepath", "regeneration", "omnivore"],
    )
    roll(game, 1, 1, 2, 2, 3, 3)
    game.do("sweep")
    assert game.state.monsters[0].energy == 3
    assert game.state.discard == ["wings", "jets", "tanks"]
    assert game.state.market == ["heal", "mimic", "frenzy"]
    assert game.offers("buy", "heal")
    game.do("sweep")
    assert game.state.monsters[0].energy == 1
    assert len(game.state.discard) == 6


def test_uc14_1a_without_two_energy_there_is_no_sweep() -> None:
    owner = monster("alien-metabolism", energy=1)
    game = table(owner, monster(place=CITY), market=["heal", "solar-powered", "jets"])
    roll(game, 1, 1, 2, 2, 3, 3)
    assert game.refuses("sweep") == "Sweeping costs 2 energy; you have 1."
    assert game.offers("buy", "solar-powered")


def test_uc14_2b_a_card_that_is_too_dear_is_refused_and_the_player_asked_again() -> None:
    game = table(monster(energy=4), monster(place=CITY), market=["wings", "jets", "tanks"])
    roll(game, 1, 1, 2, 2, 3, 3)
    assert game.refuses("buy", "wings") == "Wings costs 6 energy; you have 4."
    assert game.pending.kind == "buy"
    assert game.offers("buy", "tanks")


# --- UC 15: end of turn ---


@pytest.mark.parametrize("place", [CITY, BAY])
def test_uc15_by_default_the_stars_of_tokyo_come_as_the_turn_starts(place: str) -> None:
    game = table(monster(place=place), *[None] * 4, phase="start")
    assert game.state.monsters[0].stars == 2
    roll(game, 1, 1, 2, 2, 3, 3)
    assert game.state.monsters[0].stars == 2


@pytest.mark.parametrize("place", [CITY, BAY])
def test_uc15_with_tokyo_stars_end_they_come_as_it_ends(place: str) -> None:
    game = table(monster(place=place), *[None] * 4, phase="start", options={"tokyo_stars": "end"})
    assert game.state.monsters[0].stars == 0
    roll(game, 1, 1, 2, 2, 3, 3)
    assert game.state.monsters[0].stars == 2


def test_uc15_with_tokyo_stars_end_whoever_has_just_entered_gets_them_too() -> None:
    game = table(None, None, options={"tokyo_stars": "end"})
    roll(game, 1, 1, 2, 2, 3, 3)
    assert game.state.monsters[0].stars == 1 + 2
    roll(game, 1, 1, 2, 2, 3, 3)  # Ben stays outside
    assert game.state.monsters[1].stars == 0
    assert game.state.monsters[0].stars == 3  # nothing as the turn starts


def test_uc15_end_of_turn_cards_come_first_then_the_stars_of_tokyo() -> None:
    game = table(monster("energy-hoarder", energy=7, place=CITY), None, options={"tokyo_stars": "end"})
    roll(game, 1, 1, 2, 2, 3, 3)
    game.do("done")
    stars = [event.data["source"] for event in game.match.events if event.kind == "stars"]
    assert stars == ["Energy Hoarder", "Tokyo"]


@pytest.mark.parametrize("place", [CITY, BAY, OUTSIDE])
def test_uc15_2a_end_of_turn_cards_work_wherever_their_owner_is(place: str) -> None:
    other = monster(place=OUTSIDE if place == CITY else CITY)
    game = table(monster("solar-powered", place=place), other, None, None, None)
    roll(game, 1, 1, 2, 2, 3, 3)
    assert game.state.monsters[0].energy == 1


# --- UC 17: use power cards ---


@pytest.mark.parametrize(
    ("cards", "stars"),
    [
        (["rooting-for-the-underdog", "energy-hoarder"], 3 + 1 + 1),
        (["energy-hoarder", "rooting-for-the-underdog"], 3 + 1),  # no longer the fewest
    ],
)
def test_uc17_1a_end_of_turn_cards_act_in_the_order_they_were_bought(cards: list[str], stars: int) -> None:
    game = table(monster(*cards, stars=3, energy=6), monster(stars=4, place=CITY))
    roll(game, 1, 1, 2, 2, 3, 3)
    game.do("done")
    assert game.state.monsters[0].stars == stars


def test_uc17_1a_they_act_after_the_buying() -> None:
    game = table(monster("energy-hoarder", energy=8), monster(place=CITY), market=["tanks", "heal", "jets"])
    game.then("wings")
    roll(game, 1, 1, 2, 2, 3, 3)
    game.do("buy", "heal")
    game.do("done")
    assert game.state.monsters[0].stars == 0  # 5 energy were left


def test_uc17_1b_discard_cards_act_when_they_are_bought_and_are_gone() -> None:
    game = table(monster(energy=6), monster(place=CITY), market=["skyscraper", "heal", "jets"], chance=["wings"])
    roll(game, 1, 1, 2, 2, 3, 3)
    game.do("buy", "skyscraper")
    assert game.state.monsters[0].stars == 4
    assert game.state.monsters[0].cards == []
    assert game.state.discard == ["skyscraper"]


def test_uc17_1c_keep_cards_stay_and_go_on_working() -> None:
    game = table(
        monster(energy=4),
        monster(hearts=8, place=CITY),
        market=["urbavore", "heal", "spiked-tail"],
        chance=["wings"],
    )
    roll(game, 1, 1, 2, 2, 3, ENERGY)
    game.do("buy", "spiked-tail")
    for _ in range(2):
        roll(game, 1, 1, 2, 2, 3, 3)  # Ben
        hearts = game.state.monsters[1].hearts
        roll(game, 1, 1, 2, 2, 3, CLAW)
        assert game.state.monsters[1].hearts == hearts - 2
        game.do("stay")
    assert [each.card for each in game.state.monsters[0].cards] == ["spiked-tail"]


def test_uc17_1d_mimic_is_a_second_copy_of_a_keep_card() -> None:
    owner = monster("extra-head", "jets", place=CITY)
    game = table(monster(energy=8), owner, market=["mimic", "heal", "tanks"], chance=["wings"])
    roll(game, 1, 1, 2, 2, 3, 3)
    game.do("buy", "mimic")
    assert [tuple(option) for option in game.pending.options] == [("copy", 1, "extra-head"), ("copy", 1, "jets")]
    game.do("copy", 1, "extra-head")
    roll(game, 1, 1, 2, 2, 3, 3, 3)  # Ben still has it
    roll(game, 1, 1, 2, 2, 3, 3, 3)


def test_uc17_1d_mimic_cannot_copy_mimic() -> None:
    game = table(monster("mimic", energy=1), monster("wings"), phase="start")
    copies = [option for option in game.pending.options if option[0] == "use"]
    assert [option[3:] for option in copies] == [(1, "wings")]


def test_uc17_a_player_picks_a_card_to_use_from_those_in_front_of_them() -> None:
    game = table(monster("plot-twist"), monster(place=CITY), chance=[[1, 1, 2, 2, 3, 3]])
    game.do("roll")
    stop(game)
    game.do("use", "plot-twist", 2, 1)
    assert game.state.monsters[0].stars == 1
    assert game.state.monsters[0].cards == []  # used up: "until the conditions of the card have been met"
    assert "plot-twist" in game.state.discard


# --- UC 20: restore hearts ---


def test_uc20_hearts_heal_outside_tokyo_up_to_ten() -> None:
    game = table(monster(hearts=8), monster(place=CITY))
    roll(game, HEART, HEART, HEART, 1, 2, 3)
    assert game.state.monsters[0].hearts == 10


def test_uc20_1a_a_card_that_is_bought_heals() -> None:
    game = table(
        monster(hearts=5, energy=3), monster(place=CITY), market=["heal", "jets", "tanks"], chance=["wings"]
    )
    roll(game, 1, 1, 2, 2, 3, 3)
    game.do("buy", "heal")
    assert game.state.monsters[0].hearts == 7


def test_uc20_1a_a_card_in_front_of_the_player_heals() -> None:
    game = table(monster("rapid-healing", hearts=5, energy=4), monster(place=CITY))
    game.do("use", "rapid-healing")  # even before the roll
    game.then([1, 1, 2, 2, 3, 3])
    game.do("roll")
    game.do("use", "rapid-healing")
    assert (game.state.monsters[0].hearts, game.state.monsters[0].energy) == (7, 0)
    assert (
        game.refuses("use", "rapid-healing")
        == "Rapid Healing cannot be used now: it costs 2 energy, and you have 0."
    )


@pytest.mark.parametrize("place", [CITY, BAY])
def test_uc20_1b_heart_dice_do_nothing_in_tokyo(place: str) -> None:
    game = table(monster(hearts=5, place=place), None, None, None, None)
    roll(game, HEART, HEART, HEART, 1, 2, 3)
    assert game.state.monsters[0].hearts == 5


@pytest.mark.parametrize("place", [CITY, BAY])
def test_uc20_1b_cards_heal_in_tokyo(place: str) -> None:
    game = table(monster("rapid-healing", hearts=5, energy=2, place=place), None, None, None, None)
    game.do("use", "rapid-healing")
    assert game.state.monsters[0].hearts == 6


def test_uc20_counters_are_not_taken_off_in_tokyo_either() -> None:
    game = table(monster(hearts=5, place=CITY, poison=1, shrink=1), None)
    roll(game, HEART, HEART, HEART, 1, 2)
    assert (game.state.monsters[0].poison, game.state.monsters[0].shrink) == (1, 1)


def test_uc20_a_smoke_cloud_keeps_the_counters_it_has() -> None:
    game = table(monster(held("smoke-cloud", counters=1)), monster(place=CITY), chance=[[1, 1, 2, 2, 3, 3]])
    game.do("roll")
    game.do("use", "smoke-cloud")
    assert game.state.rolls_left == 3
    assert game.state.monsters[0].cards == []
