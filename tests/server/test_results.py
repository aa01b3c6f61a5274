"""How one's games ended: written down when they do, and kept."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from dicecup.server import wire
from dicecup.server.matches import Matches
from dicecup.server.store import forms
from dicecup.server.store.sqlite import SqliteStorage
from dicecup.server.store.storage import COMPUTER, ReviewRow, Seat, Summary
from tests.server.inside import Ear, Fickle, at_a_server
from tests.server.stores import more, row, using

SOLO = {"game": "yahtzee", "seats": [{"name": "Ann"}], "options": {"rules": "official"}, "seed": 7}
OVER = Summary(turn=26, asked=None, finished=True, winners=(0,))


def new(facts: dict[str, Any]) -> wire.NewMatch:
    return wire.NewMatch.model_validate(facts)


async def finish(matches: Matches, match: str, most: int = 400) -> None:
    """Everybody takes the last option until it is over."""
    live = await matches.find(match, "ann")
    for n in range(most):
        ask = live.match.pending
        if ask is None:
            return
        guest = live.row.seats[ask.seat].guest
        choice = list(ask.options[-1])
        await live.command(Ear(guest), wire.Answer(type="answer", id=f"{match}-{n}", seq=live.seq, choice=choice))
    pytest.fail("it does not end")


def test_a_game_that_has_ended_is_among_ones_results(tmp_path: Path) -> None:
    async def work(matches: Matches, _storage: Fickle) -> None:
        match = (await matches.create(new(SOLO), "ann")).match
        assert await matches.results.of("ann", None, 10) == [], "while it is played there is nothing to tell"
        await finish(matches, match)
        (result,) = await matches.results.of("ann", "yahtzee", 10)
        outcome = (await matches.find(match, "ann")).match.outcome
        assert outcome is not None
        assert (result.match, result.game, result.title, result.number) == (match, "yahtzee", "Yahtzee", 1)
        assert result.options["rules"] == "official"
        assert [(seat.name, seat.player, seat.score, seat.mine) for seat in result.seats] == [
            ("Ann", "person", outcome.scores[0], True)
        ]
        assert result.winners == list(outcome.winners)
        assert result.there
        assert await matches.results.of("ann", "deadwood", 10) == []
        assert await matches.results.of("bo", None, 10) == []

    at_a_server(tmp_path, work)


def test_the_result_stays_when_the_game_is_cleared_away(tmp_path: Path) -> None:
    async def work(matches: Matches, storage: Fickle) -> None:
        match = (await matches.create(new(SOLO), "ann")).match
        await finish(matches, match)
        await matches.delete(match, "ann")
        (result,) = await matches.results.of("ann", None, 10)
        assert (result.match, result.there) == (match, False)
        assert await storage.knows_guest("ann"), "nobody is forgotten who has results"

    at_a_server(tmp_path, work)


def test_whoever_goes_on_in_another_browser_takes_the_results_along(tmp_path: Path) -> None:
    async def work(matches: Matches, _storage: Fickle) -> None:
        match = (await matches.create(new(SOLO), "ann")).match
        await finish(matches, match)
        await matches.bring_here(match, "ann at her phone")
        assert [result.match for result in await matches.results.of("ann at her phone", None, 10)] == [match]
        assert await matches.results.of("ann", None, 10) == []

    at_a_server(tmp_path, work)


def test_games_of_before_are_made_up_for(tmp_path: Path) -> None:
    async def work(matches: Matches, _storage: Fickle) -> None:
        await finish(matches, (await matches.create(new(SOLO), "ann")).match)
        await matches.create(new(SOLO), "ann")  # and one that is being played

    at_a_server(tmp_path, work)
    with sqlite3.connect(tmp_path / "server.sqlite3") as db:  # as version 4 had it
        db.executescript(
            "DROP TABLE attempts; DROP TABLE verdicts; DROP TABLE reviews; "
            "DROP TABLE result_seats; DROP TABLE results; PRAGMA user_version = 4"
        )
    db.close()

    async def later(matches: Matches, _storage: Fickle) -> None:
        assert await matches.results.of("ann", None, 10) == []
        await matches.results.catch_up()
        (result,) = await matches.results.of("ann", None, 10)
        assert result.seats[0].score > 0
        (updated,) = [info.updated for info in await matches.matches("ann") if info.finished]
        assert result.ended == updated, "it has not ended just now"
        await matches.results.catch_up()
        assert len(await matches.results.of("ann", None, 10)) == 1

    at_a_server(tmp_path, later)


def test_dice_of_before_they_were_counted_are_made_up_for_and_nothing_else_changes(tmp_path: Path) -> None:
    played = dict(SOLO)
    del played["seed"]
    path = tmp_path / "server.sqlite3"

    async def work(matches: Matches, storage: Fickle) -> None:
        await finish(matches, (await matches.create(new(played), "ann")).match)
        (row_,) = await storage.results_of("ann", None, 10)
        assert sum(json.loads(row_.body)["dice"][0]["6"]) >= 13 * 5
        assert await storage.without_result() == []

    at_a_server(tmp_path, work)
    with sqlite3.connect(path) as db:  # as a version wrote it that knew of no dice
        ((match, game, ended, body),) = db.execute("SELECT match, game, ended, body FROM results").fetchall()
        whole = json.loads(body)
        old = {key: whole[key] for key in ("number", "options", "winners", "seats")} | {"number": 99}
        seal = forms.result_checksum(match, game, ended, json.dumps(old))
        db.execute("UPDATE results SET body = ?, checksum = ?", (json.dumps(old), seal))
    db.close()

    async def later(matches: Matches, storage: Fickle) -> None:
        assert len(await storage.without_result()) == 1
        await matches.results.catch_up()
        (row_,) = await storage.results_of("ann", None, 10)
        assert json.loads(row_.body) == {**whole, "number": 99}, "what was written stays as it was"
        assert await storage.without_result() == []

    at_a_server(tmp_path, later)


def test_only_those_who_played_have_a_result_and_only_of_what_was_played_here(tmp_path: Path) -> None:
    async def work(store: SqliteStorage) -> None:
        watched = row("watched")
        watched.seats = [Seat(name="A", player=COMPUTER, level="hard")]
        brought = row("brought", summary=OVER)  # the record of a game that others have played
        for each in (row("played"), watched, brought):
            await store.add_match(each)
        for each in (row("played"), watched):
            await store.append(more([], "one", match=each.id, summary=OVER, result='{"dice":[]}'))
        assert [found.match for found in await store.results_of("ann", None, 10)] == ["played"]
        (found,) = await store.results_of("ann", None, 10)
        assert found.mine == {0}
        assert await store.without_result() == []

    using(tmp_path / "server.sqlite3", work)


def test_what_was_changed_from_outside_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "server.sqlite3"

    async def write(store: SqliteStorage) -> None:
        for each in ("one", "two"):
            await store.add_match(row(each))
            await store.append(more([], "one", match=each, summary=OVER, result="{}"))

    using(path, write)
    with sqlite3.connect(path) as db:
        db.execute("""UPDATE results SET body = '{"seats":[]}' WHERE match = 'one'""")
    db.close()
    found = using(path, lambda store: store.results_of("ann", None, 10))
    assert [each.match for each in found] == ["two"]


def test_thousands_of_games_are_told_at_once(tmp_path: Path) -> None:
    path = tmp_path / "server.sqlite3"
    using(path, lambda store: store.add_guest("ann"))
    seats = '[{"name":"Ann","player":"person","level":"","score":200}]'
    body = f'{{"number":1,"options":{{}},"winners":[0],"seats":{seats}}}'
    with sqlite3.connect(path) as db:
        for n in range(5_000):
            id_, game = f"m{n}", "yahtzee" if n % 2 else "deadwood"
            seal = forms.result_checksum(id_, game, float(n), body)
            db.execute("INSERT INTO results VALUES (?, ?, ?, ?, ?)", (id_, game, float(n), body, seal))
            db.execute("INSERT INTO result_seats VALUES (?, 0, 'ann')", (id_,))
    db.close()

    async def work(matches: Matches, _storage: Fickle) -> None:
        found = await matches.results.of("ann", "yahtzee", 10_000)  # there is no game to be played again
        assert len(found) == 2_500
        assert found[0].match == "m4999"
        assert len(await matches.results.of("ann", None, 3)) == 3

    at_a_server(tmp_path, work)


def test_what_a_review_said_stays_with_the_result_when_match_and_review_have_gone(tmp_path: Path) -> None:
    async def work(storage: SqliteStorage) -> None:
        await storage.add_match(row())
        await storage.append(more([], "one", summary=OVER, result='{"winners":[0]}'))
        said = ReviewRow(match="m", log="log", mind="1", text="{}", verdict='{"unit":"win"}')
        await storage.keep_review(said)
        assert [each.verdict for each in await storage.results_of("ann", None, 9)] == [said.verdict]
        await storage.delete_match("m")
        assert await storage.review_of("m") is None
        assert [each.verdict for each in await storage.results_of("ann", None, 9)] == [said.verdict]

    using(tmp_path / "server.sqlite3", work)
