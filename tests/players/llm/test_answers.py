"""What an answer of a language model means, and what becomes of one that means nothing."""

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicecup.players.outside import BotFault
from dicecup.players.outside.llm import prompt
from tests.examples import examples
from tests.players.bots import game
from tests.players.llm.endpoint import Endpoint, last, player, transcript

OPTIONS = [{"text": f"hold die {n}", "choice": ["keep", n - 1]} for n in range(1, 10)]


# --- what an answer means ---


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("3", 3),
        (" 3.\n", 3),
        ("**3**", 3),
        ("(3)", 3),
        ("ANSWER: 3", 3),
        ("answer:3", 3),
        ("**Answer:** 3", 3),
        ("Die 1 and die 2 are bad.\n\nANSWER: **3**.", 3),
        ("I first thought ANSWER: 2, but no.\nANSWER: 3", 3),
        ("ANSWER: 3 (hold dice 1 and 2)", 3),
        ("ANSWER: 3. Answer 4 would be worse.", 3),
        ('{"answer": 3}', 3),
        ('```json\n{"answer": "3"}\n```', 3),
        ("I take option 3.", 3),
        ("The two 4s are nice, so I choose option #3, which keeps 2 dice.", 3),
        ("My answer is 3", 3),
        ("$\\boxed{3}$", 3),
        ("Hold it.\n3", 3),
        ("<think>Option 1? ANSWER: 1. No, option 2.</think>\n3", 3),
        ("<think>option 1", None),
        ("hold die 3", 3),
        ("Hold die 3.", 3),
        ("keep 2", 3),
        ("", None),
        ("I keep the 4.", None),
        ("Option 3 or option 4.", None),
        ("ANSWER: 3 or 4", None),
        ("ANSWER: 3, 4", None),
        ("ANSWER: 3/4", None),
        ("ANSWER: 3 4 5", None),
        ("ANSWER: 3 & 4", None),
        ("ANSWER: 3\n4 would be worse.", 3),
        ("ANSWER: 1-3", None),
        ("1.5", None),
        ("3 4", None),
        ("Yes.", None),
        ("hold die", None),
        ("10", None),
        ("0", None),
        ("-3", None),
        ("ANSWER: 999999999999", None),
        ("³", None),
    ],
)
def test_what_an_answer_means(text: str, number: int | None) -> None:
    """Rather once more than wrongly: what could mean two options is told back."""
    if number is not None:
        assert prompt.choice(text, OPTIONS) == number - 1
        return
    with pytest.raises(prompt.Unclear, match=r"Answer with one line: ANSWER: and a number from 1 to 9\."):
        prompt.choice(text, OPTIONS)


@examples(50)
@given(st.text("answer option:-0123<think>/ \n.", max_size=40) | st.text(max_size=40), st.integers(1, 20))
def test_any_answer_is_an_option_or_unclear(text: str, count: int) -> None:
    options = [{"text": f"option {n}", "choice": ["take", n]} for n in range(count)]
    with suppress(prompt.Unclear):
        assert 0 <= prompt.choice(text, options) < count


def test_a_wrong_answer_is_told_back_and_asked_again(endpoint: Endpoint, tmp_path: Path) -> None:
    said = ["Well, 1 or 2.", "ANSWER: 700", "ANSWER: 1"]
    endpoint.answers = lambda talk, number: talk.say(said[(number - 1) % 3])
    mind = player(endpoint, f"transcripts={tmp_path}")
    assert game(mind).outcome is not None
    mind.close()
    first, second, third = endpoint.asked[:3]
    assert second["messages"] == [
        *first["messages"],
        {"role": "assistant", "content": "Well, 1 or 2."},
        {"role": "user", "content": third["messages"][3]["content"]},
    ]
    assert third["messages"][3]["content"].startswith("That names no option, or not just one. ")
    assert third["messages"][5]["content"].startswith("There is no option 700. ")
    assert len(endpoint.asked[3]["messages"]) == 2, "it remembers nothing"
    assert [call["option"] for call in transcript(tmp_path)[1:4]] == [None, None, 0]


def test_one_that_never_names_an_option_fails_after_some_tries(endpoint: Endpoint, tmp_path: Path) -> None:
    endpoint.answers = lambda talk, number: talk.say("As a language model I cannot play.")
    mind = player(endpoint, "tries=4", f"transcripts={tmp_path}")
    with pytest.raises(BotFault, match=r"^It named no option in 4 answers\.$"):
        game(mind)
    assert len(endpoint.asked) == 4
    assert transcript(tmp_path)[-1]["why"] == "It named no option in 4 answers."
    endpoint.answers = last
    assert game(mind).outcome is not None, "the next game begins anew"


@pytest.mark.parametrize("content", [None, "", [], {}, 7])
def test_one_that_says_nothing_is_told_so(endpoint: Endpoint, content: object) -> None:
    endpoint.answers = lambda talk, number: talk.say(content, "length") if number == 1 else last(talk)
    mind = player(endpoint)
    assert game(mind).outcome is not None
    mind.close()
    said = endpoint.asked[1]["messages"]
    assert said[2]["content"] == "(nothing)"
    assert said[3]["content"].startswith("Your answer was too long, and was cut off. ")
