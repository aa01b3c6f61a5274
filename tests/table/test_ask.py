"""Options and Asks."""

import json
from typing import Any

import pytest

from dicecup.table import Ask, Option

ASK = Ask(
    1, "choose", (Option("roll", text="roll the dice"), Option("keep", 0, 2), Option("fill", "ones")), "Well?"
)


def test_an_option_is_a_tuple_of_its_parts() -> None:
    option = Option("keep", 0, 2, text="hold dice 1 and 3")
    assert (option.verb, option.args) == ("keep", (0, 2))
    assert option == ("keep", 0, 2)
    assert hash(option) == hash(("keep", 0, 2))
    assert {option: 1}["keep", 0, 2] == 1


def test_the_text_takes_no_part_in_equality() -> None:
    assert Option("roll", text="a") == Option("roll", text="b")
    assert Option("keep", 0) != Option("keep", 1)


def test_an_option_without_a_text_reads_as_its_words() -> None:
    assert str(Option("keep", 0, 2)) == "keep 0 2"
    assert str(Option("keep", 0, 2, text="hold")) == "hold"


def test_the_repr_of_an_option_can_be_pasted_back() -> None:
    option = Option("fill", "ones", 3)
    assert eval(repr(option)) == option


def test_an_option_becomes_json_and_back() -> None:
    assert ASK.find(json.loads(json.dumps(ASK.options[1]))) is ASK.options[1]


@pytest.mark.parametrize(
    "choice", [("keep", 0, 2), ["keep", 0, 2], Option("keep", 0, 2), Option("keep", 0, 2, text="x")]
)
def test_an_option_is_found_by_its_content(choice: Any) -> None:
    assert ASK.find(choice) is ASK.options[1]


@pytest.mark.parametrize("choice", ["roll", ("roll",), ["roll"]])
def test_a_bare_verb_is_enough_where_there_are_no_arguments(choice: Any) -> None:
    assert ASK.find(choice) is ASK.options[0]


@pytest.mark.parametrize(
    "choice",
    [
        "keep",
        ("keep", 0),
        ("keep", 2, 0),
        ("keep", "0", "2"),
        ("keep", 0.0, 2.0),
        ("keep", False, 2),  # False == 0, but nobody means die number 0 by it
        (("keep", 0, 2),),
        "",
        (),
        [],
        None,
        0,
        True,
        3.5,
        {},
        {"keep": 1},
        object(),
        b"roll",
        {"roll"},
    ],
)
def test_anything_else_is_not_found(choice: Any) -> None:
    assert ASK.find(choice) is None


def test_an_ask_has_options() -> None:
    with pytest.raises(ValueError, match="kind 'choose' has no options"):
        _ = Ask(0, "choose", ())


def test_everybody_sees_an_open_question() -> None:
    for viewer in (None, 0, 1):
        assert ASK.to_json(viewer) == {
            "seat": 1,
            "kind": "choose",
            "prompt": "Well?",
            "options": [
                {"choice": ["roll"], "text": "roll the dice"},
                {"choice": ["keep", 0, 2], "text": "keep 0 2"},
                {"choice": ["fill", "ones"], "text": "fill ones"},
            ],
        }


def test_only_the_seat_sees_what_a_private_question_offers() -> None:
    ask = Ask(1, "keep", (Option("keep", 6),), "Keep the 6?", private=True)
    assert ask.to_json(1)["options"] == [{"choice": ["keep", 6], "text": "keep 6"}]
    for viewer in (None, 0, 2):
        assert ask.to_json(viewer) == {"seat": 1, "kind": "keep"}


def test_reprs_are_short() -> None:
    assert repr(ASK) == "<Ask seat 1: choose, 3 options>"
