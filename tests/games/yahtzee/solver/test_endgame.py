"""The last rounds of a duel: exact, by a player that shares nothing with ours; the same whoever asks, and when."""

import random
from collections.abc import Mapping

import numpy as np
import pytest

from dicecup.games.yahtzee import solver
from dicecup.games.yahtzee.scoring import BOXES
from dicecup.games.yahtzee.solver import Rules, Solver, endgame
from dicecup.games.yahtzee.solver.card import Card, read_card
from dicecup.games.yahtzee.solver.contest import Wants, contest, draw_luck
from dicecup.games.yahtzee.solver.dice import KEEPS, ROLLS
from dicecup.games.yahtzee.solver.model import MODELS
from tests.games.yahtzee.solver import duels
from tests.games.yahtzee.solver.reference import UPPER, points

FULL = dict(zip(BOXES, (3, 6, 9, 12, 15, 18, 22, 0, 25, 30, 0, 0, 20), strict=True))  # 195 with the bonus


def but(*open_boxes: str, **written: int) -> dict[str, int]:
    """A card that is full but for these boxes."""
    return {box: brought for box, brought in {**FULL, **written}.items() if box not in open_boxes}


def plain(filled: Mapping[str, int], rules: Rules, extra: int = 0) -> duels.Card:
    return duels.Card(
        tuple(box for box in BOXES if box not in filled),
        sum(filled.get(box, 0) for box in UPPER),
        rules == "official" and filled.get("yahtzee") == 50,
        sum(filled.values()) + 100 * extra,
    )


# Mine, whose turn it is, and the other's.
DUELS: dict[str, tuple[dict[str, int], dict[str, int]]] = {
    "the last throw decides": (but("chance"), but(chance=24)),
    "one box each, a lead to defend": (but("chance", fours=8), but("sixes", "chance") | {"chance": 5}),
    "one box each, the upper bonus at stake for both": (but("sixes", twos=4), but("fives", yahtzee=50)),
    "a bonus that only the other can win": (but("yahtzee", sixes=12), but("threes", chance=11)),
    "two boxes and one": (but("ones", "yahtzee"), but("full_house")),
    "two boxes each, upper and lower": (but("twos", "large_straight"), but("threes", "yahtzee", chance=5)),
    "two boxes each, both totals open": (but("ones", "twos", sixes=24), but("ones", "threes", fives=20)),
    "a Yahtzee first, then its bonus": (but("yahtzee", "full_house"), but("large_straight", "yahtzee", chance=25)),
    "armed, and far behind": (
        but("ones", "small_straight", yahtzee=50, sixes=6),
        but("full_house", "twos", yahtzee=50, large_straight=40),
    ),
    "jokers without a bonus": (but("fives", "large_straight"), but("small_straight", "full_house", chance=30)),
}
THREE: dict[str, tuple[dict[str, int], dict[str, int]]] = {
    "three patterns each": (
        but("full_house", "large_straight", "yahtzee"),
        but("full_house", "small_straight", "large_straight", chance=28),
    ),
    "three against two": (
        but("ones", "small_straight", "yahtzee", sixes=24),
        but("ones", "large_straight", yahtzee=50, sixes=12),
    ),
}


def compare(mine: dict[str, int], other: dict[str, int], rules: Rules) -> None:
    """Before the roll, and with every box of every roll."""
    thoughts = solver.load(rules).think(mine, rivals=[(other, 0)])
    cards = plain(mine, rules), plain(other, rules)
    official = rules == "official"
    assert thoughts.start + thoughts.base == pytest.approx(duels.chance(*cards, official), abs=2e-7)
    for roll in KEEPS[:ROLLS]:
        found, expected = thoughts.boxes(roll), duels.boxes(*cards, official, roll)
        assert found.keys() == expected.keys()
        for box, value in found.items():
            assert value + thoughts.base == pytest.approx(expected[box], abs=2e-7)


@pytest.mark.parametrize("rules", ["standard", "official"])
@pytest.mark.parametrize("name", DUELS)
def test_with_one_or_two_boxes_left_chances_are_exact(name: str, rules: Rules) -> None:
    compare(*DUELS[name], rules)


@pytest.mark.thorough
@pytest.mark.parametrize("rules", ["standard", "official"])
@pytest.mark.parametrize("name", THREE)
def test_with_three_boxes_left_chances_are_exact(name: str, rules: Rules) -> None:
    compare(*THREE[name], rules)


def cards_of(mine: Mapping[str, int], other: Mapping[str, int], rules: Rules = "standard") -> tuple[Card, Card]:
    return read_card(MODELS[rules], mine), read_card(MODELS[rules], other)


def test_whoever_plays_on_finds_what_was_thought_over_before() -> None:
    model, picked = MODELS["standard"], random.Random(3)
    mine, other = but("ones", "sixes", "chance", "yahtzee"), but("twos", "sixes", "full_house", "yahtzee")
    whole = endgame.endgame(model, *cards_of(mine, other))
    assert whole is not None
    assert 1_000 < whole.positions <= endgame.POSITIONS
    for _ in range(7):  # turns, each with some box and some dice
        known = whole.options(*cards_of(mine, other))
        afresh = endgame.endgame(model, *cards_of(mine, other))
        assert known is not None
        assert afresh is not None
        again = afresh.options(*cards_of(mine, other))
        assert again is not None
        assert np.array_equal(known, again)  # to the last bit
        box = picked.choice([box for box in BOXES if box not in mine])
        brought = max(points(box, picked.choice(KEEPS[:ROLLS])) for _ in range(2))
        mine, other = other, mine | {box: brought}
    assert whole.options(*cards_of(but("threes"), but("twos"))) is None  # another game


def test_where_it_would_take_too_long_there_is_no_endgame() -> None:
    model = MODELS["official"]
    mine, other = cards_of(but("chance", "sixes"), but("fives", "chance"), "official")
    assert endgame.endgame(model, mine, other, positions=10) is None
    assert endgame.endgame(model, mine, other, rounds=1) is None
    assert endgame.endgame(model, mine, other) is not None
    nobody = cards_of(FULL, but("chance"), "official")
    assert endgame.endgame(model, *nobody) is None  # it is not this one's turn
    late = cards_of(but("chance"), but("chance", "sixes"), "official")
    assert endgame.endgame(model, *late) is None  # nobody is two turns ahead


@pytest.mark.parametrize("seat", [0, 1])
def test_what_one_side_wins_the_other_loses(seat: int) -> None:
    mind = solver.load("standard")
    cards = [(but("sixes", "chance"), 0), (but("fives", "yahtzee", chance=26), 0)]
    if seat:
        cards.reverse()
    found = mind.appraise(cards, seat)
    assert sum(found.start) == pytest.approx(1)
    thoughts = mind.think(cards[seat][0], rivals=[cards[1 - seat]])
    assert found.start[seat] == pytest.approx(thoughts.start + thoughts.base, abs=2e-7)
    dice = (6, 6, 5, 5, 2)
    for rolls_left in (1, 2):
        keeps = found.keeps(dice, rolls_left)
        assert max(worth[seat] for worth in keeps.values()) >= max(
            worth[seat] for worth in found.boxes(dice).values()
        )
        assert all(sum(worth) == pytest.approx(1) for worth in keeps.values())


def test_nothing_is_won_or_lost_from_one_turn_to_the_next() -> None:
    """What a box is worth when the turn ends is what the other's turn begins with."""
    mind = solver.load("standard")
    mine, other = but("sixes", "chance"), but("fives", "yahtzee", chance=26)
    after = mind.appraise([(mine, 0), (other, 0)], 0).boxes((6, 6, 6, 5, 2))
    for box, brought in (("sixes", 18), ("chance", 25)):
        then = mind.appraise([(mine | {box: brought}, 0), (other, 0)], 1)
        assert then.start == pytest.approx(after[box], abs=1e-12)


def test_the_last_rounds_need_no_table_of_how_scores_are_spread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Solver, "winning", lambda self: pytest.fail("the table was asked for"))
    mind = solver.load("standard")
    mind.think(but("sixes"), rivals=[(but("chance"), 0)])
    with pytest.raises(pytest.fail.Exception):
        mind.think(but("sixes"), rivals=[(but("chance"), 0)], exact=False)
    with pytest.raises(pytest.fail.Exception):
        mind.think(but("sixes"), rivals=[(but("chance"), 0)] * 2)


@pytest.mark.thorough
def test_in_bulk_endgames_are_for_duels(spread_scores: Solver) -> None:
    winning = spread_scores.winning()
    luck = draw_luck(8, 3, seed=9)
    exact, reckoned = ([wish, Wants.POINTS, Wants.POINTS] for wish in (Wants.TO_WIN_EXACTLY, Wants.TO_WIN))
    assert np.array_equal(contest(winning, exact, luck), contest(winning, reckoned, luck))
    both = contest(winning, exact[:2], luck[:, :2])
    for game in range(8):  # each as if it were alone
        assert np.array_equal(both[:, [game]], contest(winning, exact[:2], luck[:, :2, :, [game]]))
    assert not np.array_equal(both, contest(winning, reckoned[:2], luck[:, :2]))
