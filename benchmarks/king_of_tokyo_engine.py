"""Random four-player games with all cards, against Catanatron's four random bots, one core, same run.

Ours goes through `Match.pending` and `Match.answer`, log and events included. A decision is an answer that was
asked for; for Catanatron it is an entry of its action log. Rounds are interleaved, the median ratio counts. Then
clones: one at every decision of a game, so in mid-turn more often than not.
"""

import random
import statistics
import time

from catanatron import Color, Game, RandomPlayer

import dicecup


def ours(games: int, seed: int) -> int:
    choose = random.Random(seed).choice
    decisions = 0
    for number in range(games):
        match = dicecup.new("king-of-tokyo", seats=4, seed=seed * 1000 + number)
        while (ask := match.pending) is not None:
            match.answer(choose(ask.options))
            decisions += 1
    return decisions


def catanatron(games: int, seed: int) -> int:
    decisions = 0
    for number in range(games):
        game = Game([RandomPlayer(color) for color in Color][:4], seed=seed * 1000 + number)
        game.play()
        decisions += len(game.state.actions)
    return decisions


def clone_times(games: int, seed: int) -> list[float]:
    choose = random.Random(seed).choice
    times = []
    for number in range(games):
        match = dicecup.new("king-of-tokyo", seats=4, seed=seed * 1000 + number)
        while (ask := match.pending) is not None:
            start = time.process_time()
            match.clone()
            times.append(time.process_time() - start)
            match.answer(choose(ask.options))
    return times


def main(rounds: int = 9) -> None:
    ours(20, 0)
    catanatron(2, 0)
    table: dict[str, list[float]] = {"dicecup": [], "catanatron": []}
    clones: list[float] = []
    for seed in range(1, rounds + 1):
        for name, run, games in (("dicecup", ours, 60), ("catanatron", catanatron, 6)):
            start = time.process_time()
            count = run(games, seed)
            table[name].append(count / (time.process_time() - start))
        clones += clone_times(5, seed)
    ratio = statistics.median(a / b for a, b in zip(table["dicecup"], table["catanatron"], strict=True))
    print(f"King of Tokyo, four random players, decisions per second (median of {rounds} interleaved rounds)")
    for name, rates in table.items():
        print(f"  {name:12} {statistics.median(rates):10,.0f}   (best {max(rates):,.0f})")
    print(f"  dicecup is {ratio:.2f} times as fast")
    mean, median = statistics.mean(clones) * 1e6, statistics.median(clones) * 1e6
    print(f"  a clone: {mean:.1f} microseconds on average, median {median:.1f}; {1e6 / mean:,.0f} per second")


if __name__ == "__main__":
    main()
