"""From a code on somebody's phone to the table: the way in, the waiting room, and back into it."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from dicecup.server.settings import Settings
from tests.page.conftest import DESKTOP, PHONE, Guest, Open
from tests.page.player import audit, fits, start_game
from tests.server.browser import FAST, served

ROOM = re.compile(r"#/party/")
TABLE = re.compile(r"#/match/")


def look(page: Page) -> None:
    fits(page)
    audit(page)


def opened(page: Page, name: str, monster: str = "") -> str:
    """Somebody opens a table for King of Tokyo; its code."""
    page.get_by_role("link", name="Play with friends").click()
    page.get_by_role("radio", name="King of Tokyo").check()
    page.get_by_label("Your name").fill(name)
    if monster:
        page.get_by_role("radio", name=monster).check()
    look(page)
    page.get_by_role("button", name="Open the table").click()
    expect(page).to_have_url(ROOM)
    letters = page.locator(".letters").first.locator(".letter")
    expect(letters).to_have_count(5)
    return "".join(letters.all_inner_texts())


def joined(page: Page, code: str, name: str) -> None:
    """Somebody comes in by a code."""
    page.get_by_role("link", name="Join with a code").click()
    page.get_by_label("The five letters of the code").fill(code)
    page.keyboard.press("Enter")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()
    expect(page).to_have_url(ROOM)


def chair(page: Page, of: str) -> Any:
    return page.locator(".chairs > li").filter(has_text=of)


def test_from_the_code_to_the_table(visit: Open, address: str) -> None:
    ann, bob = visit(size=DESKTOP), visit(size=PHONE, has_touch=True)
    code = opened(ann, "Ann", "Kraken")
    expect(ann.get_by_role("heading", level=1)).to_have_text("Your table")
    start = ann.get_by_role("button", name="Start the game")

    # Bob mistypes the code, and is told so kindly; in whatever way he writes the right one it is right.
    bob.get_by_role("link", name="Join with a code").click()
    field = bob.get_by_label("The five letters of the code")
    expect(field).to_be_focused()  # he can type at once
    bob.get_by_role("button", name="Come in").click()
    expect(bob.get_by_role("alert")).to_contain_text("five letters")
    expect(field).to_be_focused()
    field.fill("zzzzz" if code != "ZZZZZ" else "yyyyy")
    bob.keyboard.press("Enter")
    expect(bob.get_by_role("alert")).to_contain_text(re.compile("code", re.IGNORECASE))
    look(bob)
    field.fill(f" {code[:3].lower()}-{code[3:].lower()} ")
    bob.keyboard.press("Enter")

    # He sees whose table it is and who is taken, and may not go on without a name.
    expect(bob.get_by_role("heading", level=1)).to_have_text("Ann’s table")
    expect(bob.get_by_role("radio", name="Kraken")).to_be_disabled()
    bob.get_by_label("Your name").fill("")
    bob.get_by_role("button", name="Sit down").click()
    expect(bob.get_by_role("alert")).to_be_visible()
    look(bob)
    bob.get_by_label("Your name").fill("Bob")
    expect(bob.get_by_role("alert")).to_have_count(0)
    bob.get_by_role("radio", name="Alienoid").check()
    bob.get_by_role("button", name="Sit down").click()
    expect(bob).to_have_url(ROOM)

    # Both see him there, and those who cannot see hear it.
    for page in (ann, bob):
        expect(chair(page, "Bob")).to_contain_text("not ready yet")
        expect(chair(page, "Bob")).to_contain_text("Alienoid")
    expect(ann.locator("[aria-live=polite]", has_text="Bob is here.")).to_have_count(1)
    expect(start).to_have_attribute("aria-disabled", "true")
    expect(ann.get_by_text("Bob is not ready yet.")).to_be_visible()
    look(ann)
    look(bob)
    bob.reload()
    expect(chair(bob, "Bob")).to_contain_text("you")

    # The host moves the furniture and settles the rules; what Bob is ready for is what he reads.
    ann.get_by_role("button", name="Add a computer player").click()
    expect(chair(bob, "Computer player, medium")).to_be_visible()
    ann.get_by_text("Rules of this table").click()
    ann.get_by_role("radio", name=re.compile("^Relaxed")).check()
    bob.get_by_text("Rules of this table").click()
    expect(bob.get_by_role("listitem").filter(has_text="Relaxed: a minute")).to_be_visible()
    audit(ann)
    ready = bob.get_by_role("button", name="I am ready")
    ready.click()
    expect(ready).to_have_attribute("aria-pressed", "true")
    expect(start).not_to_have_attribute("aria-disabled", "true")

    # Everybody is at the table, and everybody's number is in the dice, from before the first roll.
    start.click()
    for page in (ann, bob):
        expect(page).to_have_url(TABLE)
        expect(page.locator("#decision")).to_be_visible()
    match = ann.url.rsplit("/", 1)[-1]
    assert bob.url.endswith(match)
    seals = [page.evaluate("JSON.parse(localStorage.getItem('dicecup.seals'))")[match] for page in (ann, bob)]
    assert seals[0]["seal"] == seals[1]["seal"]
    assert seals[0]["nonce"] != seals[1]["nonce"]
    assert [each["by"] for each in seals] == [0, 0]
    # From there nobody lands in the waiting room by the way back.
    bob.go_back()
    expect(bob).not_to_have_url(ROOM)


@pytest.mark.thorough
def test_turned_away_and_lost_and_found(guest: Guest, visit: Open, address: str) -> None:
    ann = visit()
    code = opened(ann, "Ann")
    bob, cem = guest(PHONE).new_page(), visit(size=PHONE)
    bob.goto(address)
    joined(bob, code, "Bob")
    joined(cem, code, "Cem")

    # The host is asked once more before somebody has to go, and whoever had to does not get in again.
    ann.get_by_role("button", name=re.compile("^Cem:")).click()
    ann.get_by_role("button", name="Turn Cem away").click()
    dialog = ann.get_by_role("dialog", name="Turn Cem away?")
    expect(dialog).to_be_visible()
    audit(ann)
    dialog.get_by_role("button", name="Turn away").click()
    expect(cem.get_by_role("alert")).to_contain_text("turned you away")
    audit(cem)
    expect(chair(ann, "Cem")).to_have_count(0)
    cem.goto(f"{address}/#/join/{code}")
    cem.get_by_role("button", name="Sit down").click()
    expect(cem.get_by_role("alert")).to_contain_text("turned you away")

    # A browser that has forgotten everything is nobody; with the link of his seat Bob is Bob again.
    bob.get_by_text("Your own way back").click()
    link = bob.get_by_label("Your own way back").input_value()
    room = bob.url
    bob.context.clear_cookies()
    bob.evaluate("localStorage.removeItem('dicecup.parties')")
    bob.goto(address)
    bob.goto(room)
    expect(bob.get_by_role("heading", level=1)).to_have_text("You are not at this table any more")
    bob.goto(f"{address}/#/join/{link.rsplit('/', 1)[-1]}")
    expect(bob.get_by_role("heading", level=1)).to_have_text("Continue as Bob on this device?")
    look(bob)
    bob.get_by_role("button", name="Continue as Bob").click()
    expect(chair(bob, "Bob")).to_contain_text("you")
    kept = bob.evaluate("localStorage.getItem('dicecup.parties')")
    assert json.loads(kept)[room.rsplit("/", 1)[-1]]["key"]

    # The menu knows the way back to the table.
    bob.goto(f"{address}/#/")
    bob.get_by_role("link", name=re.compile("^Back to your table: King of Tokyo")).click()
    expect(chair(bob, "Ann")).to_contain_text("host")

    # Whoever hands the table over is a guest at it; whoever leaves is not there any more.
    ann.get_by_role("button", name=re.compile("^Bob:")).click()
    ann.get_by_role("button", name="Make Bob the host").click()
    expect(bob.get_by_role("heading", level=1)).to_have_text("Your table")
    expect(ann.get_by_role("button", name="I am ready")).to_be_visible()
    ann.get_by_role("button", name=re.compile("^Change")).click()
    audit(ann)
    ann.get_by_role("button", name="Leave the table").click()
    ann.get_by_role("dialog", name="Leave this table?").get_by_role("button", name="Leave").click()
    expect(ann).to_have_url(re.compile(r"#/$"))
    expect(chair(bob, "Ann")).to_have_count(0)


@pytest.mark.thorough
def test_those_who_come_to_a_game_that_is_on_and_those_who_know_nobody(guest: Guest, tmp_path: Path) -> None:
    with served(Settings(folder=tmp_path, open_tables=True, **FAST)) as address:  # type: ignore[arg-type]
        ann, bob = guest(PHONE).new_page(), guest(PHONE).new_page()

        # Ann plays against the computer, and lets a friend in who takes its chair.
        ann.goto(f"{address}/#/play/yahtzee")
        ann.get_by_label("Name of player 1").fill("Ann")
        start_game(ann)
        ann.get_by_role("button", name="Pause").click()
        ann.get_by_role("button", name="Invite friends to this game").click()
        people = ann.get_by_role("dialog", name="At the table")
        people.get_by_text("The link", exact=True).click()
        link = people.get_by_role("textbox", name="The link").input_value()
        bob.goto(f"{address}/#/join/{link.rsplit('/', 1)[-1]}")
        expect(bob.get_by_text("The game has begun.")).to_be_visible()
        bob.get_by_label("Your name").fill("Bob")
        look(bob)
        bob.get_by_role("button", name="Sit down").click()
        expect(bob).to_have_url(TABLE)
        expect(people.get_by_text("Bob")).to_be_visible()
        expect(bob.locator("#decision")).not_to_contain_text("You are watching.")

        # Nobody has to know anybody: a table that is shown to all is one press away.
        ann.goto(f"{address}/#/")
        opened(ann, "Ann")
        ann.get_by_text("Rules of this table").click()
        ann.get_by_role("radio", name=re.compile("^Everybody on this server")).check()
        bob.goto(f"{address}/#/")
        bob.get_by_role("link", name="Open tables").click()
        bob.get_by_role("link", name="Join Ann’s table of King of Tokyo").wait_for()
        look(bob)
        bob.get_by_role("link", name="Join Ann’s table of King of Tokyo").click()
        bob.get_by_role("button", name="Sit down").click()
        expect(chair(bob, "Bob")).to_contain_text("you")

        # And where there is none, one is opened that does not wait for ever.
        bob.goto(f"{address}/#/tables")
        bob.get_by_label("What do you want to play?").select_option("Yahtzee")
        bob.get_by_role("button", name="Play Yahtzee with anybody").click()
        expect(bob.get_by_text(re.compile(r"Starts by itself in \d+ second"))).to_be_visible()


@pytest.mark.thorough
def test_whoever_looks_on_can_bring_others_who_do(visit: Open, address: str) -> None:
    ann, bob = visit(size=DESKTOP), visit(size=PHONE)
    opened(ann, "Ann")
    ann.get_by_text("For those who only want to watch").click()
    watching = ann.get_by_role("textbox", name="For those who only want to watch").input_value()
    asked: list[str] = []
    bob.on("response", lambda response: asked.append(response.url) if response.status == 404 else None)
    bob.goto(f"{address}/{watching[watching.index('#') :]}")
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Watch").click()
    expect(bob.get_by_text("For those who only want to watch")).to_be_visible()
    expect(bob.get_by_text("Nobody can come in just now.")).to_have_count(0)
    look(bob)

    # When the game starts, he is at the table, and has asked for nothing that is not there.
    ann.get_by_role("button", name="Start the game").click()
    expect(bob).to_have_url(TABLE)
    expect(bob.locator("#decision")).to_contain_text("You are watching.")
    assert asked == []


def test_everybody_at_a_table_sees_what_the_computer_players_are_like(visit: Open) -> None:
    """The host chooses it as in a game alone; it said "Hard" there, and nothing more."""
    ann, ben = visit(size=PHONE), visit()
    code = opened(ann, "Ann", "Kraken")
    joined(ben, code, "Ben")
    ann.get_by_role("button", name="Add a computer player").click()
    temper = ann.get_by_label("The temper of player 3")
    expect(temper.locator("option:checked")).to_have_text("its own: a brawler")
    expect(ann.get_by_text("A temper makes nobody stronger")).to_be_visible()
    expect(chair(ben, "Computer")).to_contain_text("Computer player, medium, a brawler")
    temper.select_option("turtle")
    expect(chair(ann, "Computer")).to_contain_text("“Safety first.”")
    expect(chair(ben, "Computer")).to_contain_text("Computer player, medium, a turtle")
    ann.get_by_label("Who sits on chair 3").select_option("hard")
    expect(chair(ben, "Computer")).to_contain_text("Computer player, hard, a turtle")
    expect(ben.get_by_label("The temper of player 3")).to_have_count(0)
    look(ann)
    look(ben)

    # And so does whoever looks during the game who is at the table.
    ben.get_by_role("button", name="I am ready").click()
    start_game(ann)
    ben.get_by_role("button", name="Who is at the table").click()
    expect(ben.get_by_role("dialog")).to_contain_text("Hard, a turtle")
