"""A process in which one player of somebody else's sits, alone with forks of the match.

It hears questions as pickles, which only the arena can send, and answers in JSON, with which it can do no harm.
What it prints goes to stderr. `apart` starts such processes, and ends those that are late.
"""

import json
import os
import pickle
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from dicecup import players
from dicecup.players import Place, Player, close, forks
from dicecup.players.own import is_own, maker
from dicecup.players.seated import stays
from dicecup.table import Ask, Match, Outcome, View
from dicecup.table.ask import as_choice
from dicecup.table.errors import said, short
from dicecup.work.ties import end_with_parent


def attend(line: Connection, name: str) -> None:
    """Import a player and let it answer, game after game, until the arena hangs up."""
    _shut_in()
    make: Callable[[int], Player] | None = None
    player: Player | None = None

    def sit(seed: int) -> Player:
        """The player for a game: the same one again, if it is one for many."""
        nonlocal make, player
        make = make or _found(name)
        if player is None or not stays(player):
            _put_away(player)
            player = make(seed)
        return player

    def prepare() -> dict[str, Any]:
        try:
            sit(0)
        except Exception as error:
            return {"fault": short(error, 1000)}
        return {}

    def begin(place: Place) -> dict[str, Any]:
        try:
            sitting = sit(place.seed)
            if stays(sitting):
                sitting.begin(place)  # type: ignore[attr-defined]  # that is what stays means
        except Exception as error:
            return {"fault": short(error, 1000)}
        return {"hears": any(hasattr(sitting, each) for each in ("hear", "over"))}

    def decide(view: View, ask: Ask, events: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        assert player is not None
        began = time.process_time()
        try:
            if events and hasattr(player, "hear"):
                player.hear(events)
            choice = player.decide(view, ask, _Forks(line, ask.seat))
        except BaseException as error:  # whatever it was, it is this player's fault
            return {"fault": f"It failed: {said(error)}"}
        words = as_choice(choice)
        busy = time.process_time() - began
        return {"odd": short(choice)} if words is None else {"choice": words, "busy": busy}

    def over(outcome: Outcome | None, events: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        assert player is not None
        try:
            if events and hasattr(player, "hear"):
                player.hear(events)
            if hasattr(player, "over"):
                player.over(outcome)
        except Exception as error:
            print(f"{name}: {said(error)}", file=sys.stderr)  # the game is over, and nobody loses by it
        return {}

    deeds: dict[str, Callable[..., dict[str, Any]]] = {
        "prepare": prepare,
        "begin": begin,
        "decide": decide,
        "over": over,
    }
    try:
        with suppress(EOFError, OSError):
            while (question := pickle.loads(line.recv_bytes())) is not None:  # noqa: S301 - from the arena
                _say(line, deeds[question.pop("what")](**question))
    finally:
        _put_away(player)


def _put_away(player: Player | None) -> None:
    """Whatever it does then: it has played."""
    try:
        close(player)
    except Exception as error:
        print(f"It could not be closed: {said(error)}", file=sys.stderr)


def _found(name: str) -> Callable[[int], Player]:
    """What makes the player: GAME/NAME is one that a package brings, anything else where it is imported from."""
    game, extra, called = name.partition("/")
    return partial(players.make, game, called) if extra and not is_own(name) else maker(name)


class _Forks:
    """Forks of the match, which is in another process: one is sent from there, and all others are made of it."""

    def __init__(self, line: Connection, seat: int) -> None:
        self._line = line
        self._seat = seat
        self._first: Match[Any] | None = None

    def __call__(self, seed: int | None = None) -> Match[Any]:
        if self._first is None:
            _say(self._line, {"fork": True})
            self._first = pickle.loads(self._line.recv_bytes())  # noqa: S301 - from the arena
        return forks(self._first, self._seat)(seed)  # type: ignore[arg-type]  # None: another one each time


def _say(line: Connection, what: dict[str, Any]) -> None:
    line.send_bytes(json.dumps(what).encode())


def _shut_in() -> None:
    """End with the arena, be a group of one's own, print to stderr, and take no more than half of the memory."""
    if hasattr(os, "setsid"):
        os.setsid()
    end_with_parent()
    with suppress(OSError):
        os.dup2(2, 1)
    with suppress(OSError):  # if memory runs out all the same, this process goes first
        Path("/proc/self/oom_score_adj").write_text("1000", encoding="ascii")
    if sys.platform != "win32":
        import resource

        with suppress(OSError, ValueError):
            half = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
            resource.setrlimit(resource.RLIMIT_DATA, (half, half))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
