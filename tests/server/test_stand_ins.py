"""Somebody is away when they are asked: a computer player decides, not a moment too early, until they are back."""

import asyncio
import time
from pathlib import Path

import pytest

from dicecup.server import deciding, wire
from dicecup.server.store.storage import OPEN
from dicecup.table import Choice
from tests.server.friends import NEW, Table, at_a_table
from tests.server.hourglass import NOON
from tests.server.inside import Ear, roll


def test_after_the_time_the_table_has_chosen_and_not_a_moment_earlier(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        await table.begin(patience=30.0)
        table.friends.leave(0)
        await table.advance(29.875)
        assert (table.live.seq, table.friends.notes) == (0, [])
        assert not table.state().seats[0].stand_in
        await table.advance(0.125)
        assert table.friends.notes == [(NOON + 30, 0, "away", 0)]
        assert table.asked == 1, "and goes on for her until another has to decide"
        assert table.state(1).seats[0].stand_in
        assert table.mind.asked[0] == (0, "usual of yahtzee")

    at_a_table(tmp_path, work)


def test_time_counts_from_when_they_are_asked_or_when_they_left_whichever_is_later(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        await table.begin(patience=30.0)
        table.friends.leave(1)
        await table.advance(100)  # nobody has asked Bo anything
        assert table.friends.notes == []
        await table.answer()
        await table.answer(["fill", "chance"])
        assert table.asked == 1
        await table.advance(29)
        assert table.asked == 1
        await table.advance(1)
        assert table.friends.notes == [(NOON + 130, 1, "away", 3)]
        assert table.asked == 2
        await table.advance(10)
        table.friends.leave(2)  # Cy has thought for ten seconds before he left
        await table.advance(29)
        assert len(table.friends.notes) == 1
        await table.advance(1)
        assert table.friends.notes[1][:3] == (NOON + 170, 2, "away")

    at_a_table(tmp_path, work)


@pytest.mark.parametrize(("patience", "waits"), [(None, 10_000), (0.0, 0)])
def test_never_is_never_and_at_once_is_at_once(tmp_path: Path, patience: float | None, waits: float) -> None:
    async def work(table: Table) -> None:
        await table.begin(patience=patience)
        table.friends.leave(0)
        await table.advance(waits)
        assert table.asked == (0 if patience is None else 1)
        assert table.clock.sleepers == 0

    at_a_table(tmp_path, work)


def test_once_a_stand_in_decides_it_decides_at_once_until_they_are_back(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        await table.begin(patience=30.0)
        table.friends.leave(0)
        await table.advance(30)
        asked = []
        for box in ("ones", "twos"):
            for _ in (1, 2):
                asked.append(table.asked)
                await table.answer(["roll"])
                await table.answer(["fill", box])
        assert asked == [1, 2, 1, 2]
        assert [note[1] for note in table.friends.notes] == [0], "and it is said once"
        assert table.state().seats[0].stand_in
        table.friends.come(0)
        await table.quiet()
        assert not table.state().seats[0].stand_in

    at_a_table(tmp_path, work)


def test_whoever_comes_back_takes_over_at_the_next_decision(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        await table.begin(patience=30.0)
        table.friends.leave(0)
        await table.advance(10)
        table.friends.come(0)
        await table.advance(1000)
        assert (table.asked, table.live.seq) == (0, 0), "back before it was over: nobody decides for her"
        table.friends.leave(0)
        table.mind.free.clear()
        await table.advance(30)  # there is nothing but to roll, so that is done; then the stand-in thinks
        rolled = table.live.seq
        assert rolled > 0
        assert table.ears[1].last.type == "thinking"
        table.friends.come(0)
        await table.quiet()
        assert (table.asked, table.live.seq) == (0, rolled)
        table.mind.free.set()
        await table.quiet()
        assert (table.asked, table.live.seq) == (0, rolled), "what it thought of is dropped"
        assert (await table.answer(["fill", "ones"])).type == "done", "she decides"
        assert table.asked == 1

    at_a_table(tmp_path, work)


def test_back_in_the_very_moment_of_the_decision(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        await table.begin(patience=30.0)
        await table.answer()
        table.friends.leave(0)
        table.mind.at_last = lambda: table.friends.come(0)
        await table.advance(30)
        assert (table.asked, table.live.seq) == (0, 2)
        assert len(table.mind.asked) == 1

    at_a_table(tmp_path, work)


def test_a_stand_in_answers_as_whoever_sits_there_would(tmp_path: Path) -> None:
    """One decision after the other, even where there is no choice: they may be back for the next."""

    async def work(table: Table) -> None:
        await table.begin(patience=0.0)
        table.friends.leave(0)
        await table.quiet()
        mine = [entry for entry in table.live.match.log if isinstance(entry, Choice) and entry.seat == 0]
        assert mine[0].option == ("roll",)
        assert not any(entry.forced for entry in mine)

    at_a_table(tmp_path, work)


def test_everybody_leaves_while_a_stand_in_thinks(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        await table.begin(patience=30.0)
        table.friends.leave(0)
        table.mind.free.clear()
        await table.advance(30)
        table.friends.leave(1, 2)
        table.mind.free.set()
        await table.quiet()
        assert (table.asked, table.live.seq) == (0, 2), "the table stands still"
        table.friends.come(2)
        await table.quiet()
        assert table.asked == 1

    at_a_table(tmp_path, work)


def test_nobody_waits_for_a_thought_that_nobody_wants(tmp_path: Path) -> None:
    """Ann is back and decides while her stand-in still thinks; the computer player after her begins at once."""

    async def work(table: Table) -> None:
        await table.begin(computers=(1,), patience=30.0)
        table.friends.leave(0)
        table.mind.free.clear()
        await table.advance(30)
        assert table.mind.asked == [(0, "usual of yahtzee")]
        table.friends.come(0)
        await table.quiet()
        assert (await table.answer(["fill", "ones"])).type == "done"
        assert table.mind.asked == [(0, "usual of yahtzee"), (1, "hard")]

    at_a_table(tmp_path, work)


def test_where_nobody_is_nobody_is_decided_for(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        await table.begin(patience=30.0)
        table.friends.leave(0, 1, 2)
        await table.advance(10_000)
        assert (table.live.seq, table.clock.sleepers) == (0, 0)
        table.friends.come(1)
        await table.quiet()
        assert table.friends.notes == [(NOON + 10_000, 0, "away", 0)], "she has been away for long enough"
        assert table.asked == 1

    at_a_table(tmp_path, work)


@pytest.mark.thorough
def test_a_spectator_is_somebody(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        await table.begin(patience=30.0)
        table.friends.watchers = 1
        table.friends.leave(0, 1, 2)
        await table.advance(90)
        assert [note[:3] for note in table.friends.notes] == [
            (NOON + 30, 0, "away"),
            (NOON + 60, 1, "away"),  # he was not asked before
            (NOON + 90, 2, "away"),
        ]
        assert table.live.match.outcome is not None, "stand-ins play on before those who look on"
        assert [match for match, _ in table.friends.ends] == [table.match_id]

    at_a_table(tmp_path, work)


def test_who_has_given_up_the_seat_is_a_computer_player_and_nobody_stands_in(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        await table.begin(computers=(0,), patience=0.0)
        table.friends.leave(0)
        await table.quiet()
        assert (table.asked, table.friends.notes) == (1, [])
        assert table.mind.asked[0] == (0, "hard")
        assert not table.state().seats[0].stand_in

    at_a_table(tmp_path, work)


def test_a_chair_that_waits_for_a_late_comer_does_not_hold_the_others_up(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        await table.begin(patience=None)
        table.live.row.seats[1].player, table.live.row.seats[1].guest = OPEN, ""
        await table.answer()
        await table.answer(["fill", "chance"])
        assert table.asked == 2
        state = table.state()
        assert (state.paused, state.seats[1].player, state.seats[1].stand_in) == (False, "open", True)

    at_a_table(tmp_path, work)


def test_what_a_stand_in_did_is_taken_back_like_a_choice_of_ones_own(tmp_path: Path) -> None:
    """By the policy of the house: until dice fall, or another decides."""

    async def work(table: Table) -> None:
        await table.begin(patience=0.0)
        await table.answer()
        table.friends.leave(0)
        await table.quiet()
        table.friends.come(0)
        await table.quiet()
        assert table.asked == 1
        assert table.state(0).can_undo.ok
        assert not table.state(1).can_undo.ok, "nobody takes back what another's stand-in did"
        assert (await table.undo(0)).type == "done"
        assert table.asked == 0
        await table.answer(["fill", "chance"])
        await table.answer()
        refused = await table.undo(0)
        assert refused.type == "refused"
        assert "dice have been rolled" in refused.reason

    at_a_table(tmp_path, work)


def test_a_stand_in_is_kept_through_a_restart_and_who_is_not_back_has_ten_seconds(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        await table.begin(patience=0.0)
        table.friends.leave(2)
        await table.answer()
        await table.answer(["fill", "chance"])
        await table.restart(kill=True)
        table.friends.come(0)
        await table.advance(9.875)
        assert table.asked == 1, "Bo may be on his way"
        await table.advance(0.125)
        assert table.asked == 0, "now both are decided for"
        assert [note[1:3] for note in table.friends.notes] == [(1, "away"), (2, "away")]
        await table.answer()
        await table.restart(kill=True)
        table.friends.come(0)
        await table.answer(["fill", "ones"])
        assert table.asked == 0, "they still are, without another word"
        assert len(table.friends.notes) == 2

    at_a_table(tmp_path, work)


def test_how_long_somebody_was_asked_is_known_after_a_restart(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        await table.begin(patience=120.0)
        await table.answer()
        await table.restart(kill=True, down=1000)
        table.friends.come(1)
        await table.advance(119)
        assert table.asked == 0, "away only since the restart"
        await table.advance(1)
        assert table.asked == 1

    at_a_table(tmp_path, work)


def test_the_table_may_change_its_mind(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        await table.begin(patience=None)
        table.friends.leave(0)
        await table.advance(60)
        table.friends.patience = 120.0
        table.friends.changed()
        await table.advance(59)
        assert table.asked == 0
        table.friends.patience = None
        table.friends.changed()
        await table.advance(100)
        assert table.asked == 0
        table.friends.patience = 30.0
        table.friends.changed()
        await table.quiet()
        assert table.asked == 1

    at_a_table(tmp_path, work)


def test_who_comes_and_goes_is_told_only_where_it_changes_something(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        await table.begin(patience=30.0)
        heard = len(table.ears[1].heard)
        for _ in range(3):
            table.friends.leave(2)
            table.friends.come(2)
            await table.quiet()
        assert len(table.ears[1].heard) == heard
        table.friends.leave(0)
        await table.advance(30)
        assert any(one.type == "state" and one.seats[0].stand_in for one in table.ears[1].heard)

    at_a_table(tmp_path, work)


def test_a_disk_that_is_full_holds_the_stand_in_up_and_no_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deciding, "_AGAIN", 0.01)

    async def work(table: Table) -> None:
        await table.begin(patience=30.0)
        table.friends.leave(0)
        table.storage.full = True
        await table.clock.advance(30)
        for _ in range(1000):
            if table.live.trouble:
                break
            await asyncio.sleep(0.005)
        assert "The disk is full" in table.state(1).notice
        assert (table.live.seq, table.asked) == (0, 0)
        table.storage.full = False
        await table.quiet()
        assert table.asked == 1
        assert len(table.friends.notes) == 1

    at_a_table(tmp_path, work)


def test_company_that_does_not_want_it_is_not_asked_without_end(tmp_path: Path) -> None:
    """Somebody comes back in the very moment a stand-in was to take over: it is looked at again a little later."""

    async def work(table: Table) -> None:
        await table.begin(patience=0.0, stubborn=True)
        began = time.monotonic()
        table.friends.leave(0)
        while len(table.friends.notes) < 3:
            await asyncio.sleep(0.01)
        assert len(table.friends.notes) <= 2 + (time.monotonic() - began) / deciding._BEAT
        table.friends.come(0)
        await table.quiet()
        assert table.asked == 0

    at_a_table(tmp_path, work)


def test_hints_are_as_the_table_wants_them(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        await table.begin(hints=False)
        assert table.state().hints is False
        given = await table.live.hint(table.ears[0], "h")
        assert (given.id, given.advice, given.reason) == ("h", [], "This table plays without hints.")
        table.friends.hints = True
        table.friends.changed()
        await table.quiet()
        assert table.ears[2].last.hints is True, "everybody is told when that changes"
        assert table.mind.asked == []

    at_a_table(tmp_path, work)


def test_a_match_says_which_party_plays_it_and_others_say_nothing(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        await table.begin()
        assert table.state().party == "party"
        table.live.company = None
        await table.quiet()
        state = table.state()
        assert (state.party, state.clock, state.hints) == (None, None, True)
        table.friends.leave(0)
        await table.advance(10_000)
        assert (table.asked, table.clock.sleepers) == (0, 0)

    at_a_table(tmp_path, work)


def test_a_match_that_no_party_plays_has_neither_timers_nor_clocks(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        match = (await table.matches.create(NEW, "ann")).match
        live = await table.matches.find(match, "ann")
        live.company = None  # as whoever opens it says
        ear = Ear()
        live.listeners.add(ear)
        await live.hello(ear, None)
        await live.command(ear, roll("one"))
        assert not live.deeds
        stored = await table.storage.load(match)
        assert stored is not None
        assert (stored.clock, len(stored.rows) > 0, table.clock.sleepers) == ("", True, 0)
        table.live = live

    at_a_table(tmp_path, work)


def test_a_match_may_get_company_while_it_is_played(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        await table.begin(patience=30.0)
        table.live.company = None
        await table.answer()
        await table.answer(["fill", "chance"])
        table.friends.leave(1)
        await table.advance(100)
        table.friends.time_limit = (20.0, 60.0)
        table.live.company = table.friends
        await table.quiet()
        assert table.clock_shown() == (20, [60, 60, 60], True)
        await table.advance(29)
        assert table.asked == 1, "Bo is asked anew"
        await table.advance(1)
        assert table.asked == 2

    at_a_table(tmp_path, work)


def test_the_end_is_told_once_and_again_after_a_restart(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        await table.begin()
        while table.asked is not None:
            assert (await table.answer()).type == "done"
        assert len(table.friends.ends) == 1
        match, outcome = table.friends.ends[0]
        assert (match, outcome.reason) == (table.match_id, "highest score")
        assert isinstance(outcome, wire.Outcome)
        table.friends.changed()
        table.friends.leave(0)
        await table.quiet()
        assert len(table.friends.ends) == 1
        await table.restart(kill=True)
        assert table.friends.ends == [(match, outcome)] * 2, "nobody can tell whether it was heard"

    at_a_table(tmp_path, work)


def test_a_party_that_could_not_write_the_end_down_is_told_again(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        await table.begin(deaf=True)
        while table.asked is not None:
            await table.answer()
        assert table.friends.ends == []
        table.friends.deaf = False
        table.friends.changed()
        await table.quiet()
        assert len(table.friends.ends) == 1

    at_a_table(tmp_path, work)


def test_one_timer_at_most_and_none_once_it_is_over(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        await table.begin(patience=30.0)
        for seat in (0, 1, 2):
            table.friends.leave(seat)
            table.friends.come(seat)
        table.friends.leave(0)
        assert table.clock.sleepers <= 1
        await table.quiet()
        assert table.clock.sleepers == 1
        assert not table.live.idle
        table.friends.come(0)
        await table.quiet()
        assert table.clock.sleepers == 0
        table.live.listeners.clear()
        assert table.live.idle

    at_a_table(tmp_path, work)
