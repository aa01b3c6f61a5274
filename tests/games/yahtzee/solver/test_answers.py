"""What the solver says: known figures, order and completeness of the answers, and clear refusals."""

from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicecup.games.yahtzee import solver
from dicecup.games.yahtzee.scoring import BOXES, INDEX
from dicecup.games.yahtzee.solver import Rules, Solver
from dicecup.games.yahtzee.solver.card import read_card
from dicecup.games.yahtzee.solver.dice import CHANCE_OF_ROLL, KEEPS, ROLLS, roll_index
from dicecup.games.yahtzee.solver.model import MODELS, OPTION_POINTS, OPTIONS, OPTIONS_OF_BOX
from dicecup.games.yahtzee.solver.policy import choose_keeps, choose_options
from dicecup.games.yahtzee.solver.turn import keep_values, play_values
from tests.examples import examples

FULL_CARD = dict(zip(BOXES, (3, 6, 9, 12, 15, 18, 22, 0, 25, 30, 40, 50, 21), strict=True))

boxes = st.sampled_from(BOXES)
rule_sets = st.sampled_from(["standard", "official"])
dice_rolls = st.tuples(*[st.integers(1, 6)] * 5)


def card_with(filled: list[str], draw: Callable[[st.SearchStrategy[int]], int]) -> dict[str, int]:
    possible = {box: OPTION_POINTS[OPTIONS_OF_BOX[INDEX[box]]].tolist() for box in filled}
    return {box: draw(st.sampled_from(points)) for box, points in possible.items()}


@st.composite
def cards(draw: Callable[..., int], fewest: int = 0) -> dict[str, int]:
    filled: list[str] = draw(st.lists(boxes, min_size=fewest, max_size=12, unique=True))  # type: ignore[assignment]
    return card_with(filled, draw)


def load(rules: str) -> Solver:
    return solver.load(rules, backend="numpy")  # type: ignore[arg-type]


def test_published_optima() -> None:
    assert load("standard").expected_final({}) == pytest.approx(245.87, abs=0.005)
    assert load("official").expected_final({}) == pytest.approx(254.5877, abs=0.0001)


def test_number_of_states() -> None:
    assert sum(len(MODELS["official"].states_with(n)[0]) for n in range(14)) == 536_448
    assert sum(len(MODELS["standard"].states_with(n)[0]) for n in range(13)) == 357_568


def test_the_example_of_the_documentation(s: Solver) -> None:
    best, *others = s.ranked(filled={"ones": 3, "chance": 22}, dice=(1, 2, 3, 4, 6), rolls_left=2)
    assert best.loss == 0
    assert best.value > others[0].value
    assert others[0].loss == best.value - others[0].value


def test_full_card_is_worth_its_score(s: Solver) -> None:
    assert s.expected_final(FULL_CARD) == sum(FULL_CARD.values()) + 35
    assert s.distribution(FULL_CARD).mean == sum(FULL_CARD.values()) + 35


def test_the_yahtzee_box_decides_the_bonus() -> None:
    nearly = {box: points for box, points in FULL_CARD.items() if box != "chance"}
    zero = {**nearly, "yahtzee": 0}
    s = load("official")
    with_bonus = s.ranked(nearly, (6,) * 5, 0)[0].value
    assert with_bonus == s.ranked(zero, (6,) * 5, 0)[0].value + 50 + 100
    assert s.ranked(nearly, (6,) * 5, 0, extra_yahtzees=2)[0].value == with_bonus + 200


def test_a_joker_must_go_to_its_upper_box() -> None:
    filled = {"yahtzee": 0, "ones": 2}
    assert [one.choice for one in load("official").ranked(filled, (6,) * 5, 0)] == ["sixes"]
    assert len(load("standard").ranked(filled, (6,) * 5, 0)) == 11
    elsewhere = {one.choice for one in load("official").ranked(filled, (1,) * 5, 0)}
    assert elsewhere == set(BOXES[6:]) - {"yahtzee"}


def test_five_of_a_kind_is_no_full_house() -> None:
    last = {box: points for box, points in FULL_CARD.items() if box != "full_house"}
    points = {rules: load(rules).ranked(last, (4,) * 5, 0)[0].value - sum(last.values()) - 35 for rules in MODELS}
    assert points == {"standard": 0, "official": 25 + 100}


@given(rules=rule_sets, filled=cards(), dice=dice_rolls, rolls_left=st.integers(1, 2))
@examples(25)
def test_ranked_keeps(rules: Rules, filled: dict[str, int], dice: tuple[int, ...], rolls_left: int) -> None:
    ranked = load(rules).ranked_keeps(filled, dice, rolls_left)
    values = [one.value for one in ranked]
    assert values == sorted(values, reverse=True)
    subsets = {tuple(sorted(kept)) for size in range(6) for kept in combinations(dice, size)}
    assert len(ranked) == len(subsets)
    assert {one.choice for one in ranked} == subsets
    assert all(one.loss == values[0] - one.value for one in ranked)


@given(rules=rule_sets, filled=cards(), dice=dice_rolls)
@examples(25)
def test_more_rolls_never_hurt(rules: Rules, filled: dict[str, int], dice: tuple[int, ...]) -> None:
    s = load(rules)
    zero, one, two = (s.ranked(filled, dice, rolls_left) for rolls_left in (0, 1, 2))
    assert two[0].value >= one[0].value >= zero[0].value
    stop = next(keep.value for keep in one if keep.choice == tuple(sorted(dice)))
    assert stop == pytest.approx(zero[0].value, abs=1e-9)
    assert zero == s.ranked_boxes(filled, dice)
    assert set(filled).isdisjoint(box.choice for box in zero)


@given(rules=rule_sets, filled=cards())
@examples(4)
def test_a_turn_is_the_mean_of_its_rolls(rules: Rules, filled: dict[str, int]) -> None:
    s = load(rules)
    best = [s.ranked(filled, roll, 2)[0].value for roll in KEEPS[:ROLLS]]
    assert s.expected_final(filled) == pytest.approx(float(np.dot(CHANCE_OF_ROLL, best)), abs=1e-9)


@given(rules=rule_sets, filled=cards(fewest=7), dice=dice_rolls, rolls_left=st.integers(0, 2))
@examples(15)
def test_distribution(rules: Rules, filled: dict[str, int], dice: tuple[int, ...], rolls_left: int) -> None:
    s = load(rules)
    whole = s.distribution(filled)
    assert whole.probabilities.min() >= 0
    assert whole.probabilities.sum() == pytest.approx(1, abs=1e-12)
    assert whole.mean == pytest.approx(s.expected_final(filled), abs=1e-9)
    assert whole.chance_of(0) == whole.chance_of(-5) == 1.0
    assert whole.chance_of(len(whole.probabilities)) == 0
    for percent in (1, 25, 50, 99):
        score = whole.percentile(percent)
        assert whole.chance_of(score + 1) <= 1 - percent / 100 + 1e-9
        assert whole.chance_of(score) >= 1 - percent / 100 - 1e-9
    midturn = s.distribution(filled, dice=dice, rolls_left=rolls_left)
    assert midturn.mean == pytest.approx(s.ranked(filled, dice, rolls_left)[0].value, abs=1e-9)


def test_known_chances(s: Solver) -> None:
    only = {box: points for box, points in FULL_CARD.items() if box != "yahtzee"}
    scores = s.distribution(only)
    got = sum(only.values()) + 35
    assert scores.chance_of(got + 50) == pytest.approx(0.0460286, abs=1e-7)  # a Yahtzee in three throws
    assert np.flatnonzero(scores.probabilities).tolist() == [got, got + 50]
    assert (scores.percentile(0), scores.percentile(95), scores.percentile(100)) == (got, got, got + 50)
    assert scores.percentile(96) == got + 50


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda s: s.expected_final({"one": 3}), "no box called 'one'"),
        (lambda s: s.expected_final({"ones": 7}), "ones cannot hold 7 points; possible are 0, 1, 2, 3, 4, 5"),
        (lambda s: s.expected_final({"full_house": 13}), "full_house cannot hold 13"),
        (lambda s: s.expected_final({"yahtzee": 30}), "yahtzee cannot hold 30"),
        (lambda s: s.expected_final({"chance": 0}), "chance cannot hold 0"),
        (lambda s: s.expected_final({"chance": 20.5}), "whole number"),
        (lambda s: s.expected_final({}, extra_yahtzees=1), "bonus"),
        (lambda s: s.expected_final({"yahtzee": 0, "ones": 5}, extra_yahtzees=1), "bonus"),
        (lambda s: s.ranked({}, (1, 2, 3, 4), 2), "five dice"),
        (lambda s: s.ranked({}, (1, 2, 3, 4, 7), 2), "five dice from 1 to 6"),
        (lambda s: s.ranked({}, (1, 2, 3, 4, 5), 3), "0, 1 or 2 re-rolls"),
        (lambda s: s.ranked_keeps({}, (1, 2, 3, 4, 5), 0), "choose a box"),
        (lambda s: s.ranked(FULL_CARD, (1, 2, 3, 4, 5), 0), "card is full"),
        (lambda s: s.distribution({}, dice=(1, 2, 3, 4, 5), rolls_left=-1), "0, 1 or 2 re-rolls"),
        (lambda s: s.distribution(FULL_CARD).percentile(101), "between 0 and 100"),
        (lambda s: s.simulate(-1, seed=1), "number of games"),
        (lambda s: s.simulate(1.0, seed=1), "number of games must be a whole number, not 1.0"),
        (lambda s: s.simulate(1, seed=-1), "A seed is a whole number from 0"),
        (lambda s: s.simulate(1, seed="x"), "A seed must be a whole number"),
        (lambda s: s.distribution({"ones": 1}, rolls_left=1), "give the dice too"),
        (lambda s: s.distribution({"ones": 1}, rolls_left=True), "whole number, not True"),
        (lambda s: s.distribution(FULL_CARD).chance_of(200.5), "A score must be a whole number, not 200.5"),
        (lambda s: s.distribution(FULL_CARD).percentile("50"), "between 0 and 100"),
        (lambda s: s.ranked({}, (1, 2, 3, 4, 5), 1.0), "whole number, not 1.0"),
        (lambda s: s.ranked({}, (1, 2, 3, 4, 5), True), "whole number, not True"),
        (lambda s: s.ranked({}, (1.0, 2, 3, 4, 5), 1), "five dice from 1 to 6"),
        (lambda s: s.ranked({}, (True, 2, 3, 4, 5), 1), "five dice from 1 to 6"),
        (lambda s: s.ranked({}, ("1", 2, 3, 4, None), 1), "five dice from 1 to 6"),
        (lambda s: s.ranked({}, None, 1), "five dice from 1 to 6, not None"),
        (lambda s: s.expected_final(None), "filled boxes by name"),
        (lambda s: s.expected_final({"ones": True}), "whole number, not True"),
        (lambda s: s.expected_final({}, extra_yahtzees=None), "whole number, not None"),
        (lambda s: s.expected_final({3: 3}), "no box called 3"),
    ],
)
def test_refusals(s: Solver, call: Callable[[Solver], object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        call(s)


def test_they_introduce_themselves_in_a_line(s: Solver) -> None:
    assert repr(s) == f"<Solver: Yahtzee, {s.rules} rules>"
    assert repr(s.distribution(FULL_CARD)).startswith("<Distribution: mean ")
    assert len(repr(s.distribution(FULL_CARD))) < 80


def test_games_without_a_seed_are_new_each_time(s: Solver) -> None:
    assert s.simulate(200).tolist() != s.simulate(200).tolist()


def test_whoever_loads_hears_what_takes_long(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    heard: list[str] = []
    s = solver.load("standard", progress=heard.append)
    monkeypatch.setenv("DICECUP_CACHE", str(tmp_path))  # where there is nothing yet
    monkeypatch.setattr(s, "_tables", {})
    monkeypatch.setattr("dicecup.games.yahtzee.solver.solver.variances", lambda *_: np.zeros_like(s._values))
    assert s.sd({}) == 0
    assert any("vary" in line for line in heard)
    s.distribution({box: points for box, points in FULL_CARD.items() if box != "ones"})
    assert not any("distribution" in line for line in heard)  # that is done in no time
    other, before = list[str](), len(heard)
    monkeypatch.setenv("DICECUP_CACHE", str(tmp_path / "another"))
    monkeypatch.setattr(s, "_tables", {})
    s.sd({"ones": 1}, progress=other.append)
    assert other
    assert len(heard) == before
    assert solver.load("standard")._progress is None


@given(rules=rule_sets, filled=cards())
@examples(25)
def test_keeps_are_worth_the_same_bits_when_nothing_else_is_wanted(rules: Rules, filled: dict[str, int]) -> None:
    s, card = load(rules), read_card(MODELS[rules], filled)
    state = np.array([card.row]), np.array([card.total])
    turn = play_values(MODELS[rules], s._values, *state)
    for rolls_left in (1, 2):
        alone = keep_values(MODELS[rules], s._values, *state, rolls_left)
        assert np.array_equal(alone, turn.worth[rolls_left - 1])


def test_refusals_of_load_and_of_too_many_yahtzees() -> None:
    with pytest.raises(ValueError, match="no 'kniffel' rules; choose 'standard' or 'official'"):
        solver.load("kniffel")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no backend"):
        solver.load("standard", backend="cuda")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="cannot have 2 further"):
        load("official").expected_final({"yahtzee": 50, "ones": 5}, extra_yahtzees=2)


@given(rules=rule_sets, filled=cards(), dice=dice_rolls)
@examples(25)
def test_the_first_of_ranked_is_what_the_policy_plays(
    rules: Rules, filled: dict[str, int], dice: tuple[int, ...]
) -> None:
    s, roll = load(rules), roll_index(dice)
    card = read_card(MODELS[rules], filled)
    rows, totals = np.array([card.row]), np.array([card.total])
    turn = play_values(MODELS[rules], s._values, rows, totals)
    for rolls_left in (1, 2):
        keeps = choose_keeps(turn.worth[rolls_left - 1], turn.best[rolls_left - 1])
        assert s.ranked_keeps(filled, dice, rolls_left)[0].choice == KEEPS[keeps[roll, 0]]
    option = choose_options(MODELS[rules], turn, rows)[roll, 0] % len(OPTIONS)
    assert s.ranked_boxes(filled, dice)[0].choice == BOXES[OPTIONS[option][0]]
