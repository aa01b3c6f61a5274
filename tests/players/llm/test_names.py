"""How a language model is named, and what is refused."""

from pathlib import Path

import pytest

from dicecup.players.outside import OutsidePlayer, is_outside, read
from dicecup.players.outside.llm import address
from dicecup.players.own import is_own, maker, split_players
from dicecup.table import SetupError


def test_a_name_says_all_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("K", "key")
    found = address.read(
        "llm:https://api.example/v1/chat/completions/?model=meta/llama%26co&key_env=K&tries=2&seconds=90&transcripts=a%20b"
    )
    assert found.link == "https://api.example/v1"
    assert (found.chat, found.model) == ("/v1/chat/completions", "meta/llama&co")
    assert (found.tries, found.seconds, found.transcripts) == (2, 90, Path("a b"))
    assert read("llm:http://127.0.0.1:1/v1?model=x&seconds=90").seconds == 90
    assert address.read("llm:http://[::1]:8080?model=x").link == "http://[::1]:8080"
    name = "llm:http://h/v1?model=x&tries=2"
    assert is_outside(name)
    assert is_own(name)
    assert split_players(f"easy,{name},hard") == ["easy", name, "hard"]
    made = maker(f"{name}&seconds=7")(0)
    assert isinstance(made, OutsidePlayer)
    assert made.seconds == 7


@pytest.mark.parametrize(
    ("name", "words"),
    [
        (
            "llm:",
            "That is no address of a language model; one looks like llm:http://127.0.0.1:8080/v1?model=NAME.",
        ),
        ("llm:gpt-4", "That is no address"),
        ("llm:ftp://h/v1?model=x", "That is no address"),
        ("llm:http://:80/v1?model=x", "That is no address"),
        ("llm:http://h:x/v1?model=x", "That is no address"),
        ("llm:http://h:99999/v1?model=x", "That is no address"),
        ("llm:http://[::1/v1?model=x", "That is no address"),
        ("llm:http://h/v1#a?model=x", "That is no address"),
        ("llm:http://h /v1?model=x", "That is no address"),
        ("llm:http://hä/v1?model=x", "That is no address"),
        ("llm:http://" + "me:SECRET@h/v1?model=x", "An address with a password in it"),
        ("llm:http://h/v1", "Say which model: llm:http://h/v1?model=NAME."),
        ("llm:http://h/v1?model=", "The parameter model of a language model is a text."),
        ("llm:http://h/v1?model=x&key=SECRET", "A key is never part of a name"),
        ("llm:http://h/v1?model=x&api_key=SECRET", "Put it into a variable of the environment"),
        ("llm:http://h/v1?model=x&key_env=sk-SECRET", "and never the key."),
        ("llm:http://h/v1?model=x&key_env=gsk_SECRET", "and never the key."),
        (
            "llm:http://h/v1?model=x&key_env=NOT_SET_ANYWHERE",
            "The variable NOT_SET_ANYWHERE, which should hold the key",
        ),
        ("llm:http://h/v1?model=x&SECRET", "Parameters of a language model are written NAME=VALUE"),
        ("llm:http://h/v1?model=x&model=y", "each once"),
        ("llm:http://h/v1?model=x&colour=SECRET", "with & between: model, key_env, temperature"),
        (
            "llm:http://h/v1?model=x&tries=0",
            "The parameter tries of a language model is a whole number, at least 1.",
        ),
        ("llm:http://h/v1?model=x&tries=1e3", "a whole number"),
        ("llm:http://h/v1?model=x&temperature=hot", "a number from 0 to 5."),
        ("llm:http://h/v1?model=x&seconds=0", "a number from 0.001 to 86400."),
        ("llm:http://h/v1?model=x&tokens=\u0663", "a whole number"),
    ],
)
def test_what_cannot_be_named(name: str, words: str) -> None:
    """In words that do not repeat what may be a secret."""
    with pytest.raises(SetupError) as error:
        read(name)
    assert words in str(error.value)
    assert "SECRET" not in str(error.value)


def test_a_variable_that_holds_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    for wrong in ("a\nSECRET: b", "sch\u00fcssel SECRET"):
        monkeypatch.setenv("TINY_KEY", wrong)
        with pytest.raises(SetupError, match=r"^The variable TINY_KEY holds something that cannot be a key\.$"):
            read("llm:http://h/v1?model=x&key_env=TINY_KEY")
