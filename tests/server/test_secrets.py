"""Two guests at one table: each is told its own secrets, and nothing at all of the other's."""

import json
from typing import Any

import pytest

from dicecup.games.king_of_tokyo.cards.base import DECK
from dicecup.players import is_open
from tests.scenarios.king_of_tokyo.tokyo import CITY, monster, table
from tests.server.browser import Browser, Page

LOOK = ("use", "made-in-a-lab", "look")


def lab() -> Any:
    """Ann, who can look at the top of the deck, is about to buy; Ben is in the City."""
    return table(monster("made-in-a-lab", energy=12), monster(place=CITY), phase="buy").match


def seated(ann: Browser, ben: Browser) -> str:
    made = ann.post("/import", {"text": lab().save(), "open": [1]})
    ben.post(f"/invites/{made['invites']['1']}")
    return str(made["match"])


def knows(page: Page, card: str) -> bool:
    """Whether anything this page ever heard names a card, by its name or for programs."""
    everything = json.dumps(without_rules(page.heard))
    return f'"{card}"' in everything or DECK[card].name in everything


def without_rules(said: Any) -> Any:
    """Three house rules are called like the card they are about; everybody may know of these."""
    if isinstance(said, list):
        return [without_rules(one) for one in said]
    if not isinstance(said, dict):
        return said
    return {key: without_rules(one) for key, one in said.items() if key != "options" or not isinstance(one, dict)}


def test_a_card_that_one_has_looked_at(ann: Browser, ben: Browser) -> None:
    match = seated(ann, ben)
    with ann.sit(match) as one, ben.sit(match) as two:
        assert one.answer(*LOOK)["type"] == "done"
        two.until("state", seq=one.state["seq"])
        [card] = one.state["view"]["top"]
        assert DECK[card].name in one.state["ask"]["prompt"]
        # Ben knows that there is a question, and nothing about it.
        assert two.state["view"]["top"] == [""]
        assert two.state["ask"] == {
            "seat": 0,
            "kind": "peeked",
            "prompt": "",
            "options": [],
            "mine": False,
            "forecast": "",
            "private": False,
        }
        assert one.state["ask"]["options"] != []
        assert len(one.events) == len(two.events)
        assert "hidden" in {event["kind"] for event in two.events.values()} or one.events != two.events
        assert (
            two.command("why", choice=["use", "made-in-a-lab", "buy", 0])["reason"] == "It is Ann's decision now."
        )
        assert two.answer("use", "made-in-a-lab", "buy", 0)["type"] == "refused"
        assert two.command("hint")["advice"] == []
        # Nor after a reload, nor in a file.
        with ben.sit(match) as again:
            assert not knows(again, card)
        record = ben.http.get(f"/matches/{match}/export").text
        assert f'"{card}"' not in record
        assert ben.refusal("GET", f"/matches/{match}/export?kind=save")[0] == 409
        assert knows(one, card)
        assert not knows(two, card)
        # What Ann leaves there stays a secret.
        assert one.answer("leave")["type"] == "done"
        two.until("state", seq=one.state["seq"])
        assert not knows(two, card)


def test_what_is_bought_is_seen_by_all(ann: Browser, ben: Browser) -> None:
    match = seated(ann, ben)
    with ann.sit(match) as one, ben.sit(match) as two:
        one.answer(*LOOK)
        [card] = one.state["view"]["top"]
        assert one.answer("use", "made-in-a-lab", "buy", 0)["type"] == "done"
        two.until("state", seq=one.state["seq"])
        assert knows(two, card)


def test_two_people_at_one_screen_do_not_leave_their_secrets_on_it(ann: Browser) -> None:
    match = ann.post("/import", {"text": lab().save()})["match"]
    with ann.sit(match) as page:
        page.answer(*LOOK)
        [card] = page.state["view"]["top"]
        told = [
            n for n, event in page.events.items() if DECK[card].name in event["text"] or card in event.values()
        ]
        page.answer("leave")
        page.answer("done")
        assert page.state["viewer"] == 1
        assert page.state["view"]["top"] == [""]
        for n in told:
            assert card not in json.dumps(page.events[n]), "the event came again, without the secret"
            assert DECK[card].name not in page.events[n]["text"]
        # Whoever reloads in this moment sees it with Ben's eyes from the start.
        with ann.sit(match) as again:
            assert not knows(again, card)


def test_the_reasons_of_whoever_knows_something_are_not_told() -> None:
    match = lab()
    assert is_open(match, 0)
    match._settle = None
    match.answer(LOOK)
    assert not is_open(match, 0)
    match.answer("leave")
    assert not is_open(match, 0), "it still knows what lies on top"
    assert is_open(match, 1)


@pytest.mark.parametrize("kind", ["save", "record"])
def test_a_file_of_a_match_of_ones_own(ann: Browser, kind: str) -> None:
    match = ann.post("/import", {"text": lab().save()})["match"]
    text = ann.http.get(f"/matches/{match}/export", params={"kind": kind}).text
    assert json.loads(text)["format"] == f"dicecup-{kind}"
