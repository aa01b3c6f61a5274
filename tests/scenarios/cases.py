"""Numbers of the specification's cases on the tests that check them, so that `pytest -k 004-F17` finds one."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

import pytest

F = TypeVar("F", bound=Callable[..., Any])

COVERED: Final[set[str]] = set()
"""Every number that some test carries."""


def case(*numbers: str) -> Callable[[F], F]:
    """Say which cases a test checks."""

    def mark(function: F) -> F:
        for number in numbers:
            COVERED.add(number)
            setattr(function, number, True)  # pytest's -k looks at the names of a function's attributes, too
        return function

    return mark


def row(number: str, *values: Any) -> Any:
    """One row of a table as a parameter set, with the row's number for its name."""
    COVERED.add(number)
    return pytest.param(*values, id=number)
