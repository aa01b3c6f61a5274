"""What becomes of the table for every way the dice can fall: a small array model of resolving them.

It knows what the cards do to dice, damage and Tokyo, and takes short cuts where others decide or luck is left:
Wings and Rapid Healing are used when they help, Camouflage saves every sixth heart, Jets fly. Who is hit in Tokyo
may stay or yield: both are worked out, and whoever judges the results chooses.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from dicecup.players.king_of_tokyo.position import (
    COLUMNS,
    ENERGY,
    HEARTS,
    IN_BAY,
    IN_CITY,
    PLACE,
    POISON,
    SHRINK,
    STARS,
    Position,
)

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
GOAL, FULL = 20, 10


@dataclass(slots=True)
class Outcomes:
    """All that can follow from the dice: dice that come to the same are one case.

    `numbers` has a block for every decision of those who may yield: none, the first, the second, both.
    """

    case: Ints  # of each final
    numbers: Ints  # decisions x cases x monsters x columns
    bereft: Bools  # cases x monsters: came back to life with nothing
    may_yield: Bools  # cases x those who may
    yielding: list[int]  # the monsters that may
    claws: Ints = field(default_factory=lambda: np.zeros(0, np.int64))  # of each case
    stars: Ints = field(default_factory=lambda: np.zeros(0, np.int64))


def outcomes(position: Position, finals: Ints) -> Outcomes:
    """The cases of these dice, for the monster whose turn it is."""
    rolled = _rolled(position, finals)
    claws, attack, strikes, stars, hearts, energy = rolled
    key = (((stars * 16 + hearts) * 16 + energy) * 32 + claws) * 4 + 2 * attack + strikes
    _, first, case = np.unique(key, return_index=True, return_inverse=True)
    claws, attack, strikes, stars, hearts, energy = (each[first] for each in rolled)
    numbers = np.repeat(position.numbers[None], len(first), axis=0)
    me = numbers[:, 0]
    me[:, STARS] = np.minimum(GOAL, me[:, STARS] + stars)
    _heal(position, me, hearts)
    me[:, ENERGY] += energy
    hit, bereft = _attack(position, numbers, claws, attack, strikes)
    return _yields(position, numbers, hit, bereft, case.reshape(-1), claws, strikes, stars)


def _rolled(position: Position, finals: Ints) -> tuple[Ints, ...]:
    """Claws, whether cards go by them, whether they are more than damage, stars, heart dice and energy of all."""
    mine, options = position.kinds[0], position.options
    in_tokyo = bool(position.numbers[0, PLACE])
    ones, twos, threes, hearts, cubes, rolled = finals.T
    claws = rolled.copy()
    strikes = rolled > 0
    if mine:
        claws += 2 * mine["Poison Quills"] * (twos >= 3)
        if in_tokyo and mine["Burrowing"]:
            claws += mine["Burrowing"] * ((rolled > 0) | (options.burrowing == "always"))
        if options.virtual_claws == "count":
            strikes = (claws > 0) | (mine["Acid Attack"] > 0 and options.acid_attack == "claw")
        claws += mine["Acid Attack"]
    attack = (claws if options.virtual_claws == "count" else rolled) > 0
    stars = np.zeros(len(finals), np.int64)
    for face, count in enumerate((ones, twos, threes), start=1):
        stars += np.where(count >= 3, face + count - 3, 0)
    energy = cubes.copy()
    if mine:
        stars += 2 * mine["Gourmet"] * (ones >= 3)
        numbers = (ones > 0) & (twos > 0) & (threes > 0)
        stars += 2 * mine["Omnivore"] * numbers
        some_claw = claws > 0 if options.virtual_claws == "count" else rolled > 0
        stars += 9 * mine["Complete Destruction"] * (numbers & (hearts > 0) & (cubes > 0) & some_claw)
        stars += mine["Alpha Monster"] * attack
        claws += attack * (mine["Spiked Tail"] + (mine["Urbavore"] if in_tokyo else 0))
        energy += mine["Friend of Children"] * (cubes > 0)
    healing = np.zeros_like(hearts) if in_tokyo else hearts
    return claws, attack.astype(np.int64), strikes.astype(np.int64), stars, healing, energy


def _heal(position: Position, me: Ints, hearts: Ints) -> None:
    """Counters go first, then hearts come."""
    for counter in (POISON, SHRINK):
        if position.numbers[0, counter]:
            cured = np.minimum(me[:, counter], hearts)
            me[:, counter] -= cured
            hearts = hearts - cured
    most = position.most_hearts[0]
    me[:, HEARTS] = np.minimum(most, me[:, HEARTS] + hearts + position.kinds[0]["Regeneration"] * (hearts > 0))


def _attack(position: Position, numbers: Ints, claws: Ints, attack: Ints, strikes: Ints) -> tuple[Bools, Bools]:
    """Takes the hearts; says who was hit by claws and lives, and who came back to life."""
    count = len(position.seats)
    mine = position.kinds[0]
    places = position.numbers[:, PLACE]
    if mine["Nova Breath"]:
        reached = np.ones(count, bool)
    elif position.options.bay == "separate":
        reached = places != places[0]
    else:
        reached = (places > 0) != (places[0] > 0)
    reached[0] = False
    damage = claws[:, None] * reached
    if mine["Fire Breathing"]:
        burnt = np.zeros(count, bool)
        burnt[[1, -1]] = True
        if position.options.fire_breathing == "attacked":
            burnt &= reached
        damage = damage + mine["Fire Breathing"] * attack[:, None] * burnt
    for monster in range(1, count):
        kinds = position.kinds[monster]
        if kinds:
            _defend(position, numbers[:, monster], damage[:, monster], monster)
    numbers[:, :, HEARTS] -= np.minimum(damage, numbers[:, :, HEARTS])
    dead = numbers[:, :, HEARTS] <= 0
    deaths = dead.sum(axis=1)
    bereft = np.zeros_like(dead)
    hurt = (damage > 0) & ~dead
    for monster, kinds in enumerate(position.kinds):
        if not kinds:
            continue
        if kinds["Eater of the Dead"]:
            fed = np.where(dead[:, monster], 0, 3 * kinds["Eater of the Dead"] * deaths)
            numbers[:, monster, STARS] = np.minimum(GOAL, numbers[:, monster, STARS] + fed)
        if kinds["It Has a Child"]:
            bereft[:, monster] = dead[:, monster]
        if kinds["We're Only Making It Stronger"]:
            gained = kinds["We're Only Making It Stronger"] * (1 + kinds["Friend of Children"])
            numbers[:, monster, ENERGY] += gained * (hurt[:, monster] & (damage[:, monster] >= 2))
    hit = hurt & reached & (strikes > 0)[:, None]
    marked = hit if position.options.spit_and_ray == "claws" else hurt
    numbers[:, :, POISON] += mine["Poison Spit"] * marked
    numbers[:, :, SHRINK] += mine["Shrink Ray"] * marked
    numbers[dead & ~bereft] = 0
    numbers[bereft, HEARTS] = FULL
    numbers[bereft, STARS] = 0
    numbers[bereft, PLACE] = 0
    _close_bay(position, numbers)
    return hit, bereft


def _defend(position: Position, numbers: Ints, damage: Ints, monster: int) -> None:
    """What the cards of the monster leave of the damage, in place."""
    kinds = position.kinds[monster]
    if kinds["Camouflage"]:
        damage -= np.rint(damage / 6).astype(np.int64)
    if kinds["Jets"] and position.numbers[monster, PLACE] and not position.numbers[0, PLACE]:
        flies = damage > 0
        numbers[flies, PLACE] = 0
        damage[flies] = 0
    if kinds["Armor Plating"]:
        damage[damage == 1] = 0
    if kinds["Wings"]:
        pays = (damage >= 2) & (numbers[:, ENERGY] >= 2)
        numbers[pays, ENERGY] -= 2
        damage[pays] = 0
    if kinds["Rapid Healing"]:
        needed = damage - numbers[:, HEARTS] + 1
        most = position.most_hearts[monster] - numbers[:, HEARTS]
        heals = (needed > 0) & (needed <= numbers[:, ENERGY] // 2) & (needed <= most)
        numbers[:, HEARTS] += np.where(heals, needed, 0)
        numbers[:, ENERGY] -= np.where(heals, 2 * needed, 0)


def _close_bay(position: Position, numbers: Ints) -> None:
    """With fewer than five alive its monster goes to an empty City, or outside."""
    if len(position.seats) < 5 or not (position.numbers[:, PLACE] == IN_BAY).any():
        return
    closes = (numbers[:, :, HEARTS] > 0).sum(axis=1) < 5
    city_free = ~(numbers[:, :, PLACE] == IN_CITY).any(axis=1)
    up = closes & city_free & (position.options.bay_closing == "to-city")
    in_bay = numbers[:, :, PLACE] == IN_BAY
    numbers[in_bay & up[:, None], PLACE] = IN_CITY
    numbers[in_bay & (closes & ~up)[:, None], PLACE] = 0


def _yields(
    position: Position,
    numbers: Ints,
    hit: Bools,
    bereft: Bools,
    case: Ints,
    claws: Ints,
    strikes: Ints,
    stars: Ints,
) -> Outcomes:
    """Work out every decision of those who may yield, and enter Tokyo."""
    places = position.numbers[:, PLACE]
    there = [int(at) for place in (IN_CITY, IN_BAY) for at in np.flatnonzero(places == place) if at]
    yielding = [monster for monster in there if hit[:, monster].any()]
    may = np.stack([hit[:, m] & (numbers[:, m, PLACE] > 0) for m in yielding], axis=1) if yielding else None
    blocks = np.repeat(numbers[None], 1 << len(yielding), axis=0)
    for decision in range(len(blocks)):
        block = blocks[decision]
        for at, monster in enumerate(yielding):
            if decision >> at & 1 and may is not None:
                _leave(position, block, monster, may[:, at])
        _enter(position, block, strikes)
    nobody = np.zeros((len(numbers), 0), bool)
    return Outcomes(case, blocks, bereft, nobody if may is None else may, yielding, claws, stars)


def _leave(position: Position, block: Ints, monster: int, goes: Bools) -> None:
    """It yields where it `goes`: an attacker in the Bay moves up; whoever takes its place may be hurt there."""
    options, me = position.options, block[:, 0]
    from_city = block[:, monster, PLACE] == IN_CITY
    block[goes, monster, PLACE] = 0
    outside = goes & (me[:, PLACE] == 0)
    up = goes & (me[:, PLACE] == IN_BAY) & from_city & (options.bay_attacker == "to-city")
    me[up, PLACE] = IN_CITY
    if position.kinds[monster]["Burrowing"] and not position.kinds[0]["Armor Plating"]:
        if options.burrowing_yields == "place-taken":  # the Bay is, if the City is not free
            outside &= from_city | (block[:, :, PLACE] == IN_CITY).any(axis=1)
        hurt = (outside | up) * position.kinds[monster]["Burrowing"]
        me[:, HEARTS] -= np.minimum(me[:, HEARTS], hurt)
        if options.spit_and_ray == "any-damage":
            hurt *= me[:, HEARTS] > 0
            me[:, POISON] += hurt * position.kinds[monster]["Poison Spit"]
            me[:, SHRINK] += hurt * position.kinds[monster]["Shrink Ray"]


def _enter(position: Position, block: Ints, strikes: Ints) -> None:
    """Whoever's turn it is goes into an empty Tokyo, for a star."""
    me = block[:, 0]
    may = (me[:, HEARTS] > 0) & (me[:, PLACE] == 0)
    if position.options.enter == "with-claw":
        may &= strikes > 0
    others = block[:, 1:, PLACE]
    city_free = ~(others == IN_CITY).any(axis=1)
    to_city = may & city_free
    to_bay = may & ~city_free & ~(others == IN_BAY).any(axis=1)
    to_bay &= (block[:, :, HEARTS] > 0).sum(axis=1) >= 5
    me[to_city, PLACE] = IN_CITY
    me[to_bay, PLACE] = IN_BAY
    enters = to_city | to_bay
    if position.pays_energy:
        me[:, ENERGY] += enters * (1 + position.kinds[0]["Friend of Children"])
    else:
        me[:, STARS] = np.minimum(GOAL, me[:, STARS] + enters)


def settled(found: Outcomes, judged: NDArray[np.float64]) -> NDArray[np.float64]:
    """Values of all decisions (decisions x cases x monsters) as those of the cases: each decides for itself."""
    values = judged
    for at in reversed(range(len(found.yielding))):
        half = 1 << at
        monster = found.yielding[at]
        stay, go = values[:half], values[half : 2 * half]
        goes = found.may_yield[:, at] & (go[:, :, monster] > stay[:, :, monster])
        values = np.where(goes[:, :, None], go, stay)
    best: NDArray[np.float64] = values[0]
    return best


assert COLUMNS == 6, "the columns of a monster are filled here"
