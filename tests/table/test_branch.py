"""A branch of a game: the same past, dice of its own, and papers that say so."""

import json
from typing import Any

import pytest

import dicecup
from dicecup.table import Match, NotAllowed, SaveError, papers
from dicecup.table.retrace import again, branch
from tests.scenarios.king_of_tokyo.tokyo import CITY, monster, table


def played(match: Match[Any], most: int = 10_000) -> Match[Any]:
    while match.pending is not None and most:
        match.answer(match.pending.options[-1])
        most -= 1
    return match


def test_again_tells_everything_as_it_was_told() -> None:
    match = dicecup.new("yahtzee", seats=2, start="seat-order")
    match.answer("roll")
    played(match, 1)
    match.undo()
    played(match, 9)
    seen = [(len(past.log), len(past.events)) for past in again(match)]
    assert seen[-1] == (len(match.log), len(match.events))
    assert seen == sorted(seen)
    *_, last = again(match)
    assert [event.to_json() for event in last.events] == [event.to_json() for event in match.events]


def test_a_branch_has_the_past_and_dice_of_its_own() -> None:
    match = played(dicecup.new("yahtzee", seats=2))
    here = next(past for past in again(match) if len(past.log) > 40).clone()
    one, other = branch(here, 0), branch(here, 0)
    assert [entry.to_json() for entry in one.log] == [entry.to_json() for entry in here.log]
    assert [event.text() for event in one.events] == [event.text() for event in here.events]
    assert one.view(0) == here.view(0)
    assert len({match.commitment, one.commitment, other.commitment}) == 3
    with pytest.raises(NotAllowed, match="nothing to take back"):
        one.undo()
    played(one)
    played(other)
    assert one.record() != other.record()
    verdict = dicecup.verify(one.record(), commitment=one.commitment)
    assert verdict.taken_over == sum("chance" in entry.to_json() for entry in here.log)
    assert verdict.results + verdict.taken_over == sum("chance" in entry.to_json() for entry in one.log)
    assert dicecup.verify(dicecup.load(one.save()).record()).taken_over == verdict.taken_over
    assert '"since"' not in one.rematch().save()


def test_a_branch_cannot_pass_for_more_or_less_than_it_is() -> None:
    match = played(dicecup.new("yahtzee", seats=1), 12)
    record = json.loads(played(branch(match, 0)).record())["body"]
    for since in (record["secret"]["since"] - 2, 10_000, -1, "2"):
        body = {**record, "secret": {**record["secret"], "since": since}}
        with pytest.raises(SaveError):
            dicecup.verify(papers.wrap(papers.RECORD, body))


def test_what_a_seat_does_not_know_is_drawn_anew_and_the_past_left_out() -> None:
    lab = table(monster("made-in-a-lab", energy=12), monster(place=CITY), phase="buy").match
    lab._settle = None
    lab.answer(("use", "made-in-a-lab", "look"))
    lab.answer("leave")
    assert branch(lab, 0).log, "Ann knows what she saw"
    tops = {branch(lab, 1).state.top[0].card for _ in range(20)}
    assert len(tops) > 3
    assert not branch(lab, 1).log
    assert branch(lab, None, open_past=True).state.top[0].card == lab.state.top[0].card
