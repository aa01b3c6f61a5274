"""Random two-player games of Yahtzee, against OpenSpiel's yacht.

Both sides play uniformly random legal choices, and on both sides real ones are counted: among two options or more.
(We ask for the first roll of a turn, which has one option; yacht does not.) Ours goes through `match.pending` and
`match.answer`, with log and events kept: bare, with a view at every decision, and by way of `players.play`.
OpenSpiel's C++ loop is `evaluate_bots` with its own random bots, so that no Python runs between moves; what it
played is counted afterwards, while the watch stands still. Its Python loop is its documented one (`legal_actions`,
`chance_outcomes`, `apply_action`); how much of it lists what dice can show is measured as well.
"""

import random
import statistics
import time
from functools import partial
from typing import Any

from benchmarks.race import Lap, Race
from benchmarks.random_games import bare, clone_times, seated


def counted(game: Any, state: Any) -> tuple[int, int]:
    """Answers and choices of a finished game, gone over once more."""
    answers = choices = 0
    again = game.new_initial_state()
    for move in state.full_history():
        if move.player >= 0:  # chance has a negative number
            answers += 1
            choices += len(again.legal_actions()) > 1
        again.apply_action(move.action)
    return answers, choices


def spiel_cpp(games: int, seed: int) -> Lap:
    import pyspiel

    game = pyspiel.load_game("yacht")
    bots = [pyspiel.make_uniform_random_bot(seat, seed + seat) for seat in range(game.num_players())]
    start = time.process_time()
    states = [game.new_initial_state() for _ in range(games)]
    for number, state in enumerate(states):
        pyspiel.evaluate_bots(state, bots, seed + number)
    spent = time.process_time() - start
    counts = [counted(game, state) for state in states]
    return Lap(sum(one for one, _ in counts), sum(one for _, one in counts), spent)


LISTING: list[float] = []
"""What share of OpenSpiel's Python loop went into `chance_outcomes` and drawing from what it lists, by round."""


def spiel_python(games: int, seed: int) -> Lap:
    import pyspiel

    rng = random.Random(seed)
    game = pyspiel.load_game("yacht")
    answers = choices = 0
    listing = 0.0
    start = time.process_time()
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                before = time.process_time()
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                fallen = rng.choices(outcomes, chances)[0]
                listing += time.process_time() - before
                state.apply_action(fallen)
            else:
                legal = state.legal_actions()
                state.apply_action(rng.choice(legal))
                answers += 1
                choices += len(legal) > 1
    spent = time.process_time() - start
    LISTING.append(listing / spent)
    return Lap(answers, choices, spent)


def main(rounds: int = 7) -> None:
    race = Race(
        ours={
            "dicecup": (partial(bare, "yahtzee", seats=2), 150),
            "dicecup, with views": (partial(bare, "yahtzee", seats=2, views=True), 150),
            "dicecup, players.play": (partial(seated, "yahtzee", seats=2), 100),
            "dicecup, players.play, RandomPlayer": (partial(seated, "yahtzee", seats=2, reference=True), 40),
        },
        peers={
            "OpenSpiel C++": (spiel_cpp, 150),
            "OpenSpiel Python": (spiel_python, 2),
        },
    )
    race.run(rounds)
    print(f"Yahtzee, two random players, a second of one core (median of {rounds} interleaved rounds)")
    print("\n".join(race.table()))
    if LISTING:
        share = statistics.median(LISTING)
        print(f"  of OpenSpiel's Python loop {share:.1%} lists what dice can show and draws from it")
    clones = [one for seed in range(1, rounds + 1) for one in clone_times("yahtzee", 5, seed, seats=2)]
    mean, median = statistics.mean(clones) * 1e6, statistics.median(clones) * 1e6
    print(f"  a clone: {mean:.1f} microseconds on average, median {median:.1f}")


if __name__ == "__main__":
    main()
