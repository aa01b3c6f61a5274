"""The numbers of our games: how many there are, that they cover whatever comes up, and that they stay.

`numbers/GAME.txt` pins them. A line that changes means another version: raise `Game.numbering`, write down in the
CHANGELOG that networks have to be trained again, and only then `python -m tests.games.test_numbers`.
"""

import random
from pathlib import Path
from typing import Any

import pytest

import dicecup
from dicecup import games
from dicecup.games.king_of_tokyo.cards.base import DECK
from dicecup.games.king_of_tokyo.options import KingOptions
from dicecup.games.king_of_tokyo.state import CHARACTERS, Held, KingState
from dicecup.table import Checkpoint, Game, Match, Secret
from dicecup.testing.research import Rows

HERE = Path(__file__).parent / "numbers"
GAMES = ("yahtzee", "deadwood", "king-of-tokyo")


def written(game: Game[Any]) -> str:
    """All numbers and all parts of a row, of the largest table; smaller ones have fewer of the same."""
    seats = game.seats[-1]
    actions, encoding = game.actions(seats), game.encoding(seats)
    lines = [
        f"version {actions.version}",
        "",
        *(f"{number} {actions.name(number)}" for number in range(len(actions))),
    ]
    return "\n".join([*lines, "", encoding.describe(), ""])


@pytest.mark.parametrize("name", GAMES)
def test_the_numbers_stay(name: str) -> None:
    assert written(games.find(name)) == (HERE / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_more_seats_only_add_numbers(name: str) -> None:
    game = games.find(name)
    most = game.actions(game.seats[-1])
    for seats in game.seats:
        fewer = game.actions(seats)
        assert [fewer.name(number) for number in range(len(fewer))] == [most.name(n) for n in range(len(fewer))]


def test_how_many_there_are() -> None:
    def count(name: str) -> list[int]:
        return [len(games.find(name).actions(seats)) for seats in games.find(name).seats]

    assert count("yahtzee") == [46] * 8
    assert count("deadwood") == [32] * 7
    assert count("king-of-tokyo") == [1_308, 1_501, 1_694, 1_887, 2_080]


@pytest.mark.parametrize("name", GAMES)
def test_house_rules_change_neither_numbers_nor_rows(name: str) -> None:
    game = games.find(name)
    for each in game.options.settings():
        for value in each.choices:
            options = game.options.parse({each.name: value})
            assert len(game.actions(2, options)) == len(game.actions(2))
            assert len(game.encoding(2, options)) == len(game.encoding(2))


def rich(names: tuple[str, ...], options: KingOptions, rng: random.Random, seed: int) -> Match[Any]:
    """A game of King of Tokyo in which everybody begins with energy and with cards, or few would ever be used."""
    game = games.find("king-of-tokyo")
    state = game.setup(names, options)
    for monster in state.monsters:
        monster.energy = rng.randrange(40)
        for card in rng.sample([each for each in state.deck if DECK[each].keep], min(7, 42 // len(names))):
            state.deck.remove(card)
            monster.cards.append(
                Held(card=card, counters=6 if card in ("smoke-cloud", "monster-batteries") else 0)
            )
    game.check(state)
    return Match(game, Checkpoint(state, 0), Secret(seed=seed))


def play(name: str, number: int) -> tuple[int, set[int]]:
    """A random game with any seats and house rules: how many decisions, and which numbers came up."""
    rng = random.Random(f"{name} {number}")
    game = games.find(name)
    seats = rng.choice(game.seats)
    rules = {each.name: rng.choice(each.choices) for each in game.options.settings() if each.choices}
    match: Match[Any] = dicecup.new(name, seats=seats, seed=number, **rules)  # type: ignore[arg-type]
    if isinstance(match.state, KingState) and match.state.options.cards:
        match = rich(match.state.names, match.state.options, rng, number)
    actions = game.actions(seats, match.state.options)
    decisions, seen = 0, set()
    while (ask := match.pending) is not None:
        legal = actions.legal(ask)
        assert len(set(legal)) == len(legal)
        assert [ask.find(actions.words(n, ask.seat)) for n in legal] == list(ask.options)
        seen.update(legal)
        decisions += 1
        # What is done least often is done here as often as it can be, or no card would ever be used.
        rare = [option for option in ask.options if option.verb not in ("keep", "done", "pass", "go-on")]
        match.answer(rng.choice(rare if rare and rng.random() < 0.7 else ask.options))
    return decisions, seen


@pytest.mark.parametrize(
    ("name", "count", "most"), [("yahtzee", 20, 46), ("deadwood", 8, 32), ("king-of-tokyo", 40, 900)]
)
def test_whatever_comes_up_has_a_number(name: str, count: int, most: int) -> None:
    seen: set[int] = set()
    for number in range(count):
        seen |= play(name, number)[1]
    assert len(seen) >= most


@pytest.mark.parametrize(
    "seed", [0, pytest.param(1, marks=pytest.mark.soak), pytest.param(2, marks=pytest.mark.soak)]
)
def test_rows_tell_monsters_with_many_cards_apart(seed: int) -> None:
    rows, rng = Rows(), random.Random(seed)
    for number in range(12 if not seed else 500):
        options = KingOptions.parse(
            {each.name: rng.choice(each.choices) for each in KingOptions.settings()} | {"cards": True}
        )
        match = rich(CHARACTERS[: rng.randrange(2, 7)], options, rng, 1_000 * seed + number)
        while (ask := match.pending) is not None:
            rows.check(match, ask, rng, f"game {number}, {len(match.log)}", thoroughly=rng.random() < 0.04)
            match.answer(rng.choice(ask.options))


@pytest.mark.soak
@pytest.mark.parametrize(("name", "count"), [("yahtzee", 1_000), ("deadwood", 200), ("king-of-tokyo", 5_000)])
def test_whatever_comes_up_in_thousands_of_games(name: str, count: int) -> None:
    for number in range(count):
        play(name, 1_000_000 + number)


if __name__ == "__main__":
    HERE.mkdir(exist_ok=True)
    for each in GAMES:
        (HERE / f"{each}.txt").write_text(written(games.find(each)), encoding="utf-8")
