"""What packages of others bring, by entry points: taken with care, for anything may be wrong with them."""

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, Final, ParamSpec, TypeVar, cast

from dicecup.table.errors import SetupError, said

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_US: Final = "dicecup"
_found: Final[list[Callable[[], object]]] = []
_R = TypeVar("_R")
_P = ParamSpec("_P")


def remembered(look: Callable[_P, _R]) -> Callable[_P, _R]:
    """A function that looks at what is brought, and need not look twice until `forget`."""
    kept = cache(look)
    _found.append(kept.cache_clear)
    return cast("Callable[_P, _R]", kept)


def forget() -> None:
    """Look again next time: something was installed, or a test has brought it."""
    for clear in _found:
        clear()


@remembered
def points(group: str) -> tuple["EntryPoint", ...]:
    """What installed packages have under this name, in an order that is always the same."""
    from importlib.metadata import entry_points  # takes a while to import, and is seldom needed

    try:
        found = list(entry_points(group=group))
    except Exception:  # one package that is damaged must not hide the others
        found = _one_by_one(group)
    others = (point for point in found if package(point).casefold() != _US)
    return tuple(sorted(others, key=lambda point: (point.name, package(point), point.value)))


def _one_by_one(group: str) -> list["EntryPoint"]:
    from importlib.metadata import distributions

    found: dict[tuple[str, str, str], EntryPoint] = {}
    for each in distributions():
        try:
            for point in each.entry_points.select(group=group):
                found.setdefault((package(point), point.name, point.value), point)
        except Exception:  # noqa: S112 - this is the one
            continue
    return list(found.values())


def package(point: "EntryPoint") -> str:
    """The name of the package that brings it."""
    try:
        return str(point.dist.name) if point.dist is not None else "?"
    except Exception:  # a package without a name
        return "?"


def load(point: "EntryPoint") -> Any:
    """The object itself; SetupError, in a sentence, if it cannot be had. This runs whatever is there."""
    try:
        return point.load()
    except (Exception, SystemExit) as error:
        raise SetupError(f"{point.value} cannot be imported: {said(error)}") from error
