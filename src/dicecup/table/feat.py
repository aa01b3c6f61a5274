"""A feat: a kind of decision in which one can get good, with what there is to learn about it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Feat:
    """Done in a game in which, of the decisions of these kinds, so many were good, according to its review.

    Only those count in which there was something to lose.
    """

    name: str
    title: str
    how: str  # how it is done, in a sentence
    teaches: str  # what one learns by that
    kinds: tuple[str, ...]
    least: int = 1  # so many of them there must be
    share: float = 1.0  # so large a part of them is best or good
    won: bool = False  # and the game was won
