"""Verifying a finished game: what is not right is found, even when the checksum was made to fit again."""

import copy
import json
from typing import Any

import pytest

import dicecup
from dicecup.players import RandomPlayer, play
from dicecup.table import Changed, SaveError, Secret, Tampered
from dicecup.table.papers import RECORD, SAVE, wrap
from tests.table.games import deal, last, verify
from tests.table.tampering import (
    CHANGED,
    TAMPERED,
    TOLD_OTHERWISE,
    UNREADABLE,
    Tamper,
    change_choice,
    dropped_event,
    first,
    no_points,
    no_text,
    other_rules_at_the_start,
)


def hush_record(seat: int | None = None) -> dict[str, Any]:
    """A finished game with private draws and choices, an undo, a peek and a duel."""
    match = deal(seats=2, secret=Secret(key=bytes(range(32))), rounds=3)
    match.answer("swap")
    match.answer(match.pending.options[1])  # type: ignore[union-attr]
    match.answer("boast")
    match.answer("pass")
    match.undo()
    match.answer(("peek", 0))
    match.answer(("challenge", 1))
    match.answer("show")
    last(match)
    body: dict[str, Any] = json.loads(match.record(seat))["body"]
    return body


def yahtzee_record(**keywords: Any) -> dict[str, Any]:
    body: dict[str, Any] = json.loads(last(dicecup.new("yahtzee", **keywords)).record())["body"]
    return body


def test_an_honest_record_is_verified() -> None:
    body = yahtzee_record(seats=2)
    verdict = dicecup.verify(wrap(RECORD, body))
    assert verdict.committed
    assert verdict.ordinary_start
    assert verdict.results == sum("chance" in entry for entry in body["log"])
    assert verdict.match.outcome is not None
    assert list(verdict.match.outcome.scores) == body["outcome"]["scores"]


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_an_honest_record_with_hidden_things_is_verified_whoever_it_is_for(seat: int | None) -> None:
    verdict = verify(wrap(RECORD, hush_record(seat)))
    assert verdict.committed
    assert verdict.ordinary_start


def test_a_seeded_game_is_right_but_not_committed_to() -> None:
    verdict = dicecup.verify(wrap(RECORD, yahtzee_record(seats=2, seed=1)))
    assert not verdict.committed
    assert verdict.ordinary_start


def test_a_rematch_is_verified_with_what_it_carries() -> None:
    match = last(last(dicecup.new("yahtzee", seats=2)).rematch())
    assert dicecup.verify(match.record()).ordinary_start


def test_a_save_of_a_finished_game_can_be_verified_too() -> None:
    assert dicecup.verify(last(dicecup.new("yahtzee", seats=2)).save()).ordinary_start


def test_a_running_game_cannot_be_verified() -> None:
    match = dicecup.new("yahtzee", seats=2)
    for text in (match.record(), match.save()):
        with pytest.raises(SaveError, match="This game is not over"):
            dicecup.verify(text)


@pytest.mark.parametrize(
    ("tamper", "verdict"),
    [
        *((tamper, Tampered) for tamper in TAMPERED),
        *((tamper, Changed) for tamper in CHANGED),
        *((tamper, SaveError) for tamper in UNREADABLE),
    ],
    ids=lambda each: each.__name__,
)
def test_a_record_that_is_not_right_is_called_by_the_right_name(tamper: Tamper, verdict: type[SaveError]) -> None:
    honest = yahtzee_record(seats=2, start="seat-order")
    changed = copy.deepcopy(honest)
    tamper(changed)
    assert changed != honest, "the test itself has to change something"
    with pytest.raises(SaveError) as caught:
        dicecup.verify(wrap(RECORD, changed))
    assert type(caught.value) is verdict
    assert dicecup.verify(wrap(RECORD, honest)).ordinary_start


@pytest.mark.parametrize("tamper", TOLD_OTHERWISE, ids=lambda tamper: tamper.__name__)
def test_a_record_that_tells_the_same_game_in_another_way_is_reworded(tamper: Tamper) -> None:
    body = yahtzee_record(seats=2, start="seat-order")
    tamper(body)
    verdict = dicecup.verify(wrap(RECORD, body))
    assert verdict.reworded
    assert not verdict.grown


@pytest.mark.parametrize("tamper", [change_choice, other_rules_at_the_start], ids=lambda tamper: tamper.__name__)
def test_other_choices_or_rules_are_another_game_than_the_one_that_is_told(tamper: Tamper) -> None:
    body = yahtzee_record(seats=2, start="seat-order")
    tamper(body)
    try:
        assert dicecup.verify(wrap(RECORD, body)).reworded
    except Changed as reason:
        assert "Under the rules of this version" in str(reason)  # noqa: PT017 - either is right


@pytest.mark.parametrize("tamper", [dropped_event, no_text, no_points], ids=lambda tamper: tamper.__name__)
def test_a_record_that_tells_less_is_of_a_version_that_had_less_to_tell(tamper: Tamper) -> None:
    body = yahtzee_record(seats=2, start="seat-order")
    tamper(body)
    verdict = dicecup.verify(wrap(RECORD, body))
    assert verdict.grown == ("events",)
    assert verdict.reworded == (tamper is no_text)


def give_points(body: dict[str, Any]) -> None:
    body["start"]["state"]["hands"][0]["points"] = 3


def change_who_begins(body: dict[str, Any]) -> None:
    body["start"]["state"]["current"] = 1


def stack_the_deck(body: dict[str, Any]) -> None:
    body["start"]["state"]["deck"] = [6] * 12


def reorder_the_deck(body: dict[str, Any]) -> None:
    body["start"]["state"]["deck"].reverse()


def change_hidden_draw(body: dict[str, Any]) -> None:
    entry = first(body, "chance")
    entry["result"] = entry["result"] % 6 + 1


def change_private_choice(body: dict[str, Any]) -> None:
    entry = next(entry for entry in body["log"] if entry.get("private"))
    entry["choice"] = ["keep", "old", first(body, "chance")["result"]]


def peek_taken_back(body: dict[str, Any]) -> None:
    at = next(i for i, entry in enumerate(body["log"]) if entry.get("choice", [""])[0] == "peek")
    body["log"][at + 1 : at + 1] = [{"seat": body["log"][at]["seat"], "took_back": 1}, body["log"][at]]


@pytest.mark.parametrize(
    "tamper",
    [
        give_points,
        change_who_begins,
        stack_the_deck,
        reorder_the_deck,
        change_hidden_draw,
        change_private_choice,
        peek_taken_back,
    ],
    ids=lambda tamper: tamper.__name__,
)
def test_tampering_with_hidden_things_or_the_start_is_found(tamper: Tamper) -> None:
    honest = hush_record()
    changed = copy.deepcopy(honest)
    tamper(changed)
    assert changed != honest
    try:
        verdict = verify(wrap(RECORD, changed))
    except SaveError:
        return
    # Another card kept that changes nothing in the end: a game like any other, but not the one that is told.
    assert verdict.reworded if tamper is change_private_choice else not verdict.ordinary_start


@pytest.mark.parametrize("what", ["dice", "look", "choice of another"])
def test_what_could_not_be_taken_back_was_not(what: str) -> None:
    """A record that fits in itself, made by somebody who let it be taken back all the same."""
    match = deal(seats=2, secret=Secret())
    match.answer("pass")
    if what == "dice":
        match.answer("swap")
        match._take_back(1, 2)
    elif what == "look":
        match.answer(("peek", 0))
        match._take_back(1, 1)
    else:
        match.answer("pass")
        match._take_back(0, 2)
    text = last(match).record()
    with pytest.raises(SaveError, match="takes back what could not be taken back"):
        verify(text)


def test_a_position_set_up_by_hand_is_told_from_an_ordinary_start() -> None:
    """With an outcome, turns and events that all fit: only the start gives it away."""
    from tests.scenarios.yahtzee import full_but, last_box

    game = last_box(full_but(), full_but("chance"), dice=[6, 6, 6, 6, 6])
    game.do("fill", "chance")
    verdict = dicecup.verify(game.match.record())
    assert not verdict.ordinary_start


def test_new_words_for_old_events_are_no_tampering() -> None:
    body = yahtzee_record(seats=2)
    for event in body["events"]:
        event["text"] = "Something happened."
    verdict = dicecup.verify(wrap(RECORD, body))
    assert verdict.ordinary_start
    assert verdict.reworded


def test_one_other_word_is_noticed() -> None:
    body = yahtzee_record(seats=2)
    assert not dicecup.verify(wrap(RECORD, body)).reworded
    body["events"][-1]["text"] += "!"
    assert dicecup.verify(wrap(RECORD, body)).reworded


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_a_record_for_one_seat_is_not_one_for_another_where_they_were_told_different_things(
    seat: int | None,
) -> None:
    body = hush_record(seat)
    body["seat"] = 1 if seat == 0 else 0
    assert verify(wrap(RECORD, body)).reworded


@pytest.mark.parametrize("carry", [7, {"past": 1}, {"past": [[]]}, [], "x", {"past": [[[1]]], "card": None}])
def test_a_nonsensical_past_is_refused(carry: Any) -> None:
    body = yahtzee_record(seats=2)
    body["carry"] = carry
    try:
        verdict = dicecup.verify(wrap(RECORD, body))
    except SaveError:
        return
    assert not carry or not verdict.ordinary_start


def test_verify_wants_a_paper() -> None:
    with pytest.raises(SaveError):
        dicecup.verify("hello")
    with pytest.raises(SaveError, match="'game' is missing"):
        dicecup.verify(wrap(SAVE, {}))


def test_the_seal_noted_before_the_game_proves_that_the_secret_is_the_same() -> None:
    match = dicecup.new("yahtzee", seats=1)
    shown = match.commitment
    assert shown is not None
    play(match, [RandomPlayer()])
    assert dicecup.verify(match.record(), commitment=shown).committed
    assert dicecup.verify(match.record(), commitment=shown[:16] + "...").committed
    with pytest.raises(SaveError, match="not the one that was sealed"):
        dicecup.verify(match.record(), commitment="0" * 64)


def test_a_seeded_game_fits_no_seal() -> None:
    match = play(dicecup.new("yahtzee", seats=1, seed=1), [RandomPlayer()])
    with pytest.raises(SaveError, match="not the one that was sealed"):
        dicecup.verify(match.record(), commitment="ab")
