"""The rules of Farkle, phase by phase."""

from typing import Final

from dicecup.table import OVER, Ask, Option, Pick, Play, Roll
from dicecup.table.state import Phase
from dicecup_farkle import text
from dicecup_farkle.scoring import takes, worth
from dicecup_farkle.state import DICE, NOBODY, FarkleState

FarklePlay = Play[FarkleState]


async def begin(play: FarklePlay) -> None:
    """Who goes first is rolled for, or known."""
    state = play.state
    if state.options.start == "seat-order":
        _start_turn(state, 0)
    else:
        state.contenders = list(range(len(state.names)))
        state.phase = "order"


async def order(play: FarklePlay) -> None:
    """One contender rolls a die; after the last one the highest goes first, or the tied roll again."""
    state = play.state
    seat = state.contenders[len(state.rolled)]
    await Ask(seat, "order", (Option("roll", text="roll a die"),), text.ORDER_PROMPT)
    dice = await Roll(f"0/{seat}/order/{state.order_round}", (0,))
    play.tell("order_roll", seat=seat, dice=dice)
    state.rolled.append(dice[0])
    if len(state.rolled) < len(state.contenders):
        return
    best = max(state.rolled)
    tied = [seat for seat, rolled in zip(state.contenders, state.rolled, strict=True) if rolled == best]
    state.rolled = []
    if len(tied) > 1:
        play.tell("order_tie", seats=tuple(tied))
        state.contenders = tied
        state.order_round += 1
        return
    state.contenders = []
    play.tell("begins", seat=tied[0])
    _start_turn(state, tied[0])


async def roll(play: FarklePlay) -> None:
    """The first roll of a turn, with all six dice."""
    await Ask(play.state.current, "roll", text.ROLL_ALL, text.ROLL_PROMPT)
    await _roll(play, DICE)


async def choose(play: FarklePlay) -> None:
    """Take at least one die that counts; then roll the others, or bank all that was taken in this turn."""
    state = play.state
    choice = await Ask(state.current, "choose", options(state), text.choose_prompt(state))
    faces = [state.dice[int(slot)] for slot in choice.args]
    brings = worth(faces, state.options.kinds)
    state.points += brings
    state.aside += faces
    left = len(state.dice) - len(faces)
    play.tell("takes", seat=state.current, faces=tuple(faces), brings=brings)
    if choice.verb == "bank":
        _bank(play)
        return
    if not left:
        play.tell("hot_dice", seat=state.current)
        state.aside = []
    await _roll(play, left or DICE)


PHASES: Final[dict[str, Phase[FarkleState]]] = {"begin": begin, "order": order, "roll": roll, "choose": choose}


def options(state: FarkleState) -> tuple[Option, ...]:
    """Every way to take dice that count, to roll on or to bank."""
    return tuple(
        option
        for verb in ("roll", "bank")
        for option, total in _takes(state, verb)
        if verb == "roll" or may_bank(state, total)
    )


def refused(state: FarkleState) -> tuple[Option, ...]:
    """What could be banked if there were no least number of points to begin with."""
    if not state.dice:
        return ()
    return tuple(option for option, total in _takes(state, "bank") if not may_bank(state, total))


def pick(state: FarkleState, option: Option) -> Pick:
    """What an option picks."""
    if not option.args:
        return Pick(dice=tuple(range(DICE if state.phase == "roll" else 1)), main=True)
    slots = tuple(map(int, option.args))
    brings = worth([state.dice[slot] for slot in slots], state.options.kinds)
    if option.verb == "bank":
        return Pick(dice=slots, label=text.bank(state.points + brings))
    return Pick(dice=slots, held=True, label=text.roll_on(len(state.dice) - len(slots)), gives=text.gives(brings))


def may_bank(state: FarkleState, total: int) -> bool:
    """Whether so many points are enough to bank."""
    return state.scores[state.current] > 0 or total >= state.options.opening


def _takes(state: FarkleState, verb: str) -> list[tuple[Option, int]]:
    """Each set of dice that can be taken, as an option with what it makes of this turn."""
    found = []
    for slots, brings in takes(tuple(state.dice), state.options.kinds):
        faces, total = tuple(state.dice[slot] for slot in slots), state.points + brings
        found.append((text.take(verb, slots, faces, brings, total, len(state.dice)), total))
    return found


async def _roll(play: FarklePlay, count: int) -> None:
    state = play.state
    state.rolls += 1
    slots = tuple(range(count))
    state.dice = list(await Roll(f"{state.turn}/{state.current}/roll/{state.rolls}", slots))
    play.tell("rolled", seat=state.current, dice=tuple(state.dice), slots=slots)
    if takes(tuple(state.dice), state.options.kinds):
        state.phase = "choose"
    else:
        play.tell("farkle", seat=state.current, points=state.points)
        _next_turn(play)


def _bank(play: FarklePlay) -> None:
    state = play.state
    seat, goal = state.current, state.options.goal
    state.scores[seat] += state.points
    play.tell("banked", seat=seat, points=state.points, score=state.scores[seat])
    if state.closer == NOBODY and state.scores[seat] >= goal:
        state.closer = seat
        if not state.options.last_turns:
            _finish(play)
            return
        play.tell("closing", seat=seat, goal=goal)
    _next_turn(play)


def _next_turn(play: FarklePlay) -> None:
    state = play.state
    following = (state.current + 1) % len(state.names)
    if following == state.closer:
        _finish(play)
    else:
        _start_turn(state, following)


def _start_turn(state: FarkleState, seat: int) -> None:
    state.turn += 1
    state.current = seat
    _clear(state)
    state.phase = "roll"


def _finish(play: FarklePlay) -> None:
    state = play.state
    _clear(state)
    state.phase = OVER
    play.tell("finished", scores=tuple(state.scores), winners=winners(state.scores))


def _clear(state: FarkleState) -> None:
    state.dice, state.aside, state.points, state.rolls = [], [], 0, 0


def winners(scores: list[int]) -> tuple[int, ...]:
    """All who share the highest score."""
    return tuple(seat for seat, score in enumerate(scores) if score == max(scores))
