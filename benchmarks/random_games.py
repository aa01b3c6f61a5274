"""Random games of any of our games, through `Match.pending` and `Match.answer` or through `players.play`."""

import random
import time
from typing import Any, NamedTuple

import dicecup
from benchmarks.race import Lap
from dicecup import players
from dicecup.table import Choice


class Count(NamedTuple):
    """What was played."""

    games: int
    answers: int
    choices: int  # among two options or more


def play(game: str, games: int, seed: int, *, seats: int = 4, views: bool = False) -> Count:
    any_number = random.Random(seed).random  # with a bot that costs next to nothing, as those of our peers do
    answers = choices = 0
    for number in range(games):
        match = dicecup.new(game, seats=seats, seed=seed * 1000 + number)
        while (ask := match.pending) is not None:
            if views:
                match.view(ask.seat)
            options = ask.options
            match.answer(options[int(any_number() * len(options))])
            answers += 1
            choices += len(options) > 1
    return Count(games, answers, choices)


def bare(game: str, games: int, seed: int, *, seats: int = 4, views: bool = False) -> Lap:
    """The same with a watch."""
    start = time.process_time()
    count = play(game, games, seed, seats=seats, views=views)
    return Lap(count.answers, count.choices, time.process_time() - start)


class AnyOption:
    """A bot as people write them: three lines, and no look at the view it is given."""

    def __init__(self, seed: int) -> None:
        self._choose = random.Random(seed).choice

    def decide(self, view: Any, ask: Any, fork: Any) -> Any:
        """Any of them."""
        return self._choose(ask.options)


def seated(game: str, games: int, seed: int, *, seats: int = 4, reference: bool = False) -> Lap:
    """The way most people let bots play: `players.play`, which gives each a view and forks at every decision.

    `reference`: with our `RandomPlayer`, which chooses the same in the same position and hashes its view for that.
    """
    answers = choices = 0
    spent = 0.0
    for number in range(games):
        start = time.process_time()
        bots = [(players.RandomPlayer if reference else AnyOption)(seed * 10 + seat) for seat in range(seats)]
        match = players.play(dicecup.new(game, seats=seats, seed=seed * 1000 + number), bots)
        spent += time.process_time() - start
        made = [entry for entry in match.log if isinstance(entry, Choice)]
        answers += len(made)
        choices += sum(not entry.forced for entry in made)  # it answers by itself where there is one option
    return Lap(answers, choices, spent)


def clone_times(game: str, games: int, seed: int, seats: int = 4) -> list[float]:
    choose = random.Random(seed).choice
    times = []
    for number in range(games):
        match = dicecup.new(game, seats=seats, seed=seed * 1000 + number)
        while (ask := match.pending) is not None:
            start = time.process_time()
            match.clone()
            times.append(time.process_time() - start)
            match.answer(choose(ask.options))
    return times
