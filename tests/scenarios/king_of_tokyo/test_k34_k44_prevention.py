"""K34 to K44 of the fact sheet: damage that is prevented, and monsters that come to 0 hearts."""

import pytest

from tests.scenarios.king_of_tokyo.tokyo import (
    BAY,
    CITY,
    CLAW,
    DEAR,
    HEART,
    OUTSIDE,
    held,
    monster,
    roll,
    table,
)

TWO_CLAWS = (CLAW, CLAW, 1, 1, 2, 2)
THREE_CLAWS = (CLAW, CLAW, CLAW, 1, 1, 2)
FOUR_CLAWS = (CLAW, CLAW, CLAW, CLAW, 1, 2)
FIVE_CLAWS = (CLAW, CLAW, CLAW, CLAW, CLAW, 1)


def test_k34_jets_yielding_escapes_even_a_lethal_attack() -> None:
    game = roll(table(None, monster("jets", place=CITY, hearts=2), None), *FIVE_CLAWS)
    assert "If you stay, 5 damage is waiting for you" in game.pending.prompt
    game.do("yield")
    ann, ben, _ = game.state.monsters
    assert (ben.hearts, ben.place) == (2, OUTSIDE)
    assert (ann.place, ann.stars) == (CITY, 1)
    assert "Jets: Ben escapes 5 damage by leaving." in game.told()


def test_k34_jets_staying_takes_it() -> None:
    game = roll(table(None, monster("jets", place=CITY, hearts=2), None), *FIVE_CLAWS)
    game.do("stay")
    ann, ben, _ = game.state.monsters
    assert not ben.alive
    assert (ann.place, ann.stars) == (CITY, 1)


def test_k35_wings_are_paid_once_a_turn() -> None:
    game = table(
        monster(energy=3),
        monster("wings", place=CITY, energy=4),
        monster(),
        market=["fire-blast", *DEAR[:2]],
        chance=["tanks"],
    )
    roll(game, *TWO_CLAWS)
    assert (game.pending.kind, game.pending.seat) == ("react", 1)
    assert game.pending.prompt == "Claws: 2 damage is coming, and you have 10 hearts."
    game.do("use", "wings")
    ben = game.state.monsters[1]
    assert (ben.energy, ben.hearts, ben.place) == (2, 10, CITY)
    assert "Wings: Ben loses no hearts for the rest of this turn." in game.told()
    assert "Wings: Ben ignores 2 damage." in game.told()
    assert (game.pending.kind, game.pending.seat) == ("buy", 0)  # nobody yields to an attack that cost nothing

    game.do("buy", "fire-blast")
    assert [each.hearts for each in game.state.monsters] == [10, 10, 8]
    assert ben.energy == 2

    roll(game, *[1, 1, 2, 2, 3, 3])  # Ben's own turn; he leaves the market alone
    game.do("done")
    roll(game, *TWO_CLAWS)  # Cleo attacks: Ben is asked again
    assert (game.pending.kind, game.pending.seat) == ("react", 1)
    game.do("take")
    assert ben.hearts == 8


def test_k36_wings_against_poison_on_the_own_turn() -> None:
    game = table(monster("wings", energy=2, poison=3), monster(place=CITY), phase="end")
    assert game.pending.prompt == "Poison: 3 damage is coming, and you have 10 hearts."
    game.do("use", "wings")
    ann = game.state.monsters[0]
    assert (ann.hearts, ann.energy, ann.poison) == (10, 0, 3)


def test_k37_camouflage_saves_some() -> None:
    game = table(None, monster("camouflage", place=CITY), None)
    game.then([HEART, HEART, CLAW])
    roll(game, *THREE_CLAWS)
    assert game.state.monsters[1].hearts == 9
    assert game.pending.kind == "yield"
    assert game.told()[2:5] == [
        "Camouflage: Ben rolls heart heart claw.",
        "Camouflage: Ben ignores 2 damage.",
        "Ben loses 1 heart to Ann's claws (now 9).",
    ]


def test_k37_camouflage_saves_all_and_nobody_yields() -> None:
    game = table(monster("poison-spit"), monster("camouflage", place=CITY), None)
    game.then([HEART, HEART, HEART])
    roll(game, *THREE_CLAWS)
    ben = game.state.monsters[1]
    assert (ben.hearts, ben.poison) == (10, 0)
    assert game.pending.kind == "roll"


def test_k38_rapid_healing_before_the_blow_three_times() -> None:
    game = roll(table(None, monster("rapid-healing", place=CITY, hearts=2, energy=6), None), *FOUR_CLAWS)
    game.play(("use", "rapid-healing"), ("use", "rapid-healing"))
    game.do("use", "rapid-healing")
    ben = game.state.monsters[1]
    assert (ben.hearts, ben.energy) == (1, 0)
    assert "Ben loses 4 hearts to Ann's claws (now 1)." in game.told()
    assert game.pending.kind == "yield"


def test_k38_with_4_energy_it_cannot_be_saved_and_need_not_try() -> None:
    game = roll(table(None, monster("rapid-healing", place=CITY, hearts=2, energy=4), None), *FOUR_CLAWS)
    assert game.offers("take")
    game.play(("use", "rapid-healing"), ("use", "rapid-healing"))
    assert not game.state.monsters[1].alive


def test_k39_rapid_healing_with_regeneration_gives_2_hearts() -> None:
    game = table(monster("rapid-healing", "regeneration", hearts=5, energy=2), monster(place=CITY))
    game.do("use", "rapid-healing")
    ann = game.state.monsters[0]
    assert (ann.hearts, ann.energy) == (7, 0)
    assert game.told()[-2:] == [
        "Rapid Healing: Ann gains 1 heart (now 6).",
        "Regeneration: Ann gains 1 heart (now 7).",
    ]


def test_k40_it_has_a_child() -> None:
    child = monster("it-has-a-child", "wings", "gourmet", place=CITY, hearts=1, stars=12, energy=5)
    game = table(None, child, monster("eater-of-the-dead"), monster(place=BAY), None)
    roll(game, *THREE_CLAWS)
    game.do("take")  # Ben could pay for Wings
    game.do("stay")  # Dan in the Bay was hit, too
    ann, ben, cleo, dan, _ = game.state.monsters
    assert (ben.hearts, ben.stars, ben.energy, ben.cards, ben.place) == (10, 0, 5, [], OUTSIDE)
    assert (ann.place, ann.stars) == (CITY, 1)
    assert cleo.stars == 3
    assert dan.place == BAY
    assert sorted(game.state.discard) == ["gourmet", "it-has-a-child", "wings"]
    assert "It Has a Child: Ben starts again with 10 hearts, no stars and no cards." in game.told()
    assert "Eater of the Dead: Cleo gains 3 stars (now 3)." in game.told()


@pytest.mark.parametrize("options", [{}, {"even_bigger_lost": "lose-two"}])
def test_k41_it_has_a_child_and_even_bigger(options: dict[str, str]) -> None:
    game = table(None, monster("even-bigger", "it-has-a-child", place=CITY, hearts=3), None, options=options)
    roll(game, *THREE_CLAWS)
    ben = game.match.view(1).to_json()["monsters"][1]
    assert (ben["hearts"], ben["max_hearts"]) == (10, 10)


def test_k42_it_has_a_child_by_mimic_works_once() -> None:
    copy = held("mimic", acts_as="it-has-a-child")
    game = table(None, monster(copy, place=CITY, hearts=1), monster("it-has-a-child"))
    roll(game, *TWO_CLAWS)
    _, ben, cleo = game.state.monsters
    assert (ben.hearts, ben.cards) == (10, [])
    assert [each.card for each in cleo.cards] == ["it-has-a-child"]
    assert game.state.discard == ["mimic"]


def test_k43_eater_of_the_dead_is_paid_for_each_and_not_when_dead() -> None:
    eater, copy = monster("eater-of-the-dead", hearts=2), monster(held("mimic", acts_as="eater-of-the-dead"))
    game = table(monster(place=CITY), monster(hearts=1), monster(hearts=1), copy)
    roll(game, *TWO_CLAWS)
    assert game.state.monsters[3].stars == 6
    game = table(monster(held("mimic", acts_as="eater-of-the-dead"), place=CITY), eater, monster(hearts=1), None)
    roll(game, *TWO_CLAWS)
    ann, ben, *_ = game.state.monsters
    assert ben.stars == 0  # dead itself
    assert ann.stars == 6


@pytest.mark.parametrize(("claws", "energy"), [(2, 1), (1, 0), (3, 1)])
def test_k44_we_are_only_making_it_stronger(claws: int, energy: int) -> None:
    game = table(None, monster("were-only-making-it-stronger", place=CITY), None)
    roll(game, *[CLAW] * claws, *[1, 1, 2, 2, 3, 3][claws:])
    ben = game.state.monsters[1]
    assert (ben.hearts, ben.energy) == (10 - claws, energy)
    if energy:
        assert "We're Only Making It Stronger: Ben gains 1 energy (now 1)." in game.told()


def test_k44_two_separate_packets_of_1_are_nothing() -> None:
    cards = (held("mimic", acts_as="burrowing"), "burrowing")
    game = table(monster("were-only-making-it-stronger"), monster(*cards, place=CITY), None)
    roll(game, CLAW, 1, 1, 2, 2, 3)
    game.do("yield")
    ann = game.state.monsters[0]
    assert (ann.hearts, ann.energy) == (8, 0)


def test_k44_three_reduced_to_1_by_camouflage_are_nothing() -> None:
    game = table(None, monster("were-only-making-it-stronger", "camouflage", place=CITY), None)
    game.then([HEART, HEART, 1])
    roll(game, *THREE_CLAWS)
    ben = game.state.monsters[1]
    assert (ben.hearts, ben.energy) == (9, 0)
