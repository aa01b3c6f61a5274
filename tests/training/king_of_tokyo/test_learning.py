"""Learning by self-play: gradients, lessons, rounds that can be stopped and resumed."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dicecup.games.king_of_tokyo.cards.base import DECK
from dicecup.players.king_of_tokyo import duel, weights
from dicecup.players.king_of_tokyo.judge import Judge, scenes_of
from dicecup.players.king_of_tokyo.network import Network
from dicecup.players.king_of_tokyo.position import position
from dicecup.players.king_of_tokyo.row_outcomes import new_tools
from dicecup.players.king_of_tokyo.weights import shipped, unpacked
from dicecup.training.king_of_tokyo import main, run, simulator
from dicecup.training.king_of_tokyo.learner import Learner, backward
from dicecup.training.king_of_tokyo.samples import packs, scenes_in
from dicecup.training.king_of_tokyo.selfplay import SelfPlay, new_match, teacher_game

pytestmark = pytest.mark.thorough


@pytest.mark.parametrize("monsters", [2, 4])
def test_gradients_are_slopes(monsters: int) -> None:
    random = np.random.default_rng(7)
    network = Network.fresh(monsters, 3)
    network.weights = {name: array.astype(np.float64) for name, array in network.weights.items()}
    scenes = scenes_of([position(new_match(random, monsters, mid_game=True).state) for _ in range(12)])
    target = random.dirichlet(np.ones(monsters), 12)
    gradients, _ = backward(network, scenes, target)  # type: ignore[arg-type]

    def loss() -> float:
        return float(-(target * np.log(network.chances(scenes))).sum(axis=1).mean())

    for name, array in network.weights.items():
        steepest = np.unravel_index(np.abs(gradients[name]).argmax(), array.shape)
        before = array[steepest]
        array[steepest] = before + 1e-5
        above = loss()
        array[steepest] = before - 1e-5
        slope = (above - loss()) / 2e-5
        array[steepest] = before
        assert gradients[name][steepest] == pytest.approx(slope, rel=1e-2), name


def test_what_is_learnt_is_learnt() -> None:
    rows = [row for seed in range(10) for row in teacher_game(seed)]
    found = packs(rows)
    count = max(found, key=lambda each: len(found[each]["target"]))
    learner = Learner(Network.fresh(count, 1))
    random = np.random.default_rng(2)
    first = learner.learn(found[count], 5, 128, 1e-3, random)
    learner.learn(found[count], 60, 128, 2e-3, random)
    assert learner.learn(found[count], 5, 128, 1e-4, random) < 0.8 * first


@pytest.mark.parametrize("seed", [1, 2])
def test_lessons_of_a_game_are_shares(seed: int) -> None:
    rows = SelfPlay(Judge(shipped()), seed).rows(trace=0.8)
    assert rows
    for here, target in rows:
        assert target.shape == (len(here.seats),)
        assert target.sum() == pytest.approx(1, abs=0.05)
    for count, pack in packs(rows).items():
        scenes = scenes_in(pack, np.arange(len(pack["target"])))
        assert shipped()[count].chances(scenes).shape == pack["target"].shape


def test_games_of_a_seed_repeat() -> None:
    first, second = (SelfPlay(Judge(shipped()), 11).rows(trace=0.8) for _ in range(2))
    assert len(first) == len(second)
    assert all(np.array_equal(one[1], other[1]) for one, other in zip(first, second, strict=True))


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game without cards is not solved here, nor anybody exploited in it."""
    some = duel.Duel(np.random.default_rng(1).random(duel.SHAPE))
    monkeypatch.setattr(run, "read_table", lambda: some)
    monkeypatch.setattr(run, "exploited", lambda agent: float(agent.values.mean()))


def train(folder: Path, *words: str) -> None:
    few = ("--games", "2", "--measure-games", "2", "--measure-every", "1", "--folder", str(folder))
    assert main(["network", *few, *words]) == 0


def curve(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "curve.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("bulk", [True, False])
def test_a_training_goes_on_where_it_was(
    bulk: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if not bulk:  # as with cards that batches do not know
        monkeypatch.setattr(simulator, "possible", lambda: False)
    train(tmp_path, "--rounds", "0")
    train(tmp_path, "--rounds", "1")
    lines = curve(tmp_path)
    steps = [line for line in lines if "error" in line]
    assert [(line.get("lesson"), line.get("round")) for line in steps] == [(1, None), (None, 1)]
    assert [line["seats"] for line in lines[1:6]] == [2, 3, 4, 5, 6]
    assert {line["against"] for line in lines[1:6]} == {"shipped" if bulk else "additive"}
    assert "exploited" in lines[6]
    said = capsys.readouterr().out
    assert all(json.dumps(line) in said for line in lines)
    assert set(unpacked((tmp_path / "networks.bin").read_bytes())) == {2, 3, 4, 5, 6}
    files = ["curve.jsonl", "networks.bin", "networks.npz", "samples"]
    assert sorted(path.name for path in tmp_path.iterdir()) == files
    train(tmp_path, "--rounds", "1")  # it is done already
    train(tmp_path, "--rounds", "2", "--minutes", "0")  # no time
    assert curve(tmp_path) == lines


def test_what_is_learnt_does_not_depend_on_where_a_training_was_stopped(tmp_path: Path) -> None:
    """Because a checkpoint keeps the samples of the rounds before, from which the next ones learn as well."""
    train(tmp_path / "whole", "--rounds", "3")
    for rounds in ("0", "2", "3"):
        train(tmp_path / "parts", "--rounds", rounds)
    whole, parts = ((tmp_path / folder / "networks.bin").read_bytes() for folder in ("whole", "parts"))
    assert whole == parts
    assert sorted(path.name for path in (tmp_path / "parts" / "samples").iterdir()) == ["1.npz", "2.npz", "3.npz"]


def test_a_short_training_from_nothing_makes_a_better_player(tmp_path: Path) -> None:
    """Nobody has shown it anything."""
    words = ("--lessons", "0", "--seats", "2", "--games", "300", "--measure-every", "9")
    train(tmp_path, *words, "--rounds", "4")
    learnt = new_tools(unpacked((tmp_path / "networks.bin").read_bytes()))
    fresh = new_tools({count: Network.fresh(count, 1 + count) for count in run.MONSTERS})
    found = simulator.measured(simulator.play(learnt, fresh, 2, 200, 5))
    assert found.share - found.within > 0.6


def test_a_checkpoint_without_samples_goes_on_all_the_same(tmp_path: Path) -> None:
    train(tmp_path, "--rounds", "1")
    for path in (tmp_path / "samples").iterdir():
        path.unlink()
    train(tmp_path, "--rounds", "2")
    assert [line["round"] for line in curve(tmp_path) if "error" in line and "round" in line] == [1, 2]


def test_a_training_can_begin_with_what_the_players_know(tmp_path: Path) -> None:
    train(tmp_path, "--rounds", "1", "--from-players")
    assert [line.get("round") for line in curve(tmp_path) if "error" in line] == [1]
    learnt = unpacked((tmp_path / "networks.bin").read_bytes())
    for count, network in shipped().items():
        off = np.abs(learnt[count].weights["second"] - network.weights["second"]).max()
        assert off < 0.1, "a round changes little"
    assert any(not np.array_equal(learnt[n].weights["second"], shipped()[n].weights["second"]) for n in learnt)


def test_what_is_learnt_does_not_depend_on_the_number_of_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dicecup.games.king_of_tokyo.game.CARDS", sorted(DECK))  # as in a process of its own
    for folder, jobs in (("one", "1"), ("two", "2")):
        train(tmp_path / folder, "--lessons", "0", "--rounds", "1", "--jobs", jobs)
    one, two = ((tmp_path / folder / "networks.bin").read_bytes() for folder in ("one", "two"))
    assert one == two


def test_what_was_learnt_is_put_where_the_players_find_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "players").mkdir()
    for module, what, name in ((weights, "SHIPPED", "weights.bin"), (duel, "SHIPPED", "duel.bin")):
        monkeypatch.setattr(module, what, tmp_path / "players" / name)
    (tmp_path / "networks.bin").write_bytes(b"learnt")
    assert main(["ship", "--folder", str(tmp_path)]) == 0
    assert [path.name for path in (tmp_path / "players").iterdir()] == ["weights.bin"]
    assert weights.SHIPPED.read_bytes() == b"learnt"


def test_training_wants_to_know_what(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([])
    assert "usage: dicecup train king-of-tokyo" in capsys.readouterr().err
