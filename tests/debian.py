"""Programs that tests need, from the packages of the system: for root on Debian, who may do that."""

import os
import shutil
import subprocess
import sys
from typing import Any, Final

# With this runlevel Debian installs a server and leaves it at that, instead of starting one for everybody.
_QUIETLY: Final[dict[str, Any]] = {
    "stdout": subprocess.DEVNULL,
    "stderr": subprocess.DEVNULL,
    "env": {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"},
}


def may_install() -> bool:
    """Whether there is such a system, and whoever asks is root."""
    return sys.platform == "linux" and os.geteuid() == 0 and shutil.which("apt-get") is not None


def install(*packages: str, recommended: bool = False) -> None:
    """Get the first of these packages that can be had, if we may.

    On a machine that knows of no packages yet, and on one where an earlier run was cut off in the middle of this,
    it takes a second try.
    """
    if not may_install():
        return
    options = ["-y", "-qq", "-o", "Dpkg::Options::=--force-confold"]
    if not recommended:
        options.append("--no-install-recommends")
    if _any_of(packages, options):
        return
    subprocess.run(["dpkg", "--configure", "-a"], check=False, **_QUIETLY)
    subprocess.run(["apt-get", "update", "-qq"], check=False, **_QUIETLY)
    _any_of(packages, options)


def _any_of(packages: tuple[str, ...], options: list[str]) -> bool:
    return any(
        subprocess.run(["apt-get", "install", *options, package], check=False, **_QUIETLY).returncode == 0
        for package in packages
    )
