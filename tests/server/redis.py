"""Redis or Valkey to test with: found, or fetched where that is allowed.

`python -m tests.server.redis`, a part of `make test`, makes sure that there is one. Without it the tests that need
one are left out, loudly; in CI they fail.
"""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from tests import debian

_NAMES: Final = ("valkey-server", "redis-server")  # the programs, and the packages: Debian 12 has the second only


def find() -> str | None:
    """Where one is."""
    return next((found for name in _NAMES if (found := shutil.which(name))), None)


def fetch() -> None:
    """Get one from the system's packages, for root on Debian."""
    debian.install(*_NAMES)


class Kept:
    """One of our own, that keeps nothing and is reached only from here; it may be killed, stopped and started."""

    def __init__(self, program: str, **settings: str) -> None:
        self.folder: Final = Path(tempfile.mkdtemp(prefix="dicecup-redis-", dir="/tmp"))
        self.program: Final = program
        self._settings: Final = settings
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: Final[int] = free.getsockname()[1]
        self._running: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        chosen = {
            "port": str(self.port),
            "bind": "127.0.0.1",
            "save": "",
            "dir": str(self.folder),
            **self._settings,
        }
        words = [word for name, value in chosen.items() for word in (f"--{name}", *(value.split() or [""]))]
        with (self.folder / "said").open("ab") as said:
            self._running = subprocess.Popen(
                [self.program, *words], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=said, stderr=said
            )
        until = time.monotonic() + 60
        while True:
            try:
                with socket.create_connection(("127.0.0.1", self.port), 1) as line:
                    line.sendall(b"PING\r\n")
                    if line.recv(100).startswith((b"+PONG", b"-NOAUTH")):
                        return
            except OSError:
                pass
            waits = self._running.poll() is None and time.monotonic() < until
            assert waits, (self.folder / "said").read_text()
            time.sleep(0.01)

    def kill(self) -> None:
        """As if the power had gone."""
        assert self._running is not None
        self._running.kill()
        self._running.wait()

    def stop(self) -> None:
        """It is there, and does nothing."""
        assert self._running is not None
        self._running.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        assert self._running is not None
        self._running.send_signal(signal.SIGCONT)

    def url(self, number: int = 0, login: str = "") -> str:
        return f"redis://{login}127.0.0.1:{self.port}/{number}"

    def end(self) -> None:
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


if __name__ == "__main__":
    if find() is None:
        print("The tests of the bus need Redis or Valkey; getting it ...")
        fetch()
    if find() is None:
        print("There is neither Redis nor Valkey, so the tests that need one are left out.")
        sys.exit(1 if os.environ.get("CI") else 0)
