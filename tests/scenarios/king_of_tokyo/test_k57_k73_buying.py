"""K57 to K73 of the fact sheet: buying, and cards that count at the end of a turn."""

import pytest

from tests.scenarios.king_of_tokyo.tokyo import (
    BAY,
    CITY,
    CLAW,
    DEAR,
    ENERGY,
    HEART,
    OUTSIDE,
    held,
    monster,
    roll,
    table,
)

NO_CLAW = (1, 1, 2, 2, 3, 3)


def test_k57_alien_metabolism_makes_cards_cheaper_but_not_the_sweep() -> None:
    game = table(
        monster("alien-metabolism", energy=3),
        monster(place=CITY),
        phase="buy",
        market=["solar-powered", "heal", "tanks"],
        chance=["jets", "wings", "mimic", "frenzy"],
    )
    assert not game.offers("buy", "wings")
    game.do("buy", "solar-powered")
    assert game.state.monsters[0].energy == 2
    assert game.told()[:3] == [
        "Alien Metabolism: Ann pays 1 energy less.",
        "Ann buys Solar Powered for 1 energy (2 left).",
        "Jets comes to the market.",
    ]
    game.do("sweep")
    assert "Ann sweeps Jets, Heal and Tanks away for 2 energy (0 left)." in game.told()


def test_k57_buying_alien_metabolism_itself_costs_3() -> None:
    game = table(
        monster(energy=3),
        monster(place=CITY),
        phase="buy",
        market=["alien-metabolism", *DEAR[:2]],
        chance=["jets"],
    )
    game.do("buy", "alien-metabolism")
    assert game.state.monsters[0].energy == 0


def test_k58_dedicated_news_team_does_not_pay_for_itself() -> None:
    game = table(
        monster(energy=9),
        monster(place=CITY),
        phase="buy",
        market=["dedicated-news-team", "heal", "gourmet"],
        chance=["jets", "wings", "mimic"],
    )
    game.do("buy", "dedicated-news-team")
    assert game.state.monsters[0].stars == 0
    game.do("buy", "heal")
    assert game.state.monsters[0].stars == 1
    assert "Dedicated News Team: Ann gains 1 star (now 1)." in game.told()


def test_k58_two_more_cards_are_two_stars() -> None:
    game = table(
        monster(energy=10),
        monster(place=CITY),
        phase="buy",
        market=["dedicated-news-team", "heal", "gourmet"],
        chance=["jets", "wings", "mimic"],
    )
    game.play(("buy", "dedicated-news-team"), ("buy", "heal"), ("buy", "gourmet"))
    assert game.state.monsters[0].stars == 2


def test_k59_opportunist_buys_and_passes() -> None:
    game = table(
        monster(energy=9),
        monster("opportunist", energy=20, place=CITY),
        phase="buy",
        market=["heal", "gourmet", "jets"],
        chance=["wings", "omnivore"],
    )
    game.do("buy", "heal")
    assert (game.pending.kind, game.pending.seat) == ("snatch", 1)
    assert not game.offers("buy", "jets")
    game.do("buy", "wings")
    assert (game.pending.kind, game.pending.seat) == ("snatch", 1)
    assert game.pending.prompt.startswith("Omnivore was turned up: ")
    game.do("pass")
    assert game.pending.seat == 0
    assert game.offers("buy", "omnivore")
    assert [each.card for each in game.state.monsters[1].cards] == ["opportunist", "wings"]


def test_k59_after_a_sweep_all_three_are_offered() -> None:
    game = table(
        monster(energy=2),
        monster("opportunist", energy=20, place=CITY),
        phase="buy",
        chance=["wings", "omnivore", "jets"],
    )
    game.do("sweep")
    assert game.pending.prompt == "Wings, Omnivore and Jets were turned up. Buy one before anybody else?"
    assert all(game.offers("buy", card) for card in ("wings", "omnivore", "jets"))
    game.do("pass")  # to all of them
    assert game.pending.kind == "roll"


def test_k59_after_a_sweep_it_chooses_the_best_and_may_take_several() -> None:
    game = table(
        monster(energy=2),
        monster("opportunist", energy=9, place=CITY),
        phase="buy",
        chance=["wings", "omnivore", "jets", "gourmet", "mimic"],
    )
    game.play("sweep", ("buy", "jets"))
    assert game.pending.prompt == "Wings, Omnivore and Gourmet were turned up. Buy one before anybody else?"
    assert game.refuses("buy", "wings") == "Wings costs 6 energy; you have 4."
    game.do("buy", "omnivore")
    assert game.state.monsters[1].energy == 0
    assert [each.card for each in game.state.monsters[1].cards] == ["opportunist", "jets", "omnivore"]
    assert game.pending.kind == "roll"  # nothing is left to pay with


def test_k60_an_opportunists_gas_refinery_may_end_the_turn_it_is_bought_in() -> None:
    game = table(
        monster("metamorph", energy=9, hearts=3),
        monster("opportunist", energy=6, place=CITY),
        None,
        phase="buy",
        market=["heal", "gourmet", "jets"],
        chance=["gas-refinery", "omnivore"],
    )
    game.do("buy", "gourmet")
    game.do("buy", "gas-refinery")
    ann, ben, cleo = game.state.monsters
    assert not ann.alive
    assert (ben.stars, cleo.hearts) == (2 + 2, 7)  # and the 2 stars of Tokyo: his turn has begun
    assert (game.state.active, game.pending.kind) == (1, "roll")


def test_k61_made_in_a_lab_leaves_the_card_on_top_and_opportunist_never_sees_it() -> None:
    game = table(
        monster("made-in-a-lab", energy=3),
        monster("opportunist", energy=20, place=CITY),
        phase="buy",
        chance=["wings"],
    )
    game.do("use", "made-in-a-lab", "look")
    assert game.pending.seat == 0
    game.play("leave", "done")
    assert [each.card for each in game.state.top] == ["wings"]
    assert "Ann looks at the top card of the deck: Wings." in game.told(0)
    assert "Ann looks at the top card of the deck." in game.told(1)
    assert "snatch" not in {event.kind for event in game.match.events}


def test_k62_monster_batteries_pay_2_for_three_turns() -> None:
    game = table(
        monster("friend-of-children", energy=3),
        monster(place=CITY),
        phase="buy",
        market=["monster-batteries", "jets", "wings"],
        chance=["mimic"],
    )
    game.do("buy", "monster-batteries")
    ann = game.state.monsters[0]
    assert (ann.energy, ann.cards[1].counters) == (0, 6)
    assert "Monster Batteries: Ann gets it with 6 energy on it." in game.told()
    for energy in (2, 4, 6):
        roll(game, *NO_CLAW)  # Ben's turn
        assert (game.state.active, ann.energy) == (0, energy)
        if energy < 6:
            roll(game, *NO_CLAW)
            game.do("done")
    assert [each.card for each in ann.cards] == ["friend-of-children"]
    assert game.state.discard == ["monster-batteries"]
    assert game.told().count("Ann's Monster Batteries is used up.") == 1


def test_k62_first_edition_the_owners_stake_is_doubled() -> None:
    game = table(
        monster(energy=7),
        monster(place=CITY),
        phase="buy",
        market=["monster-batteries", "jets", "wings"],
        chance=["mimic"],
        options={"preset": "first-edition"},
    )
    game.do("buy", "monster-batteries")
    assert game.pending.prompt == "Monster Batteries: how much energy will you put in? It will be doubled."
    assert [option[1] for option in game.pending.options] == [0, 1, 2, 3, 4, 5]
    game.do("stake", 5)
    assert "Monster Batteries: Ann puts 5 energy in (0 left); it holds 10." in game.told()
    ann = game.state.monsters[0]
    assert (ann.energy, ann.cards[0].counters) == (0, 10)
    taken = 0
    while ann.cards:
        roll(game, *NO_CLAW)
        while game.pending.kind != "roll":
            game.do("done")
        taken += game.state.active == 0
    assert taken == 5
    assert ann.energy == 10


def test_k63_healing_ray_is_paid_for() -> None:
    game = table(monster("healing-ray"), monster(hearts=5, energy=3), monster(place=CITY))
    roll(game, HEART, HEART, 1, 1, 2, 2)
    game.play(("use", "healing-ray", 1), ("use", "healing-ray", 1))
    ann, ben, _ = game.state.monsters
    assert (ben.hearts, ben.energy, ann.energy) == (7, 0, 3)
    assert "Healing Ray: Ben gains 2 hearts (now 7)." in game.told()
    assert "Ben pays 3 energy for Healing Ray (now 0)." in game.told()
    assert "Healing Ray: Ann gains 3 energy (now 3)." in game.told()


def test_k64_friend_of_children_dice() -> None:
    game = roll(table(monster("friend-of-children"), monster(place=CITY)), ENERGY, ENERGY, 1, 1, 2, 2)
    assert game.state.monsters[0].energy == 3
    assert "Friend of Children: Ann gains 1 energy (now 3)." in game.told()


def test_k64_friend_of_children_energize() -> None:
    game = table(monster("friend-of-children", energy=8), monster(place=CITY), phase="buy", chance=["heal"])
    game.do("buy", "energize")
    assert game.state.monsters[0].energy == 10


def test_k64_friend_of_children_solar_powered() -> None:
    game = table(monster("friend-of-children", "solar-powered"), monster(place=CITY), phase="end")
    assert game.state.monsters[0].energy == 2


@pytest.mark.parametrize(("energy", "left"), [(7, 4), (1, 1), (6, 3)])
def test_k65_vast_storm(energy: int, left: int) -> None:
    game = table(
        monster(energy=6),
        monster(held("monster-batteries"), energy=energy, place=CITY),
        phase="buy",
        market=["vast-storm", *DEAR[:2]],
        chance=["heal"],
    )
    game.state.turn = 1
    game.do("buy", "vast-storm")
    assert game.state.monsters[0].stars == 2
    ben = game.state.monsters[1]
    assert ben.energy == left + 2  # his turn has begun: the batteries, which the storm has not touched
    assert ben.cards[0].counters == 4
    if energy > left:
        assert f"Vast Storm: Ben loses {energy - left} energy (now {left})." in game.told()


@pytest.mark.parametrize(("stars", "left"), [(3, 0), (12, 7), (20, 15)])
def test_k66_evacuation_orders(stars: int, left: int) -> None:
    game = table(monster(energy=7, stars=4), None, monster(stars=stars), phase="buy", chance=["heal"])
    game.do("buy", "evacuation-orders")
    assert [each.stars for each in game.state.monsters] == [4, 0, left]
    assert f"Evacuation Orders: Cleo loses {min(stars, 5)} stars (now {left})." in game.told()
    assert game.match.outcome is None


def test_k67_drop_from_high_altitude_takes_the_city() -> None:
    game = table(
        monster(energy=5),
        monster(place=CITY),
        None,
        phase="buy",
        market=["drop-from-high-altitude", *DEAR[:2]],
        chance=["heal"],
    )
    game.do("buy", "drop-from-high-altitude")
    ann, ben, _ = game.state.monsters
    assert (ann.place, ann.stars) == (CITY, 3)
    assert (ben.place, ben.hearts) == (OUTSIDE, 10)
    assert "Ben is pushed out of Tokyo City." in game.told()


def test_k67_already_there_it_is_2_stars_only() -> None:
    game = table(
        monster(energy=5, place=CITY),
        None,
        phase="buy",
        market=["drop-from-high-altitude", *DEAR[:2]],
        chance=["heal"],
    )
    game.do("buy", "drop-from-high-altitude")
    assert game.state.monsters[0].stars == 2


def test_k67_both_places_are_cleared() -> None:
    game = table(
        monster(energy=5),
        monster(place=CITY),
        monster(place=BAY),
        None,
        None,
        None,
        phase="buy",
        market=["drop-from-high-altitude", *DEAR[:2]],
        chance=["heal"],
    )
    game.do("buy", "drop-from-high-altitude")
    assert [each.place for each in game.state.monsters[:3]] == [CITY, OUTSIDE, OUTSIDE]


def test_k68_mimic_with_nothing_to_copy_is_idle() -> None:
    game = table(monster(energy=8), monster(place=CITY), phase="buy", market=["mimic", *DEAR[:2]], chance=["heal"])
    game.do("buy", "mimic")
    (mimic,) = game.state.monsters[0].cards
    assert (mimic.card, mimic.acts_as) == ("mimic", "")
    assert game.pending.seat == 1


def test_k69_mimic_on_smoke_cloud_has_counters_of_its_own() -> None:
    game = table(
        monster(energy=8),
        monster(held("smoke-cloud", counters=1), "wings", place=CITY),
        phase="buy",
        market=["mimic", *DEAR[:2]],
        chance=["heal"],
    )
    game.do("buy", "mimic")
    game.do("copy", 1, "smoke-cloud")
    ann, ben = game.state.monsters
    assert (ann.cards[0].counters, ben.cards[0].counters) == (3, 1)
    assert "Mimic: Ann copies Smoke Cloud of Ben." in game.told()


def test_k70_mimic_on_the_own_even_bigger() -> None:
    game = table(
        monster("even-bigger", energy=8, hearts=9),
        monster(place=CITY),
        phase="buy",
        market=["mimic", *DEAR[:2]],
        chance=["heal"],
    )
    game.do("buy", "mimic")
    seen = game.match.view(0).to_json()["monsters"][0]
    assert (seen["hearts"], seen["max_hearts"]) == (11, 12)


@pytest.mark.parametrize(("mine", "gets"), [(4, False), (3, True)])
def test_k71_rooting_for_the_underdog(mine: int, gets: bool) -> None:
    game = table(monster("rooting-for-the-underdog", stars=mine), monster(stars=4), monster(stars=7), phase="end")
    assert game.state.monsters[0].stars == mine + gets
    assert ("Rooting for the Underdog: Ann gains 1 star (now 4)." in game.told()) == gets


def test_k72_herbivore_after_an_attack_that_was_prevented() -> None:
    game = roll(table(monster("herbivore"), monster("armor-plating", place=CITY), None), CLAW, 1, 1, 2, 2, 3)
    assert game.state.monsters[0].stars == 1
    assert "Herbivore: Ann gains 1 star (now 1)." in game.told()


def test_k72_herbivore_after_one_lost_heart() -> None:
    game = roll(table(monster("herbivore"), monster(place=CITY), None), CLAW, 1, 1, 2, 2, 3)
    game.do("stay")
    assert game.state.monsters[0].stars == 0


def test_k73_energy_hoarder() -> None:
    game = table(monster("energy-hoarder", energy=13), monster(place=CITY), phase="end")
    ann = game.state.monsters[0]
    assert (ann.stars, ann.energy) == (2, 13)
    assert "Energy Hoarder: Ann gains 2 stars (now 2)." in game.told()
