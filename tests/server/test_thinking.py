"""Computer players of a real server: fair to every guest, asleep where nobody looks, and not put off by a kill."""

import os
import signal
import sys
import time
from pathlib import Path

import pytest

from dicecup.server import pool
from dicecup.server.settings import Settings
from tests.server.browser import FAST, PATIENCE, Browser, Program, served

ROBOTS = [{"player": "computer", "level": "easy"}] * 4


def thinkers(program: Program) -> list[int]:
    """The processes that think for a server."""
    children = Path(f"/proc/{program.pid}/task/{program.pid}/children").read_text().split()
    return [pid for pid in map(int, children) if b"server.worker" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def busy(program: Program) -> float:
    """Seconds of processor time that thinking has taken."""
    ticks = 0
    for pid in thinkers(program):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="as Linux does it")
class TestWithProcesses:
    @pytest.mark.thorough
    def test_one_that_is_killed_is_asked_again(self, tmp_path: Path) -> None:
        with Program(tmp_path) as program, Browser(program.address) as ann:
            match = ann.post("/matches", {"game": "king-of-tokyo", "seats": ROBOTS})["match"]
            with ann.sit(match) as page:
                killed = 0
                until = time.monotonic() + PATIENCE
                while killed < 3 and time.monotonic() < until and not page.state["outcome"]:
                    page.until("thinking")
                    for pid in thinkers(program):
                        os.kill(pid, signal.SIGKILL)
                        killed += 1
                    # The page may be behind: what it hears next may be older than the decision that was hit, and
                    # whoever is killed twice at one decision has no third try.
                    seq = ann.get(f"/matches/{match}/replay")["seq"]
                    while page.state["seq"] <= seq and not page.state["outcome"]:
                        page.hear()
                assert killed >= 3
                assert "stumbled" not in {one["type"] for one in page.heard}, "nothing was left to chance"

    @pytest.mark.thorough
    def test_computer_players_alone_sleep_until_somebody_looks(self, tmp_path: Path) -> None:
        with Program(tmp_path) as program, Browser(program.address) as ann:
            match = ann.post("/matches", {"game": "deadwood", "seats": ROBOTS})["match"]
            assert thinkers(program) == [], "nobody has looked yet"
            with ann.sit(match) as page:
                page.until("said")
                seen = page.state["seq"]
            until = time.monotonic() + PATIENCE
            used = -1.0
            while used != busy(program) and time.monotonic() < until:
                used = busy(program)
                time.sleep(1)
            assert time.monotonic() < until, "they go on and on"
            left = ann.get(f"/matches/{match}/replay")
            assert left["outcome"] is None
            with ann.sit(match) as page:
                assert page.state["seq"] == left["seq"] >= seen, "right where they were left"
                while page.state["seq"] == left["seq"]:
                    page.hear()


# Thinks for a while, and notes about which game.
_SLOW = """
import json, sys, time
from pathlib import Path
from dicecup import games
from dicecup.table.retrace import recall
for line in sys.stdin:
    match = recall(json.loads(line)["match"], games.find)
    time.sleep(0.05)
    with Path(__file__).with_name("thoughts").open("a") as noted:
        noted.write(match.game.name[0])
    print(json.dumps({"choice": list(match.pending.options[0])}), flush=True)
"""


@pytest.mark.thorough
def test_many_tables_of_one_guest_do_not_keep_another_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twelve tables of robots that all think: another's robot waits for a few of their thoughts, not for all."""
    (tmp_path / "slow.py").write_text(_SLOW)
    monkeypatch.setattr(pool, "COMMAND", (sys.executable, str(tmp_path / "slow.py")))
    with (
        served(Settings(folder=tmp_path, **FAST)) as address,  # type: ignore[arg-type]
        Browser(address) as ann,
        Browser(address) as ben,
    ):
        tables = [ann.post("/matches", {"game": "king-of-tokyo", "seats": ROBOTS})["match"] for _ in range(12)]
        pages = [ann.sit(table) for table in tables]
        with ben.sit(ben.new("yahtzee", "Ben", "=", seed=1, start="seat-order")) as page:
            for box in ("chance", "ones", "twos"):
                page.answer("roll")
                page.answer("fill", box)
                page.until_mine()
        for each in pages:
            each.close()
    others, *between, _ = (tmp_path / "thoughts").read_text().split("y")
    assert others
    assert len(between) > 5
    assert min(map(len, between)) <= 4, "those that were under way, and one more"
