"""A person at the table: what is shown, what is kept, and that nothing typed can break it."""

import io
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import dicecup
from dicecup import Match
from dicecup.games.yahtzee.scoring import TITLES
from dicecup.saves import PERSON, StorageError, Store, Table
from dicecup.terminal.console import Console, cells
from dicecup.terminal.screen import Screen
from dicecup.terminal.seats import read_seats
from dicecup.terminal.yahtzee.screen import YahtzeeScreen
from tests.table.games import deal
from tests.terminal.helpers import Person, answers, flat, solo

FILL_ALL = [line for number in range(1, 14) for line in ("", f"fill {number}")]


def test_a_whole_game_alone(tmp_path: Path) -> None:
    ann = solo(tmp_path)
    shown = ann.types(*FILL_ALL, "n")
    outcome = ann.match.outcome
    assert outcome is not None
    assert f"The game is over. Final score: {outcome.scores[0]}." in shown
    assert "wins" not in shown
    assert f"total {outcome.scores[0]}" in shown
    assert "--continue" in shown
    [record] = ann.store.records.iterdir()
    assert str(record) in shown
    assert dicecup.verify(record.read_text("utf-8")).match.outcome == outcome


def test_the_terminal_and_python_lead_to_the_same_game(tmp_path: Path) -> None:
    lines = ["", "135", "keep nothing", "chance", "", "stop", "fill 1", "", "12", "yahtzee"]
    choices: list[object] = [
        "roll",
        ("keep", 0, 2, 4),
        "keep",
        ("fill", "chance"),
        "roll",
        ("keep", 0, 1, 2, 3, 4),
    ]
    choices += [("fill", "ones"), "roll", ("keep", 0, 1), ("fill", "yahtzee")]
    ann = solo(tmp_path)
    ann.types(*lines)
    match = dicecup.new("yahtzee", names=["Ann"], seed=5)
    for choice in choices:
        match.answer(choice)
    assert ann.match.save() == match.save()


def test_a_rematch_goes_into_the_next_column(tmp_path: Path) -> None:
    ann = solo(tmp_path)
    shown = ann.types(*FILL_ALL, "maybe", "", "card", "quit")
    assert "Please type y or n." in shown
    assert "column 2 of 6" in shown
    assert "Column 1: Ones" in shown
    assert ann.match.number == 2
    saved = ann.store.read(ann.store.autosave("yahtzee"))
    assert saved.match.save() == ann.match.save()


def test_two_persons_roll_for_the_first_turn_and_a_winner_is_named(tmp_path: Path) -> None:
    two = Person(tmp_path, dicecup.new("yahtzee", names=["Ann", "Ben"], seed=1), words=True)
    shown = two.types("", "", *[line for number in range(1, 14) for line in ("", f"fill {number}") * 2], "no")
    assert "Ann, press Enter to roll for the first turn" in shown
    assert "Ben, press Enter to roll for the first turn" in shown
    assert "goes first." in shown
    outcome = two.match.outcome
    assert outcome is not None
    assert f"{two.match.names[outcome.winners[0]]} wins." in shown


def test_bad_input_is_one_line_and_the_same_prompt_again(tmp_path: Path) -> None:
    ann = solo(tmp_path)
    ann.types("")
    before = ann.match.save()
    shown = ann.types(
        "banana", "three", "fill 99", "", "roll", "card Bob", "load nothing", "save ../x", "help zzz"
    )
    assert ann.match.save() == before
    assert shown.count(" > ") == 10


def test_refusals_come_with_the_reason_of_the_rules(tmp_path: Path) -> None:
    ann = solo(tmp_path)
    shown = ann.types("hold 1", "fours", "", "roll all", "roll all", "135", "roll", "chance", "", "chance")
    assert "Nothing can be held before the first roll." in shown
    assert "Roll the dice before you fill a box." in shown
    assert "no rolls left" in shown
    assert "You have no rolls left. Fill a box now." in shown
    assert "Chance is already filled" in shown


def test_undo_takes_back_what_no_dice_have_followed(tmp_path: Path) -> None:
    ann = solo(tmp_path)
    shown = ann.types("undo", "", "undo", "chance", "undo", "stop", "undo", "undo", "aces", "")
    assert "There is nothing to take back." in shown
    assert "dice have been rolled" in shown
    assert shown.count("Ann takes back the last choice.") == 2
    assert [entry["choice"] for entry in answers(ann.match) if "choice" in entry][-2:] == [
        ["fill", "ones"],
        ["roll"],
    ]


def test_what_a_computer_did_stays_done(tmp_path: Path) -> None:
    match = dicecup.new("yahtzee", names=["Ann", "Bot"], seed=1, start="seat-order")
    pair = Person(tmp_path, Table(match, (PERSON, "random")))
    shown = pair.types("", "chance", "undo")
    assert "That cannot be taken back: Bot has made a move since." in shown
    assert "Bot fills" in shown


def test_save_and_load(tmp_path: Path) -> None:
    ann = solo(tmp_path)
    shown = ann.types("load", "", "save", "save Friday", "save Friday", "chance", "load", "aces", "load Friday")
    assert "There is no quick save of Yahtzee yet." in shown
    assert "Saved as Friday." in shown
    assert "replaces" in shown
    assert len(answers(ann.match)) == 2
    names = {entry.name for entry in ann.store.entries()}
    assert names == {"yahtzee-quicksave", "Friday", "yahtzee-autosave", "yahtzee-previous", "yahtzee-previous-2"}
    assert "The game before is kept: dicecup play --load yahtzee-previous-2" in shown


def test_a_damaged_save_changes_nothing(tmp_path: Path) -> None:
    ann = solo(tmp_path)
    ann.types("", "save bad")
    ann.store.named("bad").write_text("{")
    before = ann.match
    assert "damaged" in ann.types("load bad")
    assert ann.match is before


def test_help_log_scores_card_dice(tmp_path: Path) -> None:
    ann = solo(tmp_path)
    shown = ann.types(
        "help", "help full house", "help 4k", "?", "", "log", "scores", "card ann", "dice", "words", "scores"
    )
    assert "bonus of 35" in shown
    assert "Five of a kind is not" in shown
    assert "Four of a kind. At least four" in shown
    assert shown.count("Ann rolls") >= 2
    assert "come from a seed" in shown
    assert "Drawings are back." in shown
    assert "+-------+" in shown  # ASCII, for the encoding of this console is unknown
    for title in TITLES:
        assert title in shown


def test_official_rules_are_explained_where_they_hold(tmp_path: Path) -> None:
    assert "joker" in solo(tmp_path, rules="official").types("help")
    shown = solo(tmp_path).types("help", "help joker")
    assert shown.count("joker") == 1 + len(["help joker"])


def test_a_secret_game_shows_its_seal(tmp_path: Path) -> None:
    match = dicecup.new("yahtzee", names=["Ann"])
    assert str(match.commitment) in Person(tmp_path, match).types("dice")


def test_near_misses_of_commands(tmp_path: Path) -> None:
    assert 'Did you mean "scores"?' in solo(tmp_path).types("", "scroes")


def test_a_disk_that_refuses_does_not_stop_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise StorageError("The disk is full. Free some space.")

    ann = solo(tmp_path)
    monkeypatch.setattr(Store, "write", full)
    shown = ann.types("", "chance", "save x", "")
    assert shown.count("The game continues, but it is not being saved. The disk is full.") == 1
    assert "could not be saved" in shown
    assert "--continue" not in shown
    assert len(answers(ann.match)) == 5


LINES = st.one_of(
    st.text(max_size=12),
    st.sampled_from(
        ["", "135", "fours", "stop", "undo", "scores", "card", "log", "save", "load", "fill 3", "help"]
    ),
    st.sampled_from(["keep 6", "roll all", "words", "dice", "y", "n", "save a", "load a", "load ../../x", "c"]),
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lines=st.lists(LINES, max_size=25))
def test_nothing_typed_breaks_the_table(lines: list[str], tmp_path: Path) -> None:
    two = Person(tmp_path, dicecup.new("yahtzee", names=["Ann", "Ben"], seed=1))
    two.types(*[line.replace("\n", " ").replace("\r", " ") for line in lines])
    saved = two.store.read(two.store.autosave("yahtzee"))
    assert saved.match.save() == two.match.save()


# --- a game without a screen of its own ---


class BareSession(Person):
    def __init__(self, home: Path, match: Match[Any]) -> None:
        super().__init__(home, match)
        self.session.screen = Screen(self.session.console)


def test_every_game_can_be_played_by_numbers(tmp_path: Path) -> None:
    match = dicecup.new("yahtzee", names=["Ann"], seed=5)
    bare = BareSession(tmp_path, match)
    shown = bare.types("", "33", "1", "99", "xyz", "fill t", "fill twos", "hint", "help")
    assert "  33  fill Ones" in shown
    assert "Ann fills Ones" in shown
    assert "That can mean (1) fill Twos, (2) fill Threes or (3) fill Three of a kind. Which one?" in flat(shown)
    assert "There is no choice 99" in shown
    assert "not one of the choices" in shown
    assert "Ann fills Twos" in shown
    assert bare.types(*["1", "1"] * 3)


def test_what_only_one_of_several_persons_may_know_is_told_to_them_alone(tmp_path: Path) -> None:
    match = deal(seed=3)
    cards = [hand.card for hand in match.state.hands]
    pair = Person(tmp_path, match)
    pair.session.begin()
    first, second = match.names
    shown = pair.types("", "pass", "", "pass", "pass", "log all")
    assert shown.count("should look now; press Enter") == 2
    told = [event.text(seat) for seat in (0, 1) for event in match.events[:4] if event.text(seat) != event.text()]
    assert len(told) == len(cards) == 2
    for name, text in zip((first, second), told, strict=True):
        assert shown.count(text) == 1
        alone = shown.partition(f"Only {name} should look now")[2].partition(f"{name} has looked")[0]
        assert text in alone


def test_only_games_with_an_adviser_list_hints(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "hint, hint all" in solo(tmp_path).types("help")
    monkeypatch.setattr("dicecup.players.levels", lambda game: ())
    shown = solo(tmp_path).types("help")
    assert "hint" not in shown
    assert "undo" in shown
    assert "There are no hints for this game." in solo(tmp_path).types("hint")


@pytest.mark.parametrize("game", ["yahtzee", "king-of-tokyo"])
def test_help_fits_into_80_columns(game: str, tmp_path: Path) -> None:
    shown = Person(tmp_path, dicecup.new(game, seats=2, seed=1)).types("help")
    assert max(map(len, shown.splitlines())) <= 80


# --- the console ---


class Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def test_colour_only_on_a_terminal_and_not_against_ones_wish(monkeypatch: pytest.MonkeyPatch) -> None:
    for out, no_colour, coloured in ((Terminal(), "", True), (Terminal(), "1", False), (io.StringIO(), "", False)):
        monkeypatch.setenv("NO_COLOR", no_colour)
        Console(out, io.StringIO()).head("x")
        assert ("\x1b" in out.getvalue()) is coloured


def test_columns_fit_whatever_the_signs(tmp_path: Path) -> None:
    names = ["夜夜夜夜夜夜夜夜夜", "Be\N{COMBINING ACUTE ACCENT}a", "Ann"]
    out = Terminal()
    console = Console(out, io.StringIO())
    YahtzeeScreen(console).result(dicecup.new("yahtzee", names=names, seed=1))
    head, *rows = out.getvalue().replace("\x1b[1m", "").replace("\x1b[0m", "").splitlines()
    assert {cells(row) for row in [head, *rows]} == {cells(head)}
    assert "夜夜夜夜夜夜夜 " in head


def test_an_accent_may_be_typed_in_two_ways(tmp_path: Path) -> None:
    console = Console(io.StringIO(), io.StringIO("Be\N{COMBINING ACUTE ACCENT}a\n"))
    assert console.ask("") == "Béa"
    assert read_seats("yahtzee", ["Be\N{COMBINING ACUTE ACCENT}a"])[0].name == "Béa"


def test_foreign_names_cannot_move_the_cursor() -> None:
    out = Terminal()
    Console(out, io.StringIO()).say("evil\x1b[2J\rname\x9b")
    assert out.getvalue() == "evil?[2J?name?\n"


def test_signs_that_the_encoding_does_not_have_are_replaced() -> None:
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding="ascii")
    console = Console(out, io.StringIO())
    assert not console.unicode
    console.say("“Béa” …")
    assert raw.getvalue() == b'"B?a" ...\n'


@pytest.mark.parametrize("words", [False, True])
def test_a_mark_is_explained_only_where_it_is_drawn(tmp_path: Path, words: bool) -> None:
    shown = solo(tmp_path, words=words).types("")
    assert ("(> is what it would score)" in shown) != words
