"""How good somebody is at puzzles: a rating that follows from what was tried, and nothing else.

It is Glicko's: whoever solves a puzzle has won against it, and how far a rating moves depends on how sure it is.
The ratings of puzzles stand in their books and stay there.
"""

import datetime
import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

START: Final = 1200.0
WIDEST: Final = 250.0  # how unsure it is at first
NARROWEST: Final = 50.0  # it never gets surer than that, so whoever learns something is believed
LOWEST: Final = 400.0
HIGHEST: Final = 2800.0
_PUZZLE: Final = 100.0  # how unsure the rating of a puzzle is: nobody has measured it yet
_Q: Final = math.log(10) / 400


@dataclass(frozen=True, slots=True)
class Solver:
    """A rating, and how far off it may well be."""

    rating: float = START
    deviation: float = WIDEST

    def after(self, puzzle: float, *, solved: bool) -> "Solver":
        """What becomes of it with one more puzzle of this rating."""
        dulled = 1 / math.sqrt(1 + 3 * (_Q * _PUZZLE / math.pi) ** 2)
        expected = 1 / (1 + 10 ** (-dulled * (self.rating - puzzle) / 400))
        known = _Q**2 * dulled**2 * expected * (1 - expected)
        narrower = 1 / (1 / self.deviation**2 + known)
        rating = self.rating + _Q * narrower * dulled * (solved - expected)
        return Solver(min(HIGHEST, max(LOWEST, rating)), max(NARROWEST, math.sqrt(narrower)))


def rated(tries: Iterable[tuple[float, bool]]) -> Solver:
    """Whoever tried puzzles of these ratings, in this order, and solved them or not."""
    solver = Solver()
    for puzzle, solved in tries:
        solver = solver.after(puzzle, solved=solved)
    return solver


def streaks(days: Iterable[str], today: str) -> tuple[int, int]:
    """How many days in a row there are up to today, or to yesterday while today is young; and the most ever."""
    seen = {datetime.date.fromisoformat(day) for day in days}
    most = max((_back(seen, day) for day in seen), default=0)
    now = datetime.date.fromisoformat(today)
    return _back(seen, now) or _back(seen, now - _DAY), most


_DAY: Final = datetime.timedelta(days=1)


def _back(seen: set[datetime.date], day: datetime.date) -> int:
    """How many days in a row there are up to this one."""
    count = 0
    while day in seen:
        count, day = count + 1, day - _DAY
    return count
