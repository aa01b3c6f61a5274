"""How strong the levels of each game are, as measured: the yardstick for the ratings of people. docs/rating.md

`dicecup ladder GAME --ratings FILE` writes it.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from math import exp, sqrt
from pathlib import Path
from typing import Any, Final, NamedTuple

from dicecup.players import even
from dicecup.players.rating import BETA, MU, Rating
from dicecup.table import SetupError

FILE: Final = "ratings.json"
DUEL: Final = sqrt(2) * BETA
"""How many points luck is worth in a duel, by definition: it is the unit of all ratings."""
_ROUNDS: Final = 400
_LISTS: Final = re.compile(r"\[\n\s+\d[^][]*\]")
_FEWEST, _MOST = 0.02, 2.0  # of what one point of difference may mean at a bigger table


class Meeting(NamedTuple):
    """What one level won at tables where everybody else was of another one."""

    seats: int
    one: str
    others: str
    games: int
    wins: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Yardstick:
    """The levels of a game on one scale, the weakest first, and what luck is worth at each size of table."""

    levels: Mapping[str, float]
    luck: Mapping[int, float]
    meetings: Sequence[Meeting] = ()  # from which it follows
    misjudged: even.Steps = ()  # what errors do to the best player
    erring: Sequence[Meeting] = ()  # from which that follows

    def knows(self, level: str) -> bool:
        """Whether somebody has measured it."""
        return level in self.levels or (bool(self.misjudged) and even.strength(level) is not None)

    def rating(self, level: str) -> Rating:
        """That of a level: it does not change, and nobody doubts it."""
        return Rating(self.levels[level] if level in self.levels else float(even.strength(level) or MU), 0.0)

    def luck_at(self, seats: int) -> float:
        """How many points luck is worth at a table; where that was not measured, as at the nearest size."""
        return self.luck[min(self.luck, key=lambda size: (abs(size - seats), size))]

    def chance(self, meeting: Meeting) -> float:
        """What the model says that one wins among others: levels, or whoever errs so much (`even.by_error`)."""
        much = even.error_in(meeting.one)
        mu = self.levels[meeting.one] if much is None else dict(self.misjudged)[much]
        return self._chance(mu, meeting)

    def _chance(self, mu: float, meeting: Meeting) -> float:
        lead = (mu - self.levels[meeting.others]) / self.luck_at(meeting.seats)
        return 1 / (1 + (meeting.seats - 1) * exp(-lead))

    def to_json(self) -> dict[str, Any]:
        """For the file."""
        return {
            "levels": {name: round(mu, 2) for name, mu in self.levels.items()},
            "luck": {str(seats): round(much, 3) for seats, much in self.luck.items()},
            "meetings": [list(each) for each in self.meetings],
            "misjudged": [[much, round(mu, 2)] for much, mu in self.misjudged],
            "erring": [list(each) for each in self.erring],
        }


def fitted(meetings: Iterable[Meeting]) -> Yardstick:
    """The scale on which what was measured is likeliest: a number for each level, and one for each size of table.

    The mean of the levels is where everybody begins, and a duel has as much luck as the model thinks: then a point
    is a point in every game. There have to be duels.
    """
    met = sorted(meetings)
    mus = dict.fromkeys((name for each in met for name in (each.one, each.others)), 0.0)
    slopes = {each.seats: 1 / DUEL for each in met}
    for _ in range(_ROUNDS):
        for name in mus:
            mine = [each for each in met if name in (each.one, each.others)]
            push = pull = 1e-9
            for each in mine:
                side, slope = (1 if each.one == name else -1), slopes[each.seats]
                chance = _chance(each, mus, slope)
                push += side * (each.wins - each.games * chance) * slope
                pull += each.games * chance * (1 - chance) * slope**2
            mus[name] += push / pull
        for seats in (each for each in slopes if each != 2):
            push = pull = 1e-9
            for each in (each for each in met if each.seats == seats):
                lead, chance = mus[each.one] - mus[each.others], _chance(each, mus, slopes[seats])
                push += (each.wins - each.games * chance) * lead
                pull += each.games * chance * (1 - chance) * lead**2
            slopes[seats] = min(max(slopes[seats] + push / pull, _FEWEST), _MOST)
    middle = sum(mus.values()) / len(mus)
    levels = {name: mu - middle + MU for name, mu in sorted(mus.items(), key=lambda item: item[1])}
    return Yardstick(
        levels=levels, luck={seats: 1 / slope for seats, slope in sorted(slopes.items())}, meetings=met
    )


def stepped(yardstick: Yardstick, meetings: Iterable[Meeting]) -> Yardstick:
    """The same with what errors do to a player, out of games of such players (`even.by_error`) among levels.

    The levels stay where they are. Somebody who errs more and has won more all the same is as strong as the other:
    that was luck.
    """
    met = [each for each in meetings if each.others in yardstick.levels]
    steps: list[tuple[float, float]] = []
    for much in sorted({found for each in met if (found := even.error_in(each.one)) is not None}):
        mine = [each for each in met if each.one == even.by_error(much)]
        mu = MU
        for _ in range(_ROUNDS):
            push = pull = 1e-9
            for each in mine:
                luck, chance = yardstick.luck_at(each.seats), yardstick._chance(mu, each)
                push += (each.wins - each.games * chance) / luck
                pull += each.games * chance * (1 - chance) / luck**2
            mu += min(max(push / pull, -1.0), 1.0)
        steps.append((much, min(mu, steps[-1][1] - 0.01) if steps else mu))
    return replace(yardstick, erring=met, misjudged=steps)


def _chance(meeting: Meeting, mus: Mapping[str, float], slope: float) -> float:
    return 1 / (1 + (meeting.seats - 1) * exp(-(mus[meeting.one] - mus[meeting.others]) * slope))


# --- the file ---


@cache
def _kept() -> dict[str, Any]:
    return _read((files(__package__) / FILE).read_text(encoding="utf-8"))


def _read(text: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(text)
    return found


def yardstick(game: str) -> Yardstick | None:
    """What people are measured by in a game; None if nobody has measured its levels."""
    return _of(_kept().get(game))


def written(path: Path, game: str) -> Yardstick | None:
    """What a file says of a game; what we measure by where there is no file yet, or it does not name the game.

    SetupError if it is another kind of file.
    """
    try:
        found = _of(_read(path.read_text(encoding="utf-8")).get(game)) if path.exists() else None
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise SetupError(f"{path} cannot be read as a file of ratings. Name another file.") from error
    return found or yardstick(game)


def _of(found: dict[str, Any] | None) -> Yardstick | None:
    if found is None:
        return None
    return Yardstick(
        levels=found["levels"],
        luck={int(seats): much for seats, much in found["luck"].items()},
        meetings=[Meeting(*each) for each in found["meetings"]],
        misjudged=[(much, mu) for much, mu in found.get("misjudged", ())],
        erring=[Meeting(*each) for each in found.get("erring", ())],
    )


def write(path: Path, game: str, measured: Yardstick) -> None:
    """Put a game's yardstick into the file, in the place of the one that is there."""
    kept = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    kept[game] = measured.to_json()
    # a line for each meeting: whoever looks at a change sees what has changed
    text = json.dumps(dict(sorted(kept.items())), indent=1)
    path.write_text(_LISTS.sub(lambda found: " ".join(found[0].split()), text) + "\n", encoding="utf-8")
