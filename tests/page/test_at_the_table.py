"""Friends at the table: each sees who is here, hears the others, and is found wherever they go on playing."""

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

import dicecup
from dicecup.table import Match
from tests.page.conftest import PHONE, Open
from tests.page.player import audit, decision, known, press, settled
from tests.page.table import gather, plate, post, sit

pytestmark = pytest.mark.thorough

_FIRST: Final = {"start": "seat-order"}  # whoever opened the table begins


@pytest.fixture
def ann(visit: Open) -> Page:
    return visit()


@pytest.fixture
def ben(visit: Open) -> Page:
    return visit(size=PHONE)


def talk(page: Page) -> Any:
    """Open the talk, where it is not open anyway."""
    page.get_by_role("button", name=re.compile("^Open the log and the talk")).click()
    return page.get_by_role("dialog", name="Log and talk")


def fill(page: Page) -> None:
    """Put the roll into the first box that is free."""
    page.locator("button.pencil, button.box").first.click()
    page.locator(".press.main").click()


def test_everybody_sees_who_is_here_and_for_whom_a_computer_player_decides(
    ann: Page, ben: Page, address: str
) -> None:
    _, match = gather(address, {"Ann": ann, "Ben": ben}, "deadwood", options=_FIRST, absence="at once")
    expect(plate(ann, "Ben")).to_contain_text("here")
    expect(plate(ben, "Ann")).to_contain_text("here")
    ben.goto("about:blank")
    expect(plate(ann, "Ben")).to_contain_text("away")
    expect(ann.locator("[data-crier]")).to_have_text("Ben is away.")
    ann.get_by_role("button", name="End turn").click()
    expect(plate(ann, "Ben")).to_contain_text("away, a computer player decides")
    settled(ann)  # it has decided
    note = ann.locator(".logside .log p.note")
    expect(note).to_have_text("Ben is away: a computer player decides.")
    before = note.locator("xpath=preceding-sibling::p[1]").inner_text()
    ann.reload()
    expect(note).to_be_visible()
    assert note.locator("xpath=preceding-sibling::p[1]").inner_text() == before, "it keeps its place in the log"
    assert note.locator("xpath=following-sibling::p").count() > 1

    sit(ben, address, match)
    expect(plate(ann, "Ben")).to_contain_text("here")
    expect(plate(ann, "Ben")).not_to_contain_text("a computer player decides")


def test_faces_and_words_reach_the_others_and_nobody_has_to_hear_them(ann: Page, ben: Page, address: str) -> None:
    gather(address, {"Ann": ann, "Ben": ben}, options=_FIRST)
    before = decision(ann)
    ann.keyboard.press("t")
    expect(ann.locator(".talk input")).to_be_focused()
    ann.keyboard.type("1 hut <b>u</b>")  # keys of the table, too
    ann.keyboard.press("Enter")
    ann.locator("[data-react=laugh]").click()
    ann.locator("[data-phrase=good_luck]").click()
    face = plate(ben, "Ann").locator("[data-face=laugh]")
    expect(face).to_be_visible()
    expect(ben.get_by_role("button", name="Open the log and the talk, 2 unread")).to_be_visible()
    expect(face).to_be_hidden()
    assert decision(ann) == before, "nothing of it was an answer"
    ann.keyboard.press("Escape")
    expect(ann.locator("#decision")).to_be_focused()
    assert ann.get_by_role("dialog").count() == 0

    sheet = talk(ben)
    expect(sheet.locator(".said")).to_have_text(["1 hut <b>u</b>", "Good luck!"])
    audit(ben)
    sheet.get_by_role("button", name="Mute Ann").click()
    expect(sheet.locator(".said")).to_have_count(0)
    ann.locator("[data-react=cheer]").click()
    ann.locator("[data-phrase=ouch]").click()
    expect(ann.locator(".logside .said")).to_have_count(3)
    sheet.locator("[data-react=gasp]").click()  # and the sheet makes way for it
    expect(plate(ann, "Ben").locator("[data-face=gasp]")).to_be_visible()
    expect(plate(ben, "Ben").locator("[data-face=gasp]")).to_be_visible()
    assert plate(ben, "Ann").locator("[data-face]").count() == 0
    ben.reload()
    sheet = talk(ben)
    expect(sheet.locator(".deaf")).to_contain_text("Muted: Ann.")
    expect(sheet.locator(".said")).to_have_count(0)
    sheet.get_by_role("button", name="Hear again").click()
    expect(sheet.locator(".said")).to_have_count(3)


def test_whoever_is_asked_can_be_nudged_and_sees_the_time_run(ann: Page, ben: Page, address: str) -> None:
    gather(address, {"Ann": ann, "Ben": ben}, options=_FIRST, clock="relaxed", hints=False)
    expect(ann.locator(".decide .clock")).to_contain_text(re.compile(r"0:5\d|1:00"))
    expect(plate(ben, "Ann").locator(".clock")).to_be_visible()
    assert plate(ben, "Ben").locator(".clock").count() == 0
    nudge = ben.get_by_role("button", name="Nudge Ann")
    nudge.click()
    expect(ann.locator(".toast")).to_have_text("Ben nudges you: the table is waiting for you.")
    expect(nudge).to_have_attribute("aria-disabled", "true")
    expect(ben.locator(".nudge")).to_contain_text(re.compile("You can nudge again in [56][0-9] seconds"))
    ann.keyboard.press("h")
    expect(ann.locator(".refusal")).to_have_text("This table plays without hints.")

    # It is said for a moment, whatever Ann does meanwhile: here she has the sounds off.
    ann.get_by_role("button", name="Sounds").click()
    expect(ann.locator(".toast")).to_have_text("")


def test_a_seat_goes_to_another_device_and_comes_back(ann: Page, ben: Page, visit: Open, address: str) -> None:
    _, match = gather(address, {"Ann": ann, "Ben": ben}, options=_FIRST)
    press(ann, "roll").click()
    ann.get_by_role("button", name="Pause").click()
    ann.get_by_role("button", name="Continue on my phone").click()
    dialog = ann.get_by_role("dialog", name="Continue on my phone")
    expect(dialog.get_by_role("img", name=re.compile("^QR code"))).to_be_visible()
    audit(ann)
    way = dialog.get_by_role("textbox", name="Link", exact=True).input_value()
    own = dialog.get_by_role("textbox", name="Your own link to this seat").input_value()

    phone = visit(size=PHONE)
    phone.goto(way)
    phone.get_by_role("button", name="Continue as Ann").click()
    expect(phone).to_have_url(re.compile(match))
    settled(phone)
    expect(ann.get_by_role("heading", name="Your seat is somewhere else now")).to_be_visible()
    expect(ann.get_by_role("alert")).to_have_text("This seat is now played on another device.")
    ann.reload()  # whatever the page knew is forgotten; the browser has kept the key
    ann.get_by_role("button", name="Take it back to this device").click()
    settled(ann)
    expect(phone.get_by_role("heading", name="Your seat is somewhere else now")).to_be_visible()

    other = visit()  # the link that was to be kept
    other.goto(own)
    other.get_by_role("button", name="Continue as Ann").click()
    settled(other)


def test_whoever_watches_is_counted_may_take_a_chair_and_may_be_turned_away(
    ann: Page, ben: Page, visit: Open, address: str
) -> None:
    eve = visit(size=(768, 1024))
    watching = {"Ben": ben, "Eve": eve}
    gather(address, {"Ann": ann}, computers=["easy"], watching=watching, options=_FIRST, take_over=True)
    expect(ann.get_by_role("button", name="Who is at the table")).to_contain_text("2 watching")
    expect(ben.locator("#decision")).to_contain_text("You are watching.")
    assert ben.locator(".press").count() == 0
    ben.get_by_role("button", name="Take a chair").click()
    audit(ben)
    ben.locator("[data-take]").first.click()
    expect(ann.get_by_role("button", name="Who is at the table")).to_contain_text("1 watching")
    expect(ben.locator("#decision")).not_to_contain_text("You are watching.")
    expect(plate(ann, "Player 2")).to_contain_text("Ben, here")  # who that is now
    ann.get_by_role("button", name="Who is at the table").click()
    ann.get_by_role("button", name="Turn Eve away").click()
    sure = ann.get_by_role("button", name="Turn away", exact=True)
    expect(sure).to_be_focused()
    expect(sure).to_be_in_viewport()
    sure.click()
    expect(eve.get_by_role("alert")).to_have_text("The host has turned you away from this table.")
    assert eve.get_by_role("button", name="Take it back to this device").count() == 0
    expect(ann.get_by_text("Nobody is watching.")).to_be_visible()


def test_a_page_without_a_network_says_so_soon_and_finds_the_table_again(
    ann: Page, ben: Page, address: str
) -> None:
    """And not after half a minute, when the line has been silent for long."""
    gather(address, {"Ann": ann, "Ben": ben}, options=_FIRST)
    ben.clock.install()
    ben.context.set_offline(True)  # it asks whether anybody is there, ...
    ben.clock.fast_forward("00:10")  # ... and hears nothing
    expect(ben.get_by_text("Connection lost.")).to_be_visible(timeout=15_000)
    press(ann, "roll").click()
    ben.context.set_offline(False)
    expect(ben.get_by_text("Connection lost.")).to_have_count(0)
    expect(ben.locator("#decision")).to_contain_text("Ann rolls")


def _last_turn() -> Match[Any]:
    """A game of Yahtzee in which Ann has one box left to fill, and then it is over."""
    match: Match[Any] = dicecup.new("yahtzee", names=["Ben", "Ann"], start="seat-order", seed=3)
    while True:
        after = match.clone()
        after.answer(after.pending.options[-1])  # type: ignore[union-attr]
        if after.pending is None:
            return match
        match = after


def test_again_takes_everybody_along_and_the_evening_is_counted(ann: Page, ben: Page, address: str) -> None:
    known(ann)
    brought = post(ann, address, "/import", text=_last_turn().save(), open=[0])["match"]
    ann.goto(f"{address}/#/match/{brought}")
    ann.get_by_role("button", name="Pause").click()
    ann.get_by_role("button", name="Invite friends to this game").click()
    people = ann.get_by_role("dialog", name="At the table")
    people.get_by_text("The link", exact=True).click()
    ben.goto(people.get_by_role("textbox", name="The link").input_value())
    ben.get_by_role("textbox", name="Your name").fill("Ben")
    ben.get_by_role("button", name="Sit down").click()
    expect(ben).to_have_url(re.compile(brought))
    ann.keyboard.press("Escape")
    fill(ann)
    for page in (ann, ben):
        rows = page.locator(".evening tbody tr")
        expect(rows).to_have_count(2)
        expect(rows.first.locator("td").nth(1)).to_have_text("1")  # whoever has won comes first
    audit(ben)
    ben.get_by_role("button", name="Play again").click()
    for page in (ann, ben):
        expect(page).not_to_have_url(re.compile(brought))
        expect(page.locator("#decision")).to_be_visible()
    assert ann.url == ben.url
    assert "#/match/" in ann.url
