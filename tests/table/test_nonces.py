"""What players add to the dice: from then on nobody, the host included, can have chosen them."""

import hashlib
import hmac
import json
from typing import Any

import pytest

import dicecup
from dicecup.table import NotAllowed, SaveError, Secret
from dicecup.table.papers import RECORD, wrap
from dicecup.table.retrace import branch
from tests.table.games import last

ANN, BEN = "a1" * 32, "be" * 32


def body_of(match: dicecup.Match[Any]) -> dict[str, Any]:
    body: dict[str, Any] = json.loads(match.record())["body"]
    return body


def begun(key: bytes, **nonces: str) -> dicecup.Match[Any]:
    """A game of two whose secret was sealed, and got its nonces, before the first roll."""
    secret = Secret(key=key)
    for seat, nonce in nonces.items():
        secret = secret.stirred(int(seat[-1]), nonce, 0)
    return dicecup.new("yahtzee", seats=2, secret=secret)


def dice_of(match: dicecup.Match[Any]) -> list[Any]:
    return [entry["result"] for entry in body_of(last(match))["log"] if "chance" in entry]


def test_every_nonce_changes_the_dice_and_none_changes_the_seal() -> None:
    key = bytes(range(32))
    games = [begun(key), begun(key, seat0=ANN), begun(key, seat1=ANN), begun(key, seat0=ANN, seat1=BEN)]
    assert len({match.commitment for match in games}) == 1
    assert len({str(dice_of(match)) for match in games}) == 4


def test_a_reader_without_this_code_computes_the_same() -> None:
    """As docs/fair-dice.md says."""
    secret = Secret()
    match = last(dicecup.new("yahtzee", seats=1, secret=secret.stirred(0, ANN, 0)))
    body = body_of(match)
    key = bytes.fromhex(body["secret"]["key"])
    assert hashlib.sha256(key).hexdigest() == secret.commitment
    stirred = hmac.digest(key, f"dicecup nonces\n0 {ANN}\n".encode(), "sha256")
    for entry in body["log"]:
        if "chance" in entry and len(entry["result"]) == 5:
            digest = hmac.digest(stirred, entry["chance"].encode(), "sha256")
            if all(byte < 252 for byte in digest[:5]):
                assert entry["result"] == [byte % 6 + 1 for byte in digest[:5]]


def test_whoever_sits_down_later_adds_to_the_dice_from_then_on() -> None:
    match = dicecup.new("yahtzee", seats=2, start="seat-order")
    match.answer("roll")
    match.stir(1, BEN)
    at = len(match.log)
    twin = dicecup.load(match.save())
    assert twin.nonces == match.nonces == ((1, BEN, at),)
    last(match)
    verdict = dicecup.verify(match.record(), nonce=BEN)
    assert verdict.nonces == match.nonces
    assert dice_of(twin) == [entry["result"] for entry in body_of(match)["log"] if "chance" in entry]
    with pytest.raises(SaveError, match="was not added"):
        dicecup.verify(match.record(), nonce=ANN)


def test_what_was_chosen_before_a_nonce_can_be_taken_back_after_it() -> None:
    match = dicecup.new("yahtzee", seats=2, start="seat-order")
    match.answer("roll")
    box = next(option for option in match.pending.options if option.verb == "fill")  # type: ignore[union-attr]
    match.answer(box)
    match.stir(0, ANN)
    match.undo(0)
    match.answer(("keep", 0))
    last(match)
    assert dicecup.verify(match.record(), nonce=ANN).nonces[0].at < len(match.log)


def test_a_running_game_shows_what_was_added() -> None:
    match = dicecup.new("yahtzee", seats=2)
    assert "nonces" not in body_of(match)
    match.stir(0, ANN)
    match.stir(1, BEN)
    assert [(one["seat"], one["nonce"]) for one in body_of(match)["nonces"]] == [(0, ANN), (1, BEN)]


@pytest.mark.parametrize(
    ("seat", "nonce", "why"),
    [
        (0, ANN, "already"),
        (1, "", "64 hex digits"),
        (1, ANN[:-1], "64 hex digits"),
        (1, ANN.upper(), "64 hex digits"),
        (1, ANN + "\n", "64 hex digits"),
        (1, 7, "64 hex digits"),
    ],
)
def test_a_nonce_that_is_none_is_refused_and_changes_nothing(seat: int, nonce: Any, why: str) -> None:
    match = dicecup.new("yahtzee", seats=2)
    match.stir(0, ANN)
    before = match.save()
    with pytest.raises(NotAllowed, match=why):
        match.stir(seat, nonce)
    assert match.save() == before


def test_a_seat_that_is_not_there_a_seed_and_the_end_are_refused() -> None:
    match = dicecup.new("yahtzee", seats=2)
    with pytest.raises(dicecup.NoSuchSeat):
        match.stir(2, ANN)
    with pytest.raises(NotAllowed, match="seed"):
        dicecup.new("yahtzee", seats=2, seed=1).stir(0, ANN)
    with pytest.raises(NotAllowed, match="over"):
        last(match).stir(0, ANN)
    with pytest.raises(dicecup.SetupError, match="not from both"):
        dicecup.new("yahtzee", seats=2, seed=1, secret=Secret())


def test_clones_keep_them_while_forks_branches_and_rematches_begin_anew() -> None:
    match = dicecup.new("yahtzee", seats=2)
    match.stir(0, ANN)
    assert match.clone().nonces == match.nonces
    assert match.fork(0).nonces == ()
    assert branch(match, None).nonces == ()
    assert last(match).rematch().nonces == ()
    secret = Secret(number=2).stirred(1, BEN, 0)
    assert dicecup.verify(last(match.rematch(secret)).record(), nonce=BEN).ordinary_start


def tampered(change: str) -> dict[str, Any]:
    match = dicecup.new("yahtzee", seats=2)
    match.stir(0, ANN)
    match.stir(1, BEN)
    body = body_of(last(match))
    inside, shown = body["secret"]["nonces"], body["nonces"]
    for nonces in {"inside": [inside], "shown": [shown]}.get(change, [inside, shown]):
        match change:
            case "later":
                nonces[1]["at"] += 10
            case "swapped":
                nonces.reverse()
            case "another seat":
                nonces[1]["seat"] = 2
            case "no seat":
                nonces[1]["seat"] = True
            case _:
                del nonces[1]
    return body


@pytest.mark.parametrize("change", ["inside", "shown", "gone", "later", "swapped", "another seat", "no seat"])
def test_nonces_that_were_tampered_with_are_found(change: str) -> None:
    with pytest.raises(SaveError):
        dicecup.verify(wrap(RECORD, tampered(change)))
