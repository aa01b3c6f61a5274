"""Which dice fell in a match, for each seat that rolled them: how often each face came up."""

from typing import Any

from dicecup.table import Match
from dicecup.table.chance import Chance, Roll
from dicecup.table.log import places
from dicecup.table.retrace import again

Faces = dict[str, list[int]]
"""By the number of their sides: how many dice showed 1, how many 2, and so on."""


def rolled(match: Match[Any]) -> list[Faces]:
    """The dice of each seat in a match that is over; none where somebody could have known or chosen what falls.

    With a seed anybody knows the dice before, and in a lesson some are arranged. Those that a branch has taken
    over were counted where they fell.
    """
    found: list[Faces] = [{} for _ in match.names]
    if match.lesson or match.commitment is None:
        return found
    fell: list[tuple[Chance[Any], Any, int]] = []
    asked = 0  # whoever has to decide: dice fall after that choice

    def watch(point: Chance[Any], result: Any) -> None:
        fell.append((point, result, asked))

    for past in again(match, watch=watch):
        asked = past.pending.seat if past.pending is not None else asked
    # What cannot be played again, because the rules have changed since, is not known well enough.
    at = places(match.log)
    for (point, result, chooser), place in zip(fell, at[len(at) - len(fell) :], strict=True):
        if isinstance(point, Roll) and place >= match.older:
            faces = found[_roller(point.key, chooser, len(found))]
            counts = faces.setdefault(str(point.sides), [0] * point.sides)
            for face in result:
                counts[face - 1] += 1
    return found


def _roller(key: str, chooser: int, seats: int) -> int:
    """Whose dice they are: a key names its seat, "turn/seat/purpose/count"; if not, it is whoever chose last."""
    _, _, rest = key.partition("/")
    seat, _, _ = rest.partition("/")
    return int(seat) if seat.isdecimal() and len(seat) < 4 and int(seat) < seats else chooser
