"""The master: the best few options played on, with the same luck for all."""

import errno
import hashlib
import os
import re
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import FunctionType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

import dicecup
from dicecup.arena import compete
from dicecup.batch.deadwood import rows
from dicecup.batch.deadwood.lot import OFFICE
from dicecup.batch.deadwood.rows import row_of
from dicecup.games.deadwood import DeadwoodView
from dicecup.players import Advice, attempts, make, play
from dicecup.players import readiness as common
from dicecup.players.deadwood import lines, readiness, rollouts, turn_tree
from dicecup.players.deadwood.hard import Hard
from dicecup.players.deadwood.master import Master, _Thought
from dicecup.players.deadwood.network import group, shipped
from dicecup.players.deadwood.planner import tables
from dicecup.players.deadwood.planner_weights import TASTES
from dicecup.players.king_of_tokyo import rollouts as tokyo
from dicecup.players.readiness import AGAIN, FROM_HERE_ON, NO_NUMBA, NO_ROOM, SOON
from dicecup.players.reference import deadwood as reference
from dicecup.table import Match, MissingPart, SetupError
from dicecup.testing import check_player
from tests.players.deadwood.positions import wander

PLAIN = SimpleNamespace(
    **{
        name: found
        for module in (lines, turn_tree)
        for name, found in vars(module).items()
        if isinstance(found, FunctionType)
    }
)
"""The same functions, as they stand in the files."""


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Few continuations, and nothing compiled: slower, and sooner done."""
    monkeypatch.setattr(rollouts, "functions", lambda: PLAIN)
    monkeypatch.setattr(readiness, "why_not", lambda: "")
    monkeypatch.setattr(rollouts, "AT_ONCE", 2)
    monkeypatch.setattr(rollouts, "LINES", 4)
    with np.errstate(over="ignore"):
        yield


def opening() -> Match[Any]:
    return dicecup.new("deadwood", seats=2, seed=4, start="seat-order")


def test_hard_1_keeps_its_weights() -> None:
    weights = (Path(reference.__file__).parent / "deadwood-hard-1.bin").read_bytes()
    assert hashlib.sha256(weights).hexdigest()[:20] == "5ffb6a85101fd1fc2e10"
    assert reference.hard_1().keys() == {2, 4, 8}
    match = opening()
    ask = match.pending
    assert ask is not None
    seen: Any = match.view(0), ask, partial(match.fork, 0)
    assert make("deadwood", "hard-1").decide(*seen) in ask.options


@pytest.mark.parametrize("numba", [False, True])
def test_as_long_as_nothing_is_compiled_the_master_chooses_as_hard_and_says_so(
    numba: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rollouts, "possible", lambda: numba)
    monkeypatch.setattr(rollouts, "functions", lambda: SimpleNamespace(kept=tmp_path))
    heard: list[str] = []
    match = opening()
    ask = match.pending
    assert ask is not None
    seen: Any = match.view(0), ask, partial(match.fork, 0)
    master = make("deadwood", "master", 1, heard.append)
    assert isinstance(master, Master)
    hard = Hard().advise(*seen)
    told: list[Advice] = []
    for _ in range(2):
        assert master.decide(*seen) == hard[0].option
        told = master.advise(*seen)
        assert [one._replace(note="") for one in told] == hard
    why = SOON if numba else NO_NUMBA
    assert heard == [f"The master of Deadwood plays as Hard does: {why}."], "once is enough"
    assert all(one.aloud == f"{one.said} I play as Hard for now: {why}." for one in told), "at its first step"


def test_what_is_worth_the_same_is_no_reason_to_do_another_thing_than_one_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Sums of the same parts in another order differ in the last digits."""
    monkeypatch.setattr(rollouts, "possible", lambda: False)
    match, master = opening(), Master(1)
    ask = match.pending
    assert ask is not None
    seen: Any = match.view(0), ask, partial(match.fork, 0)
    values = {option: 0.3 + 1e-13 * number for number, option in enumerate(ask.options)}
    monkeypatch.setattr(master, "_think", lambda *_: _Thought(values, dict.fromkeys(values, 0.0)))
    assert master.decide(*seen) == master.advise(*seen)[0].option


def test_roll_outs_are_compiled_by_somebody_else_and_by_one_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[Any] = []
    monkeypatch.undo()  # also what keeps everybody from compiling
    monkeypatch.setattr(rollouts, "possible", lambda: True)
    monkeypatch.setattr(rollouts, "functions", lambda: SimpleNamespace(kept=tmp_path))
    monkeypatch.setattr(common, "_begin", lambda folder, words: started.append(words))
    assert [readiness.why_not(), readiness.why_not()] == [SOON] * 2
    assert started == [readiness.COMMAND]
    begun = tmp_path / "begun"
    os.utime(begun, (0, 0))  # whoever began was ended long ago
    assert readiness.why_not().endswith(f"was ended before it was done, perhaps for lack of memory; {AGAIN}")
    assert len(started) == 2
    monkeypatch.setattr(rollouts, "prepare", lambda: None)
    heard: list[str] = []
    for _ in range(2):
        make("deadwood", "master", progress=heard.append).prepare()  # type: ignore[attr-defined]
    assert heard == ["The master of Deadwood gets ready (the first time, that takes a minute)."]
    assert readiness.why_not() == ""
    assert len(started) == 2, "what is done here needs nobody in the background"
    monkeypatch.setattr(rollouts, "functions", lambda: SimpleNamespace(kept=None))
    assert readiness.why_not() == NO_ROOM


@pytest.mark.parametrize("game", ["deadwood", "king-of-tokyo"])
def test_who_counts_on_a_master_does_not_get_hards_choices_under_its_name(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    of_the_game = {"deadwood": rollouts, "king-of-tokyo": tokyo}[game]
    monkeypatch.setattr(of_the_game, "possible", lambda: False)
    with pytest.raises(MissingPart, match=r"^This needs Numba: pip install 'dicecup\[fast\]'$"):
        compete(game, ["master", "easy"], games=2, seed=1)
    monkeypatch.setattr(of_the_game, "possible", lambda: True)
    monkeypatch.setattr(of_the_game, "functions", lambda: SimpleNamespace(kept=None))
    with pytest.raises(SetupError, match="compiled code cannot be kept here: set DICECUP_CACHE"):
        play(dicecup.new(game, seats=2, seed=1), [make(game, "master"), make(game, "easy")])


def test_on_a_slow_machine_nobody_begins_a_second_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever compiles is heard for as long as it takes."""
    monkeypatch.undo()
    begun, heard = tmp_path / "begun", []

    def slow() -> None:
        for _ in range(2):
            os.utime(begun, (0, 0))  # so long ago that nobody would believe it
            until = time.monotonic() + 60
            while begun.stat().st_mtime == 0 and time.monotonic() < until:
                time.sleep(0.001)
            heard.append(attempts.is_ours_to_begin(tmp_path))

    monkeypatch.setattr(os, "nice", lambda much: much)
    monkeypatch.setattr(attempts, "_BEAT", 0.01)
    assert attempts.is_ours_to_begin(tmp_path)
    monkeypatch.setattr(rollouts, "possible", lambda: True)
    monkeypatch.setattr(rollouts, "functions", lambda: SimpleNamespace(kept=tmp_path))
    monkeypatch.setattr(rollouts, "prepare", slow)
    common.behind_everything(rollouts)
    assert heard == [False, False]


def test_a_full_disk_says_where_there_is_no_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It said that the output could not be written."""

    def full() -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(rollouts, "possible", lambda: True)
    monkeypatch.setattr(rollouts, "functions", lambda: SimpleNamespace(kept=tmp_path))
    monkeypatch.setattr(rollouts, "prepare", full)
    with pytest.raises(SetupError, match=f"kept in {re.escape(str(tmp_path))}: No space .* set DICECUP_CACHE"):
        readiness.get_ready()


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (
            OSError(errno.ENOSPC, "No space left on device"),
            r"cannot be kept \(No space left on device; DICECUP_CACHE",
        ),
        (ValueError(), "its roll-outs could not be compiled"),
    ],
)
def test_what_could_not_be_compiled_is_not_said_to_be_compiled_still(
    wrong: Exception, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a full disk it was "still being compiled" for ever."""

    def fail() -> None:
        raise wrong

    started: list[Any] = []
    monkeypatch.undo()
    monkeypatch.setattr(os, "nice", lambda much: much)
    monkeypatch.setattr(rollouts, "possible", lambda: True)
    monkeypatch.setattr(rollouts, "functions", lambda: SimpleNamespace(kept=tmp_path))
    monkeypatch.setattr(rollouts, "prepare", fail)
    monkeypatch.setattr(common, "_begin", lambda folder, words: started.append(words))
    assert readiness.why_not() == SOON
    with pytest.raises((SetupError, ValueError)):
        common.behind_everything(rollouts)
    assert re.search(why, readiness.why_not())
    assert len(started) == 1, "nobody tries again at once"
    for left in tmp_path.glob("stopped-*"):
        os.utime(left, (0, 0))
    assert re.search(why, readiness.why_not()), "and as long as nothing else is known, it is said"
    assert len(started) == 2
    monkeypatch.setattr(rollouts, "prepare", lambda: None)
    common.behind_everything(rollouts)
    assert readiness.why_not() == ""


def test_where_nothing_can_be_written_that_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(rollouts, "possible", lambda: True)
    monkeypatch.setattr(rollouts, "functions", lambda: SimpleNamespace(kept=tmp_path / "a file" / "and no folder"))
    (tmp_path / "a file").touch()
    assert re.search("cannot be kept .*DICECUP_CACHE", readiness.why_not())


@pytest.mark.usefixtures("few")
def test_who_played_as_hard_says_once_that_it_does_so_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """All was compiled in the middle of a game, and nobody heard of it."""
    now = {"why": SOON}
    monkeypatch.setattr(readiness, "why_not", lambda: now["why"])
    heard: list[str] = []
    master = make("deadwood", "master", 1, heard.append)
    match = opening()
    said = []
    for now["why"] in (SOON, "", ""):
        ask = match.pending
        assert ask is not None
        told = [master.advise(match.view(ask.seat), ask, partial(match.fork, ask.seat)) for _ in range(2)]  # type: ignore[attr-defined]
        assert [one.aloud for one in told[0]] == [one.aloud for one in told[1]]
        said.append(told[0][0].aloud)
        match.answer(told[0][0].option)
        match.answer_forced()
    assert [FROM_HERE_ON in each for each in said] == [False, True, False]
    assert said[1].endswith(f"I play {FROM_HERE_ON}.")
    assert heard == [
        f"The master of Deadwood plays as Hard does: {SOON}.",
        "The master of Deadwood does not play as Hard any more: all is compiled.",
    ]


@pytest.mark.usefixtures("few")
def test_the_master_repeats_itself_and_tells_what_it_does() -> None:
    match = opening()
    ask = match.pending
    assert ask is not None
    told = []
    for seed in (3, 77):  # all that is hidden is drawn anew
        other = match.fork(0, seed)
        player = Master(1, nodes=400)
        seen: Any = other.view(0), ask, partial(other.fork, 0)
        told.append(player.advise(*seen))
        assert player.decide(*seen) == told[-1][0].option
        shares = player.appraise(*seen)
        assert all(sum(each) == pytest.approx(1) for each in shares.values())
        assert all(shares[one.option][0] == pytest.approx(one.value) for one in told[-1])
    assert told[0] == told[1]
    assert {one.option for one in told[0]} == set(ask.options)


@pytest.mark.usefixtures("few")
def test_what_is_the_same_comes_to_the_same_and_the_budget_holds() -> None:
    view = opening().view(0)
    assert isinstance(view, DeadwoodView)
    row, found = row_of(view), [0] * rows.MOST
    code = found[0] if rows.options(row, found) else 0
    look = rollouts.Rollouts(2, shipped()[2], tables(TASTES[2]), 0.0)
    seen = look.compare(row, [code, code], 9, 10**9)
    assert seen.ahead.tolist() == [0, 0], "the same luck"
    assert seen.nodes > look.compare(row, [code, code], 9, 1).nodes, "after the first round the budget is used up"
    assert 0 < seen.values[0] < 1


# --- room ---


def rich_at_the_office() -> list[int]:
    """Everything can be bought, and no card was turned up yet: no tree is larger."""
    row = rows.first_morning(2)
    row[rows.ACTOR + rows.AREA] = OFFICE
    row[rows.ACTOR + rows.DOLLARS] = row[rows.ACTOR + rows.CREDITS] = 60
    return row


def test_nothing_is_written_beyond_a_tree_whatever_its_room() -> None:
    row, cards = rich_at_the_office(), list(range(5))
    spare, found = [[0] * rows.WIDTH for _ in range(3)], [[0] * rows.MOST for _ in range(3)]
    whole = turn_tree.new_tree(2000)
    turn_tree.expand(row, cards, 5, turn_tree.sample_rolls(), 2, whole, spare, found)
    assert not whole.size[turn_tree.LOST]
    for room in (1, 2, 13, 44, 77, int(whole.size[turn_tree.ROW]) - 1):
        tree = turn_tree.new_tree(room)
        turn_tree.expand(row, cards, 5, turn_tree.sample_rolls(), 2, tree, spare, found)  # raises if it does
        assert tree.size[turn_tree.LOST] > 0
        assert max(tree.size[: turn_tree.LOST]) <= room
    last = turn_tree.new_tree(int(whole.size[turn_tree.ROW]))
    turn_tree.expand(row, cards, 5, turn_tree.sample_rolls(), 2, last, spare, found)
    assert not last.size[turn_tree.LOST], "just enough is enough"


def test_hard_makes_more_room_where_a_tree_needs_it() -> None:
    tree = turn_tree.grow(rich_at_the_office())
    assert tree.size[turn_tree.ROW] > 4096
    assert not tree.size[turn_tree.LOST]


def test_the_largest_tree_of_a_roll_out_has_room() -> None:
    row = rich_at_the_office()
    tree = turn_tree.new_tree(rollouts.TREE)
    spare, found = [[0] * rows.WIDTH for _ in range(3)], [[0] * rows.MOST for _ in range(3)]
    turn_tree.expand(
        row, turn_tree.unseen(row), rollouts.SHOWN, turn_tree.sample_rolls(), rollouts.USED, tree, spare, found
    )
    assert not tree.size[turn_tree.LOST]
    assert tree.size[turn_tree.ROW] < rollouts.TREE / 4


@pytest.mark.usefixtures("few")
def test_where_there_is_no_room_the_master_chooses_as_hard_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rollouts, "FULL", 5)
    monkeypatch.setattr(rollouts, "TREE", 3)
    match = opening()
    ask = match.pending
    assert ask is not None
    seen: Any = match.view(0), ask, partial(match.fork, 0)
    assert Master(1).advise(*seen) == Hard().advise(*seen)


# --- compiled ---


@pytest.fixture
def fewer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few continuations, compiled."""
    monkeypatch.setattr(rollouts, "AT_ONCE", 4)
    monkeypatch.setattr(rollouts, "LINES", 8)


@pytest.mark.thorough
@pytest.mark.usefixtures("fewer")
def test_compiled_roll_outs_say_what_they_say_uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the opening, with a role, and at tables of three sizes; the network gets the same numbers, almost."""
    rollouts.prepare()
    for seats, seed in ((2, 12), (3, 5), (6, 7)):
        look = rollouts.Rollouts(seats, shipped()[group(seats)], tables(TASTES[seats]), 0.0)
        for row in wander(seats, seed, share=0.02)[:3]:
            found = [0] * rows.MOST
            codes = found[: rows.options(row, found)][:3]
            if len(codes) < 2:
                continue
            quick = look.compare(row, codes, 9, 10**9)
            with monkeypatch.context() as patch, np.errstate(over="ignore"):
                patch.setattr(rollouts, "functions", lambda: PLAIN)
                plain = look.compare(row, codes, 9, 10**9)
            assert quick.nodes == plain.nodes, "every continuation went the same way"
            np.testing.assert_allclose(quick.values, plain.values, atol=1e-4)


@pytest.mark.thorough
@pytest.mark.usefixtures("fewer")
def test_a_compiled_master_keeps_its_promises() -> None:
    """Legal, repeatable, blind to the cards that lie face down; and the game ends."""
    easy = partial(make, "deadwood", "easy")
    readiness.get_ready()
    assert readiness.why_not() == "", "or it would play as Hard"
    master: Any = lambda seed: Master(seed, nodes=2000)  # noqa: E731
    assert check_player("deadwood", master, seats=[3], rivals=easy, look=0.1) > 20


@pytest.mark.thorough
def test_compiled_code_that_finds_no_room_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rollouts, "FULL", 5)
    monkeypatch.setattr(rollouts, "TREE", 3)
    row, found = rich_at_the_office(), [0] * rows.MOST
    codes = found[: rows.options(row, found)][:2]
    look = rollouts.Rollouts(2, shipped()[2], tables(TASTES[2]), 0.0)
    with pytest.raises(rollouts.Crowded):
        look.compare(row, codes, 9, 10**9)
