"""Nothing is lost: reloads in mid-turn, saves, the end of the program, two browsers at one table."""

import re
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from dicecup.server.settings import Settings
from tests.page.conftest import NOWHERE, Open
from tests.page.player import audit, bring, decide, decision, known, log_of, moved_on, press, settled, start_game
from tests.scenarios.king_of_tokyo.tokyo import monster, roll, table
from tests.server.browser import FAST, served

pytestmark = pytest.mark.thorough


def test_a_reload_in_mid_turn_comes_back_to_the_very_decision(visit: Open) -> None:
    page = visit("#/play/yahtzee")
    page.get_by_role("button", name="One player fewer").click()
    start_game(page)
    settled(page)
    page.get_by_role("button", name="Roll the dice").click()
    expect(page.get_by_role("button", name="Roll all 5 again")).to_be_visible()
    dice = page.get_by_role("group", name="Dice").inner_text(), page.locator(".dice li").count()
    faces = [die.get_attribute("aria-label") for die in page.locator(".dice button").all()]
    before = decision(page)
    page.reload()
    settled(page)
    assert decision(page) == before
    assert [die.get_attribute("aria-label") for die in page.locator(".dice button").all()] == faces
    assert dice[1] == 5


def test_saved_exited_started_again_and_loaded(guest: Callable[..., BrowserContext], tmp_path: Path) -> None:
    context = guest()
    with served(Settings(folder=tmp_path, again="make play", **FAST)) as where:  # type: ignore[arg-type]
        page = context.new_page()
        page.goto(f"{where}/#/load")
        expect(page.get_by_text("There are no saved games yet.")).to_be_visible()
        page.goto(f"{where}/#/play/king-of-tokyo")
        page.get_by_role("radio", name="1 computer monster").check()
        start_game(page)
        settled(page)
        page.locator(".press.main").click()
        settled(page)
        page.get_by_role("button", name="Pause").click()
        page.get_by_role("button", name="Save", exact=True).click()
        expect(page.get_by_text("Saved as KoTSS.txt.")).to_be_visible()
        audit(page)
        page.get_by_role("button", name="Resume").click()
        before = page.locator(".players").inner_text(), page.locator(".prompt").inner_text()
        page.get_by_role("button", name="Pause").click()
        page.get_by_role("button", name="Exit").click()
        page.get_by_role("button", name="Quit").click()
        expect(page.get_by_role("heading", name="Dicecup has closed.")).to_be_visible()
        expect(page.get_by_text("make play")).to_be_visible()
        audit(page)
        page.close()
    with served(Settings(folder=tmp_path, **FAST)) as where:  # type: ignore[arg-type]
        page = context.new_page()
        page.goto(where)
        page.get_by_role("link", name="Load").click()
        expect(page.get_by_role("heading", name="Load a game")).to_be_visible()
        audit(page)
        page.get_by_role("button", name=re.compile("Load KoTSS.txt")).click()
        settled(page)
        assert (page.locator(".players").inner_text(), page.locator(".prompt").inner_text()) == before
        for count in range(2):
            was = decision(page)
            decide(page, count)
            moved_on(page, was)
            settled(page)


def test_a_page_whose_server_is_gone_says_so_and_finds_it_again(
    guest: Callable[..., BrowserContext], tmp_path: Path
) -> None:
    page = guest().new_page()
    settings = Settings(folder=tmp_path, **FAST)  # type: ignore[arg-type]
    with served(settings) as where:
        page.goto(f"{where}/#/play/yahtzee")
        start_game(page)
        settled(page)
    expect(page.get_by_text("Connection lost. Reconnecting")).to_be_visible()


def test_a_page_from_before_the_program_was_renewed_comes_again(visit: Open) -> None:
    """Its files have other names now. Only if that does not help is it said."""
    page = visit()
    missing: list[str] = []

    def gone(route: Route) -> None:
        missing.append(route.request.url)
        if len(missing) > 1:
            route.continue_()
        else:
            route.fulfill(status=404)

    page.route("**/assets/table-*.js", gone)
    page.evaluate("location.hash = '#/play/yahtzee'")
    start_game(page)
    settled(page)
    assert len(missing) > 1
    expect(page.locator("#decision")).to_be_visible()


def test_another_browser_of_this_computer_goes_on(guest: Callable[..., BrowserContext], tmp_path: Path) -> None:
    with served(Settings(folder=tmp_path, **FAST)) as where:  # type: ignore[arg-type]
        first = guest().new_page()
        first.goto(f"{where}/#/load")
        expect(first.get_by_text("No games in progress.")).to_be_visible()
        first.goto(f"{where}/#/play/yahtzee")
        first.get_by_role("button", name="One player fewer").click()
        start_game(first)
        settled(first)
        first.get_by_role("button", name="Roll the dice").click()
        expect(first.get_by_role("button", name="Roll all 5 again")).to_be_visible()
        faces = [die.get_attribute("aria-label") for die in first.locator(".dice button").all()]
        second = guest().new_page()
        second.goto(where)
        second.get_by_role("link", name=re.compile("^Continue")).click()
        expect(second.get_by_role("heading", name=re.compile("last played in another browser"))).to_be_visible()
        audit(second)
        second.get_by_role("button", name="Continue here").click()
        expect(second.get_by_role("button", name="Roll all 5 again")).to_be_visible()
        assert [die.get_attribute("aria-label") for die in second.locator(".dice button").all()] == faces
        expect(first.get_by_role("alert")).to_have_text("This game is now being played in another browser.")


def test_two_browsers_are_two_seats_and_see_only_their_own_secrets(
    guest: Callable[..., BrowserContext], address: str
) -> None:
    """By an invite, as a save that is brought along gives them; how friends meet is in test_waiting_room.py."""
    ann, ben = guest().new_page(), guest().new_page()
    for page in (ann, ben):
        page.goto(address)
        known(page)
    seats = [{"name": "Ann"}, {"player": "open"}]
    made = ann.request.post(f"{address}/api/v1/matches", data={"game": "king-of-tokyo", "seats": seats}).json()
    ben.goto(f"{address}/#/invite/{made['invites']['1']}")
    expect(ben.locator("#decision")).to_be_visible()
    ann.goto(f"{address}/#/match/{made['match']}")
    expect(ann.locator("#decision")).to_be_visible()
    turns = _take_turns(ann, ben)
    assert turns >= 4
    audit(ben)


def _take_turns(ann: Page, ben: Page, most: int = 8) -> int:
    """Each decides when it is theirs, and only then."""
    for _turn in range(most):
        mine, other = ann, ben
        for _ in range(800):
            if ann.locator(".decide.mine").count() + ben.locator(".decide.mine").count():
                break
            ann.wait_for_timeout(25)
        if ben.locator(".decide.mine").count():
            mine, other = ben, ann
        assert mine.locator(".decide.mine").count() == 1
        assert other.locator(".decide.mine").count() == 0
        before = decision(mine)
        (mine.locator(".press.main").or_(mine.locator(".press"))).first.click()
        moved_on(mine, before)
    return most


def test_what_one_seat_has_seen_is_covered_while_others_may_look(visit: Open, address: str) -> None:
    page = visit(NOWHERE)
    game = roll(table(monster("made-in-a-lab", energy=5), None), 1, 1, 2, 2, 3, 4)
    match = bring(page, address, game.match.clone())
    press(page, "use made-in-a-lab look").click()
    cover = page.get_by_role("dialog", name=re.compile("^Hand the screen to"))
    expect(cover).to_be_visible()
    audit(page)
    cover.get_by_role("button", name="I am").click()
    expect(page.locator(".prompt")).to_contain_text("on top of the deck")
    assert log_of(page, address, match)[-1] == ["use", "made-in-a-lab", "look"]


def test_a_damaged_game_says_so_and_goes_on_from_where_it_is_good(
    guest: Callable[..., BrowserContext], tmp_path: Path
) -> None:
    context = guest()
    with served(Settings(folder=tmp_path, **FAST)) as where:  # type: ignore[arg-type]
        page = context.new_page()
        page.goto(f"{where}/#/play/yahtzee")
        page.get_by_role("button", name="One player fewer").click()
        start_game(page)
        settled(page)
        page.get_by_role("button", name="Roll the dice").click()
        page.get_by_role("button", name="Roll all 5 again").click()
        settled(page)
        at = page.url.partition("#")[2]
        page.close()
    with sqlite3.connect(tmp_path / "server.sqlite3") as db:
        db.execute("UPDATE log SET body = body || ' ' WHERE n = (SELECT max(n) FROM log)")
    db.close()
    with served(Settings(folder=tmp_path, **FAST)) as where:  # type: ignore[arg-type]
        page = context.new_page()
        page.goto(f"{where}/#{at}")
        expect(page.get_by_role("heading", name="This game is closed")).to_be_visible()
        expect(page.get_by_role("alert")).to_contain_text("what is stored of it is damaged")
        audit(page)
        page.get_by_role("button", name="Continue after move").click()
        settled(page)
        expect(page.get_by_role("button", name=re.compile("Roll all 5 again|Keep|Roll"))).not_to_have_count(0)
