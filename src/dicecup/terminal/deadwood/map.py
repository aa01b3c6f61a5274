"""The lot of Deadwood drawn as a map: places that touch are neighbours, and every wall between two has a door."""

import textwrap
from collections.abc import Sequence
from typing import Final

from dicecup.games.deadwood import DeadwoodView
from dicecup.games.deadwood.data import AREAS, OFFICE, Area
from dicecup.table import OVER
from dicecup.terminal.console import cells, cut, pad

SIDE: Final = 4  # cells in a row, and rows
LINES: Final = 3  # of text in a cell
NARROWEST: Final = 73  # columns; below that names and shots do not fit beside each other
_CELL: Final = range(17, 29)
_LONGEST_LABEL: Final = 8
_SHORTEST_LABEL: Final = 3
_DOOR: Final = 4  # how wide an opening in a wall is

_AT: Final = {cell: area for area in AREAS.values() for cell in area.cells}
_JOINTS: Final = dict(zip(range(16), " ╵╷│╴┘┐┤╶└┌├─┴┬┼", strict=True))  # by arms: 1 up, 2 down, 4 left, 8 right


def draw_map(view: DeadwoodView, width: int, *, unicode: bool) -> list[str]:
    """The lines of the map, in at most `width` columns."""
    cell = min(_CELL[-1], (width - SIDE - 1) // SIDE)
    labels = _labels(view, cell)
    texts = {area.slug: _texts(view, area, cell, labels, unicode=unicode) for area in AREAS.values()}
    drawn = []
    for row in range(SIDE + 1):
        drawn.append(_wall(row, cell, texts))
        if row < SIDE:
            drawn += [_row(row, line, texts) for line in range(LINES)]
    if unicode:
        return drawn
    return [line.translate(_ASCII) for line in drawn]


_ASCII: Final = str.maketrans({**dict.fromkeys("╵╷╴┘┐┤╶└┌├┴┬┼", "+"), "│": "|", "─": "-", "┊": ":"})


def legend(*, unicode: bool) -> str:
    """What the signs of the map mean."""
    to_do, done = _SHOTS[unicode]
    return f"{to_do} a shot to do, {done} done; 4+ what you need to roll; * at work; > whose turn it is"


# --- walls ---


def _walled(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether there is a wall between two cells; outside of the lot there is nothing."""
    return _AT.get(one) is not _AT.get(other)


def _joint(row: int, col: int) -> str:
    """What stands where four cells meet."""
    up = _walled((row - 1, col - 1), (row - 1, col))
    down = _walled((row, col - 1), (row, col))
    left = _walled((row - 1, col - 1), (row, col - 1))
    right = _walled((row - 1, col), (row, col))
    return _JOINTS[up + 2 * down + 4 * left + 8 * right]


def _wall(row: int, cell: int, texts: dict[str, list[str]]) -> str:
    """The line above a row of cells, with doors; a place of two rows goes on through it."""
    line = ""
    for col in range(SIDE):
        line += _joint(row, col)
        above, below = _AT.get((row - 1, col)), _AT.get((row, col))
        if above is not None and above is below:
            line += texts[above.slug][(row - above.row) * (LINES + 1) - 1]
        elif above is None or below is None:
            line += "─" * cell
        else:
            line += (" " * _DOOR).center(cell, "─")
    return line + _joint(row, SIDE)


def _row(row: int, line: int, texts: dict[str, list[str]]) -> str:
    """A line of text through a row of cells."""
    drawn = ""
    for col in range(SIDE):
        area = _AT[row, col]
        if area.col == col:
            drawn += "┊" if line == LINES // 2 and col else "│"
            drawn += texts[area.slug][(row - area.row) * (LINES + 1) + line]
    return drawn + "│"


# --- what is written into a place ---

_SHOTS: Final = {True: ("●", "○"), False: ("o", ".")}


def _texts(view: DeadwoodView, area: Area, cell: int, labels: Sequence[str], *, unicode: bool) -> list[str]:
    """The lines of a place, each filled up to its width: name and shots, the scene, the people."""
    width, height = _size(area, cell)
    edge = " " if cell > _CELL[0] else ""
    room = width - len(edge)
    to_do, done = _SHOTS[unicode]
    left = view.shots.get(area.slug, 0)
    shots = to_do * left + done * (area.shots - left)
    lines = [pad(area.name, room - len(shots)) + shots]
    people = _wrapped(_people(view, area, labels), room)
    scene = _scene(view, area, room)
    space = height - 1 - min(len(people), height - 1 - bool(scene))
    lines += [*scene[: space - 1], *_cut_short(scene[space - 1 :], room, unicode=unicode)]
    lines += [""] * (height - len(lines) - len(people))
    return [edge + pad(line, room) for line in lines + _at_most(people, height - len(lines))]


def _size(area: Area, cell: int) -> tuple[int, int]:
    """Columns and lines between the walls of a place."""
    return area.cols * cell + area.cols - 1, area.rows * LINES + area.rows - 1


def _scene(view: DeadwoodView, area: Area, room: int) -> list[str]:
    if area.slug == OFFICE:
        return ["ranks for sale"]
    scene = view.scene(area.slug)
    if scene is not None:
        return textwrap.wrap(f"{scene.budget}+ {scene.title}", room)
    return [view.status(area.slug).replace("-", " ")] * (area.kind == "set")


def _cut_short(lines: Sequence[str], room: int, *, unicode: bool) -> list[str]:
    """What is left of a title in its last line."""
    text = " ".join(lines)
    if not text or cells(text) <= room:
        return [text] * bool(text)
    return [f"{cut(text, room - 1).rstrip()}…" if unicode else cut(text, room).rstrip()]


# --- people ---


def _people(view: DeadwoodView, area: Area, labels: Sequence[str]) -> list[str]:
    """Who is there; whoever's turn it is comes first, to be seen even where not all can be."""
    there: list[str] = []
    for seat, actor in enumerate(view.actors):
        if actor.area == area.slug:
            turn = ">" if seat == view.active and view.phase != OVER else ""
            there.insert(0 if turn else len(there), f"{turn}{labels[seat]}{'*' if actor.on else ''}")
    return there


def _wrapped(words: Sequence[str], room: int) -> list[str]:
    """Words in as few lines as they fit into, counted in places of the screen."""
    lines: list[str] = []
    for word in words:
        if lines and cells(lines[-1]) + 1 + cells(word) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _at_most(people: Sequence[str], space: int) -> list[str]:
    """So many lines of people; who does not fit is counted."""
    if len(people) <= space:
        return list(people)
    kept = [line.split() for line in people[:space]]
    more = sum(len(line.split()) for line in people[space:]) + 1
    return [" ".join(words) for words in (*kept[:-1], [*kept[-1][:-1], f"+{more}"])]


def _labels(view: DeadwoodView, cell: int) -> list[str]:
    """What everybody is called on the map: as much of the names as fits wherever they are."""
    room = cell - (cell > _CELL[0])
    labels: list[str] = []
    for length in range(_LONGEST_LABEL, _SHORTEST_LABEL - 1, -1):
        labels = _shortened(view.names, length)
        lines = {area.slug: len(_wrapped(_people(view, area, labels), room)) for area in AREAS.values()}
        if all(lines[area.slug] <= _space(area) for area in AREAS.values()):
            break
    return labels


def _space(area: Area) -> int:
    """Lines for people in a place: what its name and one line about its scene leave."""
    return area.rows * (LINES + 1) - 2 - (area.kind != "trailers")


def _shortened(names: Sequence[str], length: int) -> list[str]:
    """The beginnings of names, with the number at the end of those that have one; all different."""
    short = []
    for name in names:
        joined = "".join(name.split())
        start = joined.rstrip("0123456789")
        number = joined[len(start) :][-2:]
        short.append(cut(joined, length) if cells(joined) <= length else cut(start, length - len(number)) + number)
    return [
        label if short.count(label) == 1 else f"{cut(label, length - 1)}{seat + 1}"
        for seat, label in enumerate(short)
    ]
