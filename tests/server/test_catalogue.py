"""The games as a page gets to know them: what can be chosen, the rules in words, what is greyed and why."""

import random
from typing import Any

import pytest

import dicecup
from dicecup import games
from dicecup.games.deadwood.data import STARTS
from dicecup.games.king_of_tokyo.cards.deck import CARDS
from dicecup.server import catalogue, messages
from dicecup.server.store.storage import MatchRow, Seat, Summary
from dicecup.server.wire import schema as wire_schema
from dicecup.table import NotAllowed, SetupError
from tests.server.browser import Browser

GAMES = ("yahtzee", "king-of-tokyo", "deadwood")


def test_hello_tells_what_one_can_play(ann: Browser) -> None:
    found = {game["name"]: game for game in ann.welcome["games"]}
    assert list(found)[:3] == list(GAMES)
    king = found["king-of-tokyo"]
    assert king["seats"] == [2, 6]
    assert len(king["default_names"]) == 6
    assert king["default_level"] in king["levels"]
    assert king["interrupts"] == dict(games.find("king-of-tokyo").interrupts)
    options = {option["name"]: option for option in king["options"]}
    assert options["cards"] == {**options["cards"], "kind": "flag", "default": True, "choices": []}
    assert options["start"]["choices"] == ["first-roll", "seat-order"]
    assert options["start"]["says"] == ["Everybody rolls for the first turn.", "The first seat goes first."]
    assert options["cards"]["says"][1] == "Power cards are for sale.", "no, then yes"
    assert options["probe"]["group"] == "Power cards"
    stall = next(option for option in found["deadwood"]["options"] if option["name"] == "stall_turns")
    assert (stall["kind"], stall["min"]) == ("number", 0)
    assert all(game["blurb"] for game in found.values())


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_in_words(ann: Browser, name: str) -> None:
    rules = ann.get(f"/games/{name}/rules")
    assert rules["title"] == games.find(name).title
    assert len(rules["sections"]) >= 6
    assert len({section["id"] for section in rules["sections"]}) == len(rules["sections"])
    for section in rules["sections"]:
        assert all(paragraph.endswith(".") for paragraph in section["paragraphs"]), section["title"]


def test_what_else_a_page_draws_from(ann: Browser) -> None:
    cards = ann.get("/games/king-of-tokyo/rules")["cards"]
    assert [card["id"] for card in cards] == list(CARDS)
    assert {card["kind"] for card in cards} == {"keep", "discard"}
    lot = ann.get("/games/deadwood/rules")
    assert (len(lot["areas"]), len(lot["scenes"]), len(lot["prices"])) == (12, 40, 5)
    assert len(ann.get("/games/yahtzee/rules")["boxes"]) == 13
    assert ann.refusal("GET", "/games/chess/rules")[0] == 400


def test_the_deadwood_handbook_says_what_the_data_say() -> None:
    """Two or three players play three days, more play four; and so on."""
    assert {players: start.days for players, start in STARTS.items()} == {
        n: 3 if n < 4 else 4 for n in range(2, 9)
    }
    credit = {players: start.credits for players, start in STARTS.items()}
    assert credit == {**dict.fromkeys(range(2, 9), 0), 5: 2, 6: 4}
    assert {players for players, start in STARTS.items() if start.rank == 2} == {7, 8}


def test_a_game_that_is_not_there() -> None:
    with pytest.raises(SetupError, match=r"There is no game called 'chess'\. The games are: yahtzee"):
        catalogue.find("chess")


@pytest.mark.parametrize("name", GAMES)
def test_what_is_greyed_is_really_not_possible_and_says_why(name: str) -> None:
    seen: set[Any] = set()
    for seed in range(3):
        match = dicecup.new(name, seats=3, seed=seed)
        chance = random.Random(seed)
        for _ in range(150):
            if match.pending is None:
                break
            before = match.save()
            for option in match.game.greyed(match.state, match.pending):
                assert match.pending.find(option) is None
                reason = match.why_not(option)
                assert reason
                assert reason.endswith((".", "!"))
                seen.add(option.verb)
            assert match.save() == before, "looking has changed something"
            match.answer(chance.choice(match.pending.options))
    wanted = {"deadwood": {"act", "take", "upgrade", "move", "rehearse"}, "king-of-tokyo": {"buy", "use"}}
    assert wanted.get(name, set()) <= seen


@pytest.mark.parametrize("name", GAMES)
def test_why_there_is_no_undo_is_what_undo_says(name: str) -> None:
    match = dicecup.new(name, seats=3, seed=2)
    chance = random.Random(2)
    for _ in range(80):
        if match.pending is None:
            break
        for seat in (None, 0, 1, 2):
            said = None
            try:
                match.clone().undo(seat)
            except NotAllowed as refusal:
                said = str(refusal)
            assert match.why_no_undo(seat) == said
        match.answer(chance.choice(match.pending.options))


def test_a_spectator_is_told_nothing_that_is_anybodys() -> None:
    match = dicecup.new("king-of-tokyo", seats=3, seed=1)
    seats = [Seat(name=name, player="person", guest=f"guest {name}") for name in match.names]
    row = MatchRow(
        id="m",
        game="king-of-tokyo",
        number=1,
        owner="somebody",
        watch=True,
        paper="",
        base=0,
        seats=seats,
        summary=Summary(turn=0, asked=0, finished=False),
    )
    told = messages.state(match, row, "stranger")
    assert (told.viewer, told.refused, told.can_undo.ok) == (None, [], False)
    assert told.view == match.view(None).to_json()
    assert not any(seat.mine for seat in told.seats)
    assert "guest" not in told.model_dump_json()


def test_the_wire_as_a_schema() -> None:
    schema = wire_schema.json_schema()["$defs"]
    for name in ("State", "Events", "Refused", "Done", "Answer", "Hello", "NewMatch", "Welcome"):
        assert schema[name]["additionalProperties"] is False
    assert schema["Answer"]["required"] == ["type", "id", "seq", "choice"]
