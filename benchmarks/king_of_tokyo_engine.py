"""Random four-player games with all cards, against Catanatron's four random bots, one core, same run.

Ours goes through `Match.pending` and `Match.answer`, log and events included. Counted are answers, forced ones
included, and beside them real choices, of two options or more: Catanatron asks for everything ("roll", "end
turn"), ours mostly does not ask when there is nothing to choose, so the second is like against like. Rounds are
interleaved, the median ratio counts. Then clones: one at every decision, in mid-turn more often than not.
"""

import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from catanatron import Color, Game, RandomPlayer

from benchmarks.random_games import Count, clone_times, play

Run = tuple[Callable[[int, int], Count], int]
"""Something that plays so many games with a seed, and how many to play."""


class Counting(RandomPlayer):  # type: ignore[misc]
    """Catanatron's own random bot, counting."""

    answers = choices = 0

    def decide(self, game: Any, playable_actions: Any) -> Any:
        """As the bot does."""
        self.answers += 1
        self.choices += len(playable_actions) > 1
        return super().decide(game, playable_actions)


def catanatron(games: int, seed: int) -> Count:
    players: list[Counting] = []
    for number in range(games):
        players += (bots := [Counting(color) for color in Color][:4])
        Game(bots, seed=seed * 1000 + number).play()
    return Count(games, sum(each.answers for each in players), sum(each.choices for each in players))


def main(rounds: int = 9) -> None:
    ours = partial(play, "king-of-tokyo")
    ours(20, 0)
    catanatron(2, 0)
    runs: dict[str, Run] = {"dicecup": (ours, 60), "catanatron": (catanatron, 6)}
    rates: dict[tuple[str, str], list[float]] = {}
    clones: list[float] = []
    for seed in range(1, rounds + 1):
        for name, (run, games) in runs.items():
            start = time.process_time()
            count = run(games, seed)
            spent = time.process_time() - start
            for what, number in count._asdict().items():
                rates.setdefault((name, what), []).append(number / spent)
        clones += clone_times("king-of-tokyo", 5, seed)
    print(f"King of Tokyo, four random players, per second of one core (median of {rounds} interleaved rounds)")
    for what, words in (("answers", "answers, forced ones too"), ("choices", "choices among 2 or more")):
        both = rates["dicecup", what], rates["catanatron", what]
        ratio = statistics.median(a / b for a, b in zip(*both, strict=True))
        middle = [statistics.median(one) for one in both]
        print(f"  {words:25} dicecup {middle[0]:8,.0f}   catanatron {middle[1]:8,.0f}   {ratio:.2f} times as fast")
    mean, median = statistics.mean(clones) * 1e6, statistics.median(clones) * 1e6
    print(f"  a clone: {mean:.1f} microseconds on average, median {median:.1f}; {1e6 / mean:,.0f} per second")


if __name__ == "__main__":
    main()
