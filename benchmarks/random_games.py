"""Random games for four of any of our games, through `Match.pending` and `Match.answer`."""

import random
import time
from typing import NamedTuple

import dicecup


class Count(NamedTuple):
    """What was played."""

    games: int
    answers: int
    choices: int  # among two options or more


def play(game: str, games: int, seed: int) -> Count:
    choose = random.Random(seed).choice
    answers = choices = 0
    for number in range(games):
        match = dicecup.new(game, seats=4, seed=seed * 1000 + number)
        while (ask := match.pending) is not None:
            match.answer(choose(ask.options))
            answers += 1
            choices += len(ask.options) > 1
    return Count(games, answers, choices)


def clone_times(game: str, games: int, seed: int) -> list[float]:
    choose = random.Random(seed).choice
    times = []
    for number in range(games):
        match = dicecup.new(game, seats=4, seed=seed * 1000 + number)
        while (ask := match.pending) is not None:
            start = time.process_time()
            match.clone()
            times.append(time.process_time() - start)
            match.answer(choose(ask.options))
    return times
