"""Nothing is forgotten: every use case of both seeds and every scenario of the fact sheet has a test here."""

import re
from pathlib import Path
from typing import Final

from tests.scenarios.cases import COVERED
from tests.scenarios.deadwood import test_002, test_003  # noqa: F401 - importing them fills COVERED

HERE: Final = Path(__file__).parent
BRANCHES: Final = {  # the extensions of each use case
    "002-1": ("5a", "2a"),
    "002-2": ("5a", "2a"),
    "002-3": ("6a", "2a"),
    "002-4": ("6a", "2a"),
    "002-5": ("3a", "2a"),
    "002-6": ("4a", "6a", "2a"),
    "002-7": ("3a",),
    "002-8": ("4a",),
    "002-9": ("3a",),
    "002-10": ("2a",),
    "003-1": ("2a-5-players", "2a-6-players", "2a-7-8-players", "2a-not-day-one"),
    "003-2": ("2a", "2b"),
    "003-3": ("2a", "2b"),
    "003-4": (),
    "003-5": ("3a-on-card-failure", "3a-off-card-success", "3a-off-card-failure"),
    "003-6": ("1a",),
    "003-7": ("3a",),
}


def test_every_use_case_and_branch() -> None:
    wanted = set(BRANCHES) | {f"{number}-{branch}" for number, several in BRANCHES.items() for branch in several}
    assert wanted - COVERED == set()


def test_w1_to_w49() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in HERE.glob("test_w*_*.py"))
    assert {int(number) for number in re.findall(r"^def test_w(\d+)_", text, re.M)} == {*range(1, 50)}
