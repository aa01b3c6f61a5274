"""Always ask, never ask: a player may wish not to be asked about optional interrupts."""

import pytest

from dicecup.table import NotAllowed, verify
from tests.scenarios.king_of_tokyo.tokyo import CLAW, GAME, load, monster, table

THREE_CLAWS = [CLAW, CLAW, CLAW, 1, 1, 2]


def test_normally_the_owner_of_wings_is_asked_before_it_loses_hearts() -> None:
    game = table(None, monster("wings", energy=4, place="city"), phase="resolve", dice=THREE_CLAWS)
    assert game.pending.kind == "react"
    assert game.pending.seat == 1


def test_who_does_not_want_to_be_asked_takes_the_damage_without_a_question() -> None:
    game = table(
        None, monster("wings", energy=4, place="city"), phase="dice", rolls=1, rolls_left=1, dice=THREE_CLAWS
    )
    game.match.never_ask(1, "react")
    game.do("keep", 0, 1, 2, 3, 4, 5)
    assert game.pending.kind == "yield"
    assert (game.state.monsters[1].hearts, game.state.monsters[1].energy) == (7, 4)
    assert game.match.never_asked(1) == {"react"}


def test_the_answer_is_in_the_log_as_one_that_nobody_was_asked_for() -> None:
    game = table(None, monster("wings", energy=4, place="city"), phase="resolve", dice=THREE_CLAWS)
    events = game.match.never_ask(1, "react")
    assert game.match.log[-1].to_json() == {"seat": 1, "choice": ["take"], "forced": True}
    assert [event.kind for event in events] == ["hurt"]


def test_it_can_be_taken_back_and_only_concerns_that_seat_and_question() -> None:
    game = table(
        None,
        monster("wings", energy=4, place="city"),
        phase="dice",
        rolls=1,
        rolls_left=1,
        dice=THREE_CLAWS,
    )
    game.match.never_ask(1, "probe")
    game.match.never_ask(0, "react")
    game.match.never_ask(1, "react")
    game.match.never_ask(1, "react", never=False)
    game.do("keep", 0, 1, 2, 3, 4, 5)
    assert (game.pending.seat, game.pending.kind) == (1, "react")


def test_a_save_a_clone_and_a_rematch_remember_the_wish() -> None:
    game = table(
        None, monster("wings", energy=4, place="city"), phase="dice", rolls=1, rolls_left=1, dice=THREE_CLAWS
    )
    game.match.never_ask(1, "react")
    for copy in (load(game.match.save()), game.match.clone()):
        copy.answer(("keep", 0, 1, 2, 3, 4, 5))
        assert copy.pending is not None
        assert copy.pending.kind == "yield"
    game = table(None, monster(hearts=1, place="city"), phase="resolve", dice=THREE_CLAWS)
    game.match.never_ask(0, "probe")
    assert game.match.rematch().never_asked(0) == {"probe"}


def test_what_is_no_interrupt_is_always_asked() -> None:
    game = table(None, None)
    with pytest.raises(NotAllowed, match="no optional question"):
        game.match.never_ask(0, "yield")
    with pytest.raises(NotAllowed, match="no optional question"):
        game.match.never_ask(0, "buy")


@pytest.mark.parametrize("kind", GAME.interrupts)
def test_every_interrupt_says_when_it_comes(kind: str) -> None:
    assert GAME.interrupts[kind].split()[0] in ("before", "after", "when")


def test_a_finished_game_in_which_somebody_was_not_asked_can_be_verified() -> None:
    game = table(
        monster(stars=19),
        monster("wings", energy=4, place="city"),
        phase="dice",
        rolls=1,
        rolls_left=1,
        dice=[CLAW, CLAW, CLAW, 1, 1, 1],
    )
    game.match.never_ask(1, "react")
    game.do("keep", 0, 1, 2, 3, 4, 5)
    game.do("stay")
    assert game.match.outcome is not None
    assert any(entry.to_json().get("forced") for entry in game.match.log)
    assert verify.verify(game.match.record(), lambda _: GAME).match.outcome == game.match.outcome
