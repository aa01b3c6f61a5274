"""Roll-outs: both choices see the same dice, luck is taken off, and what the mind says is put to the test."""

from typing import Any

import pytest

import dicecup
from dicecup.coach import Grade, Review, review
from dicecup.coach.rollouts import _LEAST, _MOST, given_away
from dicecup.players import Advice, Fell, Fork, Unit, Values
from dicecup.table import Ask, Choice, Luck, Match, Option
from dicecup.testing import start
from tests.coach.made import balance
from tests.players.king_of_tokyo.tables import rolled, table
from tests.scenarios import yahtzee


def test_both_branches_of_a_seed_see_the_same_dice() -> None:
    """The next roll of the others does not depend on what was kept before it."""
    match = rolled(table(3), 1, 1, 2, 3, 5, 5, rolls_left=2)
    found = []
    for keep in (("keep", *range(6)), ("keep", 0, 1), ("keep",)):
        copy = match.fork(0, 77)
        copy.answer(keep)
        while copy.state.turn < 7:
            assert copy.pending is not None
            options = copy.pending.options
            copy.answer(options[-1] if options[0][0] == "keep" else options[0])
        found.append([entry.result for entry in copy.log if isinstance(entry, Luck) and entry.key == "6/1/roll/1"])
    assert found[0]
    assert found[0] == found[1] == found[2]


class Fickle:
    """A mind for Yahtzee whose values are made up: filling chance is worth so much more, and luck is wild."""

    noise = 0.03

    def __init__(self, gap: float, luck: float, jitter: float = 0.0) -> None:
        self.gap, self.luck, self.jitter = gap, luck, jitter
        self.judged = 0

    def unit(self, match: Match[Any]) -> Unit:
        return "win"

    def appraise(self, view: Any, ask: Ask, fork: Fork) -> dict[Option, Values]:
        return dict.fromkeys(ask.options, (0.5, 0.5))

    def advise(self, view: Any, ask: Ask, fork: Fork) -> list[Advice]:
        return [Advice(ask.options[0], 0.5, 0.0)]

    def decide(self, view: Any, ask: Ask, fork: Fork) -> Option:
        return ask.options[-1]

    def fell(self, before: Match[Any], option: Option, after: Match[Any]) -> Fell | None:
        dice = [e.result for e in after.log[len(before.log) :] if isinstance(e, Luck)]
        return Fell((0.0, 0.0), (self.luck * sum(map(sum, dice)), 0.0)) if dice else None

    def chances(self, match: Match[Any]) -> list[float]:
        """What was gained, and all luck since: of both only the first is left when the luck is taken off."""
        self.judged += 1
        dice = [entry.result for entry in match.log if isinstance(entry, Luck)]
        chosen = next(entry.option for entry in match.log if isinstance(entry, Choice))
        gained = self.gap if chosen == ("fill", "chance") else 0.0
        shaken = self.jitter * (-1) ** (self.judged // 2) * gained
        return [gained + shaken + self.luck * sum(map(sum, dice)), 0.0]


def choice() -> tuple[Match[Any], Option, Option]:
    match = start("yahtzee", seats=2, phase="choose", turn=1, dice=[6, 6, 6, 6, 5], rolls=3).match
    assert match.pending is not None
    better, worse = match.pending.find(("fill", "chance")), match.pending.find(("fill", "ones"))
    assert better is not None
    assert worse is not None
    return match, better, worse


def test_luck_on_the_way_is_taken_off() -> None:
    """However wild the dice make the values, what is left is what the choice was worth."""
    match, better, worse = choice()
    mind = Fickle(gap=0.2, luck=0.7)
    assert given_away(mind, match, better, worse, 0.06) == pytest.approx(0.2)
    assert mind.judged == 2 * _LEAST  # no doubt: no more than needed


def test_near_the_limit_it_looks_longer() -> None:
    match, better, worse = choice()
    mind = Fickle(gap=0.06, luck=0.0, jitter=3.0)
    given_away(mind, match, better, worse, 0.06)
    assert mind.judged == 2 * _MOST


def test_a_choice_that_was_no_worse_gives_nothing_away() -> None:
    state = table(2)
    match = rolled(state, 1, 1, 2, 3, 5, 5, rolls_left=1)
    mind: Any = dicecup.players.make("king-of-tokyo", "hard")
    one, same = Option("keep", 0, 2), Option("keep", 1, 2)  # a 1 and the 2
    assert abs(given_away(mind, match, one, same, 0.06)) < 0.06


# --- what a review makes of it ---


class Hasty(Fickle):
    """Thinks at first that Ann gives away 30 % if she does not fill chance."""

    def appraise(self, view: Any, ask: Ask, fork: Fork) -> dict[Option, Values]:
        good = [option for option in ask.options if option == ("fill", "chance") and ask.seat == 0]
        return {option: (0.2, 0.8) if good and option not in good else (0.5, 0.5) for option in ask.options}

    def advise(self, view: Any, ask: Ask, fork: Fork) -> list[Advice]:
        return [Advice(ask.options[-1], 0.5, 0.0)]  # chance


def judged(gap: float, mind: type[Hasty] = Hasty) -> Review:
    """A game of two turns each, in which playing on shows that the first choice gives away so much."""
    ann, ben = yahtzee.full_but("ones", "chance"), yahtzee.full_but("ones", "chance")
    match = yahtzee.table(ann, ben, phase="choose", turn=1, dice=[6, 6, 6, 6, 5], rolls=3).match.fork(None, 1)
    match.answer(("fill", "ones"))
    while match.pending is not None:
        match.answer(match.pending.find(("fill", "chance")) or match.pending.options[0])
    found = review(match, mind=mind(gap, luck=0.0))
    assert balance(found) == pytest.approx([0.0, 0.0])
    return found


class Hinting(Hasty):
    """Would have hinted to fill ones all the same, at a glance."""

    def advise(self, view: Any, ask: Ask, fork: Fork) -> list[Advice]:
        return [Advice(ask.options[0], 0.5, 0.0)]


def test_who_does_what_a_hint_says_has_played_without_a_fault_whatever_more_thought_finds() -> None:
    """It is told, and left over in the books: the mind was of two opinions."""
    found = judged(0.3, Hinting)
    step, (ann, ben) = found.steps[0], found.accounts
    assert (step.grade, step.hinted, step.confirmed) == (Grade.GOOD, True, None)
    assert step.chosen.loss == pytest.approx(0.3)
    assert step.error == (0.0, 0.0)
    assert (ann.own_errors, ben.others_errors) == (0, 0)
    assert (ann.accuracy, ann.costliest) == (100, ())
    assert found.accounts[0].rest == pytest.approx(ann.result - ann.start - ann.own_luck - ann.others_luck)


def test_where_playing_on_shows_a_smaller_loss_that_is_told_and_booked() -> None:
    """What is taken off the error is left over, for Ann as for Ben."""
    found = judged(0.08)
    step, (ann, ben) = found.steps[0], found.accounts
    assert (step.grade, step.confirmed) == (Grade.MISTAKE, True)
    assert step.measured == pytest.approx(0.08)
    assert step.chosen.loss == pytest.approx(0.08)
    assert step.chosen in step.options
    assert step.error == pytest.approx((-0.08, 0.08))
    assert (ann.own_errors, ben.others_errors) == pytest.approx((-0.08, 0.08))
    assert ann.costliest == (0,)
    assert "cost you about 8%" in found.story(0)


def test_where_playing_on_shows_no_loss_nothing_was_given_away() -> None:
    found = judged(-0.1)
    assert found.steps[0].measured == pytest.approx(-0.1)
    assert found.steps[0].chosen.loss == 0
    assert found.accounts[0].own_errors == 0
    assert not found.accounts[0].costliest


def test_where_playing_on_shows_a_larger_loss_the_first_estimate_stands() -> None:
    found = judged(0.6)
    assert (found.steps[0].grade, found.steps[0].confirmed) == (Grade.BLUNDER, True)
    assert found.steps[0].measured == pytest.approx(0.6)
    assert found.steps[0].chosen.loss == pytest.approx(0.3)
