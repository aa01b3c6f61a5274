"""The kit for manifests: it says which part of what a game brings does not work."""

import pytest

from dicecup import games
from dicecup.table import Manifest
from dicecup.testing import check_manifest
from dicecup.testing.promises import Nonconformance
from tests.packages import PIG, PLAYERS, Install

BRINGS = {"dicecup.games": {"pig": "pig:GAME"}}


@pytest.mark.parametrize(
    ("game", "parts"),
    [
        ("yahtzee", ["players", "references", "judge", "solver", "screen", "lesson"]),
        ("king-of-tokyo", ["players", "references", "screen", "lesson", "training"]),
        ("deadwood", ["players", "references", "screen", "lesson", "training"]),
    ],
)
def test_our_games_bring_what_they_say(game: str, parts: list[str]) -> None:
    assert check_manifest(game) == parts


def test_a_game_may_bring_nothing_but_its_rules() -> None:
    assert check_manifest(Manifest(games.find("deadwood"))) == []


def test_a_package_that_brings_its_players(install: Install) -> None:
    pig = PIG + "\nGAME = Manifest(GAME, players='pig_players:LEVELS', references='pig_players:REFERENCES')"
    install("pig-game", {"pig.py": pig, "pig_players.py": PLAYERS}, BRINGS)
    assert check_manifest("pig") == ["players", "references"]


@pytest.mark.parametrize(
    ("part", "value", "reason"),
    [
        ("players", "nowhere:LEVELS", "the players can be imported.*No module named 'nowhere'"),
        ("players", "pig:NOTHING", "the players can be imported.*has no attribute 'NOTHING'"),
        ("players", "pig:MOVES", "players are a mapping"),
        ("players", "pig:EMPTY", "players are a mapping"),
        ("players", "pig:SEVEN", "easy is a class, or a function that makes a player"),
        ("judge", "pig:Pig", "there is a method expected, loss"),
        ("solver", "pig:GAME", "there is a method prepare, simulate, contest"),
        ("screen", "pig:MOVES", "a screen is a class"),
        ("screen", "pig:Pig", "there is a method draw, understand, rules, result"),
        ("training", "pig:MOVES", "training is a function"),
    ],
)
def test_a_part_that_does_not_work_is_found(install: Install, part: str, value: str, reason: str) -> None:
    pig = PIG + f"\nEMPTY, SEVEN = {{}}, {{'easy': 7}}\nPIG, GAME = GAME, Manifest(GAME, {part}={value!r})"
    install("pig-game", {"pig.py": pig}, BRINGS)
    with pytest.raises(Nonconformance, match=f"Not so: {reason}"):
        check_manifest("pig")
