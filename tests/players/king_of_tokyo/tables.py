"""Made-up tables for tests of the minds."""

from functools import partial
from typing import Any

import numpy as np

from dicecup.games.king_of_tokyo import GAME, KingState
from dicecup.games.king_of_tokyo.cards.base import DECK
from dicecup.games.king_of_tokyo.state import Held
from dicecup.players.player import Advice
from dicecup.table import Checkpoint, Match, Secret


def table(seats: int = 2, **options: Any) -> KingState:
    """A game about to begin its fifth turn, in which nothing has happened."""
    state: KingState = GAME.setup(
        GAME.default_names(seats), GAME.options.parse({"start": "seat-order", **options})
    )
    state.phase, state.turn = "roll", 5
    if state.options.cards:
        state.market = state.deck[:3]
        del state.deck[:3]
    return state


def give(state: KingState, seat: int, *cards: str) -> None:
    """Put cards before a monster, from wherever they are."""
    for card in cards:
        if card in state.market:
            state.market[state.market.index(card)] = state.deck.pop(0)
        else:
            state.deck.remove(card)
        counters = {"smoke-cloud": 3, "monster-batteries": 6}.get(card, 0)
        state.monsters[seat].cards.append(Held(card=card, counters=counters, paid=DECK[card].cost))


def market(state: KingState, *cards: str) -> None:
    """Lay these cards out, and no others."""
    state.deck = sorted({*state.deck, *state.market, *cards} - set(cards) - {""})
    state.market = list(cards)


def begun(state: KingState, seed: int = 1) -> Match[Any]:
    """A match that goes on from there."""
    GAME.check(state)
    return Match(GAME, Checkpoint(state, 0), Secret(seed=seed))


def rolled(state: KingState, *dice: int, rolls_left: int = 1) -> Match[Any]:
    """The same with dice on the table."""
    state.phase, state.dice = "dice", list(dice)
    state.rolls, state.rolls_left = 3 - rolls_left, rolls_left
    return begun(state)


def advice(player: Any, match: Match[Any]) -> list[Advice]:
    """What a player thinks of the pending decision."""
    ask = match.pending
    assert ask is not None
    found: list[Advice] = player.advise(match.view(ask.seat), ask, partial(match.fork, ask.seat))
    return found


def faces(dice: list[int]) -> np.ndarray:
    """How many of each face, as one row."""
    return np.array([[dice.count(face) for face in range(1, 7)]])
