"""An address that leads to somebody else: what is there is named, and what to write instead; never a password."""

import asyncio
import logging
import shutil
import socket
import subprocess
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from dicecup.saves import StorageError
from dicecup.server import who_listens
from dicecup.server.bus.redis_bus import RedisBus
from dicecup.server.store import postgres_connections
from dicecup.server.store.postgres import PostgresStorage
from dicecup.server.store.postgres_words import address_of
from dicecup.server.thoughts import rows
from dicecup.server.thoughts.link import Link
from tests.cluster.lines import Line
from tests.cluster.programs import free_port
from tests.lacking import lacking
from tests.server import redis
from tests.server.buses import RedisStop
from tests.server.postgres import Cluster
from tests.server.redis import Kept


def told(url: str, caplog: pytest.LogCaptureFixture) -> str:
    """What a server says of its bus when it starts."""

    async def go() -> None:
        bus = RedisBus(url)
        await bus.begin()
        assert not bus.works
        await bus.end()

    caplog.clear()
    with caplog.at_level(logging.WARNING):
        asyncio.run(go())
    assert "hush" not in caplog.text
    assert "Until it works, news from other servers come some seconds later" in caplog.text
    return caplog.text


@pytest.fixture(autouse=True)
def _patience(patient_bus: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever says nothing is given up soon, all others are waited for."""
    monkeypatch.setattr("dicecup.server.bus.remote._CONNECT", 3.0)
    monkeypatch.setattr(postgres_connections, "_CONNECT", 3.0)
    monkeypatch.setattr(postgres_connections, "_PATIENCE", 0.0)


@pytest.fixture
def web() -> Iterator[int]:
    """The port of a web server."""
    BaseHTTPRequestHandler.log_message = lambda *_: None  # type: ignore[method-assign]
    server = ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server.server_port
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def silent() -> Iterator[int]:
    """The port of something that takes connections, and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening.getsockname()[1]


@asynccontextmanager
async def reached(cluster: Cluster) -> AsyncIterator[int]:
    """The port of a PostgreSQL, which listens in the file system."""
    line = Line(cluster.folder / ".s.PGSQL.5432")
    await line.start()
    try:
        yield line.port
    finally:
        await line.end()


@pytest.fixture
def postgres_port(cluster: Cluster) -> Iterator[int]:
    """The same for a test that waits."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    context = reached(cluster)
    port = asyncio.run_coroutine_threadsafe(context.__aenter__(), loop).result()
    yield port
    asyncio.run_coroutine_threadsafe(context.__aexit__(None, None, None), loop).result()
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


@pytest.fixture
def safe_only(tmp_path: Path, kept: Kept) -> Iterator[int]:
    """The port of a Redis that speaks TLS alone."""
    if (openssl := shutil.which("openssl")) is None:
        lacking("There is no openssl to make a certificate with.")
    make = (
        "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=bus -keyout key -out cert"
    )
    subprocess.run([openssl, *make.split()], cwd=tmp_path, check=True, capture_output=True)
    (tmp_path / "key").chmod(0o644)
    port = free_port()
    there = RedisStop(kept)
    for name, value in (
        *(("tls-cert-file", tmp_path / "cert"), ("tls-key-file", tmp_path / "key")),
        *(("tls-ca-cert-file", tmp_path / "cert"), ("tls-auth-clients", "no"), ("tls-port", port)),
    ):
        there.by_hand("CONFIG", "SET", name, str(value))
    yield port
    there.by_hand("CONFIG", "SET", "tls-port", "0")


# --- the bus ---


def test_a_bus_that_is_a_database(postgres_port: int, caplog: pytest.LogCaptureFixture) -> None:
    for scheme in ("redis", "rediss"):
        said = told(f"{scheme}://" + f":hush@127.0.0.1:{postgres_port}/0", caplog)
        assert f"The bus at 127.0.0.1:{postgres_port} is a PostgreSQL, and --bus is for a Redis or Valkey" in said


def test_a_bus_that_is_a_web_server(web: int, caplog: pytest.LogCaptureFixture) -> None:
    assert "is a web server, and no Redis or Valkey" in told(f"redis://:hush@127.0.0.1:{web}", caplog)


@pytest.mark.thorough
def test_a_bus_that_says_nothing(silent: int, caplog: pytest.LogCaptureFixture) -> None:
    assert "does not answer." in told(f"redis://:hush@127.0.0.1:{silent}", caplog)


def test_a_port_at_which_nobody_listens(caplog: pytest.LogCaptureFixture) -> None:
    assert "nothing listens there. Is it running, and is that its port?" in told(
        f"redis://:hush@127.0.0.1:{free_port()}", caplog
    )


def test_a_host_that_is_none(caplog: pytest.LogCaptureFixture) -> None:
    assert "there is no computer of that name" in told("redis://:hush@nowhere.invalid", caplog)


@pytest.mark.thorough
def test_safe_where_there_is_no_safety_and_the_other_way_round(
    kept: Kept, safe_only: int, caplog: pytest.LogCaptureFixture
) -> None:
    assert "has no safe connections: write redis:// instead of rediss://" in told(
        f"rediss://:hush@127.0.0.1:{kept.port}", caplog
    )
    assert "has safe connections only: write rediss:// instead of redis://" in told(
        f"redis://:hush@127.0.0.1:{safe_only}", caplog
    )


def test_passwords_rights_and_numbers(kept: Kept, caplog: pytest.LogCaptureFixture) -> None:
    there, at = RedisStop(kept), f"127.0.0.1:{kept.port}"
    assert "it has no password, and its address names one" in told(f"redis://:hush@{at}", caplog)
    assert "that is not the password of user ann" in told(f"redis://ann:hush@{at}", caplog)
    assert "has no database of number 99" in told(f"redis://{at}/99", caplog)
    there.by_hand("ACL", "SETUSER", "ann", "on", ">hush", "+ping")
    try:
        assert "does not allow its user all that a bus needs" in told(f"redis://ann:hush@{at}", caplog)
    finally:
        there.by_hand("ACL", "DELUSER", "ann")
    there.by_hand("CONFIG", "SET", "maxmemory", "1")
    try:
        assert "has no memory left" in told(f"redis://{at}", caplog)
    finally:
        there.by_hand("CONFIG", "SET", "maxmemory", "0")
    there.by_hand("REPLICAOF", "127.0.0.1", str(free_port()))
    try:
        assert "is a replica, which can only be read" in told(f"redis://{at}", caplog)
    finally:
        there.by_hand("REPLICAOF", "NO", "ONE")


@pytest.mark.parametrize(
    ("refusal", "said"),
    [
        (
            b"-DENIED Redis is running in protected mode because ...",
            "lets nobody in but programs of its own computer",
        ),
        (b"-ERR max number of clients reached", "has no room for another connection: raise its maxclients"),
    ],
)
def test_a_bus_that_hangs_up_with_a_reason(refusal: bytes, said: str, caplog: pytest.LogCaptureFixture) -> None:
    def refuse() -> None:
        with suppress(OSError):
            while True:
                line, _ = listening.accept()
                with line:
                    line.sendall(refusal + b"\r\n")

    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=refuse)
        thread.start()
        assert said in told(f"redis://:hush@127.0.0.1:{listening.getsockname()[1]}", caplog)
        listening.shutdown(socket.SHUT_RDWR)
        thread.join()


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"rename-command": "EVAL hushed"}, "does not have the command EVAL, which a bus needs"),
        ({"min-replicas-to-write": "1"}, "it has too few replicas (min-replicas-to-write)"),
        ({"cluster-enabled": "yes"}, "is a part of a cluster that does not have here what a bus keeps"),
    ],
)
def test_a_bus_that_is_not_as_one_has_to_be(
    settings: dict[str, str], said: str, caplog: pytest.LogCaptureFixture
) -> None:
    if (program := redis.find()) is None:
        lacking("There is no Redis or Valkey.")
    there = Kept(program, **settings)
    try:
        assert said in told(there.url(), caplog)
    finally:
        there.end()


def test_a_cluster_of_one_is_a_bus(caplog: pytest.LogCaptureFixture) -> None:
    """All that is kept there belongs together, or a cluster does not look at it together."""
    if (program := redis.find()) is None:
        lacking("There is no Redis or Valkey.")
    there = Kept(program, **{"cluster-enabled": "yes"})
    stop = RedisStop(there)

    async def go() -> None:
        bus = RedisBus(there.url())
        await bus.begin()
        while not bus.works:
            await asyncio.sleep(0.01)
        assert await bus.take("x", "ann", 1, 5) == 4
        assert await bus.count("x", "ann", 3) == 3
        await bus.end()

    try:
        stop.by_hand("CLUSTER", "ADDSLOTSRANGE", "0", "16383")
        asyncio.run(go())
    finally:
        there.end()


def test_a_bus_at_which_nobody_may_listen_does_not_fill_the_log(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    if (program := redis.find()) is None:
        lacking("There is no Redis or Valkey.")
    there = Kept(program, **{"rename-command": "SUBSCRIBE hushed"})
    tries: list[float] = []
    monkeypatch.setattr("dicecup.server.bus.remote._PAUSES", (0.001, 0.001))
    carry = RedisBus._connect

    async def connect(self: RedisBus) -> None:
        tries.append(0)
        await carry(self)

    monkeypatch.setattr(RedisBus, "_connect", connect)

    async def go() -> None:
        bus = RedisBus(there.url())
        with caplog.at_level(logging.WARNING):
            await bus.begin()
            while len(tries) < 10:
                await asyncio.sleep(0.01)
                assert not bus.works
        await bus.end()

    try:
        asyncio.run(go())
    finally:
        there.end()
    assert len(caplog.records) == 1
    assert "does not have the command SUBSCRIBE" in caplog.text


def test_with_the_right_rights_it_works(kept: Kept) -> None:
    """Those that we tell people to give."""
    there = RedisStop(kept)
    there.by_hand("ACL", "SETUSER", "ann", "on", ">hush", "~dicecup:*", "&dicecup:*", "+@all")

    async def go() -> None:
        bus = RedisBus(f"redis://ann:hush@127.0.0.1:{kept.port}")
        await bus.begin()
        assert bus.works
        assert await bus.take("x", "rights", 1, 5) == 4
        await bus.end()

    try:
        asyncio.run(go())
    finally:
        there.by_hand("ACL", "DELUSER", "ann")


def test_who_has_been_there_is_not_asked_who_it_is(
    kept: Kept, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bus that is restarted is back as soon as it can be."""
    asked: list[int] = []

    async def who(host: str, port: int) -> who_listens.Kind:
        asked.append(port)
        return ""

    monkeypatch.setattr("dicecup.server.bus.redis_words.who_listens", who)

    async def go() -> None:
        bus = RedisBus(kept.url())
        await bus.begin()
        assert bus.works
        RedisStop(kept).by_hand("CLIENT", "KILL", "TYPE", "pubsub")
        RedisStop(kept).by_hand("CLIENT", "KILL", "TYPE", "normal")
        while not caplog.text or not bus.works:
            await bus.tell("x", {})
            await asyncio.sleep(0.01)
        await bus.end()

    asyncio.run(go())
    assert not asked


# --- the database ---


def why(url: str) -> str:
    with pytest.raises(StorageError) as caught:
        PostgresStorage(url)
    assert "hush" not in str(caught.value)
    assert "being written" not in str(caught.value), "nothing was"
    return str(caught.value)


@pytest.mark.thorough
@pytest.mark.parametrize("options", ["", "?sslmode=require", "?sslmode=disable"])
def test_a_database_that_is_a_bus(kept: Kept, options: str) -> None:
    said = why(f"postgresql://ann:hush@127.0.0.1:{kept.port}/games{options}")
    assert f"The database games at 127.0.0.1:{kept.port} is none: a Redis or Valkey listens there" in said
    assert "for --bus" in said


@pytest.mark.thorough
def test_a_database_that_is_a_web_server_or_speaks_tls_or_nothing(web: int, safe_only: int, silent: int) -> None:
    at = "postgresql://ann:hush@127.0.0.1"
    assert "a web server listens there" in why(f"{at}:{web}/games")
    assert "something listens there that is no PostgreSQL" in why(f"{at}:{safe_only}/games")
    assert "did not answer in time" in why(f"{at}:{silent}/games")
    assert "cannot be reached" in why(f"{at}:{free_port()}/games")


@pytest.mark.thorough
def test_a_thinker_that_starts_says_the_same(kept: Kept) -> None:
    async def go() -> str:
        link = Link(address_of(f"postgresql://ann:hush@127.0.0.1:{kept.port}/games"), starting=True)
        try:
            await link.do(rows.thinkers)
        except StorageError as error:
            return str(error)
        finally:
            await link.close()
        raise AssertionError

    said = asyncio.run(go())
    assert "a Redis or Valkey listens there" in said
    assert "hush" not in said
