"""What compose.yaml starts, started without containers: the same words and variables, at other addresses.

Two servers, a thinker, PostgreSQL and Redis, with the real Caddyfile before them where there is a Caddy.
"""

import os
import signal
import socket
import ssl
import subprocess
import sys
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, Final, Self

import httpx

from tests.deployed import GIVEN, compose, seconds
from tests.processes import PYTHON
from tests.server.browser import PATIENCE
from tests.test_house import ROOT

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

    def replace(self, number: int) -> None:
        """One of the servers is asked to end, and another one begins in its place."""
        server = self.servers[number]
        assert server.ask_to_end() in IN_ORDER, server.said
        server.start().until_healthy()
        self.until_ready(f"http://127.0.0.1:{self.ports[SERVERS[number]]}")

    def end_in_order(self) -> None:
        """All that is Dicecup ends, and has nothing to complain of."""
        for service in (*self.servers, self.thinker):
            assert service.ask_to_end() in IN_ORDER, service.said
            assert "Traceback" not in service.said
            assert GIVEN["VALKEY_PASSWORD"] not in service.said, "no log tells a password"
