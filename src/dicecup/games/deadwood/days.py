"""How turns follow each other, how days end and begin, and what the game is worth in the end."""

from typing import TypeAlias

from dicecup.games.deadwood.data import AREAS, SETS, TRAILERS
from dicecup.games.deadwood.state import LAST_SCENES, Actor, DeadwoodState
from dicecup.table import OVER, Play

DeadwoodPlay: TypeAlias = Play[DeadwoodState]


def start_turn(play: DeadwoodPlay, seat: int) -> None:
    """It is the turn of `seat`."""
    state = play.state
    state.turn += 1
    state.active = seat
    state.moved = False
    state.idle += 1  # until something is done
    state.phase = "work" if state.actors[seat].on else "turn"
    play.tell("turn", seat=seat, day=state.day)


def end_turn(play: DeadwoodPlay) -> None:
    """The next actor's turn comes, unless nobody has done anything for too long."""
    state = play.state
    most = state.options.stall_turns
    if most and state.idle >= most:
        play.tell("stalled", turns=state.idle)
        night(play)
    else:
        start_turn(play, (state.active + 1) % len(state.actors))


def leave_role(actor: Actor) -> None:
    """Chips belong to the role and go with it."""
    actor.on, actor.slot, actor.chips = "", 0, 0


def day_is_done(state: DeadwoodState) -> bool:
    """Whether only one scene is left."""
    return sum(1 for left in state.shots.values() if left) <= LAST_SCENES


def fresh_shots() -> dict[str, int]:
    """All shots of all sets."""
    return {area: AREAS[area].shots for area in SETS}


def night(play: DeadwoodPlay) -> None:
    """Everybody goes to the Trailers, what is left of the day is taken away; then the next day, or the points."""
    state = play.state
    play.tell(
        "day_over",
        day=state.day,
        days=state.days,
        left=tuple(area for area, left in state.shots.items() if left),
    )
    for actor in state.actors:
        actor.area = TRAILERS
        leave_role(actor)
    for area, scene in state.scenes.items():
        if scene:
            state.out.append(scene)  # a card that was never turned up stays among the unseen ones: see the state
            state.scenes[area] = ""
    if state.day == state.days:
        state.shots = dict.fromkeys(SETS, 0)
        finish(play)
        return
    state.day += 1
    state.idle = 0
    state.shots = fresh_shots()
    play.tell("day", day=state.day, days=state.days)
    start_turn(play, (state.active + 1) % len(state.actors))


def finish(play: DeadwoodPlay) -> None:
    """The points are counted, and the game is over."""
    state = play.state
    state.phase = OVER
    play.tell("scoring")
    for seat, actor in enumerate(state.actors):
        play.tell(
            "score", seat=seat, dollars=actor.dollars, credits=actor.credits, rank=actor.rank, points=actor.score
        )
    scores = tuple(actor.score for actor in state.actors)
    play.tell("finished", winners=winners(scores), points=max(scores))


def winners(scores: tuple[int, ...]) -> tuple[int, ...]:
    """All who have the most points."""
    best = max(scores)
    return tuple(seat for seat, score in enumerate(scores) if score == best)
