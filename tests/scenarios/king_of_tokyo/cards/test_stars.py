"""Cards about stars, one after the other."""

import pytest

from tests.scenarios.king_of_tokyo.cards.shop import NO_CLAW, asked, buys, energy, stars
from tests.scenarios.king_of_tokyo.tokyo import CITY, CLAW, ENERGY, HEART, held, monster, roll, table

SIX_FACES = (1, 2, 3, HEART, ENERGY, CLAW)


class TestCompleteDestruction:
    def test_five_faces_are_not_enough(self) -> None:
        game = roll(
            table(monster("complete-destruction"), monster(place=CITY), None), 1, 2, 3, HEART, ENERGY, ENERGY
        )
        assert stars(game)[0] == 0

    def test_further_dice_are_free(self) -> None:
        game = table(monster("complete-destruction", "extra-head"), monster(place=CITY), None)
        roll(game, *SIX_FACES, CLAW)
        assert stars(game)[0] == 9

    @pytest.mark.parametrize(("rule", "gain"), [("count", 9), ("rolled-only", 0)])
    def test_a_claw_from_a_card_stands_in(self, rule: str, gain: int) -> None:
        game = table(
            monster("complete-destruction", "acid-attack"),
            monster(place=CITY),
            None,
            options={"virtual_claws": rule},
        )
        roll(game, 1, 2, 3, HEART, ENERGY, ENERGY)
        assert stars(game)[0] == gain

    def test_a_copy_pays_again_up_to_20(self) -> None:
        both = ("complete-destruction", held("mimic", acts_as="complete-destruction"))
        game = roll(table(monster(*both, stars=1), monster(place=CITY), None), *SIX_FACES)
        assert stars(game)[0] == 19


class TestDedicatedNewsTeam:
    def test_the_star_comes_before_the_card(self) -> None:
        game = buys("corner-store", monster("dedicated-news-team", energy=3), monster(place=CITY))
        assert game.told()[2:4] == [
            "Dedicated News Team: Ann gains 1 star (now 1).",
            "Corner Store: Ann gains 1 star (now 2).",
        ]

    def test_sweeping_is_not_buying(self) -> None:
        game = table(
            monster("dedicated-news-team", energy=2),
            monster(place=CITY),
            phase="buy",
            chance=["heal", "jets", "wings"],
        )
        game.do("sweep")
        assert stars(game)[0] == 0

    def test_from_the_deck_and_from_others(self) -> None:
        mine = ("dedicated-news-team", "made-in-a-lab", "parasitic-tentacles")
        game = table(monster(*mine, energy=9), None, monster("omnivore"), phase="buy", chance=["heal"])
        game.play(("use", "made-in-a-lab", "look"), ("use", "made-in-a-lab", "buy", 0))
        game.do("use", "parasitic-tentacles", 2, "omnivore")
        assert stars(game)[0] == 2

    def test_out_of_turn(self) -> None:
        game = table(
            monster(energy=3),
            None,
            monster("dedicated-news-team", "opportunist", energy=4),
            phase="buy",
            market=["heal", "energize", "frenzy"],
            chance=["gourmet", "evacuation-orders"],
        )
        game.do("buy", "heal")
        game.do("buy", "gourmet")
        assert stars(game)[2] == 1


class TestEaterOfTheDead:
    def test_whoever_killed(self) -> None:
        game = roll(
            table(None, monster(place=CITY, hearts=1), monster("eater-of-the-dead"), None), CLAW, 1, 1, 2, 2, 3
        )
        assert stars(game)[2] == 3

    def test_poison_kills_too(self) -> None:
        game = table(monster(poison=1, hearts=1), monster("eater-of-the-dead"), None, phase="end")
        assert stars(game)[1] == 3

    def test_20_stars_on_another_monsters_turn_win_as_it_ends(self) -> None:
        seats = (None, monster(place=CITY, hearts=1), monster("eater-of-the-dead", stars=17), None)
        game = roll(table(*seats), CLAW, 1, 1, 2, 2, 3)
        assert game.match.outcome is not None
        assert game.match.outcome.winners == (2,)

    def test_both_at_20_share_the_win(self) -> None:
        seats = (monster(stars=17), monster(place=CITY, hearts=1), monster("eater-of-the-dead", stars=17), None)
        game = roll(table(*seats), CLAW, 2, 2, 2, 1, 1)
        assert game.match.outcome is not None
        assert game.match.outcome.winners == (0, 2)
        assert game.told()[-1] == "Ann and Cleo share the win!"

    def test_unless_the_active_monster_goes_first(self) -> None:
        seats = (monster(stars=17), monster(place=CITY, hearts=1), monster("eater-of-the-dead", stars=17), None)
        game = roll(table(*seats, options={"tie": "active-first"}), CLAW, 2, 2, 2, 1, 1)
        assert game.match.outcome is not None
        assert game.match.outcome.winners == (0,)

    def test_the_last_two(self) -> None:
        game = roll(table(monster("eater-of-the-dead"), monster(place=CITY, hearts=1)), CLAW, 1, 1, 2, 2, 3)
        assert game.match.outcome is not None
        assert (game.match.outcome.winners, stars(game)[0]) == ((0,), 3)


class TestEnergyHoarder:
    @pytest.mark.parametrize(("energy_held", "gain"), [(5, 0), (6, 1), (11, 1), (12, 2)])
    def test_full_sixes(self, energy_held: int, gain: int) -> None:
        game = table(monster("energy-hoarder", energy=energy_held), monster(place=CITY), phase="end")
        assert stars(game)[0] == gain

    def test_what_metamorph_gives_back_counts(self) -> None:
        game = table(monster("energy-hoarder", "metamorph", energy=3), monster(place=CITY), phase="sell")
        game.do("use", "metamorph", "metamorph")
        assert (energy(game)[0], stars(game)[0]) == (6, 1)

    def test_only_on_own_turns(self) -> None:
        game = table(None, monster("energy-hoarder", energy=6), monster(place=CITY), phase="end")
        assert stars(game)[1] == 0


class TestGourmet:
    @pytest.mark.parametrize(
        ("dice", "gain"), [((1, 1, 1, 2, 2, 3), 3), ((1, 1, 1, 1, 1, 1), 6), ((1, 1, 2, 2, 3, 3), 0)]
    )
    def test_once_a_turn(self, dice: tuple[int, ...], gain: int) -> None:
        game = roll(table(monster("gourmet"), monster(place=CITY)), *dice)
        assert stars(game)[0] == gain


class TestHerbivore:
    def test_a_peaceful_turn(self) -> None:
        game = roll(table(monster("herbivore"), monster(place=CITY)), *NO_CLAW)
        assert stars(game)[0] == 1

    def test_damage_by_a_card_counts(self) -> None:
        game = buys("fire-blast", monster("herbivore", energy=3), monster(place=CITY))
        assert stars(game)[0] == 0

    @pytest.mark.parametrize(("rule", "gain"), [("others", 1), ("anybody", 0)])
    def test_hurting_oneself(self, rule: str, gain: int) -> None:
        game = buys(
            "national-guard", monster("herbivore", energy=3), monster(place=CITY), options={"herbivore": rule}
        )
        assert stars(game)[0] == 2 + gain

    def test_what_an_opportunist_does_in_the_same_turn_is_not_the_owners_doing(self) -> None:
        game = table(
            monster("herbivore", energy=3),
            None,
            monster("opportunist", energy=3),
            phase="buy",
            market=["heal", "energize", "frenzy"],
            chance=["fire-blast", "evacuation-orders"],
        )
        game.do("buy", "heal")
        game.do("buy", "fire-blast")
        assert stars(game)[0] == 1

    def test_a_monster_that_escapes_with_jets_was_not_hurt(self) -> None:
        game = roll(table(monster("herbivore"), monster("jets", place=CITY), None), CLAW, 1, 1, 2, 2, 3)
        game.do("yield")
        assert stars(game)[0] == 1 + 1  # for entering, and for peace

    def test_only_on_own_turns(self) -> None:
        game = roll(table(None, monster("herbivore"), monster(place=CITY)), *NO_CLAW)
        assert stars(game)[1] == 0


class TestOmnivore:
    @pytest.mark.parametrize(
        ("dice", "gain"),
        [
            ((1, 2, 3, CLAW, CLAW, CLAW), 2),
            ((1, 1, 2, 2, 3, 3), 2),
            ((1, 1, 1, 2, 3, 3), 3),
            ((1, 1, 2, 2, 2, 1), 3),
        ],
    )
    def test_1_2_3_once(self, dice: tuple[int, ...], gain: int) -> None:
        game = roll(table(monster("omnivore", place=CITY), None, None), *dice)
        assert stars(game)[0] == gain
        assert [line[:27] for line in game.told() if "Omnivore" in line] == (
            ["Omnivore: Ann gains 2 stars"] if 3 in dice else []
        )


class TestRootingForTheUnderdog:
    @pytest.mark.parametrize(("rule", "gain"), [("own-turn", 0), ("every-turn", 1)])
    def test_on_other_turns_in_the_first_edition_only(self, rule: str, gain: int) -> None:
        seats = (monster(stars=2), monster("rooting-for-the-underdog", stars=1), monster(stars=3))
        game = table(*seats, phase="end", options={"underdog": rule})
        assert stars(game)[1] == 1 + gain

    def test_the_dead_do_not_count(self) -> None:
        seats = (monster("rooting-for-the-underdog", stars=2), monster(stars=3), monster(hearts=0, stars=0))
        game = table(*seats, phase="end")
        assert stars(game)[0] == 3

    def test_two_copies_in_one_hand_pay_as_long_as_it_is_true(self) -> None:
        both = ("rooting-for-the-underdog", held("mimic", acts_as="rooting-for-the-underdog"))
        game = table(monster(*both, stars=1), monster(stars=2), monster(stars=5), phase="end")
        assert stars(game)[0] == 2
        assert asked(game) == ("roll", 1)
