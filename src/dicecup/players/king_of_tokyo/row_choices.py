"""What whoever is asked chooses on a row, one step ahead by the networks, compiled; `mind` does it on states.

An option is tried on a copy. What is asked on the way to a point that can be judged is answered in a plain way;
whoever may yield does what is best for it. Cards that come to the market are all that might have come, and
where dice fall the option is tried several times.
"""

from typing import Any, Final, NamedTuple

import numpy as np

from dicecup.batch.king_of_tokyo.cards import WINGS
from dicecup.batch.king_of_tokyo.game import allow, decide
from dicecup.batch.king_of_tokyo.hands import acting
from dicecup.batch.king_of_tokyo.questions import harmless
from dicecup.batch.king_of_tokyo.rows import (
    ASK_BUY,
    ASK_CHANGE,
    ASK_DICE,
    ASK_HEARTS,
    ASK_ORDER,
    ASK_PEEKED,
    ASK_REACT,
    ASK_ROLL,
    ASK_SNATCH,
    ASK_YIELD,
    ASKED,
    BUYS,
    COPIES,
    FIELDS,
    HEARTS,
    KIND,
    LOOK,
    MONSTER,
    ROLLS_DICE,
    SAID,
    STAKES,
    STAYS,
    TAKES_TURN,
    USES,
    YIELDS,
    Ints,
    Rules,
)
from dicecup.batch.luck import Words, mixed
from dicecup.players.king_of_tokyo.row_dice import Floats, Program, new_program
from dicecup.players.king_of_tokyo.row_judge import decided, first_layer, shares
from dicecup.players.king_of_tokyo.row_news import shares_whatever_came
from dicecup.players.king_of_tokyo.row_outcomes import Tools

TRIES: Final = 4  # of an option that lets dice fall
MOST_PLAIN: Final = 40  # plain answers in a row


class Room(NamedTuple):
    """Room to work in."""

    program: Program  # of the turn that is played
    opening: Program  # of the turn in which the lines begin
    aside: Program  # for a question beside the turn
    row: Ints  # the line that is played
    spare: Ints  # a row on which an option is tried
    fork: Ints  # and one for whoever may yield then, and for the next who may
    last: Ints
    mask: Any
    options: Ints
    chance: Any
    found: Floats  # chances by seats
    stayed: Floats  # if the first and the next who may yield stay
    kept: Floats
    luck: Words
    facts: Ints  # PLAYED ...


PLAYED: Final = 0  # how many turns were looked into


def new_room(width: int, actions: int) -> Room:
    """Room for rows so wide, with so many actions."""
    row, spare, fork, last = np.zeros((4, width), np.int64)
    found, stayed, kept = np.zeros((3, 6))
    return Room(
        *(new_program(), new_program(), new_program()),
        *(row, spare, fork, last),
        np.zeros(actions, np.int8),
        np.zeros(actions, np.int64),
        np.zeros(128, np.int8),
        *(found, stayed, kept),
        np.zeros(2, np.uint64),
        np.zeros(1, np.int64),
    )


def copied(row: Ints, to: Ints) -> None:
    """A row written over another."""
    for place in range(len(row)):
        to[place] = row[place]


# --- what a table is worth ---


def chances(row: Ints, rules: Rules, tools: Tools, market: Ints, found: Floats) -> None:
    """Of every seat to win; cards that have come since a row had its `market` are any that might have."""
    nets, desk = tools.nets, tools.desk
    many = decided(row, rules, desk, found)
    if not many:
        return
    first_layer(row, rules, nets, many, desk)
    if rules.cards and len(market):
        shares_whatever_came(row, nets, many, desk, market)
    else:
        shares(nets, many, desk, desk.told)
    for place in range(many):
        found[desk.who[place]] = desk.told[place]


def prospect(row: Ints, rules: Rules, tools: Tools, room: Room, seat: int, market: Ints) -> float:
    """The chance of a seat to win."""
    if row[ASKED] >= 0 and row[MONSTER + FIELDS * seat + HEARTS] <= 0:
        return 0.0
    chances(row, rules, tools, market, room.found)
    return float(room.found[seat])


# --- where an option leads ---


def _can_be_judged(kind: int) -> bool:
    return kind in (ASK_ROLL, ASK_DICE, ASK_BUY, ASK_YIELD, ASK_CHANGE, ASK_ORDER)


def list_allowed(row: Ints, rules: Rules, mask: Any) -> None:
    """What can be chosen, and nothing else in the mask."""
    for action in range(len(mask)):
        mask[action] = 0
    allow(row, rules, mask)


def find_options(row: Ints, rules: Rules, room: Room) -> int:
    """The same as a list in `options`; how many there are."""
    list_allowed(row, rules, room.mask)
    many = 0
    for action in range(len(room.mask)):
        if room.mask[action]:
            room.options[many] = action
            many += 1
    return many


def plain_answer(row: Ints, rules: Rules, tools: Tools, room: Room) -> int:
    """Without a thought: no card is used but Wings, the dearest is copied, as much as possible is staked."""
    mask, best, most = room.mask, -1, -1e9
    list_allowed(row, rules, mask)
    for action in range(len(mask)):
        if mask[action]:
            verb, worth = rules.verbs[action], 0.0
            if verb == USES:
                shields = row[KIND] == ASK_REACT and acting(row, rules.things[action]) == WINGS
                worth = 1.0 if shields else -1.0
            elif verb == BUYS:
                worth = -1.0
            elif verb == TAKES_TURN:
                worth = 1.0
            elif verb == COPIES:
                worth = float(tools.nets.costs[rules.things[action]])
            elif verb == STAKES:
                worth = float(rules.things[action])
            if worth > most:
                best, most = action, worth
    return best


def _go_on(row: Ints, rules: Rules, tools: Tools, room: Room) -> None:
    """Answer for everybody until it can be judged."""
    for _ in range(MOST_PLAIN):
        if row[ASKED] < 0 or _can_be_judged(row[KIND]):
            return
        decide(row, rules, plain_answer(row, rules, tools, room), room.luck, 0, room.chance)


def _end(row: Ints, rules: Rules, tools: Tools, room: Room, market: Ints, found: Floats) -> None:
    _go_on(row, rules, tools, room)
    chances(row, rules, tools, market, found)


def _next_yields(row: Ints, rules: Rules, tools: Tools, room: Room, market: Ints, found: Floats) -> None:
    """As `outcome`, for the second who may."""
    _go_on(row, rules, tools, room)
    seat, stayed = row[ASKED], room.kept
    if seat < 0 or row[KIND] != ASK_YIELD:
        chances(row, rules, tools, market, found)
        return
    copied(row, room.last)
    decide(row, rules, rules.plain[STAYS], room.luck, 0, room.chance)
    _end(row, rules, tools, room, market, found)
    if not harmless(room.last, seat):
        decide(room.last, rules, rules.plain[YIELDS], room.luck, 0, room.chance)
        _end(room.last, rules, tools, room, market, stayed)
        _take_better(stayed, found, seat)


def outcome(row: Ints, rules: Rules, tools: Tools, room: Room, market: Ints, found: Floats) -> None:
    """Everybody's chances where a row leads to; those who may yield do what is best for them."""
    _go_on(row, rules, tools, room)
    seat, gone = row[ASKED], room.stayed
    if seat < 0 or row[KIND] != ASK_YIELD:
        chances(row, rules, tools, market, found)
        return
    copied(row, room.fork)
    decide(row, rules, rules.plain[STAYS], room.luck, 0, room.chance)
    _next_yields(row, rules, tools, room, market, found)
    if not harmless(room.fork, seat):
        decide(room.fork, rules, rules.plain[YIELDS], room.luck, 0, room.chance)
        _next_yields(room.fork, rules, tools, room, market, gone)
        _take_better(gone, found, seat)


def _take_better(other: Floats, found: Floats, seat: int) -> None:
    if other[seat] > found[seat]:
        for each in range(len(found)):
            found[each] = other[each]


def tried(row: Ints, rules: Rules, tools: Tools, room: Room, action: int, luck: Words) -> float:
    """What an option is worth to whoever is asked."""
    spare, seat, kind, worth = room.spare, row[ASKED], row[KIND], 0.0
    room.luck[0] = mixed(luck[0])  # not what will really come
    for attempt in range(1, TRIES + 1):
        copied(row, spare)
        decide(spare, rules, action, room.luck, 0, room.chance)
        fell = spare[SAID] > 0 and kind not in (ASK_BUY, ASK_SNATCH, ASK_PEEKED)  # dice, and no cards
        while kind == ASK_HEARTS and spare[ASKED] == seat and spare[KIND] == kind:  # the others for the same
            list_allowed(spare, rules, room.mask)
            if not room.mask[action]:
                break
            decide(spare, rules, action, room.luck, 0, room.chance)
        outcome(spare, rules, tools, room, row, room.found)
        worth += room.found[seat]
        if not fell:
            return float(worth / attempt)
    return float(worth / TRIES)


def choose(row: Ints, rules: Rules, tools: Tools, room: Room, luck: Words) -> int:
    """What whoever is asked does, if it is not about dice that lie there: the first of the best."""
    many, best, most = find_options(row, rules, room), -1, -1.0
    if many == 1:
        return int(room.options[0])
    for each in range(many):
        action = room.options[each]
        if rules.verbs[action] == USES and rules.ways[action] == LOOK:
            return int(action)  # it costs nothing to know
        if rules.verbs[action] == ROLLS_DICE:
            value = prospect(row, rules, tools, room, row[ASKED], row[:0])
        else:
            value = tried(row, rules, tools, room, action, luck)
        if value > most:
            best, most = action, value
    return int(best)
