"""Caddy to test with: found, or fetched where that is allowed.

`python -m tests.server.caddy`, a part of `make thorough`, tries to have one. Without it the way through a proxy is
not tried, and the tests say so.
"""

import shutil

from tests import debian


def find() -> str | None:
    """Where it is."""
    return shutil.which("caddy")


def fetch() -> None:
    """Get it from the system's packages, for root on Debian; it is not started then."""
    debian.install("caddy")


if __name__ == "__main__":
    if find() is None:
        print("The tests of the way through a proxy need Caddy; getting it ...")
        fetch()
    if find() is None:
        print("There is no Caddy, so the way through it is not tried.")
