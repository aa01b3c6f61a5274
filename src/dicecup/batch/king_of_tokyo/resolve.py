"""Resolving the dice: stars, hearts, energy; then the attack, and who yields to it."""

from typing import Any

from dicecup.batch.king_of_tokyo.asking import WAIT, ask
from dicecup.batch.king_of_tokyo.cards import (
    ATTACKS,
    BURNS,
    BURNT,
    FOR_HEARTS,
    HEALING_RAY,
    HOLDS,
    NONE,
    SPENT,
    YIELDED,
)
from dicecup.batch.king_of_tokyo.cards import CLAWS as CLAWS_HOOK
from dicecup.batch.king_of_tokyo.counting import (
    claws_of_cards,
    more_claws,
    reached,
    scored,
    scores_turn,
    showing,
    shown,
    useful_kinds,
)
from dicecup.batch.king_of_tokyo.damage import deal, use_handy
from dicecup.batch.king_of_tokyo.gains import (
    decided,
    free_place,
    gain_energy,
    gain_hearts,
    gain_stars,
    go_in,
    left_by,
    lives,
    occupant,
)
from dicecup.batch.king_of_tokyo.hands import acting, first_with, next_with, total
from dicecup.batch.king_of_tokyo.options import called_for
from dicecup.batch.king_of_tokyo.packets import by_card, copy_packet, packet_at, stopped, write_packet
from dicecup.batch.king_of_tokyo.questions import harmless
from dicecup.batch.king_of_tokyo.rows import (
    ACTIVE,
    AMOUNT,
    ANOTHER,
    ASK_HEARTS,
    ASK_RESOLVE,
    ASK_YIELD,
    BUY,
    BY_CLAWS,
    CLAWED_NOW,
    CURES_POISON,
    CURES_SHRINK,
    DECIDING,
    DICE_KINDS,
    END,
    ENERGY,
    ENERGY_KIND,
    ENTER,
    FIELDS,
    FROM_CLAWS,
    GIVEN,
    HEALS,
    HEARTS_KIND,
    HEARTS_LEFT,
    HELD,
    HOOKS,
    IN_BAY,
    IN_CITY,
    MONSTER,
    ON_SEAT,
    OUT,
    PACKET,
    PARTING,
    PHASE,
    PLACE,
    POISON,
    RESOLVE_ONE,
    RESOLVES,
    SHAKEN,
    SHARED,
    SHRINK,
    STARS_KIND,
    TARGET,
    THEN,
    UNRESOLVED,
    USES,
    YIELDING,
    YIELDS,
    Ints,
    Rules,
)
from dicecup.batch.luck import Words
from dicecup.games.king_of_tokyo.state import CLAW, HEART
from dicecup.games.king_of_tokyo.state import ENERGY as ENERGY_FACE


def resolve(row: Ints, rules: Rules, luck: Words, game: int, chance: Any) -> None:
    """All dice are used: by default stars with their bonuses, hearts, energy, claws."""
    if rules.chosen:
        for kind in range(DICE_KINDS):
            if shown(row, kind):
                row[UNRESOLVED] |= 1 << kind
        row[PHASE] = RESOLVE_ONE
        return
    _score(row, rules)
    if decided(row, rules):
        row[PHASE] = ENTER
        return
    if not _hearts(row, rules, luck, game):
        return
    gain_energy(row, row[ACTIVE], showing(row, ENERGY_FACE))
    attack(row, rules, luck, game, chance)


def resolve_one(row: Ints, rules: Rules, luck: Words, game: int, chance: Any) -> None:
    """The roller chooses what resolves next, among what would do something; the rest waits for its turn."""
    if not row[UNRESOLVED]:
        row[PHASE] = ENTER
        return
    useful = useful_kinds(row, rules)
    kind, among = 0, useful if useful else row[UNRESOLVED]
    while not among >> kind & 1:
        kind += 1
    if useful & (useful - 1):
        action = ask(row, luck, game, row[ACTIVE], ASK_RESOLVE)
        if action == WAIT:
            return
        if rules.verbs[action] == USES:
            use_handy(row, row[ACTIVE], acting(row, rules.things[action]))
            return
        kind = rules.verbs[action] - RESOLVES
    row[UNRESOLVED] &= ~(1 << kind)
    if kind == STARS_KIND:
        _score(row, rules)
    elif kind == HEARTS_KIND:
        _hearts(row, rules, luck, game)
    elif kind == ENERGY_KIND:
        gain_energy(row, row[ACTIVE], showing(row, ENERGY_FACE))
    else:
        attack(row, rules, luck, game, chance)


def _score(row: Ints, rules: Rules) -> None:
    gain_stars(row, row[ACTIVE], scored(row, rules))
    if scores_turn(row):
        row[ANOTHER] = 1


# --- hearts ---


def _hearts(row: Ints, rules: Rules, luck: Words, game: int) -> bool:
    """Each heart die heals, or takes off a counter, or goes where a card lets it. False: somebody is asked."""
    seat, hearts = row[ACTIVE], showing(row, HEART)
    me = MONSTER + FIELDS * seat
    if not hearts:
        return True
    if not (row[me + POISON] or row[me + SHRINK] or row[me + HOOKS] & (FOR_HEARTS | SPENT)):
        if row[me + PLACE] == OUT:
            gain_hearts(row, seat, hearts)
        return True
    row[SHARED] = 1
    outside = row[me + PLACE] == OUT
    for left in range(hearts, 0, -1):
        cards = called_for(row, rules, seat, FOR_HEARTS, rules.nothing[:0])
        own = 1 + (row[me + POISON] > 0) + (row[me + SHRINK] > 0) if outside else 0
        if not own and not cards:
            break
        if not cards and own == 1:
            row[me + GIVEN] += left
            break
        row[HEARTS_LEFT] = left
        if not _spend_heart(row, rules, luck, game, seat):
            return False
    gain_hearts(row, seat, row[me + GIVEN])
    card = first_with(row, seat, SPENT)
    while card >= 0:
        if acting(row, card) == HEALING_RAY:
            _heal_others(row, rules, seat)
        card = next_with(row, card, SPENT)
    row[me + GIVEN] = 0
    row[SHARED], row[HEARTS_LEFT] = 0, 0
    return True


def _spend_heart(row: Ints, rules: Rules, luck: Words, game: int, seat: int) -> bool:
    """What one heart die is for. False: that has to be asked first."""
    me = MONSTER + FIELDS * seat
    while True:
        action = ask(row, luck, game, seat, ASK_HEARTS)
        if action == WAIT:
            return False
        verb = rules.verbs[action]
        if verb == USES:
            acts = acting(row, rules.things[action])
            if acts != HEALING_RAY:
                use_handy(row, seat, acts)
                continue
            other = rules.firsts[action]  # Mimic says the seat itself, the card how far away
            if rules.ways[action] == ON_SEAT:
                other = (seat + other) % rules.seats
            row[MONSTER + FIELDS * other + GIVEN] += 1
        elif verb == HEALS:
            row[me + GIVEN] += 1
        elif verb == CURES_POISON:
            row[me + POISON] -= 1
        elif verb == CURES_SHRINK:
            row[me + SHRINK] -= 1
        return True


def _heal_others(row: Ints, rules: Rules, seat: int) -> None:
    for away in range(1, rules.seats):
        other = left_by(row, rules, seat, away)
        them = MONSTER + FIELDS * other
        hearts = row[them + GIVEN]
        row[them + GIVEN] = 0
        if hearts:
            gain_hearts(row, other, hearts)
            fee = min(row[them + ENERGY], 2 * hearts)
            row[them + ENERGY] -= fee
            gain_energy(row, seat, fee)


# --- claws ---


def attack(row: Ints, rules: Rules, luck: Words, game: int, chance: Any) -> None:
    """Claws, rolled and added, hurt everybody they reach; what waits for a decision to yield is held back."""
    seat, rolled = row[ACTIVE], showing(row, CLAW)
    if rolled or row[MONSTER + FIELDS * seat + HOOKS] & CLAWS_HOOK:
        claws = rolled + claws_of_cards(row, rules, seat, rolled, False)
        enabling = claws if rules.virtual else rolled
        if enabling:
            claws += more_claws(row, seat)
        row[CLAWED_NOW] = claws
        if claws and not _strike(row, rules, luck, game, chance, claws, enabling > 0):
            return
        if row[DECIDING] >= 0 or row[HELD]:
            row[PHASE] = YIELDING
            return
    _after_attack(row, rules)


def _after_attack(row: Ints, rules: Rules) -> None:
    if row[UNRESOLVED]:
        row[PHASE] = RESOLVE_ONE
    elif row[SHAKEN] or rules.at_once:
        row[PHASE] = ENTER  # if there is still a turn: the start of a phase sees to that
    else:
        enter_tokyo(row, rules)


def enter_tokyo(row: Ints, rules: Rules) -> None:
    """Whoever's turn it is goes into an empty Tokyo."""
    row[PHASE] = BUY if rules.cards else END
    go_in(row, rules)


def _strike(row: Ints, rules: Rules, luck: Words, game: int, chance: Any, claws: int, enabling: bool) -> bool:
    """False: somebody has to be asked first."""
    seat = row[ACTIVE]
    me = MONSTER + FIELDS * seat
    if enabling:
        card = first_with(row, seat, ATTACKS)
        while card >= 0:
            gain_stars(row, seat, 1)
            card = next_with(row, card, ATTACKS)
    weak = not showing(row, CLAW) and not _real_attack(row, rules, seat)
    if weak:
        row[CLAWED_NOW] = 0
    burn = total(row, seat, BURNS, BURNT) if enabling and row[me + HOOKS] & BURNS else 0
    many, attacked = NONE, NONE
    last = _last_away(row, rules, seat) if burn else 0
    first = True
    for away in range(1, rules.seats):
        other = left_by(row, rules, seat, away)
        if not lives(row, other):
            continue
        at = packet_at(many)
        burnt = burn if first or away == last else 0
        first = False
        if reached(row, rules, other):
            write_packet(row, rules, at, seat, other, claws, not weak, FROM_CLAWS)
            row[at + AMOUNT] += burnt
        elif burnt and rules.everywhere:
            by_card(row, rules, at, seat, other, burnt)
        else:
            continue
        them = MONSTER + FIELDS * other
        if row[at + BY_CLAWS] and row[them + PLACE] != OUT:
            # Who may yield is decided before anybody dies, for the cards of the dead may be gone.
            attacked |= 1 << other
            if row[them + HOOKS] & HOLDS and not stopped(row, at):
                copy_packet(row, at, HELD + 1 + PACKET * row[HELD])
                row[HELD] += 1
                continue
        many += 1
    hit = deal(row, rules, luck, game, chance, many) if many else 0
    if hit == WAIT:
        return False
    for number in range(row[HELD]):
        hit |= 1 << row[HELD + 1 + PACKET * number + TARGET]
    if attacked & hit:
        for place in range(IN_CITY, IN_BAY + 1):
            there = occupant(row, place)
            if there >= 0 and attacked & hit & 1 << there:
                if row[DECIDING] < 0:
                    row[DECIDING] = there
                else:
                    row[THEN] = there
    return True


def _last_away(row: Ints, rules: Rules, seat: int) -> int:
    """How far to the left the neighbour to the right sits."""
    away = rules.seats - 1
    while away and not lives(row, left_by(row, rules, seat, away)):
        away -= 1
    return away


def _real_attack(row: Ints, rules: Rules, seat: int) -> bool:
    """Whether there is more to an attack without rolled claws than damage that a house rule does not call one."""
    if not rules.virtual:
        return False
    return rules.acid_claw or claws_of_cards(row, rules, seat, 0, True) > 0


# --- yielding ---


def yielding(row: Ints, rules: Rules, luck: Words, game: int, chance: Any) -> None:
    """Each monster hit in Tokyo stays or yields, City first; then comes what those who left have prepared."""
    for _ in range(2):
        if row[DECIDING] < 0 or row[MONSTER + FIELDS * row[DECIDING] + PLACE] == OUT:
            row[DECIDING], row[THEN] = row[THEN], -1
    if row[THEN] >= 0 and row[MONSTER + FIELDS * row[THEN] + PLACE] == OUT:
        row[THEN] = -1
    seat = row[DECIDING]
    if seat < 0:
        if _deal_what_is_left(row, rules, luck, game, chance):
            _after_attack(row, rules)
        return
    yields = False
    while not harmless(row, seat):
        action = ask(row, luck, game, seat, ASK_YIELD)
        if action == WAIT:
            return
        if rules.verbs[action] != USES:
            yields = rules.verbs[action] == YIELDS
            break
        use_handy(row, seat, acting(row, rules.things[action]))
    row[DECIDING], row[THEN] = row[THEN], -1
    many = _take_held_back(row, seat)
    if yields:
        _yield(row, rules, seat)
    elif many and deal(row, rules, luck, game, chance, many) == WAIT:
        return
    if row[DECIDING] < 0 and not row[HELD] and not row[PARTING]:
        _after_attack(row, rules)


def _take_held_back(row: Ints, seat: int) -> int:
    """What waits for this seat is dealt now, unless it escapes; the rest still waits. How many these are."""
    many, left = NONE, NONE
    for number in range(row[HELD]):
        at = HELD + 1 + PACKET * number
        if row[at + TARGET] == seat:
            copy_packet(row, at, packet_at(many))
            many += 1
        else:
            copy_packet(row, at, HELD + 1 + PACKET * left)
            left += 1
    row[HELD] = left
    return many


def _deal_what_is_left(row: Ints, rules: Rules, luck: Words, game: int, chance: Any) -> bool:
    """What was held back for a monster whom the closing of the Bay has put outside is not escaped."""
    many = NONE
    for number in range(row[HELD]):
        copy_packet(row, HELD + 1 + PACKET * number, packet_at(many))
        many += 1
    for number in range(row[PARTING]):
        copy_packet(row, PARTING + 1 + PACKET * number, packet_at(many))
        many += 1
    row[HELD], row[PARTING] = 0, 0
    return many == 0 or deal(row, rules, luck, game, chance, many) != WAIT


def _yield(row: Ints, rules: Rules, seat: int) -> None:
    """Out of Tokyo because of an attack: the attacker moves up from the Bay now; from outside it enters later."""
    me, taker = MONSTER + FIELDS * seat, MONSTER + FIELDS * row[ACTIVE]
    place = row[me + PLACE]
    row[me + PLACE] = OUT
    moves_up = place == IN_CITY and rules.attacker_moves_up
    takes = free_place(row) == place if row[taker + PLACE] == OUT else moves_up
    if takes and row[taker + PLACE] == IN_BAY:
        row[taker + PLACE] = place
    if takes or (rules.all_burrow and row[taker + PLACE] == OUT):
        card = first_with(row, seat, YIELDED)
        while card >= 0:
            by_card(row, rules, PARTING + 1 + PACKET * row[PARTING], seat, row[ACTIVE], 1)
            row[PARTING] += 1
            card = next_with(row, card, YIELDED)
