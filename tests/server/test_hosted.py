"""Players that the host offers besides, `dicecup serve --player NAME=exec:node bot.js`; and nobody else can."""

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import dicecup
from dicecup import saves
from dicecup.players import hosted, levels, offered
from dicecup.server import outsiders
from dicecup.server.settings import Settings
from dicecup.table import SetupError
from tests.players.bots import Kennel, until
from tests.players.llm.endpoint import KEY, listening
from tests.server.browser import FAST, Browser, Page, served

pytestmark = pytest.mark.skipif(os.name != "posix", reason="a program outside needs Linux or macOS")
BOXES = ("ones", "twos", "threes", "fours", "fives", "sixes", "chance")


@pytest.fixture
def kennel(tmp_path: Path) -> Kennel:
    return Kennel(tmp_path)


@contextmanager
def hosting(kennel: Kennel, *players: str, **more: Any) -> Iterator[Browser]:
    settings = Settings(folder=kennel.folder / "server", players=players, **{**FAST, **more})
    with served(settings) as address, Browser(address) as ann:
        yield ann


def table(ann: Browser, *levels: str, game: str = "yahtzee") -> str:
    seats = [{"name": "Ann"}, *({"player": "computer", "level": level} for level in levels)]
    body = {"game": game, "seats": seats, "seed": 1, "options": {"start": "seat-order"}}
    return str(ann.post("/matches", body)["match"])


def turns(page: Page, many: int) -> None:
    """Ann fills so many boxes."""
    for box in BOXES[:many]:
        page.answer("roll")
        page.answer("fill", box)
        page.until_mine()


def test_a_player_of_the_host_is_offered_and_plays_at_several_tables(kennel: Kennel) -> None:
    with hosting(kennel, f"crunch={kennel.name('fine')}") as ann:
        for game in ann.welcome["games"]:
            own = levels(game["name"])
            assert game["levels"][: len(own) + 1] == [*own, "crunch"]
        with ann.sit(table(ann, "crunch")) as one, ann.sit(table(ann, "crunch", "crunch")) as two:
            for page in (one, two):
                turns(page, 2)
                assert not any(message["type"] == "stumbled" for message in page.heard)
        assert len(kennel.noted("games")) == 3, "each seat is a game of its own"
        assert len(kennel.noted("pids")) <= outsiders.MOST
        until(lambda: not kennel.all_gone())
    assert kennel.all_gone()
    assert kennel.noted("heard").count("bye") == len(kennel.noted("pids"))
    assert offered("yahtzee") == ("easy", "medium", "hard"), "and with the server it is gone"


def test_a_whole_game_and_its_end(kennel: Kennel) -> None:
    """Of a player for one game only."""
    with hosting(kennel, f"king-of-tokyo/crunch={kennel.name('fine')}") as ann:
        levels = {game["name"]: game["levels"] for game in ann.welcome["games"]}
        assert [name for name, names in levels.items() if "crunch" in names] == ["king-of-tokyo"]
        assert "no computer player 'crunch'" in ann.refusal("POST", "/matches", _wish("yahtzee", "crunch"))[1]
        seats = [{"player": "computer", "level": "crunch"}] * 2
        match = ann.post("/matches", {"game": "king-of-tokyo", "seats": seats, "seed": 1})["match"]
        with ann.sit(match) as page:
            assert page.until_mine() is None
        until(lambda: kennel.noted("heard").count("over") == 2)


@pytest.mark.parametrize("mode", ["garbage", "exits", "nothing", "old protocol"])
def test_one_that_fails_is_replaced_and_the_table_is_told(
    mode: str, kennel: Kennel, caplog: pytest.LogCaptureFixture
) -> None:
    think = {"think": 0.5} if mode == "nothing" else {}
    with hosting(kennel, f"crunch={kennel.name(mode)}", **think) as ann, ann.sit(table(ann, "crunch")) as page:
        with caplog.at_level(logging.ERROR):
            turns(page, 3)
        told = [message["text"] for message in page.heard if message["type"] == "stumbled"]
        if mode != "nothing":  # half a second may be too little for ours as well
            assert len(told) == 1, "once, and then it is another one that plays"
        assert "Something went wrong with the computer player" in told[0]
        assert "a medium one plays on in its place." in told[0]
        assert any("yahtzee, crunch, asked to" in record.getMessage() for record in caplog.records)
    assert kennel.all_gone()


def test_a_language_model_sits_at_a_table_and_is_replaced_if_it_fails(
    kennel: Kennel, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own time holds, not that of the server."""
    monkeypatch.setenv("TINY_KEY", KEY)
    with listening() as endpoint:
        name = f"sage={endpoint.name('key_env=TINY_KEY', 'seconds=300')}"
        with hosting(kennel, name, think=0.001) as ann, ann.sit(table(ann, "sage")) as page:
            turns(page, 2)
            assert not any(message["type"] == "stumbled" for message in page.heard)
            endpoint.answers = lambda talk, number: talk.fail(400, f"{KEY} is no good")
            with caplog.at_level(logging.ERROR):
                page.answer("roll")
                page.answer("fill", "sixes")
                until(lambda: any(message["type"] == "stumbled" for message in page.heard) or page.until_mine())
    said = "".join(record.getMessage() for record in caplog.records)
    assert "yahtzee, sage, asked to choose: " in said
    assert "400: “*** is no good”" in said
    assert KEY not in said


def test_one_that_nobody_asks_rests_and_comes_back(kennel: Kennel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outsiders, "IDLE", 0.01)
    with hosting(kennel, f"crunch={kennel.name('fine')}") as ann, ann.sit(table(ann, "crunch")) as page:
        turns(page, 1)
        until(lambda: kennel.noted("heard")[-1] == "bye" and kennel.all_gone())
        monkeypatch.setattr(outsiders, "IDLE", 600.0)
        page.answer("roll")
        page.answer("fill", "sixes")
        page.until_mine()
        assert not any(message["type"] == "stumbled" for message in page.heard)
        assert len(kennel.noted("games")) >= 2, "told of the game again, each time it comes back"


def test_a_class_in_python_is_hosted_in_a_process_of_its_own(
    kennel: Kennel, monkeypatch: pytest.MonkeyPatch
) -> None:
    bots = "class Last:\n    def __init__(self, at: int = 0): self.at = at\n"
    bots += "    def decide(self, view, ask, fork): return ask.options[self.at]\n"
    (kennel.folder / "hostedbots.py").write_text(bots)
    monkeypatch.chdir(kennel.folder)
    monkeypatch.syspath_prepend(kennel.folder)
    with hosting(kennel, "last=hostedbots:Last?at=-1", "lost=hostedbots:Last?at=99999") as ann:
        with ann.sit(table(ann, "last")) as page:
            turns(page, 2)
            assert not any(message["type"] == "stumbled" for message in page.heard)
        with ann.sit(table(ann, "lost")) as page:
            turns(page, 1)
            assert any(message["type"] == "stumbled" for message in page.heard)


def test_a_player_that_is_not_offered_any_more_is_replaced(kennel: Kennel) -> None:
    """The server is started again without it, or another one takes the match over."""
    with hosting(kennel, f"crunch={kennel.name('fine')}") as ann:
        match, cookies = table(ann, "crunch"), ann.http.cookies
    with hosting(kennel) as ann:
        ann.http.cookies = cookies
        with ann.sit(match) as page:
            turns(page, 1)
            assert not any(message["type"] == "stumbled" for message in page.heard)
    assert not kennel.noted("pids")


# --- nobody else ---


def _wish(game: str, level: str) -> dict[str, Any]:
    return {"game": game, "seats": [{"name": "Ann"}, {"player": "computer", "level": level}]}


def test_a_visitor_cannot_name_a_program(kennel: Kennel) -> None:
    """Not as a level, wherever one can be said, and not in a save."""
    ran = kennel.folder / "ran"
    wishes = [
        f"exec:touch {ran}",
        f"exec+limits:touch {ran}",
        "ws://localhost:1",
        "llm:http://127.0.0.1:1?model=x",
        kennel.name("fine"),
        "os.system",
    ]
    with hosting(kennel, f"crunch={kennel.name('fine')}") as ann:
        for wish in wishes:
            status, reason = ann.refusal("POST", "/matches", _wish("yahtzee", wish))
            assert status in (400, 422), reason
            status, _ = ann.refusal("POST", "/parties", {"game": "yahtzee", "name": "Ann", "computers": [wish]})
            assert status in (400, 422)
            paper = saves.wrap(saves.Table(dicecup.new("yahtzee", names=["Ann", "Bob"], seed=1), ("person", wish)))
            with ann.sit(ann.post("/import", {"text": paper})["match"]) as page:
                assert page.state["seats"][1]["level"] == "medium"
                turns(page, wish == wishes[0])
    assert not ran.exists()
    assert not kennel.noted("pids")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["crunch"], "A player is offered as NAME=exec:node bot.js"),
        (["Crunch=exec:sh"], "with a name in small letters; 'Crunch=exec:sh' is not."),
        (["crunch=easy"], "A player is offered as NAME=exec:node bot.js"),
        (["easy=exec:sh"], "There is another player called easy already."),
        (["random=exec:sh"], "There is another player called random already."),
        (["person=exec:sh"], "There is another player called person already."),
        (["a=exec:sh", "a=exec:sh"], "There is another player called a already."),
        (["yahtzee/a=exec:sh", "a=exec:sh"], "There is another player called a already."),
        (["chess/a=exec:sh"], "chess"),
        (["a=exec:no-such-program"], "there is no program 'no-such-program' here."),
        (["a=no_such_module:Bot"], "cannot be imported"),
    ],
)
def test_what_cannot_be_offered_is_refused_when_the_server_is_started(words: list[str], reason: str) -> None:
    with pytest.raises(SetupError) as refusal:
        hosted.read(words)
    assert reason in str(refusal.value)


def test_the_same_name_may_be_offered_for_two_games() -> None:
    assert len(hosted.read(["yahtzee/a=exec:sh", "deadwood/a=exec:sh -x"])) == 2
