"""Medium at Yahtzee: an opinion about every box, and a turn that follows from them."""

from functools import partial

import pytest

import dicecup
from dicecup.games.yahtzee import YahtzeeView, solver
from dicecup.players import make
from dicecup.players.yahtzee.medium import MediumYahtzee
from dicecup.table import Option

RUN = (1, 3, 4, 5, 6)


def test_to_whom_a_box_is_worth_more_everything_that_leads_there_is() -> None:
    true = solver.load().think({})
    fond = true.misjudged({"small_straight": 20.0})
    assert fond.boxes(RUN)["small_straight"] == pytest.approx(true.boxes(RUN)["small_straight"] + 20)
    assert fond.boxes(RUN)["chance"] == pytest.approx(true.boxes(RUN)["chance"])
    kept, before = fond.keeps(RUN, 2), true.keeps(RUN, 2)
    assert before[3, 4, 5, 6] + 8 < kept[3, 4, 5, 6] < before[3, 4, 5, 6] + 20, "or it became a large one"
    assert all(kept[keep] >= before[keep] - 1e-9 for keep in before)
    assert true.misjudged({}).keeps(RUN, 2) == pytest.approx(before)


@pytest.mark.parametrize(
    ("box", "dice", "scores"),
    [
        ("yahtzee", RUN, False),
        ("full_house", RUN, False),
        ("ones", (2, 3, 3, 4, 6), False),
        ("full_house", (3, 3, 3, 5, 5), True),
        ("ones", RUN, True),
        ("chance", RUN, True),
    ],
)
def test_nobody_strikes_a_box_more_gladly_than_the_best(box: str, dice: tuple[int, ...], scores: bool) -> None:
    true = solver.load().think({})
    fond = true.misjudged({box: 30.0}).boxes(dice)
    assert fond[box] == pytest.approx(true.boxes(dice)[box] + (30 if scores else 0))


def test_a_straight_that_lies_there_is_mostly_kept() -> None:
    """The best one is off by a point when it throws it back in the first turn; at a table that looks foolish."""
    match = dicecup.new("yahtzee", seats=2, seed=1, start="seat-order")
    match.answer("roll")
    ask, view = match.pending, match.view(0)
    assert ask is not None
    assert isinstance(view, YahtzeeView)
    view.dice = RUN
    held = []
    for seed in range(60):
        chosen = MediumYahtzee(seed).decide(view, ask, partial(match.fork, 0))
        held.append({RUN[int(slot)] for slot in chosen.args} if chosen.verb == "keep" else set(RUN))
    assert sum(kept >= {3, 4, 5, 6} for kept in held) > 36


def test_its_opinions_are_its_own_and_stay_for_the_turn() -> None:
    def choices(seed: int) -> list[Option]:
        match = dicecup.new("yahtzee", seats=1, seed=4)
        player, made = make("yahtzee", "medium", seed), []
        while (ask := match.pending) is not None:
            made.append(player.decide(match.view(0), ask, partial(match.fork, 0)))
            match.answer(made[-1])
        return made

    assert choices(1) == choices(1)
    assert len({tuple(choices(seed)) for seed in range(4)}) == 4
