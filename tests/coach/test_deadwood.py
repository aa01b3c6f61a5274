"""Reviews of Deadwood: what everybody may hope for, what dice and cards did, and a blunder called by its name."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

import dicecup
from dicecup.coach.grades import Grade
from dicecup.games.deadwood import DeadwoodView
from dicecup.players import Appraiser, Fell, make, play
from dicecup.players.deadwood.hard import Hard
from dicecup.table import Match, Option
from dicecup.testing import Scripted
from tests.scenarios.deadwood.lot import GUM, HAT, actor, table

OTHERS = ("bank", "church", "hotel", "jail", "main-street", "ranch", "saloon", "train-station")


def seen(match: Match[Any]) -> DeadwoodView:
    """What whoever is asked sees."""
    assert match.pending is not None
    found = match.view(match.pending.seat)
    assert isinstance(found, DeadwoodView)
    return found


def values(match: Match[Any], mind: Hard | None = None) -> dict[Option, tuple[float, ...]]:
    ask = match.pending
    assert ask is not None
    found = (mind or Hard()).appraise(seen(match), ask, partial(match.fork, ask.seat))
    return {option: tuple(each) for option, each in found.items()}


def positions(seats: int, seed: int, every: int) -> Iterator[Match[Any]]:
    """Some decisions of a game of easy players."""
    match = dicecup.new("deadwood", seats=seats, seed=seed)
    minds = [make("deadwood", "easy", seat) for seat in range(seats)]
    count = 0
    while (ask := match.pending) is not None:
        if count % every == 0:
            yield match.clone()
        count += 1
        match.answer(minds[ask.seat].decide(match.view(ask.seat), ask, partial(match.fork, ask.seat)))


# --- what everybody may hope for ---


def test_hard_can_appraise_a_match_in_chances_to_win() -> None:
    mind = make("deadwood", "hard")
    assert isinstance(mind, Appraiser)
    assert mind.unit(dicecup.new("deadwood", seats=3, seed=1)) == "win"
    assert 0.01 <= mind.noise <= 0.06


@pytest.mark.parametrize("seats", range(2, 9))
def test_every_option_is_appraised_for_everybody_and_the_chances_add_up(seats: int) -> None:
    mind = Hard()
    for match in positions(seats, seats, every=40):
        ask = match.pending
        assert ask is not None
        found = values(match, mind)
        assert set(found) == set(ask.options)
        for each in found.values():
            assert len(each) == seats
            assert sum(each) == pytest.approx(1)
            assert min(each) >= 0
        best = max(found[option][ask.seat] for option in ask.options)
        assert mind.chances(match)[ask.seat] == pytest.approx(best)


def test_advice_tells_the_same_values_as_a_review() -> None:
    mind = Hard()
    for match in positions(4, 3, every=30):
        ask = match.pending
        assert ask is not None
        advice = mind.advise(seen(match), ask, partial(match.fork, ask.seat))
        found = values(match, mind)
        assert {one.option: one.value for one in advice} == {
            option: each[ask.seat] for option, each in found.items()
        }


def test_when_the_game_is_over_the_chances_are_what_was_won() -> None:
    match = about_to_win().then([4]).play(("act",)).match
    assert match.outcome is not None
    assert list(Hard().chances(match)) == [1.0, 0.0]


# --- what the dice and the cards did ---


def fell(game: Scripted, *choice: str) -> Fell | None:
    """What chance did after a choice."""
    before = game.match.clone()
    option = game.pending.find(choice)
    assert option is not None
    game.do(*choice)
    assert not game.unused
    return Hard().fell(before, option, game.match)


def mean(falls: list[tuple[float, Fell | None]]) -> list[float]:
    found = [(chance, each) for chance, each in falls if each is not None]
    assert len(found) == len(falls)
    assert sum(chance for chance, _ in found) == pytest.approx(1)
    return [sum(chance * each.came[seat] for chance, each in found) for seat in range(len(found[0][1].came))]


def test_over_all_faces_luck_is_nothing_on_average() -> None:
    all_of_them = [(1 / 6, fell(extra([face]), "act")) for face in range(1, 7)]
    first = all_of_them[0][1]
    assert first is not None
    assert mean(all_of_them) == pytest.approx(first.expected)
    came = [each.came[0] for _, each in all_of_them if each]
    assert came[0] == came[2] < came[3] == came[5], "against a budget of 4 a 4 is enough"
    assert all(sum(each.came) == pytest.approx(1) for _, each in all_of_them if each)


def extra(*results: Any) -> Scripted:
    """Ann is an extra in a scene with a budget of 4 and three shots to go."""
    return table(
        actor("secret-hideout", ("set", 0), rank=2),
        actor(rank=2),
        actor("casting-office", rank=2),
        scenes={"secret-hideout": HAT},
        chance=results,
    )


def test_the_dice_of_a_wrap_are_part_of_it() -> None:
    """Every roll that wraps the scene, with every roll of its two dice, and the one that fails."""
    all_of_them = [(1 / 6, fell(star([1]), "act"))]
    for high in range(1, 7):
        for low in range(1, high + 1):
            chance = 5 / 6 * (1 if high == low else 2) / 36
            all_of_them.append((chance, fell(star([6], [high, low]), "act")))
    first = all_of_them[0][1]
    assert first is not None
    assert mean(all_of_them) == pytest.approx(first.expected)
    rich, poor = all_of_them[-1][1], all_of_them[1][1]
    assert rich is not None
    assert poor is not None
    assert rich.came[0] > poor.came[0]


def star(*results: Any) -> Scripted:
    """Ann is the star of a scene with a budget of 2 and one shot to go; Ben is an extra beside her."""
    return table(
        actor("secret-hideout", ("card", 1), rank=4),
        actor("secret-hideout", ("set", 0), rank=4),
        actor(rank=2, dollars=9),
        scenes={"secret-hideout": GUM},
        shots={"secret-hideout": 1},
        chance=results,
    )


def walking(*results: Any) -> Scripted:
    """Ann stands at the Trailers; at the Saloon a card lies face down."""
    return table(actor(rank=3), actor(rank=2), actor("casting-office", rank=2), day=2, chance=results)


def test_over_all_cards_luck_is_nothing_on_average() -> None:
    unseen = walking().state.unseen
    assert len(unseen) > 30
    all_of_them = [(1 / len(unseen), fell(walking(card), "move", "saloon")) for card in unseen]
    first = all_of_them[0][1]
    assert first is not None
    assert mean(all_of_them) == pytest.approx(first.expected)
    assert len({round(each.came[0], 9) for _, each in all_of_them if each}) > 5, (
        "some cards are better than others"
    )


def test_what_a_card_was_worth_is_what_the_next_decision_begins_with() -> None:
    game = walking(GUM)
    lucky = fell(game, "move", "saloon")
    assert lucky is not None
    assert game.pending.seat == 0
    assert list(lucky.came) == pytest.approx(list(Hard().chances(game.match)))


def test_where_nothing_fell_there_was_no_luck() -> None:
    assert fell(extra(), "rehearse") is None
    assert fell(walking(), "end") is None
    assert fell(table(actor("saloon", rank=3), None, scenes={"saloon": HAT, "bank": GUM}), "move", "bank") is None
    sure = table(
        actor("secret-hideout", ("set", 0), rank=2, chips=3), None, scenes={"secret-hideout": HAT}, chance=[[3]]
    )
    assert fell(sure, "act") is None, "with three chips against 4 every roll will do"


# --- whole games ---


@pytest.mark.thorough
@pytest.mark.parametrize(("seats", "seed"), [(2, 4), (3, 5)])
def test_the_books_of_a_game_balance_and_the_rest_is_small(seats: int, seed: int) -> None:
    match = dicecup.new("deadwood", seats=seats, seed=seed)
    found = dicecup.review(play(match, [make("deadwood", "easy", seat) for seat in range(seats)]))
    for one in found.accounts:
        booked = one.own_luck + one.others_luck + one.own_errors + one.others_errors + one.rest
        assert one.start + booked == pytest.approx(one.result)
        assert one.own_errors <= 0
    for step in found.steps:
        assert sum(step.before) == pytest.approx(1)
        assert sum(step.luck) == pytest.approx(0, abs=1e-9)


def about_to_win() -> Scripted:
    """The last day, two scenes left. With a 2 or more Ann ends the game as its winner; if she waits, Ben does."""
    return table(
        actor("secret-hideout", ("set", 0), rank=6, dollars=20),
        actor("general-store", ("card", 0), rank=6, dollars=19, chips=3),
        scenes={"secret-hideout": GUM, "general-store": HAT},
        shots={"secret-hideout": 1, "general-store": 1},
        day=3,
        wrapped=OTHERS,
    )


def test_who_rehearses_instead_of_winning_hears_of_a_blunder() -> None:
    game = about_to_win()
    game.do("rehearse")
    game.then([2], [1, 1, 1, 1]).do("act")
    assert game.match.outcome is not None
    assert game.match.outcome.winners == (1,)
    found = dicecup.review(game.match)
    blunder, *_ = found.steps
    assert blunder.grade is Grade.BLUNDER
    assert blunder.confirmed is True
    assert blunder.chosen.choice == ("rehearse",)
    assert blunder.options[0].choice == ("act",)
    assert blunder.chosen.loss > 0.3
    assert found.accounts[0].costliest == (0,)
    assert found.accounts[1].own_errors == 0
