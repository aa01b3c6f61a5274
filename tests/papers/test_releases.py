"""What older releases wrote: it is loaded, played to its end and verified in every run. docs/compatibility.md"""

import random
from pathlib import Path
from typing import Any

import pytest

import dicecup
from dicecup import games, saves
from dicecup.server.matches import Matches
from dicecup.table import Match, SaveError, Tampered
from dicecup.table.papers import SAVE, unwrap
from tests.papers import boxes
from tests.papers.boxes import RELEASES
from tests.papers.make import stands
from tests.server.inside import Fickle, at_a_server

GAMES = ("yahtzee", "king-of-tokyo", "deadwood")


def to_the_end(match: Match[Any]) -> Match[Any]:
    chance = random.Random(1)
    for _ in range(20_000):
        if match.pending is None:
            return match
        match.answer(chance.choice(match.pending.options))
    raise AssertionError("it does not end")


@pytest.mark.parametrize("release", RELEASES)
def test_the_papers_of_a_release_are_of_all_kinds_and_sizes(release: str) -> None:
    found = [paper.facts for kind in ("save", "record") for paper in boxes.papers(release, kind)]
    for name in GAMES:
        seats = {len(one["names"]) for one in found if one["game"] == name}
        assert seats == set(games.find(name).seats)
        assert {one["winners"] is None for one in found if one["game"] == name} == {True, False}
    saved = [unwrap(paper.text, SAVE)[1] for paper in boxes.papers(release, "save")]
    assert any("took_back" in entry for body in saved for entry in body["log"])
    assert any(body["secret"].get("since") for body in saved)
    assert any(body["number"] > 1 for body in saved)
    assert any(body["never_ask"] for body in saved)
    assert {"seed", "key"} <= {key for body in saved for key in body["secret"]}
    if release != "5c8b152":  # nobody could add to the dice then
        assert any(body["secret"].get("nonces") for body in saved)


@pytest.mark.thorough
@pytest.mark.parametrize("release", RELEASES)
def test_every_save_goes_on_from_the_very_decision_to_the_end_and_is_verified(release: str) -> None:
    for name, text, facts in boxes.papers(release, "save"):
        table = saves.unwrap(text)
        match = table.match
        assert not match.notice, name
        assert stands(match).items() <= facts.items(), name
        assert list(table.players) == facts.get("players", [saves.PERSON] * len(match.names)), name
        ended = to_the_end(match)
        verdict = dicecup.verify(ended.save())
        assert verdict.ordinary_start == ("by_hand" not in facts), name
        assert bool(verdict.taken_over) == ("branch" in name), name
        assert ended.rematch().pending is not None


def test_a_save_of_an_older_release_becomes_one_of_this() -> None:
    for paper in boxes.papers(RELEASES[0], "save")[::5]:
        match = dicecup.load(paper.text)
        again = dicecup.load(match.save())
        assert again.save() == match.save()
        assert stands(again) == stands(match)


@pytest.mark.parametrize("release", RELEASES)
def test_every_record_is_verified_and_nobody_is_accused(release: str) -> None:
    for name, text, facts in boxes.papers(release, "record"):
        if not facts["finished"]:
            with pytest.raises(SaveError, match="not over"):
                dicecup.verify(text)
            continue
        verdict = dicecup.verify(text)
        assert stands(verdict.match).items() <= facts.items(), name
        assert verdict.ordinary_start, name
        assert bool(verdict.taken_over) == ("taken_over" in facts), name
        assert set(verdict.grown) <= {"house rules", "cards", "events"}


def test_what_has_become_of_the_records_of_an_older_release_is_said() -> None:
    """Between these two releases sentences were rewritten, events got fields, and there were new house rules."""
    texts = {paper.name.partition("-end")[0]: paper.text for paper in boxes.papers("5c8b152", "record")}
    king, yahtzee = dicecup.verify(texts["king-of-tokyo-6"]), dicecup.verify(texts["yahtzee-2"])
    assert king.reworded
    assert "house rules" in king.grown
    assert yahtzee.reworded
    assert not yahtzee.grown


@pytest.mark.parametrize("release", RELEASES)
def test_one_digit_in_a_record_is_found(release: str) -> None:
    """The checksum that an older release made is still what proves it."""
    for name, text, facts in boxes.papers(release, "record")[::4]:
        at = text.index('"result":[') + 10 if '"result":[' in text else text.index('"seat":') + 7
        other = text[:at] + str((int(text[at]) + 1) % 10) + text[at + 1 :]
        with pytest.raises(Tampered, match="checksum"):
            dicecup.verify(other)
        assert facts["game"] in name


@pytest.mark.parametrize("release", RELEASES)
def test_a_server_goes_on_with_the_matches_of_its_older_self(release: str, tmp_path: Path) -> None:
    (tmp_path / "server.sqlite3").write_bytes(boxes.database(release))
    known = boxes.facts(release)["server.sqlite3"]

    async def work(matches: Matches, storage: Fickle) -> None:
        for id_, facts in known.items():
            row = await storage.find(id_)
            assert row is not None
            assert not row.problem
            live = await matches.find(id_, row.owner)
            assert not live.match.notice
            assert live.match.game.name == facts["game"]
            assert (live.match.outcome is not None) == facts["finished"]
            if "seq" in facts:
                ask = live.match.pending
                assert (live.seq, ask.seat if ask is not None else None) == (facts["seq"], facts["asked"])
            ended = to_the_end(live.match.clone())
            assert dicecup.verify(ended.save()).ordinary_start

    at_a_server(tmp_path, work)
    assert len(known) == 8
    assert sum(facts["finished"] for facts in known.values()) == 1
