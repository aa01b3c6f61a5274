"""The package of a game has been uninstalled: its matches and saves say so, and can be cleared away."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from dicecup import games
from dicecup.saves import Store
from dicecup.server.settings import Settings
from dicecup.table import brought
from tests.server.browser import FAST, Browser, served
from tests.terminal.program import run

GONE = "Farkle is not installed here any more. Install the package that brings it to play on."


@pytest.fixture
def left(home: Path, installed: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with a match and two saves of Farkle, after Farkle has gone."""
    run(
        "play",
        "farkle",
        "--seat",
        "Ann",
        "--seat",
        "easy",
        "--seed",
        "3",
        typed="\n\nsave half time\nsave\nquit\n",
    )
    with served(Settings(folder=home, **FAST)) as address, Browser(address) as ann:  # type: ignore[arg-type]
        ann.new("farkle", "Ann", "Ben", seed=1)
        cookie = ann.cookie
    (home / "cookie").write_text(cookie)
    with monkeypatch.context() as patch:
        patch.setattr(sys, "path", [path for path in sys.path if path != str(installed)])
        brought.forget()
        yield home
    brought.forget()


def test_the_game_is_named_in_plain_words(left: Path) -> None:
    assert games.missing("farkle") == GONE
    assert games.missing("yahtzee") == ""


def test_saves_say_so_in_the_terminal(left: Path) -> None:
    assert all(entry.problem == GONE for entry in Store(left).entries())
    assert GONE in " ".join(run("play", "--continue").stderr.split())


def test_the_server_lists_them_offers_no_dead_end_and_clears_them_away(left: Path) -> None:
    settings = Settings(folder=left, **FAST)  # type: ignore[arg-type]
    with served(settings) as address, Browser(address, cookie=(left / "cookie").read_text()) as ann:
        assert "farkle" not in [game["name"] for game in ann.welcome["games"]]
        assert ann.welcome["continue"] is None, "Continue never leads to a game that cannot be opened"
        [match] = ann.matches()
        assert (match["title"], match["problem"]) == ("Farkle", GONE)
        _, reason = ann.refusal("GET", f"/matches/{match['match']}/rules")
        assert reason == f"This match cannot continue now. {GONE} Or clear this match away."
        assert ann.http.delete(f"/matches/{match['match']}").is_success
        assert ann.matches() == []

        listed = ann.get("/saves")
        assert {save["problem"] for save in listed} == {GONE}
        assert "half time" in [save["name"] for save in listed]
        assert ann.http.delete("/saves/half time").is_success
        assert "half time" not in [save["name"] for save in ann.get("/saves")]
        assert ann.refusal("DELETE", "/saves/half time")[1] == "There is no save called 'half time'."
