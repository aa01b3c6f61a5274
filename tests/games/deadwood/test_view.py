"""What can be seen of a game of Deadwood, and what follows from it for whoever draws it or thinks about it."""

import json
import re
from typing import Any

import pytest

from dicecup.games.deadwood import DeadwoodView
from dicecup.games.deadwood.data import AREAS, SCENES
from dicecup.testing import Scripted
from tests.scenarios.deadwood.lot import GUM, LAW, actor, fresh, table


def view_of(game: Scripted, seat: int | None = None) -> DeadwoodView:
    view = game.match.view(seat)
    assert isinstance(view, DeadwoodView)
    return view


@pytest.fixture
def game() -> Scripted:
    return table(
        actor("saloon", ("card", 1), rank=3, dollars=7, credits=2, chips=1),
        actor("saloon", ("set", 0)),
        actor("bank", rank=2),
        scenes={"saloon": LAW, "bank": GUM},
        shots={"saloon": 1},
        wrapped=["church"],
    )


def test_sets(game: Scripted) -> None:
    view = view_of(game)
    assert [view.status(area) for area in ("saloon", "church", "hotel", "trailers")] == [
        "open",
        "wrapped",
        "face-down",
        "",
    ]
    assert view.scene("saloon") is SCENES[LAW]
    assert view.scene("hotel") is None
    assert view.scene("casting-office") is None
    assert (view.live, view.deck, view.day, view.days) == (9, 20, 1, 3)
    assert len(view.unseen) == 37
    assert len(view.out) == 1


def test_roles_and_who_plays_them(game: Scripted) -> None:
    view = view_of(game)
    roles = [(role.on, role.slot, role.name, role.rank, role.seat) for role in view.roles("saloon")]
    assert roles == [
        ("card", 2, "Talking Mule", 5, None),
        ("card", 1, "Banker", 2, 0),
        ("card", 0, "Rug Merchant", 1, None),
        ("set", 0, "Reluctant Farmer", 1, 1),
        ("set", 1, "Woman in Red Dress", 2, None),
    ]
    assert view.roles("church") == ()
    assert view.roles("trailers") == ()
    assert [role.name for role in view.roles("hotel")] == [role.name for role in AREAS["hotel"].roles]
    mine = view.role(0)
    assert mine is not None
    assert (mine.area, mine.on, mine.slot, mine.name, mine.seat) == ("saloon", "card", 1, "Banker", 0)
    assert mine.line == SCENES[LAW].roles[1].line
    assert view.role(2) is None
    assert view.people_at("bank") == (2,)
    assert view.people_at("saloon") == ()


def test_actors(game: Scripted) -> None:
    view = view_of(game)
    ann = view.actors[0]
    assert (ann.rank, ann.dollars, ann.credits, ann.area, ann.chips) == (3, 7, 2, "saloon", 1)
    assert ann.score == game.state.actors[0].score == 24


def test_what_whoever_s_turn_it_is_could_do(game: Scripted) -> None:
    why = view_of(game).refusals()
    assert why["act"] is None
    assert why["rehearse"] is None
    assert str(why["move"]).startswith("You are working on a role, Banker")
    over = table(None, None, day=3, options={"stall_turns": 1})
    over.do("end")
    assert set(view_of(over).refusals().values()) == {"The game is over."}


def test_after_the_game_sets_are_closed_and_not_wrapped() -> None:
    over = table(actor("saloon", rank=2), None, scenes={"saloon": LAW}, day=3, options={"stall_turns": 1})
    over.do("end")
    view = view_of(over)
    assert {view.status(area) for area in view.shots} == {"closed"}
    assert view.status("trailers") == ""
    assert {each["status"] for each in view.to_json()["sets"].values()} == {"closed"}


def test_everybody_sees_the_same(game: Scripted) -> None:
    seen = [view_of(game, seat).to_json() for seat in (None, 0, 1, 2)]
    for data, seat in zip(seen, (None, 0, 1, 2), strict=True):
        assert data.pop("seat") == seat
        assert data == seen[0]


def test_json_has_what_a_page_needs(game: Scripted) -> None:
    data = json.loads(json.dumps(view_of(game).to_json()))
    assert data["sets"]["saloon"] == {
        "status": "open",
        "roles": [
            ["card", 2, 5, None],
            ["card", 1, 2, 0],
            ["card", 0, 1, None],
            ["set", 0, 1, 1],
            ["set", 1, 2, None],
        ],
    }
    assert data["actors"][0]["score"] == 24
    assert data["shots"]["saloon"] == 1
    assert data["scenes"]["saloon"] == LAW
    assert (data["live"], data["deck"]) == (9, 20)


def test_no_sentence_is_in_it_so_better_words_do_not_break_records(game: Scripted) -> None:
    def texts(data: Any) -> list[str]:
        if isinstance(data, dict):
            return [text for value in data.values() for text in texts(value)]
        if isinstance(data, list):
            return [text for value in data for text in texts(value)]
        return [data] if isinstance(data, str) else []

    data = view_of(game).to_json()
    assert data.pop("names") == ["Ann", "Ben", "Cleo"]
    assert [text for text in texts(data) if not re.fullmatch(r"[a-z0-9-]*", text)] == []


def test_a_view_is_a_picture_and_does_not_change(game: Scripted) -> None:
    before = view_of(game)
    data = before.to_json()
    game.then([6], [6, 5, 4])
    game.do("act")
    assert before.to_json() == data
    assert view_of(game).to_json() != data


def test_the_idle_turns_are_open() -> None:
    game = fresh(2)
    assert (view_of(game).idle, view_of(game).stall_turns) == (1, 200)
    game.do("end")
    assert view_of(game).idle == 2
