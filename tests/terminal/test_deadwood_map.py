"""The map of Deadwood: it is the lot, with a door for each connection, and everybody is on it."""

import re
from pathlib import Path
from typing import Any

import pytest

import dicecup
from dicecup.games.deadwood.data import AREAS
from dicecup.table import Match
from dicecup.terminal.console import cells
from dicecup.terminal.deadwood.map import NARROWEST, draw_map
from tests.scenarios.deadwood.lot import HAT, JESSE, MAGGIE, actor, fresh, table
from tests.terminal.deadwood_positions import CARD, SET, at_saloon
from tests.terminal.helpers import at, flat
from tests.terminal.test_deadwood import LONG_NAMES, seen


def grid(match: Match[Any], width: int = 80, *, unicode: bool = True) -> list[str]:
    return draw_map(seen(match), width, unicode=unicode)


@pytest.mark.parametrize("width", [NARROWEST, 80, 120, 200])
@pytest.mark.parametrize("unicode", [False, True])
def test_the_map_is_a_rectangle_with_every_place_in_it(width: int, unicode: bool) -> None:
    lines = grid(dicecup.new("deadwood", names=LONG_NAMES, seed=1), width, unicode=unicode)
    assert len(lines) == 17
    assert len({cells(line) for line in lines}) == 1
    assert cells(lines[0]) <= width
    for area in AREAS.values():
        assert sum(area.name in line for line in lines) == 1
    if not unicode:
        plain = [line for line in lines if not any(ord(char) > 127 for char in line)]
        assert len(plain) >= 15  # the others have the names of people in them


@pytest.mark.parametrize("unicode", [False, True])
def test_the_map_has_a_door_for_each_connection(unicode: bool) -> None:
    """W7: a move goes through a door; there are 20, and every inner wall has one."""
    lines = grid(fresh(2).match, unicode=unicode)
    sideways = sum(line[1:-1].count("┊" if unicode else ":") for line in lines)
    up_and_down = sum(len(re.findall("[─-]    [─-]", line)) for line in lines)
    assert sideways + up_and_down == sum(len(area.neighbours) for area in AREAS.values()) // 2 == 20


def test_the_map_shows_scenes_shots_and_people() -> None:
    game = table(
        actor("saloon", rank=2),
        actor("saloon", (CARD, 0), rank=2),
        actor("hotel", (SET, 0)),
        scenes={"saloon": HAT, "hotel": JESSE},
        shots={"saloon": 1},
        wrapped=["jail"],
        active=2,
    )
    shown = "\n".join(grid(game.match))
    assert "Saloon         ●○" in shown
    assert "4+ Evil Wears a…" in shown
    assert "Ann Ben*" in shown
    assert ">Cleo*" in shown
    assert "5+ Jesse James:" in shown  # a tall place has room for more of a title
    assert "Man of Action" in shown
    assert re.search("Jail +○│", shown)
    assert "wrapped" in shown
    assert "Secret Hideout                   ●●●" in shown
    assert "Saloon         o." in "\n".join(grid(game.match, unicode=False))


@pytest.mark.parametrize("seats", range(2, 9))
def test_people_on_the_map_can_be_told_apart(seats: int) -> None:
    """All at one place, wherever it is: nobody is lost, and no two look the same."""
    for place in AREAS:
        if place in ("trailers", "casting-office"):
            game = table(*[actor(place) for _ in range(seats)])
        else:
            game = table(*[actor(place) for _ in range(seats)], scenes={place: MAGGIE})
        shown = "\n".join(grid(game.match))
        names = re.findall(r">?\b(?:Ann|Ben|Cleo?|Dan|Eve|Fay|Gil|Hal)\b", shown)
        more = sum(int(count) for count in re.findall(r" \+(\d)\b", shown))
        assert len(set(names)) + more == seats, shown


@pytest.mark.parametrize("active", range(8))
def test_whoever_s_turn_it_is_can_always_be_seen(active: int) -> None:
    for place in ("jail", "casting-office"):
        scenes = {"jail": MAGGIE} if place == "jail" else {}
        game = table(*[actor(place) for _ in range(8)], scenes=scenes, active=active)
        assert "\n".join(grid(game.match, NARROWEST)).count(">") == 1


def test_whose_names_begin_alike_are_numbered() -> None:
    match = dicecup.new("deadwood", names=[f"Computer {number}" for number in range(1, 9)], seed=1)
    shown = "\n".join(grid(match))
    for number in range(1, 9):
        assert f"Co{number}" in shown
    alike = dicecup.new("deadwood", names=["Maximilian", "Maximiliane"], seed=1)
    shown = "\n".join(grid(alike))
    assert "Maximil1" in shown
    assert "Maximil2" in shown


def test_a_narrow_screen_gets_a_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(NARROWEST - 1))
    shown = at(tmp_path, at_saloon()).types("map")
    assert "┌" not in shown
    assert "│" not in shown
    assert (
        "- Saloon: “Evil Wears a Hat”, scene 7, budget 4, 1 of 2 shots left. Here: Ann, Ben (at work), "
        "Cleo (at work). Doors to Main Street, General Store, Bank and Trailers."
    ).translate(str.maketrans("“”", '""')) in flat(shown)
    assert "4 move to the Bank: card face down, 1 shot" in flat(shown)
