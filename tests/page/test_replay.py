"""A game watched again, played on, taken away as a file, brought back, and its dice checked."""

import json
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

import dicecup
from dicecup.players import RandomPlayer, play
from tests.page.conftest import DESKTOP, PHONE, SMALL, Open
from tests.page.player import audit, fits, play_on, settled


def finished(game: str, seats: int, of: int = 1) -> str:
    """The record of a game that is over: the shortest of so many."""
    played = [play(dicecup.new(game, seats=seats), [RandomPlayer(n) for n in range(seats)]) for _ in range(of)]
    return min(played, key=lambda match: len(match.log)).record()


def bring(page: Page, text: str) -> None:
    """Bring a file along, on the Load screen."""
    page.goto(f"{page.url.split('#')[0]}#/load")
    page.get_by_label("Choose a file").set_input_files(
        {"name": "game.json", "mimeType": "application/json", "buffer": text.encode()}
    )


def at(page: Page) -> str:
    return page.get_by_label("Where in the game").input_value()


@pytest.mark.thorough
def test_watching_jumping_and_playing_on(visit: Open) -> None:
    page = visit()
    bring(page, finished("yahtzee", 2))
    expect(page.get_by_role("button", name="Forward one decision")).to_be_visible()
    assert at(page) == "0"
    audit(page)
    page.get_by_role("button", name="Forward one decision").click()
    expect(page.locator(".reel output")).to_contain_text("2 of ")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".reel output")).to_contain_text("2 of ")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".reel output")).to_contain_text(re.compile("^[3-9] of "))
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="To the end").click()
    expect(page.get_by_role("button", name="Play on from here")).to_be_disabled()
    log = page.get_by_role("log")
    assert log.locator("details[open]").count() == 1  # where one is; the other rounds can be unfolded
    log.get_by_text("Round 3", exact=True).click()
    line = log.get_by_role("button", name=re.compile("fills")).first
    line.click()
    expect(line).to_have_attribute("aria-current", "step")
    here = at(page)
    page.wait_for_url(re.compile(rf"#/replay/.*/{here}$"))
    page.reload()
    expect(page.get_by_label("Where in the game")).to_have_value(here)
    told = page.locator("#decision").get_attribute("data-told")
    page.get_by_role("button", name="Play on from here").click()
    dialog = page.get_by_role("dialog", name="Play on from here")
    dialog.get_by_role("radio", name="Player 2").check()
    dialog.get_by_label("How well Player 1 plays").select_option("easy")
    audit(page)
    dialog.get_by_role("button", name="Play on").click()
    settled(page)
    page.wait_for_url(re.compile("#/match/"))
    assert int(page.locator("#decision").get_attribute("data-told") or 0) >= int(told or 0) > 0
    expect(page.locator(".decide .name")).to_have_text("Player 2")


@pytest.mark.parametrize(
    ("game", "size"),
    [
        ("king-of-tokyo", DESKTOP),
        pytest.param("yahtzee", PHONE, marks=pytest.mark.soak),
        pytest.param("deadwood", PHONE, marks=pytest.mark.soak),
    ],
)
def test_the_result_tells_the_story_and_proves_the_dice(visit: Open, game: str, size: tuple[int, int]) -> None:
    page = visit(size=size, likes={"theme": "dark"})
    bring(page, finished(game, 3, of=8))
    expect(page.locator(".reel")).to_be_visible()
    audit(page)
    fits(page)
    if size == PHONE:
        page.set_viewport_size({"width": SMALL[0], "height": SMALL[1]})
        fits(page)
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.get_by_role("link", name="Leave").click()
    expect(page.get_by_role("img", name=re.compile("^A line for each player"))).to_be_visible()
    if game == "king-of-tokyo":
        expect(page.get_by_role("button", name="chance to win")).to_have_attribute("aria-pressed", "true")
    page.get_by_text("As a table").click()
    audit(page)
    fits(page)
    page.get_by_role("button", name="Verify the dice").click()
    dialog = page.get_by_role("dialog", name="Are the dice fair?")
    expect(dialog).to_contain_text("were computed again, and all are right.")
    expect(dialog).to_contain_text("This browser saw the game only after its end")
    audit(page)
    dialog.get_by_role("button", name="Close").click()
    page.get_by_role("link", name=re.compile("best moment: ")).click()
    expect(page.locator(".reel")).to_be_visible()


@pytest.mark.thorough
def test_the_seal_seen_while_playing_is_what_counts_at_the_end(visit: Open) -> None:
    match = dicecup.new("yahtzee", names=["Ann"])
    while match.pending is not None and (last := match.clone()).answer(match.pending.options[-1]):
        if last.outcome is not None:
            break
        match = last
    page = visit()
    bring(page, match.save())
    play_on(page)
    page.get_by_role("button", name="Verify the dice").click()
    dialog = page.get_by_role("dialog", name="Are the dice fair?")
    expect(dialog).to_contain_text("fits the seal that this browser wrote down while the game was played")
    # What is wrong is called by its right name: other rules are nobody's fault, another die is.
    for spoil, words in (
        (lambda told: told.update(changed=3), "The rules have changed since then: 3 earlier results cannot be"),
        (lambda told: told["throws"][0].update(result=[9] * 5), "These dice have been tampered with"),
    ):
        dialog.get_by_role("button", name="Close").click()
        page.unroute_all()
        page.route("**/evidence", partial(_told_otherwise, spoil))
        page.get_by_role("button", name="Verify the dice").click()
        expect(dialog).to_contain_text(words)
        expect(dialog.get_by_text("tampered")).to_have_count(int("tampered" in words))
        audit(page)


def _told_otherwise(spoil: Callable[[Any], object], route: Route) -> None:
    reply = route.fetch()
    told = reply.json()
    spoil(told)
    route.fulfill(response=reply, json=told)


@pytest.mark.thorough
def test_a_new_game_has_this_browsers_own_number_in_its_dice(visit: Open, address: str) -> None:
    page = visit()
    page.goto(f"{address}/#/play/yahtzee")
    page.get_by_role("button", name="One player fewer").click()
    page.get_by_role("button", name="Start the game").click()
    settled(page)
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Are the dice fair?").click()
    dialog = page.get_by_role("dialog", name="Are the dice fair?")
    expect(dialog).to_contain_text(re.compile("Seal: *[0-9a-f]{64}"))
    expect(dialog).to_contain_text(re.compile("Added by .+: *[0-9a-f]{64}"))
    audit(page)
    dialog.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Resume").click()
    play_on(page)
    page.get_by_role("button", name="Verify the dice").click()
    expect(dialog).to_contain_text("The random number that this browser added is in the dice")


@pytest.mark.thorough
def test_files_go_out_and_come_in(visit: Open, tmp_path: Path) -> None:
    page = visit()
    save = dicecup.new("yahtzee", names=["Ann", "Ben"], start="seat-order").save()
    bring(page, save)
    settled(page)
    page.get_by_role("button", name="Roll the dice").click()
    page.get_by_role("button", name="Roll all 5 again").wait_for()
    page.goto(f"{page.url.split('#')[0]}#/load")
    with page.expect_download() as fetched:
        page.get_by_role("button", name="Download Yahtzee: Ann and Ben as a file").click()
    text = Path(fetched.value.path()).read_text()
    assert fetched.value.suggested_filename.startswith("yahtzee-save-")
    paper = json.loads(text)
    for wrong, reason in (
        ("", "not a saved game, or the file is damaged"),
        ("{}", "not written by Dicecup"),
        (text.replace('"roll"', '"rool"'), "checksum"),
        (json.dumps({**paper, "version": 99}), "newer Dicecup"),
        (dicecup.load(save).record(), "still being played"),
        ("x" * 4_300_000, "far too large"),
    ):
        bring(page, wrong)
        expect(page.get_by_role("alert")).to_contain_text(reason)
    expect(page.get_by_role("link", name=re.compile("^Watch"))).to_have_count(1)
    audit(page)
    bring(page, text)
    settled(page)
    expect(page.get_by_role("button", name="Roll all 5 again")).to_be_visible()
