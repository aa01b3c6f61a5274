"""One server for most tests of a run: guests leave each other's matches alone. Stores of each kind."""

from collections.abc import Iterator
from importlib.util import find_spec
from itertools import count
from pathlib import Path

import pytest

from dicecup.server.bus import remote
from dicecup.server.settings import Settings
from dicecup.server.store import postgres_connections, postgres_heart, postgres_sweep
from tests.lacking import lacking
from tests.server import browser, postgres, redis
from tests.server.browser import FAST, PATIENCE, Browser, served
from tests.server.postgres import Cluster
from tests.server.redis import Kept
from tests.server.stores import Place, PostgresPlace, SqlitePlace

_NUMBERS = count()
ABOUT_A_FILE = {
    # With `--store postgres` these are left out: each needs SQLite's file, or a host of all games.
    "party/test_doors.py::test_what_opens_a_seat_is_not_on_the_disk": "reads the bytes of the file",
    "test_security.py::TestGuests::test_the_store_does_not_hold_what_opens_the_door": "reads its bytes",
    "test_damage.py": "spoils the file; of PostgreSQL test_storage.py does that",
    "test_trouble.py::test_a_disk_that_is_full_while_games_are_played": "allows the server no larger file",
    "test_trouble.py::test_a_match_that_is_damaged_is_told": "spoils rows of the file",
    "test_usage.py": "measures the file",
    "test_versions.py": "writes into the file as other versions did",
    "test_chaos.py": "fills the disk and spoils rows; of PostgreSQL tests/cluster/test_proof.py does worse",
    "test_operation.py::test_metrics_are_at_the_inside_door": "metrics say which store it is",
    "party/test_again.py::test_another_browser_of_this_computer_takes_the_seat_along": "as test_elsewhere.py",
    "test_elsewhere.py": "takes up games of other browsers, which nobody does where servers may share them",
    **dict.fromkeys(
        (
            "test_saves.py::test_a_name_is_never_a_path",
            "test_saves.py::test_a_game_of_another_kind",
            "test_saves.py::test_a_folder_for_saves_that_cannot_be_written",
            "test_saves.py::test_loading_a_save_again_goes_to_the_match_it_became",
            "test_saves.py::test_saves_that_cannot_be_loaded_say_so",
            "test_saves.py::test_the_quick_slot_and_a_named_save",
            "test_security.py::TestGuests::test_nobody_is_let_in_without_one",
            "test_outsiders.py::TestWhatFriendsMayDo::test_whoever_sits_here_has_all_rights_as_before",
        ),
        "saves on the disk, which a store that servers may share goes without",
    ),
    "test_database.py": "is about stores of both kinds already",
    "test_storage": "is about stores of both kinds already",
}


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("server")


@pytest.fixture(scope="session")
def address(home: Path) -> Iterator[str]:
    with served(Settings(folder=home, **FAST)) as where:  # type: ignore[arg-type]
        yield where


@pytest.fixture
def ann(address: str) -> Iterator[Browser]:
    with Browser(address) as browser:
        yield browser


@pytest.fixture
def ben(address: str) -> Iterator[Browser]:
    with Browser(address) as browser:
        yield browser


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL of this worker's own."""
    programs = postgres.find()
    if programs is None or find_spec("asyncpg") is None:
        lacking("There is no PostgreSQL, or no asyncpg: make test gets them where it may.")
    cluster = Cluster(programs)
    yield cluster
    cluster.end()


@pytest.fixture(scope="session")
def kept() -> Iterator[Kept]:
    """A Redis or Valkey of this worker's own."""
    program = redis.find()
    if program is None or find_spec("redis") is None:
        lacking("There is neither Redis nor Valkey, or no redis for Python: make test gets them where it may.")
    kept = Kept(program)
    yield kept
    kept.end()


@pytest.fixture
def patient_bus(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the machine is, no line is given up."""
    for name in ("_ANSWER", "_STUCK", "_CONNECT", "_FIRST", "_FRESH"):
        monkeypatch.setattr(remote, name, 60.0)


@pytest.fixture
def hasty_bus(monkeypatch: pytest.MonkeyPatch) -> None:
    """What has gone is noticed soon."""
    for name, seconds in (("_BEAT", 0.05), ("_STUCK", 0.3), ("_FIRST", 60.0), ("_CONNECT", 1.0)):
        monkeypatch.setattr(remote, name, seconds)


@pytest.fixture(scope="session", autouse=True)
def _store(request: pytest.FixtureRequest) -> Iterator[None]:
    """With `--store postgres` every folder of a server stands for a database."""
    if request.config.getoption("--store") == "sqlite":
        yield
        return
    cluster: Cluster = request.getfixturevalue("cluster")
    everything, found = PostgresPlace(cluster.url()), dict[str, str]()

    def database_of(folder: str) -> str:
        if folder not in found:
            found[folder] = f"folder_{len(found)}"
            everything.by_hand(f"CREATE DATABASE {found[folder]}")
        return cluster.url(found[folder])

    with pytest.MonkeyPatch.context() as patch:
        for name, seconds in (("DEAD", 600.0), ("SILENT", 500.0)):  # of a busy machine nobody dies
            patch.setattr(postgres_heart, name, seconds)
        patch.setattr(postgres_connections, "_WAIT", PATIENCE)
        browser.databases.append(database_of)
        yield
        browser.databases.clear()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With `--store postgres`: whatever has to do with a server, but for what is about a file of SQLite."""
    if config.getoption("--store") != "sqlite":
        wanted = {item for item in items if _has_a_server(item) and not _about_a_file(item)}
        config.hook.pytest_deselected(items=[item for item in items if item not in wanted])
        items[:] = [item for item in items if item in wanted]


def _has_a_server(item: pytest.Item) -> bool:
    module = getattr(item, "module", None)
    known = any(hasattr(module, name) for name in ("served", "running", "Program"))
    mine = Path(__file__).parent in item.path.parents
    return mine and (known or not {"address", "timeless"}.isdisjoint(getattr(item, "fixturenames", ())))


def _about_a_file(item: pytest.Item) -> bool:
    return any(item.nodeid.startswith(f"tests/server/{name}") for name in ABOUT_A_FILE)


@pytest.fixture
def database(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> Iterator[PostgresPlace]:
    """An empty database for one test."""
    for patience in ("_PATIENCE", "_CONNECT", "_ANSWER", "_WAIT"):
        monkeypatch.setattr(postgres_connections, patience, PATIENCE)
    name = f"test_{next(_NUMBERS)}"
    everything = PostgresPlace(cluster.url())
    everything.by_hand(f"CREATE DATABASE {name}")
    yield PostgresPlace(cluster.url(name))
    everything.by_hand(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """An empty store of each kind."""
    if request.param == "sqlite":
        return SqlitePlace(tmp_path / "deep" / "server.sqlite3")
    found: PostgresPlace = request.getfixturevalue("database")
    return found


@pytest.fixture
def nobody_dies_of_a_busy_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the processes that share a database here: who is dead is said by the test (`processes`)."""
    for name, seconds in (("DEAD", 300.0), ("SILENT", 250.0), ("BEAT", 0.02)):
        monkeypatch.setattr(postgres_heart, name, seconds)
    monkeypatch.setattr(postgres_sweep, "PAUSE", 1e6)
