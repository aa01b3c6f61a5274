"""What always holds in King of Tokyo: random games with two to six players and all house rules mixed."""

import json
import random
from collections import Counter
from typing import Any, Final

import pytest

from dicecup.games.king_of_tokyo import GAME, KingState
from dicecup.games.king_of_tokyo.cards.base import DECK
from dicecup.games.king_of_tokyo.gains import max_hearts
from dicecup.games.king_of_tokyo.game import KingOfTokyo
from dicecup.games.king_of_tokyo.state import BAY, CITY
from dicecup.table import Ask, Event, Luck, Match
from dicecup.testing import check_game
from tests.games.king_of_tokyo.box import BOX
from tests.games.king_of_tokyo.rich import LAB, RICH, deal, draw

GAMES: Final = {"plain": GAME, "rich": RICH, "lab": LAB}
ASKED: Final = (
    *("order", "roll", "dice", "yield", "buy", "probe", "change", "react", "hearts", "snatch", "sell"),
    *("start", "copy", "stake", "extra turn", "resolve", "again", "peeked"),
)
QUICK: Final = [(name, first) for name in GAMES for first in range(0, 50, 25)]  # 150 games
LONG: Final = [(name, first) for name in GAMES for first in range(1_000, 8_000, 500)]  # 21,000 games


def check_state(state: KingState) -> None:
    cards = Counter([*state.deck, *state.discard, *(card for card in state.market if card)])
    cards.update(peeked.card for peeked in state.top)
    cards.update(held.card for monster in state.monsters for held in monster.cards)
    if state.arriving:
        cards[state.arriving.card] += 1
    assert cards == Counter(BOX if state.options.cards else ())
    assert state.deck == sorted(state.deck)
    living = 0
    for monster in state.monsters:
        living += monster.alive
        assert 0 <= monster.hearts <= max_hearts(monster) <= 12
        assert 0 <= monster.stars <= 20
        assert min(monster.energy, monster.poison, monster.shrink) >= 0
        hooks = 0
        for held in monster.cards:
            hooks |= DECK[held.card].hooks_for(held)
            assert held.counters >= 0
            assert held.acts_as == "" or (held.card == "mimic" and DECK[held.acts_as].keep)
        assert monster.hooks == hooks
        if not monster.alive:
            assert not monster.cards
            assert not monster.in_tokyo
            assert monster.energy == monster.poison == monster.shrink == 0
    places = Counter(monster.place for monster in state.monsters)
    assert places[CITY] <= 1
    assert places[BAY] <= (1 if living >= 5 else 0)
    assert len(state.dice) <= 9


def check_ask(match: Match[KingState], ask: Ask) -> None:
    assert match.state.monsters[ask.seat].alive
    assert ask.prompt
    assert ask.prompt[0].isupper()
    assert len(set(ask.options)) == len(ask.options)
    assert all(option.text for option in ask.options)
    # Only the two copies of a card that is twice in the deck read the same.
    texts = [option.text for option in ask.options if not str(option[-1]).endswith("-2")]
    assert len(set(texts)) == len(texts), "options that differ read differently"


def check_words(events: list[Event], viewers: list[int | None]) -> None:
    for event in events:
        assert event.data.get("amount") != 0, "what does not happen is not told"
        for text in {event.text(viewer) for viewer in viewers}:
            assert text
            assert text[0].isupper() or text[0].isdigit(), text
            assert text[-1] in ".!?", text
            assert "  " not in text


def as_json(events: list[Event]) -> list[str]:
    """The events as they are now; a list or an object of the state in one of them would change later."""
    return [
        json.dumps([event.kind, dict(event.data), dict(event.secret or {})], allow_nan=False) for event in events
    ]


def check_end(match: Match[KingState]) -> None:
    state, outcome = match.state, match.outcome
    assert outcome is not None
    living = [seat for seat, monster in enumerate(state.monsters) if monster.alive]
    with_20 = [seat for seat in living if state.monsters[seat].stars == 20]
    assert set(outcome.winners) <= set(living)
    if not living:
        assert outcome.winners == ()
    elif not with_20:
        assert outcome.winners == tuple(living)
        assert len(living) == 1
    elif state.options.tie == "shared":
        assert outcome.winners == tuple(with_20)
    else:
        assert len(outcome.winners) == 1
    keys = [entry.key for entry in match.log if isinstance(entry, Luck)]
    assert len(set(keys)) == len(keys)


def play(game: KingOfTokyo, seed: int) -> Match[KingState]:
    """One random game, looked at from all sides at every decision."""
    match = deal(game, seed)
    rng = random.Random(-seed)
    viewers: list[int | None] = [None, *range(len(match.names))]
    check_words(match.events, viewers)
    early = as_json(match.events)
    while (ask := match.pending) is not None:
        assert len(match.log) < 20_000, "the game ends"
        check_state(match.state)
        check_ask(match, ask)
        if rng.random() < 0.02:
            checkpoint = match.checkpoint().state.clone()
            match.game.check(checkpoint)
            hooks = [monster.hooks for monster in match.checkpoint().state.monsters]
            assert [monster.hooks for monster in checkpoint.monsters] == hooks, "nothing is out of date"
            assert checkpoint == match.checkpoint().state
        events = match.answer(rng.choice(ask.options))
        check_words(events, viewers)
        early += as_json(events)
    check_state(match.state)
    check_end(match)
    assert as_json(match.events) == early, "what was told does not change any more"
    return match


def play_many(name: str, seeds: range) -> None:
    for seed in seeds:
        try:
            play(GAMES[name], seed)
        except Exception as error:
            error.add_note(f"in the {name} game number {seed}")
            raise


@pytest.mark.parametrize(("name", "first"), QUICK)
def test_what_always_holds(name: str, first: int) -> None:
    play_many(name, range(first, first + 25))


@pytest.mark.soak
@pytest.mark.parametrize(("name", "first"), LONG)
def test_what_always_holds_in_20_000_games(name: str, first: int) -> None:
    play_many(name, range(first, first + 500))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.soak)])
def test_it_keeps_the_promises_of_the_table(name: str, seed: int) -> None:
    assert check_game(GAMES[name], games=1 if name == "plain" else 2, seed=seed, make=draw, thorough=0.2) > 30


@pytest.mark.soak
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(10, 30))
def test_it_keeps_the_promises_of_the_table_in_many_games(name: str, seed: int) -> None:
    check_game(GAMES[name], games=20, seed=seed, make=draw, thorough=0.3)


@pytest.mark.thorough
def test_random_games_see_every_card_and_every_kind_of_event_and_decision() -> None:
    """Otherwise the tests above would prove less than they say."""
    cards, kinds, asked = set(BOX), set(GAME.phrases) - {"took_back"}, {*ASKED}
    for seed in range(400):
        match: Match[Any] = deal(RICH, seed)
        rng = random.Random(seed)
        cards -= {held.card for monster in match.state.monsters for held in monster.cards}
        while (ask := match.pending) is not None:
            asked -= {ask.kind}
            match.answer(rng.choice(ask.options))
        kinds -= {event.kind for event in match.events}
        cards -= {event.data["card"] for event in match.events if event.kind == "buys"}
        if not cards and not kinds and not asked:
            return
    assert (cards, kinds, asked) == (set(), set(), set())
