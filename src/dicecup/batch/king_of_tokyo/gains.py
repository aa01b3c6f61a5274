"""Stars, hearts and energy coming and going; who sits where, who lives, who has won; City and Bay."""

from dicecup.batch.king_of_tokyo.cards import (
    CHEAPER,
    DISCOUNT,
    ENERGY_BONUS,
    HEAL_BONUS,
    MORE_ENERGY,
    MORE_HEALED,
    MORE_TOKYO_STARS,
    TOKYO_STARS,
)
from dicecup.batch.king_of_tokyo.hands import max_hearts, total
from dicecup.batch.king_of_tokyo.rows import (
    ACTIVE,
    CLAWED_NOW,
    DICE_HAD,
    ENERGY,
    FIELDS,
    HEARTS,
    HOOKS,
    IN_BAY,
    IN_CITY,
    MONSTER,
    NEIGHBOUR,
    OUT,
    PLACE,
    SITS,
    STARS,
    Ints,
    Rules,
)
from dicecup.games.king_of_tokyo.state import GOAL
from dicecup.games.king_of_tokyo.tokyo import BAY_NEEDS


def gain_stars(row: Ints, seat: int, amount: int) -> None:
    """Up to 20."""
    me = MONSTER + FIELDS * seat
    row[me + STARS] = min(GOAL, row[me + STARS] + amount)


def gain_hearts(row: Ints, seat: int, amount: int) -> None:
    """One healing, with what cards add."""
    me = MONSTER + FIELDS * seat
    if amount > 0:
        if row[me + HOOKS] & HEAL_BONUS:
            amount += total(row, seat, HEAL_BONUS, MORE_HEALED)
        row[me + HEARTS] = min(max_hearts(row, seat), row[me + HEARTS] + amount)


def gain_energy(row: Ints, seat: int, amount: int) -> None:
    """One gain, with what cards add."""
    me = MONSTER + FIELDS * seat
    if amount > 0:
        if row[me + HOOKS] & ENERGY_BONUS:
            amount += total(row, seat, ENERGY_BONUS, MORE_ENERGY)
        row[me + ENERGY] += amount


def price(row: Ints, rules: Rules, seat: int, card: int) -> int:
    """What a card costs this monster."""
    printed: int = rules.costs[card]
    if row[MONSTER + FIELDS * seat + HOOKS] & DISCOUNT:
        return max(0, printed - total(row, seat, DISCOUNT, CHEAPER))
    return printed


# --- round the table ---


def left_by(row: Ints, rules: Rules, seat: int, away: int) -> int:
    """Who sits so many places to the left of a seat, alive or not."""
    place = (row[MONSTER + FIELDS * seat + SITS] + away) % rules.seats
    return int(row[MONSTER + FIELDS * place + NEIGHBOUR])


def lives(row: Ints, seat: int) -> bool:
    """Whether it is still in the game."""
    return bool(row[MONSTER + FIELDS * seat + HEARTS] > 0)


def living(row: Ints, rules: Rules) -> int:
    """How many monsters are alive."""
    found = 0
    for seat in range(rules.seats):
        if row[MONSTER + FIELDS * seat + HEARTS] > 0:
            found += 1
    return found


def won(row: Ints, rules: Rules) -> bool:
    """Whether somebody has won, if the turn ended now; or nobody is left to win."""
    for seat in range(rules.seats):
        me = MONSTER + FIELDS * seat
        if row[me + HEARTS] > 0 and row[me + STARS] >= GOAL:
            return True
    return living(row, rules) <= 1


def decided(row: Ints, rules: Rules) -> bool:
    """Whether the game ends here: one monster is left at most, or 20 stars win at once."""
    return won(row, rules) if rules.at_once else living(row, rules) <= 1


def anybody(row: Ints, rules: Rules, hook: int) -> bool:
    """Whether any monster has a card that speaks at such a moment."""
    found = 0
    for seat in range(rules.seats):
        found |= row[MONSTER + FIELDS * seat + HOOKS]
    return found & hook != 0


# --- Tokyo ---


def occupant(row: Ints, rules: Rules, place: int) -> int:
    """Who is there; -1: nobody."""
    for seat in range(rules.seats):
        if row[MONSTER + FIELDS * seat + PLACE] == place:
            return seat
    return -1


def close_bay(row: Ints, rules: Rules) -> None:
    """When fewer than five live, the monster in the Bay goes to an empty City or outside, at once."""
    seat = occupant(row, rules, IN_BAY)
    if seat >= 0 and living(row, rules) < BAY_NEEDS:
        moves_up = rules.bay_moves_up and occupant(row, rules, IN_CITY) < 0
        row[MONSTER + FIELDS * seat + PLACE] = IN_CITY if moves_up else OUT


def pay_for_staying(row: Ints, rules: Rules, seat: int) -> None:
    """What Tokyo gives to a monster that holds it."""
    if row[MONSTER + FIELDS * seat + PLACE] == OUT:
        return
    if rules.in_energy:
        gain_energy(row, seat, 1)
    else:
        gain_stars(row, seat, 2)
    gain_stars(row, seat, total(row, seat, TOKYO_STARS, MORE_TOKYO_STARS))


def free_place(row: Ints, rules: Rules) -> int:
    """Where a monster would go in: City before Bay; OUT if both are taken."""
    if occupant(row, rules, IN_CITY) < 0:
        return IN_CITY
    if occupant(row, rules, IN_BAY) < 0 and living(row, rules) >= BAY_NEEDS:
        return IN_BAY
    return OUT


def go_in(row: Ints, rules: Rules) -> None:
    """Whoever's turn it is goes into an empty Tokyo; even if it had no dice at all to roll a claw with."""
    seat = row[ACTIVE]
    if row[MONSTER + FIELDS * seat + PLACE] != OUT:
        return
    if rules.with_claw and not row[CLAWED_NOW] and row[DICE_HAD]:
        return
    place = free_place(row, rules)
    if place != OUT:
        enter(row, rules, seat, place)


def enter(row: Ints, rules: Rules, seat: int, place: int) -> None:
    """Into Tokyo, for a star."""
    row[MONSTER + FIELDS * seat + PLACE] = place
    if rules.in_energy:
        gain_energy(row, seat, 1)
    else:
        gain_stars(row, seat, 1)
