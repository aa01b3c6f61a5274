"""What games come to that are played at random from seeds: a hash of all that they leave, for each of our games.

`python -m tests.log_hashes GAMES` prints them, and beside them of what kind the engine is: the compiled one has to
play the very games that the pure one plays.
"""

import hashlib
import json
import random
import sys

import dicecup
from dicecup import games
from dicecup.table import plain


def compiled() -> bool:
    """Whether the engine that was imported is a compiled one."""
    return not (plain.__file__ or "").endswith(".py")


def of(game: str, seeds: range) -> str:
    """A hash of log, events, views, clones and end of so many games, with each number of seats in turn."""
    told = hashlib.sha256()
    seats = games.find(game).seats
    for seed in seeds:
        match = dicecup.new(game, seats=seats[seed % len(seats)], seed=seed)
        choose = random.Random(seed).choice
        while (ask := match.pending) is not None:
            if len(match.log) % 23 == 0:
                told.update(_json([match.view(ask.seat).to_json(), match.clone().state.to_json()]))
            match.answer(choose(ask.options))
        told.update(_json([entry.to_json() for entry in match.log]))
        told.update(_json([event.to_json(seed % len(match.names)) for event in match.events]))
        told.update(_json([match.state.to_json(), match.outcome and match.outcome.to_json()]))
    return told.hexdigest()


def _json(told: object) -> bytes:
    return json.dumps(told).encode()


if __name__ == "__main__":
    print("compiled" if compiled() else "pure", file=sys.stderr)
    for name in games.names():
        print(name, of(name, range(int(sys.argv[1]))))
