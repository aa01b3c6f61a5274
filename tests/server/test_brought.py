"""Games and players of other packages at the server: played like ours; and what does not work is told."""

import logging
from pathlib import Path

import pytest

from dicecup.server.settings import Settings
from tests.packages import PIG, PLAYERS, Install
from tests.server.browser import FAST, Browser, served

WITH_PLAYERS = PIG + "\nGAME = Manifest(GAME, players='pig_players:LEVELS')\n"
BRINGS = {"dicecup.games": {"pig": "pig:GAME"}}


def test_a_game_with_its_players_is_played_like_ours(install: Install, tmp_path: Path) -> None:
    few = PLAYERS.replace("8.0", "0.8")  # less than a point to expect: and yet no chance to win
    install("pig-game", {"pig.py": WITH_PLAYERS, "pig_players.py": few}, BRINGS)
    with served(Settings(folder=tmp_path, **FAST)) as address, Browser(address) as ann:  # type: ignore[arg-type]
        [pig] = [game for game in ann.welcome["games"] if game["name"] == "pig"]
        assert (pig["levels"], pig["default_level"]) == (["bold", "careful"], "careful")
        match = ann.new("pig", "Ann", "=", seed=1, goal=30)
        with ann.sit(match) as page:
            hint = page.command("hint")
            assert hint["unit"] == "points"
            assert [one["value"] for one in hint["advice"]] == [0.8, 0.0]
            while page.until_mine() is not None:
                page.answer("roll" if page.state["view"]["pot"] < 6 else "hold")
            assert max(page.state["outcome"]["scores"]) >= 30
        assert not any("stumbled" in str(event) for event in page.events)


def test_an_extra_player_can_be_chosen_and_plays(install: Install, tmp_path: Path) -> None:
    bots = """
        class Thrifty:
            def decide(self, view, ask, fork):
                return ask.find(("hold",)) or ask.options[-1]
    """
    install("pig-game", {"pig.py": PIG}, BRINGS)
    install("bots", {"bots.py": bots}, {"dicecup.players": {"pig/thrifty": "bots:Thrifty"}})
    with served(Settings(folder=tmp_path, **FAST)) as address, Browser(address) as ann:  # type: ignore[arg-type]
        [pig] = [game for game in ann.welcome["games"] if game["name"] == "pig"]
        assert pig["levels"] == ["random", "thrifty"]
        seats = [{"name": "Ann"}, {"player": "computer", "level": "thrifty"}]
        match = ann.post("/matches", {"game": "pig", "seats": seats, "options": {"goal": 6}})["match"]
        with ann.sit(match) as page:
            page.answer("hold")
            page.until_mine()
            assert page.state["view"]["turn"] == 3, "it held at once, as it always does"


def test_a_game_that_cannot_be_shown_fails_alone(install: Install, tmp_path: Path) -> None:
    handbook = "    def handbook(self, options=None):\n        return {'sections': 1 / 0}\n\n    def outcome"
    install("pig-game", {"pig.py": PIG.replace("    def outcome", handbook)}, BRINGS)
    hog = PIG.replace('"pig"', '"hog"').replace("    seats =", "    blurb = 7\n    seats =")
    install("hog-game", {"hog.py": hog}, {"dicecup.games": {"hog": "hog:GAME"}})
    with served(Settings(folder=tmp_path, **FAST)) as address, Browser(address) as ann:  # type: ignore[arg-type]
        assert [game["name"] for game in ann.welcome["games"]][-2:] == ["deadwood", "pig"]
        status, reason = ann.refusal("GET", "/games/pig/rules")
        assert (status, reason) == (400, "The rules of Pig cannot be shown: ZeroDivisionError: division by zero")
        with ann.sit(ann.new("pig", "Ann", "Bo", start="seat-order")) as page:
            assert page.answer("roll")["type"] == "done", "it can be played"


def test_what_does_not_work_is_in_the_log_and_the_rest_is_there(
    install: Install, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    install("pig-game", {"pig.py": WITH_PLAYERS}, BRINGS)  # and no pig_players.py
    install("hog-game", {"hog.py": "1 / 0"}, {"dicecup.games": {"hog": "hog:GAME"}})
    with (
        caplog.at_level(logging.WARNING, "dicecup.server"),
        served(Settings(folder=tmp_path, **FAST)) as address,  # type: ignore[arg-type]
        Browser(address) as ann,
    ):
        games = {game["name"]: game["levels"] for game in ann.welcome["games"]}
        assert list(games) == ["yahtzee", "king-of-tokyo", "deadwood", "pig"]
        assert games["pig"] == ["random"]
        assert ann.new("pig", "Ann", "=")
        assert "no game called 'hog'" in ann.refusal("POST", "/matches", {"game": "hog", "seats": [{}, {}]})[1]
    told = [record.getMessage() for record in caplog.records]
    assert any(text.startswith("The game 'hog' of the package hog-game cannot be used: hog:GAME") for text in told)
    assert any(text.startswith("The players of Pig cannot be used: pig_players:LEVELS") for text in told)
