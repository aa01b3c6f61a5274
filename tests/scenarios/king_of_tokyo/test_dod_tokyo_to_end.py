"""King of Tokyo, definition of done: Tokyo, cards, death and end, DoD-18 to DoD-36."""

import pytest

from dicecup.games.king_of_tokyo.cards.base import DECK
from tests.games.king_of_tokyo.box import BOX
from tests.scenarios.king_of_tokyo.tokyo import (
    BAY,
    CITY,
    CLAW,
    HEART,
    OUTSIDE,
    deal,
    each,
    finish,
    monster,
    roll,
    table,
)

QUIET = (1, 1, 2, 2, 3, 3)
CLAWED = (CLAW, 1, 1, 2, 2, 3)


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


def test_dod25_each_turn_is_judged_by_itself() -> None:
    """Herbivore: who hurt somebody in one turn may be peaceful in the next."""
    game = table(monster("herbivore", place=CITY), None)
    roll(game, *CLAWED)
    assert each(game, "stars")[0] == 0
    roll(game, *QUIET)  # Ben; then Ann's 2 stars for Tokyo
    roll(game, *QUIET)
    assert each(game, "stars")[0] == 2 + 1


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
    ("discard", 3): ("Corner Store, Fire Blast, Heal, National Guard"),
    ("discard", 4): ("Commuter Train, High Altitude Bombing, Tanks"),
    ("discard", 5): ("Apartment Building, Drop from High Altitude, Jet Fighters"),
    ("discard", 6): ("Gas Refinery, Nuclear Power Plant, Skyscraper, Vast Storm"),
    ("discard", 7): ("Evacuation Orders x2, Frenzy"),
    ("discard", 8): ("Energize"),
    ("keep", 2): ("Made in a Lab, Solar Powered"),
    ("keep", 3): (
        "Alien Metabolism, Camouflage, Complete Destruction, Dedicated News Team, Energy Hoarder, Friend "
        "of Children, Herd Culler, Metamorph, Monster Batteries, Opportunist, Plot Twist, Poison Quills, "
        "Psychic Probe, Rapid Healing, Rooting for the Underdog, Stretchy, We're Only Making It Stronger"
    ),
    ("keep", 4): (
        "Armor Plating, Background Dweller, Eater of the Dead, Even Bigger, Fire Breathing, Gourmet, "
        "Healing Ray, Omnivore, Parasitic Tentacles, Poison Spit, Regeneration, Smoke Cloud, Telepath, "
        "Urbavore"
    ),
    ("keep", 5): ("Alpha Monster, Burrowing, Freeze Time, Giant Brain, Herbivore, Jets, Spiked Tail"),
    ("keep", 6): ("Acid Attack, Shrink Ray, Wings"),
    ("keep", 7): ("Extra Head x2, It Has a Child, Nova Breath"),
    ("keep", 8): ("Mimic"),
}
"""The cards of the box by kind and cost (second edition), as the fact sheet has them."""


@pytest.mark.parametrize(("kind", "cost"), PRINTED)
def test_dod27_every_card_of_the_original_deck_is_there_at_its_cost(kind: str, cost: int) -> None:
    ours = [card for card in map(DECK.__getitem__, BOX) if card.keep == (kind == "keep") and card.cost == cost]
    names = [f"{card.name} x2" if card.copies == 2 else card.name for card in ours if card.id[-2:] != "-2"]
    assert sorted(names) == sorted(PRINTED[kind, cost].split(", "))


def test_dod27_66_cards_64_of_them_different() -> None:
    assert len(BOX) == 66
    assert {*BOX} <= {*DECK}
    assert len({DECK[card].name for card in BOX}) == 64


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
    assert seen == set(BOX)
    assert game.state.deck == []
    game.then("heal", "wings", "jets").do("sweep")  # everything was seen: the deck is made anew
    assert "The deck is empty: 66 discarded cards make a new one." in game.told()
    assert game.state.market == ["heal", "wings", "jets"]
    assert len(game.state.deck) == 63


def test_dod28_the_discard_pile_becomes_the_deck_in_the_middle_of_a_sweep() -> None:
    game = table(monster(energy=2), None, phase="buy", market=["wings", "jets", "tanks"], deck=["heal"])
    game.then("heal", "mimic", "wings").do("sweep")
    assert game.state.market == ["heal", "mimic", "wings"]
    assert sorted([*game.state.market, *game.state.deck]) == list(BOX)


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
    match = finish(deal(3, seed=5, tokyo_stars="end"))
    again = match.rematch()
    assert again.number == 2
    assert again.names == match.names
    assert again.state.options == match.state.options
    assert [one.hearts for one in again.state.monsters] == [10, 10, 10]
    assert again.save() != match.save()
    assert finish(again).outcome is not None


def test_dod36_but_not_before_its_end() -> None:
    with pytest.raises(Exception, match="not over yet"):
        deal(2).rematch()
