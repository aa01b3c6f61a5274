"""My games: all that a few hundred of them come to, by keyboard and by ear, on a desktop and on a phone."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from dicecup.server.matches import fingerprint
from tests.page.conftest import PHONE, Open
from tests.page.player import audit, fits, known
from tests.server.past import fill, many, result


@pytest.mark.thorough
def test_a_few_hundred_games_are_looked_through(visit: Open, home: Path) -> None:
    page = visit(likes={"theme": "dark"})
    known(page)
    page.get_by_role("link", name="My games").click()
    expect(page.get_by_text("There is nothing here yet.")).to_be_visible()
    expect(page.get_by_text("0 of 8 done")).to_be_visible()
    audit(page)

    (token,) = [
        str(each["value"]) for each in page.context.cookies() if str(each["name"]).endswith("dicecup_guest")
    ]
    rows = many(300)
    fill(home / "server.sqlite3", fingerprint(token), rows)
    page.reload()
    how_many = page.get_by_role("form", name="Which games").get_by_role("status")
    expect(how_many).to_have_text("300 games")
    for title in ("In numbers", "Accuracy and luck over time", "Records", "Are my dice fair?", "What counts"):
        expect(page.get_by_role("heading", name=title)).to_be_visible()
    expect(page.get_by_role("region", name="Are my dice fair?")).to_contain_text(
        re.compile(
            r"Fair dice come out at least this uneven in \d+ of 100 collections of this size: nothing suspicious\."
        )
    )
    expect(page.get_by_role("region", name="Accuracy and luck over time")).to_contain_text(
        re.compile(r"Accuracy of your last ten reviewed games: [\d.]+ on average; of the ten before: [\d.]+\.")
    )
    page.get_by_text("As a table").press("Enter")
    expect(page.get_by_role("columnheader", name="Luck")).to_be_visible()
    audit(page)

    # Which games: by keyboard, and what is found is said.
    chosen = page.get_by_label("Game", exact=True)
    chosen.focus()
    page.keyboard.type("Dead")
    some = [row for row in rows if row.game == "deadwood"]
    expect(how_many).to_have_text(f"{len(some)} of 300 games")
    history = page.get_by_role("region", name="History").get_by_role("listitem")
    expect(history).to_have_count(10)
    expect(history.filter(has_text="Deadwood")).to_have_count(10)
    page.get_by_role("button", name="Show more").click()
    expect(history).to_have_count(min(40, len(some)))
    page.get_by_label("Players", exact=True).select_option("1")
    expect(page.get_by_text("No game of yours is like that.")).to_be_visible()
    page.get_by_role("button", name="Show all").click()
    expect(how_many).to_have_text("300 games")

    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    fits(page)
    audit(page)


def test_the_history_says_what_the_computer_players_were_like(visit: Open, home: Path) -> None:
    page = visit()
    known(page)
    (token,) = [
        str(each["value"]) for each in page.context.cookies() if str(each["name"]).endswith("dicecup_guest")
    ]
    fill(
        home / "server.sqlite3",
        fingerprint(token),
        [result("one", "Ann", "hard", "easy", tempers=("", "turtle", ""))],
    )
    page.get_by_role("link", name="My games").click()
    history = page.get_by_role("region", name="History")
    expect(history.get_by_text("Hard (Hard, a turtle) and Easy (Easy)")).to_be_visible()
