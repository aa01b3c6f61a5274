"""Random answers, undos, clones, loads and forks in any order, against a model that plays from scratch."""

from typing import Any

import hypothesis.strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import dicecup
from dicecup.table import Choice, Luck, Match, NotAllowed, Option
from tests.examples import examples
from tests.table import games
from tests.table.games import snapshot

SEED = 11


class Table(RuleBasedStateMachine):
    """The model is a list of the choices that stand; the match must be where they lead."""

    def __init__(self) -> None:
        super().__init__()
        self.match: Match[Any] = games.deal(seats=3, seed=SEED, rounds=4)
        self.model: list[Option] = []
        self.copies: list[tuple[Match[Any], Any]] = []
        self.log_length = 0

    def fresh(self) -> Match[Any]:
        return games.deal(seats=3, seed=SEED, rounds=4)

    @initialize(number=st.integers(0, 6), pick=st.randoms(use_true_random=False))
    def some_moves(self, number: int, pick: Any) -> None:
        for _ in range(number):
            self.answer(pick.randrange(10))

    @precondition(lambda self: self.match.pending is not None)
    @rule(number=st.integers(0, 9))
    def answer(self, number: int) -> None:
        ask = self.match.pending
        if ask is None:
            return
        option = ask.options[number % len(ask.options)]
        before = len(self.match.events)
        told = self.match.answer(list(option), ask.seat)
        assert self.match.events[before:] == told
        self.model.append(option)

    @rule(seat=st.none() | st.integers(0, 2))
    def undo(self, seat: int | None) -> None:
        past = self.replayed(len(self.model) - 1) if self.model else None
        before = snapshot(self.match)
        try:
            self.match.undo(seat)
        except NotAllowed:
            assert snapshot(self.match) == before
            return
        assert past is not None
        assert past.pending is not None
        assert seat in (None, past.pending.seat)
        undone = self.model.pop()
        # Nothing was learnt: no chance, no peek and no reveal lies between.
        told = past.answer(undone)
        assert not any(event.reveals or event.audience for event in told)
        assert [isinstance(entry, Luck) for entry in past.log[-1:]] == [False]

    @rule()
    def save_and_load(self) -> None:
        text = self.match.save()
        again = games.load(text)
        assert snapshot(again) == snapshot(self.match)
        assert again.save() == text
        assert again.notice == ""
        self.match = again

    @rule(swap=st.booleans())
    def clone(self, swap: bool) -> None:
        twin = self.match.clone()
        assert snapshot(twin) == snapshot(self.match)
        if swap:
            twin, self.match = self.match, twin
        if len(self.copies) < 4:
            self.copies.append((twin, snapshot(twin)))

    @rule(viewer=st.none() | st.integers(0, 2), seed=st.integers(0, 99))
    def fork(self, viewer: int | None, seed: int) -> None:
        fork = self.match.fork(viewer, seed)
        assert fork.view(viewer) == self.match.view(viewer)
        assert (fork.pending is None) == (self.match.pending is None)
        if fork.pending is not None and self.match.pending is not None:
            assert fork.pending.to_json(viewer) == self.match.pending.to_json(viewer)
        games.last(fork, 5)

    @rule()
    def look_back(self) -> None:
        positions = [past.state.to_json() for past in self.match.walk()]
        assert len(positions) == len(self.model)
        if self.model:
            assert positions[-1] == self.replayed(len(self.model) - 1).state.to_json()

    @rule(viewer=st.none() | st.integers(0, 2))
    def record(self, viewer: int | None) -> None:
        text = self.match.record(viewer)
        assert ('"secret"' in text) is (self.match.outcome is not None)
        if self.match.outcome is not None:
            assert games.verify(text).ordinary_start

    def replayed(self, number: int) -> Match[Any]:
        match = self.fresh()
        for option in self.model[:number]:
            match.answer(option)
        return match

    @invariant()
    def stands_where_the_choices_lead(self) -> None:
        again = self.replayed(len(self.model))
        assert snapshot(again)[:3] == snapshot(self.match)[:3]
        choices = [entry.option for entry in self.match._answers if isinstance(entry, Choice)]
        assert choices == self.model

    @invariant()
    def the_log_and_the_events_only_grow(self) -> None:
        assert len(self.match.log) >= self.log_length
        self.log_length = len(self.match.log)

    def teardown(self) -> None:
        for copy, before in self.copies:
            assert snapshot(copy) == before, "a copy was changed by what happened in the match"


class YahtzeeTable(Table):
    def __init__(self) -> None:
        super().__init__()
        self.match = self.fresh()

    def fresh(self) -> Match[Any]:
        return dicecup.new("yahtzee", seats=3, seed=SEED)

    @rule()
    def save_and_load(self) -> None:
        text = self.match.save()
        self.match = dicecup.load(text)
        assert self.match.save() == text

    @rule(viewer=st.none() | st.integers(0, 2))
    def record(self, viewer: int | None) -> None:
        self.match.record(viewer)

    @rule()
    def forced(self) -> None:
        self.match.answer_forced()
        self.model = [entry.option for entry in self.match._answers if isinstance(entry, Choice)]

    @rule(seat=st.none() | st.integers(0, 2))
    def undo(self, seat: int | None) -> None:
        before = len(self.model)
        try:
            self.match.undo(seat)
        except NotAllowed:
            return
        self.model = [entry.option for entry in self.match._answers if isinstance(entry, Choice)]
        assert len(self.model) < before


TestHush = Table.TestCase
TestHush.settings = examples(40, stateful_step_count=25)
TestYahtzee = YahtzeeTable.TestCase
TestYahtzee.settings = examples(15, stateful_step_count=25)
