"""The ladder: everybody meets everybody, and the page keeps the other games' parts."""

import json
import xml.etree.ElementTree as ElementTree
from importlib.resources import files
from itertools import combinations, permutations
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dicecup.arena.ladder import climb
from dicecup.arena.strength import describe, draw, write
from dicecup.arena.yardstick import measure
from dicecup.cli import app
from dicecup.players import even
from dicecup.players.king_of_tokyo import readiness
from dicecup.table import SetupError

POOL = ["random", "single-plan", "easy"]
LEVELS = ("easy", "medium", "hard", "master")


def test_everybody_meets_everybody_in_every_seat() -> None:
    planned: list[int] = []
    ladder = climb("yahtzee", games=4, sizes=[2, 3], names=POOL, seed=2, plan=planned.append)
    assert ladder.complete
    assert planned == [ladder.games]
    for name in POOL:
        for other in POOL:
            met = ladder.duel(name, other)
            assert (met is None) == (name == other)
            if met is not None:
                back = ladder.duel(other, name)
                assert back is not None
                assert met[0] + back[0] == pytest.approx(1)
                assert met[1][0] <= met[0] <= met[1][1]
    assert next(iter(ladder.rungs(2))) == "random"
    assert list(ladder.rungs(2))[-1] == "easy"
    assert sum(rung.share for rung in ladder.rungs(3).values()) == pytest.approx(1)
    assert ladder.clock("easy").decisions > 100
    again = climb("yahtzee", games=4, sizes=[2, 3], names=POOL, seed=2, jobs=2)
    assert again.rungs(2) == ladder.rungs(2)
    assert again.rungs(3) == ladder.rungs(3)


def test_the_page_has_a_part_for_each_game(tmp_path: Path) -> None:
    page = tmp_path / "strength.md"
    ladder = climb("yahtzee", games=2, sizes=[2], names=["random", "easy"], seed=2)
    king = climb("king-of-tokyo", games=2, sizes=[2], names=["random", "single-plan"], seed=2)
    write(ladder, page, "dicecup ladder yahtzee")
    write(king, page, "dicecup ladder king-of-tokyo")
    first = page.read_text(encoding="utf-8")
    write(ladder, page, "dicecup ladder yahtzee")
    assert page.read_text(encoding="utf-8") == first
    assert first.count("## Yahtzee") == first.count("## King of Tokyo") == 1
    assert first.startswith("# How strong the computer players are")
    assert "(strength-yahtzee.svg)" in first
    for picture in (tmp_path / "strength-yahtzee.svg", tmp_path / "strength-king-of-tokyo.svg"):
        root = ElementTree.fromstring(picture.read_text(encoding="utf-8"))
        texts = [element.text for element in root.iter() if element.tag.endswith("text")]
        assert "random" in texts


def test_ctrl_c_leaves_what_was_played() -> None:
    def stop(_: int) -> None:
        raise KeyboardInterrupt

    ladder = climb("yahtzee", games=20, sizes=[2], names=["random", "easy"], seed=2, done=stop)
    assert ladder.games == 2
    assert not ladder.complete
    assert "stopped before the end" in "\n".join(describe(ladder, "dicecup ladder", "x.svg"))
    assert "</svg>" in draw(ladder)


def test_tables_must_fit_the_players() -> None:
    for sizes in ([1], [4], [9]):
        with pytest.raises(SetupError, match=f"3 players of Yahtzee cannot be measured at tables of {sizes[0]}"):
            climb("yahtzee", games=2, sizes=sizes, names=POOL)
    with pytest.raises(SetupError, match="There is no computer player 'nobody'"):
        climb("yahtzee", games=2, names=["easy", "nobody"])


@pytest.mark.thorough
def test_levels_are_compared_one_among_others_in_every_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "get_ready", lambda *_: None)  # a master plays as Hard here
    planned: list[int] = []
    met = measure("king-of-tokyo", games=2, sizes=[2, 3], seed=2, plan=planned.append)
    among = [each for each in met if even.error_in(each.one) is None]
    assert {(each.seats, each.one, each.others): each.games for each in among} == {
        **{(2, one, other): 2 for one, other in combinations(LEVELS, 2)},
        **{(3, one, other): 3 for one, other in permutations(LEVELS, 2)},
    }
    assert len(among) < len(met), "and players that err more and more"
    assert planned == [sum(each.games for each in met)]
    assert all(0 <= each.wins <= each.games for each in met)
    with pytest.raises(SetupError, match="cannot be compared at tables of 1"):
        measure("king-of-tokyo", games=2, sizes=[1])


def test_the_command_writes_the_yardstick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "get_ready", lambda *_: None)  # a master plays as Hard here
    file = tmp_path / "ratings.json"
    runner = CliRunner()
    told = runner.invoke(app, ["ladder", "king-of-tokyo", "-n", "2", "--seats", "2", "--ratings", str(file)])
    assert told.exit_code == 0, told.output
    assert "easy among 1 of hard" in told.output
    assert json.loads(file.read_text(encoding="utf-8"))["king-of-tokyo"]["luck"] == {"2": 5.893}
    before = json.loads(file.read_text(encoding="utf-8"))["king-of-tokyo"]
    words = [
        *["ladder", "king-of-tokyo", "-n", "2", "--seats", "2", "--ratings"],
        str(file),
        "--players",
        "easy,hard",
    ]
    assert runner.invoke(app, words).exit_code == 0
    after = json.loads(file.read_text(encoding="utf-8"))["king-of-tokyo"]
    new = [each for each in after["meetings"] if {*each[1:3]} == {"easy", "hard"}]
    assert [each[:4] for each in new] == [[2, "easy", "hard", 2]]
    others = [each for each in before["meetings"] if {*each[1:3]} != {"easy", "hard"}]
    assert [each for each in after["meetings"] if each not in new] == others, "of these nothing was played"
    assert len(others) == len(before["meetings"]) - 1 == 5
    fresh = tmp_path / "fresh.json"
    assert runner.invoke(app, [*words[:7], str(fresh), *words[8:]]).exit_code == 0
    kept = json.loads((files("dicecup.players") / "ratings.json").read_text(encoding="utf-8"))["king-of-tokyo"]
    others = [each for each in kept["meetings"] if {*each[1:3]} != {"easy", "hard"}]
    after = json.loads(fresh.read_text(encoding="utf-8"))["king-of-tokyo"]
    assert [each for each in after["meetings"] if {*each[1:3]} != {"easy", "hard"}] == others, "a new file"
    fresh.write_text("nonsense", encoding="utf-8")
    told = runner.invoke(app, [*words[:7], str(fresh), *words[8:]])
    assert told.exit_code != 0
    assert fresh.read_text(encoding="utf-8") == "nonsense"
    told = runner.invoke(app, [*words[:-1], "easy,nobody"])
    assert told.exit_code != 0
    assert "nobody is no level of king-of-tokyo" in " ".join(told.output.split())
    told = runner.invoke(app, ["ladder", "king-of-tokyo", "-n", "2", "--seats", "3", "--ratings", str(file)])
    assert told.exit_code != 0
    assert "Ratings need duels" in told.output
