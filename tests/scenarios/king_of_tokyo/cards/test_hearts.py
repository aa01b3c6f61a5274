"""Cards about staying alive, one after the other."""

import pytest

from tests.scenarios.king_of_tokyo.cards.shop import NO_CLAW, asked, buys, cards, energy, hearts, places, stars
from tests.scenarios.king_of_tokyo.tokyo import BAY, CITY, CLAW, HEART, OUTSIDE, held, monster, roll, table

ONE_CLAW = (CLAW, 1, 1, 2, 2, 3)
TWO_CLAWS = (CLAW, CLAW, 1, 1, 2, 2)
THREE_CLAWS = (CLAW, CLAW, CLAW, 1, 1, 2)


class TestArmorPlating:
    def test_exactly_1(self) -> None:
        game = roll(table(None, monster("armor-plating", place=CITY), None), *ONE_CLAW)
        assert hearts(game)[1] == 10
        game = roll(table(None, monster("armor-plating", place=CITY), None), *TWO_CLAWS)
        assert hearts(game)[1] == 8

    def test_after_camouflage(self) -> None:
        game = table(None, monster("armor-plating", "camouflage", place=CITY), None)
        game.then([HEART, 1])
        roll(game, *TWO_CLAWS)
        assert hearts(game)[1] == 10
        assert game.told()[2:5] == [
            "Camouflage: Ben rolls heart 1.",
            "Camouflage: Ben ignores 1 damage.",
            "Armor Plating: Ben ignores 1 damage.",
        ]

    def test_camouflage_need_not_roll_for_what_it_stops(self) -> None:
        game = roll(table(None, monster("armor-plating", "camouflage", place=CITY), None), *ONE_CLAW)
        assert "camouflage" not in game.kinds()

    def test_no_counters(self) -> None:
        game = roll(table(monster("poison-spit"), monster("armor-plating", place=CITY), None), *ONE_CLAW)
        assert game.state.monsters[1].poison == 0


class TestCamouflage:
    def test_against_a_card(self) -> None:
        game = buys("fire-blast", monster(energy=3), monster("camouflage"), chance=["energize", [HEART, HEART]])
        assert hearts(game) == [10, 10]

    def test_against_the_own_card(self) -> None:
        seats = (monster("camouflage", energy=4), monster(place=CITY))
        game = buys("tanks", *seats, chance=["energize", [HEART, 1, 2]])
        assert hearts(game)[0] == 8

    def test_against_poison(self) -> None:
        game = table(monster("camouflage", poison=2), monster(place=CITY), phase="end", chance=[[HEART, 1]])
        assert hearts(game)[0] == 9

    def test_two_copies_the_second_rolls_for_what_is_left(self) -> None:
        both = ("camouflage", held("mimic", acts_as="camouflage"))
        game = table(None, monster(*both, place=CITY), None)
        game.then([HEART, 1, 2], [HEART, 3])
        roll(game, *THREE_CLAWS)
        assert hearts(game)[1] == 9

    def test_not_while_wings_are_spread(self) -> None:
        seats = (monster(energy=3), monster("camouflage", "wings", place=CITY, untouchable="Wings"), None)
        game = buys("fire-blast", *seats)
        assert hearts(game) == [10, 10, 8]

    def test_first_the_dice_then_wings_are_asked(self) -> None:
        game = table(None, monster("camouflage", "wings", energy=2, place=CITY), None)
        game.then([HEART, 1, 2])
        roll(game, *THREE_CLAWS)
        assert game.pending.prompt == "Claws: 2 damage is coming, and you have 10 hearts."
        game.do("use", "wings")
        assert hearts(game)[1] == 10

    def test_all_saved_wings_are_not_asked(self) -> None:
        game = table(None, monster("camouflage", "wings", energy=2, place=CITY), None)
        game.then([HEART, HEART, HEART])
        roll(game, *THREE_CLAWS)
        assert asked(game) == ("roll", 1)
        assert energy(game)[1] == 2

    def test_more_damage_than_dice_fit_into_one_throw(self) -> None:
        game = table(monster("camouflage", poison=18), monster(place=CITY), phase="end", chance=[[4] * 16, [4, 1]])
        assert hearts(game)[0] == 9

    def test_nobody_can_decline(self) -> None:
        game = table(None, monster("camouflage", place=CITY), None)
        game.then([1, 2])
        roll(game, *TWO_CLAWS)
        assert asked(game) == ("yield", 1)


class TestEvenBigger:
    def test_two_more_now_and_at_most(self) -> None:
        game = buys("even-bigger", monster(energy=4, hearts=10, place=CITY), None)
        assert hearts(game)[0] == 12
        assert "Even Bigger: Ann gains 2 hearts (now 12)." in game.told()

    def test_with_regeneration_3(self) -> None:
        game = buys("even-bigger", monster("regeneration", energy=4, hearts=5, place=CITY), None)
        assert hearts(game)[0] == 8

    @pytest.mark.parametrize(("rule", "left"), [("clamp", [10, 9, 2]), ("lose-two", [10, 7, 1])])
    def test_losing_it(self, rule: str, left: list[int]) -> None:
        for before, after in zip((12, 9, 2), left, strict=True):
            seats = (monster("even-bigger", "metamorph", hearts=before), monster(place=CITY))
            game = table(*seats, phase="sell", options={"even_bigger_lost": rule})
            game.do("use", "metamorph", "even-bigger")
            assert hearts(game)[0] == after
            if before == 12:
                assert "Even Bigger is gone: Ann loses 2 hearts (now 10)." in game.told()

    def test_bought_from_another_monster(self) -> None:
        seats = (monster("parasitic-tentacles", energy=4, hearts=5), None, monster("even-bigger", hearts=12))
        game = table(*seats, phase="buy")
        game.do("use", "parasitic-tentacles", 2, "even-bigger")
        assert hearts(game) == [7, 10, 10]

    def test_a_heart_die_heals_up_to_12(self) -> None:
        game = roll(table(monster("even-bigger", hearts=11), monster(place=CITY)), HEART, HEART, 1, 1, 2, 2)
        assert hearts(game)[0] == 12

    def test_dying_with_it_is_just_dying(self) -> None:
        game = roll(table(None, monster("even-bigger", place=CITY, hearts=1), None), *ONE_CLAW)
        assert hearts(game)[1] == 0


class TestHealingRay:
    def test_in_tokyo_the_owner_may_heal_others_or_waste_its_hearts(self) -> None:
        game = table(monster("healing-ray", place=CITY, hearts=5), monster(hearts=5, energy=1))
        roll(game, HEART, HEART, 1, 1, 2, 2)
        assert [tuple(option) for option in game.pending.options] == [
            ("heart", "nothing"),
            ("use", "healing-ray", 1),
        ]
        game.play(("use", "healing-ray", 1), ("heart", "nothing"))
        assert (hearts(game), energy(game)) == ([5, 6], [1, 0])

    def test_a_monster_in_tokyo_can_be_healed(self) -> None:
        game = table(monster("healing-ray"), monster(hearts=5, place=CITY))
        roll(game, HEART, 1, 1, 2, 2, 3)
        game.do("use", "healing-ray", 1)
        assert (hearts(game)[1], energy(game)) == (6, [0, 0])  # nothing to pay with, healed all the same

    def test_nobody_is_healed_above_the_maximum(self) -> None:
        game = table(monster("healing-ray", hearts=5), monster(hearts=9, energy=9, place=CITY))
        roll(game, HEART, HEART, 1, 1, 2, 2)
        game.do("use", "healing-ray", 1)
        assert not game.offers("use", "healing-ray", 1)

    def test_without_anybody_to_heal_it_does_not_ask(self) -> None:
        game = roll(table(monster("healing-ray", hearts=5), monster(place=CITY)), HEART, 1, 1, 2, 2, 3)
        assert (hearts(game)[0], game.state.active) == (6, 1)

    def test_the_healed_monsters_regeneration_is_free(self) -> None:
        game = table(monster("healing-ray"), monster("regeneration", hearts=5, energy=9, place=CITY))
        roll(game, HEART, 1, 1, 2, 2, 3)
        game.do("use", "healing-ray", 1)
        assert (hearts(game)[1], energy(game)) == (7, [2, 7])

    def test_own_and_other_hearts_in_one_roll(self) -> None:
        game = table(
            monster("healing-ray", hearts=5, poison=1), monster(hearts=5, energy=4), monster(place=CITY, hearts=3)
        )
        roll(game, HEART, HEART, HEART, HEART, 1, 2)
        game.play(("heart", "heal"), ("use", "healing-ray", 1), ("heart", "poison"), ("use", "healing-ray", 2))
        assert (hearts(game), energy(game)) == ([6, 6, 4], [2, 2, 0])

    def test_with_a_copy_nobody_pays_twice(self) -> None:
        both = ("healing-ray", held("mimic", acts_as="healing-ray"))
        game = table(monster(*both), monster(hearts=5, energy=9, place=CITY))
        roll(game, HEART, HEART, 1, 1, 2, 2)
        game.play(("use", "healing-ray", 1), ("use", "healing-ray", 1))
        assert (hearts(game)[1], energy(game)) == (7, [4, 5])


class TestItHasAChild:
    def test_counters_stay(self) -> None:
        game = roll(
            table(None, monster("it-has-a-child", place=CITY, hearts=1, poison=2, shrink=1), None), *ONE_CLAW
        )
        ben = game.state.monsters[1]
        assert (ben.hearts, ben.poison, ben.shrink) == (10, 2, 1)

    def test_on_the_own_turn_it_goes_on(self) -> None:
        seats = (monster("it-has-a-child", energy=9, hearts=3, place=CITY), None)
        game = buys("tanks", *seats)
        assert (hearts(game)[0], places(game)[0], energy(game)[0]) == (10, OUTSIDE, 5)
        assert asked(game) == ("buy", 0)

    def test_the_bay_stays_open(self) -> None:
        seats = (None, monster("it-has-a-child", place=CITY, hearts=1), monster(place=BAY), None, None)
        game = roll(table(*seats), *ONE_CLAW)
        assert asked(game) == ("yield", 2)
        game.do("stay")
        assert places(game)[:3] == [CITY, OUTSIDE, BAY]

    def test_the_bay_stays_open_when_another_dies_at_the_same_time(self) -> None:
        seats = (
            monster(energy=3),
            monster(hearts=1),
            monster("it-has-a-child", hearts=1),
            monster(place=BAY),
            None,
            None,
        )
        game = buys("fire-blast", *seats)
        assert hearts(game) == [10, 0, 10, 8, 8, 8]
        assert places(game)[3] == BAY

    def test_rapid_healing_is_offered_first(self) -> None:
        game = roll(
            table(None, monster("it-has-a-child", "rapid-healing", place=CITY, hearts=1, energy=2), None),
            *ONE_CLAW,
        )
        game.do("use", "rapid-healing")
        assert (hearts(game)[1], len(cards(game, 1))) == (1, 2)

    def test_when_the_card_and_its_copy_die_together_both_are_saved(self) -> None:
        original, copy = (
            monster("it-has-a-child", hearts=1),
            monster(held("mimic", acts_as="it-has-a-child"), hearts=1),
        )
        for seats in ((original, copy), (copy, original)):
            game = roll(table(monster(place=CITY), *seats), *ONE_CLAW)
            assert hearts(game) == [10, 10, 10]
            assert sorted(game.state.discard) == ["it-has-a-child", "mimic"]

    def test_20_stars_go_with_the_rest(self) -> None:
        game = table(monster("it-has-a-child", stars=20, hearts=1, poison=1), monster(place=CITY), phase="end")
        assert game.match.outcome is None
        assert stars(game)[0] == 0


class TestJets:
    def test_not_against_cards(self) -> None:
        game = buys("fire-blast", monster(energy=3), monster("jets", place=CITY), None)
        assert hearts(game)[1] == 8

    def test_leaving_brings_no_counters(self) -> None:
        game = roll(table(monster("poison-spit"), monster("jets", place=CITY), None), *TWO_CLAWS)
        game.do("yield")
        assert game.state.monsters[1].poison == 0

    def test_staying_does(self) -> None:
        game = roll(table(monster("poison-spit"), monster("jets", place=CITY), None), *TWO_CLAWS)
        game.do("stay")
        assert (hearts(game)[1], game.state.monsters[1].poison) == (8, 1)

    def test_in_the_bay(self) -> None:
        seats = (None, monster(place=CITY), monster("jets", place=BAY), None, None)
        game = roll(table(*seats), *TWO_CLAWS)
        assert hearts(game)[:3] == [10, 8, 10]
        game.play("stay", "yield")
        assert (hearts(game)[:3], places(game)[:3]) == ([10, 8, 10], [BAY, CITY, OUTSIDE])

    def test_outside_tokyo_they_are_no_help(self) -> None:
        game = roll(table(monster(place=CITY), monster("jets")), *TWO_CLAWS)
        assert hearts(game)[1] == 8

    def test_who_stays_may_still_be_lucky_with_camouflage(self) -> None:
        game = roll(table(None, monster("jets", "camouflage", place=CITY), None), *TWO_CLAWS)
        game.then([HEART, HEART]).do("stay")
        assert hearts(game)[1] == 10

    def test_who_stays_may_still_spread_wings(self) -> None:
        game = roll(table(None, monster("jets", "wings", energy=2, place=CITY), None), *TWO_CLAWS)
        game.do("stay")
        assert asked(game) == ("react", 1)
        game.do("use", "wings")
        assert (hearts(game)[1], places(game)[1]) == (10, CITY)

    def test_wings_spread_first_there_is_nothing_to_yield_to(self) -> None:
        game = roll(table(None, monster("jets", "wings", energy=2, place=CITY), None), *TWO_CLAWS)
        game.do("use", "wings")
        assert (hearts(game)[1], places(game)[1]) == (10, CITY)
        assert asked(game) == ("roll", 1)

    def test_armor_plating_leaves_nothing_to_yield_to(self) -> None:
        game = roll(table(None, monster("jets", "armor-plating", place=CITY), None), *ONE_CLAW)
        assert asked(game) == ("roll", 1)

    def test_a_monster_in_the_bay_that_is_moved_out_escapes_nothing(self) -> None:
        seats = (monster("nova-breath"), monster(place=CITY), monster("jets", place=BAY), monster(hearts=1), None)
        game = roll(table(*seats), *TWO_CLAWS)
        game.do("stay")
        assert (hearts(game), places(game)[2]) == ([10, 8, 8, 0, 8], OUTSIDE)

    def test_a_monster_that_moves_up_to_the_city_may_still_fly_off(self) -> None:
        seats = (None, monster(place=CITY, hearts=1), monster("jets", place=BAY, hearts=1), None, None)
        game = roll(table(*seats), *TWO_CLAWS)
        assert (asked(game), places(game)[2]) == (("yield", 2), CITY)
        game.do("yield")
        assert (hearts(game)[2], places(game)[:3]) == (1, [CITY, OUTSIDE, OUTSIDE])


class TestRapidHealing:
    def test_not_at_full_hearts(self) -> None:
        game = roll(table(None, monster("rapid-healing", energy=9, place=CITY), None), *ONE_CLAW)
        assert asked(game) == ("yield", 1)  # no question before the damage

    def test_after_the_damage_with_the_next_question(self) -> None:
        game = roll(table(None, monster("rapid-healing", energy=9, place=CITY), None), *ONE_CLAW)
        game.do("use", "rapid-healing")
        assert (hearts(game)[1], asked(game)) == (10, ("yield", 1))

    def test_in_every_own_question(self) -> None:
        game = table(monster("rapid-healing", hearts=5, energy=8, place=CITY), None, phase="roll")
        game.do("use", "rapid-healing")
        game.then(NO_CLAW).do("roll")
        game.do("use", "rapid-healing")
        game.do("keep", 0, 1, 2, 3, 4, 5)
        assert asked(game) == ("buy", 0)
        game.do("use", "rapid-healing")
        assert (hearts(game)[0], energy(game)[0]) == (8, 2)

    def test_it_is_refused_with_a_reason(self) -> None:
        game = table(monster("rapid-healing", energy=1, hearts=5), None)
        assert game.refuses("use", "rapid-healing") == (
            "Rapid Healing cannot be used now: it costs 2 energy, and you have 1."
        )

    def test_against_the_last_poison(self) -> None:
        game = table(monster("rapid-healing", energy=2, hearts=1, poison=1), None, phase="end")
        game.do("use", "rapid-healing")
        assert hearts(game)[0] == 1

    def test_with_even_bigger_up_to_12(self) -> None:
        game = table(monster("rapid-healing", "even-bigger", energy=2, hearts=11), None)
        game.do("use", "rapid-healing")
        assert hearts(game)[0] == 12


class TestRegeneration:
    def test_once_for_a_healing_not_for_a_heart(self) -> None:
        game = roll(table(monster("regeneration", hearts=4), monster(place=CITY)), HEART, HEART, 1, 1, 2, 2)
        assert hearts(game)[0] == 7
        assert game.told()[1:3] == [
            "Dice: Ann gains 2 hearts (now 6).",
            "Regeneration: Ann gains 1 heart (now 7).",
        ]

    def test_heal_and_power_plant(self) -> None:
        assert hearts(buys("heal", monster("regeneration", energy=3, hearts=4), None))[0] == 7
        assert hearts(buys("nuclear-power-plant", monster("regeneration", energy=6, hearts=4), None))[0] == 8

    def test_not_above_the_maximum(self) -> None:
        game = roll(table(monster("regeneration", hearts=9), monster(place=CITY)), HEART, 1, 1, 2, 2, 3)
        assert hearts(game)[0] == 10
        assert "Regeneration" not in " ".join(game.told())

    def test_hearts_spent_on_counters_heal_nothing(self) -> None:
        game = table(monster("regeneration", hearts=4, shrink=1), monster(place=CITY))
        roll(game, HEART, 1, 1, 2, 2)
        game.do("heart", "shrink")
        assert hearts(game)[0] == 4

    def test_not_for_the_child(self) -> None:
        game = roll(table(None, monster("regeneration", "it-has-a-child", place=CITY, hearts=1), None), *ONE_CLAW)
        assert hearts(game)[1] == 10


class TestMakingItStronger:
    def test_not_for_the_dead(self) -> None:
        seats = (None, monster("were-only-making-it-stronger", "it-has-a-child", place=CITY, hearts=2), None)
        game = roll(table(*seats), *TWO_CLAWS)
        assert energy(game)[1] == 0

    def test_hearts_really_lost(self) -> None:
        game = roll(table(None, monster("were-only-making-it-stronger", place=CITY), None), *TWO_CLAWS)
        assert energy(game)[1] == 1

    def test_own_cards_and_poison_count(self) -> None:
        game = buys("tanks", monster("were-only-making-it-stronger", energy=4), monster(place=CITY))
        assert energy(game)[0] == 1
        game = table(monster("were-only-making-it-stronger", poison=2), monster(place=CITY), phase="end")
        assert energy(game)[0] == 1


class TestWings:
    def test_counters_and_yielding_are_off(self) -> None:
        game = roll(table(monster("shrink-ray"), monster("wings", energy=2, place=CITY), None), *TWO_CLAWS)
        game.do("use", "wings")
        assert (game.state.monsters[1].shrink, asked(game)) == (0, ("roll", 1))

    def test_not_without_2_energy(self) -> None:
        game = roll(table(None, monster("wings", energy=1, place=CITY), None), *TWO_CLAWS)
        assert asked(game) == ("yield", 1)

    def test_before_the_roll_already(self) -> None:
        game = table(monster("wings", energy=2, poison=3), monster(place=CITY))
        game.do("use", "wings")
        assert game.refuses("use", "wings") == "Wings cannot be used now: you cannot be hurt this turn anyway."
        roll(game, *NO_CLAW)
        assert hearts(game)[0] == 10

    def test_rapid_healing_and_wings_in_one_question(self) -> None:
        game = roll(
            table(None, monster("wings", "rapid-healing", energy=4, hearts=5, place=CITY), None), *TWO_CLAWS
        )
        game.do("use", "rapid-healing")
        game.do("use", "wings")
        assert (hearts(game)[1], energy(game)[1]) == (6, 0)
