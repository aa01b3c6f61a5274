"""King of Tokyo's cards in batches: what the usual tables seldom bring about."""

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

import dicecup.batch
from dicecup.batch.king_of_tokyo import cards, rows
from dicecup.games.king_of_tokyo.cards.base import DECK, IN_THE_BOX
from dicecup.games.king_of_tokyo.options import KingOptions
from tests.batch.beside import any_house, buying, play

MEETING = ("mimic", "made-in-a-lab", "parasitic-tentacles", "opportunist", "metamorph", "rapid-healing", "wings")
"""Cards that have to do with other cards, or are used at any time."""


SELDOM = {
    *("reshuffled", "peeked", "sold", "takes_over", "copies", "copy_ends", "staked", "untouched", "escaped"),
    *("cured", "reaches", "shrunk", "wings", "rescued", "turn_to_come", "extra_turn", "frozen_turn"),
    "energy_lost",
}


def few_cards(seed: int) -> list[str]:
    """So few that the deck runs out, and those meet that seldom do."""
    rng = random.Random(seed)
    kept = [card for card in IN_THE_BOX if DECK[card].keep]
    return sorted({*rng.sample(kept, 12), *rng.sample(IN_THE_BOX, 5), *rng.sample(MEETING, 4)})


def with_few_cards(monkeypatch: pytest.MonkeyPatch, seed: int, ended: int) -> Counter[str]:
    """What has happened in so many games; in every other one cards are cheap, so that there are more of them."""
    monkeypatch.setattr("dicecup.games.king_of_tokyo.game.CARDS", few_cards(seed))
    for card in IN_THE_BOX if seed % 2 else ():
        monkeypatch.setattr(type(DECK[card]), "cost", 1)
    seats = 2 + seed % 5
    batch = dicecup.batch.make("king-of-tokyo", games=4, seats=seats, seed=seed, **any_house(seed))
    told = play(batch, buying, seed, ended, every=5)
    assert told["finished"] >= ended
    return told


def test_with_few_cards_in_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    told: Counter[str] = Counter()
    for seed in range(20):
        with monkeypatch.context() as patch:
            told += with_few_cards(patch, seed, ended=4)
    assert told.keys() >= SELDOM, "or not all of it was compared"


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(100, 140))
def test_with_many_a_choice_of_few_cards(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    with_few_cards(monkeypatch, seed, ended=30)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1000, 1200))
def test_with_every_choice_of_few_cards(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    with_few_cards(monkeypatch, seed, ended=100)


def test_with_other_luck_only_what_has_not_fallen_yet_is_different(monkeypatch: pytest.MonkeyPatch) -> None:
    """A question in the middle of a rule is answered by going through the phase again, with the dice it had."""
    hurtful = ("camouflage", "background-dweller", "rapid-healing", "acid-attack", "psychic-probe", "fire-blast")
    deck = [*hurtful, "mimic", "nova-breath", "friend-of-children", "energize", "healing-ray", "poison-spit"]
    monkeypatch.setattr("dicecup.games.king_of_tokyo.game.CARDS", sorted(deck))
    here, there = (dicecup.batch.make("king-of-tokyo", games=64, seats=4, seed=1) for _ in range(2))
    rng, again, compared = np.random.default_rng(1), 0, 0
    for _ in range(300):
        for mine, other in zip(here._arrays, there._arrays, strict=True):
            np.asarray(other)[...] = mine
        there._arrays.luck[...] = rng.integers(1 << 62, size=64)
        again += int((here._arrays.rows[:, rows.ANSWERS] > 0).sum())
        actions = buying(here, rng)
        here.step(actions)
        there.step(actions)
        silent = (here.chance[:, 0] < 0) & (there.chance[:, 0] < 0) & ~here.done & ~there.done
        compared += int(silent.sum())
        assert (here.masks[silent] == there.masks[silent]).all()
        assert (here.observations[silent] == there.observations[silent]).all()
    assert compared > 1000
    assert again, "nobody was asked twice in a phase"


def test_every_card_of_the_box_is_known_and_in_its_place() -> None:
    assert list(cards.KNOWN) == IN_THE_BOX == list(cards.BOX)
    usual: Any = KingOptions.parse({})
    assert not cards.trouble(usual)
