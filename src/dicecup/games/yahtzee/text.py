"""Yahtzee in words: options, prompts, events and reasons. All its English is here."""

from collections.abc import Mapping
from typing import Any, Final

from dicecup.games.yahtzee.scoring import BOXES, INDEX, TITLES, UPPER_GOAL, points
from dicecup.games.yahtzee.state import ROLLS, YahtzeeState
from dicecup.table import Deed, Option
from dicecup.table.event import Phrase
from dicecup.table.marks import dice as _dice
from dicecup.table.marks import thing
from dicecup.table.words import listed

THEMES: Final = {"keep": "which dice", "fill": "which box"}
"""What decisions are about, by what is best to do."""


def _keep_text(slots: tuple[int, ...]) -> str:
    if not slots:
        return "hold nothing, roll all five dice"
    if len(slots) == 5:
        return "hold all five dice and stop rolling"
    dice = "die" if len(slots) == 1 else "dice"
    return f"hold {dice} {listed([slot + 1 for slot in slots])}, roll the rest"


ROLL: Final = (Option("roll", text="roll the dice"),)
KEEPS: Final = tuple(
    Option("keep", *slots, text=_keep_text(slots))
    for slots in (tuple(slot for slot in range(5) if mask >> slot & 1) for mask in range(32))
)
FILLS: Final = tuple(Option("fill", box, text=f"fill {TITLES[i]}") for i, box in enumerate(BOXES))

BOX_TITLES: Final = dict(zip(BOXES, TITLES, strict=True))

ROLL_FOR_ORDER: Final = "roll for the first turn"
ORDER_PROMPT: Final = "Roll for the first turn: the highest sum goes first."
ROLL_PROMPT: Final = "Roll the dice."
CHOOSE_PROMPTS: Final = (
    "",
    "Hold dice and roll the rest (2 rolls left), or fill a box.",
    "Hold dice and roll the rest (1 roll left), or fill a box.",
    "Fill a box.",
)


def writing(box: int, scored: int) -> str:
    """The button that fills a box."""
    return f"write {scored} into {TITLES[box]}" if scored else f"strike out {TITLES[box]}"


def deed(state: YahtzeeState, option: Option) -> Deed:
    """A choice as it is told afterwards; dice in order, for nobody remembers where they lay."""
    dice = " ".join(map(str, sorted(state.dice)))
    if option.verb == "roll":
        return Deed("rolling the dice")
    if option.verb == "keep":
        if len(option.args) == len(state.dice):
            return Deed("stopping", f"at {dice}")
        held = " ".join(map(str, sorted(state.dice[int(slot)] for slot in option.args)))
        return Deed(f"holding {held or 'nothing'}", f"from {dice}")
    box = INDEX[str(option[1])]
    scored = points(box, state.sheets[state.current].boxes, state.dice, official=state.options.official)
    title = TITLES[box]
    return Deed(f"writing {scored} into {title}" if scored else f"striking out {title}", f"with {dice}")


def gives(scored: int, for_yahtzee: int, for_upper: int) -> str:
    """What filling a box brings."""
    parts = ["1 point" if scored == 1 else f"{scored} points"]
    parts += [f"{for_yahtzee} for another Yahtzee"] * bool(for_yahtzee)
    parts += [f"{for_upper} for the upper section"] * bool(for_upper)
    return listed(parts)


def _filled(data: Mapping[str, Any], names: tuple[str, ...]) -> str:
    joker = " as a joker" if data["joker"] else ""
    return f"{names[data['seat']]} fills {thing(TITLES[INDEX[data['box']]])}{joker} with {data['points']}."


def _finished(data: Mapping[str, Any], names: tuple[str, ...]) -> str:
    scores = [f"{name} {score}" for name, score in zip(names, data["scores"], strict=True)]
    winners = [names[seat] for seat in data["winners"]]
    if not winners:
        return f"The game is over. Final score: {data['scores'][0]}."
    verdict = f"{winners[0]} wins" if len(winners) == 1 else f"{listed(winners)} share the win"
    return f"The game is over: {', '.join(scores)}. {verdict}."


def _rolled(data: Mapping[str, Any], names: tuple[str, ...]) -> str:
    name, dice, slots = names[data["seat"]], data["dice"], data["slots"]
    if len(slots) == len(dice):
        return f"{name} rolls {_dice(dice)}."
    held = [die for slot, die in enumerate(dice) if slot not in slots]
    return f"{name} holds {_dice(held)} and rolls {_dice([dice[slot] for slot in slots])}."


PHRASES: Final[dict[str, Phrase]] = {
    "new_card": lambda d, n: (
        "A new scorecard is handed out."
        if d["card"] > 1
        else f"Each player gets a scorecard: column {d['column']} of 6."
    ),
    "column": lambda d, n: f"The game is written into column {d['column']} of 6.",
    "order_roll": lambda d, n: f"{n[d['seat']]} rolls {_dice(d['dice'])} for the first turn: {d['sum']}.",
    "order_tie": lambda d, n: f"{listed([n[s] for s in d['seats']])} are tied and roll again.",
    "begins": lambda d, n: f"{n[d['seat']]} goes first.",
    "rolled": _rolled,
    "stopped": lambda d, n: f"{n[d['seat']]} holds all five dice.",
    "filled": _filled,
    "upper_bonus": lambda d, n: f"{n[d['seat']]} reaches {UPPER_GOAL} in the upper section: 35 bonus points.",
    "yahtzee_bonus": lambda d, n: f"Another Yahtzee: {n[d['seat']]} gets 100 bonus points.",
    "finished": _finished,
}


def why_not(state: YahtzeeState, choice: tuple[Any, ...]) -> str | None:
    """Why `choice` is refused; None if it makes no sense in this game at all."""
    verb, args = choice[0], choice[1:]
    if verb == "roll" and not args:
        if state.rolls >= ROLLS:
            return "You have no rolls left. Fill a box now."
        return "Say which dice you hold: “keep” with their numbers, or with none to roll all five."
    if verb == "keep":
        return _why_not_keep(state, args)
    if verb == "fill" and len(args) == 1:
        return _why_not_fill(state, args[0])
    return None


def _why_not_keep(state: YahtzeeState, slots: tuple[Any, ...]) -> str | None:
    if not state.dice:
        return "Nothing can be held before the first roll."
    if state.rolls >= ROLLS:
        return "You have no rolls left. Fill a box now."
    if any(type(slot) is not int or not 0 <= slot < 5 for slot in slots):
        return "There are five dice, numbered 0 to 4 here."
    return "Name each die once, in ascending order."


def _why_not_fill(state: YahtzeeState, box: Any) -> str | None:
    if box not in INDEX:
        return f"There is no box {box!r}. The boxes are {', '.join(BOXES)}."
    boxes = state.sheets[state.current].boxes
    title = TITLES[INDEX[box]]
    if boxes[INDEX[box]] >= 0:
        return f"{title} is already filled, with {boxes[INDEX[box]]}."
    if not state.dice:
        return "Roll the dice before you fill a box."
    own = state.dice[0] - 1
    if boxes[own] < 0:
        return f"A further Yahtzee is a joker: it must go to {TITLES[own]}."
    return "A further Yahtzee is a joker: it must go to the lower section while a box is open there."
