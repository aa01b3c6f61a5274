"""`dicecup.batch` beside the engine: random games of four, one core, same run, decision for decision.

Both are asked the same decisions and count them in the same way: answers, forced ones included, and beside them
real choices, among two options or more. Three loops each: bare; with a mask of the legal actions at every
decision, which a batch always has; and with mask and observation. The engine keeps its log and its events all
the while, a batch does not: that is the point of it. Rounds are interleaved, in processor time; the median of the
ratios counts. Compiling is told apart.
"""

import random
import statistics
import time
from collections.abc import Callable
from typing import NamedTuple

import dicecup
import dicecup.batch

SEATS = 4
GAMES = 4096
STEPS = 300
ENGINE_GAMES = {"deadwood": 12, "yahtzee": 40}


class Count(NamedTuple):
    """What was played in how many seconds."""

    answers: int
    choices: int
    seconds: float

    def per_second(self) -> tuple[float, float]:
        """Answers, and choices."""
        return self.answers / self.seconds, self.choices / self.seconds


def engine(name: str, seed: int, *, masks: bool, observed: bool) -> Count:
    choose, answers, choices = random.Random(seed).choice, 0, 0
    start = time.process_time()
    for number in range(ENGINE_GAMES[name]):
        match = dicecup.new(name, seats=SEATS, seed=seed * 1000 + number)
        game, actions = match.game, match.game.actions(SEATS)
        while (ask := match.pending) is not None:
            if masks:
                actions.mask(ask)
            if observed:
                game.encode(match.view(ask.seat), ask)
            match.answer(choose(ask.options))
            answers += 1
            choices += len(ask.options) > 1
    return Count(answers, choices, time.process_time() - start)


def batch(name: str, seed: int, *, observed: bool) -> Count:
    games = dicecup.batch.make(name, games=GAMES, seats=SEATS, seed=seed, observe=observed)
    for _ in range(STEPS):  # into the middle of games, so that no phase of them is counted more than another
        games.step(games.random_actions())
    choices, spent = 0, 0.0
    for _ in range(STEPS):
        choices += int((games.masks.sum(axis=1) > 1).sum())
        start = time.process_time()
        games.step(games.random_actions())
        spent += time.process_time() - start
    return Count(STEPS * GAMES, choices, spent)


def compiling(name: str) -> float:
    start = time.process_time()
    said: list[str] = []
    dicecup.batch.make(name, games=1, seats=SEATS, progress=said.append)
    print(f"  {name}: ready after {time.process_time() - start:.1f} s. {' '.join(said) or 'It was on disk.'}")
    return time.process_time() - start


def main(rounds: int = 5) -> None:
    print(f"Random games of {SEATS}, batches of {GAMES:,}; medians of {rounds} rounds, a second of one core")
    for name in ENGINE_GAMES:
        compiling(name)
    kinds: dict[str, tuple[Callable[[str, int], Count], Callable[[str, int], Count]]] = {
        "bare": (
            lambda name, seed: engine(name, seed, masks=False, observed=False),
            lambda name, seed: batch(name, seed, observed=False),
        ),
        "with masks": (
            lambda name, seed: engine(name, seed, masks=True, observed=False),
            lambda name, seed: batch(name, seed, observed=False),
        ),
        "with masks and observations": (
            lambda name, seed: engine(name, seed, masks=True, observed=True),
            lambda name, seed: batch(name, seed, observed=True),
        ),
    }
    print(f"  {'':40}{'engine':>12}{'batch':>14}{'batch is':>12}{'in choices':>12}")
    for name in ENGINE_GAMES:
        for kind, (slow, fast) in kinds.items():
            pairs = [
                (slow(name, seed).per_second(), fast(name, seed).per_second()) for seed in range(1, rounds + 1)
            ]
            ours = statistics.median(one[0] for one, _ in pairs)
            theirs = statistics.median(other[0] for _, other in pairs)
            answers = statistics.median(other[0] / one[0] for one, other in pairs)
            choices = statistics.median(other[1] / one[1] for one, other in pairs)
            print(f"  {name + ', ' + kind:40}{ours:12,.0f}{theirs:14,.0f}{answers:10.0f} x{choices:10.0f} x")


if __name__ == "__main__":
    main()
