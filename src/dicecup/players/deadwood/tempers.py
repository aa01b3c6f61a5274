"""Actors with a temper: what each is fond of, in points of the chance to win."""

import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from dicecup.batch.deadwood.lot import STARS
from dicecup.batch.deadwood.rows import ACT, ACTIVE, ACTOR, AREA, FIELDS, REHEARSE, TAKE, UPGRADE, code_of, row_of
from dicecup.games.deadwood import DeadwoodView
from dicecup.players.deadwood.easy import Easy
from dicecup.players.deadwood.reasons import role_at
from dicecup.players.player import Advice, Advisor, Fork, Player
from dicecup.players.tempers import Tempered, Tempers
from dicecup.table import Ask, Option
from dicecup.table.marks import raw, thing


@dataclass(frozen=True, slots=True)
class Liking:
    """How many points things are worth to somebody beyond what they are worth."""

    style: int  # of Easy: the nearest one
    star: float = 0.0  # a role on a card
    extra: float = 0.0  # a role on the set
    rank: float = 0.0  # any rank that can be had
    rehearse: float = 0.0
    act: float = 0.0

    def of(self, code: int) -> float:
        """Of an option."""
        if code == ACT:
            return self.act
        if code == REHEARSE:
            return self.rehearse
        if code >= UPGRADE:
            return self.rank
        return 0.0 if code < TAKE else self.star if code - TAKE < STARS else self.extra


LIKINGS: Final = {
    "hunter": Liking(0, star=3.0),
    "extra": Liking(1, extra=2.5),
    "climber": Liking(2, rank=3.0),
    "perfectionist": Liking(0, rehearse=1.15),
    "gambler": Liking(1, act=1.15),
}


def _own(state: Any, seat: int) -> str:
    """By the name: Ada is the same tomorrow, and others with other names are somebody else."""
    return list(LIKINGS)[zlib.crc32(state.names[seat].casefold().encode()) % len(LIKINGS)]


def _make(player: Callable[[int], Player], temper: str, seed: int) -> Player:
    liking, made = LIKINGS[temper], player(seed)
    if isinstance(made, Easy):
        return player(liking.style)
    assert isinstance(made, Advisor)

    def taste(ask: Ask, _: Fork) -> dict[Option, float]:
        return {option: liking.of(code_of(option)) for option in ask.options}

    return Tempered(made, taste, TEMPERS.words[temper], seed, beside=_beside)


def _beside(view: DeadwoodView, best: Advice) -> tuple[str, str]:
    """A role by its name, as reasons for roles have it; anything else by what it is for."""
    brings, code, row = raw(best.reason).partition(";")[0], code_of(best.option), row_of(view)
    if code < TAKE or code >= UPGRADE:
        return f"by the numbers: {brings}", ""
    role = role_at(row, row[ACTOR + FIELDS * row[ACTIVE] + AREA], code - TAKE).name
    return f"as {role} {brings}", f"As {thing(role)} it would be {brings}."


TEMPERS: Final = Tempers(
    words={
        "hunter": "a star belongs on the card",
        "extra": "steady work is the best work",
        "climber": "one has to move up",
        "perfectionist": "it has to be right",
        "gambler": "nothing ventured, nothing gained",
    },
    own=_own,
    make=_make,
)
