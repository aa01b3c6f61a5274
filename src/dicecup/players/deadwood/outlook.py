"""What else the network is shown of the own actor and the strongest rival: what roll-outs come upon later.

The money that a role promises and the rank it may buy, the two best plans in detail with those who are there
sooner, what lies near, and whether the cards that nobody has seen are better than cards are on average. All rows
of a decision are worked out at once; `row_outlook` does the same row by row in compiled code.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from dicecup.batch.deadwood.lot import (
    CREDITS_FOR,
    DOLLARS_FOR,
    EXTRA_RANKS,
    OFFICE,
    SCENES,
    SETS,
    STARS,
    STEPS,
    TOP,
    Floats,
    Ints,
)
from dicecup.players.deadwood.planner import NOTHING
from dicecup.players.deadwood.scenery import FAR, STAR, UNKNOWN, Lot

OUTLOOK: Final = (
    *("dollars to come", "credits to come"),
    *(f"{money} then for rank + {more}" for more in (1, 2) for money in ("dollars", "credits")),
    *("ranks to buy then", "more ranks than now", "worth of the office then"),
    *("best role here", "best role a step away", "best role two steps away"),
    *("roles a step away", "roles two steps away", "face down a step away", "face down two steps away"),
    *("plan: budget", "plan: shots", "plan: at work there", "plan: rivals sooner there"),
    *("steps to the second plan", "second plan: star", "second plan: face down", "second plan: budget"),
    *("second plan: shots", "second plan: at work there", "second plan: rivals sooner there"),
    *("better plan with a rank more", "cards unseen", "cards unseen with a rank more"),
    *("best plan by cards unseen", "second plan by cards unseen", "best role near by cards unseen"),
)
MORE: Final = len(OUTLOOK)
ACTORS: Final = 2  # it is shown of the own one and the strongest rival; of others it was worth nothing
DECK: Final = SCENES + 2 + TOP + 1
"""Room for what is known of the deck: which cards count as unseen, the day, how many they are, sums by rank."""


def outlooks(lot: Lot, row: Ints, seat: Ints) -> Floats:
    """The numbers of actors, each in a row of its own."""
    t = lot.t
    every = np.arange(len(row))
    rank, area, works = lot.rank[row, seat], lot.area[row, seat], lot.works[row, seat]
    turn, steps, live = t.turn[lot.days[row]], STEPS[area][:, :SETS], lot.live[row]
    elsewhere = live.copy()
    at_work = np.nonzero(works)[0]
    elsewhere[at_work, area[at_work]] = False
    down = live & ~lot.open[row]
    ways = turn[:, None] * np.maximum(1, steps)
    roles = lot.best[rank, row]

    def planned(worth: Floats) -> Floats:
        return np.maximum(np.where(elsewhere, worth - ways, FAR), FAR)

    plans = planned(roles)
    order = np.argsort(-plans, axis=1, kind="stable")
    luck = _luck(lot)[row]
    higher = np.minimum(TOP, rank + 1)
    hoped = roles + np.where(down, luck[every, rank][:, None], 0.0)
    by_cards = np.sort(planned(hoped), axis=1)
    out = np.zeros((len(row), MORE))
    out[:, :9] = _money(lot, row, seat, elsewhere)
    for away in range(3):
        here = live & (steps == away)
        out[:, 9 + away] = np.maximum(np.where(here, roles, FAR).max(axis=1), FAR) * 0.1
        if away:
            out[:, 11 + away] = (here & (roles > 0)).sum(axis=1) * 0.3
            out[:, 13 + away] = (here & down).sum(axis=1) * 0.3
    free = lot.when_free()
    for place, first in ((0, 13), (1, 20)):
        goal = order[:, place]
        told = plans[every, goal] > FAR
        out[:, first + 3] = told * lot.budget[row, goal] / 6
        out[:, first + 4] = told * lot.shots[row, goal] / 3
        out[:, first + 5] = told * lot.workers[row, goal] * 0.5
        out[:, first + 6] = told * _sooner(lot, free, row, seat, goal) * 0.25
        if place:
            kind = lot.kind[rank, row, goal]
            out[:, first] = told * steps[every, goal] * 0.25
            out[:, first + 1], out[:, first + 2] = told & (kind == STAR), told & (kind == UNKNOWN)
    best = plans[every, order[:, 0]]
    out[:, 27] = (planned(lot.best[higher, row]).max(axis=1) - best) * 0.1
    out[:, 28], out[:, 29] = luck[every, rank] * 0.1, luck[every, higher] * 0.1
    out[:, 30], out[:, 31] = by_cards[:, -1] * 0.1, by_cards[:, -2] * 0.1
    near = live & (steps <= 1)
    out[:, 32] = np.maximum(np.where(near, hoped, FAR).max(axis=1), FAR) * 0.1
    return out


def _luck(lot: Lot) -> Floats:
    """By row and rank: how much better the best role of a card that nobody has seen is than of any card."""
    worth = lot.t.deck[lot.days]
    unseen = lot.unseen.sum(axis=1)
    sums = (worth[:, :, :SCENES] * lot.unseen[:, None, :]).sum(axis=2)
    mean = sums / np.maximum(1, unseen)[:, None] - worth[:, :, SCENES]
    return np.asarray(np.where(unseen[:, None] > 0, mean, 0.0))


def _money(lot: Lot, row: Ints, seat: Ints, elsewhere: NDArray[np.bool_]) -> Floats:
    """What the own role will have paid when its scene wraps, and what that buys."""
    t, out = lot.t, np.zeros((len(row), 9))
    rank, area = lot.rank[row, seat], lot.area[row, seat]
    dollars, credit = lot.dollars[row, seat].astype(np.float64), lot.credits[row, seat].astype(np.float64)
    top = _affordable(rank, dollars, credit)
    at_work = np.nonzero(lot.works[row, seat])[0]
    if len(at_work):
        rows, there, role = row[at_work], area[at_work], lot.role[row[at_work], seat[at_work]]
        shots, stars, star = lot.shots[rows, there], lot.stars[rows, there], role < STARS
        share = lot.share(np.minimum(role, STARS - 1), stars, lot.scene[rows, there], lot.budget[rows, there])
        joined = np.where(stars.any(axis=1), 1.0, t.hope)
        paid = shots + EXTRA_RANKS[there, np.maximum(role - STARS, 0)] * joined
        out[at_work, 0] = np.where(star, share, paid)
        out[at_work, 1] = shots * np.where(star, 2, 1) / (1 + 0.5 * (lot.workers[rows, there] - 1))
    dollars, credit = dollars + out[:, 0], credit + out[:, 1]
    out[:, 0], out[:, 1] = out[:, 0] * 0.1, out[:, 1] * 0.2
    for more in range(2):
        wanted = np.minimum(TOP, rank + 1 + more)
        out[:, 2 + 2 * more] = np.where(rank == TOP, 1.0, np.minimum(1.0, dollars / DOLLARS_FOR[wanted]))
        out[:, 3 + 2 * more] = np.where(rank == TOP, 1.0, np.minimum(1.0, credit / CREDITS_FOR[wanted]))
    then = _affordable(rank, dollars, credit)
    out[:, 6], out[:, 7] = (then - rank) * 0.2, (then - top) * 0.3
    each = (t.rank * (lot.days + (lot.left - 1) / 9) + 5.0)[row]
    price = np.where(dollars >= DOLLARS_FOR[then], DOLLARS_FOR[then], CREDITS_FOR[then])
    price = np.where(credit >= CREDITS_FOR[then], np.minimum(price, CREDITS_FOR[then]), price)
    turn = t.turn[lot.days[row]]
    ways = turn[:, None] * np.maximum(1, STEPS[OFFICE, :SETS])
    after = np.where(elsewhere, lot.best[then, row] - ways, FAR).max(axis=1)
    worth = each * (then - rank) - t.price * price - turn * STEPS[area, OFFICE] + np.maximum(0.0, after)
    out[:, 8] = np.where(then > rank, np.maximum(worth, FAR), FAR) * 0.1
    return out


def _affordable(rank: Ints, dollars: Floats, credit: Floats) -> Ints:
    """The highest rank that so much money buys."""
    top = rank
    for higher in range(2, TOP + 1):
        can = (rank < higher) & ((dollars >= DOLLARS_FOR[higher]) | (credit >= CREDITS_FOR[higher]))
        top = np.where(can, higher, top)
    return top


def _sooner(lot: Lot, free: Floats, row: Ints, seat: Ints, goal: Ints) -> Ints:
    """How many rivals may be at a set before somebody who wants to go there, and can take a role there."""
    found = np.zeros(len(row), np.int64)
    mine = free[row, seat] + np.maximum(1, STEPS[lot.area[row, seat], goal])
    for rival in range(lot.seats):
        area = lot.area[row, rival]
        theirs = free[row, rival] + np.maximum(1, STEPS[area, goal])
        other = (rival != seat) & ~(lot.works[row, rival] & (area == goal))
        found += other & (theirs < mine) & (lot.best[lot.rank[row, rival], row, goal] > NOTHING)
    return found
