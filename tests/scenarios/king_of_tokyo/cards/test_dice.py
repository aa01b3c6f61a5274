"""Cards about dice, one after the other."""

import pytest

from tests.scenarios.king_of_tokyo.cards.shop import NO_CLAW, asked, buys, cards, energy, hearts, stars
from tests.scenarios.king_of_tokyo.tokyo import CITY, CLAW, DEAR, ENERGY, HEART, held, monster, roll, stop, table

ONE_CLAW = (CLAW, 1, 1, 2, 2, 3)


class TestBackgroundDweller:
    def test_nobody_has_to(self) -> None:
        game = table(monster("background-dweller"), monster(place=CITY), chance=[[3, 3, 3, 1, 1, 2]])
        game.do("roll")
        stop(game)
        assert stars(game)[0] == 3

    def test_only_3s(self) -> None:
        game = table(monster("background-dweller"), monster(place=CITY), chance=[[3, 1, 1, 2, 2, CLAW]])
        game.do("roll")
        assert game.offers("use", "background-dweller", 0)
        assert not game.offers("use", "background-dweller", 1)

    def test_without_a_3_and_a_roll_nobody_is_asked(self) -> None:
        game = table(
            monster("background-dweller"), monster(place=CITY), chance=[NO_CLAW, NO_CLAW, [1, 1, 2, 2, 5, 5]]
        )
        game.play("roll", ("keep",), ("keep",))
        assert game.state.active == 0
        assert game.pending.kind == "buy"

    def test_a_3_made_by_a_probe_can_be_rolled_again(self) -> None:
        game = table(monster("background-dweller"), monster("psychic-probe", place=CITY), None)
        roll(game, 1, 1, 2, 2, 1, CLAW)
        game.then([3]).do("use", "psychic-probe", 0)
        assert asked(game) == ("change", 0)
        game.then([CLAW]).do("use", "background-dweller", 0)
        assert hearts(game)[1] == 8

    def test_without_a_probe_there_is_no_second_chance_after_stopping(self) -> None:
        game = table(monster("background-dweller"), monster("psychic-probe", place=CITY), None)
        roll(game, 3, 3, 2, 2, 1, 1)
        game.do("pass")
        assert game.state.active == 1

    def test_a_prober_who_has_it_may_roll_its_3_again(self) -> None:
        game = table(None, monster("psychic-probe", "background-dweller", place=CITY), None)
        roll(game, CLAW, CLAW, CLAW, 1, 1, 2)
        game.then([3]).do("use", "psychic-probe", 0)
        assert asked(game) == ("again", 1)
        assert game.pending.prompt == "You rolled 3. Roll any of them again?"
        game.then([HEART]).do("again", 0)
        assert cards(game, 1) == ["background-dweller"]
        assert hearts(game)[1] == 8

    def test_it_works_on_camouflage_dice(self) -> None:
        game = table(None, monster("camouflage", "background-dweller", place=CITY), None)
        game.then([3, 3])
        roll(game, CLAW, CLAW, 1, 1, 2, 2)
        assert asked(game) == ("again", 1)
        game.then([HEART]).do("again", 1)
        assert game.offers("again", 0)
        game.do("done")
        assert hearts(game)[1] == 9
        assert "Background Dweller: Ben rolls die 2 again: 3, now heart." in game.told()


class TestExtraHead:
    @pytest.mark.parametrize(
        ("heads", "dice"),
        [
            (("extra-head",), 7),
            (("extra-head", "extra-head-2"), 8),
            (("extra-head", "extra-head-2", held("mimic", acts_as="extra-head")), 9),
        ],
    )
    def test_one_die_each(self, heads: tuple[str, ...], dice: int) -> None:
        game = table(monster(*heads), monster(place=CITY), chance=[[1] * dice])
        game.do("roll")
        assert len(game.state.dice) == dice
        assert game.told().count("Extra Head: Ann has one more die.") == len(heads)
        assert len(game.pending.options) == 2**dice

    def test_bought_now_it_counts_from_the_next_turn(self) -> None:
        game = buys("extra-head", monster(energy=7), None)
        roll(game, *NO_CLAW)
        roll(game, *NO_CLAW, 1)
        assert "Ann rolls 1 1 2 2 3 3 1." in game.told()


class TestFreezeTime:
    def test_one_may_decline(self) -> None:
        game = roll(table(monster("freeze-time"), monster(place=CITY)), 1, 1, 1, 2, 2, 3)
        assert [option[0] for option in game.pending.options] == ["extra-turn", "pass"]
        game.do("pass")
        assert game.state.active == 1

    def test_bought_after_three_1s_it_counts(self) -> None:
        game = table(
            monster(energy=5), monster(place=CITY), market=["freeze-time", *DEAR[:2]], chance=["energize"]
        )
        roll(game, 1, 1, 1, 2, 2, 3)
        game.do("buy", "freeze-time")
        assert asked(game) == ("extra turn", 0)
        game.do("extra-turn")
        roll(game, 1, 1, 2, 2, 3)
        assert game.state.active == 1

    def test_it_comes_before_frenzy_which_has_all_dice_again(self) -> None:
        game = table(
            monster("freeze-time", energy=7),
            monster(place=CITY),
            None,
            market=["frenzy", *DEAR[:2]],
            chance=["energize"],
        )
        roll(game, 1, 1, 1, 2, 2, 3)
        game.do("buy", "frenzy")
        assert "Frenzy: Ann will take an extra turn after this one." in game.told()
        game.do("extra-turn")
        roll(game, 1, 1, 2, 2, 3)
        assert game.state.active == 0
        assert "Ann takes an extra turn." in game.told()
        roll(game, *NO_CLAW)
        assert game.state.active == 1

    def test_two_copies_ask_once(self) -> None:
        both = ("freeze-time", held("mimic", acts_as="freeze-time"))
        game = roll(table(monster(*both), monster(place=CITY)), 1, 1, 1, 2, 2, 3)
        game.do("pass")
        assert game.state.active == 1

    def test_the_extra_turn_is_a_whole_one(self) -> None:
        game = roll(table(monster("freeze-time", "monster-batteries"), monster(place=CITY)), 1, 1, 1, 2, 2, 3)
        game.do("extra-turn")
        assert energy(game)[0] == 2

    def test_no_extra_turn_for_a_winner(self) -> None:
        game = roll(table(monster("freeze-time", stars=19), monster(place=CITY)), 1, 1, 1, 2, 2, 3)
        assert game.match.outcome is not None
        assert game.match.outcome.winners == (0,)

    def test_six_1s_are_one_extra_turn(self) -> None:
        game = roll(table(monster("freeze-time"), monster(place=CITY)), 1, 1, 1, 1, 1, 1)
        game.do("extra-turn")
        roll(game, 1, 1, 2, 2, 3)
        assert game.state.active == 1


class TestGiantBrain:
    def test_four_rolls(self) -> None:
        game = table(monster("giant-brain"), monster(place=CITY), chance=[NO_CLAW] * 4)
        game.play("roll", ("keep",), ("keep",), ("keep",))
        assert game.state.active == 1

    def test_with_a_copy_five(self) -> None:
        both = ("giant-brain", held("mimic", acts_as="giant-brain"))
        game = table(monster(*both), monster(place=CITY), chance=[NO_CLAW])
        game.do("roll")
        assert game.state.rolls_left == 4


class TestHerdCuller:
    def test_once_a_turn(self) -> None:
        game = roll(table(monster("herd-culler", "stretchy", energy=2), monster(place=CITY)), *NO_CLAW)
        game.do("use", "herd-culler", 5)
        assert asked(game) == ("change", 0)
        assert (
            game.refuses("use", "herd-culler", 4)
            == "Herd Culler cannot be used now: it has already been used this turn."
        )

    def test_twice_with_a_copy(self) -> None:
        both = ("herd-culler", held("mimic", acts_as="herd-culler"))
        game = roll(table(monster(*both), monster(place=CITY)), 1, 2, 2, 3, 3, 3)
        game.play(("use", "herd-culler", 5), ("use", "mimic", 4))
        assert "3 x 1: Ann gains 1 star (now 1)." in game.told()

    def test_a_die_that_shows_1_needs_no_change(self) -> None:
        game = roll(table(monster("herd-culler"), monster(place=CITY)), 1, 1, 1, 1, 1, 1)
        assert game.state.active == 1

    def test_on_a_die_changed_before(self) -> None:
        game = roll(table(monster("herd-culler", "plot-twist"), monster(place=CITY)), *NO_CLAW)
        game.play(("use", "plot-twist", 0, CLAW), ("use", "herd-culler", 0))
        assert "Herd Culler: Ann turns die 1 from claw to 1." in game.told()

    def test_it_is_there_again_next_turn(self) -> None:
        game = roll(table(monster("herd-culler"), monster(place=CITY)), *NO_CLAW)
        game.do("use", "herd-culler", 5)
        roll(game, *NO_CLAW)
        roll(game, *NO_CLAW)
        assert asked(game) == ("change", 0)


class TestPlotTwist:
    def test_any_face_once(self) -> None:
        game = roll(table(monster("plot-twist"), monster(place=CITY)), *NO_CLAW)
        game.do("use", "plot-twist", 0, ENERGY)
        assert energy(game)[0] == 1
        assert (cards(game, 0), game.state.discard) == ([], ["plot-twist"])
        assert "Ann's Plot Twist is used up." in game.told()

    def test_one_may_keep_it(self) -> None:
        game = roll(table(monster("plot-twist"), monster(place=CITY)), *NO_CLAW)
        game.do("done")
        assert cards(game, 0) == ["plot-twist"]

    def test_not_between_rolls(self) -> None:
        game = table(monster("plot-twist"), monster(place=CITY), chance=[NO_CLAW])
        game.do("roll")
        assert game.refuses("use", "plot-twist", 0, 6) == "Plot Twist can be used only after your last roll."


class TestPsychicProbe:
    def test_the_dice_of_the_owner_are_its_own(self) -> None:
        game = roll(table(monster("psychic-probe"), monster(place=CITY)), *NO_CLAW)
        assert game.state.active == 1

    def test_several_probers_clockwise(self) -> None:
        copy = held("mimic", acts_as="psychic-probe")
        game = roll(table(None, monster(copy), monster("psychic-probe", place=CITY)), *NO_CLAW)
        assert asked(game) == ("probe", 1)
        game.then([2]).do("use", "mimic", 0)
        assert asked(game) == ("probe", 2)
        game.do("pass")
        assert game.state.active == 1

    def test_when_the_card_is_discarded_a_copy_loses_its_power_at_once(self) -> None:
        copy = held("mimic", acts_as="psychic-probe")
        game = roll(table(None, monster("psychic-probe"), monster(copy, place=CITY)), *NO_CLAW)
        game.then([HEART]).do("use", "psychic-probe", 0)
        assert game.state.active == 1  # Cleo was not asked
        assert "Cleo's Mimic has nothing left to copy." in game.told()

    def test_second_edition_after_the_last_roll_only(self) -> None:
        game = table(None, monster("psychic-probe", place=CITY), chance=[NO_CLAW, NO_CLAW])
        game.play("roll", ("keep",))
        assert asked(game) == ("dice", 0)

    def test_first_edition_after_every_roll(self) -> None:
        options = {"preset": "first-edition"}
        game = table(None, monster("psychic-probe", place=CITY), options=options, chance=[NO_CLAW, NO_CLAW])
        game.do("roll")
        assert asked(game) == ("probe", 1)
        game.do("pass")
        game.do("keep")
        assert asked(game) == ("probe", 1)
        game.then([CLAW]).do("use", "psychic-probe", 0)
        assert asked(game) == ("dice", 0)  # and Ann may roll on

    def test_nothing_to_probe_without_dice(self) -> None:
        game = table(monster(shrink=6), monster("psychic-probe", place=CITY))
        assert asked(game) == ("roll", 1)


class TestSmokeCloud:
    def test_comes_with_three_counters(self) -> None:
        game = buys("smoke-cloud", monster(energy=4), None)
        assert game.state.monsters[0].cards[0].counters == 3
        assert "Smoke Cloud: Ann gets it with 3 counters on it." in game.told()

    def test_before_the_first_roll_it_is_no_use(self) -> None:
        game = table(monster("smoke-cloud"), monster(place=CITY))
        assert [option[0] for option in game.pending.options] == ["roll"]

    def test_the_last_counter_gives_its_roll(self) -> None:
        game = table(monster(held("smoke-cloud", counters=1)), monster(place=CITY), chance=[NO_CLAW] * 4)
        game.play("roll", ("keep",), ("keep",), ("use", "smoke-cloud"))
        assert (game.state.rolls_left, cards(game, 0)) == (1, [])
        game.do("keep")
        assert game.state.active == 1


class TestStretchy:
    def test_without_2_energy_nobody_is_asked(self) -> None:
        game = roll(table(monster("stretchy", energy=1), monster(place=CITY)), *NO_CLAW)
        assert game.state.active == 1


class TestTelepath:
    def test_only_energy_in_hand_counts(self) -> None:
        game = table(monster("telepath"), monster(place=CITY), chance=[[ENERGY] * 6] * 3)
        game.play("roll", ("keep",), ("keep",))
        assert game.pending.kind == "buy"  # six energy dice, and no fourth roll

    def test_any_dice_may_be_rolled_with_it(self) -> None:
        game = table(monster("telepath", energy=1), monster(place=CITY), chance=[NO_CLAW] * 3)
        game.play("roll", ("keep",), ("keep",), ("use", "telepath"))
        game.then([CLAW] * 6).do("keep")
        assert (energy(game)[0], hearts(game)[1]) == (0, 4)
