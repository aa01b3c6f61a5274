"""The lot and the scenes of Deadwood, read from `board.toml` and `scenes.toml` and checked while they are read."""

import re
import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import MISSING, asdict, dataclass, fields
from importlib.resources import files
from itertools import pairwise
from typing import Any, Final, TypeVar, get_type_hints

from dicecup.table.errors import shown

RANKS: Final = range(1, 7)
SCENES_IN_ALL: Final = 40
SETS_IN_ALL: Final = 10
MOST_SHOTS: Final = 3


class DataError(ValueError):
    """A data file that cannot be a Deadwood board or deck; says where and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Role:
    """A part to play, printed on a card or on the board. What it is called does not identify it: slots do."""

    name: str
    rank: int
    line: str  # what it says


@dataclass(frozen=True, slots=True, kw_only=True)
class Area:
    """A place on the lot, and the cells it covers when the lot is drawn on a grid of 4 x 4."""

    slug: str
    name: str
    called: str  # in a sentence: with its article
    kind: str  # "set", "trailers" or "office"
    neighbours: tuple[str, ...]
    row: int
    col: int
    rows: int
    cols: int
    shots: int = 0
    roles: tuple[Role, ...] = ()  # for extras

    @property
    def cells(self) -> set[tuple[int, int]]:
        """The cells of the grid it covers, as (row, column)."""
        return {
            (row, col)
            for row in range(self.row, self.row + self.rows)
            for col in range(self.col, self.col + self.cols)
        }

    def touches(self, other: "Area") -> bool:
        """Whether the two share a wall."""
        beside = {(row + down, col + right) for row, col in self.cells for down, right in _STEPS}
        return self is not other and bool(beside & other.cells)


_STEPS: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A card: a title alone may exist twice, title and number do not."""

    slug: str
    title: str
    number: int
    budget: int
    text: str
    roles: tuple[Role, ...]  # for stars, in rising order of rank


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """What a rank costs, whatever rank one has: all in dollars or all in credits."""

    dollars: int
    credits: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """What depends on the number of players."""

    days: int
    rank: int
    credits: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """All that `board.toml` says."""

    areas: dict[str, Area]
    prices: dict[int, Price]
    starts: dict[int, Start]


def slug(words: str) -> str:
    """The name of an area or scene for programs: `main-street`."""
    return re.sub(r"[^a-z0-9]+", "-", words.lower().replace("'", "")).strip("-")


def read_board(text: str) -> Board:
    """The board that `text` describes; DataError if it cannot be one."""
    tables = _tables(text, "board.toml", ("table", "price", "area"))
    starts, prices, areas = {}, {}, {}
    for table in tables["table"]:
        players = _pop(table, "players", "board.toml: a table")
        starts[players] = _make(Start, table, f"board.toml: the table for {players}")
    for table in tables["price"]:
        rank = _pop(table, "rank", "board.toml: a price")
        prices[rank] = _make(Price, table, f"board.toml: the price of rank {rank}")
    for table in tables["area"]:
        name = table.get("name")
        where = f"board.toml: {name}"
        if not isinstance(name, str) or not slug(name) or slug(name) in areas:
            raise DataError(f"board.toml: every area has a name of its own; {shown(name)} is none.")
        neighbours = table.get("neighbours")
        if not isinstance(neighbours, list) or not all(isinstance(each, str) for each in neighbours):
            raise DataError(f"{where}: neighbours is a list of names.")
        roles = _roles(table.get("roles", []), where)
        _no_slug(table, where)
        table |= {"slug": slug(name), "roles": roles, "neighbours": tuple(slug(each) for each in neighbours)}
        areas[slug(name)] = _make(Area, table, where)
    board = Board(areas=areas, prices=prices, starts=starts)
    _check_numbers(board)
    _check_areas(areas)
    return board


def read_scenes(text: str) -> dict[str, Scene]:
    """The scenes that `text` describes, sorted by their slugs; DataError if they cannot be a deck."""
    found = []
    for table in _tables(text, "scenes.toml", ("scene",))["scene"]:
        called = f"{table.get('title')}, scene {table.get('number')}"
        where = f"scenes.toml: {called}"
        _no_slug(table, where)
        table |= {"slug": slug(called.replace(", scene", "")), "roles": _roles(table.get("roles", []), where)}
        scene = _make(Scene, table, where)
        ranks = [role.rank for role in scene.roles]
        if ranks != sorted(set(ranks)) or not 1 <= len(ranks) <= 3:
            raise DataError(f"{where}: a card has one to three roles, their ranks rising; these are {ranks}.")
        if scene.number < 1:
            raise DataError(f"{where}: scenes are numbered from 1.")
        if not 2 <= scene.budget <= 6:
            raise DataError(f"{where}: a budget is 2 to 6, not {scene.budget}.")
        if scene.budget < len(scene.roles):
            raise DataError(f"{where}: a budget has to throw a die for each of the {len(scene.roles)} roles.")
        found.append(scene)
    twice = [name for name, count in Counter(scene.slug for scene in found).items() if count > 1]
    if twice:
        raise DataError(f"scenes.toml: {twice[0]} is there twice.")
    if len(found) != SCENES_IN_ALL:
        raise DataError(f"scenes.toml: there are {SCENES_IN_ALL} scenes, not {len(found)}.")
    return {scene.slug: scene for scene in sorted(found, key=lambda scene: scene.slug)}


def _check_numbers(board: Board) -> None:
    if list(board.starts) != list(range(2, 9)):
        raise DataError("board.toml: there is a table for each number of players from 2 to 8, in order.")
    for players, start in board.starts.items():
        if start.rank not in RANKS or start.credits < 0 or not 1 <= start.days * SETS_IN_ALL <= SCENES_IN_ALL:
            raise DataError(f"board.toml: the table for {players} is impossible.")
    if list(board.prices) != list(RANKS)[1:]:
        raise DataError("board.toml: there is a price for each rank from 2 to 6, in order.")
    for low, high in pairwise(board.prices.values()):
        if not (0 < low.dollars < high.dollars and 0 < low.credits < high.credits):
            raise DataError("board.toml: a higher rank costs more.")


def _check_areas(areas: Mapping[str, Area]) -> None:
    kinds = Counter(area.kind for area in areas.values())
    if kinds != {"set": SETS_IN_ALL, "trailers": 1, "office": 1}:
        raise DataError(
            f"board.toml: there are {SETS_IN_ALL} sets, the trailers and an office, not {dict(kinds)}."
        )
    covered = Counter(cell for area in areas.values() for cell in area.cells)
    if covered != dict.fromkeys(((row, col) for row in range(4) for col in range(4)), 1):
        raise DataError("board.toml: the areas cover each cell of the grid of 4 x 4 exactly once.")
    for area in areas.values():
        if (area.kind == "set") != bool(area.roles) or (area.kind == "set") != (area.shots > 0):
            raise DataError(f"board.toml: {area.name}: sets, and only they, have shots and roles.")
        if area.shots > MOST_SHOTS:
            raise DataError(f"board.toml: {area.name}: a set has at most {MOST_SHOTS} shots, not {area.shots}.")
        for other in areas.values():
            if (other.slug in area.neighbours) != (area.slug in other.neighbours):
                raise DataError(f"board.toml: doors lead both ways; {area.name} and {other.name} disagree.")
            if (other.slug in area.neighbours) != area.touches(other):
                raise DataError(
                    f"board.toml: {area.name} and {other.name} have to touch exactly when they are neighbours."
                )
        unknown = set(area.neighbours) - areas.keys()
        if unknown or len(set(area.neighbours)) != len(area.neighbours):
            raise DataError(f"board.toml: {area.name} has a neighbour that is not there, or one twice.")


def _roles(listed: Any, where: str) -> tuple[Role, ...]:
    if not isinstance(listed, list) or not all(isinstance(each, dict) for each in listed):
        raise DataError(f"{where}: roles is a list of tables.")
    roles = tuple(_make(Role, each, f"{where}: role {number}") for number, each in enumerate(listed, start=1))
    for role in roles:
        if role.rank not in RANKS:
            raise DataError(f"{where}: {role.name}: a rank is 1 to 6, not {role.rank}.")
    if len({role.name for role in roles}) < len(roles):
        raise DataError(f"{where}: no two roles in one place have the same name.")
    return roles


def _tables(text: str, where: str, wanted: tuple[str, ...]) -> dict[str, list[dict[str, Any]]]:
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{where} is not TOML: {error}") from None
    if found.keys() != set(wanted) or not all(isinstance(each, list) for each in found.values()):
        raise DataError(f"{where}: it holds {' and '.join(f'[[{name}]]' for name in wanted)}, and nothing else.")
    if not all(isinstance(each, dict) for several in found.values() for each in several):
        raise DataError(f"{where}: write each of them as a table, such as [[{wanted[0]}]].")
    return found


def _no_slug(table: Mapping[str, Any], where: str) -> None:
    """It follows from the name; nobody may write another one down."""
    if "slug" in table:
        raise DataError(f"{where}: slug means nothing here.")


def _pop(table: dict[str, Any], key: str, where: str) -> int:
    value = table.pop(key, None)
    if type(value) is not int:
        raise DataError(f"{where}: {key} is a whole number, not {shown(value)}.")
    return value


T = TypeVar("T")


def _make(cls: type[T], table: Mapping[str, Any], where: str) -> T:
    """An object of `cls` with the values of `table`, every one of them named and of the right kind."""
    hints = get_type_hints(cls)
    required = {each.name for each in fields(cls) if each.default is MISSING}  # type: ignore[arg-type]
    if missing := required - table.keys():
        raise DataError(f"{where}: {', '.join(sorted(missing))} is missing.")
    if unknown := table.keys() - hints.keys():
        raise DataError(f"{where}: {', '.join(sorted(unknown))} means nothing here.")
    for name, value in table.items():
        if hints[name] in (int, str) and type(value) is not hints[name]:
            raise DataError(f"{where}: {name} is {_KINDS[hints[name]]}, not {shown(value)}.")
        if hints[name] is str and not value.strip():
            raise DataError(f"{where}: {name} is empty.")
    return cls(**table)


_KINDS: Final[dict[Any, str]] = {int: "a whole number", str: "a text"}

_HERE: Final = files(__package__)
BOARD: Final = read_board(_HERE.joinpath("board.toml").read_text(encoding="utf-8"))
AREAS: Final = BOARD.areas
PRICES: Final = BOARD.prices
STARTS: Final = BOARD.starts
SCENES: Final = read_scenes(_HERE.joinpath("scenes.toml").read_text(encoding="utf-8"))
SETS: Final = tuple(area.slug for area in AREAS.values() if area.kind == "set")
TRAILERS: Final = next(area.slug for area in AREAS.values() if area.kind == "trailers")
OFFICE: Final = next(area.slug for area in AREAS.values() if area.kind == "office")


def describe() -> dict[str, Any]:
    """Everything that never changes, as JSON: what a page needs besides a view to draw the lot and the cards."""
    return {
        "areas": {area.slug: asdict(area) for area in AREAS.values()},
        "scenes": {scene.slug: asdict(scene) for scene in SCENES.values()},
        "prices": {str(rank): asdict(price) for rank, price in PRICES.items()},
    }
