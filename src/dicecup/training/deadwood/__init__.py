"""Deadwood's players, made by self-play: `dicecup train deadwood`.

planner     tunes the taste of the role planner, for each number of players
network     trains the value networks
improve     has networks learn what roll-outs make of positions
chance      finds out how likely each of their prospects wins, for each number of players
ship        puts the networks and the tastes of a folder where the players find them
"""

import argparse
import json
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Final

from dicecup.players.deadwood.planner import Taste
from dicecup.training.command import Command, Shipped, tell

GROUPS: Final = (2, 4, 8)  # a network for two players, one for three and four, one for five to eight


def main(words: Sequence[str] | None = None) -> int:
    """The words after `dicecup train deadwood`."""
    command = Command("deadwood", __doc__)
    seats = range(2, 9)
    planner = command.add("planner", _tune, "tune the role planner by hill climbing")
    planner.add_argument("--seats", type=int, nargs="+", choices=seats, default=list(seats), metavar="N")
    planner.add_argument("--start-from", type=int, choices=seats, metavar="N", help="that number's taste")
    planner.add_argument("--trials", type=int, default=120, help="changes to try for each number of players")
    planner.add_argument("--games", type=int, default=1500, help="games in which a change is tried")
    network = command.add_network(_train, lessons=12, rounds=100, games=400)
    network.add_argument("--groups", type=int, nargs="+", choices=GROUPS, default=list(GROUPS), metavar="N")
    network.add_argument("--batches", type=int, default=1, help="in each round")
    improve = command.add("improve", _improve, "have networks learn what roll-outs make of positions")
    improve.add_argument("--groups", type=int, nargs="+", choices=GROUPS, default=list(GROUPS), metavar="N")
    improve.add_argument("--eras", type=int, default=1, help="each learns from the one before")
    improve.add_argument("--batches", type=int, default=400, help="of games, in each era")
    improve.add_argument("--games", type=int, default=64, help="in each batch")
    improve.add_argument(
        "--minutes", type=float, default=1e6, help="look into no more positions of an era after so many"
    )
    improve.add_argument("--lines", type=int, default=8, help="continuations of each position")
    improve.add_argument("--ahead", type=int, default=2, help="rounds that they are played on")
    improve.add_argument("--hidden", type=int, default=128, help="wide the first layer, at least")
    improve.add_argument("--second", type=int, default=32, help="wide the second layer, at least")
    improve.add_argument("--epochs", type=int, default=6, help="times that all samples are gone over")
    improve.add_argument("--measured", type=int, default=4000, help="games in which an era is measured")
    improve.add_argument("--jobs", type=int, default=1, help="processes that play")
    chance = command.add(
        "chance", _fit, "fit the chance to win to what a network's prospects come to in self-play"
    )
    chance.add_argument("--seats", type=int, nargs="+", choices=seats, default=list(seats), metavar="N")
    chance.add_argument("--games", type=int, default=400, help="in each batch")
    chance.add_argument(
        "--batches", type=int, default=8, help="for each number of players; more can be added later"
    )
    chance.add_argument("--jobs", type=int, default=1, help="processes that play")
    command.add_ship(_ready)
    return command.run(words)


def _file(folder: Path, seats: int) -> Path:
    return folder / f"planner-{seats}.json"


def _tune(given: argparse.Namespace) -> None:
    """Hill climbing for each number of players."""
    from dicecup.training.deadwood.tuning import climb

    for seats in given.seats:
        taste, first = Taste(), 0
        if _file(given.folder, seats).exists():
            known = json.loads(_file(given.folder, seats).read_text(encoding="utf-8"))
            taste, first = Taste(**known["taste"]), known["trials"]
        elif given.start_from:
            known = json.loads(_file(given.folder, given.start_from).read_text(encoding="utf-8"))
            taste = Taste(**known["taste"])
        began = time.process_time()
        for trial, new, gain in climb(taste, seats, first, given.trials, given.games, given.seed):
            taste = new
            if gain:
                line = {"seats": seats, "trial": trial, "gain": round(gain, 4), **asdict(taste)}
                line["seconds"] = round(time.process_time() - began)
                with (given.folder / "planner.jsonl").open("a", encoding="utf-8") as log:
                    log.write(json.dumps(line) + "\n")
                tell(f"{seats} players, trial {trial + 1} of {given.trials}: wins {gain:+.1%} more")
            kept = {"trials": trial + 1, "taste": asdict(taste)}
            _file(given.folder, seats).write_text(json.dumps(kept), encoding="utf-8")
        tell(f"{seats} players: {taste}")


def _train(given: argparse.Namespace) -> None:
    """Lessons, then self-play, for each group of numbers of players."""
    from dicecup.training.deadwood.run import Training
    from dicecup.work import Workers

    with Workers(given.jobs) as workers:
        for most in given.groups:
            Training(given, most, workers, tell).run()


def _improve(given: argparse.Namespace) -> None:
    """Eras for each group of numbers of players."""
    from dicecup.training.deadwood.improving import Improving
    from dicecup.work import Workers

    with Workers(given.jobs) as workers:
        for most in given.groups:
            Improving(given, most, workers, tell).run()


def _fit(given: argparse.Namespace) -> None:
    """New curves for the networks of the folder, or for those that the players have."""
    from dicecup.training.deadwood.chances import Chances
    from dicecup.work import Workers

    with Workers(given.jobs) as workers:
        Chances(given, workers, tell).run()


def _ready(folder: Path) -> Shipped:
    """Of what was not made in this folder the players keep what they have."""
    from dicecup.players.deadwood import network, planner_weights

    networks, tastes = dict(network.shipped()), dict(planner_weights.TASTES)
    for most in GROUPS:
        if (folder / f"network-{most}.bin").exists():
            networks.update(network.unpacked((folder / f"network-{most}.bin").read_bytes()))
    for seats in tastes:
        if _file(folder, seats).exists():
            tastes[seats] = Taste(**json.loads(_file(folder, seats).read_text(encoding="utf-8"))["taste"])
    yield network.SHIPPED, network.packed(networks)
    yield planner_weights.SHIPPED, planner_weights.packed(tastes)
