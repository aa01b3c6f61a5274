"""K22 to K33 of the fact sheet: how big an attack is, and whom it hits."""

import pytest

from dicecup.testing import Scripted
from tests.scenarios.king_of_tokyo.tokyo import BAY, CITY, CLAW, ENERGY, HEART, OUTSIDE, monster, roll, table

NO_CLAW = (1, 1, 2, 2, 3, 3)
ONE_CLAW = (CLAW, 1, 1, 2, 2, 3)
TWO_CLAWS = (CLAW, CLAW, 1, 1, 2, 2)


def hearts(game: Scripted) -> list[int]:
    return [each.hearts for each in game.state.monsters]


def test_k22_acid_attack_alone_is_an_attack_one_may_yield_to() -> None:
    game = roll(table(monster("acid-attack"), monster(place=CITY, hearts=6), None), *NO_CLAW)
    assert hearts(game) == [10, 5, 10]
    assert (game.pending.kind, game.pending.seat) == ("yield", 1)
    assert "Acid Attack: Ann has one more claw." in game.told()
    game.do("yield")
    assert game.state.monsters[0].place == CITY


@pytest.mark.parametrize("options", [{"acid_attack": "damage"}, {"preset": "first-edition"}])
def test_k22_or_mere_damage(options: dict[str, str]) -> None:
    game = roll(table(monster("acid-attack"), monster(place=CITY, hearts=6), None, options=options), *NO_CLAW)
    assert hearts(game) == [10, 5, 10]
    assert game.pending.kind == "roll"
    assert [each.place for each in game.state.monsters] == [OUTSIDE, CITY, OUTSIDE]


def test_k22_with_a_rolled_claw_it_is_an_attack_in_every_reading() -> None:
    options = {"acid_attack": "damage"}
    game = roll(table(monster("acid-attack"), monster(place=CITY), None, options=options), *ONE_CLAW)
    assert hearts(game) == [10, 8, 10]
    assert game.pending.kind == "yield"


def test_k23_armor_plating_stops_a_lone_acid_attack_and_with_it_the_yielding() -> None:
    game = roll(table(monster("acid-attack"), monster("armor-plating", place=CITY), None), *NO_CLAW)
    assert hearts(game) == [10, 10, 10]
    assert game.pending.kind == "roll"
    assert "Armor Plating: Ben ignores 1 damage." in game.told()


def test_k23_but_not_acid_attack_and_a_claw() -> None:
    game = roll(table(monster("acid-attack"), monster("armor-plating", place=CITY), None), *ONE_CLAW)
    assert hearts(game) == [10, 8, 10]


@pytest.mark.parametrize(("dice", "lost"), [(NO_CLAW, 0), (ONE_CLAW, 2), (TWO_CLAWS, 3)])
def test_k24_spiked_tail_adds_to_a_claw_only(dice: tuple[int, ...], lost: int) -> None:
    game = roll(table(monster("spiked-tail"), monster(place=CITY), None), *dice)
    assert hearts(game) == [10, 10 - lost, 10]
    assert ("Spiked Tail: Ann has one more claw." in game.told()) == (lost > 0)


def test_k25_poison_quills() -> None:
    game = roll(table(monster("poison-quills"), monster(place=CITY), None), 2, 2, 2, CLAW, CLAW, CLAW)
    assert game.state.monsters[0].stars == 2
    assert hearts(game) == [10, 5, 10]
    assert "Poison Quills: Ann has 2 more claws." in game.told()


@pytest.mark.parametrize(("preset", "lost"), [("second-edition", 1), ("first-edition", 0)])
def test_k26_burrowing_in_tokyo_without_a_claw(preset: str, lost: int) -> None:
    game = roll(table(monster("burrowing", place=CITY), None, None, options={"preset": preset}), *NO_CLAW)
    assert hearts(game) == [10, 10 - lost, 10 - lost]
    assert ("Burrowing: Ann has one more claw." in game.told()) == (lost > 0)


@pytest.mark.parametrize(("dice", "lost"), [(ONE_CLAW, 2), (NO_CLAW, 0)])
def test_k27_urbavore(dice: tuple[int, ...], lost: int) -> None:
    game = table(monster("urbavore", place=CITY), None, None, phase="start")
    assert game.state.monsters[0].stars == 3
    roll(game, *dice)
    assert hearts(game) == [10, 10 - lost, 10 - lost]


def test_k27_outside_tokyo_urbavore_does_nothing() -> None:
    game = table(monster("urbavore"), monster(place=CITY), None, phase="start")
    roll(game, *ONE_CLAW)
    assert game.state.monsters[0].stars == 0
    assert hearts(game) == [10, 9, 10]


def test_k28_all_of_them_together() -> None:
    cards = ("acid-attack", "burrowing", "spiked-tail", "urbavore")
    game = roll(table(monster(*cards, place=CITY), None, None), *ONE_CLAW)
    assert hearts(game) == [10, 5, 5]
    assert game.told()[1:6] == [
        "Acid Attack: Ann has one more claw.",
        "Burrowing: Ann has one more claw.",
        "Spiked Tail: Ann has one more claw.",
        "Urbavore: Ann has one more claw.",
        "Ann attacks Ben and Cleo: 5 claws.",
    ]


def test_k29_nova_breath_reaches_the_bay() -> None:
    seats = (monster("nova-breath", place=CITY), None, monster(place=BAY), None, None)
    game = roll(table(*seats), *TWO_CLAWS)
    assert hearts(game) == [10, 8, 8, 8, 8]
    assert "Nova Breath: Ann reaches Cleo as well." in game.told()
    assert (game.pending.kind, game.pending.seat) == ("yield", 2)
    game.do("yield")
    assert [each.place for each in game.state.monsters] == [CITY, OUTSIDE, OUTSIDE, OUTSIDE, OUTSIDE]


def test_k30_fire_breathing_burns_the_only_opponent_once() -> None:
    game = roll(table(monster("fire-breathing"), monster(place=CITY)), *ONE_CLAW)
    assert hearts(game) == [10, 8]
    assert "Fire Breathing: Ann deals 1 more damage to Ben." in game.told()


def test_k30_dead_seats_are_passed_over() -> None:
    dead = monster(hearts=0)
    game = roll(table(monster("fire-breathing"), dead, None, monster(place=CITY), None, dead), *ONE_CLAW)
    assert hearts(game) == [10, 0, 9, 9, 9, 0]
    assert "Fire Breathing: Ann deals 1 more damage to Cleo and Eve." in game.told()


def test_k31_armor_plating_stops_the_lone_flame() -> None:
    game = roll(table(monster("fire-breathing"), monster("armor-plating"), monster(place=CITY), None), *ONE_CLAW)
    assert hearts(game) == [10, 10, 9, 9]
    assert "Dan loses 1 heart to Ann's Fire Breathing (now 9)." in game.told()


def test_k32_alpha_monster_needs_nobody_to_hit() -> None:
    game = roll(table(monster("alpha-monster"), None, None), *ONE_CLAW)
    ann = game.state.monsters[0]
    assert (ann.stars, ann.place) == (2, CITY)
    assert "Alpha Monster: Ann gains 1 star (now 1)." in game.told()


def test_k32_but_a_claw() -> None:
    game = roll(table(monster("alpha-monster"), None, None), *NO_CLAW)
    assert game.state.monsters[0].stars == 1  # for entering


@pytest.mark.parametrize(
    ("cards", "stars"), [(("complete-destruction",), 9), (("complete-destruction", "omnivore"), 11)]
)
def test_k33_all_six_faces(cards: tuple[str, ...], stars: int) -> None:
    game = table(monster(*cards, hearts=5), monster(place=CITY), None)
    roll(game, 1, 2, 3, HEART, ENERGY, CLAW)
    ann = game.state.monsters[0]
    assert (ann.stars, ann.hearts, ann.energy) == (stars, 6, 1)
    assert game.state.monsters[1].hearts == 9
    assert "Complete Destruction: Ann gains 9 stars (now 9)." in game.told()
