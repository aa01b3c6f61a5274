"""What else the network is shown of two actors, row by row, to be compiled: `outlook` says what it is."""

from typing import Any

from dicecup.batch.deadwood.lot import (
    BONUS,
    BUDGET,
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
from dicecup.batch.deadwood.rows import (
    ACTIVE,
    ACTOR,
    AREA,
    CREDITS,
    DAY,
    DAYS,
    DOLLARS,
    FIELDS,
    NONE,
    OCCUPIED,
    RANK,
    ROLE,
    SCENE,
    SEATS,
    SEEN,
    SHOT,
    sharing,
)
from dicecup.players.deadwood.outlook import DECK
from dicecup.players.deadwood.planner import NOTHING, Tables
from dicecup.players.deadwood.scenery import FAR, STAR, UNKNOWN

_DAYS = SCENES  # in what is known of the deck; then how many cards nobody has seen, and sums by rank
_UNSEEN = SCENES + 1
_SUMS = SCENES + 2


def look_at_deck(row: Ints, t: Tables, deck: Floats) -> None:
    """Which cards nobody has seen: from one row to the next one changes at most, so sums are kept."""
    days = row[DAYS] - row[DAY]
    if deck[_DAYS] != days:
        for place in range(DECK):
            deck[place] = 0.0
        deck[_DAYS] = days
    for scene in range(SCENES):
        unseen = 0.0 if row[SEEN + scene] else 1.0
        if deck[scene] != unseen:
            sign = unseen - deck[scene]
            deck[scene] = unseen
            deck[_UNSEEN] += sign
            for rank in range(1, TOP + 1):
                deck[_SUMS + rank] += sign * t.deck[days, rank, scene]


def luck_with(deck: Floats, rank: int, days: int, t: Tables) -> float:
    """How much better the best role of a card that nobody has seen is than of any card."""
    if deck[_UNSEEN] == 0:
        return 0.0
    return float(deck[_SUMS + rank] / deck[_UNSEEN] - t.deck[days, rank, SCENES])


def when_free(row: Ints, rounds: Floats, free: Floats) -> None:
    """In how many rounds each actor may set out, those whose turn comes first a little sooner."""
    seats = row[SEATS]
    for seat in range(seats):
        me = ACTOR + FIELDS * seat
        wait = seat - row[ACTIVE]
        free[seat] = (wait if wait >= 0 else wait + seats) / seats
        if row[me + ROLE] != NONE:
            free[seat] += rounds[row[me + AREA]]


def sooner(row: Ints, seat: int, goal: int, best: Floats, free: Floats) -> int:
    """How many rivals may be at a set before somebody who wants to go there, and can take a role there."""
    found = 0
    mine = free[seat] + max(1, STEPS[row[ACTOR + FIELDS * seat + AREA], goal])
    for rival in range(row[SEATS]):
        other = ACTOR + FIELDS * rival
        area = row[other + AREA]
        if rival == seat or best[row[other + RANK], goal] <= NOTHING:
            continue
        if row[other + ROLE] != NONE and area == goal:
            continue
        if free[rival] + max(1, STEPS[area, goal]) < mine:
            found += 1
    return found


def money(
    row: Ints, seat: int, t: Tables, best: Floats, workers: Ints, stars: int, left: int, out: Any, at: int
) -> None:
    """What the own role will have paid when its scene wraps, and what that buys. `stars`: those there, as bits."""
    me, days = ACTOR + FIELDS * seat, row[DAYS] - row[DAY]
    rank, area, role = row[me + RANK], row[me + AREA], row[me + ROLE]
    paid, earned = 0.0, 0.0
    if role != NONE:
        shots, scene = row[SHOT + area], row[SCENE + area]
        mates = 1 + 0.5 * (workers[area] - 1)
        if role < STARS:
            roles, place = sharing(row[OCCUPIED], scene, stars, role)
            paid, earned = BONUS[BUDGET[scene], roles, place], 2 * shots / mates
        else:
            paid = shots + EXTRA_RANKS[area, role - STARS] * (1.0 if stars else t.hope)
            earned = shots / mates
    now, then, price = rank, rank, 0
    dollars, credit = row[me + DOLLARS] + paid, row[me + CREDITS] + earned
    for higher in range(rank + 1, TOP + 1):
        if row[me + DOLLARS] >= DOLLARS_FOR[higher] or row[me + CREDITS] >= CREDITS_FOR[higher]:
            now = higher
        if dollars >= DOLLARS_FOR[higher]:
            then, price = higher, DOLLARS_FOR[higher]
            if credit >= CREDITS_FOR[higher]:
                price = min(price, CREDITS_FOR[higher])
        elif credit >= CREDITS_FOR[higher]:
            then, price = higher, CREDITS_FOR[higher]
    out[at], out[at + 1] = paid * 0.1, earned * 0.2
    for more in range(2):
        wanted = min(TOP, rank + 1 + more)
        out[at + 2 + 2 * more] = min(1.0, dollars / DOLLARS_FOR[wanted]) if rank < TOP else 1.0
        out[at + 3 + 2 * more] = min(1.0, credit / CREDITS_FOR[wanted]) if rank < TOP else 1.0
    out[at + 6], out[at + 7], out[at + 8] = (then - rank) * 0.2, (then - now) * 0.3, FAR * 0.1
    if then > rank:
        turn, after = t.turn[days], 0.0
        for there in range(SETS):
            if row[SHOT + there] > 0 and not (role != NONE and there == area):
                after = max(after, best[then, there] - turn * max(1, STEPS[OFFICE, there]))
        gain = (t.rank * (days + (left - 1) / 9) + 5.0) * (then - rank)
        out[at + 8] = max(gain - t.price * price - turn * STEPS[area, OFFICE] + after, FAR) * 0.1


def outlook(
    row: Ints,
    seat: int,
    t: Tables,
    best: Floats,
    kind: Ints,
    known: Ints,
    workers: Ints,
    deck: Floats,
    free: Floats,
    left: int,
    out: Any,
    at: int,
) -> None:
    """The numbers of one actor into `out`, where there are zeros, from `at` on."""
    me, days = ACTOR + FIELDS * seat, row[DAYS] - row[DAY]
    turn, rank, area, role = t.turn[days], row[me + RANK], row[me + AREA], row[me + ROLE]
    stars = known[area, known.shape[1] - 1] & ((1 << STARS) - 1) if role != NONE else 0
    money(row, seat, t, best, workers, stars, left, out, at)
    higher = min(TOP, rank + 1)
    luck = luck_with(deck, rank, days, t)
    first, second, goal, other, better = FAR, FAR, NONE, NONE, FAR
    hope, next_hope, near = FAR, FAR, FAR
    for away in range(3):
        out[at + 9 + away] = FAR * 0.1
    for there in range(SETS):
        if row[SHOT + there] == 0:
            continue
        steps, value = STEPS[area, there], best[rank, there]
        down = row[SCENE + there] == NONE
        hoped = value + luck if down else value
        if steps <= 2:
            out[at + 9 + steps] = max(out[at + 9 + steps], value * 0.1)
            if steps:
                out[at + 11 + steps] += 0.3 if value > 0 else 0.0
                out[at + 13 + steps] += 0.3 if down else 0.0
            if steps <= 1:
                near = max(near, hoped)
        if role != NONE and there == area:
            continue
        way = turn * max(1, steps)
        if value - way > first:
            second, other = first, goal
            first, goal = value - way, there
        elif value - way > second:
            second, other = value - way, there
        better = max(better, best[higher, there] - way)
        if hoped - way > hope:
            hope, next_hope = hoped - way, hope
        else:
            next_hope = max(next_hope, hoped - way)
    if goal != NONE:
        plan_of(row, seat, goal, best, workers, free, out, at + 16)
    if other != NONE:
        out[at + 20] = STEPS[area, other] * 0.25
        out[at + 21] = 1.0 if kind[rank, other] == STAR else 0.0
        out[at + 22] = 1.0 if kind[rank, other] == UNKNOWN else 0.0
        plan_of(row, seat, other, best, workers, free, out, at + 23)
    out[at + 27] = (better - first) * 0.1
    out[at + 28], out[at + 29] = luck * 0.1, luck_with(deck, higher, days, t) * 0.1
    out[at + 30], out[at + 31], out[at + 32] = hope * 0.1, next_hope * 0.1, near * 0.1


def plan_of(row: Ints, seat: int, goal: int, best: Floats, workers: Ints, free: Floats, out: Any, at: int) -> None:
    """A plan in detail."""
    scene = row[SCENE + goal]
    out[at] = (4 if scene == NONE else BUDGET[scene]) / 6
    out[at + 1], out[at + 2] = row[SHOT + goal] / 3, workers[goal] * 0.5
    out[at + 3] = sooner(row, seat, goal, best, free) * 0.25
