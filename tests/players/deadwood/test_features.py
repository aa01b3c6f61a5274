"""What the network looks at: computed for all rows at once when playing, row by row in training, and the same."""

import numpy as np
import pytest

from dicecup.batch.deadwood import rows
from dicecup.batch.deadwood.lot import SETS, TOP
from dicecup.players.deadwood import features as players
from dicecup.players.deadwood import row_features as training
from dicecup.players.deadwood.outlook import DECK
from dicecup.players.deadwood.planner import Taste, tables
from dicecup.players.deadwood.scenery import Lot
from tests.players.deadwood.positions import wander

TABLES = tables(Taste(turn=1.4, early=-0.1, rank=1.5, price=0.9, hope=0.2, mates=0.7, late=0.8))


def row_by_row(wandered: list[list[int]], seat: int) -> np.ndarray:
    room = (
        *(np.zeros((TOP + 1, SETS)), np.zeros((TOP + 1, SETS), np.int64), np.zeros((SETS, 5), np.int64)),
        *(np.zeros(SETS, np.int64), np.zeros(SETS), np.zeros((8, players.BLOCK)), np.zeros(8)),
        *(np.zeros(DECK), np.zeros(8)),
    )
    found = np.zeros((len(wandered), players.size(wandered[0][rows.SEATS])), np.float32)
    for place, row in enumerate(wandered):
        training.features(np.array(row), seat, TABLES, found[place], *room)
    return found


@pytest.mark.parametrize("occupied", [False, True])
@pytest.mark.parametrize("seats", range(2, 9))
def test_training_and_playing_look_at_the_same(seats: int, occupied: bool) -> None:
    wandered = wander(seats, 7, occupied, share=0.1)[:80]
    for seat in (0, seats - 1):
        together = players.features(np.array(wandered), seat, TABLES)
        np.testing.assert_allclose(together, row_by_row(wandered, seat), rtol=1e-5, atol=1e-6)


def test_numbers_are_of_about_the_size_of_one() -> None:
    for seats in (2, 4, 8):
        found = players.features(np.array(wander(seats, 3)), 0, TABLES)
        assert np.isfinite(found).all()
        assert np.abs(found).max() < 10


def test_every_number_is_used_by_somebody() -> None:
    """No column is always the same, but for the number of players and high ranks that nobody reaches by chance."""
    seats = 4
    found = np.concatenate([players.features(np.array(wander(seats, seed)), 1, TABLES) for seed in range(3)])
    still = set(np.nonzero(found.std(axis=0) == 0)[0].tolist())
    counts = {players.FIRST_COUNT + count for count in range(2, 9)}
    ranks = {players.GLOBAL + players.BLOCK * block + 2 + rank for block in range(4) for rank in (4, 5, 6)}
    assert still <= counts | ranks


def test_rivals_come_strongest_first_whatever_their_seats() -> None:
    row = rows.first_morning(4)
    for seat, dollars in ((1, 5), (2, 30), (3, 10)):
        row[rows.ACTOR + rows.FIELDS * seat + rows.DOLLARS] = dollars
    found = players.features(np.array([row]), 0, TABLES)[0]
    blocks = found[players.GLOBAL : players.plain_size(4)].reshape(4, players.BLOCK)
    assert blocks[1:, 1].tolist() == pytest.approx([30 * 0.05, 10 * 0.05, 5 * 0.05])


def test_at_a_large_table_the_rest_is_averaged() -> None:
    row = rows.first_morning(7)
    for seat in range(7):
        row[rows.ACTOR + rows.FIELDS * seat + rows.DOLLARS] = 10 * seat
    found = players.features(np.array([row]), 0, TABLES)[0]
    blocks = found[players.GLOBAL : players.plain_size(7)].reshape(5, players.BLOCK)
    assert (20 * blocks[:, 1]).tolist() == pytest.approx([0, 60, 50, 40, 20])


def test_the_day_ends_with_the_last_scene_but_one() -> None:
    """Two sets are left; whoever works at the quicker one knows that its wrap comes in time."""
    row = rows.first_morning(2)
    for area in range(2, SETS):
        row[rows.SHOT + area] = 0
    for seat, (area, scene) in enumerate(((0, 3), (1, 4))):
        row[rows.SCENE + area] = scene
        me = rows.ACTOR + rows.FIELDS * seat
        row[me + rows.AREA], row[me + rows.ROLE], row[me + rows.RANK] = area, 3, 6
    row[rows.SHOT], row[rows.SHOT + 1] = 3, 1
    lot = Lot(np.array([row]), TABLES)
    assert lot.rounds[0, 1] < lot.rounds[0, 0]
    assert lot.dusk[0] == lot.rounds[0, 1]
