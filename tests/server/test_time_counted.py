"""Leaving, returning, answering, waiting and restarts in any order: the same as by counting seconds."""

import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

import dicecup
from tests.examples import examples
from tests.server.friends import FAST, NAMES, Table, at_a_table
from tests.server.hourglass import NOON


class Ticking:
    """The same by counting seconds: what everybody sees on the clock, and who is decided for when.

    It shares nothing with the server but the game, played by a match of its own.
    """

    def __init__(self, patience: float | None, limit: tuple[float, float] | None) -> None:
        self.patience, self.limit = patience, limit
        self.match = dicecup.new("yahtzee", names=[*map(str.capitalize, NAMES)], seed=7, start="seat-order")
        self.now = 0
        self.here, self.watched = {0, 1, 2}, False
        self.gone = dict.fromkeys(range(3), 0)  # seconds of absence
        self.standing: set[int] = set()
        self.reserve = [limit[1] if limit else 0.0] * 3
        self.free = limit[0] if limit else 0.0
        self.had = self.reserve[0]  # when the decision was asked
        self.waited = 0  # seconds since the decision was asked
        self.hold = 0  # seconds in which nobody is decided for because they are away
        self.notes: list[tuple[int, int, str]] = []

    @property
    def seat(self) -> int | None:
        return self.match.pending.seat if self.match.pending is not None else None

    @property
    def somebody(self) -> bool:
        return bool(self.here) or self.watched

    def answer(self) -> None:
        assert self.match.pending is not None
        self.match.answer(self.match.pending.options[0])
        self.free, self.waited = self.limit[0] if self.limit else 0.0, 0
        self.had = self.reserve[self.seat] if self.seat is not None else 0.0

    def settle(self) -> None:
        """All that happens in this very moment."""
        while (seat := self.seat) is not None and self.somebody:
            absent = seat not in self.here
            if absent and seat in self.standing:
                self.answer()
            elif (
                absent
                and self.patience is not None
                and min(self.waited, self.gone[seat]) >= self.patience
                and self.hold <= 0
            ):
                self.notes.append((self.now, seat, "away"))
                self.standing.add(seat)
            elif self.limit and self.free <= 0 and self.reserve[seat] <= 0:
                self.notes.append((self.now, seat, "clock"))
                self.answer()
            else:
                return

    def tick(self) -> None:
        self.now += 1
        seat = self.seat
        if self.limit and seat is not None and self.somebody:
            self._spend(seat)
        self.waited += 1
        self.hold -= 1
        for each in range(3):
            self.gone[each] = 0 if each in self.here else self.gone[each] + 1
        self.settle()

    def _spend(self, seat: int) -> None:
        if self.free >= 1:
            self.free -= 1
        else:
            self.reserve[seat] -= 1

    def restart(self, *, kill: bool, down: int) -> None:
        seat, ran = self.seat, self.somebody
        for _ in range(down):
            self.now += 1
            self.waited += 1
            if kill and ran and self.limit and seat is not None and self.free + self.reserve[seat] > 0:
                self._spend(seat)
        self.here, self.watched = set(), False
        self.gone = dict.fromkeys(range(3), 0)
        self.hold = 10
        if self.limit and seat is not None:
            self._give_back(seat, 10 - (self.free + self.reserve[seat]))

    def _give_back(self, seat: int, seconds: float) -> None:
        """What was taken last comes back first."""
        while seconds > 0 and self.reserve[seat] < self.had:
            self.reserve[seat] += 1
            seconds -= 1
        while seconds > 0 and self.limit is not None and self.free < self.limit[0]:
            self.free += 1
            seconds -= 1


_STEP = st.one_of(
    st.tuples(st.just("leave"), st.integers(0, 2)),
    st.tuples(st.just("come"), st.integers(0, 2)),
    st.tuples(st.just("watch"), st.booleans()),
    st.tuples(st.just("answer"), st.just(0)),
    st.tuples(st.just("wait"), st.integers(1, 45)),
    st.tuples(st.just("kill"), st.integers(0, 40)),
    st.tuples(st.just("stop"), st.integers(0, 40)),
)


@pytest.mark.thorough
@examples(40, deadline=None)
@given(
    st.lists(_STEP, min_size=3, max_size=25),
    st.sampled_from([None, 0.0, 30.0]),
    st.sampled_from([None, FAST, (5.0, 11.0)]),
)
def test_whoever_leaves_returns_answers_or_is_restarted_time_is_counted_to_the_moment(
    steps: list[tuple[str, Any]], patience: float | None, limit: tuple[float, float] | None
) -> None:
    async def work(table: Table) -> None:
        model = Ticking(patience, limit)
        await table.begin(patience=patience, time_limit=limit)
        for what, value in steps:
            note(f"{what} {value}")
            await one_step(table, model, what, value)
            agree(table, model)

    with tempfile.TemporaryDirectory() as folder:
        at_a_table(Path(folder), work)


async def one_step(table: Table, model: Ticking, what: str, value: Any) -> None:
    friends = table.friends
    if what == "leave":
        friends.leave(value)
        model.here.discard(value)
    elif what == "come":
        friends.come(value)
        model.here.add(value)
        model.standing.discard(value)
        model.gone[value] = 0
    elif what == "watch":
        friends.watchers = int(value)
        friends.changed()
        model.watched = value
    elif what == "answer":
        if table.asked is not None and table.asked in model.here:
            assert (await table.answer()).type == "done"
            model.answer()
    elif what == "wait":
        await table.advance(value)
        for _ in range(value):
            model.tick()
    else:
        await table.quiet()
        await table.restart(kill=what == "kill", down=value)
        model.restart(kill=what == "kill", down=value)
    await table.quiet()
    model.settle()


def agree(table: Table, model: Ticking) -> None:
    notes = [(at - NOON, seat, why) for at, seat, why, _ in table.friends.notes]
    assert notes == model.notes
    assert (len(table.live.match.log), table.asked) == (len(model.match.log), model.seat)
    stood_in = [seat for seat, sits in enumerate(table.state().seats) if sits.stand_in]
    assert stood_in == sorted(model.standing - model.here)
    if model.limit and model.seat is not None:
        free, reserves, runs = table.clock_shown()
        assert (free, reserves, runs) == (max(0.0, model.free), model.reserve, model.somebody)
