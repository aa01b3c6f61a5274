"""Cards that go in the middle of a turn: what was decided with them stands.

Who is hit, who may yield, which counters come with damage, and whether another turn was earned are decided when
the dice score and the damage is on its way. A death or a sale that takes the card away later changes nothing.
"""

from typing import Any

import pytest

from dicecup.testing import Scripted
from tests.scenarios.king_of_tokyo.cards.shop import NO_CLAW, asked, buys, cards, hearts, places, stars
from tests.scenarios.king_of_tokyo.tokyo import (
    BAY,
    CITY,
    CLAW,
    DEAR,
    OUTSIDE,
    held,
    load,
    monster,
    roll,
    table,
)

ONE_CLAW = (CLAW, 1, 1, 2, 2, 3)
TWO_CLAWS = (CLAW, CLAW, 1, 1, 2, 2)
THREE_ONES = (1, 1, 1, 2, 2, 3)


def mimic(card: str) -> dict[str, Any]:
    return held("mimic", acts_as=card)


class TestNovaBreath:
    """Ann's Mimic is Nova Breath; Ben, who has the card itself, dies of the attack."""

    def attack(self, mine: str, *others: str, dice: tuple[int, ...] = TWO_CLAWS, **options: Any) -> Scripted:
        theirs = monster(*others, place=BAY if mine == CITY else CITY)
        seats = (monster(mimic("nova-breath"), place=mine), monster("nova-breath", hearts=1), theirs)
        game = roll(table(*seats, None, None, None, options=options), *dice)
        assert (hearts(game)[1], game.state.monsters[0].cards[0].acts_as) == (0, "")
        return game

    @pytest.mark.parametrize("mine", [CITY, BAY])
    def test_whoever_was_hit_in_the_other_place_is_asked(self, mine: str) -> None:
        game = self.attack(mine)
        assert (hearts(game), asked(game)) == ([10, 0, 8, 8, 8, 8], ("yield", 2))
        game.do("stay")
        assert places(game)[2] == (BAY if mine == CITY else CITY)

    def test_the_bay_that_yields_to_the_city_is_left_empty(self) -> None:
        game = self.attack(CITY)
        game.do("yield")
        assert places(game)[:3] == [CITY, OUTSIDE, OUTSIDE]

    def test_the_city_that_yields_is_taken_from_the_bay_without_a_star(self) -> None:
        game = self.attack(BAY)
        game.do("yield")
        assert (places(game)[:3], stars(game)[0]) == ([CITY, OUTSIDE, OUTSIDE], 0)
        assert game.told()[-2:] == ["Ann moves to Tokyo City.", "It is Cleo's turn."]

    @pytest.mark.parametrize("mine", [CITY, BAY])
    def test_jets_still_have_their_choice(self, mine: str) -> None:
        game = self.attack(mine, "jets")
        assert (hearts(game)[2], asked(game)) == (10, ("yield", 2))
        game.do("yield")
        assert (hearts(game)[2], places(game)[2]) == (10, OUTSIDE)

    def test_jets_that_stay_are_hit(self) -> None:
        game = self.attack(CITY, "jets")
        game.do("stay")
        assert (hearts(game)[2], places(game)[2]) == (8, BAY)

    def test_it_makes_no_difference_whether_city_and_bay_are_separate(self) -> None:
        game = self.attack(BAY, bay="separate")
        assert asked(game) == ("yield", 2)

    def test_nobody_is_asked_who_burns_without_being_attacked(self) -> None:
        """Fire Breathing reaches into the other place; claws do not, and nobody yields to mere fire."""
        seats = (monster("fire-breathing", place=BAY), monster(place=CITY), None, None, None)
        game = roll(table(*seats), *ONE_CLAW)
        assert (hearts(game)[1], asked(game)) == (9, ("roll", 1))


class TestFreezeTime:
    def test_copied_and_its_owner_dies_of_the_claws(self) -> None:
        seats = (monster(mimic("freeze-time")), monster("freeze-time", hearts=1, place=CITY), None)
        game = roll(table(*seats), 1, 1, 1, CLAW, 2, 3)
        assert (hearts(game)[1], asked(game)) == (0, ("extra turn", 0))
        assert game.pending.prompt == "Freeze Time: take another turn with one die fewer?"
        game.do("extra-turn")
        assert (game.state.active, game.state.fewer_dice) == (0, 1)
        roll(game, 1, 1, 1, 2, 2)  # nothing is left that would freeze time again
        assert game.state.active == 2

    def test_copied_and_its_owner_dies_of_a_card_bought(self) -> None:
        seats = (monster(mimic("freeze-time"), energy=3), monster("freeze-time", hearts=2), monster(place=CITY))
        game = table(*seats, market=["fire-blast", *DEAR[:2]], chance=["energize"])
        roll(game, *THREE_ONES)
        game.do("buy", "fire-blast")
        assert (hearts(game)[1], asked(game)) == (0, ("extra turn", 0))

    def test_sold_with_metamorph(self) -> None:
        game = roll(table(monster("freeze-time", "metamorph"), monster(place=CITY)), *THREE_ONES)
        game.play(("use", "metamorph", "freeze-time"), "done")
        assert (cards(game, 0), asked(game)) == (["metamorph"], ("extra turn", 0))

    def test_bought_away_by_an_opponent_it_does_not_come_along(self) -> None:
        """The extra turn is that of whoever rolled: in Ben's turn the dice are his own."""
        seats = (monster("freeze-time"), monster("parasitic-tentacles", energy=5, place=CITY))
        game = roll(table(*seats), *THREE_ONES)
        game.do("pass")
        roll(game, *NO_CLAW)
        game.play(("use", "parasitic-tentacles", 0, "freeze-time"))
        assert (cards(game, 1), game.state.active) == (["parasitic-tentacles", "freeze-time"], 0)

    def test_lost_with_everything_to_a_child_in_the_poison(self) -> None:
        ann = monster("freeze-time", "it-has-a-child", hearts=1, poison=1, energy=0)
        game = roll(table(ann, monster(place=CITY)), *THREE_ONES)
        assert (hearts(game)[0], cards(game, 0), asked(game)) == (10, [], ("extra turn", 0))

    def test_whoever_dies_for_good_takes_no_turn(self) -> None:
        game = roll(table(monster("freeze-time", hearts=1, poison=1), monster(place=CITY), None), *THREE_ONES)
        assert (hearts(game)[0], asked(game)) == (0, ("roll", 1))

    def test_bought_after_the_dice_have_scored_it_must_still_be_there_at_the_end(self) -> None:
        ann = monster("metamorph", energy=5)
        game = table(ann, monster(place=CITY), market=["freeze-time", *DEAR[:2]], chance=["energize"])
        roll(game, *THREE_ONES)
        game.play(("buy", "freeze-time"), ("use", "metamorph", "freeze-time"), "done")
        assert asked(game) == ("roll", 1)

    @pytest.mark.parametrize(("first", "follows"), [("stars", ("extra turn", 0)), ("claws", ("roll", 2))])
    def test_in_an_order_of_ones_own_it_counts_when_the_numbers_do(
        self, first: str, follows: tuple[str, int]
    ) -> None:
        seats = (monster(mimic("freeze-time")), monster("freeze-time", hearts=1, place=CITY), None)
        game = roll(table(*seats, options={"dice_order": "choose"}), 1, 1, 1, CLAW, 2, 3)
        game.do("resolve", first)
        assert asked(game) == follows

    def test_in_an_order_of_ones_own_it_is_worth_choosing_even_without_a_star_to_gain(self) -> None:
        ann = monster("freeze-time", stars=20, hearts=1, poison=1, place=CITY)
        game = table(ann, None, None, options={"dice_order": "choose"})
        roll(game, 1, 1, 1, CLAW, 2, 3)
        assert game.offers("resolve", "stars")

    def test_a_save_remembers_it(self) -> None:
        game = roll(table(monster("freeze-time", "metamorph"), monster(place=CITY)), *THREE_ONES)
        game.do("use", "metamorph", "freeze-time")
        match = load(game.match.save())
        match.answer("done")
        assert match.pending is not None
        assert match.pending.kind == "extra turn"

    def test_everybody_can_see_it(self) -> None:
        game = roll(table(monster("freeze-time", "metamorph"), monster(place=CITY)), *THREE_ONES)
        assert game.match.view(None).to_json()["another_turn"] == "Freeze Time"
        game.play("done", "extra-turn")
        assert game.match.view(None).to_json()["another_turn"] == ""


class TestCounters:
    """Ann copies a card of Ben, in the City, who dies of her attack; Cleo's damage waits in the Bay for Jets."""

    def attack(self, card: str, **options: Any) -> Scripted:
        cleo = monster("jets", place=BAY)
        seats = (monster(mimic(card)), monster(card, hearts=1, place=CITY), cleo, None, None, None)
        game = roll(table(*seats, options=options), *TWO_CLAWS)
        assert (hearts(game)[1], asked(game)) == (0, ("yield", 2))
        return game

    @pytest.mark.parametrize(
        ("card", "counter", "told"),
        [("poison-spit", "poison", "Poison Spit: Cleo gets"), ("shrink-ray", "shrink", "Shrink Ray: Cleo gets")],
    )
    def test_they_come_with_the_damage(self, card: str, counter: str, told: str) -> None:
        game = self.attack(card)
        assert game.match.view(2).to_json()["held_back"][0][counter] == 1
        game.do("stay")
        cleo = game.state.monsters[2]
        assert (cleo.hearts, getattr(cleo, counter)) == (8, 1)
        assert f"{told} 1 {counter} counter." in game.told()

    def test_yielding_escapes_them(self) -> None:
        game = self.attack("poison-spit")
        game.do("yield")
        assert (hearts(game)[2], game.state.monsters[2].poison) == (10, 0)

    def test_first_edition_on_what_burrowing_leaves_behind(self) -> None:
        """Ben yields with a copy of Cleo's Poison Spit; she stays in spite of her Jets and dies."""
        ben = monster("burrowing", mimic("poison-spit"), place=CITY)
        cleo = monster("jets", "poison-spit", place=BAY, hearts=1)
        seats = (None, ben, cleo, None, None, None)
        game = roll(table(*seats, options={"spit_and_ray": "any-damage"}), *ONE_CLAW)
        game.play("yield", "stay")
        assert (hearts(game)[:3], game.state.monsters[0].poison) == ([8, 9, 0], 1)  # she has felt the poison, too
        assert "Poison Spit: Ann gets 1 poison counter." in game.told()

    def test_both_cards_are_named(self) -> None:
        game = roll(table(monster("poison-spit", "shrink-ray"), monster(place=CITY), None), *ONE_CLAW)
        assert "Poison Spit and Shrink Ray: Ben gets 1 poison counter and 1 shrink counter." in game.told()


class TestWhatIsDecidedLater:
    """Cards are asked when they have something to say: one that is gone by then says nothing."""

    def test_a_copied_shield_is_no_help_against_damage_that_waited(self) -> None:
        cleo = monster("jets", mimic("camouflage"), place=BAY)
        seats = (None, monster("camouflage", hearts=1, place=CITY), cleo, None, None, None)
        game = table(*seats).then([1, 1])  # Ben's dice do not save him
        roll(game, *TWO_CLAWS)
        game.do("stay")
        assert hearts(game)[:3] == [10, 0, 8]

    def test_copied_burrowing_whose_owner_has_died_leaves_nothing_behind(self) -> None:
        copy = monster(mimic("burrowing"), place=BAY)
        game = roll(table(None, monster("burrowing", hearts=1, place=CITY), copy, None, None, None), *ONE_CLAW)
        game.do("yield")
        assert hearts(game)[0] == 10

    def test_burrowing_once_left_behind_stays_though_its_owner_dies(self) -> None:
        copy = monster(mimic("burrowing"), place=CITY)
        cleo = monster("jets", "burrowing", place=BAY, hearts=1)
        game = roll(table(None, copy, cleo, None, None, None), *ONE_CLAW)
        game.play("yield", "stay")
        assert (hearts(game)[0], places(game)[0]) == (9, CITY)

    def test_an_opportunist_whom_the_card_bought_has_robbed_of_its_copy_is_not_asked(self) -> None:
        copy = monster(mimic("opportunist"), energy=9, place=CITY)
        game = buys("fire-blast", monster(energy=3), monster("opportunist", hearts=2), copy, chance=["wings"])
        assert (hearts(game), asked(game)) == ([10, 0, 8], ("roll", 2))

    def test_wings_spread_last_for_the_turn_though_the_card_is_gone(self) -> None:
        """Cleo pays for a copy of Ben's Wings; he dies, and what comes later in the turn does not hurt her."""
        seats = (monster("nova-breath", energy=3), monster("wings", hearts=1), monster(mimic("wings"), energy=2))
        game = table(*seats, monster(place=CITY), market=["fire-blast", *DEAR[:2]], chance=["energize"])
        roll(game, *TWO_CLAWS)
        game.do("use", "mimic")
        assert hearts(game)[1:] == [0, 10, 8]
        game.play("stay", ("buy", "fire-blast"))
        assert hearts(game)[1:] == [0, 10, 6]
