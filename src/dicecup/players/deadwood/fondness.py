"""What somebody is fond of on the lot: in the work itself, in where a turn ends, and in what is near from there.

A taste for roles and ranks that counted only where one stands before them would decide nothing, for what somebody
takes follows from where he walks. So the ends of a turn are liked, too: for the role that was taken, the rank that
was bought, or for what is to be had in a few steps, the less the further it is. Nobody walks to and fro for that,
as whatever is liked is nearer after each step towards it.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from dicecup.batch.deadwood import rows
from dicecup.batch.deadwood.lot import BUDGET, OFFICE, ROLES, SETS, STARS, STEPS, Floats
from dicecup.batch.deadwood.rows import (
    ACT,
    ACTIVE,
    ACTOR,
    AREA,
    DAY,
    DAYS,
    END,
    FIELDS,
    MOVE,
    MOVED,
    NONE,
    RANK,
    REHEARSE,
    ROLE,
    SCENE,
    SHOT,
    TAKE,
    UPGRADE,
    code_of,
    row_of,
)
from dicecup.games.deadwood import DeadwoodView
from dicecup.players.deadwood.aims import Aim, aims
from dicecup.players.deadwood.hard import Hard, aim_of, moved, worths
from dicecup.players.deadwood.planner import role_worth
from dicecup.players.deadwood.reasons import payable, reason
from dicecup.players.deadwood.sayings import saying
from dicecup.players.deadwood.turn_tree import ROW
from dicecup.players.player import Advice, Fork
from dicecup.players.tempers import point
from dicecup.table import Ask, Option

_STEP: Final = 0.65  # of what is liked, that is left where it is a step further
_TEMPTS: Final = 0.3  # points: what attracts less than that is nobody's reason to go anywhere


@dataclass(frozen=True, slots=True)
class Liking:
    """How many points things are worth to somebody beyond what they are worth."""

    style: int  # of Easy: the nearest one
    star: float = 0.0  # a role on a card
    extra: float = 0.0  # a role on the set
    high: float = 0.0  # each rank of a role
    shots: float = 0.0  # each shot that is left where it is played
    budget: float = 0.0  # each million of the scene
    rank: float = 0.0  # any that can be had
    card: float = 0.0  # one that lies face down
    rehearse: float = 0.0
    act: float = 0.0


class Fondness:
    """The taste of an actor who otherwise thinks as a level does."""

    def __init__(self, level: Hard, liking: Liking) -> None:
        self._level: Final = level
        self._liking: Final = liking
        self._likes: dict[tuple[int, ...], float] = {}
        self._bought: dict[tuple[int, ...], bool] = {}
        self._aim: Aim | None = None  # of what was chosen last
        self._decided = False  # and whether the level would have done something else

    def taste(self, view: DeadwoodView, ask: Ask, _: Fork) -> dict[Option, float]:
        """How fond it is of each option, with all that may follow in the same turn."""
        found = self._tastes(row_of(view))
        return {option: found[code_of(option)] for option in ask.options}

    def meant(self, view: DeadwoodView, chosen: Advice, plain: Advice) -> Advice:
        """Where it would do something else after a move than the level would, that is what the move is for."""
        row, code, known = row_of(view), code_of(chosen.option), code_of(plain.option)
        levels = self._level.intended(row, known).get(code)
        self._decided = code != known
        self._aim = self._aimed(row, code, levels)
        if self._aim == levels:
            return chosen
        t = self._level.tables(row)
        return chosen._replace(reason=reason(row, code, t, self._aim), said=saying(row, code, t, self._aim))

    def fits(self, chosen: Advice) -> bool:
        """Whether what was chosen is something it likes; or leads there, where the level would not have gone."""
        code, liking = code_of(chosen.option), self._liking
        if TAKE <= code < UPGRADE:
            return self._speaks_of(code - TAKE)
        if code in (ACT, REHEARSE):  # of which only those speak who care for nothing more
            return self._deed(code) >= max(liking.star, liking.extra, liking.rank)
        if code >= UPGRADE:
            return bool(liking.rank)
        aim = self._aim or Aim()
        liked = (aim.rank and liking.rank) or (aim.card and liking.card) or self._speaks_of(aim.role)
        return bool(self._decided and liked)

    def _speaks_of(self, role: int) -> bool:
        """Whether it likes a role for what it is; or for the money in the scene, where that has decided.

        Who likes stars has not a word for an extra's role, whatever the scene pays.
        """
        paid = self._decided and self._liking.budget and not self._liking.star
        return role != NONE and bool(self._kind(role) or paid)

    def _deed(self, code: int) -> float:
        """How much it likes a thing that is done where one stands."""
        if code == ACT:
            return self._liking.act
        if code == REHEARSE:
            return self._liking.rehearse
        if code >= UPGRADE:
            return self._liking.rank
        return self._kind(code - TAKE) if code >= TAKE else 0.0

    def _kind(self, role: int) -> float:
        return self._liking.star if role < STARS else self._liking.extra

    def _role(self, row: list[int], area: int, role: int) -> float:
        """How much it likes a role."""
        liking, scene = self._liking, row[SCENE + area]
        return (
            self._kind(role)
            + liking.high * rows.role_rank(area, scene, role)
            + liking.shots * row[SHOT + area]
            + liking.budget * int(BUDGET[scene])
        )

    def _tastes(self, row: list[int]) -> dict[int, float]:
        """How fond it is of everything that can be done, by number."""
        ahead = self._level.ahead(row)
        if row[ACTOR + FIELDS * row[ACTIVE] + ROLE] != NONE:
            return {code: self._deed(code) for code in ahead.worth}
        much = self._point(row)
        if not much:
            return dict.fromkeys(ahead.worth, 0.0)
        liked = worths(ahead.tree, self._liked_ends(row, much))
        return {code: (liked[code] - worth) / much for code, worth in ahead.worth.items()}

    def _point(self, row: list[int]) -> float:
        """A point of taste here, as whoever chooses counts it: by what the level would choose."""
        worth, held = self._level.leaning(row)
        return point(max(worth[code] - held[code] for code in worth))

    def _liked_ends(self, row: list[int], much: float) -> Floats:
        """What the ends of this turn are worth to somebody who likes some of them."""
        ahead = self._level.ahead(row)
        self._likes, self._bought = {}, {}
        me = ACTOR + FIELDS * row[ACTIVE]
        ends = ahead.tree.rows[: ahead.tree.size[ROW]].tolist()
        return ahead.values + much * np.array([self._end(row, end, me) for end in ends])

    def _end(self, row: list[int], end: list[int], me: int) -> float:
        """How much it likes a turn to end so; `me` is where its own fields begin."""
        if end[DAY] != row[DAY]:
            return 0.0
        if end[me + ROLE] != NONE:
            return self._role(end, end[me + AREA], end[me + ROLE])
        area = end[me + AREA]
        about = (area, end[SCENE + area] if area < SETS else NONE, *end[me : me + AREA])
        if about not in self._likes:
            bought = self._liking.rank if end[me + RANK] > row[me + RANK] else 0.0
            self._likes[about] = bought + self._near(end, me, area)[0]
        return self._likes[about]

    def _near(self, row: list[int], me: int, area: int) -> tuple[float, Aim]:
        """How much it likes what is best to be had from there, by the turns it takes, and what that is."""
        best, aim = 0.0, Aim()
        for there in (*range(SETS), OFFICE):
            much, what = self._office(row, me) if there == OFFICE else self._set(row, me, there)
            much *= _STEP ** max(1, int(STEPS[area, there]))
            if much > best:
                best, aim = much, what._replace(further=there)
        return best, aim

    def _office(self, row: list[int], me: int) -> tuple[float, Aim]:
        """The highest rank it could pay, if it would buy one there; at the Office itself it has seen."""
        ranks = payable(row, (me - ACTOR) // FIELDS) if self._liking.rank else []
        if not ranks or row[me + AREA] == OFFICE or not self._would_buy(row, me):
            return 0.0, Aim()
        return self._liking.rank, Aim(rank=max(ranks))

    def _would_buy(self, row: list[int], me: int) -> bool:
        """Whether it would buy a rank if it stood in the Office now."""
        there = list(row)
        there[ACTIVE], there[MOVED], there[me + AREA] = (me - ACTOR) // FIELDS, 1, OFFICE
        about = tuple(there[me : me + AREA])
        if about not in self._bought:
            worth, held = self._level.leaning(there)
            buying = max(worth[code] - held[code] for code in worth if code >= UPGRADE)
            liked = self._liking.rank * self._point(there)
            self._bought[about] = buying + liked > worth[END] - held[END]
        return self._bought[about]

    def _set(self, row: list[int], me: int, area: int) -> tuple[float, Aim]:
        """Its card, if it lies face down, or the best of the roles there that it likes, if any is worth it."""
        scene = row[SCENE + area]
        if not row[SHOT + area]:
            return 0.0, Aim()
        t, days, bits = self._level.tables(row), row[DAYS] - row[DAY], rows.taken(row, area)
        free = [
            role
            for role in range(STARS if scene == NONE else 0, ROLES)
            if rows.role_rank(area, scene, role) <= row[me + RANK] and not bits >> role & 1
        ]
        if scene == NONE:
            known = max((self._kind(role) for role in free), default=0.0)
            return self._liking.card + known + self._liking.shots * row[SHOT + area], Aim(card=True)
        liked = [
            (self._role(row, area, role), role)
            for role in free
            if role_worth(row, area, scene, role, 0, bits, days, t) > 0
        ]
        much, role = max(liked, default=(0.0, NONE))
        return much, Aim(role=role)

    def _aimed(self, row: list[int], code: int, levels: Aim | None) -> Aim | None:
        """What it has chosen that for."""
        me = ACTOR + FIELDS * row[ACTIVE]
        if code == END and row[me + ROLE] == NONE:
            return self._far(row, me, row[me + AREA]) if self._decided else levels
        if not MOVE <= code < TAKE:
            return levels
        there = code - MOVE
        if rows.turns_up(row, there):
            return aims(row, self._level.ahead(row).tree, self._liked_ends(row, self._point(row)))[code]
        after = moved(row, code)
        aim = self._next(after)
        if aim == Aim() and (self._decided or aim != levels):
            return self._far(after, me, there)
        return aim

    def _next(self, row: list[int]) -> Aim:
        """What it will choose now."""
        worth, held = self._level.leaning(row)
        tastes, much = self._tastes(row), self._point(row)
        return aim_of({code: worth[code] - held[code] + much * tastes[code] for code in worth})

    def _far(self, row: list[int], me: int, area: int) -> Aim:
        """What draws it on from there; nothing, if that is hardly anything, or right there and not wanted now."""
        much, aim = self._near(row, me, area)
        return aim if much > _TEMPTS and aim.further != area else Aim()
