"""The browser that tests look with: found, or fetched where that is allowed.

`python -m tests.page.chromium`, a part of `make test`, makes sure that there is one. Without it the tests of the
page are left out, loudly; in CI they fail.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests import debian

_SHELL = "chromium-headless-shell"  # nothing of it can be seen: it draws the same for two thirds of the work
_NAMES = (_SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")


def find() -> str | None:
    """Where a Chromium is: named by $DICECUP_CHROMIUM, installed on this machine, or fetched by Playwright."""
    if named := os.environ.get("DICECUP_CHROMIUM"):
        return named
    for name in _NAMES:
        if found := shutil.which(name):
            return found
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    return own if own and Path(own).exists() else None


def fetch() -> None:
    """Get one: from the system's packages for root on Debian, else as Playwright gets it."""
    debian.install(_SHELL, "chromium", recommended=True)
    if find() is None:
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)


if __name__ == "__main__":
    if find() is None or (os.environ.get("CI") and not shutil.which(_SHELL)):
        print("The tests of the page need a browser; getting Chromium ...")
        fetch()
    if find() is None:
        print("There is no Chromium, so the tests of the page are left out. $DICECUP_CHROMIUM can name one.")
        sys.exit(1 if os.environ.get("CI") else 0)
