"""One package from outside brings a card, a house rule, a player and a game, and a day later everything plays.

What each of them may do in detail is told elsewhere: cards in `test_players`, games in `tests/farkle`, packages in
`tests/test_brought.py`, old papers in `tests/papers`. Here they come all at once, as `pip install` brings them.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.newcomers import open_house
from tests.packages import python
from tests.server.browser import Browser, Program

pytestmark = pytest.mark.thorough


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return open_house.environment(tmp_path_factory.mktemp("site"))


def run(environment: dict[str, str], home: Path, *words: str, typed: str = "") -> str:
    return python({**environment, "DICECUP_HOME": str(home)}, "-m", *words, typed=typed)


@pytest.mark.parametrize(
    ("game", "seats"),
    [
        ("king-of-tokyo", ("thrifty", "easy", "medium", "hard")),
        ("tokyo-nights", ("easy", "medium", "hard")),
        ("pig", ("bold", "careful")),
    ],
)
def test_all_levels_play_in_the_arena(
    environment: dict[str, str], tmp_path: Path, game: str, seats: tuple[str, ...]
) -> None:
    words = ("dicecup", "arena", game, "--seats", ",".join(seats), "--games", "2", "--seed", "4", "--json")
    said = json.loads(run(environment, tmp_path, *words))
    assert said["complete"]
    assert {each["name"] for each in said["standings"]} == {*seats}


def test_they_are_played_in_the_terminal(environment: dict[str, str], tmp_path: Path) -> None:
    listed = " ".join(run(environment, tmp_path, "dicecup", "games", "tokyo-nights").split())
    assert "Monsters begin with 5 energy." in listed
    told = run(
        environment,
        tmp_path,
        *("dicecup", "play", "tokyo-nights", "--seat", "Ann", "--seat", "hard", "--option", "pay_day=True"),
        typed="card tip-off\nhint\nstatus\nquit\n",
    )
    assert "Tip-Off, cost 0, keep. Whenever your turn ends, gain 1 star." in " ".join(told.split())
    assert "Your game is saved." in told
    again = run(environment, tmp_path, "dicecup", "play", "--continue", typed="quit\n")
    assert "Tokyo Nights" in again


@pytest.mark.soak  # the first card of test_first_card.py does not harm them either
def test_old_papers_are_still_good(environment: dict[str, str], tmp_path: Path) -> None:
    words = ("pytest", "-q", "-p", "no:cacheprovider", "tests/papers/test_releases.py", "-k", "5c8b152")
    assert " passed" in run(environment, tmp_path, *words)


@pytest.fixture(scope="module")
def server(environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", environment["PYTHONPATH"])
        with Program(tmp_path_factory.mktemp("server")) as program:
            yield program


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_a_whole_game_with_the_new_card_on_the_server_with_hints(server: Program, level: str) -> None:
    with Browser(server.address) as ann:
        seats = [{"name": "Ann"}, {"player": "computer", "level": level}]
        match = ann.post("/matches", {"game": "king-of-tokyo", "seats": seats, "seed": 3})["match"]
        with ann.sit(match) as page:
            for asked in range(400):
                if (ask := page.until_mine()) is None:
                    break
                if asked == 3:
                    hint = page.command("hint")
                    assert (hint["type"], hint["reason"]) == ("hint", "")
                    assert hint["advice"]
                buys = [
                    each["choice"] for each in ask["options"] if each["pick"].get("card", "").startswith("tip")
                ]
                assert page.answer(*(buys or [ask["options"][0]["choice"]])[0])["type"] == "done"
            assert page.state["outcome"] is not None
            told = json.dumps(page.heard)
        assert "Tip-Off: Ann gains 1 star" in told
        assert "at random" not in told, "nobody has stumbled over the card"
