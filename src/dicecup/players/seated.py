"""A player in its seat: it hears where a game begins, what happens and how it ends, if it wants to know."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Any, Final, TypeAlias

from dicecup.players.player import Place, Player, forks
from dicecup.table import Ask, Match, Option


class Seated:
    """One player at one seat of one match. What the player does not have a method for, it is not told."""

    def __init__(self, player: Player, match: Match[Any], seat: int, seed: int = 0) -> None:
        self.player: Final = player
        self.seat: Final = seat
        self._match: Final = match
        self._heard = 0
        if (begin := getattr(player, "begin", None)) is not None:
            begin(place(match, seat, seed))

    def decide(self, ask: Ask) -> Option:
        """What it chooses, after it has heard what has happened."""
        self.tell()
        return self.player.decide(self._match.view(self.seat), ask, forks(self._match, self.seat))

    def tell(self) -> None:
        """Let it hear what has happened since the last time."""
        if (hear := getattr(self.player, "hear", None)) is not None:
            hear([event.to_json(self.seat) for event in self._match.events[self._heard :]])
            self._heard = len(self._match.events)

    def over(self) -> None:
        """The game is over for it: it has ended, or is broken off."""
        if (over := getattr(self.player, "over", None)) is not None:
            self.tell()
            over(self._match.outcome)


def place(match: Match[Any], seat: int, seed: int = 0) -> Place:
    """Where somebody sits in a match."""
    return Place(match.game.name, seat, match.names, match.state.options.to_json(), seed)


def stays(player: Player) -> bool:
    """Whether a player is one for many games: it wants to know where each begins."""
    return callable(getattr(player, "begin", None))


def prepare(player: object) -> None:
    """Have done now what a player would otherwise do beside the game, so that it chooses the same every time."""
    if callable(get_ready := getattr(player, "prepare", None)):
        get_ready()


def close(player: object) -> None:
    """Let a player put away what it holds: processes, files, connections."""
    if callable(put_away := getattr(player, "close", None)):
        put_away()


Watch: TypeAlias = Callable[[Match[Any], Ask], None]
"""Looks at a match that stands at a decision; it may play on a copy of it, and not the match itself."""


def play(match: Match[Any], players: Sequence[Player], watch: Watch | None = None) -> Match[Any]:
    """Let `players`, one for each seat, play the match to its end. Forced choices are not asked for.

    `watch` sees every other decision before it is made. The players are not closed: they may play again.
    """
    if len(players) != len(match.names):
        raise ValueError(f"{len(match.names)} seats need {len(match.names)} players; there are {len(players)}.")
    with ExitStack() as ending:
        seated = []
        for seat, player in enumerate(players):
            prepare(player)
            seated.append(Seated(player, match, seat))
            ending.callback(seated[-1].over)
        while True:
            match.answer_forced()
            ask = match.pending
            if ask is None and match.pending_chance is not None:
                match.settle()
                continue
            if ask is None:
                return match
            if watch is not None:
                watch(match, ask)
            match.answer(seated[ask.seat].decide(ask), ask.seat)
