"""Minds for tests of reviews: one that takes the first option for the best, and processes that have it."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from dicecup.players import Advice, Fell, Fork, Unit, Values, ranked
from dicecup.server import pool
from dicecup.table import Ask, Match, Option

_ROOT = Path(__file__).parents[2]
_SCRIPT = """
import os, sys, time
from pathlib import Path
sys.path.insert(0, {root!r})
from dicecup.server import worker
from tests.server.minds import Firstling
folder = Path({folder!r})
answer = worker.Worker._review
def review(self, match, player):
    with (folder / "asked").open("a") as file:
        file.write(match.names[0] + "\\n")
    while (folder / "wait").exists():
        time.sleep(0.01)
    if (folder / "die").exists():
        (folder / "die").unlink()
        os._exit(1)
    return answer(self, match, player)
worker.Worker._review = review
if {firstling!r}:
    worker.make = lambda *_, **__: Firstling()
worker.main()
"""


class Firstling:
    """Each option is worth a twentieth of a game, or a point, less than the one before; no luck is known."""

    noise = 0.0

    def unit(self, match: Match[Any]) -> Unit:
        return "win" if len(match.names) > 1 else "points"

    def appraise(self, _view: Any, ask: Ask, fork: Fork) -> Mapping[Option, Values]:
        seats = len(fork(0).names)
        return {option: [1 - at * (0.05 if seats > 1 else 1.0)] * seats for at, option in enumerate(ask.options)}

    def advise(self, view: Any, ask: Ask, fork: Fork) -> list[Advice]:
        values = self.appraise(view, ask, fork)
        return ranked({option: value[0] for option, value in values.items()}, {ask.options[0]: "it is the first"})

    def decide(self, _view: Any, ask: Ask, _fork: Fork) -> Option:
        return ask.options[0]

    def chances(self, match: Match[Any]) -> list[float]:
        return [1 / len(match.names)] * len(match.names)

    def fell(self, _before: Match[Any], _option: Option, _after: Match[Any]) -> Fell | None:
        return None


class Minds:
    """Processes that review: how often they were asked, and when they go on."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self._folder = folder
        self._patch = patch
        folder.mkdir()
        self.use()

    def use(self, *, firstling: bool = True) -> None:
        """Processes of this kind are started from now on."""
        script = self._folder / "mind.py"
        script.write_text(_SCRIPT.format(root=str(_ROOT), folder=str(self._folder), firstling=firstling))
        self._patch.setattr(pool, "COMMAND", (sys.executable, str(script)))

    @property
    def asked(self) -> list[str]:
        """Whose games were begun."""
        file = self._folder / "asked"
        return file.read_text().split() if file.exists() else []

    def hold(self) -> None:
        """Nobody goes on."""
        (self._folder / "wait").touch()

    def go(self) -> None:
        """Everybody goes on."""
        (self._folder / "wait").unlink()

    def die_next(self) -> None:
        """Whoever is asked next dies of it."""
        (self._folder / "die").touch()
