"""Somebody who plays through the page: looks for what can be pressed, and presses it."""

import re
from contextlib import suppress
from typing import Any, Final

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as TooLate

from dicecup.table import Match

_AXE: Final = Axe()
_RULES: Final = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}

FACES: Final = ("", "1", "2", "3", "heart", "energy", "claw")


def audit(page: Page) -> None:
    """Nothing on this screen keeps anybody out, as far as a program can tell."""
    found = _AXE.run(page, options=_RULES)
    faults = [
        f"{fault['id']}: {fault['help']} {[node['html'][:160] for node in fault['nodes'][:3]]}"
        for fault in found.response["violations"]
    ]
    assert not faults, "\n".join(faults)


def fits(page: Page) -> None:
    """There is nothing to scroll to the side."""
    over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert over <= 0, f"{over} pixels too wide"


def start_game(page: Page) -> None:
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("#decision")).to_be_visible()


def settled(page: Page) -> Locator:
    """Wait until there is something to decide, or the game is over."""
    ready = page.locator(".decide.mine, .result, dialog[open]").first
    expect(ready).to_be_visible(timeout=60_000)
    return ready


def decision(page: Page) -> str:
    """What tells one decision from the next."""
    told = page.locator("#decision").get_attribute("data-told")
    return f"{told} {page.locator('#decision').inner_text()}"


def moved_on(page: Page, before: str) -> None:
    """Wait until something has come of a choice made when `decision` said `before`."""
    page.wait_for_function(
        """before => {
            const area = document.querySelector('#decision');
            return document.querySelector('.result, dialog[open]') || !area.classList.contains('mine')
                || before !== `${area.dataset.told} ${area.innerText}`;
        }""",
        arg=before,
    )


def press(page: Page, choice: str) -> Locator:
    return page.locator(f'.press[data-press="{choice}"]')


def choose(page: Page, kind: str, choice: tuple[int | str, ...]) -> None:
    """Make a choice of King of Tokyo the way a person does: on the dice, on the cards, or in the list."""
    verb = choice[0]
    dice = page.get_by_role("group", name="Dice")
    if kind == "dice" and verb == "keep":
        count = dice.get_by_role("listitem").count()
        if len(choice) - 1 == count:
            page.get_by_role("button", name=re.compile("^Keep ")).click()
            return
        for slot in choice[1:]:
            dice.get_by_role("button", name=re.compile(rf"^Die {int(slot) + 1}:")).click()
        page.get_by_role("button", name=re.compile("^Roll ")).click()
    elif kind == "buy" and verb == "buy":
        card = str(choice[1]).replace("-", " ")
        page.get_by_role("button", name=re.compile(rf"Buy {card} for", re.IGNORECASE)).click()
    elif (die := _die(kind, choice)) is not None:
        press(page, f"on {choice[1] if verb == 'use' else verb}").click()
        dice.get_by_role("button", name=re.compile(rf"^Die {die + 1}:")).click()
        if len(choice) > 3:
            page.locator(".faces").get_by_role("button", name=FACES[int(choice[3])], exact=True).click()
    else:
        press(page, " ".join(map(str, choice))).click()


def _die(kind: str, choice: tuple[int | str, ...]) -> int | None:
    if kind not in ("dice", "change", "probe", "again"):
        return None
    if choice[0] == "again":
        return int(choice[1])
    return choice[2] if choice[0] == "use" and len(choice) > 2 and isinstance(choice[2], int) else None


def play_on(page: Page, most: int = 2_000, until: str = ".result") -> int:
    """Play with whatever is marked, else with whatever comes first, to the result screen; how many decisions."""
    for count in range(most):
        settled(page)
        if page.locator(until).count():
            return count
        if page.locator("dialog[open]").count():
            with suppress(TooLate):  # "You are out of the game" may go by itself, when it is over
                page.locator("dialog[open] .btn.main").first.click(timeout=2_000)
            continue
        before = decision(page)
        _decide(page, count)
        moved_on(page, before)
    raise AssertionError(f"the game is not over after {most} decisions")


def _decide(page: Page, count: int) -> None:
    """A choice that brings the game on: held dice, a box, a card now and then, else what Enter would take."""
    boxes = page.locator("button.pencil, button.box")
    buy = page.get_by_role("button", name=re.compile(r"^(Buy for|Buy .* for \d+ energy)"))
    holds = page.locator(".tray.rail button[aria-pressed]")
    if boxes.count() and (not page.locator(".press.main").count() or count % 3 == 2):
        boxes.first.click()
        page.locator(".press.main").click()
    elif buy.count() and count % 2:
        buy.first.click()
    elif holds.count() and count % 2:
        holds.nth(count % holds.count()).click()
        page.locator(".press.main").click()
    elif page.locator(".press.main").count():
        page.locator(".press.main").click()
    else:
        presses = page.locator(".press")
        presses.nth(count % presses.count() if presses.count() > 1 else 0).click()


def bring(page: Page, address: str, match: Match[Any]) -> str:
    """Put a match on the table of this guest; its id."""
    if not page.url.startswith(address):
        page.goto(address)
    page.get_by_role("link", name="Play Yahtzee").or_(page.locator("#decision")).first.wait_for()
    reply = page.request.post(f"{address}/api/v1/import", data={"text": match.save()})
    assert reply.ok, reply.text()
    found: str = reply.json()["match"]
    page.goto(f"{address}/#/match/{found}")
    expect(page.locator("#decision")).to_be_visible()
    return found


def log_of(page: Page, address: str, match: str) -> list[Any]:
    """The choices made in a match so far, as the server keeps them."""
    reply = page.request.get(f"{address}/api/v1/matches/{match}/export?kind=save")
    assert reply.ok, reply.text()
    return [entry["choice"] for entry in reply.json()["body"]["log"] if "choice" in entry]
