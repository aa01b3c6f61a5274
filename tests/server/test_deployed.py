"""What compose.yaml starts, started without containers: the same words and variables, at other addresses.

Two servers, a thinker, PostgreSQL and Redis, with the real Caddyfile before them where there is a Caddy. Whoever
plays there notices nothing of a rolling restart but a moment's wait.
"""

import os
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, Final, Self

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

from tests.deployed import GIVEN, compose, seconds
from tests.processes import PYTHON
from tests.server import caddy, redis
from tests.server.browser import PATIENCE, Browser, Page
from tests.server.stores import PostgresPlace
from tests.test_house import ROOT

pytestmark = pytest.mark.thorough

SERVERS: Final = ("server-1", "server-2")
IN_ORDER: Final = (0, -signal.SIGTERM)  # or by the very signal, once all is done


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


class Service:
    """One process of compose.yaml; `instead`: what stands here for what there is only among containers."""

    def __init__(self, facts: dict[str, Any], instead: dict[str, str], folder: Path, *program: str) -> None:
        self.facts: Final = facts
        self._instead: Final = instead
        self._command: Final = [*program, *map(self.here, facts["command"])]
        self._folder: Final = folder
        environment = {name: self.here(value) for name, value in facts["environment"].items()}
        kept = {name: value for name, value in os.environ.items() if name in ("PATH", "CI", "LD_LIBRARY_PATH")}
        self.environment: Final = {**kept, "OPENBLAS_NUM_THREADS": "1", **environment}
        self._process: subprocess.Popen[bytes] | None = None

    def here(self, text: str) -> str:
        for there, here in self._instead.items():
            text = text.replace(there, here)
        return text

    def start(self) -> Self:
        with (self._folder / "said").open("ab") as said:
            self._process = subprocess.Popen(
                self._command,
                env=self.environment,
                cwd=self._folder,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
            )
        return self

    @property
    def said(self) -> str:
        return (self._folder / "said").read_text(errors="replace")

    def healthy(self) -> bool:
        """What its health check says."""
        assert self._process is not None
        assert self._process.poll() is None, self.said
        kind, *words = map(self.here, self.facts["healthcheck"]["test"])
        words = ["sh", "-c", *words] if kind == "CMD-SHELL" else words
        instead = {"python": [sys.executable], "dicecup": [*PYTHON, "-m", "dicecup"]}
        words = [*instead.get(words[0], words[:1]), *words[1:]]
        return subprocess.run(words, env=self.environment, capture_output=True, check=False).returncode == 0

    def until_healthy(self) -> None:
        until = time.monotonic() + PATIENCE
        while not self.healthy():
            assert time.monotonic() < until, self.said
            time.sleep(0.1)

    def ask_to_end(self) -> int:
        """As containers are ended; the status it ends with."""
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)
        # The machine of a test may be busy: what counts is that it ends by itself.
        return self._process.wait(max(PATIENCE, seconds(self.facts.get("stop_grace_period", "10s"))))

    def end(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
            self._process.wait()


class Deployed:
    """All of it, and the addresses at which people come."""

    def __init__(self, stack: ExitStack, folder: Path, database: str, bus_program: str) -> None:
        services = compose()["services"]
        ports = {name: free_port() for name in (*SERVERS, "valkey", "http", "https", "admin")}
        self.ports: Final = ports
        shared = {
            "postgresql://dicecup@postgres/dicecup": database,
            "@valkey:6379": f"@127.0.0.1:{ports['valkey']}",
            "0.0.0.0": "127.0.0.1",
            "172.30.18.2": "127.0.0.1",
            "/data": "",  # is the folder of each
        }
        self._stack: Final = stack
        self._folder: Final = folder
        redis_cli = f"{Path(bus_program).name.replace('server', 'cli')} -p {ports['valkey']}"
        self.bus: Final = self._made(
            services["valkey"],
            {
                "valkey-server -": f"{bus_program} - --port {ports['valkey']} --bind 127.0.0.1",
                "valkey-cli": redis_cli,
            },
            "valkey",
        )
        self.servers: Final = [
            self._made(
                services[name],
                {
                    f"inside-{number}:8766": f"127.0.0.1:{free_port()}",
                    "8765": str(ports[name]),
                    **shared,
                    "/data": str(folder / name),
                },
                name,
                *PYTHON,
                "-m",
                "dicecup",
            )
            for number, name in enumerate(SERVERS, 1)
        ]
        self.thinker: Final = self._made(
            services["thinker"], {**shared, "/data": str(folder / "thinker")}, "thinker", *PYTHON, "-m", "dicecup"
        )
        self.addresses = [f"http://127.0.0.1:{ports[name]}" for name in SERVERS]
        self.trusted: ssl.SSLContext | None = None

    def _made(self, facts: dict[str, Any], instead: dict[str, str], name: str, *program: str) -> Service:
        folder = self._folder / name
        folder.mkdir()
        service = Service(facts, instead, folder, *program)
        service.environment["DICECUP_HOME"] = str(folder)
        # Tables that take long to work out are there already, as they are in a volume after the first start.
        service.environment["DICECUP_CACHE"] = os.environ.get("DICECUP_CACHE", str(folder / "cache"))
        self._stack.callback(service.end)
        return service

    def begin(self) -> None:
        """In the order in which compose.yaml says that they wait for each other."""
        self.bus.start().until_healthy()
        for service in (*self.servers, self.thinker):
            service.start()
        for service in (*self.servers, self.thinker):
            service.until_healthy()
        for address in self.addresses:
            self.until_ready(address)

    def until_ready(self, address: str) -> None:
        until = time.monotonic() + PATIENCE
        while True:
            with suppress(httpx.HTTPError):
                if httpx.get(f"{address}/readyz", trust_env=False, verify=self.trusted or True).status_code == 200:
                    return
            assert time.monotonic() < until, "\n".join(service.said for service in self.servers)
            time.sleep(0.1)

    def put_caddy_before(self, program: str) -> None:
        facts = compose()["services"]["caddy"]
        upstreams = " ".join(address.removeprefix("http://") for address in self.addresses)
        service = self._made(
            {**facts, "command": ["run", "--config", str(ROOT / "deploy" / "Caddyfile")]}, {}, "caddy", program
        )
        service.environment.update(
            DICECUP_SERVERS=upstreams,
            HTTP_PORT=str(self.ports["http"]),
            HTTPS_PORT=str(self.ports["https"]),
            CADDY_ADMIN=f"localhost:{self.ports['admin']}",
            XDG_DATA_HOME=str(self._folder / "caddy"),
            XDG_CONFIG_HOME=str(self._folder / "caddy"),
            HOME=str(self._folder / "caddy"),
        )
        service.start()
        root = self._folder / "caddy" / "caddy" / "pki" / "authorities" / "local" / "root.crt"
        until = time.monotonic() + PATIENCE
        while not root.exists():
            assert time.monotonic() < until, service.said
            time.sleep(0.1)
        self.trusted = ssl.create_default_context(cafile=str(root))
        self.addresses = [f"https://{GIVEN['DICECUP_NAME']}:{self.ports['https']}"] * 2
        self.until_ready(self.addresses[0])


class Visitor(Browser):
    """Somebody who comes in wherever they are let in, and comes back by themselves, as a page does."""

    def __init__(self, deployed: Deployed, at: int) -> None:
        self._deployed: Final = deployed
        self._at = at
        self.trusted: Final = deployed.trusted
        self.address = deployed.addresses[at]
        self.http = httpx.Client(
            base_url=f"{self.address}/api/v1", timeout=PATIENCE, trust_env=False, verify=self.trusted or True
        )
        self.welcome = self.get("/hello")
        self.codes: list[int | None] = []
        self.page: Page | None = None

    def dial(self, match: str, max_queue: int | None = None, **headers: str) -> ClientConnection:
        url = f"{self.address}/api/v1/matches/{match}/socket".replace("http", "ws", 1)
        facts: Any = {"open_timeout": PATIENCE, "max_size": None, "max_queue": max_queue, "proxy": None}
        found: ClientConnection = connect(
            url, additional_headers={"cookie": self.cookie, **headers}, ssl=self.trusted, **facts
        )
        return found.__enter__()

    def look_at(self, match: str) -> Page:
        """The match on the screen, however often that takes."""
        until = time.monotonic() + PATIENCE
        while True:
            with suppress(OSError, WebSocketException):
                self.page = self.sit(match)
                return self.page
            assert time.monotonic() < until, "it does not come back"
            self._at += 1
            self.address = self._deployed.addresses[self._at % 2]
            time.sleep(0.1)

    def turn(self, match: str) -> None:
        """Roll and fill the first box that is free, when it is one's turn; wherever that gets interrupted."""
        begun = False
        while True:
            page = self.page or self.look_at(match)
            try:
                ask = page.state["ask"] if begun else page.until_mine()
                if ask is None or not ask["mine"]:
                    return
                begun = True
                options = [each["choice"] for each in ask["options"]]
                page.answer(*next((each for each in options if each[0] == "fill"), options[0]))
            except ConnectionClosed as closed:
                self.codes.append(closed.rcvd.code if closed.rcvd else None)
                page.close()
                self.page = None

    def close(self) -> None:
        if self.page is not None:
            self.page.close()
        super().close()


@pytest.fixture(params=["directly", "through Caddy"])
def deployed(request: pytest.FixtureRequest, database: PostgresPlace, tmp_path: Path) -> Iterator[Deployed]:
    bus_program, program = redis.find(), caddy.find()
    if bus_program is None:
        missing = "There is neither Redis nor Valkey: make test gets one where it may."
        if os.environ.get("CI"):
            pytest.fail(missing)
        pytest.skip(missing)
    if request.param != "directly" and program is None:
        pytest.skip("THERE IS NO CADDY HERE, so the way through it is not tried: apt install caddy")
    with ExitStack() as stack:
        found = Deployed(stack, tmp_path, database.url, bus_program)
        found.begin()
        if request.param != "directly":
            found.put_caddy_before(str(program))
        yield found


def test_a_game_goes_on_while_one_server_after_the_other_is_replaced(deployed: Deployed) -> None:
    with Visitor(deployed, 0) as ann, Visitor(deployed, 1) as ben:
        play(deployed, ann, ben)
    for service in (*deployed.servers, deployed.thinker):
        assert service.ask_to_end() in IN_ORDER, service.said
        assert "Traceback" not in service.said
        assert GIVEN["VALKEY_PASSWORD"] not in service.said, "no log tells a password"


def play(deployed: Deployed, ann: Visitor, ben: Visitor) -> None:
    level = next(each["levels"][0] for each in ann.welcome["games"] if each["name"] == "yahtzee")
    seats = [{"name": "Ann"}, {"name": "Ben", "player": "open"}, {"player": "computer", "level": level}]
    made = ann.post("/matches", {"game": "yahtzee", "seats": seats, "options": {"start": "seat-order"}})
    match = made["match"]
    ben.post(f"/invites/{made['invites']['1']}")
    for round_ in range(13):
        if round_ in (3, 6):
            server = deployed.servers[round_ // 6]
            assert server.ask_to_end() in IN_ORDER, server.said
            server.start().until_healthy()
            deployed.until_ready(f"http://127.0.0.1:{deployed.ports[SERVERS[round_ // 6]]}")
        ann.turn(match)
        ben.turn(match)
    pages = [visitor.page or visitor.look_at(match) for visitor in (ann, ben)]
    for page in pages:
        while not page.state["outcome"]:
            page.hear()
    assert pages[0].state["outcome"] == pages[1].state["outcome"]
    assert pages[0].state["seq"] == pages[1].state["seq"]
    assert {*ann.codes, *ben.codes} == {1012}, "whoever restarts says so, and everybody was sent on at least once"
