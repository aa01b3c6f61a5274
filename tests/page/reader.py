"""Somebody who sees nothing: hears what is announced, reads the accessibility tree, and has a keyboard.

No mouse, no pixels, no selectors: roles, names and states only.
"""

import re
from contextlib import suppress
from typing import Final, NamedTuple

from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as TooLate

# Everything a screen reader is told, in order.
_LISTEN: Final = """
window.heard = [];
addEventListener('DOMContentLoaded', () => new MutationObserver((changes) => {
    for (const { target } of changes) {
        const live = (target.nodeType === 3 ? target.parentElement : target)?.closest('[aria-live]');
        const text = live?.textContent.trim();
        if (text && heard.at(-1)?.text !== text) heard.push({ text, at_once: live.ariaLive === 'assertive' });
    }
}).observe(document.body, { subtree: true, childList: true, characterData: true }));
"""
_LINE: Final = re.compile(r"""^\s*- '?(\w+)(?: "((?:[^"\\]|\\.)*)")?((?: \[[^\]]*\])*)""")
_NEXT: Final = """known => {
    const asked = heard.filter((each) => each.at_once).length;
    const over = document.activeElement.matches('h2') && !!document.querySelector('.result');
    return (over || asked > known) && { asked, over };
}"""


class Node(NamedTuple):
    """A line of the accessibility tree."""

    role: str
    name: str
    states: str


class Reader:
    """Plays by ear and keyboard. Begins at the main menu."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self._asked = 0
        page.add_init_script(_LISTEN)
        page.goto(address)

    @property
    def area(self) -> Locator:
        return self.page.get_by_role("region", name="Your decision")

    @property
    def result(self) -> Locator:
        return self.page.get_by_role("heading", name=re.compile("wins?!|share the win|Nobody wins|^Final score"))

    def nodes(self, where: Locator, role: str = "button") -> list[Node]:
        """What of this role can be used there, in order."""
        found = [
            Node(*match.groups("")) for line in where.aria_snapshot().splitlines() if (match := _LINE.match(line))
        ]
        return [node for node in found if node.role == role and "[disabled]" not in node.states]

    def tab_to(self, role: str, name: str | re.Pattern[str], *, back: bool = False, most: int = 60) -> None:
        """Go there with the Tab key."""
        if role == "disclosure":  # browsers have such a role, Playwright does not know it
            targets = self.page.locator("summary").filter(has_text=name)
        else:
            targets = self.page.get_by_role(role, name=name)  # type: ignore[arg-type]
        targets.first.wait_for()
        for _ in range(most):
            self.page.keyboard.press("Shift+Tab" if back else "Tab")
            if targets.evaluate_all("all => all.includes(document.activeElement)"):
                return
        raise AssertionError(f"{role} {name} is not to be reached with the Tab key")

    def enter(self, role: str, name: str | re.Pattern[str], *, back: bool = False) -> None:
        self.tab_to(role, name, back=back)
        self.page.keyboard.press("Enter")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def next_decision(self) -> bool:
        """Wait until one is asked for something new, which must be announced; False: the game is over."""
        state = self.page.wait_for_function(_NEXT, arg=self._asked, timeout=60_000).json_value()
        self._asked = state["asked"]
        return not state["over"]

    def said(self) -> str:
        """The last decision as it was announced."""
        return str(self.page.evaluate("heard.filter(h => h.at_once).at(-1).text"))

    def check_all_was_heard(self) -> None:
        """Every line of the log has been announced."""
        log = self.page.get_by_role("log", name="Log").first
        # Drawn dice stand on a line of their own as far as a browser counts lines.
        lines = [re.sub(r"\s*\n\s*(?=[.,:;)]|$)", "", each) for each in log.locator("p").all_inner_texts()]
        lines = [re.sub(r"\s+", " ", each) for each in lines]
        assert len(lines) > 10
        all_said = "lines => lines.every((line) => heard.map((each) => each.text).join(' ').includes(line))"
        with suppress(TooLate):  # what is gathered is said a moment later
            self.page.wait_for_function(all_said, arg=lines)
        heard = " ".join(self.page.evaluate("heard.map(h => h.text)"))
        missed = [line for line in lines if line not in heard]
        assert missed == []

    def check_the_end(self) -> None:
        expect(self.result).to_be_focused()
        self.check_all_was_heard()
