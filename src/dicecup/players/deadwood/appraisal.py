"""What everybody may hope for: the tree of a turn, judged for all seats, and what the luck in it was worth.

Whoever's turn it is takes what is best for himself, and the others are carried along. All of them are judged where
the turn ends, so luck is told in the same values as choices: the average over everything that might have come is
what was expected.
"""

from functools import cache
from typing import Final, NamedTuple

import numpy as np

from dicecup.batch.deadwood.lot import BUDGET, STARS, Floats, Ints
from dicecup.batch.deadwood.rows import ACT, ACTIVE, ACTOR, AREA, CHIPS, FIELDS, NONE, SCENE, SHOT, apply, taken
from dicecup.players.deadwood.network import Network
from dicecup.players.deadwood.planner import Tables
from dicecup.players.deadwood.turn_tree import LOST, grow, unseen
from dicecup.table import Roll

_SUCCESS: Final = 6  # is enough for any budget
_FAILURE: Final = 0


class Prospect(NamedTuple):
    """What the options of a position are worth to each seat, and so is every card that one may turn up."""

    worth: dict[int, Floats]
    cards: dict[int, dict[int, Floats]]  # by option: only where there is a card to be turned up

    def best(self, seat: int) -> Floats:
        """What everybody may hope for if this seat, whose turn it is, takes what is best for it."""
        return max(self.worth.values(), key=lambda each: float(each[seat]))


def prospect(row: list[int], network: Network, t: Tables) -> Prospect:
    """Of all options of whoever's turn it is."""
    seat, tree, cards = row[ACTIVE], grow(row), unseen(row)
    leaves, cases, plans, options = (int(count) for count in tree.size[:LOST])
    values = network.judge_all(tree.rows[:leaves].astype(np.int64), seat, t)
    case = values[_first_best(values[:, seat], tree.case_of[:leaves])]
    plan = np.zeros((plans, values.shape[1]))
    np.add.at(plan, tree.plan_of[:cases], tree.chance[:cases, None] * case)
    worth = plan[_first_best(plan[:, seat], tree.option_of[:plans])]
    codes = tree.option[:options].tolist()
    found: dict[int, dict[int, Floats]] = {}
    parts = np.split(case, np.flatnonzero(np.diff(tree.option_of[tree.plan_of[:cases]])) + 1)
    single = np.bincount(tree.option_of[:plans], minlength=options) == 1
    for code, part, one_plan in zip(codes, parts, single, strict=True):
        if code != ACT and one_plan and len(part) > 1:
            found[code] = dict(zip(cards, part, strict=True))
    return Prospect(dict(zip(codes, worth, strict=True)), found)


def _first_best(values: Floats, of: Ints) -> Ints:
    """Where the highest value of each kind stands; kinds are numbered, and follow each other."""
    order = np.lexsort((-values, of))
    return np.asarray(order[np.unique(of[order], return_index=True)[1]])


def acting(
    row: list[int], success: bool, dice: tuple[int, ...], network: Network, t: Tables
) -> tuple[Floats, Floats] | None:
    """What everybody could expect of an acting roll and the dice of a wrap, and what came; None if it was sure."""
    me = ACTOR + FIELDS * row[ACTIVE]
    area = row[me + AREA]
    budget = int(BUDGET[row[SCENE + area]])
    chance = min(6, 7 - budget + row[me + CHIPS]) / 6
    wraps = row[SHOT + area] == 1 and taken(row, area) & ((1 << STARS) - 1) != 0
    chances: dict[tuple[int, ...], float] = {}
    if chance < 1:
        chances[_acted(row, _FAILURE, ())] = 1 - chance
    for faces, share in _all_rolls(budget) if wraps else (((), 1.0),):
        after = _acted(row, _SUCCESS, faces)
        chances[after] = chances.get(after, 0.0) + chance * share
    if len(chances) == 1:
        return None
    values = network.judge_all(np.array(list(chances)), row[ACTIVE], t)
    came = _acted(row, _SUCCESS if success else _FAILURE, dice if success and wraps else ())
    return np.array(list(chances.values())) @ values, values[list(chances).index(came)]


def _acted(row: list[int], die: int, dice: tuple[int, ...]) -> tuple[int, ...]:
    after = row.copy()
    apply(after, ACT, NONE, die, dice)
    return tuple(map(int, after))


@cache
def _all_rolls(budget: int) -> tuple[tuple[tuple[int, ...], float], ...]:
    """All dice of a wrap, the highest first, and how likely they are."""
    return tuple(
        (tuple(sorted(faces, reverse=True)), float(chance))
        for faces, chance in Roll("any", range(budget)).outcomes()
    )
