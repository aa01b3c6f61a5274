"""How far the values can be trusted that reviews rest on: what was predicted against what happened, per tenth.

    python -m benchmarks.calibration king-of-tokyo --games 400 --seats 2,3,4,5,6 --jobs 16 --out king.json
    python -m benchmarks.calibration --read king.json

The best computer player plays against itself. So that positions vary, the first turns of each game, none to three
rounds of the table, are played by the level below it; nothing is predicted before they are over. At the start of
each turn the chances of all seats are written down, at each decision the value of the best option for whoever
is asked. All that is needed is the package and NumPy. The page `docs/calibration.md` tells the result, with a
picture for each game.
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
from dicecup.players import Appraiser, Foreseer, Fork, Player, best, forks, levels, make, play, solver, usual
from dicecup.table import Ask, Match, Option

Floats = NDArray[np.float64]

KINDS: Final = ("turns", "decisions")
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
    below = levels(game)[-2:-1] or (usual(game),)
    return _Taken(make(game, best(game)), make(game, below[0], seed=1))


def one_game(game: str, seats: int, seed: int) -> Floats:
    """Kinds x tenths x (count, sum of what was predicted, sum of what happened)."""
    player = _player(game)
    mind = player.mind
    match = dicecup.new(game, seats=seats, seed=seed)
    opening = random.Random(seed).randrange(ROUNDS * seats + 1)
    told: list[tuple[int, int, float]] = []  # kind, seat, chance
    turns: set[int] = set()

    def watch(match: Match[Any], ask: Ask) -> None:
        turn = match.state.turn
        player.taken = turn > opening
        if not player.taken:
            return
        if turn not in turns:
            turns.add(turn)
            told.extend((0, seat, chance) for seat, chance in enumerate(mind.chances(match.clone())))
        told.append((1, ask.seat, _best_value(mind, match.view(ask.seat), ask, forks(match, ask.seat))))

    play(match, [player] * seats, watch)
    assert match.outcome is not None
    found = np.zeros((len(KINDS), TENTHS, 3))
    for kind, seat, chance in told:
        share = match.outcome.shares[seat]
        if chance or share:  # whoever is out of the game is no prediction
            found[kind, min(TENTHS - 1, int(chance * TENTHS))] += 1, chance, share
    return found


def _best_value(mind: Any, view: Any, ask: Ask, fork: Fork) -> float:
    if isinstance(mind, Appraiser):
        return float(max(value[ask.seat] for value in mind.appraise(view, ask, fork).values()))
    return float(mind.advise(view, ask, fork)[0].value)


def _task(task: tuple[str, int, int, float]) -> tuple[int, Floats | None, float]:
    game, seats, seed, until = task
    if time.time() > until:
        return seats, None, 0.0
    start = time.process_time()
    found = one_game(game, seats, seed)
    return seats, found, time.process_time() - start


def run(game: str, sizes: Sequence[int], count: int, jobs: int, seed: int, seconds: float) -> dict[str, Any]:
    """So many games for each number of seats, or as many as there is time for."""
    bulk = solver(game)
    if bulk is not None:
        bulk.prepare(games.find(game).options.parse({}).to_json(), print)
    until = time.time() + seconds
    tasks = [(game, size, seed + at, until) for at in range(count) for size in sizes]
    sums = {size: np.zeros((len(KINDS), TENTHS, 3)) for size in sizes}
    squares = {size: np.zeros((len(KINDS), TENTHS)) for size in sizes}
    played, spent = dict.fromkeys(sizes, 0), dict.fromkeys(sizes, 0.0)
    for size, found, took in _done(tasks, jobs):
        if found is None:
            continue
        played[size] += 1
        spent[size] += took
        sums[size] += found
        # What one game predicts hangs together: games, and not predictions, are drawn at random.
        squares[size] += (found[:, :, ACTUAL] - found[:, :, PREDICTED]) ** 2
        if sum(played.values()) % 100 == 0:
            print(f"{sum(played.values())} games", flush=True)
    return {
        "game": game,
        "player": best(game),
        "seed": seed,
        "tables": [
            {
                "seats": size,
                "games": played[size],
                "seconds_per_game": round(spent[size] / max(1, played[size]), 3),
                **{kind: _rows(sums[size][at], squares[size][at]) for at, kind in enumerate(KINDS)},
            }
            for size in sizes
        ],
    }


def _done(tasks: Sequence[tuple[str, int, int, float]], jobs: int) -> Iterator[tuple[int, Floats | None, float]]:
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
