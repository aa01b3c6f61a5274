"""Somebody who plays through the page: looks for what can be pressed, and presses it."""

import re
from contextlib import suppress
from typing import Any, Final

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as TooLate

from dicecup.table import Match

_AXE: Final = Axe().axe_script
_RULES: Final = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],  # to list all that is right takes as long as to find what is wrong
    "preload": False,  # none of these rules reads style sheets
}
# What is drawn for nobody (conftest.py) is drawn while colours are asked for.
_AUDIT: Final = """async ([within, rules]) => {
    const root = document.documentElement;
    root.dataset.seen = '';
    axe.teardown();  // what it remembers of the last screen is wrong by now
    const { violations } = await axe.run(within ?? document, rules);
    delete root.dataset.seen;
    return violations.map(({ id, help, nodes }) =>
        `${id}: ${help} ${nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(' ')}`);
}"""

FACES: Final = ("", "1", "2", "3", "heart", "energy", "claw")


def audit(page: Page, within: str | None = None) -> None:
    """Nothing on this screen, or in this part of it, keeps anybody out, as far as a program can tell."""
    if page.evaluate("typeof axe === 'undefined'"):
        page.evaluate(_AXE)
    faults = page.evaluate(_AUDIT, [within, _RULES])
    assert not faults, "\n".join(faults)


def fits(page: Page) -> None:
    """There is nothing to scroll to the side."""
    over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert over <= 0, f"{over} pixels too wide"


def start_game(page: Page) -> None:
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("#decision")).to_be_visible()


def dawdle(page: Page) -> None:
    """Once it is loaded, whatever this page lets anybody watch takes minutes: only a press gets on with it."""
    page.add_init_script(
        "{ const wait = setTimeout; window.setTimeout = (go, ms) => wait(go, ms > 50 ? ms * 500 : ms); }"
    )


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
        press(page, f"on {choice[1]}").click()
        dice.get_by_role("button", name=re.compile(rf"^Die {die + 1}:")).click()
        if len(choice) > 3:
            page.locator(".faces").get_by_role("button", name=FACES[int(choice[3])], exact=True).click()
    else:
        press(page, " ".join(map(str, choice))).click()


def _die(kind: str, choice: tuple[int | str, ...]) -> int | None:
    if kind not in ("dice", "change", "probe"):
        return None
    return choice[2] if choice[0] == "use" and len(choice) > 2 and isinstance(choice[2], int) else None


# A choice that brings the game on: held dice, a box, a card now and then, else what Enter would take.
CHOOSE: Final = """function choose(count) {
    const all = where => [...document.querySelectorAll(where)];
    const boxes = all('button.pencil, button.box'), holds = all('.tray.rail button[aria-pressed]');
    const buy = all('.market .btn.main'), presses = all('.press');
    const main = document.querySelector('.press.main');
    if (boxes.length && (!main || count % 3 === 2)) return {first: boxes[0], then: true};
    if (buy.length && count % 2) return {first: buy[0], then: false};
    if (holds.length && count % 2) return {first: holds[count % holds.length], then: true};
    return {first: main ?? presses[count % presses.length], then: false};
}"""

_PLAY: Final = f"""async ({{count, most, until}}) => {{
    {CHOOSE}
    const find = where => document.querySelector(where);
    const look = () => {{
        const area = find('#decision');
        return area.classList.contains('mine') ? `${{area.dataset.told}} ${{area.textContent}}` : '';
    }};
    const wait = async happened => {{
        const patience = performance.now() + 60000;
        while (!happened()) {{
            if (performance.now() > patience) throw new Error(`nothing happens: ${{find('#decision').innerText}}`);
            await new Promise(go => setTimeout(go, 2));
        }}
    }};
    for (; count < most; count++) {{
        await wait(() => find(until) || find('dialog[open]') || look());
        if (find(until)) return count;
        if (find('dialog[open]')) {{
            find('dialog[open] .btn.main').click();
            await wait(() => !find('dialog[open]'));
            continue;
        }}
        const {{first, then}} = choose(count);
        const before = look();
        first.click();
        if (then) {{
            await wait(() => find('.press.main'));
            find('.press.main').click();
        }}
        await wait(() => find(until) || find('dialog[open]') || look() !== before);
    }}
    throw new Error(`the game is not over after ${{most}} decisions`);
}}"""


def decide(page: Page, count: int) -> None:
    """Make a choice with the mouse; `count` says which, where there are several."""
    wanted = page.evaluate_handle(f"count => ({CHOOSE})(count)", count)
    first = wanted.get_property("first").as_element()
    assert first is not None, f"there is nothing to press: {decision(page)}"
    first.click()
    if wanted.get_property("then").json_value():
        page.locator(".press.main").click()


def play_on(page: Page, by_mouse: int = 2, most: int = 2_000, until: str = ".result") -> int:
    """Play with whatever is marked, else with whatever comes first, to the result screen; how many decisions.

    The first ones are made with the mouse; the rest by pressing the same buttons from within the page, which is
    much faster.
    """
    for count in range(by_mouse):
        settled(page)
        if page.locator(until).count():
            return count
        if page.locator("dialog[open]").count():
            with suppress(TooLate):  # "You are out of the game" may go by itself, when it is over
                page.locator("dialog[open] .btn.main").first.click(timeout=2_000)
            continue
        before = decision(page)
        decide(page, count)
        moved_on(page, before)
    made: int = page.evaluate(_PLAY, {"count": by_mouse, "most": most, "until": until})
    return made


def known(page: Page, address: str = "") -> None:
    """The server knows this guest by now: it has said hello, and may ask for things.

    A page that is nowhere yet says so without being opened, as the browser of somebody who has a link.
    """
    if page.url.startswith("http"):
        page.locator(".doors a, #decision").first.wait_for()
    else:
        page.request.get(f"{address}/api/v1/hello")


def bring(page: Page, address: str, match: Match[Any]) -> str:
    """Put a match on the table of this guest; its id."""
    known(page, address)
    reply = page.request.post(f"{address}/api/v1/import", data={"text": match.save()})
    assert reply.ok, reply.text()
    found: str = reply.json()["match"]
    page.goto(f"{address}/#/match/{found}")
    expect(page.locator("#decision")).to_be_visible()
    return found


def log_of(page: Page, address: str, match: str) -> list[Any]:
    """The choices made in a match so far, as the server keeps them."""
    return [entry["choice"] for entry in _choices(page, address, match)]


def deciders(page: Page, address: str, match: str) -> list[int]:
    """Who made them."""
    return [entry["seat"] for entry in _choices(page, address, match)]


def _choices(page: Page, address: str, match: str) -> list[Any]:
    reply = page.request.get(f"{address}/api/v1/matches/{match}/export?kind=save")
    assert reply.ok, reply.text()
    return [entry for entry in reply.json()["body"]["log"] if "choice" in entry]
