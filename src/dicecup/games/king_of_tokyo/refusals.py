"""Why not? The reasons King of Tokyo gives for refusing a choice."""

from typing import Any, Final

from dicecup.games.king_of_tokyo.cards.base import DECK, Moment
from dicecup.games.king_of_tokyo.market import price
from dicecup.games.king_of_tokyo.state import SWEEP_PRICE, KingState
from dicecup.table import Ask

_MOMENT_OF: Final[dict[str, Moment]] = {
    "start": "start",
    "dice": "rolling",
    "probe": "probe",
    "change": "change",
    "hearts": "hearts",
    "react": "react",
    "yield": "yield",
    "buy": "buy",
    "peeked": "buy",
    "snatch": "reveal",
    "sell": "sell",
}
_WHEN: Final[dict[Moment, str]] = {
    "start": "before you roll",
    "rolling": "between your rolls",
    "probe": "after another monster's roll",
    "change": "after your last roll",
    "hearts": "when you use your heart dice",
    "react": "when you would lose hearts",
    "buy": "when you buy",
    "reveal": "when a card comes to the market",
    "sell": "at the end of your turn",
}


def why_not(state: KingState, ask: Ask, choice: tuple[Any, ...]) -> str | None:
    """Why `choice` is refused; None if it makes no sense in this game at all."""
    verb, args = choice[0], choice[1:]
    if verb == "keep":
        return _why_not_keep(state, ask, args)
    if verb == "roll" and not args:
        return _why_not_roll(state, ask)
    if verb == "buy" and len(args) == 1:
        return _why_not_buy(state, ask, args[0])
    if verb == "sweep" and not args:
        if ask.kind != "buy":
            return _no_cards(state) or "The market can be swept only in the buying step of your turn."
        energy = state.monsters[ask.seat].energy
        return (
            f"Sweeping costs {SWEEP_PRICE} energy; you have {energy}."
            if energy < SWEEP_PRICE
            else "The market is empty."
        )
    if verb in ("stay", "yield") and not args:
        if not state.monsters[ask.seat].in_tokyo:
            return "You are not in Tokyo."
        if ask.kind == "react" and ask.seat != state.active:
            return "You will be asked that after the attack; what it does to you comes first."
        return "Nobody has attacked you in Tokyo just now."
    if verb == "use" and args:
        return _why_not_use(state, ask, args)
    return None


def _why_not_keep(state: KingState, ask: Ask, slots: tuple[Any, ...]) -> str | None:
    if ask.kind in ("roll", "order", "start"):
        return "Nothing can be kept before the first roll."
    if ask.kind != "dice":
        return _not_rolling(state, ask)
    if any(type(slot) is not int or not 0 <= slot < len(state.dice) for slot in slots):
        return f"There are {len(state.dice)} dice, numbered 0 to {len(state.dice) - 1} here."
    if list(slots) != sorted(set(slots)):
        return "Name each die once, in ascending order."
    return "You have no rolls left."


def _why_not_roll(state: KingState, ask: Ask) -> str:
    if ask.kind == "dice":
        return "Say which dice you keep, or keep all to stop." if state.rolls_left else "You have no rolls left."
    return "There is a question to answer before you roll." if ask.kind == "start" else _not_rolling(state, ask)


def _not_rolling(state: KingState, ask: Ask) -> str:
    return "You have finished rolling." if ask.seat == state.active else "It is not your turn to roll."


def _no_cards(state: KingState) -> str:
    return "" if state.options.cards else "This game is played without cards."


def _why_not_buy(state: KingState, ask: Ask, card: Any) -> str | None:
    if card not in DECK:
        return f"There is no card called {card!r}."
    if ask.kind == "peeked":
        return "Right now you can buy only the card that you have looked at, with Made in a Lab."
    if ask.kind not in ("buy", "snatch"):
        return _no_cards(state) or "Cards can be bought only in the buying step of your turn."
    if card not in state.market:
        return f"{DECK[card].name} is not in the market."
    now, energy = price(state, ask.seat, card), state.monsters[ask.seat].energy
    if now > energy:
        return f"{DECK[card].name} costs {now} energy; you have {energy}."
    if (ask.seat, state.market.index(card)) in state.waived:
        return f"You have passed on {DECK[card].name}."
    return f"{DECK[card].name} is not what was just turned up."


def _why_not_use(state: KingState, ask: Ask, args: tuple[Any, ...]) -> str | None:
    card = args[0]
    if card not in DECK:
        return f"There is no card called {card!r}."
    held = next((each for each in state.monsters[ask.seat].cards if each.card == card), None)
    if held is None:
        return f"You do not have {DECK[card].name}."
    name = DECK[card].name
    acts = DECK.get(held.acts_as) or DECK[card]
    moments = dict.fromkeys((*DECK[card].moments, *acts.moments))
    if not moments:
        return f"{name} works by itself."
    now = _MOMENT_OF.get(ask.kind, "other")
    if not acts.any_time and now not in moments:
        return f"{name} can be used only {' or '.join(_WHEN[moment] for moment in moments)}."
    if any(option[:2] == ("use", card) for option in ask.options):
        return f"{name} cannot be used like that."
    reason = DECK[card].unusable(state, ask.seat, held)
    return f"{name} cannot be used now{f': {reason}' if reason else ''}."
