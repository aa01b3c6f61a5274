"""Clocks: some time for each decision, then what one has in reserve; at zero, not before, a stand-in decides."""

from pathlib import Path

import pytest

from dicecup.server.timing import Timing, may_take_back
from dicecup.table import Choice, Luck, Option
from dicecup.table.log import Entry, TakenBack
from tests.server.friends import FAST, Table, at_a_table
from tests.server.hourglass import NOON


def test_first_the_time_that_costs_nothing_then_the_reserve(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        await table.begin(time_limit=FAST)
        assert table.clock_shown() == (20, [60, 60, 60], True)
        await table.advance(15)
        assert table.clock_shown() == (5, [60, 60, 60], True)
        await table.answer()
        assert table.clock_shown() == (20, [60, 60, 60], True), "whoever is quick loses nothing"
        await table.advance(32.5)
        assert table.clock_shown() == (0, [47.5, 60, 60], True)
        await table.answer(["fill", "chance"])
        shown = table.ears[2].last.clock
        assert (shown.seat, shown.free, shown.reserves) == (1, 20, [47.5, 60, 60])

    at_a_table(tmp_path, work)


def test_at_zero_the_stand_in_decides_and_not_a_moment_earlier(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        await table.begin(time_limit=FAST, patience=None)
        await table.answer()
        await table.advance(79.875)
        assert (table.asked, table.live.seq, table.friends.notes) == (0, 2, [])
        await table.advance(0.125)
        assert table.friends.notes == [(NOON + 80, 0, "clock", 2)]
        assert table.live.seq > 2
        assert table.asked == 0, "just this decision: the next one is hers again"
        assert not table.state().seats[0].stand_in
        assert table.clock_shown() == (20, [0, 60, 60], True)
        await table.advance(19.96875)
        assert (await table.answer(["fill", "chance"])).type == "done", "in the last moment is in time"
        assert table.asked == 1
        assert table.clock_shown()[1] == [0, 60, 60]

    at_a_table(tmp_path, work)


def test_with_no_reserve_left_there_is_still_time_for_each_decision(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        await table.begin(time_limit=FAST)
        await table.advance(80)  # rolled for her
        await table.advance(20)
        await table.advance(20)
        assert [(note[0] - NOON, note[2]) for note in table.friends.notes] == [
            (80, "clock"),
            (100, "clock"),
            (120, "clock"),
        ]

    at_a_table(tmp_path, work)


def test_whoever_answers_too_late_is_told_so(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        await table.begin(time_limit=FAST)
        await table.answer()
        table.mind.free.clear()
        await table.advance(80)
        late = await table.answer(["fill", "chance"])
        assert late.type == "refused"
        assert late.reason == "Your time is up: a computer player makes this decision for you."
        assert late.state.seats[0].stand_in
        assert (late.state.clock.free, late.state.clock.reserves[0], late.state.clock.runs) == (0, 0, False)
        assert (await table.undo(0)).type == "refused"
        table.mind.free.set()
        await table.quiet()
        assert (table.asked, table.live.seq > 2) == (0, True)
        assert (await table.answer()).type == "done"

    at_a_table(tmp_path, work)


def test_an_answer_at_the_very_moment_is_too_late_even_if_nobody_has_noticed(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        await table.begin(time_limit=FAST)
        table.clock._now += 80  # nobody has been woken yet
        late = await table.answer()
        assert late.type == "refused"
        assert late.reason.startswith("Your time is up")

    at_a_table(tmp_path, work)


def test_what_was_decided_for_lack_of_time_is_not_taken_back(tmp_path: Path) -> None:
    """Or one could stop the clock for ever: undo, let it be decided again, undo."""

    async def work(table: Table) -> None:
        await table.begin(time_limit=FAST)
        await table.answer()
        table.friends.time_limit = FAST
        await table.advance(80)  # held, and rolled again
        await table.advance(20)  # held, and rolled again
        await table.advance(20)  # nothing is left but to fill a box
        assert table.asked == 1
        can = table.state(0).can_undo
        assert (can.ok, can.reason) == (
            False,
            "That cannot be taken back: it was decided for you because your time was up.",
        )
        assert (await table.undo(0)).reason == can.reason
        await table.answer()
        await table.answer(["fill", "chance"], 1)
        assert table.state(1).can_undo.ok, "what others do of their own accord can be"
        assert (await table.undo(1)).type == "done"

    at_a_table(tmp_path, work)


def test_whose_time_is_up_keeps_nobody_else_from_taking_back(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        await table.begin(time_limit=FAST)
        await table.answer()
        await table.answer(["fill", "ones"])
        table.friends.ready.clear()
        await table.advance(80)  # Bo's time is up; it is being written down
        assert (await table.answer(["roll"], 1)).reason.startswith("Your time is up")
        assert (await table.undo(0)).type == "done"
        table.friends.ready.set()
        await table.quiet()
        assert table.asked == 0
        assert (await table.answer(["fill", "twos"])).type == "done"
        assert table.state(0).can_undo.ok, "nothing was decided for her"

    at_a_table(tmp_path, work)


def test_whoever_takes_a_choice_back_gets_no_time_back(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        await table.begin(time_limit=FAST)
        await table.answer()
        await table.advance(12)
        await table.answer(["fill", "ones"])
        await table.advance(50)  # Bo thinks
        assert (await table.undo(0)).type == "done"
        assert table.clock_shown() == (8, [60, 30, 60], True), "Ann has used 12 seconds of this one"
        await table.advance(10)
        await table.answer(["fill", "ones"])
        assert table.clock_shown() == (20, [58, 30, 60], True)
        await table.undo(0)
        assert table.clock_shown() == (0, [58, 30, 60], True)
        await table.advance(58)
        assert table.friends.notes[-1][1:3] == (0, "clock")

    at_a_table(tmp_path, work)


def test_the_time_of_computer_players_and_of_those_stood_in_for_does_not_run(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        await table.begin(computers=(1,), time_limit=FAST, patience=30.0)
        table.mind.free.clear()
        await table.answer()
        await table.answer(["fill", "ones"])
        assert (table.asked, table.clock_shown()[2]) == (1, False)
        await table.advance(500)
        assert table.clock_shown() == (20, [60, 60, 60], False)
        table.friends.leave(2)
        table.mind.free.set()
        await table.quiet()
        assert (table.asked, table.clock_shown()) == (2, (20, [60, 60, 60], True))
        table.mind.free.clear()
        await table.advance(35)
        assert table.friends.notes[-1][1:3] == (2, "away")
        table.mind.free.set()
        await table.quiet()
        assert table.asked == 0
        assert table.clock_shown()[1] == [60, 60, 50], "thirty seconds passed until somebody decided for Cy"

    at_a_table(tmp_path, work)


def test_whichever_comes_first(tmp_path: Path) -> None:
    """Away for as long as the table waits, or out of time."""

    async def work(table: Table) -> None:
        await table.begin(time_limit=FAST, patience=120.0)
        table.friends.leave(0)
        await table.advance(80)
        assert table.friends.notes == [(NOON + 80, 0, "clock", 0)]
        await table.advance(40)
        assert [note[2] for note in table.friends.notes] == ["clock"] * 3, "asked anew each time"

    at_a_table(tmp_path, work)


def test_where_nobody_is_no_time_runs(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        await table.begin(time_limit=FAST, patience=None)
        await table.advance(25)
        table.friends.leave(0, 1, 2)
        await table.advance(86_400)
        assert table.clock_shown() == (0, [55, 60, 60], False)
        table.friends.come(2)
        await table.quiet()
        assert table.clock_shown() == (0, [55, 60, 60], True)
        await table.advance(54)
        assert table.asked == 0
        assert table.friends.notes == []
        await table.advance(1)
        assert table.friends.notes[-1][1:3] == (0, "clock")

    at_a_table(tmp_path, work)


def test_a_clock_may_be_switched_on_and_off(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        await table.begin()
        assert table.state().clock is None
        await table.advance(1000)
        table.friends.time_limit = FAST
        table.friends.changed()
        await table.advance(30)
        assert table.clock_shown() == (0, [50, 60, 60], True)
        table.friends.time_limit = None
        table.friends.changed()
        await table.advance(1000)
        assert table.state().clock is None
        table.friends.time_limit = FAST
        table.friends.changed()
        await table.quiet()
        assert table.clock_shown() == (0, [50, 60, 60], True), "that is no way to more time"
        table.friends.time_limit = (60.0, 300.0)
        table.friends.changed()
        await table.quiet()
        assert table.clock_shown() == (60, [300, 300, 300], True)
        assert table.ears[2].last.clock.reserves == [300, 300, 300], "and everybody is told"

    at_a_table(tmp_path, work)


# --- restarts ---


@pytest.mark.parametrize("kill", [True, False])
def test_what_is_left_is_kept_through_a_restart(tmp_path: Path, kill: bool) -> None:
    async def work(table: Table) -> None:
        await table.begin(time_limit=FAST, patience=None)
        await table.advance(30)
        await table.answer()
        await table.advance(25)
        await table.restart(kill=kill)
        assert table.clock_shown() == (0, [45, 60, 60], False), "until somebody is back"
        await table.advance(500)
        table.friends.come(1)
        await table.quiet()
        assert table.clock_shown() == (0, [45, 60, 60], True)
        await table.advance(44)
        assert table.friends.notes == []
        await table.advance(1)
        assert table.friends.notes[-1][1:3] == (0, "clock")

    at_a_table(tmp_path, work)


def test_while_a_server_is_killed_time_passes_but_ten_seconds_are_left(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        await table.begin(time_limit=FAST, patience=None)
        await table.answer()
        await table.advance(10)
        await table.restart(kill=True, down=5)
        table.friends.come(0)
        await table.quiet()
        assert table.clock_shown() == (5, [60, 60, 60], True)
        await table.restart(kill=True, down=3600)
        table.friends.come(0)
        assert table.clock_shown() == (0, [10, 60, 60], True)
        await table.advance(9)
        assert table.friends.notes == []
        await table.advance(1)
        assert table.friends.notes[-1][1:3] == (0, "clock")

    at_a_table(tmp_path, work)


def test_a_server_that_ends_in_good_order_takes_no_time_from_anybody(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        await table.begin(time_limit=FAST, patience=None)
        await table.answer()
        await table.advance(10)
        await table.restart(kill=False, down=86_400)
        table.friends.come(0)
        assert table.clock_shown() == (10, [60, 60, 60], True)

    at_a_table(tmp_path, work)


def test_nobody_being_there_is_written_down_too(tmp_path: Path) -> None:
    """Everybody goes home, and in the night the power goes."""

    async def work(table: Table) -> None:
        await table.begin(time_limit=FAST, patience=None)
        await table.answer()
        await table.advance(15)
        table.friends.leave(0, 1, 2)
        await table.advance(3600)
        await table.restart(kill=True, down=3600)
        table.friends.come(0)
        assert table.clock_shown() == (5, [60, 60, 60], True)

    at_a_table(tmp_path, work)


def test_a_clock_that_was_damaged_on_the_disk_begins_anew(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        await table.begin(time_limit=FAST)
        await table.advance(40)
        await table.answer()
        await table.storage.keep_clock(table.match_id, '{"what": "ever"}')
        await table.restart(kill=True)
        table.friends.come(0)
        assert table.clock_shown() == (20, [60, 60, 60], True)
        assert (await table.answer()).type == "done"

    at_a_table(tmp_path, work)


def test_a_disk_that_is_full_costs_no_time_twice(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        await table.begin(time_limit=FAST)
        await table.advance(30)
        table.storage.full = True
        assert (await table.answer()).type == "refused"
        assert table.clock_shown() == (0, [50, 60, 60], True)
        table.storage.full = False
        await table.advance(5)
        assert (await table.answer()).type == "done"
        assert table.clock_shown() == (20, [45, 60, 60], True)

    at_a_table(tmp_path, work)


# --- timing alone ---


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "7",
        "{}",
        '{"seq":1}',
        '{"seq":1,"seat":9,"asked_at":1,"limit":null,"reserves":[],"used":0,"since":null,"before":null,"stays":0}',
        '{"seq":1,"seat":0,"asked_at":1,"limit":[1,2],"reserves":[1],"used":0,"since":null,"before":null,"stays":0}',
    ],
)
def test_what_is_no_timing_is_none(text: str) -> None:
    assert Timing.from_text(text, 3) is None


def test_a_timing_comes_back_as_it_was_written() -> None:
    timing = Timing(
        seq=3, seat=1, asked_at=5.5, limit=FAST, reserves=(1.0, 2.0, 3.0), used=0.1, since=7.7, before=(0, 0.3)
    )
    assert Timing.from_text(timing.to_text(), 3) == timing


def test_a_clock_that_is_set_back_takes_nothing() -> None:
    timing = Timing(seq=0, seat=0, asked_at=100.0, limit=FAST, reserves=(60.0,), since=100.0)
    assert (timing.spent(50.0), timing.free(50.0)) == (0.0, 20.0)


def test_only_what_was_chosen_since_is_taken_back() -> None:
    own, forced, luck = Choice(0, Option("a")), Choice(0, Option("b"), forced=True), Luck("k", 1, None)
    before: list[Entry] = [own, own, luck]
    assert may_take_back(before, 0)
    assert not may_take_back(before, 3)
    assert not may_take_back([*before, forced], 3)
    assert may_take_back([*before, own, forced], 3)
    assert not may_take_back([*before, own, forced, TakenBack(0, 2)], 3)
    assert may_take_back([*before, own, own, TakenBack(0, 1)], 3)
