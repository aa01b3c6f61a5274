"""The page's own checks: types, unit tests, style; and that it can be built anywhere."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any, Final

import pytest

from dicecup.server.page import folder
from tests.page import recorded

ROOT: Final = Path(__file__).parents[2]
WEB: Final = ROOT / "src" / "dicecup" / "web"
TOOLS: Final = WEB / "node_modules" / ".bin"


def run(tool: str, *words: str, **environment: str) -> str:
    """What a tool of the page's sources says; fails the test if it is not content."""
    if not (TOOLS / tool).exists() or not shutil.which("node"):
        if os.environ.get("CI"):
            pytest.fail("The page's tools are not there: make page.")
        pytest.skip("The page's tools are not there: make page, with Node on the path.")
    done = subprocess.run(
        [str(TOOLS / tool), *words],
        cwd=WEB,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "NO_COLOR": "1", **environment},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_types() -> None:
    assert "0 errors and 0 warnings" in run("svelte-check", "--fail-on-warnings", "--tsconfig", "./tsconfig.json")


def test_a_wrong_type_would_be_found(tmp_path: Path) -> None:
    """With the page's own settings, in a folder beside its sources."""
    (tmp_path / "planted.svelte").write_text('<script lang="ts">let n: number = "one";</script>{n}\n')
    settings = {"extends": str(WEB / "tsconfig.json"), "include": [f"{tmp_path}/*"]}
    (tmp_path / "tsconfig.json").write_text(json.dumps(settings))
    with pytest.raises(AssertionError, match="not assignable"):
        run("svelte-check", "--tsconfig", str(tmp_path / "tsconfig.json"))


def test_units_and_real_games_followed_by_their_events(tmp_path: Path) -> None:
    games, evidence = tmp_path / "recorded.json", tmp_path / "evidence.json"
    recorded.write(games)
    recorded.evidence(evidence)
    told = run("vitest", "run", DICECUP_RECORDED=str(games), DICECUP_EVIDENCE=str(evidence))
    assert "skipped" not in told


def test_style() -> None:
    run("prettier", "--check", ".")


def test_the_lock_file_names_no_registry_and_every_hash() -> None:
    lock = (WEB / "package-lock.json").read_text()
    assert "resolved" not in lock
    assert "http" not in json.dumps(json.loads(lock, object_hook=_without_funding))
    assert lock.count('"integrity"') >= 70


def _without_funding(found: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in found.items() if name != "funding"}


def test_whose_work_is_in_the_page_stands_in_its_notices() -> None:
    """Every package of which code or files end up in the built page, found by building it."""
    if not (WEB / "node_modules").exists() or not (node := shutil.which("node")):
        pytest.skip("The page's tools are not there: make page, with Node on the path.")
    done = subprocess.run([node, "notices.mjs", "--check"], cwd=WEB, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert {"svelte", "@fontsource/patrick-hand"} <= set(re.split(r"[, ]+", done.stdout.rstrip(".\n")))


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


def test_no_text_is_taken_for_markup() -> None:
    for path in WEB.glob("src/**/*.svelte"):
        assert "{@html" not in path.read_text(), f"{path.name}: text from others must stay text"


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
