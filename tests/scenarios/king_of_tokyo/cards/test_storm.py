"""Random games from the middle, with cards strewn about: they end, repeat, keep secrets and read well."""

import json
import random
import re
from typing import Any, Final

import pytest

from dicecup.games.king_of_tokyo import GAME
from dicecup.games.king_of_tokyo.cards.base import DECK
from dicecup.games.king_of_tokyo.text import PHRASES
from dicecup.table import Checkpoint, Match, Secret
from tests.games.king_of_tokyo.box import BOX
from tests.scenarios.king_of_tokyo.tokyo import BAY, CITY

CHOICES: Final = {
    "preset": ["second-edition", "first-edition"],
    "bay": ["together", "separate"],
    "dice_order": ["fixed", "choose"],
    "win": ["end-of-turn", "at-once"],
    "sold_counters": ["come-along", "refilled"],
    "acid_attack": ["claw", "damage"],
    "tokyo_stars": ["start", "end"],
}
USES: Final = ("buy", "use", "copy", "sweep", "again")


def strewn(rng: random.Random) -> Match[Any]:
    """Two to six monsters in some trouble, most keep cards before somebody."""
    seats = rng.randint(2, 6)
    options = {name: rng.choice(values) for name, values in CHOICES.items() if rng.random() < 0.3}
    state = GAME.setup(GAME.default_names(seats), GAME.options.parse({"start": "seat-order", **options})).to_json()
    cards = rng.sample(BOX, len(BOX))
    held = [card for card in cards if DECK[card].keep][: rng.randint(5, 44)]
    rest = [card for card in cards if card not in held]
    unseen = rng.choice([len(rest) - 3, len(rest) - 3, 2, 0])
    state.update(market=rest[:3], deck=sorted(rest[3 : 3 + unseen]), discard=rest[3 + unseen :])
    state.update(phase="start", turn=9, active=seats - 1, round_seat=seats - 1)
    for monster in state["monsters"]:
        monster.update(hearts=rng.randint(1, 10), stars=rng.randint(0, 17), energy=rng.randint(0, 12))
        monster.update(poison=rng.choice([0, 0, 1, 3]), shrink=rng.choice([0, 0, 1, 6]))
    for place, seat in zip([CITY, BAY][: 2 if seats > 4 else 1], rng.sample(range(seats), 2), strict=False):
        state["monsters"][seat]["place"] = place
    for card in held:
        counters = {"smoke-cloud": 2, "monster-batteries": 2}.get(card, 0)
        card_held = {"card": card, "acts_as": "", "counters": counters, "used": False, "paid": DECK[card].cost}
        rng.choice(state["monsters"])["cards"].append(card_held)
    found = GAME.state.from_json(state)
    GAME.check(found)
    return Match(GAME, Checkpoint(found, 0), Secret(seed=rng.randrange(1_000_000)))


def play(match: Match[Any], rng: random.Random, thorough: float) -> None:
    for _ in range(250):
        if match.pending is None:
            return
        if rng.random() < thorough:
            check(match, rng)
        uses = [option for option in match.pending.options if option.verb in USES]
        match.answer(rng.choice(uses if uses and rng.random() < 0.6 else match.pending.options))


def check(match: Match[Any], rng: random.Random) -> None:
    """A copy is the same, and a copy with hidden things redrawn looks the same to whom it was made for."""
    assert match.clone().state.to_json() == match.state.to_json()
    for viewer in (None, *range(len(match.names))):
        assert seen(match.fork(viewer, seed=rng.randrange(1_000)), viewer) == seen(match, viewer)


def seen(match: Match[Any], viewer: int | None) -> str:
    return json.dumps([match.view(viewer).to_json(), match.pending.to_json(viewer) if match.pending else None])


CLUMSY: Final = re.compile(
    r"\b1 (hearts|stars|claws|counters|dice|rolls)\b|\b0 (heart|star|energy|damage)|None|  |[{}_]|^[a-z]|[^.!]$"
)


@pytest.mark.parametrize("seed", range(40))
def test_storm(seed: int) -> None:
    rng = random.Random(seed)
    match = strewn(rng)
    play(match, rng, thorough=0.04)
    for viewer in (None, 0):
        lines = [text for event in match.events if (text := event.text(viewer))]
        assert [line for line in lines if CLUMSY.search(line)] == []


def test_every_kind_of_event_is_told_in_a_storm() -> None:
    told: set[str] = set()
    for seed in range(100, 300):
        rng = random.Random(seed)
        match = strewn(rng)
        play(match, rng, thorough=0)
        told |= {event.kind for event in match.events}
        if told >= {*PHRASES} - BEFORE_THE_FIRST_TURN:
            return
    assert told == {*PHRASES} - BEFORE_THE_FIRST_TURN


BEFORE_THE_FIRST_TURN: Final = {"order_roll", "order_tie", "seated", "begins"}
