"""The server is killed at any moment: all it had acknowledged is there, and every match goes on where it stood."""

import random
import sys
import threading
import time
from pathlib import Path
from typing import Any, Final

import pytest
from websockets.exceptions import WebSocketException

from tests.server.browser import PATIENCE, Browser, Page, Program

pytestmark = [pytest.mark.thorough, pytest.mark.skipif(sys.platform == "win32", reason="kills as Unix does")]

TABLES: Final = (
    ("yahtzee", ("Ann", "Bo")),
    ("king-of-tokyo", ("Ann", "=", "=")),
    ("king-of-tokyo", ("Ann", "Bo", "Cy")),
    ("deadwood", ("Ann", "Bo")),
)


class Player(threading.Thread):
    """Plays one match as fast as it can until the line breaks, and remembers what it was told."""

    progress = threading.Semaphore(0)  # goes up with every answer that anybody had acknowledged

    @classmethod
    def wait_for(cls, answers: int) -> None:
        """Until all players together have had so many answers acknowledged."""
        while cls.progress.acquire(blocking=False):
            pass
        for _ in range(answers):
            assert cls.progress.acquire(timeout=PATIENCE)

    def __init__(self, browser: Browser, match: str, seed: int, before: "Player | None") -> None:
        super().__init__()
        self.match = match
        self.browser = browser
        self.random = random.Random(seed)
        self.page: Page | None = None
        self.trouble: BaseException | None = None
        self.acknowledged: dict[str, int] = before.acknowledged if before else {}
        self.sent: tuple[str, int, list[Any]] | None = before.sent if before else None
        self.known: dict[int, Any] = before.known if before else {}
        self.last: dict[str, Any] = before.last if before else {}
        self.over = False

    def run(self) -> None:
        try:
            self.play()
        except (WebSocketException, OSError):  # the line broke
            pass
        except BaseException as error:  # told to the test, in its own thread
            self.trouble = error
        if self.page is not None:
            self.known = self.page.events
            self.last = self.page.state
            self.page.close()

    def play(self) -> None:
        self.page = page = self.browser.sit(self.match)
        self.check_nothing_is_lost(page)
        if self.sent is not None:  # nobody knows whether this one arrived: it is sent again, and done once
            id_, seq, choice = self.sent
            reply = page.answer(*choice, seq=seq, id_=id_)
            assert reply["type"] == "done", reply
            self.acknowledged[id_] = reply["seq"]
            self.sent = None
        for id_, seq in list(self.acknowledged.items())[-2:]:
            assert page.answer("whatever", seq=0, id_=id_) == {"type": "done", "id": id_, "seq": seq}
        while (ask := page.until_mine()) is not None:
            if page.state["can_undo"]["ok"] and self.random.random() < 0.1:
                page.undo()
                continue
            choice = self.random.choice(ask["options"])["choice"]
            id_ = f"{self.match}-{self.random.random()}"
            self.sent = (id_, page.state["seq"], choice)
            reply = page.answer(*choice, id_=id_)
            assert reply["type"] == "done", reply
            self.acknowledged[id_] = reply["seq"]
            self.sent = None
            self.progress.release()
        self.over = True

    def check_nothing_is_lost(self, page: Page) -> None:
        assert page.state["seq"] >= max(self.acknowledged.values(), default=0)
        if self.last and self.last["viewer"] == page.state["viewer"]:
            assert {n: page.events.get(n) for n in self.known} == self.known, "what was told is no longer so"
        for n, told in self.known.items():  # whoever looks with other eyes may know more or less of it
            both = (told.keys() & page.events[n].keys()) - {"text", "kind"}
            assert {key: told[key] for key in both} == {key: page.events[n][key] for key in both}
        if self.last and self.last["seq"] == page.state["seq"]:
            assert page.state == self.last, "it does not stand where it stood"


def torture(folder: Path, kills: int, seed: int) -> int:
    """Kill the server so many times while matches are played; how many answers were acknowledged."""
    chance = random.Random(seed)
    with Program(folder) as program, Browser(program.address) as ann:
        players = [new_table(ann, table, seed=table) for table in range(len(TABLES))]
        over = []
        for kill in range(kills):
            for player in players:
                player.start()
            Player.wait_for(chance.randint(1, 12))
            time.sleep(chance.uniform(0, 0.03))
            program.kill()
            for player in players:
                player.join(PATIENCE)
                assert player.trouble is None, f"seed {seed}, kill {kill}: {player.trouble!r}"
            program.start()
            for table, player in enumerate(players):
                if player.over:
                    over.append(player)
                    players[table] = new_table(ann, table, seed=kill)
                else:
                    players[table] = Player(ann, player.match, kill * 10 + table, player)
        for player in players:
            with ann.sit(player.match) as page:
                player.check_nothing_is_lost(page)
        assert "Traceback" not in program.stop()
    return sum(len(player.acknowledged) for player in players + over)


def new_table(ann: Browser, table: int, seed: int) -> Player:
    game, seats = TABLES[table]
    return Player(ann, ann.new(game, *seats), seed, None)


def test_eight_kills_lose_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    assert torture(tmp_path, kills=8, seed=1) > 20


@pytest.mark.soak
def test_two_hundred_kills(tmp_path: Path) -> None:
    assert torture(tmp_path, kills=200, seed=random.randrange(10**6)) > 500
