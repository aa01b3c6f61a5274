"""`dicecup.batch` beside the engine: random games, one core, same run, decision for decision.

`python -m benchmarks.batch --seats 2 3 4 6 --games king-of-tokyo` says for which tables; else all games are played
by four.

Both are asked the same decisions and count them in the same way: answers, forced ones included, and beside them
real choices, among two options or more. Three loops each: bare; with a mask of the legal actions at every
decision, which a batch always has; and with mask and observation. The engine keeps its log and its events all
the while, a batch does not: that is the point of it. Rounds are interleaved, in processor time; the median of the
ratios counts. Compiling is told apart.
"""

import argparse
import random
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import dicecup
import dicecup.batch

SEATS = (4,)
GAMES = 4096
STEPS = 300
ROUNDS = 7


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


def engine(name: str, seats: int, seed: int, *, masks: bool, observed: bool) -> Count:
    table, choose, answers, choices = TABLES[name], random.Random(seed).choice, 0, 0
    start = time.process_time()
    for number in range(table.games):
        match = dicecup.new(table.game, seats=seats, seed=seed * 1000 + number, **table.house)
        game, actions = match.game, match.game.actions(seats)
        while (ask := match.pending) is not None:
            if masks:
                actions.mask(ask)
            if observed:
                game.encode(match.view(ask.seat), ask)
            match.answer(choose(ask.options))
            answers += 1
            choices += len(ask.options) > 1
    return Count(answers, choices, time.process_time() - start)


def batch(name: str, seats: int, seed: int, *, observed: bool) -> Count:
    table = TABLES[name]
    games = dicecup.batch.make(table.game, games=GAMES, seats=seats, seed=seed, observe=observed, **table.house)
    for _ in range(STEPS):  # into the middle of games, so that no phase of them is counted more than another
        games.step(games.random_actions())
    choices, spent = 0, 0.0
    for _ in range(STEPS):
        choices += int((games.masks.sum(axis=1) > 1).sum())
        start = time.process_time()
        games.step(games.random_actions())
        spent += time.process_time() - start
    return Count(STEPS * GAMES, choices, spent)


def compiling(name: str, seats: int) -> None:
    said: list[str] = []
    start = time.process_time()
    table = TABLES[name]
    dicecup.batch.make(table.game, games=1, seats=seats, progress=said.append, **table.house)
    print(f"  {name}: ready after {time.process_time() - start:.1f} s. {' '.join(said) or 'It was on disk.'}")


LOOPS: dict[str, tuple[Callable[[str, int, int], Count], str]] = {
    "batch": (lambda name, seats, seed: batch(name, seats, seed, observed=False), ""),
    "batch, with observations": (lambda name, seats, seed: batch(name, seats, seed, observed=True), ""),
    "engine": (lambda name, seats, seed: engine(name, seats, seed, masks=False, observed=False), "batch"),
    "engine, with masks": (
        lambda name, seats, seed: engine(name, seats, seed, masks=True, observed=False),
        "batch",
    ),
    "engine, with masks and observations": (
        lambda name, seats, seed: engine(name, seats, seed, masks=True, observed=True),
        "batch, with observations",
    ),
}
"""Each with the loop of batches that does the same."""


def main(rounds: int = ROUNDS, names: Sequence[str] = tuple(TABLES), sizes: Sequence[int] = SEATS) -> None:
    print(f"Random games, batches of {GAMES:,}; medians of {rounds} rounds, a second of one core")
    for name in names:
        compiling(name, sizes[0])
    print(f"  {'':60}{'answers':>12}{'choices':>12}{'batch is':>12}{'in choices':>12}")
    for name in names:
        for seats in sizes:
            compare(name, seats, rounds)


def compare(name: str, seats: int, rounds: int) -> None:
    found: dict[str, list[tuple[float, float]]] = {loop: [] for loop in LOOPS}
    for seed in range(1, rounds + 1):
        for loop, (play, _) in LOOPS.items():
            found[loop].append(play(name, seats, seed).per_second())
    for loop, (_, peer) in LOOPS.items():
        answers, choices = (statistics.median(rates) for rates in zip(*found[loop], strict=True))
        line = f"  {f'{name}, {seats} seats: {loop}':60}{answers:12,.0f}{choices:12,.0f}"
        if peer:
            both = list(zip(found[peer], found[loop], strict=True))
            for what in range(2):
                line += f"{statistics.median(ours[what] / theirs[what] for ours, theirs in both):10.0f} x"
        print(line, flush=True)


def _asked() -> argparse.Namespace:
    words = argparse.ArgumentParser(description="Batches beside the engine.")
    words.add_argument("--games", nargs="+", choices=TABLES, default=tuple(TABLES))
    words.add_argument("--seats", nargs="+", type=int, default=SEATS)
    words.add_argument("--rounds", type=int, default=ROUNDS)
    return words.parse_args()


if __name__ == "__main__":
    asked = _asked()
    main(asked.rounds, asked.games, asked.seats)
