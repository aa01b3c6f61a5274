"""Whatever is handed to the public functions: an error of ours, in plain words and never long."""

from typing import Any

import pytest

import dicecup
from dicecup import DicecupError, IllegalChoice, NoSuchSeat, SaveError, SetupError
from dicecup.table.errors import shown

HUGE = 10**5000  # Python refuses to write it out


@pytest.mark.parametrize(
    ("keywords", "reason"),
    [
        ({"seed": HUGE}, "A seed is a whole number"),
        ({"seed": True}, "A seed is a whole number"),
        ({"seed": "7"}, "A seed is a whole number"),
        ({"seats": HUGE}, "1 to 8 players"),
        ({"seats": "x" * 100_000}, "1 to 8 players"),
        ({"names": "Ann"}, "Give the names as a list"),
        ({"names": 7}, "Give the names as a list"),
        ({"names": None}, "Give the names as a list"),
        ({"names": [None, "a"]}, "A name is a text, not None"),
        ({"names": [HUGE, "a"]}, "A name is a text"),
        ({"names": ["Jos\u00e9", "Jose\u0301"]}, "different name"),
        ({"rules": HUGE}, "rules must be one of"),
        ({"rules": "x" * 100_000}, "rules must be one of"),
    ],
)
def test_what_cannot_be_set_up(keywords: dict[str, Any], reason: str) -> None:
    with pytest.raises(SetupError, match=reason) as caught:
        dicecup.new("yahtzee", **keywords)
    assert len(str(caught.value)) < 200


def test_names_may_come_one_by_one() -> None:
    assert dicecup.new("yahtzee", names=(name for name in ("Ann", "Ben"))).names == ("Ann", "Ben")


def test_a_letter_is_the_same_however_it_is_written() -> None:
    assert dicecup.new("yahtzee", names=["Jose\u0301", "Ann"]).names[0] == "Jos\u00e9"


@pytest.mark.parametrize("game", ["yahtzee", "king-of-tokyo", "deadwood"])
@pytest.mark.parametrize(
    "choice",
    [
        HUGE,
        -HUGE,
        ("fill", HUGE),
        ("fill", "x" * 100_000),
        ("keep", -HUGE),
        ("buy", HUGE),
        ("keep", *range(100_000)),
        "x" * 100_000,
        b"x" * 100_000,
        [HUGE],
        {HUGE: HUGE},
    ],
    ids=range(11),
)
def test_a_choice_that_is_none_has_a_short_reason(game: str, choice: Any) -> None:
    match = dicecup.new(game, seats=2, seed=1)
    for _ in range(4):
        reason = match.why_not(choice)
        assert reason is not None
        assert len(reason) < 250
        with pytest.raises(IllegalChoice) as caught:
            match.answer(choice)
        assert caught.value.reason == reason
        assert match.pending is not None
        match.answer(match.pending.options[0])


@pytest.mark.parametrize("seat", [2, -1, True, "0", HUGE], ids=range(5))
def test_a_seat_that_is_not_there(seat: Any) -> None:
    match = dicecup.new("yahtzee", seats=2)
    for ask in (match.view, match.record, match.undo, match.fork, lambda seat: match.why_not("roll", seat)):
        with pytest.raises(NoSuchSeat, match="There is no seat") as caught:
            ask(seat)
        assert isinstance(caught.value, DicecupError)
        assert isinstance(caught.value, ValueError)
    with pytest.raises(DicecupError):
        match.fork(0, seed=HUGE)


@pytest.mark.parametrize("text", [None, b"{}", 7, ["x"]])
def test_a_save_is_text(text: Any) -> None:
    for read in (dicecup.load, dicecup.verify):
        with pytest.raises(SaveError, match="A saved game is text, not"):
            read(text)


def test_a_game_is_named_by_a_text() -> None:
    for name in (HUGE, None, "x" * 100_000):
        with pytest.raises(SetupError, match="There is no game called") as caught:
            dicecup.new(name)  # type: ignore[arg-type]
        assert len(str(caught.value)) < 200


def test_what_is_shown_is_short() -> None:
    class Rude:
        def __repr__(self) -> str:
            raise RuntimeError

    assert shown("roll") == "'roll'"
    assert shown((1, 2)) == "(1, 2)"
    assert shown(HUGE) == "<int>"
    assert shown(Rude()) == "<Rude>"
    assert len(shown("x" * 10**6)) < 50
    assert len(shown(list(range(1000)))) < 50
