"""Lines: copies of a row that are played on with other luck, to be compiled.

Whoever is asked chooses by the networks, one step ahead, and rolls by the program of the turn. What the dice of a
turn bring beyond what could be hoped for is luck, and is taken off again: so few lines tell what many would.
"""

from typing import Any, Final, NamedTuple

import numpy as np

from dicecup.batch.king_of_tokyo.cards import BOXED, DICE, MORE_DICE, MORE_ROLLS, ROLLS, WINGS
from dicecup.batch.king_of_tokyo.gains import price
from dicecup.batch.king_of_tokyo.game import allow, decide
from dicecup.batch.king_of_tokyo.hands import IN_DECK, acting, total, where
from dicecup.batch.king_of_tokyo.rows import (
    ACTIVE,
    ASK_BUY,
    ASK_CHANGE,
    ASK_DICE,
    ASK_REACT,
    ASK_ROLL,
    ASK_SNATCH,
    ASK_YIELD,
    ASKED,
    BUYS,
    COPIES,
    DICE_HAD,
    DIE,
    ENERGY,
    FEWER,
    FIELDS,
    HEARTS,
    IS_DONE,
    KEEPS,
    KIND,
    LEFT,
    MONSTER,
    ON_SALE,
    PASSES,
    ROLLS_DICE,
    SHRINK,
    STAKES,
    STAYS,
    SWEEPS,
    TAKES_TURN,
    TO_FACE,
    USES,
    YIELDS,
    Ints,
    Rules,
)
from dicecup.batch.luck import Words, mixed
from dicecup.games.king_of_tokyo.state import BLACK_DICE, CLAW, MARKET, MOST_DICE, ONE, SWEEP_PRICE
from dicecup.games.king_of_tokyo.state import ROLLS as USUAL_ROLLS
from dicecup.players.king_of_tokyo.row_changes import change_for
from dicecup.players.king_of_tokyo.row_dice import (
    LESS,
    LEVELS,
    MORE,
    Floats,
    Program,
    luck_of,
    lying,
    new_program,
    slots_of,
    solve,
)
from dicecup.players.king_of_tokyo.row_judge import (
    Desk,
    Nets,
    add_part,
    decided,
    first_layer,
    shares,
)
from dicecup.players.king_of_tokyo.row_outcomes import Tools, judge_dice

MOST_STEPS: Final = 600  # decisions in a line


class Room(NamedTuple):
    """Room to work in."""

    program: Program  # of the turn that is played
    opening: Program  # of the turn in which the lines begin
    row: Ints  # the line that is played
    spare: Ints  # a row on which an option is tried
    mask: Any
    chance: Any
    found: Floats
    luck: Words
    facts: Ints  # PLAYED


PLAYED: Final = 0  # how many turns were looked into


def new_room(width: int, actions: int) -> Room:
    """Room for rows so wide, with so many actions."""
    return Room(
        new_program(),
        new_program(),
        np.zeros(width, np.int64),
        np.zeros(width, np.int64),
        np.zeros(actions, np.int8),
        np.zeros(128, np.int8),
        np.zeros(6),
        np.zeros(2, np.uint64),
        np.zeros(2, np.int64),
    )


# --- dice ---


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
    solve(p, dice, rolls)
    room.facts[PLAYED] += 1


def _after_rolling(many: int, keep: int, chance: Any) -> int:
    """The dice as they lay after a roll of so many beside those kept; they may be gone by now."""
    at, said = keep, 0
    while said < many:
        at = MORE[at, chance[said] - 1]
        said += 1
    return int(at)


# --- choosing ---


def prospect(row: Ints, rules: Rules, tools: Tools, room: Room, seat: int, market: Ints) -> float:
    """The chance of a seat to win; cards that have come to the market since count as the average of the deck."""
    nets, desk, found = tools.nets, tools.desk, room.found
    many = decided(row, rules, desk, found)
    if not many:
        return float(found[seat])
    if row[MONSTER + FIELDS * seat + HEARTS] <= 0:
        return 0.0
    first_layer(row, rules, nets, many, desk)
    if rules.cards and len(market):
        _average_news(row, nets, many, desk, market)
    shares(nets, many, desk, desk.told)
    for place in range(many):
        if desk.who[place] == seat:
            return float(desk.told[place])
    return 0.0


def _average_news(row: Ints, nets: Nets, many: int, desk: Desk, market: Ints) -> None:
    energy, deck, new = row[MONSTER + FIELDS * desk.who[0] + ENERGY], 0, 0
    for place in range(MARKET):
        card = row[ON_SALE + place]
        if card >= 0 and card != market[ON_SALE] and card != market[ON_SALE + 1] and card != market[ON_SALE + 2]:
            new += 1
            add_part(desk.hidden, nets.market[many, card], -1.0)
            if energy >= nets.costs[card]:
                add_part(desk.hidden, nets.affordable[many, card], -1.0)
    if not new:
        return
    for card in range(BOXED):
        deck += int(where(row, card) == IN_DECK)
    share = new / max(1, deck)
    for card in range(BOXED):
        if where(row, card) == IN_DECK:
            add_part(desk.hidden, nets.market[many, card], share)
            if energy >= nets.costs[card]:
                add_part(desk.hidden, nets.affordable[many, card], share)


def _tried(row: Ints, rules: Rules, tools: Tools, room: Room, action: int, luck: Words) -> float:
    """What an option is worth to whoever is asked, one step ahead."""
    spare, seat = room.spare, row[ASKED]
    for place in range(len(row)):
        spare[place] = row[place]
    room.luck[0] = mixed(luck[0])  # not what will really come
    decide(spare, rules, action, room.luck, 0, room.chance)
    return prospect(spare, rules, tools, room, seat, row)


def choose(row: Ints, rules: Rules, tools: Tools, room: Room, luck: Words) -> int:
    """What whoever is asked does, if it is not about rolling."""
    kind, plain = row[KIND], rules.plain
    best, most = -1, -1.0
    if kind == ASK_YIELD:
        stays = _tried(row, rules, tools, room, plain[STAYS], luck)
        return int(plain[YIELDS] if _tried(row, rules, tools, room, plain[YIELDS], luck) > stays else plain[STAYS])
    if kind == ASK_BUY:
        energy = row[MONSTER + FIELDS * row[ASKED] + ENERGY]
        best = plain[IS_DONE]
        most = _tried(row, rules, tools, room, best, luck)
        for place in range(MARKET):
            card = row[ON_SALE + place]
            if card >= 0 and price(row, rules, row[ASKED], card) <= energy:
                value = _tried(row, rules, tools, room, rules.buying[card], luck)
                if value > most:
                    best, most = rules.buying[card], value
        if energy >= SWEEP_PRICE:
            value = _tried(row, rules, tools, room, plain[SWEEPS], luck)
            if value > most:
                best = plain[SWEEPS]
        return int(best)
    return _seldom(row, rules, tools, room, luck)


def _seldom(row: Ints, rules: Rules, tools: Tools, room: Room, luck: Words) -> int:
    """Other questions are answered in a plain way, but those of Opportunist."""
    kind, mask = row[KIND], room.mask
    for action in range(len(mask)):
        mask[action] = 0
    allow(row, rules, mask)
    best, most = -1, -1e9
    for action in range(len(mask)):
        if not mask[action]:
            continue
        verb, worth = rules.verbs[action], 0.0
        if kind == ASK_SNATCH and verb in (BUYS, PASSES):
            worth = _tried(row, rules, tools, room, action, luck)
        elif verb == USES:
            worth = -1.0
            if kind == ASK_REACT and acting(row, rules.things[action]) == WINGS:
                worth = 1.0
        elif verb == TAKES_TURN:
            worth = 1.0
        elif verb == COPIES:
            worth = float(tools.nets.costs[rules.things[action]])
        elif verb == STAKES:
            worth = float(rules.things[action])
        if worth > most:
            best, most = action, worth
    return best


def _change(row: Ints, rules: Rules, room: Room, p: Program) -> int:
    """Turn the die that it pays most to turn, or none."""
    mask, now = room.mask, lying(row)
    for action in range(len(mask)):
        mask[action] = 0
    allow(row, rules, mask)
    best, most = rules.plain[IS_DONE], p.plain[now, 0] + 1e-9
    energy = row[MONSTER + FIELDS * row[ASKED] + ENERGY]
    for action in range(len(mask)):
        if mask[action] and rules.verbs[action] == USES:
            slot, way = rules.firsts[action], rules.ways[action]
            to = rules.seconds[action] if way == TO_FACE else ONE
            if slot < 0 or slot >= row[DICE_HAD] or to < ONE or to > CLAW or row[DIE + slot] == to:
                continue
            other = MORE[LESS[now, row[DIE + slot] - 1], to - 1]
            value = p.plain[other, 0] - change_for(row, rules, row[ASKED], to, energy)
            if value > most:
                best, most = action, value
    return int(best)


# --- playing on ---


def play_line(
    row: Ints, rules: Rules, tools: Tools, room: Room, luck: Words, action: int, seat: int, turns: int
) -> float:
    """The chance of a seat to win after this action and so many turns, without the luck of the dice.

    If the action is about dice, the program of the turn is there, as `opening`.
    """
    p, known = room.opening, bool(row[KIND] == ASK_DICE)
    corrected, begun = 0.0, 0
    for _ in range(MOST_STEPS):
        kind, level, keep, rolled = row[KIND], row[LEFT], 0, 0
        if kind == ASK_DICE and rules.verbs[action] == KEEPS:
            slots = rules.things[action]
            for slot in range(row[DICE_HAD]):
                if slots >> slot & 1:
                    keep = MORE[keep, row[DIE + slot] - 1]
                else:
                    rolled += 1
        elif kind == ASK_ROLL and rules.verbs[action] == ROLLS_DICE:
            level, rolled = rolls_to_come(row, rules), dice_to_come(row, rules)
        decide(row, rules, action, luck, 0, room.chance)
        if rolled and known:
            corrected += luck_of(p, level, keep, _after_rolling(rolled, keep, room.chance))
        if row[ASKED] < 0 or row[MONSTER + FIELDS * seat + HEARTS] <= 0:
            break
        kind = row[KIND]
        if kind == ASK_ROLL:
            if begun >= turns:
                break
            begun, known, p = begun + 1, True, room.program
            look_at_dice(row, rules, tools, room, p, dice_to_come(row, rules), rolls_to_come(row, rules), seat)
            action = rules.plain[ROLLS_DICE]
        elif kind == ASK_DICE:
            if not known:  # in the middle of a turn
                known, p = True, room.program
                look_at_dice(row, rules, tools, room, p, row[DICE_HAD], row[LEFT], seat)
            if row[LEFT]:
                action = rules.keeping[slots_of(row, p.keep[row[LEFT], lying(row)])]
            else:
                action = rules.keeping[(1 << row[DICE_HAD]) - 1]
        elif kind == ASK_CHANGE and known:
            action = _change(row, rules, room, p)
        else:
            action = choose(row, rules, tools, room, luck)
            if action < 0:
                break
    return prospect(row, rules, tools, room, seat, row[:0]) - corrected


def play_lines(
    root: Ints,
    rules: Rules,
    tools: Tools,
    room: Room,
    action: int,
    seeds: Words,
    seat: int,
    turns: int,
    values: Floats,
) -> None:
    """Lines with these seeds; the same ones are the same luck."""
    luck, row = room.luck[1:], room.row
    for line in range(len(seeds)):
        for place in range(len(root)):
            row[place] = root[place]
        luck[0] = seeds[line]
        values[line] = play_line(row, rules, tools, room, luck, action, seat, turns)
