"""Replays: what was seen then and no more, branches that play on, and evidence for the dice."""

import asyncio
import gc
import hashlib
import hmac
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from types import SimpleNamespace
from typing import Any

import pytest

import dicecup
from dicecup.games.king_of_tokyo.cards.base import DECK
from dicecup.players import RandomPlayer, play
from dicecup.server.pool import Confused
from dicecup.server.replay import Replays
from tests.server.browser import Browser
from tests.server.test_saves import finished
from tests.server.test_secrets import LOOK, seated, without_rules


def stops(guest: Browser, match: str, whole: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    while len(found) < len(whole["told"]):
        found += guest.get(f"/matches/{match}/replay/stops?seq={whole['seq']}&first={len(found)}")
    return found


def test_a_finished_game_once_more(ann: Browser, ben: Browser) -> None:
    done = finished()
    match = ann.post("/import", {"text": done.record()})["match"]
    whole = ann.get(f"/matches/{match}/replay")
    assert [event["text"] for event in whole["events"]] == [event.text() for event in done.events]
    assert whole["told"][-1] == len(done.events)
    assert whole["scores"][-1] == list(done.outcome.scores) == whole["outcome"]["scores"]
    seen = stops(ann, match, whole)
    assert len(seen) == len(whole["told"]) == len(whole["turns"])
    for stop, past in zip(seen, done.walk(), strict=False):
        assert stop["view"] == json.loads(json.dumps(past.view(None).to_json()))
        assert stop["ask"]["seat"] == past.pending.seat
    assert seen[0]["chosen"] == "roll the dice"
    filled = [one["picked"] for one in seen if one["chosen"].startswith("fill")]
    assert len(filled) >= 13
    assert all(pick["box"] for pick in filled), "what was picked, for whoever draws it"
    assert seen[-1]["ask"] is None
    assert ben.refusal("GET", f"/matches/{match}/replay")[0] == 404
    assert ben.refusal("GET", f"/matches/{match}/replay/stops?seq=1")[0] == 404
    assert ann.refusal("GET", f"/matches/{match}/replay/stops?seq=1&count=5000")[0] == 422
    assert ann.get(f"/matches/{match}/replay/stops?seq=99999&first=99999") == []


def test_what_could_have_been_chosen(ann: Browser, ben: Browser) -> None:
    done = finished()
    match = ann.post("/import", {"text": done.record()})["match"]
    seq = ann.get(f"/matches/{match}/replay")["seq"]
    for at, past in zip(range(4), done.walk(), strict=False):
        asked = ann.get(f"/matches/{match}/replay/asked?seq={seq}&stop={at}")
        assert [tuple(one["choice"]) for one in asked["options"]] == list(past.pending.options)
        assert (asked["kind"], asked["mine"]) == (past.pending.kind, False)
    last = len(ann.get(f"/matches/{match}/replay")["told"]) - 1
    for nowhere in (last, 5_000):
        assert ann.refusal("GET", f"/matches/{match}/replay/asked?seq={seq}&stop={nowhere}")[0] == 400
    assert ben.refusal("GET", f"/matches/{match}/replay/asked?seq={seq}&stop=0")[0] == 404


def test_a_running_game_keeps_its_secrets(ann: Browser, ben: Browser) -> None:
    match = seated(ann, ben)
    with ann.sit(match) as page:
        page.answer(*LOOK)
        [card] = page.state["view"]["top"]
        page.answer("leave")
    whole: Any = None
    for guest, knows in ((ann, True), (ben, False)):
        whole = guest.get(f"/matches/{match}/replay")
        asked = [
            guest.get(f"/matches/{match}/replay/asked?seq={whole['seq']}&stop={at}")
            for at in range(len(whole["told"]))
        ]
        told = json.dumps(without_rules([whole, stops(guest, match, whole), asked]))
        assert (f'"{card}"' in told or DECK[card].name in told) is knows
        assert whole["outcome"] is None
        assert guest.refusal("GET", f"/matches/{match}/evidence")[0] == 409
    # Nor does it help to play on from there.
    whole = ben.get(f"/matches/{match}/replay")
    found = set()
    for _ in range(12):
        body = {"seq": whole["seq"], "stop": len(whole["told"]) - 1, "seat": 0}
        branched = ben.post(f"/matches/{match}/branch", body)["match"]
        paper = json.loads(ben.http.get(f"/matches/{branched}/export?kind=save").text)
        found.add(paper["body"]["start"]["state"]["top"][0]["card"])
        assert paper["body"]["log"] == []
    assert len(found) > 2


def test_people_at_one_screen_see_what_anybody_may_see(ann: Browser) -> None:
    match = ann.post("/import", {"text": dicecup.new("yahtzee", names=["Ann", "Bo"]).save()})["match"]
    assert ann.get(f"/matches/{match}/replay")["viewer"] is None


def test_playing_on_from_a_stop(ann: Browser) -> None:
    done = finished()
    match = ann.post("/import", {"text": done.record()})["match"]
    whole = ann.get(f"/matches/{match}/replay")
    wish = {"seq": whole["seq"], "stop": 20, "seat": 1, "levels": ["easy", None]}
    branched = ann.post(f"/matches/{match}/branch", wish)["match"]
    [there] = ann.get(f"/matches/{match}/replay/stops?seq={whole['seq']}&first=20&count=1")
    again = ann.get(f"/matches/{branched}/replay")
    assert again["events"][: whole["told"][20]] == whole["events"][: whole["told"][20]]
    assert again["commitment"] not in (None, done.commitment)
    assert [(seat["player"], seat["level"], seat["mine"]) for seat in again["seats"]] == [
        ("computer", "easy", False),
        ("person", None, True),
    ]
    view = stops(ann, branched, again)[20]["view"]
    assert {**view, "seat": None} == there["view"]
    with ann.sit(branched) as page:
        assert page.until_mine() is not None
        assert page.state["can_undo"]["ok"] is False
    for wrong, status in (
        ({"stop": len(whole["told"]) - 1}, 409),
        ({"stop": 5_000}, 400),
        ({"seat": 2}, 400),
        ({"levels": ["godlike"]}, 400),
        ({"stop": -1}, 422),
        ({"secret": "00"}, 422),
    ):
        assert ann.refusal("POST", f"/matches/{match}/branch", {**wish, **wrong})[0] == status


def test_the_chances_of_a_finished_game(ann: Browser) -> None:
    match = ann.post("/import", {"text": dicecup.new("king-of-tokyo", seats=2).save()})["match"]
    assert ann.refusal("GET", f"/matches/{match}/chances")[0] == 409
    king = play(dicecup.new("king-of-tokyo", seats=3), [RandomPlayer(seed) for seed in range(3)])
    match = ann.post("/import", {"text": king.record()})["match"]
    found = ann.get(f"/matches/{match}/chances")
    turns = ann.get(f"/matches/{match}/replay")["turns"]
    starts = [turns.index(turn) for turn in sorted({*turns} - {0})]
    assert found["stops"] == list(dict.fromkeys([*starts, len(turns) - 1]))
    assert all(abs(sum(each) - 1) < 0.01 for each in found["chances"])
    assert king.outcome is not None
    assert [seat for seat in range(3) if found["chances"][-1][seat]] == list(king.outcome.winners)
    yahtzee = ann.post("/import", {"text": finished().record()})["match"]
    assert ann.get(f"/matches/{yahtzee}/chances") == {"stops": [], "chances": []}


@pytest.mark.parametrize("seed", [None, 12])
def test_the_evidence_is_enough_to_compute_every_result(ann: Browser, seed: int | None) -> None:
    done = dicecup.new("yahtzee", names=["Ann"], seed=seed)
    while done.pending is not None:
        done.answer(done.pending.options[-1])
    match = ann.post("/import", {"text": done.record()})["match"]
    found = ann.get(f"/matches/{match}/evidence")
    key = (
        bytes.fromhex(found["secret"]) or hashlib.sha256(f"dicecup seed {found['seed']} game 1".encode()).digest()
    )
    if seed is None:
        assert hashlib.sha256(key).hexdigest() == found["commitment"] == done.commitment
    assert len(found["throws"]) == sum("chance" in entry.to_json() for entry in done.log)
    for throw in found["throws"]:
        digest = hmac.digest(key, throw["key"].encode(), "sha256")
        if max(digest[:16]) < 252:
            assert throw["result"] == [digest[slot] % 6 + 1 for slot in throw["slots"]]


def test_whoever_asks_for_chances_and_goes_leaves_nothing_behind(caplog: pytest.LogCaptureFixture) -> None:
    gone = asyncio.Event()

    class Thinking:
        async def foresee(self, _match: Any, _asker: Any) -> dict[str, Any]:
            await gone.wait()
            raise Confused("it was ended")

    class Table:
        row = SimpleNamespace(id="m")

        @asynccontextmanager
        async def settled(self) -> AsyncIterator[Any]:
            yield SimpleNamespace(outcome=True)

    async def ask_and_go() -> None:
        replays = Replays(Thinking())  # type: ignore[arg-type]
        with suppress(TimeoutError):
            await asyncio.wait_for(replays.chances(Table(), "ann"), 0.01)  # type: ignore[arg-type]
        (task,) = replays._foreseeing.values()
        gone.set()
        await asyncio.wait([task])
        await asyncio.sleep(0)
        assert not replays._foreseeing

    asyncio.run(ask_and_go())
    gc.collect()
    assert "never retrieved" not in caplog.text
