"""Players of Deadwood that never change, to measure the others by.

`planner` is the role planner (`dicecup.players.deadwood.planner`) with a taste for each number of players that
hill climbing in self-play found (`dicecup train deadwood planner`). `single-plan` only wants to climb: it buys the
next rank as soon as it can pay for it, and takes the nearest role meanwhile. `hard-1` is Hard with the networks
that it had first, whatever it learns later.
"""

from collections.abc import Callable
from functools import cache
from math import exp
from pathlib import Path
from typing import Final

from dicecup.batch.deadwood.rows import (
    ACTIVE,
    ACTOR,
    CREDITS,
    DOLLARS,
    FIELDS,
    NONE,
    RANK,
    ROLE,
    SEATS,
    code_of,
    row_of,
    score,
)
from dicecup.games.deadwood import DeadwoodView
from dicecup.games.deadwood.data import OFFICE, PRICES, SETS
from dicecup.games.deadwood.odds import STEPS
from dicecup.players.deadwood.hard import Hard
from dicecup.players.deadwood.network import Network, unpacked
from dicecup.players.deadwood.planner import NOTHING, best_rank, best_roles, prospects, swing, tables, worth
from dicecup.players.deadwood.planner_weights import TASTES
from dicecup.players.deadwood.reasons import reason
from dicecup.players.player import Advice, Fork, Player, ranked
from dicecup.table import Ask, Option


class Planner:
    """Takes what brings most beyond the price of its turns."""

    def decide(self, view: DeadwoodView, ask: Ask, fork: Fork) -> Option:
        """The option with the highest worth."""
        return self.advise(view, ask, fork)[0].option

    def advise(self, view: DeadwoodView, ask: Ask, fork: Fork) -> list[Advice]:
        """Every option with the chance to win that follows from its worth, if all go on as they plan now."""
        row = row_of(view)
        seats = row[SEATS]
        t = tables(TASTES[seats])
        me = ACTOR + FIELDS * row[ACTIVE]
        roles, buying = [0.0] * len(SETS), NOTHING
        if row[me + ROLE] == NONE:
            best_roles(row, row[me + RANK], t, roles)
            buying = best_rank(row, row[me + RANK], row[me + DOLLARS], row[me + CREDITS], t)
        mine, scale = score(row, ask.seat), swing(row)
        rivals = [score(row, seat) + prospects(row, seat, t) - mine for seat in range(seats) if seat != ask.seat]
        values, reasons = {}, {}
        for option in (
            ask.options[-1],
            *ask.options[:-1],
        ):  # what is worth the same as to end the turn is not done
            code = code_of(option)
            points = worth(row, code, roles, buying, t)
            values[option] = 1 / (1 + sum(exp(min(50.0, (rival - points) / scale)) for rival in rivals))
            reasons[option] = reason(row, code, t)
        return ranked(values, reasons)


class SinglePlan:
    """Climbs."""

    def decide(self, view: DeadwoodView, ask: Ask, fork: Fork) -> Option:
        """Act; buy the next rank; else the nearest role, or the office once the next rank can be paid."""
        wanted = next((option for option in ask.options if option.verb in ("act", "upgrade")), None)
        if wanted is not None:
            return wanted
        here = view.actors[ask.seat]
        price = PRICES.get(here.rank + 1)
        rich = price is not None and (here.dollars >= price.dollars or here.credits >= price.credits)
        goals = [OFFICE] if rich else [area for area in SETS if _promising(view, area, here.rank)]
        takes = [option for option in ask.options if option.verb == "take"]
        if takes and not rich:
            return takes[0]
        if not goals:
            return ask.options[-1]
        moves = [option for option in ask.options if option.verb == "move"]
        nearest = min(goals, key=STEPS[here.area].__getitem__)
        if not moves or nearest == here.area:
            return ask.options[-1]
        return min(moves, key=lambda option: STEPS[str(option[1])][nearest])


def _promising(view: DeadwoodView, area: str, rank: int) -> bool:
    """Whether there is a role to be had, or a card to be seen."""
    if view.status(area) == "face-down":
        return True
    return any(role.rank <= rank and role.seat is None for role in view.roles(area))


@cache
def hard_1() -> dict[int, Network]:
    """The networks of the first Hard."""
    return unpacked((Path(__file__).parent / "deadwood-hard-1.bin").read_bytes())


HARD_1_CARE: Final = 0.01
"""What it took the first Hard to leave its plan."""


REFERENCES: Final[dict[str, Callable[[int], Player]]] = {
    "single-plan": lambda seed: SinglePlan(),
    "planner": lambda seed: Planner(),
    "hard-1": lambda seed: Hard(hard_1(), care=HARD_1_CARE),
}
