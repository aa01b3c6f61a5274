"""How many lines the master of Deadwood should play, how far, and of how many options.

    python -m benchmarks.deadwood_lines --seats 4 --positions 500

In games of Hard with itself some decisions are looked into: the options that the master would look at are played
on, all with the same luck, and judged after one round, two, three. For every setting that gives a choice. Where
choices differ, the options in question are played on by other lines, and further, which say what each choice
gains over Hard's. Added up over the decisions of a game, that is what a setting is worth, in points of the chance
to win. It leaves out what the network still misjudges then, but has much less luck in it than whole games.
"""

import argparse
from typing import Final, NamedTuple

import numpy as np

from dicecup.batch.deadwood.lot import Floats, Ints
from dicecup.batch.deadwood.rows import ACTIVE, IDLE, SEATS, first_morning
from dicecup.players.deadwood import master, rollouts
from dicecup.players.deadwood.hard import RESTLESS, SURE, Hard
from dicecup.players.deadwood.network import group, shipped
from dicecup.players.deadwood.planner import tables
from dicecup.players.deadwood.planner_weights import TASTES

GAMES: Final = 20  # at once, of which positions are drawn
LINES: Final = (16, 32, 64)
OPTIONS: Final = 6
_ENDLESS: Final = 10**9


class Setting(NamedTuple):
    """How to choose."""

    rounds: int
    lines: int = LINES[-1]
    options: int = master.OPTIONS
    doubt: float = master.DOUBT
    within: float = master.WITHIN

    def chosen(self, lean: Floats, values: Floats) -> int:
        """The option to take with these lines, by rounds, option and line."""
        some = values[self.rounds - 1, : self.options, : self.lines]
        ahead = some - some[0]
        error = ahead.std(axis=1, ddof=1) / self.lines**0.5 + 1e-9
        trust = self.doubt**2 / (self.doubt**2 + error**2)
        thought = lean[: self.options] + trust * (ahead.mean(axis=1) - lean[: self.options])
        thought[lean[: self.options] < -self.within] = -np.inf
        return int(np.argmax(thought))


class Lines(rollouts.Rollouts):
    """Lines of positions of Hard's own games."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats, shipped()[group(seats)], tables(TASTES[seats]), master.CARE)
        self._seats, self._hard = seats, Hard()

    def drawn(self, rng: np.random.Generator, share: float) -> tuple[list[list[int]], int]:
        """Such a share of the decisions of some games; and how many there were."""
        f, games, found, decisions = rollouts.functions(), GAMES, [], 0
        table = np.array([first_morning(self._seats, game % self._seats) for game in range(games)], np.int64)
        seeds = rng.integers(0, 2**64, games, np.uint64)
        turns, last, asked = (np.zeros(games, np.int64) for _ in range(3))
        while count := f.run_on(table, seeds, turns, last, _ENDLESS, asked):
            here = asked[:count].copy()
            while len(here):
                done = self.look_into(table, here, seeds, turns)
                decisions += done
                found += [table[game].tolist() for game in here[:done][rng.random(done) < share]]
                f.go_on(
                    *(table, here[:done], seeds, turns, last),
                    *(self.first, self.tree, self.worth, self._t, self._care),
                )
                here = here[done:]
        return found, decisions

    def lean(self, row: list[int]) -> tuple[list[int], Floats]:
        """The options that are worth a look, Hard's choice first, and how far behind each is; or none."""
        worth, held = self._hard.leaning(row)
        leaning = {code: worth[code] - held[code] for code in worth}
        codes = sorted(leaning, key=lambda code: -leaning[code])[:OPTIONS]
        if worth[codes[0]] > SURE or row[IDLE] > RESTLESS * row[SEATS]:
            return [], np.zeros(0)
        return codes, np.array([leaning[code] - leaning[codes[0]] for code in codes])

    def played(
        self, row: list[int], codes: list[int], many: int, rounds: list[int], rng: np.random.Generator
    ) -> Floats:
        """What lines say after so many rounds: by rounds, option and line."""
        table = np.tile(np.array(row, np.int64), (len(codes) * many, 1))
        seeds = np.tile(rng.integers(0, 2**64, many, np.uint64), len(codes))
        turns, last = np.zeros(len(table), np.int64), np.zeros(len(table), np.int64)
        rollouts.functions().set_out(table, np.repeat(np.array(codes, np.int64), many), seeds, turns, last)
        values = []
        for after in rounds:
            self.play_on(table, seeds, turns, last, after * self._seats + 1)
            values.append(self.judged(table, row[ACTIVE], last).reshape(len(codes), many))
        return np.array(values)


def settings(usual: int, most: int) -> list[Setting]:
    """As the master has it, and others."""
    return [
        Setting(usual),
        *(
            Setting(rounds, lines)
            for rounds in range(1, most + 1)
            for lines in LINES
            if (rounds, lines) != (usual, 64)
        ),
        *(Setting(usual, options=options) for options in (2, 3, OPTIONS)),
        *(Setting(usual, within=within) for within in (0.03, 0.06)),
        Setting(usual, options=OPTIONS, within=0.2),
        *(Setting(usual, doubt=doubt) for doubt in (0.01, 0.02, 0.06)),
    ]


def main() -> None:
    """Look into positions, and print what settings are worth."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=4, help="that lines are played on at most")
    parser.add_argument("--judge", type=int, default=7, help="rounds that the other lines are played on")
    parser.add_argument("--judges", type=int, default=128, help="so many other lines")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    room, rng = Lines(given.seats), np.random.default_rng((given.seed, given.seats))
    every = settings(rollouts.rounds_at(given.seats), given.rounds)
    rows: list[list[int]] = []
    decisions = games = 0
    while len(rows) < given.positions:
        more, count = room.drawn(rng, min(1.0, given.positions / (100 * given.seats * GAMES)))
        rows, decisions, games = rows + more, decisions + count, games + GAMES
    rng.shuffle(rows)
    gains = np.zeros((len(every), given.positions))
    changed = np.zeros(len(every), np.int64)
    each = decisions / games / given.seats
    for place, row in enumerate(rows[: given.positions]):
        codes, lean = room.lean(row)
        if len(codes) > 1:
            try:
                values = room.played(row, codes, LINES[-1], list(range(1, given.rounds + 1)), rng)
                choices = [setting.chosen(lean, values) for setting in every]
                wanted = sorted({0, *choices})
                if len(wanted) > 1:
                    said = room.played(row, [codes[one] for one in wanted], given.judges, [given.judge], rng)[0]
                    worth = dict(zip(wanted, (said - said[0]).mean(axis=1), strict=True))
                    gains[:, place] = [worth[choice] for choice in choices]
                    changed += np.array(choices) > 0
            except rollouts.Crowded:
                pass
        if (place + 1) % 50 == 0:
            show(every, gains[:, : place + 1], changed, each)


def show(every: list[Setting], gains: Floats, changed: Ints, each: float) -> None:
    """A line for each setting: what it gains, what that is more than the master's, and what it changes."""
    many = gains.shape[1]
    scale = 100 * each / many
    print(f"{many} decisions of {each:.0f} in a game of a player")
    for setting, mine, changes in zip(every, gains, changed, strict=True):
        more = mine - gains[0]
        print(
            f"{setting.rounds} rounds, {setting.lines} lines, {setting.options} options within {setting.within}, "
            f"doubt {setting.doubt}: {scale * mine.sum():.1f} ± {scale * mine.std() * many**0.5:.1f}, "
            f"against the first {scale * more.sum():+.1f} ± {scale * more.std() * many**0.5:.1f}; "
            f"{changes / many:.0%} changed",
            flush=True,
        )


if __name__ == "__main__":
    main()
