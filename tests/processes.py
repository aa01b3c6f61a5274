"""Programs that tests start."""

import sys
from typing import Final

_RESTORE = (
    "import os, signal, sys; "
    "signal.signal(signal.SIGINT, signal.SIG_DFL); "
    "os.execv(sys.executable, [sys.executable, *sys.argv[1:]])"
)

PYTHON: Final = [sys.executable] if sys.platform == "win32" else [sys.executable, "-c", _RESTORE]
"""Python that hears Ctrl-C even if the tests do not: who starts them in the background may have it ignored."""
