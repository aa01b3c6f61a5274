"""W38 to W49 of the fact sheet: buying ranks, the end of a day, the end of the game."""

import pytest

from dicecup.games.deadwood.data import PRICES
from tests.games.deadwood.invariants import check_state
from tests.scenarios.deadwood.lot import (
    DOLL,
    GUM,
    HAT,
    LAW,
    actor,
    choices,
    day_of,
    each,
    table,
)

# --- upgrading ---


def test_w38_ranks_may_be_skipped() -> None:
    game = table(actor("casting-office", dollars=10), None)
    game.do("upgrade", 3, "dollars")
    ann = game.state.actors[0]
    assert (ann.rank, ann.dollars, ann.credits) == (3, 0, 0)
    assert "Ann buys rank 3 for $10." in game.told()


def test_w39_no_mixed_payment() -> None:
    game = table(actor("casting-office", dollars=2, credits=3), None)
    assert choices(game, "upgrade") == []
    why = "Rank 2 costs $4 or 5 credits, not a mix of both; you have $2 and 3 credits."
    assert game.refuses("upgrade", 2, "dollars") == why
    assert game.refuses("upgrade", 2, "credits") == why
    assert game.refuses("upgrade") == why


@pytest.mark.parametrize("rank", [1, 5])
@pytest.mark.parametrize(("currency", "price"), [("dollars", 40), ("credits", 25)])
def test_w40_the_price_does_not_depend_on_the_rank_one_has(rank: int, currency: str, price: int) -> None:
    game = table({"area": "casting-office", "rank": rank, currency: price}, None)
    game.do("upgrade", 6, currency)
    ann = game.state.actors[0]
    assert (ann.rank, ann.dollars, ann.credits) == (6, 0, 0)
    poor = table({"area": "casting-office", "rank": rank, currency: price - 1}, None)
    assert not poor.offers("upgrade", 6, currency)


def test_w41_only_a_higher_rank_and_none_above_6() -> None:
    game = table(actor("casting-office", rank=3, dollars=99, credits=99), None)
    for rank in (2, 3):
        assert game.refuses("upgrade", rank, "dollars") == (
            "You already have rank 3; you can only buy a higher one."
        )
    highest = table(actor("casting-office", rank=6, dollars=99, credits=99), None)
    assert choices(highest, "upgrade") == []
    assert highest.refuses("upgrade", 6, "dollars") == "You have rank 6, the highest there is."
    assert highest.refuses("upgrade", 5, "dollars") == "You have rank 6, the highest there is."
    assert highest.refuses("upgrade") == "You have rank 6, the highest there is."
    assert highest.refuses("upgrade", 7, "dollars") == "There is no rank 7; ranks go from 1 to 6."


def test_w42_one_step_a_turn_also_through_the_office() -> None:
    game = table(actor("ranch", dollars=14), None, scenes={"ranch": HAT})
    game.do("move", "casting-office")
    assert game.refuses("move", "secret-hideout") == "You have already moved: you get one step each turn."
    game.do("upgrade", 2, "dollars")
    assert game.state.active == 0  # the money is enough for rank 3, too
    assert not game.offers("move", "secret-hideout")
    game.do("upgrade", 3, "dollars")
    assert game.state.active == 1  # nothing is left to do
    assert game.state.actors[0].dollars == 0


@pytest.mark.parametrize("area", ["trailers", "ranch"])
def test_w43_ranks_are_sold_only_at_the_casting_office(area: str) -> None:
    game = table(actor(area, dollars=99), None, scenes={"ranch": HAT})
    where = {"trailers": "the Trailers", "ranch": "the Ranch"}[area]
    assert choices(game, "upgrade") == []
    assert (
        game.refuses("upgrade", 2, "dollars") == f"Ranks are sold at the Casting Office, and you are at {where}."
    )


def test_w44_both_currencies_are_offered() -> None:
    game = table(actor("casting-office", dollars=4, credits=5), None)
    assert choices(game, "upgrade") == [("upgrade", 2, "dollars"), ("upgrade", 2, "credits")]
    game.do("upgrade", 2, "dollars")
    ann = game.state.actors[0]
    assert (ann.rank, ann.dollars, ann.credits) == (2, 0, 5)


def test_all_prices() -> None:
    assert {rank: (price.dollars, price.credits) for rank, price in PRICES.items()} == {
        2: (4, 5),
        3: (10, 10),
        4: (18, 15),
        5: (28, 20),
        6: (40, 25),
    }


# --- end of day and game ---


def test_w45_bonuses_are_paid_before_the_day_ends() -> None:
    game = table(
        actor("bank", ("card", 0), rank=2),
        actor("hotel", ("set", 0), chips=2, dollars=3),
        scenes={"bank": GUM, "hotel": DOLL},
        wrapped=day_of("bank", "hotel"),
        chance=[[2], [5, 3]],
    )
    game.do("act")
    assert each(game, "dollars") == [3, 3]  # who works on the last scene is not paid any more
    assert each(game, "area") == ["trailers", "trailers"]
    assert [(each.on, each.chips) for each in game.state.actors] == [("", 0)] * 2
    kinds = game.kinds()
    assert kinds.index("bonus") < kinds.index("day_over") < kinds.index("day")


def test_w46_a_new_day() -> None:
    game = table(
        actor("bank", ("card", 0), rank=2),
        actor("hotel", ("set", 0)),
        scenes={"bank": GUM, "hotel": DOLL},
        wrapped=day_of("bank", "hotel"),
        chance=[[2], [5, 3], LAW],
    )
    seen = set(game.state.out) | {GUM, DOLL}
    game.do("act")
    state = game.state
    assert state.day == 2
    assert sum(state.shots.values()) == 22
    assert set(state.scenes.values()) == {""}
    assert set(state.out) == seen
    assert not seen & set(state.unseen)
    assert state.active == 1  # the one after who wrapped the ninth scene
    game.do("move", "saloon")
    assert state.scenes["saloon"] == LAW


def test_w47_the_score() -> None:
    game = table(
        actor("bank", ("set", 0), rank=3, dollars=11, credits=6),
        None,
        scenes={"bank": GUM},
        wrapped=day_of("bank", "church"),
        day=3,
        chance=[[6]],
    )
    game.do("act")
    assert game.match.outcome is not None
    assert game.match.outcome.scores[0] == 34
    assert "Ann: $12 + 7 credits + 5 x rank 3 = 34 points." in game.told()


def test_w48_a_tie_is_shared() -> None:
    game = table(
        actor("bank", ("set", 0), rank=2, dollars=48),
        actor(rank=6, dollars=20, credits=10),
        actor(dollars=54),
        scenes={"bank": GUM},
        wrapped=day_of("bank", "church"),
        day=3,
        chance=[[6]],
    )
    game.do("act")  # $1 and 1 credit
    assert game.match.outcome is not None
    assert game.match.outcome.scores == (60, 60, 59)
    assert game.match.outcome.winners == (0, 1)
    assert game.told()[-1] == "Ann and Ben share the win with 60 points."


def test_w49_what_holds_after_every_turn() -> None:
    """The invariant itself is put to thousands of random games in `tests/games/deadwood/test_properties.py`."""
    game = table(
        actor("bank", ("card", 0), rank=2),
        actor("bank", ("set", 0), rank=2),
        actor("hotel", ("set", 0), chips=1),
        scenes={"bank": GUM, "hotel": LAW},
        wrapped=day_of("bank", "hotel", "church"),
        chance=[[1], [1], [6, 6], DOLL],
    )
    check_state(game.state)
    for choice in ["rehearse", "act", "rehearse", "act", ("move", "church"), ("take", "card", 1)]:
        game.play(choice)
        check_state(game.state)
    assert [each.on for each in game.state.actors] == ["", "card", "set"]
    assert [each.chips for each in game.state.actors] == [0, 0, 2]
    assert sum(1 for left in game.state.shots.values() if left) == 2
