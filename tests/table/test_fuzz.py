"""Whatever a save or record holds, reading it gives a match or a SaveError, never another error or a hang."""

import contextlib
import copy
import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import dicecup
from dicecup.table import DicecupError, Match, SaveError, Secret, retrace, verify
from dicecup.table.papers import RECORD, SAVE, wrap
from tests.examples import examples
from tests.table import games
from tests.table.hush import HUSH

Path = tuple[str | int, ...]


@cache
def papers() -> dict[str, tuple[str, str]]:
    """Some papers, by name: the kind, and the body as JSON."""
    yahtzee = games.last(dicecup.new("yahtzee", seats=2, seed=5, rules="official"), 13)
    yahtzee.answer(("keep", 0, 1, 2, 3, 4))
    yahtzee.undo()
    hush = games.deal(seats=3, secret=Secret(key=bytes(range(32))))
    hush.answer("swap")
    hush.answer(hush.pending.options[1])  # type: ignore[union-attr]
    hush.answer("boast")
    hush.answer("pass")
    hush.undo()
    hush.answer(("challenge", 0))
    duel = hush.clone()
    duel.answer("show")
    over = games.last(hush.clone())
    short = games.last(dicecup.new("yahtzee", seats=1, seed=3).clone(), 26)
    found = {
        "yahtzee save": (SAVE, yahtzee.save()),
        "yahtzee record": (RECORD, short.record()),
        "hush save": (SAVE, hush.save()),
        "hush save in a later phase": (SAVE, duel.save()),
        "hush save after the end": (SAVE, over.save()),
        "hush record": (RECORD, over.record(1)),
    }
    return {name: (kind, json.dumps(json.loads(text)["body"])) for name, (kind, text) in found.items()}


def paths(data: Any, path: Path = ()) -> Iterator[Path]:
    """The way to every value inside."""
    yield path
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield from paths(value, (*path, key))


ATOMS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 20),
    st.sampled_from(
        [10**12, -(2**70), 0.5, float("inf"), float("nan"), "", "x", "over", "choose", "\ud800", "\0"]
    ),
    st.sampled_from([[], {}, [[]], {"": None}, [0], {"seat": 0}, [None] * 3]),
)
JUNK = st.recursive(
    ATOMS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner)
).map(copy.deepcopy)


@st.composite
def mutated(draw: st.DrawFn) -> tuple[str, str]:
    """A paper with up to three things changed in it, and a checksum that fits."""
    kind, text = papers()[draw(st.sampled_from(sorted(papers())))]
    body = json.loads(text)
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from(list(paths(body))))
        if not path:
            continue
        parent: Any = body
        for step in path[:-1]:
            parent = parent[step]
        key: Any = path[-1]
        match draw(st.sampled_from(["replace", "replace", "number", "drop", "copy", "add", "swap"])):
            case "replace":
                parent[key] = draw(JUNK)
            case "number" if type(parent[key]) is int:
                parent[key] += draw(st.sampled_from([-1, 1, 5]))
            case "drop":
                del parent[key]
            case "copy" if isinstance(parent, list):
                parent.insert(draw(st.integers(0, len(parent))), copy.deepcopy(parent[key]))
            case "add":
                if isinstance(parent, list):
                    parent.append(draw(JUNK))
                else:
                    parent[draw(st.sampled_from(["x", "at", "seat", "choice", "took_back", "seed"]))] = draw(JUNK)
            case "swap" if isinstance(parent, list):
                other = draw(st.integers(0, len(parent) - 1))
                parent[key], parent[other] = parent[other], parent[key]
    return kind, wrap(kind, body)


def find(name: object) -> Any:
    return HUSH if name == "hush" else dicecup.new("yahtzee").game if name == "yahtzee" else games.find(name)


def use(match: Match[Any]) -> None:
    """Whatever was accepted has to work in every respect."""
    for viewer in (None, *range(len(match.names))):
        match.view(viewer).to_json()
        match.record(viewer)
        [event.text(viewer) for event in match.events]
    assert games.load(match.save(), match.game).save() == match.save()
    assert match.clone().save() == match.save()
    match.fork(0, seed=1)
    with contextlib.suppress(dicecup.NotAllowed):
        match.undo()
    games.last(match, 300)
    assert match.outcome is not None
    match.record()
    match.rematch()


@given(mutated())
@examples(100)
def test_a_changed_save_is_a_match_or_a_save_error(paper: tuple[str, str]) -> None:
    try:
        match = retrace.load(paper[1], find)
    except SaveError:
        return
    use(match)


@given(mutated())
@examples(100)
def test_a_changed_record_is_verified_or_a_save_error(paper: tuple[str, str]) -> None:
    try:
        verdict = verify.verify(paper[1], find)
    except SaveError:
        return
    assert verdict.match.outcome is not None


@given(JUNK, st.sampled_from([SAVE, RECORD, "dicecup-", "x"]))
def test_any_body_at_all_is_refused(body: Any, kind: str) -> None:
    text = json.dumps({"format": kind, "version": 1, "checksum": "", "body": body})
    for read in (dicecup.load, dicecup.verify):
        with pytest.raises(SaveError):
            read(text)
        if isinstance(body, dict):
            with pytest.raises(SaveError):
                read(wrap(kind, body))


@given(st.text())
@example("\ufeff{}")
@example('{"format": "dicecup-save", "version": 1e999}')
def test_any_text_at_all_is_refused(text: str) -> None:
    for read in (dicecup.load, dicecup.verify):
        with pytest.raises(SaveError):
            read(text)


@pytest.mark.parametrize("depth", [500, 900, 990, 1000, 5_000])
def test_deep_nesting_is_refused(depth: int) -> None:
    for opening, closing in (("[", "]"), ('{"a":', "}")):
        inner = opening * depth + ("1" if opening != "[" else "") + closing * depth
        text = f'{{"format": "dicecup-save", "version": 1, "checksum": "", "body": {{"game": {inner}}}}}'
        with pytest.raises(SaveError):
            dicecup.load(text)


def test_the_papers_themselves_are_fine() -> None:
    for name, (kind, body) in papers().items():
        text = wrap(kind, json.loads(body))
        try:
            if kind == SAVE:
                use(retrace.load(text, find))
            else:
                assert verify.verify(text, find).results
        except DicecupError as error:
            raise AssertionError(name) from error
