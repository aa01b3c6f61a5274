"""Players by where they are imported from, with parameters: `mybots:Net?weights=net.npz&depth=3`."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dicecup.players.own import check, maker
from dicecup.table import SetupError

BOTS = """
from __future__ import annotations
from pathlib import Path

class Net:
    closed = 0
    def __init__(self, weights: Path = Path("none"), *, depth: int = 1, heat: float = 0.5, bold: bool = False,
                 note="", seed: int = -1):
        self.told = (weights, depth, heat, bold, note, seed)
    def decide(self, view, ask, fork): ...
    def close(self):
        Net.closed += 1

class Bare:
    def decide(self, view, ask, fork): ...

def anything(**words):
    bot = Bare()
    bot.told = words
    return bot
"""


@pytest.fixture(autouse=True)
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / "parameterbots.py").write_text(BOTS)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    yield
    sys.modules.pop("parameterbots", None)


def told(name: str, seed: int = 7) -> Any:
    player: Any = maker(f"parameterbots{name}")(seed)
    return player.told


def test_parameters_are_handed_over_as_what_they_are_annotated() -> None:
    assert told(":Net?weights=a%26b.npz&depth=3&heat=1.5&bold=yes&note=1+1") == (
        Path("a&b.npz"),
        3,
        1.5,
        True,
        "1+1",
        7,
    )
    assert told(".Net?depth=2") == (Path("none"), 2, 0.5, False, "", 7), "the seed goes to what is called so"
    assert told(":Net?seed=3")[-1] == 3, "unless it is given"
    assert told(":anything?a=1&b=") == {"a": "1", "b": ""}


def test_without_parameters_the_first_one_is_the_seed_as_ever() -> None:
    assert told(":Net")[0] == 7
    assert told(":Net?")[0] == 7


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        (":Net?wieghts=a", "takes no parameter 'wieghts'; it takes: weights, depth, heat, bold, note, seed."),
        (":Bare?a=1", "takes no parameter 'a'; it takes: none."),
        (":Net?depth=deep", "The parameter 'depth' of parameterbots:Net cannot be 'deep'."),
        (":Net?bold=perhaps", "The parameter 'bold' of parameterbots:Net cannot be 'perhaps'."),
        (":Net?depth", "are written NAME=VALUE, each once, with & between; 'depth' is not."),
        (":Net?depth=1&depth=2", "'depth=2' is not."),
        (":Net?a b=1", "'a b=1' is not."),
    ],
)
def test_a_parameter_that_cannot_be_is_told(name: str, reason: str) -> None:
    with pytest.raises(SetupError) as refusal:
        check(f"parameterbots{name}")
    assert reason in str(refusal.value)


def test_whoever_is_made_to_be_looked_at_is_closed() -> None:
    check("parameterbots:Net?depth=2")
    assert sys.modules["parameterbots"].Net.closed == 1
