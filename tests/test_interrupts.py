"""Ctrl-C while Numba compiles."""

import signal
from collections.abc import Iterator
from typing import Any

import pytest

from dicecup import extras


@pytest.fixture
def usual_handler() -> Iterator[None]:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("usual_handler")
def test_ctrl_c_in_the_middle_of_llvm_ends_in_an_interrupt(monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes where an exception would be lost, and what was not called for would be missed only later."""
    numba = extras.load("numba")
    engine = pytest.importorskip("llvmlite.binding.executionengine")
    calls: list[int] = []
    read = engine.string_at

    def interrupted(*where: Any) -> Any:
        if not calls:
            calls.append(1)
            signal.raise_signal(signal.SIGINT)
        return read(*where)

    monkeypatch.setattr(engine, "string_at", interrupted)  # called in what LLVM calls back

    def inner(number: int) -> int:
        return number + 1

    quick = numba.njit(inner)

    def outer(number: int) -> int:
        return 2 * int(quick(number))

    twice = numba.njit(outer)
    with pytest.raises(KeyboardInterrupt):
        twice(3)
    assert calls
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert twice(3) == 8, "and it can be called once more"
