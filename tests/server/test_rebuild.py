"""A match out of its paper and its rows again: exactly as it was, or as far as changed rules allow."""

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dicecup
from dicecup import games
from dicecup.server.rebuild import rebuild
from dicecup.server.store.storage import Incompatible, Uninstalled, row_text
from dicecup.table import Match, Wish

GAMES = ("yahtzee", "king-of-tokyo", "deadwood")


class Written:
    """A match, and what a server would have written down of it."""

    def __init__(self, match: Match[Any]) -> None:
        self.match = match
        self.paper = match.save()
        self.rows: list[str] = []

    def do(self, *wishes: tuple[int, str, bool]) -> None:
        """Note down what is new."""
        self.rows += [row_text(Wish(*each).to_json()) for each in wishes]
        self.rows += [row_text(entry.to_json()) for entry in self.match.log[self._known() :]]

    def _known(self) -> int:
        old = len(json.loads(self.paper)["body"]["log"])
        return old + sum("never_ask" not in json.loads(row) for row in self.rows)

    def new_paper(self) -> None:
        self.paper, self.rows = self.match.save(), []

    def play(self, steps: int, chance: random.Random) -> None:
        """Do anything that can be done."""
        match = self.match
        for _ in range(steps):
            if match.pending is None:
                return
            roll = chance.random()
            kinds = list(match.game.interrupts)
            if roll < 0.1 and match.why_no_undo() is None:
                match.undo()
                self.do()
            elif roll < 0.2 and kinds:
                each = (chance.randrange(len(match.names)), chance.choice(kinds), chance.random() < 0.7)
                match.never_ask(each[0], each[1], never=each[2])
                self.do(each)
            elif roll < 0.25:
                match.answer_forced([match.pending.seat])
                self.do()
            elif roll < 0.27:
                self.new_paper()
            else:
                match.answer(chance.choice(match.pending.options))
                self.do()


def same(one: Match[Any], other: Match[Any]) -> None:
    """Nothing anybody can ask of them differs."""
    assert json.loads(one.save())["body"] == json.loads(other.save())["body"]
    for seat in (None, *range(len(one.names))):
        assert one.view(seat) == other.view(seat)
        assert [e.to_json(seat) for e in one.events] == [e.to_json(seat) for e in other.events]
    assert one.why_no_undo() == other.why_no_undo()


@given(st.sampled_from(GAMES), st.integers(0, 10**6), st.integers(0, 80))
def test_a_match_comes_back_exactly(game: str, seed: int, steps: int) -> None:
    written = Written(dicecup.new(game, seats=3, seed=seed))
    chance = random.Random(seed)
    written.play(steps, chance)
    again, fits = rebuild(written.paper, written.rows)
    assert fits
    same(written.match, again)
    # And it goes on in the same way.
    for match in (written.match, again):
        sure = random.Random(steps)
        for _ in range(5):
            if match.pending is not None:
                match.answer(sure.choice(match.pending.options))
    same(written.match, again)


def test_a_wish_that_was_taken_back_declines_nothing() -> None:
    written = Written(dicecup.new("king-of-tokyo", seats=2, seed=1))
    for never in (True, False):
        written.match.never_ask(0, "snatch", never=never)
        written.do((0, "snatch", never))
    again, _ = rebuild(written.paper, written.rows)
    assert again.never_asked(0) == frozenset()


def test_a_question_that_was_taken_back_to_after_a_wish_is_still_open() -> None:
    """First "no, thank you", then "never ask me that", then: wait, let me think again. So it must come back."""
    written = Written(dicecup.new("king-of-tokyo", seats=3, seed=26))
    match, chance = written.match, random.Random(26)
    while match.pending is not None and match.pending.kind != "probe":
        match.answer(chance.choice(match.pending.options))
    assert match.pending is not None
    seat = match.pending.seat
    match.answer("pass", seat)
    match.never_ask(seat, "probe")
    written.do((seat, "probe", True))
    match.undo(seat)
    written.do()
    assert match.pending.kind == "probe"
    again, fits = rebuild(written.paper, written.rows)
    assert fits
    same(match, again)


def test_rows_that_do_not_follow_from_each_other_are_not_believed() -> None:
    written = Written(dicecup.new("yahtzee", seats=2, seed=1, start="seat-order"))
    written.match.answer("roll")
    written.do()
    for rows in (written.rows[1:], written.rows[::-1], [*written.rows, written.rows[1]]):
        match, fits = rebuild(written.paper, rows)
        assert not fits
        assert len(match.log) <= 2
    with pytest.raises(Incompatible):
        rebuild("no paper", [])


def test_when_the_rules_have_changed_it_goes_on_from_where_they_still_fit() -> None:
    """Thirteen boxes were fourteen: an answer that is no longer possible ends the log."""
    written = Written(dicecup.new("yahtzee", seats=2, seed=1, start="seat-order"))
    match = written.match
    for choice in ("roll", ("fill", "chance"), "roll"):
        match.answer(choice)
        written.do()
    rows = [row.replace('"chance"]', '"bonus"]') for row in written.rows]
    again, fits = rebuild(written.paper, rows)
    assert not fits
    assert "rules have changed" in again.notice
    assert again.pending is not None
    assert [entry.to_json() for entry in again.log] == [json.loads(row) for row in rows[:2]]
    again.answer(("fill", "chance"))


def test_a_game_that_is_not_installed_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    written = Written(dicecup.new("yahtzee", seats=2, seed=1))
    monkeypatch.setattr(games, "_folders", dict)
    with pytest.raises(Uninstalled, match="Yahtzee is not installed here any more"):
        rebuild(written.paper, [])
