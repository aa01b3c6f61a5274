"""What a temper costs, by the level's own values: how much of a win somebody gives away in a game to their taste.

    python -m benchmarks.tempers king-of-tokyo --games 20 --seats 2

Both seats have the temper. At every decision the level says what its options are worth; what lies between its
choice and the one that was made is added up. That says more in twenty games than a thousand duels with the plain
level would, whose luck is larger than what is looked for. It leaves out what the level misjudges.

In Deadwood it also says what one sees of a temper in its games, beside those of the plain level.
"""

import argparse
from collections.abc import Callable, Sequence
from statistics import mean, stdev
from typing import Any, Final

import dicecup
from dicecup.games.deadwood import odds
from dicecup.players import Advice, Advisor, Fork, make, play, tempers_of
from dicecup.players.tempers import PLAIN, Tempered
from dicecup.table import Ask, Event, Match, Option


class Weighed:
    """Somebody whose choices are held against the level's."""

    def __init__(self, player: Advisor) -> None:
        self._player, self.lost, self.others, self.asked = player, 0.0, 0, 0

    def decide(self, view: Any, ask: Ask, fork: Fork) -> Option:
        """What it likes, after a look at what the level would have done."""
        chosen = self._player.decide(view, ask, fork)
        looked = self._player.plainly if isinstance(self._player, Tempered) else self._player.advise
        plain: list[Advice] = looked(view, ask, fork)
        leaning = {one.option: one.value - one.care for one in plain}
        self.lost += max(0.0, leaning[plain[0].option] - leaning[chosen])
        self.others += chosen != plain[0].option
        self.asked += 1
        return chosen


def deadwood_habits(matches: Sequence[Match[Any]]) -> dict[str, str]:
    """What actors do in their games, on average."""
    told = [event for match in matches for event in match.events]
    actors = sum(len(match.state.actors) for match in matches)
    taken = [event.data["on"] == "card" for event in told if event.kind == "takes"]
    chances = [
        float(odds.success(event.data["budget"], event.data["chips"])) for event in told if event.kind == "acts"
    ]
    bought = [turn for match in matches for turn in _first_ranks(match.events).values()]
    return {
        "roles that are on a card": f"{100 * mean(taken):.0f} %",
        "first rank in turn": f"{mean(bought):.1f}",
        "rehearsals in a game": f"{sum(event.kind == 'rehearses' for event in told) / actors:.1f}",
        "chance of a shot": f"{100 * mean(chances):.0f} %",
    }


def _first_ranks(events: Sequence[Event]) -> dict[int, int]:
    """In which of its turns each seat first bought a rank, if it ever did."""
    turns: dict[int, int] = {}
    found: dict[int, int] = {}
    for event in events:
        if event.kind == "turn":
            turns[event.data["seat"]] = turns.get(event.data["seat"], 0) + 1
        elif event.kind == "upgrades":
            found.setdefault(event.data["seat"], turns[event.data["seat"]])
    return found


HABITS: Final[dict[str, Callable[[Sequence[Match[Any]]], dict[str, str]]]] = {"deadwood": deadwood_habits}
"""By game: what else is told of those who have a temper."""


def measured(game: str, level: str, temper: str, games: int, seats: int) -> dict[str, str]:
    """A line of the table."""
    lost, others, asked, matches = [], 0, 0, []
    for seed in range(games):
        sitting: list[Any] = [Weighed(make(game, f"{level}-{temper}", seat)) for seat in range(seats)]  # type: ignore[arg-type]
        matches.append(play(dicecup.new(game, seats=seats, seed=seed), sitting))
        lost += [each.lost for each in sitting]
        others += sum(each.others for each in sitting)
        asked += sum(each.asked for each in sitting)
    error = stdev(lost) / len(lost) ** 0.5
    return {
        "temper": f"`{temper}`",
        "given away in a game, points of a hundred": f"{100 * mean(lost):.1f} ± {100 * error:.1f}",
        "other choices": f"{100 * others / asked:.1f} %",
        **(HABITS[game](matches) if game in HABITS else {}),
    }


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
    every = (*([PLAIN] if given.game in HABITS else []), *found.words)
    for number, temper in enumerate(given.only.split(",") if given.only else every):
        line = measured(given.game, given.level, temper, given.games, given.seats)
        if not number:
            print(f"| {' | '.join(line)} |\n|{'---|' * len(line)}")
        print(f"| {' | '.join(line.values())} |", flush=True)


if __name__ == "__main__":
    main()
