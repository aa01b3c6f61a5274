"""Positions of King of Tokyo in few words, for the scenarios."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from dicecup.games.king_of_tokyo import GAME
from dicecup.games.king_of_tokyo.state import BAY, CITY, CLAW, ENERGY, HEART, OUTSIDE
from dicecup.table import Checkpoint, Match, Secret, retrace
from dicecup.testing import Scripted, start
from tests.games.king_of_tokyo.box import BOX

NAMES: Final = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")
DEAR: Final = ("evacuation-orders", "evacuation-orders-2", "energize")
"""The market unless a scenario says otherwise: cards that cost 7, 7 and 8."""

COUNTERS: Final = {"smoke-cloud": 3, "monster-batteries": 6}

__all__ = [
    "BAY",
    "CITY",
    "CLAW",
    "DEAR",
    "ENERGY",
    "GAME",
    "HEART",
    "NAMES",
    "OUTSIDE",
    "deal",
    "each",
    "finish",
    "fresh",
    "held",
    "load",
    "monster",
    "roll",
    "stop",
    "table",
]


def held(card: str, **more: Any) -> dict[str, Any]:
    """A card in front of a monster; fresh, with the counters it comes with, unless `more` says otherwise."""
    return {"card": card, "counters": COUNTERS.get(card, 0), **more}


def monster(*cards: str | dict[str, Any], **more: Any) -> dict[str, Any]:
    """A monster with these cards; `more` is whatever else differs from a fresh one: hearts, stars, place ..."""
    return {**more, "cards": [held(card) if isinstance(card, str) else card for card in cards]}


def table(
    *monsters: dict[str, Any] | None,
    market: Sequence[str] | None = None,
    deck: Iterable[str] | None = None,
    discard: Sequence[str] = (),
    top: Sequence[dict[str, Any]] = (),
    options: dict[str, Any] | None = None,
    chance: Iterable[Any] = (),
    phase: str = "roll",
    active: int = 0,
    **more: Any,
) -> Scripted:
    """As many players as monsters are given (None: a fresh one); Ann is about to roll, unless said otherwise.

    Cards that are nowhere else are in the deck; if the deck is given, on the discard pile.
    """
    options = {"start": "seat-order", **(options or {})}
    elsewhere = {card["card"] for each in monsters if each for card in each.get("cards", ())}
    elsewhere |= {*discard, *(each["card"] for each in top), *(deck or ())}
    if not options.get("cards", True):
        market, deck = [], []
    elif market is None:
        market = [card for card in DEAR if card not in elsewhere]
    elsewhere |= set(market)
    rest = [card for card in BOX if card not in elsewhere] if options.get("cards", True) else []
    return start(
        GAME,
        names=NAMES[: len(monsters)],
        options=options,
        chance=chance,
        monsters=list(monsters),
        market=list(market),
        deck=sorted(rest if deck is None else deck),
        discard=[*discard, *(() if deck is None else rest)],
        top=list(top),
        phase=phase,
        active=active,
        **{"turn": 1, "round_seat": active, **more},
    )


def stop(game: Scripted) -> Scripted:
    """Keep all dice as they are."""
    game.do("keep", *range(len(game.state.dice)))
    return game


def roll(game: Scripted, *dice: int) -> Scripted:
    """Roll these dice, once, and stop."""
    game.unused.insert(0, list(dice))
    game.do("roll")
    return stop(game) if game.pending is not None and game.pending.kind == "dice" else game


def fresh(seats: int, *chance: Any, cards: Sequence[str] = DEAR, **options: Any) -> Scripted:
    """A game at its very beginning: these cards come to the market, then dice fall as `chance` says."""
    return start(GAME, names=NAMES[:seats], options=options, chance=[*cards, *chance])


def deal(seats: int, seed: int = 1, **options: Any) -> Match[Any]:
    """A game with dice of its own."""
    state = GAME.setup(NAMES[:seats], GAME.options.parse(options))
    return Match(GAME, Checkpoint(state, 0), Secret(seed=seed))


def load(text: str) -> Match[Any]:
    """A game from its save."""
    return retrace.load(text, lambda _: GAME)


def each(game: Scripted, what: str) -> list[Any]:
    """Something of every monster, such as its hearts."""
    return [getattr(monster, what) for monster in game.state.monsters]


def finish(match: Match[Any]) -> Match[Any]:
    """Play on to the end, now with this option, now with that."""
    while match.pending is not None:
        match.answer(match.pending.options[len(match.log) % len(match.pending.options)])
    return match
