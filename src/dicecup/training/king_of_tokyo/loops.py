"""Games of the networks with themselves and with others, on rows of a batch, to be compiled; and what they teach.

Everybody plays as in the lines of roll-outs: one step ahead by the networks, the dice by their exact program. For
every turn the value before the roll is backed up from all that its dice could bring, so no luck of the dice is in
it. What the next turn's value then adds or takes away corrects it, weighted down with `trace`. Turns whose dice
cards may roll again are worth what came of them.
"""

from typing import Final, NamedTuple

import numpy as np

from dicecup.batch.king_of_tokyo.cards import BATTERIES, BOX, BOXED, PROBING, ROLLING, SMOKE_CLOUD
from dicecup.batch.king_of_tokyo.game import begin_game, decide
from dicecup.batch.king_of_tokyo.hands import IN_DECK, lay_down, where
from dicecup.batch.king_of_tokyo.rows import (
    ACTIVE,
    ASK_BUY,
    ASK_CHANGE,
    ASK_DICE,
    ASK_ROLL,
    ASK_YIELD,
    ASKED,
    DECK_LEFT,
    DICE_HAD,
    ENERGY,
    FIELDS,
    HEARTS,
    HOOKS,
    IN_BAY,
    IN_CITY,
    KEEP,
    KEPT,
    KIND,
    LEFT,
    MONSTER,
    MOST_SEATS,
    PLACE,
    PROBED,
    ROLLS_DICE,
    RUNNING,
    SAVED,
    STARS,
    TABLE,
    TABLE_ENDS,
    WINNERS,
    Ints,
    Rules,
)
from dicecup.batch.luck import Words, below, fraction, seed_of
from dicecup.games.king_of_tokyo.cards.base import DECK
from dicecup.players.king_of_tokyo.lines import answer, changes_the_turn, kept_and_rolled
from dicecup.players.king_of_tokyo.row_choices import Room, chances, copied, list_allowed
from dicecup.players.king_of_tokyo.row_dice import MORE, START, Floats, Program, luck_of, lying
from dicecup.players.king_of_tokyo.row_outcomes import Cases, Tools
from dicecup.players.king_of_tokyo.row_rolling import (
    after_rolling,
    dice_to_come,
    look_at_dice,
    rolls_to_come,
)
from dicecup.training.king_of_tokyo.notes import LIVING, MOST_TURNS, TURN, Notes, note, note_dice

MOST_STEPS: Final = 20000
MADE_UP: Final = 0.4  # of the games begin in the middle
RANDOM_KEEP, RANDOM_BUY, RANDOM_YIELD, RANDOM_REST = 0.03, 0.06, 0.05, 0.02
KEEP_CARD: Final[Ints] = np.array([int(DECK[card].keep) for card in BOX])
COST: Final[Ints] = np.array([DECK[card].cost for card in BOX])


class Diary(NamedTuple):
    """The turns of the game that is played."""

    value: Floats  # of each seat before the roll
    expected: Floats  # and of the dice as they fell
    strayed: Ints  # 1 if somebody tried something
    open: Ints  # 1 if cards might roll its dice again
    mass: Floats  # room for how likely keeps are
    held: Floats
    result: Floats
    before: Ints  # the row before the dice fell


def new_diary(width: int) -> Diary:
    """Room for one, with rows so wide."""
    return Diary(
        np.zeros((MOST_TURNS, MOST_SEATS)),
        np.zeros((MOST_TURNS, MOST_SEATS)),
        np.zeros(MOST_TURNS, np.int64),
        np.zeros(MOST_TURNS, np.int64),
        np.zeros(len(MORE)),
        np.zeros(len(MORE)),
        np.zeros(MOST_SEATS),
        np.zeros(width, np.int64),
    )


# --- how games begin ---


def shake(row: Ints, rules: Rules, luck: Words) -> None:
    """Make up a position in the middle of a game, so that rare ones are seen too."""
    most = 2 + below(luck, 0, 17)
    for seat in range(rules.seats):
        me = MONSTER + FIELDS * seat
        row[me + HEARTS] = 1 + below(luck, 0, 10) if fraction(luck, 0) < 0.7 else 10
        row[me + STARS] = below(luck, 0, most + 1)
        row[me + ENERGY] = below(luck, 0, 9) if fraction(luck, 0) < 0.7 else 0
        if rules.cards and fraction(luck, 0) < 0.6:
            for _ in range(1 + below(luck, 0, 3)):
                card = below(luck, 0, BOXED)
                while not KEEP_CARD[card] or where(row, card) != IN_DECK:
                    card = below(luck, 0, BOXED)
                filled = 3 if card == SMOKE_CLOUD else 6 if card == BATTERIES else 0
                row[DECK_LEFT] -= 1
                lay_down(row, seat, card, COST[card], filled)
    if fraction(luck, 0) < 0.9:
        city = below(luck, 0, rules.seats)
        row[MONSTER + FIELDS * city + PLACE] = IN_CITY
        if rules.seats >= 5 and fraction(luck, 0) < 0.8:
            bay = (city + 1 + below(luck, 0, rules.seats - 1)) % rules.seats
            row[MONSTER + FIELDS * bay + PLACE] = IN_BAY
    if rules.cards:
        for place in range(TABLE, TABLE_ENDS):
            row[KEPT - TABLE + place] = row[place]
        row[SAVED] = 1


# --- what turns are worth ---


def before_rolling(c: Cases, p: Program, dice: int, rolls: int, d: Diary, value: Floats) -> None:
    """What a turn is worth to every seat before its first roll: how likely each way is that its dice may end."""
    first, end, mass, held = START[dice], START[dice + 1], d.mass, d.held
    for at in range(end):
        mass[at], held[at] = 0.0, 0.0
    mass[0] = 1.0
    for level in range(rolls, 0, -1):
        for at in range(first, end):  # kept as a whole: they are not rolled any more
            if level < rolls:
                held[at] += mass[at]
                mass[at] = 0.0
        for at in range(first):
            if mass[at] > 0:
                part = mass[at] / 6
                for face in range(6):
                    mass[MORE[at, face]] += part
                mass[at] = 0.0
        if level > 1:
            for at in range(first, end):
                part = mass[at]
                mass[at] = 0.0
                if part > 0:
                    _pass_on(p.keep[level - 1, at], first, part, mass, held)
    for seat in range(MOST_SEATS):
        value[seat] = 0.0
    for at in range(first, end):
        part = mass[at] + held[at]
        if part > 0:
            for place in range(MOST_SEATS):
                if c.seats[place] >= 0:
                    value[c.seats[place]] += part * c.known[p.then[at], place]


def _pass_on(keep: int, first: int, part: float, mass: Floats, held: Floats) -> None:
    if keep >= first:
        held[keep] += part
    else:
        mass[keep] += part


# --- games ---


def _any_allowed(row: Ints, rules: Rules, room: Room, luck: Words) -> int:
    mask, many = room.mask, 0
    list_allowed(row, rules, mask)
    for action in range(len(mask)):
        many += int(mask[action] != 0)
    which = below(luck, 0, many)
    for action in range(len(mask)):
        if mask[action]:
            if which == 0:
                return action
            which -= 1
    return -1


def _chance_to_stray(kind: int) -> float:
    if kind == ASK_DICE:
        return RANDOM_KEEP
    if kind == ASK_BUY:
        return RANDOM_BUY
    return RANDOM_YIELD if kind == ASK_YIELD else RANDOM_REST


def _see_dice(row: Ints, rules: Rules, tools: Tools, room: Room, seat: int, dice: int, rolls: int) -> None:
    for place in range(MOST_SEATS):
        tools.cases.seats[place] = -1
    look_at_dice(row, rules, tools, room, room.program, dice, rolls, seat)


def _rolls_again(row: Ints, rules: Rules) -> bool:
    """Whether cards may roll dice of this turn again: then how they will lie is not worked out beforehand."""
    if not rules.cards:
        return False
    for seat in range(rules.seats):
        me = MONSTER + FIELDS * seat
        if row[me + HEARTS] > 0 and row[me + HOOKS] & (ROLLING if seat == row[ACTIVE] else PROBING):
            return True
    return False


def _is_rolling(row: Ints) -> bool:
    return bool(row[ASKED] >= 0 and row[RUNNING] in (KEEP, PROBED))


def _self_play(
    row: Ints, rules: Rules, tools: Tools, room: Room, luck: Words, d: Diary, notes: Notes, at: int
) -> tuple[int, int]:
    """Play a game in which everybody sometimes tries something; the turns, and the number of the next note."""
    turn, bought, known, p, c = -1, 0, False, room.program, tools.cases
    for _ in range(MOST_STEPS):
        kind = row[KIND]
        if kind == ASK_BUY and turn >= 0:
            bought += 1
            if bought > 1:
                at = note(row, rules, tools, room, notes, at, 2 * turn + 1)
        if kind in (ASK_DICE, ASK_CHANGE) and not known:
            known = True
            _see_dice(row, rules, tools, room, 0, row[DICE_HAD], row[LEFT])
        if turn < 0 or kind == ASK_ROLL or fraction(luck, 0) >= _chance_to_stray(kind):
            action = answer(row, rules, tools, room, p, luck)
        else:
            action, d.strayed[turn] = _any_allowed(row, rules, room, luck), 1
        if action < 0:
            return 0, at
        if kind == ASK_ROLL and rules.verbs[action] == ROLLS_DICE:
            turn, bought, known = turn + 1, 0, True
            if turn == MOST_TURNS:
                return 0, at
            dice, rolls = dice_to_come(row, rules), rolls_to_come(row, rules)
            _see_dice(row, rules, tools, room, 0, dice, rolls)
            d.open[turn], d.strayed[turn] = _rolls_again(row, rules), 0
            if d.open[turn]:
                chances(row, rules, tools, row[:0], d.value[turn])
            else:
                before_rolling(c, p, dice, rolls, d, d.value[turn])
            at = note(row, rules, tools, room, notes, at, 2 * turn)
        keep, rolled = kept_and_rolled(row, rules, action)
        if changes_the_turn(row, rules, action):
            known = False
        fell, dicing = lying(row), kind == ASK_DICE or rolled > 0
        if dicing:
            copied(row, d.before)
        decide(row, rules, action, luck, 0, room.chance)
        if dicing and not _is_rolling(row) and turn >= 0 and not d.open[turn]:
            if rolled:
                fell = after_rolling(rolled, keep, room.chance)
            for seat in range(MOST_SEATS):
                d.expected[turn, seat] = 0.0
            for place in range(MOST_SEATS):
                if c.seats[place] >= 0:
                    d.expected[turn, c.seats[place]] = c.known[p.then[fell], place]
            at = note_dice(d.before, rules, tools, p, fell, notes, at, 2 * turn + 1)
        if row[ASKED] < 0:
            return turn + 1, at
    return 0, at


def _teach(rules: Rules, turns: int, trace: float, d: Diary, notes: Notes, first: int, end: int) -> None:
    """From the end of a game back: what every position should have been thought of."""
    at, later = end, d.result
    for turn in range(turns - 1, -1, -1):
        good = not d.strayed[turn]
        while at > first and notes.about[at - 1, TURN] > 2 * turn:
            at -= 1
            _aim(notes, at, later)
            if not good:
                notes.about[at, LIVING] = 0
        for seat in range(rules.seats):
            more = trace * (later[seat] - d.expected[turn, seat]) if good else 0.0
            if not (good and d.open[turn]):
                later[seat] = d.value[turn, seat] + more
        while at > first and notes.about[at - 1, TURN] == 2 * turn:
            at -= 1
            _aim(notes, at, later)


def _aim(notes: Notes, at: int, later: Floats) -> None:
    for place in range(notes.about[at, LIVING]):
        notes.targets[at, place] = later[notes.who[at, place]]


def _shares(row: Ints, rules: Rules, result: Floats) -> None:
    many = 0
    for seat in range(rules.seats):
        many += row[WINNERS] >> seat & 1
    for seat in range(rules.seats):
        result[seat] = (row[WINNERS] >> seat & 1) / max(1, many)


def self_play(
    rules: Rules,
    tools: Tools,
    room: Room,
    d: Diary,
    seed: np.uint64,
    games: int,
    trace: float,
    notes: Notes,
) -> int:
    """Games, half of them from positions that are made up; how many notes there are of them."""
    row, luck, at = room.row, room.luck[1:], 0
    for game in range(games):
        luck[0] = seed_of(seed, game)
        begin_game(row, rules, luck, 0, room.chance)
        if fraction(luck, 0) < MADE_UP:
            shake(row, rules, luck)
        first = at
        turns, at = _self_play(row, rules, tools, room, luck, d, notes, at)
        if turns and row[WINNERS]:
            _shares(row, rules, d.result)
            _teach(rules, turns, trace, d, notes, first, at)
        else:
            at = first
    return at


def play_match(
    rules: Rules, ours: Tools, theirs: Tools, room: Room, seed: np.uint64, mine: int, found: Floats
) -> None:
    """A game with one of ours among theirs: the share of the win it gets, and how much of that was luck with dice.

    Whoever rolls, and whatever they think of it: on average such luck is nothing.
    """
    row, luck, p, lucky, known = room.row, room.luck[1:], room.program, 0.0, False
    luck[0] = seed
    begin_game(row, rules, luck, 0, room.chance)
    found[0], found[1] = 0.0, 0.0
    for _ in range(MOST_STEPS):
        kind = row[KIND]
        tools = ours if row[ASKED] == mine else theirs
        if kind in (ASK_DICE, ASK_CHANGE) and not known:
            known = True
            look_at_dice(row, rules, tools, room, p, row[DICE_HAD], row[LEFT], mine)
        action = answer(row, rules, tools, room, p, luck)
        if action < 0:
            return
        level = rolls_to_come(row, rules) if kind == ASK_ROLL else row[LEFT]
        keep, rolled = kept_and_rolled(row, rules, action)
        if kind == ASK_ROLL and rolled:
            known = True
            look_at_dice(row, rules, tools, room, p, rolled, level, mine)
        if changes_the_turn(row, rules, action):
            known = False
        decide(row, rules, action, luck, 0, room.chance)
        if rolled and known:
            lucky += luck_of(p, level, keep, after_rolling(rolled, keep, room.chance))
        if row[ASKED] < 0 or row[MONSTER + FIELDS * mine + HEARTS] <= 0:
            break
    found[1] = lucky
    if row[MONSTER + FIELDS * mine + HEARTS] > 0:
        _shares(row, rules, room.found)
        found[0] = room.found[mine]
