"""The rules of Yahtzee, phase by phase."""

from typing import Final

from dicecup.games.yahtzee import text
from dicecup.games.yahtzee.scoring import (
    BOXES,
    INDEX,
    OPEN,
    UPPER,
    UPPER_GOAL,
    YAHTZEE,
    YAHTZEE_SCORE,
    fillable,
    is_joker,
    points,
    upper_sum,
)
from dicecup.games.yahtzee.state import ALL_DICE, ROLLS, YahtzeeState
from dicecup.table import OVER, Ask, Option, Play, Roll
from dicecup.table.state import Phase

YahtzeePlay = Play[YahtzeeState]

_KEEPS: Final[tuple[Option, ...]] = text.KEEPS
_FILLS: Final[tuple[Option, ...]] = text.FILLS
_PROMPTS: Final[tuple[str, ...]] = text.CHOOSE_PROMPTS
_ROLLS: Final = tuple(Ask(seat, "roll", text.ROLL, text.ROLL_PROMPT) for seat in range(8))
"""To roll for the first time in a turn: asked in every turn, and always the same."""
_REST: Final = {keep: tuple(slot for slot in ALL_DICE if slot not in keep.args) for keep in text.KEEPS}


async def begin(play: YahtzeePlay) -> None:
    """The column is chosen; with several players they roll for the first turn."""
    state = play.state
    column = len(state.sheets[0].past) + 1
    play.tell("new_card" if column == 1 else "column", card=state.card, column=column)
    if len(state.sheets) == 1 or state.options.start == "seat-order":
        _start_turn(state, 0)
    else:
        state.contenders = list(range(len(state.sheets)))
        state.phase = "order"


async def order(play: YahtzeePlay) -> None:
    """One contender rolls all dice; after the last one the highest sum begins, or the tied roll again."""
    state = play.state
    seat = state.contenders[len(state.sums)]
    await Ask(seat, "order", text.ROLL, text.ORDER_PROMPT)
    dice = await Roll(f"0/{seat}/order/{state.order_round}", ALL_DICE)
    play.tell("order_roll", seat=seat, dice=dice, sum=sum(dice))
    state.sums.append(sum(dice))
    if len(state.sums) < len(state.contenders):
        return
    best = max(state.sums)
    tied = [contender for contender, rolled in zip(state.contenders, state.sums, strict=True) if rolled == best]
    state.sums = []
    if len(tied) > 1:
        play.tell("order_tie", seats=tuple(tied))
        state.contenders = tied
        state.order_round += 1
        return
    state.contenders = []
    play.tell("begins", seat=tied[0])
    _start_turn(state, tied[0])


async def roll(play: YahtzeePlay) -> None:
    """The first roll of a turn, with all five dice."""
    state = play.state
    await _ROLLS[state.current]
    state.dice = list(await Roll(f"{state.turn}/{state.current}/roll/1", ALL_DICE))
    state.rolls = 1
    state.phase = "choose"
    play.tell("rolled", seat=state.current, dice=tuple(state.dice), slots=ALL_DICE)


async def choose(play: YahtzeePlay) -> None:
    """Hold some dice and roll the rest, or fill a box; after the third roll, fill a box."""
    state = play.state
    choice = await Ask(state.current, "choose", _options(state), _PROMPTS[state.rolls])
    if choice[0] == "fill":
        _fill(play, choice)
        return
    slots = _REST[choice]
    if not slots:
        state.rolls = ROLLS
        play.tell("stopped", seat=state.current)
        return
    state.rolls += 1
    new = await Roll(f"{state.turn}/{state.current}/roll/{state.rolls}", slots)
    dice = state.dice
    for at, slot in enumerate(slots):
        dice[slot] = new[at]
    play.tell("rolled", seat=state.current, dice=tuple(dice), slots=slots)


PHASES: Final[dict[str, Phase[YahtzeeState]]] = {
    "begin": begin,
    "order": order,
    "roll": roll,
    "choose": choose,
}


def _options(state: YahtzeeState) -> tuple[Option, ...]:
    boxes = state.sheets[state.current].boxes
    if state.options.rules == "official" and is_joker(boxes, state.dice):
        fills = tuple([_FILLS[box] for box in fillable(boxes, state.dice, official=True)])
    else:
        fills = tuple([_FILLS[box] for box, points in enumerate(boxes) if points == OPEN])
    return _KEEPS + fills if state.rolls < ROLLS else fills


def _fill(play: YahtzeePlay, choice: Option) -> None:
    state = play.state
    seat = state.current
    sheet = state.sheets[seat]
    official = state.options.rules == "official"
    box = INDEX[choice[1]]
    joker = official and is_joker(sheet.boxes, state.dice)
    score = points(box, sheet.boxes, state.dice, official=official)
    upper_before = upper_sum(sheet.boxes) if box in UPPER else UPPER_GOAL
    sheet.boxes[box] = score
    play.tell("filled", seat=seat, box=BOXES[box], points=score, joker=joker)
    if joker and sheet.boxes[YAHTZEE] == YAHTZEE_SCORE:
        sheet.extra_yahtzees += 1
        play.tell("yahtzee_bonus", seat=seat)
    if upper_before < UPPER_GOAL <= upper_before + score:
        play.tell("upper_bonus", seat=seat)
    seats = len(state.sheets)
    for following in range(seat + 1, seat + 1 + seats):
        if OPEN in state.sheets[following % seats].boxes:
            _start_turn(state, following % seats)
            return
    finish(play)


def finish(play: YahtzeePlay) -> None:
    """All boxes of all players are filled."""
    state = play.state
    state.dice, state.rolls = [], 0
    state.phase = OVER
    scores = tuple(sheet.total for sheet in state.sheets)
    play.tell("finished", scores=scores, winners=winners(scores))


def winners(scores: tuple[int, ...]) -> tuple[int, ...]:
    """All who share the highest score; nobody wins a game of one."""
    if len(scores) == 1:
        return ()
    return tuple(seat for seat, score in enumerate(scores) if score == max(scores))


def _start_turn(state: YahtzeeState, seat: int) -> None:
    state.turn += 1
    state.current = seat
    state.dice, state.rolls = [], 0
    state.phase = "roll"
