"""Deadwood's players, made by self-play: `dicecup train deadwood`.

dicecup train deadwood planner --seats 2 4    tunes the taste of the role planner
"""

import argparse
import json
import time
from collections.abc import Sequence
from pathlib import Path

from dicecup.players.deadwood.planner import Taste


def main(arguments: Sequence[str]) -> None:
    """The words after `dicecup train deadwood`."""
    parser = argparse.ArgumentParser(
        prog="dicecup train deadwood", description="Make Deadwood's computer players."
    )
    kinds = parser.add_subparsers(dest="what", required=True)
    planner = kinds.add_parser("planner", help="tune the role planner by hill climbing")
    planner.add_argument("--trials", type=int, default=150, help="changes to try for each number of players")
    planner.add_argument("--games", type=int, default=1500, help="games in which a change is tried")
    for each in (planner,):
        each.add_argument(
            "--seats", type=int, nargs="+", default=list(range(2, 9)), choices=range(2, 9), metavar="N"
        )
        each.add_argument(
            "--folder", type=Path, default=Path("deadwood-training"), help="for results, logs and resuming"
        )
        each.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    given.folder.mkdir(parents=True, exist_ok=True)
    if given.what == "planner":
        tune(given)


def tune(given: argparse.Namespace) -> None:
    """Hill climbing for each number of players; goes on where the folder says that it was stopped."""
    from dicecup.training.deadwood.tuning import climb, to_json

    for seats in given.seats:
        file = given.folder / f"planner-{seats}.json"
        taste, first = Taste(), 0
        if file.exists():
            known = json.loads(file.read_text(encoding="utf-8"))
            taste, first = Taste(**known["taste"]), known["trials"]
        began = time.monotonic()
        for trial, new, gain in climb(taste, seats, first, given.trials, given.games, given.seed):
            if gain:
                seconds = round(time.monotonic() - began)
                line = {"seats": seats, "trial": trial, "gain": round(gain, 4), "seconds": seconds, **to_json(new)}
                with (given.folder / "planner.jsonl").open("a", encoding="utf-8") as log:
                    log.write(json.dumps(line) + "\n")
                print(
                    f"{seats} players, trial {trial + 1} of {given.trials}: wins {gain:+.1%} more, {new}",
                    flush=True,
                )
            file.write_text(json.dumps({"trials": trial + 1, "taste": to_json(new)}), encoding="utf-8")
        print(f"{seats} players: {json.loads(file.read_text(encoding='utf-8'))['taste']}", flush=True)


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
