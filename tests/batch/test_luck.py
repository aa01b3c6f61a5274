"""The dice of batches: a generator that others can write down again, and each face as likely."""

from collections.abc import Iterator

import numpy as np
import pytest

import dicecup.batch
from dicecup.batch import luck


@pytest.fixture(autouse=True)
def _without_carries() -> Iterator[None]:
    """As compiled code adds and multiplies."""
    with np.errstate(over="ignore"):
        yield


def test_the_stream_is_splitmix64_as_others_have_it() -> None:
    state = np.array([1234567], np.uint64)
    assert [int(luck.word(state, 0)) for _ in range(3)] == [
        *(6457827717110365317, 3203168211198807973, 9817491932198370423)
    ]


def test_numbers_below_are_any_of_them() -> None:
    state = np.array([5, 6], np.uint64)
    for size in (1, 2, 6, 40):
        drawn = [luck.below(state, 1, size) for _ in range(60 * size)]
        assert set(drawn) == set(range(size))
    assert state[0] == 5, "another game's stream"


def test_words_that_would_favour_low_numbers_are_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    words = iter([2**64 - 1, 2**64 - 4, 2**64 - 5, 6])
    monkeypatch.setattr(luck, "word", lambda state, game: np.uint64(next(words)))
    state = np.zeros(1, np.uint64)
    assert luck.below(state, 0, 6) == (2**64 - 5) % 6, "the last four words have no five beside them"
    assert luck.below(state, 0, 6) == 0


def test_a_die_is_a_number_below_six(monkeypatch: pytest.MonkeyPatch) -> None:
    here, there = np.array([9], np.uint64), np.array([9], np.uint64)
    assert [luck.die(here, 0) for _ in range(200)] == [1 + luck.below(there, 0, 6) for _ in range(200)]
    words = iter([2**64 - 1, 2**64 - 4, 2**64 - 5])
    monkeypatch.setattr(luck, "word", lambda state, game: np.uint64(next(words)))
    assert luck.die(here, 0) == 1 + (2**64 - 5) % 6, "the same words are passed over"


def test_seeds_of_rows_and_of_following_games_are_all_different() -> None:
    first = [luck.seed_of(np.uint64(seed), row) for seed in range(3) for row in range(50)]
    later = [luck.next_seed(seed) for seed in first]
    choosing = [luck.chooser(seed) for seed in first]
    assert len({*first, *later, *choosing}) == 3 * 150


def test_every_face_is_as_likely() -> None:
    """60,000 first rolls, each die of five: within five standard deviations, always the same ones."""
    batch = dicecup.batch.make("yahtzee", games=60_000, seats=1, seed=11, observe=False)
    batch.step(batch.random_actions())
    for slot in range(5):
        counts = np.bincount(batch.chance[:, slot], minlength=7)[1:]
        assert (np.abs(counts - 10_000) < 5 * (60_000 * 5 / 36) ** 0.5).all()
    pairs = np.bincount(6 * batch.chance[:, 0].astype(int) + batch.chance[:, 1] - 7, minlength=36)
    assert (np.abs(pairs - 60_000 / 36) < 5 * (60_000 / 36) ** 0.5).all(), "no die knows of another"
    neighbours = batch.chance[:-1, 0] == batch.chance[1:, 0]
    assert abs(neighbours.mean() - 1 / 6) < 0.01, "nor a row of the one above it"
