"""Lines: copies of a row that are played on with other luck, to be compiled.

Whoever is asked chooses by the networks, one step ahead, and rolls by the program of the turn. What the dice of a
turn bring beyond what could be hoped for is luck, and is taken off again: so few lines tell what many would.
"""

from typing import Final

from dicecup.batch.king_of_tokyo.cards import ANY_TIME
from dicecup.batch.king_of_tokyo.game import decide
from dicecup.batch.king_of_tokyo.rows import (
    ASK_CHANGE,
    ASK_DICE,
    ASK_PROBE,
    ASK_ROLL,
    ASKED,
    DICE_HAD,
    DIE,
    FIELDS,
    HEARTS,
    HOOKS,
    KEEPS,
    KIND,
    LEFT,
    MONSTER,
    ROLLS_DICE,
    USES,
    Ints,
    Rules,
)
from dicecup.batch.luck import Words
from dicecup.players.king_of_tokyo.row_choices import Room, choose, copied, prospect
from dicecup.players.king_of_tokyo.row_dice import MORE, Floats, Program, luck_of
from dicecup.players.king_of_tokyo.row_outcomes import Tools
from dicecup.players.king_of_tokyo.row_rolling import (
    after_rolling,
    change_a_die,
    dice_to_come,
    keep_or_roll,
    look_at_dice,
    meddle,
    rolls_to_come,
)

MOST_STEPS: Final = 600  # decisions in a line


def answer(row: Ints, rules: Rules, tools: Tools, room: Room, p: Program, luck: Words) -> int:
    """What whoever is asked does; -1 if it is at a loss. `p` is the program of the turn."""
    kind = row[KIND]
    if kind == ASK_DICE:
        return keep_or_roll(row, rules, tools, room, p)
    if kind == ASK_CHANGE:
        return change_a_die(row, rules, tools, room, luck)
    if kind == ASK_PROBE:
        return meddle(row, rules, tools, room)
    if kind == ASK_ROLL and not (rules.cards and row[MONSTER + FIELDS * row[ASKED] + HOOKS] & ANY_TIME):
        return int(rules.plain[ROLLS_DICE])
    return choose(row, rules, tools, room, luck)


def kept_and_rolled(row: Ints, rules: Rules, action: int) -> tuple[int, int]:
    """The keep that an action rolls the rest of, and how many dice these are; nothing if it rolls none."""
    keep, rolled = 0, 0
    if row[KIND] == ASK_ROLL and rules.verbs[action] == ROLLS_DICE:
        rolled = dice_to_come(row, rules)
    elif row[KIND] == ASK_DICE and rules.verbs[action] == KEEPS:
        slots = rules.things[action]
        for slot in range(row[DICE_HAD]):
            if slots >> slot & 1:
                keep = MORE[keep, row[DIE + slot] - 1]
            else:
                rolled += 1
    return int(keep), rolled


def changes_the_turn(row: Ints, rules: Rules, action: int) -> bool:
    """Whether whoever rolls uses a card, so that the program of the turn holds no longer."""
    return bool(row[KIND] in (ASK_ROLL, ASK_DICE, ASK_CHANGE) and rules.verbs[action] == USES)


def play_line(
    row: Ints, rules: Rules, tools: Tools, room: Room, luck: Words, action: int, seat: int, turns: int
) -> float:
    """The chance of a seat to win after this action and so many turns, without the luck of the dice.

    If the action is about dice, the program of the turn is there, as `opening`.
    """
    p, known = room.opening, bool(row[KIND] == ASK_DICE)
    corrected, begun = 0.0, 0
    for _ in range(MOST_STEPS):
        level = rolls_to_come(row, rules) if row[KIND] == ASK_ROLL else row[LEFT]
        keep, rolled = kept_and_rolled(row, rules, action)
        if changes_the_turn(row, rules, action):
            known = False
        decide(row, rules, action, luck, 0, room.chance)
        if rolled and known:
            corrected += luck_of(p, level, keep, after_rolling(rolled, keep, room.chance))
        if row[ASKED] < 0 or row[MONSTER + FIELDS * seat + HEARTS] <= 0:
            break
        kind = row[KIND]
        if kind == ASK_ROLL:
            if begun >= turns:
                break
            action = answer(row, rules, tools, room, p, luck)
            if rules.verbs[action] == ROLLS_DICE:
                begun, known, p = begun + 1, True, room.program
                look_at_dice(row, rules, tools, room, p, dice_to_come(row, rules), rolls_to_come(row, rules), seat)
            continue
        if kind in (ASK_DICE, ASK_CHANGE) and not known:  # in the middle of a turn
            known, p = True, room.program
            look_at_dice(row, rules, tools, room, p, row[DICE_HAD], row[LEFT], seat)
        action = answer(row, rules, tools, room, p, luck)
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
        copied(root, row)
        luck[0] = seeds[line]
        values[line] = play_line(row, rules, tools, room, luck, action, seat, turns)
