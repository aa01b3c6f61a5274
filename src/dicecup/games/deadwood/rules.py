"""The turn of Deadwood, phase by phase."""

from typing import Any, Final

from dicecup.games.deadwood import text
from dicecup.games.deadwood.data import PRICES, SCENES
from dicecup.games.deadwood.days import DeadwoodPlay, day_is_done, end_turn, night, start_turn
from dicecup.games.deadwood.legal import options, role_of, why_nothing
from dicecup.games.deadwood.state import PAY, Actor, DeadwoodState
from dicecup.games.deadwood.wrap import wrap
from dicecup.table import Ask, Draw, Option, Roll
from dicecup.table.state import Phase

_ONE_DIE: Final = (0,)


async def begin(play: DeadwoodPlay) -> None:
    """The first morning: the lot is laid out already, and chance says who begins."""
    state = play.state
    play.tell("day", day=state.day, days=state.days)
    first = 0
    if state.options.start != "seat-order":
        first = int(await Draw("0/0/first/1", range(len(state.actors))))
        play.tell("begins", seat=first)
    start_turn(play, first)


async def turn(play: DeadwoodPlay) -> None:
    """One step of an actor without a role: move, take a role, buy a rank, or end the turn."""
    state = play.state
    offered = options(state)
    if offered == text.ENDING:
        actor = state.actors[state.active]
        why = why_nothing(state)
        play.tell("ends", seat=state.active, area=actor.area, nothing_left=True, why=why, rank=actor.rank)
        end_turn(play)
        return
    choice = await Ask(state.active, "turn", offered, text.TURN_PROMPTS[offered[0].verb, state.moved])
    verb = choice[0]
    if verb == "move":
        await _move(play, str(choice[1]))
    elif verb == "take":
        _take(play, choice)
    elif verb == "upgrade":
        _upgrade(play, choice)
    else:
        play.tell("ends", seat=state.active, area=state.actors[state.active].area)
        end_turn(play)


async def _move(play: DeadwoodPlay, area: str) -> None:
    state = play.state
    seat = state.active
    actor = state.actors[seat]
    play.tell("moves", seat=seat, origin=actor.area, area=area)
    actor.area = area
    state.moved = True
    if state.shots.get(area) and not state.scenes[area]:
        scene = str(await Draw(f"{state.turn}/{seat}/scene/1", state.unseen[:]))
        state.unseen.remove(scene)
        state.scenes[area] = scene
        play.tell("turned_up", seat=seat, area=area, scene=scene)


def _take(play: DeadwoodPlay, choice: Option) -> None:
    state = play.state
    actor = state.actors[state.active]
    actor.on, actor.slot = str(choice[1]), int(choice[2])
    state.idle = 0
    play.tell("takes", **_role(state, actor))
    end_turn(play)


def _upgrade(play: DeadwoodPlay, choice: Option) -> None:
    state = play.state
    actor = state.actors[state.active]
    rank, currency = int(choice[1]), choice[2]
    price = PRICES[rank]
    if currency == "dollars":
        paid = price.dollars
        actor.dollars -= paid
    else:
        paid = price.credits
        actor.credits -= paid
    actor.rank = rank
    state.idle = 0
    play.tell("upgrades", seat=state.active, rank=rank, paid=paid, currency=currency)


async def work(play: DeadwoodPlay) -> None:
    """An actor with a role acts or rehearses."""
    state = play.state
    actor = state.actors[state.active]
    role, budget = role_of(state, actor), SCENES[state.scenes[actor.area]].budget
    assert role is not None
    choice = await Ask(state.active, "work", options(state), text.work_prompt(role.name, budget, actor.chips))
    state.idle = 0
    if choice == text.ACT:
        await _act(play, actor, budget)
        return
    actor.chips += 1
    play.tell("rehearses", **_role(state, actor), chips=actor.chips, budget=budget)
    end_turn(play)


async def _act(play: DeadwoodPlay, actor: Actor, budget: int) -> None:
    state = play.state
    seat, area = state.active, actor.area
    (die,) = await Roll(f"{state.turn}/{seat}/act/1", _ONE_DIE)
    success = die + actor.chips >= budget
    play.tell("acts", **_role(state, actor), die=die, chips=actor.chips, budget=budget, success=success)
    if success:
        state.shots[area] -= 1
        play.tell("shot", area=area, left=state.shots[area])
    dollars, credit = PAY[actor.on, success]
    actor.dollars += dollars
    actor.credits += credit
    play.tell("paid", seat=seat, dollars=dollars, credits=credit, has=(actor.dollars, actor.credits))
    if not state.shots[area]:
        await wrap(play, area)
        if day_is_done(state):
            night(play)
            return
    end_turn(play)


def _role(state: DeadwoodState, actor: Actor) -> dict[str, Any]:
    """The active actor's role, as events tell it."""
    area = actor.area
    return {
        "seat": state.active,
        "area": area,
        "scene": state.scenes[area],
        "on": actor.on,
        "slot": actor.slot,
    }


PHASES: Final[dict[str, Phase[DeadwoodState]]] = {"begin": begin, "turn": turn, "work": work}
