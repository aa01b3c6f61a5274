"""Bubblewrap to test sandboxes with: fetched where that is allowed.

`python -m tests.players.bubblewrap` is a part of `make test`. Without it, or where it may make no sandbox (in some
containers), the tests that need one are left out, loudly.
"""

import os
import shutil
import subprocess
import sys

if __name__ == "__main__":
    here = shutil.which("bwrap") is not None
    if not here and sys.platform == "linux" and os.geteuid() == 0 and shutil.which("apt-get"):
        print("The tests of sandboxes need bubblewrap; getting it ...")
        words = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "bubblewrap"]
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(words, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=quiet)
        here = shutil.which("bwrap") is not None
    if not here:
        print("There is no bubblewrap, so the tests of sandboxes are left out.")
