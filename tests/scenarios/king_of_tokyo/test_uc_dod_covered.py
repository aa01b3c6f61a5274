"""Every use case and every line of the definition of done has a scenario that carries its number."""

import re
from pathlib import Path
from typing import Final

import pytest

HERE: Final = Path(__file__).parent
USE_CASES: Final = [2, 3, 5, 6, *range(8, 27)]
"""Those that the rules can prove; the others are about programs, menus and files."""


@pytest.mark.parametrize(
    "number", [*(f"uc{number}" for number in USE_CASES), *(f"dod{number}" for number in range(1, 37))]
)
def test_a_scenario_carries_the_number(number: str) -> None:
    names = [
        name for path in HERE.glob("test_*.py") for name in re.findall(r"^def (test_\w+)", path.read_text(), re.M)
    ]
    assert [name for name in names if re.search(rf"_{number}_", name)]
