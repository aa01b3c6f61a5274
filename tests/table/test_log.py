"""The log: what stands, and how an entry is read."""

from typing import Any

import pytest

from dicecup.table import Choice, Luck, Option, TakenBack
from dicecup.table.log import entry_from_json, in_force

ROLL, KEEP, FILL = (Choice(0, Option(verb)) for verb in ("roll", "keep", "fill"))
DICE = Luck("1/0/roll/1", (1, 2), None)


def test_what_was_taken_back_does_not_stand() -> None:
    assert in_force([ROLL, DICE, KEEP]) == [ROLL, DICE, KEEP]
    assert in_force([ROLL, DICE, KEEP, FILL, TakenBack(0, 2)]) == [ROLL, DICE]
    assert in_force([ROLL, KEEP, TakenBack(0, 1), FILL, TakenBack(0, 1), TakenBack(0, 1), KEEP]) == [KEEP]


@pytest.mark.parametrize(
    "entry",
    [
        ROLL,
        Choice(3, Option("keep", 0, "x"), forced=True),
        Choice(3, Option("keep", 0), private=True),
        DICE,
        Luck("1/0/deal/1", "ace", (0, 2)),
        TakenBack(1, 2),
    ],
)
def test_an_entry_survives_json(entry: Any) -> None:
    again = entry_from_json(entry.to_json())
    assert type(again) is type(entry)
    assert again.to_json() == entry.to_json()


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {},
        {"seat": 0},
        {"seat": "0", "choice": ["roll"]},
        {"seat": 0, "choice": []},
        {"seat": 0, "choice": "roll"},
        {"seat": 0, "choice": [1]},
        {"seat": 0, "choice": ["keep", 1.5]},
        {"seat": 0, "choice": ["keep", True]},
        {"seat": 0, "choice": ["keep", None]},
        {"seat": 0, "took_back": 0},
        {"seat": 0, "took_back": -1},
        {"seat": 0, "took_back": "1"},
        {"chance": 1, "result": 1},
        {"chance": "k"},
    ],
)
def test_anything_else_is_refused(data: Any) -> None:
    with pytest.raises(ValueError, match="is no entry of a log"):
        entry_from_json(data)
