"""What is in the packages that others install: looked into, as built from this folder."""

import email
import io
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from email.message import Message
from pathlib import Path

import hatch_build
import pytest

from tests.lacking import lacking
from tests.test_house import ROOT

NOTICES = "src/dicecup/web/public/third-party.txt"


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the source package, built without Node."""
    if not (ROOT / "src/dicecup/static/index.html").is_file():
        lacking("The page is not built: make page.")
    folder = tmp_path_factory.mktemp("packages")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", str(folder)],
        cwd=ROOT,
        env={**os.environ, "SKIP_FRONTEND": "1"},
        capture_output=True,
        check=True,
    )
    return folder


@pytest.fixture(scope="module")
def wheel(packages: Path) -> zipfile.ZipFile:
    [file] = packages.glob("*.whl")
    return zipfile.ZipFile(io.BytesIO(file.read_bytes()))


@pytest.fixture(scope="module")
def source(packages: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source package, unpacked."""
    folder = tmp_path_factory.mktemp("source")
    [file] = packages.glob("*.tar.gz")
    with tarfile.open(file) as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)  # not every Python 3.11 has it
        archive.extractall(folder)
    [inside] = folder.iterdir()
    return inside


@pytest.fixture(scope="module")
def metadata(wheel: zipfile.ZipFile) -> Message:
    [name] = [name for name in wheel.namelist() if name.endswith(".dist-info/METADATA")]
    return email.message_from_string(wheel.read(name).decode())


@pytest.mark.thorough
def test_fonts_and_code_of_others_come_with_their_licences(wheel: zipfile.ZipFile, metadata: Message) -> None:
    notices = (ROOT / NOTICES).read_bytes()
    assert b"SIL OPEN FONT LICENSE" in notices
    assert metadata["License-Expression"] == "MIT AND OFL-1.1"
    assert metadata.get_all("License-File") == ["LICENSE", NOTICES]
    folder = next(name for name in wheel.namelist() if ".dist-info/" in name).split("/")[0]
    assert wheel.read(f"{folder}/licenses/LICENSE") == (ROOT / "LICENSE").read_bytes()
    assert wheel.read(f"{folder}/licenses/{NOTICES}") == notices
    assert wheel.read("dicecup/static/third-party.txt") == notices, "and the page hands it out"
    assert [name for name in wheel.namelist() if name.endswith(".woff2")], "or there would be nothing to license"


def test_the_wheel_is_the_package_with_the_built_page_and_nothing_else(wheel: zipfile.ZipFile) -> None:
    names = {name for name in wheel.namelist() if ".dist-info/" not in name}
    there = {
        path.relative_to(ROOT / "src").as_posix()
        for path in (ROOT / "src" / "dicecup").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and "web" not in path.relative_to(ROOT).parts
    }
    assert names == there
    assert {"dicecup/py.typed", "dicecup/static/index.html", "dicecup/games/deadwood/board.toml"} <= names


def test_the_wheel_plays(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    wheel.extractall(tmp_path)
    code = (
        "import dicecup; from dicecup.server.page import folder; m = dicecup.new('deadwood', seats=2, seed=1)\n"
        "print(dicecup.__file__, (folder() / 'index.html').is_file(), m.pending.kind)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    where, page, kind = done.stdout.split()
    assert (Path(where).parent, page) == (tmp_path / "dicecup", "True")
    assert kind


def test_the_source_package_has_all_to_build_from_and_no_pictures(source: Path) -> None:
    inside = {path.relative_to(source).as_posix() for path in source.rglob("*") if path.is_file()}
    pictures = [name for name in inside if name.startswith("docs/screens") or name.endswith((".webp", ".png"))]
    assert [name for name in pictures if "/icon-" not in name] == []  # the app has icons, as small as they can be
    assert sum((source / name).stat().st_size for name in pictures) < 100_000
    wanted = {"README.md", "LICENSE", NOTICES, "Makefile", "constraints.txt", "hatch_build.py", "pyproject.toml"}
    wanted |= {
        "hatch_compiled.py",
        "src/dicecup/web/package-lock.json",
        "src/dicecup/static/index.html",
        "tests/test_package.py",
    }
    assert wanted <= inside
    git = shutil.which("git")
    if git and (ROOT / ".git").exists():
        listed = subprocess.run(
            [git, "ls-files", "-coz", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True
        )
        tracked = {name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()}
        missing = {name for name in tracked - inside if not name.startswith(("docs/screens/", ".ci/"))}
        assert missing <= {".gitignore"}
        assert {name for name in inside - tracked if not name.startswith("src/dicecup/static/")} <= {"PKG-INFO"}


def test_the_source_package_needs_no_node(source: Path) -> None:
    built = hatch_build.fingerprint(ROOT) == (ROOT / "src/dicecup/static/.stamp").read_text()
    if not built:
        pytest.skip("The page is older than its sources: make page.")
    assert not hatch_build.needed(source)


def test_what_a_package_index_shows_leads_nowhere_wrong(metadata: Message) -> None:
    shown = metadata.get_payload()
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert metadata["Description-Content-Type"] == "text/markdown"
    assert isinstance(shown, str)
    assert "<picture>" in readme
    assert not re.findall(r"<(?:picture|img|source)", shown), "pictures need an address that others can reach"
    assert [link for link in re.findall(r"\]\(([^)]*)\)", shown) if not link.startswith(("http", "#"))] == []
    blocks = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
    assert blocks.findall(shown) == blocks.findall(readme), "and code stays as it is"
    assert re.findall(r"^#.*", shown, re.MULTILINE) == re.findall(r"^#.*", readme, re.MULTILINE)


def test_the_metadata_say_what_state_it_is_in_and_name_only_addresses_there_are(metadata: Message) -> None:
    labels = metadata.get_all("Classifier") or []
    assert [label for label in labels if label.startswith("Development Status ::")] == [
        "Development Status :: 4 - Beta"
    ]
    assert "Typing :: Typed" in labels
    addresses = metadata.get_all("Project-URL") or []
    assert not [address for address in addresses if "example" in address or "localhost" in address]
