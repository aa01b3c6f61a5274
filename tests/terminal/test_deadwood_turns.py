"""Turns of Deadwood in the terminal: what a move leads to, what ends by itself, and a screen of 24 lines."""

import io
from pathlib import Path
from typing import Any

import pytest

from dicecup.saves import PERSON, Table
from dicecup.table import Match
from dicecup.terminal.console import Console
from dicecup.terminal.session import Session
from tests.scenarios.deadwood.lot import DOLL, GUM, HAT, LAW, PAIL, actor, table
from tests.terminal.deadwood_positions import working
from tests.terminal.helpers import Person, answers, at, flat


def at_saloon(*others: Any, **more: Any) -> Match[Any]:
    """The Trailers, which have no roles, are next door; Main Street and the Bank as well."""
    return table(actor("saloon", **more), *(others or (None,)), scenes={"saloon": HAT}).match.clone()


def against_computer(home: Path, match: Match[Any]) -> Person:
    return Person(home, Table(match, (PERSON, "easy")))


# --- a turn that ends by itself ---


def test_whoever_has_nothing_left_to_do_reads_why_and_may_take_it_back(tmp_path: Path) -> None:
    ann = against_computer(tmp_path, at_saloon())
    shown = flat(ann.types("trailers", "undo", "quit"))
    assert "Ann has nothing left to do at the Trailers: there are no roles." in shown
    assert 'Ann, press Enter to continue, or type "undo" > undo' in shown
    assert "It is Ben's turn." not in shown
    assert ann.match.pending is not None
    assert ann.match.pending.seat == 0


def test_then_the_game_goes_on(tmp_path: Path) -> None:
    ann = against_computer(tmp_path, at_saloon())
    shown = flat(ann.types("trailers", "what?", "players", "words", "", "quit"))
    assert "Press Enter to continue, or type" in shown
    assert shown.count("It is Ben's turn.") == 1
    assert len(answers(ann.match)) > 1  # Ben has played


def test_whoever_leaves_there_finds_the_game_as_it_was(tmp_path: Path) -> None:
    ann = against_computer(tmp_path, at_saloon())
    ann.types("trailers", "quit")
    assert [entry["choice"] for entry in answers(ann.match)] == [["move", "trailers"]]


def test_somebody_who_plays_next_is_the_moment(tmp_path: Path) -> None:
    """Another person at the table can be asked to wait."""
    pair = at(tmp_path, at_saloon())
    shown = flat(pair.types("trailers", "undo", "quit"))
    assert "press Enter to continue" not in shown
    assert pair.match.pending is not None
    assert pair.match.pending.seat == 0


def test_past_a_card_that_was_turned_up_nobody_waits(tmp_path: Path) -> None:
    match = table(
        actor("general-store"),
        actor("hotel", ("set", 0), rank=4, chips=3),
        scenes={"general-store": HAT, "hotel": DOLL},
        chance=[PAIL, [1]],
    ).match
    assert "press Enter to continue" not in against_computer(tmp_path, match).types("jail", "quit")


# --- where to? ---


@pytest.mark.parametrize(
    ("position", "said"),
    [
        (
            lambda: table(actor(rank=2), None, scenes={"saloon": LAW}),
            "move to the Saloon: \"Law and the Old West\", budget 3 (67%), 2 shots; for you: Banker (star: 2 "
            "credits; about $4 at the wrap) and Woman in Red Dress (extra: $1 and 1 credit; $2 at the wrap)",
        ),
        (
            lambda: table(actor(), None, scenes={"saloon": HAT}),
            "move to the Saloon: \"Evil Wears a Hat\", budget 4 (50%), 2 shots; for you: Reluctant Farmer "
            "(extra: $1 and 1 credit; $1 at the wrap)",
        ),
        (
            lambda: table(actor(), actor("saloon", ("set", 0)), scenes={"saloon": HAT}),
            "budget 4 (50%), 2 shots; no role for your rank",
        ),
        (
            lambda: table(
                actor("general-store"), actor("jail", ("card", 0), rank=6), actor("jail", ("set", 0), rank=6),
                actor("jail", ("set", 1), rank=6), scenes={"general-store": DOLL, "jail": PAIL},
            ),
            "budget 2 (83%), 1 shot; all roles are taken",
        ),
        (
            lambda: table(actor("general-store"), None, scenes={"general-store": GUM}),
            "move to the Jail: card face down, 1 shot; no extra's role for you",
        ),
        (
            lambda: table(actor("saloon"), None, scenes={"saloon": HAT}, wrapped=["bank"]),
            "move to the Bank: wrapped for today",
        ),
        (lambda: table(actor("saloon"), None, scenes={"saloon": HAT}), "move to the Trailers: no roles there"),
        (
            lambda: table(actor("ranch", credits=12), None, scenes={"ranch": HAT}),
            "move to the Casting Office: ranks are sold there, and you can afford rank 3",
        ),
        (
            lambda: table(actor("ranch"), None, scenes={"ranch": HAT}),
            "move to the Casting Office: ranks are sold there, but you cannot afford one yet",
        ),
        (
            lambda: table(actor("ranch", rank=6), None, scenes={"ranch": HAT}),
            "move to the Casting Office: ranks are sold there, and you have the highest",
        ),
    ],
)  # fmt: skip
@pytest.mark.parametrize("words", [False, True])
def test_the_ways_say_what_is_to_be_had_there(position: Any, said: str, words: bool, tmp_path: Path) -> None:
    assert said in flat(at(tmp_path, position(), words=words).types()).replace("’", "'")


# --- work ---


def test_what_cannot_fail_has_no_else(tmp_path: Path) -> None:
    shown = flat(at(tmp_path, working(3, shots=1, role=("card", 2))).types())
    assert "act: cannot fail; brings 2 credits. That wraps the scene: about" in shown
    assert "else nothing" not in shown


# --- a small screen ---


class Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def test_on_24_lines_the_last_turn_of_the_others_is_in_sight(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = table(
        actor("saloon", rank=3), actor("hotel", ("set", 0), rank=4), scenes={"saloon": HAT, "hotel": LAW}, turn=9
    ).match.clone()
    for lines, drawn in ((24, False), (50, True)):
        monkeypatch.setenv("COLUMNS", "80")
        monkeypatch.setenv("LINES", str(lines))
        monkeypatch.setenv("NO_COLOR", "1")
        out, home = Terminal(), tmp_path / str(lines)
        person = Person(home, Table(match.clone(), (PERSON, "easy")))
        Session(Console(out, io.StringIO("end\n")), person.store, person.session.table).play()
        shown = out.getvalue().rpartition("\n\n")[0]
        before = shown.index("It is Ben's turn")
        assert ("┌──" in shown[before:]) == drawn
        assert (len(shown[before:].splitlines()) <= 24) or drawn
        assert "map" in shown  # it is said how to see it


def test_the_map_can_still_be_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LINES", "24")
    monkeypatch.setenv("COLUMNS", "80")
    match = table(actor("saloon"), None, scenes={"saloon": HAT}, turn=9).match.clone()
    out = Terminal()
    person = Person(tmp_path, Table(match, (PERSON, "easy")))
    Session(Console(out, io.StringIO("map\n")), person.store, person.session.table).play()
    assert out.getvalue().count("┌──") == 1


def test_without_drawings_help_does_not_explain_a_drawing(tmp_path: Path) -> None:
    assert "filled" not in at(tmp_path, at_saloon(), words=True).types("help map")
    assert "filled" in at(tmp_path, at_saloon()).types("help map")
