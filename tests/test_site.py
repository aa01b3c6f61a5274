"""The documentation as a site: built without a complaint, complete, and without anything from other hosts."""

import ast
import os
import re
import subprocess
import sys
from dataclasses import fields
from functools import cache
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import pytest
from docs_site import games as game_pages
from docs_site import pages

from dicecup import games
from tests.lacking import lacking
from tests.test_house import ROOT, SOURCE

pytestmark = pytest.mark.thorough

FETCHES: Final = {
    ("script", "src"),
    ("img", "src"),
    ("img", "srcset"),
    ("source", "src"),
    ("source", "srcset"),
} | {(tag, "src") for tag in ("iframe", "video", "audio", "embed", "track")}


def mkdocs(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", *words],
        cwd=folder,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "ignore"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module", autouse=True)
def _there() -> None:
    if find_spec("mkdocs") is None:
        lacking("MkDocs is not installed: make docs.")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole of it; a link that leads nowhere, to a page or into one, is an error."""
    folder = tmp_path_factory.mktemp("site")
    done = mkdocs(ROOT, "--quiet", "--site-dir", str(folder))
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def test_links_that_lead_nowhere_are_errors(tmp_path: Path) -> None:
    config = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").replace("hooks: [docs_site/hooks.py]\n", "")
    config = config.replace("  logo: icon.svg\n  favicon: icon.svg\n", "").replace("extra_css: [site.css]\n", "")
    (tmp_path / "mkdocs.yml").write_text(config, encoding="utf-8")
    (tmp_path / "docs").mkdir()
    page = tmp_path / "docs" / "index.md"
    page.write_text("# Home\n\n[here](#home)\n", encoding="utf-8")
    assert mkdocs(tmp_path).returncode == 0
    page.write_text(
        "# Home\n\n[a](no-page.md) [b](#no-place) [c](../no-file.txt) [d](/no-root.md)\n", encoding="utf-8"
    )
    done = mkdocs(tmp_path)
    assert done.returncode != 0
    assert set(re.findall(r"no-\w+", done.stderr)) == {"no-page", "no-place", "no-file", "no-root"}


def test_every_document_is_a_page(site: Path) -> None:
    for place in (*pages.documents(), *pages.reference(), *(f"reference/{name}.md" for name in games.names())):
        page = site / place.removesuffix(".md").replace("README", "index")
        assert page.with_name(f"{page.name}.html").is_file(), place


class Fetched(HTMLParser):
    """Whatever a browser fetches for a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        facts = {name: value or "" for name, value in attrs}
        self.found += [value for name, value in facts.items() if (tag, name) in FETCHES]
        if tag == "link" and facts.get("rel") not in ("canonical", "prev", "next", "alternate"):
            self.found.append(facts.get("href", ""))
        self.found += re.findall(r"url\(([^)]*)\)", facts.get("style", ""))


def test_nothing_is_fetched_from_other_hosts(site: Path) -> None:
    found: set[str] = set()
    for page in site.rglob("*.html"):
        parser = Fetched()
        parser.feed(page.read_text(encoding="utf-8"))
        found |= set(parser.found)
    for sheet in site.rglob("*.css"):
        text = sheet.read_text(encoding="utf-8")
        found |= set(re.findall(r"url\([\"']?([^)\"']*)", text)) | set(
            re.findall(r"@import\s+[\"']([^\"']*)", text)
        )
    assert len(found) > 20, "or nothing was looked at"
    assert [each for each in found if re.match(r"(\w+:)?//", each) and not each.startswith("data:")] == []


def test_nothing_on_it_tells_where_it_was_built(site: Path) -> None:
    told = [page.name for page in site.rglob("*.html") if str(ROOT) in page.read_text(encoding="utf-8")]
    assert told == []


# --- the reference of a game ---


@cache
def page_of(name: str) -> str:
    return game_pages.page(name)


def part(name: str, title: str) -> str:
    [found] = re.findall(rf"^## {title}\n(.*?)(?=^## |\Z)", page_of(name), re.MULTILINE | re.DOTALL)
    return str(found)


def listed(text: str) -> set[str]:
    """The first cells of its tables."""
    return set(re.findall(r"^\| `([^`]+)` \|", text, re.MULTILINE))


@pytest.mark.parametrize("name", games.names())
def test_the_reference_of_a_game_has_every_house_rule_event_and_field(name: str) -> None:
    game = games.find(name)
    assert listed(part(name, "House rules")) == {each.name for each in game.options.settings()}
    assert set(game.phrases) <= listed(part(name, "Events"))
    assert game.views is not None
    assert {each.name for each in fields(game.views)} <= listed(part(name, "View"))
    assert "| 1 to 6 |" in part(name, "Dice and draws")


@pytest.mark.parametrize("name", games.names())
def test_the_reference_of_a_game_has_every_kind_of_question_in_its_rules(name: str) -> None:
    """Kinds that stand in the code as they are; rare ones must have come up in the games that were played."""
    asked = set()
    for path in (SOURCE / "games" / name.replace("-", "_")).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                place = {"Ask": 1, "decide": 3}.get(node.func.id, 99)
                if place < len(node.args) and isinstance(kind := node.args[place], ast.Constant):
                    asked.add(kind.value)
    assert len(asked) >= 2
    assert asked <= listed(part(name, "Questions"))
