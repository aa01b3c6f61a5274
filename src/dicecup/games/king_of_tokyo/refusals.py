"""Why not? The reasons King of Tokyo gives for refusing a choice."""

from typing import Any

from dicecup.games.king_of_tokyo.cards.base import DECK
from dicecup.games.king_of_tokyo.market import price
from dicecup.games.king_of_tokyo.state import SWEEP_PRICE, KingState
from dicecup.table import Ask, Play
from dicecup.table.event import Voice


def why_not(state: KingState, ask: Ask, choice: tuple[Any, ...]) -> str | None:
    """Why `choice` is refused; None if it makes no sense in this game at all."""
    verb, args = choice[0], choice[1:]
    if verb == "keep":
        return _why_not_keep(state, ask, args)
    if verb == "roll" and not args:
        return (
            "Say which dice you keep, or keep all to stop."
            if ask.kind == "dice"
            else "There is nothing to roll now."
        )
    if verb == "buy" and len(args) == 1:
        return _why_not_buy(state, ask, args[0])
    if verb == "sweep" and not args:
        if ask.kind != "buy":
            return "The market can be swept only when you buy."
        energy = state.monsters[ask.seat].energy
        return (
            f"Sweeping costs {SWEEP_PRICE} energy; you have {energy}."
            if energy < SWEEP_PRICE
            else "The market is empty."
        )
    if verb in ("stay", "yield") and not args:
        return "You can leave Tokyo only after you lost hearts to an attack there."
    if verb == "use" and args:
        return _why_not_use(state, ask, args)
    return None


def _quiet(state: KingState) -> Play[KingState]:
    return Play(state, Voice({}, state.names), [])


def _why_not_keep(state: KingState, ask: Ask, slots: tuple[Any, ...]) -> str | None:
    if ask.kind == "roll":
        return "Nothing can be kept before the first roll."
    if ask.kind != "dice":
        return "The rolling is over."
    if any(type(slot) is not int or not 0 <= slot < len(state.dice) for slot in slots):
        return f"There are {len(state.dice)} dice, numbered 0 to {len(state.dice) - 1} here."
    if list(slots) != sorted(set(slots)):
        return "Name each die once, in rising order."
    return "You have no roll left."


def _why_not_buy(state: KingState, ask: Ask, card: Any) -> str | None:
    if card not in DECK:
        return f"There is no card called {card!r}."
    if ask.kind not in ("buy", "snatch"):
        return "Cards can be bought only in the buying step of your turn."
    if card not in state.market:
        return f"{DECK[card].name} is not in the market."
    now, energy = price(_quiet(state), ask.seat, card), state.monsters[ask.seat].energy
    if now > energy:
        return f"{DECK[card].name} costs {now} energy; you have {energy}."
    return f"{DECK[card].name} is not what was just turned up."


def _why_not_use(state: KingState, ask: Ask, args: tuple[Any, ...]) -> str | None:
    card = args[0]
    if card not in DECK:
        return f"There is no card called {card!r}."
    held = next((each for each in state.monsters[ask.seat].cards if each.card == card), None)
    if held is None:
        return f"You do not have {DECK[card].name}."
    reason = DECK[card].unusable(_quiet(state), ask.seat, held)
    return f"{DECK[card].name} cannot be used {'so now: ' + reason if reason else 'now, or not in this way'}."
