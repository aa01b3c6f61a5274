"""Tables for anybody, where a server shows them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from dicecup.server.settings import Settings
from tests.server.browser import FAST, Browser, served
from tests.server.party.friends import Friend, browsers, come, open_table, soon
from tests.server.party.sundial import Sundial


@pytest.fixture
def public(tmp_path: Path, sundial: Sundial) -> Iterator[list[Browser]]:
    settings = Settings(folder=tmp_path, clock=sundial, open_tables=True, **FAST)  # type: ignore[arg-type]
    with served(settings) as address, browsers(address, 3) as people:
        yield people


def test_unless_it_was_started_so_a_server_shows_none(ann: Browser) -> None:
    assert ann.get("/tables") == []
    assert ann.refusal("POST", "/anybody", {"game": "yahtzee"}) == (409, "This server shows no open tables.")
    with open_table(ann) as host:
        assert host.refused("set_rules", listed=True) == "This server shows no open tables."


def test_a_table_is_shown_with_what_is_played_there_as_long_as_there_is_a_chair(public: list[Browser]) -> None:
    ann, ben, cy = public
    with open_table(ann, options={"rules": "official"}, language="de") as host:
        assert cy.get("/tables") == []
        host.do("set_rules", listed=True, clock="fast")
        (shown,) = cy.get("/tables")
        assert (shown["game"], shown["host"], shown["people"], shown["free"]) == ("yahtzee", "Ann", 1, 7)
        assert (shown["clock"], shown["language"]) == ("fast", "de")
        assert len(shown["house_rules"]) >= 1
        with come(ben, shown["code"]) as guest:
            guest.do("ready", ready=True)
            host.do("start")
            assert cy.get("/tables") == []


def test_a_table_at_which_nobody_is_any_more_is_not_shown(public: list[Browser], sundial: Sundial) -> None:
    ann, ben, _ = public
    host = open_table(ann)
    host.do("set_rules", listed=True)
    host.close()
    soon(lambda: sundial.sleepers() >= 1)
    sundial.turn(3)
    soon(lambda: ben.get("/tables") == [])


def test_anybody_gets_a_table_and_the_next_one_the_same(public: list[Browser], sundial: Sundial) -> None:
    ann, ben, cy = public
    first = Friend(ann, ann.post("/anybody", {"game": "yahtzee", "name": "Ann"}))
    assert first.state["starts_in"] == 45
    assert len(first.state["chairs"]) == 4
    second = Friend(ben, ben.post("/anybody", {"game": "yahtzee", "name": "Ben"}))
    assert second.party == first.party
    other = Friend(cy, cy.post("/anybody", {"game": "king-of-tokyo", "name": "Cy"}))
    assert other.party != first.party
    soon(lambda: sundial.sleepers() >= 2)
    sundial.turn(44)
    assert first.catch_up()["stage"] == "waiting"
    sundial.turn(1.5)
    for friend in (first, second, other):
        friend.wait(lambda state: state["stage"] == "playing")
    assert [chair["person"] for chair in first.state["chairs"]] == [1, 2, None, None]
    assert all(chair["level"] for chair in first.state["chairs"][2:])
    assert first.state["starts_in"] is None


def test_the_host_may_begin_earlier_and_nothing_begins_twice(public: list[Browser], sundial: Sundial) -> None:
    ann, _, _ = public
    host = Friend(ann, ann.post("/anybody", {"game": "yahtzee", "name": "Ann"}))
    host.do("start")
    match = host.state["match"]
    sundial.turn(60)
    assert host.catch_up()["match"] == match


def test_nobody_plays_where_nobody_is(public: list[Browser], sundial: Sundial) -> None:
    ann, _, _ = public
    host = Friend(ann, ann.post("/anybody", {"game": "yahtzee", "name": "Ann"}))
    host.close()
    soon(lambda: sundial.sleepers() >= 2)
    sundial.turn(50)
    host.again()
    assert (host.state["stage"], host.state["starts_in"]) == ("waiting", None)
