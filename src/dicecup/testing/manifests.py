"""The same kit for manifests: whether all that a game says it brings is there, and is what it should be.

    from dicecup.testing import check_manifest
    check_manifest("farkle")

A part that does not work costs a player that part and not the game, so it is easily overlooked: this finds it.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from dicecup import games as all_games
from dicecup.table import Lesson, Manifest, SetupError
from dicecup.testing.promises import Nonconformance, promise


def check_manifest(manifest: str | Manifest) -> list[str]:
    """Look at every part that a manifest names; return which those are. `check_game` looks at the game itself."""
    found = all_games.manifest(manifest) if isinstance(manifest, str) else manifest
    there = []
    for name, check in _CHECKS.items():
        if not (where := getattr(found, name)):
            continue
        try:
            part = found.part(name)
        except SetupError as error:
            raise Nonconformance(f"Not so: the {name} can be imported. {error}") from error
        check(part, f"{found.game.name}, {where}")
        there.append(name)
    return there


def _check_players(part: Any, where: str) -> None:
    promise(isinstance(part, Mapping) and bool(part), "players are a mapping from names to what makes them", where)
    for name, make in part.items():
        promise(isinstance(name, str) and name.islower(), f"{name!r} is a name in small letters", where)
        promise(callable(make), f"{name} is a class, or a function that makes a player", where)


def _check_judge(part: Any, where: str) -> None:
    promise(callable(part), "there is something that makes a judge", where)
    _has(part(), where, "expected", "loss")


def _check_solver(part: Any, where: str) -> None:
    _has(part, where, "prepare", "simulate", "contest")
    promise(bool(getattr(part, "players", ())), "a solver names those whom it can play for", where)


def _check_screen(part: Any, where: str) -> None:
    promise(isinstance(part, type), "a screen is a class", where)
    _has(part, where, "draw", "understand", "rules", "result")


def _check_training(part: Any, where: str) -> None:
    promise(callable(part), "training is a function of the words that follow the command", where)


def _check_lesson(part: Any, where: str) -> None:
    promise(isinstance(part, Lesson), "a lesson is a dicecup.table.Lesson; check_lesson plays it through", where)


def _has(thing: Any, where: str, *methods: str) -> None:
    missing = [name for name in methods if not callable(getattr(thing, name, None))]
    promise(not missing, f"there is a method {', '.join(missing)}", where)


_CHECKS: Final[Mapping[str, Callable[[Any, str], None]]] = {
    "players": _check_players,
    "references": _check_players,
    "judge": _check_judge,
    "solver": _check_solver,
    "screen": _check_screen,
    "lesson": _check_lesson,
    "training": _check_training,
}
