"""Farkle in words: options, prompts, events and reasons. All its English is here."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from dicecup.table import Option
from dicecup.table.event import Phrase
from dicecup.table.marks import dice
from dicecup.table.words import listed
from dicecup_farkle.scoring import worth
from dicecup_farkle.state import FarkleState

ROLL_ALL: Final = (Option("roll", text="roll all six dice"),)
ORDER_PROMPT: Final = "Roll for the first turn: the highest die goes first."
ROLL_PROMPT: Final = "Roll all six dice."


@cache
def take(verb: str, slots: tuple[int, ...], faces: tuple[int, ...], brings: int, total: int, dice: int) -> Option:
    """Take some of so many dice, and `roll` on or `bank` what makes `total` then."""
    which = f"{'die' if len(slots) == 1 else 'dice'} {listed([slot + 1 for slot in slots])}"
    then = bank(total) if verb == "bank" else roll_on(dice - len(slots))
    return Option(verb, *slots, text=f"take {which} ({_dice(faces)}) for {brings:,}, {then}")


def roll_on(left: int) -> str:
    """What is rolled when so many dice are left."""
    if not left:
        return "roll all six again"
    return "roll the other die" if left == 1 else f"roll the other {left}"


def bank(total: int) -> str:
    """What is banked."""
    return f"bank {total:,}"


def gives(brings: int) -> str:
    """What dice are worth, beside a button."""
    return f"these dice bring {brings:,}"


def choose_prompt(state: FarkleState) -> str:
    """What there is to decide, and what is at stake."""
    so_far = f" You have {state.points:,} so far this turn." if state.points else ""
    return f"Take dice that count, then roll on or bank.{so_far}"


def _dice(faces: Sequence[int]) -> str:
    return " ".join(map(str, faces))


def _finished(data: Mapping[str, Any], names: tuple[str, ...]) -> str:
    scores = [f"{name} {score:,}" for name, score in zip(names, data["scores"], strict=True)]
    winners = [names[seat] for seat in data["winners"]]
    verdict = f"{winners[0]} wins" if len(winners) == 1 else f"{listed(winners)} share the win"
    return f"The game is over: {', '.join(scores)}. {verdict}."


def _lost(data: Mapping[str, Any], names: tuple[str, ...]) -> str:
    lost = f" and loses {data['points']:,} points" if data["points"] else ""
    return f"Farkle! Nothing counts: {names[data['seat']]} ends the turn{lost}."


PHRASES: Final[dict[str, Phrase]] = {
    "order_roll": lambda d, n: f"{n[d['seat']]} rolls {dice(d['dice'])} for the first turn.",
    "order_tie": lambda d, n: f"{listed([n[s] for s in d['seats']])} are tied and roll again.",
    "begins": lambda d, n: f"{n[d['seat']]} goes first.",
    "rolled": lambda d, n: f"{n[d['seat']]} rolls {dice(d['dice'])}.",
    "takes": lambda d, n: f"{n[d['seat']]} takes {dice(d['faces'])} for {d['brings']:,}.",
    "hot_dice": lambda d, n: f"Hot dice! All six count, and {n[d['seat']]} rolls them all again.",
    "farkle": _lost,
    "banked": lambda d, n: f"{n[d['seat']]} banks {d['points']:,} and has {d['score']:,}.",
    "closing": lambda d, n: f"{n[d['seat']]} has reached {d['goal']:,}. Everybody else has one more turn.",
    "finished": _finished,
}


def why_not(state: FarkleState, choice: tuple[Any, ...]) -> str | None:
    """Why `choice` is refused; None if it makes no sense in this game at all."""
    verb, slots = choice[0], choice[1:]
    if verb not in ("roll", "bank"):
        return None
    if not state.dice:
        if verb == "bank":
            return "Roll the dice before you bank anything."
        return "All six dice are rolled now; there is nothing to take yet."
    count = len(state.dice)
    if not slots:
        return "Take at least one die that counts first."
    if any(type(slot) is not int or not 0 <= slot < count for slot in slots):
        return f"There are {count} dice to take from, numbered 0 to {count - 1} here."
    if list(slots) != sorted(set(slots)):
        return "Name each die once, in ascending order."
    brings = worth([state.dice[slot] for slot in slots], state.options.kinds)
    if not brings:
        return _why_nothing([state.dice[slot] for slot in slots], state.options.kinds)
    return (
        f"The first points you bank have to be {state.options.opening:,} or more; "
        f"this would be {state.points + brings:,}."
    )


def _why_nothing(faces: Sequence[int], kinds: str) -> str:
    idle = [face for face in sorted(set(faces)) if not worth([face] * faces.count(face), kinds)]
    if len(idle) == len(set(faces)):
        return "None of these dice counts."
    return f"Only dice that count can be taken, and {listed(idle, 'or')} does not."


def rolling(points: int, dice: int, chance: float) -> str:
    """What speaks for and against a roll."""
    what = "die" if dice == 1 else "dice"
    stake = f" with {points:,} at stake" if points else ""
    return f"{dice} {what} count in {100 * chance:.0f}% of all rolls{stake}"
