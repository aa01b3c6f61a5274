"""Rows of numbers follow the rules of the game: the same choices and the same luck lead to the same position."""

import random
from typing import Any

import pytest

import dicecup
from dicecup.batch.deadwood import rows
from dicecup.batch.deadwood.rows import code_of, first_morning, row_of, scene_number
from dicecup.games.deadwood import DeadwoodView
from dicecup.table.log import Answer, Choice, Luck, in_force


def follow(row: list[int], entries: list[Answer]) -> None:
    """Do what the log says: one choice, and the luck it had."""
    choice = next(entry for entry in entries if isinstance(entry, Choice))
    scene, die, dice = rows.NONE, 0, [0] * 6
    for entry in entries:
        if isinstance(entry, Luck):
            purpose = entry.key.split("/")[2]
            if purpose == "scene":
                scene = scene_number(entry.result)
            elif purpose == "act":
                (die,) = entry.result
            elif purpose == "bonus":
                dice = sorted(entry.result, reverse=True)
    rows.apply(row, code_of(choice.option), scene, die, dice)
    found = [0] * rows.MOST
    while row[rows.ACTIVE] != rows.OVER and rows.options(row, found) == 1 and found[0] == rows.END:
        rows.apply(row, rows.END, rows.NONE, 0, dice)


def whims(match: Any, rng: random.Random) -> Any:
    """A random choice, but not so often one that leads nowhere."""
    options = match.pending.options
    busy = [option for option in options if option.verb in ("take", "upgrade", "act")]
    return rng.choice(busy if busy and rng.random() < 0.6 else options)


@pytest.mark.parametrize("seats", range(2, 9))
def test_rows_and_rules_go_the_same_way(seats: int) -> None:
    rng = random.Random(seats)
    kinds: set[str] = set()
    for game in range(3):
        bonus, stall = rng.choice(["all", "occupied"]), rng.choice([200, 12, 0])
        match = dicecup.new("deadwood", seats=seats, seed=game, start="seat-order", bonus=bonus, stall_turns=stall)
        row = first_morning(seats)
        row[rows.OCCUPIED], row[rows.STALL] = bonus == "occupied", stall
        while match.pending:
            view = match.view(match.pending.seat)
            assert isinstance(view, DeadwoodView)
            assert row == row_of(view)
            found = [0] * rows.MOST
            count = rows.options(row, found)
            assert sorted(found[:count]) == sorted(map(code_of, match.pending.options))
            before = len(match.log)
            match.answer(whims(match, rng))
            follow(row, in_force(match.log[before:]))
            kinds.update(entry.option.verb for entry in match.log[before:] if isinstance(entry, Choice))
        assert match.outcome is not None
        assert row[rows.ACTIVE] == rows.OVER
        assert match.outcome.scores == tuple(rows.score(row, seat) for seat in range(seats))
    assert kinds == {"move", "take", "upgrade", "act", "rehearse", "end"}


def test_no_position_has_more_options_than_there_is_room_for() -> None:
    takes, upgrades, moves, ends = 7, 10, 5, 1
    assert max(takes, upgrades) + moves + ends < rows.MOST
