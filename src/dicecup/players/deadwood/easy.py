"""The easy player and the beginner: an actor with a favourite plan, rules of thumb, and no idea of the odds.

Star hunters want the best role on a card and rehearse until it feels safe; steady extras take whatever is near and
just act; climbers go for the next ranks first. Each goes for one thing at a time, and says which.

The beginner is the same with plans that people have in their first game: to run to the office for every single
rank, to dream of the biggest part whatever the chance of a shot, to turn up one card after the other.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from typing import Final

from dicecup.batch.deadwood import rows
from dicecup.batch.deadwood.lot import AREA_NAMES, BUDGET, OFFICE, ROLES, SETS, STARS, STEPS
from dicecup.batch.deadwood.rows import (
    ACT,
    ACTIVE,
    ACTOR,
    AREA,
    CHIPS,
    DAY,
    DAYS,
    END,
    FIELDS,
    IDLE,
    MOVE,
    NONE,
    RANK,
    REHEARSE,
    ROLE,
    SCENE,
    SEATS,
    SHOT,
    TAKE,
    UPGRADE,
    code_of,
    row_of,
    score,
)
from dicecup.games.deadwood import DeadwoodView, odds
from dicecup.games.deadwood.data import AREAS
from dicecup.players.deadwood.planner import NOTHING, best_plan, swing
from dicecup.players.deadwood.reasons import payable, role_at
from dicecup.players.player import Advice, Fork, ranked
from dicecup.table import Ask, Option


@dataclass(frozen=True, slots=True)
class Style:
    """What an actor likes, in points that feel right."""

    name: str
    star: float  # a role on a card
    extra: float  # a role on the set
    rank: float  # for each rank of the role
    unknown: float  # a card that lies face down
    step: float  # what a step feels like
    safe: float  # rehearses below this chance
    jump: int  # ranks to gain for which it goes to the office
    office: float  # what a rank feels like


STYLES: Final = (
    Style("star hunter", star=6, extra=1.5, rank=1.5, unknown=6, step=1.5, safe=0.6, jump=2, office=6),
    Style("steady extra", star=4.5, extra=5, rank=0.8, unknown=4.5, step=2.5, safe=0.0, jump=2, office=5.5),
    Style("climber", star=4.5, extra=2.5, rank=0.5, unknown=4, step=1.5, safe=0.4, jump=2, office=8),
)

FIRST_STYLES: Final = (
    Style("dreamer", star=8, extra=0.5, rank=3, unknown=8, step=0.3, safe=0.0, jump=1, office=12),
    Style("sightseer", star=4, extra=1, rank=0.5, unknown=9, step=0.3, safe=0.0, jump=1, office=12),
    Style("eager climber", star=4, extra=4, rank=0, unknown=4, step=2.5, safe=0.0, jump=1, office=12),
)
"""Those of a first game."""


class Easy:
    """One of the styles, by its seed."""

    styles: Sequence[Style] = STYLES

    def __init__(self, seed: int = 0) -> None:
        self.style: Final = self.styles[seed % len(self.styles)]

    def decide(self, view: DeadwoodView, ask: Ask, fork: Fork) -> Option:
        """What feels best."""
        return self.advise(view, ask, fork)[0].option

    def advise(self, view: DeadwoodView, ask: Ask, fork: Fork) -> list[Advice]:
        """Every option as it feels."""
        row = row_of(view)
        roles = [self._best_role(row, area) for area in range(SETS)]
        office = self._office(row)
        mine, scale = score(row, ask.seat), 2 * swing(row)
        rivals = [score(row, seat) - mine for seat in range(row[SEATS]) if seat != ask.seat]
        values, reasons = {}, {}
        for option in (ask.options[-1], *ask.options[:-1]):
            points, why = self._feeling(row, code_of(option), roles, office)
            values[option] = 1 / (1 + sum(exp(min(50.0, (rival - points) / scale)) for rival in rivals))
            reasons[option] = why
        found = ranked(values, reasons)
        return [found[0]._replace(said=_aloud(found[0])), *found[1:]]

    def _feeling(
        self, row: list[int], option: int, roles: list[tuple[float, str]], office: float
    ) -> tuple[float, str]:
        me = ACTOR + FIELDS * row[ACTIVE]
        area = row[me + AREA]
        if option in (ACT, REHEARSE):
            chance = float(odds.success(int(BUDGET[row[SCENE + area]]), row[me + CHIPS]))
            ready = chance >= self.style.safe or wins_at_once(row)
            return float(
                (option == ACT) == ready
            ), "it feels safe enough" if option == ACT else "not safe enough yet"
        if option >= UPGRADE:
            higher = (option - UPGRADE) // 2
            return 20.0 + 2 * higher - (option - UPGRADE) % 2 * 0.5, "higher is better"
        if option >= TAKE:
            role = option - TAKE
            return self._role(row, area, role) - self.style.step, f"{self.style.name}: this is the one"
        there = area if option == END else option - MOVE
        worths = [worth for worth, _ in roles]
        points = best_plan(there, 1 if option == END else 0, office, worths, self.style.step) - self.style.step
        return points, self._goal(there, roles, office)

    def _role(self, row: list[int], area: int, role: int) -> float:
        rank = rows.role_rank(area, row[SCENE + area], role)
        return (self.style.star if role < STARS else self.style.extra) + self.style.rank * rank

    def _best_role(self, row: list[int], area: int) -> tuple[float, str]:
        """How good it feels to go there, and for what."""
        if not row[SHOT + area]:
            return NOTHING, ""
        where = AREAS[AREA_NAMES[area]].called
        if row[SCENE + area] == NONE:
            return self.style.unknown, f"the card at {where}"
        rank = row[ACTOR + FIELDS * row[ACTIVE] + RANK]
        bits = rows.taken(row, area)
        free = [
            (self._role(row, area, role), role)
            for role in range(ROLES)
            if rows.role_rank(area, row[SCENE + area], role) <= rank and not bits >> role & 1
        ]
        if not free:
            return NOTHING, ""
        worth, role = max(free)
        return worth, f"{role_at(row, area, role).name} at {where}"

    def _office(self, row: list[int]) -> float:
        """How much it wants to go to the office; on the last day not any more, unless nothing else is left."""
        ranks = payable(row, row[ACTIVE])
        if not ranks:
            return NOTHING
        gain = max(ranks) - row[ACTOR + FIELDS * row[ACTIVE] + RANK]
        if row[DAY] == row[DAYS] and row[IDLE] < 3 * row[SEATS]:
            return 0.0
        return self.style.office * gain if gain >= self.style.jump or row[IDLE] >= 3 * row[SEATS] else 0.0

    def _goal(self, area: int, roles: list[tuple[float, str]], office: float) -> str:
        step = self.style.step
        best, goal = max(
            (worth - step * int(STEPS[area, there]), name) for there, (worth, name) in enumerate(roles)
        )
        if office - step * int(STEPS[area, OFFICE]) > best:
            return f"{self.style.name}: off to the Casting Office"
        return f"{self.style.name}: off to {goal}" if best > NOTHING / 2 else "there is nothing to do"


def _aloud(chosen: Advice) -> str:
    """The reason for what it does as it says it: of its style only what it is up to now."""
    if (where := chosen.reason.partition(": off to ")[2]) and chosen.option[0] == "move":
        return f"I am off to {where}." if where.endswith("Office") else f"I have an eye on {where}."
    return _ALOUD.get(chosen.reason.partition(": ")[2] or chosen.reason, "")


_ALOUD: Final = {
    "it feels safe enough": "That feels safe enough to me.",
    "not safe enough yet": "I do not feel safe enough yet.",
    "higher is better": "The higher, the better.",
    "this is the one": "This is the one for me.",
    "there is nothing to do": "There is nothing for me to do.",
}


class Beginner(Easy):
    """Plays its first game."""

    styles = FIRST_STYLES


def wins_at_once(row: list[int]) -> bool:
    """Whether the active actor, by acting well, ends the game as its winner whatever the bonus dice show."""
    me = ACTOR + FIELDS * row[ACTIVE]
    area = row[me + AREA]
    if row[ROLE + me] == NONE or row[DAY] < row[DAYS] or rows.live(row) > 2 or row[SHOT + area] > 1:
        return False
    for dice in ([1] * 6, [6] * 6):
        after = row[:]
        rows.apply(after, ACT, NONE, 6, dice)
        if any(rows.score(after, seat) > rows.score(after, row[ACTIVE]) for seat in range(row[SEATS])):
            return False
    return True
