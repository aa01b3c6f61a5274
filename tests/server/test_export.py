"""Everything of a guest, taken along: as JSON, or its games as a table for a spreadsheet."""

import csv
import io
import json

import dicecup
from dicecup.server.guests import export
from dicecup.server.store.storage import COMPUTER, PERSON, ResultRow
from tests.server.browser import Browser


def result(*names: str, verdict: str = "", **marks: bool) -> ResultRow:
    seats = [{"name": name, "player": PERSON, "level": "", "score": 10 + n} for n, name in enumerate(names)]
    seats[-1] |= {"player": COMPUTER, "level": "hard"}
    body = json.dumps({"number": 1, "options": {}, "winners": [1][: len(names) - 1], "seats": seats, **marks})
    return ResultRow(
        match="m", game="yahtzee", ended=0.0, body=body, mine=frozenset({0}), there=True, verdict=verdict
    )


def test_a_spreadsheet_takes_no_name_for_a_formula() -> None:
    for name in ("=1+1", "+cmd", "-2", "@SUM(A1)", "\tx", "\rx"):
        assert export.safe(name) == f"'{name}"
        text = export.table([result(name, "Robot")])
        (line,) = csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline=""))
        assert line["me"] == f"'{name}"
    assert export.safe(-0.25) == -0.25
    assert export.safe("a=b") == "a=b"


def test_one_line_for_each_game() -> None:
    verdict = json.dumps(
        {"unit": "win", "seats": [{"accuracy": 91.5, "luck": -0.02}, {"accuracy": 80, "luck": 0}]}
    )
    text = export.table([result("Ann", "Robot", verdict=verdict), result("Ann", "Robot", seeded=True)])
    first, second = csv.DictReader(io.StringIO(text.removeprefix("\ufeff")))
    assert first == {
        **{"ended": "1970-01-01T00:00:00Z", "game": "Yahtzee", "players": "2", "me": "Ann", "score": "10"},
        **{"won": "no", "winners": "Robot", "others": "Robot (hard)", "accuracy": "91.5", "luck": "-0.02"},
        **{"unit": "win", "counts": "yes", "match": "m"},
    }
    assert second["counts"] == "seeded"


def test_whoever_plays_alone_has_neither_won_nor_lost() -> None:
    (line,) = csv.DictReader(io.StringIO(export.table([result("Ann")]).removeprefix("\ufeff")))
    assert (line["score"], line["won"], line["winners"]) == ("10", "", "")


def test_everything_as_json(ann: Browser, ben: Browser) -> None:
    alone = ann.new("yahtzee", "Ann", "=")
    wishes = [{"name": "Ann"}, {"player": "open", "name": "Ben"}]
    made = ann.post("/matches", {"game": "king-of-tokyo", "seats": wishes})
    ben.post(f"/invites/{made['invites']['1']}")
    told = ann.get("/me/export?kind=json")
    assert (told["format"], told["version"]) == ("dicecup-export", 1)
    found = {each["match"]: each for each in told["matches"]}
    assert found.keys() == {alone, made["match"]}
    assert found[alone]["kind"] == "save"
    assert dicecup.load(json.dumps(found[alone]["paper"])).names[0] == "Ann", "to go on with elsewhere"
    assert found[made["match"]]["kind"] == "record"
    assert "secret" not in found[made["match"]]["paper"]["body"], "others play there as well"
    assert "rating" in told
    reply = ann.http.get("/me/export?kind=csv")
    assert reply.headers["content-type"] == "text/csv; charset=utf-8"
    assert 'filename="dicecup-games.csv"' in reply.headers["content-disposition"]
    assert ann.refusal("GET", "/me/export?kind=xml")[0] == 422
