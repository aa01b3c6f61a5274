"""How far the values can be trusted that reviews rest on: what was predicted against what happened, per tenth.

    python -m benchmarks.calibration king-of-tokyo --games 400 --seats 2,3,4,5,6 --jobs 16 --out king.json
    python -m benchmarks.calibration --read king.json

The best computer player plays against itself. So that positions vary, the first turns of each game, none to three
rounds of the table, are played by the level below it; nothing is predicted before they are over. At the start of
each turn the chances of all seats are written down, at each decision the value of the best option for whoever
is asked: as reviews see it, and as hints tell it, sorted by what is to be decided. All that is needed is the
package and NumPy. The page `docs/calibration.md` tells the result, with a picture for each game.
"""

import argparse
import json
import os
import random
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

import dicecup
from benchmarks.calibration_page import write
from dicecup import games
from dicecup.players import Appraiser, Foreseer, Fork, Player, best, forks, levels, make, play, solver
from dicecup.players.decisions import sort_of
from dicecup.table import Ask, Match, Option

Floats = NDArray[np.float64]

KINDS: Final = ("turns", "decisions")
Told = dict[str, Floats]
"""Tenths x (count, sum of what was predicted, sum of what happened): for KINDS, and what hints told for each sort
of decision."""
TENTHS: Final = 10
COUNT, PREDICTED, ACTUAL = range(3)
ROUNDS: Final = 3  # at most, before the best player takes over
ONE_CORE: Final = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")


class _Taken:
    """A seat that somebody else had until the best player takes over."""

    def __init__(self, mind: Any, other: Player) -> None:
        self.mind, self._other, self.taken = mind, other, False

    def decide(self, view: Any, ask: Ask, fork: Fork) -> Option:
        found: Option = (self.mind if self.taken else self._other).decide(view, ask, fork)
        return found


@cache
def _player(game: str) -> _Taken:
    """Who predicts and plays, after the level below has played the first turns."""
    return _Taken(make(game, best(game)), make(game, below(game), seed=1))


def below(game: str) -> str:
    """The level below whoever predicts, or that one where there is none."""
    known = levels(game)
    return known[max(0, known.index(best(game)) - 1)] if known else best(game)


def one_game(game: str, seats: int, seed: int) -> Told:
    """What was told, and what became of it."""
    player = _player(game)
    mind = player.mind
    match = dicecup.new(game, seats=seats, seed=seed)
    opening = random.Random(seed).randrange(ROUNDS * seats + 1)
    told: list[tuple[str, int, float]] = []  # kind, seat, chance
    turns: set[int] = set()

    def watch(match: Match[Any], ask: Ask) -> None:
        turn = match.state.turn
        player.taken = turn > opening
        if not player.taken:
            return
        if turn not in turns:
            turns.add(turn)
            told.extend(("turns", seat, chance) for seat, chance in enumerate(mind.chances(match.clone())))
        view, fork = match.view(ask.seat), forks(match, ask.seat)
        hint = max(one.value for one in mind.advise(view, ask, fork))
        told.append(("decisions", ask.seat, _best_value(mind, view, ask, fork, hint)))
        told.append((sort_of(ask), ask.seat, hint))

    play(match, [player] * seats, watch)
    assert match.outcome is not None
    found: Told = {}
    for kind, seat, chance in told:
        share = match.outcome.shares[seat]
        if chance or share:  # whoever is out of the game is no prediction
            tenths = found.setdefault(kind, np.zeros((TENTHS, 3)))
            tenths[min(TENTHS - 1, int(chance * TENTHS))] += 1, chance, share
    return found


def _best_value(mind: Any, view: Any, ask: Ask, fork: Fork, hint: float) -> float:
    if isinstance(mind, Appraiser):
        return float(max(value[ask.seat] for value in mind.appraise(view, ask, fork).values()))
    return hint


def _task(task: tuple[str, int, int, float]) -> tuple[int, Told | None, float]:
    game, seats, seed, until = task
    if time.time() > until:
        return seats, None, 0.0
    start = time.process_time()
    found = one_game(game, seats, seed)
    return seats, found, time.process_time() - start


class Tally:
    """What the games at tables of one size have told."""

    def __init__(self, seats: int) -> None:
        self.seats, self.games, self.spent = seats, 0, 0.0
        self._sums: Told = {}
        self._squares: Told = {}  # by tenth, and of all together
        self._gaps: dict[str, list[float]] = {}

    def add(self, found: Told, took: float) -> None:
        """One game more. What it predicts hangs together: games, and not predictions, are drawn at random."""
        self.games += 1
        self.spent += took
        for kind, each in found.items():
            gap = each[:, ACTUAL] - each[:, PREDICTED]
            self._sums[kind] = self._sums.get(kind, 0) + each
            self._squares[kind] = self._squares.get(kind, 0) + gap**2
            self._gaps.setdefault(kind, []).append(float(gap.sum()))

    def to_json(self) -> dict[str, Any]:
        """For the page."""
        nothing = np.zeros((TENTHS, 3))
        sorts = {}
        for kind in sorted(self._sums.keys() - set(KINDS)):
            count, predicted, actual = (float(each) for each in self._sums[kind].sum(axis=0))
            sorts[kind] = {
                "count": int(count),
                "predicted": round(predicted / count, 5),
                "actual": round(actual / count, 5),
                "error": round(float(np.sqrt(np.square(self._gaps[kind]).sum())) / count, 5),
            }
        return {
            "seats": self.seats,
            "games": self.games,
            "seconds_per_game": round(self.spent / max(1, self.games), 3),
            **{
                kind: _rows(self._sums.get(kind, nothing), self._squares.get(kind, nothing[:, 0]))
                for kind in KINDS
            },
            "sorts": sorts,
        }


def run(game: str, sizes: Sequence[int], count: int, jobs: int, seed: int, seconds: float) -> dict[str, Any]:
    """So many games for each number of seats, or as many as there is time for."""
    bulk = solver(game)
    if bulk is not None:
        bulk.prepare(games.find(game).options.parse({}).to_json(), print)
    until = time.time() + seconds
    tasks = [(game, size, seed + at, until) for at in range(count) for size in sizes]
    tallies = {size: Tally(size) for size in sizes}
    for size, found, took in _done(tasks, jobs):
        if found is None:
            continue
        tallies[size].add(found, took)
        if (played := sum(each.games for each in tallies.values())) % 100 == 0:
            print(f"{played} games", flush=True)
    return {
        "game": game,
        "player": best(game),
        "seed": seed,
        "tables": [each.to_json() for each in tallies.values()],
    }


def _done(tasks: Sequence[tuple[str, int, int, float]], jobs: int) -> Iterator[tuple[int, Told | None, float]]:
    if jobs == 1:
        yield from map(_task, tasks)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from pool.map(_task, tasks)


def _rows(sums: Floats, squares: Floats) -> list[dict[str, Any]]:
    found = []
    for tenth in range(TENTHS):
        count = int(sums[tenth, COUNT])
        row: dict[str, Any] = {"from": tenth / TENTHS, "count": count}
        if count:
            row["predicted"] = round(float(sums[tenth, PREDICTED]) / count, 5)
            row["actual"] = round(float(sums[tenth, ACTUAL]) / count, 5)
            row["error"] = round(float(np.sqrt(squares[tenth])) / count, 5)
        found.append(row)
    return found


def main() -> None:
    os.environ.update(dict.fromkeys(ONE_CORE, "1"))  # for the processes that play
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.calibration", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("game", nargs="?", help="such as king-of-tokyo")
    parser.add_argument("--games", type=int, default=100, help="for each number of seats")
    parser.add_argument("--seats", default="", help="such as 2,4; all that the game has, but 1, if not given")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1e9, help="begin no game after so long")
    parser.add_argument("--out", type=Path, help="a JSON file for the figures")
    parser.add_argument("--read", type=Path, help="such a file: write the page from it, and play nothing")
    parser.add_argument("--page", type=Path, default=Path("docs/calibration.md"))
    given = parser.parse_args()
    if given.read is not None:
        write(json.loads(given.read.read_text(encoding="utf-8")), given.page)
        return
    if given.game is None:
        parser.error("name a game, or a file to --read")
    known = games.find(given.game).seats
    sizes = [int(size) for size in given.seats.split(",")] if given.seats else [size for size in known if size > 1]
    if any(size not in known or size < 2 for size in sizes):
        parser.error(f"the game has {known[0]} to {known[-1]} seats, and alone nobody wins")
    if not isinstance(make(given.game, best(given.game)), Foreseer):
        parser.error(f"no computer player of {given.game} predicts chances")
    start = time.time()
    found = run(given.game, sizes, given.games, given.jobs, given.seed, given.seconds)
    print(f"{sum(table['games'] for table in found['tables'])} games in {time.time() - start:.0f} s")
    if given.out is not None:
        given.out.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    write(found, given.page)


if __name__ == "__main__":
    main()
