"""How is a choice told when the game is over? In words that a sentence can begin with: "yielding at 7 hearts"."""

import re

import pytest

from dicecup.table import Game
from dicecup.testing import Scripted, start
from tests.scenarios.king_of_tokyo.tokyo import CLAW, ENERGY, HEART, monster, table
from tests.terminal.deadwood_positions import DECISIONS as DEADWOOD
from tests.terminal.deadwood_positions import in_office, working
from tests.terminal.king_of_tokyo_positions import DECISIONS as KING
from tests.terminal.king_of_tokyo_positions import rolled
from tests.terminal.positions import Decision

ALL = {f"{game} {name}": each for game, found in (("D", DEADWOOD), ("K", KING)) for name, each in found.items()}


def told(game: Scripted, *choice: int | str) -> str:
    option = game.pending.find(choice)
    assert option is not None, game.pending.options
    return " ".join(filter(None, game.match.game.deed(game.state, game.pending, option)))


def yahtzee(*dice: int, **more: object) -> Scripted:
    return start("yahtzee", seats=1, phase="choose", dice=list(dice), rolls=1, **more)  # type: ignore[arg-type]


def test_dice_are_told_by_what_they_showed_and_not_by_where_they_lay() -> None:
    game = yahtzee(4, 2, 3, 4, 3)
    assert told(game, "keep", 0, 3) == "holding 4 4 from 2 3 3 4 4"
    assert told(game, "keep") == "holding nothing from 2 3 3 4 4"
    assert told(game, "keep", 0, 1, 2, 3, 4) == "stopping at 2 3 3 4 4"
    king = rolled(table(None, None), 3, CLAW, 3, HEART, ENERGY, 1)
    assert told(king, "keep", 0, 1, 2) == "keeping 3 3 claw from 1 3 3 heart energy claw"


def test_a_box_is_told_with_its_points() -> None:
    game = yahtzee(4, 2, 3, 4, 3)
    assert told(game, "fill", "chance") == "writing 16 into Chance with 2 3 3 4 4"
    assert told(game, "fill", "yahtzee") == "striking out Yahtzee with 2 3 3 4 4"


def test_whether_to_leave_is_told_with_the_hearts_there_were() -> None:
    game = KING["yield"].position()
    hearts = game.state.monsters[game.pending.seat].hearts
    assert told(game, "yield") == f"yielding at {hearts} hearts"
    assert told(game, "stay") == f"staying in Tokyo at {hearts} hearts"


def test_a_card_is_told_with_what_it_was_used_for() -> None:
    game = rolled(table(monster("plot-twist"), None), CLAW, 1, 1, 2, 3, HEART)
    game.do("keep", 0, 1, 2, 3, 4, 5)
    assert told(game, "use", "plot-twist", 0, 1) == (
        "using Plot Twist to turn the claw to 1 with 1 1 2 3 heart claw"
    )
    assert told(game, "done") == "changing no die with 1 1 2 3 heart claw"


def test_work_is_told_with_chips_and_budget_and_a_rank_with_the_purse() -> None:
    assert re.fullmatch(r"acting with no practice chips on a budget of \d", told(working(), "act"))
    assert re.fullmatch(r"rehearsing with 1 practice chip on a budget of \d", told(working(chips=1), "rehearse"))
    assert told(in_office(dollars=4), "upgrade", 2, "dollars") == "buying rank 2 for $4 with $4 and 0 credits"


@pytest.mark.parametrize("decision", ALL.values(), ids=ALL.keys())
def test_every_choice_of_our_games_has_words_of_its_own(decision: Decision) -> None:
    game = decision.position()
    for option in game.pending.options:
        doing, given = game.match.game.deed(game.state, game.pending, option)
        assert re.match(r"[a-z]+ing\b", doing), doing
        assert not doing.startswith("choosing"), doing
        assert not given or given.split()[0] in ("at", "from", "with"), given
        assert "  " not in doing + given
        assert not re.search(r"\bdie \d+ \(|\byour\b|: ", doing + given), doing


def test_a_game_that_brings_no_such_words_is_quoted() -> None:
    game = yahtzee(4, 2, 3, 4, 3)
    option = game.pending.find(("fill", "ones"))
    assert Game.deed(game.match.game, game.state, game.pending, option) == ("choosing “fill Ones”", "")
