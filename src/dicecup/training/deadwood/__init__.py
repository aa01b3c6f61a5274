"""Deadwood's players, made by self-play: `dicecup train deadwood`.

    planner     tunes the taste of the role planner, for each number of players
    network     trains the value networks
    ship        packs the networks of a folder into one file of weights

Everything is kept in a folder; the same command goes on where it was stopped. Set OPENBLAS_NUM_THREADS=1: the
matrices are small, and more threads only stand in each other's way.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from dicecup.players.deadwood.planner import Taste
from dicecup.training import Parser

GROUPS: Final = (2, 4, 8)  # a network for two players, one for three and four, one for five to eight


def main(arguments: Sequence[str] | None = None) -> int:
    """The words after `dicecup train deadwood`."""
    parser = Parser(
        prog="dicecup train deadwood", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    kinds = parser.add_subparsers(dest="what", required=True)
    planner = kinds.add_parser("planner", help="tune the role planner by hill climbing")
    planner.add_argument(
        "--seats", type=int, nargs="+", choices=range(2, 9), default=list(range(2, 9)), metavar="N"
    )
    planner.add_argument("--start-from", type=int, choices=range(2, 9), metavar="N", help="that number's taste")
    planner.add_argument("--trials", type=int, default=120, help="changes to try for each number of players")
    planner.add_argument("--games", type=int, default=1500, help="games in which a change is tried")
    network = kinds.add_parser("network", help="train value networks by self-play")
    network.add_argument("--groups", type=int, nargs="+", choices=GROUPS, default=list(GROUPS), metavar="N")
    network.add_argument("--lessons", type=int, default=12, help="at school, watching planners")
    network.add_argument("--rounds", type=int, default=100, help="of self-play")
    network.add_argument("--games", type=int, default=400, help="in each hall")
    network.add_argument("--batches", type=int, default=1, help="in each round")
    network.add_argument("--jobs", type=int, default=1, help="processes that play")
    network.add_argument("--minutes", type=float, default=1e6, help="stop after so many, and keep what there is")
    network.add_argument("--measure-every", type=int, default=20, help="rounds between two measurements")
    ship = kinds.add_parser("ship", help="pack networks into a file of weights")
    ship.add_argument("--to", type=Path, required=True, help="the file")
    for each in (planner, network, ship):
        each.add_argument(
            "--folder", type=Path, default=Path("deadwood-training"), help="results, logs, checkpoints"
        )
        each.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    given.folder.mkdir(parents=True, exist_ok=True)
    try:
        _WORK[given.what](given)
    except KeyboardInterrupt:
        sys.stderr.write("Stopped; the same command continues from here.\n")
        return 130
    return 0


def _tell(line: str) -> None:
    print(time.strftime("%H:%M"), line, flush=True)


def _tune(given: argparse.Namespace) -> None:
    """Hill climbing for each number of players."""
    from dicecup.training.deadwood.tuning import climb, to_json

    def file_of(seats: int) -> Path:
        path: Path = given.folder / f"planner-{seats}.json"
        return path

    for seats in given.seats:
        taste, first = Taste(), 0
        if file_of(seats).exists():
            known = json.loads(file_of(seats).read_text(encoding="utf-8"))
            taste, first = Taste(**known["taste"]), known["trials"]
        elif given.start_from:
            known = json.loads(file_of(given.start_from).read_text(encoding="utf-8"))
            taste = Taste(**known["taste"])
        began = time.process_time()
        for trial, new, gain in climb(taste, seats, first, given.trials, given.games, given.seed):
            taste = new
            if gain:
                line = {"seats": seats, "trial": trial, "gain": round(gain, 4), **to_json(taste)}
                line["seconds"] = round(time.process_time() - began)
                with (given.folder / "planner.jsonl").open("a", encoding="utf-8") as log:
                    log.write(json.dumps(line) + "\n")
                _tell(f"{seats} players, trial {trial + 1} of {given.trials}: wins {gain:+.1%} more")
            file_of(seats).write_text(json.dumps({"trials": trial + 1, "taste": to_json(taste)}), encoding="utf-8")
        _tell(f"{seats} players: {taste}")


def _train(given: argparse.Namespace) -> None:
    """School, then self-play, for each group of numbers of players."""
    from dicecup.training.deadwood.run import Training

    end = time.monotonic() + 60 * given.minutes
    for most in given.groups:
        training = Training(given.folder, most, given.games, given.seed, _tell, given.batches, given.jobs)
        training.run(given.lessons, given.rounds, given.measure_every, lambda: time.monotonic() < end)


def _ship(given: argparse.Namespace) -> None:
    """All networks of a folder, in one file."""
    from dicecup.players.deadwood.network import packed
    from dicecup.training.deadwood.run import load

    networks = {most: load(given.folder, most) for most in GROUPS}
    raw = packed(networks)
    given.to.write_bytes(raw)
    _tell(f"{given.to}: {len(raw):,} bytes")


_WORK: Final[dict[str, Callable[[argparse.Namespace], None]]] = {
    "planner": _tune,
    "network": _train,
    "ship": _ship,
}
