"""Games of a mind against itself, and what can be learnt from them.

For every turn the value before the roll is backed up from the values after it by the turn program, so no luck of
the dice is in it. What the next turn's value then adds or takes away corrects it, weighted down with `trace`.
`loops` does the same on rows of a batch, a hundred times as fast; this is for cards that batches do not know.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dicecup.games.king_of_tokyo import GAME, KingState
from dicecup.games.king_of_tokyo.cards.base import DECK, refresh, total
from dicecup.games.king_of_tokyo.state import BAY, CITY, ROLLS, Held
from dicecup.players.king_of_tokyo.hard import Hard
from dicecup.players.king_of_tokyo.judge import Judge
from dicecup.players.king_of_tokyo.mind import Mind
from dicecup.players.king_of_tokyo.position import Position, position
from dicecup.players.king_of_tokyo.program import best_keep
from dicecup.players.king_of_tokyo.turn import Turn
from dicecup.players.player import Player, forks
from dicecup.players.reference.king_of_tokyo import Additive
from dicecup.players.seated import play
from dicecup.table import Ask, Checkpoint, Match, Option, Secret

Floats = NDArray[np.float64]
Row = tuple[Position, Floats]

SHARES: Final = {2: 0.3, 3: 0.15, 4: 0.25, 5: 0.12, 6: 0.18}
"""How often so many sit at a table."""
_RANDOM_KEEP, _RANDOM_BUY, _RANDOM_YIELD = 0.04, 0.08, 0.06
_MOST_TURNS: Final = 300


@dataclass(slots=True)
class Past:
    """A turn that was played."""

    before: Position  # before the roll
    value: Floats  # by seat, backed up from all that the dice could bring
    turn: Turn
    dice: list[int]
    explored: bool = False
    buying: list[Position] = field(default_factory=list)  # at every purchase but the first
    purchases: int = 0


def new_match(
    random: np.random.Generator,
    seats: int,
    *,
    mid_game: bool,
    cards: bool = True,
    options: Mapping[str, Any] | None = None,
) -> Match[Any]:
    """A game from its start, or from a made-up position, so that rare ones are seen too."""
    parsed = GAME.options.parse({"start": "seat-order", "cards": cards, **(options or {})})
    state: KingState = GAME.setup(GAME.default_names(seats), parsed)
    if mid_game:
        _shake(state, random, cards=cards)
    return Match(GAME, Checkpoint(state, 0), Secret(seed=int(random.integers(2**32))))


def _shake(state: KingState, random: np.random.Generator, *, cards: bool) -> None:
    most_stars = int(random.integers(2, 19))
    for monster in state.monsters:
        monster.hearts = int(random.integers(1, 11)) if random.random() < 0.7 else 10
        monster.stars = int(random.integers(0, most_stars + 1))
        monster.energy = int(random.integers(0, 9)) if random.random() < 0.7 else 0
        if cards and random.random() < 0.6:
            for _ in range(int(random.integers(1, 4))):
                card = str(random.choice([each for each in state.deck if DECK[each].keep]))
                state.deck.remove(card)
                counters = {"smoke-cloud": 3, "monster-batteries": 6}.get(card, 0)
                monster.cards.append(Held(card=card, counters=counters, paid=DECK[card].cost))
            refresh(monster)
    seats = random.permutation(len(state.monsters))
    if random.random() < 0.9:
        state.monsters[seats[0]].place = CITY
        if len(seats) >= 5 and random.random() < 0.8:
            state.monsters[seats[1]].place = BAY


def teacher_game(seed: int) -> list[Row]:
    """A game of additive players; everybody's chance is what came out."""
    random = np.random.default_rng(seed)
    match = new_match(
        random, int(random.choice(list(SHARES), p=list(SHARES.values()))), mid_game=random.random() < 0.5
    )
    players = [Additive(seat) for seat in range(len(match.names))]
    seen: list[Position] = []
    at = (0, 0)
    while match.pending is not None and match.state.turn < _MOST_TURNS:
        ask = match.pending
        here = (match.state.turn, int(ask.kind == "buy"))
        if ask.kind in ("roll", "buy") and here != at:
            seen.append(position(match.state))
            at = here
        view = match.view(ask.seat)
        match.answer(players[ask.seat].decide(view, ask, forks(match, ask.seat)))
    if match.outcome is None or not match.outcome.winners:
        return []
    return [(each, _result(match)[each.seats]) for each in seen]


def _result(match: Match[Any]) -> Floats:
    return np.zeros(len(match.names)) if match.outcome is None else np.array(match.outcome.shares)


class SelfPlay:
    """One game in which everybody has the same mind and sometimes tries something."""

    def __init__(self, judge: Judge, seed: int) -> None:
        self.random = np.random.default_rng(seed)
        self.mind = Mind(judge, seed)
        seats = int(self.random.choice(list(SHARES), p=list(SHARES.values())))
        cards = self.random.random() < 0.95
        self.match = new_match(self.random, seats, mid_game=self.random.random() < 0.5, cards=cards)
        self.past: list[Past] = []
        self._turn = 0  # the last of them

    def rows(self, trace: float) -> list[Row]:
        """Play it, and say what it taught."""
        match = self.match
        while match.pending is not None and match.state.turn < _MOST_TURNS:
            ask = match.pending
            if ask.kind == "roll" and self._turn != match.state.turn:
                self._turn_begins()
            choice = ask.options[0] if len(ask.options) == 1 else self._choice(ask)
            for event in match.answer(choice):
                if event.kind == "rolled" and self.past:
                    self.past[-1].dice = list(event.data["dice"])
                elif event.kind == "changed":
                    self.past[-1].dice[event.data["slot"]] = event.data["new"]
        if match.outcome is None or not match.outcome.winners:
            return []
        return self._lessons(trace)

    def _turn_begins(self) -> None:
        state = self.match.state
        self._turn = state.turn
        here = position(state)
        value = np.zeros(len(self.match.names))
        turn = self.mind.turn(state)
        value[here.seats] = turn.start(ROLLS + total(state, state.active, "rolls"))
        self.past.append(Past(here, value, turn, []))

    def _choice(self, ask: Ask) -> Option:
        random = self.random
        now = self.past[-1] if self.past else None
        chance = {"dice": _RANDOM_KEEP, "buy": _RANDOM_BUY, "yield": _RANDOM_YIELD}.get(ask.kind, 0.02)
        if now and ask.kind == "buy":
            now.purchases += 1
            if now.purchases > 1:
                now.buying.append(position(self.match.state))
        if random.random() < chance:
            if now:
                now.explored = True
            return ask.options[int(random.integers(len(ask.options)))]
        state = self.match.state
        if ask.kind == "dice" and state.rolls_left and ask.options[-1][0] == "keep":
            option = ask.find(("keep", *best_keep(self.mind.turn(state), state)))
            assert option is not None
            return option
        player = Hard(0, self.mind.judge.networks)
        player.mind = self.mind
        return player.decide(None, ask, forks(self.match, ask.seat))

    def _lessons(self, trace: float) -> list[Row]:
        later = _result(self.match)
        found: list[Row] = []
        for past in reversed(self.past):
            seats = past.before.seats
            target = past.value
            if past.dice and not past.explored:
                final = past.turn.dice.final(past.dice)
                expected = np.zeros(len(later))
                expected[seats] = past.turn.stopped[final]
                target = past.value + trace * (later - expected)
                after = self.mind.judge.after(past.before, past.turn.dice.finals[final])
                found += [(each, later[each.seats]) for each in (after, *past.buying) if each is not None]
            found.append((past.before, target[seats]))
            later = target
        return found


def match_against(networks: Any, seats: int, seed: int, opponent: Any = Additive) -> float:
    """One game of Hard against a table of others; the share of the win it gets. A seed is dice and a seat."""
    mine = seed % seats
    players: list[Player] = [opponent(seat) for seat in range(seats)]
    players[mine] = Hard(0, networks)
    options = GAME.options.parse({"start": "seat-order"})
    state = GAME.setup(GAME.default_names(seats), options)
    match = play(Match(GAME, Checkpoint(state, 0), Secret(seed=seed // seats)), players)
    return float(_result(match)[mine])
