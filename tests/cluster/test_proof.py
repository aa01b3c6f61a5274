"""Tables of people, each at another server, play on while everything breaks; then the whole history is checked.

What goes wrong is in `world`, what must hold nevertheless in `history`.
"""

import random
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cluster.world import DATABASE, SERVERS, go
from tests.server import postgres
from tests.server.postgres import Cluster

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="kills and stops as Linux does"),
]

AGREE = 5.0  # seconds after the end of a fault


@pytest.fixture
def crowded(cluster: Cluster) -> Iterator[Cluster]:
    """A PostgreSQL of this test's own, that is killed and stopped, and has room for many."""
    programs = postgres.find()
    assert programs is not None
    found = Cluster(programs, max_connections="100")
    yield found
    found.end()


def test_one_server_and_its_database_break_a_dozen_times(crowded: Cluster, tmp_path: Path) -> None:
    deeds = [*DATABASE, *SERVERS, "blink_database"]
    random.Random(1).shuffle(deeds)
    world = go(tmp_path, crowded, servers=1, seed=1, deeds=deeds, longest=1.0)
    assert world.happened.total() == len(deeds) == 12
    assert sum(guest.answers for guest in world.guests) > 36


@pytest.mark.soak
def test_one_server_and_its_database_break_hundreds_of_times(crowded: Cluster, tmp_path: Path) -> None:
    seed = random.randrange(10**6)
    order = random.Random(seed)
    deeds = [order.choice([*DATABASE, *SERVERS]) for _ in range(200)]
    world = go(tmp_path, crowded, servers=1, seed=seed, deeds=deeds, longest=6.0)
    slow = [(took, fault) for took, fault in world.took if took > AGREE]
    assert not slow, f"seed {seed}"
