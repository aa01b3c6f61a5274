"""Whose dice? The server seals before a guest adds to them; whoever brings a save does not know those to come."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

import dicecup
from dicecup.table import papers
from tests.server.browser import Browser, Program

ANN, BEN = "a1" * 32, "be" * 32


def wish(ann: Browser, *, other: str = "open", **more: Any) -> dict[str, Any]:
    """What Ann wants: a game whose dice were sealed for her just now."""
    seats = [{"name": "Ann"}, {"name": "Ben", "player": other}]
    return {"game": "yahtzee", "seats": seats, "seal": ann.post("/seals")["seal"], **more}


def record(ann: Browser, match: str) -> str:
    return ann.http.get(f"/matches/{match}/export").text


def to_the_end(browsers: list[Browser], match: str) -> None:
    """Everybody takes the last option, until the game is over."""
    pages = [browser.sit(match) for browser in browsers]
    try:
        while pages[0].state["outcome"] is None:
            for page in pages:
                ask = page.state["ask"]
                if ask and ask["mine"]:
                    page.answer(*ask["options"][-1]["choice"])
            seq = max(page.state["seq"] for page in pages)
            for page in pages:
                while page.state["seq"] < seq:
                    page.hear()
    finally:
        for page in pages:
            page.close()


def test_both_add_to_the_dice_and_verify_finds_both(ann: Browser, ben: Browser) -> None:
    seal = ann.post("/seals")
    seats = [{"name": "Ann"}, {"name": "Ben", "player": "open"}]
    made = ann.post("/matches", {"game": "yahtzee", "seats": seats, "seal": seal["seal"], "nonce": ANN})
    assert made["commitment"] == seal["commitment"]
    ben.post(f"/invites/{made['invites']['1']}")
    match = made["match"]
    with ann.sit(match) as page:
        assert page.state["commitment"] == seal["commitment"]
        assert [(one["seat"], one["nonce"], one["at"]) for one in page.state["nonces"]] == [(0, ANN, 0)]
        ben.post(f"/matches/{match}/nonce", {"nonce": BEN})
        assert [one["nonce"] for one in page.until("state")["nonces"]] == [ANN, BEN]
    ben.post(f"/matches/{match}/nonce", {"nonce": BEN})  # said once more: as good as done
    to_the_end([ann, ben], match)
    for nonce in (ANN, BEN):
        verdict = dicecup.verify(record(ben, match), commitment=seal["commitment"], nonce=nonce)
        assert [one.seat for one in verdict.nonces] == [0, 1]
    found = ben.get(f"/matches/{match}/evidence")
    assert hashlib.sha256(bytes.fromhex(found["secret"])).hexdigest() == seal["commitment"]
    assert [one["at"] for one in found["throws"]] == sorted({one["at"] for one in found["throws"]})


def test_a_seal_is_good_once_and_for_its_guest(ann: Browser, ben: Browser) -> None:
    wanted = wish(ann, nonce=ANN)
    assert ben.refusal("POST", "/matches", wanted)[0] == 400
    ann.post("/matches", wanted)
    assert "Try again" in ann.refusal("POST", "/matches", wanted)[1]
    older = wish(ann)
    ann.post("/seals")
    assert ann.refusal("POST", "/matches", older)[0] == 400


def test_what_is_no_nonce_or_comes_without_a_seal_is_refused(ann: Browser) -> None:
    for nonce in ("", "A1" * 32, ANN[1:], ANN + "\n", 7):
        assert ann.refusal("POST", "/matches", wish(ann, nonce=nonce))[0] == 422
    assert "sealed" in ann.refusal("POST", "/matches", {**wish(ann, nonce=ANN), "seal": None})[1]
    assert ann.refusal("POST", "/matches", wish(ann, seed=7))[0] == 400
    match = ann.post("/matches", wish(ann, nonce=ANN))["match"]
    assert ann.refusal("POST", f"/matches/{match}/nonce", {"nonce": BEN})[0] == 409
    with ann.sit(match) as page:
        assert [one["nonce"] for one in page.state["nonces"]] == [ANN]


def test_nobody_who_only_looks_on_adds_to_the_dice(ann: Browser, ben: Browser) -> None:
    match = ann.post("/matches", wish(ann, watch=True))["match"]
    assert ben.refusal("POST", f"/matches/{match}/nonce", {"nonce": BEN}) == (409, "You are only watching.")


def test_the_next_game_is_sealed_and_stirred_anew(ann: Browser) -> None:
    match = ann.post("/matches", wish(ann, other="person", nonce=ANN))["match"]
    to_the_end([ann], match)
    seal = ann.post("/seals")
    following = ann.post(f"/matches/{match}/rematch", {"seal": seal["seal"], "nonce": BEN})
    assert following["commitment"] == seal["commitment"]
    again = ann.post(f"/matches/{match}/rematch")
    assert again == {**following, "commitment": None}, "whoever asks later gets the dice of whoever was first"
    to_the_end([ann], following["match"])
    verdict = dicecup.verify(record(ann, following["match"]), commitment=seal["commitment"], nonce=BEN)
    assert verdict.match.number == 2


def test_a_save_with_an_open_seat_goes_on_with_dice_that_nobody_knows(ann: Browser, ben: Browser) -> None:
    """Ann made this save herself, and knows its secret: with the dice to come in it, she would know them all."""
    mine = dicecup.new("yahtzee", names=["Ann", "Ben"], start="seat-order", secret=dicecup.Secret(key=bytes(32)))
    mine.answer("roll")
    made = ann.post("/import", {"text": mine.save(), "open": [1]})
    ben.post(f"/invites/{made['invites']['1']}")
    with ben.sit(made["match"]) as page:
        assert page.state["commitment"] not in (None, mine.commitment)
        assert page.state["older"] == len(mine.log)
        assert "began elsewhere" in page.state["notice"]
    to_the_end([ann, ben], made["match"])
    verdict = dicecup.verify(record(ben, made["match"]))
    assert (verdict.committed, verdict.taken_over) == (True, 1)
    assert json.loads(record(ben, made["match"]))["body"]["secret"]["key"] != "00" * 32


def test_whoever_joins_is_told_of_a_first_position_that_was_set_up_by_hand(ann: Browser, ben: Browser) -> None:
    """Nothing has been played yet, so there is no past to be seen: only Ann knows what she gave herself."""
    body = papers.unwrap(dicecup.new("yahtzee", names=["Ann", "Ben"], start="seat-order").save(), papers.SAVE)[1]
    for rigged in (False, True):
        if rigged:
            for paper in (body["start"], body["snapshot"]):
                paper["state"]["sheets"][0]["boxes"][-1] = 30
        made = ann.post("/import", {"text": papers.wrap(papers.SAVE, body), "open": [1]})
        ben.post(f"/invites/{made['invites']['1']}")
        with ben.sit(made["match"]) as page:
            assert page.state["older"] == 0
            assert ("a position that somebody set up" in page.state["notice"]) is rigged
        with ann.sit(made["match"]) as page:
            assert "set up" not in page.state["notice"], "she knows"


def test_alone_a_save_goes_on_with_its_own_dice(ann: Browser) -> None:
    mine = dicecup.new("yahtzee", names=["Ann", "Ben"])
    with ann.sit(ann.post("/import", {"text": mine.save()})["match"]) as page:
        assert (page.state["commitment"], page.state["older"]) == (mine.commitment, 0)


@pytest.mark.thorough
def test_what_was_added_is_there_after_a_kill(tmp_path: Path) -> None:
    with Program(tmp_path) as program, Browser(program.address) as ann:
        match = ann.post("/matches", wish(ann, other="person"))["match"]
        with ann.sit(match) as page:
            page.answer(*page.state["ask"]["options"][0]["choice"])
        ann.post(f"/matches/{match}/nonce", {"nonce": ANN})
        program.kill()
        program.start()
        with ann.sit(match) as page:
            assert [one["nonce"] for one in page.state["nonces"]] == [ANN]
        to_the_end([ann], match)
        dicecup.verify(record(ann, match), nonce=ANN)
