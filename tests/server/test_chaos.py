"""Everything goes wrong at once, and no acknowledged answer is missing from what anybody is shown later."""

import random
import sys
from pathlib import Path

import pytest

from tests.server.chaos import Chaos, History

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="kills and limits as Linux does"),
]

DEEDS = ["cut", "kill", "fill", "cut", "damage", "fill", "kill"]


def test_seven_things_go_wrong_and_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    chaos = Chaos(tmp_path, seed=1)
    assert chaos.run(rounds=len(DEEDS), deeds=DEEDS) > 20
    assert chaos.happened.total() == len(DEEDS)


@pytest.mark.soak
def test_hundreds_of_things_go_wrong(tmp_path: Path) -> None:
    seed = random.randrange(10**6)
    order = random.Random(seed)
    deeds = [order.choice(DEEDS) for _ in range(300)]
    answers = Chaos(tmp_path, seed).run(rounds=len(deeds), deeds=deeds)
    assert answers > 600, f"seed {seed}"


def test_the_historian_notices_what_is_not_so() -> None:
    """A checker that could not fail would be worth nothing."""
    history = History("m")
    history.hear({"type": "done", "id": "a", "seq": 5})
    history.hear({"type": "events", "events": [{"n": 1, "kind": "rolled", "seat": 0, "text": "4 4"}]})
    with pytest.raises(AssertionError, match="5 was acknowledged, and 3 is shown"):
        history.check({"seq": 3}, history.known())
    with pytest.raises(AssertionError, match="was done at 5, and now at 7"):
        history.hear({"type": "done", "id": "a", "seq": 7})
    with pytest.raises(AssertionError, match=r"event 1 was .*4 4.*, and now is .*1 2"):
        history.hear({"type": "events", "events": [{"n": 1, "kind": "rolled", "seat": 0, "text": "1 2"}]})
