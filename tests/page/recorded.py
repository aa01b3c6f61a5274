"""Real games as the page gets them: events and views, for the page's own tests to follow."""

import json
from functools import partial
from pathlib import Path
from typing import Any

import dicecup
from dicecup.games.deadwood import odds, worth
from dicecup.games.deadwood.data import SETS
from dicecup.games.deadwood.view import DeadwoodView
from dicecup.games.king_of_tokyo.state import ENERGY
from dicecup.players import Fork, RandomPlayer, make, play
from dicecup.server import replay
from dicecup.table import Ask, Match, Option
from dicecup.table.retrace import again, branch


class Shopper(RandomPlayer):
    """Collects energy, buys what it can and uses it: so that many cards are seen at work."""

    def decide(self, view: Any, ask: Ask, fork: Fork) -> Option:
        """Something with a card, if there is anything."""
        if ask.kind == "dice" and (keep := [slot for slot, die in enumerate(view.dice) if die == ENERGY]):
            return ask.find(("keep", *keep)) or ask.options[0]
        fun = tuple(option for option in ask.options if option.verb in ("buy", "use", "extra-turn"))
        if fun and view.turn % 3:
            ask = Ask(ask.seat, ask.kind, fun)
        return super().decide(view, ask, fork)


def record(game: str, seats: int, seed: int, most: int = 900, level: str = "", **options: Any) -> dict[str, Any]:
    """A game between players of a level, or who do anything: rules, and after each answer events and the view."""
    match = dicecup.new(game, seats=seats, seed=seed, **options)
    told = 0
    steps = []
    player = make(game, level, seed=seed) if level else Shopper(seed=seed)
    while True:
        events = [{"n": told + at, **event.to_json(None)} for at, event in enumerate(match.events[told:], 1)]
        told = len(match.events)
        view = match.view(None)
        steps.append({"events": events, "view": view.to_json()})
        if isinstance(view, DeadwoodView) and len(steps) % 5 == 0:
            steps[-1]["worth"] = _worth(view)
        ask = match.pending
        if ask is None or len(steps) > most:
            break
        match.answer(player.decide(match.view(ask.seat), ask, partial(match.fork, ask.seat)), ask.seat)
    return {"game": game, "level": level, "rules": match.game.handbook(), "steps": steps}


def _worth(view: DeadwoodView) -> list[list[Any]]:
    """Of each role on an open scene: where it is, how likely it succeeds, what the wrap brings on average."""
    found = []
    for area in SETS:
        if not (scene := view.scene(area)):
            continue
        for role in view.roles(area):
            chips = view.actors[role.seat].chips if role.seat is not None else 0
            mean = worth.mean_bonus(view, role)
            found.append([area, role.on, role.slot, float(odds.success(scene.budget, chips)), float(mean)])
    return found


def write(path: Path) -> None:
    """Some games of each kind, into one file."""
    games = [
        record("king-of-tokyo", seats, seed) for seats, seed in ((6, 1), (5, 2), (4, 3), (3, 4), (2, 5), (6, 6))
    ]
    games += [record("deadwood", seats, seed) for seats, seed in ((2, 1), (5, 2))]
    games += [record("yahtzee", 3, 1), record("yahtzee", 1, 2, rules="official")]
    games += [record("king-of-tokyo", 4, seed, level="easy") for seed in range(1, 11)]
    games += [record(game, 4, seed, level="easy") for game in ("deadwood", "yahtzee") for seed in (1, 2, 3)]
    path.write_text(json.dumps(games))


def evidence(path: Path) -> None:
    """What the server tells of the dice of finished games of each kind, one with a seed and one branched off."""
    king = dicecup.new("king-of-tokyo", seats=3, secret=dicecup.Secret().stirred(1, "ab" * 32, 0))
    while len(king.log) < 20 and king.pending:
        king.answer(king.pending.options[-1])
    king.stir(0, "cd" * 32)
    finished = [
        _finished(match) for match in (king, dicecup.new("deadwood", seats=2), dicecup.new("yahtzee", seed=9))
    ]
    past = next(past for past in again(king) if len(past.log) > 30)
    finished.append(_finished(branch(past, 0)))
    path.write_text(json.dumps([replay.evidence(match).model_dump() for match in finished]))


def _finished(match: Match[Any]) -> Match[Any]:
    return play(match, [Shopper(seed=3)] * len(match.names))
