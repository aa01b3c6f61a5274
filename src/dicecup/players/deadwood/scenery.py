"""Many rows of one game taken apart, for all that the network looks at: who works where, and what is to be had."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from dicecup.batch.deadwood.lot import (
    BONUS,
    BUDGET,
    EXTRA_RANKS,
    ROLES,
    SETS,
    STAR_RANKS,
    STARS,
    STARS_ON,
    TOP,
    Floats,
    Ints,
)
from dicecup.batch.deadwood.rows import (
    ACTIVE,
    ACTOR,
    AREA,
    CHIPS,
    CREDITS,
    DAY,
    DAYS,
    DOLLARS,
    FIELDS,
    IDLE,
    NONE,
    OCCUPIED,
    RANK,
    ROLE,
    SCENE,
    SEATS,
    SEEN,
    SHOT,
)
from dicecup.games.deadwood import odds
from dicecup.players.deadwood.planner import NOTHING, Tables

FAR: Final = -20.0  # points: as bad as no plan at all
STAR, EXTRA, UNKNOWN = 1, 2, 3  # kinds of roles to go for
AWAY: Final = 5.0  # rounds until somebody comes to a set where nobody works

TURNS: Final[Floats] = np.zeros((TOP + 1, 4, TOP))
"""The turns that an actor alone needs, by budget, shots and chips."""
for _budget in range(2, TOP + 1):
    for _shots in range(1, 4):
        for _chips in range(_budget):
            TURNS[_budget, _shots, _chips] = float(odds.turns(_budget, _shots, _chips))


class Lot:
    """Many rows of one game, taken apart; none of them is the end of the game."""

    def __init__(self, rows: Ints, t: Tables) -> None:
        self.t = t
        self.seats = seats = int(rows[0, SEATS])
        self.days = rows[:, DAYS] - rows[:, DAY]
        self.idle, self.active = rows[:, IDLE], rows[:, ACTIVE]
        self.unseen = rows[:, SEEN:] == 0
        self.shots = rows[:, SHOT : SHOT + SETS]
        self.scene = rows[:, SCENE : SCENE + SETS]
        self.open = self.scene != NONE
        self.live = self.shots > 0
        self.left = self.live.sum(axis=1)
        actors = rows[:, ACTOR : ACTOR + FIELDS * seats].reshape(len(rows), seats, FIELDS)
        self.rank, self.dollars, self.credits = actors[:, :, RANK], actors[:, :, DOLLARS], actors[:, :, CREDITS]
        self.area, self.role, self.chips = actors[:, :, AREA], actors[:, :, ROLE], actors[:, :, CHIPS]
        self.works = self.role != NONE
        self.budget = np.where(self.open, BUDGET[self.scene], 4)
        self.occupied = bool(rows[0, OCCUPIED])
        self._look_at_workers()
        self._look_at_roles()

    def _look_at_workers(self) -> None:
        count = len(self.days)
        self.taken = np.zeros((count, SETS, ROLES), np.bool_)
        speed = np.zeros((count, SETS))
        for seat in range(self.seats):
            (rows,) = np.nonzero(self.works[:, seat])
            areas = self.area[rows, seat]
            self.taken[rows, areas, self.role[rows, seat]] = True
            speed[rows, areas] += (
                1 / TURNS[self.budget[rows, areas], self.shots[rows, areas], self.chips[rows, seat]]
            )
        self.workers = self.taken.sum(axis=2)
        self.stars = self.taken[:, :, :STARS]
        alone = TURNS[self.budget, self.shots, 0] + AWAY
        with np.errstate(divide="ignore"):
            self.rounds = np.where(self.live, np.where(self.workers > 0, 1 / speed, alone), 0.0)
        # The day is over when all scenes but the slowest are done.
        self.dusk = np.sort(self.rounds, axis=1)[:, -2]

    def _work(
        self, kind: Ints | int, mates: Ints, budget: Ints, shots: Ints, chips: Ints | int, days: Ints
    ) -> Floats:
        """What acting brings, without the wrap, as in `planner.role_worth`."""
        own = shots / (1.0 + self.t.mates * mates)
        least = own.astype(np.int64)
        low = self.t.work[days, kind, budget, least, chips]
        high = self.t.work[days, kind, budget, np.minimum(least + 1, 4), chips]
        worked: Floats = low + (own - least) * (high - low)
        return worked

    def share(self, role: Ints, stars: NDArray[np.bool_], scene: Ints, budget: Ints) -> Floats:
        """What the dice bring a star, as in `rows.sharing`."""
        if not self.occupied:
            roles = STARS_ON[scene]
            return np.asarray(BONUS[budget, roles, np.clip(roles - 1 - role, 0, STARS - 1)])
        others = stars & (np.arange(STARS) != role[..., None])
        above = (others & (np.arange(STARS) > role[..., None])).sum(axis=-1)
        return np.asarray(BONUS[budget, others.sum(axis=-1) + 1, above])

    def _look_at_roles(self) -> None:
        """The best free role of each set for each rank, and of what kind it is."""
        days = self.days[:, None]
        star = self._work(0, self.workers, self.budget, self.shots, 0, days)
        extra = self._work(1, self.workers, self.budget, self.shots, 0, days)
        worth = np.empty((len(self.days), SETS, ROLES))
        for role in range(STARS):
            number = np.full(self.scene.shape, role)
            worth[:, :, role] = star + self.share(number, self.stars, self.scene, self.budget)
        joined = np.where(self.stars.any(axis=2), 1.0, self.t.hope)
        worth[:, :, STARS:] = extra[:, :, None] + EXTRA_RANKS * joined[:, :, None]
        needs = np.concatenate(
            [STAR_RANKS[self.scene], np.broadcast_to(EXTRA_RANKS, (len(worth), SETS, ROLES - STARS))], axis=2
        )
        worth[self.taken | ~(self.open & self.live)[:, :, None]] = NOTHING
        self.best = np.full((TOP + 1, len(worth), SETS), NOTHING)
        self.kind = np.zeros((TOP + 1, len(worth), SETS), np.int64)
        down = self.live & ~self.open
        for rank in range(1, TOP + 1):
            able = np.where(needs <= rank, worth, NOTHING)
            best = able.max(axis=2)
            kind = np.where(able.argmax(axis=2) < STARS, STAR, EXTRA) * (best > NOTHING)
            self.best[rank] = np.where(down, self.t.fresh[self.days, rank], best)
            self.kind[rank] = np.where(down, UNKNOWN, kind)

    def own_roles(self, rows: Ints, seats: Ints) -> tuple[Floats, Floats]:
        """What the roles of these seats in these rows are worth, and the part of it that comes from the wrap."""
        area, role, chips = self.area[rows, seats], self.role[rows, seats], self.chips[rows, seats]
        budget, shots, scene = self.budget[rows, area], self.shots[rows, area], self.scene[rows, area]
        days, stars = self.days[rows], self.stars[rows, area]
        is_star = role < STARS
        kind = np.where(is_star, 0, 1)
        worked = self._work(kind, self.workers[rows, area] - 1, budget, shots, chips, days)
        share = self.share(np.minimum(role, STARS - 1), stars, scene, budget)
        joined = np.where(stars.any(axis=1), 1.0, self.t.hope)
        bonus = EXTRA_RANKS[area, np.maximum(role - STARS, 0)] * joined
        worth = worked + np.where(is_star, share, bonus)
        return worth, worth - self.t.work[days, kind, budget, shots, chips]

    def when_free(self) -> Floats:
        """In how many rounds each actor may set out, those whose turn comes first a little sooner."""
        order = (np.arange(self.seats) - self.active[:, None]) % self.seats / self.seats
        busy = np.where(
            self.works, self.rounds[np.arange(len(order))[:, None], np.minimum(self.area, SETS - 1)], 0.0
        )
        return np.asarray(order + busy)
