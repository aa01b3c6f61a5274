"""The manifest of a game: one object that says what the game brings. Whoever shows or plays games asks it."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import KW_ONLY, dataclass, fields
from importlib import import_module
from typing import Any, Final

from dicecup.table.errors import MissingPart, SetupError, said, shown
from dicecup.table.game import Game
from dicecup.table.options import Options
from dicecup.table.state import State

NAME: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
"""What a game may be called where it is typed: its name is part of file names and addresses."""

_PART: Final = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*")
_FILE: Final = re.compile(r"\w[\w-]{0,38}\.(txt|json)")


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a game brings: its rules, with their words and handbook, and whatever else it has of its own.

    Each part but the game is written "package.module:NAME" and imported when somebody asks for it, so that rules
    need not know who plays them or how they are drawn. What a game does not bring, every game has: a player that
    chooses at random, a screen that lists the options, a quick save called after the game.
    """

    game: Game[Any]
    _: KW_ONLY
    players: str = ""  # a mapping: the names of its levels, the weakest first, to what makes a player from a seed
    references: str = ""  # the same for players that never change, to measure others by
    misjudging: str = ""  # makes a player from a seed and from how much it errs: 0 not at all, 1 as Medium does
    tempers: str = ""  # a `dicecup.players.Tempers`: the same strength as different people
    judge: str = ""  # makes a `dicecup.players.Judge`, who knows exactly what choices cost
    solver: str = ""  # a `dicecup.players.Solver`, which plays many games in step without the engine
    screen: str = ""  # its `dicecup.terminal.screen.Screen`
    lesson: str = ""  # a `dicecup.table.Lesson`: a guided first game
    training: str = ""  # what `dicecup train GAME` runs: a function of the words that follow
    batch: str = ""  # a `dicecup.batch.twin.Twin`, which plays many games side by side without the engine
    quick_save: str = ""  # the file of its quick save, such as "Farkle.txt"
    order: int = 100  # where it stands in a list of games: the lowest first, then by title

    def __post_init__(self) -> None:
        """SetupError, in a sentence, if something cannot be right; so nobody has to look again."""
        for wrong in self._wrong():
            raise SetupError(wrong)

    def part(self, name: str, *methods: str) -> Any:
        """What the game brings of this kind, imported; None if nothing.

        SetupError if it cannot be had, or has not got these methods; MissingPart if something is not installed.
        """
        if not (where := getattr(self, name)):
            return None
        module, _, what = where.partition(":")
        try:
            found = getattr(import_module(module), what)
        except MissingPart:
            raise
        except (Exception, SystemExit) as error:  # whatever somebody's module does when it is imported
            raise self.unusable(name, said(error)) from error
        if missing := [each for each in methods if not callable(getattr(found, each, None))]:
            raise self.unusable(name, f"{shown(found)} has no {', '.join(missing)}.")
        return found

    def unusable(self, part: str, reason: str) -> SetupError:
        """The error that says why a part is of no use."""
        return SetupError(f"The {part} of {self.game.title} cannot be used: {getattr(self, part)}: {reason}")

    def _wrong(self) -> Iterator[str]:
        game: Any = self.game
        if not isinstance(game, Game):
            yield f"A manifest begins with a game, made from its class; {shown(game)} is none."
            return
        name, title = getattr(game, "name", None), getattr(game, "title", None)
        if not isinstance(name, str) or not NAME.fullmatch(name):
            yield f"The name of a game is made of small letters, digits and hyphens; {shown(name)} is not."
        if not isinstance(title, str) or not title.strip():
            yield f"The game {name} needs a title."
        seats = getattr(game, "seats", None)
        if not isinstance(seats, range) or not seats or seats[0] < 1 or seats.step != 1:
            yield f"The seats of {name} are a range such as range(2, 7); {shown(seats)} is not."
        for what, kind in (("options", Options), ("state", State)):
            found = getattr(game, what, None)
            if not (isinstance(found, type) and issubclass(found, kind)):
                yield f"The {what} of {name} must be a class made from {kind.__name__}; {shown(found)} is not."
        for what in ("phases", "phrases"):
            if not isinstance(getattr(game, what, None), Mapping):
                yield f"The {what} of {name} must be a mapping."
        try:
            names = game.default_names(seats[-1])  # type: ignore[index]  # it is one
            game.options.settings()
            game.options()
        except Exception as error:
            yield f"The game {name} cannot be set up: {said(error)}"
        else:
            if len(names) != seats[-1] or not all(isinstance(each, str) for each in names):  # type: ignore[index]
                yield f"The game {name} must have a default name for every seat."
        for each in fields(self):
            value = getattr(self, each.name)
            if each.name == "quick_save" and value and not (isinstance(value, str) and _FILE.fullmatch(value)):
                yield f"The quick save of {name} is a file such as Farkle.txt; {shown(value)} is not."
            if each.name == "order" and type(value) is not int:
                yield f"The order of {name} is a number; {shown(value)} is not."
            if each.name in PARTS and value != "" and not (isinstance(value, str) and _PART.fullmatch(value)):
                yield f'The {each.name} of {name} are written "package.module:NAME"; {shown(value)} is not.'


PARTS: Final = (
    *("players", "references", "misjudging", "tempers", "judge"),
    *("solver", "screen", "lesson", "training", "batch"),
)
"""What a manifest names by where it is imported from."""
