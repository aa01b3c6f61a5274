"""Rolling on a row, to be compiled: the program of a turn, what is kept, and the cards that have to do with dice.

Extra rolls that are paid for are not foreseen: they are looked at when no other is left.
"""

from typing import Any

from dicecup.batch.king_of_tokyo.cards import (
    DICE,
    DWELLER,
    MORE_DICE,
    MORE_ROLLS,
    ROLLING,
    ROLLS,
    SMOKE_CLOUD,
    TELEPATH,
)
from dicecup.batch.king_of_tokyo.game import decide
from dicecup.batch.king_of_tokyo.hands import acting, counters, first_with, next_with, set_counters, total
from dicecup.batch.king_of_tokyo.options import TELEPATH_FEE
from dicecup.batch.king_of_tokyo.rows import (
    ACTIVE,
    ASK_CHANGE,
    ASKED,
    DICE_HAD,
    DIE,
    ENERGY,
    FEWER,
    FIELDS,
    HOOKS,
    KIND,
    LEFT,
    MONSTER,
    SHRINK,
    USES,
    Ints,
    Rules,
)
from dicecup.batch.luck import Words, mixed
from dicecup.games.king_of_tokyo.state import BLACK_DICE, MOST_DICE, THREE
from dicecup.games.king_of_tokyo.state import ROLLS as USUAL_ROLLS
from dicecup.players.king_of_tokyo.row_choices import (
    PLAYED,
    Room,
    copied,
    find_options,
    list_allowed,
    outcome,
)
from dicecup.players.king_of_tokyo.row_dice import APART, LESS, LEVELS, MORE, SAME, Program, lying, slots_of, solve
from dicecup.players.king_of_tokyo.row_outcomes import Tools, judge_dice
from dicecup.players.king_of_tokyo.turn import FACES


def dice_to_come(row: Ints, rules: Rules) -> int:
    """How many dice whoever's turn it is will roll."""
    seat = row[ACTIVE]
    dice = BLACK_DICE - row[MONSTER + FIELDS * seat + SHRINK] - row[FEWER]
    if rules.cards:
        dice += total(row, seat, DICE, MORE_DICE)
    return int(max(0, min(dice, MOST_DICE)))


def rolls_to_come(row: Ints, rules: Rules) -> int:
    """How many rolls it has."""
    found = USUAL_ROLLS
    if rules.cards:
        found += total(row, row[ACTIVE], ROLLS, MORE_ROLLS)
    return int(min(found, LEVELS))


def look_at_dice(
    row: Ints, rules: Rules, tools: Tools, room: Room, p: Program, dice: int, rolls: int, onlooker: int
) -> None:
    """Work out the program of a turn."""
    judge_dice(row, rules, tools, p, dice, onlooker)
    solve(p, dice, rolls, _card_for(row, rules, DWELLER) >= 0)
    room.facts[PLAYED] += 1


def after_rolling(many: int, keep: int, chance: Any) -> int:
    """The dice as they lay after a roll of so many beside those kept; they may be gone by now."""
    at, said = keep, 0
    while said < many:
        at = MORE[at, chance[said] - 1]
        said += 1
    return int(at)


def _card_for(row: Ints, rules: Rules, acts: int) -> int:
    """A card of whoever's turn it is that rolls as this one does; -1: none."""
    if not rules.cards or not row[MONSTER + FIELDS * row[ACTIVE] + HOOKS] & ROLLING:
        return -1
    card = first_with(row, row[ACTIVE], ROLLING)
    while card >= 0 and acting(row, card) != acts:
        card = next_with(row, card, ROLLING)
    return int(card)


def keep_or_roll(row: Ints, rules: Rules, tools: Tools, room: Room, p: Program) -> int:
    """What is kept of the dice that lie there, or which card is used to roll some again."""
    now, left = lying(row), row[LEFT]
    if rules.cards and row[MONSTER + FIELDS * row[ASKED] + HOOKS] & ROLLING:
        card = _card_for(row, rules, DWELLER)
        if card >= 0 and p.again[left, now]:
            for slot in range(row[DICE_HAD]):
                if row[DIE + slot] == THREE:
                    return int(rules.on_die[card, slot])
        if not left:
            card = _one_more(row, rules, tools, room, p.mine[0, now])
            if card >= 0:
                return int(rules.bare[card])
    if left:
        return int(rules.keeping[slots_of(row, p.keep[left, now])])
    return int(rules.keeping[(1 << row[DICE_HAD]) - 1])


def _one_more(row: Ints, rules: Rules, tools: Tools, room: Room, worth: float) -> int:
    """The card that is worth using up, or paying for, to roll once more; -1: none is."""
    now, me = lying(row), MONSTER + FIELDS * row[ACTIVE]
    card = _card_for(row, rules, SMOKE_CLOUD)
    if card >= 0:
        had = counters(row, card)
        set_counters(row, card, had - 1)
        look_at_dice(row, rules, tools, room, room.aside, row[DICE_HAD], 1, row[ACTIVE])
        set_counters(row, card, had)
    else:
        card = _card_for(row, rules, TELEPATH)
        if card < 0 or row[me + ENERGY] < TELEPATH_FEE:
            return -1
        row[me + ENERGY] -= TELEPATH_FEE
        look_at_dice(row, rules, tools, room, room.aside, row[DICE_HAD], 1, row[ACTIVE])
        row[me + ENERGY] += TELEPATH_FEE
    return card if room.aside.mine[1, now] > worth else -1


def change_a_die(row: Ints, rules: Rules, tools: Tools, room: Room, luck: Words) -> int:
    """Turn the die that it pays most to turn, or none: every option is tried on a copy."""
    seat, spare, p = row[ASKED], room.spare, room.aside
    many, best, most, seen = find_options(row, rules, room), -1, -1.0, -1
    for each in range(many):
        action = room.options[each]
        card, slot = rules.things[action], rules.firsts[action]
        if rules.verbs[action] == USES and acting(row, card) == DWELLER:
            continue  # nobody knows what it will show
        copied(row, spare)
        room.luck[0] = mixed(luck[0])
        decide(spare, rules, action, room.luck, 0, room.chance)
        if spare[ASKED] == seat and spare[KIND] == ASK_CHANGE:  # there is another card for it
            if slot < 0 or card != seen:  # else they differ in a die alone
                look_at_dice(spare, rules, tools, room, p, spare[DICE_HAD], 0, seat)
                seen = card
            value = p.mine[0, lying(spare)]
        else:
            outcome(spare, rules, tools, room, row, room.found)
            value = room.found[seat]
        if value > most + SAME:
            best, most = action, value
    return int(best)


def meddle(row: Ints, rules: Rules, tools: Tools, room: Room) -> int:
    """Whether and which die of the roller somebody else has rolled again: what is best for that one."""
    seat, left, p, mask = row[ASKED], min(row[LEFT], LEVELS), room.aside, room.mask
    look_at_dice(row, rules, tools, room, p, row[DICE_HAD], left, seat)
    list_allowed(row, rules, mask)
    now, best, most = lying(row), -1, -1e9
    for action in range(len(mask)):
        if not mask[action]:
            continue
        worth, slot = _seen(p, left, now), rules.firsts[action]
        if rules.verbs[action] == USES and 0 <= slot < row[DICE_HAD]:
            without, worth = LESS[now, row[DIE + slot] - 1], 0.0
            for face in range(FACES):
                worth += _seen(p, left, MORE[without, face]) / FACES
        if worth > most:
            best, most = action, worth
    return best


def _seen(p: Program, level: int, at: int) -> float:
    """What dice are worth to whoever looks on."""
    if p.facts[APART] == 0:
        return float(p.other[level, at])
    return float(p.facts[APART] * p.mine[level, at])
