"""Records of tournaments: the same bytes, nothing lost or doubled, and what can be learnt from them."""

import errno
import gzip
import json
from pathlib import Path
from typing import Any

import pytest

import dicecup
from dicecup import files
from dicecup.arena import compete, shards
from dicecup.table import SaveError, SetupError
from tests.arena.test_tournament import Crash, bot

SAMPLES = Path(__file__).parent.parent.parent / "examples" / "records"


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parent.parent.parent)  # processes find the tests from here
    monkeypatch.setattr(shards, "GAMES", 6)  # three groups of two


def run(place: Path, *seats: str, games: int = 8, **more: Any) -> dict[str, bytes]:
    how = {"seed": 5, "folder": place / "books", "records": place / "records", **more}
    compete("yahtzee", seats or ("easy", "random"), games=games, **how)
    return content(place)


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((folder / "records").glob("*"))}


def played(folder: Path) -> list[tuple[int, int]]:
    return [(game.group, game.rotation) for game in dicecup.records(folder / "records", broken_off=True)]


ALL = [(group, rotation) for group in range(4) for rotation in range(2)]


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    found = run(tmp_path / "a")
    assert [name[-14:] for name in found] == ["00000.jsonl.gz", "00001.jsonl.gz"]
    assert run(tmp_path / "b", jobs=2) == found
    assert run(tmp_path / "c", seed=6) != found
    assert played(tmp_path / "a") == ALL


def test_decisions_are_those_of_the_game(tmp_path: Path) -> None:
    run(tmp_path, games=2, values=True)
    first = next(dicecup.records(tmp_path / "records"))
    match = first.match()
    twin = dicecup.new("yahtzee", seats=2, seed=1, start="seat-order")
    assert first.players == ("easy", "random")
    for decision in first.decisions():
        seat = decision.seat
        assert decision.chosen in decision.legal
        assert decision.mask[decision.chosen] == 1
        assert decision.row.shape == (len(twin.game.encoding(2)),)
        assert decision.ask.find(decision.option) is decision.option
        assert (decision.share, decision.score) == (match.outcome.shares[seat], match.outcome.scores[seat])  # type: ignore[union-attr]
        assert (decision.value is None) == (first.players[seat] == "random")
        if decision.values is not None:
            assert decision.unit == "win"
            assert all(0 <= value <= 1 for value in decision.values.values())
    choices = [entry for entry in match.log if isinstance(entry, dicecup.table.Choice) and not entry.forced]
    assert [each.option for each in first.decisions()] == [entry.option for entry in choices]


def test_values_change_no_game(tmp_path: Path) -> None:
    run(tmp_path / "with", games=2, values=True)
    run(tmp_path / "without", games=2)
    with_values, without = (list(dicecup.records(tmp_path / each / "records")) for each in ("with", "without"))
    assert [game.record for game in with_values] == [game.record for game in without]


def test_a_killed_run_goes_on_without_losing_or_doubling_a_game(tmp_path: Path, monkeypatch: Any) -> None:
    whole = run(tmp_path / "whole")
    with monkeypatch.context() as patch:
        patch.setattr(shards.Shards, "close", lambda self: None)  # as if it had been killed
        assert len(run(tmp_path / "killed")) == 1
    assert played(tmp_path / "killed") == ALL[:6]
    assert run(tmp_path / "killed", resume=True) == whole
    assert run(tmp_path / "killed", resume=True) == whole


def test_a_run_whose_book_is_gone_keeps_its_records_when_it_is_stopped(tmp_path: Path) -> None:
    whole = run(tmp_path)

    def stop(count: int) -> None:
        if count:
            raise KeyboardInterrupt

    assert run(tmp_path, folder=tmp_path / "new", resume=True, done=stop) == whole


def test_a_run_that_was_ended_goes_on_with_more_games(tmp_path: Path) -> None:
    assert len(run(tmp_path / "part", games=2)) == 1
    assert run(tmp_path / "part", resume=True) == run(tmp_path / "whole")


def test_nothing_is_written_over(tmp_path: Path) -> None:
    before = run(tmp_path, games=2)
    with pytest.raises(SetupError, match="--resume goes on"):
        run(tmp_path, games=2)
    with pytest.raises(SetupError, match="written without --values"):
        run(tmp_path, games=4, values=True, resume=True)
    assert content(tmp_path) == before
    with pytest.raises(SetupError, match="say --records"):
        run(tmp_path, records=None, values=True)
    with pytest.raises(SetupError, match="in bulk leave no records"):
        run(tmp_path, "hard", "score-max", bulk=True)


def test_a_full_disk_is_a_sentence_and_costs_nothing(tmp_path: Path, monkeypatch: Any) -> None:
    whole = run(tmp_path / "whole")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        put = files.put
        patch.setattr(shards, "put", lambda path, *a, **k: put(path, *a, **k) if "00000" in path.name else full())
        with pytest.raises(files.StorageError, match=r"cannot be kept in .*: No space left on device"):
            run(tmp_path / "full")
    assert played(tmp_path / "full") == ALL[:6]
    assert run(tmp_path / "full", resume=True) == whole


def test_a_game_without_an_end_is_told_apart(tmp_path: Path) -> None:
    run(tmp_path, bot(Crash), "random", games=2)
    assert list(dicecup.records(tmp_path / "records")) == []
    first = next(dicecup.records(tmp_path / "records", broken_off=True))
    assert (first.culprit, first.record) == (0, None)
    assert "of course" in first.fault
    with pytest.raises(SaveError, match="not played to its end"):
        first.match()


def test_what_was_changed_is_found(tmp_path: Path) -> None:
    run(tmp_path, games=2)
    (path,) = (tmp_path / "records").iterdir()
    line = json.loads(gzip.decompress(path.read_bytes()).splitlines()[0])
    line["outcome"]["scores"][0] += 1
    path.write_bytes(gzip.compress(json.dumps(line).encode()))
    with pytest.raises(SaveError, match="line 1: the line says something else"):
        next(dicecup.records(path)).match()
    line["record"]["body"]["log"][0]["seat"] = 1
    path.write_bytes(gzip.compress(json.dumps(line).encode()))
    with pytest.raises(SaveError, match="checksum"):
        list(next(dicecup.records(path)).decisions())
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(SaveError, match="damaged"):
        next(dicecup.records(path))
    path.unlink()
    with pytest.raises(files.StorageError, match="no records in"):
        next(dicecup.records(tmp_path / "records"))


@pytest.mark.parametrize(
    ("game", "seats"),
    [("yahtzee", "easy,random"), ("king-of-tokyo", "easy,random"), ("deadwood", "easy,easy")],
)
def test_the_samples_are_what_their_command_makes(tmp_path: Path, game: str, seats: str) -> None:
    (sample,) = SAMPLES.glob(f"{game}-*.jsonl.gz")
    assert sample.stat().st_size < 30_000
    kept = list(dicecup.records(sample))
    for each in kept:
        assert any(each.decisions())
    values = kept[0].values is not None
    compete(
        game, seats.split(","), games=len(kept), seed=1, folder=tmp_path, records=tmp_path / "r", values=values
    )
    (made,) = (tmp_path / "r").iterdir()
    assert made.name == sample.name
    assert gzip.decompress(made.read_bytes()) == gzip.decompress(sample.read_bytes())
