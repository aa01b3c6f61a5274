"""A view of Deadwood as a row of numbers."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from dicecup.games.deadwood.actions import MOST_EXTRAS, MOST_STARS
from dicecup.games.deadwood.data import AREAS, MOST_SHOTS, RANKS, SCENES, SETS
from dicecup.games.deadwood.state import CARD, SET
from dicecup.table import OVER
from dicecup.table.encoding import Part, Seen, one_of, places

KINDS: Final = ("turn", "work")
PHASES: Final = ("begin", *KINDS, OVER)
LEFT_OUT: Final = {
    "game": "it is always the same",
    "names": "they change nothing",
    "seat": "the row begins with it",
    "turn": "what counts is the day, and what is left of it",
    "out": "it follows from the scenes that lie open and those not seen",
}
_DAYS: Final = places(range(1, 5))
_NUMBERS: Final = {scene: number for number, scene in enumerate(SCENES, start=1)}
_SLOTS: Final = places(range(max(MOST_EXTRAS, MOST_STARS)))
_KINDS, _PHASES, _RANKS, _AREAS, _ON = (
    places(KINDS),
    places(PHASES),
    places(RANKS),
    places(AREAS),
    places((CARD, SET)),
)
_ACTOR: Final = len(RANKS) + 3 + len(AREAS) + 2 + len(_SLOTS) + 1
_SET: Final = 3 + 2 + 1 + 2 * MOST_STARS


def parts(seats: int) -> Iterator[Part]:
    """The question, the day, everybody's actor, and every set."""
    yield Part("kind", len(KINDS), f"what is asked: {', '.join(KINDS)}", _kind)
    yield Part("phase", len(PHASES), f"the phase: {', '.join(PHASES)}", _phase)
    yield Part("asked", seats, "who is asked", lambda seen: seen.away(seen.asked.seat if seen.asked else None))
    yield Part("active", seats, "whose turn it is", lambda seen: seen.away(seen.view.active))
    yield Part("moved", 1, "1: the step of this turn has been made", lambda seen: [float(seen.view.moved)])
    yield Part("day", len(_DAYS), "which day it is: 1 to 4", lambda seen: one_of(seen.view.day, _DAYS))
    yield Part("days", len(_DAYS), "how many days there are: 1 to 4", lambda seen: one_of(seen.view.days, _DAYS))
    yield Part(
        "rules",
        4,
        "1: bonus dice to all roles; 1: idle turns end a day; after how many / 200; idle so far / 200",
        _rules,
    )
    for step in range(seats):
        yield Part(
            f"actor+{step}",
            _ACTOR,
            f"rank 1 to 6; dollars / 50; credits / 50; points / 100; area: {', '.join(AREAS)}; "
            f"role on the card, on the set; its slot, 0 to {len(_SLOTS) - 1}; practice chips / 5",
            partial(_actor, step),
        )
    for area in SETS:
        yield Part(
            f"set {area}",
            _SET,
            "face down, open, wrapped; shots left / 3; budget / 6; which scene, / 40; "
            "for each role on its card, the lowest first: rank / 6, and 1 if taken",
            partial(_set, area),
        )
    yield Part("unseen", len(SCENES), "for each scene, by its name: 1 if nobody has seen it yet", _unseen)


def _kind(seen: Seen) -> list[float]:
    return one_of(seen.asked.kind if seen.asked else None, _KINDS)


def _phase(seen: Seen) -> list[float]:
    return one_of(seen.view.phase, _PHASES)


def _rules(seen: Seen) -> list[float]:
    view = seen.view
    return [float(view.bonus == "all"), float(view.stall_turns > 0), view.stall_turns / 200, view.idle / 200]


def _actor(step: int, seen: Seen) -> list[float]:
    actor = seen.view.actors[seen.seats[step]]
    return [
        *one_of(actor.rank, _RANKS),
        actor.dollars / 50,
        actor.credits / 50,
        actor.score / 100,
        *one_of(actor.area, _AREAS),
        *one_of(actor.on, _ON),
        *(one_of(actor.slot, _SLOTS) if actor.on else [0.0] * len(_SLOTS)),
        actor.chips / 5,
    ]


def _set(area: str, seen: Seen) -> list[float]:
    view = seen.view
    shots, found = view.shots[area], view.scenes[area]
    told = [float(bool(shots and not found)), float(bool(found)), float(not shots), shots / MOST_SHOTS]
    if not found:
        return told + [0.0] * (_SET - len(told))
    scene = SCENES[found]
    taken = [actor.slot for actor in view.actors if actor.area == area and actor.on == CARD]
    told += [scene.budget / 6, _NUMBERS[found] / len(SCENES)]
    for slot in range(MOST_STARS):
        there = slot < len(scene.roles)
        told += [scene.roles[slot].rank / 6 if there else 0.0, float(there and slot in taken)]
    return told


def _unseen(seen: Seen) -> list[float]:
    unseen = frozenset(seen.view.unseen)
    return [float(scene in unseen) for scene in SCENES]
