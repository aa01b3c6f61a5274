"""Random two-player games through the public Match interface, against OpenSpiel's yacht.

Both sides play uniformly random legal choices. Ours goes through `dicecup.new`, `match.pending`, `match.view`
and `match.answer`, so views are built at every decision and log and events are kept. OpenSpiel's Python loop is
its documented one (`legal_actions`, `chance_outcomes`, `apply_action`); its C++ loop is `evaluate_bots` with its
own random bots, so that no Python runs between moves. Rounds are interleaved, the median ratio counts.
"""

import random
import statistics
import time
from collections.abc import Callable

import pyspiel

import dicecup


def ours(games: int, seed: int) -> int:
    choose = random.Random(seed).choice
    decisions = 0
    for game in range(games):
        match = dicecup.new("yahtzee", seats=2, seed=seed * games + game)
        while (ask := match.pending) is not None:
            match.view(ask.seat)
            match.answer(choose(ask.options))
            decisions += 1
    return decisions


def clones(games: int, seed: int) -> int:
    choose = random.Random(seed).choice
    count = 0
    for game in range(games):
        match = dicecup.new("yahtzee", seats=2, seed=seed * games + game)
        while (ask := match.pending) is not None:
            match.clone()
            match.answer(choose(ask.options))
            count += 1
    return count


def spiel_python(games: int, seed: int) -> int:
    rng = random.Random(seed)
    game = pyspiel.load_game("yacht")
    decisions = 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, chances)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
    return decisions


def spiel_cpp(games: int, seed: int) -> int:
    game = pyspiel.load_game("yacht")
    bots = [pyspiel.make_uniform_random_bot(seat, seed + seat) for seat in range(game.num_players())]
    decisions = 0
    for number in range(games):
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, seed + number)
        decisions += sum(1 for move in state.full_history() if move.player >= 0)  # chance has a negative number
    return decisions


def rate(run: Callable[[int, int], int], games: int, seed: int) -> float:
    start = time.process_time()
    count = run(games, seed)
    return count / (time.process_time() - start)


def main(rounds: int = 7) -> None:
    for run, games in ((ours, 20), (clones, 5), (spiel_cpp, 20)):
        run(games, 0)
    table: dict[str, list[float]] = {"dicecup": [], "clones": [], "OpenSpiel C++": [], "OpenSpiel Python": []}
    for seed in range(1, rounds + 1):
        table["dicecup"].append(rate(ours, 150, seed))
        table["OpenSpiel C++"].append(rate(spiel_cpp, 150, seed))
        table["OpenSpiel Python"].append(rate(spiel_python, 2, seed))
        table["clones"].append(rate(clones, 30, seed))
    print("Yahtzee, two random players, decisions per second (median of", rounds, "interleaved rounds)")
    for name in ("dicecup", "OpenSpiel C++", "OpenSpiel Python"):
        ratio = statistics.median(a / b for a, b in zip(table["dicecup"], table[name], strict=True))
        print(f"  {name:18} {statistics.median(table[name]):10,.0f}   dicecup is {ratio:6.2f} times as fast")
    print(f"  decisions with a clone at each one: {statistics.median(table['clones']):,.0f} per second")


if __name__ == "__main__":
    main()
