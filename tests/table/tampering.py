"""What somebody may do to a record, each with what it is called by `verify`."""

from collections.abc import Callable
from typing import Any

from dicecup.table import Secret

Tamper = Callable[[dict[str, Any]], None]


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
