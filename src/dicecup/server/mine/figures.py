"""What games add up to: how many were won and how many would be by chance alone, scores, accuracy and luck."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import fmean

from dicecup.server.mine.played import Played


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which games are looked at; None: whatever it is."""

    game: str | None = None
    players: int | None = None
    level: str | None = None
    people: bool | None = None
    won: bool | None = None

    def fits(self, one: Played) -> bool:
        """Whether a game is one of them."""
        return (
            self.game in (None, one.game)
            and self.players in (None, one.players)
            and self.level in (None, one.level)
            and self.people in (None, one.people)
            and (self.won is None or self.won is one.won)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """Some games in numbers."""

    games: int
    contested: int  # of them those that somebody could win
    wins: int  # alone or with others
    due: float  # so many of them would be won if all players were equally good
    average: float | None  # points; None: there are none, or they are of different games
    best: int | None
    reviewed: int
    accuracy: float | None  # on average, of those reviewed
    luck: float | None  # of the own dice, all in all, in games won; None where nothing was reviewed in that unit


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """The games of one kind."""

    game: str
    players: int
    level: str
    people: bool
    figures: Figures


def figures(games: Iterable[Played]) -> Figures:
    """Add up what counts of them."""
    some = [one for one in games if one.counts]
    contested = [one for one in some if one.won is not None]
    scores = [one.score for one in some if one.score is not None] if len({one.game for one in some}) == 1 else []
    judged = [one.mine for one in some if one.mine is not None]
    accurate = [each.accuracy for each in judged if each.accuracy is not None]
    lucky = [each.luck for each in judged if each.unit == "win"]
    return Figures(
        games=len(some),
        contested=len(contested),
        wins=sum(one.won is True for one in contested),
        due=sum(1 / one.players for one in contested),
        average=fmean(scores) if scores else None,
        best=max(scores, default=None),
        reviewed=len(judged),
        accuracy=fmean(accurate) if accurate else None,
        luck=sum(lucky) if lucky else None,
    )


def groups(games: Iterable[Played]) -> list[Group]:
    """What counts of them by game, number of players, level and company."""

    def kind(one: Played) -> tuple[str, int, str, bool]:
        return one.game, one.players, one.level, one.people

    some = sorted((one for one in games if one.counts), key=kind)
    return [
        Group(game=game, players=players, level=level, people=people, figures=figures(those))
        for (game, players, level, people), those in groupby(some, key=kind)
    ]


def course(games: Iterable[Played], most: int) -> list[Played]:
    """The latest of them that were reviewed and count, the earliest first: how one has played over time."""
    judged = [one for one in games if one.counts and one.mine is not None]
    return sorted(judged, key=lambda one: (one.ended, one.match))[-most:]


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """The most, or the least, there was in a game."""

    game: str
    kind: str  # score, fastest, closest, widest, streak, accurate, comeback, unlucky
    value: float
    one: Played  # when; of a streak the last


_CEILING = 2  # a score that was reached more often is as high as scores get, and no record


def records(games: Iterable[Played]) -> list[Record]:
    """Those of each game, of what counts."""
    by_game = sorted((one for one in games if one.counts), key=lambda one: (one.game, one.ended, one.match))
    return [
        record
        for game, those in groupby(by_game, key=lambda one: one.game)
        for record in _of_game(game, list(those))
    ]


def _of_game(game: str, games: Sequence[Played]) -> list[Record]:
    wins = [one for one in games if one.won]
    alone = [(one, one.margin) for one in wins if one.margin is not None and one.margin > 0]
    judged = [(one, one.mine) for one in games if one.mine is not None]
    won = [(one, mine) for one, mine in judged if one.won and mine.unit == "win"]
    scored = [(one, one.score) for one in games if one.score is not None]
    top = max((score for _, score in scored), default=0)
    rounds = [(one, one.turn / one.players) for one in wins if one.turn]
    tries: list[tuple[str, float, list[tuple[Played, float]]]] = [
        ("score", 1, list(scored) if sum(score == top for _, score in scored) <= _CEILING else []),
        # Where every game is as long as any other, none is fast.
        ("fastest", -1, rounds if len({length for _, length in rounds}) > 1 else []),
        ("closest", -1, [(one, by) for one, by in alone]),
        ("widest", 1, [(one, by) for one, by in alone] if len(alone) > 1 else []),
        ("accurate", 1, [(one, mine.accuracy) for one, mine in judged if mine.accuracy is not None]),
        ("comeback", -1, [(one, mine.lowest) for one, mine in won if mine.lowest is not None]),
        ("unlucky", -1, [(one, mine.luck) for one, mine in won if mine.luck < 0]),
    ]
    found = []
    for kind, sign, those in tries:
        if those:  # of several that are alike it is the first one's
            one, value = max(those, key=lambda each: sign * each[1])
            found.append(Record(game=game, kind=kind, value=one.turn if kind == "fastest" else value, one=one))
    length, last = _streak(games)
    if last is not None and length > 1:
        found.append(Record(game=game, kind="streak", value=length, one=last))
    return found


def _streak(games: Sequence[Played]) -> tuple[int, Played | None]:
    """The most wins one after the other, and the last of them."""
    best, last, now = 0, None, 0
    for one in games:
        if one.won is None:
            continue
        now = now + 1 if one.won else 0
        if now > best:
            best, last = now, one
    return best, last
