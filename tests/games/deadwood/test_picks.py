"""What a screen of Deadwood can light, price and promise: places, roles, ranks, and the odds of acting."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from dicecup.games.deadwood import GAME, DeadwoodState
from dicecup.games.deadwood.data import OFFICE, PRICES
from dicecup.games.deadwood.text import earned
from dicecup.table import Chance, Checkpoint, Event, Match, Option, Pick, Secret
from tests.games.deadwood.test_properties import deal
from tests.scenarios.deadwood.lot import HAT, actor, table

Picks = dict[tuple[int | str, ...], Pick]


def picks_of(match: Match[Any]) -> Picks:
    ask = match.pending
    assert ask is not None
    greyed = tuple(GAME.greyed(match.state, ask))
    return {
        **dict(zip(ask.options, GAME.picks(match.state, ask), strict=True)),
        **(dict(zip(greyed, GAME.picks(match.state, ask.about(greyed)), strict=True)) if greyed else {}),
    }


def act(match: Match[DeadwoodState], face: int) -> list[Event]:
    """What comes of acting if the die falls so."""
    secret = Secret(seed=1)

    def settle(point: Chance[Any]) -> Any:
        return (face,) if point.key.endswith("/act/1") else point.sample(secret)

    twin = Match(GAME, Checkpoint(match.state.clone(), 0), secret, settle=settle)
    return twin.answer("act")


def expected_words(match: Match[DeadwoodState], seat: int) -> str:
    """What acting brings, found by trying all six faces."""
    tries = [act(match, face) for face in range(1, 7)]
    made = [next(each.data["success"] for each in events if each.kind == "acts") for events in tries]
    paid = {}
    for success, events in zip(made, tries, strict=True):
        first = next(each.data for each in events if each.kind == "paid")
        assert first["seat"] == seat
        paid[success] = (first["dollars"], first["credits"])
    if all(made):
        return f"cannot fail: {earned(*paid[True])}"
    anyway = earned(*paid[False])
    more = earned(paid[True][0] - paid[False][0], paid[True][1] - paid[False][1])
    likely = f"{round(100 * sum(made) / 6)}% for {more}"
    return likely if anyway == "nothing" else f"{anyway} + {likely}"


def check_way(match: Match[DeadwoodState], pick: Pick) -> None:
    """A way leads to what was said of it; `match` has just gone it."""
    ask, said = match.pending, pick.gives
    going_on = ask is not None and match.state.actors[ask.seat].area == pick.place and match.state.moved
    there = picks_of(match) if going_on else {}
    options = ask.options if going_on and ask is not None else ()
    takes = [there[option] for option in options if option.verb == "take"]
    ranks = [int(option[1]) for option in options if option.verb == "upgrade"]
    if said.startswith("as a"):
        assert any(each.gives.startswith(said.split(": ")[1]) for each in takes)
        assert said.startswith("as a star") == any(each.card for each in takes)
    elif said == "scene face down":
        assert any(not each.card for each in takes)
    elif said.startswith("you can pay for rank "):
        assert said == f"you can pay for rank {max(ranks)}"
    elif said == "scene face down, no extra for your rank":
        assert all(each.card for each in takes)
    else:
        assert said in {
            *("no role for your rank", "all roles are taken", "wrapped", "no scene here"),
            *("you cannot pay for a rank yet", "you have the highest rank"),
        }
        assert not takes
        assert not ranks


def check_choice(match: Match[DeadwoodState], option: Option, pick: Pick) -> None:
    assert match.pending is not None
    seat = match.pending.seat
    doer = match.state.actors[seat]
    if option.verb == "act":
        assert pick.gives == expected_words(match, seat)
    before = {"dollars": doer.dollars, "credits": doer.credits}
    events = match.answer(option)
    if option.verb == "move":
        assert doer.area == pick.place or any(event.kind == "day_over" for event in events)
        check_way(match, pick)
    elif option.verb == "take":
        role = next(each.data for each in events if each.kind == "takes")
        assert (role["area"], role["scene"] if role["on"] == "card" else "") == (pick.place, pick.card)
    elif option.verb == "upgrade":
        ((paid, currency),) = pick.price
        assert before[currency] - getattr(doer, currency) == paid
        assert (pick.place, pick.amount) == (OFFICE, doer.rank)


def wealthy(seed: int) -> Match[DeadwoodState]:
    """A game in which ranks can be bought."""
    match = deal(seed)
    state = match.state.clone()
    rng = random.Random(seed)
    for each in state.actors:
        each.dollars, each.credits = rng.choice((0, 12, 40)), rng.choice((0, 12, 40))
        each.area = OFFICE
    return Match(GAME, Checkpoint(state, 0), Secret(seed=seed))


@pytest.mark.thorough
@pytest.mark.parametrize("make", [deal, wealthy])
def test_in_random_games_odds_prices_and_ways_are_as_they_say(
    make: Callable[[int], Match[DeadwoodState]],
) -> None:
    verbs: set[str] = set()
    for seed in range(6):
        match, rng = make(seed), random.Random(seed)
        while (ask := match.pending) is not None and len(match.log) < 1_500:
            picks = picks_of(match)
            assert sum(picks[option].main for option in ask.options) == (ask.kind == "work")
            option = rng.choice(ask.options)
            verbs.add(option.verb)
            check_choice(match, option, picks[option])
    assert {"move", "take", "act", "rehearse", "end"} <= verbs
    assert make is deal or "upgrade" in verbs


def test_ranks_have_their_prices_also_where_they_are_refused() -> None:
    match = wealthy(3)
    state = match.state
    buyer = state.actors[state.active]
    buyer.area, buyer.rank, buyer.dollars, buyer.credits = OFFICE, 2, 10, 0
    match = Match(GAME, Checkpoint(state.clone(), 0), Secret(seed=1))
    picks = picks_of(match)
    assert picks["upgrade", 3, "dollars"] == Pick(
        place=OFFICE,
        amount=3,
        price=((PRICES[3].dollars, "dollars"),),
        label="rank 3 for $10",
        gives="6 more roles, 5 points less",  # all six are extras of rank 3
    )
    refused = picks["upgrade", 6, "credits"]
    assert refused.price == ((PRICES[6].credits, "credits"),)
    assert refused.label == "rank 6 for 25 credits"
    assert (picks["act",], picks["end",]) == (Pick(label="act"), Pick(label="end turn", quiet=True))


def test_a_role_says_its_odds_its_pay_and_what_the_wrap_brings() -> None:
    game = table(actor("saloon", rank=3), None, scenes={"saloon": HAT})
    gives = {pick.box: pick.gives for pick in picks_of(game.match).values() if pick.box}
    # A budget of 4 is four dice for three roles: the highest and the lowest die for the highest one.
    assert gives["One-Eyed Man"] == "50% for 2 credits, wrap ≈ $7"
    assert gives["Defrocked Priest"] == "50% for 2 credits, wrap ≈ $3"
    assert gives["Reluctant Farmer"] == "$1 + 50% for 1 credit"
    game = table(actor("saloon", rank=3), actor("saloon", ("card", 0), rank=2), scenes={"saloon": HAT})
    gives = {pick.box: pick.gives for pick in picks_of(game.match).values() if pick.box}
    assert gives["Reluctant Farmer"] == "$1 + 50% for 1 credit, wrap $1"
