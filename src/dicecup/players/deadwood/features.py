"""What the network looks at: a position, as seen by one seat, in numbers of about the size of one.

First come the lot, the day and the number of players, then a block for each actor: the own one, the rivals from
the strongest down, and where there are more than four of them the average of all but the strongest three. The
planner's view of things is in there: what roles, plans and ranks are worth to each actor. At the end come the
outlooks of two of them, which the first networks did not know. All rows of a decision are worked out at once;
`row_features` does the same row by row in compiled code.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dicecup.batch.deadwood.lot import (
    CREDITS_FOR,
    DOLLARS_FOR,
    OFFICE,
    SETS,
    STARS,
    STEPS,
    TOP,
    Floats,
    Ints,
)
from dicecup.batch.deadwood.rows import SEATS
from dicecup.players.deadwood.outlook import ACTORS, MORE, OUTLOOK, outlooks
from dicecup.players.deadwood.planner import Tables
from dicecup.players.deadwood.scenery import FAR, STAR, TURNS, UNKNOWN, Lot

Singles = NDArray[np.float32]

LOT: Final = (
    *(f"{days} days to come" for days in range(4)),
    *("scenes left", "shots left", "cards face down", "actors at work", "shots where somebody works"),
    *("2 scenes left", "3 scenes left", "time left", "idle turns", "lead", "dusk", "sets at work"),
    *("4 scenes left", "sets without anybody", *(f"{seats} players" for seats in range(2, 9))),
)
ONE_ACTOR: Final = (
    *("points", "dollars", "credits", *(f"rank {rank}" for rank in range(1, TOP + 1)), "steps to the office"),
    *("works", "is a star", "worth of the role", "worth of the wrap", "chance of a shot", "shots", "chips"),
    *("turns to the wrap", "mates", "other stars", "budget", "rounds", "rounds before dusk", "last but one scene"),
    *("wrap before dusk", "best plan", "second plan", "third plan", "best role near", "all roles"),
    *("steps to the plan", "plan: star", "plan: face down", "worth of a rank", "worth of a rank after the way"),
    *("ranks to buy", "highest rank to buy", "can buy a rank"),
    *(f"{money} for rank + {more}" for more in (1, 2, 3) for money in ("dollars", "credits")),
)
FIRST_COUNT: Final = LOT.index("2 players") - 2  # + the number of players
GLOBAL: Final = len(LOT)
BLOCK: Final = len(ONE_ACTOR)
BLOCKS: Final[Ints] = np.array([0, 0, 2, 4, 4, 5, 5, 5, 5])
"""By the number of players: three and four share a network, and so do five to eight."""


def plain_size(seats: int) -> int:
    """How many of the numbers come before the outlooks: the first networks know no others."""
    return GLOBAL + BLOCK * int(BLOCKS[seats])


def size(seats: int) -> int:
    """How many numbers a position becomes."""
    return plain_size(seats) + MORE * ACTORS


def inputs(seats: int) -> tuple[str, ...]:
    """What these numbers are called."""
    return (
        *LOT,
        *(f"{actor}: {name}" for actor in range(BLOCKS[seats]) for name in ONE_ACTOR),
        *(f"{actor}: {name}" for actor in range(ACTORS) for name in OUTLOOK),
    )


def blocks(lot: Lot) -> tuple[Floats, Floats]:
    """The numbers of all actors, and how strong each looks: its points with what its role or plan promises."""
    t, count, seats = lot.t, len(lot.days), lot.seats
    row, seat = np.repeat(np.arange(count), seats), np.tile(np.arange(seats), count)
    every = np.arange(len(row))
    rank, dollars, credit = lot.rank.ravel(), lot.dollars.ravel(), lot.credits.ravel()
    area, works = lot.area.ravel(), lot.works.ravel()
    turn, steps, live = t.turn[lot.days[row]], STEPS[area], lot.live[row]
    points = dollars + credit + 5 * rank
    out = np.zeros((len(every), BLOCK))
    out[:, 0], out[:, 1], out[:, 2] = points * 0.02, dollars * 0.05, credit * 0.05
    out[every, 2 + rank] = 1.0
    out[:, 9] = steps[:, OFFICE] * 0.25
    worth, at_work = np.zeros(len(every)), np.nonzero(works)[0]
    if len(at_work):
        worth[at_work], out[at_work, 10:25] = _working(lot, row[at_work], seat[at_work])
    roles = lot.best[rank, row]
    plans = np.where(live, roles - turn[:, None] * np.maximum(1, steps[:, :SETS]), FAR)
    plans[at_work, area[at_work]] = FAR  # where it works already
    np.maximum(plans, FAR, out=plans)
    goal = plans.argmax(axis=1)
    ordered = np.sort(plans, axis=1)
    none = ordered[:, -1] <= FAR
    near = live & (steps[:, :SETS] <= 1)
    near[at_work, area[at_work]] = False
    kind = lot.kind[rank, row, goal]
    out[:, 25:28] = ordered[:, :-4:-1] * 0.1
    out[:, 28] = np.maximum(np.where(near, roles, FAR).max(axis=1), FAR) * 0.1
    out[:, 29] = np.where(live, np.maximum(roles, 0.0), 0.0).sum(axis=1) * 0.02
    out[:, 30] = np.where(none, 1.0, steps[every, goal] * 0.25)
    out[:, 31], out[:, 32] = ~none & (kind == STAR), ~none & (kind == UNKNOWN)
    buying, top = _purchase(lot, row, rank, dollars, credit)
    out[:, 33] = buying * 0.1
    out[:, 34] = np.maximum(buying - turn * steps[:, OFFICE], FAR) * 0.1
    out[:, 35], out[:, 36], out[:, 37] = (top - rank) * 0.2, top / 6, top > rank
    highest = rank == TOP
    for more in range(3):
        wanted = np.minimum(TOP, rank + 1 + more)
        out[:, 38 + 2 * more] = np.where(highest, 1.0, np.minimum(1.0, dollars / DOLLARS_FOR[wanted]))
        out[:, 39 + 2 * more] = np.where(highest, 1.0, np.minimum(1.0, credit / CREDITS_FOR[wanted]))
    strong = points + np.maximum(worth, ordered[:, -1])
    return out.reshape(count, seats, BLOCK), strong.reshape(count, seats)


def _working(lot: Lot, rows: Ints, seats: Ints) -> tuple[Floats, Floats]:
    """What their roles are worth to those at work, and the numbers about them."""
    worth, wrap = lot.own_roles(rows, seats)
    where, chips, role = lot.area[rows, seats], lot.chips[rows, seats], lot.role[rows, seats]
    budget, shots = lot.budget[rows, where], lot.shots[rows, where]
    rounds, dusk = lot.rounds[rows, where], lot.dusk[rows]
    star, stars = role < STARS, lot.stars[rows, where].sum(axis=1)
    numbers = (
        np.ones(len(rows)),
        star,
        worth * 0.1,
        wrap * 0.1,
        np.minimum(6, 7 - budget + chips) / 6,
        shots / 3,
        chips * 0.2,
        TURNS[budget, shots, chips] * 0.2,
        (lot.workers[rows, where] - 1) * 0.5,
        stars - star > 0,
        budget / 6,
        rounds * 0.2,
        np.clip((dusk - rounds) * 0.2, -1.0, 1.0),
        lot.left[rows] == 2,
        wrap * 0.1 * (dusk >= rounds),
    )
    return worth, np.column_stack(numbers)


_HIGHER: Final[Ints] = np.arange(2, TOP + 1)


def _purchase(lot: Lot, row: Ints, rank: Ints, dollars: Ints, credit: Ints) -> tuple[Floats, Ints]:
    """The worth of the best rank that can be paid, as in `planner.best_rank`, and the highest one."""
    t = lot.t
    each = t.rank * (lot.days + (lot.left - 1) / 9) + 5.0
    more = _HIGHER - rank[:, None]
    worth = each[row, None] * more
    best, top = np.full(len(rank), FAR), rank
    for money, price in ((dollars, DOLLARS_FOR[2:]), (credit, CREDITS_FOR[2:])):
        can = (more > 0) & (money[:, None] >= price)
        best = np.maximum(best, np.where(can, worth - t.price * price, FAR).max(axis=1))
        top = np.maximum(top, np.where(can, _HIGHER, 0).max(axis=1))
    return best, top


def features(rows: Ints, seat: int, t: Tables, *, plain: bool = False) -> Singles:
    """The numbers of positions of one game, as seen by a seat; in none of them the game is over.

    Plain ones go without outlooks.
    """
    (numbers,) = _seen_by(Lot(rows, t), [seat], plain)
    return np.asarray(numbers)


def everybodys(rows: Ints, t: Tables, *, plain: bool = False) -> Singles:
    """The same as seen by each seat: what is worked out for one is there for all."""
    return _seen_by(Lot(rows, t), range(int(rows[0, SEATS])), plain)


def _seen_by(lot: Lot, eyes: Sequence[int], plain: bool) -> Singles:
    seats, count = lot.seats, len(lot.days)
    actors, strengths = blocks(lot)
    common = _common(lot)
    out = np.zeros((len(eyes), count, plain_size(seats) if plain else size(seats)), np.float32)
    room = int(BLOCKS[seats]) - 1
    for place, seat in enumerate(eyes):
        others = [other for other in range(seats) if other != seat]
        rivals = strengths[:, others]
        mine = out[place]
        mine[:, :GLOBAL] = common
        mine[:, 13] = (strengths[:, seat] - rivals.max(axis=1)) * 0.05
        mine[:, GLOBAL : GLOBAL + BLOCK] = actors[:, seat]
        order = np.argsort(-rivals, axis=1, kind="stable")
        ordered = np.take_along_axis(actors[:, others], order[:, :, None], axis=1)
        if seats - 1 > room:
            rest = ordered[:, room - 1 :].mean(axis=1, keepdims=True)
            ordered = np.concatenate([ordered[:, : room - 1], rest], axis=1)
        mine[:, GLOBAL + BLOCK : GLOBAL + BLOCK * (1 + ordered.shape[1])] = ordered.reshape(count, -1)
        if not plain:
            who = np.column_stack([np.full(count, seat), np.array(others)[order[:, 0]]])
            told = outlooks(lot, np.repeat(np.arange(count), ACTORS), who.ravel())
            mine[:, plain_size(seats) :] = told.reshape(count, -1)
    return out


def _common(lot: Lot) -> Floats:
    """What all see alike."""
    busy = (lot.workers > 0) & lot.live
    out = np.zeros((len(lot.days), GLOBAL))
    out[np.arange(len(lot.days)), lot.days] = 1.0
    out[:, 4] = (lot.left - 1) / 9
    out[:, 5] = lot.shots.sum(axis=1) / 22
    out[:, 6] = (lot.live & ~lot.open).sum(axis=1) * 0.1
    out[:, 7] = lot.works.sum(axis=1) / lot.seats
    out[:, 8] = np.where(busy, lot.shots, 0).sum(axis=1) * 0.1
    out[:, 9], out[:, 10] = lot.left == 2, lot.left == 3
    out[:, 11] = lot.days + (lot.left - 1) / 9
    out[:, 12] = np.minimum(1.0, lot.idle / (10.0 * lot.seats))
    out[:, 14] = lot.dusk * 0.1
    out[:, 15] = busy.sum(axis=1) * 0.2
    out[:, 16] = lot.left == 4
    out[:, 17] = (lot.left - busy.sum(axis=1)) * 0.1
    out[:, FIRST_COUNT + lot.seats] = 1.0
    return out
