"""What exact endgames are worth in duels of Yahtzee, and what they cost.

    python -m benchmarks.yahtzee_endgames --rules standard --games 150 --rounds 4

Two players who know no endgame (`hard-1`) play a game to its end. At each turn of the last rounds the exact
chances say how much of a win their own choices give away in this turn. No dice are compared: it is known for all
that may fall. Added up over the rounds, it is what exact play gains in them. Told as well: how far from the exact
chance the told one is, how many positions an endgame has, and how long it takes, in NumPy alone.
"""

import argparse
import time
from collections import defaultdict

import numpy as np

from dicecup.games.yahtzee import solver
from dicecup.games.yahtzee.scoring import BOXES
from dicecup.games.yahtzee.solver.appraisal import along
from dicecup.games.yahtzee.solver.card import Card
from dicecup.games.yahtzee.solver.contest import draw_luck, turn_to_win
from dicecup.games.yahtzee.solver.dice import CHANCE_OF_ROLL, ROLLS
from dicecup.games.yahtzee.solver.endgame import POSITIONS, Endgame, endgame
from dicecup.games.yahtzee.solver.turn import start_worth
from dicecup.games.yahtzee.solver.types import Rules
from dicecup.games.yahtzee.solver.winning import Cards, Winning


def _single(cards: Cards, game: int) -> tuple[Cards, Card]:
    rows, totals, points = (part[[game]] for part in cards)
    return Cards(rows, totals, points), Card(int(rows[0]), int(totals[0]), int(points[0]))


def given_away(winning: Winning, known: Endgame, cards: list[Cards], seat: int, game: int) -> tuple[float, float]:
    """Of a win, by playing this turn without an endgame; and by how much the told chance is too high."""
    (mine, own), (other, theirs) = (_single(cards[at], game) for at in (seat, 1 - seat))
    options = known.options(own, theirs)
    assert options is not None
    plain, rewarded = options[:, :, None]
    exact = float(start_worth(winning.model, plain, rewarded, mine.rows)[0])
    turn = winning.turn(mine, [other])
    finite = (np.where(np.isneginf(lines), 0.0, lines) for lines in (plain, rewarded))  # nobody chooses those
    lines = CHANCE_OF_ROLL @ along(winning.model, turn, mine.rows, *finite).best[1][:ROLLS]
    told = CHANCE_OF_ROLL @ turn.best[1][:ROLLS]
    return exact - float(lines[0]), float(told[0]) - exact


def main() -> None:
    """Play, and print a line for each round and side."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rules", choices=["standard", "official"], default="standard")
    parser.add_argument("--games", type=int, default=150)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rules: Rules = args.rules
    winning = solver.load(rules, progress=print).winning()
    luck = draw_luck(args.games, 2, args.seed)
    cards = [Cards(*np.zeros((3, args.games), np.int64)) for _ in range(2)]
    known: list[Endgame] = []
    loss, off = defaultdict(list), defaultdict(list)
    for at, dice in enumerate(luck):
        left = len(BOXES) - at
        if left == args.rounds:
            times = []
            for game in range(args.games):
                start = time.process_time()
                mine, other = (_single(card, game)[1] for card in cards)
                found = endgame(winning.model, mine, other, left, 10**9)
                times.append(1000 * (time.process_time() - start))
                assert found is not None
                known.append(found)
            counts = [found.positions for found in known]
            small = np.mean([count <= POSITIONS for count in counts])
            for what, numbers in (("positions", counts), ("ms", times)):
                print(f"{what}: median %.0f, 90%% %.0f, most %.0f" % tuple(np.percentile(numbers, (50, 90, 100))))
            print(f"{100 * small:.0f} % are within {POSITIONS:,} positions")
        for seat in range(2):
            for game, ending in enumerate(known):
                gave, more = given_away(winning, ending, cards, seat, game)
                loss[left, seat].append(100 * gave)
                off[left, seat].append(100 * more)
            cards[seat] = turn_to_win(winning, cards, seat, dice[seat])
    for (left, seat), lost in loss.items():
        told = np.array(off[left, seat])
        print(
            f"{left} to go, {('first', 'second')[seat]} to play: gives away {np.mean(lost):.3f} ± "
            f"{np.std(lost) / args.games**0.5:.3f} points, at most {max(lost):.2f}; "
            f"told {told.mean():+.2f} too high, root mean square {np.sqrt((told**2).mean()):.2f}"
        )
    for seat in range(2):
        whole = np.sum([lost for (_, who), lost in loss.items() if who == seat], axis=0)
        print(
            f"all {args.rounds} rounds, {('first', 'second')[seat]}: {whole.mean():.3f} ± "
            f"{whole.std() / args.games**0.5:.3f} points of a hundred"
        )


if __name__ == "__main__":
    main()
