"""Computer players who are about as strong as whoever plays against them."""

import asyncio
import json
from typing import Any

import pytest

from dicecup import games, players
from dicecup.players import even
from dicecup.players.ratings import yardstick
from dicecup.server.rating.even import match_strength
from dicecup.server.store.storage import COMPUTER, PERSON, ResultRow, Seat
from tests.server.browser import Browser

GAMES = [manifest.game.name for manifest in games.manifests() if players.evens(manifest.game.name)]


def level_at(ann: Browser, match: str, seat: int) -> str:
    with ann.sit(match) as page:
        return str(page.state["seats"][seat]["level"])


@pytest.mark.parametrize("game", GAMES)
def test_it_can_be_chosen_and_is_as_strong_as_anybody_of_whom_nothing_is_known(ann: Browser, game: str) -> None:
    offered = {each["name"]: each["levels"] for each in ann.get("/hello")["games"]}[game]
    assert offered[-1] == "even"
    seats = [{"name": "Ann", "player": "person"}, {"name": "Bo", "player": "computer", "level": "even"}]
    match = ann.post("/matches", {"game": game, "seats": seats})["match"]
    assert level_at(ann, match, 1) == "even-25"


def test_one_of_a_strength_can_be_asked_for_by_name(ann: Browser) -> None:
    seats = [{"name": "Ann", "player": "person"}, {"name": "Bo", "player": "computer", "level": "even-19"}]
    match = ann.post("/matches", {"game": "yahtzee", "seats": seats})["match"]
    assert level_at(ann, match, 1) == "even-19"
    seats[1]["level"] = "even-0"
    status, said = ann.refusal("POST", "/matches", {"game": "yahtzee", "seats": seats})
    assert status == 400
    assert "There is no computer player" in said


class Shelf:
    """Results of one guest."""

    def __init__(self, *winners: int) -> None:
        self._winners = winners

    async def results_of(self, guest: str, _game: str | None, _most: int) -> list[ResultRow]:
        return [self._row(n, winner) for n, winner in enumerate(self._winners)]

    def _row(self, n: int, winner: int) -> ResultRow:
        told = [
            {"name": "Ann", "player": "person", "level": "", "score": 1},
            {"name": "Bo", "player": "computer", "level": "medium", "score": 1},
        ]
        body = {"number": 1, "options": {}, "winners": [winner], "seats": told}
        sitters = {0: "ann"}
        return ResultRow(
            match=f"m{n:03}",
            game="yahtzee",
            ended=float(n),
            body=json.dumps(body),
            mine=frozenset(sitters),
            there=True,
            sitters=sitters,
        )


def strength_after(*winners: int) -> int:
    shelf: Any = Shelf(*winners)
    seats = [Seat(name="Ann", player=PERSON), Seat(name="Bo", player=COMPUTER, level="even")]
    asyncio.run(match_strength(shelf, "yahtzee", "ann", seats))
    found = even.strength(seats[1].level)
    assert found is not None
    return found


def test_it_gets_stronger_with_whoever_wins_and_weaker_with_whoever_loses() -> None:
    assert strength_after(1, 1, 1) < strength_after(1) < strength_after() == 25
    assert strength_after(0) > strength_after(0, 1) > strength_after(0, 1, 1)
    assert strength_after(0, 0, 0) >= strength_after(0) > 25  # one win may be as far as errors go
    measured = yardstick("yahtzee")
    assert measured is not None
    assert strength_after(*[0] * 300) == round(measured.misjudged[0][1]), "nobody is stronger than without errors"


def test_other_levels_stay_what_they_are() -> None:
    shelf: Any = Shelf(0, 0)
    seats = [Seat(name="Ann", player=PERSON), Seat(name="Bo", player=COMPUTER, level="hard")]
    asyncio.run(match_strength(shelf, "yahtzee", "ann", seats))
    assert [seat.level for seat in seats] == ["", "hard"]
