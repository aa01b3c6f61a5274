"""K45 to K56 of the fact sheet: poison and shrink counters, and cards about dice."""

import pytest

from tests.scenarios.king_of_tokyo.tokyo import (
    CITY,
    CLAW,
    ENERGY,
    HEART,
    OUTSIDE,
    monster,
    roll,
    stop,
    table,
)

NO_CLAW = (1, 1, 2, 2, 3, 3)
THREE_CLAWS = (CLAW, CLAW, CLAW, 1, 1, 2)


def test_k45_poison_spit_gives_one_counter_for_an_attack_and_it_stays_with_who_yields() -> None:
    game = roll(table(monster("poison-spit"), monster(place=CITY), None), *THREE_CLAWS)
    ben = game.state.monsters[1]
    assert ben.poison == 1
    assert "Poison Spit: Ben gets 1 poison counter." in game.told()
    game.do("yield")
    assert (ben.place, ben.poison) == (OUTSIDE, 1)


def test_k45_an_attack_that_costs_nothing_leaves_no_counter() -> None:
    game = roll(table(monster("poison-spit"), monster("wings", place=CITY, energy=2), None), *THREE_CLAWS)
    game.do("use", "wings")
    assert game.state.monsters[1].poison == 0


@pytest.mark.parametrize(
    ("split", "after"),
    [
        (("poison", "poison", "shrink"), (8, 0, 0)),
        (("heal", "heal", "heal"), (10, 2, 1)),
        (("heal", "poison", "shrink"), (9, 1, 0)),
        (("shrink", "heal", "heal"), (10, 2, 0)),
    ],
)
def test_k46_each_heart_die_heals_or_takes_off_a_counter(
    split: tuple[str, ...], after: tuple[int, int, int]
) -> None:
    game = table(monster(hearts=8, poison=2, shrink=1), monster(place=CITY), None)
    roll(game, HEART, HEART, HEART, 1, 2)
    for use in split:
        game.do("heart", use)
    ann = game.state.monsters[0]
    lost = ann.poison  # as the turn ends
    assert (ann.hearts + lost, ann.poison, ann.shrink) == after


def test_k46_without_counters_nobody_is_asked() -> None:
    game = roll(table(monster(hearts=8), monster(place=CITY)), HEART, HEART, HEART, 1, 2, 3)
    assert (game.state.monsters[0].hearts, game.pending.seat) == (10, 1)


@pytest.mark.parametrize(("counters", "hearts"), [(1, 10), (2, 8)])
def test_k47_poison_against_armor_plating(counters: int, hearts: int) -> None:
    game = table(monster("armor-plating", poison=counters), monster(place=CITY), phase="end")
    assert game.state.monsters[0].hearts == hearts


def test_k48_counters_outlive_the_monster_that_gave_them() -> None:
    game = table(monster(place=CITY, poison=1, shrink=1), monster("poison-spit", "shrink-ray", hearts=1), None)
    roll(game, CLAW, 1, 1, 2, 2)
    ann, ben, _ = game.state.monsters
    assert not ben.alive
    assert (ann.poison, ann.shrink, ann.hearts) == (1, 1, 9)


def test_k49_one_of_each() -> None:
    game = roll(table(monster("poison-spit", "shrink-ray"), monster(place=CITY), None), *THREE_CLAWS)
    ben = game.state.monsters[1]
    assert (ben.poison, ben.shrink) == (1, 1)
    assert "Poison Spit and Shrink Ray: Ben gets 1 poison counter and 1 shrink counter." in game.told()


def test_k50_a_probe_that_shows_a_heart_is_discarded_and_the_heart_counts() -> None:
    game = table(monster(hearts=5), monster("psychic-probe", place=CITY), None)
    roll(game, CLAW, 1, 1, 2, 2, 3)
    assert (game.pending.kind, game.pending.seat) == ("probe", 1)
    assert game.pending.prompt == "Ann has rolled claw 1 1 2 2 3. Meddle with it?"
    game.then([HEART]).do("use", "psychic-probe", 0)
    ann, ben, _ = game.state.monsters
    assert (ann.hearts, ben.hearts) == (6, 10)
    assert (ben.cards, game.state.discard) == ([], ["psychic-probe"])
    assert "Psychic Probe: Ben rolls Ann's die 1 again: claw, now heart." in game.told()
    assert "Ben's Psychic Probe is used up." in game.told()


def test_k50_one_probe_a_turn_and_again_in_the_next_monsters_turn() -> None:
    game = table(None, monster("psychic-probe", place=CITY), None)
    roll(game, 1, 1, 2, 2, 3, 3)
    game.then([2]).do("use", "psychic-probe", 0)
    assert game.pending.seat == 1  # Ben has meddled once; Ann's turn is over, his own begins
    assert game.pending.kind == "roll"
    roll(game, 1, 1, 2, 2, 3, 3)
    roll(game, 1, 1, 2, 2, 3, 3)  # Cleo's turn
    assert (game.pending.kind, game.pending.seat, game.state.active) == ("probe", 1, 2)


def test_k50_a_second_probe_in_the_same_turn_is_refused() -> None:
    game = table(
        monster("telepath", energy=1), monster("psychic-probe", place=CITY), options={"probe": "every-roll"}
    )
    game.then([1, 1, 2, 2, 3, 3]).do("roll")
    game.then([1]).do("use", "psychic-probe", 5)
    assert game.pending.seat == 0
    game.then([2]).do("keep", 0, 1, 2, 3, 4)
    assert (game.pending.kind, game.pending.seat) == ("dice", 0)  # Ben is not asked again
    assert game.state.monsters[1].cards[0].used


def test_k51_the_roller_changes_dice_after_the_probe() -> None:
    game = table(monster("plot-twist", hearts=5), monster("psychic-probe", place=CITY), None)
    roll(game, CLAW, 1, 1, 2, 2, 3)
    game.then([3]).do("use", "psychic-probe", 0)
    assert (game.pending.kind, game.pending.seat) == ("change", 0)
    game.do("use", "plot-twist", 0, CLAW)
    assert game.state.monsters[1].hearts == 9
    assert "Plot Twist: Ann turns die 1 from 3 to claw." in game.told()
    assert game.state.discard == ["plot-twist"]


def test_k52_background_dweller_rolls_3s_again_for_ever() -> None:
    game = table(monster("background-dweller"), monster(place=CITY), chance=[[3, 3, 1, 1, 2, 2], [1] * 6, [3] * 6])
    game.play("roll", ("keep",), ("keep",))
    assert (game.state.rolls, game.state.rolls_left) == (3, 0)
    game.then([3], [3], [CLAW])
    for _ in range(3):
        assert game.pending.kind == "dice"
        game.do("use", "background-dweller", 0)
    assert (game.state.rolls, game.state.rolls_left) == (3, 0)
    assert game.state.dice == [CLAW, 3, 3, 3, 3, 3]
    assert "Background Dweller: Ann rolls die 1 again: 3, now claw." in game.told()
    assert game.refuses("keep", 0) == "You have no rolls left."
    stop(game)
    assert game.state.monsters[0].stars == 5


def test_k53_ten_rolls() -> None:
    game = table(monster("giant-brain", "telepath", "smoke-cloud", energy=3), monster(place=CITY))
    game.then([3] * 6).do("roll")
    rolls = 1
    for _ in range(3):
        game.then([3] * 6).do("keep")
        rolls += 1
    for card in ("telepath", "smoke-cloud"):
        for _ in range(3):
            game.do("use", card)
            game.then([3] * 6).do("keep")
            rolls += 1
    assert rolls == 10
    assert game.told().count("Ann rolls 3 3 3 3 3 3.") == 10
    ann = game.state.monsters[0]
    assert ([each.card for each in ann.cards], ann.energy) == (["giant-brain", "telepath"], 0)
    assert game.state.discard == ["smoke-cloud"]
    told = game.told()
    assert told.count("Telepath: Ann may roll once more.") == 3
    assert told.count("Smoke Cloud: Ann may roll once more.") == 3
    assert "Giant Brain: Ann has one more roll." in told
    assert "Ann's Smoke Cloud is used up." in told


def test_k54_herd_culler_makes_the_third_1() -> None:
    game = table(monster("herd-culler", "gourmet", "freeze-time"), monster(place=CITY), None)
    roll(game, 1, 1, 2, 2, 3, 3)
    game.do("use", "herd-culler", 5)
    assert game.state.monsters[0].stars == 3
    assert "Herd Culler: Ann turns die 6 from 3 to 1." in game.told()
    assert "Gourmet: Ann gains 2 stars (now 3)." in game.told()
    assert game.pending.kind == "extra turn"


def test_k55_stretchy_twice_and_not_with_the_energy_of_this_roll() -> None:
    game = table(monster("stretchy", energy=4), monster(place=CITY), None)
    roll(game, ENERGY, ENERGY, 1, 1, 2, 3)
    game.do("use", "stretchy", 4, 1)
    game.do("use", "stretchy", 5, 1)
    ann = game.state.monsters[0]
    assert (ann.stars, ann.energy) == (2, 2)  # 1 1 1 1, and two energy dice
    told = game.told()
    assert told.index("Stretchy: Ann turns die 6 from 3 to 1.") < told.index("Dice: Ann gains 2 energy (now 2).")


def test_k56_freeze_time_chains_with_ever_fewer_dice() -> None:
    game = table(monster("freeze-time", place=CITY), None, phase="start", turn=3)
    ann = game.state.monsters[0]
    for dice, stars in ((6, 2), (5, 4), (4, 6)):
        assert (game.pending.kind, game.pending.seat) == ("roll", 0)
        assert ann.stars == stars + 1 * (6 - dice)  # 2 for Tokyo at each start, 1 for each three 1s
        roll(game, 1, 1, 1, *[2, 2, 3][: dice - 3])
        if dice > 4:
            assert game.pending.prompt == "Freeze Time: take another turn with one die fewer?"
            game.do("extra-turn")
    assert "Freeze Time: Ann takes another turn with one die fewer." in game.told()
    game.do("pass")
    assert (game.state.active, game.pending.kind) == (1, "roll")


def test_k56_play_passes_on_without_three_1s() -> None:
    game = table(monster("freeze-time", place=CITY), None, phase="start")
    roll(game, 1, 1, 1, 2, 2, 3)
    game.do("extra-turn")
    roll(game, 1, 1, 2, 2, 3)
    assert game.state.active == 1
    assert game.state.fewer_dice == 0
