"""Carrying chances forward in Numba: `distribution.push`, faster."""

from dicecup.games.yahtzee.solver.distribution import Span
from dicecup.games.yahtzee.solver.jit import compiled
from dicecup.games.yahtzee.solver.types import Floats, Ints


@compiled
def add(target: Floats, line: Floats, chance: float) -> None:
    """Add a line times a number; a loop of its own becomes vector instructions."""
    for x in range(len(line)):
        target[x] += chance * line[x]


@compiled
def push(mass: Floats, chances: Floats, points: Ints, span: Span, last: int, out: Floats) -> None:
    """Carry the chances of a row, by upper total and rest, over the options of a span."""
    count, width = mass.shape
    for i in range(count):
        for option in range(span.first, span.stop):
            chance, more = chances[i, option], points[option]
            if chance > 0:
                to = min(i + more, last) if span.is_upper else i
                rest = span.bonus + (i + more - to)
                add(out[to, rest : rest + width], mass[i], chance)
