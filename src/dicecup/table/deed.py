"""A choice as it is told when it has been made: for whoever looks back at a game."""

from typing import NamedTuple


class Deed(NamedTuple):
    """What somebody chose, in words that a sentence can begin with: "yielding" "at 7 hearts" "cost 14%"."""

    doing: str
    given: str = ""  # what the choice was made in view of, if that is worth a word
