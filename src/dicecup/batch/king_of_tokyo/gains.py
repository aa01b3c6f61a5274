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
    MOST_SEATS,
    NEIGHBOUR,
    OUT,
    PLACE,
    SITS,
    SPEAKING,
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
    """Who sits so many places to the left of a seat, once round the table at most, alive or not."""
    place = row[MONSTER + FIELDS * seat + SITS] + away
    if place >= rules.seats:
        place -= rules.seats
    return int(row[MONSTER + FIELDS * place + NEIGHBOUR])


def lives(row: Ints, seat: int) -> bool:
    """Whether it is still in the game."""
    return bool(row[MONSTER + FIELDS * seat + HEARTS] > 0)


def living(row: Ints) -> int:
    """How many monsters are alive."""
    found = 0
    for seat in range(MOST_SEATS):  # as a number that is known beforehand; where nobody sits there are no hearts
        found += int(row[MONSTER + FIELDS * seat + HEARTS] > 0)
    return found


def won(row: Ints) -> bool:
    """Whether somebody has won, if the turn ended now; or nobody is left to win."""
    left, starred = 0, 0
    for seat in range(MOST_SEATS):
        me = MONSTER + FIELDS * seat
        alive = int(row[me + HEARTS] > 0)
        left += alive
        starred += alive & int(row[me + STARS] >= GOAL)
    return starred > 0 or left <= 1


def decided(row: Ints, rules: Rules) -> bool:
    """Whether the game ends here: one monster is left at most, or 20 stars win at once."""
    return won(row) if rules.at_once else living(row) <= 1


def anybody(row: Ints, hook: int) -> bool:
    """Whether any monster has a card that speaks at such a moment."""
    return bool(row[SPEAKING] & hook != 0)


# --- Tokyo ---


def occupant(row: Ints, place: int) -> int:
    """Who is there; -1: nobody."""
    found = -1
    for seat in range(MOST_SEATS):
        if row[MONSTER + FIELDS * seat + PLACE] == place:
            found = seat
    return found


def close_bay(row: Ints, rules: Rules) -> None:
    """When fewer than five live, the monster in the Bay goes to an empty City or outside, at once."""
    seat = occupant(row, IN_BAY)
    if seat >= 0 and living(row) < BAY_NEEDS:
        moves_up = rules.bay_moves_up and occupant(row, IN_CITY) < 0
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


def free_place(row: Ints) -> int:
    """Where a monster would go in: City before Bay; OUT if both are taken."""
    if occupant(row, IN_CITY) < 0:
        return IN_CITY
    if occupant(row, IN_BAY) < 0 and living(row) >= BAY_NEEDS:
        return IN_BAY
    return OUT


def go_in(row: Ints, rules: Rules) -> None:
    """Whoever's turn it is goes into an empty Tokyo; even if it had no dice at all to roll a claw with."""
    seat = row[ACTIVE]
    if row[MONSTER + FIELDS * seat + PLACE] != OUT:
        return
    if rules.with_claw and not row[CLAWED_NOW] and row[DICE_HAD]:
        return
    place = free_place(row)
    if place != OUT:
        enter(row, rules, seat, place)


def enter(row: Ints, rules: Rules, seat: int, place: int) -> None:
    """Into Tokyo, for a star."""
    row[MONSTER + FIELDS * seat + PLACE] = place
    if rules.in_energy:
        gain_energy(row, seat, 1)
    else:
        gain_stars(row, seat, 1)
