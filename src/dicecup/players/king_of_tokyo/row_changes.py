"""Cards that change dice, to be compiled: what whoever's turn it is can make of one die.

That the card or the energy is gone then is taken off at a flat rate, and a die is turned once.
"""

from typing import Final

from dicecup.batch.king_of_tokyo.cards import HERD_CULLER, PLOT_TWIST, STRETCHY
from dicecup.batch.king_of_tokyo.hands import acting, next_of, used
from dicecup.batch.king_of_tokyo.rows import ACTIVE, FIELDS, FIRST, MONSTER, Ints, Rules
from dicecup.games.king_of_tokyo.state import ONE
from dicecup.players.king_of_tokyo.row_dice import LESS, MORE, START, Program
from dicecup.players.king_of_tokyo.turn import FACES

PLOT_TWIST_WORTH: Final = 0.02  # of the chance to win: what it costs to use it up
STRETCHY_WORTH: Final = 0.01  # and two energy


def change_for(row: Ints, rules: Rules, seat: int, to: int, energy: int) -> float:
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
            least = min(least, PLOT_TWIST_WORTH)
        elif acts == STRETCHY and energy >= 2:
            least = min(least, STRETCHY_WORTH)
        card = next_of(row, card)
    return least


def change_dice(row: Ints, rules: Rules, mine: Ints, energy: int, p: Program, dice: int) -> None:
    """With the best that a card can make of one of the dice."""
    seat = row[ACTIVE]
    if not (mine[HERD_CULLER] or mine[PLOT_TWIST] or mine[STRETCHY]):
        return
    for at in range(START[dice], START[dice + 1]):
        p.plain[at, 0], p.plain[at, 1] = p.mine[0, at], p.other[0, at]
    for to in range(FACES):
        price = change_for(row, rules, seat, to + 1, energy)
        if price > 1:
            continue
        for at in range(START[dice], START[dice + 1]):
            for face in range(FACES):
                if face != to and LESS[at, face] >= 0:
                    other = MORE[LESS[at, face], to]
                    if p.plain[other, 0] - price > p.mine[0, at]:
                        p.mine[0, at], p.other[0, at] = p.plain[other, 0] - price, p.plain[other, 1]
                        p.then[at] = p.slot[other]
