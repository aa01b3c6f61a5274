"""The example package, installed as pip would: built, unpacked, and put where Python looks for packages."""

import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from dicecup.table import brought
from tests.test_house import ROOT

EXAMPLE = ROOT / "examples" / "farkle"


@pytest.fixture(scope="session")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the example's wheel installs; nothing is fetched for it."""
    folder = tmp_path_factory.mktemp("farkle")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)],
        cwd=EXAMPLE,
        capture_output=True,
        check=True,
    )
    [wheel] = folder.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(folder / "site")
    return folder / "site"


@pytest.fixture(scope="package", autouse=True)
def installed(package: Path) -> Iterator[Path]:
    """Everything in here, and every program it starts, finds Farkle; nothing else does."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(package)
        patch.setenv("PYTHONPATH", str(package), prepend=os.pathsep)
        brought.forget()
        yield package
    for name in [name for name in sys.modules if name.partition(".")[0] == "dicecup_farkle"]:
        del sys.modules[name]
    brought.forget()
