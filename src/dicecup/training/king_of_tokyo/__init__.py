"""King of Tokyo's players, made by self-play: `dicecup train king-of-tokyo`.

network     trains the value networks
exact       solves the game of two without cards; players use the table from then on
additive    tunes the additive reference player, and says what came out: it is the yardstick, and fixed
ship        puts the networks of a folder where players find them
"""

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

from dicecup.training.command import Command, Shipped, tell


def main(words: Sequence[str] | None = None) -> int:
    """The words after `dicecup train king-of-tokyo`."""
    command = Command("king-of-tokyo", __doc__)
    network = command.add_network(_train, lessons=1, rounds=150, games=2000)
    seats = [2, 3, 4, 5, 6]
    network.add_argument("--seats", type=int, nargs="+", choices=seats, default=seats, help="tables to play at")
    network.add_argument("--measure-games", type=int, default=1200)
    exact = command.add("exact", _solve, "solve the game of two without cards")
    exact.add_argument("--fit", action="store_true", help="fit a small network to it as well")
    exact.add_argument("--steps", type=int, default=6000, help="of fitting")
    additive = command.add("additive", _tune, "tune the additive reference player")
    additive.add_argument("--minutes", type=float, default=8)
    additive.add_argument("--jobs", type=int, default=1, help="processes that play")
    additive.add_argument("--measure-games", type=int, default=320)
    command.add_ship(_ready)
    return command.run(words)


def _train(given: argparse.Namespace) -> None:
    from dicecup.training.king_of_tokyo.run import Training
    from dicecup.work import Workers

    with Workers(given.jobs) as workers:
        Training(given, workers, tell).run()


def _tune(given: argparse.Namespace) -> None:
    from dicecup.training.king_of_tokyo.tuning import Tuning
    from dicecup.work import Workers

    with Workers(given.jobs) as workers, (given.folder / "additive.jsonl").open("a", encoding="utf-8") as log:

        def note(line: str) -> None:
            print(line, file=log, flush=True)
            tell(line)

        tuning = Tuning(workers, given.seed, note)
        while time.monotonic() < given.end - 15:
            tuning.step("duel")
            tuning.step("crowd")
        for seats in (2, 4):
            tuning.check(seats, given.measure_games)


def _solve(given: argparse.Namespace) -> None:
    """The exact values, kept for players; and perhaps a network fitted to them, and how good it is."""
    from dicecup.players.arrays import packed
    from dicecup.players.king_of_tokyo.duel import NETWORK, from_network, write_table
    from dicecup.training.king_of_tokyo.exact import exploited, solve
    from dicecup.training.king_of_tokyo.fitting import fit

    solution = solve()
    path = write_table(solution.duel)
    tell(f"Solved: whoever begins wins {100 * solution.first:.2f}% of the games. The table is {path}")
    if given.fit:
        weights = fit(solution.duel, given.steps, given.seed)
        (given.folder / "duel.bin").write_bytes(packed(NETWORK, weights))
        tell(f"Fitted a network: {given.folder / 'duel.bin'}")
        tell(f"The best answer to it wins {exploited(from_network(weights)):.3f} points more than half")


def _ready(folder: Path) -> Shipped:
    """What is there of the networks."""
    from dicecup.players.king_of_tokyo import duel, weights

    for name, path in (("networks.bin", weights.SHIPPED), ("duel.bin", duel.SHIPPED)):
        if (folder / name).exists():
            yield path, (folder / name).read_bytes()
