"""Looking ahead to the end of the own turn: every way it can go, with the chances, as a small tree.

An option leads to plans (what may follow it in the same turn), a plan to cases with their chances (the card that
is turned up, success and failure), a case to the rows in which the turn may end. The actor picks the best row of a
case; a plan is worth the average of its cases, an option its best plan. Compiled in training, see `rows`.
"""

from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np

from dicecup.batch.deadwood.lot import AREAS, BUDGET, SCENES, STARS, STEPS, TOP, Ints
from dicecup.batch.deadwood.rows import (
    ACT,
    ACTIVE,
    ACTOR,
    AREA,
    CHIPS,
    END,
    FIELDS,
    MOST,
    MOVE,
    MOVED,
    NONE,
    SCENE,
    SEEN,
    SHOT,
    TAKE,
    UPGRADE,
    WIDTH,
    Row,
    apply,
    options,
    taken,
    turns_up,
)
from dicecup.table import Roll

ROLLS: Final = 8  # samples of the dice of a wrap
ROW, CASE, PLAN, OPTION, LOST = range(5)  # what a tree counts
_ROOM: Final = 4096  # rows, to begin with


class Tree(NamedTuple):
    """Room for trees, one after the other.

    What finds no room is left out and counted as lost: nothing is ever written beyond an array, where compiled
    code would write into whatever lies there. A tree that has lost something is good for nothing.
    """

    size: Ints  # rows, cases, plans, options so far, and what was lost
    rows: Any  # the ends of the turn
    case_of: Ints  # of each row
    plan_of: Ints  # of each case
    chance: Any  # of each case
    option_of: Ints  # of each plan
    option: Ints  # what it is


def new_tree(rows: int) -> Tree:
    """An empty tree for so many rows at most."""
    return Tree(
        np.zeros(LOST + 1, np.int64),
        np.zeros((rows, WIDTH), np.int16),
        np.zeros(rows, np.int32),
        np.zeros(rows, np.int32),
        np.zeros(rows),
        np.zeros(rows, np.int32),
        np.zeros(rows, np.int32),
    )


def grow(row: list[int]) -> Tree:
    """The whole tree of a row, with all cards and rolls that stand for others."""
    cards, room = unseen(row), _ROOM
    spare, found = [[0] * WIDTH for _ in range(3)], [[0] * MOST for _ in range(3)]
    while True:
        tree = new_tree(room)
        expand(row, cards, len(cards), sample_rolls(), ROLLS, tree, spare, found)
        if not tree.size[LOST]:
            return tree
        room *= 2  # somebody rich at the office, on a lot where no card was turned up yet


def unseen(row: list[int]) -> list[int]:
    """The cards that a move may turn up."""
    return [scene for scene in range(SCENES) if not row[SEEN + scene]]


def expand(row: Row, cards: Row, shown: int, rolls: Row, used: int, tree: Tree, spare: Row, found: Row) -> None:
    """Add the tree of the active actor's options.

    Of the cards that a move may turn up the first `shown` of `cards` are looked at, of the dice of a wrap the
    first `used` rolls. `spare` (three rows) and `found` (three lists of options) are room to work in.
    """
    count = options(row, found[0])
    for number in range(count):
        option = found[0][number]
        if _fits(tree, OPTION):
            tree.option[tree.size[OPTION]] = option
            tree.size[OPTION] += 1
        if option == ACT:
            _acting(row, rolls, used, tree, spare[0])
        elif option >= UPGRADE:
            _copy(row, spare[0])
            apply(spare[0], option, NONE, 0, cards)
            _plan(tree)
            _case(tree, 1.0)
            _leaf(spare[0], END, tree, spare[2], cards)
            if not row[MOVED]:
                area = row[ACTOR + FIELDS * row[ACTIVE] + AREA]
                for there in range(AREAS):
                    if STEPS[area, there] == 1:
                        _moving(spare[0], MOVE + there, cards, shown, tree, spare[1], spare[2], found[2])
        elif MOVE <= option < TAKE:
            _moving(row, option, cards, shown, tree, spare[1], spare[2], found[2])
        else:
            _plan(tree)
            _case(tree, 1.0)
            _leaf(row, option, tree, spare[2], cards)


def _fits(tree: Tree, what: int) -> bool:
    """Whether there is room for another one."""
    if tree.size[what] < len(tree.rows):
        return True
    tree.size[LOST] += 1
    return False


def _plan(tree: Tree) -> None:
    if _fits(tree, PLAN):
        tree.option_of[tree.size[PLAN]] = tree.size[OPTION] - 1
        tree.size[PLAN] += 1


def _case(tree: Tree, chance: float) -> None:
    if _fits(tree, CASE):
        tree.plan_of[tree.size[CASE]] = tree.size[PLAN] - 1
        tree.chance[tree.size[CASE]] = chance
        tree.size[CASE] += 1


def _copy(row: Row, to: Row) -> None:
    to[:] = row


def _leaf(row: Row, option: int, tree: Tree, spare: Row, dice: Row) -> None:
    """The end of a turn: TAKE, REHEARSE or END is done."""
    _copy(row, spare)
    apply(spare, option, NONE, 0, dice)
    _keep(spare, tree)


def _keep(row: Row, tree: Tree) -> None:
    if _fits(tree, ROW):
        tree.case_of[tree.size[ROW]] = tree.size[CASE] - 1
        tree.rows[tree.size[ROW], :] = row
        tree.size[ROW] += 1


def _moving(row: Row, option: int, cards: Row, shown: int, tree: Tree, after: Row, spare: Row, found: Row) -> None:
    """A move, with all that the actor may do where it comes to."""
    _plan(tree)
    hidden = turns_up(row, option - MOVE)
    for case in range(shown if hidden else 1):
        _copy(row, after)
        apply(after, option, cards[case] if hidden else NONE, 0, cards)
        _case(tree, 1.0 / shown if hidden else 1.0)
        for number in range(options(after, found)):
            if found[number] < UPGRADE:
                _leaf(after, found[number], tree, spare, cards)
            else:  # a purchase, and the turn is over
                _copy(after, spare)
                apply(spare, found[number], NONE, 0, cards)
                apply(spare, END, NONE, 0, cards)
                _keep(spare, tree)


def _acting(row: Row, rolls: Row, used: int, tree: Tree, after: Row) -> None:
    me = ACTOR + FIELDS * row[ACTIVE]
    area = row[me + AREA]
    budget = BUDGET[row[SCENE + area]]
    chance = min(6, 7 - budget + row[me + CHIPS]) / 6
    _plan(tree)
    if chance < 1:
        _copy(row, after)
        apply(after, ACT, NONE, 0, rolls[budget, 0])
        _case(tree, 1 - chance)
        _keep(after, tree)
    wraps = row[SHOT + area] == 1 and taken(row, area) & ((1 << STARS) - 1) != 0
    for case in range(used if wraps else 1):
        _copy(row, after)
        apply(after, ACT, NONE, 6, rolls[budget, case])
        _case(tree, chance / used if wraps else chance)
        _keep(after, tree)


def back_up(tree: Tree, values: Row, first: int, cases: Row, plans: Row, worth: Row) -> None:
    """The worth of every option from that of the rows; `first` is the option from which on, the rest is room."""
    for case in range(tree.size[CASE]):
        cases[case] = -1e9
    for plan in range(tree.size[PLAN]):
        plans[plan] = 0.0
    for option in range(first, tree.size[OPTION]):
        worth[option] = -1e9
    for leaf in range(tree.size[ROW]):
        case = tree.case_of[leaf]
        cases[case] = max(cases[case], values[leaf])
    for case in range(tree.size[CASE]):
        plans[tree.plan_of[case]] += tree.chance[case] * cases[case]
    for plan in range(tree.size[PLAN]):
        option = tree.option_of[plan]
        worth[option] = max(worth[option], plans[plan])


@cache
def sample_rolls() -> Ints:
    """For each budget eight rolls that stand for all: the averages of eight equal parts, ordered by their sum."""
    found = np.zeros((TOP + 1, ROLLS, TOP), np.int64)
    for budget in range(1, TOP + 1):
        every = sorted(
            (sum(faces), sorted(faces), chance) for faces, chance in Roll("any", range(budget)).outcomes()
        )
        parts = np.zeros((ROLLS, budget))
        reached = 0.0
        for _, faces, chance in every:
            left = float(chance)
            while left > 1e-12:
                part = min(ROLLS - 1, int(reached * ROLLS + 1e-9))
                used = min(left, (part + 1) / ROLLS - reached) if part < ROLLS - 1 else left
                parts[part] += np.multiply(faces[::-1], used * ROLLS)
                reached, left = reached + used, left - used
        found[budget, :, :budget] = np.rint(parts)
    return found[:, [3, 4, 1, 6, 0, 7, 2, 5]]  # in this order the first two or four are fair samples, too
