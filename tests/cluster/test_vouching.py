"""The word that one process gives another: nobody else can give it, and it works once, for one request."""

import base64
import json
from itertools import count

import pytest

from dicecup.server.cluster.vouching import Misdirected, Unsealed, Untimely, Vouching, Word, matter

KEY = b"k" * 32
ABOUT = matter("POST", b"/api/v1/matches/m/nonce", b"{}")
ANN = Word(guest="ann", secure=True, base="https://games.example")


def process(name: str, key: bytes = KEY, at: float = 1_000.0) -> Vouching:
    return Vouching(key, lambda: name, lambda: at)


def test_a_word_comes_as_it_was_given() -> None:
    assert process("b").check(process("a").give("b", ABOUT, ANN), ABOUT) == ANN


def test_a_word_works_once() -> None:
    given, b = process("a").give("b", ABOUT, ANN), process("b")
    b.check(given, ABOUT)
    with pytest.raises(Unsealed, match="said before"):
        b.check(given, ABOUT)


def test_a_word_is_for_one_process_and_not_for_whoever_is_at_its_address_now() -> None:
    with pytest.raises(Misdirected):
        process("c").check(process("a").give("b", ABOUT, ANN), ABOUT)


@pytest.mark.parametrize(
    "other",
    [
        matter("GET", b"/api/v1/matches/m/nonce", b"{}"),
        matter("POST", b"/api/v1/matches/n/nonce", b"{}"),
        matter("POST", b"/api/v1/matches/m/nonce?x=1", b"{}"),
        matter("POST", b"/api/v1/matches/m/nonce", b"{ }"),
    ],
)
def test_a_word_is_about_one_request_down_to_the_last_byte(other: str) -> None:
    with pytest.raises(Unsealed):
        process("b").check(process("a").give("b", ABOUT, ANN), other)


@pytest.mark.parametrize("seconds", [-61, 61])
def test_an_old_word_or_one_from_tomorrow_is_worth_nothing(seconds: float) -> None:
    given = process("a", at=1_000).give("b", ABOUT, ANN)
    with pytest.raises(Untimely, match="clocks"):
        process("b", at=1_000 + seconds).check(given, ABOUT)
    assert process("b", at=1_000 + seconds * 0.9).check(given, ABOUT) == ANN


def test_whoever_does_not_know_the_key_gives_no_word() -> None:
    with pytest.raises(Unsealed):
        process("b").check(process("a", key=b"x" * 32).give("b", ABOUT, ANN), ABOUT)


def test_a_word_that_was_changed_is_none() -> None:
    text, _, seal = process("a").give("b", ABOUT, ANN).partition(".")
    facts = json.loads(base64.urlsafe_b64decode(text)) | {"guest": "eve"}
    forged = base64.urlsafe_b64encode(json.dumps(facts).encode()).decode()
    for given in (
        f"{forged}.{seal}",
        f"{text}.",
        text,
        "",
        ".",
        f"{text}.{seal[:-1]}",
        "ä.ö",
        f".{seal}",
        "x" * 99_999,
    ):
        with pytest.raises(Unsealed):
            process("b").check(given, ABOUT)


def test_a_process_of_another_version_may_say_more_or_less() -> None:
    b = process("b")
    for change in ({"more": 1}, {"base": None}):
        text = process("a").give("b", ABOUT, ANN).partition(".")[0]
        facts = {**json.loads(base64.urlsafe_b64decode(text)), **change}
        said = {name: value for name, value in facts.items() if value is not None}
        changed = base64.urlsafe_b64encode(json.dumps(said).encode())
        word = b.check(f"{changed.decode()}.{b._seal(changed)}", ABOUT)
        assert word == ANN._replace(base=said.get("base", ""))


def test_what_was_heard_is_remembered_as_long_as_it_could_be_said_again_and_no_longer() -> None:
    ticks = count(0, 61)
    now = [0.0]
    a, b = Vouching(KEY, lambda: "a", lambda: now[0]), Vouching(KEY, lambda: "b", lambda: now[0])
    for _ in range(5):
        now[0] = next(ticks)
        b.check(a.give("b", ABOUT, ANN), ABOUT)
    assert len(b._heard) == 2
