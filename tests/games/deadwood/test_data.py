"""The data files of Deadwood: the numbers they must have, and what happens when somebody breaks them."""

import json
import re
from collections import Counter
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
from typing import Final

import pytest

from dicecup.games.deadwood.data import (
    AREAS,
    SCENES,
    SETS,
    DataError,
    Role,
    describe,
    read_board,
    read_scenes,
)

HERE: Final = files("dicecup.games.deadwood")
BOARD_TEXT: Final = HERE.joinpath("board.toml").read_text(encoding="utf-8")
SCENES_TEXT: Final = HERE.joinpath("scenes.toml").read_text(encoding="utf-8")


def with_ranks(roles: Iterable[Role]) -> str:
    return "; ".join(f"{role.name} {role.rank}" for role in roles)


def test_every_card_and_every_area_is_as_printed() -> None:
    """Row by row: each title, number, budget, name, rank, door and shot."""
    rows = Path(__file__).with_name("printed.txt").read_text("utf-8").splitlines()
    printed = {row.rstrip(" |") for row in rows if row and not row.startswith("#")}
    cards = {f"{s.title} | {s.number} | {s.budget} | {with_ranks(s.roles)}" for s in SCENES.values()}
    areas = {
        f"{area.name} | {area.kind} | {area.shots} | "
        f"{'; '.join(sorted(AREAS[each].name for each in area.neighbours))} | {with_ranks(area.roles)}".rstrip(
            " |"
        )
        for area in AREAS.values()
    }
    assert len(printed) == 52
    assert cards | areas == printed


# --- the scenes ---


def test_forty_scenes() -> None:
    assert len(SCENES) == 40
    assert Counter(scene.budget for scene in SCENES.values()) == {2: 4, 3: 6, 4: 12, 5: 12, 6: 6}
    assert sum(scene.budget for scene in SCENES.values()) == 170
    assert Counter(len(scene.roles) for scene in SCENES.values()) == {1: 1, 2: 10, 3: 29}
    assert list(SCENES) == sorted(SCENES)


def test_108_starring_roles() -> None:
    roles = [role for scene in SCENES.values() for role in scene.roles]
    assert len(roles) == 108
    assert Counter(role.rank for role in roles) == {1: 10, 2: 19, 3: 17, 4: 23, 5: 23, 6: 16}
    assert len({role.name for role in roles}) == 108
    lowest = [scene.roles[0].rank for scene in SCENES.values()]
    assert [sum(rank <= most for rank in lowest) for most in (1, 2, 3)] == [10, 25, 32]


def test_seven_titles_exist_twice() -> None:
    titles = Counter(scene.title for scene in SCENES.values())
    assert sum(count == 2 for count in titles.values()) == 7
    assert max(titles.values()) == 2
    assert len({(scene.title, scene.number) for scene in SCENES.values()}) == 40


def test_what_the_printed_cards_say_where_copies_differ() -> None:
    ranks = {role.name: role.rank for scene in SCENES.values() for role in scene.roles}
    assert (ranks["Talking Mule"], ranks["Dog"]) == (5, 5)
    assert SCENES["ol-shooter-and-little-doll-14"].budget == 4
    assert {"Drunk Farmer", "Squeaking Boy", "Man on Fire"} <= ranks.keys()


# --- the board ---


def test_twelve_areas_and_29_extras() -> None:
    assert len(AREAS) == 12
    roles = [role for area in AREAS.values() for role in area.roles]
    assert Counter(role.rank for role in roles) == {1: 10, 2: 10, 3: 6, 4: 3}
    assert [area for area in SETS if AREAS[area].roles[0].rank > 1] == ["jail", "bank"]
    by_shots = {shots: {area.name for area in AREAS.values() if area.shots == shots} for shots in (1, 2, 3)}
    assert by_shots == {
        3: {"Train Station", "Secret Hideout", "Hotel", "Main Street"},
        2: {"Church", "General Store", "Ranch", "Saloon"},
        1: {"Jail", "Bank"},
    }


def test_twenty_doors_and_a_picture_of_them() -> None:
    doors = {tuple(sorted((area.slug, other))) for area in AREAS.values() for other in area.neighbours}
    assert len(doors) == 20
    walls = {
        tuple(sorted((area.slug, other.slug)))
        for area in AREAS.values()
        for other in AREAS.values()
        if area.touches(other)
    }
    assert walls == doors


def test_one_role_name_exists_twice() -> None:
    stars = {role.name for scene in SCENES.values() for role in scene.roles}
    extras = {role.name for area in AREAS.values() for role in area.roles}
    assert stars & extras == {"Shot in Leg"}


def test_everything_says_something_of_its_own() -> None:
    lines = [role.line for scene in SCENES.values() for role in scene.roles]
    lines += [role.line for area in AREAS.values() for role in area.roles]
    texts = [scene.text for scene in SCENES.values()]
    assert len(set(lines)) == len(lines) == 137
    assert len(set(texts)) == len(texts) == 40
    for sentence in lines + texts:
        assert sentence[-1] in ".!?)"
        assert len(sentence) <= 75
        assert sentence.isascii(), "every terminal can show it"


def test_a_page_gets_it_as_json() -> None:
    data = json.loads(json.dumps(describe()))
    assert data["areas"]["saloon"]["neighbours"] == ["main-street", "general-store", "bank", "trailers"]
    assert data["scenes"]["gum-commercial-3"]["roles"][0]["name"] == "Surprised Bison"
    assert data["prices"]["6"] == {"dollars": 40, "credits": 25}


# --- what is refused ---


def edited(text: str, old: str, new: str) -> str:
    assert len(re.findall(old, text, re.M)) >= 1, f"{old} is not there"
    return re.sub(old, new, text, count=1, flags=re.M)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (r"^title = .*$", "title = 3", "title is a text, not 3"),
        (r"^number = 7$", "number = 'x'", "number is a whole number, not 'x'"),
        (r"^number = 7$", "numero = 7", "number is missing"),
        (r"^number = 7$", "number = 7\ncolour = 'red'", "colour means nothing here"),
        (r"^budget = 4$", "budget = 7", "Evil Wears a Hat, scene 7: a budget is 2 to 6, not 7"),
        (r"^budget = 4$", "budget = 2", "a budget has to throw a die for each of the 3 roles"),
        (r"rank = 2, line", "rank = 3, line", r"one to three roles, their ranks rising; these are \[3, 3, 4\]"),
        (r"rank = 2, line", "rank = 0, line", "a rank is 1 to 6, not 0"),
        (r"line = \"I only came back for the hat.\"", 'line = ""', "role 1: line is empty"),
        (r"name = \"Defrocked Priest\"", 'name = " "', "role 1: name is empty"),
        (r"^title = .*$", 'title = ""', "title is empty"),
        (r"^text = .*$", 'text = ""', "Evil Wears a Hat, scene 7: text is empty"),
        (r"^number = 7$", "number = -7", "scene -7: scenes are numbered from 1"),
        (r"^number = 7$", "number = 7\nslug = 'gum-commercial-3'", "slug means nothing here"),
        (r"Marshal Canfield", "Defrocked Priest", "no two roles in one place have the same name"),
        (r"^roles = \[", "roles = 3\nothers = [", "roles is a list of tables"),
        (
            r"^title = \"Law and the Old West\"\nnumber = 20",
            'title = "Evil Wears a Hat"\nnumber = 7',
            "is there twice",
        ),
        (r"\[\[scene\]\]\ntitle = \"Evil(.|\n)*?\n\n", "", "there are 40 scenes, not 39"),
        (r"\[\[scene\]\]", "[[scenes]]", r"it holds \[\[scene\]\], and nothing else"),
        (r"\[\[scene\]\]", "[[scene", "scenes.toml is not TOML"),
    ],
)
def test_scenes_that_cannot_be(old: str, new: str, reason: str) -> None:
    with pytest.raises(DataError, match=reason) as caught:
        read_scenes(edited(SCENES_TEXT, old, new))
    assert str(caught.value).startswith("scenes.toml")


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (r"^players = 2$", "players = 1", "a table for each number of players from 2 to 8"),
        (r"^players = 2$", "players = '2'", "players is a whole number, not '2'"),
        (r"^days = 3$", "days = 5", "the table for 2 is impossible"),
        (r"^rank = 2\ndollars = 4", "rank = 7\ndollars = 4", "a price for each rank from 2 to 6"),
        (r"^dollars = 10$", "dollars = 4", "a higher rank costs more"),
        (r"^kind = \"office\"$", 'kind = "trailers"', "10 sets, the trailers and an office"),
        (r"^neighbours = \[\"Jail\", ", "neighbours = [", "doors lead both ways; Train Station and Jail disagree"),
        (
            r"^neighbours = \[\"Jail\", ",
            'neighbours = ["Moon", "Jail", ',
            "neighbour that is not there, or one twice",
        ),
        (
            r"^neighbours = \[\"Jail\", ",
            'neighbours = ["Jail", "Jail", ',
            "neighbour that is not there, or one twice",
        ),
        (r"^neighbours = \[\"Jail\".*$", "neighbours = 3", "Train Station: neighbours is a list of names"),
        (r"^rows = 2$", "rows = 1", "cover each cell of the grid of 4 x 4 exactly once"),
        (r"^shots = 3$", "shots = 0", "sets, and only they, have shots and roles"),
        (r"^name = \"Jail\"$", 'name = "Train Station"', "every area has a name of its own"),
        (r"^called = \"the Jail\"\n", "", "Jail: called is missing"),
        (r"^called = \"the Jail\"\n", 'called = ""\n', "Jail: called is empty"),
        (r"^called = \"the Jail\"\n", 'called = "the Jail"\nslug = "bank"\n', "Jail: slug means nothing here"),
        (r"^shots = 3$", "shots = 300", "Train Station: a set has at most 3 shots, not 300"),
        (r"Dragged by Train", "Crusty Prospector", "Train Station: no two roles in one place have the same name"),
        (r"^\[\[price\]\]", "[[prices]]", "and nothing else"),
    ],
)
def test_a_board_that_cannot_be(old: str, new: str, reason: str) -> None:
    with pytest.raises(DataError, match=reason) as caught:
        read_board(edited(BOARD_TEXT, old, new))
    assert str(caught.value).startswith("board.toml")


def test_areas_that_touch_without_a_door() -> None:
    """Bank and Ranch lose their door on both sides, but stay side by side in the picture."""
    text = edited(BOARD_TEXT, r"\"Secret Hideout\", \"Bank\"\]", '"Secret Hideout"]')
    text = edited(text, r"\"Church\", \"Ranch\", \"Hotel\"\]", '"Church", "Hotel"]')
    with pytest.raises(DataError, match="Ranch and Bank have to touch exactly when they are neighbours"):
        read_board(text)


def test_tables_are_tables() -> None:
    with pytest.raises(DataError, match="write each of them as a table"):
        read_scenes("scene = [1, 2]")
