"""The house rules of the code: who may know whom, how long a module is, and that what the documents show works."""

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parent.parent
SOURCE: Final = ROOT / "src" / "dicecup"
MODULES: Final = sorted(SOURCE.rglob("*.py"))

OUTER: Final = ("terminal", "arena", "training", "server", "adapters", "mcp")
CLI: Final = ("benchmark", "database", "options", "papers", "puzzles", "ratings", "server")
INNER: Final = {
    "dicecup",
    "table",
    "games",
    "batch",
    "players",
    "coach",
    "testing",
    "extras",
    "files",
    "recorded",
    "saves",
    "work",
}
MAY_KNOW: Final[dict[str, set[str]]] = {
    "table": {"table"},
    "interrupts": set(),
    "extras": {"table", "interrupts"},
    "games": {"table", "games", "extras"},
    "dicecup": {"table", "games", "coach", "recorded"},  # the last two only when somebody asks
    "testing": {"table", "games", "dicecup", "testing"},
    "batch": {"table", "games", "dicecup", "extras", "files", "batch"},
    "players": {"table", "games", "dicecup", "batch", "extras", "players"},
    "coach": {"table", "games", "batch", "players", "coach"},
    "files": {"table"},
    "recorded": {"table", "games", "files"},
    "saves": {"table", "games", "dicecup", "players", "files"},
    "work": {"table", "dicecup", "extras", "work"},
    "client": {"client", "table", "files"},
    **{room: {room, *INNER} for room in OUTER},
    "terminal": {"terminal", "client", *INNER},
    "cli": {"cli", *(f"cli_{part}" for part in CLI), *INNER, *OUTER},
    "cli_benchmark": {"cli_options", *INNER, *OUTER},
    "cli_database": {"cli_server", *INNER, *OUTER},
    "cli_options": {"dicecup"},
    "cli_papers": {"cli_options", *INNER, *OUTER},
    "cli_puzzles": {"cli_options", *INNER, *OUTER},
    "cli_ratings": {*INNER, *OUTER},
    "cli_server": {*INNER, *OUTER},
    "__main__": {"cli"},
    "onefile": {"cli", "players", "server"},
}


def name_of(path: Path) -> str:
    """Such as `dicecup.table.match`."""
    parts = ("dicecup", *path.relative_to(SOURCE).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def room_of(module: str) -> str:
    """Such as `table`; `dicecup` for the package itself."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else parts[0]


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imports_of(path: Path) -> set[str]:
    """Every module that is imported, at the top or inside a function."""
    found: set[str] = set()
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports by dots; write the whole name"
            assert node.module is not None
            for alias in node.names:
                inner = SOURCE.joinpath(*node.module.split(".")[1:], alias.name)
                is_module = inner.with_suffix(".py").exists() or (inner / "__init__.py").exists()
                found.add(f"{node.module}.{alias.name}" if is_module else node.module)
    return found


# NumPy, when an array is asked for; and a type checker alone sees what mypyc is told.
DOORS = {("dicecup.table.arrays", "numpy"), ("dicecup.table.compiled", "mypy_extensions")}


def test_imports_point_one_way() -> None:
    for path in MODULES:
        module = name_of(path)
        room = room_of(module)
        assert room in MAY_KNOW, f"say in this test whom {room} may know"
        for imported in imports_of(path):
            if imported.split(".")[0] == "dicecup":
                assert room_of(imported) in MAY_KNOW[room], f"{module} must not know {imported}"
                if room == "games":
                    own = module.split(".")[:3]
                    theirs = imported.split(".")[:3]
                    same = room_of(imported) != "games" or (
                        theirs[:2] == own[:2] and (len(own) < 3 or theirs in (own, own[:2]))
                    )
                    assert same, f"{module} must not know another game, {imported}"
            elif room == "table" and (module, imported.split(".")[0]) not in DOORS:
                assert imported.split(".")[0] in sys.stdlib_module_names, f"the engine needs no {imported}"


def test_no_module_is_too_long() -> None:
    """If one grows further, it is two rooms."""
    modules = [*MODULES, *sorted((ROOT / "tests").rglob("*.py"))]
    lines = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in modules}
    assert len(lines) > 600
    assert {path.name: count for path, count in lines.items() if count > 500} == {}


def test_every_module_says_what_it_is_for() -> None:
    assert [name_of(path) for path in MODULES if not ast.get_docstring(parsed(path))] == []


# --- the shells name no game ---

GAMES: Final = tuple(path.parent.name for path in sorted(SOURCE.glob("games/*/manifest.py")))
NAMES: Final = re.compile("|".join(name.replace("_", "[ _-]?") for name in GAMES), re.IGNORECASE)
SHELLS: Final = [
    path
    for path in MODULES
    if "games" not in path.relative_to(SOURCE).parts
    # what is of one game only has a folder there, or is one of the references
    and not {*path.relative_to(SOURCE).parts, path.stem} & set(GAMES)
]
AS_AN_EXAMPLE: Final = {
    # whoever reads the help of the command wants to see a name that can be typed
    "dicecup.cli": ["Such as yahtzee; 'dicecup games' lists all."],
}


def said_in(path: Path) -> list[str]:
    """Every name and text in a module but its documentation, which may give examples."""
    tree = parsed(path)
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    documented = [node.body for node in ast.walk(tree) if isinstance(node, kinds)]
    beside = [node for body in documented for node in body if isinstance(node, ast.Expr)]
    silent = {id(node.value) for node in beside if isinstance(node.value, ast.Constant)}
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent:
            found.append(node.value)
        elif isinstance(node, ast.Name | ast.Attribute):
            found.append(node.id if isinstance(node, ast.Name) else node.attr)
    return [*found, *sorted(imports_of(path))]


def test_whoever_shows_or_plays_games_names_none() -> None:
    """What is special about a game is in its manifest: then a fourth game is an addition."""
    said = {name_of(path): [text for text in said_in(path) if NAMES.search(text)] for path in SHELLS}
    assert {name: named for name, named in said.items() if named} == AS_AN_EXAMPLE, "ask dicecup.games.manifest"


def test_building_and_packing_name_no_game() -> None:
    assert len(GAMES) >= 3, "or nothing is looked for"
    assert NAMES.search('import "dicecup.games.king_of_tokyo"'), "or nothing is found"
    for name in ("dicecup.spec", "hatch_build.py", "hatch_compiled.py", "Makefile", ".ci/run"):
        assert not NAMES.search((ROOT / name).read_text(encoding="utf-8")), name
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert "entry-points" not in project, "our games are their folders"


# --- documents ---


def test_links_between_the_documents_lead_somewhere() -> None:
    dead = [
        f"{path.name}: {target}"
        for path in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8"))
        if not (path.parent / target).exists()
    ]
    assert not dead


# --- packaging ---


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_constraints_pin_everything_that_is_asked_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project.get("optional-dependencies", {}).values()
    asked = [*project["dependencies"], *(each for extra in extras for each in extra)]
    asked = [each for each in asked if not each.startswith("dicecup[")]
    wanted = {normal(re.match(r"[\w.-]+", each)[0]) for each in asked}  # type: ignore[index]
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = {normal(line.split("==")[0]) for line in lines if "==" in line}
    assert wanted <= pins, f"not pinned: {', '.join(sorted(wanted - pins))}"
    assert all("==" in line or line.startswith("#") or not line for line in lines)


def test_the_version_is_the_same_everywhere() -> None:
    import dicecup

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == dicecup.__version__


# Written with brackets, so that this file does not find itself.
NOBODYS_BUSINESS: Final = {
    "a path of somebody's machine": re.compile(r"(?<![\w./~-])/(?:[w]ork|[r]oot|[h]ome|[U]sers)/\w"),
    "where somebody gets packages from": re.compile(
        r"[i]ndex-url|[:]//[^/\s\"']*(?:[a]rtifactory|[n]exus|[r]egistry|[m]irror|[p]roxy)|(?<!postgres)(?<!postgresql)(?<!redis)(?<!rediss)(?<!redis\+ssl)[:]//[^/\s\"']*@",
        re.IGNORECASE,
    ),
}


def test_no_tracked_file_tells_where_it_was_written() -> None:
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        pytest.skip("not a checkout")
    listed = subprocess.run([git, "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    for name in filter(None, listed.stdout.split("\0")):
        path = ROOT / name
        if not path.is_file():
            continue
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        for what, pattern in NOBODYS_BUSINESS.items():
            assert pattern.findall(text) == [], f"{name} tells {what}"
