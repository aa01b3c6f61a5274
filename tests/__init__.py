"""Tests, and the programs they start, know nothing of who runs them but where things are and how to fetch more.

So a test that is green at home is green on a bare machine. `.ci/run` keeps the same few for `make test`.
"""

import os
import re

_KEPT = re.compile(
    r"PATH|HOME|USER|LOGNAME|TMPDIR|TMP|TEMP|CI"
    r"|LD_LIBRARY_PATH|DYLD_.*|SYSTEMROOT|WINDIR|COMSPEC|PATHEXT|USERPROFILE|(LOCAL)?APPDATA|PROGRAM.*"
    r"|(HTTPS?|ALL|NO|FTP)_PROXY|(.*_)?SSL_.*|.*_CA_.*|NETRC|PIP_.*|UV_.*|NPM_CONFIG_.*"  # to fetch packages
    r"|PYTEST_.*|COV_.*|COVERAGE_.*|PLAYWRIGHT_.*|DICECUP_CHROMIUM",  # for the tests alone
    re.IGNORECASE,
)

for _name in [name for name in os.environ if not _KEPT.fullmatch(name)]:
    del os.environ[_name]

# One thread for sums over arrays, as the program itself has it: workers who share the processors need no more.
os.environ["OPENBLAS_NUM_THREADS"] = "1"

# What a long run measured is told at the end under this name (`record_property`), as it passes no test by it.
FIGURES = "figures"
