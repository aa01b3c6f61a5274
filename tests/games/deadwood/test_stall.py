"""The stall guard: when nobody does anything for too long, the day ends unpaid."""

import pytest

import dicecup
from tests.scenarios.deadwood.lot import GUM, HAT, LAW, NAMES, actor, each, fresh, table


def test_after_so_many_idle_turns_the_day_ends_unpaid() -> None:
    game = fresh(2, stall_turns=5)
    game.play("end", "end", "end", "end")
    assert game.state.day == 1
    game.do("end")
    assert game.state.day == 2
    assert game.state.active == 1  # the one after who ended it
    assert each(game, "dollars") == [0, 0]
    assert game.told()[-4:] == [
        "Nobody has worked, taken a role or bought a rank for 5 turns: the day ends unpaid.",
        "10 scenes are left unfinished: day 1 of 3 is over, and everybody goes back to the Trailers.",
        "Day 2 of 3: a new card lies face down on each of the 10 sets, and all 22 shots are still to do.",
        "It is Ben's turn.",
    ]
    assert game.state.idle == 1


def test_moving_about_is_not_enough() -> None:
    game = fresh(2, LAW, HAT, stall_turns=3)
    game.play(("move", "saloon"), "end", ("move", "hotel"), "end", ("move", "trailers"))
    assert game.state.day == 2
    assert each(game, "area") == ["trailers", "trailers"]
    assert sorted(game.state.out) == sorted([LAW, HAT])  # seen, so they do not come back


@pytest.mark.parametrize(
    ("choice", "who"),
    [
        ("act", actor("saloon", ("set", 0))),
        ("rehearse", actor("saloon", ("set", 0))),
        (("take", "set", 0), actor("saloon")),
        (("upgrade", 2, "dollars"), actor("casting-office", dollars=4)),
    ],
)
def test_work_a_role_or_a_purchase_starts_the_count_again(
    choice: str | tuple[str, int], who: dict[str, int]
) -> None:
    game = table(who, None, scenes={"saloon": HAT}, options={"stall_turns": 3}, idle=3, chance=[[1]])
    game.play(choice)
    if game.state.active == 0:
        game.do("end")
    assert game.state.day == 1
    assert game.state.idle == 1


def test_on_the_last_day_the_points_are_counted() -> None:
    game = table(actor(dollars=3), None, day=3, options={"stall_turns": 1})
    game.do("end")
    assert game.match.outcome is not None
    assert game.match.outcome.scores == (8, 5)


def test_without_the_guard_nothing_ends() -> None:
    game = fresh(2, stall_turns=0)
    for _ in range(1_000):
        game.do("end")
    assert game.state.day == 1
    assert game.state.idle == 1_001


def test_by_default_it_takes_200_turns() -> None:
    match = dicecup.new("deadwood", names=NAMES[:3], seed=1)
    for _ in range(199):
        match.answer("end")
    assert match.state.day == 1
    match.answer("end")
    assert match.state.day == 2


def test_the_unfinished_scenes_are_counted() -> None:
    game = table(
        actor("bank"), None, scenes={"bank": GUM}, wrapped=["church", "hotel"], options={"stall_turns": 1}
    )
    game.do("end")
    assert (
        "8 scenes are left unfinished: day 1 of 3 is over, and everybody goes back to the Trailers." in game.told()
    )
