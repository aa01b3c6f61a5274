"""What a player is to the table: something that decides from what it may see."""

import hashlib
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple, Protocol, TypeAlias

from dicecup.table import Ask, Match, Option, View

Fork: TypeAlias = Callable[[int], Match[Any]]
"""Gives, for a seed, a copy of the match in which all that the player cannot know is drawn anew."""


class Player(Protocol):
    """Anything with this one method can sit at the table.

    A player gets its view and forks, never the match itself. To be repeatable it takes its randomness from the
    view and a seed of its own, and counts its budget in nodes, not in seconds.
    """

    def decide(self, view: Any, ask: Ask, fork: Fork) -> Option:
        """One of `ask.options`."""
        ...


class Advice(NamedTuple):
    """An option with what it is worth to the player."""

    option: Option
    value: float
    loss: float  # how much less than the best option
    reason: str = ""


class RandomPlayer:
    """Picks any option, always the same one in the same position."""

    def __init__(self, seed: int = 0) -> None:
        self._key = str(seed).encode()[:64]

    def decide(self, view: View, ask: Ask, fork: Fork) -> Option:
        """Any of the options."""
        mixed = hashlib.blake2b(repr((view, ask.kind)).encode(), key=self._key, digest_size=8)
        return ask.options[int.from_bytes(mixed.digest(), "big") % len(ask.options)]


def play(match: Match[Any], players: Sequence[Player]) -> Match[Any]:
    """Let `players`, one for each seat, play the match to its end. Forced choices are not asked for."""
    if len(players) != len(match.names):
        raise ValueError(f"{len(match.names)} seats need {len(match.names)} players; there are {len(players)}.")
    while True:
        match.answer_forced()
        ask = match.pending
        if ask is None:
            return match
        choice = players[ask.seat].decide(match.view(ask.seat), ask, partial(match.fork, ask.seat))
        match.answer(choice, ask.seat)
