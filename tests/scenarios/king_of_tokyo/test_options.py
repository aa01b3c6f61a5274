"""King of Tokyo, house rules: both readings of every option, and presets."""

from typing import Any

import pytest

from dicecup.games.king_of_tokyo import KingOptions
from dicecup.testing import Scripted
from tests.scenarios.king_of_tokyo.tokyo import (
    BAY,
    CITY,
    CLAW,
    ENERGY,
    HEART,
    OUTSIDE,
    deal,
    each,
    finish,
    fresh,
    held,
    monster,
    roll,
    table,
)

QUIET = (1, 1, 2, 2, 3, 3)
CLAWED = (CLAW, 1, 1, 2, 2, 3)


def both(option: str) -> pytest.MarkDecorator:
    """The test is run with each of the two values of an option."""
    (found,) = [one for one in KingOptions.settings() if one.name == option]
    default, other = sorted(found.choices, key=lambda choice: choice != found.default)
    return pytest.mark.parametrize(("value", "default"), [(default, True), (other, False)], ids=[default, other])


def test_every_option_has_a_scenario_here() -> None:
    for setting in KingOptions.settings():
        assert any(name.startswith(f"test_option_{setting.name}") for name in globals()), setting.name


def test_every_option_has_a_sentence_and_a_default_among_its_choices() -> None:
    for setting in KingOptions.settings():
        assert setting.sentence
        assert setting.default in setting.choices
        assert len(setting.choices) == len(setting.says) == 2
        assert setting.group or setting.name in ("preset", "cards")


def test_options_are_in_the_record_and_survive_save_and_load() -> None:
    match = deal(2, tokyo_stars="end", bay="separate")
    assert match.state.options.to_json()["tokyo_stars"] == "end"
    assert KingOptions.from_json(match.state.options.to_json()) == match.state.options


def test_what_is_unusual_at_a_table_is_said_in_few_words() -> None:
    assert KingOptions().unusual() == {}
    assert KingOptions.parse({"tokyo_stars": "end", "cards": False}).unusual() == {
        "cards": False,
        "tokyo_stars": "end",
    }
    assert KingOptions.parse({"preset": "first-edition"}).unusual() == {"preset": "first-edition"}
    both = KingOptions.parse({"preset": "first-edition", "enter": "always", "win": "at-once"})
    assert both.unusual() == {"preset": "first-edition", "win": "at-once", "enter": "always"}


def test_the_preset_says_what_it_sets() -> None:
    assert KingOptions.implied("preset", "first-edition") == FIRST_EDITION
    assert KingOptions.implied("preset", "second-edition") == {}
    assert KingOptions.implied("win", "at-once") == {}


def test_a_table_tells_its_house_rules_in_sentences() -> None:
    assert KingOptions().in_words() == {}
    told = KingOptions.parse({"preset": "first-edition", "win": "at-once", "cards": False}).in_words()
    assert told.keys() == {"preset", "win", "cards", *FIRST_EDITION}
    assert told["win"] == "20 stars win immediately."
    assert told["probe"] == "Psychic Probe can be used after every roll."


# --- presets ---

FIRST_EDITION = {
    "enter": "with-claw",  # D1
    "bay_closing": "outside",  # D2
    "virtual_claws": "rolled-only",  # D4
    "fire_breathing": "attacked",  # D5
    "burrowing": "with-claw",  # D7
    "batteries": "stake",
    "even_bigger_lost": "lose-two",
    "spit_and_ray": "any-damage",
    "metamorph": "price-paid",
    "probe": "every-roll",
    "underdog": "every-turn",
}


def test_option_preset_first_edition_switches_what_was_different_then() -> None:
    options = KingOptions.parse({"preset": "first-edition"})
    assert {name: getattr(options, name) for name in FIRST_EDITION} == FIRST_EDITION
    plain = KingOptions()
    rest = [one.name for one in KingOptions.settings() if one.name not in FIRST_EDITION and one.name != "preset"]
    assert all(getattr(options, name) == getattr(plain, name) for name in rest)


def test_option_preset_second_edition_is_the_default() -> None:
    assert KingOptions.parse({"preset": "second-edition"}) == KingOptions() == KingOptions.parse({})
    assert all(getattr(KingOptions(), name) != value for name, value in FIRST_EDITION.items())


@pytest.mark.parametrize("name", FIRST_EDITION)
def test_option_preset_gives_way_to_what_is_said_explicitly(name: str) -> None:
    options = KingOptions.parse({"preset": "first-edition", name: getattr(KingOptions(), name)})
    assert getattr(options, name) == getattr(KingOptions(), name)
    others = {other: value for other, value in FIRST_EDITION.items() if other != name}
    assert {other: getattr(options, other) for other in others} == others


def test_option_preset_survives_save_load_and_rematch() -> None:
    options = KingOptions.parse({"preset": "first-edition", "enter": "always"})
    assert KingOptions.from_json(options.to_json()) == options


def test_option_preset_first_edition_plays_whole_games() -> None:
    for seed in range(3):
        match = finish(deal(4, seed=seed, preset="first-edition"))
        assert match.outcome is not None


# --- the table ---


def test_option_start_seat_order_lets_the_first_seat_begin_without_a_roll() -> None:
    game = fresh(4, start="seat-order")
    assert (game.pending.seat, game.pending.kind) == (0, "roll")
    assert "order_roll" not in game.kinds()


def test_option_start_first_roll_is_the_default() -> None:
    assert fresh(4).pending.kind == "order"


def test_option_cards_false_has_no_market_and_no_buying_step() -> None:
    game = table(monster(energy=20), monster(place=CITY), options={"cards": False})
    assert (game.state.market, game.state.deck) == ([], [])
    roll(game, *QUIET)
    assert game.state.active == 1
    assert game.refuses("buy", "wings") == "This game is played without cards."
    assert game.refuses("sweep") == "This game is played without cards."


@pytest.mark.parametrize("seats", range(2, 7))
def test_option_cards_false_plays_whole_games(seats: int) -> None:
    match = deal(seats, seed=seats, cards=False)
    kinds = set()
    while match.pending is not None:
        kinds.add(match.pending.kind)
        match.answer(match.pending.options[len(match.log) % len(match.pending.options)])
    assert match.outcome is not None
    assert kinds <= {"order", "roll", "dice", "yield"}
    assert not {"revealed", "buys", "sweeps"} & {event.kind for event in match.events}


def test_option_cards_false_allows_no_cards_in_front_of_monsters() -> None:
    with pytest.raises(ValueError, match="66 cards"):
        table(monster("wings"), None, options={"cards": False})


@both("tokyo_stars")
def test_option_tokyo_stars(value: str, default: bool) -> None:
    game = table(monster(place=CITY), None, phase="start", options={"tokyo_stars": value})
    assert each(game, "stars")[0] == (2 if default else 0)
    roll(game, *QUIET)
    assert each(game, "stars")[0] == 2


@both("turn_order")
def test_option_turn_order(value: str, default: bool) -> None:
    dice = [[CLAW] * count + [HEART] * (6 - count) for count in (1, 3, 0, 2)]
    game = fresh(4, *dice, turn_order=value)
    game.play(*["roll"] * 4)
    assert game.state.order == ([0, 1, 2, 3] if default else [1, 3, 0, 2])
    roll(game, *QUIET)
    assert game.state.active == (2 if default else 3)


@both("win")
def test_option_win(value: str, default: bool) -> None:
    game = table(monster(stars=19, hearts=1, poison=1), monster(place=CITY), None, options={"win": value})
    roll(game, 1, 1, 1, 2, 2, 3)
    assert (game.match.outcome is None) == default


def test_option_win_at_once_the_star_of_the_news_team_comes_before_what_was_bought() -> None:
    """With 19 stars and 3 hearts: the star for buying Tanks wins before they would kill."""
    owner = monster("dedicated-news-team", stars=19, hearts=3, energy=4)
    for win, winners in (("end-of-turn", (1,)), ("at-once", (0,))):
        game = table(
            owner, monster(place=CITY), phase="buy", market=["tanks"], options={"win": win}, chance=["heal"]
        )
        game.do("buy", "tanks")
        assert game.match.outcome is not None
        assert game.match.outcome.winners == winners


def test_option_win_at_once_a_keep_card_bought_with_the_last_star_lies_before_the_winner() -> None:
    owner = monster("dedicated-news-team", stars=19, energy=4)
    game = table(
        owner, monster(place=CITY), phase="buy", market=["jets", "even-bigger"], options={"win": "at-once"}
    )
    game.then("heal").do("buy", "even-bigger")
    assert [held.card for held in game.state.monsters[0].cards] == ["dedicated-news-team", "even-bigger"]
    assert game.match.outcome is not None


def several_at_20(**options: Any) -> Scripted:
    """Dan's claws kill Ann in the City; Ben, Cleo and Dan have 20 stars at the end of his turn."""
    game = table(
        monster(hearts=1, place=CITY),
        monster("eater-of-the-dead", stars=17),
        monster({"card": "mimic", "acts_as": "eater-of-the-dead"}, stars=17),
        monster(stars=19),
        active=3,
        options=options,
    )
    return roll(game, CLAW, *QUIET[:5])


@both("tie")
def test_option_tie(value: str, default: bool) -> None:
    game = several_at_20(tie=value)
    assert each(game, "stars") == [0, 20, 20, 20]
    assert game.match.outcome is not None
    assert game.match.outcome.winners == ((1, 2, 3) if default else (3,))
    assert game.told()[-1] == ("Ben, Cleo and Dan share the win!" if default else "Dan wins!")


def test_option_tie_active_first_then_clockwise() -> None:
    game = table(
        monster(hearts=1, place=CITY),
        monster("eater-of-the-dead", stars=17),
        monster({"card": "mimic", "acts_as": "eater-of-the-dead"}, stars=17),
        monster(),
        active=3,
        options={"tie": "active-first"},
    )
    roll(game, CLAW, *QUIET[:5])
    assert game.match.outcome is not None
    assert game.match.outcome.winners == (1,)


@both("bay")
def test_option_bay(value: str, default: bool) -> None:
    game = table(monster(place=CITY), monster(place=BAY), None, None, None, options={"bay": value})
    roll(game, *CLAWED)
    assert each(game, "hearts") == ([10, 10, 9, 9, 9] if default else [10, 9, 9, 9, 9])


@both("dice_order")
def test_option_dice_order(value: str, default: bool) -> None:
    game = table(monster(place=CITY), None, options={"dice_order": value})
    roll(game, CLAW, ENERGY, 1, 1, 1, 1)
    assert (game.pending.kind == "resolve") != default


@both("two_player")
def test_option_two_player(value: str, default: bool) -> None:
    game = table(None, None, options={"two_player": value})
    roll(game, *QUIET)  # Ann enters
    assert (each(game, "stars")[0], each(game, "energy")[0]) == ((1, 0) if default else (0, 1))
    roll(game, *QUIET)  # Ben; then Ann starts in Tokyo
    assert (each(game, "stars")[0], each(game, "energy")[0]) == ((3, 0) if default else (0, 2))


def test_option_two_player_energy_is_for_two_only() -> None:
    game = table(None, None, None, options={"two_player": "energy"})
    roll(game, *QUIET)
    assert (each(game, "stars")[0], each(game, "energy")[0]) == (1, 0)


def test_option_two_player_energy_friend_of_children_adds_and_urbavore_still_pays_a_star() -> None:
    owner = monster("friend-of-children", "urbavore", place=CITY)
    game = table(owner, None, phase="start", options={"two_player": "energy"})
    assert (each(game, "stars")[0], each(game, "energy")[0]) == (1, 2)


def test_option_two_player_energy_plays_whole_games() -> None:
    match = finish(deal(2, seed=4, two_player="energy"))
    assert match.outcome is not None


# --- editions ---


@both("enter")
def test_option_enter(value: str, default: bool) -> None:
    game = table(None, None, options={"enter": value})
    roll(game, *QUIET)
    assert each(game, "place")[0] == (CITY if default else OUTSIDE)
    roll(game, *CLAWED)
    assert each(game, "place")[1] == (OUTSIDE if default else CITY)


def test_option_enter_with_claw_lets_in_who_has_no_dice_or_the_game_might_never_end() -> None:
    shrunk = monster(shrink=6)
    game = table(shrunk, shrunk, phase="start", options={"enter": "with-claw"}, chance=[])
    assert game.match.outcome is not None  # nobody was ever asked
    assert each(game, "stars") == [20, 0]


@both("bay_closing")
def test_option_bay_closing(value: str, default: bool) -> None:
    game = table(monster(place=BAY), None, monster(hearts=1), None, None, options={"bay_closing": value})
    roll(game, *CLAWED)
    assert "Tokyo Bay closes: Ann " + ("moves to Tokyo City." if default else "moves out.") in game.told()
    # In the second reading the City is empty and Ann, outside now, enters it: her turn is not over.
    assert each(game, "place")[0] == CITY
    assert each(game, "stars")[0] == (0 if default else 1)


@both("bay_attacker")
def test_option_bay_attacker(value: str, default: bool) -> None:
    seats = (monster("nova-breath", place=BAY), monster("burrowing", place=CITY), None, None, None)
    game = roll(table(*seats, options={"bay_attacker": value}), *CLAWED)
    game.do("yield")
    assert each(game, "place")[:2] == [CITY if default else BAY, OUTSIDE]
    assert (each(game, "hearts")[0], each(game, "stars")[0]) == (9 if default else 10, 0)


@both("virtual_claws")
def test_option_virtual_claws(value: str, default: bool) -> None:
    game = table(monster("acid-attack", "spiked-tail"), monster(place=CITY), options={"virtual_claws": value})
    roll(game, *QUIET)
    assert each(game, "hearts")[1] == (8 if default else 9)


@both("acid_attack")
def test_option_acid_attack(value: str, default: bool) -> None:
    game = table(monster("acid-attack"), monster(place=CITY), None, options={"acid_attack": value})
    roll(game, *QUIET)
    assert each(game, "hearts")[1] == 9
    assert (game.pending.kind == "yield") == default


@both("fire_breathing")
def test_option_fire_breathing(value: str, default: bool) -> None:
    game = table(monster("fire-breathing"), None, monster(place=CITY), None, options={"fire_breathing": value})
    roll(game, *CLAWED)
    assert each(game, "hearts") == ([10, 9, 9, 9] if default else [10, 10, 9, 10])


@both("burrowing")
def test_option_burrowing(value: str, default: bool) -> None:
    game = table(monster("burrowing", place=CITY), None, options={"burrowing": value})
    roll(game, *QUIET)
    assert each(game, "hearts")[1] == (9 if default else 10)


@both("burrowing_yields")
def test_option_burrowing_yields(value: str, default: bool) -> None:
    yielders = (monster("burrowing", place=CITY), monster(held("mimic", acts_as="burrowing"), place=BAY))
    game = roll(table(None, *yielders, None, None, options={"burrowing_yields": value}), *CLAWED)
    game.play("yield", "yield")
    assert each(game, "hearts")[0] == (9 if default else 8)


@both("batteries")
def test_option_batteries(value: str, default: bool) -> None:
    game = table(monster(energy=5), None, phase="buy", market=["monster-batteries"], options={"batteries": value})
    game.then("wings").do("buy", "monster-batteries")
    if not default:
        assert game.pending.kind == "stake"
        game.do("stake", 3)
    battery = game.state.monsters[0].cards[0]
    assert (battery.counters, each(game, "energy")[0]) == ((6, 2) if default else (6, 0))


@both("even_bigger_lost")
def test_option_even_bigger_lost(value: str, default: bool) -> None:
    owner = monster("even-bigger", "metamorph", hearts=10)
    game = table(owner, monster(place=CITY), phase="sell", options={"even_bigger_lost": value})
    game.do("use", "metamorph", "even-bigger")
    assert each(game, "hearts")[0] == (10 if default else 8)


@both("spit_and_ray")
def test_option_spit_and_ray(value: str, default: bool) -> None:
    owner = monster("poison-spit", "shrink-ray", energy=3)
    game = table(owner, None, phase="buy", market=["fire-blast"], options={"spit_and_ray": value})
    game.then("wings").do("buy", "fire-blast")
    assert (each(game, "poison")[1], each(game, "shrink")[1]) == ((0, 0) if default else (1, 1))


@both("metamorph")
def test_option_metamorph(value: str, default: bool) -> None:
    owner = monster("metamorph", held("wings", paid=5))
    game = table(owner, None, phase="sell", options={"metamorph": value})
    game.do("use", "metamorph", "wings")
    assert each(game, "energy")[0] == (6 if default else 5)


@both("probe")
def test_option_probe(value: str, default: bool) -> None:
    game = table(None, monster("psychic-probe", place=CITY), options={"probe": value}, chance=[list(QUIET)])
    game.do("roll")
    assert (game.pending.seat, game.pending.kind) == ((0, "dice") if default else (1, "probe"))
    if default:
        game.do("keep", *range(6))
        assert (game.pending.seat, game.pending.kind) == (1, "probe")


@both("underdog")
def test_option_underdog(value: str, default: bool) -> None:
    game = table(
        monster(stars=4),
        monster("rooting-for-the-underdog", stars=2, place=CITY),
        monster(stars=5),
        options={"underdog": value, "tokyo_stars": "end"},
    )
    roll(game, *QUIET)  # Ann's turn
    assert each(game, "stars")[1] == (2 if default else 3)


@both("underdog_ties")
def test_option_underdog_ties(value: str, default: bool) -> None:
    owner = monster("rooting-for-the-underdog", stars=4)
    game = table(
        owner, monster(stars=4, place=CITY), monster(stars=7), options={"underdog_ties": value}, phase="end"
    )
    assert each(game, "stars")[0] == (4 if default else 5)


def test_option_underdog_ties_gives_nothing_to_who_has_more_than_another() -> None:
    owner = monster("rooting-for-the-underdog", stars=5)
    game = table(owner, monster(stars=4, place=CITY), options={"underdog_ties": "star"}, phase="end")
    assert each(game, "stars")[0] == 5


@both("sold_counters")
def test_option_sold_counters(value: str, default: bool) -> None:
    owner = monster("parasitic-tentacles", energy=4)
    seller = monster(held("smoke-cloud", counters=1))
    game = table(owner, seller, phase="buy", options={"sold_counters": value})
    game.do("use", "parasitic-tentacles", 1, "smoke-cloud")
    assert game.state.monsters[0].cards[-1].counters == (1 if default else 3)


@both("drop_clears")
def test_option_drop_clears(value: str, default: bool) -> None:
    seats = (monster(energy=5), monster(place=CITY), monster(place=BAY), None, None)
    game = table(*seats, phase="buy", market=["drop-from-high-altitude"], options={"drop_clears": value})
    game.then("wings").do("buy", "drop-from-high-altitude")
    assert each(game, "place")[:3] == [CITY, OUTSIDE, OUTSIDE if default else BAY]


@both("herbivore")
def test_option_herbivore(value: str, default: bool) -> None:
    owner = monster("herbivore", energy=4)
    game = table(owner, monster(place=CITY), phase="buy", market=["tanks"], options={"herbivore": value})
    game.then("wings").do("buy", "tanks")
    assert each(game, "stars")[0] == (5 if default else 4)
