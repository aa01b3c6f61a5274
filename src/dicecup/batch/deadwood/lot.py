"""The lot and the scenes as numbers: the ten sets are areas 0 to 9, then come the Trailers and the office."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from dicecup.games.deadwood.data import AREAS as _AREAS
from dicecup.games.deadwood.data import OFFICE as _OFFICE
from dicecup.games.deadwood.data import PRICES as _PRICES
from dicecup.games.deadwood.data import SCENES as _SCENES
from dicecup.games.deadwood.data import SETS as _SETS
from dicecup.games.deadwood.data import TRAILERS as _TRAILERS
from dicecup.games.deadwood.odds import STEPS as _STEPS
from dicecup.games.deadwood.odds import bonus as _bonus

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

AREA_NAMES: Final = (*_SETS, _TRAILERS, _OFFICE)
SCENE_NAMES: Final = tuple(_SCENES)
SETS: Final = len(_SETS)
TRAILERS: Final = SETS
OFFICE: Final = SETS + 1
AREAS: Final = SETS + 2
SCENES: Final = len(SCENE_NAMES)
TOP: Final = 6  # the highest rank, and the dearest budget
STARS: Final = 3  # roles on a card at most; roles are numbered: the card's from 0, the set's from 3
ROLES: Final = 7  # roles at most where a scene is shot
NOBODY: Final = 9  # the rank of a role that is not there

STEPS: Final[Ints] = np.array([[_STEPS[here][there] for there in AREA_NAMES] for here in AREA_NAMES])
SHOTS: Final[Ints] = np.array([_AREAS[area].shots for area in _SETS])
BUDGET: Final[Ints] = np.array([scene.budget for scene in _SCENES.values()])
STARS_ON: Final[Ints] = np.array([len(scene.roles) for scene in _SCENES.values()])
DOLLARS_FOR: Final[Ints] = np.array([0, 0, *(price.dollars for price in _PRICES.values())])
CREDITS_FOR: Final[Ints] = np.array([0, 0, *(price.credits for price in _PRICES.values())])


def _padded(rows: list[list[int]], width: int) -> Ints:
    return np.array([row + [NOBODY] * (width - len(row)) for row in rows])


STAR_RANKS: Final[Ints] = _padded([[role.rank for role in scene.roles] for scene in _SCENES.values()], STARS)
EXTRA_RANKS: Final[Ints] = _padded([[role.rank for role in _AREAS[area].roles] for area in _SETS], ROLES - STARS)

# Dollars that the dice of a wrap bring on average: by budget, number of roles that take part, and the place among
# them, the highest role first.
BONUS: Final[Floats] = np.zeros((TOP + 1, STARS + 1, STARS))
for _budget in range(2, TOP + 1):
    for _roles in range(1, STARS + 1):
        BONUS[_budget, _roles, :_roles] = [float(share) for share in _bonus(_budget, _roles)]
