"""What a level wins at Deadwood, and what it would win without the luck of the dice.

Whatever an acting roll, the dice of a wrap or a card brought a seat is known beforehand on average, by the chances
that Hard tells. Taken off what was won it leaves the same on average, and half of the noise: as much as twice to
four times the games would say.

    python -m benchmarks.deadwood_luck --player master --seats 4 --games 100
"""

import argparse
from typing import Any

import dicecup
from benchmarks.luck import tell
from dicecup.players import make, play
from dicecup.players.deadwood.hard import Hard
from dicecup.table import Choice, Match
from dicecup.table.retrace import again


def luck_in(match: Match[Any], mine: int, judge: Hard) -> float:
    """What the dice and cards of everybody brought a seat, as a share of the win."""
    lucky, before, option = 0.0, None, None
    for past in again(match):
        if before is not None and option is not None:
            fell = judge.fell(before, option, past)
            if fell is not None:
                lucky += float(fell.came[mine]) - float(fell.expected[mine])
        if past.pending is None:
            break
        choice = match.log[len(past.log)]
        assert isinstance(choice, Choice)
        before, option = past.clone(), choice.option
    return lucky


def main() -> None:
    """Print two lines."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--player", default="hard", help="a level")
    parser.add_argument("--against", default="hard-1", help="whom all others are")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    judge, found = Hard(), []
    for game in range(given.games):
        mine = game % given.seats
        players = [
            make("deadwood", given.player if seat == mine else given.against, seat) for seat in range(given.seats)
        ]
        match = play(dicecup.new("deadwood", seats=given.seats, seed=given.seed + game // given.seats), players)
        if match.outcome is not None:
            found.append((match.outcome.shares[mine], luck_in(match, mine, judge)))
    tell(found)


if __name__ == "__main__":
    main()
