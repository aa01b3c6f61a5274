"""Actors with a temper: what each is fond of, in points of the chance to win."""

import zlib
from collections.abc import Callable
from typing import Any, Final

from dicecup.batch.deadwood.rows import ACTIVE, ACTOR, AREA, FIELDS, MOVE, TAKE, UPGRADE, code_of, row_of
from dicecup.games.deadwood import DeadwoodView
from dicecup.players.deadwood.easy import Easy
from dicecup.players.deadwood.fondness import Fondness, Liking
from dicecup.players.deadwood.hard import Hard
from dicecup.players.deadwood.reasons import role_at
from dicecup.players.player import Advice, Player
from dicecup.players.tempers import Tempered, Tempers
from dicecup.table.marks import raw, thing

LIKINGS: Final = {
    "hunter": Liking(0, star=4.5, budget=0.5, card=1.5, rehearse=0.4),
    "extra": Liking(1, extra=3.0, act=0.7),
    "climber": Liking(2, rank=6.0, high=0.5, act=0.5),
    "perfectionist": Liking(0, shots=0.7, rehearse=1.0),
    "gambler": Liking(1, budget=0.3, act=0.8),
}


def _own(state: Any, seat: int) -> str:
    """By the name: Ada is the same tomorrow, and others with other names are somebody else."""
    return list(LIKINGS)[zlib.crc32(state.names[seat].casefold().encode()) % len(LIKINGS)]


def _make(player: Callable[[int], Player], temper: str, seed: int) -> Player:
    liking, made = LIKINGS[temper], player(seed)
    if isinstance(made, Easy):
        return player(liking.style)
    assert isinstance(made, Hard)
    fond = Fondness(made, liking)
    return Tempered(made, fond.taste, TEMPERS.words[temper], seed, fond.fits, _beside, fond.meant)


def _beside(view: DeadwoodView, best: Advice) -> tuple[str, str]:
    """A role by its name, as reasons for roles have it; anything else by what it is for."""
    brings, code, row = raw(best.reason).partition(";")[0], code_of(best.option), row_of(view)
    if MOVE <= code < TAKE and not brings.startswith("for "):
        return "", ""  # only on the way, or a walk
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
