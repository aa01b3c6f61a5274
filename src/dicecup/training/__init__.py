"""Training and tuning: how the numbers that our players carry were made. `dicecup train GAME` comes here.

One module or package per game, called like the game, with a function `main(arguments)`: the words after
`dicecup train GAME`. It parses them itself (argparse), takes a seed, tells its progress, keeps a log of the
learning curve, and goes on where it was stopped. It can also be run as `python -m dicecup.training.GAME`, and
then needs nothing but NumPy beside Dicecup's inner rooms.
"""

import argparse
import sys
from typing import Any


class Parser(argparse.ArgumentParser):
    """Reads the words of a command."""

    def print_help(self, file: Any = None) -> None:
        """Print the help; unlike argparse, fail if that cannot be written."""
        print(self.format_help(), end="", file=file or sys.stdout)
