"""Somebody's own bot at a table in the terminal: `--seat Bob=mybots.Thrifty`."""

import shutil
from pathlib import Path

import pytest

from dicecup.saves import Store
from tests.terminal.program import autosave, run

BOTS = """
class Thrifty:
    def decide(self, view, ask, fork):
        worth = view.preview()
        return max((o for o in ask.options if o.verb == "fill"), key=lambda o: worth[o.args[0]])

class Hasty:
    def decide(self, view, ask, fork):
        return ("fill", "everything")

class Crash:
    def decide(self, view, ask, fork):
        return 1 / 0

class NoDecide: pass
"""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "terminalbots.py").write_text(BOTS)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("DICECUP_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def play(*seats: str) -> tuple[int, str, str]:
    done = run("play", "yahtzee", *(word for seat in seats for word in ("--seat", seat)), "--seed", "4")
    return done.returncode, done.stdout, " ".join(done.stderr.split())


def test_a_bot_of_ones_own_plays(home: Path) -> None:
    code, out, err = play("Bob=terminalbots.Thrifty", "=terminalbots:Thrifty")
    assert (code, err) == (0, "")
    assert "Bob (terminalbots.Thrifty computer player) and Computer" in out
    table = autosave(home)
    assert table.match.outcome is not None
    assert table.players == ("terminalbots.Thrifty", "terminalbots:Thrifty")


@pytest.mark.parametrize(
    ("seat", "reason"),
    [
        ("terminalbots.NoDecide", "What terminalbots.NoDecide makes is not a player: it has no method decide."),
        ("terminalbots.Nobody", "terminalbots.Nobody cannot be imported: there is no Nobody in terminalbots."),
        ("nowhere.Bot", "nowhere.Bot cannot be imported: ModuleNotFoundError: No module named 'nowhere'"),
        ("nobody", "There is no computer player 'nobody'."),
    ],
)
def test_what_is_no_player_is_refused_before_the_game(seat: str, reason: str, home: Path) -> None:
    code, out, err = play("Ann", f"Bob={seat}")
    assert (code, out) == (1, "")
    assert err.startswith(f"dicecup: {reason}")
    assert not list(home.rglob("*.json")), "and no game was begun"


@pytest.mark.parametrize(
    ("bot", "reason"),
    [
        ("Crash", "Bob (terminalbots.Crash) failed: ZeroDivisionError: division by zero"),
        ("Hasty", "Bob (terminalbots.Hasty) answered ('fill', 'everything'): There is no box 'everything'"),
    ],
)
def test_one_that_fails_is_named_and_the_game_is_saved(bot: str, reason: str, home: Path) -> None:
    code, _, err = play(f"Bob=terminalbots.{bot}", "easy")
    assert code == 1
    assert err.startswith(f"dicecup: {reason}")
    assert autosave(home).match.pending is not None


def test_a_save_from_elsewhere_runs_nobodys_bot(home: Path, tmp_path: Path) -> None:
    """A save names who plays; somebody else's save must not name a program to run."""
    play("Bob=terminalbots.Crash", "easy")
    theirs = tmp_path / "from-a-stranger.json"
    shutil.copy(Store(home).autosave("yahtzee"), theirs)
    done = run("play", "--load", str(theirs))
    assert done.returncode == 1
    assert "In this game terminalbots.Crash plays" in " ".join(done.stderr.split())
    done = run("play", "--continue")
    assert "failed: ZeroDivisionError" in done.stderr, "one's own goes on"
