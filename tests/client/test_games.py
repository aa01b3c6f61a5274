"""Bots play whole games at a table, against each other and computer players."""

from pathlib import Path

import pytest

import dicecup
from dicecup import client
from tests.client.tables import anything, bot, links, open_table, wait


@pytest.mark.parametrize("game", ["yahtzee", "king-of-tokyo", "deadwood"])
@pytest.mark.thorough
def test_two_bots_and_a_computer_player_play_a_whole_game(address: str, tmp_path: Path, game: str) -> None:
    with open_table(address, tmp_path / "ann", game, computers=["easy"]) as ann:
        playing = bot(links(ann)["table"]["code"], server=address, folder=tmp_path / "robo")
        ann.ready()
        wait(ann, lambda: ann.party is not None and not ann.party["why_not"] and len(_ready(ann)) == 2)
        ann.command("start")
        [mine], [theirs] = client.play_at(ann, anything(1)), playing.result(60)
        assert {**mine, "seat": None} == {**theirs, "seat": None}
        assert mine["seat"] != theirs["seat"]
        assert not ann.doubt
        seal = ann.seal
        assert seal is not None
        verdict = dicecup.verify(ann.record(), commitment=seal["seal"], nonce=seal["nonce"])
        assert len(verdict.nonces) == 2, "both have added to the dice before the first roll"
        assert [event["n"] for event in ann.events] == list(range(1, len(ann.events) + 1))


def _ready(table: client.Table) -> list[str]:
    assert table.party is not None
    return [each["name"] for each in table.party["people"] if each["ready"]]


def test_a_bot_plays_the_next_game_as_well(address: str, tmp_path: Path) -> None:
    with open_table(address, tmp_path / "ann", "king-of-tokyo") as ann:
        playing = bot(links(ann)["table"]["url"], folder=tmp_path / "robo", games=2)
        ann.ready()
        wait(ann, lambda: len(_ready(ann)) == 2)
        ann.command("start")
        client.play_at(ann, anything(1))
        wait(ann, lambda: ann.party is not None and ann.party["stage"] == "over")
        before = ann.match
        ann.command("again")
        wait(ann, lambda: ann.match != before and ann.state is not None)
        client.play_at(ann, anything(1))
        assert len(playing.result(60)) == 2


@pytest.mark.thorough
def test_hints_reasons_and_undo(address: str, tmp_path: Path) -> None:
    with open_table(address, tmp_path, "deadwood", options={"start": "seat-order"}, computers=["easy"]) as ann:
        ann.ready()
        ann.command("start")
        wait(ann, lambda: ann.ask is not None)
        assert (
            ann.why(["upgrade", 2, "dollars"])
            == "Ranks are sold at the Casting Office, and you are at the Trailers."
        )
        assert ann.why(["end"]) is None
        assert ann.ask is not None
        assert ann.hint()["advice"][0]["choice"] in [each["choice"] for each in ann.ask["options"]]
        with pytest.raises(client.Refused, match="There is nothing to take back"):
            ann.undo()


def test_what_is_asked_about_a_game_that_is_past_is_not_waited_for(address: str, tmp_path: Path) -> None:
    with open_table(address, tmp_path, computers=["easy"]) as ann:
        ann.ready()
        ann.command("start")
        wait(ann, lambda: ann.ask is not None)
        assert ann.party is not None
        ann._inbox.put((ann._company, {**ann.party, "match": "another"}))
        with pytest.raises(client.Refused, match="The next game has begun"):
            ann.why(["roll"])
