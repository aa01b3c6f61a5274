"""Save files: never lost, never half there, never a traceback."""

import errno
import json
import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any, NoReturn

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dicecup
from dicecup import SaveError, saves
from dicecup.saves import PERSON, StorageError, Store, Table
from dicecup.table import papers


def a_table(answers: int = 3, *, seed: int | None = 1) -> Table:
    match = dicecup.new("yahtzee", names=["Ann", "Béa"], seed=seed)
    for _ in range(answers):
        assert match.pending is not None
        match.answer(match.pending.options[-1])
    return Table(match, (PERSON, "perfect"))


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


def same(one: Table, other: Table) -> bool:
    return one.match.save() == other.match.save() and one.players == other.players


# --- there and back ---


def test_a_save_comes_back_at_the_same_decision_with_the_same_players(store: Store) -> None:
    table = a_table(5)
    path = store.named("Friday night")
    store.write(path, table)
    back = store.read(store.find("Friday night"))
    assert same(back, table)
    assert back.match.pending is not None
    assert table.match.pending is not None
    assert back.match.pending.options == table.match.pending.options


def test_the_python_interface_reads_save_files_and_the_other_way_round(store: Store) -> None:
    table = a_table()
    path = store.quick("yahtzee")
    store.write(path, table)
    assert dicecup.load(path.read_text("utf-8")).save() == table.match.save()
    path.write_text(table.match.save(), "utf-8")
    assert store.read(path).players == (PERSON, PERSON)


def test_a_save_is_for_its_owner_and_a_record_for_everybody(store: Store) -> None:
    store.write(store.quick("yahtzee"), a_table())
    record = store.write_record(a_table().match)
    if os.name == "posix":
        assert store.quick("yahtzee").stat().st_mode & 0o077 == 0
        mask = os.umask(0)
        os.umask(mask)
        assert record.stat().st_mode & 0o777 == 0o644 & ~mask
    assert '"secret"' not in record.read_text("utf-8")


def test_records_never_replace_each_other(store: Store) -> None:
    match = a_table().match
    assert len({store.write_record(match) for _ in range(3)}) == 3


# --- names and slots ---


def test_every_game_has_its_slots_and_king_of_tokyo_the_file_name_its_players_know(store: Store) -> None:
    assert store.quick("king-of-tokyo").name == "KoTSS.txt"
    assert store.quick("yahtzee").name == "yahtzee-quicksave.json"
    assert store.autosave("yahtzee") != store.quick("yahtzee")
    assert store.quick("yahtzee").parent == store.quick("king-of-tokyo").parent == store.saves


@pytest.mark.parametrize("name", ["a", "Friday", "7", "game 2", "Béa", "a-b_c.d+e", "x" * 40, "夜"])
def test_good_names(store: Store, name: str) -> None:
    path = store.named(name)
    assert path.parent == store.saves
    store.write(path, a_table())
    assert store.find(name) == path


BAD_NAMES = """.|..|../evil|a/b|a\\b|/etc/passwd|~|-x|.hidden|nul|CON|com1|lpt1.x|a:b|a*|ends.|<a>|yahtzee-autosave
Yahtzee-AUTOSAVE|king-of-tokyo-quicksave|x-previous-2|x-unreadable"""


@pytest.mark.parametrize("name", [*re.split(r"[|\n]", BAD_NAMES), "", " ", "a\0b", "a\nb\x1b[2J", "x" * 41, "a|b"])
def test_bad_names_are_refused_with_what_would_be_right(store: Store, name: str) -> None:
    with pytest.raises(SaveError, match=r"name|kept for"):
        store.named(name)


@given(name=st.text(max_size=60))
def test_no_name_leads_out_of_the_folder(name: str) -> None:
    store = Store("somewhere")
    try:
        path = store.named(name)
    except SaveError:
        return
    assert path.parent == store.saves
    assert path.resolve().parent == store.saves.resolve()


def test_find_takes_a_name_before_a_file_and_says_what_there_is(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SaveError, match="There are no saves yet"):
        store.find("friday")
    Path("friday").write_text("a file")
    assert store.find("friday") == Path("friday")
    store.write(store.named("friday"), a_table())
    assert store.find("friday") == store.named("friday")
    with pytest.raises(SaveError, match="The saves are: friday"):
        store.find("monday")
    with pytest.raises(SaveError):
        store.find("x" * 5000)


def test_the_folder_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DICECUP_HOME", str(tmp_path / "here"))
    assert Store().saves == tmp_path / "here" / "saves"
    monkeypatch.delenv("DICECUP_HOME")
    assert "dicecup" in str(saves.home())
    assert Store(tmp_path).records == tmp_path / "records"


def finished(game: str = "yahtzee") -> Table:
    match = dicecup.new(game, seats=2, seed=1)
    while match.pending is not None:
        match.answer(match.pending.options[-1])
    return Table(match, (PERSON, PERSON))


def test_what_is_in_a_slot_is_set_aside_before_another_game_takes_it(store: Store) -> None:
    slot = store.claim_any("yahtzee")
    assert store.make_room(slot) is None
    names = []
    for table in (a_table(), a_table(5), finished()):
        store.write(slot.path, table)
        aside = store.make_room(slot)
        assert aside is not None
        assert not slot.path.exists()
        assert same(store.read(aside), table)
        names.append(aside.name)
    assert names == ["yahtzee-previous.json", "yahtzee-previous-2.json", "yahtzee-previous-3.json"]


@pytest.mark.parametrize("content", ["", "{", '{"format": "dicecup-save", "version": 99, "body": {}}'])
def test_what_cannot_be_read_is_never_thrown_away(store: Store, content: str) -> None:
    slot = store.claim_any("yahtzee")
    for name in ("yahtzee-unreadable.json", "yahtzee-unreadable-2.json"):
        slot.path.write_text(content)
        aside = store.make_room(slot)
        assert aside == store.saves / name
        assert aside.read_text() == content


def test_a_game_in_the_slot_of_another_is_not_taken_for_one_of_it(store: Store) -> None:
    slot = store.claim_any("deadwood")
    store.write(slot.path, a_table())
    [entry] = store.autosaves()
    assert "not of deadwood" in entry.problem
    aside = store.make_room(slot)
    assert aside is not None
    assert aside.stem == "deadwood-unreadable"


def test_a_finished_game_that_leaves_nothing_to_the_next_needs_no_room(store: Store) -> None:
    slot = store.claim_any("king-of-tokyo")
    table = finished("king-of-tokyo")
    store.write(slot.path, table)
    assert store.make_room(slot) is None


def test_a_slot_belongs_to_one_session_at_a_time(store: Store) -> None:
    first = store.claim_any("yahtzee")
    second = store.claim_any("yahtzee")
    assert (first.path.name, second.path.name) == ("yahtzee-autosave.json", "yahtzee-autosave-2.json")
    assert store.claim(first.path) is None
    assert store.claim_any("king-of-tokyo").path == store.autosave("king-of-tokyo")
    first.release()
    again = store.claim_any("yahtzee")
    assert again.path == first.path
    assert store.is_autosave(second.path, "yahtzee")
    assert not store.is_autosave(second.path, "king-of-tokyo")
    assert store.entries() == []  # what keeps the slots is no save


def test_slots_where_nothing_can_be_locked(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    fcntl = pytest.importorskip("fcntl")
    monkeypatch.setattr(fcntl, "flock", refuse(errno.ENOLCK))
    assert store.claim_any("yahtzee").path == store.claim_any("yahtzee").path


# --- the list ---


def test_the_list_shows_good_and_damaged_files_and_nothing_else(store: Store) -> None:
    assert store.entries() == []
    store.write(store.named("one"), a_table(0))
    store.write(store.autosave("yahtzee"), a_table(4))
    (store.saves / "broken.json").write_text("{")
    (store.saves / "notes.md").write_text("mine")
    (store.saves / ".one.json.abc.part").write_text("half")
    (store.saves / "odd.json").write_text(papers.wrap(papers.SAVE, {"game": 1}))
    found = {entry.name: entry for entry in store.entries()}
    assert found.keys() == {"one", "yahtzee-autosave", "broken", "odd"}
    assert "damaged" in found["broken"].problem
    assert found["odd"].problem
    entry = found["yahtzee-autosave"]
    assert (entry.game, entry.names, entry.players) == ("yahtzee", ("Ann", "Béa"), (PERSON, "perfect"))
    assert entry.turn == 2
    assert not entry.finished
    assert json.dumps([entry.to_json() for entry in store.entries()])
    [latest] = store.autosaves()
    assert latest.path == store.autosave("yahtzee")
    assert store.autosaves("deadwood") == []


# --- damaged, foreign, newer ---


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "cut off"),
        (b"hello", "not JSON"),
        (b"\xff\xfe\x00", "not text"),
        (b"[]", "not written by Dicecup"),
        (b"null", "not written by Dicecup"),
        (b'{"format": "something else"}', "not written by Dicecup"),
        (b"[" * 100_000, "not JSON"),
        (b'{"format": "dicecup-save", "version": 99, "body": {}}', "newer Dicecup"),
        (papers.wrap(papers.SAVE, {}).encode(), "missing"),
        (papers.wrap(papers.SAVE, {"game": "go", "number": 1}).encode(), "cannot be read"),
        (papers.wrap(papers.RECORD, {}).encode(), "record of a game"),
    ],
)
def test_what_is_no_save_is_refused_with_the_reason(store: Store, content: bytes, reason: str) -> None:
    path = store.saves / "file.json"
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    with pytest.raises(SaveError, match=reason):
        store.read(path)


def _bytes_of_a_save() -> bytes:
    return saves.wrap(a_table(12)).encode()


SAVE = _bytes_of_a_save()
ORIGINAL = saves.unwrap(SAVE.decode())


def loads_the_same_or_is_refused(raw: bytes, folder: Path) -> None:
    path = folder / "file.json"
    path.write_bytes(raw)
    try:
        back = Store(folder).read(path)
    except SaveError:
        return
    assert same(back, ORIGINAL)  # such as a newline at the end that became a blank


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz")


@given(at=st.integers(0, len(SAVE) - 1), byte=st.integers(0, 255))
def test_a_wrong_byte_is_noticed(at: int, byte: int, scratch: Path) -> None:
    loads_the_same_or_is_refused(SAVE[:at] + bytes([byte]) + SAVE[at + 1 :], scratch)


@given(at=st.integers(0, len(SAVE) - 1), bit=st.integers(0, 7))
def test_a_wrong_bit_is_noticed(at: int, bit: int, scratch: Path) -> None:
    loads_the_same_or_is_refused(SAVE[:at] + bytes([SAVE[at] ^ 1 << bit]) + SAVE[at + 1 :], scratch)


@given(start=st.integers(0, len(SAVE)), length=st.integers(0, 200), data=st.binary(max_size=20))
def test_a_wrong_stretch_is_noticed(start: int, length: int, data: bytes, scratch: Path) -> None:
    loads_the_same_or_is_refused(SAVE[:start] + data + SAVE[start + length :], scratch)


@given(length=st.integers(0, len(SAVE) - 2))
def test_a_cut_off_file_is_noticed(length: int, scratch: Path) -> None:
    path = scratch / "cut.json"
    path.write_bytes(SAVE[:length])
    with pytest.raises(SaveError):
        Store(scratch).read(path)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@given(data=st.data())
def test_wrong_content_under_a_right_checksum_is_refused_too(data: st.DataObject, scratch: Path) -> None:
    """Somebody may write a file by hand: anything may happen but a traceback."""
    paper = json.loads(SAVE)
    body = paper["body"]
    place: Any = body
    while True:
        key = data.draw(st.sampled_from(sorted(place) if isinstance(place, dict) else range(len(place))))
        if not isinstance(place[key], (dict, list)) or not place[key] or data.draw(st.booleans()):
            break
        place = place[key]
    place[key] = data.draw(JSON)
    path = scratch / "made.json"
    path.write_text(papers.wrap(papers.SAVE, body), "utf-8")
    try:
        table = Store(scratch).read(path)
    except SaveError:
        return
    assert table.match.pending is not None or table.match.outcome is not None


@pytest.mark.parametrize(
    "seats", [None, {}, {"players": [PERSON, "perfect"]}, {"players": ["x"], "checksum": ""}, [1], "perfect"]
)
def test_seats_that_were_tampered_with_are_refused(seats: Any) -> None:
    paper = json.loads(SAVE)
    paper["table"] = seats
    with pytest.raises(SaveError, match="who sits where"):
        saves.unwrap(json.dumps(paper))
    paper["table"] = {"players": [PERSON], "checksum": papers.digest({"players": [PERSON]})}
    with pytest.raises(SaveError, match="who sits where"):
        saves.unwrap(json.dumps(paper))


# --- a disk that does not want ---


def refuse(number: int) -> Any:
    def refused(*args: object, **kwargs: object) -> NoReturn:
        raise OSError(number, os.strerror(number))

    return refused


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EIO])
@pytest.mark.parametrize("call", ["open", "fsync", "replace"])
def test_a_disk_that_refuses_leaves_the_old_save_and_says_what_to_do(
    store: Store, monkeypatch: pytest.MonkeyPatch, number: int, call: str
) -> None:
    path = store.named("mine")
    old = a_table(2)
    store.write(path, old)
    with monkeypatch.context() as patch:
        patch.setattr(Path if call == "replace" else os, call, refuse(number))
        with pytest.raises(StorageError, match="DICECUP_HOME") as caught:
            store.write(path, a_table(3))
    assert os.strerror(number) in str(caught.value)
    assert same(store.read(path), old)
    assert [each.name for each in store.saves.iterdir()] == [path.name]


def test_a_file_where_the_folder_should_be(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("I am a file")
    store = Store(tmp_path / "home")
    with pytest.raises(StorageError, match="DICECUP_HOME"):
        store.write(store.named("a"), a_table())
    assert store.entries() == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full disk to try")
def test_a_full_disk_and_a_device_instead_of_a_file(store: Store) -> None:
    with pytest.raises(StorageError, match="not a file"):
        store.read(Path("/dev/full"))


def test_what_cannot_be_read_says_so(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(StorageError, match="cannot be read"):
        store.read(store.saves / "missing.json")
    with pytest.raises(StorageError, match="not a file"):
        store.read(store.saves.parent)
    store.write(store.named("mine"), a_table())
    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_bytes", refuse(errno.EACCES))
        with pytest.raises(StorageError, match="yours to read"):
            store.read(store.named("mine"))
        assert store.entries()[0].problem


def test_what_an_old_crash_left_is_swept_away(store: Store) -> None:
    path = store.named("mine")
    store.saves.mkdir(parents=True)
    old, fresh = (store.saves / f".mine.json.{which}.part" for which in ("old", "fresh"))
    old.write_text("half")
    fresh.write_text("half")
    os.utime(old, (0, 0))
    store.write(path, a_table())
    assert not old.exists()
    assert fresh.exists()  # somebody may be writing it just now


# --- a crash in mid-write ---

KILLER = """
    import os, random, signal, sys, time
    from pathlib import Path
    from dicecup.saves import read_text, write_text

    # A child writes bigger and bigger files and says so when one is done; it is killed at any moment.
    path, rounds, chance = Path(sys.argv[1]), int(sys.argv[2]), random.Random(1)
    number = 0
    for _ in range(rounds):
        here, there = os.pipe()
        child = os.fork()
        if child == 0:
            while True:
                number += 1
                write_text(path, f"{number}\\n" + f"{number} " * 4000 + "end\\n")
                os.write(there, b"%d\\n" % number)
        os.close(there)
        time.sleep(chance.random() * 0.03)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        with os.fdopen(here) as told:
            acknowledged = [int(line) for line in told.read().splitlines()]
        if acknowledged or path.exists():
            text = read_text(path)
            found = int(text.split("\\n")[0])
            assert text == f"{found}\\n" + f"{found} " * 4000 + "end\\n", "half a file"
            assert found >= (acknowledged or [number])[-1], "something acknowledged was lost"
            number = found
    assert number > 3, "nothing was written at all"
    print(rounds, "kills,", number, "writes")
"""


def kill_writers(tmp_path: Path, rounds: int) -> None:
    command = [sys.executable, "-c", textwrap.dedent(KILLER), str(tmp_path / "saves" / "file.json"), str(rounds)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert f"{rounds} kills" in done.stdout


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_writer_killed_at_any_moment_leaves_the_last_whole_save(tmp_path: Path) -> None:
    kill_writers(tmp_path, 60)


@pytest.mark.soak
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_writer_killed_very_often_leaves_the_last_whole_save(tmp_path: Path) -> None:
    kill_writers(tmp_path, 3000)


@pytest.mark.parametrize("name", ["KoTSS.txt", "kotss", "yahtzee-autosave"])
def test_a_named_save_does_not_take_the_name_of_a_slot(name: str, tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="reserved for Dicecup's own saves"):
        Store(tmp_path).named(name)
