"""The page's own checks: unit tests, who knows whom, and that it can be built anywhere."""

import json
import re
from pathlib import Path
from typing import Any, Final

import hatch_build
import pytest

from dicecup import games
from dicecup.server.page import folder
from tests.lacking import lacking
from tests.page import recorded, sources
from tests.page.sources import WEB

ROOT: Final = Path(__file__).parents[2]


def run(tool: str, *words: str, **environment: str) -> str:
    """What a tool of the page's sources says; fails the test if it is not content."""
    try:
        return sources.run(tool, *words, **environment)
    except sources.NotThere as missing:
        lacking(str(missing))
        raise


def test_types_and_style_are_asked_for_by_make_test() -> None:
    """By `make check`, which is a part of it: there they are looked at while packages are still being fetched."""
    rules = (ROOT / "Makefile").read_text()
    assert re.search(r"^test:.*\n\t@\$\(BESIDE\) check ", rules, flags=re.M)
    assert re.search(r"^check: lint page-sources\b", rules, flags=re.M)
    assert re.search(r"^page-sources: page-checks\n\t.* -m tests\.page\.sources$", rules, flags=re.M)


@pytest.mark.parametrize(
    ("done", "status"),
    [
        ({"svelte-check": "svelte-check found 0 errors and 0 warnings", "prettier": ""}, 0),
        ({"svelte-check": "it looked at nothing", "prettier": ""}, 1),
        ({"svelte-check": sources.NotContent("1 error"), "prettier": ""}, 1),
        ({"svelte-check": "0 errors and 0 warnings", "prettier": sources.NotContent("a.ts")}, 1),
    ],
)
def test_whoever_is_not_content_is_heard(
    done: dict[str, str | Exception], status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def tool(name: str, *_words: str) -> str:
        said = done[name]
        if isinstance(said, Exception):
            raise said
        return said

    monkeypatch.setattr(sources, "run", tool)
    assert sources.main() == status


@pytest.mark.soak
def test_a_wrong_type_would_be_found(tmp_path: Path) -> None:
    """With the page's own settings, in a folder beside its sources."""
    (tmp_path / "planted.svelte").write_text('<script lang="ts">let n: number = "one";</script>{n}\n')
    settings = {"extends": str(WEB / "tsconfig.json"), "include": [f"{tmp_path}/*"]}
    (tmp_path / "tsconfig.json").write_text(json.dumps(settings))
    with pytest.raises(sources.NotContent, match="not assignable"):
        sources.run("svelte-check", "--tsconfig", str(tmp_path / "tsconfig.json"))


def test_units_and_real_games_followed_by_their_events(tmp_path: Path) -> None:
    games, evidence = tmp_path / "recorded.json", tmp_path / "evidence.json"
    recorded.write(games)
    recorded.evidence(evidence)
    told = run(
        "vitest",
        "run",
        "--no-isolate",
        "--pool=threads",
        DICECUP_RECORDED=str(games),
        DICECUP_EVIDENCE=str(evidence),
    )
    assert "skipped" not in told


READS_VERBS: Final = re.compile(r"""\bchoice\??\.?\[\d|\bchoice\.(slice|at)\(|(?:sent|hinted)\??\.?\[""")
READS_ENGLISH: Final = re.compile(r"""\btext\)?\.(match|replace|startsWith|includes|split)\(|\.exec\(\w*text\b""")


@pytest.mark.parametrize("what", [READS_VERBS, READS_ENGLISH], ids=["verbs", "English"])
def test_options_are_drawn_from_what_they_pick(what: re.Pattern[str]) -> None:
    """And not from their verbs, which mean something else in another game, or from their words."""
    allowed = {
        "house.ts",
        "fair.ts",
        "route.svelte.ts",
        "search.ts",
    }  # a capital, hex digits, addresses, searching
    found = [
        f"{path.name}: {line.strip()}"
        for path in sorted((WEB / "src").rglob("*"))
        if path.suffix in (".ts", ".svelte") and not path.name.endswith(".test.ts") and path.name not in allowed
        for line in path.read_text(encoding="utf-8").splitlines()
        if what.search(line)
    ]
    assert not found


def test_the_lock_file_names_no_registry_and_every_hash() -> None:
    lock = (WEB / "package-lock.json").read_text()
    assert "resolved" not in lock
    assert "http" not in json.dumps(json.loads(lock, object_hook=_without_funding))
    assert lock.count('"integrity"') >= 70


def _without_funding(found: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in found.items() if name != "funding"}


@pytest.mark.soak  # it builds the page once more; the next test looks at what was built
def test_whose_work_is_in_the_page_stands_in_its_notices() -> None:
    """Every package of which code or files end up in the built page, found by building it."""
    told = run("notices.mjs", "--check")
    assert {"svelte", "@fontsource/patrick-hand"} <= set(re.split(r"[, ]+", told.rstrip(".\n")))


def test_the_notices_have_every_font_with_its_licence_and_the_versions_of_the_lock_file() -> None:
    told = (WEB / "public" / "third-party.txt").read_text()
    assert (folder() / "third-party.txt").read_text() == told, "the built page hands out the same"
    lock = json.loads((WEB / "package-lock.json").read_text())["packages"]
    named = dict(re.findall(r"^={70,}\n(\S+) (\S+) \(", told, flags=re.M))
    assert {name: lock[f"node_modules/{name}"]["version"] for name in named} == named
    fonts = {re.split("-(?:latin|vietnamese)", file.name)[0] for file in folder().glob("assets/*.woff*")}
    assert fonts == {name.split("/")[1] for name in named if name.startswith("@fontsource")}
    assert told.count("SIL OPEN FONT LICENSE Version 1.1") == sum("@fontsource" in name for name in named)
    assert told.count("Permission is hereby granted, free of charge") == len(named), "both licences say so once"


@pytest.mark.parametrize(
    ("version", "usable"),
    [
        *[("v18.19.0", False), ("v20.18.9", False), ("v20.19.0", True), ("v21.7.3", False), ("v22.11.0", False)],
        *[("v22.12.0", True), ("v24.1.0", True), ("v100.0.0", True), ("what", False), ("", False)],
    ],
)
def test_a_node_that_vite_cannot_use_is_left_alone(
    version: str, usable: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = json.loads((WEB / "package-lock.json").read_text())["packages"]
    assert lock["node_modules/vite"]["engines"]["node"] == "^20.19.0 || >=22.12.0"
    for name in ("node", "npm"):
        (tmp_path / name).write_text(f"#!/bin/sh\necho {version}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert (hatch_build.find_node() == tmp_path / "node") is usable


def test_who_only_plays_fetches_nothing_that_checks_the_sources() -> None:
    package = json.loads((WEB / "package.json").read_text())
    assert {"prettier", "svelte-check", "typescript", "vitest"} <= package["devDependencies"].keys()
    lock = json.loads((WEB / "package-lock.json").read_text())["packages"]
    assert not lock["node_modules/vite"].get("dev")
    assert lock["node_modules/typescript"]["dev"]
    assert "--omit=dev" in (ROOT / "hatch_build.py").read_text()


def named() -> re.Pattern[str]:
    """Every word that a game of ours goes by: its name, its title, and what is special in them."""
    words = {each.name for each in WEB.glob("src/games/*") if each.is_dir()} | set(games.names())
    words |= {games.find(name).title for name in games.names()} | {"king", "tokyo"}
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, words))})(?![\w-])", re.IGNORECASE)


def test_the_shell_names_no_game() -> None:
    """What a game brings is found by its folder; so a new one changes nothing outside of it."""
    shell = [*WEB.glob("src/*.*"), *WEB.glob("src/games/*.ts")]
    rooms = [room for room in WEB.glob("src/*") if room.is_dir() and room.name != "games"]
    shell += [path for room in rooms for path in room.rglob("*") if path.is_file()]
    assert {"App.svelte", "app.css", "Menu.svelte", "words.ts", "all.ts"} <= {path.name for path in shell}
    for path in shell:
        if not path.name.endswith(".test.ts"):
            assert named().findall(path.read_text(encoding="utf-8")) == [], path.name


def test_a_shell_that_named_a_game_would_be_found() -> None:
    for text in ('game.name === "deadwood"', "games/king-of-tokyo/kit", ".frame.yahtzee {", "(King of Tokyo)"):
        assert named().search(text)
    assert not named().search("thinking, asking, kingdom")


def test_no_game_knows_another_and_each_says_what_it_brings() -> None:
    folders = [each for each in WEB.glob("src/games/*") if each.is_dir()]
    assert {each.name for each in folders} <= set(games.names()), "a folder is called like the game it draws"
    for folder_ in folders:
        assert (folder_ / "index.ts").is_file(), f"{folder_.name} has no index.ts"
        for path in folder_.rglob("*.*"):
            theirs = re.findall(r'"\.\./([\w-]+)/', path.read_text(encoding="utf-8"))
            assert theirs == [], f"{path.name} of {folder_.name} knows another game"


def test_whoever_only_looks_at_the_menu_fetches_no_table_and_no_help() -> None:
    """What comes with the first page is its script, and whatever that imports at once."""
    assets = folder() / "assets"
    page = (folder() / "index.html").read_text(encoding="utf-8")
    wanted, fetched = re.findall(r'src="\./assets/([^"]+\.js)"', page), dict[str, str]()
    while wanted:
        name = wanted.pop()
        fetched[name] = (assets / name).read_text(encoding="utf-8")
        imported = re.findall(r'(?:from|import)\s*["`]\./([\w.-]+\.js)["`]', fetched[name])
        wanted += set(imported) - fetched.keys()
    at_once = "".join(fetched.values())
    later = "".join(path.read_text(encoding="utf-8") for path in assets.glob("*.js") if path.name not in fetched)
    assert "Dice board games at one table" in at_once
    for word in ("Whoever stands in Tokyo earns stars", "Ranks for sale", "would score", "All power cards"):
        assert word in later
        assert word not in at_once


def test_no_text_is_taken_for_markup() -> None:
    for path in WEB.glob("src/**/*.svelte"):
        assert "{@html" not in path.read_text(), f"{path.name}: text from others must stay text"


def test_nothing_is_measured_as_soon_as_it_is_there() -> None:
    """Svelte asks for a bound size at once, and the browser lays the whole table out in the middle of the work."""
    for path in WEB.glob("src/**/*.svelte"):
        assert not re.search(r"bind:(client|offset)(Width|Height)", path.read_text()), f"{path.name}: lib/sized.ts"


def test_what_a_person_reads_is_in_one_place() -> None:
    """Words between tags belong to words.ts, ready for another language."""
    for path in WEB.glob("src/**/*.svelte"):
        markup = re.sub(
            r"<(script|style).*?</\1>|<!--.*?-->|\{[^{}]*(\{[^{}]*\}[^{}]*)*\}",
            "",
            path.read_text(),
            flags=re.S,
        )
        said = re.findall(r">([^<>]*[A-Za-z]{4,}[^<>]*)<", markup)
        assert [text.strip() for text in said if "SALOON" not in text and "BANK" not in text] == [], path.name


def test_where_something_is_typed_or_chosen_looks_the_same_by_one_class() -> None:
    """Eight components had the lines of `.field` (app.css) of their own."""
    own = re.compile(r"border-radius: var\(--round\);\s+background: var\(--sheet\);\s+(min-width: 0;\s+)?\}")
    found = [
        path.name
        for path in (WEB / "src").rglob("*.svelte")
        for rule in re.findall(r"\n  (?:input|select)[^{}]*\{[^{}]*\}", path.read_text("utf-8"))
        if "min-height: 44px" in rule and own.search(rule)
    ]
    assert not found
