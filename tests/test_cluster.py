"""Work on a cluster: the same results as here, even if a node dies; and what cannot be is a sentence."""

import os
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dicecup import cluster, extras
from dicecup.arena import compete
from dicecup.arena.lineup import check_name
from dicecup.table import MissingPart, SetupError
from dicecup.training.pool import Workers


def squared(number: int) -> int:
    return number * number


def refusing(number: int) -> int:
    raise SetupError(f"not {number}")


def test_without_an_address_work_stays_here() -> None:
    with cluster.joined(None):
        assert not cluster.is_joined()


@pytest.mark.parametrize("address", ["nonsense", "host:", ":6379", "host:port"])
def test_what_is_no_address_is_said(address: str) -> None:
    with pytest.raises(SetupError, match="HOST:PORT"), cluster.joined(address):
        pass


def test_without_ray_its_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "has", lambda module: module != "ray")
    monkeypatch.setattr(os, "environ", dict(os.environ))
    with pytest.raises(MissingPart, match=r"dicecup\[cluster\]"), cluster.joined("127.0.0.1:1"):
        pass


def test_players_that_other_machines_may_lack_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_ray", object())
    check_name("yahtzee", "easy")
    for name in ("mybots.Mine", "exec:node bot.js"):
        with pytest.raises(SetupError, match="cannot play on a cluster"):
            check_name("yahtzee", name)


@pytest.fixture
def nodes(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Two nodes with one processor each, on loopback only."""
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    monkeypatch.setenv("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")  # or Ray leaves loopback
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))  # for what is defined in this module
    utils = pytest.importorskip("ray.cluster_utils")
    each = {"num_cpus": 1, "object_store_memory": 80 * 2**20, "node_ip_address": "127.0.0.1"}
    started = utils.Cluster(initialize_head=True, head_node_args={**each, "include_dashboard": False})
    try:
        started.second = started.add_node(**each)
        yield started
    finally:
        started.shutdown()


@pytest.mark.thorough
@pytest.mark.filterwarnings("ignore")  # Ray's own
def test_a_cluster_that_loses_a_node_plays_the_same_games(nodes: Any, tmp_path: Path) -> None:
    def games(folder: str, done: Any = lambda count: None) -> Any:
        seats = ["easy", "random"]
        return compete("yahtzee", seats, games=24, seed=5, folder=tmp_path / folder, done=done)

    here = games("here")
    heard: list[int] = []

    def lose_one(count: int) -> None:
        heard.append(count)
        if sum(heard) and nodes.second is not None:
            nodes.remove_node(nodes.second, allow_graceful=False)
            nodes.second = None

    with cluster.joined(nodes.address):
        there = games("there", lose_one)
        with Workers(1) as workers:
            assert list(workers.map(squared, range(5))) == [0, 1, 4, 9, 16]
            with pytest.raises(SetupError, match="not 1"):
                list(workers.map(refusing, [1]))
    assert nodes.second is None, "or no node was lost"
    assert not cluster.is_joined()
    assert sum(heard) == 24
    shares = [
        {group: [(game.shares, game.scores) for game in played] for group, played in sorted(each.groups.items())}
        for each in (here, there)
    ]
    assert shares[0] == shares[1]


@pytest.mark.thorough
def test_where_no_cluster_is_that_is_said_soon() -> None:
    pytest.importorskip("ray")
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))  # and does not listen
        address = f"127.0.0.1:{closed.getsockname()[1]}"
        with pytest.raises(SetupError, match="No Ray cluster answers"), cluster.joined(address):
            pass
    with socket.create_server(("127.0.0.1", 0)) as dumb:  # listens, and says nothing
        address = f"127.0.0.1:{dumb.getsockname()[1]}"
        with pytest.raises(SetupError, match="No Ray cluster answers"), cluster.joined(address):
            pass
