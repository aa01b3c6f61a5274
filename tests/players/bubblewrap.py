"""Bubblewrap to test sandboxes with: fetched where that is allowed.

`python -m tests.players.bubblewrap` is a part of `make test`. Without it, or where it may make no sandbox (in some
containers), the tests that need one are left out, loudly.
"""

import shutil

from tests import debian

if __name__ == "__main__":
    if shutil.which("bwrap") is None and debian.may_install():
        print("The tests of sandboxes need bubblewrap; getting it ...")
        debian.install("bubblewrap")
    if shutil.which("bwrap") is None:
        print("There is no bubblewrap, so the tests of sandboxes are left out.")
