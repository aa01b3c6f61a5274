"""What a game asks, offers and tells, found by playing it, always the same games, and by reading its rules."""

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, Final

import dicecup
from dicecup.table import Ask, Event, Game, Luck, Option, Setting, View

GAMES: Final = 160
_TURNED: Final = 0.25  # of the house rules, in each game
_CURIOUS: Final = 0.5  # of the choices
_NOT_DATA: Final = {"audience", "secret", "reveals"}


@dataclass
class Told:
    """One kind of event."""

    data: dict[str, set[str]] = field(default_factory=dict)  # the types that were met
    says: str = ""


@dataclass
class Asked:
    """One kind of question."""

    prompt: str = ""
    verbs: dict[str, None] = field(default_factory=dict)


@dataclass
class Offered:
    """One verb of options."""

    forms: set[tuple[str, ...]] = field(default_factory=set)  # the types of its arguments
    examples: dict[tuple[Any, ...], str] = field(default_factory=dict)


@dataclass
class Rolled:
    """One purpose of chance."""

    draws: bool = False
    most: int = 0  # dice, or cards
    faces: set[Any] = field(default_factory=set)


@dataclass
class Played:
    """All that was met."""

    asked: dict[str, Asked] = field(default_factory=dict)
    offered: dict[str, Offered] = field(default_factory=dict)
    told: dict[str, Told] = field(default_factory=dict)
    rolled: dict[str, Rolled] = field(default_factory=dict)
    chosen: Counter[tuple[str, ...]] = field(default_factory=Counter)
    view: View | None = None  # the last one of the first game


def play(game: Game[Any], games: int = GAMES) -> Played:
    """Play many games, with house rules and seats at random."""
    met = Played()
    _note_rules(game, met)
    random = Random(game.name)
    for seed in range(games):
        chosen: dict[str, Any] = {each.name: random.choice(each.choices) for each in _turned(game, random)}
        match = dicecup.new(game.name, seats=random.choice(game.seats), seed=seed, **chosen)
        while match.pending:
            _note_question(met, match.pending)
            for event in match.answer(_curious(met, random, match.pending)):
                _note_event(met.told.setdefault(event.kind, Told()), event)
        for entry in match.log:
            if isinstance(entry, Luck):
                _note_chance(met, entry)
        if met.view is None:
            met.view = match.view(0)
    return met


def _curious(met: Played, random: Random, ask: Ask) -> Option:
    """Something at random, or what was chosen least so far: so that rare cards and questions come up."""
    if random.random() < _CURIOUS:
        least = min(met.chosen[_kind_of(ask, option)] for option in ask.options)
        option = random.choice([one for one in ask.options if met.chosen[_kind_of(ask, one)] == least])
    else:
        option = random.choice(ask.options)
    met.chosen[_kind_of(ask, option)] += 1
    return option


def _kind_of(ask: Ask, option: Option) -> tuple[str, ...]:
    return (ask.kind, option.verb, *(word for word in option.args if isinstance(word, str)))


def _turned(game: Game[Any], random: Random) -> Iterator[Setting]:
    """Some house rules to be played otherwise."""
    return (each for each in game.options.settings() if each.choices and random.random() < _TURNED)


def _note_question(met: Played, ask: Ask) -> None:
    asked = met.asked.setdefault(ask.kind, Asked())
    asked.prompt = asked.prompt or ask.prompt
    for option in ask.options:
        asked.verbs.setdefault(option.verb)
        _note_option(met.offered.setdefault(option.verb, Offered()), option)


def _note_option(offered: Offered, option: Option) -> None:
    offered.forms.add(tuple(type(each).__name__ for each in option.args))
    if len(offered.examples) < 3 and all(len(option) != len(one) for one in offered.examples):
        offered.examples[tuple(option)] = option.text


def _note_event(told: Told, event: Event) -> None:
    for name, value in event.data.items():
        told.data.setdefault(name, set()).add(type(value).__name__)
    told.says = told.says or event.text()


def _note_chance(met: Played, luck: Luck) -> None:
    rolled = met.rolled.setdefault(luck.key.split("/")[2], Rolled())
    results = luck.result if isinstance(luck.result, tuple | list) else (luck.result,)
    rolled.draws = any(isinstance(each, str) for each in results)
    rolled.most = max(rolled.most, len(results))
    rolled.faces.update(results)


def _note_rules(game: Game[Any], met: Played) -> None:
    """Every kind of event and of question that stands in the rules: the rarest ones as well."""
    for kind in sorted(game.phrases):
        met.told.setdefault(kind, Told())
    package = import_module(type(game).__module__.rpartition(".")[0])
    for path in sorted(Path(str(package.__file__)).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                if kind := _word(node, "tell", 0):
                    names = [each.arg for each in node.keywords if each.arg and each.arg not in _NOT_DATA]
                    for name in names:
                        met.told.setdefault(kind, Told()).data.setdefault(name, set())
                elif kind := _word(node, "Ask", 1) or _word(node, "decide", 3):
                    met.asked.setdefault(kind, Asked())


def _word(call: ast.Call, function: str, place: int) -> str:
    """The text at a place among the arguments of a call of this function."""
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    if name != function or len(call.args) <= place:
        return ""
    value = getattr(call.args[place], "value", None)
    return value if isinstance(value, str) else ""
