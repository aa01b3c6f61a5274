"""The array model of resolving dice against the rules themselves."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from dicecup.games.king_of_tokyo import GAME, KingOptions, KingState
from dicecup.games.king_of_tokyo.cards.base import refresh
from dicecup.games.king_of_tokyo.state import BAY, CITY, OUTSIDE
from dicecup.players.king_of_tokyo.outcomes import outcomes
from dicecup.players.king_of_tokyo.position import HEARTS, PLACES, position
from dicecup.table import Ask, Checkpoint, Match, Option, Secret
from dicecup.training.king_of_tokyo.selfplay import new_match
from tests.players.king_of_tokyo.tables import faces, give, table

ROUGH = {"Wings", "Camouflage", "Jets", "Rapid Healing", "Mimic"}
"""Cards whose luck or decisions the model only guesses."""


ARMS = (
    *("acid-attack", "burrowing", "fire-breathing", "nova-breath", "poison-quills", "poison-spit", "shrink-ray"),
    *("spiked-tail", "alpha-monster", "armor-plating", "complete-destruction"),
)
HOUSE_RULES = ("bay", "bay_attacker", "burrowing_yields", "bay_closing", "fire_breathing", "enter")
"""Those that the model has to know beside cards."""


def made_up(
    random: np.random.Generator, *, crowded: bool = False, given: Mapping[str, Any] | None = None
) -> tuple[KingState, list[int]]:
    """A state in which dice have just been kept, and these dice; crowded: the attacker meets others in Tokyo."""
    seats = int(random.integers(5 if crowded else 2, 7))
    rules = [each for each in KingOptions.settings() if crowded and each.name in HOUSE_RULES]
    options = {rule.name: str(random.choice(rule.choices)) for rule in rules} | dict(given or {})
    state = new_match(random, seats, mid_game=True, options=options).state.clone()
    if crowded:
        _crowd(state, random)
    if given:
        _arm(state, random)
    for monster in state.monsters:
        monster.poison, monster.shrink = (int(random.integers(0, 3) * (random.random() < 0.15)) for _ in range(2))
    dice = [int(die) if random.random() < 0.75 else 6 for die in random.integers(1, 7, 6)]
    if given and random.random() < 0.5:  # what cards do without a rolled claw is where house rules differ
        dice = [int(random.integers(1, 6)) if die == 6 else die for die in dice]
    state.dice, state.phase, state.rolls = dice, "resolve", 3
    return state, dice


def _crowd(state: KingState, random: np.random.Generator) -> None:
    """City and Bay are taken, now and then by the attacker, who may reach everybody; others burrow."""
    for monster in state.monsters:
        monster.place = OUTSIDE
    there = [int(seat) for seat in random.permutation(len(state.monsters))[:2]]
    if random.random() < 0.6 and 0 not in there:
        there[int(random.integers(2))] = 0
    for seat, place in zip(there, (CITY, BAY), strict=True):
        state.monsters[seat].place = place
    wanted = [("nova-breath", 0), ("burrowing", there[random.integers(2)])]
    for card, seat in wanted:
        if card in state.deck and random.random() < 0.7:
            give(state, seat, card)


def _arm(state: KingState, random: np.random.Generator) -> None:
    """The attacker has cards for it, and so has whoever is in Tokyo."""
    for seat, monster in enumerate(state.monsters):
        for card in ARMS if seat == 0 or monster.in_tokyo else ():
            if card in state.deck and random.random() < 0.25:
                give(state, seat, card)


def answer(ask: Ask, random: np.random.Generator, yielded: dict[int, bool]) -> Option:
    """Counters are cured first, as the model has it; who yields is drawn."""
    if ask.kind == "hearts":
        wanted = [ask.find(("heart", purpose)) for purpose in ("poison", "shrink", "heal", "nothing")]
        return next(option for option in wanted if option is not None)
    if ask.kind == "yield":
        choice = ask.options[int(random.integers(len(ask.options)))]
        yielded[ask.seat] = choice[0] == "yield"
        return choice
    return ask.options[0]


def compared(
    random: np.random.Generator, *, crowded: bool = False, given: Mapping[str, Any] | None = None
) -> bool:
    """Resolve dice in both; False if they cannot be compared."""
    state, dice = made_up(random, crowded=crowded, given=given)
    for monster in state.monsters:
        refresh(monster)
    before = position(state)
    if any(ROUGH & set(kinds) for kinds in before.kinds):
        return False
    match: Match[Any] = Match(GAME, Checkpoint(state.clone(), 0), Secret(seed=1))
    yielded: dict[int, bool] = {}
    while match.pending and match.pending.kind in ("hearts", "yield", "again"):
        match.answer(answer(match.pending, random, yielded))
    after = match.state
    if match.pending is None or match.pending.kind == "extra turn" or after.turn != state.turn:
        return False  # what happens at the end of a turn is not in the model
    found = outcomes(before, faces(dice))
    decision = sum(yielded.get(before.seats[who], False) << at for at, who in enumerate(found.yielding))
    model = found.numbers[decision, 0].copy()
    model[model[:, HEARTS] <= 0] = 0
    real = [
        (m.hearts, m.stars, m.energy, PLACES.get(m.place, 0), m.poison, m.shrink) if m.alive else (0,) * 6
        for m in (after.monsters[seat] for seat in before.seats)
    ]
    assert model.tolist() == [list(row) for row in real], (dice, before.kinds, before.numbers.tolist(), yielded)
    return True


def test_the_model_agrees_with_the_rules() -> None:
    random = np.random.default_rng(1)
    assert sum(compared(random) for _ in range(500)) > 150


def test_the_model_agrees_with_the_rules_on_who_takes_which_place() -> None:
    random = np.random.default_rng(2)
    assert sum(compared(random, crowded=True) for _ in range(500)) > 150


CHOICES = {rule.name: rule.choices for rule in KingOptions.settings()}
SWITCHES = [
    (rule.name, choice)
    for rule in KingOptions.settings()
    for choice in rule.choices
    if choice != rule.default and rule.name not in ("start", "cards", "dice_order", "preset")
]


@pytest.mark.parametrize("crowded", [False, True])
@pytest.mark.parametrize("preset", CHOICES["preset"])
def test_the_model_agrees_with_the_rules_under_every_preset(preset: str, crowded: bool) -> None:
    random = np.random.default_rng(3)
    assert sum(compared(random, crowded=crowded, given={"preset": preset}) for _ in range(300)) > 80


@pytest.mark.parametrize(("rule", "choice"), SWITCHES)
def test_the_model_agrees_with_the_rules_under_every_house_rule(rule: str, choice: Any) -> None:
    random = np.random.default_rng(4)
    assert sum(compared(random, crowded=at % 2 == 0, given={rule: choice}) for at in range(100)) > 20


@pytest.mark.soak
@pytest.mark.parametrize("crowded", [False, True])
def test_the_model_agrees_with_the_rules_at_length(crowded: bool) -> None:
    random = np.random.default_rng()
    assert sum(compared(random, crowded=crowded) for _ in range(20_000)) > 6_000


def hearts_after(state: KingState, *dice: int) -> int:
    return int(outcomes(position(state), faces(list(dice))).numbers[0, 0, 1, HEARTS])


@pytest.mark.parametrize(
    ("card", "energy", "claws", "left"),
    [
        ("wings", 2, 3, 10),
        ("wings", 1, 3, 7),
        ("rapid-healing", 8, 3, 7),
        ("armor-plating", 0, 1, 10),
        ("camouflage", 0, 6, 5),
    ],
)
def test_what_the_model_assumes_of_others(card: str, energy: int, claws: int, left: int) -> None:
    state = table(2)
    give(state, 1, card)
    state.monsters[1].place, state.monsters[1].energy = "city", energy
    assert hearts_after(state, *[6] * claws, *[5] * (6 - claws)) == left


def test_jets_fly() -> None:
    state = table(2)
    give(state, 1, "jets")
    state.monsters[1].place = "city"
    found = outcomes(position(state), faces([6, 6, 6, 1, 2, 5])).numbers[0, 0]
    assert found[:, HEARTS].tolist() == [10, 10]
    assert found[:, 3].tolist() == [1, 0]
