"""Random attacks under the eyes of a referee who has his own record of them."""

import random
from collections import Counter
from typing import Final

import pytest

from dicecup.games.king_of_tokyo import KingOptions
from dicecup.games.king_of_tokyo.game import KingOfTokyo
from dicecup.table import Checkpoint, Match, Secret
from tests.games.king_of_tokyo.referee import Referee
from tests.games.king_of_tokyo.rich import CROWDED, RICH
from tests.games.king_of_tokyo.test_properties import check_state
from tests.scenarios.king_of_tokyo.tokyo import NAMES

MIXED: Final = (
    *("bay", "bay_attacker", "bay_closing", "burrowing", "burrowing_yields", "drop_clears", "dice_order", "enter"),
    *("fire_breathing", "spit_and_ray", "probe", "tokyo_stars", "win"),
)
"""Not those by which claws are no attack: the referee takes all claws for one."""


def play(game: KingOfTokyo, seed: int) -> Counter[str]:
    """One game of somebody who likes to fight; what the referee has seen."""
    rng = random.Random(seed)
    names = tuple(f"{name} {rng.randrange(10_000)}" for name in NAMES[: rng.choice((2, 3, 4, 5, 5, 6, 6, 6))])
    settings = [each for each in KingOptions.settings() if each.name in MIXED]
    options = {each.name: rng.choice(each.choices) for each in settings} if rng.random() < 0.5 else {}
    state = game.setup(names, KingOptions.parse({"start": "seat-order", **options}))
    referee = Referee(state, Match(game, Checkpoint(state.clone(), 0), Secret(seed=seed)))
    match = referee.match
    while (ask := match.pending) is not None and match.state.turn < 60:
        option = rng.choice(ask.options)
        if ask.kind == "dice" and rng.random() < 0.8:
            face = rng.choice((6, 6, 1))
            kept = tuple(slot for slot, die in enumerate(match.state.dice) if die == face)
            option = ask.find(("keep", *kept)) or option
        referee.follow(match.answer(option))
        check_state(match.state)
    return referee.seen


def play_many(game: KingOfTokyo, seeds: range) -> Counter[str]:
    seen: Counter[str] = Counter()
    for seed in seeds:
        try:
            seen += play(game, seed)
        except Exception as error:
            error.add_note(f"in the {type(game).__name__} number {seed}")
            raise
    return seen


@pytest.mark.parametrize("game", [RICH, CROWDED], ids=["rich", "crowded"])
def test_the_referee_has_no_objection(game: KingOfTokyo) -> None:
    seen = play_many(game, range(60))
    assert min(seen[what] for what in ("attacks", "yields", "marked", "dead")) > 20, seen


@pytest.mark.soak
@pytest.mark.parametrize("first", range(1_000, 21_000, 1_000))
@pytest.mark.parametrize("game", [RICH, CROWDED], ids=["rich", "crowded"])
def test_the_referee_has_no_objection_at_length(game: KingOfTokyo, first: int) -> None:
    seen = play_many(game, range(first, first + 1_000))
    assert min(seen[what] for what in ("attacks", "yields", "moves", "marked", "freezes", "offered", "dead")) > 20
