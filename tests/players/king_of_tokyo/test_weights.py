"""The files with what the minds have learnt."""

from pathlib import Path

import numpy as np
import pytest

from dicecup.players.arrays import unpacked
from dicecup.players.king_of_tokyo import duel, weights
from dicecup.players.king_of_tokyo.judge import scenes_of
from dicecup.players.king_of_tokyo.position import position
from dicecup.training.king_of_tokyo.learner import Learner, backward
from dicecup.training.king_of_tokyo.selfplay import new_match

SHIPPED = ((weights.WHAT, weights._SHIPPED), (duel.NETWORK, duel._SHIPPED))


@pytest.mark.parametrize(("what", "path"), SHIPPED)
def test_damaged_or_foreign_files_are_refused(what: str, path: Path) -> None:
    raw = path.read_bytes()
    assert unpacked(what, raw)
    turned = bytearray(raw)
    turned[-5] ^= 1
    others = (bytes(turned), raw[:-1], b"", b"something else", raw.replace(b" 1\n", b" 2\n", 1))
    for damaged in others:
        with pytest.raises(ValueError, match="damaged, or of another version"):
            unpacked(what, damaged)


def test_shipped_files_are_small() -> None:
    assert sum(path.stat().st_size for _, path in SHIPPED) < 1_000_000


@pytest.mark.parametrize("monsters", [2, 3, 4, 5, 6])
def test_shipped_inference_equals_training_inference(monsters: int) -> None:
    random = np.random.default_rng(monsters)
    network = weights.shipped()[monsters]
    states = [new_match(random, monsters, mid_game=True).state for _ in range(40)]
    scenes = scenes_of([position(state) for state in states])
    playing = network.chances(scenes)
    target = np.zeros_like(playing)
    _, error = backward(network, scenes, target)  # against nothing: the mean square of what it says
    assert error == pytest.approx(float((playing**2).sum(axis=1).mean()), rel=1e-5)
    alone = np.concatenate([network.chances(scenes_of([position(state)])) for state in states])
    assert np.abs(alone - playing).max() < 1e-5
    assert np.abs(playing.sum(axis=1) - 1).max() < 1e-5


def test_packing_loses_nothing_that_matters() -> None:
    networks = weights.shipped()
    again = weights.unpacked(weights.packed(networks))
    for monsters, network in networks.items():
        for name, array in network.weights.items():
            assert np.array_equal(array, again[monsters].weights[name])  # it was in half precision already


def test_a_learner_is_remembered_as_it_was() -> None:
    learner = Learner(weights.shipped()[3])
    again = Learner.from_memory(3, learner.memory())
    for name, array in learner.memory().items():
        assert np.array_equal(array, again.memory()[name])
