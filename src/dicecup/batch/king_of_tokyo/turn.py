"""The turn of King of Tokyo, phase by phase, from the first roll to the end of the game."""

from typing import Any

from dicecup.batch.king_of_tokyo.asking import WAIT, ask, face, open_phase
from dicecup.batch.king_of_tokyo.cards import (
    AT_START,
    BATTERIES,
    CHANGING,
    ENERGY_HOARDER,
    EXTRA_TURN,
    HERBIVORE,
    MEDDLING,
    MIMIC,
    PEEKS,
    PROBING,
    SOLAR_POWERED,
    TURN_ENDS,
    TURN_STARTS,
    UNDERDOG,
    fixed,
)
from dicecup.batch.king_of_tokyo.counting import showing
from dicecup.batch.king_of_tokyo.damage import deal, use_handy
from dicecup.batch.king_of_tokyo.dice import change, keep, probe, roll
from dicecup.batch.king_of_tokyo.gains import (
    anybody,
    decided,
    gain_energy,
    gain_stars,
    left_by,
    lives,
    living,
    pay_for_staying,
    won,
)
from dicecup.batch.king_of_tokyo.hands import (
    acting,
    counters,
    first_with,
    from_here,
    next_of,
    next_with,
    set_counters,
    throw_away,
    use_it,
)
from dicecup.batch.king_of_tokyo.market import arrive, buy, copy_another, offer, peeked, sell
from dicecup.batch.king_of_tokyo.options import called_for
from dicecup.batch.king_of_tokyo.packets import packet_at, write_packet
from dicecup.batch.king_of_tokyo.resolve import attack, enter_tokyo, resolve, resolve_one, yielding
from dicecup.batch.king_of_tokyo.rows import (
    ACTIVE,
    AFTER,
    ANOTHER,
    ANSWERS,
    ARRIVE,
    ARRIVING,
    ASK_EXTRA,
    ASK_ORDER,
    ASK_START,
    ASKED,
    AT,
    ATTACK,
    BUY,
    CHANGE,
    CLAWED,
    CLAWED_NOW,
    CONTENDERS,
    DECIDING,
    DICE_HAD,
    DONE,
    END,
    ENERGY,
    ENTER,
    EXTRA,
    EXTRAS,
    FEWER,
    FIELDS,
    FRESH,
    FROM_POISON,
    HEARTS,
    HELD,
    HOOKS,
    HURT,
    KEEP,
    LEFT,
    MADE,
    MEDDLED,
    MONSTER,
    MOVE,
    MOVED,
    NEIGHBOUR,
    OFFER,
    ORDER,
    OUT,
    PARTING,
    PEEKED,
    PHASE,
    PLACE,
    POISON,
    PROBED,
    RANK,
    RESOLVE,
    RESOLVE_ONE,
    ROLL,
    ROUND,
    SELL,
    SHAKEN,
    SHRINK,
    SITS,
    STARS,
    START,
    TAKES_TURN,
    THEN,
    UNRESOLVED,
    UNTOUCHABLE,
    USES,
    WAIVED,
    WINNERS,
    YIELDING,
    Ints,
    Rules,
)
from dicecup.batch.luck import Words
from dicecup.games.king_of_tokyo.state import BLACK_DICE, CLAW, GOAL, ONE
from dicecup.games.king_of_tokyo.state import HEARTS as MOST

_ONE = fixed(1)  # packet
_ONCE = PROBING | CHANGING | PEEKS  # the moments of all cards that can be used only once in a turn


def go_on(row: Ints, rules: Rules, luck: Words, game: int, chance: Any) -> None:
    """Phase after phase, until somebody is asked or the game is over."""
    while row[ASKED] == WAIT and row[PHASE] != DONE:
        if row[AT] == row[ANSWERS]:  # or else the phase has been opened again, for an answer still to be used
            if _is_cut_short(row, rules):
                continue
            open_phase(row, luck, game, rules.cards and _asks_in_the_middle(row, row[PHASE]))
        phase = row[PHASE]
        if phase == KEEP:
            keep(row, rules, luck, game, chance)
        elif phase == ROLL:
            roll(row, rules, luck, game, chance)
        elif phase == RESOLVE:
            resolve(row, rules, luck, game, chance)
        elif phase == YIELDING:
            yielding(row, rules, luck, game, chance)
        elif phase == BUY:
            buy(row, rules, luck, game, chance)
        elif phase == START:
            _start(row, rules, luck, game)
        elif phase == END:
            _end(row, rules, luck, game, chance)
        elif phase == AFTER:
            _after(row, rules, luck, game)
        elif phase == ARRIVE:
            arrive(row, rules, luck, game, chance)
        elif phase == OFFER:
            offer(row, rules, luck, game, chance)
        elif phase == RESOLVE_ONE:
            resolve_one(row, rules, luck, game, chance)
        elif phase == ENTER:
            enter_tokyo(row, rules)
        elif phase == PROBED:
            probe(row, rules, luck, game, chance)
        elif phase == CHANGE:
            change(row, rules, luck, game, chance)
        elif phase == PEEKED:
            peeked(row, rules, luck, game)
        elif phase == SELL:
            sell(row, rules, luck, game)
        elif phase == ORDER:
            _order(row, rules, luck, game, chance)
        else:
            attack(row, rules, luck, game, chance)


def _is_cut_short(row: Ints, rules: Rules) -> bool:
    """Whether somebody has won in mid-turn, or the monster whose turn it is is no more."""
    if not (row[SHAKEN] or rules.at_once) or not _guarded(row[PHASE]):
        return False
    row[SHAKEN] = 0
    if lives(row, row[ACTIVE]) and not decided(row, rules):
        return False
    if won(row):
        finish(row, rules)
    else:
        row[PHASE] = AFTER
    return True


def _guarded(phase: int) -> bool:
    """Whether it begins only if there is still a turn."""
    return phase in (ROLL, RESOLVE_ONE, ATTACK, YIELDING, ENTER, BUY, OFFER, SELL, END)


def _asks_in_the_middle(row: Ints, phase: int) -> bool:
    """Whether a phase may ask when it has already changed something, or ask twice."""
    if phase in (ROLL, KEEP, CHANGE, BUY, PEEKED, SELL, ENTER, ORDER):
        return False
    if phase == PROBED or (phase == ARRIVE and row[ARRIVING] in (MIMIC, BATTERIES)):
        return True
    me = MONSTER + FIELDS * row[ACTIVE]
    if phase in (RESOLVE, RESOLVE_ONE) and (row[me + POISON] or row[me + SHRINK]):
        return True
    return anybody(row, MEDDLING)


# --- the first roll ---


def _order(row: Ints, rules: Rules, luck: Words, game: int, chance: Any) -> None:
    """One contender rolls; after the last one somebody begins, or those who are tied roll again."""
    seat, claws = 0, 0
    while not row[CONTENDERS] >> seat & 1:
        seat += 1
    if ask(row, luck, game, seat, ASK_ORDER) == WAIT:
        return
    for _ in range(BLACK_DICE):
        if face(row, luck, game, chance) == CLAW:
            claws += 1
    row[MONSTER + FIELDS * seat + CLAWED] = claws
    row[CONTENDERS] &= ~(1 << seat)
    if not row[CONTENDERS]:
        _rank(row, rules)
        row[CONTENDERS] = _tied(row, rules)
    if row[CONTENDERS]:
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
    start_turn(row, rules, first, 0)


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


# --- the start and the end of a turn ---


def start_turn(row: Ints, rules: Rules, seat: int, fewer: int) -> None:
    """Nothing has happened in it yet."""
    row[ACTIVE], row[FEWER], row[PHASE] = seat, fewer, START
    row[DICE_HAD], row[MADE], row[LEFT], row[CLAWED_NOW] = 0, 0, 0, 0
    row[UNRESOLVED], row[HELD], row[DECIDING], row[THEN], row[PARTING] = 0, 0, -1, -1, 0
    row[FRESH], row[WAIVED], row[ANOTHER], row[HURT], row[SHAKEN], row[MEDDLED] = 0, 0, 0, 0, 0, 0
    if rules.cards:
        row[MOVED] = 0
        for each in range(rules.seats):
            me = MONSTER + FIELDS * each
            row[me + UNTOUCHABLE] = 0
            card = first_with(row, each, _ONCE)
            while card >= 0:
                use_it(row, card, 0)
                card = next_with(row, card, _ONCE)


def _start(row: Ints, rules: Rules, luck: Words, game: int) -> None:
    """Cards that pay at the start, the stars of Tokyo, and cards that want to be set before the roll."""
    seat = row[ACTIVE]
    card = first_with(row, seat, TURN_STARTS)
    while card >= 0:
        following = next_of(row, card)  # it may be gone afterwards
        taken = min(2, counters(row, card))
        row[MONSTER + FIELDS * seat + ENERGY] += taken
        set_counters(row, card, counters(row, card) - taken)
        if not counters(row, card):
            throw_away(row, rules, seat, card)
        card = from_here(row, following, TURN_STARTS)
    if rules.paid_early and row[MONSTER + FIELDS * seat + PLACE] != OUT:
        pay_for_staying(row, rules, seat)
        if decided(row, rules):
            row[PHASE] = ROLL
            return
    while called_for(row, rules, seat, AT_START, rules.nothing[:0]):
        action = ask(row, luck, game, seat, ASK_START)
        if action == WAIT:
            return
        if rules.verbs[action] != USES:
            break
        if rules.ways[action] != MOVE:
            use_handy(row, seat, acting(row, rules.things[action]))
        elif not copy_another(row, rules, luck, game, seat, rules.seconds[action]):
            return
    row[PHASE] = ROLL


def _end(row: Ints, rules: Rules, luck: Words, game: int, chance: Any) -> None:
    """Cards that speak at the end of a turn, in the order they were bought; then poison."""
    active = row[ACTIVE]
    me = MONSTER + FIELDS * active
    if anybody(row, TURN_ENDS):
        for away in range(rules.seats):
            seat = left_by(row, rules, active, away)
            if lives(row, seat):
                card = first_with(row, seat, TURN_ENDS)
                while card >= 0:
                    _speak_at_the_end(row, rules, seat, acting(row, card))
                    card = next_with(row, card, TURN_ENDS)
    row[PHASE] = AFTER
    if row[me + POISON] and not decided(row, rules):
        write_packet(row, rules, packet_at(0), -1, active, row[me + POISON], False, FROM_POISON)
        if deal(row, rules, luck, game, chance, _ONE) == WAIT:
            return
    if not rules.paid_early and row[me + HEARTS] > 0:
        pay_for_staying(row, rules, active)
    if not (row[ANOTHER] or row[me + HOOKS] & EXTRA_TURN):
        _pass_on(row, rules)


def _speak_at_the_end(row: Ints, rules: Rules, seat: int, acts: int) -> None:
    me, own = MONSTER + FIELDS * seat, seat == row[ACTIVE]
    if acts == SOLAR_POWERED:
        if own and not row[me + ENERGY]:
            gain_energy(row, seat, 1)
    elif acts == ENERGY_HOARDER:
        if own:
            gain_stars(row, seat, row[me + ENERGY] // 6)
    elif acts == HERBIVORE:
        if own and not row[HURT]:
            gain_stars(row, seat, 1)
    elif acts == UNDERDOG and (own or rules.every_turn):
        for other in range(rules.seats):
            if other != seat and lives(row, other):
                theirs = row[MONSTER + FIELDS * other + STARS]
                if theirs < row[me + STARS] or (theirs == row[me + STARS] and not rules.ties_pay):
                    return
        gain_stars(row, seat, 1)


def _after(row: Ints, rules: Rules, luck: Words, game: int) -> None:
    """An extra turn by a card, if nobody has won; or the next monster's."""
    active = row[ACTIVE]
    if lives(row, active) and not won(row) and (row[ANOTHER] or _bought_turn(row, active)):
        while True:
            action = ask(row, luck, game, active, ASK_EXTRA)
            if action == WAIT:
                return
            if rules.verbs[action] == TAKES_TURN:
                start_turn(row, rules, active, row[FEWER] + 1)
                return
            if rules.verbs[action] != USES:
                break
            use_handy(row, active, acting(row, rules.things[action]))
    _pass_on(row, rules)


def _bought_turn(row: Ints, active: int) -> bool:
    """Whether a card that came only when they had scored gives another turn for these dice."""
    return bool(row[MONSTER + FIELDS * active + HOOKS] & EXTRA_TURN) and showing(row, ONE) >= 3


def _pass_on(row: Ints, rules: Rules) -> None:
    """Has anybody won? If not: an extra turn granted before, or the next monster's."""
    if won(row):
        finish(row, rules)
        return
    while row[EXTRAS]:
        seat = row[EXTRA] & 7
        row[EXTRA] >>= 3
        row[EXTRAS] -= 1
        if lives(row, seat):
            start_turn(row, rules, seat, 0)
            return
    away = 1
    while not lives(row, left_by(row, rules, row[ROUND], away)):
        away += 1
    row[ROUND] = left_by(row, rules, row[ROUND], away)
    start_turn(row, rules, row[ROUND], 0)


def finish(row: Ints, rules: Rules) -> None:
    """Whoever has 20 stars and lives has won, or the only one alive; several share, or the first in turn wins."""
    row[PHASE], row[ASKED], row[WINNERS] = DONE, -1, 0
    alone = living(row) == 1
    starred = 0
    for away in range(rules.seats):
        seat = left_by(row, rules, row[ACTIVE], away)
        me = MONSTER + FIELDS * seat
        if row[me + HEARTS] > 0:
            if row[me + STARS] >= GOAL:
                if rules.shared or starred == 0:
                    row[WINNERS] |= 1 << seat
                starred += 1
            elif alone:
                row[WINNERS] |= 1 << seat
