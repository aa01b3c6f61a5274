"""King of Tokyo through the real program: whole games, leaving in mid-turn, and the save file KoTSS.txt."""

import os
import re
import subprocess
from pathlib import Path
from typing import Final

import pytest

import dicecup
from dicecup.saves import Store
from tests.scenarios.king_of_tokyo.tokyo import monster, roll, table
from tests.terminal.helpers import answers
from tests.terminal.program import PROGRAM
from tests.terminal.test_king_of_tokyo import at

GOLDEN: Final = Path(__file__).with_name("transcript_king_of_tokyo.txt")


def environment(home: Path) -> dict[str, str]:
    return {**os.environ, "DICECUP_HOME": str(home), "PYTHONUTF8": "1", "COLUMNS": "80"}


def run(home: Path, *arguments: str, typed: list[str] | None = None) -> str:
    done = subprocess.run(
        [*PROGRAM, *arguments],
        input="".join(line + "\n" for line in typed or []).encode(),
        capture_output=True,
        env=environment(home),
        check=False,
        timeout=60,
    )
    assert b"Traceback" not in done.stderr, done.stderr.decode()
    return done.stdout.decode() + done.stderr.decode()


def answer(shown: str, *, last: bool) -> str:
    """The first or the last of the choices that are on the screen since the last prompt."""
    prompt = shown.splitlines()[-1]
    if "Another game" in prompt:
        return "n"
    if "keep dice" in prompt:
        return "roll all" if last else "stop"
    if "no roll left" in prompt or "Watch the rest" in prompt:
        return ""
    listed = re.findall(r"^ +(\d+|[a-z])  (.*)", shown, re.MULTILINE)
    usable = [(key, text) for key, text in listed if "more than you have" not in text and "; you have" not in text]
    if not usable or (last and "[Enter" in prompt):
        return ""
    key, text = usable[-1 if last else 0]
    example = re.search(r"such as “([^”]+)”", text)
    return example[1] if example else key


def play(home: Path, *arguments: str, last: bool) -> str:
    """Answer prompt after prompt, as a person would, until the program ends."""
    program = subprocess.Popen(
        [*PROGRAM, "play", "king-of-tokyo", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment(home),
    )
    assert program.stdin is not None
    assert program.stdout is not None
    everything, new = "", b""
    prompts = 0
    with program:
        while chunk := os.read(program.stdout.fileno(), 65536):
            new += chunk
            if new.endswith(b" > "):
                shown = new.decode()
                everything, new = everything + shown, b""
                prompts += 1
                assert prompts < 3_000, everything[-2000:]
                program.stdin.write(f"{answer(shown, last=last)}\n".encode())
                program.stdin.flush()
    assert program.returncode == 0
    return everything + new.decode()


FIRST_EDITION = [
    "--option",
    "preset=first-edition",
    "--option",
    "dice_order=choose",
    "--option",
    "tokyo_stars=end",
]


@pytest.mark.parametrize(
    ("last", "arguments"),
    [
        (False, ["--seat", "Ann", *["--seat", "random"] * 3]),
        (True, ["--seat", "Ann", *["--seat", "random"] * 5, *FIRST_EDITION]),
    ],
)
def test_a_whole_game_by_always_the_first_or_the_last_choice(
    last: bool, arguments: list[str], tmp_path: Path
) -> None:
    shown = play(tmp_path, *arguments, last=last)
    assert re.search(r"wins!|share the win!|all monsters have lost", shown)
    assert "The game is over: " in shown
    assert last == ("in Tokyo Bay" in shown)
    [record] = (tmp_path / "records").iterdir()
    assert "and all are right" in " ".join(run(tmp_path, "verify", str(record)).split())
    match = dicecup.verify(record.read_text("utf-8")).match
    assert match.outcome is not None
    assert match.commitment is not None


def test_the_end_of_the_input_in_mid_turn_loses_nothing(tmp_path: Path) -> None:
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
    shown = run(tmp_path, *begin, typed=["", "12"])
    assert "--continue" in shown
    store = Store(tmp_path)
    table_left = store.read(store.autosave("king-of-tokyo"))
    assert table_left.match.pending is not None
    assert table_left.match.pending.kind == "dice"
    again = run(tmp_path, "play", "king-of-tokyo", "--continue")
    picture = [line for line in shown.splitlines() if line.startswith("│")][-1]
    assert picture in again
    assert "Ann, keep dice (1 roll left) > " in again
    assert store.read(store.autosave("king-of-tokyo")).match.save() == table_left.match.save()


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


def test_the_quick_save_can_be_loaded_from_the_command_line(tmp_path: Path) -> None:
    person = at(tmp_path, roll(table(monster(energy=4), None), 1, 1, 2, 2, 3, 3))
    person.types("save")
    shown = run(tmp_path, "play", "king-of-tokyo", "--load", "KoTSS.txt")
    assert "buy with 4 energy [Enter: done]" in shown
    assert "KoTSS.txt" in run(tmp_path, "saves")


def test_a_damaged_quick_save_changes_nothing(tmp_path: Path) -> None:
    person = at(tmp_path, table(None, None))
    person.types("save")
    (tmp_path / "saves" / "KoTSS.txt").write_text("{")
    before = person.match.save()
    assert "damaged" in person.types("load")
    assert person.match.save() == before


# --- the session of the reference page ---

COMMAND = ["play", "king-of-tokyo", "--seat", "Ann", "--seat", "Ben", "--seed", "188"]
TYPED = ["", "", "", "energy", "energy", "card plot twist", "buy drop", "plot twist", ""]
TYPED += ["", "claws energy", "stop", "yield", "", "", "deck", "stop", "plot twist", "3 claw", "status", "quit"]


def test_a_session_reads_as_it_did(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    shown = run(tmp_path, *COMMAND, typed=TYPED)
    text = "\n".join([f"$ dicecup {' '.join(COMMAND)}", *(line.rstrip() for line in shown.splitlines())]) + "\n"
    if pytestconfig.getoption("--regenerate"):
        GOLDEN.write_text(text, "utf-8")
    assert text == GOLDEN.read_text("utf-8")


def test_the_reference_page_shows_this_session() -> None:
    page = Path(__file__).parents[2] / "docs" / "terminal.md"
    assert GOLDEN.read_text("utf-8") in page.read_text("utf-8")


# --- house rules ---


def test_the_house_rules_are_told_at_the_start_when_one_comes_back_and_in_the_list_of_saves(
    tmp_path: Path,
) -> None:
    house = ["--option", "preset=first-edition", "--option", "tokyo_stars=end"]
    shown = run(tmp_path, "play", "king-of-tokyo", "--seat", "Ann", "--seat", "Ben", *house, typed=["save mine"])
    assert "House rules: preset=first-edition, tokyo_stars=end." in shown
    assert "House rules: preset=first-edition, tokyo_stars=end." in run(tmp_path, "play", "--continue")
    saves = " ".join(run(tmp_path, "saves").split())
    assert "King of Tokyo (preset=first-edition, tokyo_stars=end), Ann and Ben, not begun" in saves
    plain = run(tmp_path, "play", "king-of-tokyo", "--seat", "Ann", "--seat", "Ben", typed=["status"])
    assert "House rules" not in plain


def test_the_list_of_house_rules_says_what_the_first_edition_is(tmp_path: Path) -> None:
    shown = " ".join(run(tmp_path, "games", "king-of-tokyo").split())
    assert "The first edition has enter=with-claw, bay_closing=outside," in shown
    assert "underdog_ties: no-star or star; normally no-star." in shown


def test_before_the_game_one_learns_that_a_name_picks_the_monster(tmp_path: Path) -> None:
    shown = " ".join(run(tmp_path, "play", "king-of-tokyo", typed=["Kraken, Ben", "", "status"]).split())
    assert "Whoever is called like a monster is that monster: Alienoid, Cyber Bunny, Giga Zaur, Kraken" in shown
    assert re.search(r"Kraken 10 hearts .* Ben \(Alienoid\) 10 hearts", shown)
