"""A green run means the same to everybody: nothing that somebody happens to have set gets through."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_house import ROOT

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a shell")

WHOSE = [
    *("PYTHONUNBUFFERED", "PYTHONPATH", "PYTHONUTF8", "PYTHONHASHSEED", "PYTHONOPTIMIZE", "PYTHONWARNINGS"),
    *("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "TERM", "LANG", "LANGUAGE", "LC_ALL", "LC_NUMERIC", "TZ"),
    *(
        "DICECUP_HOME",
        "DICECUP_CACHE",
        "XDG_DATA_HOME",
        "SKIP_FRONTEND",
        "OPENBLAS_NUM_THREADS",
        "NUMBA_DISABLE_JIT",
    ),
    *(
        "BROWSER",
        "DISPLAY",
        "VIRTUAL_ENV",
        "NODE_ENV",
        "NODE_OPTIONS",
        "GIT_DIR",
        "MAKEFLAGS",
        "SOURCE_DATE_EPOCH",
    ),
]
NEEDED = [
    *(
        "HOME",
        "CI",
        "TMPDIR",
        "DICECUP_CHROMIUM",
        "PIP_CERT",
        "PIP_CONFIG_FILE",
        "UV_DEFAULT_INDEX",
        "SSL_CERT_FILE",
    ),
    *("npm_config_cafile", "NPM_CONFIG_CAFILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "NODE_EXTRA_CA_CERTS"),
    *("http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "no_proxy", "NO_PROXY"),
]
SET = dict.fromkeys((*WHOSE, *NEEDED), "it's\n mine")


def bare(**more: str) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], **more}


def test_ci_passes_on_where_things_are_and_no_more(tmp_path: Path) -> None:
    make = tmp_path / "make"
    make.write_text("#!/bin/sh\nprintf '%s ' make \"$@\"\nexec env -0\n")
    make.chmod(0o755)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", ROOT / ".ci" / "run"], env=bare(**SET, PATH=path), capture_output=True, text=True, check=True
    )
    typed, variables = done.stdout.split("thorough ", 1)
    assert typed == "make test "
    found = dict(each.split("=", 1) for each in filter(None, variables.split("\0")))
    found.pop("PWD", None)  # the shell's own
    assert found == {"PATH": path, **{name: SET[name] for name in NEEDED}}


def test_tests_do_not_see_it_either() -> None:
    code = (
        "import os; before = dict(os.environ); import tests; "
        "print(*[name for name in before if os.environ.get(name) != before[name]])"
    )
    # Python itself reads its own; and with such an LC_ALL it cannot start in a folder with an umlaut.
    quiet = {name: value for name, value in SET.items() if not name.startswith(("PYTHON", "LC_ALL"))}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=bare(**quiet), capture_output=True, text=True, check=True
    )
    assert set(done.stdout.split()) - {"LC_CTYPE"} == set(WHOSE) & quiet.keys()  # Python sets that one itself


def test_this_very_run_is_clean() -> None:
    ours = {"DICECUP_HOME", "DICECUP_CACHE", "OPENBLAS_NUM_THREADS"}  # conftest.py and __init__.py
    assert not (set(WHOSE) - ours) & set(os.environ)
