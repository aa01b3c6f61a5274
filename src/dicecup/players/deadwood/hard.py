"""The hard player: looks to the end of its turn, judges what it sees with the network, and keeps to its plan.

Every way the turn can go is laid out (`look`) and the rows it may end in are judged at once. What the role
planner would do is the plan, and the player leaves it only for something that looks better by a little: the
network errs by about that much, and an actor who changes his mind at every step gets nowhere.
"""

from typing import Final

import numpy as np

from dicecup.games.deadwood import DeadwoodView
from dicecup.players.deadwood import planner
from dicecup.players.deadwood.lot import SCENES, SETS
from dicecup.players.deadwood.network import Network, group, shipped
from dicecup.players.deadwood.planner_weights import TASTES
from dicecup.players.deadwood.reasons import reason
from dicecup.players.deadwood.rows import IDLE, MOST, SEATS, SEEN, WIDTH, code_of, row_of
from dicecup.players.deadwood.turn_tree import ROLLS, back_up, expand, new_tree, sample_rolls
from dicecup.players.player import Advice, Fork, ranked
from dicecup.table import Ask, Option

CARE: Final = 0.01  # of the chance to win: what it takes to leave the plan
SURE: Final = 1 - 1e-9  # a win at hand
RESTLESS: Final = 6  # rounds without anything done, after which the plan is kept to whatever it is worth


class Hard:
    """One turn ahead, exactly; beyond that by the network."""

    def __init__(self, networks: dict[int, Network] | None = None, care: float = CARE) -> None:
        self._networks = networks
        self._care: Final = care

    def decide(self, view: DeadwoodView, ask: Ask, fork: Fork) -> Option:
        """The option with the best chance to win."""
        return self.advise(view, ask, fork)[0].option

    def advise(self, view: DeadwoodView, ask: Ask, fork: Fork) -> list[Advice]:
        """Every option with the chance to win that it leaves; a little is taken off what departs from the plan."""
        row = row_of(view)
        seats = row[SEATS]
        network = (self._networks or shipped())[group(seats)]
        t = planner.tables(TASTES[seats])
        chances = dict(zip(*look_ahead(row, ask.seat, network, t), strict=True))
        plan = planner.choose(row, t, [0] * MOST, [0.0] * SETS)
        care = 1.0 if row[IDLE] > RESTLESS * seats else self._care
        values, reasons = {}, {}
        for option in ask.options:
            code = code_of(option)
            value = chances[code]
            values[option] = value if code == plan or value > SURE else max(0.0, value - care)
            reasons[option] = reason(row, code, t)
        return ranked(values, reasons)


def look_ahead(row: list[int], seat: int, network: Network, t: planner.Tables) -> tuple[list[int], list[float]]:
    """The options of the active actor, and the chance to win with each."""
    cards = [scene for scene in range(SCENES) if not row[SEEN + scene]]
    tree = new_tree(4096)
    expand(row, cards, len(cards), sample_rolls(), ROLLS, tree, [[0] * WIDTH for _ in range(3)], _lists())
    leaves, cases, plans, options = (int(count) for count in tree.size)
    values = network.judge(tree.rows[:leaves].astype(np.int64), seat, t)
    worth = np.zeros(options)
    back_up(tree, values, 0, np.zeros(cases), np.zeros(plans), worth)
    return tree.option[:options].tolist(), worth.tolist()


def _lists() -> list[list[int]]:
    return [[0] * MOST for _ in range(3)]
