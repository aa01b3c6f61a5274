"""Work on a cluster: the same results as here, even if a node dies; and what cannot be is a sentence."""

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import pytest

from dicecup import extras
from dicecup.arena import compete
from dicecup.table import MissingPart, SetupError
from dicecup.work import Workers, cluster
from tests.processes import PYTHON


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


class OneByOne:
    """Ray as far as `spread` knows it: everything is done at once, here."""

    def __init__(self) -> None:
        self.begun: list[int] = []

    def remote(self, **_: Any) -> Any:
        return lambda do: SimpleNamespace(remote=self.begin)

    def begin(self, work: Any, part: int, origin: Any) -> int:
        self.begun.append(part)
        return len(self.begun)

    def put(self, work: Any) -> Any:
        return work

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 2.0}

    def wait(self, waiting: list[int]) -> tuple[list[int], list[int]]:
        return waiting[:1], waiting[1:]

    def get(self, number: int) -> int:
        return self.begun[number - 1] ** 2

    def cancel(self, *_: Any, **__: Any) -> None:
        pytest.fail("that aborts the program now and then, with all that was played")


def test_what_nobody_wants_any_more_is_not_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    ray = OneByOne()
    monkeypatch.setattr(cluster, "_ray", ray)
    with closing(cluster.spread(squared, range(100))) as results:
        assert [next(results), next(results)] == [(0, 0), (1, 1)]
    assert ray.begun == [0, 1, 2, 3, 4], "and nothing more is begun"


@pytest.fixture(scope="module")
def nodes() -> Iterator[Any]:
    """Two nodes with one processor each, on loopback only."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setenv("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")  # or Ray leaves loopback
        patch.setenv("PYTHONPATH", os.pathsep.join(sys.path))  # for what is defined in this module
        utils = pytest.importorskip("ray.cluster_utils")
        each = {"num_cpus": 1, "object_store_memory": 80 * 2**20, "node_ip_address": "127.0.0.1"}
        started = utils.Cluster(initialize_head=True, head_node_args={**each, "include_dashboard": False})
        try:
            started.add_second = lambda: started.add_node(**each)
            yield started
        finally:
            started.shutdown()


@pytest.fixture
def second(nodes: Any) -> Iterator[Callable[[], None]]:
    """A second node is there; called, it dies."""
    node = nodes.add_second()
    left = [node]
    yield lambda: nodes.remove_node(left.pop(), allow_graceful=False)
    if left:
        nodes.remove_node(node)


@pytest.mark.thorough
@pytest.mark.filterwarnings("ignore")  # Ray's own
def test_a_cluster_that_loses_a_node_plays_the_same_games(
    nodes: Any, second: Callable[[], None], tmp_path: Path
) -> None:
    def games(folder: str, done: Any = lambda count: None) -> Any:
        seats = ["easy", "random"]
        return compete("yahtzee", seats, games=24, seed=5, folder=tmp_path / folder, done=done)

    here = games("here")
    heard: list[int] = []
    lost: list[bool] = []

    def lose_one(count: int) -> None:
        heard.append(count)
        if sum(heard) and not lost:
            second()
            lost.append(True)

    with cluster.joined(nodes.address):
        there = games("there", lose_one)
        with Workers(1) as workers:
            assert list(workers.map(squared, range(5))) == [0, 1, 4, 9, 16]
            with pytest.raises(SetupError, match="not 1"):
                list(workers.map(refusing, [1]))
    assert lost
    assert not cluster.is_joined()
    assert sum(heard) == 24
    shares = [
        {group: [(game.shares, game.scores) for game in played] for group, played in sorted(each.groups.items())}
        for each in (here, there)
    ]
    assert shares[0] == shares[1]


@pytest.fixture
def typed(nodes: Any, tmp_path: Path) -> Iterator[Callable[..., "subprocess.Popen[str]"]]:
    """Begin a command in a folder with players of one's own."""
    bots = Path(__file__).parent.parent / "examples" / "bots"
    (tmp_path / "zero.sh").write_text((bots / "zero.sh").read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "mybots.py").write_text(MINE, encoding="utf-8")
    running = []

    def begin(*words: str, there: bool = True, home: str = "home") -> "subprocess.Popen[str]":
        at = ["--cluster", nodes.address] if there else []
        running.append(
            subprocess.Popen(
                [*PYTHON, "-m", "dicecup", *words, *at],
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                cwd=tmp_path,
                env={**os.environ, "DICECUP_HOME": str(tmp_path / home)},
            )
        )
        return running[-1]

    yield begin
    for each in running:
        each.kill()
        each.communicate()


def done(begun: "subprocess.Popen[str]", status: int = 0) -> str:
    out, errors = begun.communicate(timeout=1200)
    assert begun.returncode == status, errors
    assert "Traceback" not in errors
    return out if status == 0 else errors


def untimed(found: Any) -> Any:
    """Figures without those that are never the same."""
    if isinstance(found, dict):
        return {key: untimed(one) for key, one in found.items() if key not in TIMES}
    return [untimed(one) for one in found] if isinstance(found, list) else found


def book(home: Path, lines: int) -> None:
    """Wait until so much has been played."""
    for _ in range(3000):
        written = [path.read_text(encoding="utf-8").count("\n") for path in home.glob("arena/*.jsonl")]
        if sum(written) >= lines:
            return
        time.sleep(0.1)
    raise AssertionError("nothing was played")


TIMES: Final = ("seconds_in_all", "ms", "processor_ms")
MINE: Final = """
import random, time

class Mine:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def decide(self, view, ask, fork):
        time.sleep(0.01)
        return self.random.choice(ask.options)
"""
ARENA: Final = ("arena", "yahtzee", "--seats", "mybots.Mine,exec:sh zero.sh", "-n", "24", "--seed", "5", "--json")


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform == "win32", reason="needs signals and a shell")
def test_commands_survive_the_death_of_a_node_and_ctrl_c(
    second: Callable[[], None], typed: Callable[..., Any], tmp_path: Path
) -> None:
    begun = typed(*ARENA)
    book(tmp_path / "home", 3)  # the heading is one of them
    begun.send_signal(signal.SIGINT)
    stopped = json.loads(done(begun))
    assert not stopped["complete"]
    assert stopped["games"] < 24
    again = typed(*ARENA, "--resume")
    book(tmp_path / "home", 5)
    second()
    whole = json.loads(done(again))  # and nothing of Ray's on stdout
    here = json.loads(done(typed(*ARENA, there=False, home="here")))
    assert whole["complete"]
    assert untimed(whole) == untimed(here)


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell")
def test_who_is_not_on_all_machines_is_missed_before_anything_is_played(typed: Callable[..., Any]) -> None:
    assert done(typed("arena", "yahtzee", "--seats", "nobodys.Mine,easy"), 1) == (
        "dicecup: On the machine 127.0.0.1 of the cluster: nobodys.Mine cannot be imported: ModuleNotFoundError: "
        "No module named 'nobodys'\n"
    )


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("words", "papers"),
    [
        ("benchmark easy deadwood --quick --output {}.json", "{}.json {}.md"),
        ("puzzles make yahtzee --puzzles 2 --seats 2 --jobs 2 --output {}", "{}"),
        ("ladder yahtzee -n 2 --players easy,mybots.Mine --output {}.md", ""),
        (
            "train king-of-tokyo network --lessons 1 --rounds 1 --games 4 --measure-games 4 --folder {}",
            "{}/networks.bin",
        ),
    ],
    ids=["benchmark", "puzzles", "ladder", "train"],
)
def test_all_commands_do_the_same_there(
    words: str, papers: str, typed: Callable[..., Any], tmp_path: Path
) -> None:
    for where in ("there", "here"):
        done(typed(*words.format(*[where] * 2).split(), there=where == "there"))
    for paper in papers.split():
        there, here = ((tmp_path / paper.format(where)).read_bytes() for where in ("there", "here"))
        if paper.endswith(".json"):
            assert untimed(json.loads(there)) == untimed(json.loads(here))
        else:
            assert there == here


LOOPBACK: Final = {"0100007F", "0000000000000000FFFF00000100007F"}


def heard_at(ours: Callable[[Path], bool]) -> list[str]:
    """The addresses at which some processes listen, as the system writes them."""
    sockets = set()
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if ours(process):
                sockets |= {str(each.readlink()) for each in (process / "fd").iterdir()}
    listening = []
    for table in ("tcp", "tcp6"):
        for line in Path("/proc/net", table).read_text(encoding="ascii").splitlines()[1:]:
            words = line.split()
            if words[3] == "0A" and f"socket:[{words[9]}]" in sockets:
                listening.append(words[1].rpartition(":")[0])
    return listening


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_cluster_on_loopback_listens_nowhere_else(nodes: Any) -> None:
    listening = heard_at(lambda process: b"ray" in (process / "cmdline").read_bytes())
    assert listening
    assert {*listening} <= LOOPBACK


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_nor_does_the_one_that_the_document_starts() -> None:
    pytest.importorskip("ray")
    document = Path(__file__).parent.parent / "docs" / "cluster.md"
    written = document.read_text(encoding="utf-8").partition("```sh\n")[2].partition("```")[0].strip()
    assert written.count("ray start") == written.count("--port 6379") == 1
    with tempfile.TemporaryDirectory(prefix="ray") as folder:  # names of sockets have to be short
        more = f"--block --num-cpus 1 --object-store-memory {80 * 2**20} --temp-dir {folder}"
        begun = subprocess.Popen(
            ["sh", "-c", f"exec env {written.replace('--port 6379', '--port 0')} {more}"],
            env={**os.environ, "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

        def ours(process: Path) -> bool:
            after_its_name = (process / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
            return int(after_its_name[3]) == begun.pid  # its session

        try:
            assert begun.stdout is not None
            said: list[str] = []
            while "--block" not in (line := begun.stdout.readline()):
                said.append(line)
                assert line, "".join(said)
            listening = heard_at(ours)
            assert len(listening) >= 3
            assert {*listening} <= LOOPBACK
        finally:
            for process in Path("/proc").glob("[0-9]*"):
                with suppress(OSError):
                    if ours(process):
                        os.kill(int(process.name), signal.SIGKILL)
            begun.communicate()


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
