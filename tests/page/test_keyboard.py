"""Whole games by keyboard and accessibility tree alone: no mouse, no pixels. And the keys themselves."""

import re
from collections import Counter

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Guest, Open
from tests.page.player import settled, start_game
from tests.page.reader import Reader


def test_a_game_of_yahtzee(guest: Guest, address: str) -> None:
    ann = Reader(guest().new_page(), address)
    ann.enter("link", "Play Yahtzee")
    ann.enter("button", "One player fewer")
    ann.enter("button", "Start the game")
    dice = ann.page.get_by_role("group", name="Dice")
    boxes = re.compile("would score")
    turns = 0
    while ann.next_decision():
        if "Roll the dice" in ann.said():
            ann.press("Enter")
            continue
        held = [node for node in ann.nodes(dice) if "held" in node.name]
        if turns % 4 == 0 and "2 rolls left" in ann.said():
            ann.press("2")  # hold a die by its number, and roll the others
            expect(dice.get_by_role("button", pressed=True)).to_have_count(1)
            ann.press("Enter")
        elif turns % 4 == 0 and "1 roll left" in ann.said():
            assert len(held) == 1
            ann.press("a", "a", "Enter")  # all, none, and all five again
        else:
            ann.tab_to("button", boxes, back=True)
            ann.press("Enter")  # choose the box
            ann.press("Enter")  # and write it
            turns += 1
    assert turns == 13
    ann.check_the_end()


def test_a_duel_in_king_of_tokyo(guest: Guest, address: str) -> None:
    ann = Reader(guest().new_page(), address)
    ann.enter("link", "Play King of Tokyo")
    ann.tab_to("radio", "3 computer monsters")
    ann.press("ArrowLeft", "ArrowLeft")
    expect(ann.page.get_by_role("radio", name="1 computer monster")).to_be_checked()
    ann.tab_to("radio", "Medium")
    ann.press("ArrowLeft")
    expect(ann.page.get_by_role("radio", name="Easy")).to_be_checked()
    ann.enter("button", "Start the game")
    dice = ann.page.get_by_role("group", name="Dice")
    market = ann.page.get_by_role("region", name="Market")
    bought = 0
    while ann.next_decision():
        choices = [node.name for node in ann.nodes(ann.area)]
        offers = [node.name for node in ann.nodes(market) if node.name.startswith("Buy ")]
        if any(name.startswith("Roll ") for name in choices) and "to hold" in ann.said():
            for slot, die in enumerate(ann.nodes(dice), start=1):
                if "claw, will be rolled" in die.name:
                    ann.press(str(slot))
            ann.press("Enter")
        elif offers and bought < 2:
            ann.enter("button", offers[0], back=True)
            bought += 1
        elif ann.page.get_by_role(
            "button", name=re.compile("^(Roll|Keep|Use the|End turn|Done|No, thank)")
        ).first.is_visible():
            ann.press("Enter")
        else:
            ann.press("1")
    ann.check_the_end()


@pytest.mark.soak
def test_a_game_of_deadwood(guest: Guest, address: str) -> None:
    """Two people at one keyboard, and a house rule by which idle days are short."""
    ann = Reader(guest().new_page(), address)
    ann.enter("link", "Play Deadwood")
    ann.enter("button", "One player fewer")
    ann.tab_to("combobox", "Who plays seat 2")
    ann.press("A")  # A person here
    ann.enter("disclosure", "House rules")
    ann.tab_to("spinbutton", "Idle turns in a row")
    ann.press("Control+a", "2")
    ann.enter("button", "Start the game")
    done: Counter[str] = Counter()
    while ann.next_decision():
        choices = [node.name for node in ann.nodes(ann.area) if node.name not in ("Undo", "Hint")]
        if done["Act"] > 8 and choices[-1] == "End turn":
            wanted = choices[-1]
        elif choices[0].startswith("Act"):
            wanted = choices[done["Rehearse"] < 2 <= len(choices)]  # whoever cannot fail may only act
        else:
            wanted = next((name for name in choices if name.startswith(("Take", "Buy"))), choices[0])
        done[wanted.split()[0]] += 1
        numbered = [name for name in choices if not name.startswith("Act")]
        ann.press("Enter" if wanted.startswith("Act") else str(1 + numbered.index(wanted)))
    assert done.keys() >= {"Move", "Take", "Rehearse", "Act", "End"}
    ann.check_the_end()


def test_keys_of_a_table(visit: Open) -> None:
    page = visit("#/play/king-of-tokyo")
    page.get_by_role("radio", name="1 computer monster").check()
    page.get_by_role("button", name="Start the game").click()
    settled(page)
    for key, title in (
        ("d", "Your power cards"),
        ("s", "Status"),
        ("l", "Log"),
        ("?", "Keys"),
        ("Escape", "Paused"),
    ):
        page.keyboard.press(key)
        expect(page.get_by_role("dialog", name=title)).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)


def test_keys_can_be_switched_off(visit: Open) -> None:
    page = visit("#/play/king-of-tokyo", likes={"keys": False})
    page.get_by_role("button", name="Start the game").click()
    settled(page)
    page.keyboard.press("s")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".press kbd")).to_have_count(0)


def test_every_event_and_every_decision_is_announced(visit: Open) -> None:
    page = visit("#/play/yahtzee")
    page.get_by_role("button", name="One player fewer").click()
    page.get_by_label("Name of player 1").fill("Ann")
    page.get_by_role("button", name="Start the game").click()
    settled(page)
    spoken = page.locator("[aria-live=assertive]")
    expect(spoken).to_contain_text("Ann, your decision: Roll the dice. 1 choice.")
    expect(page).to_have_title("● Your turn · Yahtzee · Dicecup")
    page.keyboard.press("Enter")
    expect(spoken).to_have_text(
        re.compile(r"^Ann rolls \d \d \d \d \d\. Ann, your decision: .*5 dice to hold or roll\. 13 choices\.$")
    )
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Main menu").press("Enter")
    expect(page).to_have_title("Dicecup")


@pytest.mark.thorough
def test_keys_can_be_changed(visit: Open) -> None:
    page = visit("#/play/king-of-tokyo")
    start_game(page)
    settled(page)
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    change = keys.get_by_role("button", name="Change the key for: open the log")
    for key, said in (
        ("h", "H is already used for: ask for a hint."),
        ("3", "3 cannot be changed."),
        ("Enter", "Enter cannot be changed."),
    ):
        change.press("Enter")
        keys.get_by_role("button", name="Press a key").press(key)
        expect(keys.get_by_role("alert")).to_contain_text(said)
    change.press("Enter")
    keys.get_by_role("button", name="Press a key").press("Escape")
    expect(keys).to_be_visible()
    change.press("Enter")
    keys.get_by_role("button", name="Press a key").press("m")
    expect(keys.get_by_role("status")).to_have_text("M: open the log.")
    page.reload()
    settled(page)
    page.keyboard.press("l")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("m")
    expect(page.get_by_role("dialog", name="Log")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    keys.get_by_role("button", name="Restore the default keys").press("Enter")
    page.keyboard.press("Escape")
    page.keyboard.press("l")
    expect(page.get_by_role("dialog", name="Log")).to_be_visible()


@pytest.mark.thorough
def test_focus_comes_back_and_goes_where_something_is_to_be_done(visit: Open) -> None:
    page = visit("#/play/yahtzee")
    expect(page.get_by_role("heading", level=1)).not_to_be_focused()  # nothing is read that nobody asked for
    page.get_by_role("link", name="Back").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    page.get_by_role("link", name="Play Deadwood").press("Enter")
    page.get_by_role("button", name="Start the game").press("Enter")
    settled(page)
    expect(page.get_by_role("region", name="Your decision")).to_be_focused()  # nothing is marked
    pause = page.get_by_role("button", name="Pause")
    pause.press("Enter")
    page.get_by_role("button", name="Settings").press("Enter")
    for _ in range(40):  # nothing outside is reached
        page.keyboard.press("Tab")
    assert page.evaluate("!!document.activeElement.closest('dialog') || document.activeElement === document.body")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Settings")).to_be_focused()
    page.keyboard.press("Escape")
    expect(pause).to_be_focused()
