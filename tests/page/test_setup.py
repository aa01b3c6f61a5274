"""Setting up a game: names, monsters, seats."""

from playwright.sync_api import Page, expect

from tests.page.conftest import Open
from tests.page.player import start_game


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
