"""Loops over many games, to be compiled (see `simulator`): whole games of planners, steps of self-play.

A table of games is an array with a row for each game. `minds` says for each game and seat who plays there: 0 is a
planner, anything else a network. In self-play some turns go astray on purpose, so that the network also learns
what comes of positions that good players avoid: DETOUR goes wrong once, LOST for the rest of the turn.
"""

from typing import Any

import numpy as np

from dicecup.batch.deadwood.dice import act
from dicecup.batch.deadwood.lot import SCENES, SETS, TOP, Floats, Ints
from dicecup.batch.deadwood.rows import ACTIVE, DAY, MOST, OVER, SEEN, WIDTH, begin, options, score
from dicecup.batch.luck import Words, below, fraction
from dicecup.players.deadwood.features import BLOCK
from dicecup.players.deadwood.outlook import DECK
from dicecup.players.deadwood.planner import Tables, choose
from dicecup.players.deadwood.row_features import features
from dicecup.players.deadwood.turn_tree import Tree, expand

PLAIN, NOTED, ASTRAY, DETOUR, LOST = range(5)
"""What becomes of a turn: all but plain ones are learned from; from ASTRAY on it went as nobody wanted."""


def stream(seed: int) -> Words:
    """All luck follows from this: it is passed to whatever needs some."""
    luck = np.zeros(1, np.uint64)
    luck[0] = seed
    return luck


def matches(seed: int, games: int, start: tuple[int, int, int, int], minds: Any, scores: Ints) -> int:
    """Games between planners, seats rotated: their points into `scores`. Returns the number of decisions."""
    luck, chance, dice = stream(seed), np.zeros(1 + TOP, np.int64), np.zeros(TOP, np.int64)
    row, found, roles = np.zeros(WIDTH, np.int64), np.zeros(MOST, np.int64), np.zeros(SETS)
    seats, decisions = start[0], 0
    for game in range(games):
        begin(row, start[0], start[1], start[2], start[3], 0)
        while row[ACTIVE] != OVER:
            option = choose(row, minds[(row[ACTIVE] + game) % seats], found, roles)
            act(row, option, luck, 0, chance, dice)
            decisions += 1
        for seat in range(seats):
            scores[game, (seat + game) % seats] = score(row, seat)
    return decisions


def begin_all(table: Ints, start: tuple[int, int, int, int]) -> None:
    """The first morning of every game, with each seat beginning in turn."""
    for game in range(len(table)):
        begin(table[game], start[0], start[1], start[2], start[3], game % start[0])


def fate(luck: Words, astray: float, noted: float) -> int:
    """What becomes of a turn."""
    thrown = fraction(luck, 0)
    if thrown < astray:
        return DETOUR if fraction(luck, 0) < 0.5 else LOST
    return NOTED if thrown < astray + noted else PLAIN


def planners_play(luck: Words, table: Ints, minds: Ints, t: Tables) -> None:
    """In every game planners take their turns until a network is to play, or the game is over."""
    found, roles = np.zeros(MOST, np.int64), np.zeros(SETS)
    chance, dice = np.zeros(1 + TOP, np.int64), np.zeros(TOP, np.int64)
    for game in range(len(table)):
        row = table[game]
        while row[ACTIVE] != OVER and minds[game, row[ACTIVE]] == 0:
            act(row, choose(row, t, found, roles), luck, 0, chance, dice)


def school(
    seed: int, table: Ints, start: tuple[int, int, int, int], t: Tables, astray: float, noted: float, notes: Any
) -> int:
    """Games between planners, one in each row of the table, with some turns noted; see `note`."""
    luck = stream(seed)
    begin_all(table, start)
    found, roles = np.zeros(MOST, np.int64), np.zeros(SETS)
    chance, dice = np.zeros(1 + TOP, np.int64), np.zeros(TOP, np.int64)
    count = 0
    for game in range(len(table)):
        row = table[game]
        kind = fate(luck, astray, noted)
        while row[ACTIVE] != OVER:
            seat, day = row[ACTIVE], row[DAY]
            option = choose(row, t, found, roles)
            if kind >= DETOUR:
                option = found[below(luck, 0, options(row, found))]
                if kind == DETOUR:
                    kind = ASTRAY
            act(row, option, luck, 0, chance, dice)
            if row[ACTIVE] != seat or row[DAY] != day:
                if kind != PLAIN and row[ACTIVE] != OVER and count < len(notes[0]):
                    notes[0][count, :] = row
                    notes[1][count], notes[2][count] = game, seat
                    count += 1
                kind = fate(luck, astray, noted)
    return count


def expand_all(
    luck: Words, table: Ints, games: Ints, shown: int, rolls: Ints, used: int, tree: Tree, seats: Ints, first: Ints
) -> None:
    """The trees of these games, one after the other; of the cards that may be turned up some are drawn.

    `seats` gets for each row of the trees whose it is, `first` for each game its first option, and the end.
    """
    spare, found = np.zeros((3, WIDTH), np.int64), np.zeros((3, MOST), np.int64)
    cards = np.zeros(SCENES, np.int64)
    for place in range(len(games)):
        row, unseen = table[games[place]], 0
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
            seats[leaf] = row[ACTIVE]
    first[len(games)] = tree.size[3]


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


def all_choose(
    luck: Words,
    table: Ints,
    games: Ints,
    first: Ints,
    tree: Tree,
    worth: Floats,
    t: Tables,
    care: float,
    fates: Ints,
    values: Floats,
) -> None:
    """In each of the games the active seat takes its plan, or what is better by more than `care`, or goes astray.

    `values` gets what it thought its choice was worth.
    """
    found, roles = np.zeros(MOST, np.int64), np.zeros(SETS)
    chance, dice = np.zeros(1 + TOP, np.int64), np.zeros(TOP, np.int64)
    for place in range(len(games)):
        game = games[place]
        row = table[game]
        start, stop = first[place], first[place + 1]
        plan, best = choose(row, t, found, roles), start
        for option in range(start, stop):
            if worth[option] > worth[best]:
                best = option
        for option in range(start, stop):
            if tree.option[option] == plan and worth[best] - worth[option] <= care:
                best = option
        values[game] = worth[best]
        chosen = tree.option[best]
        if fates[game] >= DETOUR:
            chosen = tree.option[start + below(luck, 0, stop - start)]
            if fates[game] == DETOUR:
                fates[game] = ASTRAY
        act(row, chosen, luck, 0, chance, dice)


def ended(
    luck: Words,
    table: Ints,
    games: Ints,
    seats: Ints,
    days: Ints,
    fates: Ints,
    values: Floats,
    astray: float,
    noted: float,
    notes: Any,
) -> int:
    """Note the turns of these games that are over: row, game, seat, value, fate. `seats` had them, on `days`."""
    count = 0
    for place in range(len(games)):
        game = games[place]
        row = table[game]
        if row[ACTIVE] == seats[place] and row[DAY] == days[place]:
            continue
        notes[0][count, :] = row
        notes[1][count], notes[2][count] = game, seats[place]
        notes[3][count], notes[4][count] = values[game], PLAIN if row[ACTIVE] == OVER else fates[game]
        count += 1
        fates[game] = fate(luck, astray, noted)
    return count


def returns(who: Ints, values: Floats, fates: Ints, results: Floats, trust: float, found: Floats) -> None:
    """What each noted turn came to: a mix of what was thought at the next turns and of the result.

    The turns of one player in one game follow each other and have the same number in `who`. The thought of the
    next turn counts for 1 - trust, what comes later for the rest; before a turn that went astray it counts alone.
    """
    mixed = 0.0
    for turn in range(len(who) - 1, -1, -1):
        if turn == len(who) - 1 or who[turn + 1] != who[turn]:
            mixed = results[turn]
        elif fates[turn + 1] >= ASTRAY:
            mixed = values[turn + 1]
        else:
            mixed = (1 - trust) * values[turn + 1] + trust * mixed
        found[turn] = mixed
