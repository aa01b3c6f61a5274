"""Setting up a game: names, monsters, seats."""

import re

from playwright.sync_api import Page, expect

from tests.page.conftest import SMALL, Open
from tests.page.player import audit, fits, start_game


def cast(page: Page, address: str) -> dict[str, str]:
    match = page.url.rsplit("/", 1)[-1]
    body = page.request.get(f"{address}/api/v1/matches/{match}/export?kind=save").json()["body"]
    state = body["start"]["state"]
    return dict(zip(state["names"], (monster["character"] for monster in state["monsters"]), strict=True))


def test_a_name_and_a_monster_are_two_things(visit: Open, address: str) -> None:
    page = visit("#/play/king-of-tokyo")
    page.get_by_role("radio", name="2 computer monsters").check()
    page.locator("summary").first.click()
    page.get_by_label("Name of player 1").fill("Ann")
    page.get_by_label("Name of player 2").fill("Ben")
    expect(page.get_by_role("radio", name="Giga Zaur")).to_be_checked()  # typing a name changes nobody's monster
    page.get_by_role("radio", name="Kraken").check()
    expect(page.get_by_label("Name of player 1")).to_have_value("Ann")
    page.locator("summary").first.click()  # nor does closing it
    page.get_by_role("radio", name="3 computer monsters").check()
    page.get_by_role("radio", name="Alienoid").check()
    start_game(page)
    assert cast(page, address) == {
        "Ann": "Alienoid",
        "Ben": "Kraken",
        "Cyber Bunny": "Cyber Bunny",
        "Giga Zaur": "Giga Zaur",
    }
    page.goto(f"{address}/#/play/king-of-tokyo")  # and they sit down once more as they did
    expect(page.get_by_role("radio", name="Alienoid")).to_be_checked()
    expect(page.get_by_label("Name of player 1")).to_have_value("Ann")
    expect(page.get_by_label("Name of player 2")).to_have_value("Ben")


def test_what_a_computer_player_is_like_is_said_and_can_be_left_to_chance(visit: Open, address: str) -> None:
    """It said "with a temper of its own", and neither which nor what that is."""
    page = visit("#/play/king-of-tokyo")
    page.get_by_text("Names, tempers,").click()
    expect(page.get_by_text("A temper makes nobody stronger")).to_be_visible()
    temper = page.get_by_label("The temper of player 2")
    expect(page.get_by_label("Name of player 2")).to_have_value("Alienoid")
    expect(temper.locator("option:checked")).to_have_text("its own: a schemer")
    saying = page.locator(".saying").first
    expect(saying).to_have_text("“I have something in mind.”")
    page.get_by_role("radio", name="Alienoid").check()  # whoever is taken leaves another to the computer
    expect(temper.locator("option:checked")).to_have_text("its own: a brawler")
    temper.select_option("turtle")
    expect(saying).to_have_text("“Safety first.”")
    temper.select_option("by chance")
    expect(saying).to_have_text("Drawn when the game begins.")
    audit(page)
    page.set_viewport_size({"width": SMALL[0], "height": SMALL[1]})
    fits(page)
    start_game(page)
    match = page.url.rsplit("/", 1)[-1]
    drawn = page.request.get(f"{address}/api/v1/matches").json()[0]["players"][1]["temper"]
    assert drawn in ("brawler", "racer", "shopper", "turtle", "schemer")
    page.goto(f"{address}/#/load")
    expect(page.get_by_text(f"(Medium, a {drawn})").first).to_be_visible()
    page.goto(f"{address}/#/match/{match}")
    expect(page.get_by_text(f"a {drawn}").first).to_be_attached()


def test_an_actor_has_a_temper_by_the_name(visit: Open) -> None:
    page = visit("#/play/deadwood")
    page.get_by_label("Name of player 2").fill("Ada")
    own = page.get_by_label("The temper of player 2").locator("option:checked")
    found = set()
    for name in ("Ada", "Boris", "Clara", "Dolores"):
        with page.expect_response("**/tempers") as asked:
            page.get_by_label("Name of player 2").fill(name + "!")
        temper = asked.value.json()[1]
        expect(own).to_have_text(re.compile(f"^its own: an? .*{temper}$"))
        found.add(temper)
    assert len(found) > 1
