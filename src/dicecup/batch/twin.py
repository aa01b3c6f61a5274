"""A game's twin: a second way to play it, in batches, and never a second source of its rules."""

import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Final

from dicecup.batch import contract, loops, luck
from dicecup.batch.compiling import compiled
from dicecup.table.actions import Actions
from dicecup.table.errors import SetupError, shown
from dicecup.table.game import Game
from dicecup.table.options import Options


@dataclass(frozen=True)
class Twin:
    """A game for batches. What it does not know it refuses."""

    modules: Sequence[ModuleType]
    """Its functions; the last one has those of `contract`."""
    numbering: int
    """The version of the engine's numbers of actions and observations that it goes by."""
    knows: Mapping[str, Sequence[Any]]
    """The house rules it follows, and which of their values; none: any whole number that has room in 31 bits."""
    width: Callable[[int, Any], int]
    """How many numbers a row has, for so many seats and by these house rules."""
    rules: Callable[[int, Any, Actions], tuple[Any, ...]]
    """What its functions are given as `rules`: for so many seats, by these house rules, with these actions."""
    chance: int
    """How many results of chance one step can have."""
    opening: int
    """The same before the first decision."""
    trouble: Callable[[Any], str] = lambda options: ""
    """Why this game, as it is installed here, cannot be played in batches by these house rules; or empty."""

    def check(self, game: Game[Any], seats: int, options: Options) -> None:
        """SetupError for anything that it would play otherwise than the engine."""
        for each in game.options.settings():
            value = getattr(options, each.name)
            if each.name not in self.knows:
                raise SetupError(f"Batches of {game.title} do not know the house rule {each.name!r} yet.")
            known = self.knows[each.name]
            if known and value not in known:
                raise SetupError(
                    f"Batches of {game.title} do not know {each.name}={value!r} yet, "
                    f"only {each.name}={' or '.join(map(repr, known))}."
                )
            if not known and value >= 1 << 31:
                raise SetupError(f"In batches {each.name} is less than 2147483648; {shown(value)} is not.")
        found = {game.actions(seats, options).version, game.encoding(seats, options).version}
        if found != {self.numbering}:
            raise SetupError(
                f"Batches of {game.title} go by version {self.numbering} of its actions and observations, "
                f"and the game has version {max(found)}."
            )
        if trouble := self.trouble(options):
            raise SetupError(trouble)

    def warmed_up(self, title: str, warm: Callable[[Any], None], tell: Callable[[str], None]) -> Any:
        """Its functions, compiled: `warm` calls each of them that is to be called later. Once in a process."""
        if _WARM.get(id(self)) is None:
            _WARM[id(self)] = self._warm_up(title, warm, tell)
        return _WARM[id(self)]

    def _warm_up(self, title: str, warm: Callable[[Any], None], tell: Callable[[str], None]) -> Any:
        name = self.modules[-1].__name__.split(".")[-2]
        functions = compiled(luck, *self.modules, loops, contract=contract, doors=(loops,), keep=name)
        kept = functions.kept
        if kept is not None and (kept / _READY).exists():
            try:
                warm(functions)
            except Exception:  # somebody, or a full disk, has damaged what was kept
                shutil.rmtree(kept, ignore_errors=True)
                functions = compiled(luck, *self.modules, loops, contract=contract, doors=(loops,))
            else:
                return functions
        tell(f"Compiling batches of {title} with Numba: once, ten seconds to a minute ...")
        began = time.monotonic()
        warm(functions)
        tell(f"Compiled in {time.monotonic() - began:.0f} seconds.")
        if functions.kept is not None:
            with suppress(OSError):
                (functions.kept / _READY).touch()
        return functions


_WARM: Final[dict[int, Any]] = {}  # the functions of each twin that has been used
_READY: Final = "ready"  # the file that says that everything is there
