"""Rolling: how many dice, keeping and re-rolling, other monsters' probes, changing dice."""

from typing import Any

from dicecup.batch.king_of_tokyo.asking import WAIT, ask, face
from dicecup.batch.king_of_tokyo.cards import (
    ANY_TIME,
    CHANGING,
    DWELLER,
    HERD_CULLER,
    MORE_DICE,
    MORE_ROLLS,
    PLOT_TWIST,
    PROBE,
    PROBING,
    ROLLING,
    SMOKE_CLOUD,
    STRETCHY,
    TELEPATH,
)
from dicecup.batch.king_of_tokyo.cards import DICE as DICE_HOOK
from dicecup.batch.king_of_tokyo.cards import ROLLS as ROLLS_HOOK
from dicecup.batch.king_of_tokyo.damage import think_again, use_handy
from dicecup.batch.king_of_tokyo.gains import anybody, left_by, lives
from dicecup.batch.king_of_tokyo.hands import acting, counters, set_counters, throw_away, total, use_it
from dicecup.batch.king_of_tokyo.options import STRETCHY_FEE, TELEPATH_FEE, called_for
from dicecup.batch.king_of_tokyo.rows import (
    ACTIVE,
    ASK_CHANGE,
    ASK_DICE,
    ASK_PROBE,
    ASK_ROLL,
    CHANGE,
    DICE_HAD,
    DIE,
    ENERGY,
    FEWER,
    FIELDS,
    FROM,
    HOOKS,
    KEEP,
    LEFT,
    MADE,
    MEDDLED,
    MONSTER,
    PHASE,
    PROBED,
    RESOLVE,
    SHOWN,
    SHRINK,
    TO,
    USES,
    Ints,
    Rules,
)
from dicecup.batch.luck import Words
from dicecup.games.king_of_tokyo.state import BLACK_DICE, HEART, MOST_DICE, ONE
from dicecup.games.king_of_tokyo.state import ROLLS as USUAL_ROLLS


def roll(row: Ints, rules: Rules, luck: Words, game: int, chance: Any) -> None:
    """The first roll of a turn, with all dice; a monster shrunk to none has nothing to roll."""
    seat = row[ACTIVE]
    me = MONSTER + FIELDS * seat
    dice = BLACK_DICE - row[me + SHRINK] - row[FEWER] + total(row, seat, DICE_HOOK, MORE_DICE)
    dice = max(0, min(dice, MOST_DICE))
    row[DICE_HAD] = 0
    if not dice:
        row[PHASE] = RESOLVE
        return
    action = ask(row, luck, game, seat, ASK_ROLL)
    if action == WAIT:
        return
    if rules.verbs[action] == USES:
        use_handy(row, seat, acting(row, rules.things[action]))
        return
    row[MADE], row[LEFT] = 1, USUAL_ROLLS - 1 + total(row, seat, ROLLS_HOOK, MORE_ROLLS)
    row[DICE_HAD] = dice
    for slot in range(dice):
        row[DIE + slot] = face(row, luck, game, chance)
    row[PHASE] = PROBED if rules.every_roll and _anybody_probes(row, rules) else KEEP


def keep(row: Ints, rules: Rules, luck: Words, game: int, chance: Any) -> None:
    """Keep some dice and roll the rest, use a card, or stop."""
    seat = row[ACTIVE]
    hooks, every = row[MONSTER + FIELDS * seat + HOOKS], (1 << row[DICE_HAD]) - 1
    with_cards = hooks & (ROLLING | ANY_TIME)
    if not row[LEFT] and not (with_cards and called_for(row, rules, seat, ROLLING, rules.nothing[:0])):
        _after_rolling(row, rules)
        return
    action = ask(row, luck, game, seat, ASK_DICE)
    if action == WAIT:
        return
    if rules.verbs[action] == USES:
        use_on_dice(row, rules, luck, game, chance, seat, action)
        return
    if with_cards:
        row[MEDDLED] = 0  # whatever was done to the dice, the roller has seen it
    kept = rules.things[action]
    if kept == every:
        _after_rolling(row, rules)
        return
    row[MADE] += 1
    row[LEFT] -= 1
    for slot in range(row[DICE_HAD]):
        if not kept >> slot & 1:
            row[DIE + slot] = face(row, luck, game, chance)
    if rules.every_roll and _anybody_probes(row, rules):
        row[PHASE] = PROBED
    elif not row[LEFT] and not hooks & ROLLING:
        _after_rolling(row, rules)


def _anybody_probes(row: Ints, rules: Rules) -> bool:
    if not anybody(row, PROBING):
        return False
    return _next_prober(row, rules, 1) > 0


def _next_prober(row: Ints, rules: Rules, away: int) -> int:
    """How far to the left of the roller the next one sits who may meddle, from so far on; 0: nobody."""
    while away < rules.seats:
        seat = left_by(row, rules, row[ACTIVE], away)
        if lives(row, seat) and row[MONSTER + FIELDS * seat + HOOKS] & PROBING:
            return away
        away += 1
    return 0


def _after_rolling(row: Ints, rules: Rules) -> None:
    row[LEFT] = 0
    if not rules.every_roll and _anybody_probes(row, rules):
        row[PHASE] = PROBED
    else:
        _change_or_resolve(row)


def _change_or_resolve(row: Ints) -> None:
    row[PHASE] = CHANGE if row[MONSTER + FIELDS * row[ACTIVE] + HOOKS] & CHANGING else RESOLVE


def probe(row: Ints, rules: Rules, luck: Words, game: int, chance: Any) -> None:
    """The other monsters, clockwise, may meddle with the dice."""
    away = _next_prober(row, rules, 1)
    while away:
        seat = left_by(row, rules, row[ACTIVE], away)
        while called_for(row, rules, seat, PROBING, rules.nothing[:0]):
            action = ask(row, luck, game, seat, ASK_PROBE)
            if action == WAIT:
                return
            if rules.verbs[action] != USES:
                break
            if not _use_probe(row, rules, luck, game, chance, seat, action):
                return
        away = _next_prober(row, rules, away + 1)
    if row[LEFT] or rules.every_roll:
        row[PHASE] = KEEP
    else:
        _change_or_resolve(row)


def _use_probe(row: Ints, rules: Rules, luck: Words, game: int, chance: Any, seat: int, action: int) -> bool:
    """False: somebody has to be asked first."""
    card = rules.things[action]
    if acting(row, card) != PROBE:
        use_handy(row, seat, acting(row, card))
        return True
    use_it(row, card, 1)
    row[MEDDLED] = 1
    slot = rules.firsts[action]
    row[DIE + slot] = face(row, luck, game, chance)
    row[SHOWN], row[FROM], row[TO] = DIE, slot, slot + 1
    if not think_again(row, rules, luck, game, chance, seat):
        return False
    if row[DIE + slot] == HEART:
        throw_away(row, rules, seat, card)
    return True


def change(row: Ints, rules: Rules, luck: Words, game: int, chance: Any) -> None:
    """The roller may change dice with cards, as often as they allow."""
    seat = row[ACTIVE]
    if called_for(row, rules, seat, CHANGING, rules.nothing[:0]):
        action = ask(row, luck, game, seat, ASK_CHANGE)
        if action == WAIT:
            return
        if rules.verbs[action] == USES:
            use_on_dice(row, rules, luck, game, chance, seat, action)
            return
    row[PHASE] = RESOLVE


def use_on_dice(row: Ints, rules: Rules, luck: Words, game: int, chance: Any, seat: int, action: int) -> None:
    """The roller uses a card while it has the dice."""
    card, slot = rules.things[action], rules.firsts[action]
    acts = acting(row, card)
    if acts == DWELLER:
        row[DIE + slot] = face(row, luck, game, chance)
    elif acts == HERD_CULLER:
        use_it(row, card, 1)
        row[DIE + slot] = ONE
    elif acts == PLOT_TWIST:
        row[DIE + slot] = rules.seconds[action]
        throw_away(row, rules, seat, card)
    elif acts == STRETCHY:
        row[MONSTER + FIELDS * seat + ENERGY] -= STRETCHY_FEE
        row[DIE + slot] = rules.seconds[action]
    elif acts == TELEPATH:
        row[MONSTER + FIELDS * seat + ENERGY] -= TELEPATH_FEE
        row[LEFT] += 1
    elif acts == SMOKE_CLOUD:
        row[LEFT] += 1
        set_counters(row, card, counters(row, card) - 1)
        if not counters(row, card):
            throw_away(row, rules, seat, card)
    else:
        use_handy(row, seat, acts)
