"""JSON is made by code that is made for each class: letter for letter what a walk over the fields gives."""

import json
import random
from dataclasses import dataclass, field, fields
from typing import Any, Literal

import pytest

import dicecup
from dicecup.table.plain import Frozen, Mutable, Plain, derived


def walked(value: Any) -> Any:
    """What `to_json` promises, field by field; what a class adds to that is its own affair."""
    if isinstance(value, Plain):
        told = [each.name for each in fields(value) if not each.metadata.get("derived")]  # type: ignore[arg-type]
        return {name: walked(getattr(value, name)) for name in told}
    if isinstance(value, dict):
        return {key: walked(item) for key, item in value.items()}
    return [walked(item) for item in value] if isinstance(value, (list, tuple)) else value


@pytest.mark.parametrize("game", ["yahtzee", "deadwood", "king-of-tokyo"])
def test_states_and_views_of_whole_games(game: str) -> None:
    rng = random.Random(game)
    for seed in range(4):
        match = dicecup.new(game, seats=3, seed=seed)
        while match.pending is not None:
            state, view = match.state, match.view(match.pending.seat)
            assert json.dumps(state.to_json()) == json.dumps(walked(state))
            told = view.to_json()
            if type(view).to_json is Plain.to_json:
                assert json.dumps(told) == json.dumps(walked(view))
            else:  # it tells more than its fields: they come first, and in order
                assert list(told)[: len(fields(view))] == [each.name for each in fields(view)]
            match.answer(rng.choice(match.pending.options))


@dataclass(slots=True, kw_only=True)
class Leaf(Mutable):
    """The smallest there is."""

    number: int = 1
    secret: int = derived(7)


@dataclass(slots=True, kw_only=True)
class Bigger(Leaf):
    """More than its field is declared to hold."""

    more: str = "more"


@dataclass(frozen=True, slots=True, kw_only=True)
class Talkative(Frozen):
    """Says more than it holds."""

    word: Literal["a", "b"] = "a"

    def to_json(self) -> dict[str, Any]:
        return {"said": self.word.upper()}


@dataclass(slots=True, kw_only=True)
class Tree(Mutable):
    """Everything a field may be."""

    one: Leaf = field(default_factory=Leaf)
    perhaps: Leaf | None = None
    many: list[Leaf] = field(default_factory=list)
    named: dict[str, Leaf] = field(default_factory=dict)
    deep: dict[str, list[Leaf]] = field(default_factory=dict)
    pairs: list[tuple[int, str]] = field(default_factory=list)
    rows: list[list[int]] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    either: int | str | None = None
    talks: Talkative = Talkative()
    fixed: tuple[Talkative, ...] = ()


FULL = Tree(
    one=Bigger(),
    perhaps=Leaf(number=2),
    many=[Leaf(), Bigger(number=3)],
    named={"x": Leaf(), "y": Bigger()},
    deep={"z": [Leaf()], "w": []},
    pairs=[(1, "a"), (2, "b")],
    rows=[[1, 2], []],
    counts={"b": 1, "a": 2},
    either="e",
    fixed=(Talkative(), Talkative(word="b")),
)


def test_everything_a_field_may_be() -> None:
    assert Tree().to_json() == {**walked(Tree()), "talks": {"said": "A"}}
    expected = {**walked(FULL), "talks": {"said": "A"}, "fixed": [{"said": "A"}, {"said": "B"}]}
    assert json.dumps(FULL.to_json()) == json.dumps(expected)
    assert FULL.to_json()["one"] == {"number": 1, "more": "more"}


def test_what_is_told_shares_nothing_with_what_tells_it() -> None:
    told = FULL.to_json()
    before = json.dumps(told)
    told["many"].append(1)
    told["named"]["x"]["number"] = 9
    told["deep"]["z"].clear()
    told["rows"][0].append(3)
    told["counts"]["c"] = 3
    assert json.dumps(FULL.to_json()) == before
