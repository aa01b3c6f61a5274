"""A second look at the few tests that failed in a run: once more, alone, on a machine that does nothing else.

What fails again is broken. What passes now is unsteady: it leans on something that another test or a busy machine
can change. The run is green then, and says so loudly, so that somebody mends it.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Final

MOST: Final = 5  # more than that is no accident
FAILED: Final = Path(".pytest_cache/v/cache/lastfailed")


def failed() -> list[str]:
    """The tests that failed last, as pytest wrote them down."""
    return sorted(json.loads(FAILED.read_text())) if FAILED.is_file() else []


def main() -> int:
    """0 if they all pass now. The run ended with the status that is given: 1 if all were run, and some failed.

    What else is given it was run with.
    """
    unsteady = failed()
    status, *given = sys.argv[1:]
    if status != "1" or not unsteady or len(unsteady) > MOST:
        return 1
    print(f"\nOnce more, alone: {len(unsteady)} of the tests.", flush=True)
    words = [sys.executable, "-E", "-m", "pytest", "--numprocesses", "0", *given, *unsteady]
    if subprocess.run(words, check=False).returncode:
        return 1
    print("\n!!! UNSTEADY: passed only when run alone. Please mend:", *unsteady, sep="\n!!!   ", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
