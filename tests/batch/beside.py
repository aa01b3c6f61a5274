"""The engine beside a batch: a match for each row, which is given the same choices and the same luck."""

import random
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicecup.batch import Batch
from dicecup.games.king_of_tokyo.cards.base import IN_THE_BOX
from dicecup.games.king_of_tokyo.options import KingOptions
from dicecup.games.king_of_tokyo.state import CLAW, ENERGY, MOST_DICE
from dicecup.games.yahtzee.scoring import BOXES
from dicecup.table import Actions, Chance, Checkpoint, Draw, Match, Roll, Secret


class Beside:
    """A match that plays what one row of a batch plays."""

    def __init__(self, batch: Batch, row: int) -> None:
        self.batch, self.row = batch, row
        self._begin()

    def _begin(self) -> None:
        game = self.batch.game
        self._luck = said(self.batch.openings[self.row])
        state = game.setup(game.default_names(self.batch.seats), self.batch.options)
        self._cards = IN_THE_BOX if game.name == "king-of-tokyo" else game.deck(state)
        self.match: Match[Any] = Match(game, Checkpoint(state, 0), Secret(seed=0), settle=self._settle)
        self.answers = 0
        assert self._luck == [], "the engine asked chance as often as the batch"

    def _settle(self, point: Chance[Any]) -> Any:
        if isinstance(point, Roll):
            faces, self._luck = self._luck[: len(point.slots)], self._luck[len(point.slots) :]
            return point.decode(faces)
        drawn = self._luck.pop(0)
        assert isinstance(point, Draw)
        named = isinstance(point.pool[0], str)  # cards are numbered as they are sorted
        return point.decode(self._cards[drawn] if named else drawn)

    def compare(self, *, observed: bool) -> None:
        """Both wait for the same decision, and see and allow the same."""
        ask, batch, row = self.match.pending, self.batch, self.row
        assert ask is not None
        assert ask.seat == batch.actors[row]
        assert batch.lengths[row] == self.answers
        allowed = batch.actions.mask(ask)
        assert allowed.tobytes() == batch.masks[row].tobytes(), (allowed.nonzero(), batch.masks[row].nonzero())
        if observed:
            seen = batch.game.encode(self.match.view(ask.seat), ask)
            off = np.nonzero(seen != batch.observations[row])[0]
            assert not len(off), [
                (name, int(place) - part.start, seen[place], batch.observations[row, place])
                for place in off
                for name, part in batch.encoding.slices.items()
                if part.start <= place < part.stop
            ]

    def follow(self, action: int) -> bool:
        """After a step: the same choice with the same luck. True if it ended the game, and a new one has begun."""
        ask, batch, row = self.match.pending, self.batch, self.row
        assert ask is not None
        self._luck = said(batch.chance[row])
        self.match.answer(batch.actions.words(action, ask.seat))
        self.answers += 1
        assert self._luck == [], "the engine asked chance as often as the batch"
        outcome = self.match.outcome
        assert (outcome is not None) == batch.done[row]
        if outcome is None:
            assert not batch.rewards[row].any()
            return False
        assert outcome.scores == tuple(batch.scores[row])
        wins = [seat in outcome.winners and 1 / len(outcome.winners) for seat in range(batch.seats)]
        assert (
            batch.rewards[row].tolist()
            == np.array(wins if batch.seats > 1 else outcome.scores, np.float32).tolist()
        )
        if batch.auto_reset:
            self._begin()
        return True


def said(numbers: NDArray[Any]) -> list[int]:
    """What chance said, without the room that is left."""
    return [int(number) for number in numbers if number >= 0]


Choose = Callable[[Batch, np.random.Generator], NDArray[np.int64]]


def play(batch: Batch, choose: Choose, seed: int, ended: int, every: int = 1) -> Counter[str]:
    """Play until so many games are over, each row beside a match; every so-many-th observation is looked at.

    Returns how often each thing has happened that the engine tells.
    """
    rng = np.random.default_rng(seed)
    rows = [Beside(batch, row) for row in range(batch.games)]
    told: Counter[str] = Counter()
    over = decisions = 0
    while over < ended:
        for row in rows:
            row.compare(observed=(decisions + row.row) % every == 0)
        actions = choose(batch, rng)
        batch.step(actions)
        decisions += 1
        for row in rows:
            before = row.match
            if row.follow(int(actions[row.row])):
                over += 1
                told.update(event.kind for event in before.events)
                told.update("joker" for event in before.events if event.data.get("joker"))
        assert decisions < 20_000 * ended, "some game does not end"
    return told


def wildly(batch: Batch, rng: np.random.Generator) -> NDArray[np.int64]:
    """At random, any that is allowed."""
    chosen: NDArray[np.int64] = (batch.masks * rng.random(batch.masks.shape)).argmax(axis=1)
    return chosen


def busily(batch: Batch, rng: np.random.Generator) -> NDArray[np.int64]:
    """At random, but not so often what leads nowhere."""
    weights = batch.masks * (1 + 9 * _busy(batch.actions) * (rng.random((batch.games, 1)) < 0.7))
    chosen: NDArray[np.int64] = (weights * rng.random(weights.shape)).argmax(axis=1)
    return chosen


def any_house(seed: int) -> dict[str, Any]:
    """House rules of King of Tokyo as they come."""
    rng = random.Random(seed)
    settings = [each for each in KingOptions.settings() if each.name not in ("preset", "cards")]
    return {each.name: rng.choice(each.choices) for each in settings}


def buying(batch: Batch, rng: np.random.Generator) -> NDArray[np.int64]:
    """At random, but eager for energy and for cards, and to use them."""
    rows, number = np.arange(batch.games), batch.actions.number
    weights = batch.masks * _eager(batch.actions) * rng.random(batch.masks.shape) ** 2
    if batch.encoding.slices["dice"].stop <= batch.observations.shape[1]:
        dice = batch.observations[:, batch.encoding.slices["dice"]].reshape(batch.games, MOST_DICE, 6)
        wanted = dice[:, :, ENERGY - 1] + dice[:, :, CLAW - 1] * (rng.random((batch.games, 1)) < 0.4) > 0
        keep = np.array([number(("keep", *np.nonzero(slots)[0].tolist()), 0) for slots in wanted])
        weights[rows, keep] *= 1 + 99 * (rng.random(batch.games) < 0.6)
    chosen: NDArray[np.int64] = weights.argmax(axis=1)
    return chosen


@cache
def _eager(actions: Actions) -> NDArray[np.float64]:
    weights = {"buy": 8.0, "use": 4.0, "sweep": 0.5}
    return np.array([weights.get(actions.name(number).split()[0], 1.0) for number in range(len(actions))])


@cache
def _busy(actions: Actions) -> NDArray[np.bool_]:
    verbs = [actions.name(number).split()[0] for number in range(len(actions))]
    return np.array([verb not in ("move", "end", "rehearse") for verb in verbs])


def hunting(batch: Batch, rng: np.random.Generator) -> NDArray[np.int64]:
    """At random, but often for many of a kind, which go to the box for five of a kind or to that of their face."""
    rows, number = np.arange(batch.games), batch.actions.number
    weights = batch.masks * rng.random(batch.masks.shape)
    dice = batch.observations[:, batch.encoding.slices["dice"]].reshape(batch.games, 5, 6)
    face = dice.sum(axis=1).argmax(axis=1)
    alike = dice[rows, :, face]
    keep = np.array([number(("keep", *np.nonzero(slots)[0].tolist()), 0) for slots in alike])
    weights[rows, keep] *= 1 + 9 * (rng.random(batch.games) < 0.9)
    weights[rows, np.array([number(("fill", box), 0) for box in BOXES[:6]])[face]] *= 1 + 2 * (
        alike.sum(axis=1) > 2
    )
    weights[:, number(("fill", "yahtzee"), 0)] *= 1 + 40 * (alike.sum(axis=1) == 5)
    chosen: NDArray[np.int64] = weights.argmax(axis=1)
    return chosen
