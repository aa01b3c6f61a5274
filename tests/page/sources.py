"""The page's sources in the hands of their own tools, as `make check` has them: types, and style.

`python -m tests.page.sources` needs nothing but Node, so in `make test` it is done while packages are fetched.
"""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import hatch_build

WEB: Final = Path(__file__).parents[2] / "src" / "dicecup" / "web"
TOOLS: Final = WEB / "node_modules" / ".bin"
TYPES: Final = ("svelte-check", "--fail-on-warnings", "--tsconfig", "./tsconfig.json")
STYLE: Final = ("prettier", "--check", ".")


class NotThere(Exception):  # noqa: N818
    """There is no Node, or the tool was not fetched."""


class NotContent(Exception):  # noqa: N818
    """A tool has found something; what it says."""


def run(tool: str, *words: str, **environment: str) -> str:
    """What a tool of the page's sources says, if it is content."""
    node = hatch_build.find_node()
    if node is None or (not (script := WEB / tool).exists() and not (script := TOOLS / tool).exists()):
        raise NotThere("The page's tools are not there: make test gets them.")
    done = subprocess.run(
        [str(node), str(script.resolve()), *words],
        cwd=WEB,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "NO_COLOR": "1", **environment},
    )
    if done.returncode:
        raise NotContent(done.stdout + done.stderr)
    return done.stdout


def main() -> int:
    """0 if both are content."""
    try:
        types, _ = run(*TYPES), run(*STYLE)
    except NotThere as missing:
        print(f"{missing} So nobody looks at types and style of the page.")
        return 1 if os.environ.get("CI") else 0
    except NotContent as said:
        print(said)
        return 1
    print(types.strip().splitlines()[-1])
    return 0 if "0 errors and 0 warnings" in types else 1


if __name__ == "__main__":
    sys.exit(main())
