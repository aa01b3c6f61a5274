"""The example package, installed as pip would: built, unpacked, and put where Python looks for packages."""

import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from dicecup.table import brought
from tests.test_house import ROOT

EXAMPLE = ROOT / "examples" / "farkle"


def build(folder: Path) -> Path:
    """A folder with what the example's wheel installs; nothing is fetched for it."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)],
        cwd=EXAMPLE,
        capture_output=True,
        check=True,
    )
    [wheel] = folder.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(folder / "site")
    return folder / "site"


@contextmanager
def installed(package: Path) -> Iterator[None]:
    """As long as this lasts Farkle is found, here and in every program that is started."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(package)
        patch.setenv("PYTHONPATH", str(package), prepend=os.pathsep)
        brought.forget()
        yield
    for name in [name for name in sys.modules if name.partition(".")[0] == "dicecup_farkle"]:
        del sys.modules[name]
    brought.forget()
