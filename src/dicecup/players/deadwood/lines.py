"""Loops over continuations of one position, to be compiled: see `rollouts`.

A table has a row for each continuation. What chance does in a turn follows from the seed of the continuation and
from how many turns it is since: continuations with the same seed have the same luck, whatever was chosen before.
"""

from typing import Any

import numpy as np

from dicecup.batch.deadwood.dice import act
from dicecup.batch.deadwood.lot import SCENES, SETS, TOP, Floats, Ints
from dicecup.batch.deadwood.rows import ACTIVE, DAY, MOST, OVER, SEEN, WIDTH, options
from dicecup.batch.luck import STEP, Words, below, chooser, mixed
from dicecup.players.deadwood.features import BLOCK
from dicecup.players.deadwood.outlook import DECK
from dicecup.players.deadwood.planner import Tables, choose
from dicecup.players.deadwood.row_features import features
from dicecup.players.deadwood.turn_tree import Tree, expand


def luck_of(seed: np.uint64, turn: int) -> np.uint64:
    """Where the luck of a turn begins."""
    return mixed(seed + STEP * np.uint64(turn + 1))


def do(table: Ints, game: int, option: int, seeds: Words, turns: Ints, last: Ints, luck: Words, room: Any) -> None:
    """Do it in one of the games, and count turns that are over."""
    row = table[game]
    seat, day = row[ACTIVE], row[DAY]
    luck[0] = luck_of(seeds[game], turns[game])
    act(row, option, luck, 0, room[0], room[1])
    last[game] = seat
    if row[ACTIVE] != seat or row[DAY] != day:
        turns[game] += 1


def set_out(table: Ints, chosen: Ints, seeds: Words, turns: Ints, last: Ints) -> None:
    """What is to be looked at is done, in every game."""
    luck, room = np.zeros(1, np.uint64), (np.zeros(1 + TOP, np.int64), np.zeros(TOP, np.int64))
    for game in range(len(table)):
        do(table, game, chosen[game], seeds, turns, last, luck, room)


def run_on(table: Ints, seeds: Words, turns: Ints, last: Ints, most: int, asked: Ints) -> int:
    """Do whatever leaves no choice; returns in how many games there is something to decide, which in `asked`."""
    luck, room = np.zeros(1, np.uint64), (np.zeros(1 + TOP, np.int64), np.zeros(TOP, np.int64))
    found, count = np.zeros(MOST, np.int64), 0
    for game in range(len(table)):
        while table[game, ACTIVE] != OVER and turns[game] < most:
            if options(table[game], found) > 1:
                asked[count] = game
                count += 1
                break
            do(table, game, found[0], seeds, turns, last, luck, room)
    return count


def expand_some(
    table: Ints,
    games: Ints,
    seeds: Words,
    turns: Ints,
    shown: int,
    rolls: Ints,
    used: int,
    tree: Tree,
    full: int,
    whose: Ints,
    first: Ints,
) -> int:
    """The trees of these games, one after the other, until there are `full` rows; returns of how many games.

    Of the cards that may be turned up `shown` are drawn. `whose` gets for each row whose it is, `first` for each
    game its first option, and the end.
    """
    spare, found = np.zeros((3, WIDTH), np.int64), np.zeros((3, MOST), np.int64)
    cards, luck, place = np.zeros(SCENES, np.int64), np.zeros(1, np.uint64), 0
    while place < len(games) and tree.size[0] < full:
        game = games[place]
        row, unseen = table[game], 0
        luck[0] = chooser(luck_of(seeds[game], turns[game]))
        for scene in range(SCENES):
            if not row[SEEN + scene]:
                cards[unseen] = scene
                unseen += 1
        for number in range(min(shown, unseen)):
            other = number + below(luck, 0, unseen - number)
            cards[number], cards[other] = cards[other], cards[number]
        first[place], before = tree.size[3], tree.size[0]
        expand(row, cards, min(shown, unseen), rolls, used, tree, spare, found)
        for leaf in range(before, tree.size[0]):
            whose[leaf] = row[ACTIVE]
        place += 1
    first[place] = tree.size[3]
    return place


def look_at(rows: Any, seats: Ints, count: int, t: Tables, numbers: Any) -> None:
    """The features of rows, each as seen by its seat; rows in which the game is over are left alone."""
    row = np.zeros(WIDTH, np.int64)
    best, kind = np.zeros((TOP + 1, SETS)), np.zeros((TOP + 1, SETS), np.int64)
    known, workers, rounds = np.zeros((SETS, 5), np.int64), np.zeros(SETS, np.int64), np.zeros(SETS)
    blocks, strengths = np.zeros((8, BLOCK)), np.zeros(8)
    deck, free = np.zeros(DECK), np.zeros(8)
    for place in range(count):
        row[:] = rows[place]
        if row[ACTIVE] != OVER:
            features(
                *(row, seats[place], t, numbers[place], best, kind, known, workers, rounds, blocks, strengths),
                *(deck, free),
            )


def go_on(
    table: Ints,
    games: Ints,
    seeds: Words,
    turns: Ints,
    last: Ints,
    first: Ints,
    tree: Tree,
    worth: Floats,
    t: Tables,
    care: float,
) -> None:
    """In each of the games the active seat takes its plan, or what is better by more than `care`."""
    found, roles = np.zeros(MOST, np.int64), np.zeros(SETS)
    luck, room = np.zeros(1, np.uint64), (np.zeros(1 + TOP, np.int64), np.zeros(TOP, np.int64))
    for place in range(len(games)):
        plan, best = choose(table[games[place]], t, found, roles), first[place]
        for option in range(first[place], first[place + 1]):
            if worth[option] > worth[best]:
                best = option
        for option in range(first[place], first[place + 1]):
            if tree.option[option] == plan and worth[best] - worth[option] <= care:
                best = option
        do(table, games[place], tree.option[best], seeds, turns, last, luck, room)
