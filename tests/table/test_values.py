"""Questions, options, events and views are values: nobody can change a match through them, and they can be copied
and sent to another process. A match can, too; its copy goes its own way."""

import copy
import pickle
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import fields, is_dataclass
from types import FunctionType, MappingProxyType, ModuleType
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dicecup
from dicecup.players import RandomPlayer, forks, play
from dicecup.table import Ask, Checkpoint, Event, IllegalChoice, Match, Menu, Option, Secret, View
from tests.examples import examples
from tests.log_hashes import compiled
from tests.table.hush import HUSH, HushOptions

ATOMS: Final = (str, int, float, bytes, type, ModuleType, type(None))
GAMES: Final = ("yahtzee", "king-of-tokyo", "deadwood", "hush")

WAYS: Final[dict[str, Callable[[Any], Any]]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    **{
        f"pickle {protocol}": lambda value, by=protocol: pickle.loads(pickle.dumps(value, by))  # type: ignore[misc]
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
    },
}
way = pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)


def new(game: str, seed: int = 3) -> Match[Any]:
    if game == "hush":
        return Match(HUSH, Checkpoint(HUSH.setup(("Ann", "Ben"), HushOptions()), 0), Secret(seed=seed))
    return dicecup.new(game, seats=3, seed=seed)


def played(game: str, answers: int, seed: int = 3) -> Match[Any]:
    """A match after so many answers at random, or as many as there are."""
    match, rng = new(game, seed), random.Random(seed)
    for _ in range(answers):
        if match.pending is None:
            break
        match.answer(rng.choice(match.pending.options))
    return match


def facts(match: Match[Any]) -> Any:
    """All there is to know of a match."""
    return match.save(), match.events, match.pending, match.outcome, match.notice


# --- copies ---


@way
@pytest.mark.parametrize("game", GAMES)
@given(answers=st.integers(0, 300), seed=st.integers(0, 20))
@examples(5)
def test_a_copy_of_any_value_is_equal_and_as_good(
    game: str, way: Callable[[Any], Any], answers: int, seed: int
) -> None:
    match = played(game, answers, seed)
    for value in (
        *match.events[-20:],
        *(match.view(seat) for seat in (None, 0)),
        match.pending,
        match.outcome,
        match.state,
        match.state.options,
        *match.log[-20:],
        match.checkpoint(),
        match.game,
    ):
        assert way(value) == value
    assert [event.text(0) for event in way(match.events)] == [event.text(0) for event in match.events]
    if match.pending is not None:
        for option in match.pending.options:
            again = way(option)
            assert (again, again.text, type(again)) == (option, option.text, Option)
            assert match.why_not(again) is None
        asked = way(match.pending)
        assert asked.find(tuple(match.pending.options[-1])) == match.pending.options[-1]
        match.answer(asked.options[0], asked.seat)


@way
@pytest.mark.parametrize("game", GAMES)
@given(answers=st.integers(0, 300), seed=st.integers(0, 20))
@examples(5)
def test_a_copied_match_goes_its_own_way(game: str, way: Callable[[Any], Any], answers: int, seed: int) -> None:
    match = played(game, answers, seed)
    twin, before = way(match), facts(match)
    assert facts(twin) == before
    assert twin.game == match.game
    while twin.pending is not None:
        twin.answer(twin.pending.options[-1])
    assert facts(match) == before
    assert twin.outcome is not None
    while match.pending is not None:
        match.answer(match.pending.options[-1])
    assert facts(twin) == facts(match), "with the same dice"


@way
def test_what_is_refused_and_what_is_secret_can_be_sent_too(way: Callable[[Any], Any]) -> None:
    refusal = way(IllegalChoice(("fly",), "Nobody can fly."))
    assert (refusal.choice, refusal.reason, str(refusal)) == (("fly",), "Nobody can fly.", "Nobody can fly.")
    for secret in (Secret(seed=4, number=2), Secret(since=3)):
        again = way(secret)
        assert (again.reveal(), again.number, again.digest("x")) == (
            secret.reveal(),
            secret.number,
            secret.digest("x"),
        )


def test_a_menu_stays_one() -> None:
    menu = Menu([Option("keep", 0), Option("keep", 1)])
    again = pickle.loads(pickle.dumps(menu))
    assert type(again) is Menu
    assert again.by_words == menu.by_words


# --- nobody can change them ---


@pytest.mark.parametrize("game", GAMES)
def test_a_question_cannot_be_changed(game: str) -> None:
    """Questions of King of Tokyo are made once and asked in every match of the process."""
    match = played(game, 1 if game == "hush" else 8)
    ask = match.pending
    assert ask is not None
    before = (ask.to_json(ask.seat), facts(match), facts(played(game, 60)))
    for name in ("seat", "kind", "options", "prompt", "private", "anything"):
        with pytest.raises(AttributeError):
            setattr(ask, name, 1)
        with pytest.raises(AttributeError):
            object.__setattr__(ask, name, 1)
    for thing in (ask.options[0], ask.options):
        if type(thing) is tuple:
            continue
        for name in ("text", "by_words", "anything"):
            with pytest.raises(AttributeError):
                setattr(thing, name, "gotcha")
            with pytest.raises(AttributeError):
                delattr(thing, name)
        vars(thing).clear()
        vars(thing).update(text="gotcha", by_words={})
    if isinstance(ask.options, Menu):
        with pytest.raises(AttributeError):
            ask.options.by_words.clear()  # type: ignore[attr-defined]
    with pytest.raises(TypeError):
        ask.options[0] = ask.options[-1]  # type: ignore[index]
    assert before == (ask.to_json(ask.seat), facts(match), facts(played(game, 60)))


@pytest.mark.parametrize("game", GAMES)
def test_an_event_cannot_be_changed(game: str) -> None:
    match = played(game, 200)
    for event in match.events:
        for name in ("kind", "data", "audience", "secret", "reveals", "anything"):
            with pytest.raises(AttributeError):
                setattr(event, name, None)
        with pytest.raises(TypeError):
            event.data["seat"] = 1  # type: ignore[index]
        assert type(event._voice.phrases) is MappingProxyType
        for data in (event.data, event.secret or {}):
            for value in data.values():
                hash(value)  # atoms, and tuples of them: nothing in it can be changed either


def scribble(view: Any) -> None:
    """Write over whatever can be written to."""
    if isinstance(view, list | dict):
        for item in list(view.values() if isinstance(view, dict) else view):
            scribble(item)
        view.clear()
    elif isinstance(view, tuple):
        for item in view:
            scribble(item)
    elif is_dataclass(view):
        for field in fields(view):
            scribble(getattr(view, field.name))
            try:
                setattr(view, field.name, None)
            except TypeError:  # a compiled field takes no other type
                assert compiled()
            except AttributeError:
                assert type(view).__dataclass_params__.frozen  # type: ignore[union-attr]


@pytest.mark.parametrize("game", GAMES)
def test_a_view_is_a_copy(game: str) -> None:
    match = new(game)
    rng = random.Random(1)
    while match.pending is not None:
        view, before = match.view(match.pending.seat), (match.state.to_json(), match.view(match.pending.seat))
        assert isinstance(view, View)
        scribble(view)
        assert (match.state.to_json(), match.view(match.pending.seat)) == before
        match.answer(rng.choice(match.pending.options))


# --- what a player can reach ---


def leads_to(thing: object) -> Iterator[object]:
    """What can be reached from something in one step, by its attributes and by what it holds.

    Not by modules and classes: those are everybody's.
    """
    if isinstance(thing, dict | MappingProxyType):
        yield from (*thing.keys(), *thing.values())
    elif isinstance(thing, list | tuple | set | frozenset):
        yield from thing
    elif isinstance(thing, FunctionType):
        yield from (cell.cell_contents for cell in thing.__closure__ or ())
        yield from (thing.__defaults__, thing.__kwdefaults__)
    elif not isinstance(thing, ATOMS):
        for name in ("__self__", "__func__", "__wrapped__", "__dict__", "func", "args", *dir(thing)):
            if not name.startswith("__") or name in ("__self__", "__func__", "__wrapped__", "__dict__"):
                with suppress(Exception):
                    yield getattr(thing, name)
        if callable(thing):
            with suppress(Exception):
                yield thing.__reduce_ex__(4)


def reachable(*things: object, steps: int = 5) -> Iterator[object]:
    """So far: properties make new things without end."""
    seen: dict[int, object] = {}
    found: list[object] = list(things)
    for _ in range(steps):
        found = [thing for thing in found if id(thing) not in seen and not isinstance(thing, ATOMS)]
        seen.update((id(thing), thing) for thing in found)
        yield from found
        found = [other for thing in found if not isinstance(thing, Match) for other in leads_to(thing)]


class Burglar(RandomPlayer):
    """Looks for the match in all that it gets."""

    def __init__(self, match: Match[Any]) -> None:
        super().__init__(1)
        self.loot: list[object] = []
        self._wanted = (id(match), id(match._secret), id(match.state), id(match.events), id(match._answers))

    def decide(self, view: View, ask: Ask, fork: Any) -> Option:
        mine = fork(1)
        # Of a fork everything may be looked at: it is the player's own.
        within = [getattr(mine, name, None) for name in dir(mine) if not name.startswith("__")]
        self.loot += [thing for thing in reachable(view, ask, fork, *within) if id(thing) in self._wanted]
        return super().decide(view, ask, fork)


@pytest.mark.parametrize("game", ["yahtzee", "king-of-tokyo", "hush"])
def test_nothing_that_a_player_gets_leads_to_the_match(game: str) -> None:
    match = new(game)
    burglar = Burglar(match)
    for _ in range(2 if game == "hush" else 12):
        ask = match.pending
        assert ask is not None
        match.answer(burglar.decide(match.view(ask.seat), ask, forks(match, ask.seat)))
    assert burglar.loot == []


def test_the_burglar_would_have_found_it() -> None:
    from functools import partial

    match = new("yahtzee")
    burglar = Burglar(match)
    assert match.pending is not None
    for fork in (partial(match.fork, 0), lambda seed: match.fork(0, seed)):
        burglar.loot.clear()
        burglar.decide(match.view(0), match.pending, fork)
        assert match in burglar.loot


def test_forks_are_those_of_the_seat_and_of_the_moment() -> None:
    match = new("yahtzee")
    fork = forks(match, 1)
    assert fork(5).save() == match.fork(1, 5).save()
    match.answer(match.pending.options[0])  # type: ignore[union-attr]
    assert fork(5).save() == match.fork(1, 5).save()


def test_a_player_that_writes_to_what_it_gets_changes_nothing() -> None:
    class Vandal(RandomPlayer):
        def decide(self, view: View, ask: Ask, fork: Any) -> Option:
            choice = super().decide(view, ask, fork)
            mine = fork(1)
            for event in mine.answer(choice):
                assert isinstance(event, Event)
            scribble(mine.state)
            mine.events.clear()
            scribble(view)
            for name in ("seat", "options"):
                with pytest.raises(AttributeError):
                    setattr(ask, name, 0)
            return choice

    plain = play(new("king-of-tokyo"), [RandomPlayer(seat) for seat in range(3)])
    tried = play(new("king-of-tokyo"), [RandomPlayer(0), Vandal(1), RandomPlayer(2)])
    assert facts(tried) == facts(plain)
