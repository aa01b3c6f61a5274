"""What was it worth? `dicecup review` after a game: the books, the story, what cost most, what chance did."""

import io
import json
import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import dicecup
from dicecup.coach import Review
from dicecup.players import make, play
from dicecup.saves import PERSON, Store, Table
from dicecup.table import NotAllowed, SetupError, papers
from dicecup.terminal.console import Console, cells
from dicecup.terminal.reviewing import Report, find_player, go_through
from tests.coach.made import made, step
from tests.terminal.helpers import Utf8, flat, solo
from tests.terminal.program import FILL_ALL, invoke, run

LUCKY = (0.123, -0.081)
BOOKS = ("At the start", "Own luck", "Others' luck", "Given away", "Others' errors", "Left over")


@pytest.fixture(scope="module")
def record() -> str:
    """Of a game that Ann, who plays easily, played alone."""
    return play(dicecup.new("yahtzee", names=["Ann"], seed=3), [make("yahtzee", "easy")]).record()


@pytest.fixture
def paper(home: Path, record: str) -> str:
    path = home / "game.json"
    path.write_text(record, "utf-8")
    return str(path)


def shown(review: Review, eyes: int | None = None, *, everything: bool = False, words: bool = False) -> str:
    out = Utf8()
    Report(Console(out, io.StringIO(), words=words), review, eyes).show(everything=everything)
    return out.getvalue()


def books(said: str) -> list[tuple[int, ...]]:
    """What is shown for each player, in tenths: entries that add up to the last one."""
    rows = [
        [round(10 * float(number)) for number in re.findall(r"[-+]?\d+\.\d", line)]
        for line in said.splitlines()
        if line.startswith((*BOOKS, "Result"))
    ]
    assert len(rows) == len(BOOKS) + 1
    columns = list(zip(*rows, strict=True))
    for *entries, result in columns:
        assert sum(entries) == result
    return columns


def duel() -> Review:
    """Ann blunders, Kraken is inaccurate, and the dice are Ann's."""
    steps = [
        step(0, 0.14, turn=6, luck=LUCKY),
        step(1, 0.04, turn=7, doing="keeping claw", given="from 1 claw", better="keeping 1", luck=(0.0, 0.02)),
    ]
    return made(steps, rest=(0.0111, -0.0111), noise=0.03)


# --- the command ---


def test_a_game_is_reviewed_from_its_record(paper: str) -> None:
    said = invoke("review", paper)
    match = dicecup.verify(Path(paper).read_text("utf-8")).match
    assert match.outcome is not None
    assert said.startswith("Yahtzee with Ann\n")
    assert f"You scored {match.outcome.scores[0]} points, where perfect play averages 246:" in flat(said)
    assert re.search(r"Turn \d+, -\d+\.\d points, (inaccuracy|mistake|blunder): \w+ing ", said)
    assert re.search(r"Luckiest moment: turn \d+, \+\d+\.\d points\. Ann (holds .+ and )?rolls ", flat(said))
    assert re.search(r"Unluckiest moment: turn \d+, -\d+\.\d points\. Ann ", flat(said))
    assert "\x1b" not in said, "no colour through a pipe"
    assert "reviewing" not in said, "and no bar"


def test_a_save_is_reviewed_by_its_name(home: Path, record: str) -> None:
    match = dicecup.verify(record).match
    store = Store(home)
    store.write(store.named("evening"), Table(match, (PERSON,)))
    assert invoke("review", "evening").startswith("Yahtzee with Ann\n")


def test_an_export_of_all_games_says_what_it_is_and_what_can_be_reviewed(home: Path, record: str) -> None:
    one = {"match": "m", "game": "yahtzee", "kind": "record"}
    matches = [{**one, "paper": json.loads(record)}, {**one, "problem": "It is damaged."}, {**one, "kind": "save"}]
    file = home / "dicecup-everything.json"
    file.write_text(
        json.dumps({"format": papers.EXPORT, "version": 1, "results": [], "matches": matches}), "utf-8"
    )
    said = flat(invoke("review", str(file), code=1))
    assert said.startswith(
        "dicecup: This is an export of all games, with 1 record in it; a single one can be read"
    )
    file.write_text(json.dumps(matches[0]["paper"]), "utf-8")
    assert invoke("review", str(file)).startswith("Yahtzee with Ann\n")


def test_every_decision_can_be_told(paper: str) -> None:
    said = invoke("review", paper, "--all")
    assert [int(turn) for turn in re.findall(r"^Turn (\d+)$", said, re.MULTILINE)] == list(range(1, 14))
    assert re.search(r"^Ann: \w+ing .+\((best|good, -\d+\.\d points)\)$", said, re.MULTILINE)
    assert re.search(r"^  >    best  \w+ing", said, re.MULTILINE), "what was chosen is marked"
    assert re.search(r"^     +-\d+\.\d  \w+ing", said, re.MULTILINE), (
        "and what it would have cost to choose otherwise"
    )
    assert re.search(r"^  Ann rolls .*\(luck: [+-]\d+\.\d points\)$", said, re.MULTILINE)


def test_programs_get_all_of_it(paper: str) -> None:
    found = json.loads(invoke("review", paper, "--json", "--player", "ann"))
    review = dicecup.review(Path(paper).read_text("utf-8"))
    assert found["steps"] == json.loads(json.dumps(review.to_json()["steps"]))
    assert found["stories"] == [review.story(0)]
    assert (found["eyes"], found["story"]) == (0, review.story(0))


def test_a_game_that_is_not_over_cannot_be_reviewed(home: Path) -> None:
    path = home / "open.json"
    for paper in (match := dicecup.new("yahtzee", seats=1, seed=1)).save(), match.record():
        path.write_text(paper, "utf-8")
        assert invoke("review", str(path), code=1) == "dicecup: A game can be reviewed when it is over.\n"
        told = run("review", str(path), "--json")
        assert json.loads(told.stdout) == {"error": "A game can be reviewed when it is over."}
        assert told.returncode == 1
        with pytest.raises(NotAllowed, match="when it is over"):
            dicecup.review(paper)


def test_what_is_no_game_is_refused_like_everywhere(paper: str, home: Path) -> None:
    assert "no save called 'nothing'" in invoke("review", "nothing", code=1)
    damaged = home / "damaged.json"
    damaged.write_text(Path(paper).read_text("utf-8")[:200], "utf-8")
    assert invoke("review", str(damaged), code=1).startswith("dicecup: ")
    assert "Nobody at this table is called 'Zoe'. The players are Ann." in invoke(
        "review", paper, "--player", "Zoe", code=1
    )


@pytest.mark.parametrize("terminal", [True, False])
def test_a_bar_is_shown_to_whoever_can_see_it(
    terminal: bool, monkeypatch: pytest.MonkeyPatch, record: str
) -> None:
    err = Utf8()
    monkeypatch.setattr(err, "isatty", lambda: terminal, raising=False)
    monkeypatch.setattr(sys, "stderr", err)
    monkeypatch.setenv("TERM", "xterm")
    go_through(dicecup.verify(record).match, lambda said: None)
    assert ("reviewing" in err.getvalue()) == terminal
    assert bool(err.getvalue()) == terminal


# --- what it shows ---


def test_the_books_add_up_to_the_last_digit_that_is_shown() -> None:
    """0.1234 + 0.1234 + ... would be shown as something that does not."""
    steps = [step(at % 2, 0.01234, luck=(0.01237, -0.01239)) for at in range(7)]
    columns = books(shown(made(steps, rest=(0.00049, -0.00051))))
    assert [column[-1] for column in columns] == [1000, 0]


def test_the_books_in_the_documents_add_up() -> None:
    documents = Path(__file__).parent.parent.parent / "docs"
    assert len(books((documents / "review.md").read_text("utf-8"))) == 2


def test_everybody_has_a_column_a_story_and_their_own_choices() -> None:
    said = shown(duel())
    assert re.search(r"^Chance to win, in % +Ann +Kraken$", said, re.MULTILINE)
    assert re.search(r"^Given away +-14\.0 +-4\.0$", said, re.MULTILINE)
    assert re.search(r"^Left over +\+1\.1 +-1\.1$", said, re.MULTILINE)
    assert re.search(r"^  blunders +1 +0$", said, re.MULTILINE)
    assert duel().story() in flat(said)
    assert duel().story(0) in flat(said)
    assert duel().story(1) in flat(said)
    assert "  Turn 6, -14.0%, blunder: yielding at 7 hearts\n    better: staying in Tokyo – for the stars" in said
    assert "  Turn 7, -4.0%, inaccuracy: keeping claw from 1 claw\n" in said
    assert "Luckiest moment: turn 6, +12.3%. Somebody rolls 6." in said
    assert said.endswith("What is below 3% may be noise: the computer's values are not exact.\n")


def test_one_player_reads_their_own_story() -> None:
    said = shown(duel(), 1)
    assert duel().story(1) in flat(said)
    assert duel().story(0) not in flat(said)
    assert "yielding at 7 hearts" not in said
    everything = shown(duel(), 1, everything=True)
    assert "Kraken: keeping claw from 1 claw (inaccuracy, -4.0%)" in everything
    assert "yielding" not in everything, "others' choices are told by what came of them"
    assert "Somebody rolls 6. (luck: -8.1%, Ann's choice: +14.0%)" in everything


def test_who_did_what_a_hint_says_reads_that_though_more_thought_finds_something_better() -> None:
    said = shown(made([step(0, 0.02, hinted=True), step(1)]), 0, everything=True)
    assert "Ann: yielding at 7 hearts (as a hint would have it, -2.0%)" in said


def test_what_only_one_knew_only_that_one_reads() -> None:
    secret = made([step(0, 0.14, private=True, doing="peeking"), step(1)])
    assert "peeking" in shown(secret, 0, everything=True)
    assert "peeking" not in shown(secret, 1, everything=True)
    said = shown(secret, everything=True)
    assert said.count("Peeking") == 1, "the story for Ann, who knew"
    assert "peeking" not in said


def test_what_playing_on_did_not_bear_out_says_so() -> None:
    said = shown(made([step(0, 0.13, confirmed=False), step(1)]))
    assert "-13.0%, blunder, though playing on did not bear it out: yielding" in flat(said)


def test_a_game_without_luck_or_faults_has_no_empty_headings() -> None:
    said = shown(made([step(0), step(1)]))
    assert "Costliest" not in said
    assert "moment" not in said
    assert "noise" not in said, "where values are exact"


@pytest.mark.parametrize("width", [24, 40, 80, 120])
def test_it_fits_into_any_window(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    names = ("Ann", "Computer Nr. 17", "Zoë", "Dora", "Emil", "Fritz", "Gerda", "Hans")
    luck = (0.1, *(-0.1 / 7 for _ in range(7)))
    steps = [step(seat, 0.14, luck=luck) for seat in range(8)]
    said = shown(made(steps, names=names, result=(1, 0, 0, 0, 0, 0, 0, 0)), everything=True)
    assert max(cells(line) for line in said.splitlines()) <= width
    assert said.count("Hans") >= 2


def test_a_screen_reader_gets_sentences_instead_of_columns() -> None:
    said = flat(shown(duel(), words=True))
    assert "Ann: accuracy 8 of 100; 0 best, 0 good, 0 inaccuracies, 0 mistakes and 1 blunder." in said
    assert "own luck +12.3, others' luck 0.0, given away -14.0, others' errors +4.0, left over +1.1" in said


def test_rolls_are_not_torn_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    dice = "5 5 5 5 6"
    said = shown(made([step(0, 0.14, doing="stopping", given=f"at {dice}"), step(1)]))
    assert said.count(dice) == 3, said


def test_what_is_as_good_as_the_best_is_not_called_the_best() -> None:
    said = shown(made([step(0, 0.004), step(1)]), everything=True)
    assert "Ann: yielding at 7 hearts (as good as the best, -0.4%)" in said
    assert "Ann: staying in Tokyo at 7 hearts (best)" not in said
    assert "Kraken: staying in Tokyo at 7 hearts (best)" in said


def test_a_reason_does_not_say_the_choice_again() -> None:
    found = made([step(0, 0.14), step(1)])
    best = replace(found.steps[0].options[0], reason="stay in Tokyo: about 2 stars")
    first = replace(found.steps[0], options=(best, found.steps[0].chosen))
    assert "better: staying in Tokyo – about 2 stars" in shown(replace(found, steps=(first, found.steps[1])))


def test_before_the_first_turn_there_is_no_turn_to_name() -> None:
    said = shown(made([step(0, turn=0, luck=LUCKY), step(1)]), everything=True)
    assert "Luckiest moment: before the first turn, +12.3%." in said
    assert "urn 0" not in said


# --- names ---


def test_a_player_is_known_by_the_beginning_of_the_name() -> None:
    assert find_player(("Ann", "Anna", "Ben"), "ann") == 0
    assert find_player(("Ann", "Anna", "Ben"), "B") == 2
    with pytest.raises(SetupError, match="More than one player is called 'A'"):
        find_player(("Ann", "Anna", "Ben"), "A")
    with pytest.raises(SetupError, match="Nobody at this table is called ''"):
        find_player(("Ann", "Ben"), "")


# --- at the table ---


def test_after_a_game_it_can_be_reviewed_at_once(tmp_path: Path) -> None:
    ann = solo(tmp_path)
    said = flat(ann.types("review", *FILL_ALL, "review", "review all", "n"))
    assert said.count("A game can be reviewed when it is over.") == 1, "not before"
    assert 'Type "review" to see what your choices and the luck were worth.' in said
    assert said.count("You scored ") == 2
    assert said.count("Turn 13 Ann") == 1, "all decisions only if asked for"
    assert "to replay, review or verify" in said


def test_help_knows_the_word(tmp_path: Path) -> None:
    assert "review, review all" in solo(tmp_path).types("help", "quit")
