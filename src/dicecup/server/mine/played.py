"""A result as its guest sees it: who sat there, whether it was won, and whether it counts."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from dicecup.players import even
from dicecup.server.mine.tally import Faces
from dicecup.server.store.storage import COMPUTER, ResultRow

LESSON: Final = "lesson"
SEEDED: Final = "seeded"
BRANCH: Final = "branch"
SHARED: Final = "shared"
MIXED: Final = "mixed"


class Judged(NamedTuple):
    """What a review said of how a seat played."""

    unit: str  # of luck and of what was given away: "win" or "points"
    accuracy: float | None
    luck: float
    given_away: float
    grades: Mapping[str, int]
    kinds: Mapping[str, Sequence[int]]  # how many decisions, how many good ones
    lowest: float | None  # all it could hope for when that was least


class Chair(NamedTuple):
    """Who sat there."""

    name: str
    player: str
    level: str
    score: int
    mine: bool
    temper: str = ""  # of a computer player; older versions did not write it down


@dataclass(frozen=True, slots=True)
class Played:
    """A game that a guest has played to its end.

    `apart`: why it counts for nothing but the list; "" if it counts. That several people played at one screen is
    such a reason: nobody can tell which of them the guest is.
    """

    match: str
    game: str
    ended: float
    there: bool
    number: int
    options: Mapping[str, Any]
    chairs: tuple[Chair, ...]
    players: int
    level: str  # what the computer players had in common: their level, or that they differ; "" without any
    people: bool  # whether others sat there, at this screen or at theirs
    winners: tuple[int, ...]
    seat: int | None  # the guest's; None if it had several
    apart: str
    reason: str
    turn: int  # in which it ended; 0: unknown
    judged: tuple[Judged, ...]  # all seats; none if nobody has reviewed it
    dice: tuple[Faces, ...]  # of all seats; none if they do not count

    @property
    def counts(self) -> bool:
        """Whether it counts for figures, records and feats."""
        return not self.apart

    @property
    def won(self) -> bool | None:
        """Whether the guest won, alone or with others; None where there is nothing to win, or nobody can tell."""
        if self.players == 1 or self.seat is None:
            return None
        return self.seat in self.winners

    @property
    def score(self) -> int | None:
        """The guest's points."""
        return None if self.seat is None else self.chairs[self.seat].score

    @property
    def margin(self) -> int | None:
        """By how many points the guest was ahead of the next; None without anybody to be ahead of."""
        if self.seat is None or self.players == 1:
            return None
        rivals = [chair.score for at, chair in enumerate(self.chairs) if at != self.seat]
        return self.chairs[self.seat].score - max(rivals)

    @property
    def mine(self) -> Judged | None:
        """How well the guest played, if that is known."""
        return self.judged[self.seat] if self.seat is not None and self.judged else None


def read(row: ResultRow) -> Played:
    """What is written down about a game. Older versions wrote less."""
    body = json.loads(row.body)
    chairs = tuple(
        [
            Chair(
                seat["name"], seat["player"], seat["level"], seat["score"], at in row.mine, seat.get("temper", "")
            )
            for at, seat in enumerate(body["seats"])
        ]
    )
    rivals = [chair for chair in chairs if not chair.mine]
    levels = {even.kind(chair.level) for chair in rivals if chair.player == COMPUTER}
    seat = next(iter(row.mine)) if len(row.mine) == 1 else None
    marks = [mark for mark in (LESSON, SEEDED, BRANCH) if body.get(mark)]
    return Played(
        match=row.match,
        game=row.game,
        ended=row.ended,
        there=row.there,
        number=body["number"],
        options=body["options"],
        chairs=chairs,
        players=len(chairs),
        level=MIXED if len(levels) > 1 else next(iter(levels), ""),
        people=len(row.mine) > 1 or any(chair.player != COMPUTER for chair in rivals),
        winners=tuple(body["winners"]),
        seat=seat,
        apart=marks[0] if marks else SHARED if seat is None else "",
        reason=body.get("reason", ""),
        turn=body.get("turn", 0),
        judged=_judged(row.verdict, len(chairs)),
        dice=tuple(body.get("dice", ())),
    )


def _judged(verdict: str, seats: int) -> tuple[Judged, ...]:
    if not verdict:
        return ()
    found = json.loads(verdict)
    judged = tuple(
        Judged(
            unit=found["unit"],
            accuracy=one["accuracy"],
            luck=one["luck"],
            given_away=one["given_away"],
            grades=one.get("grades", {}),
            kinds=one.get("kinds", {}),
            lowest=one.get("lowest"),
        )
        for one in found["seats"]
    )
    return judged if len(judged) == seats else ()
