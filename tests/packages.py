"""Packages of somebody else's, as if they had been installed: for tests of what they bring."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from textwrap import dedent
from typing import Final

import pytest

from dicecup.table import brought
from tests.test_house import ROOT

Install = Callable[..., Path]
"""install(name, modules, entry_points): see below."""


def write(folder: Path, name: str, modules: Mapping[str, str], points: Mapping[str, Mapping[str, str]]) -> Path:
    """Put a package into a folder: its modules by path, its entry points by group and name."""
    for path, text in modules.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(dedent(text), encoding="utf-8")
    facts = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    facts.mkdir(parents=True)
    (facts / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    lines = [
        line
        for group, named in points.items()
        for line in (f"[{group}]", *(f"{each} = {value}" for each, value in named.items()))
    ]
    (facts / "entry_points.txt").write_text("\n".join([*lines, ""]), encoding="utf-8")
    return folder


# Plugins of pytest that happen to be installed: a run of a few tests takes longer to read them than for the tests.
NO_PLUGINS: Final = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}


def environment(site: Path) -> dict[str, str]:
    """For programs that are to find what is installed in a folder, and these tests."""
    path = os.pathsep.join([str(site), str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    return {**os.environ, "PYTHONPATH": path, "OPENBLAS_NUM_THREADS": "1"}


def python(environment: Mapping[str, str], *words: str, typed: str = "", folder: Path = ROOT) -> str:
    """What Python says to these words in an environment; it has to end well."""
    done = subprocess.run(
        [sys.executable, *words],
        env=environment,
        cwd=folder,
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, f"{' '.join(words)}\n{done.stdout}{done.stderr}"
    return done.stdout


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Installs packages for one test, in this process and in those it starts."""
    here: list[Path] = []

    def bring(name: str, modules: Mapping[str, str], points: Mapping[str, Mapping[str, str]]) -> Path:
        here.append(write(tmp_path / "site" / name, name, modules, points))
        monkeypatch.syspath_prepend(str(here[-1]))
        monkeypatch.setenv("PYTHONPATH", str(here[-1]), prepend=os.pathsep)
        brought.forget()
        return here[-1]

    brought.forget()
    yield bring
    brought.forget()
    for name, module in list(sys.modules.items()):
        if (getattr(module, "__file__", None) or "").startswith(str(tmp_path)):
            del sys.modules[name]


PIG = '''
"""Pig: roll as often as you dare; a 1 takes it all."""

from dataclasses import dataclass, field

from dicecup.table import OVER, Ask, Game, Manifest, Option, Options, Outcome, Roll, State, View, setting

MOVES = (Option("roll", text="roll the die"), Option("hold", text="keep what you have"))


@dataclass(frozen=True, slots=True, kw_only=True)
class PigOptions(Options):
    goal: int = setting(20, "how many points win")


@dataclass(slots=True, kw_only=True)
class PigState(State):
    options: PigOptions
    scores: list[int]
    current: int = 0
    pot: int = 0


@dataclass(slots=True, kw_only=True)
class PigView(View):
    scores: tuple[int, ...]
    current: int
    pot: int


async def move(play):
    state, seat = play.state, play.state.current
    state.turn += 1
    choice = await Ask(seat, "move", MOVES, "Roll or hold?")
    if choice.verb == "roll":
        [die] = await Roll(f"{state.turn}/{seat}/roll", (0,))
        play.tell("rolled", seat=seat, die=die)
        state.pot = 0 if die == 1 else state.pot + die
        if die > 1:
            return
    else:
        state.scores[seat] += state.pot
        play.tell("held", seat=seat, points=state.pot)
        state.pot = 0
        if state.scores[seat] >= state.options.goal:
            state.phase = OVER
            return
    state.current = (seat + 1) % len(state.names)


class Pig(Game[PigState]):
    name = "pig"
    title = "Pig"
    seats = range(1, 5)
    options = PigOptions
    state = PigState
    phases = {"move": move}
    phrases = {
        "rolled": lambda data, names: f"{names[data['seat']]} rolls {data['die']}.",
        "held": lambda data, names: f"{names[data['seat']]} keeps {data['points']} points.",
    }

    def setup(self, names, options, carry=None):
        return PigState(names=names, options=options, phase="move", scores=[0 for _ in names])

    def view(self, state, seat):
        return PigView(
            game=self.name,
            names=state.names,
            seat=seat,
            turn=state.turn,
            phase=state.phase,
            scores=tuple(state.scores),
            current=state.current,
            pot=state.pot,
        )

    def why_not(self, state, ask, choice):
        return self.no_such_choice(ask, choice)

    def outcome(self, state):
        best = max(state.scores)
        winners = tuple(seat for seat, score in enumerate(state.scores) if score == best)
        return Outcome(winners=winners, scores=tuple(state.scores), reason="the goal is reached")


GAME = Pig()
'''
"""The smallest game there is, as a module; what a package brings with it is for a test to say."""

PLAYERS = '''
"""Two players of Pig, and whoever judges them."""

from dicecup.players import ranked


class Bold:
    def decide(self, view, ask, fork):
        return ask.options[view.pot >= 20]


class Careful:
    def __init__(self, seed):
        self.seed = seed

    def decide(self, view, ask, fork):
        return self.advise(view, ask, fork)[0].option

    def advise(self, view, ask, fork):
        roll, hold = ask.options
        return ranked({roll: 8.0, hold: float(view.pot)}, unit="points")


LEVELS = {"bold": Bold, "careful": Careful}
REFERENCES = {"steady": Careful}
'''
