"""Plain data: independent clones, JSON both ways, and errors that name the field."""

import json
from dataclasses import dataclass, field
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicecup.table import Frozen, Mutable


@dataclass(frozen=True, slots=True, kw_only=True)
class Card(Frozen):
    name: str
    cost: int = 0


@dataclass(slots=True, kw_only=True)
class Monster(Mutable):
    name: str
    hearts: int = 10
    cards: list[Card] = field(default_factory=list)
    place: Literal["out", "city", "bay"] = "out"
    target: int | None = None


@dataclass(slots=True, kw_only=True)
class Board(Mutable):
    monsters: list[Monster]
    counts: dict[str, int] = field(default_factory=dict)
    packets: dict[str, list[int]] = field(default_factory=dict)
    by_name: dict[str, Monster] = field(default_factory=dict)
    pair: tuple[int, str] = (0, "")
    row: tuple[Card, ...] = ()
    grid: list[list[int]] = field(default_factory=list)
    guest: Monster | None = None
    mixed: int | str | None = None
    done: bool = False


cards = st.builds(Card, name=st.text(), cost=st.integers())
monsters = st.builds(
    Monster,
    name=st.text(),
    hearts=st.integers(),
    cards=st.lists(cards, max_size=3),
    place=st.sampled_from(["out", "city", "bay"]),
    target=st.none() | st.integers(),
)
boards = st.builds(
    Board,
    monsters=st.lists(monsters, max_size=3),
    counts=st.dictionaries(st.text(), st.integers(), max_size=3),
    packets=st.dictionaries(st.text(), st.lists(st.integers(), max_size=3), max_size=3),
    by_name=st.dictionaries(st.text(), monsters, max_size=2),
    pair=st.tuples(st.integers(), st.text()),
    row=st.lists(cards, max_size=3).map(tuple),
    grid=st.lists(st.lists(st.integers(), max_size=3), max_size=3),
    guest=st.none() | monsters,
    mixed=st.none() | st.integers() | st.text(),
    done=st.booleans(),
)


@given(boards)
def test_plain_data_survives_json(board: Board) -> None:
    assert Board.from_json(json.loads(json.dumps(board.to_json()))) == board


@given(boards)
def test_a_clone_is_equal_and_shares_nothing_that_can_change(board: Board) -> None:
    before = board.to_json()
    copy = board.clone()
    assert copy == board
    assert type(copy) is Board
    for monster in [*copy.monsters, *copy.by_name.values(), *([copy.guest] if copy.guest else [])]:
        monster.hearts += 1
        monster.cards.append(Card(name="Laser"))
    copy.monsters.append(Monster(name="new"))
    copy.counts["new"] = 1
    for numbers in [*copy.packets.values(), *copy.grid]:
        numbers.append(99)
    copy.grid.append([1])
    copy.packets["new"] = []
    assert board.to_json() == before


def test_a_clone_shares_what_cannot_change() -> None:
    board = Board(monsters=[Monster(name="Kraken", cards=[Card(name="Laser")])])
    assert board.clone().monsters[0].cards[0] is board.monsters[0].cards[0]


def test_json_shares_nothing_with_the_object() -> None:
    board = Board(monsters=[], grid=[[1]])
    board.to_json()["grid"][0].append(2)
    assert board.grid == [[1]]


def test_what_is_told_beside_the_fields_can_be_passed_over_however_deep_it_is() -> None:
    board = Board(monsters=[Monster(name="Kraken", cards=[Card(name="Wings")])], guest=Monster(name="Gigazaur"))
    told = board.to_json()
    told["live"] = 3
    told["monsters"][0]["cards"][0]["price"] = [[4, "energy"]]
    told["guest"]["score"] = 7
    assert Board.from_json(told, more=True) == board
    with pytest.raises(ValueError, match="in this version"):
        Board.from_json(told)


def test_fields_with_a_default_may_be_missing() -> None:
    assert Monster.from_json({"name": "Kraken"}) == Monster(name="Kraken")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (None, "Board: expected named values"),
        ([], "Board: expected named values"),
        ({}, "monsters"),
        ({"monsters": [], "colour": 1}, "Board has no colour"),
        ({"monsters": {}}, r"Board\.monsters should be list"),
        ({"monsters": [{"name": 1}]}, r"Monster\.name should be str, not 1"),
        ({"monsters": [{"name": "K", "hearts": "3"}]}, r"Monster\.hearts should be int, not '3'"),
        ({"monsters": [{"name": "K", "hearts": True}]}, r"Monster\.hearts should be int, not True"),
        ({"monsters": [{"name": "K", "hearts": 1.5}]}, r"Monster\.hearts should be int"),
        ({"monsters": [{"name": "K", "place": "moon"}]}, r"Monster\.place is one of out, city, bay, not 'moon'"),
        ({"monsters": [{"name": "K", "place": []}]}, r"Monster\.place is one of"),
        ({"monsters": [], "grid": [[1], ["x"]]}, r"Board\.grid\[1\]\[0\] should be int, not 'x'"),
        ({"monsters": [], "counts": {"a": None}}, r"Board\.counts\[a\] should be int"),
        ({"monsters": [], "pair": [1]}, r"Board\.pair should be"),
        ({"monsters": [], "pair": ["x", 1]}, r"Board\.pair should be"),
        ({"monsters": [], "mixed": [1]}, r"Board\.mixed should be"),
        ({"monsters": [], "done": 1}, r"Board\.done should be bool"),
        ({"monsters": [], "guest": 1}, r"Board\.guest should be"),
    ],
)
def test_what_does_not_fit_is_refused_with_the_name_of_the_field(data: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Board.from_json(data)


def test_what_is_not_plain_data_does_not_go_through_json() -> None:
    """Making JSON trusts the annotations, as cloning does; reading it trusts nobody."""
    monster = Monster(name="Kraken")
    monster.hearts = 1.5  # type: ignore[assignment]
    with pytest.raises(ValueError, match=r"Monster\.hearts should be int, not 1\.5"):
        Monster.from_json(monster.to_json())


@dataclass(slots=True, kw_only=True)
class WithSet(Mutable):
    seen: set[int] = field(default_factory=set)


@dataclass(slots=True, kw_only=True)
class WithBareList(Mutable):
    cards: list = field(default_factory=list)  # type: ignore[type-arg]


@dataclass(slots=True, kw_only=True)
class WithAnything(Mutable):
    what: Any = None


@dataclass(slots=True, kw_only=True)
class WithMutableInTuple(Mutable):
    pair: tuple[Monster, ...] = ()


@dataclass(slots=True, kw_only=True)
class WithNumberedDict(Mutable):
    by_seat: dict[int, int] = field(default_factory=dict)


@pytest.mark.parametrize("kind", [WithSet, WithBareList, WithAnything, WithMutableInTuple, WithNumberedDict])
def test_a_field_that_clones_would_share_is_refused(kind: type[Mutable]) -> None:
    with pytest.raises(TypeError):
        kind().clone()
