"""Which pages there are, and where a link of a document leads on the site."""

import json
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from dicecup import games

ROOT: Final = Path(__file__).parent.parent

MOVED: Final = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security.md",
    "CODE_OF_CONDUCT.md": "conduct.md",
    "examples/farkle/README.md": "farkle.md",
    "examples/notebooks/README.md": "notebooks.md",
}
"""Documents that lie elsewhere in the folder, with their place on the site."""

PARTS: Final[dict[str, tuple[str, ...]]] = {
    "Play": (
        "install",
        "terminal",
        "friends",
        "lessons",
        "review",
        "puzzles",
        "rating",
        "fair-dice",
        "page",
        "executable",
    ),
    "Programs": (
        *(
            "notebooks",
            "notebooks/1-play",
            "notebooks/2-bot",
            "notebooks/3-numbers",
            "client",
            "bots",
            "players",
            "arena",
            "cluster",
            "packages",
            "farkle",
            "first-card",
            "benchmark",
        ),
        *("research", "adapters", "batch", "cluster", "data", "language-models"),
    ),
    "Strength": ("strength", "king-of-tokyo-players", "deadwood-players", "yahtzee-solver", "calibration"),
    "Host": ("hosting", "server", "protocol", "scale", "compatibility"),
    "Inside": ("architecture", "contributing", "benchmarks", "screens/README", "changelog", "security", "conduct"),
}
"""The order in which documents are listed; one that nobody has named comes last of all."""

API: Final[dict[str, str]] = {
    "dicecup": "Matches",
    "dicecup.table": "The engine",
    "dicecup.games.yahtzee.solver": "The Yahtzee solver",
    "dicecup.games.deadwood.odds": "Odds in Deadwood",
    "dicecup.players": "Players",
    "dicecup.coach": "Reviews",
    "dicecup.batch": "Many games at once",
    "dicecup.arena": "Arena",
    "dicecup.client": "A seat at a server's table",
    "dicecup.testing": "Testing a game or a player",
    "dicecup.extras": "What is not always installed",
}

_LINK: Final = re.compile(r"(\]\(|(?:src|srcset|href)=\")([^)\s\"#:]+)(#[^)\s\"]*)?(\)|\")")
_FENCE: Final = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)


def documents() -> dict[str, Path]:
    """Everything that is written by hand: its place on the site, and where it lies."""
    found = {place: ROOT / name for name, place in MOVED.items() if (ROOT / name).exists()}
    docs = ROOT / "docs"
    return found | {path.relative_to(docs).as_posix(): path for path in sorted(docs.rglob("*.md"))}


def reference() -> dict[str, str]:
    """The pages of the API: place and text."""
    return {
        f"reference/{name}.md": f"# {title}\n\n::: {name}\n    options:\n      show_root_heading: true\n"
        for name, title in API.items()
    }


def nav() -> list[Any]:
    """Every page in its order."""
    there = {*documents(), *notebooks()}
    listed: list[Any] = [{"Dicecup": "index.md"}]
    left = there - {"index.md"}
    for part, names in PARTS.items():
        pages = [f"{name}.md" for name in names if f"{name}.md" in there]
        left -= set(pages)
        listed.append({part: pages})
    listed.append(
        {
            "Reference": [
                *({games.find(name).title: f"reference/{name}.md"} for name in games.names()),
                *({title: f"reference/{name}.md"} for name, title in API.items()),
            ]
        }
    )
    return [*listed, *([{"More": sorted(left)}] if left else [])]


def led(text: str, place: str, origin: Path) -> str:
    """A document at its place on the site: links that led to files of the folder lead to the pages of these."""

    def lead(link: re.Match[str]) -> str:
        before, target, anchor, after = link.groups()
        file = (origin.parent / target).resolve()
        if target.startswith("/") or not file.exists() or not file.is_relative_to(ROOT):
            return link[0]
        where = _place_of(file.relative_to(ROOT).as_posix())
        if where is None:
            return link[0]
        return f"{before}{posixpath.relpath(where, posixpath.dirname(place))}{anchor or ''}{after}"

    parts = _FENCE.split(text)
    return "".join(part if part.startswith("```") else _LINK.sub(lead, part) for part in parts)


def _place_of(name: str) -> str | None:
    """Where a file of the folder is on the site; None: a folder, of which there is no page."""
    if name in MOVED:
        return MOVED[name]
    if name.endswith(".ipynb"):
        return f"notebooks/{Path(name).stem}.md"
    if name.startswith("docs/"):
        return name.removeprefix("docs/")
    return f"source/{name}.md" if (ROOT / name).is_file() else None


def sources() -> dict[str, str]:
    """Files of the folder that documents point at: a page for each, with what is in it."""
    found = {}
    for path in documents().values():
        for _, target, _, _ in _LINK.findall(_FENCE.sub("", path.read_text(encoding="utf-8"))):
            file = (path.parent / target).resolve()
            if file.is_file() and file.is_relative_to(ROOT):
                name = file.relative_to(ROOT).as_posix()
                if (place := _place_of(name)) and place.startswith("source/"):
                    found[place] = f"# {name}\n\n````{_language(file)}\n{file.read_text('utf-8').rstrip()}\n````\n"
    return found


def notebooks() -> dict[str, str]:
    """The notebooks as pages: place and text."""
    found = {}
    for file in sorted((ROOT / "examples" / "notebooks").glob("*.ipynb")):
        cells = json.loads(file.read_text(encoding="utf-8"))["cells"]
        texts = [("".join(cell["source"]), cell["cell_type"] == "code") for cell in cells]
        text = "\n\n".join(f"```python\n{text}\n```" if code else text for text, code in texts)
        found[f"notebooks/{file.stem}.md"] = f"{text}\n"
    return found


def _language(file: Path) -> str:
    return {".py": "python", ".service": "ini", ".yaml": "yaml", ".toml": "toml", ".json": "json"}.get(
        file.suffix, "text"
    )


def folders_unlinked(text: str, origin: Path) -> str:
    """The same text, in which nothing links to a folder: there is no page for one."""

    def plain(link: re.Match[str]) -> str:
        return link[1] if (origin.parent / link[2]).is_dir() else link[0]

    return re.sub(r"\[([^\]]+)\]\(([^)#:]+)\)", plain, text)


def generated() -> Iterator[tuple[str, str]]:
    """Every page that does not lie in docs/: its place, and its text."""
    for place, path in documents().items():
        if path.parent != ROOT / "docs" and ROOT / "docs" not in path.parents:
            yield place, path.read_text(encoding="utf-8")
    yield from notebooks().items()
    yield from sources().items()
    yield from reference().items()
