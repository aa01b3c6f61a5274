"""What is refused in King of Tokyo, and why: a sentence a player understands, and nothing changes."""

from typing import Any

import pytest

from dicecup.games.king_of_tokyo.cards.deck import CARDS
from dicecup.testing import Scripted
from tests.scenarios.king_of_tokyo.tokyo import CITY, CLAW, ENERGY, HEART, fresh, held, monster, roll, table

QUIET = [1, 1, 2, 2, 3, 3]
CLAWED = [CLAW, 1, 1, 2, 2, 3]


def before_roll() -> Scripted:
    """Ann is about to roll."""
    return table(monster("telepath", "herd-culler", "acid-attack", energy=5), monster(place=CITY))


def rolled(rolls: int = 1, *cards: Any, **more: Any) -> Scripted:
    """Ann has rolled so often."""
    game = table(monster(*cards, **more), monster("wings", place=CITY), chance=[QUIET] * rolls)
    game.do("roll")
    for _ in range(rolls - 1):
        game.do("keep")
    return game


def buying(*cards: Any, **more: Any) -> Scripted:
    """Ann may buy."""
    return table(
        monster(*cards, **{"energy": 4, **more}),
        monster(place=CITY),
        phase="buy",
        market=["wings", "jets", "tanks"],
    )


def attacked(*cards: Any, **more: Any) -> Scripted:
    """Ben, in the City, was hit and may yield."""
    return roll(table(None, monster(*cards, place=CITY, **more), None), *CLAWED)


# --- rolling ---


@pytest.mark.parametrize("keep", [(), (0,), (0, 1, 2, 3, 4, 5), ("x",)])
def test_nothing_is_kept_before_the_first_roll(keep: tuple[int | str, ...]) -> None:
    assert before_roll().refuses("keep", *keep) == "Nothing can be kept before the first roll."


def test_nothing_is_kept_in_the_roll_for_the_first_turn() -> None:
    assert fresh(2).refuses("keep", 0) == "Nothing can be kept before the first roll."


def test_after_the_first_roll_one_says_which_dice_are_kept() -> None:
    assert rolled().refuses("roll") == "Say which dice you keep, or keep all to stop."


@pytest.mark.parametrize("keep", [(), (0,), (0, 1, 2, 3, 4, 5)])
def test_there_is_no_fourth_roll(keep: tuple[int, ...]) -> None:
    game = rolled(3, energy=2)
    assert game.pending.kind == "buy"  # nobody asks about the dice any more
    assert game.refuses("keep", *keep) == "You have finished rolling."
    assert game.refuses("roll") == "You have finished rolling."


def test_with_a_card_that_could_give_one_the_player_is_asked_but_cannot_roll_yet() -> None:
    game = rolled(3, "telepath", energy=1)
    assert game.refuses("keep", 0) == "You have no rolls left."
    assert game.refuses("roll") == "You have no rolls left."
    assert game.offers("use", "telepath")


@pytest.mark.parametrize("slots", [(6,), (-1,), ("0",), (0, 99), (10**30,)])
def test_there_are_six_dice(slots: tuple[int | str, ...]) -> None:
    assert rolled().refuses("keep", *slots) == "There are 6 dice, numbered 0 to 5 here."


@pytest.mark.parametrize("slots", [(0, 0), (3, 1)])
def test_each_die_is_named_once(slots: tuple[int, ...]) -> None:
    assert rolled().refuses("keep", *slots) == "Name each die once, in ascending order."


def test_somebody_who_is_asked_something_else_cannot_roll() -> None:
    game = attacked()
    assert game.refuses("roll") == "It is not your turn to roll."
    assert game.refuses("keep", 0) == "It is not your turn to roll."


# --- buying ---


def test_a_card_one_cannot_pay() -> None:
    assert buying().refuses("buy", "wings") == "Wings costs 6 energy; you have 4."


def test_a_card_one_cannot_pay_even_with_the_discount() -> None:
    assert buying("alien-metabolism").refuses("buy", "wings") == "Wings costs 5 energy; you have 4."


def test_a_card_that_is_not_there() -> None:
    assert buying().refuses("buy", "heal") == "Heal is not in the market."


def test_a_card_that_is_not_in_the_game() -> None:
    assert buying().refuses("buy", "amusement-park") == "There is no card called 'amusement-park'."
    assert buying().refuses("buy", 3) == "There is no card called 3."


@pytest.mark.parametrize("game", [before_roll, rolled, attacked])
def test_buying_at_the_wrong_time(game: Any) -> None:
    assert game().refuses("buy", "wings") == "Cards can be bought only in the buying step of your turn."


def test_sweeping_with_one_energy() -> None:
    owner = monster("alien-metabolism", energy=1)
    game = table(owner, monster(place=CITY), phase="buy", market=["solar-powered", "jets"])
    assert game.refuses("sweep") == "Sweeping costs 2 energy; you have 1."


@pytest.mark.parametrize("game", [before_roll, rolled, attacked])
def test_sweeping_at_the_wrong_time(game: Any) -> None:
    assert game().refuses("sweep") == "The market can be swept only in the buying step of your turn."


def test_an_opportunist_may_buy_only_what_was_just_turned_up() -> None:
    snatcher = monster("opportunist", energy=9, place=CITY)
    game = table(monster(energy=4), snatcher, phase="buy", market=["wings", "jets", "tanks"], chance=["heal"])
    game.do("buy", "tanks")
    assert (game.pending.seat, game.pending.kind) == (1, "snatch")
    assert game.refuses("buy", "jets") == "Jets is not what was just turned up."
    assert game.refuses("buy", "mimic") == "Mimic is not in the market."
    assert game.offers("buy", "heal")


# --- Tokyo ---


@pytest.mark.parametrize("verb", ["stay", "yield"])
def test_nobody_yields_without_an_attack(verb: str) -> None:
    game = table(monster(place=CITY), None)
    assert game.refuses(verb) == "Nobody has attacked you in Tokyo just now."
    assert before_roll().refuses(verb) == "You are not in Tokyo."


def test_a_monster_that_is_asked_whether_it_stays_cannot_do_anything_else() -> None:
    game = attacked("herd-culler", "jets", energy=2)
    assert game.refuses("done") == "“done” is not possible here; you can choose: stay, yield."
    assert game.refuses("use", "herd-culler", 0) == "Herd Culler can be used only after your last roll."
    assert game.refuses("use", "jets") == "Jets works by itself."


# --- cards ---


def test_a_card_one_does_not_have() -> None:
    assert before_roll().refuses("use", "wings") == "You do not have Wings."
    assert before_roll().refuses("use", "no-such-card") == "There is no card called 'no-such-card'."
    assert rolled().refuses("use", "wings") == "You do not have Wings."  # it is Ben's


def test_a_card_that_works_by_itself() -> None:
    assert before_roll().refuses("use", "acid-attack") == "Acid Attack works by itself."


def test_a_card_at_the_wrong_time() -> None:
    game = before_roll()
    assert game.refuses("use", "telepath") == "Telepath can be used only between your rolls."
    assert game.refuses("use", "herd-culler", 0) == "Herd Culler can be used only after your last roll."
    shop = buying("telepath", "psychic-probe", "background-dweller", "metamorph", "healing-ray", "stretchy")
    expected = {
        "telepath": "Telepath can be used only between your rolls.",
        "psychic-probe": "Psychic Probe can be used only after another monster's roll.",
        "background-dweller": "Background Dweller can be used only between your rolls or after your last roll.",
        "metamorph": "Metamorph can be used only at the end of your turn.",
        "healing-ray": "Healing Ray can be used only when you use your heart dice.",
        "stretchy": "Stretchy can be used only after your last roll.",
    }
    assert {card: shop.refuses("use", card) for card in expected} == expected


def test_a_card_that_was_used_already() -> None:
    game = roll(table(monster("herd-culler", "plot-twist"), monster(place=CITY)), *QUIET)
    game.do("use", "herd-culler", 2)
    assert (
        game.refuses("use", "herd-culler", 3)
        == "Herd Culler cannot be used now: it has already been used this turn."
    )
    game.do("use", "plot-twist", 3, 1)
    assert game.pending.seat == 1  # nothing is left to do with the dice


def test_a_card_that_is_used_up() -> None:
    game = rolled(1, held("smoke-cloud", counters=1))
    game.do("use", "smoke-cloud")
    assert game.refuses("use", "smoke-cloud") == "You do not have Smoke Cloud."


def test_a_card_one_cannot_pay_for() -> None:
    game = rolled(1, "telepath", "rapid-healing", "smoke-cloud", energy=0, hearts=5)
    assert game.refuses("use", "telepath") == "Telepath cannot be used now: it costs 1 energy, and you have none."
    reason = "Rapid Healing cannot be used now: it costs 2 energy, and you have 0."
    assert game.refuses("use", "rapid-healing") == reason
    changing = roll(table(monster("stretchy", "plot-twist", energy=1), monster(place=CITY)), *QUIET)
    assert changing.refuses("use", "stretchy", 0, 2) == (
        "Stretchy cannot be used now: it costs 2 energy, and you have 1."
    )


def test_rapid_healing_at_full_hearts() -> None:
    game = rolled(1, "rapid-healing", energy=2)
    assert game.refuses("use", "rapid-healing") == (
        "Rapid Healing cannot be used now: you already have all the hearts you can."
    )


def test_wings_that_are_spread_already() -> None:
    game = table(monster("wings", energy=4), monster(place=CITY), chance=[QUIET])
    game.do("use", "wings")
    game.do("roll")
    assert game.refuses("use", "wings") == "Wings cannot be used now: you cannot be hurt this turn anyway."


def test_a_card_in_a_way_that_makes_no_sense() -> None:
    game = roll(table(monster("plot-twist", "herd-culler"), monster(place=CITY)), *QUIET)
    for args in ((), (9, 1), (0, 7), ("a", "b"), (0,)):
        assert game.refuses("use", "plot-twist", *args) == "Plot Twist cannot be used like that."
    assert game.refuses("use", "herd-culler", 0) == "Herd Culler cannot be used like that."  # it shows 1 already


def test_a_reason_is_given_only_if_it_is_one() -> None:
    """Stretchy can be paid, so it is not for the energy that it cannot be used without a die."""
    changing = roll(table(monster("stretchy", "plot-twist", energy=9), monster(place=CITY)), *QUIET)
    assert changing.refuses("use", "stretchy") == "Stretchy cannot be used like that."
    cards = ("telepath", "wings", "rapid-healing")
    game = table(monster(*cards, energy=9, hearts=5), monster(place=CITY), chance=[QUIET])
    game.do("roll")
    for card in ("telepath", "wings", "rapid-healing"):
        assert game.offers("use", card)
        assert game.refuses("use", card, 5).endswith("cannot be used like that.")


def test_background_dweller_after_the_rolls() -> None:
    game = rolled(1, "background-dweller", "plot-twist")
    game.do("keep", *range(6))
    reason = game.refuses("use", "background-dweller", 4)
    assert reason == "Background Dweller cannot be used now: you have finished rolling."
    game = table(
        monster("background-dweller"), monster(place=CITY), phase="dice", dice=[1, 1, 2, 2, 1, 1], rolls_left=1
    )
    assert game.refuses("use", "background-dweller", 0) == "Background Dweller cannot be used now: no die shows 3."


def test_cards_that_have_nothing_to_work_on() -> None:
    shop = buying("parasitic-tentacles", "made-in-a-lab", energy=4)
    shop.then("heal").do("use", "made-in-a-lab", "look")
    shop.do("leave")
    assert (
        shop.refuses("use", "made-in-a-lab", "look")
        == "Made in a Lab cannot be used now: you have already looked."
    )
    reason = "Parasitic Tentacles cannot be used now: nobody else has a card that you can afford."
    assert shop.refuses("use", "parasitic-tentacles", 1, "jets") == reason
    hearts = roll(table(monster("healing-ray", poison=1), monster(place=CITY)), HEART, 1, 1, 2, 2, 3)
    assert hearts.refuses("use", "healing-ray", 1) == "Healing Ray cannot be used now: nobody else needs a heart."
    culler = roll(table(monster("herd-culler", "plot-twist"), monster(place=CITY)), *[1] * 6)
    assert culler.refuses("use", "herd-culler", 1) == "Herd Culler cannot be used now: all your dice show 1."


def test_mimic_has_the_reasons_of_what_it_copies() -> None:
    copy = held("mimic", acts_as="telepath")
    game = table(monster(copy), monster("telepath", place=CITY), chance=[QUIET])
    assert game.refuses("use", "mimic") == "Mimic can be used only before you roll or between your rolls."
    game.do("roll")
    assert game.refuses("use", "mimic") == "Mimic cannot be used now: it costs 1 energy, and you have none."


# --- wrong seat, nonsense, the end ---


def test_only_the_one_who_is_asked_decides() -> None:
    game = before_roll()
    assert game.match.why_not("roll", 1) == "It is Ann's decision now."
    assert attacked().match.why_not("stay", 0) == "It is Ben's decision now."
    assert attacked().match.why_not("stay", 1) is None


NONSENSE = [
    (),
    "",
    None,
    3,
    ("dance",),
    ("keep", None),
    (["keep"],),
    {"keep": 1},
    ("buy",),
    ("use",),
    ("yield", 1),
]


@pytest.mark.parametrize("game", [before_roll, rolled, buying, attacked])
@pytest.mark.parametrize("choice", NONSENSE, ids=repr)
def test_nonsense_is_refused_with_a_reason_and_changes_nothing(game: Any, choice: Any) -> None:
    match = game().match
    before = match.save()
    reason = match.why_not(choice)
    assert reason
    assert reason.endswith(".")
    with pytest.raises(ValueError, match=r"\.$"):
        match.answer(choice)
    assert match.save() == before


def test_after_the_end_nothing_is_possible() -> None:
    game = roll(table(monster(stars=19), monster(place=CITY)), 1, 1, 1, 2, 2, 3)
    assert game.match.why_not("roll") == "The game is over."


TRIES = [
    *(("keep",), ("keep", 0), ("roll",), ("sweep",), ("stay",), ("yield",), ("done",), ("pass",), ("take",)),
    *(("go-on",), ("heart", "heal"), ("resolve", "stars"), ("stake", 1), ("copy", 1, "wings"), ("extra-turn",)),
    *(("buy", card) for card in CARDS),
    *(("use", card) for card in CARDS),
    *(("use", card, 0) for card in CARDS),
]


def positions() -> dict[str, Scripted]:
    """One position for every kind of decision."""
    found = {
        "order": fresh(2),
        "roll": before_roll(),
        "dice": rolled(),
        "buy": buying(),
        "yield": attacked(),
        "start": table(monster("mimic", energy=1), monster("wings"), phase="start"),
        "probe": roll(table(None, monster("psychic-probe", place=CITY)), *QUIET),
        "change": roll(table(monster("herd-culler"), monster(place=CITY)), *QUIET),
        "hearts": roll(table(monster(poison=1, hearts=5), monster(place=CITY)), HEART, HEART, 1, 2, 3, 1),
        "react": roll(table(None, monster("wings", energy=2, place=CITY)), *CLAWED),
        "resolve": roll(
            table(None, monster(place=CITY), options={"dice_order": "choose"}), CLAW, ENERGY, 1, 1, 2, 3
        ),
        "sell": table(monster("metamorph"), None, phase="sell"),
        "extra turn": roll(table(monster("freeze-time"), monster(place=CITY)), 1, 1, 1, 2, 2, 3),
    }
    stake = table(
        monster(energy=5), None, phase="buy", market=["monster-batteries"], options={"batteries": "stake"}
    )
    stake.then("wings").do("buy", "monster-batteries")
    copy = table(monster(energy=8), monster("wings", "jets"), phase="buy", market=["mimic"], chance=["heal"])
    copy.do("buy", "mimic")
    snatch = table(monster(energy=8), monster("opportunist", energy=9), phase="buy", market=["mimic", "jets"])
    snatch.then("heal").do("buy", "jets")
    return {**found, "stake": stake, "copy": copy, "snatch": snatch}


@pytest.mark.parametrize("kind", positions())
def test_whatever_is_tried_at_any_decision_is_an_option_or_refused_in_a_sentence(kind: str) -> None:
    game = positions()[kind]
    assert game.pending.kind == kind
    assert game.pending.prompt[-1] in ".?)"
    before = game.match.save()
    for choice in TRIES:
        reason = game.match.why_not(choice)
        assert reason is None or (reason[-1] == "." and len(reason) < 120), (choice, reason)
    assert game.match.save() == before
