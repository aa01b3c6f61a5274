"""The lessons that games bring, and the matches that play them: docs/lessons.md."""

from typing import Any

from dicecup import games
from dicecup.table import Checkpoint, Lesson, Match, Place, Secret, SetupError
from dicecup.table.names import check_names


def find(game: str) -> Lesson | None:
    """The lesson of a game; None if it brings none that can be used."""
    try:
        lesson = games.manifest(game).part("lesson")
    except SetupError:
        return None
    return lesson if isinstance(lesson, Lesson) else None


def begin(game: str, name: str = "", secret: Secret | None = None) -> Match[Any]:
    """A match that plays the lesson of a game, for a learner of this name; SetupError if there is none."""
    found, lesson = games.manifest(game), find(game)
    if lesson is None:
        raise SetupError(f"{found.game.title} has no lesson.")
    names = lesson.names
    if name.strip() and not lesson.cast:
        names = check_names([name, *names[1:]])
    carry = found.game.cast(names, list(lesson.cast)) if lesson.cast else None
    state = found.game.setup(names, found.game.options.parse(lesson.options), carry)
    return Match(found.game, Checkpoint(state, 0), lesson.arrange(secret or Secret()), carry=carry)


def place(match: Match[Any]) -> Place | None:
    """Where a match stands in its lesson; None if it is none any more."""
    if not match.teaching:
        return None
    lesson = find(match.game.name)
    return lesson.place(match) if lesson is not None else None
