"""Learns Yahtzee from nothing in about a minute, and then beats Easy. Needs NumPy alone.

    python examples/learn_yahtzee.py --games 2000            # learn, and write yahtzee.npz
    cd examples && dicecup arena yahtzee --seats "learn_yahtzee:Learnt?weights=../yahtzee.npz,easy" --games 1000

What is learnt is what a scorecard is worth: how many points are still to come, as a weighted sum of a hundred
facts about it. Within a turn nothing has to be learnt, for dice can be counted: there are 252 ways for five dice
to fall and 462 to keep some of them. So each round plays many games by what has been learnt so far, notes what
every card brought in the end, and fits the weights to that.
"""

import argparse
import time
from collections import Counter
from itertools import combinations_with_replacement
from math import factorial
from pathlib import Path
from typing import Any

import numpy as np

from dicecup.games.yahtzee.scoring import BOXES, OPEN, UPPER_BONUS, UPPER_GOAL, score
from dicecup.table import Ask, Option

FALLS = list(combinations_with_replacement(range(1, 7), 5))
KEEPS = [keep for size in range(6) for keep in combinations_with_replacement(range(1, 7), size)]
FALL, KEEP = ({each: at for at, each in enumerate(found)} for found in (FALLS, KEEPS))
POINTS = np.array([[score(box, fall) for fall in FALLS] for box in range(len(BOXES))])


def _chances() -> tuple[Any, Any]:
    """How likely each fall is after each keep, and which keeps each fall allows."""
    likely, allowed = np.zeros((len(KEEPS), len(FALLS))), np.zeros((len(FALLS), len(KEEPS)), bool)
    for at, keep in enumerate(KEEPS):
        rolled = 5 - len(keep)
        for rest in combinations_with_replacement(range(1, 7), rolled):
            ways = factorial(rolled)
            for count in Counter(rest).values():
                ways //= factorial(count)
            likely[at, FALL[tuple(sorted(keep + rest))]] += ways / 6**rolled
    for at, fall in enumerate(FALLS):
        for bits in range(32):
            allowed[at, KEEP[tuple(face for slot, face in enumerate(fall) if bits >> slot & 1)]] = True
    return likely, allowed


LIKELY, ALLOWED = _chances()
FACES = np.arange(1, 7)
PAIRS = np.triu_indices(len(BOXES), 1)


def facts(filled: Any, upper: Any) -> Any:
    """What is known of cards: which boxes are filled, singly and in pairs, and how the upper bonus stands."""
    filled = filled.astype(float)
    ahead = upper - (filled[..., :6] * FACES * 3).sum(-1)  # of three of each face, which make the bonus
    open_faces = ((1 - filled[..., :6]) * FACES).sum(-1)
    done = (upper >= UPPER_GOAL).astype(float)
    lost = (upper + 5 * open_faces < UPPER_GOAL).astype(float)
    going = (1 - done) * (1 - lost)
    near = going[..., None] * np.stack([np.ones_like(ahead), ahead, ahead**2, open_faces, ahead * open_faces], -1)
    both = filled[..., PAIRS[0]] * filled[..., PAIRS[1]]
    left = (1 - filled).sum(-1, keepdims=True)
    return np.concatenate([np.ones_like(left), left, filled, both, near, lost[..., None]], -1)


class Cards:
    """Many scorecards side by side."""

    def __init__(self, games: int) -> None:
        self.filled = np.zeros((games, len(BOXES)), bool)
        self.upper = np.zeros(games, int)

    def fills(self, weights: Any) -> Any:
        """What it is worth to fill each box with each fall, points at once included: cards x boxes x falls."""
        games = len(self.filled)
        worth = np.empty((games, len(BOXES), len(FALLS)))
        for box in range(len(BOXES)):
            after = self.filled.copy()
            after[:, box] = True
            if box < 6:  # what is still to come depends on how many points this brings
                for count in range(6):
                    points = count * (box + 1)
                    upper = self.upper + points
                    bonus = UPPER_BONUS * ((upper >= UPPER_GOAL) & (self.upper < UPPER_GOAL))
                    value = points + bonus + facts(after, upper) @ weights
                    worth[:, box, POINTS[box] == points] = value[:, None]
            else:
                worth[:, box] = POINTS[box] + (facts(after, self.upper) @ weights)[:, None]
        worth[self.filled] = -np.inf
        return worth


def look_ahead(fills: Any) -> tuple[Any, Any]:
    """What keeps are worth with one roll to come, and with two: cards x keeps."""
    one = fills.max(1) @ LIKELY.T
    best = np.stack([row[None].repeat(len(FALLS), 0)[ALLOWED_AT].reshape(len(FALLS), -1).max(1) for row in one])
    return one, best @ LIKELY.T


# For each fall the keeps that it allows, as many for all: the first is repeated where there are fewer.
_MOST = int(ALLOWED.sum(1).max())
_LISTED = np.stack([np.resize(np.flatnonzero(row), _MOST) for row in ALLOWED])
ALLOWED_AT = (np.arange(len(FALLS))[:, None], _LISTED)


def play(weights: Any, games: int, rng: Any) -> tuple[Any, Any, Any]:
    """So many games by these weights: the facts of every card on the way, what each brought, and the scores."""
    cards, who = Cards(games), np.arange(games)
    seen, scores, before = [], np.zeros(games), []
    cumulative = LIKELY.cumsum(1)

    def rolled(keeps: Any) -> Any:
        return np.minimum((cumulative[keeps] < rng.random((games, 1))).sum(1), len(FALLS) - 1)

    for _ in BOXES:
        seen.append(facts(cards.filled, cards.upper))
        before.append(scores.copy())
        fills = cards.fills(weights)
        one, two = look_ahead(fills)
        fall = rolled(np.zeros(games, int))
        for worth in (two, one):
            fall = rolled(np.where(ALLOWED[fall], worth, -np.inf).argmax(1))
        box = fills[who, :, fall].argmax(1)
        points = POINTS[box, fall]
        upper = cards.upper + points * (box < 6)
        scores += points + UPPER_BONUS * ((upper >= UPPER_GOAL) & (cards.upper < UPPER_GOAL))
        cards.filled[who, box], cards.upper = True, upper
    brought = np.concatenate([scores - each for each in before])
    return np.concatenate(seen), brought, scores


def learn(games: int, rounds: int, seed: int = 0) -> Any:
    """Weights, after so many rounds of so many games; says after each what a game brought."""
    rng = np.random.default_rng(seed)
    size = facts(np.zeros(len(BOXES), bool), np.zeros((), int)).shape[-1]
    weights, inner, outer = np.zeros(size), np.zeros((size, size)), np.zeros(size)
    for number in range(rounds):
        began = time.perf_counter()
        seen, brought, scores = play(weights, games, rng)
        inner, outer = inner / 2 + seen.T @ seen, outer / 2 + seen.T @ brought  # older games count less and less
        weights = np.linalg.solve(inner + 10 * np.eye(size), outer)
        error = scores.std() / np.sqrt(games)
        took = time.perf_counter() - began
        print(
            f"round {number + 1:2}: {scores.mean():6.1f} ± {2 * error:.1f} points a game ({took:.0f} s)",
            flush=True,
        )
    return weights


class Learnt:
    """Plays by what was learnt, in the arena and at any table."""

    def __init__(self, weights: str) -> None:
        self._weights = np.load(weights)["weights"]

    def decide(self, view: Any, ask: Ask, fork: Any) -> Option:
        """What brings the most points to be expected."""
        if not view.dice:
            return ask.options[0]
        sheet = view.sheets[view.seat]
        card = Cards(1)
        card.filled[0] = [points != OPEN for points in sheet.boxes]
        card.upper[0] = sheet.upper
        fills = card.fills(self._weights)
        one, two = look_ahead(fills)
        fall = FALL[tuple(sorted(view.dice))]
        if view.rolls_left:
            worth = (one if view.rolls_left == 1 else two)[0]

            def value(option: Option) -> float:
                if option.verb == "fill":
                    return float(fills[0, BOXES.index(str(option.args[0])), fall])
                return float(worth[KEEP[tuple(sorted(view.dice[int(slot)] for slot in option.args))]])

            return max(ask.options, key=value)
        return max(ask.options, key=lambda option: fills[0, BOXES.index(str(option.args[0])), fall])


def main() -> None:
    """Learn, and write down what was learnt."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1000, help="in each round")
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--output", type=Path, default=Path("yahtzee.npz"))
    wanted = parser.parse_args()
    np.savez(wanted.output, weights=learn(wanted.games, wanted.rounds, wanted.seed))
    print(f"Written to {wanted.output}.")


if __name__ == "__main__":
    main()
