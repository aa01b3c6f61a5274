"""What a screen of Yahtzee can light: dice to roll, dice to hold, boxes with what they bring."""

import random
import re

import pytest

import dicecup
from dicecup.games.yahtzee import GAME, YahtzeeState
from dicecup.games.yahtzee.scoring import BOXES, INDEX, OPEN
from dicecup.games.yahtzee.state import Sheet
from dicecup.table import Checkpoint, Match, Pick, Secret


def picks_of(match: Match[YahtzeeState]) -> dict[tuple[int | str, ...], Pick]:
    assert match.pending is not None
    return dict(zip(match.pending.options, GAME.picks(match.state, match.pending), strict=True))


def test_a_roll_picks_all_five_dice_and_is_what_enter_takes() -> None:
    match = dicecup.new("yahtzee", seats=2, seed=1)
    assert picks_of(match) == {("roll",): Pick(dice=(0, 1, 2, 3, 4), label="roll for the first turn", main=True)}
    match = dicecup.new("yahtzee", seats=1, seed=1)
    assert picks_of(match) == {("roll",): Pick(dice=(0, 1, 2, 3, 4), main=True)}


def test_after_a_roll_dice_are_held_or_a_box_is_picked() -> None:
    match = dicecup.new("yahtzee", seats=1, seed=1)
    match.answer("roll")
    picks = picks_of(match)
    assert picks["keep", 1, 3] == Pick(dice=(1, 3), held=True)
    assert picks["keep",] == Pick(dice=(), held=True)
    assert picks["keep",].to_json() == {"dice": [], "held": True}
    assert {pick.box for pick in picks.values() if pick.box} == set(BOXES)


def test_a_box_says_what_is_written_into_it() -> None:
    match = dicecup.new("yahtzee", seats=1, seed=1)
    match.answer("roll")
    for box, points in match.view(0).to_json()["preview"].items():
        pick, title = picks_of(match)["fill", box], GAME.called[box]
        assert pick.label == (f"write {points} into {title}" if points else f"strike out {title}")
        assert pick.gives == (f"{points} point" if points == 1 else f"{points} points")


def sheet(extra: int = 0, **filled: int) -> Sheet:
    """A column with only these boxes filled."""
    boxes = [OPEN] * len(BOXES)
    for box, points in filled.items():
        boxes[INDEX[box]] = points
    return Sheet(boxes=boxes, extra_yahtzees=extra)


def test_bonuses_are_counted_in() -> None:
    nearly = sheet(threes=9, fours=12, fives=15, sixes=18, twos=6, yahtzee=50)
    state = YahtzeeState(
        names=("Ann",),
        options=GAME.options(rules="official"),
        phase="choose",
        turn=8,
        sheets=[nearly],
        dice=[1, 1, 1, 1, 1],
        rolls=3,
    )
    match = Match(GAME, Checkpoint(state, 0), Secret(seed=1))
    assert (
        picks_of(match)["fill", "ones"].gives == "5 points, 100 for another Yahtzee and 35 for the upper section"
    )


@pytest.mark.parametrize("rules", ["standard", "official"])
def test_in_random_games_a_box_brings_what_it_says(rules: str) -> None:
    rng = random.Random(rules)
    for seed in range(40):
        match = dicecup.new("yahtzee", seats=2, seed=seed, rules=rules)
        while (ask := match.pending) is not None:
            if rules == "official" and match.state.dice and rng.random() < 0.5:
                match.state.dice[:] = [rng.randint(1, 6)] * 5  # or a second Yahtzee would hardly ever come
            option = rng.choice([each for each in ask.options if each.verb != "keep" or rng.random() < 0.1])
            pick, sheet = picks_of(match)[option], match.state.sheets[ask.seat]
            before = sheet.total
            match.answer(option)
            if pick.box:
                assert sheet.total - before == sum(map(int, re.findall(r"\d+", pick.gives)))
                assert sheet.boxes[INDEX[pick.box]] != OPEN
