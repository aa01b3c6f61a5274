"""The turn program of a state: its dice, with the cards that roll or change them, on top of a judge."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dicecup.games.king_of_tokyo import KingState
from dicecup.games.king_of_tokyo.cards.base import total
from dicecup.games.king_of_tokyo.state import ROLLS, Monster
from dicecup.players.king_of_tokyo.cards import NUMBER, kind, rolls_die, used
from dicecup.players.king_of_tokyo.position import ENERGY, WHOLE, Position, position
from dicecup.players.king_of_tokyo.turn import Dice, Turn, table
from dicecup.table import Option

Floats = NDArray[np.float64]
Worth = Callable[[Position, Dice], Floats]
"""What each final is worth in a position, to everybody or only to the monster whose dice they are."""

_MOST_EXTRA: Final = 3  # extra rolls looked ahead
_MOST_STRETCHED: Final = 2


def rolls_to_come(state: KingState) -> int:
    """That the monster whose turn it is has, before the first."""
    return ROLLS + total(state, state.active, "rolls")


def turn_of(state: KingState, worth: Worth) -> Turn:
    """All values of the dice of the monster whose turn it is, wherever it stands in its rolling."""
    here = position(state)
    dice = table(len(state.dice) or here.dice)
    monster = state.monsters[state.active]
    kinds = here.kinds[0]
    if not kinds:
        return Turn(dice, worth(here, dice))
    smoke = _counters(monster, "Smoke Cloud")
    energy = int(here.numbers[0, ENERGY])
    extra = min(_MOST_EXTRA, smoke + (energy if kinds["Telepath"] else 0))
    layers = []
    for spent in range(extra + 1):
        from_smoke = min(spent, smoke)
        there = _paid(here, spent - from_smoke)
        if from_smoke:
            there = _lessened(there, "smoke-cloud", WHOLE * from_smoke // 3)
        layers.append(_changed(monster, there, dice, worth))
    return Turn(dice, layers[0], layers[1:], again=bool(kinds["Background Dweller"]))


def _changed(monster: Monster, here: Position, dice: Dice, worth: Worth) -> Floats:
    """The finals with the best that cards can make of them."""
    kinds = here.kinds[0]
    found = worth(here, dice)
    if not dice.number:
        return found
    if kinds["Plot Twist"]:
        found = dice.better(found, dice.changed(worth(_lessened(here, "plot-twist", WHOLE), dice)))
    if kinds["Stretchy"]:
        uses = min(_MOST_STRETCHED, int(here.numbers[0, ENERGY]) // 2)
        later: Floats | None = None
        for paid in range(uses, 0, -1):
            now = worth(_paid(here, 2 * paid), dice)
            later = dice.changed(now if later is None else dice.better(now, later))
        if later is not None:
            found = dice.better(found, later)
    for held in monster.cards:
        if kind(held) == "Herd Culler" and not held.used:
            found = dice.better(found, dice.changed(found, (0,)))
    return found


def _counters(monster: Monster, name: str) -> int:
    return sum(held.counters for held in monster.cards if kind(held) == name)


def _paid(here: Position, energy: int) -> Position:
    if not energy:
        return here
    numbers = here.numbers.copy()
    numbers[0, ENERGY] -= energy
    return replace(here, numbers=numbers)


def _lessened(here: Position, card: str, sixths: int) -> Position:
    """With a card of the monster whose turn it is used up, or some of its counters."""
    cards = here.cards.copy()
    cards[0, NUMBER[card]] = max(0, int(cards[0, NUMBER[card]]) - sixths)
    return replace(here, cards=cards)


def dice_worth(turn: Turn, state: KingState, options: Sequence[Option]) -> tuple[dict[Option, int], Floats]:
    """What the options between two rolls are worth: for each the number of its row, and the rows.

    Keeps with the same faces have the same row. Cards that have nothing to do with the dice are left out.
    """
    dice, rolls, shown = turn.dice, state.rolls_left, state.dice
    final = dice.final(shown)
    keeps = [option for option in options if option[0] == "keep"]
    first: dict[int, int] = {}
    found = {
        option: first.setdefault(place, len(first))
        for option, place in zip(keeps, dice.kept(shown, [option[1:] for option in keeps]), strict=True)
    }
    rows = [turn.kept(rolls)[list(first)] if rolls else turn.stopped[final][None]]
    for option in options[len(keeps) :]:
        row = None
        if used(state, state.active, option) in ("Telepath", "Smoke Cloud"):
            if len(turn.paid) > 1:
                row = turn.one_more(rolls)[final]
        elif (slot := rolls_die(state, state.active, option)) is not None:
            row = turn.value(rolls)[dice.turned(final, shown[slot] - 1)].mean(axis=0)
        if row is not None:
            found[option] = len(first) + len(rows) - 1
            rows.append(row[None])
    return found, np.concatenate(rows)


def dice_values(turn: Turn, state: KingState, options: Sequence[Option]) -> dict[Option, float]:
    """What they are worth to the roller; of keeps with the same faces only the first."""
    found, rows = dice_worth(turn, state, options)
    values = _first(rows).tolist()
    first: dict[int, Option] = {}
    for option, row in found.items():
        first.setdefault(row, option)
    return {option: values[row] for row, option in first.items()}


def best_keep(turn: Turn, state: KingState) -> tuple[int, ...]:
    """The slots to keep, so many rolls being left as the state says; the most dice of equally good keeps."""
    dice = turn.dice
    places = dice.keeps[dice.final(state.dice)]
    values = _first(turn.kept(state.rolls_left))[places]
    good = places[values >= values.max() - 1e-9]
    want = dice.counts[good[dice.counts[good].sum(axis=1).argmax()]].tolist()
    slots = []
    for slot, face in enumerate(state.dice):
        if want[face - 1]:
            want[face - 1] -= 1
            slots.append(slot)
    return tuple(slots)


def _first(values: Floats) -> Floats:
    return values if values.ndim == 1 else values[:, 0]
