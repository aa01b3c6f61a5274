"""A state as a row of a batch, where that can be: at the decisions that are played on from."""

from typing import Final

import numpy as np

from dicecup.batch.king_of_tokyo import rows
from dicecup.batch.king_of_tokyo.asking import WAIT
from dicecup.batch.king_of_tokyo.cards import BOX, MIMIC
from dicecup.batch.king_of_tokyo.hands import (
    DISCARDED,
    IN_DECK,
    IN_MARKET,
    NOWHERE,
    ON_TOP,
    lay_down,
    put,
    refresh,
    use_it,
)
from dicecup.batch.king_of_tokyo.rows import Ints
from dicecup.games.king_of_tokyo import KingState
from dicecup.games.king_of_tokyo.encoding import KINDS
from dicecup.games.king_of_tokyo.rules import PHASES
from dicecup.games.king_of_tokyo.state import MARKET, Packet
from dicecup.players.king_of_tokyo.position import PLACES
from dicecup.table import Ask

NUMBER: Final = {card: at for at, card in enumerate(BOX)}
_PHASES: Final = {phase: at for at, phase in enumerate(PHASES)}
_FROM: Final = {"claws": rows.FROM_CLAWS, "poison": rows.FROM_POISON}


def row_of(state: KingState, ask: Ask) -> Ints:
    """What is asked begins its phase again: so it must be one that changes nothing before it asks."""
    row = np.zeros(rows.width(state.options.cards), np.int64)
    row[rows.ASKED], row[rows.KIND] = ask.seat, KINDS.index(ask.kind)
    row[rows.PHASE] = row[rows.RUNNING] = _PHASES[state.phase]
    row[rows.ACTIVE], row[rows.ROUND] = state.active, state.round_seat
    row[rows.MADE], row[rows.LEFT] = state.rolls, state.rolls_left
    row[rows.CLAWED_NOW], row[rows.HURT], row[rows.SHAKEN] = state.claws, state.hurt, state.shaken
    row[rows.MEDDLED], row[rows.FEWER], row[rows.ANOTHER] = (
        state.meddled,
        state.fewer_dice,
        bool(state.another_turn),
    )
    for kind in state.unresolved:
        row[rows.UNRESOLVED] |= 1 << _KINDS.index(kind)
    row[rows.EXTRAS] = len(state.extra_turns)
    for number, seat in enumerate(state.extra_turns):
        row[rows.EXTRA] |= seat << (3 * number)
    row[rows.DECIDING], row[rows.THEN] = [*state.deciding, -1, -1][:2]
    for place in state.fresh:
        row[rows.FRESH] |= 1 << place
    for seat, place in state.waived:
        row[rows.WAIVED] |= 1 << (MARKET * seat + place)
    row[rows.ARRIVING], row[rows.ACTS_AS] = -1, -1
    row[rows.DICE_HAD] = len(state.dice)
    row[rows.DIE : rows.DIE + len(state.dice)] = state.dice
    for at, packets in ((rows.HELD, state.held_back), (rows.PARTING, state.parting)):
        row[at] = len(packets)
        for number, packet in enumerate(packets):
            _write(row, at + 1 + rows.PACKET * number, packet)
    for seat, monster in enumerate(state.monsters):
        me = rows.MONSTER + rows.FIELDS * seat
        row[me + rows.HEARTS], row[me + rows.STARS], row[me + rows.ENERGY] = (
            monster.hearts,
            monster.stars,
            monster.energy,
        )
        row[me + rows.PLACE], row[me + rows.FIRST] = PLACES.get(monster.place, 0), -1
        row[me + rows.POISON], row[me + rows.SHRINK] = monster.poison, monster.shrink
        row[me + rows.UNTOUCHABLE] = bool(monster.untouchable)
        row[me + rows.SITS] = state.order.index(seat)
        row[me + rows.NEIGHBOUR] = state.order[seat]
    if state.options.cards:
        _cards(row, state)
        kept = rows.TABLE_ENDS - rows.TABLE
        row[rows.KEPT : rows.KEPT + kept] = row[rows.TABLE : rows.TABLE_ENDS]
        row[rows.SAVED] = 1
    return row


_KINDS: Final = ("stars", "hearts", "energy", "claws")


def _write(row: Ints, at: int, packet: Packet) -> None:
    row[at + rows.TARGET], row[at + rows.AMOUNT] = packet.target, packet.amount
    row[at + rows.DEALER] = -1 if packet.dealer is None else packet.dealer
    row[at + rows.BY_CLAWS], row[at + rows.SOURCE] = packet.claws, _FROM.get(packet.source, rows.FROM_CARD)
    row[at + rows.POISONED], row[at + rows.SHRUNK] = packet.poison, packet.shrink


def _cards(row: Ints, state: KingState) -> None:
    for number in range(len(BOX)):
        put(row, number, NOWHERE)
    for card in state.deck:
        put(row, NUMBER[card], IN_DECK)
    for card in state.discard:
        put(row, NUMBER[card], DISCARDED)
    row[rows.DECK_LEFT], row[rows.TOPS] = len(state.deck), len(state.top)
    for place, peeked in enumerate(state.top):
        put(row, NUMBER[peeked.card], ON_TOP)
        row[rows.TOP + place] = NUMBER[peeked.card]
        for seat in peeked.seen_by:
            row[rows.SEEN_BY + place] |= 1 << seat
    row[rows.ON_SALE : rows.ON_SALE + MARKET] = -1
    for place, card in enumerate(state.market):
        if card:
            put(row, NUMBER[card], IN_MARKET)
            row[rows.ON_SALE + place] = NUMBER[card]
    for seat, monster in enumerate(state.monsters):
        for held in monster.cards:
            lay_down(row, seat, NUMBER[held.card], held.paid, held.counters)
            use_it(row, NUMBER[held.card], int(held.used))
            if held.card == BOX[MIMIC]:
                row[rows.ACTS_AS] = NUMBER[held.acts_as] if held.acts_as else -1
                row[rows.MOVED] = held.moved
    for seat in range(len(state.monsters)):
        refresh(row, seat)


assert WAIT < 0, "nothing has been answered yet"
