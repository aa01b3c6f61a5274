"""What an actor has in mind with a move: what it would do where it comes to, as far as it has looked ahead."""

from typing import NamedTuple

import numpy as np

from dicecup.batch.deadwood.lot import Floats
from dicecup.batch.deadwood.rows import ACTIVE, ACTOR, FIELDS, MOVE, NONE, RANK, ROLE, TAKE
from dicecup.players.deadwood.turn_tree import CASE, OPTION, ROW, Tree


class Aim(NamedTuple):
    """All of it empty: the move leads nowhere yet, or past something."""

    role: int = NONE  # to take there
    rank: int = 0  # to buy there
    card: bool = False  # a card that is still to be turned up, which more likely than not has a role
    further: int = NONE  # the area where all that is, if it lies further on


def aims(row: list[int], tree: Tree, values: Floats) -> dict[int, Aim]:
    """For every move of the active actor what follows it, if the ends of its turn are worth so much."""
    leaves, cases, options = (int(tree.size[what]) for what in (ROW, CASE, OPTION))
    case_of = tree.case_of[:leaves]
    order = np.lexsort((values, case_of))
    best = order[np.append(np.diff(case_of[order]) != 0, True)]  # the last of each case is its best
    option_of = tree.option_of[tree.plan_of[:cases]]
    me = ACTOR + FIELDS * row[ACTIVE]
    found = {}
    for number, option in enumerate(tree.option[:options].tolist()):
        if MOVE <= option < TAKE:
            mine = option_of[case_of[best]] == number
            ends = tree.rows[best[mine]]
            if len(ends) == 1:
                [end] = ends.tolist()
                found[option] = Aim(end[me + ROLE], end[me + RANK] if end[me + RANK] > row[me + RANK] else 0)
            else:
                works = tree.chance[case_of[best[mine]]] @ (ends[:, me + ROLE] != NONE)
                found[option] = Aim(card=works >= 1 / 2)
    return found
