"""A pooler before PostgreSQL to test with: found, or fetched where that is allowed.

`python -m tests.server.pgbouncer`, a part of `make thorough`, tries to have one. Without it the way through a
pooler is not tried, and the tests say so.
"""

import os
import shutil
import subprocess
import time
from typing import Any, Final

from tests import debian
from tests.server.postgres import Cluster


def find() -> str | None:
    """Where it is: Debian has it where only root looks."""
    return shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin")


def fetch() -> None:
    """Get it from the system's packages, for root on Debian; it is not started then."""
    debian.install("pgbouncer")


class Pooler:
    """PgBouncer as it comes, but for its mode, before a PostgreSQL."""

    def __init__(self, program: str, cluster: Cluster, mode: str) -> None:
        self.folder: Final = cluster.folder / f"pooler-{mode}"
        self.folder.mkdir()
        (self.folder / "ini").write_text(
            f"[databases]\n* = host={cluster.folder} user=postgres\n"
            f"[pgbouncer]\nlisten_addr=\nunix_socket_dir={self.folder}\nauth_type=any\npool_mode={mode}\n"
        )
        self._as: dict[str, Any] = {}
        if os.geteuid() == 0:  # which it refuses to run as
            import pwd

            nobody = pwd.getpwnam("nobody")
            os.chown(self.folder, nobody.pw_uid, nobody.pw_gid)
            self._as = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
        with (self.folder / "said").open("wb") as said:
            self._running: Final = subprocess.Popen(
                [program, self.folder / "ini"], stdin=subprocess.DEVNULL, stdout=said, stderr=said, **self._as
            )
        until = time.monotonic() + 60
        while not any(self.folder.glob(".s.PGSQL.*[0-9]")):
            waits = self._running.poll() is None and time.monotonic() < until
            assert waits, (self.folder / "said").read_text()
            time.sleep(0.01)

    def url(self, name: str) -> str:
        return f"postgresql://postgres@/{name}?host={self.folder}&port=6432"

    def end(self) -> None:
        self._running.kill()
        self._running.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


if __name__ == "__main__":
    if find() is None:
        print("The tests of the way through a pooler need PgBouncer; getting it ...")
        fetch()
    if find() is None:
        print("There is no PgBouncer, so the way through it is not tried.")
