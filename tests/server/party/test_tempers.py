"""Computer players at a table of friends: each is somebody, and everybody is told who."""

from typing import Any

import pytest

from dicecup import players
from tests.server.browser import Browser
from tests.server.party.friends import Friend, code_of, come, open_table


def told(friend: Friend) -> list[tuple[str | None, str | None, str | None]]:
    """What is told of the computer players: the level, the temper, and the one they have by themselves."""
    return [(chair["level"], chair["temper"], chair["own"]) for chair in friend.state["chairs"]]


def test_whoever_waits_sees_what_the_computer_players_are_like(ann: Browser, ben: Browser) -> None:
    """The page said "Hard" there, and nobody knew before the game that Cyber Bunny would be a racer."""
    with open_table(ann, "king-of-tokyo", character="Giga Zaur", computers=["hard", "even"]) as host:
        assert told(host) == [(None, None, None), ("hard", None, "racer"), ("even", None, "schemer")]
        with come(ben, code_of(host)) as guest:
            host.wait(lambda state: len(state["people"]) == 2)
            assert told(guest) == told(host)
            guest.do("me", character="Cyber Bunny")  # then somebody else sits on that chair
            host.wait(lambda state: state["chairs"][1]["own"] != "racer")
            assert told(guest)[1][:2] == ("hard", None)


@pytest.mark.parametrize("game", ["king-of-tokyo", "deadwood"])
def test_what_they_are_said_to_be_like_they_are_in_the_game(ann: Browser, game: str) -> None:
    with open_table(ann, game, computers=["easy", "medium", "hard"]) as host:
        before = [own for _, _, own in told(host)[1:]]
        host.do("start")
        host.wait(lambda state: state["stage"] == "playing")
        assert [temper for _, temper, _ in told(host)[1:]] == before
        with host.sit() as page:
            assert [seat["temper"] for seat in page.state["seats"][1:]] == before


def test_the_host_chooses_a_temper_like_a_level(ann: Browser) -> None:
    with open_table(ann, "king-of-tokyo", computers=["easy"]) as host:
        own = told(host)[1][2]
        host.do("set_chair", chair=1, level="hard", temper="schemer")
        assert told(host)[1] == ("hard", "schemer", own)
        host.do("set_chair", chair=1, level="hard")
        assert told(host)[1] == ("hard", None, own), "then it has its own again"
        assert "They are: brawler, racer" in host.refused("set_chair", chair=1, level="hard", temper="sleepy")
        assert "Only a computer player" in host.refused("set_chair", chair=1, level=None, temper="turtle")
        host.do("set_chair", chair=1, level="hard", temper="plain")
        host.do("start")
        with host.sit() as page:
            assert page.state["seats"][1]["temper"] == "plain"


def test_what_chance_draws_is_told_at_the_table_and_drawn_anew_for_the_next_game(ann: Browser) -> None:
    tempers = players.tempers_of("king-of-tokyo")
    assert tempers is not None
    with open_table(ann, "king-of-tokyo", computers=["hard-chance"]) as host:
        assert told(host)[1][:2] == ("hard", "chance")
        host.do("start")
        drawn = host.wait(lambda state: state["stage"] == "playing")["chairs"][1]["temper"]
        assert drawn in tempers.words
        with host.sit() as page:
            assert page.state["seats"][1]["temper"] == drawn


def test_who_takes_over_in_mid_game_is_somebody_as_good_as_who_sat_there(ann: Browser, ben: Browser) -> None:
    facts: dict[str, Any] = {"character": "Kraken", "computers": ["hard-racer"]}
    with open_table(ann, "king-of-tokyo", **facts) as host:
        host.do("set_rules", take_over=True, late=True)
        host.do("start")
        with come(ben, str(ann.get(f"/parties/{host.party}/links")["table"]["url"].rpartition("/")[2])) as guest:
            host.wait(lambda state: state["chairs"][1]["person"] is not None)
            assert told(host)[1] == (None, None, None)
            guest.do("stand_up")
            host.wait(lambda state: state["chairs"][1]["person"] is None)
            assert told(host)[1] == ("hard", "racer", None), "as before"
            with host.sit() as page:
                assert [page.state["seats"][1][what] for what in ("level", "temper")] == ["hard", "racer"]


@pytest.mark.parametrize(("computers", "level"), [(["easy", "easy"], "easy"), (["easy", "hard"], "medium")])
def test_who_takes_over_from_a_person_is_as_good_as_the_others_and_who_was_played(
    ann: Browser, ben: Browser, computers: list[str], level: str
) -> None:
    with open_table(ann, "king-of-tokyo", character="Giga Zaur", computers=computers) as host:
        host.do("add_chair", level=None)
        with come(ben, code_of(host)) as guest:
            guest.do("me", character="Kraken")
            guest.do("ready", ready=True)
            host.wait(lambda state: len([chair for chair in state["chairs"] if chair["person"] is not None]) == 2)
            host.wait(lambda state: not state["why_not"])
            host.do("start")
            at = next(number for number, chair in enumerate(host.state["chairs"]) if chair["person"] == 2)
            guest.do("stand_up")
            host.wait(lambda state: state["chairs"][at]["person"] is None)
            assert told(host)[at] == (level, "turtle", None)
            with host.sit() as page:
                assert [page.state["seats"][at][what] for what in ("level", "temper")] == [level, "turtle"]


def test_in_the_waiting_room_computer_players_have_the_names_they_will_have(ann: Browser) -> None:
    with open_table(ann, "king-of-tokyo", character="Giga Zaur", computers=["hard", "easy"]) as host:
        named = [chair["name"] for chair in host.state["chairs"]]
        assert named[0] == "", "a person"
        assert all(named[1:])
        host.do("start")
        host.wait(lambda state: state["stage"] == "playing")
        assert [chair["name"] for chair in host.state["chairs"]][1:] == named[1:]


def test_a_level_stays_when_another_game_knows_no_such_temper(ann: Browser) -> None:
    """It became the usual one: nobody of Deadwood is a brawler."""
    with open_table(ann, "king-of-tokyo", computers=["hard-brawler"]) as host:
        host.do("set_rules", game="deadwood")
        assert told(host)[1][:2] == ("hard", None)
        host.do("set_rules", game="yahtzee")
        assert told(host)[1] == ("hard", None, None)
