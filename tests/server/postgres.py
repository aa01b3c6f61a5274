"""PostgreSQL to test with: found, or fetched where that is allowed.

`python -m tests.server.postgres`, a part of `make test`, makes sure that there is one. Without it the tests that
need one are left out, loudly; in CI they fail.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from tests import debian

_PLACES: Final = ("/usr/lib/postgresql/*/bin", "/usr/local/pgsql/bin", "/opt/homebrew/opt/postgresql*/bin")
_OWNER: Final = "postgres"
# Nothing here outlives a test: so nothing waits for the disk, and little memory is taken.
_FAST: Final = {
    "fsync": "off",
    "full_page_writes": "off",
    "autovacuum": "off",
    "shared_buffers": "16MB",
    "max_connections": "40",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "log_min_messages": "fatal",
}
SENDS: Final = {"wal_level": "replica", "max_wal_senders": "4"}


def find() -> Path | None:
    """Where the programs of a PostgreSQL are, the newest: on the way of the shell, or where Debian puts them."""
    if (named := shutil.which("initdb")) and shutil.which("pg_ctl"):
        return Path(named).resolve().parent
    found = [path for place in _PLACES for path in Path("/").glob(place[1:]) if (path / "initdb").exists()]
    return max(found, key=lambda path: [int(n) for n in re.findall(r"\d+", str(path))], default=None)


def fetch() -> None:
    """Get one from the system's packages, for root on Debian. It makes no database of its own then."""
    if not debian.may_install():
        return
    settings = Path("/etc/postgresql-common/createcluster.conf")
    if not settings.exists():
        settings.parent.mkdir(exist_ok=True)
        settings.write_text("create_main_cluster = false\n")
    debian.install("postgresql")


class Cluster:
    """A server of its own that is reached by a file, and only from here; it may be stopped and started again."""

    def __init__(self, programs: Path, of: "Cluster | None" = None, /, **settings: str) -> None:
        """`of`: it is the standby of another one, which has to send its log (`SENDS`)."""
        self._programs: Final = programs
        # Short, for it becomes the name of a socket; and not in pytest's folders, which are closed to others.
        self.folder: Final = Path(tempfile.mkdtemp(prefix="dicecup-pg-", dir="/tmp"))
        self._as: dict[str, Any] = {}
        if os.geteuid() == 0:  # which PostgreSQL refuses to run as
            import pwd

            nobody = pwd.getpwnam("nobody")
            os.chown(self.folder, nobody.pw_uid, nobody.pw_gid)
            self._as = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
        try:
            if of is None:
                self._run("initdb", "-U", _OWNER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
            else:
                where = ("-h", str(of.folder), "-U", _OWNER)
                self._run("pg_basebackup", *where, "-R", "-X", "stream", "-c", "fast", "--no-sync")
            chosen = {**_FAST, "listen_addresses": "", "unix_socket_directories": str(self.folder), **settings}
            with (self.folder / "data" / "postgresql.auto.conf").open("a") as file:
                file.writelines(f"{name} = '{value}'\n" for name, value in chosen.items())
            # Whoever is called so needs a password.
            hba = self.folder / "data" / "pg_hba.conf"
            hba.write_text("local all careful scram-sha-256\nlocal all,replication all trust\n")
            self.start()
        except BaseException:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise

    def _run(self, program: str, *words: str) -> None:
        done = subprocess.run(
            [self._programs / program, "-D", self.folder / "data", *words],
            env={"PATH": os.environ["PATH"], "LC_ALL": "C", "TZ": "UTC"},
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            **self._as,
        )
        assert done.returncode == 0, done.stdout

    def start(self) -> None:
        self._run("pg_ctl", "-w", "-l", str(self.folder / "said"), "start")

    def stop(self, how: str = "fast") -> None:
        """`immediate` is as if the power had gone."""
        self._run("pg_ctl", "-w", "-m", how, "stop")

    def promote(self) -> None:
        """It is a standby no longer."""
        self._run("pg_ctl", "-w", "promote")

    def url(self, name: str = "postgres", user: str = _OWNER) -> str:
        return f"postgresql://{user}@/{name}?host={self.folder}"

    def pids(self) -> list[int]:
        """All its processes, on Linux; none, if it does not run."""
        try:
            first = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
            children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        except (OSError, ValueError, IndexError):
            return []
        return [first, *map(int, children)]

    def freeze(self) -> None:
        """It says nothing any more, and nobody's connection breaks."""
        for pid in self.pids():
            os.kill(pid, signal.SIGSTOP)

    def thaw(self) -> None:
        """It goes on."""
        for pid in self.pids():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)

    def end(self) -> None:
        if (self.folder / "data" / "postmaster.pid").exists():
            self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)


if __name__ == "__main__":
    if find() is None:
        print("The tests of the larger store need PostgreSQL; getting it ...")
        fetch()
    if find() is None:
        print("There is no PostgreSQL, so the tests that keep games in it are left out.")
        sys.exit(1 if os.environ.get("CI") else 0)
