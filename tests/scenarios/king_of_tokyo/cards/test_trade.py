"""Cards about buying and selling, one after the other."""

import json

import pytest

from dicecup.table import NotAllowed
from tests.scenarios.king_of_tokyo.cards.shop import NO_CLAW, asked, buys, cards, energy, hearts, places, stars
from tests.scenarios.king_of_tokyo.tokyo import CITY, DEAR, OUTSIDE, held, monster, roll, table


class TestMadeInALab:
    def test_several_one_after_the_other(self) -> None:
        game = table(
            monster("made-in-a-lab", energy=9), monster(place=CITY), phase="buy", chance=["heal", "omnivore"]
        )
        game.play(("use", "made-in-a-lab", "look"), ("use", "made-in-a-lab", "buy", 0))
        game.play(("use", "made-in-a-lab", "look"), ("use", "made-in-a-lab", "buy", 0))
        assert (cards(game, 0), energy(game)[0]) == (["made-in-a-lab", "omnivore"], 2)
        assert game.state.market == list(DEAR)  # nothing was taken from there

    def test_it_is_still_there_next_turn(self) -> None:
        game = table(monster("made-in-a-lab", energy=6), monster(place=CITY), phase="buy", chance=["wings"])
        game.play(("use", "made-in-a-lab", "look"), "leave", "done")
        roll(game, *NO_CLAW)
        roll(game, *NO_CLAW)
        game.do("use", "made-in-a-lab", "look")  # nothing is drawn for that
        assert game.pending.prompt == "You see Wings on top of the deck. Buy?"
        assert game.offers("use", "made-in-a-lab", "buy", 0)

    def test_whoever_has_left_it_may_think_again_after_buying_something_else(self) -> None:
        seats = (monster("made-in-a-lab", energy=20), monster(place=CITY))
        game = table(*seats, phase="buy", chance=["wings", "heal", "corner-store"])
        game.play(("use", "made-in-a-lab", "look"), "leave")
        assert not game.offers("use", "made-in-a-lab", "look")
        game.do("buy", "energize")  # Wings comes to the market
        game.play(("use", "made-in-a-lab", "look"), "leave", ("buy", "wings"))  # Heal was seen, and comes too
        assert game.offers("use", "made-in-a-lab", "look")

    def test_the_next_card_that_comes_to_the_market_is_the_one_that_was_seen(self) -> None:
        game = table(
            monster("made-in-a-lab", energy=3),
            monster(place=CITY),
            phase="buy",
            market=["heal", *DEAR[:2]],
            chance=["wings"],
        )
        game.play(("use", "made-in-a-lab", "look"), "leave", ("buy", "heal"))
        assert game.state.market[0] == "wings"
        assert "Wings comes to the market." in game.told(1)

    def test_two_copies_show_two_cards(self) -> None:
        both = ("made-in-a-lab", held("mimic", acts_as="made-in-a-lab"))
        game = table(monster(*both, energy=6), monster(place=CITY), phase="buy", chance=["heal", "wings"])
        game.play(("use", "made-in-a-lab", "look"), "leave", ("use", "made-in-a-lab", "look"))
        assert game.pending.prompt == "You see Heal and Wings on top of the deck. Buy?"
        game.do("use", "made-in-a-lab", "buy", 1)
        assert (cards(game, 0)[-1], [each.card for each in game.state.top]) == ("wings", ["heal"])

    def test_another_lab_sees_the_same_card(self) -> None:
        top = [{"card": "wings", "seen_by": [1]}]
        copy = held("mimic", acts_as="made-in-a-lab")
        game = table(monster("made-in-a-lab", energy=1), monster(copy, place=CITY), phase="buy", top=top)
        game.do("use", "made-in-a-lab", "look")
        assert game.told(0)[-1] == "Ann looks at the top card of the deck: Wings."
        assert game.state.top[0].seen_by == [1, 0]

    def test_an_empty_deck_is_made_anew_to_look_at_it(self) -> None:
        game = table(
            monster("made-in-a-lab", energy=1), monster(place=CITY), phase="buy", deck=[], chance=["wings"]
        )
        game.do("use", "made-in-a-lab", "look")
        assert [each.card for each in game.state.top] == ["wings"]

    def test_opportunist_gets_no_chance(self) -> None:
        seats = (monster("made-in-a-lab", energy=9), monster("opportunist", energy=20, place=CITY))
        game = table(*seats, phase="buy", chance=["omnivore"])
        game.play(("use", "made-in-a-lab", "look"), ("use", "made-in-a-lab", "buy", 0))
        assert asked(game) == ("buy", 0)

    def test_not_in_other_steps(self) -> None:
        game = table(monster("made-in-a-lab"), monster(place=CITY))
        assert game.refuses("use", "made-in-a-lab", "look") == "Made in a Lab can be used only when you buy."


class TestSecretOfTheLab:
    """What was seen in the lab stays there."""

    @pytest.mark.parametrize("energy_held", [0, 1, 5, 9])
    @pytest.mark.parametrize("card", ["wings", "solar-powered", "energize"])
    def test_the_others_see_no_difference(self, card: str, energy_held: int) -> None:
        """Whatever the card, whether it could be paid or not: view, question, log and record are the same."""
        seen = [self._seen(each, energy_held) for each in (card, "mimic")]
        assert seen[0] == seen[1]
        assert card not in seen[0]

    @staticmethod
    def _seen(card: str, energy_held: int) -> str:
        market = ["evacuation-orders", "evacuation-orders-2", "frenzy"]
        seats = (monster("made-in-a-lab", energy=energy_held), monster(place=CITY), None)
        game = table(*seats, phase="buy", market=market, chance=[card])
        game.do("use", "made-in-a-lab", "look")
        assert asked(game) == ("peeked", 0)
        assert DECK_NAME[card] in game.told(0)[-1]
        pages = []
        for viewer in (1, 2, None):
            pages += [game.match.view(viewer).to_json(), game.pending.to_json(viewer), game.match.record(viewer)]
        game.do("leave")
        pages += [game.pending.to_json(1)] if game.pending.seat == 0 else []
        return json.dumps([*pages, game.told(1), game.told(None)])

    def test_a_fork_for_somebody_else_draws_another_card(self) -> None:
        seats = (monster("made-in-a-lab", energy=2), monster(place=CITY))
        game = table(*seats, phase="buy", chance=["wings"])
        game.do("use", "made-in-a-lab", "look")
        guesses = {game.match.fork(1, seed=seed).state.top[0].card for seed in range(30)}
        assert len(guesses) > 10
        assert {game.match.fork(0, seed=seed).state.top[0].card for seed in range(5)} == {"wings"}

    def test_a_fork_for_who_looks_knows_a_card_that_another_has_seen_before(self) -> None:
        top = [{"card": "wings", "seen_by": [1]}]
        copy = held("mimic", acts_as="made-in-a-lab")
        game = table(monster("made-in-a-lab", energy=9), monster(copy, place=CITY), phase="buy", top=top)
        game.do("use", "made-in-a-lab", "look")
        for seed in range(10):
            assert game.match.fork(0, seed=seed).state.top[0].card == "wings"

    def test_a_fork_in_mid_purchase_knows_what_was_bought(self) -> None:
        """The card bought from the deck is public then, while others decide how to take it."""
        seats = (monster("made-in-a-lab", energy=6), monster("wings", energy=2, place=CITY))
        game = table(*seats, phase="buy", chance=["gas-refinery"])
        game.play(("use", "made-in-a-lab", "look"), ("use", "made-in-a-lab", "buy", 0))
        assert asked(game) == ("react", 1)
        for viewer in (0, 1, None):
            twin = game.match.fork(viewer, seed=1)
            assert twin.pending is not None
            assert (
                twin.pending.prompt
                == game.pending.prompt
                == "Gas Refinery: 3 damage is coming, and you have 10 hearts."
            )

    def test_a_fork_knows_the_card_that_came_from_the_top_to_the_market(self) -> None:
        seats = (monster("made-in-a-lab", energy=3), monster("opportunist", energy=9, place=CITY))
        game = table(*seats, phase="buy", market=["heal", *DEAR[:2]], chance=["wings"])
        game.play(("use", "made-in-a-lab", "look"), "leave", ("buy", "heal"))
        assert asked(game) == ("snatch", 1)
        for viewer in (0, 1, None):
            twin = game.match.fork(viewer, seed=1)
            assert twin.state.market[0] == "wings"
            assert twin.pending is not None
            assert [tuple(option) for option in twin.pending.options] == [("pass",), ("buy", "wings")]

    def test_looking_cannot_be_taken_back(self) -> None:
        game = table(monster("made-in-a-lab", energy=2), monster(place=CITY), phase="buy", chance=["wings"])
        game.do("use", "made-in-a-lab", "look")
        with pytest.raises(NotAllowed):
            game.match.undo(0)

    def test_nor_turning_up_a_card_that_was_looked_at(self) -> None:
        game = table(
            monster("made-in-a-lab", energy=9),
            monster(place=CITY),
            phase="buy",
            market=["heal", *DEAR[:2]],
            chance=["wings"],
        )
        game.play(("use", "made-in-a-lab", "look"), "leave", ("buy", "heal"))
        with pytest.raises(NotAllowed):
            game.match.undo(0)


DECK_NAME = {"wings": "Wings", "solar-powered": "Solar Powered", "energize": "Energize", "mimic": "Mimic"}


class TestMetamorph:
    def test_any_number_of_cards_itself_last(self) -> None:
        game = table(monster("metamorph", "wings", "omnivore"), monster(place=CITY), phase="sell")
        game.play(
            ("use", "metamorph", "wings"), ("use", "metamorph", "omnivore"), ("use", "metamorph", "metamorph")
        )
        assert (energy(game)[0], cards(game, 0)) == (13, [])
        assert game.told()[0] == "Ann gives Wings back for 6 energy."
        assert asked(game) == ("roll", 1)

    def test_one_need_not(self) -> None:
        game = table(monster("metamorph"), monster(place=CITY), phase="sell")
        game.do("done")
        assert cards(game, 0) == ["metamorph"]

    def test_after_buying_and_a_card_of_this_turn_too(self) -> None:
        game = buys("camouflage", monster("metamorph", energy=3), monster(place=CITY))
        assert asked(game) == ("sell", 0)
        game.do("use", "metamorph", "camouflage")
        game.do("done")
        assert energy(game)[0] == 3
        assert game.state.active == 1  # no more buying afterwards

    @pytest.mark.parametrize(("rule", "refund"), [("printed-cost", 3), ("price-paid", 2)])
    def test_printed_cost_or_price_paid(self, rule: str, refund: int) -> None:
        seats = (monster("metamorph", "alien-metabolism", energy=2), monster(place=CITY))
        game = buys("camouflage", *seats, options={"metamorph": rule})
        game.do("use", "metamorph", "camouflage")
        assert energy(game)[0] == refund

    def test_a_half_used_smoke_cloud_brings_its_full_cost(self) -> None:
        game = table(monster("metamorph", held("smoke-cloud", counters=1)), monster(place=CITY), phase="sell")
        game.do("use", "metamorph", "smoke-cloud")
        assert energy(game)[0] == 4

    def test_selling_a_copied_card_ends_the_copy(self) -> None:
        seats = (monster("metamorph", "extra-head"), monster(held("mimic", acts_as="extra-head"), place=CITY))
        game = table(*seats, phase="sell")
        game.do("use", "metamorph", "extra-head")
        assert game.state.monsters[1].cards[0].acts_as == ""
        assert "Ben's Mimic has nothing left to copy." in game.told()

    def test_what_it_gives_counts_for_solar_powered(self) -> None:
        game = table(monster("metamorph", "solar-powered"), monster(place=CITY), phase="sell")
        game.do("use", "metamorph", "metamorph")
        assert energy(game)[0] == 3


class TestOpportunist:
    def test_not_what_it_cannot_pay(self) -> None:
        seats = (monster(energy=3), monster("opportunist", energy=5, place=CITY))
        game = table(*seats, phase="buy", market=["heal", *DEAR[:2]], chance=["wings"])
        game.do("buy", "heal")
        assert asked(game) == ("roll", 1)

    def test_several_clockwise_from_the_active_monster(self) -> None:
        copy = monster(held("mimic", acts_as="opportunist"), energy=9)
        seats = (monster(energy=3), None, copy, monster("opportunist", energy=9, place=CITY))
        game = table(*seats, phase="buy", market=["heal", *DEAR[:2]], chance=["wings", "jets"])
        game.do("buy", "heal")
        assert asked(game) == ("snatch", 2)
        game.do("pass")
        assert asked(game) == ("snatch", 3)
        game.do("buy", "wings")
        assert asked(game) == ("snatch", 2)  # Jets, which came for Wings, are offered to both again

    def test_after_a_sweep_the_second_has_what_the_first_has_left(self) -> None:
        copy = monster(held("mimic", acts_as="opportunist"), energy=20)
        seats = (monster(energy=2), None, copy, monster("opportunist", energy=20, place=CITY))
        game = table(*seats, phase="buy", chance=["wings", "omnivore", "jets", "gourmet", "heal"])
        game.play("sweep", ("buy", "wings"))
        assert asked(game) == ("snatch", 2)  # among Gourmet, Omnivore and Jets now
        game.do("pass")
        assert asked(game) == ("snatch", 3)
        assert all(game.offers("buy", card) for card in ("gourmet", "omnivore", "jets"))
        game.do("buy", "jets")
        # Heal has come for Jets: it is offered to Cleo first, and what she has let go is not.
        assert (asked(game), game.pending.prompt[:18]) == (("snatch", 2), "Heal was turned up")
        assert game.refuses("buy", "omnivore") == "You have passed on Omnivore."
        game.do("pass")
        assert asked(game) == ("snatch", 3)
        assert all(game.offers("buy", card) for card in ("gourmet", "omnivore", "heal"))
        game.do("pass")
        assert asked(game) == ("roll", 1)

    def test_what_was_too_dear_is_offered_when_it_can_be_paid_after_all(self) -> None:
        """Cleo's Fire Blast makes Dan stronger by the 1 energy that he needs for the card beside it."""
        cleo = monster(held("mimic", acts_as="opportunist"), energy=3)
        dan = monster("opportunist", "were-only-making-it-stronger", energy=4, place=CITY)
        chance = ["jets", "fire-blast", "wings", "frenzy"]
        game = table(monster(energy=2), None, cleo, dan, phase="buy", chance=chance)
        game.play("sweep", ("buy", "fire-blast"))
        assert (asked(game), game.state.monsters[3].energy) == (("snatch", 3), 5)
        assert game.offers("buy", "jets")

    def test_the_active_monster_goes_first_if_it_has_one_too(self) -> None:
        copy = monster(held("mimic", acts_as="opportunist"), energy=9)
        game = table(
            copy,
            monster("opportunist", energy=9, place=CITY),
            phase="buy",
            market=["heal", *DEAR[:2]],
            chance=["wings"],
        )
        game.do("buy", "heal")
        assert asked(game) == ("snatch", 0)
        game.do("pass")
        assert asked(game) == ("snatch", 1)

    def test_alone_the_active_monster_is_not_asked(self) -> None:
        game = table(
            monster("opportunist", energy=9),
            monster(place=CITY),
            phase="buy",
            market=["heal", *DEAR[:2]],
            chance=["wings"],
        )
        game.do("buy", "heal")
        assert asked(game) == ("buy", 0)

    def test_the_card_it_buys_may_kill_itself(self) -> None:
        seats = (monster(energy=9), None, monster("opportunist", energy=9, hearts=3, place=CITY))
        game = table(*seats, phase="buy", market=["heal", *DEAR[:2]], chance=["tanks", "jets"])
        game.do("buy", "heal")
        game.do("buy", "tanks")
        assert (hearts(game)[2], places(game)) == (0, [OUTSIDE, OUTSIDE, OUTSIDE])
        assert asked(game) == ("buy", 0)
        assert sorted(game.state.discard) == ["heal", "opportunist", "tanks"]

    def test_the_last_card_of_the_active_monster_is_not_followed_by_another_offer(self) -> None:
        """Ann dies of her own Tanks: the turn is over, and what came for them stays in the market."""
        seats = (monster(energy=9, hearts=3), None, monster("opportunist", energy=9, place=CITY))
        game = table(*seats, phase="buy", market=["tanks", *DEAR[:2]], chance=["jets"])
        game.do("buy", "tanks")
        assert asked(game) == ("roll", 1)

    def test_it_may_copy_with_mimic_on_another_turn(self) -> None:
        seats = (monster("wings", energy=3), monster("opportunist", energy=8, place=CITY))
        game = table(*seats, phase="buy", market=["heal", *DEAR[:2]], chance=["mimic", "tanks"])
        game.do("buy", "heal")
        game.do("buy", "mimic")
        assert asked(game) == ("copy", 1)
        game.do("copy", 0, "wings")
        assert game.state.monsters[1].cards[1].acts_as == "wings"

    def test_it_may_fill_batteries_on_another_turn(self) -> None:
        seats = (monster(energy=3), monster("opportunist", energy=5, place=CITY))
        options = {"batteries": "stake"}
        game = table(
            *seats, phase="buy", market=["heal", *DEAR[:2]], chance=["monster-batteries", "jets"], options=options
        )
        game.do("buy", "heal")
        game.do("buy", "monster-batteries")
        assert asked(game) == ("stake", 1)
        game.do("stake", 2)
        assert game.state.monsters[1].cards[1].counters == 4 - 2  # his turn has begun

    def test_nobody_sees_the_first_market_before_the_others(self) -> None:
        game = table(None, monster("opportunist", energy=9), phase="roll")
        assert asked(game) == ("roll", 0)

    def test_a_chain_through_the_whole_purse(self) -> None:
        seats = (
            monster(energy=3),
            monster("opportunist", "alien-metabolism", "dedicated-news-team", energy=9, place=CITY),
        )
        chance = ["omnivore", "gourmet", "camouflage", "jets"]
        game = table(*seats, phase="buy", market=["heal", *DEAR[:2]], chance=chance)
        game.do("buy", "heal")
        game.play(("buy", "omnivore"), ("buy", "gourmet"), ("buy", "camouflage"))
        assert energy(game)[1] == 9 - 3 - 3 - 2
        assert stars(game)[1] == 3 + 2  # the news, and the start of his turn in Tokyo


class TestParasiticTentacles:
    def test_the_seller_cannot_refuse_and_is_paid(self) -> None:
        game = table(monster("parasitic-tentacles", energy=6), None, monster("wings"), phase="buy")
        game.do("use", "parasitic-tentacles", 2, "wings")
        assert (cards(game, 0), cards(game, 2)) == (["parasitic-tentacles", "wings"], [])
        assert energy(game) == [0, 0, 6]
        assert game.told() == [
            "Ann buys Wings from Cleo for 6 energy (0 left).",
            "Parasitic Tentacles: Cleo gains 6 energy (now 6).",
            "It is Ben's turn.",
        ]

    def test_only_in_the_own_buying_step(self) -> None:
        game = table(None, monster("parasitic-tentacles", energy=6), monster("wings", place=CITY), phase="roll")
        assert asked(game) == ("roll", 0)
        game = table(monster("parasitic-tentacles", energy=6), monster("wings", place=CITY))
        assert game.refuses("use", "parasitic-tentacles", 1, "wings") == (
            "Parasitic Tentacles can be used only when you buy."
        )

    @pytest.mark.parametrize(("rule", "counters"), [("come-along", 1), ("refilled", 3)])
    def test_counters_of_smoke_cloud(self, rule: str, counters: int) -> None:
        seats = (monster("parasitic-tentacles", energy=4), None, monster(held("smoke-cloud", counters=1)))
        game = table(*seats, phase="buy", options={"sold_counters": rule})
        game.do("use", "parasitic-tentacles", 2, "smoke-cloud")
        assert game.state.monsters[0].cards[1].counters == counters

    @pytest.mark.parametrize(("rule", "counters"), [("come-along", 2), ("refilled", 6)])
    def test_counters_of_batteries(self, rule: str, counters: int) -> None:
        seats = (monster("parasitic-tentacles", energy=4), None, monster(held("monster-batteries", counters=2)))
        game = table(*seats, phase="buy", options={"sold_counters": rule})
        game.do("use", "parasitic-tentacles", 2, "monster-batteries")
        assert game.state.monsters[0].cards[1].counters == counters

    def test_an_extra_head_changes_hands(self) -> None:
        game = table(monster("parasitic-tentacles", energy=7), monster("extra-head", place=CITY), phase="buy")
        game.do("use", "parasitic-tentacles", 1, "extra-head")
        roll(game, *NO_CLAW)
        while game.pending.kind != "roll":
            game.do("done")
        roll(game, *NO_CLAW, 1)
        assert "Ann rolls 1 1 2 2 3 3 1." in game.told()

    def test_not_its_own_and_not_the_deads(self) -> None:
        game = table(
            monster("parasitic-tentacles", "omnivore", energy=9),
            monster(place=CITY),
            monster(hearts=0),
            phase="buy",
        )
        assert not any(option[0] == "use" for option in game.pending.options)

    def test_a_copy_of_the_bought_card_stays_a_copy(self) -> None:
        copy = monster(held("mimic", acts_as="extra-head"), place=CITY)
        game = table(monster("parasitic-tentacles", energy=7), copy, monster("extra-head"), phase="buy")
        game.do("use", "parasitic-tentacles", 2, "extra-head")
        assert game.state.monsters[1].cards[0].acts_as == "extra-head"

    def test_buying_mimic_one_chooses_anew(self) -> None:
        seats = (
            monster("parasitic-tentacles", energy=8),
            None,
            monster(held("mimic", acts_as="smoke-cloud", counters=2), "smoke-cloud"),
        )
        game = table(*seats, phase="buy")
        game.do("use", "parasitic-tentacles", 2, "mimic")
        assert asked(game) == ("copy", 0)
        game.do("copy", 2, "smoke-cloud")
        assert game.state.monsters[0].cards[1].counters == 3
        assert cards(game, 2) == ["smoke-cloud"]

    def test_it_may_take_a_child_away(self) -> None:
        seats = (monster("parasitic-tentacles", energy=9), None, monster("it-has-a-child", hearts=1, place=CITY))
        game = table(*seats, phase="buy", market=["fire-blast", *DEAR[:2]], chance=["energize"])
        game.do("use", "parasitic-tentacles", 2, "it-has-a-child")
        game.do("done")
        assert game.match.state.monsters[0].cards[1].card == "it-has-a-child"

    def test_a_card_sold_for_its_full_price_and_bought_cheaply(self) -> None:
        seats = (monster("parasitic-tentacles", "metamorph", energy=3), monster("camouflage", place=CITY))
        game = table(*seats, phase="buy")
        game.do("use", "parasitic-tentacles", 1, "camouflage")
        game.do("use", "metamorph", "camouflage")
        assert energy(game) == [3, 3]
