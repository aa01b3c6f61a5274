"""What a game brings, and what happens when a package of somebody else's brings something that does not work."""

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import dicecup
from dicecup import games, players
from dicecup.arena import players as simulated
from dicecup.table import Game, Manifest, SetupError, brought
from dicecup.table.manifest import PARTS
from dicecup.testing import check_game
from tests.packages import PIG, PLAYERS, Install

OURS = ["yahtzee", "king-of-tokyo", "deadwood"]
BRINGS = {"dicecup.games": {"pig": "pig:GAME"}}


def test_our_games_are_their_folders_and_stand_in_the_order_of_their_manifests() -> None:
    folders = {path.parent.name for path in Path(games.__file__).parent.glob("*/manifest.py")}
    assert {name.replace("-", "_") for name in OURS} == folders
    assert games.names() == OURS
    assert games.troubles() == []


@pytest.mark.parametrize("name", OURS)
def test_every_part_that_a_game_of_ours_names_is_there(name: str) -> None:
    manifest = games.manifest(name)
    assert manifest.game is games.find(name)
    assert [part for part in PARTS if getattr(manifest, part) and manifest.part(part) is None] == []
    assert manifest.part("players").keys() >= {"easy", "medium", "hard"}


def test_what_a_game_does_not_bring() -> None:
    manifest = games.manifest("deadwood")
    assert manifest.part("judge") is manifest.part("solver") is None
    assert games.manifest_of(Namesake()).screen == ""
    assert games.manifest_of(Variant()).screen == manifest.screen


class Namesake(Game[Any]):
    """Not installed; another game of this name is."""

    name = "yahtzee"
    title = "Another one"
    seats = range(1, 3)
    options = games.find("deadwood").options
    state = games.find("deadwood").state
    phases = games.find("deadwood").phases
    phrases = games.find("deadwood").phrases


class Variant(type(games.find("deadwood"))):  # type: ignore[misc]
    """The same game with a change in its rules: it is drawn and played as the other one."""


# --- a game from outside ---


def test_a_bare_game_of_a_package_has_what_every_game_has(install: Install) -> None:
    install("pig-game", {"pig.py": PIG}, BRINGS)
    assert games.names() == [*OURS, "pig"]
    assert players.offered("pig") == ("random",)
    assert games.manifest("pig") == Manifest(games.find("pig"))
    assert check_game("pig", games=3) > 20


def test_a_package_brings_players_and_all_the_rest_through_its_manifest(install: Install) -> None:
    manifest = """
        from dicecup.table import Manifest
        from pig import GAME
        MANIFEST = Manifest(
            GAME, players="pig_players:LEVELS", references="pig_players:REFERENCES", quick_save="Pig.txt", order=0
        )
    """
    modules = {"pig.py": PIG, "pig_players.py": PLAYERS, "pig_manifest.py": manifest}
    install("pig-game", modules, {"dicecup.games": {"pig": "pig_manifest:MANIFEST"}})
    assert games.names() == ["pig", *OURS], "where it wants to stand"
    assert players.levels("pig") == ("bold", "careful"), "by its own names, the weakest first"
    assert (players.usual("pig"), players.best("pig")) == ("careful", "careful")
    assert players.references("pig") == ("random", "steady")
    ours = [players.make("pig", "bold"), players.make("pig", "careful", seed=3)]
    match = players.play(dicecup.new("pig", seats=2, seed=1, goal=100), ours)
    assert match.outcome is not None
    assert dicecup.load(match.save()).outcome == match.outcome
    assert games.troubles() == players.troubles("pig") == []


# --- and what may be wrong with it ---

WRONG = {
    "no such module": ({}, "pig:GAME", "pig:GAME cannot be imported: ModuleNotFoundError: No module named 'pig'"),
    "a module that fails": ({"pig.py": "1 / 0"}, "pig:GAME", "ZeroDivisionError: division by zero"),
    "a module that ends the program": ({"pig.py": "import sys; sys.exit(3)"}, "pig:GAME", "SystemExit: 3"),
    "no such thing in it": ({"pig.py": PIG}, "pig:PORK", "AttributeError: module 'pig' has no attribute 'PORK'"),
    "nothing to import": ({"pig.py": PIG}, "what is this", "what is this cannot be imported"),
    "a number": ({"pig.py": "GAME = 7"}, "pig:GAME", "It should be a Manifest or a Game; 7 is neither"),
    "a class": ({"pig.py": PIG}, "pig:Pig", "It should be a Manifest or a Game"),
    "another name": ({"pig.py": PIG.replace('name = "pig"', 'name = "hog"')}, "pig:GAME", "It calls itself 'hog'"),
    "a name that is a path": (
        {"pig.py": PIG.replace('name = "pig"', 'name = "../pig"')},
        "pig:GAME",
        "The name of a game is made of small letters, digits and hyphens",
    ),
    "no title": ({"pig.py": PIG.replace('    title = "Pig"\n', "")}, "pig:GAME", "pig needs a title"),
    "no seats": ({"pig.py": PIG.replace("range(1, 5)", "4")}, "pig:GAME", r"range\(2, 7\); 4 is not"),
    "no options": ({"pig.py": PIG.replace("options = PigOptions", "options = dict")}, "pig:GAME", "from Options"),
    "an option without words": (
        {"pig.py": PIG.replace('setting(20, "how many points win")', "20")},
        "pig:GAME",
        "The game pig cannot be set up: KeyError",
    ),
    "a part that is no address": (
        {"pig.py": PIG + "\nGAME = Manifest(GAME, screen='the best one')"},
        "pig:GAME",
        'The screen of pig are written "package.module:NAME"',
    ),
    "a quick save anywhere": (
        {"pig.py": PIG + "\nGAME = Manifest(GAME, quick_save='../Pig.txt')"},
        "pig:GAME",
        "The quick save of pig is a file such as Farkle.txt",
    ),
    "somebody else's quick save": (
        {"pig.py": PIG + "\nGAME = Manifest(GAME, quick_save='kotss.txt')"},
        "pig:GAME",
        "kotss.txt, belongs to another game",
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_game_that_does_not_work_is_left_out_with_a_sentence(install: Install, what: str) -> None:
    modules, value, reason = WRONG[what]
    install("pig-game", modules, {"dicecup.games": {"pig": value}})
    assert games.names() == OURS, "the others are there"
    [trouble] = games.troubles()
    assert trouble.startswith("The game 'pig' of the package pig-game cannot be used: ")
    with pytest.raises(SetupError, match=reason) as refused:
        games.find("pig")
    assert str(refused.value) == trouble, "whoever asks for it hears the same"
    with pytest.raises(
        SetupError, match=r"no game called 'hog'. The games are: yahtzee, king-of-tokyo, deadwood\."
    ):
        games.find("hog")


def test_nobody_takes_the_name_of_another_game(install: Install) -> None:
    yahtzee = PIG.replace('name = "pig"', 'name = "yahtzee"')
    install("a-pig", {"pig_a.py": PIG, "fake.py": yahtzee}, {"dicecup.games": {"pig": "pig_a:GAME"}})
    install("b-pig", {"pig_b.py": PIG, "fake.py": yahtzee}, {"dicecup.games": {"pig": "pig_b:GAME"}})
    install("fake", {"fake.py": yahtzee}, {"dicecup.games": {"yahtzee": "fake:GAME"}})
    assert games.names() == [*OURS, "pig"]
    assert type(games.find("pig")).__module__ == "pig_a", "always the same one"
    assert games.find("yahtzee") is import_module("dicecup.games.yahtzee").GAME
    assert games.troubles() == [
        "The game 'pig' of the package b-pig cannot be used: there is another game of that name.",
        "The game 'yahtzee' of the package fake cannot be used: there is another game of that name.",
    ]


def test_a_package_with_a_damaged_list_does_not_hide_the_others(install: Install) -> None:
    install("pig-game", {"pig.py": PIG}, BRINGS)
    folder = install("broken", {"broken.py": ""}, {})
    [facts] = folder.glob("*.dist-info")
    (facts / "entry_points.txt").write_text("[dicecup.games]\nno equals sign\n")
    brought.forget()
    assert games.names() == [*OURS, "pig"]


@pytest.mark.parametrize(
    ("module", "reason"),
    [
        ("", "AttributeError"),
        ("raise RuntimeError('not today')", "RuntimeError: not today"),
        ("LEVELS = ['easy']", "must map names"),
        ("LEVELS = {'easy': 7}", "must map names"),
        ("LEVELS = {'person': print}", "must map names"),
    ],
)
def test_players_that_do_not_work_leave_the_random_one(install: Install, module: str, reason: str) -> None:
    pig = PIG + "\nGAME = Manifest(GAME, players='pig_players:LEVELS')"
    install("pig-game", {"pig.py": pig, "pig_players.py": module}, BRINGS)
    assert games.names() == [*OURS, "pig"], "the game can be played all the same"
    assert players.offered("pig") == ("random",)
    assert players.play(dicecup.new("pig", seats=1, seed=1), [players.make("pig", "random")]).outcome
    [trouble] = players.troubles("pig")
    assert trouble.startswith("The players of Pig cannot be used: pig_players:LEVELS")
    assert reason in trouble
    with pytest.raises(SetupError, match=r"no computer player 'easy' here.*The players of Pig cannot be used"):
        players.make("pig", "easy")


@pytest.mark.parametrize("part", ["judge", "solver"])
@pytest.mark.parametrize("value", ["nowhere:IT", "pig:MOVES", "pig:Pig", "pig:nobody"])
def test_a_judge_or_solver_that_does_not_work_says_why(install: Install, part: str, value: str) -> None:
    pig = PIG + f"\ndef nobody():\n    return 1 / 0\n\nGAME = Manifest(GAME, {part}={value!r})"
    install("pig-game", {"pig.py": pig}, BRINGS)
    with pytest.raises(SetupError, match=f"The {part} of Pig cannot be used: {value}: "):
        getattr(players, part)("pig")
    assert simulated("pig") == ["random"], "the rest of the arena goes on"
    assert players.levels("pig") == ()


def test_a_player_that_cannot_be_made_says_why(install: Install) -> None:
    pig = PIG + "\nGAME = Manifest(GAME, players='pig_players:LEVELS')"
    broken = "LEVELS = {'easy': lambda seed: 1 / 0, 'hard': lambda: 7}"
    install("pig-game", {"pig.py": pig, "pig_players.py": broken}, BRINGS)
    with pytest.raises(SetupError, match="“easy” cannot be made: ZeroDivisionError"):
        players.make("pig", "easy")
    with pytest.raises(SetupError, match="What “hard” makes is not a player"):
        players.make("pig", "hard")


# --- extra players for any game ---

THRIFTY = """
class Thrifty:
    def decide(self, view, ask, fork):
        fills = [option for option in ask.options if option.verb == "fill"]
        return fills[0] if fills else ask.options[0]

NOTHING = None
"""


def test_a_player_is_one_class_and_an_entry_point(install: Install) -> None:
    install("bots", {"bots.py": THRIFTY}, {"dicecup.players": {"yahtzee/thrifty": "bots:Thrifty"}})
    assert players.extras("yahtzee") == ("thrifty",)
    assert players.extras("deadwood") == ()
    assert players.offered("yahtzee") == ("easy", "medium", "hard", "thrifty")
    assert (players.levels("yahtzee")[-1], players.usual("yahtzee")) == ("hard", "medium"), "no level of ours"
    match = dicecup.new("yahtzee", seats=2, seed=1)
    assert players.play(match, [players.make("yahtzee", name) for name in ("thrifty", "random")]).outcome
    assert players.troubles("yahtzee") == []


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("yahtzee/thrifty", "nobots:Thrifty", "nobots:Thrifty cannot be imported: ModuleNotFoundError"),
        ("yahtzee/thrifty", "bots:NOTHING", "bots:NOTHING is not a class, nor a function that makes a player"),
        ("yahtzee/hard", "bots:Thrifty", "There is another player of that name"),
        ("yahtzee/random", "bots:Thrifty", "There is another player of that name"),
        ("yahtzee/score-max", "bots:Thrifty", "There is another player of that name"),
        ("yahtzee/person", "bots:Thrifty", "There is another player of that name"),
        ("yahtzee/My Bot", "bots:Thrifty", "It should be called GAME/NAME"),
        ("thrifty", "bots:Thrifty", "It should be called GAME/NAME"),
        ("yathzee/thrifty", "bots:Thrifty", "There is no game called 'yathzee'"),
    ],
)
def test_an_extra_player_that_does_not_work_is_left_out_with_a_sentence(
    install: Install, name: str, value: str, reason: str
) -> None:
    install("bots", {"bots.py": THRIFTY}, {"dicecup.players": {name: value}})
    assert players.offered("yahtzee") == ("easy", "medium", "hard")
    [trouble] = players.troubles("yahtzee")
    assert trouble.startswith(f"The player '{name}' of the package bots cannot be used: {reason}")
