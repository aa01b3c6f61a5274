"""Dice that were once rolled: another machine, Python or version of Dicecup must roll the same for the same seed.

If a test here fails, old saves can no longer be verified. That is a new format of saves, not a new golden value.
"""

from pathlib import Path

import pytest

import dicecup
from dicecup.table import Draw, Roll, Secret
from tests.table.games import deal, last, luck

SECRET = Secret(key=bytes(range(32)))


def test_digest_and_commitment() -> None:
    assert SECRET.digest("1/0/roll/1").hex() == "5f8e2378cdcdf979dce4638573251f163936e6f9ca0e4509137c71ef5407b970"
    assert SECRET.commitment == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def test_rolls_and_draws() -> None:
    assert [Roll(f"1/0/roll/{i}", range(8)).sample(SECRET) for i in (1, 2, 3)] == [
        (6, 5, 6, 1, 2, 2, 4, 2),
        (6, 4, 1, 4, 2, 1, 1, 5),
        (5, 3, 6, 5, 3, 1, 6, 3),
    ]
    assert [Draw(f"0/-/market/{i}", range(66)).sample(SECRET) for i in range(6)] == [27, 30, 28, 56, 56, 4]


@pytest.mark.parametrize(
    ("seed", "rolls"),
    [
        (0, [(4, 4, 3, 4, 4), (4, 1, 4, 1, 3), (4, 5, 3, 2, 6), (2, 4, 5, 5, 4)]),
        (7, [(6, 3, 2, 3, 3), (6, 4, 3, 3, 6), (6, 5, 4, 1, 3), (5, 2, 2, 3, 4)]),
        (-1, [(1, 6, 4, 5, 1), (5, 1, 1, 2, 4), (3, 5, 3, 3, 4), (6, 5, 6, 6, 6)]),
        (2**40, [(4, 5, 5, 2, 2), (1, 3, 5, 2, 4), (3, 5, 4, 5, 1), (1, 4, 1, 4, 5)]),
    ],
)
def test_first_rolls_of_yahtzee_for_a_seed(seed: int, rolls: list[tuple[int, ...]]) -> None:
    """Two for the first turn, then the first roll of each player."""
    match = last(dicecup.new("yahtzee", seats=2, seed=seed), 5)
    assert luck(match) == rolls


def test_a_whole_seeded_game_and_its_rematch() -> None:
    match = last(dicecup.new("yahtzee", seats=2, seed=7))
    assert match.outcome is not None
    assert match.outcome.scores == (47, 48)
    assert match.state.sheets[0].boxes == [2, 0, 0, 12, 5, 12, 0, 0, 0, 0, 0, 0, 16]
    following = last(match.rematch(), 4)
    assert luck(following) == [(5, 4, 6, 1, 5), (5, 4, 2, 3, 4), (1, 3, 1, 2, 6)]


def test_hidden_draws() -> None:
    assert luck(last(deal(seats=4, seed=7))) == [1, 2, 1, 6, 5, 6, 1, 6, 6, 5, 2, 4, 5, 4, 6, 4, 1, 2]


def test_an_old_save_is_still_read() -> None:
    """A save as the first version of the format wrote it; newer versions have to read it for ever."""
    text = (Path(__file__).parent / "saves" / "yahtzee-format-1.json").read_text(encoding="utf-8")
    match = dicecup.load(text)
    assert match.notice == ""
    assert match.state.dice == [1, 3, 1, 6, 6]
    assert match.pending is not None
    assert (match.pending.seat, match.pending.kind) == (0, "choose")
    assert [event.text() for event in match.events][-2:] == [
        "Ann fills Twos with 0.",
        "Ann takes back the last choice.",
    ]
    match.answer(("keep", 3, 4))
    assert match.state.dice == [3, 1, 6, 6, 6]
