"""A game out of a package of its own is played like any other: in the terminal, in the arena, on the server."""

import json
import re
from pathlib import Path

import pytest

import dicecup
from dicecup.saves import Store
from tests.server.browser import Browser, Program
from tests.terminal.program import autosave, invoke, play, run


@pytest.fixture(autouse=True)
def own_home(home: Path) -> Path:
    return home


# --- the terminal ---


def test_it_is_listed_with_its_players_and_house_rules() -> None:
    assert "farkle" in invoke("games")
    about = invoke("games", "farkle")
    assert "Farkle" in about
    assert "The first points you bank have to be 500 or more." in " ".join(about.split())


def test_a_whole_game_is_played_in_the_terminal(home: Path) -> None:
    """Whatever is listed first is taken: that never banks, so now and then the last one is."""
    asked = iter(range(10**6))

    def answer(shown: str) -> str:
        numbers = re.findall(r"^ *(\d+)  take", shown, re.MULTILINE)
        if "The game is over" in shown:
            return "no"  # not another one
        return (numbers[-1] if next(asked) % 3 else numbers[0]) if numbers else ""

    told = play(answer, "farkle", "--seat", "Ann", "--seat", "Bot=easy", "--seed", "3", "--option", "goal=5000")
    assert "Bot (easy computer player)" in told
    assert re.search(r"The game is over: Ann [\d,]+, Bot [\d,]+\. (Ann|Bot) wins\.", " ".join(told.split()))
    assert autosave(home, "farkle").match.outcome is not None


def test_what_lies_on_the_table_is_drawn_as_the_game_says(home: Path) -> None:
    shown = run(
        "play", "farkle", "--seat", "Ann", "--seat", "Ben", "--seed", "3", typed="\n" * 4 + "quit\n"
    ).stdout
    assert "At stake this turn: 400\n" in shown
    assert "Set aside: 4 4 4\n" in shown
    assert "Points: Ann 0, Ben 0 (of 10,000)\n" in shown
    assert "┌───────┐ ┌───────┐ ┌───────┐\n" in shown, "three dice are left"
    assert "closer" not in shown.casefold(), "what is hidden is not told"


def test_in_words_nothing_is_drawn(home: Path) -> None:
    seats = ("--seat", "Ann", "--seat", "Ben", "--seed", "3", "--words")
    shown = run("play", "farkle", *seats, typed="\n" * 4 + "quit\n").stdout
    assert "The dice: 1: 6, 2: 2, 3: 1\n" in shown
    assert "┌" not in shown


def test_hints_are_in_points(home: Path) -> None:
    done = run("play", "farkle", "--seat", "Ann", "--seat", "Ben", "--seed", "3", typed="\n" * 4 + "hint\nquit\n")
    assert re.search(r"you can expect [\d.,]+ points", " ".join(done.stdout.split())), done.stdout
    assert "2 dice count in 56% of all rolls" in " ".join(done.stdout.split())


def test_a_game_can_be_saved_and_goes_on(home: Path) -> None:
    run("play", "farkle", "--seat", "Ann", "--seat", "easy", "--seed", "3", typed="\n\nsave half time\nquit\n")
    [saved] = [entry for entry in Store(home).entries() if entry.name == "half time"]
    assert (saved.game, saved.problem) == ("farkle", "")


# --- the arena ---


def test_it_is_played_in_the_arena() -> None:
    said = json.loads(invoke("arena", "farkle", "--seats", "easy,medium", "--games", "4", "--seed", "1", "--json"))
    assert sorted(each["name"] for each in said["standings"]) == ["easy", "medium"]
    assert (said["games"], said["complete"]) == (4, True)


# --- the server ---


@pytest.mark.thorough
def test_a_whole_game_is_played_over_a_socket(tmp_path: Path) -> None:
    with Program(tmp_path) as program, Browser(program.address) as ann:
        [game] = [each for each in ann.welcome["games"] if each["name"] == "farkle"]
        assert (game["title"], game["levels"]) == ("Farkle", ["easy", "medium"])
        match = ann.new("farkle", "Ann", "=", goal=5000)
        with ann.sit(match) as page:
            while (ask := page.until_mine()) is not None:
                banks = [option for option in ask["options"] if option["choice"][0] == "bank"]
                assert page.answer(*(banks or ask["options"])[-1]["choice"])["type"] == "done"
            outcome = page.state["outcome"]
            assert page.state["scores"] == outcome["scores"]
        verdict = dicecup.verify(
            ann.http.get(f"/matches/{match}/export").text, commitment=page.state["commitment"]
        )
        assert verdict.committed
        assert "Traceback" not in program.stop()


def test_what_cannot_be_banked_yet_says_why_and_which_dice(tmp_path: Path) -> None:
    with Program(tmp_path) as program, Browser(program.address) as ann:
        match = ann.new("farkle", "Ann", "Ben", seed=1, start="seat-order")
        with ann.sit(match) as page:
            page.answer("roll")
            [first, *_] = page.state["refused"]
            assert first["choice"] == ["bank", *first["pick"]["dice"]]
            assert first["reason"].startswith("The first points you bank have to be 500 or more; this would be ")
            rolling = [option["pick"] for option in page.state["ask"]["options"] if option["choice"][0] == "roll"]
            assert rolling
            assert all(pick["held"] for pick in rolling)
