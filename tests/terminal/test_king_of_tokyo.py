"""King of Tokyo on the screen: every decision of every card is shown, can be typed, and nobody sees too much."""

import io
import re
from pathlib import Path
from typing import Any

import pytest

from dicecup.games.king_of_tokyo.cards.base import DECK
from dicecup.games.king_of_tokyo.state import BAY, CITY, CLAW
from dicecup.table import Checkpoint, Match, Secret
from dicecup.terminal.console import Console
from dicecup.terminal.king_of_tokyo.input import lines
from dicecup.terminal.king_of_tokyo.words import about_card, explain, overview
from tests.games.king_of_tokyo.box import BOX
from tests.scenarios.king_of_tokyo.tokyo import fresh, monster, roll, table
from tests.terminal.helpers import Person, Utf8, at, drawn, flat
from tests.terminal.king_of_tokyo_positions import DECISIONS, bought, looked, rolled

# --- every decision ---


def test_the_decisions_of_all_cards_that_ask_something_are_among_them() -> None:
    asking = {DECK[card].name for card in BOX if DECK[card].moments}
    asking |= {"Freeze Time", "Jets", "Monster Batteries"}
    covered = {name.split(":")[0].casefold() for name in DECISIONS}
    assert {name for name in asking if not any(name.casefold() in other for other in covered)} <= {"Mimic"}
    assert any("mimic" in name for name in covered)


@pytest.mark.parametrize("columns", [40, 60, 120])
def test_other_widths(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    for decision in DECISIONS.values():
        text = drawn(decision.match())
        assert max(map(len, text.splitlines()[:-1]), default=0) <= columns


@pytest.mark.parametrize("name", DECISIONS)
def test_the_table_can_be_looked_at_from_every_prompt(name: str, tmp_path: Path) -> None:
    decision = DECISIONS[name]
    match = decision.match()
    assert match.pending is not None
    person = at(tmp_path, match)
    before = match.save()
    gate = [""] if match.pending.private else []
    typed = ["status", "deck", "market", "card wings", "help", "help tokyo", "help plot twist", "log", "show"]
    shown = flat(person.types(*gate, *typed))
    assert match.save() == before
    assert re.search(r"Ben \(Cyber Bunny\) \d+ hearts \d+ stars", shown)
    assert "The market" in shown
    options = match.state.options
    assert flat(about_card(DECK["wings"], options)) in shown
    assert flat(overview(options))[:60] in shown
    assert flat(explain("tokyo", options) or "")[:60] in shown
    assert DECK["plot-twist"].text in shown


@pytest.mark.parametrize("name", DECISIONS)
def test_what_is_no_choice_gets_a_reason_and_changes_nothing(name: str, tmp_path: Path) -> None:
    match = DECISIONS[name].match()
    assert match.pending is not None
    person = at(tmp_path, match)
    before = match.save()
    gate = [""] if match.pending.private else []
    typed = [
        "banana",
        "buy energy",
        "99",
        "use",
        "a 9 banana",
        "²",
        "use giant brain",
        "buy giant brain",
        "-1",
    ]
    shown = person.types(*gate, *typed)
    assert match.save() == before
    assert shown.count(" > ") == len([*gate, *typed]) + 1
    assert "Giant Brain" in shown


# --- dice ---


def test_green_dice_say_that_they_are_green() -> None:
    game = rolled(table(monster("extra-head", "extra-head-2"), None), 1, 2, 3, 4, 5, 6, 6, 1)
    shown = drawn(game.match)
    assert "╔══════╗" in shown
    assert "7 green  8 green" in shown
    assert "#======#" in drawn(game.match, unicode=False)
    assert "die 7 (green) shows claw and die 8 (green) shows 1." in flat(drawn(game.match, words=True))


def test_nine_dice_fit_into_a_line_and_can_be_kept() -> None:
    game = rolled(
        table(monster("extra-head", "extra-head-2", {"card": "mimic", "acts_as": "extra-head"}), None), *[6] * 9
    )
    assert "9 green" in drawn(game.match).splitlines()[3]
    assert len(drawn(game.match).splitlines()[0]) == 80


# --- cards ---


def test_the_market_shows_what_one_pays_and_lacks(tmp_path: Path) -> None:
    game = roll(
        table(monster("alien-metabolism", energy=3), None, market=["tanks", "jets", "energize"]),
        *[1, 1, 2, 2, 3, 3],
    )
    person = at(tmp_path, game)
    shown = flat(person.types("2", "buy energize", "3", "market", "4"))
    assert "1 Tanks, 3 energy, discard" in shown
    assert "2 Jets, 4 energy (1 more than you have), keep" in shown
    assert "3 Energize, 7 energy (4 more than you have), discard" in shown
    assert "Jets costs 4 energy; you have 3." in shown
    assert shown.count("Energize costs 7 energy; you have 3.") == 2
    assert "The market, for Ann with 3 energy" in shown
    assert "Ann sweeps Tanks, Jets and Energize away for 2 energy (1 left)." in shown


def test_a_sweep_one_cannot_pay_is_there_with_the_reason(tmp_path: Path) -> None:
    game = roll(table(monster("made-in-a-lab", energy=1), None), *[1, 1, 2, 2, 3, 3])
    shown = flat(at(tmp_path, game).types("4", "sweep"))
    assert "sweep the market (2 energy; you have 1)" in shown
    assert shown.count("Sweeping costs 2 energy; you have 1.") == 2


def test_first_edition_prices(tmp_path: Path) -> None:
    game = table(monster(energy=3), None, market=["monster-batteries"], options={"preset": "first-edition"})
    shown = flat(at(tmp_path, game).types("market", "card battery monster", "buy 1", "deck"))
    assert "Monster Batteries, 2 energy, keep. Put in as much energy as you like" in shown
    assert "Battery Monster), cost 2, keep. Put in as much energy as you like" in shown
    assert "(House rule: batteries=stake.)" in shown


def test_the_deck_says_what_can_be_used_now(tmp_path: Path) -> None:
    cards: list[Any] = [
        "telepath",
        "plot-twist",
        "wings",
        "giant-brain",
        "smoke-cloud",
        {"card": "mimic", "acts_as": "jets"},
    ]
    game = rolled(table(monster(*cards, energy=1), monster("jets")), 1, 1, 2, 2, 3, 3)
    person = at(tmp_path, game, people=1)
    shown = flat(person.types("deck", "deck ben", "deck zoe"))
    assert "one more roll, as often as you can afford to. You can use it now." in shown
    assert "Plot Twist can be used only after your last roll." in shown
    assert "it costs 2 energy, and you have 1" in shown
    assert "Giant Brain works by itself." in shown
    assert "3 counters on it." in shown
    assert "Now a copy of Jets: If you yield Tokyo" in shown
    assert shown.count("- Jets, cost 5, keep.") == 1
    assert "Whose cards: (1) Ann or (2) Ben?" in shown


def test_status(tmp_path: Path) -> None:
    six = [
        None,
        monster("jets", poison=2, place=CITY),
        monster(shrink=1, place=BAY),
        monster(hearts=0),
        None,
        None,
    ]
    game = table(*six)
    shown = at(tmp_path, game).types("status")
    assert "> Ann (Alienoid)     10 hearts   0 stars   0 energy  outside Tokyo\n" in shown
    assert "  Ben (Cyber Bunny)  10 hearts   0 stars   0 energy  in Tokyo City\n" in shown
    assert "      2 poison counters. Cards: Jets.\n" in shown
    assert "      1 shrink counter.\n" in shown
    assert "Dan (Kraken)       out of the game" in shown
    shown = flat(at(tmp_path, table(*six), words=True).types("status"))
    assert (
        "Ben (Cyber Bunny) has 10 hearts, 0 of 20 stars, 0 energy and 2 poison counters and is in Tokyo" in shown
    )
    assert "Dan (Kraken) is out of the game." in shown
    assert "It is Ann's turn." in shown


def test_status_tells_what_lasts_for_this_turn_and_what_comes_after_it(tmp_path: Path) -> None:
    game = table(monster("wings", energy=2, poison=1, shrink=1), None, extra_turns=[1])
    shown = flat(at(tmp_path, game).types("wings", "status"))
    assert (
        "1 poison counter and 1 shrink counter. Loses no hearts for the rest of this turn. Cards: Wings." in shown
    )
    assert "Will take an extra turn." in shown


@pytest.mark.parametrize("columns", [50, 80])
def test_long_names_with_all_counters_fit_and_no_word_is_broken(
    columns: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    game = table(monster("jets", poison=2, shrink=3, stars=12), monster(stars=19, energy=11, place=CITY, poison=2))
    names = ("Bartholomew of the Seven Seas", "Wilhelmina of the Eleven Tides")
    game.state.names = game.match.state.names = names
    person = at(tmp_path, Match(game.match.game, Checkpoint(game.state, 0), Secret(seed=1)))
    shown = person.types("status", "", "stop", "done")
    lines = [line for line in shown.splitlines() if " > " not in line and "--continue" not in line]
    assert max(map(len, lines)) <= columns
    assert "2 poison counters and 3 shrink counters" in flat(shown)
    assert "in Tokyo City" in flat(shown)


def test_the_house_rules_of_the_table_are_told(tmp_path: Path) -> None:
    options = {"preset": "first-edition", "tokyo_stars": "end"}
    person = at(tmp_path, table(None, None, options=options))
    shown = flat(person.types("status", "help house", "help options", "help", "help tokyo", "save"))
    assert (
        "House rules: preset=first-edition, start=seat-order, tokyo_stars=end. “help house” says more.".translate(
            str.maketrans("“”", '""')
        )
        in shown
    )
    assert shown.count("This table plays the first edition; these house rules are not the usual ones:") == 2
    assert "- If Tokyo is empty, only a monster that rolled a claw has to enter. (enter=with-claw)" in shown
    assert "If you end your turn in Tokyo, you get 2 stars." in shown
    assert "and you have a claw, you have to go in; without a claw you stay outside." in shown
    assert "start your turn in Tokyo" not in shown
    again = flat(at(tmp_path, table(None, None, options=options)).types("load"))
    assert "House rules: preset=first-edition, start=seat-order, tokyo_stars=end." in again


def test_without_house_rules_nothing_is_said_about_them(tmp_path: Path) -> None:
    shown = flat(at(tmp_path, fresh(2)).types("status", "help house"))
    assert "House rules" not in shown
    assert "This table plays the second edition with the usual house rules." in shown


def test_help_about_rules_by_other_words(tmp_path: Path) -> None:
    shown = flat(
        at(tmp_path, fresh(2)).types("help card", "help poison", "help counters", "help rules", "help bay")
    )
    assert "There is no help" not in shown
    assert "There are three cards in the market." in shown
    assert shown.count("Each poison counter costs you a heart at the end of your turn") == 2


def test_help_about_every_card(tmp_path: Path) -> None:
    person = at(tmp_path, table(None, None))
    shown = flat(
        person.types(*[f"help {card.name}" for card in DECK.values()], "help energy drink", "help tentacles")
    )
    for card in DECK.values():
        assert card.text in shown
    assert "There is no help" not in shown
    shown = flat(person.types("help e", "help zzz", "card", "card zzz"))
    assert "Many cards have a name like that: " in shown
    assert "There is no help about 'zzz'." in shown
    assert "Which card?" in shown
    assert "There is no card called 'zzz'." in shown


def test_without_cards(tmp_path: Path) -> None:
    shown = at(tmp_path, table(None, None, options={"cards": False})).types("market", "deck", "status", "buy jets")
    assert shown.count("Played without cards.") == 2
    assert "Ann has no cards." in shown
    assert "This game is played without cards." in shown


def test_two_copies_in_the_market_are_no_riddle(tmp_path: Path) -> None:
    game = roll(table(monster(energy=7), monster(stars=9)), 1, 1, 2, 2, 3, 3)
    person = at(tmp_path, game)
    assert "Ann buys Evacuation Orders for 7 energy (0 left)." in person.types("buy evacuation orders")


def test_lines_have_keys_of_their_own() -> None:
    for decision in DECISIONS.values():
        match = decision.match()
        assert match.pending is not None
        keys = [line.key for line in lines(match.view(match.pending.seat), match.pending)]  # type: ignore[arg-type]
        assert len(set(keys)) == len(keys)


# --- what only one may see ---


LAB = DECISIONS["made in a lab: buy"]


def test_several_persons_at_one_screen_look_one_at_a_time(tmp_path: Path) -> None:
    person = at(tmp_path, LAB.match())
    shown = person.types("market", "log", "deck", "")
    public, private = shown.split("Only Ann should look now; press Enter > \n")
    assert "Jets" not in public
    assert "On top of the deck: Jets" in flat(private)
    assert "Ann has finished looking; now everybody may look again." in private


def test_what_was_seen_in_private_stays_private(tmp_path: Path) -> None:
    person = at(tmp_path, LAB.match())
    shown = person.types("", "log", "market", "leave", "log", "market", "status", "done", "log", "market")
    private, public = shown.split("Ann has finished looking; now everybody may look again.")
    assert private.count("Jets") > 2
    assert "Jets" not in public
    assert "Jets" not in at(tmp_path, person.match).types("log all", "market")


def test_one_person_alone_just_looks(tmp_path: Path) -> None:
    game = roll(table(monster("made-in-a-lab", energy=5), None), 1, 1, 2, 2, 3, 3)
    person = at(tmp_path, looked(game, "jets").match.clone(), people=1)
    shown = person.types("log", "market", "leave", "market", "log")
    assert "Only Ann" not in shown
    assert flat(shown).count("On top of the deck: Jets") == 3
    assert flat(shown).count("looks at the top card of the deck: Jets.") == 2


def test_a_private_screen_scrolls_out_of_sight_in_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(Utf8):
        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("LINES", "24")
    out = Terminal()
    Console(out, io.StringIO()).cover("Done.")
    assert out.getvalue().count("\n") >= 24


# --- who is out ---


def test_whoever_is_out_may_watch_the_rest_or_leave(tmp_path: Path) -> None:
    def dying() -> Person:
        game = roll(
            table(monster(hearts=1, energy=4), None, None, market=["high-altitude-bombing"]), 1, 1, 2, 2, 3, 3
        )
        return at(tmp_path, bought(game, "high-altitude-bombing").match.clone(), people=1)

    shown = dying().types("status", "what", "q")
    assert "You are out. Watch the rest? [Enter: yes, q: leave] > status" in shown
    assert "Ann (Alienoid)     out of the game" in shown
    assert "Please press Enter, or type q." in shown
    assert "--continue" in shown
    person = dying()
    shown = person.types("", "n")
    assert person.match.outcome is not None
    assert "The game is over: " in shown
    assert shown.count("Watch the rest?") == 1


def test_turns_are_separated_by_a_free_line(tmp_path: Path) -> None:
    person = at(tmp_path, table(None, None, None), people=1)
    shown = person.types("", "stop", "done", *["stay", "", "stop", "done"] * 3)
    assert shown.count("\n\nIt is ") == shown.count("It is ") >= 3


def test_never_and_always_ask(tmp_path: Path) -> None:
    position = table(
        None, monster("wings", energy=4, place=CITY), phase="resolve", dice=[CLAW, CLAW, CLAW, 1, 1, 2]
    )
    person = at(tmp_path, position)
    shown = person.types("never", "never yield", "never react", "stay", "always react")
    assert "react: Ben is asked before hearts are lost, when a card could help." in flat(shown)
    assert "There is no optional question of that kind in King of Tokyo" in flat(shown)
    assert "react: Ben is not asked before hearts are lost" in flat(shown)
    assert "Ben loses 3 hearts to Ann's claws (now 7)." in shown
    assert "Ben stays in Tokyo." in shown
