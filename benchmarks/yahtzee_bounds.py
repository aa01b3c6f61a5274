"""What nobody can do better in Yahtzee: bounds where exact play to win is out of reach.

    python -m benchmarks.yahtzee_bounds --games 20

Whoever knew beforehand what the others will have in the end would win more than anybody who does not. What such a
player wins against score-maximisers is known exactly: it is the best chance to come to more points than a number,
for every card and every number. So it is a ceiling for every way to play, at any number of seats. In a duel it is
one for perfect play, too: who plays perfectly wins no more of another perfect player than of one who only collects
points; and the same with sides changed is a floor. Both are held against what Hard tells.
"""

import argparse
from collections import defaultdict
from functools import cache, partial
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicecup.games.yahtzee import solver
from dicecup.games.yahtzee.scoring import BOXES, UPPER_BONUS, UPPER_GOAL
from dicecup.games.yahtzee.solver import backends
from dicecup.games.yahtzee.solver.card import Card
from dicecup.games.yahtzee.solver.contest import draw_luck, turn_to_win
from dicecup.games.yahtzee.solver.dice import CHANCE_OF_ROLL, ROLLS
from dicecup.games.yahtzee.solver.distribution import Spread
from dicecup.games.yahtzee.solver.jit import compiled
from dicecup.games.yahtzee.solver.model import (
    FULL,
    NEVER,
    OPTION_BOX,
    OPTION_POINTS,
    OPTIONS,
    OPTIONS_OF_BOX,
    TOTALS,
    Model,
)
from dicecup.games.yahtzee.solver.turn_numba import (
    COLUMNS,
    TABLES,
    Scratch,
    Tables,
    average,
    best_of_four,
    fill_lines,
    first_roll,
    maximise,
    scratch,
)
from dicecup.games.yahtzee.solver.types import Floats, Ints
from dicecup.games.yahtzee.solver.winning import Cards, Winning, beating

SEATS: Final = (2, 3, 4, 5, 6, 8)
_MOST: Final = np.array([OPTION_POINTS[own].max() for own in OPTIONS_OF_BOX])
_SURE: Final = int(_MOST.max())  # needs below nothing that have room in a line: no box brings more


class Layer(NamedTuple):
    """All cards with the same number of filled boxes: how likely each comes to more than a number of points."""

    number: Ints  # by row and upper total
    chances: NDArray[np.float32]  # by card and points, from -_SURE on; just so many count half
    most: Ints


def _layer(model: Model, filled: int) -> tuple[Layer, Ints, Ints]:
    rows, totals = model.states_with(filled)
    number = np.full((model.rows, TOTALS), -1)
    number[rows, totals] = np.arange(len(rows))
    is_open = rows[:, None] >> np.arange(len(BOXES)) & 1 == 0
    most = is_open @ _MOST + UPPER_BONUS
    chances = np.zeros((len(rows), _SURE + int(most.max()) + 2), np.float32)
    chances[:, :_SURE] = 1.0
    return Layer(number, chances, most), rows, totals


def best_chances(model: Model, first: int = 0) -> dict[int, Layer]:
    """By filled boxes, from `first` on: the best chance to come to more than so many points, for every card."""
    last, _, totals = _layer(model, len(BOXES))
    bonus = np.where(totals == UPPER_GOAL, UPPER_BONUS, 0)
    needed = np.arange(last.chances.shape[1]) - _SURE
    last.chances[:] = (needed < bonus[:, None]) + 0.5 * (needed == bonus[:, None])
    found = {len(BOXES): last}
    _, upper, points = (effect[: len(OPTIONS)] for effect in model.effects)
    options, room = Options(OPTION_BOX, upper, points), scratch()
    for filled in range(len(BOXES) - 1, first - 1, -1):
        then, (layer, rows, totals) = found[filled + 1], _layer(model, filled)
        _solve(TABLES, options, then, layer, rows, totals, room)
        found[filled] = layer
        print(f"{len(BOXES) - filled} boxes to fill: {len(rows):,} cards", flush=True)
    return found


class Options(NamedTuple):
    """What each brings: its box, points that count for the upper bonus, points."""

    box: Ints
    upper: Ints
    points: Ints


@compiled
def _solve(t: Tables, o: Options, then: Layer, layer: Layer, rows: Ints, totals: Ints, s: Scratch) -> None:
    wide = then.chances.shape[1]
    fill_lines(-np.inf, s.options, NEVER, NEVER + 1)
    for card in range(len(rows)):
        row, total = rows[card], totals[card]
        for start in range(0, layer.most[card] + 1, COLUMNS):
            for option in range(NEVER):
                box = o.box[option]
                if row >> box & 1:
                    fill_lines(-np.inf, s.options, option, option + 1)
                    continue
                after = then.number[row | 1 << box, min(total + o.upper[option], UPPER_GOAL)]
                at = _SURE + start - o.points[option]
                for c in range(COLUMNS):
                    s.options[option, c] = then.chances[after, at + c] if at + c < wide else 0.0
            best_of_four(t.class_options, s.options, s.classes)
            best_of_four(t.roll_classes, s.classes, s.one)
            average(t, s.one)
            maximise(t, s.one, s.best_one)
            average(t, s.best_one)
            maximise(t, s.best_one, s.one)
            worth = first_roll(t, s.one)
            for c in range(min(COLUMNS, layer.most[card] + 1 - start)):
                layer.chances[card, _SURE + start + c] = worth[c]


def knowing(known: dict[int, Layer], card: Card, others: Floats) -> float:
    """What somebody with this card wins who knows what the other will have; that is spread like this."""
    layer = known[(card.row & FULL).bit_count()]
    at = np.clip(_SURE + np.arange(len(others)) - card.points, 0, layer.chances.shape[1] - 1)
    return float(others @ layer.chances[layer.number[card.row, card.total], at])


def spread(winning: Winning, card: Card) -> Floats:
    """How likely each final score is of whoever collects points from here on, exactly."""
    engine = backends.engine("auto", long=True)
    found = np.zeros(winning.most + 1)
    chances = Spread(winning.model, winning.values, card, engine.option_chances, engine.push).run().probabilities
    found[: len(chances)] = chances
    return found


def _openings(known: dict[int, Layer], start: Card, final: Floats) -> None:
    """Ceilings against others who collect points, and what those would win."""
    print("seats: ceiling, equal")
    for seats in SEATS:
        best = np.cumsum(final) ** (seats - 1)
        most = np.diff(best, prepend=0.0)
        fair = float(final @ beating([final] * (seats - 1)))
        print(f"{seats}: {100 * knowing(known, start, most):.2f}, {100 * fair:.2f}")


def _duels(winning: Winning, known: dict[int, Layer], games: int, rounds: int, seed: int) -> None:
    """In duels of Hard without endgames: floor and ceiling of perfect play, and what is told."""
    spread_of = cache(partial(spread, winning))
    luck = draw_luck(games, 2, seed)
    cards = [Cards(*np.zeros((3, games), np.int64)) for _ in range(2)]
    seen: dict[int, list[tuple[float, float, float]]] = defaultdict(list)
    for at, dice in enumerate(luck):
        left = len(BOXES) - at
        for seat in range(2):
            if left <= rounds:
                told = CHANCE_OF_ROLL @ winning.turn(cards[seat], [cards[1 - seat]]).best[1][:ROLLS]
                for game in range(games):
                    mine, other = (Card(*(int(part[game]) for part in cards[who])) for who in (seat, 1 - seat))
                    high = knowing(known, mine, spread_of(other))
                    low = 1 - knowing(known, other, spread_of(mine))
                    seen[left].append((low, float(told[game]), high))
            cards[seat] = turn_to_win(winning, cards, seat, dice[seat])
    print("rounds to go: floor to what is told, what is told to ceiling, told outside of them")
    for left, each in seen.items():
        low, chance, high = np.array(each).T
        outside = np.maximum(low - chance, chance - high)
        print(
            f"{left}: {100 * (chance - low).mean():.2f}, {100 * (high - chance).mean():.2f}, "
            f"{np.mean(outside > 0):.0%} of {len(each)}, at most by {100 * max(0.0, outside.max()):.2f}"
        )


def main() -> None:
    """Work out the bounds (standard rules), and print them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=20, help="duels in which positions are looked at")
    parser.add_argument("--rounds", type=int, default=7, help="to go, of which positions are looked at")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    winning = solver.load("standard", progress=print).winning()
    known = best_chances(winning.model)
    start = Card(0, 0, 0)
    _openings(known, start, spread(winning, start))
    _duels(winning, known, given.games, given.rounds, given.seed)


if __name__ == "__main__":
    main()
