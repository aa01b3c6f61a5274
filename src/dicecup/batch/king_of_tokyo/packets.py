"""Damage on its way to a monster."""

from dicecup.batch.king_of_tokyo.cards import ABSORB, ARMOR_PLATING, MARKS, POISON_SPIT, SHRINK_RAY
from dicecup.batch.king_of_tokyo.hands import acting, first_with, next_with
from dicecup.batch.king_of_tokyo.rows import (
    AMOUNT,
    BY_CLAWS,
    DEALER,
    FIELDS,
    FROM_CARD,
    MONSTER,
    PACKET,
    PACKETS,
    POISONED,
    SHRUNK,
    SOURCE,
    TARGET,
    UNTOUCHABLE,
    Ints,
    Rules,
)


def packet_at(number: int) -> int:
    """Where the packet of this number lies, of those that are dealt now."""
    return PACKETS + PACKET * number


def write_packet(
    row: Ints, rules: Rules, at: int, dealer: int, target: int, amount: int, claws: bool, source: int
) -> None:
    """With the counters that the dealer's cards put on what it deals to others."""
    row[at + TARGET], row[at + DEALER], row[at + AMOUNT], row[at + SOURCE] = target, dealer, amount, source
    row[at + BY_CLAWS], row[at + POISONED], row[at + SHRUNK] = claws, 0, 0
    if dealer >= 0 and dealer != target and (claws or rules.any_marks):
        card = first_with(row, dealer, MARKS)
        while card >= 0:
            if acting(row, card) == POISON_SPIT:
                row[at + POISONED] += 1
            elif acting(row, card) == SHRINK_RAY:
                row[at + SHRUNK] += 1
            card = next_with(row, card, MARKS)


def by_card(row: Ints, rules: Rules, at: int, dealer: int, target: int, amount: int) -> None:
    """Damage by a card, to which nobody may yield."""
    write_packet(row, rules, at, dealer, target, amount, False, FROM_CARD)


def copy_packet(row: Ints, here: int, there: int) -> None:
    """It lies somewhere else."""
    for place in range(PACKET):
        row[there + place] = row[here + place]


def stopped(row: Ints, at: int) -> bool:
    """Whether it does nothing as it stands, without anybody deciding anything."""
    seat = row[at + TARGET]
    if row[MONSTER + FIELDS * seat + UNTOUCHABLE]:
        return True
    return row[at + AMOUNT] == 1 and absorbs(row, seat)


def absorbs(row: Ints, seat: int) -> bool:
    """Whether the monster does not feel damage of 1."""
    card = first_with(row, seat, ABSORB)
    while card >= 0:
        if acting(row, card) == ARMOR_PLATING:
            return True
        card = next_with(row, card, ABSORB)
    return False
