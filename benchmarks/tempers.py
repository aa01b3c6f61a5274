"""What a temper costs, by the level's own values: how much of a win somebody gives away in a game to their taste.

    python -m benchmarks.tempers king-of-tokyo --games 20 --seats 2

Both seats have the temper. At every decision the level says what its options are worth; what lies between its
choice and the one that was made is added up. That says more in twenty games than a thousand duels with the plain
level would, whose luck is larger than what is looked for. It leaves out what the level misjudges.
"""

import argparse
from statistics import mean, stdev
from typing import Any

import dicecup
from dicecup.players import Advice, Fork, make, play, tempers_of
from dicecup.players.tempers import Tempered
from dicecup.table import Ask, Option


class Weighed:
    """Somebody with a temper, whose choices are held against the level's."""

    def __init__(self, player: Tempered) -> None:
        self._player, self.lost, self.others, self.asked = player, 0.0, 0, 0

    def decide(self, view: Any, ask: Ask, fork: Fork) -> Option:
        """What it likes, after a look at what the level would have done."""
        plain: list[Advice] = self._player.plainly(view, ask, fork)
        chosen = self._player.decide(view, ask, fork)
        leaning = {one.option: one.value - one.care for one in plain}
        self.lost += max(0.0, leaning[plain[0].option] - leaning[chosen])
        self.others += chosen != plain[0].option
        self.asked += 1
        return chosen


def cost(game: str, level: str, temper: str, games: int, seats: int) -> str:
    """A line of the table."""
    lost, others, asked = [], 0, 0
    for seed in range(games):
        sitting: list[Any] = [Weighed(make(game, f"{level}-{temper}", seat)) for seat in range(seats)]  # type: ignore[arg-type]
        play(dicecup.new(game, seats=seats, seed=seed), sitting)
        lost += [each.lost for each in sitting]
        others += sum(each.others for each in sitting)
        asked += sum(each.asked for each in sitting)
    error = stdev(lost) / len(lost) ** 0.5
    return f"| `{temper}` | {100 * mean(lost):.1f} ± {100 * error:.1f} | {100 * others / asked:.0f} % |"


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.tempers", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("game")
    parser.add_argument("--level", default="hard")
    parser.add_argument("--games", type=int, default=20, help="for each temper")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--only", default="", help="such as brawler,turtle; all, if not given")
    given = parser.parse_args()
    found = tempers_of(given.game)
    if found is None:
        parser.error(f"in {given.game} nobody has a temper")
    print("| temper | given away in a game, points of a hundred | other choices |\n|---|---|---|")
    for temper in given.only.split(",") if given.only else found.words:
        print(cost(given.game, given.level, temper, given.games, given.seats), flush=True)


if __name__ == "__main__":
    main()
