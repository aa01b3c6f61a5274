"""What an option is good for, in a few words; behind a semicolon, beside what else could be done."""

from dicecup.batch.deadwood import rows
from dicecup.batch.deadwood.lot import AREA_NAMES, BONUS, BUDGET, OFFICE, ROLES, SCENE_NAMES, SETS, STARS, STEPS
from dicecup.batch.deadwood.rows import (
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
    NONE,
    OCCUPIED,
    RANK,
    ROLE,
    SCENE,
    SHOT,
    TAKE,
    UPGRADE,
)
from dicecup.games.deadwood import odds
from dicecup.games.deadwood.data import AREAS, PRICES, SCENES, Role
from dicecup.games.deadwood.legal import most_chips
from dicecup.games.deadwood.state import POINTS_PER_RANK
from dicecup.players.deadwood.aims import Aim
from dicecup.players.deadwood.planner import NOTHING, Tables, best_rank, best_roles, role_worth


def reason(row: list[int], option: int, t: Tables, aim: Aim | None = None) -> str:
    """Why one might want to do this. `row` is the position before it, for its active actor.

    `aim` is what whoever looked ahead would do where a move leads; without it a planner's goal is told.
    """
    me = ACTOR + FIELDS * row[ACTIVE]
    area = row[me + AREA]
    if option == rows.ACT:
        return f"{_acting(row)}{_pace(row, rehearsing=False)}"
    if option == rows.REHEARSE:
        budget = int(BUDGET[row[SCENE + area]])
        now, then = (odds.success(budget, row[me + CHIPS] + more) for more in (0, 1))
        raised = f"raises every later roll from {percent(float(now))} to {percent(float(then))}"
        return f"{raised}{_pace(row, rehearsing=True)}"
    if option >= UPGRADE:
        return _buying(row, (option - UPGRADE) // 2, "credits" if (option - UPGRADE) % 2 else "dollars")
    if option >= TAKE:
        name, other = rival(row, area, option - TAKE, t)
        brings = expectation(row, area, option - TAKE) + _at_the_wrap(row, area, option - TAKE)
        return brings + (f"; as {name} {other}" if name else "")
    there = area if option == rows.END else option - MOVE
    if aim is not None and (told := _aimed(row, option, there if aim.further == NONE else aim.further, aim)):
        return f"wait for {told}" if option == rows.END else f"for {told}"
    where, further = goal(row, there, t)
    if option == rows.END and there == where == OFFICE and payable(row, row[ACTIVE]):  # none is waited for here
        last = row[DAY] == row[DAYS]
        return "keep the money, which counts at the end" if last else "no rank is worth its price yet"
    if where == there and (option == rows.END or aim is not None):  # a planner would stay and work
        return "no role here is worth the time" if option == rows.END else "only on the way"
    wanted = _aimed(row, option, where, further)
    if option == rows.END:
        return f"wait for {wanted}" if wanted else "there is nothing to do"
    return f"for {wanted}" if wanted else "there is nothing to do there"


def _aimed(row: list[int], option: int, area: int, aim: Aim) -> str:
    """What is wanted there, and how much later than the move; nothing, if that is only a stop on the way."""
    later = "" if option == rows.END or area == NONE else _later(row, option - MOVE, area)
    if aim.role != NONE:
        return f"{role_at(row, area, aim.role).name} at {called(area)}{later}: {expectation(row, area, aim.role)}"
    if aim.rank:
        return f"rank {aim.rank}{later}"
    return f"the new card at {called(area)}{later}" if aim.card else ""


def _later(row: list[int], there: int, area: int) -> str:
    """By how many turns, for whoever goes on from there, and what else is to be had on the way."""
    steps = int(STEPS[there, area])
    if not steps:
        return ""
    return f", {'a turn' if steps == 1 else f'{steps} turns'} later{_passing(row, there)}"


def _passing(row: list[int], there: int) -> str:
    """What there is at a stop for whoever would rather stay."""
    if there >= SETS or not row[SHOT + there] or there == row[ACTOR + FIELDS * row[ACTIVE] + AREA]:
        return ""
    if rows.turns_up(row, there):
        return ", with a new card on the way"
    count = len(free_roles(row, there))
    return f", with {count} {'role' if count == 1 else 'roles'} on the way" if count else ""


def free_roles(row: list[int], area: int) -> list[int]:
    """The roles there that the active actor could take."""
    rank, scene, bits = row[ACTOR + FIELDS * row[ACTIVE] + RANK], row[SCENE + area], rows.taken(row, area)
    return [one for one in range(ROLES) if rows.role_rank(area, scene, one) <= rank and not bits >> one & 1]


def called(area: int) -> str:
    """Such as "the Saloon"."""
    return AREAS[AREA_NAMES[area]].called


def expectation(row: list[int], area: int, role: int, chips: int = 0) -> str:
    """What a role brings to an actor who works alone."""
    scene, shots = row[SCENE + area], row[SHOT + area]
    budget = int(BUDGET[scene])
    turns = float(odds.turns(budget, shots, chips))
    soon = "1 turn" if round(turns) == 1 else f"{turns:.0f} turns"
    others = rows.taken(row, area) & ~(1 << role)
    stars = others & ((1 << STARS) - 1)
    if role < STARS:
        roles, place = rows.sharing(row[OCCUPIED], scene, stars | 1 << role, role)
        return f"about ${BONUS[budget, roles, place]:.0f} and {2 * shots} credits in {soon}"
    rank = rows.role_rank(area, scene, role)
    dollars = turns + (rank if stars else 0)
    credit = f"{shots} credit" if shots == 1 else f"{shots} credits"
    return f"about ${dollars:.0f} and {credit} in {soon}"


def _at_the_wrap(row: list[int], area: int, role: int) -> str:
    """What an extra has of a wrap: nothing, unless somebody plays on the card."""
    if role < STARS:
        return ""
    wrap = f"${rows.role_rank(area, row[SCENE + area], role)}"
    there = rows.taken(row, area) & ((1 << STARS) - 1)
    return f", {wrap} of it at the wrap" if there else f", {wrap} more if somebody plays on the card"


def turns_left(row: list[int]) -> tuple[float, float] | None:
    """How many turns an actor alone needs for the rest of the scene: who acts now, and who rehearses first.

    None where nothing is left to rehearse.
    """
    me = ACTOR + FIELDS * row[ACTIVE]
    area, chips = row[me + AREA], row[me + CHIPS]
    budget, shots = int(BUDGET[row[SCENE + area]]), row[SHOT + area]
    if chips >= most_chips(budget):
        return None
    acting = float(1 / odds.success(budget, chips) + odds.turns(budget, shots - 1, chips))
    return acting, float(1 + odds.turns(budget, shots, chips + 1))


def _pace(row: list[int], *, rehearsing: bool) -> str:
    """The same in words, beside the other way."""
    left = turns_left(row)
    if left is None:
        return ""
    acting, practising = left
    if rehearsing:
        return f"; done in {practising:.1f} turns on average, {acting:.1f} by acting now"
    return f"; done in {acting:.1f} turns on average, {practising:.1f} with a rehearsal first"


def rival(row: list[int], area: int, role: int, t: Tables) -> tuple[str, str]:
    """Beside the best role that can be had here: the next best and what it brings, unless that is alike."""
    scene, bits, days = row[SCENE + area], rows.taken(row, area), row[DAYS] - row[DAY]
    order = sorted(free_roles(row, area), key=lambda one: -role_worth(row, area, scene, one, 0, bits, days, t))
    if len(order) < 2 or order[0] != role:
        return "", ""
    other = expectation(row, area, order[1])
    alike = other == expectation(row, area, role)
    return ("", "") if alike else (role_at(row, area, order[1]).name, other)


def role_at(row: list[int], area: int, role: int) -> Role:
    """The role of this number."""
    if role < STARS:
        return SCENES[SCENE_NAMES[row[SCENE + area]]].roles[role]
    return AREAS[AREA_NAMES[area]].roles[role - STARS]


def _acting(row: list[int]) -> str:
    me = ACTOR + FIELDS * row[ACTIVE]
    area, role = row[me + AREA], row[me + ROLE]
    scene = row[SCENE + area]
    budget = int(BUDGET[scene])
    chance = percent(float(odds.success(budget, row[me + CHIPS])))
    # Why an extra acts where a rehearsal would be done sooner.
    anyway = ", and $1 even for a flop" if role >= STARS else ""
    if row[SHOT + area] > 1:
        return f"{chance} to succeed{anyway}"
    much = wrap_pay(row)
    brings = f", which brings {'about ' * (role < STARS)}${much:.0f}" if much else ""
    return f"{chance} to wrap{brings}{anyway}"


def wrap_pay(row: list[int]) -> float:
    """What a wrap brings the active actor, who is at work: a star on average, an extra for certain."""
    me = ACTOR + FIELDS * row[ACTIVE]
    area, role = row[me + AREA], row[me + ROLE]
    scene, stars = row[SCENE + area], rows.taken(row, area) & ((1 << STARS) - 1)
    if role < STARS:
        roles, place = rows.sharing(row[OCCUPIED], scene, stars, role)
        return float(BONUS[int(BUDGET[scene]), roles, place])
    return float(rows.role_rank(area, scene, role)) if stars else 0.0


def opened(row: list[int], higher: int) -> int:
    """How many free roles that are known a rank opens to the active actor."""
    rank = row[ACTOR + FIELDS * row[ACTIVE] + RANK]
    return sum(
        1
        for area in range(SETS)
        if row[SHOT + area]
        for role in range(0 if row[SCENE + area] != NONE else STARS, ROLES)
        if rank < rows.role_rank(area, row[SCENE + area], role) <= higher and not rows.taken(row, area) >> role & 1
    )


def _buying(row: list[int], higher: int, currency: str) -> str:
    rank, roles = row[ACTOR + FIELDS * row[ACTIVE] + RANK], opened(row, higher)
    price, points = PRICES[higher], POINTS_PER_RANK * (higher - rank)
    paid = f"${price.dollars} that" if currency == "dollars" else f"{price.credits} credits that"
    cost = f"for {paid} would count {price.dollars if currency == 'dollars' else price.credits}"
    if not roles:
        return f"{points} points at the end, {cost}"
    return f"opens {roles} more {'role' if roles == 1 else 'roles'} on the lot; {points} points at the end, {cost}"


def goal(row: list[int], area: int, t: Tables) -> tuple[int, Aim]:
    """Where a planner would go from there, and what for; nowhere, if there is nothing to do."""
    me = ACTOR + FIELDS * row[ACTIVE]
    rank, turn = row[me + RANK], float(t.turn[row[DAYS] - row[DAY]])
    found = [0.0] * SETS
    best_roles(row, rank, t, found)
    steps = STEPS[area]
    there = max(range(SETS), key=lambda each: found[each] - turn * max(1, int(steps[each])))
    buying = best_rank(row, rank, row[me + DOLLARS], row[me + CREDITS], t)
    if buying > NOTHING and buying - turn * steps[OFFICE] > found[there] - turn * max(1, int(steps[there])):
        return OFFICE, Aim(rank=max(payable(row, row[ACTIVE])))
    if found[there] <= NOTHING:
        return NONE, Aim()
    scene = row[SCENE + there]
    if scene == NONE:
        return there, Aim(card=True)
    bits = rows.taken(row, there)
    days = row[DAYS] - row[DAY]
    return there, Aim(
        role=max(free_roles(row, there), key=lambda each: role_worth(row, there, scene, each, 0, bits, days, t))
    )


def payable(row: list[int], seat: int) -> list[int]:
    """The ranks that a seat could pay."""
    me = ACTOR + FIELDS * seat
    return [
        rank
        for rank, price in PRICES.items()
        if rank > row[me + RANK] and (row[me + DOLLARS] >= price.dollars or row[me + CREDITS] >= price.credits)
    ]


def percent(share: float) -> str:
    """Such as "67%"."""
    return f"{100 * share:.0f}%"
