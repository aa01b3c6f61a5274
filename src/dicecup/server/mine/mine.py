"""My games: all that is told of a guest's results, made of them whenever somebody asks.

It is worked out here and not in the page: so a phone gets what it shows instead of thousands of results, and
there is one place that knows what counts. Nothing of it is kept, so nothing of it can be out of date.
"""

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from typing import Final

from dicecup import games
from dicecup.server import catalogue
from dicecup.server.clock import when
from dicecup.server.mine import fair, feats, figures
from dicecup.server.mine.figures import Wanted
from dicecup.server.mine.played import Played, read
from dicecup.server.store.storage import ResultRow, Storage
from dicecup.server.wire import mine as wire_mine
from dicecup.server.wire import results as wire_results
from dicecup.table import DicecupError, Feat

MOST: Final = 10_000  # results that are looked at, the latest
_COURSE: Final = 300  # games that a chart has room for


class MyGames:
    """Tells guests of their games."""

    def __init__(self, storage: Storage) -> None:
        self._storage: Final = storage

    async def of(self, guest: str, wanted: Wanted, most: int) -> wire_mine.Mine:
        """All that is told of a guest's games, with so many of those that are as wanted."""
        rows = await self._storage.results_of(guest, None, MOST)
        return await asyncio.to_thread(told, rows, wanted, most)


def told(rows: Sequence[ResultRow], wanted: Wanted, most: int) -> wire_mine.Mine:
    """These results as they are sent: the latest first, as they lie there."""
    played = [read(row) for row in rows]
    some = [one for one in played if wanted.fits(one)]
    return wire_mine.Mine(
        total=len(played),
        apart=dict(Counter(one.apart for one in played if one.apart)),
        games=[wire_mine.MineKind(name=name, title=games.titled(name)) for name in _games(played)],
        players=sorted({one.players for one in played}),
        levels=_levels(played),
        found=len(some),
        history=[_game(one) for one in some[:most]],
        figures=_figures(figures.figures(some)),
        groups=[
            wire_mine.MineGroup(
                game=each.game,
                title=games.titled(each.game),
                players=each.players,
                level=each.level,
                people=each.people,
                figures=_figures(each.figures),
            )
            for each in figures.groups(some)
        ],
        course=[_moment(one) for one in figures.course(some, _COURSE)],
        records=[_record(each) for each in figures.records(some)],
        feats=[_feat(each) for each in feats.feats(played, _of_games())],
        own=_dice(fair.heaps(played, mine=True)),
        others=_dice(fair.heaps(played, mine=False)),
    )


def _games(played: Sequence[Played]) -> list[str]:
    """In the order of every list; those that are not installed any more at the end."""
    there = {one.game for one in played}
    known = [info.name for info in catalogue.all_games() if info.name in there]
    return known + sorted(there - set(known))


def _levels(played: Sequence[Played]) -> list[str]:
    """In the order in which they get stronger, then whatever else there is."""
    there = {one.level for one in played if one.level}
    order = dict.fromkeys(level for info in catalogue.all_games() for level in info.levels)
    known = [level for level in order if level in there]
    return known + sorted(there - set(known))


def _of_games() -> list[tuple[str, Feat]]:
    return [(info.name, feat) for info in catalogue.all_games() for feat in games.find(info.name).feats]


def _game(one: Played) -> wire_mine.MineGame:
    mine = one.mine
    return wire_mine.MineGame(
        match=one.match,
        game=one.game,
        title=games.titled(one.game),
        ended=when(one.ended),
        there=one.there,
        players=one.players,
        level=one.level,
        people=one.people,
        seats=[wire_results.ResultSeat(**chair._asdict()) for chair in one.chairs],
        winners=list(one.winners),
        won=one.won,
        score=one.score,
        reason=one.reason,
        apart=one.apart,  # type: ignore[arg-type]  # pydantic looks
        unit=mine.unit if mine is not None else None,  # type: ignore[arg-type]
        accuracy=mine.accuracy if mine is not None else None,
        luck=mine.luck if mine is not None else None,
    )


def _figures(of: figures.Figures) -> wire_mine.MineFigures:
    return wire_mine.MineFigures(**asdict(of))


def _moment(one: Played) -> wire_mine.MineMoment:
    mine = one.mine
    assert mine is not None  # it was reviewed
    return wire_mine.MineMoment(
        match=one.match,
        game=one.game,
        title=games.titled(one.game),
        ended=when(one.ended),
        there=one.there,
        won=one.won,
        unit=mine.unit,  # type: ignore[arg-type]
        accuracy=mine.accuracy,
        luck=mine.luck,
    )


def _record(each: figures.Record) -> wire_mine.MineRecord:
    one = each.one
    return wire_mine.MineRecord(
        game=each.game,
        title=games.titled(each.game),
        kind=each.kind,  # type: ignore[arg-type]
        value=each.value,
        players=one.players,
        match=one.match,
        there=one.there,
        ended=when(one.ended),
        house_rules=_house_rules(one),
    )


def _house_rules(one: Played) -> list[str]:
    """In words, as far as this version knows them."""
    try:
        game = catalogue.find(one.game)
        return catalogue.unusual(game, game.options.parse(dict(one.options)))
    except (DicecupError, ValueError):
        return []


def _feat(each: feats.Done) -> wire_mine.MineFeat:
    first = each.first
    return wire_mine.MineFeat(
        name=each.name,
        game=each.game,
        game_title=games.titled(each.game) if each.game else "",
        title=each.title,
        how=each.how,
        teaches=each.teaches,
        done=when(first.ended) if first is not None else None,
        match=first.match if first is not None else "",
        there=first is not None and first.there,
    )


def _dice(heaps: Sequence[fair.Heap]) -> wire_mine.MineDice:
    whole = fair.fairness(heaps)
    return wire_mine.MineDice(
        dice=whole.dice,
        chance=whole.chance,
        text=whole.text,
        heaps=[
            wire_mine.MineHeap(
                game=heap.game,
                title=games.titled(heap.game),
                faces=_faces(heap),
                counts=list(heap.counts),
                text=fair.fairness([heap]).text,
            )
            for heap in heaps
        ],
    )


def _faces(heap: fair.Heap) -> list[str]:
    """What they are called at the table."""
    sides = len(heap.counts)
    try:
        hints = list(catalogue.find(heap.game).shown.values())
    except DicecupError:
        hints = []
    labels = next((hint.labels for hint in hints if hint.kind == "dice" and len(hint.labels) == sides), ())
    return list(labels) or [str(face) for face in range(1, sides + 1)]
