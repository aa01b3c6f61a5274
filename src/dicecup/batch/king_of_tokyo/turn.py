"""The turn of King of Tokyo on `rows`: the engine's rules, resolve, damage and tokyo, without cards."""

from typing import Any

from dicecup.batch.king_of_tokyo.rows import (
    ACTIVE,
    ASKED,
    CLAWED,
    CLAWS,
    CLAWS_KIND,
    CONTENDERS,
    DECIDING,
    DIE,
    DONE,
    ENERGY,
    ENERGY_KIND,
    FIELDS,
    HEARTS,
    HEARTS_KIND,
    HURT,
    IN_BAY,
    IN_CITY,
    KEEPING,
    LEFT,
    MADE,
    MONSTER,
    NEIGHBOUR,
    ORDERING,
    OUT,
    PHASE,
    PLACE,
    RANK,
    RESOLVING,
    ROLLING,
    ROUND,
    SHAKEN,
    SITS,
    STARS,
    STARS_KIND,
    UNRESOLVED,
    WINNERS,
    YIELDING,
    Ints,
    Rules,
)
from dicecup.batch.luck import Words, die
from dicecup.games.king_of_tokyo.state import BLACK_DICE, GOAL, ROLLS
from dicecup.games.king_of_tokyo.state import CLAW as CLAW_FACE
from dicecup.games.king_of_tokyo.state import ENERGY as ENERGY_FACE
from dicecup.games.king_of_tokyo.state import HEART as HEART_FACE
from dicecup.games.king_of_tokyo.state import HEARTS as MOST
from dicecup.games.king_of_tokyo.tokyo import BAY_NEEDS

KINDS = 4


def throw(row: Ints, kept: int, luck: Words, game: int, chance: Any) -> None:
    """All dice but those that are kept."""
    thrown = 0
    for slot in range(BLACK_DICE):
        if not kept >> slot & 1:
            face = die(luck, game)
            row[DIE + slot] = face
            chance[thrown] = face
            thrown += 1


def showing(row: Ints, face: int) -> int:
    """How many dice show it."""
    found = 0
    for slot in range(BLACK_DICE):
        if row[DIE + slot] == face:
            found += 1
    return found


# --- the first roll ---


def ask_contender(row: Ints) -> None:
    """The next who has to roll for the first turn."""
    seat = 0
    while not row[CONTENDERS] >> seat & 1:
        seat += 1
    row[PHASE], row[ASKED] = ORDERING, seat


def roll_for_order(row: Ints, rules: Rules, luck: Words, game: int, chance: Any) -> None:
    """One contender rolls; after the last one somebody begins, or those who are tied roll again."""
    seat, claws = row[ASKED], 0
    for slot in range(BLACK_DICE):
        face = die(luck, game)
        chance[slot] = face
        if face == CLAW_FACE:
            claws += 1
    row[MONSTER + FIELDS * seat + CLAWED] = claws
    row[CONTENDERS] &= ~(1 << seat)
    if not row[CONTENDERS]:
        _rank(row, rules)
        row[CONTENDERS] = _tied(row, rules)
    if row[CONTENDERS]:
        ask_contender(row)
        return
    first = 0
    for each in range(rules.seats):
        rank = row[MONSTER + FIELDS * each + RANK]
        if rank == 0:
            first = each
        if rules.by_roll:
            row[MONSTER + FIELDS * each + SITS] = rank
            row[MONSTER + FIELDS * rank + NEIGHBOUR] = each
    row[ROUND] = first
    start_turn(row, rules, first)


def _rank(row: Ints, rules: Rules) -> None:
    """Those who were tied are told apart by the claws of this round; the others have none."""
    for seat in range(rules.seats):
        me, before = MONSTER + FIELDS * seat, 0
        for other in range(rules.seats):
            them = MONSTER + FIELDS * other
            if row[them + RANK] < row[me + RANK] or (
                row[them + RANK] == row[me + RANK] and row[them + CLAWED] > row[me + CLAWED]
            ):
                before += 1
        # Nobody's rank may change while others are compared with it: the new one waits where it disturbs nobody.
        row[me + HEARTS] = before
    for seat in range(rules.seats):
        me = MONSTER + FIELDS * seat
        row[me + RANK], row[me + HEARTS], row[me + CLAWED] = row[me + HEARTS], MOST, 0


def _tied(row: Ints, rules: Rules) -> int:
    found = 0
    for seat in range(rules.seats):
        rank = row[MONSTER + FIELDS * seat + RANK]
        if rank == 0 or rules.by_roll:
            for other in range(rules.seats):
                if other != seat and row[MONSTER + FIELDS * other + RANK] == rank:
                    found |= 1 << seat
    return found


# --- turns ---


def start_turn(row: Ints, rules: Rules, seat: int) -> None:
    """Up to its first roll, if stars for being in Tokyo do not win at once."""
    row[ACTIVE], row[ASKED], row[PHASE] = seat, seat, ROLLING
    row[MADE], row[LEFT], row[CLAWS], row[HURT], row[SHAKEN], row[UNRESOLVED], row[DECIDING] = 0, 0, 0, 0, 0, 0, 0
    for slot in range(BLACK_DICE):
        row[DIE + slot] = 0
    if rules.paid_early:
        _pay_for_staying(row, rules)
        if decided(row, rules):
            finish(row, rules)


def roll(row: Ints, luck: Words, game: int, chance: Any) -> None:
    """The first roll of a turn."""
    throw(row, 0, luck, game, chance)
    row[MADE], row[LEFT], row[PHASE] = 1, ROLLS - 1, KEEPING


def keep(row: Ints, rules: Rules, kept: int, luck: Words, game: int, chance: Any) -> None:
    """Roll the rest again; nothing or the last time: the dice are resolved."""
    if kept == (1 << BLACK_DICE) - 1:
        row[LEFT] = 0
    else:
        row[MADE] += 1
        row[LEFT] -= 1
        throw(row, kept, luck, game, chance)
    if not row[LEFT]:
        _resolve(row, rules)


def _resolve(row: Ints, rules: Rules) -> None:
    if rules.chosen:
        for kind in range(KINDS):
            if _shown(row, kind):
                row[UNRESOLVED] |= 1 << kind
        resolve_next(row, rules)
        return
    _use(row, STARS_KIND)
    if decided(row, rules):
        finish(row, rules)
        return
    _use(row, HEARTS_KIND)
    _use(row, ENERGY_KIND)
    _attack(row, rules)


def _shown(row: Ints, kind: int) -> bool:
    if kind == STARS_KIND:
        return showing(row, 1) + showing(row, 2) + showing(row, 3) > 0
    return showing(row, HEART_FACE + kind - HEARTS_KIND) > 0


def resolve_next(row: Ints, rules: Rules) -> None:
    """The roller is asked what resolves next, if two kinds of dice or more would do something."""
    while not _ended(row, rules):
        if not row[UNRESOLVED]:
            _go_on(row, rules)
            return
        useful = useful_kinds(row, rules)
        if useful & (useful - 1):
            row[PHASE], row[ASKED] = RESOLVING, row[ACTIVE]
            return
        kind, among = 0, useful if useful else row[UNRESOLVED]
        while not among >> kind & 1:
            kind += 1
        row[UNRESOLVED] &= ~(1 << kind)
        if kind == CLAWS_KIND:
            _strike(row, rules)
            if row[DECIDING]:
                ask_to_yield(row, rules)
                return
        else:
            _use(row, kind)


def resolve(row: Ints, rules: Rules, kind: int) -> None:
    """The roller has chosen."""
    row[UNRESOLVED] &= ~(1 << kind)
    if kind == CLAWS_KIND:
        _attack(row, rules)
    else:
        _use(row, kind)
        resolve_next(row, rules)


def useful_kinds(row: Ints, rules: Rules) -> int:
    """The kinds of dice that would do something now, as bits."""
    me, found, left = MONSTER + FIELDS * row[ACTIVE], 0, row[UNRESOLVED]
    if left >> STARS_KIND & 1 and row[me + STARS] < GOAL and _scored(row):
        found |= 1 << STARS_KIND
    if left >> HEARTS_KIND & 1 and row[me + PLACE] == OUT and row[me + HEARTS] < MOST:
        found |= 1 << HEARTS_KIND
    if left >> ENERGY_KIND & 1:
        found |= 1 << ENERGY_KIND
    if left >> CLAWS_KIND & 1:
        for seat in range(rules.seats):
            if _reached(row, rules, seat):
                found |= 1 << CLAWS_KIND
    return found


def _scored(row: Ints) -> int:
    found = 0
    for face in range(1, 4):
        count = showing(row, face)
        if count >= 3:
            found += face + count - 3
    return found


def _use(row: Ints, kind: int) -> None:
    """Stars, hearts or energy of the dice."""
    me = MONSTER + FIELDS * row[ACTIVE]
    if kind == STARS_KIND:
        _gain_stars(row, row[ACTIVE], _scored(row))
    elif kind == HEARTS_KIND:
        if row[me + PLACE] == OUT:
            row[me + HEARTS] = min(MOST, row[me + HEARTS] + showing(row, HEART_FACE))
    else:
        row[me + ENERGY] += showing(row, ENERGY_FACE)


def _gain_stars(row: Ints, seat: int, amount: int) -> None:
    me = MONSTER + FIELDS * seat
    row[me + STARS] = min(GOAL, row[me + STARS] + amount)


# --- claws ---


def _reached(row: Ints, rules: Rules, seat: int) -> bool:
    here, there = row[MONSTER + FIELDS * row[ACTIVE] + PLACE], row[MONSTER + FIELDS * seat + PLACE]
    if seat == row[ACTIVE] or row[MONSTER + FIELDS * seat + HEARTS] == 0:
        return False
    if rules.separate:
        return bool(here != there)
    return bool((here == OUT) != (there == OUT))


def _attack(row: Ints, rules: Rules) -> None:
    _strike(row, rules)
    if row[DECIDING]:
        ask_to_yield(row, rules)
    else:
        _after_attack(row, rules)


def _strike(row: Ints, rules: Rules) -> None:
    """Claws hurt everybody they reach; whoever was attacked in Tokyo, and lives, may yield."""
    claws, attacked, died = showing(row, CLAW_FACE), 0, False
    row[CLAWS] = claws
    if not claws:
        return
    for seat in range(rules.seats):
        if _reached(row, rules, seat):
            them = MONSTER + FIELDS * seat
            row[HURT] = 1
            row[them + HEARTS] = max(0, row[them + HEARTS] - claws)
            if row[them + PLACE] != OUT:
                attacked |= 1 << seat
            if row[them + HEARTS] == 0:
                row[them + ENERGY], row[them + PLACE] = 0, OUT
                died = True
    if died:
        row[SHAKEN] = 1
        _close_bay(row, rules)
    for seat in range(rules.seats):
        if attacked >> seat & 1 and row[MONSTER + FIELDS * seat + PLACE] != OUT:
            row[DECIDING] |= 1 << seat


def ask_to_yield(row: Ints, rules: Rules) -> None:
    """City first."""
    if _ended(row, rules):
        return
    for place in range(IN_CITY, IN_BAY + 1):
        seat = occupant(row, rules, place)
        if seat >= 0 and row[DECIDING] >> seat & 1:
            row[PHASE], row[ASKED] = YIELDING, seat
            return


def answer_claws(row: Ints, rules: Rules, yields: bool) -> None:
    """Whoever was asked stays or yields; then the next one, or the turn goes on."""
    seat, taker = row[ASKED], MONSTER + FIELDS * row[ACTIVE]
    row[DECIDING] &= ~(1 << seat)
    if yields:
        place = row[MONSTER + FIELDS * seat + PLACE]
        row[MONSTER + FIELDS * seat + PLACE] = OUT
        if place == IN_CITY and row[taker + PLACE] == IN_BAY and rules.attacker_moves_up:
            row[taker + PLACE] = IN_CITY
    if row[DECIDING]:
        ask_to_yield(row, rules)
    else:
        _after_attack(row, rules)


def _after_attack(row: Ints, rules: Rules) -> None:
    if row[UNRESOLVED]:
        resolve_next(row, rules)
    elif not _ended(row, rules):
        _go_on(row, rules)


# --- Tokyo ---


def occupant(row: Ints, rules: Rules, place: int) -> int:
    """Who is there; -1: nobody."""
    for seat in range(rules.seats):
        if row[MONSTER + FIELDS * seat + PLACE] == place:
            return seat
    return -1


def living(row: Ints, rules: Rules) -> int:
    """How many monsters are alive."""
    found = 0
    for seat in range(rules.seats):
        if row[MONSTER + FIELDS * seat + HEARTS] > 0:
            found += 1
    return found


def _close_bay(row: Ints, rules: Rules) -> None:
    seat = occupant(row, rules, IN_BAY)
    if seat >= 0 and living(row, rules) < BAY_NEEDS:
        moves_up = rules.bay_moves_up and occupant(row, rules, IN_CITY) < 0
        row[MONSTER + FIELDS * seat + PLACE] = IN_CITY if moves_up else OUT


def _pay_for_staying(row: Ints, rules: Rules) -> None:
    me = MONSTER + FIELDS * row[ACTIVE]
    if row[me + PLACE] == OUT:
        return
    if rules.in_energy:
        row[me + ENERGY] += 1
    else:
        _gain_stars(row, row[ACTIVE], 2)


def _go_in(row: Ints, rules: Rules) -> None:
    me = MONSTER + FIELDS * row[ACTIVE]
    if row[me + PLACE] != OUT or (rules.with_claw and not row[CLAWS]):
        return
    if occupant(row, rules, IN_CITY) < 0:
        row[me + PLACE] = IN_CITY
    elif occupant(row, rules, IN_BAY) < 0 and living(row, rules) >= BAY_NEEDS:
        row[me + PLACE] = IN_BAY
    else:
        return
    if rules.in_energy:
        row[me + ENERGY] += 1
    else:
        _gain_stars(row, row[ACTIVE], 1)


# --- the end of a turn, and of the game ---


def _go_on(row: Ints, rules: Rules) -> None:
    """Into an empty Tokyo; then the turn ends, and the next one begins."""
    _go_in(row, rules)
    if rules.at_once and decided(row, rules):
        finish(row, rules)
        return
    if not rules.paid_early:
        _pay_for_staying(row, rules)
    if won(row, rules):
        finish(row, rules)
        return
    at = row[MONSTER + FIELDS * row[ROUND] + SITS]
    while True:
        at = (at + 1) % rules.seats
        seat = row[MONSTER + FIELDS * at + NEIGHBOUR]
        if row[MONSTER + FIELDS * seat + HEARTS] > 0:
            break
    row[ROUND] = seat
    start_turn(row, rules, seat)


def won(row: Ints, rules: Rules) -> bool:
    """Whether somebody has won, if the turn ended now."""
    for seat in range(rules.seats):
        me = MONSTER + FIELDS * seat
        if row[me + HEARTS] > 0 and row[me + STARS] >= GOAL:
            return True
    return living(row, rules) <= 1


def decided(row: Ints, rules: Rules) -> bool:
    """Whether the game ends here: one monster is left, or 20 stars win at once."""
    return won(row, rules) if rules.at_once else living(row, rules) <= 1


def _ended(row: Ints, rules: Rules) -> bool:
    """What the start of a phase sees to: it does not begin if the game is over."""
    if row[SHAKEN] or rules.at_once:
        row[SHAKEN] = 0
        if decided(row, rules):
            finish(row, rules)
            return True
    return False


def finish(row: Ints, rules: Rules) -> None:
    """Whoever has 20 stars and lives has won, or the only one alive; several share, or the first in turn wins."""
    row[PHASE], row[ASKED], row[WINNERS] = DONE, -1, 0
    alone = living(row, rules) == 1
    starred = 0
    at = row[MONSTER + FIELDS * row[ACTIVE] + SITS]
    for away in range(rules.seats):
        seat = row[MONSTER + FIELDS * ((at + away) % rules.seats) + NEIGHBOUR]
        me = MONSTER + FIELDS * seat
        if row[me + HEARTS] > 0:
            if row[me + STARS] >= GOAL:
                if rules.shared or starred == 0:
                    row[WINNERS] |= 1 << seat
                starred += 1
            elif alone:
                row[WINNERS] |= 1 << seat
