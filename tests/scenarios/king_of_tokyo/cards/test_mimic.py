"""Mimic: a second copy of any keep card, and nothing but."""

from typing import Any

import pytest

from dicecup.games.king_of_tokyo.cards.base import DECK
from dicecup.testing import Scripted
from tests.games.king_of_tokyo.box import BOX
from tests.scenarios.king_of_tokyo.cards.shop import NO_CLAW, asked, buys, cards, energy, hearts, places, stars
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

KEEP = [card for card in BOX if DECK[card].keep and card != "mimic"]
ONE_CLAW = (CLAW, 1, 1, 2, 2, 3)
COUNTERS = {"smoke-cloud": 3, "monster-batteries": 6}


def mimic(card: str, **more: Any) -> dict[str, Any]:
    return held("mimic", acts_as=card, **{"counters": COUNTERS.get(card, 0), **more})


def turn(card: str, dice: tuple[int, ...] = NO_CLAW, *, ben: dict[str, Any] | None = None, **ann: Any) -> Scripted:
    """Ann's Mimic copies a card of Cleo; she rolls. Ben is in the City."""
    game = table(monster(mimic(card), **ann), {"place": CITY, "cards": [], **(ben or {})}, monster(card), None)
    return roll(game, *dice)


def hit(card: str, dice: tuple[int, ...] = ONE_CLAW, **ben: Any) -> Scripted:
    """Ben, whose Mimic copies a card of Cleo, is in the City and attacked by Ann."""
    return roll(table(None, monster(mimic(card), **{"place": CITY, **ben}), monster(card), None), *dice)


class Copies:
    """What a copy of each card does, for an owner who does not have the card itself."""

    def acid_attack(self) -> None:
        assert hearts(turn("acid-attack"))[1] == 9

    def alien_metabolism(self) -> None:
        game = table(
            monster(mimic("alien-metabolism"), energy=6),
            None,
            monster("alien-metabolism"),
            phase="buy",
            chance=["heal"],
        )
        game.do("buy", "evacuation-orders")
        assert energy(game)[0] == 0

    def alpha_monster(self) -> None:
        assert stars(turn("alpha-monster", ONE_CLAW))[0] == 1

    def armor_plating(self) -> None:
        assert hearts(hit("armor-plating"))[1] == 10

    def background_dweller(self) -> None:
        game = table(
            monster(mimic("background-dweller")),
            monster("background-dweller", place=CITY),
            chance=[NO_CLAW, [CLAW]],
        )
        game.play("roll", ("use", "mimic", 5))
        assert game.state.dice[5] == CLAW

    def burrowing(self) -> None:
        game = hit("burrowing")
        game.do("yield")
        assert hearts(game)[0] == 9
        assert hearts(turn("burrowing", place=CITY, ben={"place": OUTSIDE}))[1] == 9

    def camouflage(self) -> None:
        game = table(None, monster(mimic("camouflage"), place=CITY), monster("camouflage"))
        game.then([HEART])
        assert hearts(roll(game, *ONE_CLAW))[1] == 10

    def complete_destruction(self) -> None:
        assert stars(turn("complete-destruction", (1, 2, 3, HEART, ENERGY, CLAW)))[0] == 9

    def dedicated_news_team(self) -> None:
        game = buys("heal", monster(mimic("dedicated-news-team"), energy=3), None, monster("dedicated-news-team"))
        assert stars(game)[0] == 1

    def eater_of_the_dead(self) -> None:
        assert stars(turn("eater-of-the-dead", ONE_CLAW, ben={"hearts": 1}))[0] == 3 + 1

    def energy_hoarder(self) -> None:
        game = table(monster(mimic("energy-hoarder"), energy=6), None, monster("energy-hoarder"), phase="end")
        assert stars(game)[0] == 1

    def even_bigger(self) -> None:
        game = roll(
            table(monster(mimic("even-bigger"), hearts=11), monster(place=CITY), monster("even-bigger")),
            HEART,
            1,
            1,
            2,
            2,
            3,
        )
        assert hearts(game)[0] == 12

    def extra_head(self) -> None:
        game = table(monster(mimic("extra-head")), monster("extra-head", place=CITY), chance=[[1] * 7])
        game.do("roll")
        assert len(game.state.dice) == 7

    def extra_head_2(self) -> None:
        game = table(
            monster(mimic("extra-head-2"), "extra-head"), monster("extra-head-2", place=CITY), chance=[[1] * 8]
        )
        game.do("roll")
        assert len(game.state.dice) == 8

    def fire_breathing(self) -> None:
        assert hearts(turn("fire-breathing", ONE_CLAW)) == [10, 8, 10, 9]

    def freeze_time(self) -> None:
        assert asked(turn("freeze-time", (1, 1, 1, 2, 2, 3))) == ("extra turn", 0)

    def friend_of_children(self) -> None:
        assert energy(turn("friend-of-children", (ENERGY, 1, 1, 2, 2, 3)))[0] == 2

    def giant_brain(self) -> None:
        game = table(monster(mimic("giant-brain")), monster("giant-brain", place=CITY), chance=[NO_CLAW])
        game.do("roll")
        assert game.state.rolls_left == 3

    def gourmet(self) -> None:
        assert stars(turn("gourmet", (1, 1, 1, 2, 2, 3)))[0] == 3

    def healing_ray(self) -> None:
        game = turn("healing-ray", (HEART, 1, 1, 2, 2, 3), ben={"hearts": 5, "energy": 2})
        game.do("use", "mimic", 1)
        assert (hearts(game)[1], energy(game)[0]) == (6, 2)

    def herbivore(self) -> None:
        assert stars(turn("herbivore"))[0] == 1

    def herd_culler(self) -> None:
        game = turn("herd-culler")
        game.do("use", "mimic", 5)
        assert stars(game)[0] == 1

    def it_has_a_child(self) -> None:
        game = hit("it-has-a-child", hearts=1)
        assert (hearts(game)[1], cards(game, 1)) == (10, [])

    def jets(self) -> None:
        game = hit("jets")
        game.do("yield")
        assert hearts(game)[1] == 10

    def made_in_a_lab(self) -> None:
        game = table(
            monster(mimic("made-in-a-lab"), energy=4),
            None,
            monster("made-in-a-lab"),
            phase="buy",
            chance=["omnivore"],
        )
        game.play(("use", "mimic", "look"), ("use", "mimic", "buy", 0))
        assert cards(game, 0) == ["mimic", "omnivore"]

    def metamorph(self) -> None:
        game = table(monster(mimic("metamorph"), "omnivore"), None, monster("metamorph"), phase="sell")
        game.do("use", "mimic", "omnivore")
        assert energy(game)[0] == 4

    def monster_batteries(self) -> None:
        game = table(monster(mimic("monster-batteries")), None, monster("monster-batteries"), phase="start")
        assert (energy(game)[0], game.state.monsters[0].cards[0].counters) == (2, 4)

    def nova_breath(self) -> None:
        assert hearts(turn("nova-breath", ONE_CLAW)) == [10, 9, 9, 9]

    def omnivore(self) -> None:
        assert stars(turn("omnivore"))[0] == 2

    def opportunist(self) -> None:
        seats = (monster(energy=3), monster(mimic("opportunist"), energy=9, place=CITY), monster(hearts=10))
        game = table(*seats, phase="buy", market=["heal", *DEAR[:2]], chance=["wings"])
        game.do("buy", "heal")
        assert asked(game) == ("snatch", 1)

    def parasitic_tentacles(self) -> None:
        game = table(
            monster(mimic("parasitic-tentacles"), energy=4), None, monster("parasitic-tentacles"), phase="buy"
        )
        game.do("use", "mimic", 2, "parasitic-tentacles")
        assert cards(game, 0) == ["mimic", "parasitic-tentacles"]
        assert game.state.monsters[0].cards[0].acts_as == "parasitic-tentacles"

    def plot_twist(self) -> None:
        game = turn("plot-twist")
        game.do("use", "mimic", 0, ENERGY)
        assert energy(game)[0] == 1

    def poison_quills(self) -> None:
        assert hearts(turn("poison-quills", (2, 2, 2, 1, 1, 3)))[1] == 8

    def poison_spit(self) -> None:
        assert turn("poison-spit", ONE_CLAW).state.monsters[1].poison == 1

    def psychic_probe(self) -> None:
        game = roll(table(None, monster(mimic("psychic-probe"), place=CITY), None), *NO_CLAW)
        game.then([CLAW]).do("use", "mimic", 0)
        assert hearts(game)[1] == 9

    def rapid_healing(self) -> None:
        game = hit("rapid-healing", hearts=1, energy=2)
        game.do("use", "mimic")
        assert hearts(game)[1] == 1

    def regeneration(self) -> None:
        assert hearts(turn("regeneration", (HEART, 1, 1, 2, 2, 3), hearts=5))[0] == 7

    def rooting_for_the_underdog(self) -> None:
        seats = (
            monster(mimic("rooting-for-the-underdog")),
            monster(stars=1),
            monster("rooting-for-the-underdog", stars=1),
        )
        assert stars(table(*seats, phase="end"))[0] == 1

    def shrink_ray(self) -> None:
        assert turn("shrink-ray", ONE_CLAW).state.monsters[1].shrink == 1

    def smoke_cloud(self) -> None:
        game = table(monster(mimic("smoke-cloud")), monster("smoke-cloud", place=CITY), chance=[NO_CLAW])
        game.play("roll", ("use", "mimic"))
        assert (game.state.rolls_left, game.state.monsters[0].cards[0].counters) == (3, 2)

    def solar_powered(self) -> None:
        assert energy(table(monster(mimic("solar-powered")), None, monster("solar-powered"), phase="end"))[0] == 1

    def spiked_tail(self) -> None:
        assert hearts(turn("spiked-tail", ONE_CLAW))[1] == 8

    def stretchy(self) -> None:
        game = turn("stretchy", energy=2)
        game.do("use", "mimic", 0, CLAW)
        assert (hearts(game)[1], energy(game)[0]) == (9, 0)

    def telepath(self) -> None:
        game = table(monster(mimic("telepath"), energy=1), monster("telepath", place=CITY), chance=[NO_CLAW])
        game.play("roll", ("use", "mimic"))
        assert game.state.rolls_left == 3

    def urbavore(self) -> None:
        game = table(monster(mimic("urbavore"), place=CITY), None, monster("urbavore"), phase="start")
        assert stars(game)[0] == 3
        assert "Urbavore: Ann gains 1 star (now 3)." in game.told()

    def were_only_making_it_stronger(self) -> None:
        assert energy(hit("were-only-making-it-stronger", (CLAW, CLAW, 1, 1, 2, 2)))[1] == 1

    def wings(self) -> None:
        game = hit("wings", energy=2)
        game.do("use", "mimic")
        assert hearts(game)[1] == 10


@pytest.mark.parametrize("card", KEEP)
def test_the_copy_works(card: str) -> None:
    getattr(Copies(), card.replace("-", "_"))()


@pytest.mark.parametrize("card", KEEP)
def test_bought_it_asks_what_to_copy_and_starts_fresh(card: str) -> None:
    spare = "omnivore" if card != "omnivore" else "gourmet"
    theirs = monster(held(card, counters=1 if card in COUNTERS else 0, used=True), spare)
    game = table(monster(energy=8), None, theirs, phase="buy", market=["mimic", *DEAR[:2]], chance=["heal"])
    game.do("buy", "mimic")
    assert asked(game) == ("copy", 0)
    assert {tuple(option) for option in game.pending.options} == {("copy", 2, card), ("copy", 2, spare)}
    game.match.clone()
    game.do("copy", 2, card)
    (mine,) = game.state.monsters[0].cards
    assert (mine.acts_as, mine.counters, mine.used) == (card, COUNTERS.get(card, 0), False)
    assert f"Mimic: Ann copies {DECK[card].name} of Cleo." in game.told()


@pytest.mark.parametrize("card", KEEP)
def test_it_ends_when_the_copied_card_leaves_play(card: str) -> None:
    seats = (monster(energy=3), None, monster(card, hearts=1), monster(mimic(card)))
    game = table(*seats, phase="buy", market=["fire-blast", *DEAR[:2]], chance=["energize", *[[1, 1]] * 2])
    game.do("buy", "fire-blast")
    if card == "it-has-a-child":
        assert hearts(game)[2] == 10
    else:
        assert not game.state.monsters[2].alive
    (mine,) = game.state.monsters[3].cards
    assert (mine.acts_as, mine.counters) == ("", 0)
    assert "Dan's Mimic has nothing left to copy." in game.told()


@pytest.mark.parametrize("card", KEEP)
def test_it_can_be_set_to_another_card_before_the_roll(card: str) -> None:
    start = "omnivore" if card != "omnivore" else "gourmet"
    game = table(monster(mimic(start), energy=2), monster(start, place=CITY), monster(card), phase="start")
    assert asked(game) == ("start", 0)
    assert ("use", "mimic", "copy", 2, card) in game.pending.options
    assert ("use", "mimic", "copy", 1, start) not in game.pending.options  # it is that already
    game.do("use", "mimic", "copy", 2, card)
    (mine,) = game.state.monsters[0].cards
    assert (mine.acts_as, mine.counters, energy(game)[0]) == (card, COUNTERS.get(card, 0), 1)


@pytest.mark.parametrize("card", KEEP)
def test_at_the_start_of_the_turn_only_the_setting_is_offered_unless_a_card_works_at_any_time(card: str) -> None:
    game = table(
        monster(mimic(card), energy=4, hearts=5),
        monster(card, "omnivore" if card != "omnivore" else "gourmet"),
        phase="start",
    )
    used = [option for option in game.pending.options if option[0] == "use" and option[2:3] != ("copy",)]
    assert len(used) == (1 if card in ("rapid-healing", "wings") else 0)


class TestSettingIt:
    def test_nobody_is_asked_without_energy_or_another_card(self) -> None:
        game = table(monster(mimic("omnivore")), monster("omnivore", "wings", place=CITY), phase="start")
        assert asked(game) == ("roll", 0)
        game = table(monster(mimic("omnivore"), energy=1), monster("omnivore", place=CITY), phase="start")
        assert asked(game) == ("roll", 0)

    def test_an_idle_one_wakes_up_for_1_energy(self) -> None:
        game = table(
            monster("mimic", energy=1), monster("extra-head", place=CITY), phase="start", chance=[[1] * 7]
        )
        game.play(("use", "mimic", "copy", 1, "extra-head"), "roll")
        assert len(game.state.dice) == 7

    def test_away_from_even_bigger_hearts_are_clamped(self) -> None:
        seats = (
            monster(mimic("even-bigger"), hearts=12, energy=1),
            monster("even-bigger", "omnivore", place=CITY),
        )
        game = table(*seats, phase="start")
        game.do("use", "mimic", "copy", 1, "omnivore")
        assert hearts(game)[0] == 10

    def test_own_cards_can_be_copied(self) -> None:
        game = buys("mimic", monster("extra-head", energy=8), monster(place=CITY))
        assert game.state.monsters[0].cards[1].acts_as == "extra-head"

    def test_a_single_card_to_copy_is_copied_without_asking(self) -> None:
        game = buys("mimic", monster(energy=8), monster("extra-head", place=CITY))
        assert "Mimic: Ann copies Extra Head of Ben." in game.told()

    def test_mimic_cannot_be_copied(self) -> None:
        seats = (monster("parasitic-tentacles", energy=8), monster(mimic("parasitic-tentacles"), place=CITY))
        game = table(*seats, phase="buy")
        game.do("use", "parasitic-tentacles", 1, "mimic")
        assert game.state.monsters[0].cards[1].acts_as == "parasitic-tentacles"  # the only other card there is

    def test_only_once_in_each_turn(self) -> None:
        seats = (monster(mimic("omnivore"), energy=5), monster("omnivore", "wings", "jets", place=CITY))
        game = table(*seats, phase="start", chance=[NO_CLAW])
        game.do("use", "mimic", "copy", 1, "wings")
        assert (asked(game), energy(game)[0]) == (("roll", 0), 4)
        assert game.state.monsters[0].cards[0].moved

    def test_so_it_is_no_healing_machine(self) -> None:
        """Even Bigger heals 2 each time it is copied; the token could go back and forth all day."""
        seats = (monster(mimic("gourmet"), "gourmet", energy=10, hearts=2, place=CITY), monster("even-bigger"))
        game = table(*seats, phase="start")
        game.do("use", "mimic", "copy", 1, "even-bigger")
        assert (asked(game), hearts(game)[0]) == (("roll", 0), 4)
        assert game.refuses("use", "mimic", "copy", 0, "gourmet") == "Mimic can be used only before you roll."

    def test_but_again_in_the_next_turn_and_in_an_extra_one(self) -> None:
        seats = (
            monster(mimic("omnivore"), "freeze-time", energy=5),
            monster("omnivore", "wings", "jets", place=CITY),
        )
        game = table(*seats, phase="start")
        game.do("use", "mimic", "copy", 1, "wings")
        roll(game, 1, 1, 1, 2, 2, 3)
        game.play("done", "extra-turn")
        assert asked(game) == ("start", 0)
        assert game.offers("use", "mimic", "copy", 1, "jets")

    def test_a_mark_of_the_card_it_copied_before_does_not_come_back(self) -> None:
        """Herd Culler was used, then the turn ended; whoever copies it anew has it fresh."""
        copy = mimic("wings", used=True)
        game = table(monster(copy, energy=1), monster("herd-culler", "wings", place=CITY), phase="start")
        game.do("use", "mimic", "copy", 1, "herd-culler")
        assert roll(game, *NO_CLAW).offers("use", "mimic", 5)


class TestUsedUp:
    """Where the card would be discarded, Mimic is, and the card it copied stays."""

    def test_as_plot_twist(self) -> None:
        game = turn("plot-twist")
        game.do("use", "mimic", 0, ENERGY)
        assert (cards(game, 0), cards(game, 2), game.state.discard) == ([], ["plot-twist"], ["mimic"])
        assert "Ann's Mimic is used up." in game.told()

    def test_as_psychic_probe(self) -> None:
        game = roll(table(None, monster(mimic("psychic-probe"), place=CITY), None), *NO_CLAW)
        game.then([HEART]).do("use", "mimic", 0)
        assert (cards(game, 1), game.state.discard) == ([], ["mimic"])

    def test_as_batteries(self) -> None:
        seats = (monster(mimic("monster-batteries", counters=2)), None, monster("monster-batteries"))
        game = table(*seats, phase="start")
        assert (cards(game, 0), cards(game, 2), energy(game)[0]) == ([], ["monster-batteries"], 2)

    def test_as_smoke_cloud(self) -> None:
        seats = (monster(mimic("smoke-cloud", counters=1)), monster("smoke-cloud", place=CITY))
        game = table(*seats, chance=[NO_CLAW])
        game.play("roll", ("use", "mimic"))
        assert (cards(game, 0), cards(game, 1), game.state.rolls_left) == ([], ["smoke-cloud"], 3)

    @pytest.mark.parametrize("card", ["plot-twist", "smoke-cloud", "monster-batteries"])
    def test_when_the_card_itself_is_used_up_the_copy_is_idle(self, card: str) -> None:
        counters = {"smoke-cloud": 1, "monster-batteries": 2}.get(card, 0)
        seats = (monster(held(card, counters=counters)), monster(mimic(card), place=CITY))
        game = table(*seats, phase="start", chance=[NO_CLAW])
        game.do("roll")
        if card == "smoke-cloud":
            game.do("use", card)
        game.do("keep", 0, 1, 2, 3, 4, 5)
        if card == "plot-twist":
            game.do("use", card, 0, 2)
        assert (cards(game, 0), cards(game, 1)) == ([], ["mimic"])
        assert game.state.monsters[1].cards[0].acts_as == ""


class TestOddPlaces:
    def test_copied_jets_in_the_bay(self) -> None:
        seats = (monster("jets"), monster(place=CITY), monster(mimic("jets"), place=BAY), None, None)
        game = roll(table(*seats), *ONE_CLAW)
        game.play("stay", "yield")
        assert (hearts(game)[2], places(game)[0]) == (10, BAY)
        assert "Jets: Cleo escapes 1 damage by leaving." in game.told()

    def test_copied_jets_carry_away_though_the_real_ones_crash_in_the_same_attack(self) -> None:
        seats = (monster("nova-breath"), monster("jets", hearts=1), monster(mimic("jets"), place=CITY))
        game = roll(table(*seats), CLAW, CLAW, 1, 1, 2, 2)
        assert (hearts(game), game.state.monsters[2].cards[0].acts_as) == ([10, 0, 10], "")
        game.do("yield")
        assert (hearts(game)[2], places(game)) == (10, [CITY, OUTSIDE, OUTSIDE])
        assert "Jets: Cleo escapes 2 damage by leaving." in game.told()

    def test_sold_it_brings_its_own_cost(self) -> None:
        seats = (monster("metamorph", mimic("even-bigger"), hearts=11), monster("even-bigger", place=CITY))
        game = table(*seats, phase="sell")
        game.do("use", "metamorph", "mimic")
        assert (energy(game)[0], hearts(game)[0]) == (8, 10)

    def test_why_it_cannot_be_used(self) -> None:
        game = table(monster(mimic("herd-culler")), monster("herd-culler", place=CITY), chance=[NO_CLAW])
        assert game.refuses("use", "mimic", 0) == "Mimic can be used only before you roll or after your last roll."

    def test_the_owner_of_the_copied_card_dies_in_the_attack_that_the_copy_would_soften(self) -> None:
        """All damage of one attack is prevented or not before anybody loses a card."""
        seats = (
            monster("nova-breath"),
            monster("armor-plating", "even-bigger", hearts=1),
            monster(mimic("armor-plating"), place=CITY),
        )
        game = roll(table(*seats), CLAW, CLAW, 1, 1, 2, 2)
        assert hearts(game) == [10, 0, 8]
        assert game.state.monsters[2].cards[0].acts_as == ""
