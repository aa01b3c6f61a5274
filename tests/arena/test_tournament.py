"""Tournaments: fair seats and dice, players that fail, stopping and going on."""

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from dicecup.arena import Result, compete
from dicecup.arena.lineup import Lineup
from dicecup.arena.report import tournament
from dicecup.players import RandomPlayer
from dicecup.table import Ask, Option, SetupError

HERE = "tests.arena.test_tournament"


class First:
    """Takes the first option."""

    def decide(self, view: Any, ask: Ask, fork: Any) -> Option:
        return ask.options[0]


class Fill(First):
    """Yahtzee: fills the best box at once."""

    def decide(self, view: Any, ask: Ask, fork: Any) -> Option:
        worth = view.preview()
        return max((o for o in ask.options if o.verb == "fill"), key=lambda option: worth[option.args[0]])


class Crash(Fill):
    def decide(self, view: Any, ask: Ask, fork: Any) -> Option:
        raise ZeroDivisionError("of course")


class Leave(Fill):
    def decide(self, view: Any, ask: Ask, fork: Any) -> Option:
        sys.exit(3)


class Illegal(Fill):
    def decide(self, view: Any, ask: Ask, fork: Any) -> Option:
        return Option("fill", "everything")


class Nonsense(Fill):
    def decide(self, view: Any, ask: Ask, fork: Any) -> Any:
        return object()


class Slow(Fill):
    def decide(self, view: Any, ask: Ask, fork: Any) -> Option:
        while True:
            try:
                time.sleep(0.01)
            except Exception:
                continue


class Deadly(Fill):
    """Takes its process with it, now and then."""

    def decide(self, view: Any, ask: Ask, fork: Any) -> Option:
        if view.dice == (1, 1, 1, 1, 1) or sum(view.dice) < 8:
            os._exit(9)
        return super().decide(view, ask, fork)


class Unborn(Fill):
    """Can be made once, when it is tried out, and not again."""

    def __init__(self, seed: int) -> None:
        if seed:
            raise RuntimeError("not today")


NOT_A_PLAYER = 7


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parent.parent.parent)  # processes find the tests from here


def bot(kind: type[Any]) -> str:
    return f"{HERE}.{kind.__name__}"


def run(tmp_path: Path, *seats: str, games: int = 20, **more: Any) -> Result:
    return compete("yahtzee", seats, games=games, seed=more.pop("seed", 5), folder=tmp_path, **more)


def shares(result: Result) -> dict[str, float]:
    return {one.name.rpartition(".")[2]: one.share for one in result.standings}


# --- fairness ---


def test_everybody_sits_in_every_seat() -> None:
    lineup = Lineup("yahtzee", ("a", "b", "b"))
    assert lineup.rotations == 3
    assert [lineup.seated(by) for by in range(3)] == [("a", "b", "b"), ("b", "a", "b"), ("b", "b", "a")]
    assert Lineup("yahtzee", ("a", "b", "a", "b")).rotations == 2
    assert Lineup("yahtzee", ("a", "a")).rotations == 1


def test_the_games_of_a_group_have_the_same_dice(tmp_path: Path) -> None:
    """Two players that do the same get the same scores in the same seats, so every pair is a draw."""
    result = run(tmp_path, bot(Fill), f"{HERE}:Fill", games=12)
    for one, other in result.groups.values():
        assert one.scores == other.scores
    assert [one.share for one in result.standings] == [0.5, 0.5]
    assert len({games[0].scores for games in result.groups.values()}) > 1


def test_games_are_rounded_up_to_whole_groups(tmp_path: Path) -> None:
    result = run(tmp_path, "random", "single-plan", "easy", games=7)
    assert (result.games, result.wanted, len(result.groups)) == (9, 9, 3)
    assert sum(one.share * one.seats for one in result.standings) == pytest.approx(1)


def test_processes_do_not_matter(tmp_path: Path) -> None:
    alone = run(tmp_path / "a", "easy", "random")
    together = run(tmp_path / "b", "easy", "random", jobs=2)
    for one, other in zip(alone.standings, together.standings, strict=True):
        assert (one.share, one.points, one.rating) == (other.share, other.points, other.rating)
    assert alone.standings[0].clock.decisions == together.standings[0].clock.decisions > 300


def test_who_plays_better_wins(tmp_path: Path) -> None:
    result = run(tmp_path, "easy", "random", games=10)
    assert shares(result) == {"easy": 1.0, "random": 0.0}
    easy, chance = result.standings
    assert easy.rating.mu > chance.rating.mu
    assert easy.interval[0] > 0.5 > chance.interval[1]
    assert easy.points is not None
    assert easy.points > 150


def test_choices_are_judged_apart_from_the_dice(tmp_path: Path) -> None:
    result = run(tmp_path, "score-max", games=6, judged=True)
    [perfect] = result.standings
    assert perfect.fair is not None
    assert perfect.fair[0] == pytest.approx(245.87, abs=0.01)
    assert perfect.fair[1] < 1e-6
    assert "Without the luck of the dice, score-max deserves 245.87 points" in "\n".join(tournament(result))
    easy = run(tmp_path, "easy", games=20, judged=True).standings[0]
    assert easy.fair is not None
    assert 170 < easy.fair[0] < 215
    assert easy.fair[1] < 5


# --- failures ---


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        (Crash, "It failed: ZeroDivisionError: of course"),
        (Leave, "It failed: SystemExit: 3"),
        (Unborn, "cannot be made: RuntimeError: not today"),
        (Illegal, "It answered fill everything: There is no box 'everything'"),
        (Nonsense, "is not a choice"),
        (Slow, "It took longer than 0.5 seconds to decide."),
    ],
)
def test_whoever_fails_loses_and_the_reason_is_kept(kind: type[Any], reason: str, tmp_path: Path) -> None:
    result = run(tmp_path, bot(kind), "easy", "easy", games=3, seconds=0.5 if kind is Slow else 10)
    assert shares(result) == {kind.__name__: 0.0, "easy": 0.5}
    assert result.standings[0].faults == 3
    [((name, why), count)] = result.faults.items()
    assert (name, count) == (bot(kind), 3)
    assert reason in why
    assert any(f"Lost by {bot(kind)}, 3 games: " in line for line in tournament(result))


def test_a_player_that_kills_its_process_loses_those_games_only(tmp_path: Path) -> None:
    result = run(tmp_path, bot(Deadly), "random", games=8, jobs=2)
    assert result.games == 8
    [((name, why), count)] = result.faults.items()
    assert (name, why) == (bot(Deadly), "The process died while it was deciding.")
    assert 0 < count < 8
    assert result.standings[1].faults == 0


@pytest.mark.parametrize(
    ("seats", "reason"),
    [
        (["hard"] * 9, "1 to 8 players; here are 9"),
        (["hard", "nobody"], "There is no computer player 'nobody'. The players are: easy, medium, hard, random"),
        (["hard", ""], "There is no computer player ''"),
        (["no.such.Module"], r"no.such.Module cannot be imported: ModuleNotFoundError"),
        ([f"{HERE}.Nobody"], "cannot be imported: there is no Nobody in"),
        ([f"{HERE}.NOT_A_PLAYER"], "is not a class"),
    ],
)
def test_who_cannot_be_found_is_named(seats: list[str], reason: str, tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=reason):
        run(tmp_path, *seats)


def test_what_makes_no_sense_is_refused(tmp_path: Path) -> None:
    for more, reason in (
        ({"games": 0}, "at least one game"),
        ({"seconds": 0.0}, "some time to think"),
        ({"test": (0.6, 0.5)}, "the lower one first"),
        ({"bulk": True}, "In bulk only hard, hard-1 and score-max can play Yahtzee"),
        ({"resume": True, "seed": None}, "nothing to resume"),
    ):
        with pytest.raises(SetupError, match=reason):
            run(tmp_path, "easy", "random", **more)
    with pytest.raises(SetupError, match="Nobody knows exactly what choices cost in King of Tokyo"):
        compete("king-of-tokyo", ["random"] * 2, games=1, judged=True, folder=tmp_path)


# --- stopping and going on ---


def stop_after(games: int) -> Any:
    played = 0

    def done(count: int) -> None:
        nonlocal played
        played += count
        if played >= games:
            raise KeyboardInterrupt

    return done


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_keeps_what_was_played_and_resume_goes_on(tmp_path: Path, jobs: int) -> None:
    whole = run(tmp_path / "whole", "easy", "random", games=20)
    part = run(tmp_path, "easy", "random", games=20, done=stop_after(6), jobs=jobs)
    assert 6 <= part.games < 20
    assert not part.complete
    assert tournament(part)[0] == f"Stopped early: {part.games} of 20 games. --resume continues."
    heard: list[int] = []
    rest = run(tmp_path, "easy", "random", games=20, seed=None, resume=True, done=heard.append)
    assert heard[0] == part.games
    assert sum(heard) == 20
    assert rest.complete
    assert shares(rest) == shares(whole)
    assert [one.points for one in rest.standings] == [one.points for one in whole.standings]
    more = run(tmp_path, "easy", "random", games=24, resume=True)
    assert more.games == 24


def test_a_line_that_was_not_finished_is_played_again(tmp_path: Path) -> None:
    whole = run(tmp_path, "easy", "random", games=8)
    assert whole.path is not None
    text = whole.path.read_text(encoding="utf-8")
    whole.path.write_text(text[:-40], encoding="utf-8")
    again = run(tmp_path, "easy", "random", games=8, resume=True)
    assert shares(again) == shares(whole)
    lines = whole.path.read_text(encoding="utf-8").splitlines()
    assert [json.loads(line).get("group") for line in lines] == [None, 0, 1, 2, 3]


def test_other_terms_are_another_run(tmp_path: Path) -> None:
    run(tmp_path, "easy", "random", games=4)
    with pytest.raises(SetupError, match="nothing to resume"):
        run(tmp_path, "easy", "single-plan", games=4, seed=None, resume=True)
    with pytest.raises(SetupError, match="nothing to resume"):
        run(tmp_path, "easy", "random", games=4, seed=None, resume=True, options={"rules": "official"})


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SetupError, match="The results cannot be kept in"):
        run(tmp_path / "file", "easy", "random", games=4)


def test_the_sequential_test_ends_it(tmp_path: Path) -> None:
    result = run(tmp_path, "easy", "random", games=2_000, test=(0.5, 0.6))
    assert result.verdict == "high"
    assert result.complete
    assert result.games < 100
    assert "easy is nearer to 60% than to 50%" in "\n".join(tournament(result))
    open_still = run(tmp_path, "easy", "random", games=10, test=(0.5, 0.6))
    assert "is still open" in "\n".join(tournament(open_still))


# --- in bulk ---


@pytest.mark.thorough
def test_in_bulk_the_same_terms_give_the_same_games(
    tmp_path: Path, spread_scores: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dicecup.arena.tournament._BULK_GROUPS", 16)
    few = run(tmp_path / "a", "hard-1", "score-max", games=40, bulk=True)
    many = run(tmp_path / "b", "hard-1", "score-max", games=60, bulk=True)
    assert [few.groups[group] for group in range(20)] == [many.groups[group] for group in range(20)]
    assert few.games == 40
    assert not few.standings[0].clock.decisions
    lines = tournament(few)
    assert "ms p50" not in lines[1]
    hard, points = few.standings
    assert hard.points is not None
    assert points.points is not None
    assert 215 < hard.points < 270


def test_a_report_fits_the_screen(tmp_path: Path) -> None:
    result = run(tmp_path, bot(Fill), "easy", "random", games=3)
    for line in tournament(result):
        assert len(line) <= 100
    facts = json.loads(json.dumps(result.to_json()))
    assert facts["games"] == 3
    assert [one["name"] for one in facts["standings"]] == [bot(Fill), "easy", "random"]
    assert facts["standings"][1]["ms"]["p50"] > 0


def test_a_maker_may_take_a_seed(tmp_path: Path) -> None:
    result = run(tmp_path, "dicecup.players.RandomPlayer", "random", games=4)
    assert result.games == 4
    assert RandomPlayer(3) is not None
