"""Random four-player games with all cards, against Catanatron's four random bots, one core, same run.

Ours goes through `Match.pending` and `Match.answer`, log and events included; and by way of `players.play`.
Counted are answers, forced ones included, and beside them real choices, of two options or more: Catanatron asks
for everything ("roll", "end turn"), ours mostly does not ask when there is nothing to choose, so the second is
like against like. Rounds are interleaved, the median ratio counts. Then clones: one at every decision, in mid-turn
more often than not.
"""

import statistics
import time
from functools import partial
from typing import Any

from benchmarks.race import Lap, Race
from benchmarks.random_games import bare, clone_times, seated


def catanatron(games: int, seed: int) -> Lap:
    from catanatron import Color, Game, RandomPlayer

    answers = choices = 0

    class Counting(RandomPlayer):  # type: ignore[misc]
        """Catanatron's own random bot, counting: two additions in a step that takes it tens of microseconds."""

        def decide(self, game: Any, playable_actions: Any) -> Any:
            """As the bot does."""
            nonlocal answers, choices
            answers += 1
            choices += len(playable_actions) > 1
            return super().decide(game, playable_actions)

    start = time.process_time()
    for number in range(games):
        Game([Counting(color) for color in Color][:4], seed=seed * 1000 + number).play()
    return Lap(answers, choices, time.process_time() - start)


def main(rounds: int = 9) -> None:
    race = Race(
        ours={
            "dicecup": (partial(bare, "king-of-tokyo"), 60),
            "dicecup, with views": (partial(bare, "king-of-tokyo", views=True), 40),
            "dicecup, players.play": (partial(seated, "king-of-tokyo"), 30),
            "dicecup, players.play, RandomPlayer": (partial(seated, "king-of-tokyo", reference=True), 15),
        },
        peers={
            "Catanatron": (catanatron, 6),
        },
    )
    race.run(rounds)
    print(f"King of Tokyo, four random players, a second of one core (median of {rounds} interleaved rounds)")
    print("\n".join(race.table()))
    clones = [one for seed in range(1, rounds + 1) for one in clone_times("king-of-tokyo", 5, seed)]
    mean, median = statistics.mean(clones) * 1e6, statistics.median(clones) * 1e6
    print(f"  a clone: {mean:.1f} microseconds on average, median {median:.1f}; {1e6 / mean:,.0f} per second")


if __name__ == "__main__":
    main()
