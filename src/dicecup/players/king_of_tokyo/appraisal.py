"""What every option is worth to everybody, and what dice and cards changed: the values that reviews rest on.

Within a turn they are exact, given what the turn's ends are worth: the mean over all dice that may fall after a
keep is the value of that keep. A card turned up is held against all that might have come, and the roll for who
begins against everybody's chance to win it; whatever else falls, such as the dice of Camouflage, is tried again
some times.
"""

from collections.abc import Sequence
from math import comb
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dicecup.games.king_of_tokyo import KingState
from dicecup.games.king_of_tokyo.gains import alive
from dicecup.games.king_of_tokyo.state import BLACK_DICE
from dicecup.players.king_of_tokyo.cards import keeps_dice, rolls_die
from dicecup.players.king_of_tokyo.judge import market_row
from dicecup.players.king_of_tokyo.mind import Mind, shares
from dicecup.players.king_of_tokyo.program import dice_worth, rolls_to_come
from dicecup.players.king_of_tokyo.turn import FACES
from dicecup.players.player import Fell, Fork
from dicecup.table import Ask, Checkpoint, Choice, Luck, Match, Option, Secret
from dicecup.table.log import in_force

Floats = NDArray[np.float64]

_TRIED: Final = 24  # times that dice are rolled again which nothing here can work out


def values(mind: Mind, ask: Ask, fork: Fork, state: KingState) -> dict[Option, Floats]:
    """For every option of a question the chance of each seat; `state` is that of a fork.

    Keeps with the same faces share a row.
    """
    if ask.kind == "order":
        return dict.fromkeys(ask.options, _first_turns(mind, state).T @ _beginning(state))
    if keeps_dice(ask):
        worth, rows = dice_worth(mind.turn(state), state, ask.options)
        spread = list(_seats(state, rows))
        found = {option: spread[row] for option, row in worth.items()}
    elif ask.kind == "roll":
        found = {ask.options[0]: _seats(state, mind.turn(state).start(rolls_to_come(state)))}
    else:
        return dict(zip(ask.options, mind.options(ask, fork), strict=True))
    others = [option for option in ask.options if option not in found]
    if others:  # a card for any time: worth what it changes apart from the dice
        best = max(found.values(), key=lambda row: float(row[ask.seat]))
        rows = mind.options(Ask(ask.seat, "any time", (ask.options[0], *others)), fork)
        found |= {option: shares(best + row - rows[0]) for option, row in zip(others, rows[1:], strict=True)}
    return found


def fell(mind: Mind, before: Match[Any], option: Option, after: Match[Any]) -> Fell | None:
    """What chance did after an option was chosen. What only some have seen has changed nothing yet."""
    fallen = [entry for entry in after.log[len(before.log) :] if isinstance(entry, Luck)]
    shown = [entry for entry in fallen if entry.audience is None]
    if not shown:
        return None
    parts: list[tuple[Floats, Floats]] = []
    if (part := _worked_out(mind, before, option, after, shown[0])) is not None:
        parts.append(part)
        shown = shown[1:]
    if shown and all(isinstance(entry.result, str) for entry in shown):
        parts.append(_turned_up(mind, after, [entry.result for entry in shown]))
    elif shown:
        parts.append(_tried_again(mind, before, option, after, fallen[: fallen.index(shown[0])]))
    expected = parts[0][0]
    luck = sum((came - hoped for hoped, came in parts), np.zeros(len(before.names)))
    return Fell(expected.tolist(), (expected + luck).tolist())


# --- dice ---


def _worked_out(
    mind: Mind, before: Match[Any], option: Option, after: Match[Any], entry: Luck
) -> tuple[Floats, Floats] | None:
    """What could be hoped for and what came of it, where that can be worked out: dice that everybody knows."""
    state: KingState = before.state
    assert before.pending is not None
    purpose = entry.key.split("/")[2]
    if purpose == "order":
        turns = _first_turns(mind, state)
        return turns.T @ _beginning(state), turns.T @ _beginning(after.state)
    if purpose not in ("roll", "again") or before.pending.kind not in ("roll", "dice", "probe", "change", "again"):
        return None
    turn = mind.turn(state)
    if option[0] == "roll":
        rolls = rolls_to_come(state)
        came = turn.value(rolls - 1)[turn.dice.final(entry.result)]
        return _seats(state, turn.start(rolls)), _seats(state, came)
    if purpose == "roll":
        kept = [state.dice[int(slot)] for slot in option[1:]]
        came = turn.value(state.rolls_left - 1)[turn.dice.final([*kept, *entry.result])]
        return _seats(state, turn.kept(state.rolls_left)[turn.dice.keep(kept)]), _seats(state, came)
    slot = rolls_die(state, before.pending.seat, option)
    if slot is None:
        return None
    lying, final, face = mind.lying(state), turn.dice.final(state.dice), state.dice[slot] - 1
    came = lying[turn.dice.neighbour(final, face, entry.result[0] - 1)]
    return _seats(state, lying[turn.dice.turned(final, face)].mean(axis=0)), _seats(state, came)


def _tried_again(
    mind: Mind, before: Match[Any], option: Option, after: Match[Any], known: Sequence[Luck]
) -> tuple[Floats, Floats]:
    """The same for what falls after these known results, by letting it fall again some times."""
    others = [_what_if(before, option, known, seed) for seed in range(_TRIED)]
    found = mind.each([after.clone(), *others])
    return found[1:].mean(axis=0), found[0]


def _what_if(before: Match[Any], option: Option, known: Sequence[Luck], seed: int) -> Match[Any]:
    """The match after an option, with these results first and others from there on."""
    start = before.checkpoint()
    past = in_force(before.log)[start.at :]
    tape = [entry.result for entry in (*past, *known) if isinstance(entry, Luck)]
    secret = Secret(seed=seed)
    match = Match(
        before.game,
        Checkpoint(start.state.clone(), 0),
        secret,
        settle=lambda point: tape.pop(0) if tape else point.sample(secret),
    )
    for entry in past:
        if isinstance(entry, Choice):
            match.follow(entry)
    match.answer(option)
    match.resume({})
    return match


# --- cards ---


def _turned_up(mind: Mind, after: Match[Any], cards: Sequence[str]) -> tuple[Floats, Floats]:
    """The market as it is now, against all that it could be with others instead of these cards."""
    state: KingState = after.state
    new = [card for card in cards if card in state.market]
    if after.outcome is not None or not new:
        nothing = np.zeros(len(after.names))
        return nothing, nothing
    here = mind.here(state)
    judged = mind.judge.markets(here, np.stack([market_row(here.market), *mind.refilled(here, new)]))
    return _seats(state, judged[1:].mean(axis=0)), _seats(state, judged[0])


# --- who begins ---


def _first_turns(mind: Mind, state: KingState) -> Floats:
    """Seats x seats: the chances of everybody if this one begins."""
    found = []
    for seat in range(len(state.monsters)):
        start = state.clone()
        start.active, start.phase = seat, "roll"
        found.append(_seats(start, mind.turn(start).start(rolls_to_come(start))))
    return np.stack(found)


def _beginning(state: KingState) -> Floats:
    """How likely each seat is to begin: whoever rolls the most claws, and of those who tie each alike."""
    found = np.zeros(len(state.monsters))
    if state.phase != "order":
        found[state.active] = 1
        return found
    rounds = len(state.rolled[state.contenders[0]])
    best = max(claws[:rounds] for claws in state.rolled)
    still = [seat for seat, claws in enumerate(state.rolled) if claws[:rounds] == best]
    to_roll = [seat for seat in still if seat in state.contenders]
    if not to_roll:  # those who still roll are after a later place
        leaders = [seat for seat in still if state.rolled[seat] == max(state.rolled)]
        found[leaders] = 1 / len(leaders)
        return found
    rolled = {seat: state.rolled[seat][rounds] for seat in still if seat not in to_roll}
    for claws in range(max(rolled.values(), default=0), BLACK_DICE + 1):
        level = [seat for seat, count in rolled.items() if count == claws]
        below = sum(_claws(fewer) for fewer in range(claws))
        for many in range(len(to_roll) + 1):
            if not level and not many:
                continue
            chance = comb(len(to_roll), many) * _claws(claws) ** many * below ** (len(to_roll) - many)
            found[level] += chance / (len(level) + many)
            found[to_roll] += chance * many / len(to_roll) / (len(level) + many)
    return found


def _claws(count: int) -> float:
    """The chance of so many in the first roll."""
    return float(comb(BLACK_DICE, count) * (FACES - 1) ** (BLACK_DICE - count) / FACES**BLACK_DICE)


# --- rows ---


def _seats(state: KingState, rows: Floats) -> Floats:
    """What is known of the living, from the one whose turn it is on, as values of all seats."""
    found = np.zeros((*rows.shape[:-1], len(state.monsters)))
    found[..., alive(state)] = rows
    return found
