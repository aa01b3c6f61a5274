"""Learning by self-play: gradients, lessons, rounds that can be stopped and resumed."""

import json
from pathlib import Path

import numpy as np
import pytest

from dicecup.players.king_of_tokyo.judge import Judge, scenes_of
from dicecup.players.king_of_tokyo.network import Network
from dicecup.players.king_of_tokyo.position import position
from dicecup.players.king_of_tokyo.weights import shipped, unpacked
from dicecup.training.king_of_tokyo import main
from dicecup.training.king_of_tokyo.learner import Learner, backward
from dicecup.training.king_of_tokyo.run import Training
from dicecup.training.king_of_tokyo.samples import packs, scenes_in
from dicecup.training.king_of_tokyo.selfplay import SelfPlay, new_match, teacher_game


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


@pytest.mark.parametrize(("seed", "guests"), [(1, 0.0), (2, 0.0), (3, 1.0), (4, 1.0)])
def test_lessons_of_a_game_are_shares(seed: int, guests: float) -> None:
    game = SelfPlay(Judge(shipped()), seed, guests)
    assert bool(game.guests) == bool(guests)
    rows = game.rows(trace=0.8)
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


def test_a_training_goes_on_where_it_was(tmp_path: Path) -> None:
    told: list[str] = []
    training = Training(tmp_path, 1, 1, told.append)
    training.one_round(2, 1e-3)
    training.measure(2, 2)
    training.save()
    training.close()
    again = Training(tmp_path, 1, 1, told.append)
    assert (again.round, again.games) == (1, 2)
    again.one_round(2, 1e-3)
    again.close()
    lines = [json.loads(line) for line in told]
    assert (tmp_path / "curve.jsonl").read_text().splitlines() == told
    assert [line.get("kind") for line in lines] == ["teacher", None, "self-play"]
    assert set(unpacked((tmp_path / "weights.bin").read_bytes())) == {2, 3, 4, 5, 6}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["checkpoint.npz", "curve.jsonl", "weights.bin"]


def test_a_training_ends_with_a_measurement(tmp_path: Path) -> None:
    assert main(["--out", str(tmp_path), "--minutes", "0", "--measure-games", "1"]) == 0
    lines = [json.loads(line) for line in (tmp_path / "curve.jsonl").read_text().splitlines()]
    assert [line["seats"] for line in lines] == [2, 3, 4, 5, 6]


def test_training_wants_a_folder(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([])
    assert "--out" in capsys.readouterr().err
