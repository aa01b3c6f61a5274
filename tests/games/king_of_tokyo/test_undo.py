"""What can be taken back in King of Tokyo: nothing past dice, a card turned up, or somebody else's choice."""

import pytest

from dicecup.table import NotAllowed
from tests.scenarios.king_of_tokyo.tokyo import CITY, CLAW, OUTSIDE, monster, roll, table

QUIET = [1, 1, 2, 2, 3, 3]
CLAWED = [CLAW, 1, 1, 2, 2, 3]
DICE_OR_CARD = "dice have been rolled or a card turned up since"


def test_a_keep_rolls_at_once_and_stands() -> None:
    game = table(None, None, chance=[QUIET, [6, 6]])
    game.do("roll")
    game.do("keep", 0, 1, 2, 3)
    with pytest.raises(NotAllowed, match=DICE_OR_CARD):
        game.match.undo(0)
    assert game.state.dice == [1, 1, 2, 2, 6, 6]


def test_stopping_can_be_taken_back_while_the_turn_lasts() -> None:
    game = table(monster(energy=2), monster(place=CITY), chance=[[5, 5, 5, 1, 1, 1]])
    game.do("roll")
    game.do("keep", *range(6))
    assert (game.pending.kind, game.state.monsters[0].stars, game.state.monsters[0].energy) == ("buy", 1, 5)
    game.match.undo(0)
    assert (game.pending.kind, game.state.monsters[0].stars, game.state.monsters[0].energy) == ("dice", 0, 2)
    assert game.told()[-1] == "Ann takes back the last choice."
    game.then([2, 2, 2]).do("keep", 3, 4, 5)
    assert game.state.dice == [2, 2, 2, 1, 1, 1]


def test_a_purchase_that_turns_up_a_card_stands() -> None:
    game = table(monster(energy=9), None, phase="buy", market=["wings", "jets", "tanks"], chance=["heal"])
    game.do("buy", "jets")
    with pytest.raises(NotAllowed, match=DICE_OR_CARD):
        game.match.undo(0)


def test_a_sweep_stands() -> None:
    game = table(monster(energy=9), None, phase="buy", chance=["heal", "jets", "wings"])
    game.do("sweep")
    with pytest.raises(NotAllowed, match=DICE_OR_CARD):
        game.match.undo(0)


def test_being_done_with_buying_can_be_taken_back_until_somebody_rolls() -> None:
    game = table(monster(energy=9), monster(place=CITY), phase="buy", market=["wings", "jets", "tanks"])
    game.do("done")
    assert game.state.active == 1
    game.match.undo(0)
    assert (game.state.active, game.pending.kind) == (0, "buy")
    game.do("done")
    game.then(QUIET).do("roll")
    with pytest.raises(NotAllowed):
        game.match.undo(0)


@pytest.mark.parametrize("choice", ["stay", "yield"])
def test_staying_or_yielding_can_be_taken_back_until_something_is_rolled(choice: str) -> None:
    game = roll(table(None, monster(place=CITY), None), *CLAWED)
    game.do(choice)
    assert game.state.monsters[0].place == (CITY if choice == "yield" else OUTSIDE)
    game.match.undo(1)
    assert game.pending.kind == "yield"
    assert game.state.monsters[1].place == CITY
    assert game.state.monsters[0].stars == 0
    game.do(choice)
    game.then(QUIET).do("roll")  # Ben's own roll
    with pytest.raises(NotAllowed, match=DICE_OR_CARD):
        game.match.undo(1)


def test_not_after_the_choice_of_another() -> None:
    game = roll(table(monster(energy=2), monster(place=CITY), None), *CLAWED)
    game.do("yield")
    game.do("done")  # Ann buys nothing
    with pytest.raises(NotAllowed, match="Ann has made a choice since"):
        game.match.undo(1)


def test_a_card_that_changes_a_die_can_be_taken_back() -> None:
    game = roll(table(monster("herd-culler", "stretchy", energy=2), monster(place=CITY)), *QUIET)
    game.do("use", "stretchy", 5, 6)
    assert (game.state.dice[5], game.state.monsters[0].energy) == (6, 0)
    game.match.undo(0)
    assert (game.state.dice[5], game.state.monsters[0].energy) == (3, 2)


def test_a_card_that_rolls_a_die_cannot() -> None:
    game = table(monster("background-dweller"), None, chance=[QUIET, [1]])
    game.do("roll")
    game.do("use", "background-dweller", 4)
    with pytest.raises(NotAllowed, match=DICE_OR_CARD):
        game.match.undo(0)


def test_a_look_at_the_deck_cannot_be_taken_back() -> None:
    game = table(monster("made-in-a-lab", energy=9), None, phase="buy", chance=["frenzy"])
    game.do("use", "made-in-a-lab", "look")
    with pytest.raises(NotAllowed):
        game.match.undo(0)


def test_nor_can_buying_what_only_the_buyer_had_seen() -> None:
    """No chance falls there, but the others have learnt what it was."""
    top = [{"card": "heal", "seen_by": [0]}]
    game = table(monster("made-in-a-lab", energy=9, hearts=5), None, phase="buy", top=top)
    game.play(("use", "made-in-a-lab", "look"), ("use", "made-in-a-lab", "buy", 0))
    with pytest.raises(NotAllowed, match="something hidden has been shown"):
        game.match.undo(0)


def test_nor_buying_a_card_that_is_replaced_by_one_only_the_buyer_had_seen() -> None:
    top = [{"card": "heal", "seen_by": [0]}]
    game = table(monster("made-in-a-lab", energy=9), None, phase="buy", top=top, market=["wings", "jets", "tanks"])
    game.do("buy", "jets")
    assert game.state.market == ["wings", "heal", "tanks"]
    with pytest.raises(NotAllowed, match="something hidden has been shown"):
        game.match.undo(0)


def test_what_was_taken_back_is_kept_in_the_log_and_in_the_save() -> None:
    game = roll(table(None, monster(place=CITY), None), *CLAWED)
    before = game.state.clone()
    game.do("yield")
    game.match.undo(1)
    assert game.state == before
    assert "took_back" in game.match.save()
