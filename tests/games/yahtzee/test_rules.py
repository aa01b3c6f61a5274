"""What holds in every game of Yahtzee, whoever plays it and however."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dicecup
from dicecup.games.yahtzee import GAME, YahtzeeState
from dicecup.games.yahtzee.scoring import BOXES, OPEN, UPPER_GOAL, points
from dicecup.table import Choice
from dicecup.testing import check_game, start
from tests.examples import examples

LEGAL = {
    **{box: {face * count for count in range(6)} for face, box in enumerate(BOXES[:6], start=1)},
    "three_of_a_kind": {0, *range(5, 31)},
    "four_of_a_kind": {0, *range(5, 31)},
    "full_house": {0, 25},
    "small_straight": {0, 30},
    "large_straight": {0, 40},
    "yahtzee": {0, 50},
    "chance": set(range(5, 31)),
}


def check_state(state: YahtzeeState) -> None:
    assert all(1 <= die <= 6 for die in state.dice)
    assert len(state.dice) in (0, 5)
    assert 0 <= state.rolls <= 3
    for sheet in state.sheets:
        for box, held in zip(BOXES, sheet.boxes, strict=True):
            assert held == OPEN or held in LEGAL[box], (box, held)
    filled = [13 - sheet.boxes.count(OPEN) for sheet in state.sheets]
    assert max(filled) - min(filled) <= 1


@given(
    seats=st.integers(1, 8),
    seed=st.integers(0, 10**6),
    rules=st.sampled_from(["standard", "official"]),
    order=st.sampled_from(["first-roll", "seat-order"]),
    pick=st.randoms(use_true_random=False),
)
@examples(25)
def test_every_game_keeps_the_rules(seats: int, seed: int, rules: str, order: str, pick: Any) -> None:
    match = dicecup.new("yahtzee", seats=seats, seed=seed, rules=rules, start=order)
    official = rules == "official"
    fills: dict[int, list[str]] = {seat: [] for seat in range(seats)}
    extra = [0] * seats
    while (ask := match.pending) is not None:
        state: YahtzeeState = match.state
        check_state(state)
        GAME.check(state)
        dice, boxes = list(state.dice), list(state.sheets[ask.seat].boxes)
        rolls = state.rolls
        # Hold more often than not, so that all three rolls come up.
        keeps = [option for option in ask.options if option.verb == "keep"]
        option = pick.choice(keeps if keeps and pick.random() < 0.6 else ask.options)
        match.answer(option)
        if option.verb == "keep":
            held = option.args
            assert [match.state.dice[int(slot)] for slot in held] == [dice[int(slot)] for slot in held]
            assert match.state.rolls == (3 if len(held) == 5 else rolls + 1)
        elif option.verb == "fill":
            box = str(option[1])
            fills[ask.seat].append(box)
            scored = match.state.sheets[ask.seat].boxes[BOXES.index(box)]
            assert scored == points(BOXES.index(box), boxes, dice, official=official)
            extra[ask.seat] += official and boxes[11] == 50 and len(set(dice)) == 1
    assert all(sorted(boxes) == sorted(BOXES) for boxes in fills.values()), "thirteen boxes, once each"
    check_state(match.state)
    for seat, sheet in enumerate(match.state.sheets):
        upper = sum(sheet.boxes[:6])
        wanted = sum(sheet.boxes) + (35 if upper >= UPPER_GOAL else 0) + 100 * extra[seat]
        assert match.outcome is not None
        assert match.outcome.scores[seat] == sheet.total == wanted
    assert match.outcome is not None
    best = max(match.outcome.scores)
    winners = [seat for seat in range(seats) if match.outcome.scores[seat] == best]
    assert list(match.outcome.winners) == (winners if seats > 1 else [])
    assert match.state.turn == 13 * seats


@given(seed=st.integers(0, 10**6), seats=st.integers(2, 8))
def test_the_highest_first_roll_begins(seed: int, seats: int) -> None:
    match = dicecup.new("yahtzee", seats=seats, seed=seed)
    rounds: list[dict[int, int]] = [{}]
    while match.pending is not None and match.pending.kind == "order":
        seat = match.pending.seat
        (roll,) = (event for event in match.answer("roll") if event.kind == "order_roll")
        if seat in rounds[-1] or (len(rounds) > 1 and len(rounds[-1]) == 0):
            rounds.append({})
        rounds[-1][seat] = roll.data["sum"]
        assert roll.data["sum"] == sum(roll.data["dice"])
    assert match.pending is not None
    final = rounds[-1]
    assert final[match.pending.seat] == max(final.values())
    assert list(final.values()).count(max(final.values())) == 1


@pytest.mark.parametrize("seats", [1, 3, 8, *(pytest.param(n, marks=pytest.mark.soak) for n in (2, 4, 5, 6, 7))])
def test_the_game_conforms_with_every_number_of_players(seats: int) -> None:
    def make(rng: Any) -> dict[str, Any]:
        rules, order = (("standard", "first-roll"), ("official", "seat-order"))[seats % 2]
        return {"names": GAME.default_names(seats), "options": {"rules": rules, "start": order}}

    assert check_game("yahtzee", games=1, seed=seats, thorough=0.01, make=make) >= 26 * seats


@pytest.mark.parametrize("rules", ["standard", "official"])
@pytest.mark.parametrize("order", ["first-roll", "seat-order"])
def test_the_game_conforms_with_every_option(rules: str, order: str) -> None:
    def make(rng: Any) -> dict[str, Any]:
        return {"names": ("Ann", "Ben"), "options": {"rules": rules, "start": order}}

    assert check_game("yahtzee", games=1, thorough=0.05, make=make) > 50


def test_the_view_is_the_same_for_everybody_but_for_whose_it_is() -> None:
    match = dicecup.new("yahtzee", seats=3, seed=1)
    for _ in range(12):
        match.answer(match.pending.options[-1])  # type: ignore[union-attr]
        views = [match.view(viewer).to_json() for viewer in (None, 0, 1, 2)]
        assert [view.pop("seat") for view in views] == [None, 0, 1, 2]
        assert all(view == views[0] for view in views)


def test_forced_choices_are_the_rolls_only_and_the_last_box() -> None:
    match = dicecup.new("yahtzee", seats=2, seed=1, start="seat-order")
    while match.pending is not None:
        match.answer_forced()
        if match.pending is not None:
            match.answer(match.pending.options[0] if match.state.rolls < 2 else match.pending.options[-1])
    forced = [entry.option.verb for entry in match.log if isinstance(entry, Choice) and entry.forced]
    assert forced.count("roll") == 26
    assert set(forced) <= {"roll", "fill"}


# --- positions that no game can come to ---


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ({"phase": "choose"}, "five dice with the faces 1 to 6"),
        ({"phase": "choose", "dice": [1, 2, 3, 4, 7], "rolls": 1}, "five dice with the faces 1 to 6"),
        ({"phase": "choose", "dice": [1, 2, 3, 4], "rolls": 1}, "five dice with the faces 1 to 6"),
        ({"phase": "choose", "dice": [1, 2, 3, 4, 5], "rolls": 0}, "0 rolls have been made"),
        ({"phase": "choose", "dice": [1, 2, 3, 4, 5], "rolls": 4}, "4 rolls have been made"),
        ({"phase": "roll", "dice": [1, 2, 3, 4, 5]}, "before it none"),
        ({"phase": "roll", "rolls": 1}, "1 rolls have been made"),
        ({"phase": "roll", "current": 2}, "There is no seat 2"),
        ({"phase": "roll", "sheets": [{"boxes": [0] * 13}, None]}, "chance cannot hold 0"),
        ({"phase": "roll", "sheets": [{"boxes": [0] * 12 + [5]}, None]}, "has no open box left"),
        ({"phase": "roll", "sheets": [{"boxes": [6] + [-1] * 12}, None]}, "ones cannot hold 6"),
        ({"phase": "roll", "sheets": [{"boxes": [-1, 3] + [-1] * 11}, None]}, "twos cannot hold 3"),
        ({"phase": "roll", "sheets": [{"boxes": [-1] * 12}, None]}, "A column has 13 boxes, not 12"),
        ({"phase": "roll", "sheets": [{"boxes": [-1] * 8 + [24] + [-1] * 4}, None]}, "full_house cannot hold 24"),
        ({"phase": "order", "contenders": []}, "Somebody has to be left"),
        ({"phase": "order", "contenders": [0, 5]}, "Only players roll"),
        ({"phase": "lunch"}, "There is no phase 'lunch'"),
        ({"colour": "red"}, "YahtzeeState has no colour"),
    ],
)
def test_impossible_positions_are_refused(position: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        start("yahtzee", seats=2, **position)


# --- long runs ---


@pytest.mark.soak
def test_many_random_games_conform() -> None:
    assert check_game("yahtzee", games=100, seed=99, thorough=0.01) > 15_000
