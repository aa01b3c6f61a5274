"""The use cases of seed 003, with every alternate flow: `pytest -k 003-3-2b` finds a refused upgrade."""

import pytest

from dicecup.table import Outcome
from tests.scenarios.cases import case
from tests.scenarios.deadwood.lot import (
    DOLL,
    GUM,
    HAT,
    LAW,
    STEP,
    actor,
    choices,
    day_of,
    each,
    fresh,
    table,
)

# --- 003-1: reset board ---


@case("003-1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_morning(players: int) -> None:
    game = fresh(players)
    assert each(game, "rank") == [1] * players
    assert each(game, "credits") == [0] * players
    assert each(game, "area") == ["trailers"] * players
    assert list(game.state.shots.values()).count(3) == 4
    assert sum(game.state.shots.values()) == 22


@case("003-1-2a-5-players", "003-1-2a-6-players", "003-1-2a-7-8-players")
@pytest.mark.parametrize(("players", "rank", "credit"), [(5, 1, 2), (6, 1, 4), (7, 2, 0), (8, 2, 0)])
def test_the_first_morning_of_many(players: int, rank: int, credit: int) -> None:
    game = fresh(players)
    assert each(game, "rank") == [rank] * players
    assert each(game, "credits") == [credit] * players


@case("003-1-2a-not-day-one")
def test_on_later_mornings_everybody_keeps_rank_and_credits() -> None:
    game = table(
        actor("bank", ("set", 0), rank=3, credits=4, dollars=7),
        actor("church", ("set", 0), rank=2, credits=1, chips=1),
        scenes={"bank": GUM, "church": LAW},
        wrapped=day_of("bank", "church"),
        chance=[[2]],
    )
    game.do("act")
    assert game.state.day == 2
    assert each(game, "rank") == [3, 2]
    assert each(game, "credits") == [5, 1]
    assert each(game, "dollars") == [8, 0]
    assert each(game, "chips") == [0, 0]


# --- 003-2: move ---


@case("003-2")
def test_a_move_shows_the_roles_and_one_up_to_the_rank_may_be_taken() -> None:
    game = table(actor(rank=2), None, chance=[HAT])
    game.do("move", "saloon")
    shown = [(role.name, role.rank) for role in game.match.view().roles("saloon")]  # type: ignore[attr-defined]
    assert shown == [
        ("One-Eyed Man", 4),
        ("Marshal Canfield", 3),
        ("Defrocked Priest", 2),
        ("Reluctant Farmer", 1),
        ("Woman in Red Dress", 2),
    ]
    assert sorted(choices(game, "take")) == [("take", "card", 0), ("take", "set", 0), ("take", "set", 1)]
    game.do("take", "card", 0)
    assert game.state.actors[0].on == "card"


@case("003-2-2a")
def test_a_move_to_the_casting_office_need_not_end_the_turn() -> None:
    game = table(actor("ranch", dollars=4), None, scenes={"ranch": HAT})
    game.do("move", "casting-office")
    assert game.pending.seat == 0
    assert choices(game) == [("upgrade", 2, "dollars"), ("end",)]


@case("003-2-2b")
def test_no_role_need_be_taken() -> None:
    game = fresh(2, LAW)
    game.play(("move", "saloon"), "end")
    assert game.state.actors[0].on == ""
    assert game.state.active == 1


# --- 003-3: upgrade ---

PRICES = [(2, 4, 5), (3, 10, 10), (4, 18, 15), (5, 28, 20), (6, 40, 25)]


@case("003-3")
@pytest.mark.parametrize(("rank", "dollars", "credit"), PRICES)
def test_a_rank_for_dollars(rank: int, dollars: int, credit: int) -> None:
    game = table(actor("casting-office", dollars=dollars + 1, credits=credit - 1), None)
    game.do("upgrade", rank, "dollars")
    ann = game.state.actors[0]
    assert (ann.rank, ann.dollars, ann.credits) == (rank, 1, credit - 1)


@case("003-3-2a")
@pytest.mark.parametrize(("rank", "dollars", "credit"), PRICES)
def test_a_rank_for_credits(rank: int, dollars: int, credit: int) -> None:
    game = table(actor("casting-office", dollars=dollars - 1, credits=credit + 1), None)
    game.do("upgrade", rank, "credits")
    ann = game.state.actors[0]
    assert (ann.rank, ann.dollars, ann.credits) == (rank, dollars - 1, 1)


@case("003-3-2b")
@pytest.mark.parametrize(("rank", "dollars", "credit"), PRICES)
def test_too_little_of_both(rank: int, dollars: int, credit: int) -> None:
    game = table(actor("casting-office", dollars=dollars - 1, credits=credit - 1), None)
    for currency in ("dollars", "credits"):
        assert game.refuses("upgrade", rank, currency) == (
            f"Rank {rank} costs ${dollars} or {credit} credits, not a mix of both; "
            f"you have ${dollars - 1} and {credit - 1} credits."
        )
    assert game.state.actors[0].rank == 1


# --- 003-4: rehearse ---


@case("003-4")
def test_a_chip_counts_for_every_later_roll_on_this_role() -> None:
    game = table(actor("hotel", ("card", 0)), None, scenes={"hotel": STEP}, chance=[[5], [5]])
    game.play("rehearse", "end", "act", "end", "act")
    assert game.state.shots["hotel"] == 1
    assert game.state.actors[0].chips == 1
    assert game.state.actors[0].credits == 4


# --- 003-5: act ---


@case("003-5", "003-5-3a-on-card-failure", "003-5-3a-off-card-success", "003-5-3a-off-card-failure")
@pytest.mark.parametrize(
    ("on", "die", "dollars", "credit", "shots"),
    [("card", 4, 0, 2, 2), ("card", 3, 0, 0, 3), ("set", 4, 1, 1, 2), ("set", 3, 1, 0, 3)],
)
def test_pay(on: str, die: int, dollars: int, credit: int, shots: int) -> None:
    game = table(actor("hotel", (on, 0)), None, scenes={"hotel": DOLL}, chance=[[die]])
    game.do("act")
    ann = game.state.actors[0]
    assert (ann.dollars, ann.credits) == (dollars, credit)
    assert game.state.shots["hotel"] == shots
    game.do("end")
    assert choices(game, "move") == []  # not before the scene is over


# --- 003-6: wrap scene ---


@case("003-6")
def test_bonuses_and_the_card_goes() -> None:
    game = table(
        actor("bank", ("card", 1), rank=4),
        actor("bank", ("set", 1), rank=6),
        scenes={"bank": HAT},
        chance=[[5], [4, 4, 2, 6]],
    )
    game.do("act")
    assert each(game, "dollars") == [4, 3]
    assert game.state.scenes["bank"] == ""
    assert game.state.shots["bank"] == 0
    assert game.state.out == [HAT]
    assert game.offers("move", "saloon")  # Ben, on the next turn


@case("003-6-1a")
def test_no_star_no_bonus() -> None:
    game = table(
        actor("bank", ("set", 0), rank=2), actor("bank", ("set", 1), rank=3), scenes={"bank": GUM}, chance=[[2]]
    )
    game.do("act")
    assert each(game, "dollars") == [1, 0]
    assert game.state.out == [GUM]


# --- 003-7: determine winner ---


@case("003-7")
@pytest.mark.parametrize("players", range(2, 9))
def test_the_most_points_win_after_three_or_four_days(players: int) -> None:
    days = 3 if players <= 3 else 4

    def ninth_wrap(day: int) -> Outcome | None:
        game = table(
            actor("bank", ("set", 0), rank=2),
            *[None] * (players - 2),
            actor(dollars=50, credits=3, rank=5),
            scenes={"bank": GUM},
            wrapped=day_of("bank", "church"),
            day=day,
            chance=[[2]],
        )
        game.do("act")
        return game.match.outcome

    assert ninth_wrap(days - 1) is None
    outcome = ninth_wrap(days)
    assert outcome is not None
    assert outcome.winners == (players - 1,)
    assert outcome.scores[-1] == 50 + 3 + 5 * 5
    assert outcome.reason == "highest score"


@case("003-7-3a")
def test_all_with_the_highest_score_win() -> None:
    game = table(
        actor("bank", ("set", 0), rank=2, dollars=13),
        actor(rank=5),
        actor(rank=1, dollars=20),
        scenes={"bank": GUM},
        wrapped=day_of("bank", "church"),
        day=3,
        chance=[[2]],
    )
    game.do("act")
    assert game.match.outcome is not None
    assert game.match.outcome.scores == (25, 25, 25)
    assert game.match.outcome.winners == (0, 1, 2)
    assert game.match.outcome.reason == "shared highest score"
    assert game.told()[-1] == "Ann, Ben and Cleo share the win with 25 points."
