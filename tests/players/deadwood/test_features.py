"""What the network looks at: computed for all rows at once when playing, row by row in training, and the same."""

import numpy as np
import pytest

from dicecup.batch.deadwood import rows
from dicecup.batch.deadwood.lot import BUDGET, SETS, TOP
from dicecup.players.deadwood import features as players
from dicecup.players.deadwood import row_features as training
from dicecup.players.deadwood.outlook import DECK, MORE, OUTLOOK
from dicecup.players.deadwood.planner import Taste, tables
from dicecup.players.deadwood.scenery import FAR, Lot
from tests.players.deadwood.positions import wander

TABLES = tables(Taste(turn=1.4, early=-0.1, rank=1.5, price=0.9, hope=0.2, mates=0.7, late=0.8))


def row_by_row(wandered: list[list[int]], seat: int, *, plain: bool = False) -> np.ndarray:
    room = (
        *(np.zeros((TOP + 1, SETS)), np.zeros((TOP + 1, SETS), np.int64), np.zeros((SETS, 5), np.int64)),
        *(np.zeros(SETS, np.int64), np.zeros(SETS), np.zeros((8, players.BLOCK)), np.zeros(8)),
        *(np.zeros(DECK), np.zeros(8)),
    )
    size = (players.plain_size if plain else players.size)(wandered[0][rows.SEATS])
    found = np.zeros((len(wandered), size), np.float32)
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


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_networks_that_know_no_outlooks_see_what_they_always_saw(seats: int) -> None:
    wandered = wander(seats, 3)[:40]
    first = players.plain_size(seats)
    all_there_is = players.features(np.array(wandered), 1, TABLES)
    assert np.array_equal(players.features(np.array(wandered), 1, TABLES, plain=True), all_there_is[:, :first])
    assert np.array_equal(
        row_by_row(wandered, 1, plain=True).view(np.int32), row_by_row(wandered, 1)[:, :first].view(np.int32)
    )
    assert players.inputs(seats)[first:][: len(OUTLOOK)] == tuple(f"0: {name}" for name in OUTLOOK)


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


# --- outlooks ---


def outlook(row: list[int], actor: int) -> dict[str, float]:
    """Of the own actor, 0, or the strongest rival, 1, as seat 0 sees it; by both ways to work it out."""
    first = players.plain_size(row[rows.SEATS]) + MORE * actor
    together = players.features(np.array([row]), 0, TABLES)[0, first:][:MORE]
    alone = row_by_row([row], 0)[0, first:][:MORE]
    np.testing.assert_allclose(together, alone, rtol=1e-5, atol=1e-6)
    return dict(zip(OUTLOOK, together.tolist(), strict=True))


def at_work(row: list[int], seat: int, area: int, scene: int, role: int) -> None:
    row[rows.SCENE + area], me = scene, rows.ACTOR + rows.FIELDS * seat
    row[me + rows.AREA], row[me + rows.ROLE] = area, role


def test_a_role_promises_money_and_what_it_buys() -> None:
    """With four dollars rank 2 could be bought; with two, a role beside the card pays one more for each shot."""
    row = rows.first_morning(2)
    row[rows.ACTOR + rows.DOLLARS] = 4
    assert outlook(row, 0)["ranks to buy then"] == pytest.approx(0.2)
    assert outlook(row, 0)["more ranks than now"] == 0
    row[rows.ACTOR + rows.DOLLARS] = 2
    assert outlook(row, 0)["ranks to buy then"] == 0
    assert outlook(row, 0)["worth of the office then"] == pytest.approx(0.1 * FAR)
    at_work(row, 0, 3, 0, 3)
    row[rows.SHOT + 3] = 3
    assert outlook(row, 0)["dollars to come"] >= 0.3
    assert outlook(row, 0)["more ranks than now"] == pytest.approx(0.3)
    assert outlook(row, 0)["worth of the office then"] > 0
    assert outlook(row, 0)["credits to come"] == pytest.approx(3 * 0.2)
    at_work(row, 1, 3, 0, 4)
    assert outlook(row, 0)["credits to come"] == pytest.approx(3 * 0.2 / 1.5), "somebody takes shots, too"
    assert outlook(row, 1)["credits to come"] == pytest.approx(3 * 0.2 / 1.5)


def test_who_comes_sooner_is_counted() -> None:
    """From the Trailers all have the same way, and whose turn it is goes first."""
    row = rows.first_morning(3)
    sooner = []
    for active in range(3):
        row[rows.ACTIVE] = active
        sooner.append(round(4 * outlook(row, 0)["plan: rivals sooner there"]))
    assert sooner == [0, 2, 1]
    row[rows.ACTIVE] = 1
    at_work(row, 1, 3, 0, 3)
    assert round(4 * outlook(row, 0)["plan: rivals sooner there"]) == 1, "who works comes later"


def test_good_cards_that_nobody_has_seen_promise_something() -> None:
    row = rows.first_morning(2)
    for seat in range(2):
        row[rows.ACTOR + rows.FIELDS * seat + rows.RANK] = 6
    assert outlook(row, 0)["cards unseen"] == pytest.approx(0)
    worth = TABLES.deck[row[rows.DAYS] - 1, 6, : len(BUDGET)]
    told = {}
    for name, order in (("bad", np.argsort(worth)), ("good", np.argsort(-worth))):
        for place, scene in enumerate(order.tolist()):
            row[rows.SEEN + scene] = place >= 10
        told[name] = outlook(row, 0)
    for name in ("cards unseen", "best plan by cards unseen", "best role near by cards unseen"):
        assert told["bad"][name] < told["good"][name]
    assert told["bad"]["cards unseen"] < 0 < told["good"]["cards unseen"]
    row[rows.SEEN :] = [1] * len(BUDGET)
    assert outlook(row, 0)["cards unseen"] == 0
