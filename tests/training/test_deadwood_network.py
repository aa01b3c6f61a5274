"""Training Deadwood's networks: it goes on where it was stopped, and comes to the same however it is run."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dicecup.players.deadwood import network as deadwood_network
from dicecup.players.deadwood import planner_weights
from dicecup.players.deadwood.features import size
from dicecup.players.deadwood.network import Network, packed, shipped, unpacked
from dicecup.players.deadwood.planner import Taste
from dicecup.players.deadwood.planner_weights import TASTES
from dicecup.training import deadwood
from dicecup.training.deadwood import run, selfplay
from dicecup.training.deadwood.learner import newborn
from dicecup.work import Workers
from tests.training.test_deadwood import curve, network_in, outcomes, uncompiled

__all__ = ["uncompiled"]

pytestmark = pytest.mark.thorough


def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "HALLS", 1)
    monkeypatch.setattr(run, "BATCH", 8)


def network_command(folder: Path, *more: str) -> int:
    words = ["network", "--groups", "2", "--games", "2", "--lessons", "1", "--folder", str(folder), *more]
    return deadwood.main(words)


def test_a_network_is_trained_and_training_goes_on(
    uncompiled: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    small(monkeypatch)
    assert network_command(tmp_path, "--rounds", "1", "--measure-every", "5") == 0
    once, lines = network_in(tmp_path), curve(tmp_path)
    assert [sorted(line.keys() & {"lesson", "round", "won"}) for line in lines] == [
        *(["lesson"], ["won"], ["round"], ["won"])
    ]
    assert '"against": "planner"' in capsys.readouterr().out
    assert network_command(tmp_path, "--rounds", "1") == 0  # it is done already
    assert network_command(tmp_path, "--rounds", "2", "--minutes", "0") == 0  # no time
    assert curve(tmp_path) == lines
    assert all((once.weights[name] == network_in(tmp_path).weights[name]).all() for name in once.weights)
    assert np.isfinite(once.weights["chance"]).all()


@pytest.mark.soak
def test_a_training_can_begin_with_what_the_players_know(
    uncompiled: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small(monkeypatch)
    assert network_command(tmp_path, "--rounds", "1", "--from-players") == 0
    assert [line.get("round") for line in curve(tmp_path) if "error" in line] == [1]
    off = np.abs(network_in(tmp_path).weights["second"] - shipped()[2].weights["second"])
    assert 0 < off.max() < 0.1, "a round changes little"


def made_up(order: run.BatchOrder) -> tuple[np.ndarray, selfplay.Samples]:
    """Instead of games: what depends on nothing but the seed."""
    rng = np.random.default_rng(order.seed)
    samples = selfplay.Samples(rng.random((16, size(2)), np.float32), rng.random((16, 2)).astype(np.float32))
    return rng.integers(50, size=(order.games, order.seats)), samples


def test_what_is_learned_does_not_depend_on_the_number_of_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each batch has luck of its own, and its samples their place, whoever plays first."""
    small(monkeypatch)
    seeds: list[int] = []

    def spend(order: run.BatchOrder) -> tuple[np.ndarray, selfplay.Samples]:
        seeds.append(order.seed)
        return made_up(order)

    def mapped(self: Workers, work: Any, orders: list[run.BatchOrder]) -> Iterator[Any]:
        yield from reversed([work(order) for order in reversed(orders)])

    monkeypatch.setattr(run, "spend", spend)
    monkeypatch.setattr(run, "watch", lambda order: outcomes(2, 0.3, [0.0] * order.seats, 200))
    for folder in ("one", "many"):
        assert network_command(tmp_path / folder, "--rounds", "2", "--batches", "3") == 0
        monkeypatch.setattr(Workers, "map", mapped)
    assert len(set(seeds)) > 7
    one, many = (network_in(tmp_path / folder).weights for folder in ("one", "many"))
    assert all(np.array_equal(one[name], many[name]) for name in one)


def test_what_is_learned_does_not_depend_on_where_a_training_was_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Because a checkpoint keeps the samples of the rounds before, from which the next ones learn as well."""
    small(monkeypatch)
    monkeypatch.setattr(run, "KEPT", 2)
    monkeypatch.setattr(run, "watch", lambda order: outcomes(2, 0.3, [0.0] * order.seats, 200))
    monkeypatch.setattr(run, "spend", made_up)
    words = ("--rounds", "4", "--batches", "3", "--measure-every", "9")
    assert network_command(tmp_path / "whole", *words) == 0
    patience = 0

    def spend(order: run.BatchOrder) -> tuple[np.ndarray, selfplay.Samples]:
        nonlocal patience
        patience -= 1
        if not patience:
            raise KeyboardInterrupt
        return made_up(order)

    monkeypatch.setattr(run, "spend", spend)
    for orders in (9, 5):  # in the second round and in the third
        patience = orders
        assert network_command(tmp_path / "parts", *words) == 130
    assert network_command(tmp_path / "parts", *words) == 0
    whole, parts = ((tmp_path / folder / "network-2.bin").read_bytes() for folder in ("whole", "parts"))
    assert whole == parts
    kept = tmp_path / "parts" / "samples-2"
    assert sorted(path.name for path in kept.iterdir()) == ["2.npz", "3.npz"]


def test_the_chances_of_a_network_are_fitted_anew(
    uncompiled: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing else of it changes; what was played once is not played again, and more games can be added."""

    def fit(batches: int) -> Network:
        words = ["chance", "--seats", "2", "--games", "2", "--batches", str(batches), "--folder", str(tmp_path)]
        assert deadwood.main(words) == 0
        return network_in(tmp_path)

    once = fit(1)
    (played,) = tmp_path.glob("chance-2-*.npz")
    made = played.stat().st_mtime_ns
    twice = fit(2)
    assert played.stat().st_mtime_ns == made
    assert len(list(tmp_path.glob("chance-2-*.npz"))) == 2
    for name, known in shipped()[2].weights.items():
        same = [np.array_equal(known, network.weights[name]) for network in (once, twice)]
        assert same == [name not in ("chance", "apart")] * 2
    steepness, lean, bend, _ = twice.weights["chance"][2, 0]
    assert lean**2 <= 3 * steepness * bend + 1e-6
    assert np.array_equal(once.weights["chance"][3:], shipped()[2].weights["chance"][3:])
    told = capsys.readouterr().out
    assert all(word in told for word in ("before", "after", "whoever had the turn", "the others"))


def test_what_was_learned_is_put_where_the_players_find_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was not made in this folder stays as it is."""
    shipped()  # read while it is where it always is
    new = newborn(8, seed=8)
    (tmp_path / "network-8.bin").write_bytes(packed({8: new}))
    taste = asdict(Taste(turn=2.5))
    (tmp_path / "planner-3.json").write_text(json.dumps({"trials": 1, "taste": taste}))
    (tmp_path / "players").mkdir()
    for module, name in ((deadwood_network, "weights.bin"), (planner_weights, "planner.json")):
        monkeypatch.setattr(module, "SHIPPED", tmp_path / "players" / name)
    assert deadwood.main(["ship", "--folder", str(tmp_path)]) == 0
    raw = (tmp_path / "players" / "weights.bin").read_bytes()
    networks = unpacked(raw)
    assert sorted(networks) == [2, 4, 8]
    assert packed(networks) == raw
    numbers = np.random.default_rng(1).random((5, size(8)), np.float32)
    np.testing.assert_allclose(networks[8].prospects(numbers), new.prospects(numbers), atol=1e-3)
    assert np.array_equal(networks[4].weights["hidden"], shipped()[4].weights["hidden"])
    tastes = json.loads((tmp_path / "players" / "planner.json").read_text())
    assert tastes["3"] == taste
    assert tastes["4"] == asdict(TASTES[4])
