"""Matches of the toy game and of Yahtzee for the tests of the table."""

from typing import Any

from dicecup.table import Checkpoint, Game, Luck, Match, Secret
from dicecup.table import retrace as _retrace
from dicecup.table import verify as _verify
from tests.table.hush import HUSH

NAMES = ("Ann", "Ben", "Cleo", "Dan")


def deal(
    seats: int = 2, seed: int | None = 1, game: Game[Any] = HUSH, secret: Secret | None = None, **options: Any
) -> Match[Any]:
    """A match of Hush, at its first decision."""
    state = game.setup(NAMES[:seats], game.options.parse(options))
    return Match(game, Checkpoint(state, 0), secret or Secret(seed=seed))


def find(name: object) -> Game[Any]:
    """The toy game."""
    if name != HUSH.name:
        raise ValueError(f"There is no game called {name!r}.")
    return HUSH


def load(text: str, game: Game[Any] = HUSH) -> Match[Any]:
    """A match of Hush from its save."""
    return _retrace.load(text, lambda name: game if name == game.name else find(name))


def verify(text: str) -> Any:
    """The verdict on a record of Hush."""
    return _verify.verify(text, find)


def last(match: Match[Any], number: int = 100) -> Match[Any]:
    """Answer up to `number` decisions, always with the last option."""
    for _ in range(number):
        if match.pending is None:
            break
        match.answer(match.pending.options[-1])
    return match


def snapshot(match: Match[Any]) -> Any:
    """Everything there is to know of where a match stands."""
    ask = match.pending
    return (
        match.state.to_json(),
        None if ask is None else (ask.seat, ask.kind, ask.options, ask.prompt, ask.private),
        match.outcome,
        [entry.to_json() for entry in match.log],
        [[event.to_json(viewer) for event in match.events] for viewer in (None, *range(len(match.names)))],
    )


def luck(match: Match[Any]) -> list[Any]:
    """All results so far."""
    return [entry.result for entry in match.log if isinstance(entry, Luck)]
