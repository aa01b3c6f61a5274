"""Cards about attacking, one after the other."""

import pytest

from tests.scenarios.king_of_tokyo.cards.shop import NO_CLAW, asked, buys, hearts, places, stars
from tests.scenarios.king_of_tokyo.tokyo import BAY, CITY, CLAW, HEART, OUTSIDE, held, monster, roll, table

ONE_CLAW = (CLAW, 1, 1, 2, 2, 3)
TWO_CLAWS = (CLAW, CLAW, 1, 1, 2, 2)
ROLLED_ONLY = {"virtual_claws": "rolled-only"}


class TestAcidAttack:
    def test_hits_whom_claws_would_hit(self) -> None:
        game = roll(table(monster("acid-attack", place=CITY), None, monster(place=BAY), None, None), *NO_CLAW)
        assert hearts(game) == [10, 9, 10, 9, 9]

    def test_without_anybody_in_reach_nothing_happens(self) -> None:
        game = roll(table(monster("acid-attack"), None, None), *NO_CLAW)
        assert hearts(game) == [10, 10, 10]
        assert "attacks" not in game.kinds()

    def test_bites_even_without_a_single_die(self) -> None:
        game = table(monster("acid-attack", shrink=6), monster(place=CITY), None)
        assert game.told()[:2] == ["Ann has no dice to roll.", "Acid Attack: Ann has one more claw."]
        assert hearts(game) == [10, 9, 10]
        assert asked(game) == ("yield", 1)

    def test_lets_nobody_enter_in_the_first_edition(self) -> None:
        game = roll(table(monster("acid-attack"), None, options={"preset": "first-edition"}), *NO_CLAW)
        assert places(game) == [OUTSIDE, OUTSIDE]


class TestAlphaMonster:
    def test_one_star_however_many_claws(self) -> None:
        game = roll(table(monster("alpha-monster"), monster(place=CITY), None), *[CLAW] * 6)
        assert stars(game)[0] == 1

    def test_a_claw_from_a_card_is_enough(self) -> None:
        game = roll(table(monster("alpha-monster", "acid-attack"), monster(place=CITY), None), *NO_CLAW)
        assert stars(game)[0] == 1

    def test_unless_only_rolled_claws_make_an_attack(self) -> None:
        game = table(monster("alpha-monster", "acid-attack"), monster(place=CITY), None, options=ROLLED_ONLY)
        assert stars(roll(game, *NO_CLAW))[0] == 0

    def test_two_copies_two_stars(self) -> None:
        cards = ("alpha-monster", held("mimic", acts_as="alpha-monster"))
        game = roll(table(monster(*cards), monster(place=CITY), None), *ONE_CLAW)
        assert stars(game)[0] == 2


class TestBurrowing:
    def test_the_taker_loses_a_heart_before_it_enters(self) -> None:
        game = roll(table(None, monster("burrowing", place=CITY), None), *ONE_CLAW)
        game.do("yield")
        assert hearts(game) == [9, 9, 10]
        assert places(game) == [CITY, OUTSIDE, OUTSIDE]
        told = game.told()
        assert told.index("Ann loses 1 heart to Ben's Burrowing (now 9).") < told.index("Ann enters Tokyo City.")

    def test_a_taker_killed_by_it_does_not_enter(self) -> None:
        game = roll(table(monster(hearts=1), monster("burrowing", place=CITY), None), *ONE_CLAW)
        game.do("yield")
        assert not game.state.monsters[0].alive
        assert places(game) == [OUTSIDE, OUTSIDE, OUTSIDE]
        assert asked(game) == ("roll", 1)

    def test_a_taker_with_a_child_goes_on_and_enters(self) -> None:
        game = roll(table(monster("it-has-a-child", hearts=1), monster("burrowing", place=CITY), None), *ONE_CLAW)
        game.do("yield")
        assert hearts(game)[0] == 10
        assert places(game)[0] == CITY

    def test_armor_plating_stops_it(self) -> None:
        game = roll(table(monster("armor-plating"), monster("burrowing", place=CITY), None), *ONE_CLAW)
        game.do("yield")
        assert hearts(game)[0] == 10

    def test_staying_does_nothing(self) -> None:
        game = roll(table(None, monster("burrowing", place=CITY), None), *ONE_CLAW)
        game.do("stay")
        assert hearts(game)[0] == 10

    def test_neither_does_dying(self) -> None:
        game = roll(table(None, monster("burrowing", place=CITY, hearts=1), None), *ONE_CLAW)
        assert hearts(game) == [10, 0, 10]
        assert places(game)[0] == CITY

    def test_nor_being_pushed_out(self) -> None:
        game = buys("drop-from-high-altitude", monster(energy=5), monster("burrowing", place=CITY), None)
        assert hearts(game) == [10, 10, 10]

    def test_nor_the_closing_of_the_bay(self) -> None:
        seats = (monster(energy=3), monster(place=CITY), monster(hearts=1), None, monster("burrowing", place=BAY))
        game = buys("fire-blast", *seats)
        assert hearts(game) == [10, 8, 0, 8, 8]
        assert places(game)[4] == OUTSIDE

    def test_nor_yielding_to_a_monster_that_is_in_tokyo_already(self) -> None:
        seats = (monster("nova-breath", place=CITY), monster("burrowing", place=BAY), None, None, None)
        game = roll(table(*seats), *ONE_CLAW)
        game.do("yield")
        assert hearts(game)[0] == 10

    def test_with_jets_the_owner_loses_nothing_and_the_taker_a_heart(self) -> None:
        game = roll(table(None, monster("burrowing", "jets", place=CITY), None), *TWO_CLAWS)
        game.do("yield")
        assert hearts(game) == [9, 10, 10]

    def test_outside_it_adds_no_claw(self) -> None:
        game = roll(table(monster("burrowing"), monster(place=CITY), None), *ONE_CLAW)
        assert hearts(game)[1] == 9

    def test_in_the_bay_it_does(self) -> None:
        game = roll(table(monster("burrowing", place=BAY), monster(place=CITY), None, None, None), *NO_CLAW)
        assert hearts(game) == [10, 10, 9, 9, 9]


class TestFireBreathing:
    def test_neighbours_burn_wherever_they_are(self) -> None:
        game = roll(table(monster("fire-breathing"), None, monster(place=CITY), None), *ONE_CLAW)
        assert hearts(game) == [10, 9, 9, 9]
        assert game.told()[1:3] == [
            "Ann attacks Cleo: 1 claw.",
            "Fire Breathing: Ann deals 1 more damage to Ben and Dan.",
        ]

    def test_first_edition_only_those_attacked(self) -> None:
        options = {"fire_breathing": "attacked"}
        game = roll(table(monster("fire-breathing"), monster(place=CITY), None, None, options=options), *ONE_CLAW)
        assert hearts(game) == [10, 8, 10, 10]

    def test_no_claw_no_fire(self) -> None:
        game = roll(table(monster("fire-breathing"), monster(place=CITY), None, None), *NO_CLAW)
        assert hearts(game) == [10, 10, 10, 10]

    def test_on_an_attacked_neighbour_it_is_one_packet(self) -> None:
        game = roll(table(monster("fire-breathing"), monster("armor-plating", place=CITY), None, None), *ONE_CLAW)
        assert hearts(game) == [10, 8, 10, 9]

    def test_the_lone_point_marks_nobody_and_lets_nobody_yield(self) -> None:
        seats = (monster("fire-breathing", "poison-spit", place=CITY), monster(place=BAY), None, None, None)
        game = roll(table(*seats), *ONE_CLAW)
        assert hearts(game) == [10, 9, 9, 9, 8]
        assert [each.poison for each in game.state.monsters] == [0, 0, 1, 1, 1]
        assert asked(game) == ("roll", 1)

    def test_cards_that_deal_damage_are_no_fire(self) -> None:
        game = buys("fire-blast", monster("fire-breathing", energy=3), None, None, None)
        assert hearts(game) == [10, 8, 8, 8]

    def test_nobody_is_in_reach_but_the_neighbours_burn(self) -> None:
        game = roll(table(monster("fire-breathing"), None, None, None), *ONE_CLAW)
        assert hearts(game) == [10, 9, 10, 9]
        assert "attacks" not in game.kinds()

    def test_jets_hold_the_fire_back_too(self) -> None:
        game = roll(table(monster("fire-breathing"), monster("jets", place=CITY), None), *TWO_CLAWS)
        assert "3 damage is waiting" in game.pending.prompt
        game.do("yield")
        assert hearts(game) == [10, 10, 9]

    def test_a_copy_burns_twice_as_hot(self) -> None:
        cards = ("fire-breathing", held("mimic", acts_as="fire-breathing"))
        game = roll(table(monster(*cards), None, monster(place=CITY), None), *ONE_CLAW)
        assert hearts(game) == [10, 8, 9, 8]


class TestNovaBreath:
    def test_from_outside_it_hits_everybody_and_enters_as_usual(self) -> None:
        game = roll(table(monster("nova-breath"), monster(place=CITY), None), *TWO_CLAWS)
        assert hearts(game) == [10, 8, 8]
        assert "Nova Breath: Ann reaches Cleo as well." in game.told()
        game.do("yield")
        assert places(game)[0] == CITY

    def test_all_who_are_hit_are_marked(self) -> None:
        game = roll(table(monster("nova-breath", "poison-spit"), monster(place=CITY), None), *TWO_CLAWS)
        assert [each.poison for each in game.state.monsters] == [0, 1, 1]

    def test_only_those_in_tokyo_are_asked_to_yield(self) -> None:
        game = roll(table(monster("nova-breath"), None, monster(place=CITY)), *TWO_CLAWS)
        assert asked(game) == ("yield", 2)

    def test_a_dead_monster_outside_closes_the_bay_before_anybody_yields(self) -> None:
        seats = (monster("nova-breath"), monster(place=CITY), monster(place=BAY), monster(hearts=1), None)
        game = roll(table(*seats), *ONE_CLAW)
        assert places(game) == [OUTSIDE, CITY, OUTSIDE, OUTSIDE, OUTSIDE]
        assert asked(game) == ("yield", 1)
        game.do("stay")
        assert game.pending.kind == "roll"  # Cleo lost a heart, but she is not in Tokyo any more


class TestPoisonQuills:
    def test_make_an_attack_by_themselves(self) -> None:
        game = roll(table(monster("poison-quills", "alpha-monster"), monster(place=CITY), None), 2, 2, 2, 1, 1, 3)
        assert hearts(game)[1] == 8
        assert stars(game)[0] == 2 + 1
        assert asked(game) == ("yield", 1)

    def test_but_mere_damage_where_only_rolled_claws_make_one(self) -> None:
        game = table(monster("poison-quills"), monster(place=CITY), None, options={"preset": "first-edition"})
        roll(game, 2, 2, 2, 1, 1, 3)
        assert hearts(game)[1] == 8
        assert game.pending.kind == "roll"

    def test_once_however_many_2s(self) -> None:
        game = roll(table(monster("poison-quills"), monster(place=CITY), None), 2, 2, 2, 2, 2, 2)
        assert hearts(game)[1] == 8

    def test_two_2s_are_none(self) -> None:
        game = roll(table(monster("poison-quills"), monster(place=CITY), None), 2, 2, 1, 1, 3, 3)
        assert hearts(game)[1] == 10


class TestPoisonSpit:
    def test_counters_add_up_and_bite_at_the_end_of_the_victims_turn(self) -> None:
        game = roll(table(monster("poison-spit"), monster(place=CITY, poison=1), None), *ONE_CLAW)
        game.do("stay")
        ben = game.state.monsters[1]
        assert (ben.hearts, ben.poison) == (9, 2)
        roll(game, *NO_CLAW)
        assert ben.hearts == 7
        assert "Ben loses 2 hearts to poison (now 7)." in game.told()

    def test_in_tokyo_counters_stay(self) -> None:
        game = roll(table(monster(place=CITY, poison=1), None), HEART, HEART, 1, 1, 2, 2)
        assert game.state.monsters[0].poison == 1

    @pytest.mark.parametrize(("rule", "poison"), [("claws", 0), ("any-damage", 1)])
    def test_card_damage_marks_in_the_first_edition_only(self, rule: str, poison: int) -> None:
        seats = (monster("poison-spit", energy=3), monster(place=CITY), None)
        game = buys("fire-blast", *seats, options={"spit_and_ray": rule})
        assert [each.poison for each in game.state.monsters] == [0, poison, poison]

    def test_first_edition_nobody_marks_itself(self) -> None:
        seats = (monster("poison-spit", energy=4), None)
        game = buys("high-altitude-bombing", *seats, options={"spit_and_ray": "any-damage"})
        assert [each.poison for each in game.state.monsters] == [0, 1]

    def test_first_edition_burrowing_marks_the_taker(self) -> None:
        seats = (None, monster("burrowing", "poison-spit", place=CITY), None)
        game = roll(table(*seats, options={"spit_and_ray": "any-damage"}), *ONE_CLAW)
        game.do("yield")
        assert game.state.monsters[0].poison == 1

    def test_with_a_copy_there_are_two(self) -> None:
        cards = ("poison-spit", held("mimic", acts_as="poison-spit"))
        game = roll(table(monster(*cards), monster(place=CITY), None), *ONE_CLAW)
        assert game.state.monsters[1].poison == 2
        assert "Poison Spit: Ben gets 2 poison counters." in game.told()

    def test_who_dies_of_it_gets_none(self) -> None:
        game = roll(
            table(monster("poison-spit"), monster("it-has-a-child", place=CITY, hearts=1), None), *ONE_CLAW
        )
        assert (hearts(game)[1], game.state.monsters[1].poison) == (10, 0)


class TestShrinkRay:
    def test_the_victim_rolls_fewer_dice(self) -> None:
        game = roll(table(monster("shrink-ray"), monster(place=CITY), None), *ONE_CLAW)
        game.do("stay")
        assert "Shrink Ray: Ben gets 1 shrink counter." in game.told()
        roll(game, 1, 1, 2, 2, 3)
        assert "1 shrink counter: Ben has 1 die fewer." in game.told()

    def test_a_counter_taken_off_helps_on_the_next_turn(self) -> None:
        game = table(monster(shrink=1), monster(place=CITY))
        roll(game, HEART, 1, 1, 2, 2)
        game.do("heart", "shrink")
        assert "Ann removes a shrink counter." in game.told()
        roll(game, *NO_CLAW)
        roll(game, *NO_CLAW)
        assert "Ann rolls 1 1 2 2 3 3." in game.told()

    @pytest.mark.parametrize("counters", [6, 7])
    def test_down_to_no_dice_at_all(self, counters: int) -> None:
        game = table(monster(shrink=counters, place=CITY), None)
        assert "Ann has no dice to roll." in game.told()
        assert asked(game) == ("roll", 1)

    def test_an_extra_head_makes_up_for_one(self) -> None:
        game = roll(table(monster("extra-head", shrink=1), monster(place=CITY)), *NO_CLAW)
        assert game.told()[:3] == [
            "Extra Head: Ann has one more die.",
            "1 shrink counter: Ann has 1 die fewer.",
            "Ann rolls 1 1 2 2 3 3.",
        ]


class TestSpikedTail:
    def test_a_claw_from_a_card_counts(self) -> None:
        game = roll(table(monster("spiked-tail", "acid-attack"), monster(place=CITY), None), *NO_CLAW)
        assert hearts(game)[1] == 8

    def test_unless_only_rolled_ones_do(self) -> None:
        game = table(monster("spiked-tail", "acid-attack"), monster(place=CITY), None, options=ROLLED_ONLY)
        assert hearts(roll(game, *NO_CLAW))[1] == 9


class TestUrbavore:
    def test_the_claw_of_burrowing_counts(self) -> None:
        game = roll(table(monster("urbavore", "burrowing", place=CITY), None), *NO_CLAW)
        assert hearts(game)[1] == 8

    def test_unless_only_rolled_ones_do(self) -> None:
        game = table(monster("urbavore", "burrowing", place=CITY), None, options=ROLLED_ONLY)
        assert hearts(roll(game, *NO_CLAW))[1] == 9

    def test_it_pays_in_the_bay_as_well(self) -> None:
        game = table(monster("urbavore", place=BAY), monster(place=CITY), None, None, None, phase="start")
        assert stars(game)[0] == 3

    def test_with_stars_at_the_end_of_the_turn_it_follows(self) -> None:
        game = table(monster("urbavore", place=CITY), None, phase="start", options={"tokyo_stars": "end"})
        assert stars(game)[0] == 0
        roll(game, *NO_CLAW)
        assert stars(game)[0] == 3
