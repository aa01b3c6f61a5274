"""What a person reads about a paper of another version: which of the four words it is, in plain English."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dicecup.games.yahtzee.game import Yahtzee
from dicecup.server import messages, reader
from dicecup.server.rebuild import summary
from dicecup.server.replay import evidence
from dicecup.server.store.storage import PERSON, MatchRow, Seat
from dicecup.table import papers, retrace
from tests.papers import boxes
from tests.papers.test_growth import DOUBTING
from tests.papers.test_releases import to_the_end
from tests.terminal.helpers import flat
from tests.terminal.program import invoke

RECORD = "king-of-tokyo-3-end.record.json"


def body(release: str) -> Any:
    text = next(paper.text for paper in boxes.papers(release, "record") if paper.name == RECORD)
    return papers.unwrap(text, papers.RECORD)[1]


def file(path: Path, body: Any) -> str:
    path.write_text(papers.wrap(papers.RECORD, body), encoding="utf-8")
    return str(path)


def test_an_older_record_is_verified_and_what_has_come_since_is_told(tmp_path: Path) -> None:
    path = file(tmp_path / "old.json", body("5c8b152"))
    said = flat(invoke("verify", path))
    assert "results of chance were worked out again from the secret, and all are right" in said
    assert "This version of Dicecup would tell the game in other words; the game is the same." in said
    assert "This version of Dicecup has more house rules" in said
    assert "has been changed" not in said
    facts = json.loads(invoke("verify", path, "--json"))
    assert facts["verified"]
    assert facts["words"] == ["reworded", "grown"]
    assert "house rules" in facts["grown"]
    assert "would tell the game in other words" in flat(invoke("replay", path))


def pass_by(body: Any) -> None:
    """A choice that the rules do not know."""
    next(entry for entry in body["log"] if "choice" in entry)["choice"] = ["dance"]


def load_a_die(body: Any) -> None:
    entry = next(entry for entry in body["log"] if isinstance(entry.get("result"), list))
    entry["result"][0] = entry["result"][0] % 6 + 1


@pytest.mark.parametrize(
    ("spoil", "word", "words"),
    [
        (pass_by, "changed", "Under the rules of this version of Dicecup this game would have gone differently."),
        (load_a_die, "tampered", "is not the one the secret gives"),
    ],
)
def test_what_cannot_be_verified_says_why_and_only_a_broken_chain_is_tampering(
    tmp_path: Path, spoil: Callable[[Any], None], word: str, words: str
) -> None:
    spoilt = body("b6d28be")
    spoil(spoilt)
    path = file(tmp_path / "spoilt.json", spoilt)
    assert words in flat(invoke("verify", path, code=1))
    assert words in flat(invoke("replay", path)), "it can be told all the same"
    assert json.loads(invoke("verify", path, "--json", code=1))["words"] == [word]
    damaged = Path(path).read_text(encoding="utf-8").replace("Giga Zaur", "Giga Zaun")
    Path(path).write_text(damaged, encoding="utf-8")
    reply = json.loads(invoke("verify", path, "--json", code=1))
    assert reply["words"] == ["tampered"]
    assert "damaged, or somebody has changed it" in reply["error"]


def test_a_server_reads_an_older_record_and_says_what_has_come_since() -> None:
    text = papers.wrap(papers.RECORD, body("5c8b152"))
    assert "This version of Dicecup has more house rules" in reader.read(text).match.notice
    text = papers.wrap(papers.RECORD, body("b6d28be"))
    assert reader.read(text).match.notice == ""


def test_of_a_game_that_outlived_a_change_of_the_rules_nobody_says_that_it_was_set_up_by_hand() -> None:
    class Other(Yahtzee):
        phases = DOUBTING

    paper = next(paper for paper in boxes.papers("b6d28be", "save") if paper.name == "yahtzee-4-mid.save.json")
    match = retrace.load(paper.text, lambda _: Other())
    seats = [Seat(name=name, player=PERSON, guest="ann" if name != "Player 2" else "bo") for name in match.names]
    row = MatchRow(
        id="x",
        game="yahtzee",
        number=1,
        owner="ann",
        watch=False,
        paper="",
        base=0,
        seats=seats,
        summary=summary(match),
    )
    assert "The rules have changed since this game began" in messages.state(match, row, "bo").notice
    to_the_end(match)
    told = evidence(match)
    assert told.changed == sum("chance" in entry.to_json() for entry in match.log) - len(told.throws) > 0
