"""King of Tokyo, definition of done: its lines by their numbers, DoD-1 to DoD-36."""

from typing import Any

import pytest

from dicecup.games.king_of_tokyo.cards.base import DECK
from dicecup.games.king_of_tokyo.cards.deck import CARDS
from dicecup.testing import Scripted
from tests.scenarios.king_of_tokyo.tokyo import (
    BAY,
    CITY,
    CLAW,
    ENERGY,
    GAME,
    HEART,
    NAMES,
    OUTSIDE,
    deal,
    fresh,
    monster,
    roll,
    stop,
    table,
)

QUIET = (1, 1, 2, 2, 3, 3)
CLAWED = (CLAW, 1, 1, 2, 2, 3)


def each(game: Scripted, what: str) -> list[Any]:
    """Something of every monster."""
    return [getattr(one, what) for one in game.state.monsters]


def finish(match: Any, number: int = 0) -> Any:
    """Play on, always with the option of this number, to the end."""
    while match.pending is not None:
        match.answer(match.pending.options[number % len(match.pending.options)])
    return match


# --- game set-up ---


@pytest.mark.parametrize("seats", [0, 1, 7, 8])
def test_dod1_no_game_with_fewer_than_two_or_more_than_six(seats: int) -> None:
    assert seats not in GAME.seats
    names = (*NAMES, "Gus", "Hal")[:seats]
    with pytest.raises((ValueError, IndexError), match=r"2 to 6 players|pop from empty"):
        GAME.check(GAME.setup(names, GAME.options.parse({})))


@pytest.mark.parametrize("seats", range(2, 7))
def test_dod1_two_to_six_can_play_a_whole_game(seats: int) -> None:
    match = finish(deal(seats, seed=seats), 1)
    assert match.outcome is not None


@pytest.mark.parametrize("seats", range(2, 7))
def test_dod2_ten_hearts_and_nothing_else(seats: int) -> None:
    for one in fresh(seats).state.monsters:
        assert (one.hearts, one.stars, one.energy, one.cards) == (10, 0, 0, [])


def test_dod3_stars_do_not_go_below_zero() -> None:
    game = table(monster(energy=7), monster(stars=3), phase="buy", chance=["wings"])
    game.do("buy", "evacuation-orders")
    assert each(game, "stars")[1] == 0


def test_dod3_hearts_do_not_go_below_zero() -> None:
    game = table(None, monster(hearts=2, place=CITY), None)
    roll(game, *[CLAW] * 6)
    assert each(game, "hearts") == [10, 0, 10]
    assert "Ben loses 2 hearts to Ann's claws (now 0)." in game.told()


def test_dod3_energy_does_not_go_below_zero() -> None:
    game = table(monster(energy=2), monster(place=CITY), phase="buy", market=["heal", "jets", "tanks"])
    assert game.refuses("buy", "heal") == "Heal costs 3 energy; you have 2."


@pytest.mark.parametrize("what", ["hearts", "stars", "energy"])
def test_dod3_not_even_in_a_position_set_up_by_hand(what: str) -> None:
    with pytest.raises(ValueError, match="less than nothing|cannot have -1"):
        table(monster(**{what: -1}), None)


@pytest.mark.parametrize("seats", [5, 6])
def test_dod4_three_places_with_five_or_six(seats: int) -> None:
    game = table(*[None] * seats)
    for _ in range(seats):
        roll(game, *QUIET)
    assert each(game, "place") == [CITY, BAY] + [OUTSIDE] * (seats - 2)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_dod5_two_places_with_two_to_four(seats: int) -> None:
    game = table(*[None] * seats)
    for _ in range(seats):
        roll(game, *QUIET)
    assert each(game, "place") == [CITY] + [OUTSIDE] * (seats - 1)


def test_dod5_or_when_only_four_are_still_alive() -> None:
    game = table(None, monster(place=CITY), monster(hearts=0), None, monster(hearts=0), None)
    roll(game, *QUIET)
    assert each(game, "place")[0] == OUTSIDE


def test_dod6_three_cards_are_turned_up_before_anything_else() -> None:
    game = fresh(2, cards=("wings", "jets", "tanks"))
    assert game.state.market == ["wings", "jets", "tanks"]
    assert game.kinds() == ["revealed"] * 3


def test_dod7_most_claws_begins_and_the_tied_roll_again() -> None:
    dice = [[CLAW] * count + [HEART] * (6 - count) for count in (2, 3, 3, 1, 4)]
    game = fresh(3, *dice)
    game.play(*["roll"] * 3)
    assert game.told()[-1] == "Ben and Cleo are tied and roll again."
    assert game.pending.seat == 1
    game.play("roll", "roll")
    assert "Cleo begins." in game.told()
    assert game.state.active == 2


def test_dod7_over_and_over_until_one_is_ahead() -> None:
    dice = [[CLAW] * count + [HEART] * (6 - count) for count in (2, 2, 0, 0, 6, 6, 3, 2)]
    game = fresh(2, *dice)
    game.play(*["roll"] * 8)
    assert game.state.active == 0
    assert game.kinds().count("order_tie") == 3


def test_dod8_clockwise_from_whoever_begins() -> None:
    dice = [[CLAW] * count + [HEART] * (6 - count) for count in (0, 1, 5, 2)]
    game = fresh(4, *dice)
    game.play(*["roll"] * 4)
    turns = []
    for _ in range(6):
        turns.append(game.state.active)
        roll(game, *QUIET)
    assert turns == [2, 3, 0, 1, 2, 3]


# --- dice ---


@pytest.mark.parametrize("seat", range(6))
def test_dod9_everybody_rolls_six_dice(seat: int) -> None:
    game = table(*[None] * 6, active=seat, chance=[[1] * 6])
    game.do("roll")
    assert len(game.state.dice) == 6


@pytest.mark.parametrize("face", range(1, 7))
def test_dod10_six_faces_three_numbers_heart_energy_claw(face: int) -> None:
    game = table(monster(hearts=2), monster(hearts=10, place=CITY))
    roll(game, *[face] * 6)
    ann, ben = game.state.monsters
    gained = (ann.stars, ann.hearts - 2, ann.energy, 10 - ben.hearts)
    assert gained == [(4, 0, 0, 0), (5, 0, 0, 0), (6, 0, 0, 0), (0, 6, 0, 0), (0, 0, 6, 0), (0, 0, 0, 6)][face - 1]


EXTRA_DICE = ["extra-head", "extra-head-2", {"card": "mimic", "acts_as": "extra-head"}]


@pytest.mark.parametrize("cards", range(4))
def test_dod11_cards_give_more_dice_and_nine_are_the_most(cards: int) -> None:
    game = table(monster(*EXTRA_DICE[:cards]), None, chance=[[1] * (6 + cards)])
    game.do("roll")
    assert len(game.state.dice) == 6 + cards
    assert stop(game).state.monsters[0].stars == 1 + 3 + cards + 1  # seven 1s: 5 stars, and one for entering


def test_dod11_permanently() -> None:
    game = table(monster("extra-head"), monster(place=CITY))
    for _ in range(3):
        roll(game, *QUIET, 1)
        roll(game, *QUIET)
    assert each(game, "stars")[0] == 3


def test_dod12_two_more_rolls_of_any_dice() -> None:
    game = table(None, None, chance=[[1, 2, 3, 4, 5, 6], [1, 2], [3, 3, 3]])
    game.do("roll")
    game.do("keep", 0, 1, 2, 3)
    assert game.state.dice == [1, 2, 3, 4, 1, 2]
    game.do("keep", 1, 2, 5)
    assert game.state.active == 1
    assert [event.data["dice"] for event in game.match.events if event.kind == "rolled"][-1] == (3, 2, 3, 3, 3, 2)


@pytest.mark.parametrize("rolls", [1, 2])
def test_dod12_rolling_no_dice_again_accepts_the_roll(rolls: int) -> None:
    game = table(None, None, chance=[[1, 2, 3, 4, 5, 6]] * rolls)
    game.do("roll")
    if rolls == 2:
        game.do("keep")
    stop(game)
    assert game.state.active == 1


@pytest.mark.parametrize(
    ("dice", "stars"),
    [
        ((1, 1, 1, 2, 3, 4), 1),
        ((2, 2, 2, 1, 3, 4), 2),
        ((3, 3, 3, 1, 2, 4), 3),
        ((1, 1, 1, 1, 2, 3), 2),
        ((3, 3, 3, 3, 3, 3), 6),
        ((1, 1, 1, 3, 3, 3), 4),
        ((1, 1, 2, 2, 3, 3), 0),
    ],
)
def test_dod13_triples_and_more(dice: tuple[int, ...], stars: int) -> None:
    game = table(None, monster(place=CITY))
    roll(game, *dice)
    assert each(game, "stars")[0] == stars


def test_dod14_claws_cost_a_heart_each_to_those_elsewhere() -> None:
    game = table(monster(place=CITY), None, monster(hearts=2), None)
    roll(game, CLAW, CLAW, CLAW, 1, 2, 3)
    assert each(game, "hearts") == [10, 7, 0, 7]


def test_dod14_the_dead_lose_nothing_more() -> None:
    game = table(monster(place=CITY), None, monster(hearts=0))
    roll(game, *CLAWED)
    assert each(game, "hearts") == [10, 9, 0]
    assert "Cleo" not in "".join(line for line in game.told() if "attacks" in line)


@pytest.mark.parametrize(("before", "after"), [(1, 4), (8, 10), (10, 10)])
def test_dod15_hearts_up_to_ten(before: int, after: int) -> None:
    game = table(monster(hearts=before), monster(place=CITY))
    roll(game, HEART, HEART, HEART, 1, 2, 3)
    assert each(game, "hearts")[0] == after


def test_dod15_twelve_with_even_bigger() -> None:
    game = table(monster("even-bigger", hearts=10), monster(place=CITY))
    roll(game, HEART, HEART, HEART, 1, 2, 3)
    assert each(game, "hearts")[0] == 12


def test_dod16_energy_has_no_upper_limit() -> None:
    game = table(monster(energy=997), monster(place=CITY))
    roll(game, *[ENERGY] * 6)
    assert each(game, "energy")[0] == 1003


def test_dod17_then_the_next_player_has_the_dice() -> None:
    game = table(None, None, None)
    roll(game, *QUIET)
    assert (game.pending.seat, game.pending.kind) == (1, "roll")
    assert game.state.dice == []


# --- Tokyo ---


def test_dod18_an_empty_tokyo_must_be_entered_first_the_city_then_the_bay() -> None:
    game = table(None, None, None, None, None, phase="start")
    roll(game, *QUIET)
    roll(game, *QUIET)
    roll(game, *QUIET)
    assert each(game, "place") == [CITY, BAY, OUTSIDE, OUTSIDE, OUTSIDE]


def test_dod18_with_both_open_the_city() -> None:
    game = table(*[None] * 6, active=3)
    roll(game, *QUIET)
    assert each(game, "place")[3] == CITY


@pytest.mark.parametrize("place", [CITY, BAY])
def test_dod19_one_star_for_entering(place: str) -> None:
    other = monster(place=CITY) if place == BAY else None
    game = table(None, other, None, None, None)
    roll(game, *QUIET)
    assert (each(game, "place")[0], each(game, "stars")[0]) == (place, 1)


@pytest.mark.parametrize("place", [CITY, BAY])
def test_dod20_two_stars_for_starting_the_turn_there(place: str) -> None:
    game = table(monster(place=place), None, None, None, None, phase="start")
    assert each(game, "stars") == [2, 0, 0, 0, 0]
    assert game.told() == ["It is Ann's turn.", "Tokyo: Ann gains 2 stars (now 2)."]


@pytest.mark.parametrize("place", [CITY, BAY])
def test_dod21_no_healing_by_dice_in_tokyo(place: str) -> None:
    game = table(monster(hearts=4, place=place), None, None, None, None)
    roll(game, *[HEART] * 6)
    assert each(game, "hearts")[0] == 4


def test_dod22_only_after_losing_hearts_one_may_leave_and_the_attacker_must_take_the_place() -> None:
    game = table(None, monster(place=CITY), None)
    roll(game, *CLAWED)
    assert [tuple(option) for option in game.pending.options] == [("stay",), ("yield",)]
    game.do("yield")
    assert each(game, "place") == [CITY, OUTSIDE, OUTSIDE]


def test_dod22_not_after_an_attack_that_cost_no_hearts() -> None:
    game = table(None, monster("armor-plating", place=CITY), None)
    roll(game, *CLAWED)
    assert game.pending.kind == "roll"
    assert each(game, "place") == [OUTSIDE, CITY, OUTSIDE]


def test_dod22_not_after_losing_hearts_to_a_card() -> None:
    game = table(
        monster(energy=3), monster(place=CITY), None, phase="buy", market=["fire-blast"], chance=["wings"]
    )
    game.do("buy", "fire-blast")
    assert each(game, "hearts") == [10, 8, 8]
    assert game.pending.kind == "roll"


def test_dod22_the_place_is_taken_even_when_the_claw_was_a_cards() -> None:
    attacker = monster("acid-attack")
    game = table(attacker, monster(place=CITY), None, options={"enter": "with-claw"})
    roll(game, *QUIET)
    game.do("yield")
    assert each(game, "place") == [CITY, OUTSIDE, OUTSIDE]


def test_dod23_with_four_left_the_monster_in_the_bay_moves_out() -> None:
    game = table(monster(place=CITY), monster(place=BAY), monster(hearts=1), None, None)
    roll(game, *CLAWED)
    assert each(game, "place") == [CITY, OUTSIDE, OUTSIDE, OUTSIDE, OUTSIDE]
    assert "Tokyo Bay closes: Ben moves out." in game.told()


def test_dod23_into_the_city_if_that_is_empty_without_a_star() -> None:
    game = table(monster(place=BAY), None, monster(hearts=1), None, None)
    roll(game, *CLAWED)
    assert each(game, "place")[0] == CITY
    assert each(game, "stars")[0] == 0


def test_dod23_when_the_claws_kill_the_city_monster_the_bay_monster_stands_there_when_asked() -> None:
    game = table(None, monster(hearts=1, place=CITY), monster(place=BAY), None, None)
    roll(game, *CLAWED)
    assert (game.pending.seat, game.pending.kind) == (2, "yield")
    assert each(game, "place")[2] == CITY
    game.do("yield")
    assert each(game, "place") == [CITY, OUTSIDE, OUTSIDE, OUTSIDE, OUTSIDE]


def test_dod23_and_if_it_stays_the_attacker_does_not_enter() -> None:
    game = table(None, monster(hearts=1, place=CITY), monster(place=BAY), None, None)
    roll(game, *CLAWED)
    game.do("stay")
    assert each(game, "place") == [OUTSIDE, OUTSIDE, CITY, OUTSIDE, OUTSIDE]
    assert each(game, "stars")[0] == 0


def test_dod23_several_deaths_at_once_count_together() -> None:
    """Somebody outside dies with the monster in the City: the City is empty when the Bay closes."""
    game = table(
        monster("nova-breath"), monster(hearts=1), monster(hearts=1, place=CITY), monster(place=BAY), None
    )
    roll(game, *CLAWED)
    assert game.pending.seat == 3
    assert each(game, "place")[3] == CITY


def test_dod23_damage_that_waits_for_a_yield_is_not_escaped_when_the_bay_closes() -> None:
    jets = monster("jets", place=BAY)
    game = table(monster("nova-breath"), monster(place=CITY), jets, monster(hearts=1), None)
    roll(game, *CLAWED)
    assert each(game, "place")[2] == OUTSIDE
    game.do("stay")  # Ben in the City
    assert each(game, "hearts")[:4] == [10, 9, 9, 0]


def test_dod24_it_has_a_child_keeps_the_bay_open() -> None:
    child = monster("it-has-a-child", hearts=1, stars=9, energy=3)
    game = table(monster(place=CITY), monster(place=BAY), child, None, None)
    roll(game, *CLAWED)
    assert each(game, "place")[1] == BAY
    cleo = game.state.monsters[2]
    assert (cleo.hearts, cleo.stars, cleo.energy, cleo.cards) == (10, 0, 3, [])
    assert game.state.active == 1


def test_dod24_also_when_another_monster_dies_with_it() -> None:
    """Six alive, one dies and one comes back: five are left, whoever of the two sits first."""
    for first, second in ((monster(hearts=1), True), (monster("it-has-a-child", hearts=1), False)):
        other = monster("it-has-a-child", hearts=1) if second else monster(hearts=1)
        game = table(monster(place=CITY), first, other, monster(place=BAY), None, None)
        roll(game, *CLAWED)
        assert each(game, "place")[3] == BAY
        assert sum(one.alive for one in game.state.monsters) == 5


def test_dod24_a_child_in_the_bay_itself_goes_on_outside() -> None:
    game = table(None, monster(place=CITY), monster("it-has-a-child", hearts=1, place=BAY), None, None)
    roll(game, *CLAWED)
    game.do("stay")  # Ben; Cleo is not asked
    assert each(game, "place") == [BAY, CITY, OUTSIDE, OUTSIDE, OUTSIDE]


# --- end of turn ---


def test_dod25_end_of_turn_cards_act_and_then_only_the_turn_is_passed() -> None:
    game = table(monster("herbivore", "solar-powered", "energy-hoarder"), monster(place=CITY), None)
    roll(game, *QUIET)
    assert (each(game, "stars")[0], each(game, "energy")[0]) == (1, 1)
    assert game.pending.seat == 1
    assert game.match.why_not(("buy", "wings"), 0) == "It is Ben's decision now."


def test_dod25_decisions_of_end_of_turn_cards_come_before() -> None:
    game = table(monster("metamorph", "wings", energy=5), monster(place=CITY))
    roll(game, *QUIET)
    game.do("done")
    assert game.pending.kind == "sell"
    game.do("use", "metamorph", "wings")
    game.do("done")
    assert each(game, "energy")[0] == 11
    assert game.pending.seat == 1


# --- power cards ---


def test_dod26_any_of_the_three_face_up_cards_can_be_bought_and_is_replaced() -> None:
    for slot, card in enumerate(("wings", "jets", "tanks")):
        game = table(monster(energy=6), None, phase="buy", market=["wings", "jets", "tanks"], chance=["heal"])
        game.do("buy", card)
        assert game.state.market[slot] == "heal"
        assert len(game.state.market) == 3


def test_dod26_a_card_face_down_cannot_be_bought() -> None:
    game = table(monster(energy=9), None, phase="buy", market=["wings", "jets", "tanks"])
    assert game.refuses("buy", "heal") == "Heal is not in the market."


PRINTED = {
    ("discard", 3): "Corner Store, Fire Blast, Heal, National Guard",
    ("discard", 4): "Commuter Train, High Altitude Bombing, Tanks",
    ("discard", 5): "Apartment Building, Drop from High Altitude, Jet Fighters",
    ("discard", 6): "Gas Refinery, Nuclear Power Plant, Skyscraper, Vast Storm",
    ("discard", 7): "Evacuation Orders x2, Frenzy",
    ("discard", 8): "Energize",
    ("keep", 2): "Made in a Lab, Solar Powered",
    (
        "keep",
        3,
    ): "Alien Metabolism, Camouflage, Complete Destruction, Dedicated News Team, Energy Hoarder, Friend of Children, Herd Culler, Metamorph, Monster Batteries, Opportunist, Plot Twist, Poison Quills, Psychic Probe, Rapid Healing, Rooting for the Underdog, Stretchy, We're Only Making It Stronger",
    (
        "keep",
        4,
    ): "Armor Plating, Background Dweller, Eater of the Dead, Even Bigger, Fire Breathing, Gourmet, Healing Ray, Omnivore, Parasitic Tentacles, Poison Spit, Regeneration, Smoke Cloud, Telepath, Urbavore",
    ("keep", 5): "Alpha Monster, Burrowing, Freeze Time, Giant Brain, Herbivore, Jets, Spiked Tail",
    ("keep", 6): "Acid Attack, Shrink Ray, Wings",
    ("keep", 7): "Extra Head x2, It Has a Child, Nova Breath",
    ("keep", 8): "Mimic",
}
"""The cards of the box by kind and cost (second edition), as the fact sheet has them."""


@pytest.mark.parametrize(("kind", "cost"), PRINTED)
def test_dod27_every_card_of_the_original_deck_is_there_at_its_cost(kind: str, cost: int) -> None:
    ours = [card for card in DECK.values() if card.keep == (kind == "keep") and card.cost == cost]
    names = [f"{card.name} x2" if card.copies == 2 else card.name for card in ours if card.id[-2:] != "-2"]
    assert sorted(names) == sorted(PRINTED[kind, cost].split(", "))


def test_dod27_66_cards_64_of_them_different() -> None:
    assert len(CARDS) == len(DECK) == 66
    assert len({DECK[card].name for card in CARDS}) == 64


def test_dod28_a_sweep_for_two_energy_brings_three_cards_that_were_not_there() -> None:
    market = ["wings", "jets", "tanks"]
    game = table(monster(energy=2), None, phase="buy", market=market, chance=["heal", "mimic", "frenzy"])
    game.do("sweep")
    assert game.state.market == ["heal", "mimic", "frenzy"]
    assert game.state.discard == market
    assert not set(market) & set(game.state.deck)


def test_dod28_no_card_comes_again_before_the_whole_deck_was_seen() -> None:
    game = table(monster(energy=1000), None, phase="buy", market=["wings", "jets", "tanks"])
    seen = {"wings", "jets", "tanks"}
    for _ in range(21):
        new = game.state.deck[:3]
        assert not seen & set(new)
        seen |= set(new)
        game.then(*new).do("sweep")
    assert seen == set(CARDS)
    assert game.state.deck == []
    game.then("heal", "wings", "jets").do("sweep")  # everything was seen: the deck is made anew
    assert "The deck is empty: 66 discarded cards become the new one." in game.told()
    assert game.state.market == ["heal", "wings", "jets"]
    assert len(game.state.deck) == 63


def test_dod28_the_discard_pile_becomes_the_deck_in_the_middle_of_a_sweep() -> None:
    game = table(monster(energy=2), None, phase="buy", market=["wings", "jets", "tanks"], deck=["heal"])
    game.then("heal", "mimic", "wings").do("sweep")
    assert game.state.market == ["heal", "mimic", "wings"]
    assert sorted([*game.state.market, *game.state.deck]) == list(CARDS)


def test_dod28_cards_in_front_of_monsters_never_come_back_with_the_reshuffle() -> None:
    game = table(monster("wings", "jets", energy=9), monster("mimic"), phase="buy", market=["heal"], deck=[])
    game.then("tanks").do("buy", "heal")
    assert not {"wings", "jets", "mimic", "tanks"} & set(game.state.deck)
    assert game.state.discard == ["heal"]  # it was bought: it comes with the next reshuffle


@pytest.mark.parametrize("card", ["skyscraper", "heal", "tanks"])
def test_dod29_some_cards_act_at_once(card: str) -> None:
    game = table(monster(energy=6, hearts=7), None, phase="buy", market=[card], chance=["wings"])
    game.do("buy", card)
    assert game.state.monsters[0].cards == []
    assert game.state.discard == [card]


def test_dod29_some_are_kept_for_good() -> None:
    game = table(monster("extra-head"), monster(place=CITY))
    roll(game, *QUIET, 3)
    assert [one.card for one in game.state.monsters[0].cards] == ["extra-head"]


def test_dod29_some_are_kept_until_they_are_used_up() -> None:
    game = table(monster("plot-twist"), monster(place=CITY))
    roll(game, *QUIET)
    game.do("use", "plot-twist", 0, 2)
    assert game.state.monsters[0].cards == []
    assert "Ann's Plot Twist is used up." in game.told()


# --- 0 hearts ---


def test_dod30_zero_hearts_lose() -> None:
    game = table(None, monster(hearts=3, place=CITY), None)
    roll(game, CLAW, CLAW, CLAW, CLAW, 1, 2)
    assert each(game, "hearts")[1] == 0
    assert "eliminated" in game.kinds()


def test_dod30_unless_it_has_a_child() -> None:
    game = table(None, monster("it-has-a-child", hearts=3, place=CITY), None)
    roll(game, CLAW, CLAW, CLAW, CLAW, 1, 2)
    assert each(game, "hearts")[1] == 10
    assert each(game, "place") == [CITY, OUTSIDE, OUTSIDE]
    assert "eliminated" not in game.kinds()


def test_dod31_zero_hearts_and_20_stars_together_lose() -> None:
    owner = monster(stars=16, hearts=4, energy=5)
    game = table(owner, monster(place=CITY), None, phase="buy", market=["jet-fighters"], chance=["wings"])
    game.do("buy", "jet-fighters")
    assert not game.state.monsters[0].alive
    assert game.match.outcome is None
    assert game.state.active == 1


def test_dod31_with_two_monsters_the_other_one_wins() -> None:
    game = table(
        monster(stars=16, hearts=4, energy=5), None, phase="buy", market=["jet-fighters"], chance=["wings"]
    )
    game.do("buy", "jet-fighters")
    assert game.match.outcome is not None
    assert game.match.outcome.winners == (1,)


def test_dod31_with_it_has_a_child_it_goes_on_without_stars() -> None:
    owner = monster("it-has-a-child", stars=16, hearts=4, energy=5)
    game = table(owner, monster(place=CITY), phase="buy", market=["jet-fighters"], chance=["wings"])
    game.do("buy", "jet-fighters")
    assert game.match.outcome is None
    assert (each(game, "hearts")[0], each(game, "stars")[0]) == (10, 0)


def test_dod32_cards_and_energy_of_the_dead_are_discarded() -> None:
    game = table(None, monster("jets", "armor-plating", "smoke-cloud", hearts=1, energy=7, place=CITY), None)
    roll(game, CLAW, CLAW, 1, 1, 2, 3)
    game.do("stay")  # Jets: the damage waited
    ben = game.state.monsters[1]
    assert (ben.hearts, ben.energy, ben.cards) == (0, 0, [])
    assert {"jets", "armor-plating", "smoke-cloud"} <= set(game.state.discard)


# --- end of game ---


def test_dod33_20_stars_with_hearts_left_win() -> None:
    game = table(monster(stars=19, hearts=1), monster(place=CITY), None)
    roll(game, 1, 1, 1, 2, 2, 3)
    assert game.match.outcome is not None
    assert game.match.outcome.winners == (0,)


@pytest.mark.parametrize("stars", range(14, 20))
def test_dod33_stars_stop_at_20(stars: int) -> None:
    game = table(monster(stars=stars), monster(place=CITY))
    roll(game, *[3] * 6)
    assert each(game, "stars")[0] == 20
    assert game.match.outcome is not None
    assert game.match.outcome.scores == (20, 0)


def test_dod33_evacuation_orders_takes_5_of_the_20() -> None:
    game = table(monster(stars=1, energy=7), monster("eater-of-the-dead", stars=19), monster(hearts=1, place=CITY))
    roll(game, *CLAWED)
    assert each(game, "stars")[1] == 20
    game.then("wings").do("buy", "evacuation-orders")
    assert each(game, "stars")[1] == 15
    assert game.match.outcome is None


def test_dod34_the_only_one_alive_wins() -> None:
    game = table(monster(stars=0), monster(hearts=1, stars=19, place=CITY))
    roll(game, *CLAWED)
    assert game.match.outcome is not None
    assert game.match.outcome.winners == (0,)


def test_dod34_also_on_the_turn_of_another() -> None:
    game = table(monster(hearts=1, poison=1), monster(place=CITY))
    roll(game, *QUIET)
    assert game.match.outcome is not None
    assert game.match.outcome.winners == (1,)


def test_dod35_when_all_die_together_nobody_wins() -> None:
    low = monster(hearts=3)
    owner = monster(hearts=3, energy=4, stars=19)
    game = table(owner, low, low, phase="buy", market=["high-altitude-bombing"], chance=["wings"])
    game.do("buy", "high-altitude-bombing")
    assert game.match.outcome is not None
    assert game.match.outcome.winners == ()
    assert game.match.outcome.reason == "nobody survived"
    assert game.told()[-1] == "Nobody is left: all monsters have lost."


def test_dod36_the_game_can_be_played_again_without_a_restart() -> None:
    match = finish(deal(3, seed=5, tokyo_stars="end"), 1)
    again = match.rematch()
    assert again.number == 2
    assert again.names == match.names
    assert again.state.options == match.state.options
    assert [one.hearts for one in again.state.monsters] == [10, 10, 10]
    assert again.save() != match.save()
    assert finish(again, 1).outcome is not None


def test_dod36_but_not_before_its_end() -> None:
    with pytest.raises(Exception, match="not over yet"):
        deal(2).rematch()
