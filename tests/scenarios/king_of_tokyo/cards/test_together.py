"""Cards that meet: elimination in the middle of things, the Bay closing, chains, and who is asked what."""

from typing import ClassVar

import pytest

from dicecup.games.king_of_tokyo.cards.base import DECK
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

ONE_CLAW = (CLAW, 1, 1, 2, 2, 3)
TWO_CLAWS = (CLAW, CLAW, 1, 1, 2, 2)
THREE_CLAWS = (CLAW, CLAW, CLAW, 1, 1, 2)


class TestSeveralDie:
    def test_in_one_attack(self) -> None:
        dying = monster("wings", hearts=1)
        game = roll(table(monster(place=CITY), dying, monster("jets", hearts=1), None), *ONE_CLAW)
        assert hearts(game) == [10, 0, 0, 9]
        assert sorted(game.state.discard) == ["jets", "wings"]
        assert game.state.active == 3

    def test_all_but_one_and_the_attacker_wins(self) -> None:
        game = roll(table(monster(place=CITY), monster(hearts=1), monster(hearts=1)), *ONE_CLAW)
        assert game.match.outcome is not None
        assert (game.match.outcome.winners, game.match.outcome.reason) == ((0,), "last monster standing")

    def test_both_in_tokyo_and_the_attacker_takes_the_city(self) -> None:
        seats = (None, monster(place=CITY, hearts=1), monster(place=BAY, hearts=1), None, None, None)
        game = roll(table(*seats), *ONE_CLAW)
        assert (places(game)[0], stars(game)[0]) == (CITY, 1)
        assert game.kinds().count("eliminated") == 2

    def test_the_bay_closes_once_when_two_die_at_six(self) -> None:
        seats = (monster("nova-breath"), monster(place=CITY), monster(place=BAY), *[monster(hearts=1)] * 2, None)
        game = roll(table(*seats), *ONE_CLAW)
        assert places(game)[:3] == [OUTSIDE, CITY, OUTSIDE]
        assert asked(game) == ("yield", 1)


class TestTheBayClosesInTheMiddle:
    """The claws kill the monster in the City: the one in the Bay stands in the City when it is asked."""

    seats = (None, monster(place=CITY, hearts=1), monster(place=BAY), None, None)

    def test_it_moves_up_at_once_without_a_star(self) -> None:
        game = roll(table(*self.seats), *ONE_CLAW)
        assert (places(game)[2], stars(game)[2]) == (CITY, 0)
        assert asked(game) == ("yield", 2)
        assert "Tokyo Bay closes: Cleo moves to Tokyo City." in game.told()

    def test_yielding_lets_the_attacker_in(self) -> None:
        game = roll(table(*self.seats), *ONE_CLAW)
        game.do("yield")
        assert places(game) == [CITY, OUTSIDE, OUTSIDE, OUTSIDE, OUTSIDE]

    def test_staying_keeps_it_out(self) -> None:
        game = roll(table(*self.seats), *ONE_CLAW)
        game.do("stay")
        assert places(game) == [OUTSIDE, OUTSIDE, CITY, OUTSIDE, OUTSIDE]
        assert stars(game)[0] == 0

    def test_first_edition_it_is_outside_and_not_asked(self) -> None:
        game = roll(table(*self.seats, options={"preset": "first-edition"}), *ONE_CLAW)
        assert places(game) == [CITY, OUTSIDE, OUTSIDE, OUTSIDE, OUTSIDE]

    def test_it_was_not_hurt_and_is_not_asked(self) -> None:
        seats = (None, monster(place=CITY, hearts=1), monster("armor-plating", place=BAY), None, None)
        game = roll(table(*seats), *ONE_CLAW)
        assert places(game)[:3] == [OUTSIDE, OUTSIDE, CITY]
        assert asked(game) == ("roll", 2)

    def test_a_monster_with_jets_in_the_city_stays_dies_and_the_next_is_asked_there(self) -> None:
        seats = (None, monster("jets", place=CITY, hearts=1), monster(place=BAY), None, None)
        game = roll(table(*seats), *ONE_CLAW)
        assert asked(game) == ("yield", 1)
        game.do("stay")
        assert (asked(game), places(game)[2]) == (("yield", 2), CITY)
        game.do("yield")
        assert places(game)[0] == CITY

    def test_poison_closes_it_at_the_end_of_a_turn(self) -> None:
        seats = (monster(poison=1, hearts=1), monster(place=CITY), monster(place=BAY), None, None)
        game = table(*seats, phase="end")
        assert places(game)[2] == OUTSIDE

    def test_the_active_monster_itself_may_be_moved_out(self) -> None:
        seats = (monster(place=BAY, energy=3), monster(place=CITY), monster(hearts=1), None, None)
        game = buys("fire-blast", *seats)
        assert places(game)[0] == OUTSIDE


class TestTheActiveMonsterDies:
    def test_by_an_opportunists_card_and_its_frenzy_is_gone(self) -> None:
        seats = (monster(energy=7, hearts=2), monster("opportunist", energy=3), None, monster(place=CITY))
        game = table(*seats, phase="buy", market=["frenzy", *DEAR[:2]], chance=["fire-blast", "wings"])
        game.do("buy", "frenzy")
        assert asked(game) == ("snatch", 1)
        game.do("buy", "fire-blast")
        assert hearts(game) == [0, 10, 8, 8]
        assert asked(game) == ("roll", 1)

    def test_of_burrowing_and_nobody_buys(self) -> None:
        game = roll(table(monster(hearts=1, energy=9), monster("burrowing", place=CITY), None), *ONE_CLAW)
        game.do("yield")
        assert (energy(game)[0], asked(game)) == (0, ("roll", 1))

    def test_the_others_end_of_turn_cards_do_not_speak(self) -> None:
        seats = (monster(energy=4, hearts=3), monster("rooting-for-the-underdog"), monster(place=CITY, stars=1))
        game = buys("tanks", *seats, options={"underdog": "every-turn"})
        assert stars(game)[1] == 0

    def test_on_its_extra_turn_and_play_goes_on_where_it_would(self) -> None:
        seats = (monster(energy=4, hearts=3), None, None, monster(place=CITY))
        game = table(*seats, phase="buy", market=["tanks", *DEAR[:2]], chance=["energize"], active=0, round_seat=1)
        game.do("buy", "tanks")
        assert game.state.active == 2


class TestOrderOfDefence:
    def test_camouflage_then_wings_then_armor(self) -> None:
        all_three = ("wings", "armor-plating", "camouflage")
        game = table(None, monster(*all_three, energy=2, place=CITY), None)
        game.then([HEART, 1, 2])
        roll(game, *THREE_CLAWS)
        assert asked(game) == ("react", 1)  # 2 are left: armor does not help
        game.do("take")
        assert hearts(game)[1] == 8

    def test_nobody_pays_for_wings_when_armor_is_enough(self) -> None:
        all_three = ("wings", "armor-plating", "camouflage")
        game = table(None, monster(*all_three, energy=2, place=CITY), None)
        game.then([HEART, HEART, 2])
        roll(game, *THREE_CLAWS)
        assert (hearts(game)[1], energy(game)[1]) == (10, 2)
        assert asked(game) == ("roll", 1)

    def test_targets_react_clockwise_from_the_attacker_and_then_all_lose_together(self) -> None:
        winged, quick = monster("wings", energy=2), monster("rapid-healing", energy=2, hearts=5)
        game = roll(table(winged, quick, monster(place=CITY), active=2), *TWO_CLAWS)
        assert asked(game) == ("react", 0)
        game.do("take")
        assert (asked(game), hearts(game)[0]) == (("react", 1), 10)
        game.do("take")
        assert hearts(game) == [8, 3, 10]

    def test_wings_bought_too_late_do_not_help_in_the_same_breath(self) -> None:
        game = buys("wings", monster(energy=8, poison=2), monster(place=CITY))
        game.do("done")
        assert asked(game) == ("react", 0)
        game.do("use", "wings")
        assert hearts(game)[0] == 10


class TestProbes:
    def test_a_probed_heart_turned_by_the_dweller_is_not_the_probers_business(self) -> None:
        """The probe shows a 3, the roller rolls it again and gets a heart: the probe is not discarded."""
        game = table(monster("background-dweller"), monster("psychic-probe", place=CITY), None)
        roll(game, *TWO_CLAWS)
        game.then([3]).do("use", "psychic-probe", 0)
        game.then([HEART]).do("use", "background-dweller", 0)
        assert cards(game, 1) == ["psychic-probe"]

    def test_a_probe_may_spoil_complete_destruction(self) -> None:
        game = table(monster("complete-destruction"), monster("psychic-probe", place=CITY), None)
        roll(game, 1, 2, 3, HEART, ENERGY, CLAW)
        game.then([1]).do("use", "psychic-probe", 5)
        assert stars(game)[0] == 0

    def test_the_roller_mends_it_with_stretchy(self) -> None:
        game = table(
            monster("complete-destruction", "stretchy", energy=2), monster("psychic-probe", place=CITY), None
        )
        roll(game, 1, 2, 3, HEART, ENERGY, CLAW)
        game.then([1]).do("use", "psychic-probe", 5)
        game.do("use", "stretchy", 5, CLAW)
        assert stars(game)[0] == 9

    def test_after_the_last_smoke(self) -> None:
        game = table(
            monster(held("smoke-cloud", counters=1)), monster("psychic-probe", place=CITY), chance=[NO_CLAW] * 4
        )
        game.play("roll", ("keep",), ("keep",), ("use", "smoke-cloud"), ("keep",))
        assert asked(game) == ("probe", 1)


class TestStarsStopAt20:
    def test_dice_and_cards(self) -> None:
        game = roll(table(monster("gourmet", "omnivore", stars=19), monster(place=CITY), None), 1, 1, 1, 2, 3, 3)
        assert stars(game)[0] == 20
        assert "Omnivore" not in " ".join(game.told())  # no star came of it

    def test_evacuation_orders_leave_15(self) -> None:
        seats = (monster(energy=7), monster(stars=20), None)
        game = buys("evacuation-orders", *seats)
        assert stars(game)[1] == 15
        assert game.match.outcome is None

    def test_whoever_has_them_is_told_what_the_end_of_the_turn_is_worth(self) -> None:
        for many, told in ((19, "or end your turn"), (20, "and you win")):
            game = table(monster(stars=many, energy=9), monster(place=CITY), None, phase="buy")
            assert game.match.pending is not None
            assert told in game.match.pending.prompt
            game.do("done")
            assert (game.match.outcome is not None) == (many == 20)

    def test_20_stars_win_at_once_if_so_agreed(self) -> None:
        seats = (monster(stars=16, hearts=1, energy=9, poison=1), monster(place=CITY), None)
        game = buys("skyscraper", *seats, options={"win": "at-once"}, chance=["heal"])
        assert game.match.outcome is not None
        assert game.match.outcome.winners == (0,)


class TestTwoCopiesAtWork:
    def test_burrowing_twice_is_two_packets_and_armor_stops_both(self) -> None:
        both = ("burrowing", held("mimic", acts_as="burrowing"))
        game = roll(table(monster("armor-plating"), monster(*both, place=CITY), None), *ONE_CLAW)
        game.do("yield")
        assert hearts(game)[0] == 10

    def test_regeneration_twice(self) -> None:
        both = ("regeneration", held("mimic", acts_as="regeneration"))
        game = roll(table(monster(*both, hearts=3), monster(place=CITY)), HEART, 1, 1, 2, 2, 3)
        assert hearts(game)[0] == 6

    def test_wings_twice_are_paid_once(self) -> None:
        both = ("wings", held("mimic", acts_as="wings"))
        game = roll(table(None, monster(*both, energy=4, place=CITY), None), *ONE_CLAW)
        game.do("use", "wings")
        assert (energy(game)[1], hearts(game)[1]) == (2, 10)


class TestHeartsAndCounters:
    def test_a_counter_is_gone_before_the_poison_bites(self) -> None:
        game = table(monster(hearts=1, poison=1), monster(place=CITY))
        roll(game, HEART, 1, 1, 2, 2, 3)
        game.do("heart", "poison")
        assert hearts(game)[0] == 1

    def test_healing_ray_keeps_a_victim_alive_for_the_claws_that_follow(self) -> None:
        """Hearts resolve before claws: the roller heals the monster it is about to hit, and is paid for it."""
        game = table(monster("healing-ray"), monster(hearts=1, energy=2, place=CITY), None)
        roll(game, HEART, CLAW, 1, 1, 2, 2)
        game.do("use", "healing-ray", 1)
        assert (hearts(game)[1], energy(game)[0]) == (1, 2)

    def test_in_the_order_of_the_rollers_choice_it_may_be_too_late(self) -> None:
        game = table(
            monster("healing-ray"), monster(hearts=1, energy=2, place=CITY), None, options={"dice_order": "choose"}
        )
        roll(game, HEART, CLAW, CLAW, CLAW, CLAW, CLAW)
        game.do("resolve", "claws")
        assert not game.state.monsters[1].alive
        assert energy(game)[0] == 0

    def test_energy_first_pays_for_the_own_shield(self) -> None:
        seats = (monster("wings", hearts=1, energy=0), monster("burrowing", place=CITY), None)
        game = table(*seats)
        roll(game, ENERGY, ENERGY, CLAW, 1, 1, 2)
        game.do("yield")
        assert asked(game) == ("react", 0)
        game.do("use", "wings")
        assert places(game)[0] == CITY


class TestNobodyIsPestered:
    """Cards that do nothing at a moment do not ask at that moment."""

    ASKS: ClassVar = {  # what such a turn asks beside rolling
        "herd-culler": {"change"},
        "plot-twist": {"change"},
        "metamorph": {"sell"},
        "made-in-a-lab": {"buy"},
        "monster-batteries": {"buy"},  # 2 energy: enough for a sweep
    }

    @pytest.mark.parametrize("card", [card for card in BOX if DECK[card].keep])
    def test_a_quiet_turn_with_one_card_and_nothing_to_use_it_on(self, card: str) -> None:
        game = table(monster(card), monster(place=CITY), phase="start")
        kinds = set()
        game.then([1, 1, 2, 2, HEART, HEART, *([2] if card.startswith("extra-head") else [])])
        while game.pending.seat == 0:
            kinds.add(game.pending.kind)
            keep = [option for option in game.pending.options if option[0] == "keep"]
            game.do(*(keep or game.pending.options[:1])[-1])
        assert kinds - {"roll", "dice"} == self.ASKS.get(card, set())

    @pytest.mark.parametrize("card", [card for card in BOX if DECK[card].keep])
    def test_being_hit_with_one_card_and_no_energy(self, card: str) -> None:
        game = table(None, monster(card, place=CITY), None, phase="start")
        if card == "camouflage":
            game.then([1, 2])
        roll(game, *TWO_CLAWS)
        if card == "psychic-probe":
            assert game.pending.kind == "probe"
            game.do("pass")
        assert asked(game) == ("yield", 1)
        assert [tuple(option) for option in game.pending.options] == [("stay",), ("yield",)]

    def test_wings_and_rapid_healing_join_other_questions_only(self) -> None:
        game = table(monster("wings", "rapid-healing", energy=4, hearts=5), monster(place=CITY), phase="start")
        assert asked(game) == ("roll", 0)
        assert [tuple(option) for option in game.pending.options] == [
            ("roll",),
            ("use", "wings"),
            ("use", "rapid-healing"),
        ]

    def test_on_other_turns_they_ask_before_damage_only(self) -> None:
        seats = (monster(place=CITY), monster("wings", "rapid-healing", energy=9, hearts=5))
        game = roll(table(*seats), *NO_CLAW)
        assert asked(game) == ("roll", 1)


class TestSeparatePlaces:
    """The house rule that City and Bay are places of their own."""

    seats = (monster("burrowing", place=CITY), monster("jets", "wings", place=BAY), None, None, None)

    def test_the_city_hits_the_bay_and_who_flies_off_leaves_it_empty(self) -> None:
        game = roll(table(*self.seats, options={"bay": "separate"}), *NO_CLAW)
        assert asked(game) == ("yield", 1)
        game.do("yield")
        assert (hearts(game), places(game)[:2]) == ([10, 10, 9, 9, 9], [CITY, OUTSIDE])

    def test_from_the_bay_the_attacker_moves_up_to_a_city_that_yields_and_frees_the_bay(self) -> None:
        game = table(monster(place=BAY), monster(place=CITY), None, None, None, options={"bay": "separate"})
        roll(game, *ONE_CLAW).do("yield")
        assert (places(game)[:2], stars(game)[0]) == ([CITY, OUTSIDE], 0)
        assert game.told().count("Ann moves to Tokyo City.") == 1
        roll(game, *NO_CLAW)
        assert places(game)[:2] == [CITY, BAY]  # Ben has gone in again, by the Bay

    def test_a_city_that_stays_is_not_taken_nor_one_whose_monster_has_died(self) -> None:
        """Only who leaves makes room for the attacker; the City of a dead monster is empty, as on any turn."""
        for hearts_left in (10, 1):
            ben = monster(place=CITY, hearts=hearts_left)
            game = table(monster(place=BAY), ben, None, None, None, None, options={"bay": "separate"})
            roll(game, *ONE_CLAW)
            if hearts_left > 1:
                game.do("stay")
            assert places(game)[0] == BAY

    def test_an_attacker_whom_the_closing_of_the_bay_has_put_outside_enters_for_a_star(self) -> None:
        seats = (monster("nova-breath", place=BAY), monster(place=CITY), monster(hearts=1), None, None)
        game = roll(table(*seats), *ONE_CLAW)
        assert (places(game)[0], asked(game)) == (OUTSIDE, ("yield", 1))
        game.do("yield")
        assert (places(game)[:2], stars(game)[0]) == ([CITY, OUTSIDE], 1)

    def test_together_they_are_safe_from_each_other(self) -> None:
        game = roll(table(*self.seats), *NO_CLAW)
        assert hearts(game) == [10, 10, 9, 9, 9]
        assert asked(game) == ("roll", 1)


class TestBurrowing:
    """Whoever takes the place loses a heart; and only one place is taken."""

    both = (monster("burrowing", place=CITY), monster(held("mimic", acts_as="burrowing"), place=BAY))

    def test_when_city_and_bay_yield_only_the_city_is_taken(self) -> None:
        game = roll(table(None, *self.both, None, None), *ONE_CLAW)
        game.play("yield", "yield")
        assert (hearts(game)[0], places(game)[:3]) == (9, [CITY, OUTSIDE, OUTSIDE])

    @pytest.mark.parametrize(
        ("city", "bay", "lost"), [("yield", "stay", 1), ("stay", "yield", 1), ("stay",) * 2 + (0,)]
    )
    def test_when_one_of_them_yields_it_is_that_place(self, city: str, bay: str, lost: int) -> None:
        game = roll(table(None, *self.both, None, None), *ONE_CLAW)
        game.play(city, bay)
        assert hearts(game)[0] == 10 - lost

    def test_a_bay_left_beside_an_empty_city_is_not_taken(self) -> None:
        """The City's monster has died: the attacker goes there, whoever leaves the Bay."""
        seats = (None, monster(place=CITY, hearts=1), monster("burrowing", place=BAY), None, None, None)
        game = roll(table(*seats), *ONE_CLAW)
        game.do("yield")
        assert (hearts(game)[0], places(game)[:3]) == (10, [CITY, OUTSIDE, OUTSIDE])

    def test_from_the_bay_the_attacker_takes_the_city_and_loses_the_heart(self) -> None:
        seats = (monster("nova-breath", place=BAY), monster("burrowing", place=CITY), None, None, None)
        game = roll(table(*seats), *ONE_CLAW)
        game.do("yield")
        assert (hearts(game)[0], places(game)[:2]) == (9, [CITY, OUTSIDE])

    def test_it_may_die_of_it_there_and_the_city_is_empty(self) -> None:
        ann = monster("nova-breath", place=BAY, hearts=1)
        game = roll(table(ann, monster("burrowing", place=CITY), None, None, None, None), *ONE_CLAW)
        game.do("yield")
        assert (hearts(game)[0], set(places(game)), asked(game)) == (0, {OUTSIDE}, ("roll", 1))

    def test_a_child_of_it_is_outside_and_enters_like_anybody_else(self) -> None:
        ann = monster("nova-breath", "it-has-a-child", place=BAY, hearts=1, stars=5)
        game = roll(table(ann, monster("burrowing", place=CITY), None, None, None), *ONE_CLAW)
        game.do("yield")
        assert (hearts(game)[0], places(game)[0], stars(game)[0]) == (10, CITY, 1)


class TestSelling:
    def test_selling_metamorph_itself_ends_the_sale(self) -> None:
        game = table(monster("metamorph", "jets"), monster(place=CITY), phase="sell")
        game.do("use", "metamorph", "metamorph")
        assert (asked(game), cards(game, 0)) == (("roll", 1), ["jets"])

    def test_a_copy_of_it_ends_with_it(self) -> None:
        both = ("metamorph", held("mimic", acts_as="metamorph"), "jets")
        game = table(monster(*both), monster(place=CITY), phase="sell")
        game.do("use", "metamorph", "metamorph")
        assert (asked(game), cards(game, 0)) == (("roll", 1), ["mimic", "jets"])

    def test_what_the_sale_has_paid_for_can_be_used_after_it(self) -> None:
        game = table(monster("metamorph", "rapid-healing", hearts=5), monster(place=CITY), phase="sell")
        game.do("use", "metamorph", "metamorph")
        game.do("use", "rapid-healing")
        assert (asked(game), hearts(game)[0], energy(game)[0]) == (("roll", 1), 6, 1)

    def test_but_the_copy_may_be_sold_first(self) -> None:
        both = ("metamorph", held("mimic", acts_as="metamorph"), "wings")
        game = table(monster(*both), monster(place=CITY), phase="sell")
        game.play(("use", "metamorph", "mimic"), ("use", "metamorph", "wings"), "done")
        assert (energy(game)[0], cards(game, 0)) == (14, ["metamorph"])

    def test_a_child_is_no_help_after_it_was_sold(self) -> None:
        game = table(
            monster("metamorph", "it-has-a-child", hearts=1, poison=1), monster(place=CITY), None, phase="sell"
        )
        game.play(("use", "metamorph", "it-has-a-child"), "done")
        assert not game.state.monsters[0].alive

    def test_energy_from_a_sale_pays_for_wings_against_poison(self) -> None:
        game = table(
            monster("metamorph", "wings", "omnivore", hearts=1, poison=1), monster(place=CITY), None, phase="sell"
        )
        game.play(("use", "metamorph", "omnivore"), "done")
        game.do("use", "wings")
        assert (hearts(game)[0], energy(game)[0]) == (1, 2)


class TestOnTheWayToTokyo:
    def test_acid_attack_empties_tokyo_and_its_owner_moves_in(self) -> None:
        game = roll(table(monster("acid-attack"), monster(place=CITY, hearts=1), None), *NO_CLAW)
        assert (places(game)[0], stars(game)[0]) == (CITY, 1)

    def test_urbavore_adds_nothing_on_the_turn_of_entering(self) -> None:
        """The move comes after the claws: nobody attacks out of Tokyo with the roll that took it there."""
        game = roll(table(monster("urbavore", "burrowing"), monster(place=CITY, hearts=1), None), *ONE_CLAW)
        assert (hearts(game), places(game)[0]) == ([10, 0, 10], CITY)

    def test_a_monster_killed_by_a_flame_from_its_own_side_is_just_gone(self) -> None:
        game = roll(table(monster("fire-breathing"), monster(hearts=1), monster(place=CITY), None), *ONE_CLAW)
        assert hearts(game) == [10, 0, 9, 9]

    def test_two_flames_and_a_dead_neighbour_do_not_reach_the_next_one(self) -> None:
        """Neighbours are those alive when the fire is breathed."""
        game = roll(
            table(monster("fire-breathing"), monster(hearts=1), None, monster(place=CITY), None), *ONE_CLAW
        )
        assert hearts(game) == [10, 0, 10, 9, 9]

    def test_opportunist_drops_in_and_the_active_monster_has_no_second_entry(self) -> None:
        seats = (monster(place=CITY, energy=3), monster("opportunist", energy=5), None)
        game = table(*seats, phase="buy", market=["heal", *DEAR[:2]], chance=["drop-from-high-altitude", "wings"])
        game.do("buy", "heal")
        game.do("buy", "drop-from-high-altitude")
        assert places(game) == [OUTSIDE, CITY, OUTSIDE]
