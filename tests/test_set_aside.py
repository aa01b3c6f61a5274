"""What another game pushes out of its place is set aside; and that does not go on for ever."""

import os
from pathlib import Path

import pytest

import dicecup
from dicecup.saves import PERSON, Store, Table


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


@pytest.mark.parametrize("kind", ["previous", "unreadable"])
def test_of_what_is_set_aside_only_the_newest_few_are_kept(store: Store, kind: str) -> None:
    """Whoever begins a new game every evening does not fill the disk."""
    slot = store.claim_any("yahtzee")
    seen = []
    for number in range(9):
        if kind == "previous":
            store.write(slot.path, Table(dicecup.new("yahtzee", names=[f"P{number}"], seed=1), (PERSON,)))
        else:
            slot.path.parent.mkdir(parents=True, exist_ok=True)
            slot.path.write_text(f"P{number}")
        os.utime(slot.path, (number, number))
        aside = store.make_room(slot)
        assert aside is not None
        seen.append(aside)
    kept = sorted(store.saves.glob(f"yahtzee-{kind}*.json"))
    assert len(kept) == 5
    assert [number for number in range(9) if any(f"P{number}" in path.read_text() for path in kept)] == [
        4,
        5,
        6,
        7,
        8,
    ]


def test_what_only_looks_like_it_was_set_aside_is_left_alone(store: Store) -> None:
    slot = store.claim_any("yahtzee")
    own = store.saves / "yahtzee-previously.json"
    store.write(own, Table(dicecup.new("yahtzee", names=["Own"], seed=1), (PERSON,)))
    os.utime(own, (0, 0))
    for _ in range(7):
        store.write(slot.path, Table(dicecup.new("yahtzee", names=["Ann"], seed=1), (PERSON,)))
        store.make_room(slot)
    assert own.exists()
