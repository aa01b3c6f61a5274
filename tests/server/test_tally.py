"""Which dice count, and whose they are."""

from typing import Any

import pytest

import dicecup
from dicecup.players import RandomPlayer, play
from dicecup.server.mine.tally import rolled
from dicecup.server.results import result_of
from dicecup.server.store.storage import PERSON, Seat
from dicecup.table import Choice, Match
from dicecup.table.log import Luck
from dicecup.table.retrace import branch, stops


def played(game: str, seats: int, **more: Any) -> Match[Any]:
    match = dicecup.new(game, seats=seats, **more)
    return play(match, [RandomPlayer(seed=each) for each in range(seats)])


def faces(match: Match[Any], seat: int, after: int = 0) -> list[int]:
    """Counted in the log, where every result of dice is a tuple and its key names the seat."""
    shown = [
        face
        for at, entry in enumerate(match.log)
        if isinstance(entry, Luck) and isinstance(entry.result, tuple) and at >= after
        if entry.key.split("/")[1] == str(seat)
        for face in entry.result
    ]
    return [shown.count(face) for face in range(1, 7)]


@pytest.mark.parametrize(("game", "seats"), [("yahtzee", 2), ("king-of-tokyo", 4), ("deadwood", 3)])
def test_every_die_of_a_game_is_counted_for_whoever_rolled_it(game: str, seats: int) -> None:
    match = played(game, seats)
    assert [each["6"] for each in rolled(match)] == [faces(match, seat) for seat in range(seats)]


def test_dice_from_a_seed_count_for_nothing() -> None:
    assert rolled(played("yahtzee", 2, seed=5)) == [{}, {}]


def test_dice_that_a_branch_has_taken_over_were_counted_where_they_fell() -> None:
    whole = played("yahtzee", 1)
    *_, past = [each for each, _ in zip(stops(whole), range(20), strict=False)]
    older = len(past.log)
    match = play(branch(past, 0, open_past=True), [RandomPlayer(seed=9)])
    assert rolled(match) == [{"6": faces(match, 0, after=older)}]
    assert sum(faces(match, 0)) > sum(faces(match, 0, after=older)) > 0


def test_a_result_says_why_it_may_not_count() -> None:
    seats = [Seat(name="Ann", player=PERSON, guest="ann")]
    fair, seeded = played("yahtzee", 1), played("yahtzee", 1, seed=5)
    first = next(each for each in stops(fair) if any(isinstance(entry, Choice) for entry in each.log))
    twig = play(branch(first, 0, open_past=True), [RandomPlayer(seed=9)])
    for match, marks in ((fair, set()), (seeded, {"seeded"}), (twig, {"branch"})):
        body = result_of(match, seats)
        assert body is not None
        assert {mark for mark in ("seeded", "branch", "lesson") if f'"{mark}":true' in body} == marks
