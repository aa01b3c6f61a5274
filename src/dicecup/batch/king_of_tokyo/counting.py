"""What the dice show, what they score, how many claws they are with cards, and whom these reach."""

from dicecup.batch.king_of_tokyo.cards import (
    ACID_ATTACK,
    ATTACKS,
    BURNS,
    BURROWING,
    COMPLETE_DESTRUCTION,
    FOR_HEARTS,
    FREEZE_TIME,
    GOURMET,
    HITS_ALL,
    MERE_DAMAGE,
    MORE_CLAWS,
    OMNIVORE,
    POISON_QUILLS,
    SCORED,
    SPIKED_TAIL,
    URBAVORE,
)
from dicecup.batch.king_of_tokyo.cards import CLAWS as CLAWS_HOOK
from dicecup.batch.king_of_tokyo.hands import acting, first_with, max_hearts, next_with
from dicecup.batch.king_of_tokyo.options import called_for
from dicecup.batch.king_of_tokyo.rows import (
    ACTIVE,
    ANOTHER,
    CLAWS_KIND,
    DICE_HAD,
    DICE_KINDS,
    DIE,
    ENERGY_KIND,
    FIELDS,
    HEARTS,
    HEARTS_KIND,
    HOOKS,
    MONSTER,
    OUT,
    PLACE,
    POISON,
    SHRINK,
    STARS,
    STARS_KIND,
    UNRESOLVED,
    Ints,
    Rules,
)
from dicecup.games.king_of_tokyo.state import CLAW, GOAL, HEART, TWO


def tally(row: Ints) -> int:
    """How many dice show each face, in four bits for each: there are no sixteen of them."""
    found = 0
    for slot in range(row[DICE_HAD]):
        found += 1 << (4 * row[DIE + slot])
    return found


def showing(row: Ints, face: int) -> int:
    """How many dice show it."""
    return tally(row) >> (4 * face) & 15


def shown(row: Ints, kind: int) -> bool:
    """Whether any dice are of this kind, or cards stand for them."""
    if kind == STARS_KIND:
        return showing(row, 1) + showing(row, 2) + showing(row, 3) > 0
    if kind == CLAWS_KIND and row[MONSTER + FIELDS * row[ACTIVE] + HOOKS] & CLAWS_HOOK:
        return True
    return showing(row, HEART + kind - HEARTS_KIND) > 0


def scored(row: Ints, rules: Rules) -> int:
    """The stars that the dice are worth, with what cards give for them."""
    found, dice = 0, tally(row)
    for face in range(1, 4):
        count = dice >> (4 * face) & 15
        if count >= 3:
            found += face + count - 3
    seat = row[ACTIVE]
    card = first_with(row, seat, SCORED)
    while card >= 0:
        acts = acting(row, card)
        if acts == GOURMET:
            if showing(row, 1) >= 3:
                found += 2
        elif acts == OMNIVORE:
            if showing(row, 1) and showing(row, 2) and showing(row, 3):
                found += 2
        elif acts == COMPLETE_DESTRUCTION and _all_faces(row, rules):
            found += 9
        card = next_with(row, card, SCORED)
    return found


def scores_turn(row: Ints) -> bool:
    """Whether the dice bring another turn."""
    card = first_with(row, row[ACTIVE], SCORED)
    while card >= 0:
        if acting(row, card) == FREEZE_TIME and showing(row, 1) >= 3:
            return True
        card = next_with(row, card, SCORED)
    return False


def _all_faces(row: Ints, rules: Rules) -> bool:
    for face in range(1, 6):
        if not showing(row, face):
            return False
    claws = showing(row, CLAW)
    if rules.virtual:
        claws += claws_of_cards(row, rules, row[ACTIVE], claws, False)
    return claws > 0


# --- claws ---


def claws_of_cards(row: Ints, rules: Rules, seat: int, rolled: int, real: bool) -> int:
    """Claws that cards add to those rolled; `real`: only by cards that make an attack of them."""
    found = 0
    card = first_with(row, seat, CLAWS_HOOK)
    while card >= 0:
        acts = acting(row, card)
        if not (real and MERE_DAMAGE[acts]):
            if acts == ACID_ATTACK:
                found += 1
            elif acts == BURROWING:
                if row[MONSTER + FIELDS * seat + PLACE] != OUT and (rolled or rules.always):
                    found += 1
            elif acts == POISON_QUILLS and showing(row, TWO) >= 3:
                found += 2
        card = next_with(row, card, CLAWS_HOOK)
    return found


def more_claws(row: Ints, seat: int) -> int:
    """Claws that cards add if there is one."""
    found = 0
    card = first_with(row, seat, MORE_CLAWS)
    while card >= 0:
        acts = acting(row, card)
        if acts == SPIKED_TAIL or (acts == URBAVORE and row[MONSTER + FIELDS * seat + PLACE] != OUT):
            found += 1
        card = next_with(row, card, MORE_CLAWS)
    return found


def reached(row: Ints, rules: Rules, seat: int) -> bool:
    """Whether the claws of the active monster reach a seat."""
    me = MONSTER + FIELDS * row[ACTIVE]
    here, there = row[me + PLACE], row[MONSTER + FIELDS * seat + PLACE]
    if seat == row[ACTIVE] or row[MONSTER + FIELDS * seat + HEARTS] == 0:
        return False
    if row[me + HOOKS] & HITS_ALL:
        return True
    if rules.separate:
        return bool(here != there)
    return bool((here == OUT) != (there == OUT))


# --- what would do something ---


def useful_kinds(row: Ints, rules: Rules) -> int:
    """The kinds of dice still to resolve that would do something now, as bits."""
    found = 0
    for kind in range(DICE_KINDS):
        if row[UNRESOLVED] >> kind & 1 and _useful(row, rules, kind):
            found |= 1 << kind
    return found


def _useful(row: Ints, rules: Rules, kind: int) -> bool:
    seat = row[ACTIVE]
    me = MONSTER + FIELDS * seat
    if kind == STARS_KIND:
        return (row[me + STARS] < GOAL and scored(row, rules) > 0) or (not row[ANOTHER] and scores_turn(row))
    if kind == HEARTS_KIND:
        if row[me + PLACE] == OUT and (
            row[me + POISON] > 0 or row[me + SHRINK] > 0 or row[me + HEARTS] < max_hearts(row, seat)
        ):
            return True
        return called_for(row, rules, seat, FOR_HEARTS, rules.nothing[:0]) > 0
    return kind == ENERGY_KIND or _would_hit(row, rules)


def _would_hit(row: Ints, rules: Rules) -> bool:
    seat = row[ACTIVE]
    rolled = showing(row, CLAW)
    claws = rolled + claws_of_cards(row, rules, seat, rolled, False)
    if claws:
        for other in range(rules.seats):
            if reached(row, rules, other):
                return True
    by_claws = ATTACKS | (BURNS if rules.everywhere else 0)
    return bool(row[MONSTER + FIELDS * seat + HOOKS] & by_claws) and (claws if rules.virtual else rolled) > 0
