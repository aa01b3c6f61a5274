"""Positions as rows of numbers, and the rules on them: small enough to be copied, plain enough to be compiled.

A row is a list (or, compiled, an array) of whole numbers: the day, whose turn it is and so on, the shots and
the cards on the sets, the actors, and which scenes have been seen. The functions here do what the rules of the
game do, with the luck handed in. They are compiled as they stand; `tests` hold them against the real rules.
"""

from typing import Any, Final

from dicecup.batch.deadwood.lot import (
    AREA_NAMES,
    AREAS,
    BUDGET,
    CREDITS_FOR,
    DOLLARS_FOR,
    EXTRA_RANKS,
    OFFICE,
    ROLES,
    SCENE_NAMES,
    SCENES,
    SETS,
    SHOTS,
    STAR_RANKS,
    STARS,
    STARS_ON,
    STEPS,
    TOP,
    TRAILERS,
)
from dicecup.games.deadwood.data import STARTS as _STARTS
from dicecup.games.deadwood.state import CARD as _CARD
from dicecup.games.deadwood.state import SET as _SET
from dicecup.games.deadwood.text import ACT as _ACT
from dicecup.games.deadwood.text import END as _END
from dicecup.games.deadwood.text import REHEARSE as _REHEARSE
from dicecup.games.deadwood.view import DeadwoodView
from dicecup.table.ask import Atom

Row = Any
"""A list of ints, or an array of them."""

DAY, DAYS, SEATS, ACTIVE, MOVED, IDLE, STALL, OCCUPIED = range(8)
SHOT: Final = 8  # left on each set
SCENE: Final = SHOT + SETS  # the card lying open on each set; NONE: face down or gone
ACTOR: Final = SCENE + SETS  # the first actor
FIELDS: Final = 6
RANK, DOLLARS, CREDITS, AREA, ROLE, CHIPS = range(FIELDS)  # of an actor
SEEN: Final = ACTOR + 8 * FIELDS  # of each scene, whether it was ever turned up
WIDTH: Final = SEEN + SCENES
NONE: Final = -1
OVER: Final = -1  # as whose turn it is

# What can be done, as numbers.
END, ACT, REHEARSE = 0, 1, 2
MOVE: Final = 10  # + area
TAKE: Final = 30  # + role
UPGRADE: Final = 40  # + 2 * rank, + 1 in credits
MOST: Final = 24  # options at once, at most


def begin(row: Row, seats: int, days: int, rank: int, credit: int, first: int) -> None:
    """The first morning."""
    for place in range(WIDTH):
        row[place] = 0
    row[DAY], row[DAYS], row[SEATS], row[STALL] = 1, days, seats, 200
    for area in range(SETS):
        row[SHOT + area], row[SCENE + area] = SHOTS[area], NONE
    for seat in range(seats):
        me = ACTOR + FIELDS * seat
        row[me + RANK], row[me + CREDITS], row[me + AREA], row[me + ROLE] = rank, credit, TRAILERS, NONE
    _start_turn(row, first)


def _start_turn(row: Row, seat: int) -> None:
    row[ACTIVE] = seat
    row[MOVED] = 0
    row[IDLE] += 1


def end_turn(row: Row) -> None:
    """The next actor's turn comes, unless nobody has done anything for too long."""
    if row[STALL] > 0 and row[IDLE] >= row[STALL]:
        night(row)
    else:
        _start_turn(row, (row[ACTIVE] + 1) % row[SEATS])


def night(row: Row) -> None:
    """The next morning, or the end."""
    for area in range(SETS):
        row[SCENE + area] = NONE
    for seat in range(row[SEATS]):
        me = ACTOR + FIELDS * seat
        row[me + AREA], row[me + ROLE], row[me + CHIPS] = TRAILERS, NONE, 0
    if row[DAY] == row[DAYS]:
        for area in range(SETS):
            row[SHOT + area] = 0
        row[ACTIVE] = OVER
        return
    row[DAY] += 1
    row[IDLE] = 0
    for area in range(SETS):
        row[SHOT + area] = SHOTS[area]
    _start_turn(row, (row[ACTIVE] + 1) % row[SEATS])


def live(row: Row) -> int:
    """How many scenes are still to be shot today."""
    found = 0
    for area in range(SETS):
        if row[SHOT + area] > 0:
            found += 1
    return found


def role_rank(area: int, scene: int, role: int) -> int:
    """Of a role where that scene is shot; NOBODY's if it is not there."""
    if role >= STARS:
        return int(EXTRA_RANKS[area, role - STARS])
    return int(STAR_RANKS[scene, role])


def taken(row: Row, area: int) -> int:
    """The roles there that somebody plays, as bits."""
    bits = 0
    for seat in range(row[SEATS]):
        me = ACTOR + FIELDS * seat
        if row[me + AREA] == area and row[me + ROLE] != NONE:
            bits |= 1 << row[me + ROLE]
    return bits


def options(row: Row, found: Row) -> int:
    """Write everything the active actor can do into `found`; returns how much that is."""
    me = ACTOR + FIELDS * row[ACTIVE]
    area, rank, count = row[me + AREA], row[me + RANK], 0
    if row[me + ROLE] != NONE:
        found[0] = ACT
        if row[me + CHIPS] >= BUDGET[row[SCENE + area]] - 1:
            return 1
        found[1] = REHEARSE
        return 2
    if area < SETS and row[SCENE + area] != NONE:
        bits = taken(row, area)
        for role in range(ROLES):
            if role_rank(area, row[SCENE + area], role) <= rank and not bits >> role & 1:
                found[count] = TAKE + role
                count += 1
    elif area == OFFICE:
        for higher in range(rank + 1, TOP + 1):
            if row[me + DOLLARS] >= DOLLARS_FOR[higher]:
                found[count] = UPGRADE + 2 * higher
                count += 1
            if row[me + CREDITS] >= CREDITS_FOR[higher]:
                found[count] = UPGRADE + 2 * higher + 1
                count += 1
    if not row[MOVED]:
        for other in range(AREAS):
            if STEPS[area, other] == 1:
                found[count] = MOVE + other
                count += 1
    found[count] = END
    return count + 1


def turns_up(row: Row, area: int) -> bool:
    """Whether moving there turns up a card."""
    return area < SETS and row[SHOT + area] > 0 and row[SCENE + area] == NONE


def apply(row: Row, option: int, scene: int, die: int, dice: Row) -> None:
    """Do it. `scene` is what a move turns up; `die` and `dice` (falling) are what acting and a wrap roll.

    A turn in which nothing is left to do but to end it goes on until it is ended.
    """
    me = ACTOR + FIELDS * row[ACTIVE]
    if option == END:
        end_turn(row)
    elif option == ACT:
        _act(row, die, dice)
    elif option == REHEARSE:
        row[me + CHIPS] += 1
        row[IDLE] = 0
        end_turn(row)
    elif option >= UPGRADE:
        higher = (option - UPGRADE) // 2
        if (option - UPGRADE) % 2:
            row[me + CREDITS] -= CREDITS_FOR[higher]
        else:
            row[me + DOLLARS] -= DOLLARS_FOR[higher]
        row[me + RANK] = higher
        row[IDLE] = 0
    elif option >= TAKE:
        row[me + ROLE] = option - TAKE
        row[IDLE] = 0
        end_turn(row)
    else:
        area = option - MOVE
        row[MOVED] = 1
        if turns_up(row, area):
            row[SCENE + area] = scene
            row[SEEN + scene] = 1
        row[me + AREA] = area


def _act(row: Row, die: int, dice: Row) -> None:
    me = ACTOR + FIELDS * row[ACTIVE]
    area = row[me + AREA]
    row[IDLE] = 0
    success = die + row[me + CHIPS] >= BUDGET[row[SCENE + area]]
    if row[me + ROLE] < STARS:
        row[me + CREDITS] += 2 if success else 0
    else:
        row[me + DOLLARS] += 1
        row[me + CREDITS] += 1 if success else 0
    if success:
        row[SHOT + area] -= 1
        if row[SHOT + area] == 0:
            wrap(row, area, dice)
            if live(row) <= 1:
                night(row)
                return
    end_turn(row)


def throws_for(row: Row, die: int) -> int:
    """How many dice are thrown when acting shows this: the budget of a scene that wraps with a star, or none."""
    me = ACTOR + FIELDS * row[ACTIVE]
    area = row[me + AREA]
    budget: int = BUDGET[row[SCENE + area]]
    stars = taken(row, area) & ((1 << STARS) - 1)
    return budget if row[SHOT + area] == 1 and stars and die + row[me + CHIPS] >= budget else 0


def wrap(row: Row, area: int, dice: Row) -> None:
    """Pay for the scene and clear it away."""
    scene = row[SCENE + area]
    bits = taken(row, area)
    stars = bits & ((1 << STARS) - 1)
    for seat in range(row[SEATS]):
        me = ACTOR + FIELDS * seat
        if row[me + AREA] != area or row[me + ROLE] == NONE:
            continue
        role = row[me + ROLE]
        if role >= STARS:
            row[me + DOLLARS] += EXTRA_RANKS[area, role - STARS] if stars else 0
        else:
            roles, place = sharing(row[OCCUPIED], scene, stars, role)
            for die in range(place, BUDGET[scene], roles):
                row[me + DOLLARS] += dice[die]
        row[me + ROLE], row[me + CHIPS] = NONE, 0
    row[SCENE + area] = NONE


def sharing(occupied: int, scene: int, stars: int, role: int) -> tuple[int, int]:
    """How many roles of the card share its dice, and the place of this one among them, the highest first."""
    roles, place = 0, 0
    for other in range(STARS_ON[scene]):
        if not occupied or stars >> other & 1:
            roles += 1
            if other > role:
                place += 1
    return roles, place


def score(row: Row, seat: int) -> int:
    """The points of a seat."""
    me = ACTOR + FIELDS * seat
    points: int = row[me + DOLLARS] + row[me + CREDITS] + 5 * row[me + RANK]
    return points


# --- to and from the game itself ---

_AREA_NUMBERS: Final = {name: number for number, name in enumerate(AREA_NAMES)}
_SCENE_NUMBERS: Final = {name: number for number, name in enumerate(SCENE_NAMES)}
_ROLE_NUMBERS: Final = {_CARD: 0, _SET: STARS}
_CURRENCIES: Final = ("dollars", "credits")
_PLAIN: Final = {_END[0]: END, _ACT[0]: ACT, _REHEARSE[0]: REHEARSE}


def row_of(view: DeadwoodView) -> list[int]:
    """A view as a row."""
    row = [0] * WIDTH
    row[DAY], row[DAYS], row[SEATS] = view.day, view.days, len(view.actors)
    row[ACTIVE], row[MOVED], row[IDLE], row[STALL] = view.active, view.moved, view.idle, view.stall_turns
    row[OCCUPIED] = view.bonus == "occupied"
    for number, area in enumerate(AREA_NAMES[:SETS]):
        row[SHOT + number] = view.shots[area]
        row[SCENE + number] = _SCENE_NUMBERS.get(view.scenes[area], NONE)
    for seat, actor in enumerate(view.actors):
        role = actor.slot + _ROLE_NUMBERS[actor.on] if actor.on else NONE
        place = ACTOR + FIELDS * seat
        row[place : place + FIELDS] = (
            *(actor.rank, actor.dollars, actor.credits),
            *(_AREA_NUMBERS[actor.area], role, actor.chips),
        )
    row[SEEN:] = [1] * SCENES
    for scene in view.unseen:
        row[SEEN + _SCENE_NUMBERS[scene]] = 0
    return row


def code_of(option: tuple[Atom, ...]) -> int:
    """What can be done, as a number."""
    verb, *rest = option
    if verb == "move":
        return MOVE + _AREA_NUMBERS[str(rest[0])]
    if verb == "take":
        return TAKE + _ROLE_NUMBERS[str(rest[0])] + int(rest[1])
    if verb == "upgrade":
        return UPGRADE + 2 * int(rest[0]) + _CURRENCIES.index(str(rest[1]))
    return _PLAIN[str(verb)]


def scene_number(name: str) -> int:
    """Of a scene."""
    return _SCENE_NUMBERS[name]


def first_morning(seats: int, first: int = 0) -> list[int]:
    """The row a game with so many players begins with."""
    row, start = [0] * WIDTH, _STARTS[seats]
    begin(row, seats, start.days, start.rank, start.credits, first)
    return row
