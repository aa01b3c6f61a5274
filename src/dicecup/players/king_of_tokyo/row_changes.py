"""Cards that change dice, to be compiled: what whoever's turn it is can make of one die.

That the card or the energy is gone then costs what it is worth before the dice have brought anything, and a die is
turned once.
"""

from typing import Final

from dicecup.batch.king_of_tokyo.cards import HERD_CULLER, PLOT_TWIST, STRETCHY
from dicecup.batch.king_of_tokyo.hands import acting, next_of, used
from dicecup.batch.king_of_tokyo.rows import ACTIVE, FIELDS, FIRST, MONSTER, Ints, Rules
from dicecup.games.king_of_tokyo.state import ONE
from dicecup.players.king_of_tokyo.row_dice import LESS, MORE, PLOT_TWIST_PRICE, START, STRETCHY_PRICE, Program
from dicecup.players.king_of_tokyo.row_judge import (
    N_ENERGY,
    Desk,
    Nets,
    Singles,
    add_affordable,
    add_numbers,
    add_part,
    discount_of,
    shares,
)
from dicecup.players.king_of_tokyo.turn import FACES

STRETCHY_FEE: Final = 2  # energy


def change_for(row: Ints, rules: Rules, seat: int, to: int, energy: int, p: Program) -> float:
    """What it takes to turn a die to a face; more than a win is worth if no card does."""
    least = 2.0
    if not rules.cards:
        return least
    card = row[MONSTER + FIELDS * seat + FIRST]
    while card >= 0:
        acts = acting(row, card)
        if acts == HERD_CULLER and to == ONE and not used(row, card):
            least = min(least, 0.0)
        elif acts == PLOT_TWIST:
            least = min(least, p.facts[PLOT_TWIST_PRICE])
        elif acts == STRETCHY and energy >= STRETCHY_FEE:
            least = min(least, p.facts[STRETCHY_PRICE])
        card = next_of(row, card)
    return least


def price_changes(
    row: Ints, nets: Nets, desk: Desk, many: int, hidden: Singles, numbers: Ints, mine: Ints, p: Program
) -> None:
    """What it costs to use up what `mine` has of these cards; `hidden` is what dice do not change of the table."""
    if many < 2 or not (mine[PLOT_TWIST] or mine[STRETCHY]):
        return
    energy = numbers[0, N_ENERGY]
    had = _worth(row, nets, desk, many, hidden, numbers, 0)
    p.facts[PLOT_TWIST_PRICE] = max(0.0, had - _worth(row, nets, desk, many, hidden, numbers, mine[PLOT_TWIST]))
    if energy >= STRETCHY_FEE:
        numbers[0, N_ENERGY] -= STRETCHY_FEE
        p.facts[STRETCHY_PRICE] = max(0.0, had - _worth(row, nets, desk, many, hidden, numbers, 0))
        numbers[0, N_ENERGY] = energy


def _worth(row: Ints, nets: Nets, desk: Desk, many: int, hidden: Singles, numbers: Ints, twists: int) -> float:
    """The chance of whoever's turn it is, with a Plot Twist less if it has some."""
    for each in range(len(hidden)):
        desk.hidden[each] = hidden[each]
    for place in range(many):
        add_numbers(nets, many, place, numbers[place], desk.hidden)
    add_affordable(row, nets, many, numbers[0, N_ENERGY], discount_of(row, row[ACTIVE]), desk.hidden)
    if twists:
        add_part(desk.hidden, nets.cards[many, 0, PLOT_TWIST], -1.0)
    shares(nets, many, desk, desk.told)
    return float(desk.told[0])


def change_dice(row: Ints, rules: Rules, mine: Ints, energy: int, p: Program, dice: int) -> None:
    """With the best that a card can make of one of the dice."""
    seat = row[ACTIVE]
    if not (mine[HERD_CULLER] or mine[PLOT_TWIST] or mine[STRETCHY]):
        return
    for at in range(START[dice], START[dice + 1]):
        p.plain[at, 0], p.plain[at, 1] = p.mine[0, at], p.other[0, at]
    for to in range(FACES):
        price = change_for(row, rules, seat, to + 1, energy, p)
        if price > 1:
            continue
        for at in range(START[dice], START[dice + 1]):
            for face in range(FACES):
                if face != to and LESS[at, face] >= 0:
                    other = MORE[LESS[at, face], to]
                    if p.plain[other, 0] - price > p.mine[0, at]:
                        p.mine[0, at], p.other[0, at] = p.plain[other, 0] - price, p.plain[other, 1]
                        p.then[at] = p.slot[other]
