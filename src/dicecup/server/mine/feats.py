"""Feats: a handful of things to have done once, each for what one learns by it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from dicecup.server.mine.played import Judged, Played
from dicecup.table.feat import Feat

_SLIM: Final = 0.1  # a chance that few would still play for
_DECISIONS: Final = 10  # that a game without a fault must have had
_FAULTS: Final = ("inaccuracy", "mistake", "blunder")


@dataclass(frozen=True, slots=True)
class Done:
    """A feat, and the game in which it was done first; None: not yet."""

    game: str  # in which it can be done; "": in any
    name: str
    title: str
    how: str
    teaches: str
    first: Played | None


_Check = Callable[[Played, Judged], bool]


def _well_lost(one: Played, mine: Judged) -> bool:
    others = [each.accuracy for at, each in enumerate(one.judged) if at != one.seat and each.accuracy is not None]
    return one.won is False and mine.accuracy is not None and bool(others) and mine.accuracy >= max(others)


def _clean(_one: Played, mine: Judged) -> bool:
    return sum(mine.grades.values()) >= _DECISIONS and not any(mine.grades.get(each) for each in _FAULTS)


def _turned(one: Played, mine: Judged) -> bool:
    return one.won is True and mine.unit == "win" and mine.lowest is not None and mine.lowest < _SLIM


GENERAL: Final[tuple[tuple[str, str, str, str, _Check], ...]] = (
    (
        "looked-back",
        "Looked back",
        "Have a game reviewed that you have lost.",
        "A review names the two or three choices that cost you most. All the others were not the reason.",
        lambda one, mine: one.won is False,
    ),
    (
        "against-the-dice",
        "Against the dice",
        "Win a game in which your own dice took more from you than they gave, according to its review.",
        "Luck and skill are two accounts. The more you play the less luck weighs, and what you choose stays.",
        lambda one, mine: one.won is True and mine.unit == "win" and mine.luck < 0,
    ),
    (
        "well-lost",
        "Well lost",
        "Lose a game in which nobody played more accurately than you.",
        "A lost game is not a badly played one: judge yourself by your choices, not by the result.",
        _well_lost,
    ),
    (
        "turned",
        "One in ten",
        "Win after your chance had fallen below 10%.",
        "Chances of one in ten do come true, about once in ten such games: play each decision for what it is "
        "still worth.",
        lambda one, mine: (
            one.won is True and mine.unit == "win" and mine.lowest is not None and mine.lowest < _SLIM
        ),
    ),
    (
        "clean",
        "Nothing to regret",
        "Play a game of ten decisions or more in which the review finds no inaccuracy, mistake or blunder.",
        "Games are won less by brilliant choices than by few bad ones.",
        _clean,
    ),
)


def feats(games: Iterable[Played], of_games: Sequence[tuple[str, Feat]]) -> list[Done]:
    """All there are, and which of them were done; only games that count and were reviewed can tell."""
    judged = sorted(
        ((one, mine) for one in games if one.counts and (mine := one.mine) is not None),
        key=lambda each: (each[0].ended, each[0].match),
    )
    found = [
        Done("", name, title, how, teaches, next((one for one, mine in judged if check(one, mine)), None))
        for name, title, how, teaches, check in GENERAL
    ]
    for game, feat in of_games:
        first = next((one for one, mine in judged if one.game == game and does(feat, one, mine)), None)
        found.append(Done(game, feat.name, feat.title, feat.how, feat.teaches, first))
    return found


def does(feat: Feat, one: Played, mine: Judged) -> bool:
    """Whether this is such a game."""
    counts = [mine.kinds.get(kind, (0, 0)) for kind in feat.kinds]
    many, good = sum(each[0] for each in counts), sum(each[1] for each in counts)
    return many >= feat.least and good >= feat.share * many and (one.won is True or not feat.won)
