"""Every screen: what it says, that everybody can use it, and that it fits."""

import json
import re

import pytest
from playwright.sync_api import expect

import dicecup
from tests.page.conftest import DESKTOP, NOWHERE, PHONE, SMALL, Open
from tests.page.player import audit, bring, fits, settled, start_game
from tests.scenarios.king_of_tokyo.tokyo import monster, roll, table

pytestmark = pytest.mark.thorough

SCREENS = ("", "#/load", "#/help/yahtzee", "#/play/king-of-tokyo", "#/play/deadwood", "#/friends", "#/join")
SEEN = ((DESKTOP, "light", False), (PHONE, "dark", True))  # everything once; all combinations in soak runs
LOOKS = [
    pytest.param(size, theme, contrast, marks=[] if (size, theme, contrast) in SEEN else pytest.mark.soak)
    for size in (DESKTOP, PHONE)
    for theme in ("light", "dark")
    for contrast in (False, True)
]


@pytest.mark.parametrize(("size", "theme", "contrast"), LOOKS)
def test_every_screen_is_for_everybody(visit: Open, size: tuple[int, int], theme: str, contrast: bool) -> None:
    page = visit(size=size, likes={"theme": theme, "contrast": contrast})
    for screen in SCREENS:
        page.goto(f"{page.url.split('#')[0]}{screen}")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        if screen.startswith("#/help"):
            expect(page.get_by_role("heading", name="Keys")).to_be_visible()
        audit(page)
        fits(page)


def test_a_save_may_have_the_longest_name(visit: Open, address: str) -> None:
    page = visit(NOWHERE, size=PHONE)
    match = bring(page, address, dicecup.new("yahtzee", seats=1))
    name = "W" * 40
    assert page.request.post(f"{address}/api/v1/matches/{match}/save", data={"name": name}).ok
    page.goto(f"{address}/#/load")
    expect(page.get_by_role("strong").filter(has_text=name)).to_be_visible()
    fits(page)


def test_faint_words_and_a_button_without_a_name_would_be_found(visit: Open) -> None:
    page = visit("#/load")
    expect(page.get_by_role("heading", name="Load a game")).to_be_visible()
    page.evaluate("document.querySelector('h1').style.color = '#bbb'")
    with pytest.raises(AssertionError, match="color-contrast"):
        audit(page)
    page.evaluate("document.querySelector('h1').innerHTML = '<button></button>'")
    with pytest.raises(AssertionError, match="button-name"):
        audit(page, "h1")


def test_help_is_for_everybody(visit: Open, address: str) -> None:
    page = visit(NOWHERE, size=PHONE)
    for game, title in (("king-of-tokyo", "King of Tokyo"), ("deadwood", "Deadwood")):
        page.goto(f"{address}/#/help/{game}")
        expect(page.get_by_role("heading", name=f"Rules for {title}")).to_be_visible()
        expect(page.get_by_role("heading", name="Keys")).to_be_visible()
        fits(page)
        audit(page)


# Light and without more contrast they are seen by the tests of whole games.
@pytest.mark.parametrize(
    ("game", "size", "theme", "contrast"),
    [
        pytest.param(game, size, theme, contrast, marks=[] if game == quick else pytest.mark.soak)
        for size, theme, contrast, quick in (
            (DESKTOP, "dark", False, "king-of-tokyo"),
            (PHONE, "dark", True, "yahtzee"),
            (DESKTOP, "light", True, "deadwood"),
        )
        for game in ("king-of-tokyo", "deadwood", "yahtzee")
    ],
)
def test_tables_are_for_everybody_in_the_dark_and_in_high_contrast(
    visit: Open, game: str, size: tuple[int, int], theme: str, contrast: bool
) -> None:
    page = visit(f"#/play/{game}", size=size, likes={"theme": theme, "contrast": contrast})
    start_game(page)
    settled(page)
    audit(page)
    fits(page)


def test_a_very_small_screen_needs_no_scrolling_to_the_side_and_shows_the_board(visit: Open, address: str) -> None:
    page = visit(NOWHERE, size=SMALL, has_touch=True)
    for game in ("king-of-tokyo", "deadwood", "yahtzee"):
        page.goto(f"{address}/#/play/{game}")
        expect(page.get_by_role("button", name="Start the game")).to_be_visible()
        fits(page)
        page.get_by_role("radio", name="Easy").check()
        start_game(page)
        settled(page)
        fits(page)
        if game != "deadwood":
            page.keyboard.press("Enter")  # for the first turn, or the turn's first roll
            settled(page)
        board = page.get_by_role("main", name="Board").evaluate("e => e.clientHeight")
        assert board >= 150, f"{game}: little is left of the board, {board} pixels"


def test_the_menu_offers_play_load_help_and_exit(visit: Open) -> None:
    page = visit()
    for game in ("King of Tokyo", "Deadwood", "Yahtzee"):
        expect(page.get_by_role("link", name=f"Play {game}")).to_be_visible()
    page.get_by_role("link", name="Load").click()
    expect(page.get_by_role("heading", name="Load a game")).to_be_visible()
    page.get_by_role("link", name="Back").click()
    page.get_by_role("link", name="Help").click()
    expect(page.get_by_role("heading", name="Rules for Yahtzee")).to_be_visible()  # the first in the menu
    page.get_by_role("link", name="Back").click()
    page.get_by_role("button", name="Exit").click()
    expect(page.get_by_role("dialog", name="Quit Dicecup?")).to_be_visible()
    audit(page)
    page.get_by_role("button", name="Cancel").click()


def test_help_is_searched(visit: Open) -> None:
    page = visit("#/help/king-of-tokyo")
    page.get_by_label("Search the rules").fill("energy drink")
    expect(page.get_by_text("1 place found")).to_be_visible()
    expect(page.get_by_role("heading", name="Telepath")).to_be_visible()
    page.get_by_label("Search the rules").fill("xyzzy")
    expect(page.get_by_text("Nothing about “xyzzy”.")).to_be_visible()
    page.get_by_label("Search the rules").fill("")
    expect(page.locator("article.card")).to_have_count(64)  # 66 cards, two of them twice


def test_deadwood_refuses_a_wrong_number_of_players(visit: Open) -> None:
    page = visit("#/play/deadwood")
    page.get_by_label("Number of players").fill("9")
    expect(page.get_by_text("Deadwood is for 2 to 8 players.")).to_be_visible()
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_label("Number of players")).to_be_focused()
    page.get_by_label("Number of players").fill("8")
    expect(page.locator(".seats li")).to_have_count(8)
    page.get_by_label("Name of player 2").fill(page.get_by_label("Name of player 1").input_value())
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_text("Every player needs a different name.")).to_be_visible()


def test_house_rules_reach_the_table(visit: Open) -> None:
    page = visit("#/play/king-of-tokyo")
    page.get_by_text("House rules", exact=True).click()
    page.get_by_label("There are no power cards").check()
    page.get_by_text("Start and finish").click()
    page.get_by_label("The first seat goes first.").check()
    expect(page.get_by_text("(2 rules changed)")).to_be_visible()
    start_game(page)
    settled(page)
    expect(page.get_by_role("button", name=re.compile("^Roll 6 dice"))).to_be_visible()
    expect(page.get_by_role("region", name="Market")).to_have_count(0)
    # The turn is given away; what the computer players do has reasons, below the lines of the log, until they are
    # switched off.
    page.get_by_role("button", name=re.compile("^Roll 6 dice")).click()
    page.get_by_role("button", name="Keep this roll").click()
    why = page.get_by_role("log").locator(".why")
    expect(why.first).to_have_text(re.compile("“[A-Z].+[.!?]”$"))
    settled(page)
    expect(page.get_by_role("log").locator("p").last).to_be_in_viewport()
    audit(page)
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Computer players give their reasons").uncheck()
    expect(why).to_have_count(0)
    assert 'reasons":false' in page.evaluate("localStorage.getItem('dicecup.settings')")


def test_deck_status_and_the_settings_of_a_table(visit: Open, address: str) -> None:
    page = visit(NOWHERE)
    game = roll(table(monster("wings", "jets", energy=5), monster("herbivore")), 1, 1, 2, 2, 3, 5)
    bring(page, address, game.match.clone())
    page.get_by_role("button", name="Deck").click()
    deck = page.get_by_role("dialog", name="Your power cards")
    expect(deck.get_by_role("button", name=re.compile("^Use: Wings"))).to_be_visible()
    expect(deck.get_by_text("Jets works by itself.")).to_be_visible()
    audit(page)
    deck.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Status").click()
    status = page.get_by_role("dialog", name="Status")
    expect(status.get_by_role("row")).to_have_count(3)
    audit(page)
    status.get_by_role("combobox").first.select_option("Never ask")
    status.get_by_role("button", name="Close").click()
    page.reload()
    settled(page)
    page.get_by_role("button", name="Status").click()
    expect(page.get_by_role("dialog").get_by_role("combobox").first).to_have_value("never")


def test_sweeping_says_why_not(visit: Open, address: str) -> None:
    page = visit(NOWHERE)
    game = roll(table(monster(energy=1), None, market=["heal", "solar-powered", "jets"]), 1, 1, 2, 2, 5, 4)
    bring(page, address, game.match.clone())
    expect(page.get_by_role("region", name="Market").get_by_role("button", name=re.compile("^Buy"))).to_have_count(
        1
    )
    expect(page.get_by_role("region", name="Market").get_by_text("more energy needed")).to_have_count(2)


def test_the_market_shows_what_cards_cost_whoever_looks(visit: Open, address: str) -> None:
    """On anybody's turn, also long before anything can be bought."""
    page = visit(NOWHERE)
    game = table(monster("alien-metabolism"), None, market=["heal", "energize", "jets"])
    bring(page, address, game.match.clone())
    market = page.get_by_role("region", name="Market")
    for cost in (2, 7, 4):
        expect(market.get_by_text(f"costs {cost} energy")).to_have_count(1)


def test_undo_takes_back_or_says_why_not(visit: Open, address: str) -> None:
    page = visit(NOWHERE)
    game = table(None, None)
    game.unused.insert(0, [1, 1, 1, 2, 3, 4])
    game.do("roll")
    bring(page, address, game.match.clone())
    page.get_by_role("button", name="Undo").click(force=True)  # greyed, and says why
    expect(page.get_by_role("alert")).to_contain_text("That cannot be taken back: dice have been rolled")
    page.get_by_role("button", name="Keep this roll").click()
    expect(page.locator(".decide .name")).to_have_text("Ben")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".decide .name")).to_have_text("Ann")
    expect(page.get_by_role("button", name="Keep this roll")).to_be_visible()
    expect(page.get_by_role("log").first).to_contain_text("Ann takes back the last choice.")


def test_a_hint_gives_values_and_can_be_taken(visit: Open) -> None:
    page = visit("#/play/yahtzee")
    page.get_by_role("button", name="One player fewer").click()
    start_game(page)
    settled(page)
    page.get_by_role("button", name="Roll the dice").click()
    page.get_by_role("button", name="Roll all 5 again").wait_for()
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator(".hints li").first).to_contain_text("points", timeout=60_000)
    audit(page)
    page.locator(".hints button").first.click()
    settled(page)


def test_stopping_with_rolls_left_is_asked_once(visit: Open, address: str) -> None:
    page = visit(NOWHERE, likes={"askBeforeStopping": True})
    game = table(None, None)
    game.unused.insert(0, [1, 1, 1, 2, 3, 4])
    game.do("roll")
    bring(page, address, game.match.clone())
    page.get_by_role("button", name="Keep this roll").click()
    expect(page.get_by_text("Happy with this roll? You could still roll 2 times.")).to_be_visible()
    page.get_by_role("button", name="No, roll on").click()
    page.get_by_role("button", name="Keep this roll").click()
    page.get_by_label("Do not ask again").check()
    page.get_by_role("button", name="Yes, keep it").click()
    expect(page.get_by_role("log").first).to_contain_text("3 x 1")
    assert 'askBeforeStopping":false' in page.evaluate("localStorage.getItem('dicecup.settings')")


def test_cards_and_rules_are_those_of_the_table(visit: Open, address: str) -> None:
    page = visit("#/play/king-of-tokyo")
    page.get_by_text("House rules", exact=True).click()
    page.get_by_label("The rules of the first edition").check()
    page.get_by_text("Power cards 8 rules changed").click()
    expect(page.get_by_label("Monster Batteries cost 2")).to_be_checked()
    page.get_by_label("Search the house rules").fill("empty tokyo")
    expect(page.get_by_label("Monster Batteries cost 2")).to_have_count(0)
    expect(page.get_by_text("2 rules found")).to_be_visible()
    page.get_by_label("the monster whose turn it is has to enter").check()  # against the preset
    expect(page.get_by_text("(2 rules changed)")).to_be_visible()
    with page.expect_request(re.compile("/matches$")) as sent:
        start_game(page)
    wished = json.loads(sent.value.post_data or "")
    assert wished["options"] == {"preset": "first-edition", "enter": "always"}
    market = ["monster-batteries", "heal", "jets"]
    game = table(monster(energy=1), None, market=market, options={"preset": "first-edition"})
    bring(page, address, roll(game, 1, 1, 2, 2, 3, 4).match.clone())
    card = page.get_by_role("region", name="Market").get_by_role("article").first
    expect(card).to_contain_text("costs 2 energy")


def test_the_set_up_remembers_what_was_chosen_last(visit: Open) -> None:
    page = visit("#/play/deadwood")
    page.get_by_role("button", name="One player more").click()
    page.get_by_label("Hard").check()
    page.get_by_text("House rules", exact=True).click()
    page.get_by_label("The first seat goes first.").check()
    start_game(page)
    page.goto(f"{page.url.split('#')[0]}#/play/deadwood")
    expect(page.get_by_label("Number of players")).to_have_value("4")
    expect(page.get_by_label("Hard")).to_be_checked()
    expect(page.get_by_text("(1 rule changed)")).to_be_visible()
    page.goto(f"{page.url.split('#')[0]}#/play/yahtzee")
    expect(page.get_by_label("Hard")).not_to_be_checked()  # each game for itself
    spoilt = json.dumps({"count": 99, "level": 7, "options": 3})
    page.evaluate("text => localStorage.setItem('dicecup.setup.deadwood', text)", spoilt)
    page.goto(f"{page.url.split('#')[0]}#/play/deadwood")
    expect(page.get_by_label("Number of players")).to_have_value("3")


def test_the_set_up_remembers_the_monster(visit: Open) -> None:
    page = visit("#/play/king-of-tokyo")
    page.get_by_label("Kraken").check(force=True)
    start_game(page)
    page.goto(f"{page.url.split('#')[0]}#/play/king-of-tokyo")
    expect(page.get_by_label("Kraken")).to_be_checked()


def test_a_card_can_be_bought_where_it_is_read(visit: Open, address: str) -> None:
    page = visit(NOWHERE)
    game = table(monster(energy=6), None, market=["energize", "heal", "jets"])
    bring(page, address, roll(game, 1, 1, 2, 2, 3, 4).match.clone())
    market = page.get_by_role("region", name="Market")
    market.get_by_role("button", name="Energize").first.click()
    expect(page.get_by_role("dialog").get_by_role("button", name=re.compile("^Buy"))).to_have_count(0)  # costs 8
    page.keyboard.press("Escape")
    market.get_by_role("button", name="Heal").first.click()
    page.get_by_role("dialog").get_by_role("button", name="Buy Heal for 3 energy").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("log").first).to_contain_text("Ann buys Heal")


def test_while_cards_are_dealt_nobody_reads_that_none_is_left(visit: Open) -> None:
    page = visit("#/play/king-of-tokyo", likes={"speed": "fast"}, reduced_motion="no-preference")
    page.evaluate(
        """() => {
            window.seen = new Set();
            const look = () => document.querySelectorAll('.market .empty').forEach((e) => seen.add(e.innerText));
            new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
        }"""
    )
    start_game(page)
    expect(page.get_by_role("region", name="Market").get_by_role("article")).to_have_count(3)
    assert page.evaluate("[...seen]") == ["the next card is on its way"]


def test_a_box_is_chosen_by_its_name_and_no_row_moves(visit: Open, address: str) -> None:
    page = visit(NOWHERE)
    match = dicecup.new("yahtzee", names=["Ann", "Bo"], seed=3, start="seat-order")
    bring(page, address, match)
    rows = "all => all.map(row => row.getBoundingClientRect().height)"
    before = page.locator(".sheet tbody tr").evaluate_all(rows)
    page.get_by_role("button", name="Roll the dice").click()
    page.locator("button.pencil").first.wait_for()
    assert page.locator(".sheet tbody tr").evaluate_all(rows) == before
    page.get_by_text("Full house 25").click(force=True)  # whatever is there: the button of the whole row
    expect(page.get_by_role("button", name=re.compile("^Full house, would score"))).to_have_attribute(
        "aria-pressed", "true"
    )


def test_lines_of_the_chart_have_the_colours_of_the_monsters(visit: Open, address: str) -> None:
    page = visit(NOWHERE)
    match = dicecup.new("king-of-tokyo", names=["Kraken", "The King"], seed=1, cards=False)
    while match.pending is not None:
        match.answer(match.pending.options[-1])
    bring(page, address, match)
    lines = page.locator(".result .plot path[stroke-dasharray]")
    lines.first.wait_for()
    colours = lines.evaluate_all("all => all.map(e => e.style.stroke)")
    assert ["#b98aec" in colours[0] or "185, 138, 236" in colours[0], len(set(colours))] == [True, 2]
    dashes = lines.evaluate_all("all => all.map(e => e.getAttribute('stroke-dasharray'))")
    assert dashes[0] != dashes[1]


def test_finished_games_name_the_winner(visit: Open, address: str) -> None:
    page = visit(NOWHERE)
    match = dicecup.new("yahtzee", names=["Ann", "Bo"], seed=5)
    while match.pending is not None:
        match.answer(match.pending.options[-1])
    assert match.outcome is not None
    bring(page, address, match)
    page.goto(f"{address}/#/load")
    mine = page.get_by_role("region", name="Finished games").get_by_role("listitem").first
    expect(mine).to_contain_text(f"{match.names[match.outcome.winners[0]]} won")
