"""Cards about energy, one after the other."""

import pytest

from tests.scenarios.king_of_tokyo.cards.shop import NO_CLAW, asked, buys, cards, energy, stars
from tests.scenarios.king_of_tokyo.tokyo import CITY, CLAW, DEAR, ENERGY, held, monster, roll, table


class TestAlienMetabolism:
    def test_on_the_deck(self) -> None:
        game = table(monster("alien-metabolism", "made-in-a-lab", energy=5), monster(place=CITY), phase="buy")
        game.then("wings").do("use", "made-in-a-lab", "look")
        game.do("use", "made-in-a-lab", "buy", 0)
        assert (energy(game)[0], cards(game, 0)[-1]) == (0, "wings")

    def test_on_other_monsters_cards_who_get_no_more_than_was_paid(self) -> None:
        seats = (monster("alien-metabolism", "parasitic-tentacles", energy=5), None, monster("wings"))
        game = table(*seats, phase="buy")
        game.do("use", "parasitic-tentacles", 2, "wings")
        assert energy(game) == [0, 0, 5]

    def test_out_of_turn(self) -> None:
        game = table(
            monster(energy=3),
            None,
            monster("alien-metabolism", "opportunist", energy=5),
            phase="buy",
            market=["heal", *DEAR[:2]],
            chance=["wings", "energize"],
        )
        game.do("buy", "heal")
        assert game.pending.options[1].text == "buy Wings for 5"
        game.do("buy", "wings")
        assert energy(game)[2] == 0

    def test_two_copies_two_less_but_never_below_0(self) -> None:
        both = ("alien-metabolism", held("mimic", acts_as="alien-metabolism"))
        game = table(
            monster(*both), monster(place=CITY), phase="buy", market=["made-in-a-lab", *DEAR[:2]], chance=["wings"]
        )
        game.do("buy", "made-in-a-lab")
        assert cards(game, 0)[-1] == "made-in-a-lab"
        assert "Ann buys Made in a Lab for 0 energy (0 left)." in game.told()


class TestFriendOfChildren:
    def test_once_for_a_gain_not_for_a_cube(self) -> None:
        game = roll(table(monster("friend-of-children"), monster(place=CITY)), *[ENERGY] * 6)
        assert energy(game)[0] == 7

    def test_nothing_gained_nothing_added(self) -> None:
        game = roll(table(monster("friend-of-children"), monster(place=CITY)), *NO_CLAW)
        assert energy(game)[0] == 0

    def test_being_paid_for_a_healing(self) -> None:
        game = table(monster("friend-of-children", "healing-ray"), monster(hearts=9, energy=2, place=CITY))
        roll(game, 4, 1, 1, 2, 2, 3)
        game.do("use", "healing-ray", 1)
        assert energy(game) == [3, 0]

    def test_being_paid_for_a_card(self) -> None:
        game = table(
            monster("parasitic-tentacles", energy=3), None, monster("friend-of-children", "omnivore"), phase="buy"
        )
        game.do("use", "parasitic-tentacles", 2, "friend-of-children")
        assert energy(game)[2] == 4  # she still had it when she was paid

    def test_batteries_are_no_gain(self) -> None:
        game = table(monster("friend-of-children", "monster-batteries"), monster(place=CITY), phase="start")
        assert energy(game)[0] == 2

    def test_nor_what_metamorph_gives_back(self) -> None:
        game = table(monster("friend-of-children", "metamorph", "omnivore"), monster(place=CITY), phase="sell")
        game.do("use", "metamorph", "omnivore")
        assert energy(game)[0] == 4

    def test_making_it_stronger(self) -> None:
        seats = (None, monster("friend-of-children", "were-only-making-it-stronger", place=CITY), None)
        game = roll(table(*seats), CLAW, CLAW, 1, 1, 2, 2)
        assert energy(game)[1] == 2

    def test_a_copy_adds_another(self) -> None:
        both = ("friend-of-children", held("mimic", acts_as="friend-of-children"))
        game = roll(table(monster(*both), monster(place=CITY)), ENERGY, 1, 1, 2, 2, 3)
        assert energy(game)[0] == 3
        assert game.told().count("Friend of Children: Ann gains 1 energy (now 3).") == 1


class TestMonsterBatteries:
    def test_what_is_stored_cannot_be_spent(self) -> None:
        game = table(monster("monster-batteries"), monster(place=CITY), phase="buy", market=["heal", *DEAR[:2]])
        assert asked(game) == ("roll", 1)

    def test_with_1_left_1_is_taken(self) -> None:
        game = table(monster(held("monster-batteries", counters=1)), monster(place=CITY), phase="start")
        assert (energy(game)[0], cards(game, 0)) == (1, [])

    def test_only_on_own_turns(self) -> None:
        game = table(None, monster("monster-batteries", place=CITY), phase="start")
        assert energy(game)[1] == 0

    def test_they_come_before_the_stars_of_tokyo(self) -> None:
        game = table(monster("monster-batteries", place=CITY), None, phase="start")
        assert game.told()[1:3] == [
            "Monster Batteries: Ann gains 2 energy (now 2).",
            "Tokyo: Ann gains 2 stars (now 2).",
        ]

    def test_first_edition_one_may_put_nothing_in(self) -> None:
        game = buys("monster-batteries", monster(energy=3), monster(place=CITY), options={"batteries": "stake"})
        assert energy(game)[0] == 1
        game.do("stake", 0)
        assert game.state.monsters[0].cards[0].counters == 0
        roll(game, *NO_CLAW)
        assert (energy(game)[0], cards(game, 0)) == (1, [])

    def test_first_edition_without_energy_left_nobody_is_asked(self) -> None:
        game = buys("monster-batteries", monster(energy=2), monster(place=CITY), options={"batteries": "stake"})
        assert asked(game) == ("roll", 1)


class TestSolarPowered:
    @pytest.mark.parametrize(("before", "after"), [(0, 1), (1, 1)])
    def test_only_with_none_left(self, before: int, after: int) -> None:
        game = table(monster("solar-powered", energy=before), monster(place=CITY), phase="end")
        assert energy(game)[0] == after

    def test_on_the_turn_it_is_bought(self) -> None:
        game = buys("solar-powered", monster(energy=2), monster(place=CITY))
        assert energy(game)[0] == 1
        assert "Solar Powered: Ann gains 1 energy (now 1)." in game.told()

    def test_not_on_other_turns(self) -> None:
        game = table(None, monster("solar-powered", place=CITY), None, phase="end")
        assert energy(game)[1] == 0

    @pytest.mark.parametrize("order", [("solar-powered", "energy-hoarder"), ("energy-hoarder", "solar-powered")])
    def test_end_of_turn_cards_speak_in_the_order_they_were_bought(self, order: tuple[str, ...]) -> None:
        game = table(monster(*order, "herbivore"), monster(place=CITY), phase="end")
        assert game.told()[0] == "Solar Powered: Ann gains 1 energy (now 1)."
        assert (energy(game)[0], stars(game)[0]) == (1, 1)
