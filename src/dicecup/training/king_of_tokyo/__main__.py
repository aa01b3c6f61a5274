"""`python -m dicecup.training.king_of_tokyo`."""

import sys

from dicecup.training.king_of_tokyo import main

if __name__ == "__main__":
    sys.exit(main())
