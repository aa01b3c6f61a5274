"""Frames that make no sense, at the socket of a party."""

import json
import random
from pathlib import Path
from typing import Any, Final

import pytest

from dicecup.server.wire import LARGEST_FRAME
from tests.server import test_fuzz
from tests.server.browser import Browser, Program
from tests.server.party.friends import come, link_of, open_table

FRAMES: Final[tuple[dict[str, Any], ...]] = (
    {"type": "enter", "last_line": 0},
    {"type": "set_rules", "id": "a", "game": "yahtzee", "options": {}, "absence": "never"},
    {"type": "ready", "id": "b", "ready": True, "nonce": "00" * 32},
    {"type": "add_chair", "id": "c", "level": "easy"},
    {"type": "set_chair", "id": "d", "chair": 1, "level": None},
    {"type": "remove_chair", "id": "e", "chair": 1},
    {"type": "turn_away", "id": "f", "person": 1},
    {"type": "give_host", "id": "g", "person": 2},
    {"type": "start", "id": "h"},
    {"type": "again", "id": "i"},
    {"type": "to_waiting_room", "id": "j"},
    {"type": "react", "face": "laugh"},
    {"type": "say", "id": "k", "text": "x"},
    {"type": "nudge", "id": "l", "person": 1},
    {"type": "ping"},
)


@pytest.mark.thorough
def test_whatever_somebody_sends_who_looks_on_the_party_stays_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(test_fuzz, "FRAMES", FRAMES)
    chance = random.Random(15)
    with Program(tmp_path) as program, Browser(program.address) as one, Browser(program.address) as two:
        ann = open_table(one)
        mallory = come(two, link_of(ann, "watching"), "Mallory")
        before = ann.wait(lambda state: [each["presence"] for each in state["people"]] == ["here", "here"])
        for sent in range(1, 1_001):
            what = test_fuzz.nonsense(chance)
            mallory.socket.send(what if isinstance(what, str) else what[: LARGEST_FRAME // 2])
            if sent % 50 == 0:
                mallory.say(type="ping")
                while json.loads(mallory.socket.recv(60)) != {"type": "pong"}:
                    pass
        assert ann.catch_up() == before
        ann.do("add_chair", level="easy")
        assert "Traceback" not in program.stop()
