"""K1 to K21 of the fact sheet: dice, Tokyo, elimination and victory, in positions where cards play a part."""

import pytest

from tests.scenarios.king_of_tokyo.tokyo import BAY, CITY, CLAW, DEAR, HEART, OUTSIDE, monster, roll, stop, table

FIRST = {"preset": "first-edition"}


@pytest.mark.parametrize(
    ("dice", "stars"),
    [
        pytest.param((1, 1, 1, 1, 2, 3), 2, id="K1"),
        pytest.param((2, 2, 2, 3, 3, 3), 5, id="K2-two-triples"),
        pytest.param((1, 1, 1, 1, 1, 1), 4, id="K2-six-1s"),
        pytest.param((2, 2, 2, 2, 2, 2), 5, id="K2-six-2s"),
        pytest.param((3, 3, 3, 3, 3, 3), 6, id="K2-six-3s"),
        pytest.param((1, 1, 2, 2, 3, 3), 0, id="K2-pairs-are-nothing"),
    ],
)
def test_k1_k2_three_of_a_number_score_it_and_one_star_for_each_further_die(
    dice: tuple[int, ...], stars: int
) -> None:
    game = roll(table(None, monster(place=CITY), None), *dice)
    assert game.state.monsters[0].stars == stars


def test_k2_seven_1s_with_an_extra_head_are_5_stars() -> None:
    game = roll(table(monster("extra-head"), monster(place=CITY)), 1, 1, 1, 1, 1, 1, 1)
    assert game.state.monsters[0].stars == 5
    assert "7 x 1: Ann gains 5 stars (now 5)." in game.told()


def test_k3_a_die_kept_after_the_first_roll_may_be_rolled_after_the_second() -> None:
    game = table(None, None, chance=[[1, 2, 3, 4, 5, 6], [1, 1], [6]])
    game.play("roll", ("keep", 0, 1, 2, 3), ("keep", 0, 2, 3, 4, 5))
    assert "Ann keeps 1 3 heart 1 1 and rolls claw." in game.told()


def test_k4_heart_dice_do_nothing_in_tokyo_but_a_card_heals() -> None:
    game = table(
        monster(place=CITY, hearts=5, energy=3, poison=1, shrink=1), None, market=["heal"], chance=["tanks"]
    )
    roll(game, HEART, HEART, HEART, 1, 2)
    ann = game.state.monsters[0]
    assert (ann.hearts, ann.poison, ann.shrink) == (5, 1, 1)
    game.do("buy", "heal")
    assert ann.hearts == 6  # 7 after the card, and one heart lost to the poison as the turn ends
    assert game.told()[-3:-1] == ["Heal: Ann gains 2 hearts (now 7).", "Ann loses 1 heart to poison (now 6)."]


def test_k5_hearts_stop_at_10() -> None:
    game = roll(table(monster(hearts=9), monster(place=CITY)), HEART, HEART, HEART, 1, 2, 3)
    assert game.state.monsters[0].hearts == 10
    assert "Dice: Ann gains 1 heart (now 10)." in game.told()


@pytest.mark.parametrize("claws", [3, 0])
@pytest.mark.parametrize("preset", ["second-edition", "first-edition"])
def test_k6_who_enters_the_empty_city_on_the_first_turn(claws: int, preset: str) -> None:
    game = roll(table(None, None, None, options={"preset": preset}), *[CLAW] * claws, *[1, 1, 2, 2, 3, 3][claws:])
    ann, *others = game.state.monsters
    enters = claws > 0 or preset == "second-edition"
    assert (ann.place, ann.stars) == ((CITY, 1) if enters else (OUTSIDE, 0))
    assert [each.hearts for each in others] == [10, 10]


def test_k7_a_monster_hit_in_the_city_stays() -> None:
    game = roll(table(None, monster(place=CITY, hearts=5), None, None), CLAW, CLAW, 1, 1, 2, 2)
    assert (game.pending.kind, game.pending.seat) == ("yield", 1)
    game.do("stay")
    ann, ben = game.state.monsters[:2]
    assert (ben.hearts, ben.place) == (3, CITY)
    assert (ann.place, ann.stars) == (OUTSIDE, 0)


def test_k7_or_yields_and_has_no_stars_of_tokyo_on_its_next_turn() -> None:
    game = roll(table(None, monster(place=CITY, hearts=5), None, None), CLAW, CLAW, 1, 1, 2, 2)
    game.do("yield")
    ann, ben = game.state.monsters[:2]
    assert (ben.hearts, ben.place) == (3, OUTSIDE)
    assert (ann.place, ann.stars) == (CITY, 1)
    assert (game.state.active, ben.stars) == (1, 0)


def test_k8_claws_from_the_city_hit_everybody_outside_and_nobody_moves() -> None:
    game = roll(table(monster(place=CITY), None, None, None), CLAW, CLAW, 1, 1, 2, 2)
    assert [each.hearts for each in game.state.monsters] == [10, 8, 8, 8]
    assert [each.place for each in game.state.monsters] == [CITY, OUTSIDE, OUTSIDE, OUTSIDE]
    assert "yield" not in {event.kind for event in game.match.events}
    assert game.state.active == 1


def test_k9_whoever_kills_the_city_monster_with_claws_moves_in() -> None:
    game = roll(table(None, monster("wings", place=CITY, hearts=2), None), CLAW, CLAW, 1, 1, 2, 2)
    ann, ben, _ = game.state.monsters
    assert not ben.alive
    assert (ben.place, ben.cards, game.state.discard) == (OUTSIDE, [], ["wings"])
    assert (ann.place, ann.stars) == (CITY, 1)


@pytest.mark.parametrize(
    ("preset", "claws", "enters"),
    [("second-edition", 0, True), ("first-edition", 0, False), ("first-edition", 1, True)],
)
def test_k10_a_city_emptied_by_a_card_is_left_to_the_next_monster(preset: str, claws: int, enters: bool) -> None:
    game = table(
        monster(energy=6),
        monster(place=CITY, hearts=3),
        None,
        None,
        phase="buy",
        market=["gas-refinery", *DEAR[:2]],
        options={"preset": preset},
        chance=["tanks"],
    )
    game.do("buy", "gas-refinery")
    ann, ben, cleo, _ = game.state.monsters
    assert not ben.alive
    assert ann.place == OUTSIDE
    assert game.state.active == 2
    roll(game, *[CLAW] * claws, *[1, 1, 2, 2, 3, 3][claws:])
    assert cleo.place == (CITY if enters else OUTSIDE)


@pytest.mark.parametrize(("preset", "place"), [("second-edition", CITY), ("first-edition", OUTSIDE)])
def test_k11_the_bay_closes_with_the_fifth_monster_and_the_city_is_empty(preset: str, place: str) -> None:
    game = table(
        monster(energy=3),
        monster(hearts=2),
        None,
        None,
        monster(place=BAY),
        phase="buy",
        market=["fire-blast", *DEAR[:2]],
        options={"preset": preset},
        chance=["tanks"],
    )
    game.do("buy", "fire-blast")
    eve = game.state.monsters[4]
    assert (eve.place, eve.stars) == (place, 0)
    said = {
        CITY: "Tokyo Bay closes: Eve moves to Tokyo City.",
        OUTSIDE: "Tokyo Bay closes: Eve moves out.",
    }
    assert said[place] in game.told()


@pytest.mark.parametrize(
    ("city", "bay", "places"),
    [
        ("yield", "stay", [CITY, OUTSIDE, BAY]),
        ("yield", "yield", [CITY, OUTSIDE, OUTSIDE]),
        ("stay", "yield", [BAY, CITY, OUTSIDE]),
        ("stay", "stay", [OUTSIDE, CITY, BAY]),
    ],
)
def test_k12_city_and_bay_decide_one_after_the_other(city: str, bay: str, places: list[str]) -> None:
    game = roll(table(None, monster(place=CITY), monster(place=BAY), None, None, None), CLAW, 1, 1, 2, 2, 3)
    assert game.pending.seat == 1
    game.do(city)
    assert game.pending.seat == 2
    game.do(bay)
    assert [each.place for each in game.state.monsters[:3]] == places


def test_k13_starting_in_the_bay_pays_2_stars_too() -> None:
    game = table(monster(place=BAY), monster(place=CITY), None, None, None, phase="start")
    assert game.state.monsters[0].stars == 2
    assert "Tokyo: Ann gains 2 stars (now 2)." in game.told()


def test_k14_20_stars_are_no_win_for_a_monster_that_dies_of_poison() -> None:
    game = roll(table(monster(stars=19, poison=2, hearts=2), monster(place=CITY), None), 1, 1, 1, 2, 2, 3)
    ann = game.state.monsters[0]
    assert not ann.alive
    assert game.match.outcome is None
    assert game.state.active == 1
    assert "3 x 1: Ann gains 1 star (now 20)." in game.told()
    assert "Ann loses 2 hearts to poison (now 0)." in game.told()


@pytest.mark.parametrize(("hearts", "wins"), [(4, False), (5, True)])
def test_k15_jet_fighters_to_20_stars(hearts: int, wins: bool) -> None:
    game = table(
        monster(stars=16, hearts=hearts, energy=5),
        monster(place=CITY),
        None,
        phase="buy",
        market=["jet-fighters", *DEAR[:2]],
        chance=["tanks"],
    )
    game.do("buy", "jet-fighters")
    assert "Jet Fighters: Ann gains 4 stars (now 20)." in game.told()
    if wins:
        assert game.match.outcome is not None
        assert (game.match.outcome.winners, game.match.outcome.reason) == ((0,), "20 stars")
    else:
        assert game.match.outcome is None
        assert not game.state.monsters[0].alive


def test_k16_the_last_two_die_together_and_nobody_wins() -> None:
    game = table(
        monster(hearts=3, energy=4),
        monster(hearts=3),
        phase="buy",
        market=["high-altitude-bombing", *DEAR[:2]],
        chance=["tanks"],
    )
    game.do("buy", "high-altitude-bombing")
    assert game.match.outcome is not None
    assert (game.match.outcome.winners, game.match.outcome.reason) == ((), "nobody survived")
    assert game.told()[-1] == "Nobody is left: all monsters have lost."


def test_k17_sweeping_twice() -> None:
    game = table(
        monster(energy=6),
        monster(place=CITY),
        phase="buy",
        market=["wings", "jets", "tanks"],
        chance=["heal", "mimic", "energize", "fire-blast", "frenzy", "made-in-a-lab", "gourmet"],
    )
    game.play("sweep", "sweep")
    assert game.state.monsters[0].energy == 2
    assert game.state.discard == ["wings", "jets", "tanks", "heal", "mimic", "energize"]
    game.do("buy", "made-in-a-lab")
    assert [each.card for each in game.state.monsters[0].cards] == ["made-in-a-lab"]
    assert "Ann sweeps Wings, Jets and Tanks away for 2 energy (4 left)." in game.told()


def test_k17_with_5_energy_one_is_left() -> None:
    game = table(
        monster(energy=5),
        monster(place=CITY),
        phase="buy",
        chance=["heal", "mimic", "jets", "tanks", "frenzy", "gourmet"],
    )
    game.play("sweep", "sweep")
    assert game.state.monsters[0].energy == 1
    assert len(game.state.discard) == 6
    assert game.state.market == ["tanks", "frenzy", "gourmet"]


def test_k18_an_empty_deck_is_made_anew_of_the_discard_pile() -> None:
    game = table(
        monster(energy=4),
        monster(place=CITY),
        phase="buy",
        market=["wings", "jets", "omnivore"],
        deck=[],
        chance=["tanks"],
    )
    discarded = len(game.state.discard)
    game.do("buy", "omnivore")
    assert game.state.market == ["wings", "jets", "tanks"]
    assert (game.state.discard, len(game.state.deck)) == ([], discarded - 1)
    assert f"The deck is empty: {discarded} discarded cards make a new one." in game.told()


def test_k18_without_any_card_left_the_place_stays_empty_and_a_sweep_shows_fewer() -> None:
    everything = table(None, None).state
    rest = [card for card in [*everything.deck, *everything.market] if card not in ("tanks", "jets", "omnivore")]
    keep = [card for card in rest if _keeps(card)]
    game = table(
        monster(energy=12),
        monster(*keep, place=CITY, energy=0),
        phase="buy",
        market=["tanks", "jets", "omnivore"],
        deck=[],
        discard=[],
        top=[{"card": card, "seen_by": [0]} for card in rest if not _keeps(card)],
    )
    game.state.top.clear()  # the discard cards lie under the sofa: now there is neither deck nor pile
    game.do("buy", "jets")
    assert game.state.market == ["tanks", "", "omnivore"]
    game.then("omnivore", "tanks").do("sweep")
    assert game.state.market == ["omnivore", "tanks", ""]


def _keeps(card: str) -> bool:
    from dicecup.games.king_of_tokyo.cards.base import DECK

    return DECK[card].keep


def test_k19_whoever_dies_of_tanks_has_no_further_turn() -> None:
    game = table(
        monster("metamorph", "energy-hoarder", "herbivore", hearts=3, energy=16),
        monster(place=CITY),
        None,
        phase="buy",
        market=["tanks", *DEAR[:2]],
        chance=["jets"],
    )
    game.do("buy", "tanks")
    ann = game.state.monsters[0]
    assert not ann.alive
    assert (ann.energy, ann.stars, ann.cards) == (0, 4, [])
    assert game.state.discard == ["tanks", "metamorph", "energy-hoarder", "herbivore"]
    assert (game.state.active, game.pending.kind) == (1, "roll")


def test_k20_with_two_players_tokyo_may_pay_energy() -> None:
    game = table(monster("friend-of-children"), monster(), options={"two_player": "energy"}, chance=[[CLAW] * 6])
    stop(game.play("roll"))
    ann = game.state.monsters[0]
    assert (ann.place, ann.energy, ann.stars) == (CITY, 2, 0)


def test_k20_urbavore_still_gives_its_star() -> None:
    game = table(
        monster("friend-of-children", "urbavore", place=CITY),
        None,
        options={"two_player": "energy"},
        phase="start",
    )
    ann = game.state.monsters[0]
    assert (ann.energy, ann.stars) == (2, 1)
    assert game.told()[1:4] == [
        "Tokyo: Ann gains 1 energy (now 1).",
        "Friend of Children: Ann gains 1 energy (now 2).",
        "Urbavore: Ann gains 1 star (now 1).",
    ]


def test_k21_nobody_yields_to_a_card() -> None:
    game = table(
        monster(energy=3),
        monster(place=CITY),
        None,
        phase="buy",
        market=["fire-blast", *DEAR[:2]],
        chance=["tanks"],
    )
    game.do("buy", "fire-blast")
    assert [each.hearts for each in game.state.monsters] == [10, 8, 8]
    assert game.pending.kind == "roll"
