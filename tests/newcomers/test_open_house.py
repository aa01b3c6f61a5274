"""One package from outside brings a card, a house rule, a player and a game, and a day later everything plays.

What each of them may do in detail is told elsewhere: cards in `test_players`, games in `tests/farkle`, packages in
`tests/test_brought.py`, old papers in `tests/papers`. Here they come all at once, as `pip install` brings them.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.packages import PIG, PLAYERS, write
from tests.page.conftest import Guest
from tests.page.player import known, play_on, settled
from tests.server.browser import Browser, Program
from tests.test_house import ROOT

pytest_plugins = ("tests.page.conftest",)

CARD = """
from dicecup.games.king_of_tokyo.cards.base import Card
from dicecup.games.king_of_tokyo.gains import gain_stars


class TipOff(Card):
    name, cost, about = "Tip-Off", 0, "stars"
    copies = 30  # so that nobody has to wait for one
    text = "Whenever your turn ends, gain 1 star."

    def turn_ends(self, play, seat, held):
        if seat == play.state.active:
            gain_stars(play, seat, 1, self.name)
"""

RULE = """
from dataclasses import dataclass, replace

from dicecup.games.king_of_tokyo.game import KingOfTokyo
from dicecup.games.king_of_tokyo.manifest import MANIFEST
from dicecup.games.king_of_tokyo.state import KingOptions, KingState
from dicecup.table import setting


@dataclass(frozen=True, slots=True, kw_only=True)
class NightOptions(KingOptions):
    pay_day: bool = setting(
        False, "pay day", says={False: "Monsters begin with nothing.", True: "Monsters begin with 5 energy."}
    )


@dataclass(slots=True, kw_only=True)
class NightState(KingState):
    options: NightOptions


class Nights(KingOfTokyo):
    name, title = "tokyo-nights", "Tokyo Nights"
    options, state = NightOptions, NightState

    def setup(self, names, options, carry=None):
        old = super().setup(names, options, carry)
        state = NightState(**{name: getattr(old, name) for name in KingState.__dataclass_fields__})
        for monster in state.monsters:
            monster.energy = 5 * options.pay_day
        return state


GAME = replace(MANIFEST, game=Nights(), quick_save="Nights.txt")
"""

BOT = """
class Thrifty:
    def decide(self, view, ask, fork):
        return ask.options[0]
"""

BRINGS = {
    "dicecup.king_of_tokyo.cards": {"tip-off": "open_house.card"},
    "dicecup.games": {"tokyo-nights": "open_house.nights:GAME", "pig": "open_house.pig:GAME"},
    "dicecup.players": {"king-of-tokyo/thrifty": "open_house.bot:Thrifty"},
}


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Where the package is installed."""
    modules = {
        "open_house/__init__.py": "",
        "open_house/card.py": CARD,
        "open_house/nights.py": RULE,
        "open_house/bot.py": BOT,
        "open_house/pig.py": PIG + "\nGAME = Manifest(GAME, players='open_house.pig_players:LEVELS')",
        "open_house/pig_players.py": PLAYERS,
    }
    site = write(tmp_path_factory.mktemp("site"), "open-house", modules, BRINGS)
    path = os.pathsep.join([str(site), str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    return {**os.environ, "PYTHONPATH": path, "OPENBLAS_NUM_THREADS": "1"}


def run(environment: dict[str, str], home: Path, *words: str, typed: str = "") -> str:
    done = subprocess.run(
        [sys.executable, "-m", *words],
        env={**environment, "DICECUP_HOME": str(home)},
        cwd=ROOT,
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("game", "seats"),
    [
        ("king-of-tokyo", ("thrifty", "easy", "medium", "hard")),
        ("tokyo-nights", ("easy", "medium", "hard")),
        ("pig", ("bold", "careful")),
    ],
)
def test_all_levels_play_in_the_arena(
    environment: dict[str, str], tmp_path: Path, game: str, seats: tuple[str, ...]
) -> None:
    words = ("dicecup", "arena", game, "--seats", ",".join(seats), "--games", "2", "--seed", "4", "--json")
    said = json.loads(run(environment, tmp_path, *words))
    assert said["complete"]
    assert {each["name"] for each in said["standings"]} == {*seats}


def test_they_are_played_in_the_terminal(environment: dict[str, str], tmp_path: Path) -> None:
    listed = " ".join(run(environment, tmp_path, "dicecup", "games", "tokyo-nights").split())
    assert "Monsters begin with 5 energy." in listed
    told = run(
        environment,
        tmp_path,
        *("dicecup", "play", "tokyo-nights", "--seat", "Ann", "--seat", "hard", "--option", "pay_day=True"),
        typed="card tip-off\nhint\nstatus\nquit\n",
    )
    assert "Tip-Off, cost 0, keep. Whenever your turn ends, gain 1 star." in " ".join(told.split())
    assert "Your game is saved." in told
    again = run(environment, tmp_path, "dicecup", "play", "--continue", typed="quit\n")
    assert "Tokyo Nights" in again


def test_old_papers_are_still_good(environment: dict[str, str], tmp_path: Path) -> None:
    words = ("pytest", "-q", "-p", "no:cacheprovider", "tests/papers/test_releases.py", "-k", "5c8b152")
    assert " passed" in run(environment, tmp_path, *words)


@pytest.fixture(scope="module")
def server(environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", environment["PYTHONPATH"])
        with Program(tmp_path_factory.mktemp("server")) as program:
            yield program


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_a_whole_game_with_the_new_card_on_the_server_with_hints(server: Program, level: str) -> None:
    with Browser(server.address) as ann:
        seats = [{"name": "Ann"}, {"player": "computer", "level": level}]
        match = ann.post("/matches", {"game": "king-of-tokyo", "seats": seats, "options": {}})["match"]
        with ann.sit(match) as page:
            for asked in range(400):
                if (ask := page.until_mine()) is None:
                    break
                if asked == 3:
                    hint = page.command("hint")
                    assert (hint["type"], hint["reason"]) == ("hint", "")
                    assert hint["advice"]
                buys = [
                    each["choice"] for each in ask["options"] if each["pick"].get("card", "").startswith("tip")
                ]
                assert page.answer(*(buys or [ask["options"][0]["choice"]])[0])["type"] == "done"
            assert page.state["outcome"] is not None
            told = json.dumps(page.heard)
        assert "Tip-Off: Ann gains 1 star" in told
        assert "at random" not in told, "nobody has stumbled over the card"


def test_a_game_with_the_new_house_rule_and_a_new_game_in_the_browser(guest: Guest, server: Program) -> None:
    page = guest(likes={"toured": ["tokyo-nights", "pig", "king-of-tokyo"]}).new_page()
    page.goto(server.address)
    known(page)
    page.get_by_role("link", name="Play Tokyo Nights").click()
    page.locator("summary").filter(has_text="House rules").click()
    page.get_by_role("group", name="pay day").get_by_text("Monsters begin with 5 energy.").click()
    page.get_by_role("button", name="Start the game").click()
    settled(page)
    expect(page.get_by_role("log").first).to_be_visible()
    assert play_on(page) > 3
    page.goto(server.address)
    page.get_by_role("link", name="Play Pig").click()
    page.get_by_role("button", name="Start the game").click()
    settled(page)
    page.get_by_role("button", name=re.compile("roll the die", re.IGNORECASE)).click()
    expect(page.get_by_role("log").first).to_contain_text("rolls")


def test_the_new_card_lies_in_the_market_and_can_be_read(guest: Guest, server: Program) -> None:
    page = guest().new_page()
    page.goto(f"{server.address}/#/play/king-of-tokyo")
    page.get_by_role("button", name="Start the game").click()
    settled(page)
    card = page.get_by_role("region", name="Market").get_by_text("Tip-Off").first
    for _ in range(30):
        if card.count():
            break
        page.goto(f"{server.address}/#/play/king-of-tokyo")
        page.get_by_role("button", name="Start the game").click()
        settled(page)
    expect(card).to_be_visible()
