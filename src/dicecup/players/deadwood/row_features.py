"""What the network looks at, row by row, to be compiled: `dicecup.players.deadwood.features` says what it is.

What is known of the sets is kept from one row to the next, as most rows of a tree differ in one set at most.
"""

from typing import Any

from dicecup.batch.deadwood.lot import (
    BUDGET,
    CREDITS_FOR,
    DOLLARS_FOR,
    OFFICE,
    ROLES,
    SETS,
    STARS,
    STEPS,
    TOP,
    Floats,
    Ints,
)
from dicecup.batch.deadwood.rows import (
    ACTOR,
    AREA,
    CHIPS,
    CREDITS,
    DAY,
    DAYS,
    DOLLARS,
    FIELDS,
    IDLE,
    NONE,
    RANK,
    ROLE,
    SCENE,
    SEATS,
    SHOT,
    live,
    role_rank,
)
from dicecup.players.deadwood.features import BLOCK, BLOCKS, FIRST_COUNT, GLOBAL
from dicecup.players.deadwood.outlook import MORE
from dicecup.players.deadwood.planner import NOTHING, Tables, role_worth
from dicecup.players.deadwood.row_outlook import look_at_deck, outlook, when_free
from dicecup.players.deadwood.scenery import AWAY, EXTRA, FAR, STAR, TURNS, UNKNOWN

TAKEN = 4  # the column of `known` that holds who works on a set; the others say for what the rest was worked out


def look_at_workers(row: Ints, known: Ints, workers: Ints, rounds: Floats) -> float:
    """Who works where, and in how many rounds each scene wraps; returns in how many the day is over."""
    for area in range(SETS):
        known[area, TAKEN], workers[area], rounds[area] = 0, 0, 0.0
    for seat in range(row[SEATS]):
        me = ACTOR + FIELDS * seat
        if row[me + ROLE] != NONE:
            area = row[me + AREA]
            known[area, TAKEN] |= 1 << row[me + ROLE]
            workers[area] += 1
            rounds[area] += 1.0 / TURNS[BUDGET[row[SCENE + area]], row[SHOT + area], row[me + CHIPS]]
    slowest, second = 0.0, 0.0
    for area in range(SETS):
        if row[SHOT + area] == 0:
            continue
        if workers[area] > 0:
            rounds[area] = 1.0 / rounds[area]
        else:
            budget = 4 if row[SCENE + area] == NONE else BUDGET[row[SCENE + area]]
            rounds[area] = TURNS[budget, row[SHOT + area], 0] + AWAY
        if rounds[area] > slowest:
            slowest, second = rounds[area], slowest
        elif rounds[area] > second:
            second = rounds[area]
    return second


def look_at_roles(row: Ints, t: Tables, best: Floats, kind: Ints, known: Ints) -> None:
    """The best free role of each set for each rank, and of what kind it is."""
    days = row[DAYS] - row[DAY]
    for area in range(SETS):
        shots, scene, bits = row[SHOT + area], row[SCENE + area], known[area, TAKEN]
        if shots == 0:
            known[area, 0] = 0
            continue
        same = known[area, 0] == shots and known[area, 1] == scene
        if same and known[area, 2] == bits and known[area, 3] == days:
            continue
        known[area, 0], known[area, 1], known[area, 2], known[area, 3] = shots, scene, bits, days
        for rank in range(TOP + 1):
            best[rank, area], kind[rank, area] = NOTHING, 0
        if scene == NONE:
            for rank in range(1, TOP + 1):
                best[rank, area], kind[rank, area] = t.fresh[days, rank, area], UNKNOWN
            continue
        for role in range(ROLES):
            needs = role_rank(area, scene, role)
            if needs <= TOP and not bits >> role & 1:
                worth = role_worth(row, area, scene, role, 0, bits, days, t)
                for rank in range(needs, TOP + 1):
                    if worth > best[rank, area]:
                        best[rank, area], kind[rank, area] = worth, STAR if role < STARS else EXTRA


def one_block(  # noqa: PLR0915 - it is one list of numbers
    row: Ints,
    seat: int,
    t: Tables,
    best: Floats,
    kind: Ints,
    known: Ints,
    workers: Ints,
    rounds: Floats,
    dusk: float,
    left: int,
    out: Any,
    at: int,
) -> float:
    """The numbers of one actor into `out`, from `at` on; returns how strong it looks."""
    me, days = ACTOR + FIELDS * seat, row[DAYS] - row[DAY]
    turn, rank, dollars, credit = t.turn[days], row[me + RANK], row[me + DOLLARS], row[me + CREDITS]
    area, role, chips = row[me + AREA], row[me + ROLE], row[me + CHIPS]
    for place in range(BLOCK):
        out[at + place] = 0.0
    points = dollars + credit + 5 * rank
    out[at], out[at + 1], out[at + 2] = points * 0.02, dollars * 0.05, credit * 0.05
    out[at + 2 + rank] = 1.0
    out[at + 9] = STEPS[area, OFFICE] * 0.25
    worth = 0.0
    if role != NONE:
        scene, shots = row[SCENE + area], row[SHOT + area]
        budget, others = BUDGET[scene], known[area, TAKEN] & ~(1 << role)
        extra = 0 if role < STARS else 1
        worth = role_worth(row, area, scene, role, chips, others, days, t)
        wrap = (worth - t.work[days, extra, budget, shots, chips]) * 0.1
        out[at + 10], out[at + 11], out[at + 12], out[at + 13] = 1.0, 1.0 - extra, worth * 0.1, wrap
        out[at + 14] = min(6, 7 - budget + chips) / 6
        out[at + 15], out[at + 16] = shots / 3, chips * 0.2
        out[at + 17] = TURNS[budget, shots, chips] * 0.2
        out[at + 18] = (workers[area] - 1) * 0.5
        out[at + 19] = 1.0 if others & ((1 << STARS) - 1) else 0.0
        out[at + 20], out[at + 21] = budget / 6, rounds[area] * 0.2
        out[at + 22] = max(-1.0, min(1.0, (dusk - rounds[area]) * 0.2))
        out[at + 23] = 1.0 if left == 2 else 0.0
        out[at + 24] = wrap if dusk >= rounds[area] else 0.0
    first, second, third, near, chances, goal = FAR, FAR, FAR, FAR, 0.0, NONE
    for there in range(SETS):
        if row[SHOT + there] == 0:
            continue
        value = best[rank, there]
        chances += max(0.0, value)
        if role != NONE and there == area:
            continue
        plan = value - turn * max(1, STEPS[area, there])
        if plan > first:
            first, second, third, goal = plan, first, second, there
        elif plan > second:
            second, third = plan, second
        elif plan > third:
            third = plan
        if STEPS[area, there] <= 1 and value > near:
            near = value
    out[at + 25], out[at + 26], out[at + 27] = first * 0.1, second * 0.1, third * 0.1
    out[at + 28], out[at + 29] = near * 0.1, chances * 0.02
    out[at + 30] = 1.0
    if goal != NONE:
        out[at + 30] = STEPS[area, goal] * 0.25
        out[at + 31] = 1.0 if kind[rank, goal] == STAR else 0.0
        out[at + 32] = 1.0 if kind[rank, goal] == UNKNOWN else 0.0
    top, buying, each = rank, FAR, t.rank * (days + (left - 1) / 9) + 5.0  # as in `planner.best_rank`
    for higher in range(rank + 1, TOP + 1):
        if dollars >= DOLLARS_FOR[higher]:
            top, buying = higher, max(buying, each * (higher - rank) - t.price * DOLLARS_FOR[higher])
        if credit >= CREDITS_FOR[higher]:
            top, buying = higher, max(buying, each * (higher - rank) - t.price * CREDITS_FOR[higher])
    out[at + 33] = buying * 0.1
    out[at + 34] = max(buying - turn * STEPS[area, OFFICE], FAR) * 0.1
    out[at + 35], out[at + 36], out[at + 37] = (top - rank) * 0.2, top / 6, 1.0 if top > rank else 0.0
    for more in range(3):
        wanted = min(TOP, rank + 1 + more)
        out[at + 38 + 2 * more] = min(1.0, dollars / DOLLARS_FOR[wanted]) if rank < TOP else 1.0
        out[at + 39 + 2 * more] = min(1.0, credit / CREDITS_FOR[wanted]) if rank < TOP else 1.0
    return float(points + max(worth, first))


def features(
    row: Ints,
    seat: int,
    t: Tables,
    out: Any,
    best: Floats,
    kind: Ints,
    known: Ints,
    workers: Ints,
    rounds: Floats,
    blocks: Floats,
    strengths: Floats,
    deck: Floats,
    free: Floats,
) -> None:
    """The numbers of a row in which the game is not over; from `best` on it is room to work in.

    Without outlooks if there is no room for them in `out`.
    """
    dusk = look_at_workers(row, known, workers, rounds)
    look_at_roles(row, t, best, kind, known)
    days, seats, left = row[DAYS] - row[DAY], row[SEATS], live(row)
    shots, down, work, busy_shots, busy = 0, 0, 0, 0, 0
    for area in range(SETS):
        shots += row[SHOT + area]
        work += workers[area]
        if row[SHOT + area] > 0 and row[SCENE + area] == NONE:
            down += 1
        if workers[area] > 0:
            busy_shots += row[SHOT + area]
            busy += 1
    for place in range(len(out)):
        out[place] = 0.0
    out[days] = 1.0
    out[4], out[5], out[6], out[7] = (left - 1) / 9, shots / 22, down * 0.1, work / seats
    out[8] = busy_shots * 0.1
    out[9], out[10] = 1.0 if left == 2 else 0.0, 1.0 if left == 3 else 0.0
    out[11] = days + (left - 1) / 9
    out[12] = min(1.0, row[IDLE] / (10.0 * seats))
    out[14], out[15] = dusk * 0.1, busy * 0.2
    out[16] = 1.0 if left == 4 else 0.0
    out[17] = (left - busy) * 0.1
    out[FIRST_COUNT + seats] = 1.0
    room = BLOCKS[seats] - 1
    at, more = GLOBAL + BLOCK * (room + 1), len(out) > GLOBAL + BLOCK * (room + 1)
    mine = one_block(row, seat, t, best, kind, known, workers, rounds, dusk, left, out, GLOBAL)
    rivals = 0
    for other in range(seats):
        if other != seat:
            strengths[rivals] = one_block(
                row, other, t, best, kind, known, workers, rounds, dusk, left, blocks[rivals], 0
            )
            rivals += 1
    strongest = NOTHING
    single = rivals if rivals <= room else room - 1
    for place in range(single):
        pick = 0
        for rival in range(rivals):
            if strengths[rival] > strengths[pick]:
                pick = rival
        if more and place == 0:
            look_at_deck(row, t, deck)
            when_free(row, rounds, free)
            rival = pick if pick < seat else pick + 1
            outlook(row, seat, t, best, kind, known, workers, deck, free, left, out, at)
            outlook(row, rival, t, best, kind, known, workers, deck, free, left, out, at + MORE)
        strongest = max(strongest, strengths[pick])
        strengths[pick] = -1e9
        for number in range(BLOCK):
            out[GLOBAL + BLOCK * (place + 1) + number] = blocks[pick, number]
    for rival in range(rivals):
        if strengths[rival] > -1e9:
            for number in range(BLOCK):
                out[GLOBAL + BLOCK * room + number] += blocks[rival, number] / (rivals - single)
    out[13] = (mine - strongest) * 0.05
