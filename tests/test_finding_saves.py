"""Finding one save among many: by its name, and without reading the others."""

import os
from pathlib import Path

import pytest

from dicecup import SaveError, saves
from dicecup.saves import Store
from tests.test_saves import a_table


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


def test_whoever_wants_one_save_does_not_read_all_of_them(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    for number, name in enumerate(("Monday", "Friday", *"abcdefghij")):
        store.write(store.named(name), a_table())
        os.utime(store.named(name), (number, number))
    store.write(store.autosave("yahtzee"), a_table())
    opened: list[str] = []
    read_text = saves.read_text

    def read(path: Path) -> str:
        opened.append(path.stem)
        return read_text(path)

    monkeypatch.setattr(saves, "read_text", read)
    assert store.listed("Friday") == store.find("Friday") == store.named("Friday")
    assert opened == []
    assert [entry.name for entry in store.autosaves("yahtzee")] == ["yahtzee-autosave"]
    assert opened == ["yahtzee-autosave"]
    with pytest.raises(SaveError, match="The saves are: yahtzee-autosave, j, i, h, g, f, e, d"):
        store.find("Sunday")
    assert len(opened) == 1 + 8, "as many as are named"


@pytest.mark.parametrize("name", ["../KoTSS", "/etc/passwd", "a/../Friday", "", ".", "..", "x" * 5_000, "a\0b"])
def test_a_name_out_of_a_list_is_never_a_path(store: Store, name: str) -> None:
    store.write(store.named("Friday"), a_table())
    (store.saves / "a").mkdir()
    with pytest.raises(SaveError, match="There is no save called"):
        store.listed(name)
