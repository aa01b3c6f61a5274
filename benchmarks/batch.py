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
from typing import Any, NamedTuple

import dicecup
import dicecup.batch

SEATS = 4
GAMES = 4096
STEPS = 300


class Table(NamedTuple):
    """What is played, and how many games of it the engine plays in a round."""

    game: str
    house: dict[str, Any]
    games: int


TABLES = {
    "deadwood": Table("deadwood", {}, 12),
    "king-of-tokyo": Table("king-of-tokyo", {}, 30),
    "king-of-tokyo without cards": Table("king-of-tokyo", {"cards": False}, 60),
    "yahtzee": Table("yahtzee", {}, 40),
}


class Count(NamedTuple):
    """What was played in how many seconds."""

    answers: int
    choices: int
    seconds: float

    def per_second(self) -> tuple[float, float]:
        """Answers, and choices."""
        return self.answers / self.seconds, self.choices / self.seconds


def engine(name: str, seed: int, *, masks: bool, observed: bool) -> Count:
    table, choose, answers, choices = TABLES[name], random.Random(seed).choice, 0, 0
    start = time.process_time()
    for number in range(table.games):
        match = dicecup.new(table.game, seats=SEATS, seed=seed * 1000 + number, **table.house)
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
    table = TABLES[name]
    games = dicecup.batch.make(table.game, games=GAMES, seats=SEATS, seed=seed, observe=observed, **table.house)
    for _ in range(STEPS):  # into the middle of games, so that no phase of them is counted more than another
        games.step(games.random_actions())
    choices, spent = 0, 0.0
    for _ in range(STEPS):
        choices += int((games.masks.sum(axis=1) > 1).sum())
        start = time.process_time()
        games.step(games.random_actions())
        spent += time.process_time() - start
    return Count(STEPS * GAMES, choices, spent)


def compiling(name: str) -> None:
    said: list[str] = []
    start = time.process_time()
    table = TABLES[name]
    dicecup.batch.make(table.game, games=1, seats=SEATS, progress=said.append, **table.house)
    print(f"  {name}: ready after {time.process_time() - start:.1f} s. {' '.join(said) or 'It was on disk.'}")


LOOPS: dict[str, tuple[Callable[[str, int], Count], str]] = {
    "batch": (lambda name, seed: batch(name, seed, observed=False), ""),
    "batch, with observations": (lambda name, seed: batch(name, seed, observed=True), ""),
    "engine": (lambda name, seed: engine(name, seed, masks=False, observed=False), "batch"),
    "engine, with masks": (lambda name, seed: engine(name, seed, masks=True, observed=False), "batch"),
    "engine, with masks and observations": (
        lambda name, seed: engine(name, seed, masks=True, observed=True),
        "batch, with observations",
    ),
}
"""Each with the loop of batches that does the same."""


def main(rounds: int = 7) -> None:
    print(f"Random games of {SEATS}, batches of {GAMES:,}; medians of {rounds} rounds, a second of one core")
    for name in TABLES:
        compiling(name)
    print(f"  {'':50}{'answers':>12}{'choices':>12}{'batch is':>12}{'in choices':>12}")
    for name in TABLES:
        found: dict[str, list[tuple[float, float]]] = {loop: [] for loop in LOOPS}
        for seed in range(1, rounds + 1):
            for loop, (play, _) in LOOPS.items():
                found[loop].append(play(name, seed).per_second())
        for loop, (_, peer) in LOOPS.items():
            answers, choices = (statistics.median(rates) for rates in zip(*found[loop], strict=True))
            line = f"  {name + ': ' + loop:50}{answers:12,.0f}{choices:12,.0f}"
            if peer:
                both = list(zip(found[peer], found[loop], strict=True))
                for what in range(2):
                    line += f"{statistics.median(ours[what] / theirs[what] for ours, theirs in both):10.0f} x"
            print(line)


if __name__ == "__main__":
    main()
