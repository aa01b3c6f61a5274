"""The files with what the minds have learnt."""

import hashlib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from dicecup.players.arrays import packed, unpacked
from dicecup.players.king_of_tokyo import duel, weights
from dicecup.players.king_of_tokyo.judge import scenes_of
from dicecup.players.king_of_tokyo.network import Network
from dicecup.players.king_of_tokyo.position import position
from dicecup.players.reference.king_of_tokyo import hard_1
from dicecup.training.king_of_tokyo.learner import Learner, backward
from dicecup.training.king_of_tokyo.selfplay import new_match
from tests.games.king_of_tokyo.box import BOX

SHIPPED = ((weights.WHAT, weights.SHIPPED), (duel.NETWORK, duel.SHIPPED))


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
    networks = {count: network.knowing(tuple(BOX)) for count, network in weights.shipped().items()}
    again = weights.unpacked(weights.packed(networks))
    for monsters, network in networks.items():
        for name, array in network.weights.items():
            assert np.array_equal(
                array, again[monsters].knowing(tuple(BOX)).weights[name]
            )  # it was in half precision already


TRAINED = {
    2: "6906347238ef825e",
    3: "262f81fdf5f87987",
    4: "8729208a95f5b058",
    5: "f17fde39ab923dad",
    6: "9e654b806584dcf2",
}


def test_the_oldest_weights_are_those_that_were_trained_before_they_had_names() -> None:
    for monsters, first in hard_1().items():
        network = first.knowing(tuple(BOX))  # without cards that were added since
        everything = hashlib.sha256()
        for name, array in sorted(network.weights.items()):
            everything.update(name.encode() + array.tobytes())
        assert everything.hexdigest()[:16] == TRAINED[monsters]


def test_weights_can_be_read_by_whoever_looks_at_more_or_less() -> None:
    """An input that they were not trained with counts for nothing; one that is no more is left out."""
    files = unpacked(weights.WHAT, weights.SHIPPED.read_bytes())
    names = files["2/numbers/names"].tolist()
    at = names.index("0: stars")
    names[at] = "0: moons"
    again = weights.unpacked(packed(weights.WHAT, {**files, "2/numbers/names": np.array(names)}))[2]
    assert not again.weights["numbers"][at].any()
    assert np.array_equal(again.weights["numbers"][at + 1 :], weights.shipped()[2].weights["numbers"][at + 1 :])


def test_a_network_can_be_asked_about_other_cards_in_another_order() -> None:
    known = weights.shipped()[3]
    random = np.random.default_rng(3)
    scenes = scenes_of([position(new_match(random, 3, mid_game=True).state) for _ in range(20)])
    order = random.permutation(len(known.cards))
    shuffled = replace(scenes, cards=scenes.cards[:, :, order], market=np.argsort(order)[scenes.market])
    mixed = known.knowing(tuple(known.cards[at] for at in order))
    np.testing.assert_allclose(mixed.chances(shuffled), known.chances(scenes), atol=1e-6)
    assert known.knowing(known.cards[:60]).weights["market"].shape[0] == 61


def test_a_learner_is_remembered_as_it_was() -> None:
    learner = Learner(weights.shipped()[3])
    again = Learner(Network.fresh(3, 1))
    again.remember(3, learner.memory())
    for name, array in learner.memory().items():
        assert np.array_equal(array, again.memory()[name])
