"""Compiles the engine with mypyc while a wheel is built, if `DICECUP_COMPILED=1` says so; docs/install.md.

It happens in a copy of the source, in a folder that goes afterwards: compiled modules beside the source would be
imported instead of it, whatever is changed there. The source is in the wheel too, for people and for tracebacks.

By hand:  make compiled
"""

import ast
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

NEEDED = ["mypy>=2.4,<3", "setuptools>=75"]

SETTINGS = """
[mypy]
strict = True
explicit_package_bases = True
ignore_missing_imports = True
follow_imports = silent
"""


def compiled(root: Path, folder: Path) -> dict[str, str]:
    """Compile what is in `root`, below `folder`; returns files, and where each lies in the wheel."""
    folder = folder.resolve()
    source, built = folder / "source", folder / "built"
    shutil.copytree(root / "src", source, ignore=shutil.ignore_patterns("web", "static", "__pycache__"))
    (folder / "mypy.ini").write_text(SETTINGS)
    print("Compiling (some minutes) ...", flush=True)
    # In a process of its own: mypyc takes the folder it stands in for the root of all modules.
    subprocess.run([sys.executable, Path(__file__).resolve(), folder], cwd=source, check=True)  # noqa: S603
    found = {str(file): file.relative_to(built).as_posix() for file in built.rglob("*.*") if file.is_file()}
    said = folder / "annotations.json"
    said.write_text(json.dumps(annotations(source), indent=1))
    return {**found, str(said): "dicecup/table/annotations.json"}


def files(source: Path) -> list[str]:
    """The modules to compile, from the folder of the source: those in which a game's time goes.

    Whatever is made to be derived from or is read once (cards, games, house rules, words) is left as it is, and so
    are tuples with names: mypyc has nothing to give them.
    """
    return [
        (told.parent / line).relative_to(source).as_posix()
        for told in sorted(source.rglob("compiled.txt"))
        for line in told.read_text(encoding="utf-8").splitlines()
        if not line.startswith("#")
    ]


def annotations(source: Path) -> dict[str, dict[str, str]]:
    """What stands behind the fields of dataclasses, which mypyc forgets: see `dicecup.table.compiled`."""
    found = {}
    for file in files(source):
        for each in ast.parse((source / file).read_text(encoding="utf-8")).body:
            if isinstance(each, ast.ClassDef) and any(
                "dataclass" in ast.unparse(by) for by in each.decorator_list
            ):
                found[f"{file[:-3].replace('/', '.')}.{each.name}"] = {
                    line.target.id: ast.unparse(line.annotation)
                    for line in each.body
                    if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name)
                }
    return found


def _compile(folder: Path) -> None:
    """What the process of its own does."""
    from mypyc.build import mypycify
    from setuptools import setup

    extensions = mypycify(
        ["--config-file", str(folder / "mypy.ini"), "--cache-dir", str(folder / "cache"), *files(Path())],
        group_name="dicecup",  # the code of all of them is in one module, dicecup__mypyc
        multi_file=True,  # one file of C for each module: several are compiled at a time
        debug_level="0",
        opt_level=os.environ.get("DICECUP_COMPILED_OPT", "3"),
        target_dir=str(folder / "c"),
    )
    places = ["--build-lib", str(folder / "built"), "--build-temp", str(folder / "objects")]
    setup(
        name="dicecup",
        packages=[],
        ext_modules=extensions,
        script_args=["--quiet", "build_ext", *places, "--parallel", str(os.cpu_count() or 1)],
    )


if __name__ == "__main__":
    _compile(Path(sys.argv[1]))
