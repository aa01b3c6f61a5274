"""Who a program is at a server: the same guest when it comes back, another one beside it."""

import stat
from pathlib import Path

import pytest

from dicecup import client
from tests.client.tables import links, open_table, wait


def test_a_program_that_comes_back_is_the_same_guest(address: str, tmp_path: Path) -> None:
    first = client.Server(address, tmp_path)
    first.hello()
    cookie = first.kept.cookie
    first.close()
    again = client.Server(address, tmp_path)
    again.hello()
    assert again.kept.cookie == cookie != ""
    again.close()


def test_two_programs_at_once_are_two_guests(address: str, tmp_path: Path) -> None:
    one, other = client.Server(address, tmp_path), client.Server(address, tmp_path)
    one.hello()
    other.hello()
    assert one.kept.cookie != other.kept.cookie
    one.close()
    other.close()


def test_what_is_kept_is_for_its_owner_alone(address: str, tmp_path: Path) -> None:
    server = client.Server(address, tmp_path)
    server.hello()
    server.close()
    files = [path for path in (tmp_path / "guests").iterdir() if path.is_file()]
    assert len(files) == 2, "what is kept, and the lock"
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"server": "http://elsewhere"}', '{"cookie": 7}'])
def test_a_damaged_file_makes_a_new_guest(address: str, tmp_path: Path, damage: str) -> None:
    server = client.Server(address, tmp_path)
    server.hello()
    before = server.kept.cookie
    server.close()
    [path] = (tmp_path / "guests").glob("[!.]*.json")
    path.write_text(damage)
    again = client.Server(address, tmp_path)
    again.hello()
    assert again.kept.cookie not in ("", before)
    again.close()


def test_whoever_has_lost_the_cookie_gets_the_seat_back_by_its_link(address: str, tmp_path: Path) -> None:
    with open_table(address, tmp_path / "ann") as ann:
        lost = client.join(links(ann)["table"]["url"], name="Ben", folder=tmp_path / "ben")
        wait(lost, lambda: lost.me is not None)
        seat = lost.seat_link
        lost.close()
        with client.join(seat, folder=tmp_path / "another computer") as ben:
            wait(ben, lambda: ben.me is not None)
            assert ben.me is not None
            assert (ben.me["name"], ben.me["chair"]) == ("Ben", 1)


def test_whoever_is_at_the_table_already_comes_back_by_the_same_link(address: str, tmp_path: Path) -> None:
    with open_table(address, tmp_path / "ann") as ann:
        link = links(ann)["table"]["url"]
        for _ in range(2):
            with client.join(link, name="Ben", folder=tmp_path / "ben") as ben:
                wait(ben, lambda ben=ben: ben.me is not None)  # type: ignore[misc]
        wait(ann, lambda: ann.party is not None and len(ann.party["people"]) == 2)
        assert ann.party is not None
        assert [each["name"] for each in ann.party["people"]] == ["Ann", "Ben"]


def test_where_nothing_can_be_written_one_plays_all_the_same(address: str, tmp_path: Path) -> None:
    (tmp_path / "guests").write_text("a file, where a folder should be")
    with open_table(address, tmp_path) as ann:
        assert ann.me is not None
        assert "cannot be written" in ann.server.kept.trouble
        assert ann.seat_link, "for this time"
