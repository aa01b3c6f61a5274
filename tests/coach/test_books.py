"""The books of every game balance: for each seat start + luck + errors + rest = result. And who gets no review."""

import json
import random
from collections import deque
from collections.abc import Sequence
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dicecup
from dicecup import games
from dicecup.coach import Review, review
from dicecup.games import lessons
from dicecup.players import Advice, Appraiser, Fell, Fork, RandomPlayer, Unit, Values, best, forks, make, ranked
from dicecup.players.player import digest
from dicecup.table import (
    Ask,
    Checkpoint,
    Choice,
    DicecupError,
    Luck,
    Match,
    NotAllowed,
    Option,
    SaveError,
    Secret,
    SetupError,
)
from dicecup.table.retrace import again, branch, stops
from dicecup.testing import start
from tests.examples import examples

CLOSE = 1e-9
ALL = [each.game.name for each in games.manifests()]
REVIEWED = [name for name in ALL if isinstance(make(name, best(name)), Appraiser)]


class Whim:
    """Says anything of anything: whatever a mind thinks, the books have to balance."""

    noise = 0.0  # so nothing is played out

    def __init__(self, seed: int, unit: Unit = "win") -> None:
        self.seed, self._unit = seed, unit

    def unit(self, match: Match[Any]) -> Unit:
        return self._unit

    def _any(self, seats: int, *what: object) -> Values:
        return random.Random(f"{self.seed} {what}").choices(range(-3, 10), k=seats)

    def decide(self, view: Any, ask: Ask, fork: Fork) -> Option:
        return RandomPlayer(self.seed).decide(view, ask, fork)

    def advise(self, view: Any, ask: Ask, fork: Fork) -> list[Advice]:
        """Not all of them, and in an order of its own."""
        some = ask.options[:: 1 + digest(self.seed, view)[0] % 3]
        return ranked({option: float(at) for at, option in enumerate(some)}, unit=self._unit)

    def appraise(self, view: Any, ask: Ask, fork: Fork) -> dict[Option, Values]:
        return {option: self._any(len(view.names), view.to_json(), option) for option in ask.options}

    def fell(self, before: Match[Any], option: Option, after: Match[Any]) -> Fell | None:
        if not any(isinstance(entry, Luck) for entry in after.log[len(before.log) :]):
            return None
        seats = len(before.names)
        return Fell(self._any(seats, "expected", option), self._any(seats, "came", option))

    def chances(self, match: Match[Any]) -> Values:
        return self._any(len(match.names), match.state.turn)


def played(match: Match[Any], levels: Sequence[str], seed: int, *, undo: bool = False) -> Match[Any]:
    """To the end, by players of these levels; now and then somebody takes a choice back."""
    chance, left = random.Random(seed), 12
    players = [make(match.game.name, levels[seat % len(levels)], seed + seat) for seat in range(len(match.names))]
    while match.pending is not None:
        ask = match.pending
        match.answer(players[ask.seat].decide(match.view(ask.seat), ask, forks(match, ask.seat)), ask.seat)
        if undo and left and match.why_no_undo() is None and chance.random() < 0.5:
            match.undo()
            left -= 1
            if match.pending is not None:
                match.answer(chance.choice(match.pending.options))
    return match


def late(match: Match[Any], decisions: int) -> Match[Any]:
    """A finished match as it stood so many decisions before the end: a game that begins there, with other dice."""
    [past] = deque(islice(stops(match), max(1, sum(1 for _ in stops(match)) - decisions)), maxlen=1)
    return past.fork(None, seed=5)


def check(found: Review, match: Match[Any]) -> None:
    """All that holds for every review, whoever judged."""
    seats = len(match.names)
    for one in found.accounts:
        books = (one.start, one.own_luck, one.others_luck, one.own_errors, one.others_errors, one.rest)
        assert sum(books) == pytest.approx(one.result, abs=CLOSE)
        assert one.own_errors <= 0
        assert one.accuracy is None if not one.decisions else 0 <= (one.accuracy or 0) <= 100
        assert sum(one.grades.values()) == one.decisions
        assert all(found.steps[at].seat == one.seat and found.steps[at].is_fault for at in one.costliest)
    kept = _kept(match)
    assert [step.at for step in found.steps] == [at for at in kept if isinstance(match.log[at], Choice)]
    fell = dict.fromkeys(kept, False)
    last = -1
    for at in kept:
        last = at if isinstance(match.log[at], Choice) else last
        fell[last] = fell.get(last, False) or isinstance(match.log[at], Luck)
    for step, after in zip(found.steps, [*(step.before for step in found.steps[1:]), found.result], strict=True):
        assert {len(step.before), len(step.error), len(step.luck), len(step.rest)} == {seats}
        changes = zip(step.before, step.error, step.luck, step.rest, strict=True)
        assert [sum(change) for change in changes] == pytest.approx(after, abs=CLOSE)
        assert step.error[step.seat] <= 0
        assert step.error[step.seat] or not any(step.error), "who gives nothing away does nobody any wrong"
        assert step.hinted or step.chosen.loss == -step.error[step.seat]
        assert not (step.hinted and step.is_fault)
        assert step.chosen in step.options
        assert [one.value for one in step.options] == sorted((one.value for one in step.options), reverse=True)
        assert step.options[0].value == step.before[step.seat]
        assert step.options[0].loss == 0
        assert all(step.told)
        if not fell[step.at]:
            assert set(step.luck) == {0}, step
    where = {len(past.log): number for number, past in enumerate(stops(match))}
    forced = {at for at, entry in enumerate(match.log) if isinstance(entry, Choice) and entry.forced}
    assert all(step.stop == where[step.at] for step in found.steps if step.at not in forced)
    assert all(step.grade is None for step in found.steps if step.at in forced)
    plain = found.to_json()
    assert json.loads(json.dumps(plain, allow_nan=False)) == plain


def check_values(found: Review) -> None:
    """And where a real mind judged: chances are chances."""
    if found.unit == "win":
        for step in found.steps:
            assert all(-CLOSE <= value <= 1 + CLOSE for value in step.before)
            assert sum(step.before) == pytest.approx(1, abs=0.05)


def _kept(match: Match[Any]) -> list[int]:
    kept: list[int] = []
    for at, entry in enumerate(match.log):
        if isinstance(entry, (Choice, Luck)):
            kept.append(at)
        else:
            del kept[-entry.count :]
    return kept


# --- whatever the mind ---


@pytest.mark.parametrize("game", ALL)
@given(seed=st.integers(0, 10_000), unit=st.sampled_from(["win", "points"]), undo=st.booleans())
@examples(3)
def test_the_books_balance_whatever_a_mind_thinks(game: str, seed: int, unit: Unit, undo: bool) -> None:
    allowed = games.find(game).seats
    match = dicecup.new(game, seats=allowed[seed % len(allowed)], seed=seed)
    played(match, ["random"], seed, undo=undo)
    heard: list[float] = []
    found = review(match, heard.append, Whim(seed, unit))
    if unit == "win":  # or else who plays for points gets them, and nobody wins
        assert sum(found.result) == pytest.approx(1 if match.outcome and match.outcome.winners else 0)
    check(found, match)
    assert heard == sorted(heard)
    assert heard[-1] == 1


@pytest.mark.thorough
@pytest.mark.parametrize("game", ALL)
def test_a_lesson_has_books_as_well(game: str) -> None:
    match = lessons.begin(game)
    while (place := lessons.place(match)) is not None and place.move is not None:
        assert match.pending is not None
        choice = place.choice(match.pending)
        if choice is None:
            match.answer_forced([match.pending.seat])
        else:
            match.answer(choice, match.pending.seat)
    played(match, ["random"], 3)
    check(review(match, mind=Whim(3)), match)


@pytest.mark.thorough
@pytest.mark.parametrize("game", ALL)
def test_a_game_that_was_saved_loaded_and_branched_has_books_as_well(game: str) -> None:
    whole = played(dicecup.new(game, seats=2, seed=8), ["random"], 8)
    [middle] = deque(islice(stops(whole), 30), maxlen=1)
    for match in (dicecup.load(middle.save()), branch(middle, None, open_past=True), middle.fork(None, seed=1)):
        played(match, ["random"], 9)
        found = review(dicecup.load(match.save()), mind=Whim(5))
        check(found, match)


class Pair(Whim):
    """Likes a pair, and finds all else worth the same; a hint names it, and one die beside it."""

    def __init__(self, pair: Sequence[int], single: int) -> None:
        super().__init__(1)
        self.named = [Option("keep", *pair), Option("keep", single)]

    def advise(self, view: Any, ask: Ask, fork: Fork) -> list[Advice]:
        return [Advice(one, 0.5, 0.0, f"reason {at}") for at, one in enumerate(self.named) if one in ask.options]

    def appraise(self, view: Any, ask: Ask, fork: Fork) -> dict[Option, Values]:
        keeps = [option for option in ask.options if option.verb == "keep"]
        faces = {option: sorted(view.dice[int(slot)] for slot in option.args) for option in keeps}
        liked = faces.get(self.named[0], [])
        return {option: (0.5 if liked and faces.get(option) == liked else 0.1,) * 2 for option in ask.options}


@pytest.mark.parametrize(
    ("kept", "options"),
    [
        (
            (1, 2),
            {(1, 2): "reason 0", (3,): "reason 1"},
        ),  # another pair of twos means the same
        ((3,), {(0, 1): "reason 0", (3,): "reason 1"}),
        ((4,), {(0, 1): "reason 0", (3,): "reason 1", (4,): ""}),  # worth the same, and means something else
    ],
)
def test_options_are_the_same_if_they_mean_the_same_and_not_if_they_are_worth_the_same(
    kept: tuple[int, ...], options: dict[tuple[int, ...], str]
) -> None:
    state = start("yahtzee", seats=2, phase="choose", dice=[2, 2, 2, 4, 6], rolls=1).state
    match: Match[Any] = Match(games.find("yahtzee"), Checkpoint(state, 0), Secret(seed=1))
    match.answer(("keep", *kept))
    played(match, ["random"], 1)
    judged = next(step for step in review(match, mind=Pair((0, 1), 3)).steps if step.kind == "choose")
    assert {one.choice[1:]: one.reason for one in judged.options} == options


# --- the minds we have ---


@pytest.mark.thorough
@pytest.mark.usefixtures("spread_scores")
@pytest.mark.parametrize("game", REVIEWED)
def test_the_end_of_a_game(game: str) -> None:
    whole = played(dicecup.new(game, seats=3, seed=4), ["easy"], 4)
    match = played(late(whole, 24), ["easy", "random"], 4, undo=True)
    found = dicecup.review(match)
    check(found, match)
    check_values(found)


@pytest.mark.thorough
@pytest.mark.usefixtures("spread_scores")
def test_a_record_tells_the_same_as_the_match() -> None:
    match = played(dicecup.new("yahtzee", seats=2, seed=6), ["easy", "medium"], 6, undo=True)
    found = dicecup.review(match)
    check(found, match)
    check_values(found)
    assert (
        dicecup.review(match.record()) == dicecup.review(match.record(1)) == dicecup.review(match.save()) == found
    )


@pytest.mark.soak
@pytest.mark.usefixtures("spread_scores")
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", REVIEWED)
def test_whole_games_at_tables_of_all_sizes(game: str, seed: int) -> None:
    for seats in games.find(game).seats:
        match = played(dicecup.new(game, seats=seats, seed=seed), ["easy", "hard", "medium"], seed, undo=True)
        found = dicecup.review(match)
        check(found, match)
        check_values(found)


# --- who gets none ---


def test_a_game_that_is_not_over_has_no_review() -> None:
    match = dicecup.new("yahtzee", seats=2, seed=1)
    with pytest.raises(NotAllowed, match="A game can be reviewed when it is over"):
        dicecup.review(match)
    for paper in (match.save(), match.record()):
        with pytest.raises(DicecupError, match="over"):
            dicecup.review(paper)


def test_a_game_that_nobody_can_appraise_has_no_review() -> None:
    match = played(dicecup.new("yahtzee", seats=1, seed=1), ["random"], 1)
    with pytest.raises(SetupError, match="no reviews of Yahtzee yet: no computer player can appraise it"):
        review(match, mind=RandomPlayer(1))


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_a_mind_that_has_no_numbers_is_not_believed(value: float) -> None:
    class Lost(Whim):
        def appraise(self, view: Any, ask: Ask, fork: Fork) -> dict[Option, Values]:
            return dict.fromkeys(ask.options, (value,))

    match = played(dicecup.new("yahtzee", seats=1, seed=1), ["random"], 1)
    with pytest.raises(SetupError, match="cannot say what it is worth to everybody to roll the dice"):
        review(match, mind=Lost(1))


def test_a_damaged_record_has_no_review() -> None:
    paper = played(dicecup.new("yahtzee", seats=1, seed=1), ["random"], 1).record()
    for damaged in ("", "no record", paper[: len(paper) // 2], paper.replace('"roll"', '"rill"', 1)):
        with pytest.raises(SaveError, match=r"\w.*\.$"):
            dicecup.review(damaged)


def test_again_stands_at_every_decision_of_a_review() -> None:
    """Whoever shows a step finds its place in the log."""
    match = played(dicecup.new("yahtzee", seats=2, seed=3), ["random"], 3, undo=True)
    at = {len(past.log): past.pending for past in again(match) if past.pending is not None}
    for step in review(match, mind=Whim(1)).steps:
        ask = at.get(step.at)
        entry = match.log[step.at]
        assert isinstance(entry, Choice)
        assert tuple(entry.option) == step.chosen.choice
        assert ask is None or (ask.seat, ask.kind, ask.prompt) == (step.seat, step.kind, step.prompt)
