"""Running a server for many: is it well, what does it measure, what does it write down, how does it end?"""

import asyncio
import importlib
import ipaddress
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

import dicecup
import dicecup.server as server_package
from dicecup.saves import StorageError
from dicecup.server.operation import health, measures
from dicecup.server.operation.health import Health
from dicecup.server.operation.measures import Counter, Gauge, Histogram
from dicecup.server.run import Server
from dicecup.server.settings import Settings
from tests.server.browser import FAST, PATIENCE, Browser, running
from tests.server.outside import switch

# --- measures ---


def test_a_counter_as_prometheus_reads_it() -> None:
    counter = Counter("dicecup_moves_total", "Decisions.", ["game"])
    counter.add("chess")
    counter.add("chess", much=2)
    counter.add('"quoted"\n')
    assert list(counter.lines()) == [
        "# HELP dicecup_moves_total Decisions.",
        "# TYPE dicecup_moves_total counter",
        r'dicecup_moves_total{game="\"quoted\"\n"} 1',
        'dicecup_moves_total{game="chess"} 3',
    ]


def test_a_counter_without_labels_is_there_from_the_start() -> None:
    assert list(Counter("dicecup_takeovers_total", "Units.", []).lines())[-1] == "dicecup_takeovers_total 0"


def test_a_histogram_adds_up() -> None:
    seconds = Histogram("dicecup_store_seconds", "Work.", ["what"], (0.1, 1))
    for value in (0.05, 0.1, 0.5, 7):
        seconds.observe(value, "read")
    with seconds.timed("read"):
        pass
    told = [line for line in seconds.lines() if not line.startswith("#") and "_sum" not in line]
    assert told == [
        'dicecup_store_seconds_bucket{what="read",le="0.1"} 3',
        'dicecup_store_seconds_bucket{what="read",le="1"} 4',
        'dicecup_store_seconds_bucket{what="read",le="+Inf"} 5',
        'dicecup_store_seconds_count{what="read"} 5',
    ]


def test_whoever_puts_ids_into_labels_fills_no_memory() -> None:
    gauge = Gauge("dicecup_wrong", "By somebody's mistake.", ["match"])
    for n in range(10 * measures.MOST):
        gauge.set(n, f"id-{n}")
    assert len(list(gauge.lines())) <= measures.MOST + 3
    assert gauge.value(measures.OTHER) == 10 * measures.MOST - 1


def test_a_name_that_is_none_or_is_taken() -> None:
    with pytest.raises(ValueError, match="no names"):
        Counter("dicecup moves", "", [])
    first = next(iter(measures._all), None) or measures.counter("dicecup_first_total", "").name
    with pytest.raises(ValueError, match="already"):
        measures.counter(first, "")


# --- is it well? ---


def health_of(server: Server) -> Health:
    found: Health = server.config.app.state.desk.health  # type: ignore[union-attr]
    return found


def ask(server: Server, path: str, **headers: str) -> httpx.Response:
    with httpx.Client(timeout=PATIENCE, trust_env=False) as http:
        return http.get(server.address.rstrip("/") + path, headers=headers)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("operation")
    with running(Settings(folder=folder, inside="127.0.0.1", **FAST)) as server:  # type: ignore[arg-type]
        yield server


async def works() -> None:
    """A store that answers."""


async def broken() -> None:
    raise StorageError("The disk is gone.")


@pytest.mark.parametrize(
    ("store", "beats", "leaving", "reasons"),
    [
        (works, True, False, ()),
        (broken, True, False, (health.NO_STORE,)),
        (works, False, False, (health.SILENT,)),
        (works, True, True, (health.ENDING,)),
        (broken, False, True, (health.ENDING, health.NO_STORE, health.SILENT)),
    ],
)
def test_what_makes_a_process_unready(store: object, beats: bool, leaving: bool, reasons: tuple[str, ...]) -> None:
    async def go() -> health.Readiness:
        found = Health(store, beats=lambda: beats, bus=lambda: True)  # type: ignore[arg-type]
        found.leaving = leaving
        return await found.look()

    assert asyncio.run(go()).reasons == reasons


def test_a_bus_that_is_cut_is_a_warning_only() -> None:
    found = asyncio.run(Health(works, beats=lambda: True, bus=lambda: False).look())
    assert found.ready
    assert found.warnings == (health.NO_BUS,)


def test_people_can_play_where_nobody_thinks() -> None:
    async def go() -> health.Readiness:
        found = Health(works, beats=lambda: True, bus=lambda: True)
        found.thinking = lambda: "Nobody thinks."
        return await found.look()

    found = asyncio.run(go())
    assert found.ready
    assert found.warnings == ("Nobody thinks.",)


def test_clocks_that_are_apart_are_a_warning_only() -> None:
    async def go() -> health.Readiness:
        found = Health(works, beats=lambda: True, bus=lambda: True)
        found.others = lambda: [health.CLOCKS]
        return await found.look()

    found = asyncio.run(go())
    assert found.ready
    assert found.warnings == (health.CLOCKS,)


def test_a_store_that_says_nothing_counts_as_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "PATIENCE", 0.01)

    async def never() -> None:
        await asyncio.Event().wait()

    assert not asyncio.run(Health(never, beats=lambda: True, bus=lambda: True).look()).ready


def test_however_many_ask_the_store_is_asked_once() -> None:
    asked = 0

    async def store() -> None:
        nonlocal asked
        asked += 1
        await asyncio.sleep(0)

    async def go() -> None:
        found = Health(store, beats=lambda: True, bus=lambda: True)
        await asyncio.gather(*(found.look() for _ in range(50)))

    asyncio.run(go())
    assert asked == 1


def test_alive_and_ready(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    assert ask(server, "/healthz").text == "alive\n"
    ready = ask(server, "/readyz")
    assert ready.status_code == 200
    assert ready.json() == {"ready": True, "version": dicecup.__version__, "reasons": [], "warnings": []}
    assert ready.headers["cache-control"] == "no-store"
    monkeypatch.setattr(health_of(server), "_store", broken)
    monkeypatch.setattr(health_of(server), "_asked", None)
    unready = ask(server, "/readyz")
    assert (unready.status_code, unready.json()["reasons"]) == (503, [health.NO_STORE])
    assert ask(server, "/healthz").status_code == 200, "the process is alive all the same"


def test_a_proxy_may_ask_by_any_name(server: Server) -> None:
    """Caddy and others ask by the name they know a process by, which is nobody else's."""
    assert ask(server, "/readyz", host="server-1:8765").status_code == 200
    assert ask(server, "/api/v1/hello", host="server-1:8765").status_code == 421


# --- who may see what is measured ---


def test_metrics_are_at_the_inside_door(server: Server) -> None:
    told = inside(server, "/metrics")
    assert told.headers["content-type"] == measures.TYPE
    sample = re.compile(r'[a-z_]+(\{[a-z_]+="[^"]*"(,[a-z_]+="[^"]*")*\})? [0-9.e+-]+(Inf)?')
    assert all(line.startswith("# ") or sample.fullmatch(line) for line in told.text.splitlines())
    assert f'dicecup_info{{version="{dicecup.__version__}",store="sqlite"}} 1' in told.text
    assert "dicecup_ready 1\n" in told.text
    assert re.search(r"^process_resident_memory_bytes [1-9]", told.text, re.MULTILINE)


def inside(server: Server, path: str) -> httpx.Response:
    """By the other door."""
    assert server.inside is not None
    port = server.inside.getsockname()[1]
    return httpx.get(f"http://127.0.0.1:{port}{path}", trust_env=False, timeout=PATIENCE)


def test_whoever_sits_there_is_told_where_metrics_are(server: Server) -> None:
    answer = ask(server, "/metrics")
    assert answer.status_code == 404
    assert "--inside" in answer.json()["reason"]
    assert "dicecup_" not in answer.text


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("x-forwarded-for", "192.0.2.1"),
        ("forwarded", "for=192.0.2.1"),
        ("via", "192.0.2.1"),
        ("connection", "close"),
        ("connection", "upgrade"),
    ],
)
def test_who_comes_through_a_proxy_on_this_computer_hears_nothing_of_metrics(
    server: Server, header: str, value: str
) -> None:
    answer = ask(server, "/metrics", **{header: value})
    assert answer.status_code == 404
    assert answer.json()["reason"] == "There is nothing at this address."


def test_what_strangers_learn_of_how_it_is(server: Server) -> None:
    """Through a proxy anybody can ask that: it names no address, no file, no version of anything but ours."""
    told = ask(server, "/readyz", **{"x-forwarded-for": "192.0.2.1"}).json()
    assert set(told) == {"ready", "version", "reasons", "warnings"}
    assert ask(server, "/healthz", **{"x-forwarded-for": "192.0.2.1"}).text == "alive\n"


@pytest.mark.parametrize(
    "shared", [{"names": ("games.example",)}, {"proxies": (ipaddress.ip_network("127.0.0.1"),)}]
)
def test_a_server_for_many_shows_no_metrics_at_its_front_door(tmp_path: Path, shared: dict[str, object]) -> None:
    with running(Settings(folder=tmp_path, **FAST, **shared)) as server:  # type: ignore[arg-type]
        assert ask(server, "/metrics").status_code == 404
        assert ask(server, "/readyz").status_code == 200


def test_friends_see_no_metrics(server: Server) -> None:
    with Browser(server.address.rstrip("/")) as host:
        base = switch(host)["addresses"][0]
        assert httpx.get(f"{base}/metrics", trust_env=False, timeout=PATIENCE).status_code == 404
        switch(host, on=False)


def test_what_is_played_is_measured_and_names_nobody(server: Server) -> None:
    before = measures.told()
    with Browser(server.address.rstrip("/")) as ann:
        match = ann.new("yahtzee", "Ann", "=", seed=7, start="seat-order")
        with ann.sit(match) as page:
            assert page.answer("roll")["type"] == "done"
            assert page.answer("roll", seq=0)["type"] == "refused"
            told = inside(server, "/metrics").text
    assert match not in told
    assert "Ann" not in told
    for sample in (
        'dicecup_moves_total{game="yahtzee",by="person"}',
        'dicecup_commands_total{kind="answer",outcome="refused"}',
        'dicecup_command_seconds_count{kind="answer"}',
        'dicecup_store_seconds_count{what="write"}',
        'dicecup_request_seconds_count{route="/matches"}',
        'dicecup_requests_total{method="POST",status="201"}',
    ):
        assert value(told, sample) > value(before, sample), sample
    assert value(told, "dicecup_sockets") >= 1
    assert value(told, "dicecup_matches") >= 1


def value(told: str, sample: str) -> float:
    found = re.search(rf"^{re.escape(sample)} (\S+)$", told, re.MULTILINE)
    return float(found[1]) if found else 0.0


# --- a request has a name ---


def test_every_answer_names_its_request(server: Server) -> None:
    with Browser(server.address.rstrip("/")) as ann:
        answers = [ann.http.get("/hello"), ann.http.get("/nothing"), ask(server, "/", host="evil.example")]
        names = [each.headers["x-request-id"] for each in answers]
        assert len(set(names)) == 3
        assert all(re.fullmatch("[0-9a-f]{16}", name) for name in names)
        socket = ann.dial(ann.new("yahtzee", "Ann"))
        assert socket.response is not None
        assert re.fullmatch("[0-9a-f]{16}", socket.response.headers["x-request-id"])
        socket.close()


def test_a_trusted_proxy_may_name_it(tmp_path: Path) -> None:
    proxies = (ipaddress.ip_network("127.0.0.1"),)
    with running(Settings(folder=tmp_path, proxies=proxies, **FAST)) as server:  # type: ignore[arg-type]
        given = "0af7651916cd43dd-8448.eb_211c"
        assert ask(server, "/api/v1/hello", **{"x-request-id": given}).headers["x-request-id"] == given
        for wrong in ("short", "x" * 65, "with a space", 'quote"quote'):
            assert ask(server, "/api/v1/hello", **{"x-request-id": wrong}).headers["x-request-id"] != wrong


def test_nobody_else_may(server: Server) -> None:
    given = "0af7651916cd43dd"
    assert ask(server, "/api/v1/hello", **{"x-request-id": given}).headers["x-request-id"] != given


def test_nothing_is_measured_twice_under_one_name() -> None:
    """Every room declares its own measures when it is imported: two of one name would keep it from that."""
    for module in pkgutil.walk_packages(server_package.__path__, "dicecup.server."):
        importlib.import_module(module.name)
    assert len(measures._all) > 30
    assert all(name.startswith(("dicecup_", "process_")) for name in measures._all)
    for measure in measures._all.values():
        assert not isinstance(measure, Counter) or measure.kind == "gauge" or measure.name.endswith("_total")
        assert not isinstance(measure, Histogram) or measure.name.endswith("_seconds")
