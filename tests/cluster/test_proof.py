"""Tables of people, each at another server, play on while everything breaks; then the whole history is checked.

What goes wrong is in `world`, what must hold nevertheless in `history`.
"""

import random
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from statistics import median

import pytest

from tests import FIGURES
from tests.cluster.world import BETWEEN, BUS, DATABASE, SERVERS, World, go
from tests.lacking import lacking
from tests.server import postgres, redis
from tests.server.postgres import Cluster
from tests.server.redis import Kept as Bus

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="kills and stops as Linux does"),
]

AGREE = 5.0  # seconds after the end of a fault
FAULTS = 150


@pytest.fixture
def crowded(cluster: Cluster) -> Iterator[Cluster]:
    """A PostgreSQL of this test's own, that is killed and stopped, and has room for many."""
    programs = postgres.find()
    assert programs is not None
    found = Cluster(programs, max_connections="100")
    yield found
    found.end()


@pytest.fixture
def bus() -> Iterator[Bus]:
    """A Redis of this test's own."""
    program = redis.find()
    if program is None or find_spec("redis") is None:
        lacking("There is no Redis or Valkey, or no redis-py: make test gets them where it may.")
    found = Bus(program)
    yield found
    found.end()


def _answers(world: World) -> int:
    return sum(guest.answers for guest in world.guests)


def test_three_servers_break_a_dozen_times(crowded: Cluster, bus: Bus, tmp_path: Path) -> None:
    """With one guest of each table at each of them."""
    deeds = [
        *("kill", "blink_database", "cut_inside", "kill_database", "stop_past_lease", "kill_bus"),
        *("freeze_and_cut_database", "kill_thinker", "restart", "freeze_inside", "crash_database", "cut_database"),
    ]
    world = go(tmp_path, crowded, bus, servers=3, seed=1, deeds=deeds, longest=1.0)
    assert world.happened.total() == len(deeds) == 12
    assert _answers(world) > 36


def test_two_servers_without_a_bus_break_half_a_dozen_times(crowded: Cluster, tmp_path: Path) -> None:
    deeds = ["part", "kill_all", "slow_inside", "stop_database", "twice", "freeze_database"]
    world = go(tmp_path, crowded, servers=2, seed=2, deeds=deeds, longest=1.0)
    assert world.happened.total() == len(deeds)
    assert _answers(world) > 18


@pytest.mark.soak
@pytest.mark.parametrize(
    ("servers", "what"),
    [
        (1, [*DATABASE, *SERVERS]),
        (2, [*DATABASE, *SERVERS, *BETWEEN]),
        (3, [*DATABASE, *SERVERS, *BETWEEN, *BUS]),
    ],
    ids=["one", "two", "three"],
)
def test_hundreds_of_things_go_wrong(
    crowded: Cluster,
    bus: Bus,
    tmp_path: Path,
    record_property: Callable[[str, object], None],
    servers: int,
    what: list[str],
) -> None:
    seed = random.randrange(10**6)
    order = random.Random(seed)
    deeds = [order.choice(what) for _ in range(FAULTS)]
    world = go(
        tmp_path, crowded, bus if servers == 3 else None, servers=servers, seed=seed, deeds=deeds, longest=6.0
    )
    half, worst = median(took for took, _ in world.took), max(world.took)
    record_property(
        FIGURES,
        f"servers: {servers}; faults: {world.happened.total()}; answers acknowledged: {_answers(world)}; "
        f"all agreed after {half:.1f} s (median), {worst[0]:.1f} s at the longest, after {worst[1]}; seed {seed}",
    )
    slow = [(took, fault) for took, fault in world.took if took > AGREE]
    assert not slow, f"seed {seed}: {slow}"
