"""What an actor says as it does something: the reason for it in whole sentences, as one talks across a table.

Nothing random is in it: whoever does the same thing at the same place again says the same again, and screens leave
out what has just been said.
"""

from typing import Final
from zlib import crc32

from dicecup.batch.deadwood import rows
from dicecup.batch.deadwood.lot import BUDGET, OFFICE, SHOTS, STARS
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
    FIELDS,
    MOVE,
    MOVED,
    NONE,
    RANK,
    REHEARSE,
    ROLE,
    SCENE,
    SHOT,
    TAKE,
    UPGRADE,
)
from dicecup.games.deadwood import odds
from dicecup.games.deadwood.data import PRICES
from dicecup.games.deadwood.state import POINTS_PER_RANK
from dicecup.games.deadwood.text import many
from dicecup.players.deadwood.aims import Aim
from dicecup.players.deadwood.planner import Tables
from dicecup.players.deadwood.reasons import (
    called,
    expectation,
    goal,
    opened,
    payable,
    percent,
    rival,
    role_at,
    turns_left,
    wrap_pay,
)
from dicecup.table.marks import Worded, thing

_ALIKE: Final = 0.05  # turns that nobody feels, and that no decimal shows
_TEMPTING: Final = 0.3  # who would be later by more than that has not thought of it
_READY: Final = 0.6  # a chance that feels like one
_FAIR: Final = 0.45
_OFTEN: Final = 3  # of so many walks with money in the pocket, one is explained


def saying(row: list[int], option: int, t: Tables, aim: Aim | None = None) -> Worded:
    """Why it does this. `row` is the position before it, for its active actor; `aim` as for a reason."""
    if option == ACT:
        return Worded(_acting(row))
    if option == REHEARSE:
        return Worded(_rehearsing(row))
    if option >= UPGRADE:
        return Worded(_buying(row, (option - UPGRADE) // 2, "credits" if (option - UPGRADE) % 2 else "dollars"))
    if option >= TAKE:
        return Worded(_taking(row, option - TAKE, t))
    if option == rows.END:
        return Worded(_staying(row, t, aim))
    going = _going(row, option - MOVE, t, aim)
    bound = option - MOVE == OFFICE or (aim is not None and aim.rank) or goal(row, option - MOVE, t)[0] == OFFICE
    return Worded(going if bound else going + _saving(row))


def _me(row: list[int], field: int) -> int:
    return row[ACTOR + FIELDS * row[ACTIVE] + field]


def _one_of(row: list[int], *ways: str) -> str:
    """Always the same way to say it for the same actor at the same place on the same day."""
    about = (row[ACTIVE], row[DAY], _me(row, AREA), _me(row, ROLE), _me(row, CHIPS))
    return ways[crc32(repr(about).encode()) % len(ways)]


def _acting(row: list[int]) -> str:
    area, extra = _me(row, AREA), _me(row, ROLE) >= STARS
    share = float(odds.success(int(BUDGET[row[SCENE + area]]), _me(row, CHIPS)))
    chance = percent(share)
    if row[SHOT + area] == 1:
        much, about = wrap_pay(row), "" if extra else "about "
        if much:
            said = _one_of(
                row,
                f"A wrap would bring me {about}${much:.0f}, and my chance is {chance}.",
                f"One more shot and it is a wrap: {chance} for {about}${much:.0f}.",
            )
        else:
            said = _one_of(
                row,
                f"One more shot and it is a wrap: {chance}.",
                f"Let us get this one in the can: my chance is {chance}.",
            )
    elif share >= _READY:
        said = _one_of(row, f"My chance is {chance}: roll the camera.", f"With {chance} I am ready.")
    elif share >= _FAIR:
        said = _one_of(row, f"{chance} is good enough for me.", f"My chance is {chance}, and I like it.")
    else:
        said = _one_of(row, f"It is only {chance}, but I try it.", f"{chance} is not much, and still I go for it.")
    left = turns_left(row)
    if left is None:
        return said
    acting, rehearsing = left
    if rehearsing > acting + _TEMPTING:
        return said
    if rehearsing > acting + _ALIKE:
        more = f"A rehearsal first would make it {rehearsing:.1f} turns on average instead of {acting:.1f}."
    elif extra:
        more = "An extra gets $1 even for a flop."
    elif rehearsing < acting - _ALIKE:
        more = "I have no patience for a rehearsal."
    else:
        more = "A rehearsal would not get me there any sooner."
    return f"{said} {more}"


def _rehearsing(row: list[int]) -> str:
    budget = int(BUDGET[row[SCENE + _me(row, AREA)]])
    now, then = (percent(float(odds.success(budget, _me(row, CHIPS) + more))) for more in (0, 1))
    left = turns_left(row)
    assert left is not None  # or there would be nothing to rehearse
    acting, rehearsing = left
    lifts = f"lifts every later roll from {now} to {then}"
    if rehearsing < acting - _ALIKE:
        return f"A rehearsal {lifts}, and I am done in {rehearsing:.1f} turns on average instead of {acting:.1f}."
    if rehearsing > acting + _ALIKE:
        return f"A rehearsal {lifts}, and I want to be sure of this one."
    return f"A rehearsal {lifts} and costs me no time."


def _buying(row: list[int], higher: int, currency: str) -> str:
    price, roles = PRICES[higher], opened(row, higher)
    cost = price.dollars if currency == "dollars" else price.credits
    points = POINTS_PER_RANK * (higher - _me(row, RANK))
    paid = f"${cost}" if currency == "dollars" else many(cost, "credit")
    opens = f"Rank {higher} opens {many(roles, 'more role')} on the lot to me." if roles else ""
    if points > cost:
        counts = f"It costs me {paid} and counts {points} points at the end: a bargain."
    elif points == cost:
        counts = f"It costs me {paid} and counts {points} points at the end, so it is free."
    else:
        counts = f"It counts {points} points at the end and costs me {paid}; the rest I want to earn with it."
    return f"{opens} {counts}" if opens else counts.replace("It", f"Rank {higher}", 1)


def _taking(row: list[int], role: int, t: Tables) -> str:
    area = _me(row, AREA)
    name, other = rival(row, area, role, t)
    brings, mine = expectation(row, area, role), thing(role_at(row, area, role).name)
    return _one_of(
        row,
        f"As {mine} I should make {brings}" + (f"; as {thing(name)} it would be {other}." if name else "."),
        f"{mine} should bring me {brings}" + (f", and {thing(name)} {other}." if name else "."),
    )


def _going(row: list[int], there: int, t: Tables, aim: Aim | None) -> str:
    """What is wanted there, or further on."""
    if aim is not None and aim.further == NONE and (aim.role != NONE or aim.rank or aim.card):
        return _arriving(row, there, aim)
    where, further = _bound(row, there, t, aim)
    if where == NONE:
        return "I have nothing better to do than to take a walk."
    if where == there:
        return "I am only passing through." if aim is not None else _arriving(row, there, further)
    place = thing(called(where))
    if further.rank:
        return f"I am on my way to {place}, for rank {further.rank}."
    if further.card:
        return f"I am on my way to {place}, where a new card lies."
    return f"I am on my way to {place}, to play {thing(role_at(row, where, further.role).name)}."


def _arriving(row: list[int], there: int, aim: Aim) -> str:
    place = thing(called(there))
    if aim.rank:
        return _one_of(row, f"I am going to buy rank {aim.rank}.", f"It is time for rank {aim.rank}.")
    if aim.card:
        return _one_of(
            row,
            f"I want to see the new card at {place}.",
            f"Nobody has looked at the card at {place} yet, so I will.",
            f"There is a new card at {place}, and perhaps a role for me.",
        )
    role = thing(role_at(row, there, aim.role).name)
    return _one_of(row, f"I am going to {place} to play {role}.", f"I want the role of {role} at {place}.")


def _bound(row: list[int], here: int, t: Tables, aim: Aim | None) -> tuple[int, Aim]:
    """Where it wants to go from there, and what for."""
    return goal(row, here, t) if aim is None or aim.further == NONE else (aim.further, aim)


def _staying(row: list[int], t: Tables, aim: Aim | None) -> str:
    here = _me(row, AREA)
    where, wanted = _bound(row, here, t, aim)
    if here == where == OFFICE and payable(row, row[ACTIVE]):
        if row[DAY] == row[DAYS]:
            return "I keep my money, for it counts at the end."
        return "No rank is worth its price to me yet."
    if where == here:
        return "No role here is worth my time."
    if where == NONE:
        return "There is nothing left for me to do."
    place = thing(called(where))
    if wanted.rank:
        what = f"rank {wanted.rank} at {place}"
    elif wanted.card:
        what = f"the new card at {place}"
    else:
        what = f"{thing(role_at(row, where, wanted.role).name)} at {place}"
    return f"That is all for this turn; next comes {what}." if row[MOVED] else f"I can wait for {what}."


def _saving(row: list[int]) -> str:
    """Now and then, of whoever walks about with the money for a rank that is not worth it."""
    ranks = payable(row, row[ACTIVE])
    if not ranks or crc32(repr((row[ACTIVE], row[DAY], sum(row[SHOT : SHOT + len(SHOTS)]))).encode()) % _OFTEN:
        return ""
    rank = max(ranks)
    price = PRICES[rank]
    prices = (
        (price.dollars, f"${price.dollars}", _me(row, DOLLARS)),
        (price.credits, many(price.credits, "credit"), _me(row, CREDITS)),
    )
    cost, paid = min((cost, paid) for cost, paid, has in prices if has >= cost)
    points = POINTS_PER_RANK * (rank - _me(row, RANK))
    if cost <= points:
        return ""
    return f" Rank {rank} would cost me {paid} and count only {points}, so I keep my money."
