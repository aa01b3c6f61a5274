"""What a screen of King of Tokyo can light and price: in every kind of question, in games of all kinds."""

import random
from typing import Any

from dicecup.games.king_of_tokyo import GAME, KingState
from dicecup.games.king_of_tokyo.state import CITY, CLAW, HEART
from dicecup.table import Event, Match, Option, Pick
from tests.games.king_of_tokyo.rich import LAB, RICH, deal
from tests.games.king_of_tokyo.test_properties import ASKED
from tests.scenarios.king_of_tokyo.tokyo import held, monster, roll, table


def picks_of(match: Match[Any]) -> dict[tuple[int | str, ...], Pick]:
    assert match.pending is not None
    return dict(zip(match.pending.options, GAME.picks(match.state, match.pending), strict=True))


def test_a_roll_picks_as_many_dice_as_there_are() -> None:
    game = table(monster("extra-head", held("mimic", acts_as="extra-head"), shrink=3), None)
    assert picks_of(game.match) == {("roll",): Pick(dice=(0, 1, 2, 3, 4), label="roll 5 dice", main=True)}


def test_dice_are_held() -> None:
    game = table(None, None, chance=[[1, 2, 3, CLAW, CLAW, HEART]])
    game.do("roll")
    picks = picks_of(game.match)
    assert picks["keep", 3, 4] == Pick(dice=(3, 4), held=True)
    assert not any(pick.main for pick in picks.values()), "Enter rolls what is not held"


def test_with_no_rolls_left_enter_leaves_the_dice() -> None:
    game = table(monster("telepath", energy=3), None, chance=[[1] * 6], phase="roll")
    game.do("roll")
    for face in (2, 3):
        game.unused.insert(0, [face] * 6)
        game.do("keep")
    picks = picks_of(game.match)
    assert picks["keep", 0, 1, 2, 3, 4, 5].main
    assert picks["use", "telepath"] == Pick(by="telepath", price=((1, "energy"),))


def test_a_card_costs_what_it_costs_this_monster() -> None:
    market = ("giant-brain", "energize", "jets")
    game = table(monster("alien-metabolism", energy=4), None, market=market, phase="buy")
    picks, state = picks_of(game.match), game.match.state
    assert picks["buy", "giant-brain"] == Pick(card="giant-brain", price=((4, "energy"),))
    assert picks["sweep",] == Pick(price=((2, "energy"),))
    assert picks["done",] == Pick(label="end turn", main=True)
    assert [price for ((price, _),) in GAME.prices(state, 0).values()] == [4, 7, 4]
    assert [price for ((price, _),) in GAME.prices(state, 1).values()] == [5, 8, 5]
    ask = game.match.pending
    assert ask is not None
    dear = Option("buy", "energize")
    assert dear in GAME.greyed(state, ask)
    assert GAME.picks(state, ask.about((dear,))) == (Pick(card="energize", price=((7, "energy"),)),)


def test_cards_say_what_they_are_used_on() -> None:
    mine = monster("stretchy", "herd-culler", "metamorph", "parasitic-tentacles", energy=9)
    game = table(mine, monster("jets"), market=("energize",), phase="roll")
    picks = picks_of(roll(game, 2, 2, 2, 3, 3, 3).match)
    assert picks["use", "stretchy", 0, CLAW] == Pick(by="stretchy", dice=(0,), face=CLAW, price=((2, "energy"),))
    assert picks["use", "herd-culler", 4] == Pick(by="herd-culler", dice=(4,), face=1)
    game.do("done")
    jets = ("use", "parasitic-tentacles", 1, "jets")
    assert picks_of(game.match)[jets] == Pick(
        by="parasitic-tentacles", seat=1, card="jets", price=((5, "energy"),)
    )
    game.do("done")
    sold = picks_of(game.match)["use", "metamorph", "stretchy"]
    assert sold == Pick(by="metamorph", card="stretchy", gives="3 energy")


def test_a_copy_is_used_by_its_own_name() -> None:
    game = table(monster(held("mimic", acts_as="stretchy"), energy=2), monster("stretchy"))
    picks = picks_of(roll(game, 2, 2, 2, 3, 3, 3).match)
    assert picks["use", "mimic", 0, 1] == Pick(by="mimic", dice=(0,), face=1, price=((2, "energy"),))


def test_only_dice_on_the_table_are_picked() -> None:
    probing = roll(table(None, monster("psychic-probe", "background-dweller"), chance=[[3]]), 1, 1, 1, 2, 2, 2)
    probing.do("use", "psychic-probe", 4)
    assert picks_of(probing.match)["again", 4] == Pick(dice=(4,))
    hiding = table(None, monster("camouflage", "background-dweller", place=CITY))
    hiding.unused.insert(0, [3, 3])
    roll(hiding, CLAW, CLAW, 1, 1, 2, 2)
    assert picks_of(hiding.match)["again", 1] == Pick(), "these were rolled for Camouflage"


def test_whoever_is_hit_in_tokyo_stays_or_not() -> None:
    game = roll(table(None, monster(place=CITY)), CLAW, 1, 1, 2, 2, 3)
    picks = picks_of(game.match)
    assert (picks["stay",].yes, picks["yield",].yes) == (True, False)
    assert picks["stay",].label == "stay"
    assert not any(pick.main for pick in picks.values()), "nothing is done by a careless Enter"


def paid(events: list[Event], seat: int) -> int:
    """The energy that a choice cost the one who made it."""
    for event in events:
        data = event.data
        if data.get("seat") != seat:
            continue
        if event.kind in ("buys", "sweeps", "takes_over"):
            return int(data["price"])
        if event.kind == "staked":
            return int(data["stake"])
        if event.kind == "energy" and data["amount"] < 0:
            return -int(data["amount"])
    return 0


def check_dice(before: list[int], events: list[Event], pick: Pick) -> None:
    """The dice that are picked are those that fall, or change, next."""
    if pick.dice is None:
        return
    told = next((each for each in events if each.kind in ("rolled", "order_roll", "rerolled", "changed")), None)
    if pick.held:
        rest = tuple(slot for slot, _ in enumerate(before) if slot not in pick.dice)
        assert not rest or (told is not None and told.data["slots"] == rest)
        return
    assert told is not None
    if "slot" in told.data:
        assert (told.data["slot"],) == pick.dice
        assert pick.face in (None, told.data["new"])
    else:
        assert len(told.data["dice"]) == len(pick.dice)


def check_choice(match: Match[KingState], option: Option, pick: Pick) -> None:
    """What is picked is what is paid for, thrown, bought and sold."""
    assert match.pending is not None
    seat, dice = match.pending.seat, list(match.state.dice)
    if pick.seat is not None and pick.card:
        assert pick.card in [each.card for each in match.state.monsters[pick.seat].cards]
    events = match.answer(option)
    assert paid(events, seat) == sum(amount for amount, _ in pick.price), (option, pick)
    check_dice(dice, events, pick)
    bought = next((each.data for each in events if each.kind in ("buys", "takes_over", "sold")), {})
    if bought.get("seat") == seat and "sold" not in [each.kind for each in events]:
        assert bought["card"] == pick.card
    elif bought.get("seat") == seat:
        assert pick.gives == f"{bought['price']} energy"


def test_in_random_games_prices_are_what_is_paid_and_dice_are_those_that_fall() -> None:
    asked: set[str] = set()
    prices = 0
    for game, seed in [
        (GAME, 1),
        (GAME, 2),
        *((LAB, seed) for seed in range(20)),
        *((RICH, s) for s in range(120)),
    ]:
        match: Match[KingState] = deal(game, seed)
        rng = random.Random(seed)
        while (ask := match.pending) is not None:
            asked.add(ask.kind)
            picks = picks_of(match)
            priced = [option for option in ask.options if picks[option].price]
            option = rng.choice(priced if priced and rng.random() < 0.5 else ask.options)
            prices += bool(picks[option].price)
            check_choice(match, option, picks[option])
    assert prices > 1_000
    assert asked == {*ASKED}, "every kind of question has come up"
