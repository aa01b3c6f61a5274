"""Chance: recomputable by anybody with the secret, fair, and independent of what else is rolled."""

import hashlib
import hmac
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import sqrt
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicecup.table import Draw, Roll, Secret

KEY = bytes(range(32))
keys = st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=40)


class Fixed:
    """A source that gives the digests it was told to, and remembers what it was asked."""

    def __init__(self, *digests: bytes) -> None:
        self.digests = list(digests)
        self.asked: list[str] = []

    def digest(self, key: str) -> bytes:
        self.asked.append(key)
        return self.digests.pop(0)


# --- the secret ---


@given(st.binary(min_size=32, max_size=32), keys)
def test_a_digest_is_the_hmac_of_the_key(secret: bytes, key: str) -> None:
    assert Secret(key=secret).digest(key) == hmac.digest(secret, key.encode(), "sha256")


def test_the_secret_of_a_seed_is_as_documented() -> None:
    assert Secret(seed=7).digest("1/0/roll/1") == hmac.digest(
        hashlib.sha256(b"dicecup seed 7 game 1").digest(), b"1/0/roll/1", "sha256"
    )
    assert Secret(seed=7, number=2).digest("x") == hmac.digest(
        hashlib.sha256(b"dicecup seed 7 game 2").digest(), b"x", "sha256"
    )


def test_a_random_secret_is_committed_to_by_its_hash_and_a_seed_is_not() -> None:
    secret = Secret(key=KEY)
    assert secret.commitment == hashlib.sha256(KEY).hexdigest()
    assert secret.verifiable
    assert Secret(seed=7).commitment is None
    assert not Secret(seed=7).verifiable


def test_two_secrets_differ_and_so_do_two_games_of_one_table() -> None:
    assert Secret().reveal() != Secret().reveal()
    for secret in (Secret(), Secret(seed=3)):
        following = secret.next()
        assert following.number == 2
        assert following.digest("x") != secret.digest("x")
    assert Secret(seed=3).next().reveal() == {"seed": 3}


def test_a_secret_is_written_and_read() -> None:
    for secret in (Secret(), Secret(seed=0), Secret(seed=-5)):
        assert Secret.from_json(secret.reveal(), 1).digest("x") == secret.digest("x")


@pytest.mark.parametrize(
    "data", [{}, {"key": "00"}, {"key": "zz" * 32}, {"seed": True}, {"seed": "7"}, {"key": None}]
)
def test_what_is_no_secret_is_refused(data: dict[str, Any]) -> None:
    with pytest.raises((ValueError, KeyError, TypeError)):
        Secret.from_json(data, 1)


@pytest.mark.parametrize("number", [0, -1, "1", None, True, 1.0])
def test_a_game_number_counts_from_1(number: Any) -> None:
    with pytest.raises(ValueError, match="numbered from 1"):
        Secret.from_json({"seed": 1}, number)


def test_a_secret_does_not_show_itself() -> None:
    assert repr(Secret(seed=12345)) == str(Secret(seed=12345)) == "<Secret>"


# --- dice ---


def test_a_roll_depends_on_its_key_and_the_secret_alone() -> None:
    first = [Roll(f"{i}", range(5)).sample(Secret(seed=1)) for i in range(50)]
    backwards = [Roll(f"{i}", range(5)).sample(Secret(seed=1)) for i in reversed(range(50))]
    assert first == backwards[::-1]
    assert first != [Roll(f"{i}", range(5)).sample(Secret(seed=2)) for i in range(50)]
    assert len(set(first)) > 40


def test_the_face_of_a_die_is_that_of_its_byte_in_the_digest() -> None:
    for number in range(200):
        digest = hmac.digest(KEY, f"{number}".encode(), "sha256")
        if max(digest[:16]) < 252:
            wanted = tuple(byte % 6 + 1 for byte in digest[:16])
            assert Roll(f"{number}", range(16)).sample(Secret(key=KEY)) == wanted


@given(keys, st.lists(st.integers(0, 15), min_size=1, max_size=16, unique=True), st.sampled_from([2, 6, 20, 100]))
def test_a_slot_does_not_depend_on_the_other_slots_rolled(key: str, slots: list[int], sides: int) -> None:
    source = Secret(key=KEY)
    everything = Roll(key, range(16), sides).sample(source)
    assert Roll(key, slots, sides).sample(source) == tuple(everything[slot] for slot in slots)
    for slot in slots:
        assert Roll(key, [slot], sides).sample(source) == (everything[slot],)


def test_bytes_that_would_favour_low_faces_are_passed_over() -> None:
    # 252 to 255 have no face among six sides: slot 0 takes its spare byte, then the next digest, and so on.
    spare = bytes([252] + [0] * 15 + [7] + [0] * 15)
    assert Roll("k", [0, 1]).sample(Fixed(spare)) == (7 % 6 + 1, 1)
    nothing = bytes([255] * 32)
    later = bytes([5] + [0] * 31)
    source = Fixed(nothing, nothing, later)
    assert Roll("k", [0]).sample(source) == (6,)
    assert source.asked == ["k", "k#1", "k#2"]


def test_the_last_fair_byte_counts_and_the_next_does_not() -> None:
    assert Roll("k", [0]).sample(Fixed(bytes([251] + [0] * 31))) == (251 % 6 + 1,)
    assert Roll("k", [0]).sample(Fixed(bytes([252] + [1] * 31))) == (2,)


def chi_square(counts: Counter[Any], expected: dict[Any, float]) -> float:
    assert set(counts) <= set(expected)
    return sum((counts[item] - mean) ** 2 / mean for item, mean in expected.items())


def is_plausible(statistic: float, freedom: int) -> bool:
    """Within five standard deviations of the mean of chi-square; the keys are fixed, so it never flakes."""
    return abs(statistic - freedom) < 5 * sqrt(2 * freedom)


@pytest.mark.parametrize("sides", [2, 3, 6, 20, 100])
def test_dice_are_fair(sides: int) -> None:
    source = Secret(key=KEY)
    counts: Counter[int] = Counter()
    for number in range(2_500):
        counts.update(Roll(f"{number}", range(16), sides).sample(source))
    assert is_plausible(chi_square(counts, dict.fromkeys(range(1, sides + 1), 40_000 / sides)), sides - 1)


def test_pairs_of_dice_are_independent() -> None:
    source = Secret(key=KEY)
    counts: Counter[tuple[int, ...]] = Counter()
    for number in range(20_000):
        counts[Roll(f"{number // 100}/{number % 100}/roll/1", (0, 4)).sample(source)] += 1
    pairs = dict.fromkeys(product(range(1, 7), repeat=2), 20_000 / 36)
    assert is_plausible(chi_square(counts, pairs), 35)


def test_following_rolls_of_one_slot_are_independent() -> None:
    source = Secret(key=KEY)
    counts: Counter[tuple[int, int]] = Counter()
    for number in range(20_000):
        (one,), (two,) = (Roll(f"{number}/0/roll/{count}", (2,)).sample(source) for count in (1, 2))
        counts[one, two] += 1
    pairs = dict.fromkeys(product(range(1, 7), repeat=2), 20_000 / 36)
    assert is_plausible(chi_square(counts, pairs), 35)


@pytest.mark.parametrize("sides", [0, -1, 257, 1000])
def test_a_die_has_1_to_256_sides(sides: int) -> None:
    with pytest.raises(ValueError, match="1 to 256 sides"):
        Roll("k", [0], sides).sample(Secret(key=KEY))


@pytest.mark.parametrize("slot", [16, 31, 32])
def test_there_are_at_most_sixteen_dice(slot: int) -> None:
    with pytest.raises(IndexError):
        Roll("k", [slot]).sample(Secret(key=KEY))


@pytest.mark.parametrize(("dice", "sides"), [(0, 6), (1, 6), (2, 6), (3, 4), (5, 6), (6, 3)])
def test_outcomes_are_those_of_all_ordered_rolls(dice: int, sides: int) -> None:
    found = dict(Roll("k", range(dice), sides).outcomes())
    brute: Counter[tuple[int, ...]] = Counter()
    for faces in product(range(1, sides + 1), repeat=dice):
        brute[tuple(sorted(faces))] += 1
    assert found == {faces: Fraction(count, sides**dice) for faces, count in brute.items()}
    assert sum(found.values()) == 1


def test_five_dice_have_252_outcomes() -> None:
    assert len(list(Roll("k", range(5)).outcomes())) == 252


def test_a_roll_is_read_back() -> None:
    assert Roll("k", (1, 3)).decode([6, 1]) == (6, 1)
    assert Roll("k", (1, 3)).decode((6, 1)) == (6, 1)


@pytest.mark.parametrize(
    "data", [[1], [1, 2, 3], [0, 1], [7, 1], [1.0, 2], [True, 1], ["1", 2], "12", None, 12, {}, [[1], 2], []]
)
def test_what_is_no_roll_is_refused(data: Any) -> None:
    with pytest.raises(ValueError, match="k: "):
        Roll("k", (1, 3)).decode(data)


# --- draws ---


def test_a_draw_takes_one_of_the_pool() -> None:
    number = int.from_bytes(hmac.digest(KEY, b"k", "sha256")[:8], "big")
    pool = ["a", "b", "c", "d", "e"]
    assert Draw("k", pool).sample(Secret(key=KEY)) == pool[number % 5]


def test_equal_items_are_as_likely_as_they_are_many() -> None:
    pool = ("ace",) * 6 + ("king",) * 3 + ("two",)
    assert dict(Draw("k", pool).outcomes()) == {
        "ace": Fraction(6, 10),
        "king": Fraction(3, 10),
        "two": Fraction(1, 10),
    }
    counts = Counter(Draw(f"{number}", pool).sample(Secret(key=KEY)) for number in range(20_000))
    assert is_plausible(chi_square(counts, {"ace": 12_000, "king": 6_000, "two": 2_000}), 2)


def test_numbers_that_would_favour_the_start_of_the_pool_are_passed_over() -> None:
    top = 2**64 - 1  # 2**64 % 5 == 1, so only the very last number is unfair among five
    words: Callable[..., bytes] = lambda *numbers: b"".join(n.to_bytes(8, "big") for n in numbers)  # noqa: E731
    assert Draw("k", "abcde").sample(Fixed(words(top, 2, 0, 0))) == "c"
    assert Draw("k", "abcde").sample(Fixed(words(top - 1, 2, 0, 0))) == "abcde"[(top - 1) % 5]
    source = Fixed(words(top, top, top, top), words(3, 0, 0, 0))
    assert Draw("k", "abcde").sample(source) == "d"
    assert source.asked == ["k", "k#1"]


def test_nothing_can_be_drawn_from_nothing() -> None:
    with pytest.raises(ValueError, match="k: nothing is left to draw"):
        _ = Draw("k", [])


def test_a_draw_is_read_back() -> None:
    assert Draw("k", (1, "1")).decode("1") == "1"
    assert Draw("k", (1, "1")).decode(1) == 1


@pytest.mark.parametrize("data", [3, "x", None, [1], True, 1.0, {}])
def test_what_is_not_in_the_pool_is_refused(data: Any) -> None:
    with pytest.raises(ValueError, match="is not among what can be drawn"):
        Draw("k", (1, 2)).decode(data)


def test_chance_shows_its_key() -> None:
    assert repr(Roll("3/1/roll/2", (0,))) == "<Roll 3/1/roll/2>"
