"""Damage: what stops it, hearts lost, and monsters that die."""

from typing import Any

from dicecup.batch.king_of_tokyo.asking import WAIT, ask, face
from dicecup.batch.king_of_tokyo.cards import (
    ABSORB,
    CAMOUFLAGE,
    DEATH_SEEN,
    NONE,
    RAPID_HEALING,
    REACTING,
    RESCUE,
    ROLLS_AGAIN,
    SHIELD,
    STRONGER,
    WHEN_HURT,
    WINGS,
)
from dicecup.batch.king_of_tokyo.gains import close_bay, gain_energy, gain_hearts, gain_stars, left_by, lives
from dicecup.batch.king_of_tokyo.hands import acting, first_with, next_with, throw_all_away
from dicecup.batch.king_of_tokyo.options import RAPID_FEE, WINGS_FEE, called_for
from dicecup.batch.king_of_tokyo.packets import absorbs, by_card, packet_at, stopped
from dicecup.batch.king_of_tokyo.questions import list_again
from dicecup.batch.king_of_tokyo.rows import (
    ACTIVE,
    AMOUNT,
    ASK_AGAIN,
    ASK_REACT,
    DEALER,
    ENERGY,
    FACES,
    FIELDS,
    FROM,
    HEARTS,
    HOOKS,
    HURT,
    INCOMING,
    MONSTER,
    MOST_FACES,
    OUT,
    PLACE,
    POISON,
    POISONED,
    ROLLS_AGAIN_DIE,
    SHAKEN,
    SHOWN,
    SHRINK,
    SHRUNK,
    STARS,
    TARGET,
    TO,
    UNTOUCHABLE,
    USES,
    Ints,
    Rules,
)
from dicecup.batch.luck import Words
from dicecup.games.king_of_tokyo.state import HEART
from dicecup.games.king_of_tokyo.state import HEARTS as USUAL_HEARTS

_DEFENDS = SHIELD | ABSORB | REACTING


def deal(row: Ints, rules: Rules, luck: Words, game: int, chance: Any, many: int) -> int:
    """So many packets: the targets react in turn, then all lose their hearts. Who lost some, as bits; or WAIT."""
    for number in range(many):
        at = packet_at(number)
        target = MONSTER + FIELDS * row[at + TARGET]
        if row[target + HEARTS] > 0 and (row[target + UNTOUCHABLE] or row[target + HOOKS] & _DEFENDS):
            row[INCOMING] = at
            if not _defend(row, rules, luck, game, chance, at):
                return WAIT
            row[INCOMING] = 0
    lost, died = NONE, NONE
    for number in range(many):
        at = packet_at(number)
        if row[at + AMOUNT] > 0 and _lose_hearts(row, rules, at):
            lost |= 1 << row[at + TARGET]
            if not lives(row, row[at + TARGET]):
                died |= 1 << row[at + TARGET]
    if died:
        _die(row, rules, died, many)
    return lost


def deal_to_others(
    row: Ints, rules: Rules, luck: Words, game: int, chance: Any, dealer: int, others: int, own: int
) -> bool:
    """Damage by a card, to all others and to its owner. False: somebody has to be asked first."""
    many = NONE
    if others:
        for away in range(1, rules.seats):
            other = left_by(row, rules, dealer, away)
            if lives(row, other):
                by_card(row, rules, packet_at(many), dealer, other, others)
                many += 1
    if own:
        by_card(row, rules, packet_at(many), dealer, dealer, own)
        many += 1
    return many == 0 or deal(row, rules, luck, game, chance, many) != WAIT


def _defend(row: Ints, rules: Rules, luck: Words, game: int, chance: Any, at: int) -> bool:
    """False: its target has to be asked first."""
    seat = row[at + TARGET]
    card = first_with(row, seat, SHIELD)
    while card >= 0:
        helps = acting(row, card) == CAMOUFLAGE and row[at + AMOUNT] > 0 and not stopped(row, at)
        if helps and not _camouflage(row, rules, luck, game, chance, seat, at):
            return False
        card = next_with(row, card, SHIELD)
    while row[at + AMOUNT] > 0 and not stopped(row, at):
        if not called_for(row, rules, seat, REACTING, rules.nothing[:0]):
            break
        action = ask(row, luck, game, seat, ASK_REACT)
        if action == WAIT:
            return False
        if rules.verbs[action] != USES:
            break
        use_handy(row, seat, acting(row, rules.things[action]))
    if row[at + AMOUNT] > 0 and (
        row[MONSTER + FIELDS * seat + UNTOUCHABLE] or (row[at + AMOUNT] == 1 and absorbs(row, seat))
    ):
        row[at + AMOUNT] = 0
    return True


def use_handy(row: Ints, seat: int, acts: int) -> None:
    """Cards that can be used at any time."""
    me = MONSTER + FIELDS * seat
    if acts == RAPID_HEALING:
        row[me + ENERGY] -= RAPID_FEE
        gain_hearts(row, seat, 1)
    elif acts == WINGS:
        row[me + ENERGY] -= WINGS_FEE
        row[me + UNTOUCHABLE] = 1


def _camouflage(row: Ints, rules: Rules, luck: Words, game: int, chance: Any, seat: int, at: int) -> bool:
    """A die for each heart that would be lost. False: its owner has to be asked about them first."""
    dice = row[at + AMOUNT]
    if dice > MOST_FACES:
        raise OverflowError("more damage at once in King of Tokyo than a batch has room for")
    for slot in range(dice):
        row[FACES + slot] = face(row, luck, game, chance)
    row[SHOWN], row[FROM], row[TO] = FACES, 0, dice
    if not think_again(row, rules, luck, game, chance, seat):
        return False
    for slot in range(dice):
        if row[FACES + slot] == HEART:
            row[at + AMOUNT] -= 1
    return True


def think_again(row: Ints, rules: Rules, luck: Words, game: int, chance: Any, seat: int) -> bool:
    """Who has just rolled dice, SHOWN, for a card may have another that lets it roll some again. False: asked."""
    while row[MONSTER + FIELDS * seat + HOOKS] & ROLLS_AGAIN and list_again(row, rules, seat, rules.nothing[:0]):
        action = ask(row, luck, game, seat, ASK_AGAIN)
        if action == WAIT:
            return False
        if rules.verbs[action] == USES:
            use_handy(row, seat, acting(row, rules.things[action]))
        elif rules.verbs[action] == ROLLS_AGAIN_DIE:
            row[row[SHOWN] + rules.things[action]] = face(row, luck, game, chance)
        else:
            break
    return True


def _lose_hearts(row: Ints, rules: Rules, at: int) -> bool:
    seat, dealer = row[at + TARGET], row[at + DEALER]
    me = MONSTER + FIELDS * seat
    lost = min(row[at + AMOUNT], row[me + HEARTS])
    if not lost:
        return False
    row[me + HEARTS] -= lost
    if dealer == row[ACTIVE] and (dealer != seat or rules.nobody_hurt):
        row[HURT] = 1
    if row[me + HEARTS] > 0:
        row[me + POISON] += row[at + POISONED]
        row[me + SHRINK] += row[at + SHRUNK]
        card = first_with(row, seat, WHEN_HURT)
        while card >= 0:
            if acting(row, card) == STRONGER and lost >= 2:
                gain_energy(row, seat, 1)
            card = next_with(row, card, WHEN_HURT)
    return True


def _die(row: Ints, rules: Rules, died: int, many: int) -> None:
    """At 0 hearts: others profit, a card may save the monster, else it is out. All die at the same time."""
    saved = 0
    for seat in range(rules.seats):
        if died >> seat & 1:
            for other in range(rules.seats):
                if other != seat and lives(row, other):
                    card = first_with(row, other, DEATH_SEEN)
                    while card >= 0:
                        gain_stars(row, other, 3)
                        card = next_with(row, card, DEATH_SEEN)
            if first_with(row, seat, RESCUE) >= 0:
                saved |= 1 << seat
    for number in range(many):
        seat = row[packet_at(number) + TARGET]
        if died >> seat & 1:
            died &= ~(1 << seat)
            me = MONSTER + FIELDS * seat
            throw_all_away(row, rules, seat)
            row[me + PLACE] = OUT
            if saved >> seat & 1:
                row[me + STARS], row[me + HEARTS] = 0, USUAL_HEARTS
            else:
                row[me + ENERGY], row[me + POISON], row[me + SHRINK] = 0, 0, 0
                row[SHAKEN] = 1
    close_bay(row, rules)
