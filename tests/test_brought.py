"""Games and players of other packages in the terminal and in the arena; what does not work is a sentence there."""

import os
from pathlib import Path

import pytest

import dicecup
from dicecup.arena import compete, players, simulate
from dicecup.saves import Store
from dicecup.table import SaveError, SetupError
from tests.packages import PIG, PLAYERS, Install
from tests.terminal.program import invoke, lines

BRINGS = {"dicecup.games": {"pig": "pig:GAME"}}


@pytest.fixture(autouse=True)
def own_home(home: Path) -> Path:
    return home


def flat(text: str) -> str:
    return " ".join(text.split())


# --- the terminal ---


def test_a_broken_package_does_not_take_the_menu_down(install: Install) -> None:
    install("hog-game", {"hog.py": "1 / 0"}, {"dicecup.games": {"hog": "hog:GAME"}})
    install("pig-game", {"pig.py": PIG}, BRINGS)
    trouble = (
        "The game 'hog' of the package hog-game cannot be used: hog:GAME cannot be imported: ZeroDivisionError"
    )
    shown = flat(invoke("play", typed=lines("4", "Ann", "", "quit")))
    assert "4 Pig (1 to 4 players)" in shown
    assert trouble in shown
    assert "Ann: Roll or hold?" in shown, "and the game that works begins"
    assert trouble in flat(invoke("games"))
    assert trouble in flat(invoke("play", "hog", code=1)), "whoever wants it hears why not"
    assert trouble not in flat(invoke("play", "pig", typed=lines("quit")))


SCREEN = """
from dicecup.terminal.screen import Screen

class PigScreen(Screen):
    def prompt(self, view, ask):
        return f"Oink, {view.names[ask.seat]}! > "
"""


@pytest.mark.parametrize(
    ("screen", "shown"),
    [
        (SCREEN, "Oink, Ann! >"),
        ("", "The screen of Pig cannot be used: pig_screen:PigScreen: AttributeError"),
        ("PigScreen = print", "The screen of Pig cannot be used: pig_screen:PigScreen: <built-in function print>"),
        (SCREEN + "    __init__ = None\n", "The screen of Pig cannot be used: pig_screen:PigScreen: TypeError"),
    ],
)
def test_a_screen_of_its_own_or_the_one_for_every_game(install: Install, screen: str, shown: str) -> None:
    pig = PIG + "\nGAME = Manifest(GAME, screen='pig_screen:PigScreen')"
    install("pig-game", {"pig.py": pig, "pig_screen.py": screen}, BRINGS)
    told = flat(invoke("play", "pig", "--seat", "Ann", typed=lines("1", "quit")))
    assert shown in told
    assert "Ann rolls" in told, "it can be played either way"


def test_its_levels_have_its_own_names_and_hints_are_in_points(install: Install) -> None:
    pig = PIG + "\nGAME = Manifest(GAME, players='pig_players:LEVELS')"
    install("pig-game", {"pig.py": pig, "pig_players.py": PLAYERS}, BRINGS)
    told = flat(
        invoke("play", "pig", "--option", "start=seat-order", typed=lines("", "help", "bold", "hint", "quit"))
    )
    assert "How good is the computer, bold or careful? [Enter: careful] >" in told
    assert "Type bold or careful." in told
    assert "With the best choice you can expect 8.00 points. Best choices first: best roll the die" in told
    assert "-8.00 keep what you have" in told


def test_the_quick_save_of_a_game_is_called_as_it_wishes(install: Install, home: Path) -> None:
    pig = PIG + "\nGAME = Manifest(GAME, quick_save='Pig.txt')"
    install("pig-game", {"pig.py": pig}, BRINGS)
    invoke("play", "pig", "--seat", "Ann", typed=lines("save", "quit"))
    assert (home / "saves" / "Pig.txt").is_file()
    assert dicecup.load((home / "saves" / "Pig.txt").read_text()).game.name == "pig"
    for name in ("pig", "KOTSS"):
        with pytest.raises(SaveError, match="reserved"):
            Store(home).named(name)


# --- the arena ---

BOTS = """
import os
from pathlib import Path

class Thrifty:
    def decide(self, view, ask, fork):
        Path(os.environ["BOTS_PID"]).write_text(str(os.getpid()))
        return ask.options[-1 if view.pot else 0]
"""
PLAYED = PIG + "\nGAME = Manifest(GAME, players='pig_players:LEVELS', references='pig_players:REFERENCES')"


def test_an_extra_player_sits_apart_in_the_arena(
    install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOTS_PID", str(tmp_path / "pid"))
    install("pig-game", {"pig.py": PLAYED, "pig_players.py": PLAYERS}, BRINGS)
    install("bots", {"bots.py": BOTS}, {"dicecup.players": {"pig/thrifty": "bots:Thrifty"}})
    result = compete("pig", ["thrifty", "careful"], games=4, seed=1, folder=tmp_path)
    assert {each.name for each in result.standings} == {"thrifty", "careful"}
    assert result.games == 4
    assert not any(played.fault for group in result.groups.values() for played in group)
    assert int((tmp_path / "pid").read_text()) != os.getpid()


def test_who_plays_if_nobody_is_named(install: Install, tmp_path: Path) -> None:
    install("pig-game", {"pig.py": PLAYED, "pig_players.py": PLAYERS}, BRINGS)
    assert compete("pig", None, games=2, seed=1, folder=tmp_path).lineup.seats == ("careful", "bold")
    install("hog-game", {"hog.py": PIG.replace('"pig"', '"hog"')}, {"dicecup.games": {"hog": "hog:GAME"}})
    assert compete("hog", None, games=2, seed=1, folder=tmp_path).lineup.seats == ("random", "random")


SOLVER = """
class Solver:
    players = ("careful",)
    prepared = []

    def prepare(self, options, progress):
        self.prepared.append(options)

    def simulate(self, options, games, seed, progress):
        return [options["goal"]] * games

    def contest(self, options, tables, games, seed):
        return [[[game % 2, 1] for game in range(games)] for _ in tables]

SOLVER = Solver()
"""


def test_a_solved_game_of_a_package_is_played_in_bulk(install: Install, tmp_path: Path) -> None:
    pig = PLAYED.replace("Manifest(GAME,", "Manifest(GAME, solver='pig_solver:SOLVER',")
    modules = {"pig.py": pig, "pig_players.py": PLAYERS, "pig_solver.py": SOLVER}
    install("pig-game", modules, BRINGS)
    assert players("pig") == ["perfect", "random"]
    assert simulate("pig", games=7, seed=1, options={"goal": 33}).tally.mean == 33
    result = compete("pig", ["careful", "careful"], games=4, seed=1, bulk=True, folder=tmp_path)
    assert [played.shares for group in range(4) for played in result.groups[group]] == [(0, 1), (0.5, 0.5)] * 2
    with pytest.raises(SetupError, match="In bulk only careful can play Pig"):
        compete("pig", ["bold", "careful"], games=4, seed=1, bulk=True, folder=tmp_path)


def test_training_is_what_the_manifest_says(install: Install) -> None:
    pig = PIG + "\ndef main(words):\n    print('trained with', words)\n    return 0\n"
    install("pig-game", {"pig.py": pig + "\nGAME = Manifest(GAME, training='pig:main')"}, BRINGS)
    assert "trained with ['--fast']" in invoke("train", "pig", "--fast")
    assert "nothing to train in Yahtzee" in invoke("train", "yahtzee", code=1)
