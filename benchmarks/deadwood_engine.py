"""Random four-player games of Deadwood next to the other two games, one core, same run. It has no peer of its own.

All go through `Match.pending` and `Match.answer`, log and events included. Counted are games, answers, forced ones
included, and beside them real choices, of two options or more. Rounds are interleaved, the medians count. Then
clones: one at every decision.
"""

import statistics
import time

from benchmarks.random_games import Count, clone_times, play

GAMES = {"deadwood": 50, "king-of-tokyo": 70, "yahtzee": 160}
"""How many of each make a round: they take about equally long."""


def main(rounds: int = 9) -> None:
    for game in GAMES:
        play(game, 3, 0)
    rates: dict[tuple[str, str], list[float]] = {}
    clones: dict[str, list[float]] = {game: [] for game in GAMES}
    for seed in range(1, rounds + 1):
        for game, games in GAMES.items():
            start = time.process_time()
            count = play(game, games, seed)
            spent = time.process_time() - start
            for what, number in count._asdict().items():
                rates.setdefault((game, what), []).append(number / spent)
            clones[game] += clone_times(game, 1, seed)
    print(f"Four random players, per second of one core (median of {rounds} rounds); clones in microseconds")
    print(f"  {'':15}{'games':>8}{'answers':>10}{'choices':>10}   {'a clone: mean, median':>22}")
    for game in GAMES:
        played, answers, choices = (statistics.median(rates[game, what]) for what in Count._fields)
        mean, median = statistics.mean(clones[game]) * 1e6, statistics.median(clones[game]) * 1e6
        print(f"  {game:15}{played:8.1f}{answers:10,.0f}{choices:10,.0f}   {mean:14.1f}, {median:6.1f}")
    for other in ("king-of-tokyo", "yahtzee"):
        both = zip(rates["deadwood", "answers"], rates[other, "answers"], strict=True)
        ratio = statistics.median(ours / theirs for ours, theirs in both)
        print(f"  in answers per second deadwood is {ratio:.2f} times as fast as {other}")


if __name__ == "__main__":
    main()
