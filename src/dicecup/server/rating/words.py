"""Ratings in words: beside the levels, which everybody can play against."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Final

from dicecup.players.rating import Rating
from dicecup.server.rating.rating import Standing

NOBODY: Final = "Nobody has measured the computer players of this game yet, so there is no rating."
ALONE: Final = "No game of yours counts yet: play against computer players, or against other people."


def edges(rating: Rating) -> tuple[float, float]:
    """Between what somebody's strength is, as far as one can be sure: two standard deviations to each side."""
    return rating.mu - 2 * rating.sigma, rating.mu + 2 * rating.sigma


def in_words(standing: Standing, levels: Mapping[str, float]) -> str:
    """Such as "About as strong as Medium; somewhere between Easy and Hard after 7 games." """
    if not standing.games:
        return ALONE
    place, span = _place(standing.rating.mu, levels), _span(standing.rating, levels)
    one = standing.games == 1
    if span:
        span = f"{span} after {'1 game' if one else f'{standing.games:,} games'}"
    else:
        span = "one game says next to nothing" if one else f"{standing.games:,} games say next to nothing"
    return f"{place[0].upper()}{place[1:]}; {span}."


def _called(level: str) -> str:
    return level.replace("-", " ").capitalize()


def _place(mu: float, levels: Mapping[str, float]) -> str:
    """Where somebody stands among the levels, the weakest of which comes first."""
    names, marks = list(levels), list(levels.values())
    near = min(names, key=lambda name: abs(levels[name] - mu))
    gaps = [high - low for low, high in pairwise(marks)] or [8.0]
    at = names.index(near)
    gap = gaps[min(at, len(gaps) - 1)] if mu > levels[near] else gaps[max(at - 1, 0)]
    if abs(mu - levels[near]) <= gap / 4:
        return f"about as strong as {_called(near)}"
    if mu < marks[0]:
        return f"not yet as strong as {_called(names[0])}"
    if mu > marks[-1]:
        return f"stronger than {_called(names[-1])}"
    above = next(name for name in names if levels[name] > mu)
    below = names[names.index(above) - 1]
    return f"between {_called(below)} and {_called(above)}"


def _span(rating: Rating, levels: Mapping[str, float]) -> str:
    """What is possible as well; nothing said if that is everything."""
    least, most = edges(rating)
    below = [name for name, mu in levels.items() if mu <= least]
    above = [name for name, mu in levels.items() if mu >= most]
    if below and above:
        return f"somewhere between {_called(below[-1])} and {_called(above[0])}"
    if below:
        return f"{_called(below[-1])} or better"
    if above:
        return f"{_called(above[0])} at best"
    return ""
