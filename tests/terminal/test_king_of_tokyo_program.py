"""King of Tokyo through the real program: whole games, leaving in mid-turn, and the save file KoTSS.txt."""

import re
from functools import partial
from pathlib import Path

import pytest

import dicecup
from tests.scenarios.king_of_tokyo.tokyo import monster, roll, table
from tests.terminal.helpers import answers, at, flat
from tests.terminal.program import autosave, invoke, lines, play


def answer(shown: str, *, last: bool) -> str:
    """The first or the last of the choices that are on the screen since the last prompt."""
    prompt = shown.splitlines()[-1]
    if "Another game" in prompt:
        return "n"
    if "keep dice" in prompt:
        return "roll all" if last else "stop"
    if "no rolls left" in prompt or "Watch the rest" in prompt:
        return ""
    listed = re.findall(r"^ +(\d+|[a-z])  (.*)", shown, re.MULTILINE)
    usable = [(key, text) for key, text in listed if "more than you have" not in text and "; you have" not in text]
    if not usable or (last and "[Enter" in prompt):
        return ""
    key, text = usable[-1 if last else 0]
    example = re.search(r"such as “([^”]+)”", text)
    return example[1] if example else key


FIRST_EDITION = [
    "--option",
    "preset=first-edition",
    "--option",
    "dice_order=choose",
    "--option",
    "tokyo_stars=end",
]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("last", "arguments"),
    [
        (False, ["--seat", "Ann", *["--seat", "random"] * 3]),
        (True, ["--seat", "Ann", *["--seat", "random"] * 5, *FIRST_EDITION]),
    ],
)
def test_a_whole_game_by_always_the_first_or_the_last_choice(last: bool, arguments: list[str], home: Path) -> None:
    shown = play(partial(answer, last=last), "king-of-tokyo", *arguments)
    assert re.search(r"wins!|share the win!|all monsters have lost", shown)
    assert "The game is over: " in shown
    assert last == ("in Tokyo Bay" in shown)
    [record] = (home / "records").iterdir()
    assert "and all are right" in flat(invoke("verify", str(record)))
    match = dicecup.verify(record.read_text("utf-8")).match
    assert match.outcome is not None
    assert match.commitment is not None


def test_the_end_of_the_input_in_mid_turn_loses_nothing(home: Path) -> None:
    begin = [
        "play",
        "king-of-tokyo",
        "--seat",
        "Ann",
        "--seat",
        "Ben",
        "--seed",
        "3",
        "--option",
        "start=seat-order",
    ]
    shown = invoke(*begin, typed=lines("", "12"))
    assert "--continue" in shown
    table_left = autosave(home, "king-of-tokyo")
    assert table_left.match.pending is not None
    assert table_left.match.pending.kind == "dice"
    again = invoke("play", "king-of-tokyo", "--continue")
    picture = [line for line in shown.splitlines() if line.startswith("│")][-1]
    assert picture in again
    assert "Ann, keep dice (1 roll left) > " in again
    assert autosave(home, "king-of-tokyo").match.save() == table_left.match.save()


# --- KoTSS.txt ---


def test_the_quick_save_is_a_file_called_kotss_and_overwritten_by_the_next(tmp_path: Path) -> None:
    """UC 2 and 3."""
    person = at(tmp_path, table(monster(energy=4), None, market=["tanks", "jets", "energize"]))
    shown = person.types("load")
    assert "There is no quick save of King of Tokyo yet." in shown
    shown = person.types("save")
    assert "Saved in KoTSS.txt." in shown
    path = tmp_path / "saves" / "KoTSS.txt"
    first = path.read_text("utf-8")
    here = len(answers(person.match))
    shown = person.types("", "stop", "load", "status")
    assert len(answers(person.match)) == here
    assert "What happened last:" in shown
    person.types("", "save")
    assert path.read_text("utf-8") != first
    there = person.match.save()
    person.types("stop", "load")
    assert person.match.save() == there
    assert {each.name for each in (tmp_path / "saves").iterdir()} >= {"KoTSS.txt", "king-of-tokyo-autosave.json"}


def test_the_quick_save_can_be_loaded_from_the_command_line(home: Path) -> None:
    person = at(home, roll(table(monster(energy=4), None), 1, 1, 2, 2, 3, 3))
    person.types("save")
    shown = invoke("play", "king-of-tokyo", "--load", "KoTSS.txt")
    assert "buy with 4 energy [Enter: done]" in shown
    assert "KoTSS.txt" in invoke("saves")


def test_a_damaged_quick_save_changes_nothing(tmp_path: Path) -> None:
    person = at(tmp_path, table(None, None))
    person.types("save")
    (tmp_path / "saves" / "KoTSS.txt").write_text("{")
    before = person.match.save()
    assert "damaged" in person.types("load")
    assert person.match.save() == before


# --- house rules ---


def test_the_house_rules_are_told_at_the_start_when_one_comes_back_and_in_the_list_of_saves(
    home: Path,
) -> None:
    house = ["--option", "preset=first-edition", "--option", "tokyo_stars=end"]
    shown = invoke("play", "king-of-tokyo", "--seat", "Ann", "--seat", "Ben", *house, typed=lines("save mine"))
    assert "House rules: preset=first-edition, tokyo_stars=end." in shown
    assert "House rules: preset=first-edition, tokyo_stars=end." in invoke("play", "--continue")
    saves = flat(invoke("saves"))
    assert "King of Tokyo (preset=first-edition, tokyo_stars=end), Ann and Ben, not begun" in saves
    plain = invoke("play", "king-of-tokyo", "--seat", "Ann", "--seat", "Ben", typed=lines("status"))
    assert "House rules" not in plain


def test_the_list_of_house_rules_says_what_the_first_edition_is(home: Path) -> None:
    shown = flat(invoke("games", "king-of-tokyo"))
    assert "wherever they were different. These are enter=with-claw, bay_closing=outside," in shown
    assert "star: Rooting for the Underdog pays even if somebody else has just as few stars." in shown
    assert shown.index("Start and finish") < shown.index("turn_order:") < shown.index("Tokyo tokyo_stars:")
    assert "underdog_ties: no-star or star; normally no-star." in shown


def test_before_the_game_one_learns_that_a_name_picks_the_monster(home: Path) -> None:
    shown = flat(invoke("play", "king-of-tokyo", typed=lines("Kraken, Ben", "", "status")))
    assert "A player named after a monster plays that monster: Alienoid, Cyber Bunny, Giga Zaur, Kraken" in shown
    assert re.search(r"Kraken 10 hearts .* Ben \(Alienoid\) 10 hearts", shown)
