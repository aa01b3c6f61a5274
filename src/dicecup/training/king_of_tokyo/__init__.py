"""Training the King of Tokyo minds by self-play."""

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from dicecup.training import Parser


def main(words: Sequence[str] | None = None) -> int:
    """The command: play and learn for some minutes, from where the folder stands."""
    from dicecup.training.king_of_tokyo.run import Training

    parser = Parser(prog="dicecup train king-of-tokyo", description=__doc__)
    parser.add_argument("--additive", action="store_true", help="tune the additive reference player instead")
    parser.add_argument("--exact", action="store_true", help="solve the game of two without cards instead")
    parser.add_argument("--out", type=Path, help="folder of checkpoint, weights and learning curve")
    parser.add_argument("--minutes", type=float, default=8, help="how long, evaluation included")
    parser.add_argument("--games", type=int, default=1000, help="games in each round")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=2e-3, help="of learning, in the first round")
    parser.add_argument("--least-rate", type=float, default=1e-4)
    parser.add_argument("--halving", type=float, default=45, help="rounds in which the rate halves")
    parser.add_argument("--guests", type=float, default=0.0, help="share of the games with other players too")
    parser.add_argument("--measure-every", type=int, default=10, help="rounds between two measurements")
    parser.add_argument("--measure-games", type=int, default=320)
    parser.add_argument("--steps", type=int, default=6000, help="of fitting the network to the exact values")
    given = parser.parse_args(words)
    if given.exact:
        return _solve(given)
    if given.out is None:
        parser.error("say with --out where to put what is learnt")
    end = time.monotonic() + 60 * given.minutes
    if given.additive:
        return _tune(given, end)
    training = Training(given.out, given.seed, given.jobs, lambda line: print(line, flush=True), given.guests)
    try:
        longest = 0.0
        while time.monotonic() + 1.2 * longest < end - 0.1 * 60 * given.minutes:
            started = time.monotonic()
            rate = max(given.least_rate, given.rate * 0.5 ** (training.round / given.halving))
            training.one_round(given.games, rate)
            if training.round % given.measure_every == 0:
                training.measure(2, given.measure_games)
                training.measure(4, given.measure_games)
            longest = max(longest, time.monotonic() - started)
            training.save()
        for seats in (2, 3, 4, 5, 6):
            training.measure(seats, 2 * given.measure_games, start=2 * 10**6)
    except KeyboardInterrupt:
        training.save()
        sys.stderr.write("Stopped; the same command continues from here.\n")
        return 130
    finally:
        training.close()
    return 0


def _tune(given: argparse.Namespace, end: float) -> int:
    """Numbers for the additive player; they are written into its file by hand, once and for all."""
    from dicecup.training.king_of_tokyo.tuning import Tuning

    given.out.mkdir(parents=True, exist_ok=True)
    with (given.out / "additive.jsonl").open("a", encoding="utf-8") as log:

        def tell(line: str) -> None:
            print(line, file=log, flush=True)
            print(line, flush=True)

        tuning = Tuning(given.jobs, given.seed, tell)
        try:
            while time.monotonic() < end - 15:
                tuning.step("duel")
                tuning.step("crowd")
            for seats in (2, 4):
                tuning.check(seats, given.measure_games)
        finally:
            tuning.workers.close()
    return 0


def _solve(given: argparse.Namespace) -> int:
    """The exact values, kept for players; with --out also a network fitted to them, and how good it is."""
    from dicecup.players.arrays import packed
    from dicecup.players.king_of_tokyo.duel import NETWORK, from_network, write_table
    from dicecup.training.king_of_tokyo.exact import exploited, solve
    from dicecup.training.king_of_tokyo.fitting import fit

    started = time.monotonic()

    def tell(line: str) -> None:
        print(f"{line} ({time.monotonic() - started:.0f} s)", flush=True)

    solution = solve()
    path = write_table(solution.duel)
    tell(f"Solved: whoever begins wins {100 * solution.first:.2f} % of the games. The table is {path}")
    if given.out is not None:
        given.out.mkdir(parents=True, exist_ok=True)
        weights = fit(solution.duel, given.steps, given.seed)
        (given.out / "duel.bin").write_bytes(packed(NETWORK, weights))
        tell(f"Fitted a network: {given.out / 'duel.bin'}")
        tell(f"The best answer to it wins {exploited(from_network(weights)):.3f} points more than half")
    return 0
