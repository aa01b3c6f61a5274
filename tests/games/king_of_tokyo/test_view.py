"""What a computer player or a page can see of a question, without reading the prompt."""

import json
from typing import Any

from dicecup.games.king_of_tokyo import KingView
from dicecup.games.king_of_tokyo.view import CardView, DamageView
from dicecup.testing import Scripted
from tests.scenarios.king_of_tokyo.tokyo import BAY, CITY, CLAW, ENERGY, HEART, held, monster, roll, table


def seen(game: Scripted, seat: int | None = None) -> KingView:
    view = game.match.view(seat)
    assert isinstance(view, KingView)
    json.dumps(view.to_json())
    return view


TWO_CLAWS = (CLAW, CLAW, 1, 1, 2, 3)


def test_damage_that_is_coming_when_somebody_could_react() -> None:
    attacker = monster("poison-spit")
    game = roll(table(attacker, monster("wings", energy=2, place=CITY), None), *TWO_CLAWS)
    damage = DamageView(target=1, amount=2, dealer=0, source="claws", claws=True, poison=1, shrink=0)
    assert seen(game).incoming == seen(game, 1).incoming == damage
    game.do("take")
    assert game.pending.kind == "yield"
    assert seen(game).incoming is None


def test_damage_that_is_coming_when_dice_of_a_card_may_be_rolled_again() -> None:
    game = table(None, monster("camouflage", "background-dweller", place=CITY), None)
    game.then([3, 1])
    roll(game, *TWO_CLAWS)
    incoming = seen(game).incoming
    assert incoming is not None
    assert (game.pending.kind, incoming.amount) == ("again", 2)


def test_poison_that_is_coming() -> None:
    game = table(monster("wings", energy=2, poison=3), None, phase="end")
    incoming = seen(game).incoming
    assert incoming == DamageView(0, 3, None, "poison", claws=False, poison=0, shrink=0)


def test_damage_that_waits_for_who_stays_and_what_was_left_behind() -> None:
    seats = (None, monster("burrowing", place=CITY), monster("jets", place=BAY), None, None)
    game = roll(table(*seats), *TWO_CLAWS)
    view = seen(game)
    assert [(each.target, each.amount) for each in view.held_back] == [(2, 2)]
    assert (view.parting, view.deciding, view.claws, view.hurt) == ((), (1, 2), 2, True)
    game.do("yield")
    assert [(each.target, each.source) for each in seen(game).parting] == [(0, "Burrowing")]


def test_hearts_to_use_and_where_they_went() -> None:
    game = table(monster("healing-ray", hearts=5, poison=1), monster(hearts=5, place=CITY))
    roll(game, HEART, HEART, HEART, 1, 1, 2)
    assert (seen(game).hearts_left, seen(game).hearts_for) == (3, (0, 0))
    game.do("use", "healing-ray", 1)
    game.do("heart", "heal")
    assert (seen(game).hearts_left, seen(game).hearts_for) == (1, (1, 1))
    game.do("heart", "poison")
    assert (seen(game).hearts_left, seen(game).hearts_for) == (0, ())


def test_house_rules_and_what_is_still_to_resolve() -> None:
    game = table(monster(hearts=5), monster(place=CITY), options={"dice_order": "choose", "tokyo_stars": "end"})
    assert seen(game).options is game.state.options
    assert seen(game).to_json()["options"]["tokyo_stars"] == "end"
    roll(game, CLAW, ENERGY, HEART, 1, 1, 2)
    assert seen(game).unresolved == ("stars", "hearts", "energy", "claws")
    game.do("resolve", "energy")
    assert seen(game).unresolved == ("stars", "hearts", "claws")


def test_an_extra_turn_has_fewer_dice() -> None:
    game = table(monster("freeze-time"), monster(place=CITY))
    roll(game, 1, 1, 1, 2, 2, 3)
    game.do("extra-turn")
    assert (seen(game).fewer_dice, seen(game).rolls, seen(game).round_seat) == (1, 0, 0)
    game.then([1, 1, 2, 2, 3]).do("roll")
    assert (seen(game).rolls, seen(game).rolls_left) == (1, 2)


def test_what_was_paid_and_whether_a_copy_has_moved() -> None:
    seats: tuple[Any, ...] = (monster(held("mimic", paid=7), energy=1), monster("jets", place=CITY))
    game = table(*seats, phase="start")
    game.do("use", "mimic", "copy", 1, "jets")
    assert seen(game).monsters[0].cards == (CardView("mimic", "jets", 0, used=False, moved=True, paid=7),)


def test_places_of_the_market_still_to_be_offered() -> None:
    seats = (monster(energy=2), monster("opportunist", energy=9, place=CITY))
    game = table(*seats, phase="buy", chance=["heal", "jets", "wings", "tanks"])
    game.do("sweep")
    assert (game.pending.kind, seen(game).fresh) == ("snatch", (0, 1, 2))
    game.do("buy", "heal")
    assert seen(game).fresh == (0, 1, 2)
