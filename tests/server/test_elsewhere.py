"""A computer of one's own: whoever comes back with another browser finds the games, and goes on there."""

from pathlib import Path

import pytest

from dicecup.server.settings import Settings
from tests.server.browser import FAST, Browser, served


def test_a_match_of_another_browser_is_offered_and_goes_on_here(ann: Browser, ben: Browser) -> None:
    match = ann.new("yahtzee", "Ann", "=", seed=1, start="seat-order")
    with ann.sit(match) as old:
        old.answer("roll")
        [found] = [each for each in ben.get("/matches") if each["match"] == match]
        assert found["elsewhere"]
        assert not any(seat["mine"] for seat in found["players"])
        assert ben.get("/hello")["continue"]["match"] == match, "there is none of its own"
        assert ben.post(f"/matches/{match}/here")["match"] == match
        assert old.until("bye")["reason"] == "This game is now being played in another browser."
    with ben.sit(match) as page:
        assert page.state["view"]["rolls"] == 1
        page.answer("fill", "chance")
        assert page.state["seats"][0]["mine"]
    [back] = [each for each in ann.get("/matches") if each["match"] == match]
    assert back["elsewhere"], "and the first browser can have it back"


def test_one_s_own_match_goes_first_and_others_keep_their_seats(ann: Browser, ben: Browser) -> None:
    wishes = [{"name": "Ann"}, {"name": "Bo", "player": "open"}]
    made = ann.post("/matches", {"game": "yahtzee", "seats": wishes})
    ben.post(f"/invites/{made['invites']['1']}")
    ann.new("yahtzee", "Ann")
    assert ben.get("/hello")["continue"]["match"] == made["match"]
    ben.post(f"/matches/{made['match']}/here")  # he sits there already: nothing changes
    with ann.sit(made["match"]) as one, ben.sit(made["match"]) as two:
        assert [seat["mine"] for seat in one.state["seats"]] == [True, False]
        assert [seat["mine"] for seat in two.state["seats"]] == [False, True]
    with Browser(ann.address) as cleo:
        cleo.post(f"/matches/{made['match']}/here")
        with cleo.sit(made["match"]) as page:
            assert [seat["mine"] for seat in page.state["seats"]] == [True, False]


def test_no_such_match(ann: Browser) -> None:
    assert ann.refusal("POST", "/matches/nowhere/here")[0] == 404


def test_where_others_may_come_nobody_sees_or_takes_anything(tmp_path: Path) -> None:
    with (
        served(Settings(folder=tmp_path, host="0.0.0.0", **FAST)) as where,  # type: ignore[arg-type]
        Browser(where.replace("0.0.0.0", "127.0.0.1")) as ann,
        Browser(ann.address) as ben,
    ):
        match = ann.new("yahtzee", "Ann")
        assert ben.get("/hello")["continue"] is None
        assert ben.get("/matches") == []
        assert ben.refusal("POST", f"/matches/{match}/here")[0] == 403
        assert ben.refusal("GET", f"/matches/{match}/rules")[0] == 404


@pytest.mark.parametrize(("preset", "cost"), [("first-edition", 2), ("second-edition", 3)])
def test_the_rules_are_those_of_the_table(ann: Browser, preset: str, cost: int) -> None:
    match = ann.new("king-of-tokyo", "Ann", "Bo", preset=preset)
    rules = ann.get(f"/matches/{match}/rules")
    [batteries] = [card for card in rules["cards"] if card["id"] == "monster-batteries"]
    assert batteries["cost"] == cost
    assert ann.get("/games/king-of-tokyo/rules")["cards"] != rules["cards"] or preset == "second-edition"


def test_what_a_preset_changes_is_told(ann: Browser) -> None:
    [king] = [game for game in ann.welcome["games"] if game["name"] == "king-of-tokyo"]
    implied = {setting["name"]: setting["implies"] for setting in king["options"] if setting["implies"]}
    assert list(implied) == ["preset"]
    assert list(implied["preset"]) == ["first-edition"]
    assert implied["preset"]["first-edition"]["batteries"] == "stake"
