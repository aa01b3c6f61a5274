"""The role planner: what a role, a way and a rank are worth to an actor whose turns are worth something elsewhere.

A turn costs what it would bring on average. Against that price, acting and rehearsing in a role is a small dynamic
program with an exact answer; the share of the wrap comes on top, and the way there is paid in turns. A rank is
worth so much for each day that is left. These few prices are a player's taste, and self-play finds good ones.

All functions but `tables` work on rows, plainly enough to be compiled (see `rows`).
"""

from dataclasses import astuple, dataclass
from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np

from dicecup.batch.deadwood.lot import (
    BONUS,
    BUDGET,
    CREDITS_FOR,
    DOLLARS_FOR,
    EXTRA_RANKS,
    OFFICE,
    ROLES,
    SCENES,
    SETS,
    SHOTS,
    STARS,
    STEPS,
    TOP,
    Floats,
)
from dicecup.batch.deadwood.rows import (
    ACT,
    ACTIVE,
    ACTOR,
    AREA,
    CHIPS,
    CREDITS,
    DAY,
    DAYS,
    DOLLARS,
    END,
    FIELDS,
    MOVE,
    MOVED,
    NONE,
    OCCUPIED,
    RANK,
    REHEARSE,
    ROLE,
    SCENE,
    SHOT,
    TAKE,
    UPGRADE,
    Row,
    live,
    options,
    role_rank,
    sharing,
    taken,
)

LONGEST: Final = 4  # days at most
NOTHING: Final = -50.0  # what an actor expects who can do nothing at all
_PAY: Final = ((2.0, 0.0), (2.0, 1.0))  # for success and failure, of stars and extras, in points


@dataclass(frozen=True, slots=True)
class Taste:
    """What things are worth to a planner, in points."""

    turn: float = 1.75  # a turn, on the last day
    early: float = 0.0  # more for each day that follows
    rank: float = 1.8  # a rank, for each day that is left
    price: float = 1.0  # a dollar or credit paid for it
    hope: float = 0.3  # how likely a star joins a scene that has none
    mates: float = 0.5  # how much of one's shots each other actor on the set takes
    late: float = 0.7  # the part of a role's worth that is left when the next wrap ends the day


class Tables(NamedTuple):
    """A taste worked out. The first number is how many days follow."""

    turn: Floats  # the price of a turn
    work: (
        Floats  # days, star or extra, budget, shots, chips: points beyond the price of the turns, without the wrap
    )
    practise: Any  # the same: whether to rehearse
    fresh: Floats  # by days, rank, set: the best role of a card that lies face down there, on average
    deck: Floats  # by days, rank, card: its best role, on the average of all sets; last the average of all cards
    rank: float
    price: float
    hope: float
    mates: float
    late: float


def role_worth(row: Row, area: int, scene: int, role: int, chips: int, bits: int, days: int, t: Tables) -> float:
    """What is to be had from a role by somebody who has it, with the wrap. `bits` are the roles others play."""
    mates = 0
    for other in range(ROLES):
        if bits >> other & 1:
            mates += 1
    kind, budget = (0, BUDGET[scene]) if role < STARS else (1, BUDGET[scene])
    shots = row[SHOT + area] / (1.0 + t.mates * mates)
    least = int(shots)
    worth = t.work[days, kind, budget, least, chips]
    if shots > least:
        worth += (shots - least) * (t.work[days, kind, budget, least + 1, chips] - worth)
    stars = bits & ((1 << STARS) - 1)
    if kind:
        return float(worth + EXTRA_RANKS[area, role - STARS] * (1.0 if stars else t.hope))
    roles, place = sharing(row[OCCUPIED], scene, stars | 1 << role, role)
    return float(worth + BONUS[budget, roles, place])


def in_time(row: Row, worth: float, t: Tables) -> float:
    """What is left of the worth of a role that is still to be taken: late in the day it may not be finished."""
    left = live(row)
    if worth <= 0 or left > 3:
        return worth
    return worth * (t.late if left == 2 else (1.0 + t.late) / 2)


def best_roles(row: Row, rank: int, t: Tables, found: Row) -> None:
    """For each set the best role that somebody of this rank could take there, into `found`."""
    days = row[DAYS] - row[DAY]
    for area in range(SETS):
        best = NOTHING
        if row[SHOT + area] > 0:
            scene = row[SCENE + area]
            if scene == NONE:
                best = t.fresh[days, rank, area]
            else:
                bits = taken(row, area)
                for role in range(ROLES):
                    if role_rank(area, scene, role) <= rank and not bits >> role & 1:
                        best = max(best, role_worth(row, area, scene, role, 0, bits, days, t))
            best = in_time(row, best, t)
        found[area] = best


def rank_worth(row: Row, rank: int, higher: int, paid: int, t: Tables) -> float:
    """What buying a rank brings beyond its price."""
    days = row[DAYS] - row[DAY] + (live(row) - 1) / 9
    return float((t.rank * days + 5.0) * (higher - rank) - t.price * paid)


def best_rank(row: Row, rank: int, dollars: int, credit: int, t: Tables) -> float:
    """The worth of the best rank that this money can buy; NOTHING if it can buy none."""
    best = NOTHING
    for higher in range(rank + 1, TOP + 1):
        if dollars >= DOLLARS_FOR[higher]:
            best = max(best, rank_worth(row, rank, higher, DOLLARS_FOR[higher], t))
        if credit >= CREDITS_FOR[higher]:
            best = max(best, rank_worth(row, rank, higher, CREDITS_FOR[higher], t))
    return best


def best_plan(area: int, least: int, buying: float, roles: Row, turn: float) -> float:
    """The best role or purchase from here, the way paid; a role takes `least` turns at least to get."""
    best = buying - turn * STEPS[area, OFFICE]
    for there in range(SETS):
        best = max(best, roles[there] - turn * max(least, STEPS[area, there]))
    return float(best)


def worth(row: Row, option: int, roles: Row, buying: float, t: Tables) -> float:
    """What an option of the active actor is worth, after the best roles and the best purchase for its rank."""
    me = ACTOR + FIELDS * row[ACTIVE]
    days, area, rank = row[DAYS] - row[DAY], row[me + AREA], row[me + RANK]
    turn: float = t.turn[days]
    if option in (ACT, REHEARSE):
        kind = 0 if row[me + ROLE] < STARS else 1
        budget, shots, chips = BUDGET[row[SCENE + area]], row[SHOT + area], row[me + CHIPS]
        practise = t.practise[days, kind, budget, shots, chips]
        value = role_worth(
            row, area, row[SCENE + area], row[me + ROLE], chips, taken(row, area) & ~(1 << row[me + ROLE]), days, t
        )
        return value if practise == (option == REHEARSE) else value - 0.5
    if TAKE <= option < UPGRADE:
        role = role_worth(row, area, row[SCENE + area], option - TAKE, 0, taken(row, area), days, t)
        return in_time(row, role, t) - turn
    if option >= UPGRADE:
        higher = (option - UPGRADE) // 2
        paid = CREDITS_FOR[higher] if (option - UPGRADE) % 2 else DOLLARS_FOR[higher]
        better = np.empty(SETS)
        best_roles(row, higher, t, better)
        gain = rank_worth(row, rank, higher, paid, t)
        return gain + max(0.0, best_plan(area, 1, NOTHING, better, turn)) - (turn if row[MOVED] else 0.0)
    if option == END:
        return best_plan(area, 1, buying, roles, turn) - turn
    return best_plan(option - MOVE, 0, buying, roles, turn) - turn


def choose(row: Row, t: Tables, found: Row, roles: Row) -> int:
    """What a planner does. `found` and `roles` are room to work in."""
    count = options(row, found)
    if count == 1:
        return int(found[0])
    me = ACTOR + FIELDS * row[ACTIVE]
    buying = NOTHING
    if row[me + ROLE] == NONE:
        best_roles(row, row[me + RANK], t, roles)
        buying = best_rank(row, row[me + RANK], row[me + DOLLARS], row[me + CREDITS], t)
    best, value = found[count - 1], worth(row, found[count - 1], roles, buying, t)
    for number in range(count - 1):
        this = worth(row, found[number], roles, buying, t)
        if this > value:
            best, value = found[number], this
    return int(best)


def prospects(row: Row, seat: int, t: Tables) -> float:
    """What a seat has before it, beyond the price of its turns: its role, or its best plan."""
    me = ACTOR + FIELDS * seat
    days, area, rank = row[DAYS] - row[DAY], row[me + AREA], row[me + RANK]
    if row[me + ROLE] != NONE:
        others = taken(row, area) & ~(1 << row[me + ROLE])
        return role_worth(row, area, row[SCENE + area], row[me + ROLE], row[me + CHIPS], others, days, t)
    roles = np.empty(SETS)
    best_roles(row, rank, t, roles)
    buying = best_rank(row, rank, row[me + DOLLARS], row[me + CREDITS], t)
    return max(0.0, best_plan(area, 1, buying, roles, t.turn[days]))


def swing(row: Row) -> float:
    """By how many points luck may still part two players: the scale of a logistic curve."""
    left = (row[DAYS] - row[DAY] + (live(row) - 1) / 9) / row[DAYS]
    return float(1.5 + 11.0 * left**0.5)


@cache
def tables(taste: Taste) -> Tables:
    """The tables of a taste."""
    return make_tables(*astuple(taste))


def make_tables(
    turn: float, early: float, rank: float, price: float, hope: float, mates: float, late: float
) -> Tables:
    """The tables of a taste, from its numbers."""
    turns: Floats = turn + early * np.arange(LONGEST, dtype=np.float64)
    work = np.zeros((LONGEST, 2, TOP + 1, 5, TOP))
    practise = np.zeros((LONGEST, 2, TOP + 1, 5, TOP), np.bool_)
    for days in range(LONGEST):
        for kind in range(2):
            good, bad = _PAY[kind]
            for budget in range(2, TOP + 1):
                for shots in range(1, 5):
                    for chips in range(budget - 1, -1, -1):
                        p = min(6, 7 - budget + chips) / 6
                        after = work[days, kind, budget, shots - 1, chips]
                        acting = (p * (good + after) + (1 - p) * bad - turns[days]) / p
                        waiting = acting
                        if chips < budget - 1:
                            waiting = work[days, kind, budget, shots, chips + 1] - turns[days]
                        work[days, kind, budget, shots, chips] = max(acting, waiting)
                        practise[days, kind, budget, shots, chips] = waiting > acting
    fresh, deck = np.zeros((LONGEST, TOP + 1, SETS)), np.zeros((LONGEST, TOP + 1, SCENES + 1))
    t = Tables(turns, work, practise, fresh, deck, rank, price, hope, mates, late)
    row = np.zeros(SCENE, np.int64)
    for area in range(SETS):
        row[SHOT + area] = SHOTS[area]
        for days in range(LONGEST):
            for scene in range(SCENES):
                best = NOTHING
                for higher in range(1, TOP + 1):
                    for role in range(ROLES):
                        if role_rank(area, scene, role) == higher:
                            best = max(best, role_worth(row, area, scene, role, 0, 0, days, t))
                    fresh[days, higher, area] += best / SCENES
                    deck[days, higher, scene] += max(0.0, best) / SETS
    for days in range(LONGEST):
        for higher in range(1, TOP + 1):
            for scene in range(SCENES):  # in parts of 1024, whose sums are exact in any order
                deck[days, higher, scene] = np.floor(deck[days, higher, scene] * 1024 + 0.5) / 1024
                deck[days, higher, SCENES] += deck[days, higher, scene] / SCENES
    return t
