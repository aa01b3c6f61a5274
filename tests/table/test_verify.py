"""Verifying a finished game: what is not right is found, even when the checksum was made to fit again."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

import dicecup
from dicecup.players import RandomPlayer, play
from dicecup.table import Changed, SaveError, Secret, Tampered
from dicecup.table.papers import RECORD, SAVE, wrap
from tests.table.games import deal, last, verify

Tamper = Callable[[dict[str, Any]], None]


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


def first(body: dict[str, Any], kind: str, number: int = 0) -> dict[str, Any]:
    found: list[dict[str, Any]] = [entry for entry in body["log"] if kind in entry]
    return found[number]


def change_die(body: dict[str, Any]) -> None:
    entry = first(body, "chance", 3)
    entry["result"][0] = entry["result"][0] % 6 + 1


def swap_dice(body: dict[str, Any]) -> None:
    entry = next(e for e in body["log"] if "chance" in e and e["result"][0] != e["result"][1])
    entry["result"][:2] = reversed(entry["result"][:2])


def change_key_of_chance(body: dict[str, Any]) -> None:
    first(body, "chance", 3)["chance"] = "9/9/roll/1"


def change_choice(body: dict[str, Any]) -> None:
    fills = [entry for entry in body["log"] if entry.get("choice", [""])[0] == "fill"]
    fills[0]["choice"], fills[2]["choice"] = fills[2]["choice"], fills[0]["choice"]


def change_chooser(body: dict[str, Any]) -> None:
    entry = first(body, "choice", 4)
    entry["seat"] = 1 - entry["seat"]


def impossible_choice(body: dict[str, Any]) -> None:
    first(body, "choice", 4)["choice"] = ["keep", 9]


def drop_answer(body: dict[str, Any]) -> None:
    del body["log"][7]


def repeat_answer(body: dict[str, Any]) -> None:
    body["log"].insert(7, body["log"][7])


def append_answer(body: dict[str, Any]) -> None:
    body["log"].append({"seat": 0, "choice": ["roll"]})


def cut_off(body: dict[str, Any]) -> None:
    del body["log"][-2:]


def change_score(body: dict[str, Any]) -> None:
    body["outcome"]["scores"][0] += 1


def change_winner(body: dict[str, Any]) -> None:
    body["outcome"]["winners"] = [1] if body["outcome"]["winners"] == [0] else [0]


def no_outcome(body: dict[str, Any]) -> None:
    del body["outcome"]


def other_secret(body: dict[str, Any]) -> None:
    body["secret"] = {"key": "11" * 32}


def other_secret_and_commitment(body: dict[str, Any]) -> None:
    secret = Secret(key=bytes([17] * 32))
    body["secret"], body["commitment"] = secret.reveal(), secret.commitment


def seed_for_secret(body: dict[str, Any]) -> None:
    body["secret"] = {"seed": 1}


def other_commitment(body: dict[str, Any]) -> None:
    body["commitment"] = "0" * 64


def no_commitment(body: dict[str, Any]) -> None:
    body["commitment"] = None


def other_turn_hash(body: dict[str, Any]) -> None:
    body["turns"][2]["view"] = "0" * 64


def no_turn_hashes(body: dict[str, Any]) -> None:
    body["turns"] = []


def other_event(body: dict[str, Any]) -> None:
    next(event for event in body["events"] if event["kind"] == "filled")["points"] = 30


def dropped_event(body: dict[str, Any]) -> None:
    del body["events"][3]


def other_names(body: dict[str, Any]) -> None:
    body["names"] = ["Bob", "Eve"]


def other_options(body: dict[str, Any]) -> None:
    body["options"]["rules"] = "official"


def other_rules_at_the_start(body: dict[str, Any]) -> None:
    body["start"]["state"]["options"]["rules"] = body["options"]["rules"] = "official"


def other_names_at_the_start(body: dict[str, Any]) -> None:
    body["start"]["state"]["names"] = ["Bob", "Eve"]


def dice_taken_back(body: dict[str, Any]) -> None:
    """Somebody rolls, does not like it, "takes it back" and holds other dice."""
    at = next(i for i, entry in enumerate(body["log"]) if "chance" in entry)
    body["log"][at + 1 : at + 1] = [
        {"seat": body["log"][at - 1]["seat"], "took_back": 2},
        *body["log"][at - 1 : at + 1],
    ]


def nothing_taken_back(body: dict[str, Any]) -> None:
    body["log"].insert(0, {"seat": 0, "took_back": 1})


def stranger_takes_back(body: dict[str, Any]) -> None:
    body["log"].append({"seat": 99, "took_back": 1})


def other_seat(body: dict[str, Any]) -> None:
    body["seat"] = 9


def other_number_and_seed(body: dict[str, Any]) -> None:
    body["number"] = 0


def other_title(body: dict[str, Any]) -> None:
    body["title"] = "Chess"


def extra_key(body: dict[str, Any]) -> None:
    body["note"] = "Ann won."


def extra_key_in_the_log(body: dict[str, Any]) -> None:
    body["log"][3]["note"] = "by mistake"


def finished_in_words(body: dict[str, Any]) -> None:
    body["finished"] = "yes"


def forced_by_nobody(body: dict[str, Any]) -> None:
    next(entry for entry in body["log"] if entry.get("choice", [""])[0] == "fill")["forced"] = True


def forced_in_words(body: dict[str, Any]) -> None:
    first(body, "choice")["forced"] = "no"


def private_by_nobody(body: dict[str, Any]) -> None:
    first(body, "choice")["private"] = True


def audience_of_public_dice(body: dict[str, Any]) -> None:
    first(body, "chance")["audience"] = [0]


def a_text_that_is_none(body: dict[str, Any]) -> None:
    body["events"][0]["text"] = None


def no_points(body: dict[str, Any]) -> None:
    for event in body["events"]:
        event.pop("points", None)


def other_reason(body: dict[str, Any]) -> None:
    body["outcome"]["reason"] = "luck"


def no_text(body: dict[str, Any]) -> None:
    del body["events"][0]["text"]


TAMPERED: list[Tamper] = [
    change_die,
    swap_dice,
    other_secret,
    other_secret_and_commitment,
    seed_for_secret,
    other_commitment,
    no_commitment,
]
"""The chain from the seal to the secret to the dice is broken."""

CHANGED: list[Tamper] = [
    extra_key_in_the_log,
    forced_by_nobody,
    forced_in_words,
    private_by_nobody,
    audience_of_public_dice,
    change_key_of_chance,
    change_chooser,
    impossible_choice,
    drop_answer,
    repeat_answer,
    append_answer,
    cut_off,
    change_score,
    change_winner,
    dice_taken_back,
    nothing_taken_back,
    stranger_takes_back,
]
"""Every die is right, and the rules lead elsewhere: nobody can tell a lie from rules that were others then."""

UNREADABLE: list[Tamper] = [
    extra_key,
    finished_in_words,
    no_outcome,
    other_names,
    other_options,
    other_names_at_the_start,
    other_seat,
    other_number_and_seed,
]
"""Not what any version writes."""

TOLD_OTHERWISE: list[Tamper] = [
    other_title,
    other_reason,
    other_turn_hash,
    no_turn_hashes,
    other_event,
    a_text_that_is_none,
]
"""What is told beside the log proves nothing."""


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
