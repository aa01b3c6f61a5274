"""A game out of a package of its own at a server's table, in terminals that have the package and that have not."""

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from dicecup.server.settings import Settings
from tests.client.tables import Ann
from tests.server.browser import FAST, served
from tests.terminal.program import Pipe, invoke


@pytest.fixture
def address(home: Path) -> Iterator[str]:
    with served(Settings(folder=home / "server", **FAST)) as where:  # type: ignore[arg-type]
        yield where


@pytest.mark.thorough
@pytest.mark.parametrize("has_it", [True, False], ids=["here as well", "only at the server"])
def test_a_whole_game_in_the_terminal(
    address: str, home: Path, has_it: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not has_it:
        monkeypatch.delenv("PYTHONPATH")
    rng = random.Random(4)
    with Ann(address, home / "ann", "farkle", options={"goal": 5000}) as ann:
        pipe = Pipe("join", ann.link, "--name", "Ben")
        for _ in range(400):
            shown = pipe.until_prompt()
            assert shown.endswith(" > "), pipe.seen
            prompt = shown.rpartition("\n")[2]
            if "Another game" in prompt:
                break
            if "waiting for" not in prompt:
                listed = re.findall(r"^ *(\d+)  ", shown, re.MULTILINE)
                pipe.type(rng.choice(listed) if listed and "ready?" not in prompt else "")
        pipe.type("quit")
        assert pipe.close() == 0
    seen = pipe.seen
    assert "Farkle with Ann and Ben" in seen
    assert re.search(r"Points: Ann [\d,]+, Ben [\d,]+ \(of 5,000\)", seen), "drawn as the game says"
    assert "┌───────┐" in seen
    assert "{" not in seen
    assert re.search(r"The game is over: Ann [\d,]+, Ben [\d,]+", " ".join(seen.split()))
    found = re.search(r"dicecup verify (\S+) --seal (\w{64}) --nonce (\w{64})", seen)
    assert found is not None
    monkeypatch.undo()
    assert "Yours is among them" in invoke("verify", found[1], "--seal", found[2], "--nonce", found[3])
