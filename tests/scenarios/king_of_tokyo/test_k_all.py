"""Nothing is forgotten: each scenario of the fact sheet and each card has a test here."""

import re
from pathlib import Path

from tests.games.king_of_tokyo.box import BOX

HERE = Path(__file__).parent
TESTS = "\n".join(path.read_text() for path in sorted([*HERE.glob("test_k*_*.py"), *HERE.glob("cards/test_*.py")]))


def test_k1_to_k73() -> None:
    found = {
        int(number)
        for name in re.findall(r"def test_(k[k\d_]+)_", TESTS)
        for number in re.findall(r"k(\d+)", name)
    }
    assert found == {*range(1, 74)}


def test_every_card() -> None:
    assert [card for card in BOX if f'"{card}"' not in TESTS] == []
