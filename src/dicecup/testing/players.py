"""The same kit for players: what must hold for whoever sits at this table, computer or test.

    from dicecup.testing import check_player
    check_player("yahtzee", lambda seed: MyPlayer(seed))

lets the player play whole games at every number of seats and looks, at every decision, for anything that breaks a
promise of the players. It raises Nonconformance with the promise and the position at which it was broken.
"""

import json
import random
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import pairwise
from math import isfinite
from typing import Any, Final

import dicecup
from dicecup import games as all_games
from dicecup.table import Ask, Match, Option
from dicecup.testing.promises import promise

Maker = Callable[[int], Any]

_HAIR: Final = 1e-3  # by which a player may prefer one of two options that win equally often


def check_player(
    game: str,
    make: Maker,
    *,
    games: int = 1,
    seats: Iterable[int] | None = None,
    rivals: Maker | None = None,
    options: dict[str, Any] | None = None,
    seed: int = 0,
    look: float = 0.2,
    most: int = 20_000,
) -> int:
    """Let players made by `make` (from a seed) play; return the number of decisions they made.

    `games` at each number of `seats` (None: at every one). `rivals` makes the other players (None: the same kind).
    At a share `look` of the decisions everything hidden is drawn anew: the choice must not change. `most` bounds
    the answers of a game.
    """
    rules = all_games.find(game)
    decisions = 0
    for count in seats or rules.seats:
        for number in range(games):
            own = seed + 1000 * count + number
            where = f"{game}, {count} seats, seed {own}"
            match = dicecup.new(game, seats=count, seed=own, start="seat-order", **(options or {}))
            mine = range(count) if rivals is None else (number % count,)
            players = [(make if seat in mine or rivals is None else rivals)(own + seat) for seat in range(count)]
            decisions += _play(match, players, mine, partial(_check, make, own, look), most, where)
    return decisions


def _play(
    match: Match[Any],
    players: Sequence[Any],
    mine: Sequence[int],
    check: Callable[[Match[Any], Any, Ask, str], Option],
    most: int,
    where: str,
) -> int:
    decisions = 0
    forced: set[str] = set()
    while (ask := match.pending) is not None:
        if len(ask.options) == 1:
            if ask.seat in mine and ask.kind not in forced and hasattr(players[ask.seat], "advise"):
                forced.add(ask.kind)  # advice is asked for there, too
                _check_advice(match, players[ask.seat], ask, ask.options[0], where)
            match.answer(ask.options[0], ask.seat)
            continue
        at = f"{where}, after {len(match.log)} answers, {ask.kind}"
        promise(len(match.log) <= most, f"a game ends within {most} answers", at)
        if ask.seat in mine:
            decisions += 1
            choice = check(match, players[ask.seat], ask, at)
        else:
            choice = _decide(match, players[ask.seat], ask)
        match.answer(choice, ask.seat)
    return decisions


def _check(make: Maker, seed: int, look: float, match: Match[Any], player: Any, ask: Ask, where: str) -> Option:
    before = match.save()
    choice = _decide(match, player, ask)
    promise(type(choice) is Option and ask.find(choice) is not None, f"{choice!r} is an option", where)
    promise(match.save() == before, "a player leaves the match alone", where)
    promise(_decide(match, player, ask) == choice, "asked again, a player says the same", where)
    if hasattr(player, "advise"):
        _check_advice(match, player, ask, choice, where)
    rng = random.Random(repr((where, look)))
    if rng.random() < look:
        twin = make(seed + ask.seat)
        promise(_decide(match, twin, ask) == choice, "a second player with the same seed chooses the same", where)
        fork = match.fork(ask.seat, seed=rng.randrange(2**32))
        asked = fork.pending
        assert asked is not None
        same = _decide(fork, make(seed + ask.seat), asked) == choice
        promise(same, "a choice does not depend on what is hidden", where)
    return choice


def _check_advice(match: Match[Any], player: Any, ask: Ask, choice: Option, where: str) -> None:
    advice = player.advise(match.view(ask.seat), ask, partial(match.fork, ask.seat))
    promise(bool(advice), "advice is never empty", where)
    named = [one.option for one in advice]
    promise(len(set(named)) == len(named), "advice names no option twice", where)
    promise(all(ask.find(option) is not None for option in named), "advice names options only", where)
    verbs = {option.verb for option in named}
    promise(
        len(named) == len(ask.options) or all(option.verb in verbs for option in ask.options),
        "advice leaves out only what is the same as something it names",
        where,
    )
    promise(all(isfinite(one.value) for one in advice), "values are numbers", where)
    units = {one.unit for one in advice}
    promise(units in ({"win"}, {"points"}), "advice is in chances to win or in points, not in both", where)
    chances = [one.value for one in advice if one.unit == "win"]
    close = all(-_HAIR <= chance <= 1 + _HAIR for chance in chances)
    promise(close, "a chance to win is from 0 to 1", where)
    back = [type(one).from_json(json.loads(json.dumps(one.to_json())), ask) for one in advice]
    promise(back == advice, "advice survives JSON", where)
    ordered = all(one.value >= other.value for one, other in pairwise(advice[1:]))
    first = all(advice[0].value - advice[0].care >= one.value - one.care - 1e-9 for one in advice)
    promise(ordered and first, "the best advice comes first", where)
    best = max(one.value for one in advice)
    losses = all(abs(best - one.value - one.loss) <= 1e-9 for one in advice)
    promise(losses, "a loss is what is missing to the best value", where)
    promise(named[0] == choice, "a player follows its own best advice", where)


def _decide(match: Match[Any], player: Any, ask: Ask) -> Option:
    choice: Option = player.decide(match.view(ask.seat), ask, partial(match.fork, ask.seat))
    return choice
