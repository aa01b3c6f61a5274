"""What accuracies the levels have in reviews: the table in docs/review.md.

    python -m benchmarks.accuracy yahtzee --seats 1,2,4 --games 20 --jobs 2

All seats of a game are of one level. No blunder is played out: that changes words, and no number.
"""

import argparse
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from statistics import fmean, stdev
from typing import Any

import dicecup
from dicecup.coach import review
from dicecup.players import best, levels, make, play


def accuracies(game: str, seats: int, level: str, seed: int) -> list[float]:
    """Of all seats of one game."""
    match = play(
        dicecup.new(game, seats=seats, seed=seed), [make(game, level, 100 * seed + seat) for seat in range(seats)]
    )
    mind: Any = make(game, best(game))
    mind.noise = 0.0  # taken at its word, so that nothing is played out
    return [one.accuracy for one in review(match, mind=mind).accounts if one.accuracy is not None]


def main(argv: Sequence[str] | None = None) -> None:
    """Print a line for each number of seats and each level."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--seats", default="2", help="numbers, with commas between them")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args(argv)
    with ProcessPoolExecutor(args.jobs, mp_context=get_context("spawn")) as pool:
        for seats in map(int, args.seats.split(",")):
            for level in levels(args.game):
                games = [pool.submit(accuracies, args.game, seats, level, seed) for seed in range(args.games)]
                found = [one for game in games for one in game.result()]
                spread = stdev(found) if len(found) > 1 else 0.0
                print(
                    f"{args.game}, {seats} seats, {level}: {fmean(found):.0f} ± {spread:.0f} "
                    f"({min(found):.0f} to {max(found):.0f}) in {args.games} games",
                    flush=True,
                )


if __name__ == "__main__":
    main()
