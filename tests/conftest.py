"""What all tests share: long runs only on demand, repeatable examples, and nobody's real folders touched."""

import gc
import os
from collections.abc import Generator, Iterator
from itertools import islice
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, Final

import hypothesis
import pytest

from dicecup.games.king_of_tokyo.cards.base import CALLED, CARDS, DECK, IN_THE_BOX
from dicecup.games.yahtzee import solver
from dicecup.players import attempts
from dicecup.table import secret
from tests import FIGURES
from tests.games.king_of_tokyo.box import BOX
from tests.packages import install  # noqa: F401 - a fixture for all

# The same examples every time: a red test in CI is red at home. Soak runs look further, and elsewhere each time.
hypothesis.settings.register_profile("quick", derandomize=True, deadline=None, max_examples=60, database=None)
hypothesis.settings.register_profile("soak", deadline=None, max_examples=600, print_blob=True, database=None)

_WORKERS: Final = (os.cpu_count() or 1) + 2
_KINDS: Final = ("thorough", "soak")
_LEFT_OUT = pytest.StashKey[list[int]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("dicecup")
    group.addoption("--thorough", action="store_true", help="run the tests marked `thorough`, and no others")
    group.addoption("--soak", action="store_true", help="run all tests, with the long ones (marked `soak`)")
    group.addoption(
        "--store",
        choices=("sqlite", "postgres"),
        default="sqlite",
        help="where the servers of tests keep their games; with postgres only tests of servers are run",
    )
    group.addoption(
        "--regenerate", action="store_true", help="write the golden playthroughs anew instead of comparing them"
    )


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_LEFT_OUT] = [0, 0]
    hypothesis.settings.load_profile("soak" if config.getoption("--soak") else "quick")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Tests are read without a look for garbage, of which there is none, and are never looked through again."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--soak"):
        thorough = config.getoption("--thorough")
        kinds = [_kind(item) for item in items]
        wanted = "thorough" if thorough else ""
        left_out = [item for item, kind in zip(items, kinds, strict=True) if kind != wanted]
        items[:] = [item for item, kind in zip(items, kinds, strict=True) if kind == wanted]
        config.hook.pytest_deselected(items=left_out)
        config.stash[_LEFT_OUT] = [0 if kind == wanted else kinds.count(kind) for kind in _KINDS]
    items[:] = _lined_up(items)


def _kind(item: pytest.Item) -> str:
    """Who runs it: `soak`, `thorough`, or everybody."""
    return next((kind for kind in ("soak", "thorough") if item.get_closest_marker(kind)), "")


def _lined_up(items: list[pytest.Item]) -> list[pytest.Item]:
    """What takes longest first in each worker's share; whoever is done takes from the others.

    The page's tests begin two of the shares: two browsers keep two processors busy. What needs the longest of our
    tables begins a third: one worker makes it, and no other waits for it.
    """
    page = [item for item in items if "page" in item.path.parts]
    tables = [item for item in items if "spread_scores" in getattr(item, "fixturenames", ())]
    first = {*page, *tables}
    rest = iter([item for item in items if item not in first])
    half = len(page) // 2
    size = -(-len(items) // _WORKERS)
    lined_up: list[pytest.Item] = []
    for share in (page[:half], page[half:], tables):
        lined_up += share + list(islice(rest, max(0, size - len(share))))
    return [*lined_up, *rest]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """More than there are processors: whoever waits for a browser or for a program needs none."""
    return _WORKERS


@pytest.fixture(autouse=True)
def dice_of_its_own(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """A test sees the same dice in every run: red in CI is red at home. A soak run sees others each time."""
    fixed = not request.config.getoption("--soak")
    if fixed:
        drawn = SimpleNamespace(token_bytes=Random(request.node.nodeid).randbytes)
        monkeypatch.setattr(secret, "secrets", drawn)
    return fixed


@pytest.fixture(autouse=True)
def nobody_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who asks whether roll-outs are compiled sets nobody going: that would take processors from other tests."""
    monkeypatch.setattr(attempts, "is_ours_to_begin", lambda folder: False)


@pytest.fixture(scope="session", autouse=True)
def _the_cards_of_the_box() -> Iterator[None]:
    """Games begin with the cards of the box: one that is added changes no game of a test."""
    everything, CARDS[:] = list(CARDS), BOX
    yield
    CARDS[:] = everything


@pytest.fixture
def cards_as_before() -> Iterator[None]:
    """Cards that a test makes are gone afterwards."""
    before, box = list(CARDS), list(IN_THE_BOX)
    yield
    for card in {*CARDS} - {*before}:
        del DECK[card], CALLED[card]
    CARDS[:], IN_THE_BOX[:] = before, box  # a deck that is read again takes all there are for the box


def pytest_sessionfinish(session: pytest.Session) -> None:
    output = getattr(session.config, "workeroutput", None)  # a worker of pytest-xdist: it tells its controller
    if output is not None:
        output["left_out"] = session.config.stash[_LEFT_OUT]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object) -> None:
    node.config.stash[_LEFT_OUT] = getattr(node, "workeroutput", {}).get("left_out", [0, 0])


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    counts = config.stash[_LEFT_OUT]
    for kind, count in zip(_KINDS, counts, strict=True):
        if count:
            terminalreporter.write_line(f"{count} {kind} tests left out: --{kind} runs them.")
    for report in (*terminalreporter.stats.get("passed", []), *terminalreporter.stats.get("failed", [])):
        for name, words in report.user_properties:
            if name == FIGURES and report.when == "call":
                terminalreporter.write_line(words)


@pytest.fixture(scope="session", autouse=True)
def own_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Saves and caches go to folders of this run; all workers of a run share one solved table."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DICECUP_HOME", str(base / "home"))
        patch.setenv("DICECUP_CACHE", str(shared / "solver-cache"))
        yield shared


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own for the saves of one test."""
    monkeypatch.setenv("DICECUP_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture(scope="session")
def spread_scores(own_folders: Path) -> solver.Solver:
    """The Yahtzee solver with its table of how scores are spread: one worker makes it, the others wait for it."""
    fcntl = pytest.importorskip("fcntl")
    with (own_folders / "spread-scores.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        found = solver.load("standard")
        found.winning()
    return found
