"""Taking back: one's own last choice, not past chance, a reveal or another player's choice."""

from typing import Any

import pytest

import dicecup
from dicecup.table import NotAllowed, TakenBack
from tests.scenarios.yahtzee import full_but, table
from tests.table.games import deal, last, load, luck, snapshot, verify


def test_nothing_to_take_back_at_the_start() -> None:
    match = dicecup.new("yahtzee", seats=1, seed=1)
    with pytest.raises(NotAllowed, match="There is nothing to take back"):
        match.undo()


def test_the_last_choice_can_be_taken_back_and_is_logged() -> None:
    match = deal(seats=3)
    before = snapshot(match)
    match.answer("pass")
    events = match.undo(0)
    state, ask, outcome, log, told = snapshot(match)
    assert (state, ask, outcome) == before[:3]
    assert [event.text() for event in events] == ["Ann takes back the last choice."]
    assert log == [*before[3], {"seat": 0, "choice": ["pass"]}, {"seat": 0, "took_back": 1}]
    assert [event["kind"] for event in told[0]][-2:] == ["passed", "took_back"]


def test_without_a_seat_whoever_chose_last_takes_back() -> None:
    match = deal(seats=3)
    match.answer("pass")
    match.answer("pass")
    match.undo()
    assert match.pending is not None
    assert match.pending.seat == 1
    match.undo()
    assert match.pending.seat == 0


def test_not_after_a_choice_of_somebody_else() -> None:
    match = deal(seats=3)
    match.answer("pass")
    match.answer("pass")
    with pytest.raises(NotAllowed, match="That cannot be taken back: Ben has made a choice since"):
        match.undo(0)
    match.undo(1)
    match.undo(0)
    assert match.pending is not None
    assert match.pending.seat == 0


def test_not_after_dice() -> None:
    match = dicecup.new("yahtzee", seats=1, seed=1)
    match.answer("roll")
    before = snapshot(match)
    with pytest.raises(NotAllowed, match="dice have been rolled or a card turned up since"):
        match.undo()
    assert snapshot(match) == before


def test_not_after_a_draw_that_only_another_seat_has_seen() -> None:
    match = deal()
    match.answer("swap")
    with pytest.raises(NotAllowed, match="dice have been rolled or a card turned up since"):
        match.undo(0)


def test_not_after_a_look_at_something_hidden() -> None:
    """No chance is involved in a peek, and yet what was seen was seen."""
    match = deal()
    match.answer(("peek", 1))
    with pytest.raises(NotAllowed, match="something hidden has been shown since"):
        match.undo(0)


def test_not_after_the_end_of_the_game_when_everybody_may_know_the_secret() -> None:
    match = table(full_but("chance"), phase="choose", turn=13, dice=[1, 2, 3, 4, 6], rolls=2).match
    match.answer(("fill", "chance"))
    assert match.outcome is not None
    before = match.save()
    with pytest.raises(NotAllowed, match="the game is over"):
        match.undo(0)
    assert match.save() == before


@pytest.mark.parametrize("copy", ["clone", "load", "both"])
def test_a_copy_knows_what_cannot_be_taken_back(copy: str) -> None:
    match = deal(seats=4)
    match.answer(("peek", 1))
    match.answer("pass")
    match.answer("pass")
    if copy != "load":
        match = match.clone()
    if copy != "clone":
        match = load(match.save())
    match.undo(2)
    match.undo(1)
    with pytest.raises(NotAllowed, match="something hidden has been shown since"):
        match.undo(0)


def test_what_cannot_be_taken_back_is_known_even_from_a_later_checkpoint() -> None:
    match = deal(seats=3)
    match.answer(("peek", 1))
    match.clone()  # the checkpoint moves past the peek
    for copy in (match.clone(), match):
        with pytest.raises(NotAllowed, match="something hidden has been shown since"):
            copy.undo(0)
        copy.answer(("challenge", 2))
        copy.undo(1)  # goes back to that checkpoint
        with pytest.raises(NotAllowed, match="something hidden has been shown since"):
            copy.undo(0)


def test_the_choice_after_a_look_can_be_taken_back() -> None:
    match = deal(seats=3)
    match.answer(("peek", 1))
    match.answer("pass")
    match.undo(1)
    match.answer(("challenge", 2))
    match.undo(1)
    assert match.pending is not None
    assert match.pending.kind == "move"


def test_in_the_middle_of_a_phase() -> None:
    match = deal(seats=3)
    match.answer(("challenge", 2))
    match.undo(0)
    match.answer(("challenge", 1))
    assert match.pending is not None
    assert (match.pending.seat, match.pending.kind) == (1, "reply")


def test_forced_answers_are_no_barrier_and_go_with_the_choice_before_them() -> None:
    match = table(
        full_but("chance"), full_but("ones"), phase="choose", turn=25, dice=[1, 2, 3, 4, 6], rolls=2
    ).match
    match.answer(("keep", 0, 1, 2, 3, 4))
    match.answer_forced([0])
    assert match.pending is not None
    assert match.pending.seat == 1
    assert [entry.to_json() for entry in match.log] == [
        {"seat": 0, "choice": ["keep", 0, 1, 2, 3, 4]},
        {"seat": 0, "choice": ["fill", "chance"], "forced": True},
    ]
    match.undo(0)
    assert (match.outcome, match.state.rolls) == (None, 2)
    assert match.log[-1].to_json() == {"seat": 0, "took_back": 2}


def test_only_forced_answers_are_nothing_to_take_back() -> None:
    match = dicecup.new("yahtzee", seats=1, seed=1)
    match.answer_forced()
    with pytest.raises(NotAllowed, match="dice have been rolled"):
        match.undo()


def test_the_same_answers_after_an_undo_lead_to_the_same_dice() -> None:
    match = dicecup.new("yahtzee", seats=2, seed=1, start="seat-order")
    match.answer("roll")
    plain = match.clone()
    match.answer(("fill", "chance"))
    match.undo()
    for each in (match, plain):
        each.answer(("keep", 0))
    assert luck(match) == luck(plain)
    assert match.state == plain.state


def test_undo_then_save_then_load_then_undo_again() -> None:
    match = deal(seats=4)
    for _ in range(3):
        match.answer("pass")
    match.undo()
    again = load(match.save())
    assert snapshot(again) == snapshot(match)
    for each in (match, again):
        each.undo()
        each.undo()
        with pytest.raises(NotAllowed):
            each.undo()
    assert snapshot(again) == snapshot(match)
    assert snapshot(again.clone()) == snapshot(match)
    assert [entry.count for entry in again.log if isinstance(entry, TakenBack)] == [1, 1, 1]


def test_undo_and_a_clone_of_it_play_on_alike() -> None:
    match = deal(seats=3)
    match.answer("pass")
    match.clone()  # moves the checkpoint past what is taken back now
    match.answer("pass")
    match.clone()
    match.undo()
    match.undo()
    twin = match.clone()
    assert snapshot(last(twin)) == snapshot(last(match))
    assert snapshot(load(match.save())) == snapshot(match)


def test_a_game_with_undone_choices_is_verified_like_any_other() -> None:
    match = deal(seats=3)
    for _ in range(4):
        match.answer("pass")
        match.undo()
        match.answer("pass")
    last(match)
    assert verify(match.record()).ordinary_start


@pytest.mark.thorough
def test_taking_back_costs_no_more_than_what_is_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a thousand moves without any dice: not all of them are played again, each time somebody hesitates."""
    match = dicecup.new("deadwood", seats=2, seed=7, start="seat-order", stall_turns=0)
    while len(match.log) < 1_000:
        assert match.pending is not None
        quiet = [option for option in match.pending.options if option.verb in ("move", "end")]
        match.answer((quiet or match.pending.options)[len(match.log) % max(1, len(quiet))])
    steps = 0
    rules = match.game.phases

    def counting(phase: str) -> Any:
        def counted(play: Any) -> Any:
            nonlocal steps
            steps += 1
            return rules[phase](play)

        return counted

    monkeypatch.setattr(type(match.game), "phases", {phase: counting(phase) for phase in rules})
    match.undo()  # the first one finds its way back, and takes a few notes on it
    began = steps
    for _ in range(50):
        assert match.pending is not None
        before = snapshot(match)[:3]
        match.answer(match.pending.options[0])
        if match.why_no_undo() is not None:
            break
        match.undo()
        assert snapshot(match)[:3] == before
    assert 0 < steps - began < 50 * 6
    began = steps
    for _ in range(200):
        match.undo()
    assert steps - began < 200 * 12
    again = load(match.save(), match.game)
    assert snapshot(again) == snapshot(match)
