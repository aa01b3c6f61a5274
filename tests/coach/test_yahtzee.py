"""Reviews of Yahtzee: alone every number is exact, and with others everybody's chances add up."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest

import dicecup
from dicecup.coach import Grade, Review, Step, review
from dicecup.games.yahtzee import solver
from dicecup.games.yahtzee.scoring import BOXES
from dicecup.games.yahtzee.solver.appraisal import first_turn
from dicecup.players import Appraiser, forks, make, play
from dicecup.players.yahtzee.perfect import HardYahtzee
from dicecup.table import Match, Option, SetupError
from dicecup.table.retrace import again
from tests.games.yahtzee.solver.reference import UPPER, Reference
from tests.scenarios.yahtzee import full_but, table

CLOSE = 1e-9
ALL = ("keep", 0, 1, 2, 3, 4)


@cache
def played(level: str, seed: int, *, seats: int = 1, rules: str = "standard") -> Match[Any]:
    levels = [level, "easy", "medium"]
    match = dicecup.new("yahtzee", seats=seats, seed=seed, rules=rules)
    return play(match, [make("yahtzee", levels[(seat + seed) % 3 if seat else 0], seed) for seat in range(seats)])


@cache
def reviewed(level: str, seed: int, *, seats: int = 1, rules: str = "standard") -> Review:
    return review(played(level, seed, seats=seats, rules=rules))


def appraised(match: Match[Any]) -> dict[Option, Sequence[float]]:
    ask = match.pending
    assert ask is not None
    return dict(HardYahtzee().appraise(match.view(ask.seat), ask, forks(match, ask.seat)))  # type: ignore[arg-type]


def balance(found: Review, seat: int) -> float:
    one = found.accounts[seat]
    return one.start + one.own_luck + one.others_luck + one.own_errors + one.others_errors + one.rest - one.result


# --- alone ---


def test_the_best_player_can_appraise() -> None:
    assert isinstance(make("yahtzee", "hard"), Appraiser)


@pytest.mark.parametrize(("rules", "worth"), [("standard", 245.87), ("official", 254.59)])
def test_alone_a_game_begins_with_what_perfect_play_is_worth(rules: str, worth: float) -> None:
    found = reviewed("easy", 3, rules=rules)
    assert found.unit == "points"
    assert found.noise == 0
    assert found.accounts[0].start == pytest.approx(worth, abs=0.005)


@pytest.mark.parametrize("seed", range(3))
def test_whoever_plays_perfectly_makes_no_error_and_nothing_is_left_over(seed: int) -> None:
    found = reviewed("hard", seed)
    [mine] = found.accounts
    assert mine.own_errors == pytest.approx(0, abs=CLOSE)
    assert mine.rest == pytest.approx(0, abs=CLOSE)
    assert mine.accuracy == pytest.approx(100, abs=CLOSE)
    assert mine.start + mine.own_luck == pytest.approx(mine.result, abs=CLOSE)
    assert {step.grade for step in found.steps} <= {Grade.BEST, None}
    assert mine.costliest == ()


def each(found: Review, match: Match[Any]) -> list[tuple[Step, Match[Any]]]:
    """The steps of a review, each with the match as it stood at its decision."""
    at = {len(past.log): past.clone() for past in again(match)}
    return [(step, at[step.at]) for step in found.steps]


def known(mind: solver.Solver, match: Match[Any]) -> dict[tuple[Any, ...], float]:
    """What the solver says of every choice, by other functions than those that appraise."""
    [sheet], state = match.view(0).sheets, match.state  # type: ignore[attr-defined]
    if not state.dice:
        return {("roll",): mind.expected_final(sheet.filled, extra_yahtzees=sheet.extra_yahtzees)}
    ranked = mind.ranked_boxes(sheet.filled, state.dice, extra_yahtzees=sheet.extra_yahtzees)
    found: dict[tuple[Any, ...], float] = {("fill", one.choice): one.value for one in ranked}
    if state.rolls < 3:
        keeps = mind.ranked_keeps(sheet.filled, state.dice, 3 - state.rolls, extra_yahtzees=sheet.extra_yahtzees)
        found |= {one.choice: one.value for one in keeps}
    return found


@pytest.mark.parametrize(
    ("level", "rules"),
    [("easy", "standard"), ("medium", "official"), ("easy", "official"), ("medium", "standard")],
)
def test_luck_and_loss_are_the_solvers_to_the_last_fraction(level: str, rules: solver.Rules) -> None:
    mind, match, found = solver.load(rules), played(level, 5, rules=rules), reviewed(level, 5, rules=rules)
    steps = each(found, match)
    for number, (step, past) in enumerate(steps):
        values = known(mind, past)
        choice = step.chosen.choice
        key = tuple(sorted(past.state.dice[slot] for slot in choice[1:])) if choice[0] == "keep" else choice
        best, chosen = max(values.values()), values[key]
        assert step.before == pytest.approx((best,), abs=CLOSE)
        assert step.chosen.loss == pytest.approx(best - chosen, abs=CLOSE)
        assert step.error == pytest.approx((chosen - best,), abs=CLOSE)
        if number + 1 < len(steps):
            after = max(known(mind, steps[number + 1][1]).values())
            assert step.luck == pytest.approx((after - chosen,), abs=CLOSE)
        if choice[0] == "fill" or choice == ALL:
            assert step.luck == (0.0,)
        assert step.rest == pytest.approx((0,), abs=CLOSE)
    assert balance(found, 0) == pytest.approx(0, abs=CLOSE)
    assert found.accounts[0].own_errors < -5


@pytest.mark.parametrize(
    ("open_boxes", "filled", "dice", "rolls"),
    [
        (("sixes", "yahtzee"), {"fives": 20, "fours": 16, "threes": 9}, [6, 6, 6, 2, 1], 1),
        (("full_house", "chance"), {}, [5, 5, 3, 3, 1], 2),
        (("ones",), {}, [1, 1, 4, 2, 6], 2),
        (("large_straight", "threes"), {}, [1, 2, 3, 4, 4], 3),
    ],
)
def test_late_positions_by_exact_fractions(
    open_boxes: tuple[str, ...], filled: dict[str, int], dice: list[int], rolls: int
) -> None:
    """Against a slow solver that shares nothing with ours, and never rounds."""
    column = full_but(*open_boxes, **filled)
    match = table(column, phase="choose", turn=1, dice=dice, rolls=rolls).match
    on_card = sum(points for points in column if points >= 0)
    upper = sum(points for points in column[: len(UPPER)] if points >= 0)
    exact, faces = Reference(official=False), tuple(sorted(dice))
    state = (tuple(box for box in BOXES if box in open_boxes), upper, False)
    worth: dict[Any, Fraction] = {("fill", box): value for box, value in exact.boxes(*state, faces).items()}
    if rolls < 3:
        worth |= exact.every_keep(*state, 3 - rolls, [faces])[faces]
    values = appraised(match)
    assert len(values) == len(match.pending.options) if match.pending else False
    for option, (value,) in values.items():
        key = tuple(sorted(dice[int(slot)] for slot in option.args)) if option.verb == "keep" else tuple(option)
        assert value == pytest.approx(float(on_card + worth[key]), abs=CLOSE)


def test_a_roll_is_as_lucky_as_exact_arithmetic_says() -> None:
    """Only Ones is open, one roll left, a pair held: the mean of three dice is half a one; three ones fell."""
    match = table(
        full_but("ones"), phase="choose", turn=1, dice=[1, 1, 4, 2, 6], rolls=2, chance=[(1, 1, 1)]
    ).match
    match.answer(("keep", 0, 1))
    match.answer(("fill", "ones"))
    found = review(match)
    assert found.steps[0].luck == pytest.approx((3 - 0.5,), abs=CLOSE)
    assert found.accounts[0].start == pytest.approx(5 + 2.5, abs=CLOSE)
    assert found.accounts[0].result == 10
    assert found.accounts[0].own_errors == pytest.approx(0, abs=CLOSE)


def test_a_known_blunder_is_named() -> None:
    """Five sixes, and the Yahtzee is struck out."""
    match = table(
        full_but("sixes", "yahtzee"),
        phase="choose",
        turn=1,
        dice=[6, 6, 6, 6, 6],
        rolls=1,
        chance=[(6, 6, 1, 2, 3)],
    ).match
    match.answer(("fill", "sixes"))
    match.answer("roll")
    match.answer(("fill", "yahtzee"))
    found = review(match)
    step = found.steps[0]
    assert step.grade is Grade.BLUNDER
    assert step.confirmed is True
    assert step.options[0].choice == ("fill", "yahtzee")
    assert step.chosen.loss == pytest.approx(step.options[0].value - step.chosen.value)
    assert step.chosen.loss > 20
    assert found.accounts[0].costliest[0] == 0
    assert found.steps[1].grade is None  # nobody could choose


def test_ways_to_hold_the_same_faces_are_worth_the_same() -> None:
    match = table(None, phase="choose", turn=1, dice=[4, 4, 2, 4, 6], rolls=1).match
    values = appraised(match)
    assert match.pending is not None
    assert set(values) == set(match.pending.options)
    pairs = [
        worths for option, worths in values.items() if option in (("keep", 0, 1), ("keep", 0, 3), ("keep", 1, 3))
    ]
    assert len(pairs) == 3
    assert len(set(pairs)) == 1


def test_rules_that_nobody_has_solved_are_said_to_be_such() -> None:
    view = table(None, phase="roll", turn=1).match.view(0)
    view.rules = "house"  # type: ignore[attr-defined]
    with pytest.raises(SetupError, match="Nobody has solved Yahtzee with the 'house' rules"):
        HardYahtzee().advise(view, table(None, phase="roll", turn=1).match.pending)  # type: ignore[arg-type]


# --- with others ---


@pytest.mark.parametrize("seats", [2, 3, 8])
def test_everybodys_chances_add_up_at_every_decision(seats: int, spread_scores: solver.Solver) -> None:
    match, steps = played("hard", 1, seats=seats), 0
    mind = HardYahtzee()
    for past in again(match):
        if past.pending is None and past.outcome is None:
            continue
        chances = mind.chances(past.clone())
        assert sum(chances) == pytest.approx(1, abs=CLOSE)
        assert all(0 <= chance <= 1 + CLOSE for chance in chances)
        if past.pending is not None:
            for worths in appraised(past).values():
                assert len(worths) == seats
                assert sum(worths) == pytest.approx(1, abs=CLOSE)
        steps += 1
        if steps > 60:
            break
    assert match.outcome is not None
    assert [seat for seat in range(seats) if mind.chances(match)[seat]] == list(match.outcome.winners)


def test_one_of_two_has_what_the_other_has_not(spread_scores: solver.Solver) -> None:
    found = reviewed("medium", 4, seats=2)
    assert (found.unit, found.noise) == ("win", 0.005)
    for step in found.steps:
        for one, other in (step.error, step.luck, step.rest):
            assert one == pytest.approx(-other, abs=CLOSE)
    assert [balance(found, seat) for seat in range(2)] == pytest.approx([0, 0], abs=CLOSE)


@pytest.mark.parametrize("seats", [2, 3])
def test_within_a_turn_nothing_is_left_over(seats: int, spread_scores: solver.Solver) -> None:
    found = reviewed("hard", 2, seats=seats)
    for step in found.steps:
        if step.chosen.choice[0] != "fill":
            assert step.rest == pytest.approx((0,) * seats, abs=CLOSE)
        else:
            assert step.luck == (0,) * seats
    assert found.accounts[0].own_errors == pytest.approx(
        0, abs=1e-4
    )  # a trifle goes to points, where chances are even
    assert found.accounts[0].accuracy == pytest.approx(100, abs=1e-2)


def test_the_last_box_is_exact(spread_scores: solver.Solver) -> None:
    """Ann needs a Yahtzee in three rolls, 4.6029 %; if she fails, Ben and Cleo share the win."""
    rivals = [full_but(chance=30), full_but(chance=30)]
    match = table(full_but("yahtzee"), *rivals, phase="roll", turn=1).match
    assert HardYahtzee().chances(match) == pytest.approx((0.046029, 0.9539706 / 2, 0.9539706 / 2), abs=1e-6)
    # With 50 they all have the same.
    rivals = [full_but(yahtzee=50), full_but(yahtzee=50)]
    match = table(full_but("yahtzee"), *rivals, phase="roll", turn=1).match
    third = 0.0460294 / 3
    assert HardYahtzee().chances(match) == pytest.approx((third, 0.5 - third / 2, 0.5 - third / 2), abs=1e-6)


def test_a_blunder_against_others_is_named(spread_scores: solver.Solver) -> None:
    """With a Yahtzee Ann has won; with five sixes for Sixes she needs another one."""
    ann, ben = full_but("sixes", "yahtzee", chance=20), full_but("ones", chance=30, sixes=24)
    match = table(
        ann, ben, phase="choose", turn=1, dice=[6, 6, 6, 6, 6], rolls=3, chance=[(1, 1, 1, 2, 3), (1, 2, 3, 4, 6)]
    ).match
    match.answer(("fill", "sixes"))
    while match.pending is not None:
        match.answer(match.pending.options[-1])
    found = review(match)
    assert found.steps[0].chosen.choice == ("fill", "sixes")
    assert found.steps[0].options[0].choice == ("fill", "yahtzee")
    assert found.steps[0].chosen.loss == pytest.approx(1 - 0.046029, abs=0.01)
    assert (found.steps[0].grade, found.steps[0].confirmed) == (Grade.BLUNDER, True)
    assert found.accounts[0].costliest == (0,)


@pytest.mark.parametrize("sums", [(), (20,), (17, 17), (12, 25)])
def test_who_begins_is_luck_by_exact_arithmetic(sums: tuple[int, ...]) -> None:
    contenders = 3
    ways = dict.fromkeys(range(5, 31), 0)
    for dice in product(range(1, 7), repeat=5):
        ways[sum(dice)] += 1
    exact = [Fraction(0)] * contenders
    for rest in product(ways, repeat=contenders - len(sums)):
        rolled = (*sums, *rest)
        first = [seat for seat in range(contenders) if rolled[seat] == max(rolled)]
        chance = Fraction(1, len(first))
        for one in rest:
            chance *= Fraction(ways[one], 6**5)
        for seat in first:
            exact[seat] += chance
    assert first_turn(sums, contenders) == pytest.approx([float(one) for one in exact], abs=CLOSE)


def test_who_begins_hardly_matters(spread_scores: solver.Solver) -> None:
    match, mind = dicecup.new("yahtzee", seats=2, seed=1), HardYahtzee()
    assert mind.chances(match) == pytest.approx((0.5, 0.5), abs=CLOSE)
    while match.pending is not None and match.pending.kind == "order":
        match.answer("roll")
    assert mind.chances(match) == pytest.approx((0.5, 0.5), abs=mind.noise)
