"""Tests, and the programs they start, know nothing of who runs them but where things are and how to fetch more.

So a test that is green at home is green on a bare machine. `.ci/run` keeps the same few for `make test`.
"""

import os
import re
import signal

_KEPT = re.compile(
    r"PATH|HOME|USER|LOGNAME|TMPDIR|TMP|TEMP|CI"
    r"|LD_LIBRARY_PATH|DYLD_.*|SYSTEMROOT|WINDIR|COMSPEC|PATHEXT|USERPROFILE|(LOCAL)?APPDATA|PROGRAM.*"
    r"|(HTTPS?|ALL|NO|FTP)_PROXY|(.*_)?SSL_.*|.*_CA_.*|NETRC|PIP_.*|UV_.*|NPM_CONFIG_.*"  # to fetch packages
    r"|PYTEST_.*|COV_.*|COVERAGE_.*|PLAYWRIGHT_.*|DICECUP_CHROMIUM",  # for the tests alone
    re.IGNORECASE,
)

for _name in [name for name in os.environ if not _KEPT.fullmatch(name)]:
    del os.environ[_name]

# Whoever is started in the background (nohup, `&` in a script) is deaf to some signals, as is all that it starts.
for _name in {"SIGINT", "SIGTERM", "SIGHUP"} & set(signal.__dict__):
    if signal.getsignal(_number := signal.Signals[_name]) == signal.SIG_IGN:
        signal.signal(_number, signal.default_int_handler if _name == "SIGINT" else signal.SIG_DFL)

# One thread for sums over arrays, as the program itself has it: workers who share the processors need no more.
os.environ["OPENBLAS_NUM_THREADS"] = "1"

# What a long run measured is told at the end under this name (`record_property`), as it passes no test by it.
FIGURES = "figures"
