"""What somebody wins at King of Tokyo, and what without the luck of the dice.

    dicecup arena king-of-tokyo --seats master,hard-1 --games 200 --records duels
    python -m benchmarks.king_of_tokyo_luck records duels master
    python -m benchmarks.king_of_tokyo_luck play --seats 4 --games 400 --against hard-1

The first reads recorded games. The second plays: Hard in each seat in turn among others,
with the same dice. What a roll brought beyond what could be hoped for is known, as Hard sees it, for whoever looks
on: the program of the turn is there. It is nothing on average, whoever rolls and however well Hard sees, so it may
be taken off. What is left says in a quarter to half of the games what wins alone say.
"""

import argparse
from collections.abc import Iterable, Iterator
from typing import Any

import dicecup
from benchmarks.luck import tell
from dicecup.batch.king_of_tokyo.rows import LEFT
from dicecup.games.king_of_tokyo import GAME, KingOptions
from dicecup.players import Player, make
from dicecup.players.king_of_tokyo import rollouts
from dicecup.players.king_of_tokyo.hard import Hard
from dicecup.players.king_of_tokyo.row_dice import MORE, luck_of
from dicecup.players.king_of_tokyo.row_of import row_of
from dicecup.players.king_of_tokyo.row_outcomes import Tools, new_tools
from dicecup.players.king_of_tokyo.weights import shipped
from dicecup.players.seated import play
from dicecup.table import Checkpoint, Choice, Luck, Match, Secret
from dicecup.table.retrace import again

Rooms = dict[tuple[int, KingOptions], rollouts.Rollouts]


def keep_of(dice: Iterable[int], keep: int = 0) -> int:
    """The number of a keep with these dice as well."""
    for die in dice:
        keep = int(MORE[keep, die - 1])
    return keep


def luck_in(match: Match[Any], mine: int, tools: Tools, rooms: Rooms) -> float:
    """What the dice of everybody brought a seat, as a share of the win."""
    f = rollouts.functions()
    key = len(match.names), match.state.options
    room = rooms[key] = rooms.get(key) or rollouts.Rollouts(*key)
    p, known, lucky = room.room.program, False, 0.0
    for past in again(match):
        at, ask, state = len(past.log), past.pending, past.state
        if ask is None or at + 1 >= len(match.log) or state.monsters[mine].hearts <= 0:
            break
        choice, rolled = match.log[at], match.log[at + 1]
        if ask.kind not in ("roll", "dice") or not isinstance(choice, Choice):
            continue
        row, level, keep = row_of(state, ask), state.rolls_left, 0
        if ask.kind == "roll" and choice.option[0] == "roll":
            dice, level, known = f.dice_to_come(row, room.rules), f.rolls_to_come(row, room.rules), True
            f.look_at_dice(row, room.rules, tools, room.room, p, dice, level, mine)
        elif ask.kind == "dice" and known and choice.option[0] == "keep":
            level, keep = int(row[LEFT]), keep_of(state.dice[slot] for slot in choice.option[1:])
        else:
            continue
        if isinstance(rolled, Luck) and "/roll/" in rolled.key:
            lucky += luck_of(p, level, keep, keep_of(rolled.result, keep))
    return lucky


def recorded(folder: str, player: str) -> Iterator[tuple[Match[Any], int]]:
    """Games that were played, and where the player sat."""
    for game in dicecup.records(folder):
        for seat, name in enumerate(game.players):
            if name == player:
                yield game.match(), seat


def played(seats: int, games: int, against: str, seed: int) -> Iterator[tuple[Match[Any], int]]:
    """Games of Hard, and where it sat."""
    options = GAME.options.parse({"start": "seat-order"})
    for game in range(games):
        mine = game % seats
        players: list[Player] = [make("king-of-tokyo", against, seat) for seat in range(seats)]
        players[mine] = Hard(0)
        state = GAME.setup(GAME.default_names(seats), options)
        yield play(Match(GAME, Checkpoint(state, 0), Secret(seed=seed + game // seats)), players), mine


def main() -> None:
    """Print two lines."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    kinds = parser.add_subparsers(dest="what", required=True)
    old, new = kinds.add_parser("records"), kinds.add_parser("play")
    old.add_argument("folder")
    old.add_argument("player")
    new.add_argument("--seats", type=int, default=2)
    new.add_argument("--games", type=int, default=400)
    new.add_argument("--against", default="hard-1")
    new.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    games = (
        recorded(args.folder, args.player)
        if args.what == "records"
        else played(args.seats, args.games, args.against, args.seed)
    )
    tools, rooms, found = new_tools(shipped()), Rooms(), []
    for match, mine in games:
        if match.outcome is not None:
            found.append((match.outcome.shares[mine], luck_in(match, mine, tools, rooms)))
    tell(found)


if __name__ == "__main__":
    main()
