"""What runs where the repository is hosted: well formed, pinned, and with no more rights than it needs."""

import re
import tomllib
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import jsonschema_rs
import pytest
import yaml

import dicecup
from tests.documents import unknown
from tests.test_documents import TARGETS
from tests.test_house import ROOT

GITHUB: Final = ROOT / ".github"
WORKFLOWS: Final = sorted((GITHUB / "workflows").glob("*.yml"))
PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PYTHONS: Final = [each.rpartition(" ")[2] for each in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", each)]

RIGHTS: Final = {"type": "object", "additionalProperties": {"enum": ["read", "write"]}}
STEP: Final = {
    "type": "object",
    "additionalProperties": False,
    "oneOf": [{"required": ["run"]}, {"required": ["uses"]}],
    "properties": {
        "name": {"type": "string"},
        "run": {"type": "string", "minLength": 1},
        "uses": {"type": "string", "pattern": r"^[\w.-]+/[\w.-]+(/[\w.-]+)*@[0-9a-f]{40}$"},
        "with": {"type": "object"},
        "env": {"type": "object", "additionalProperties": {"type": "string"}},
        "shell": {"enum": ["bash"]},
        "if": {"type": "string"},
    },
}
JOB: Final = {
    "type": "object",
    "additionalProperties": False,
    "required": ["permissions"],
    "oneOf": [
        {"required": ["runs-on", "timeout-minutes", "steps"]},
        {"required": ["uses"]},
    ],
    "properties": {
        "name": {"type": "string"},
        "needs": {"type": ["string", "array"], "items": {"type": "string"}},
        "runs-on": {
            "type": "string",
            "pattern": r"^(\$\{\{ matrix\.system \}\}|(ubuntu|macos|windows)-\d+(\.\d+)?)$",
        },
        "timeout-minutes": {"type": "integer", "maximum": 90},
        "permissions": RIGHTS,
        "environment": {"type": "string"},
        "strategy": {
            "type": "object",
            "additionalProperties": False,
            "properties": {
                "fail-fast": {"const": False},
                "matrix": {
                    "type": "object",
                    "additionalProperties": {"type": "array", "items": {"type": "string"}, "minItems": 1},
                },
            },
        },
        "defaults": {"const": {"run": {"shell": "bash"}}},
        "env": {"type": "object", "additionalProperties": {"type": "string"}},
        "steps": {"type": "array", "minItems": 1, "items": STEP},
        "uses": {"type": "string", "pattern": r"^\./\.github/workflows/\w+\.yml$"},
    },
}
WORKFLOW: Final = {
    "type": "object",
    "additionalProperties": False,
    "required": ["name", "on", "permissions", "jobs"],
    "properties": {
        "name": {"type": "string"},
        "on": {
            "type": "object",
            "additionalProperties": False,
            "properties": {
                "push": {"type": "object"},
                "pull_request": {"type": ["object", "null"]},
                "workflow_call": {"type": "null"},
            },
        },
        "permissions": {"const": {}},
        "concurrency": {"type": "object", "required": ["group", "cancel-in-progress"]},
        "jobs": {"type": "object", "minProperties": 1, "additionalProperties": JOB},
    },
}


@cache
def read(path: Path) -> Any:
    found = yaml.safe_load(path.read_text(encoding="utf-8"))
    if isinstance(found, dict) and True in found:  # YAML takes the word `on` for a yes
        found["on"] = found.pop(True)
    return found


def jobs(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = read(path)["jobs"]
    return found


def steps() -> list[tuple[str, dict[str, Any]]]:
    return [
        (f"{path.name} {name}", step)
        for path in WORKFLOWS
        for name, job in jobs(path).items()
        for step in job.get("steps", ())
    ]


def lines() -> list[tuple[str, list[str]]]:
    """Every command in a step, in words."""
    return [
        (where, line.split())
        for where, step in steps()
        for line in step.get("run", "").splitlines()
        if line.strip()
    ]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: str(path.name))
def test_a_workflow_is_well_formed_with_pinned_steps_and_no_rights_by_default(path: Path) -> None:
    jsonschema_rs.validate(WORKFLOW, read(path))
    for name, job in jobs(path).items():
        needs = job.get("needs", [])
        assert {needs} if isinstance(needs, str) else set(needs) <= set(jobs(path)), name
        if called := job.get("uses"):
            assert "workflow_call" in read(ROOT / called.removeprefix("./"))["on"], name


def test_a_workflow_that_is_not_would_be_noticed() -> None:
    workflow = read(WORKFLOWS[0])
    name, job = next(iter(workflow["jobs"].items()))
    for wrong in (
        {**job, "steps": [{"uses": "actions/checkout@v4"}]},
        {**job, "runs-on": "ubuntu-latest"},
        {key: value for key, value in job.items() if key != "permissions"},
        {**job, "step": []},
    ):
        with pytest.raises(jsonschema_rs.ValidationError):
            jsonschema_rs.validate(WORKFLOW, {**workflow, "jobs": {name: wrong}})


def test_the_version_of_every_step_stands_beside_its_hash() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in WORKFLOWS)
    pins = re.findall(r"uses: (\S+)@([0-9a-f]{40})(?: # (v\d+\.\d+\.\d+))?$", text, re.MULTILINE)
    assert len(pins) > 10
    assert all(version for _, _, version in pins)
    assert len(set(pins)) == len({action for action, _, _ in pins}), "one version of each"


def test_nobody_has_rights_but_whoever_publishes() -> None:
    granted = {
        (path.stem, name, right)
        for path in WORKFLOWS
        for name, job in jobs(path).items()
        for right, how in job["permissions"].items()
        if how == "write"
    }
    assert granted == {("release", "publish", "id-token"), ("release", "announce", "contents")}
    for path in WORKFLOWS:
        assert not re.findall(r"\$\{\{\s*secrets\.", path.read_text(encoding="utf-8")), "nothing is stored"
    checkouts = [step for _, step in steps() if step.get("uses", "").startswith("actions/checkout@")]
    assert checkouts
    assert all(step["with"] == {"persist-credentials": False} for step in checkouts)


def test_nothing_that_strangers_write_is_run() -> None:
    """What comes from outside, such as the name of a branch, is handed over as a variable."""
    assert [where for where, step in steps() if "${{" in step.get("run", "")] == []
    assert not any("pull_request_target" in path.read_text(encoding="utf-8") for path in WORKFLOWS)


def test_releases_are_made_by_tags_after_all_tests_and_packages() -> None:
    release = read(GITHUB / "workflows" / "release.yml")
    assert release["on"] == {"push": {"tags": ["v*"]}}
    assert set(release["jobs"]["publish"]["needs"]) == {"test", "packages"}
    assert release["jobs"]["publish"]["environment"] == "release"


def test_three_pythons_and_three_systems_are_tried() -> None:
    tried: dict[str, set[str]] = {}
    for path in WORKFLOWS:
        for job in jobs(path).values():
            matrix = job.get("strategy", {}).get("matrix", {})
            for system in matrix.get("system", [job.get("runs-on", "")]):
                tried.setdefault(system.partition("-")[0], set()).update(matrix.get("python", ()))
    assert PYTHONS == ["3.11", "3.12", "3.13"]
    assert {system: sorted(pythons) for system, pythons in tried.items() if system} == dict.fromkeys(
        ("ubuntu", "macos", "windows"), PYTHONS
    )


def test_every_command_in_a_workflow_exists() -> None:
    made = [(where, words[1:]) for where, words in lines() if words[0] == "make"]
    assert {word for _, words in made for word in words} >= {"test", "thorough", "docs", "packages"}
    assert [each for each in made if not set(each[1]) <= TARGETS] == []
    typed = [(where, words) for where, words in lines() if words[0].rpartition("/")[2] == "dicecup"]
    assert len(typed) > 3
    assert [(where, what) for where, words in typed if (what := unknown(words[1:]))] == []
    modules = [words[2] for _, words in lines() if words[:2] == ["python", "-m"]]
    assert {module for module in modules if find_spec(module) is None} <= {"PyInstaller"}


def test_every_extra_and_path_in_a_workflow_exists() -> None:
    words = [(where, word) for where, line in lines() for word in line]
    extras = [(where, extra) for where, word in words for extra in re.findall(r"^\.\[(\w+)\]$", word)]
    assert extras
    assert [each for each in extras if each[1] not in PROJECT["optional-dependencies"]] == []
    paths = [(where, word) for where, word in words if re.fullmatch(r"(tests/[\w/.]+|\w+\.(txt|spec|toml))", word)]
    assert len(paths) > 5
    assert [each for each in paths if not (ROOT / each[1]).exists()] == []


# --- what else lies there ---

FORM: Final = {
    "type": "object",
    "additionalProperties": False,
    "required": ["name", "description", "body"],
    "properties": {
        "name": {"type": "string", "minLength": 3},
        "description": {"type": "string", "minLength": 10},
        "labels": {"type": "array", "items": {"type": "string"}},
        "body": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "required": ["type", "attributes"],
                "additionalProperties": False,
                "properties": {
                    "type": {"enum": ["markdown", "textarea", "input", "dropdown", "checkboxes"]},
                    "id": {"type": "string", "pattern": r"^[\w-]+$"},
                    "attributes": {"type": "object"},
                    "validations": {"type": "object", "properties": {"required": {"type": "boolean"}}},
                },
            },
        },
    },
}


def test_forms_for_issues_are_well_formed() -> None:
    forms = [path for path in (GITHUB / "ISSUE_TEMPLATE").glob("*.yml") if path.stem != "config"]
    assert len(forms) >= 3
    for path in forms:
        form = read(path)
        jsonschema_rs.validate(FORM, form)
        asked = [each for each in form["body"] if each["type"] != "markdown"]
        assert len({each["id"] for each in asked}) == len(asked), path.name
        assert all(each["attributes"].get("label") for each in asked), path.name
        for each in asked:
            assert each["type"] != "dropdown" or len(each["attributes"]["options"]) > 1, path.name
    assert set(read(GITHUB / "ISSUE_TEMPLATE" / "config.yml")) <= {"blank_issues_enabled", "contact_links"}


def test_updates_are_looked_for_where_something_is_pinned() -> None:
    updates = read(GITHUB / "dependabot.yml")
    assert updates["version"] == 2
    found = {each["package-ecosystem"]: each["directory"] for each in updates["updates"]}
    assert found == {"github-actions": "/", "pip": "/", "npm": "/src/dicecup/web"}
    assert all(each["cooldown"]["default-days"] >= 7 for each in updates["updates"])
    assert (ROOT / found["npm"].strip("/") / "package.json").is_file()


def test_whoever_cites_it_names_this_version() -> None:
    citation = read(ROOT / "CITATION.cff")
    assert citation["cff-version"] == "1.2.0"
    assert citation["version"] == dicecup.__version__
    assert citation["type"] == "software"
    assert citation["license"] == PROJECT["license"].split(" AND ")
    assert {"message", "title", "authors"} <= set(citation)
