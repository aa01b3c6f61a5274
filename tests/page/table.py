"""Friends who sit down at a table without going through the waiting room: for tests of the table itself."""

from collections.abc import Sequence
from itertools import count
from typing import Any, Final

from playwright.sync_api import Page, expect

from tests.page.player import known

_ids = count(1)

# Say something at the party's socket, as the page would; what the server answered.
_ASK: Final = """async ([url, frame]) => {
    const line = new WebSocket(url);
    await new Promise((go) => (line.onopen = go));
    const answer = new Promise((go) => (line.onmessage = ({data}) => {
        const told = JSON.parse(data);
        if (told.id === frame.id) go(told);
    }));
    line.send(JSON.stringify({type: 'enter', last_line: 0}));
    line.send(JSON.stringify(frame));
    const told = await answer;
    line.close();
    return told;
}"""
_KEEP: Final = """({party, key}) => localStorage.setItem('dicecup.parties', JSON.stringify({[party]: {key}}))"""


def post(page: Page, address: str, path: str, **facts: Any) -> dict[str, Any]:
    """Ask the server for something, as the browser of this page."""
    reply = page.request.post(f"{address}/api/v1{path}", data=facts)
    assert reply.ok, reply.text()
    found: dict[str, Any] = reply.json()
    return found


def enter(page: Page, address: str, path: str, **facts: Any) -> str:
    """Open a table, or come to one; the browser keeps the key of its seat. The id of the party."""
    known(page)
    joined = post(page, address, path, **facts)
    page.evaluate(_KEEP, joined)
    return str(joined["party"])


def link(page: Page, address: str, party: str, which: str = "table") -> str:
    """The long word of a link into a party."""
    reply = page.request.get(f"{address}/api/v1/parties/{party}/links")
    return str(reply.json()[which]["url"].rpartition("/")[2])


def ask(page: Page, address: str, party: str, kind: str, **facts: Any) -> None:
    """Ask a party for something that has to work."""
    url = f"{address}/api/v1/parties/{party}/socket".replace("http", "ws", 1)
    told = page.evaluate(_ASK, [url, {"type": kind, "id": f"test-{next(_ids)}", **facts}])
    assert told["type"] == "done", told


def sit(page: Page, address: str, match: str) -> None:
    """Go to a match, and wait until the table is laid."""
    page.goto(f"{address}/#/match/{match}")
    expect(page.locator("#decision")).to_be_visible()
    expect(page.locator("[data-crier]")).to_be_attached()  # the party has said who is here


def gather(
    address: str,
    people: dict[str, Page],
    game: str = "yahtzee",
    computers: Sequence[str] = (),
    watching: dict[str, Page] | None = None,
    options: dict[str, Any] | None = None,
    **rules: Any,
) -> tuple[str, str]:
    """Lay a table for these people, the first of them the host, and begin; the party and the match."""
    (name, host), *others = people.items()
    party = enter(
        host, address, "/parties", game=game, name=name, computers=list(computers), options=options or {}
    )
    ask(host, address, party, "set_rules", talk="text", watch=True, **rules)
    word = link(host, address, party)
    for name, page in others:
        enter(page, address, "/join", code=word, name=name)
        ask(page, address, party, "ready", ready=True)
    for name, page in (watching or {}).items():
        enter(page, address, "/join", code=link(host, address, party, "watching"), name=name)
    ask(host, address, party, "ready", ready=True)
    ask(host, address, party, "start")
    parties = host.request.get(f"{address}/api/v1/parties").json()
    match = next(each["match"] for each in parties if each["party"] == party)
    for page in (*people.values(), *(watching or {}).values()):
        sit(page, address, match)
    return party, str(match)


def plate(page: Page, name: str) -> Any:
    """The plate of a player."""
    return page.locator(".plates > li").filter(has_text=name)
