"""The people at a table, in words: who is here, what changes, what is said."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dicecup import client
from dicecup.server.settings import Settings
from dicecup.terminal import company
from tests.client.tables import links, open_table, wait
from tests.server.browser import FAST, served


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(Settings(folder=tmp_path_factory.mktemp("server"), **FAST)) as where:  # type: ignore[arg-type]
        yield where


class Listener:
    """Ann, who hears what the others do, in words."""

    def __init__(self, table: client.Table) -> None:
        self.table = table
        self.news = company.News(table.party or {})
        self.said: list[str] = []

    def until(self, sentence: str) -> None:
        def heard() -> bool:
            self.said += self.news.since(self.table.party or {})
            return sentence in self.said

        wait(self.table, heard)


@pytest.mark.thorough
def test_what_others_do_is_told_in_sentences(address: str, tmp_path: Path) -> None:
    with open_table(address, tmp_path / "ann", "king-of-tokyo") as ann:
        listener = Listener(ann)
        link = links(ann)["table"]["url"]
        with client.join(link, name="Ben", folder=tmp_path / "ben") as ben:
            wait(ben, lambda: ben.party is not None)
            listener.until("Ben has come.")
            ben.command("me", character="Kraken")
            listener.until("Ben will be Kraken.")
            ben.command("me", name="Benjamin")
            listener.until("Ben is called Benjamin now.")
            ben.ready()
            listener.until("Benjamin is ready.")
            ben.ready(False)
            listener.until("Benjamin is not ready any more.")
            ben.command("stand_up")
            listener.until("Benjamin is watching now.")
            ben.command("take_chair", chair=1)
            listener.until("Benjamin is playing now.")
        listener.until("Benjamin is away.")
        with client.join(link, folder=tmp_path / "ben") as ben:
            listener.until("Benjamin is here again.")
            wait(ben, lambda: ben.party is not None)
            other = Listener(ben)
            ann.command("set_rules", clock="fast")
            other.until("The rules of the table have changed: “who” shows them.")
            ann.command("add_chair", level="easy")
            other.until("Computer players at the table: easy.")
            ann.command("give_host", person=ben.party["you"])  # type: ignore[index]
            other.until("You are the host now: “help” shows what that means.")
            ben.leave()
        wait(ann, lambda: [line["text"] for line in ann.lines if "has left" in line["text"]])
        twice = [each for each in listener.said if listener.said.count(each) > 1 and "is playing" not in each]
        assert not twice, "nothing is told twice"
        assert "Ben is here again." not in listener.said, "who comes for the first time was never away"


def test_the_whole_table_in_words(address: str, tmp_path: Path) -> None:
    facts: dict[str, Any] = {"options": {"rules": "official"}, "computers": ["hard"]}
    with open_table(address, tmp_path / "ann", **facts) as ann:
        ann.command("add_chair")
        ann.command("set_rules", absence="30 s", clock="relaxed", hints=False)
        wait(ann, lambda: ann.party is not None and not ann.party["rules"]["hints"])
        assert ann.party is not None
        assert list(company.who(ann.party)) == [
            "   1  Ann (you, host)",
            "   2  Player 2, hard computer player",
            "   3  empty: a computer player will take it",
        ]
        info = next(each for each in ann.server.hello()["games"] if each["name"] == "yahtzee")
        said = list(company.rules(ann.party, info))
        assert said[1:] == [
            "After 30 seconds a computer player decides for somebody who is away.",
            "There is a relaxed clock: at zero a computer player decides.",
            "There are no hints at this table.",
        ]
        assert said[0] == next(each for each in info["options"] if each["name"] == "rules")["says"][1]


def test_computer_players_at_a_table_are_somebody_each(address: str, tmp_path: Path) -> None:
    facts: dict[str, Any] = {"character": "Cyber Bunny", "computers": ["hard", "hard-racer", "hard-chance"]}
    with open_table(address, tmp_path / "ann", "king-of-tokyo", **facts) as ann:
        assert ann.party is not None
        assert list(company.who(ann.party))[1:] == [
            "   2  Alienoid, hard computer player, a schemer",  # as Alienoid is by itself, which it will be
            "   3  Giga Zaur, hard computer player, a racer",
            "   4  Kraken, hard computer player, its temper to be drawn",
        ]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ({"kind": "said", "name": "Ann", "text": "Hi", "spectators": False}, "Ann: “Hi”"),
        ({"kind": "phrase", "name": "Ann", "text": "good_luck", "spectators": False}, "Ann: “Good luck!”"),
        ({"kind": "phrase", "name": "Ann", "text": "new_one", "spectators": False}, "Ann: “new_one”"),
        ({"kind": "said", "name": "Cid", "text": "Oh", "spectators": True}, "Cid (watching): “Oh”"),
        ({"kind": "note", "name": "", "text": "Ann has left.", "spectators": False}, "Ann has left."),
    ],
)
def test_what_is_said(line: dict[str, Any], words: str) -> None:
    assert company.spoken(line) == words


def test_the_score_of_the_evening() -> None:
    rows = [
        {"name": "Ann", "wins": 0, "points": 300},
        {"name": "Ben", "wins": 1, "points": 200},
        {"name": "Cid", "wins": 0, "points": 310},
    ]
    assert (
        company.tally({"tally": rows}) == "Ben 1 win, 200 points, Cid 0 wins, 310 points, Ann 0 wins, 300 points"
    )
