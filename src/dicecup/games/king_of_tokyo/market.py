"""The market: cards turned up, bought, swept away; the deck and what somebody has peeked at."""

from functools import cache
from typing import Literal

from dicecup.games.king_of_tokyo import text
from dicecup.games.king_of_tokyo.cards.base import DECK, KingPlay, bit, having, total
from dicecup.games.king_of_tokyo.gains import clockwise_after, key, pay
from dicecup.games.king_of_tokyo.offers import MOMENTS, called_for, decide, handy, use
from dicecup.games.king_of_tokyo.possession import give
from dicecup.games.king_of_tokyo.state import MARKET, SWEEP_PRICE, Held, KingOptions, KingState, Peeked
from dicecup.table import Ask, Draw, Option

_DISCOUNT, _BOUGHT, _REVEAL, _SELL = bit("discount"), bit("bought"), MOMENTS["reveal"], MOMENTS["sell"]


async def open_market(play: KingPlay) -> None:
    """Three cards are turned up before the first turn."""
    for slot in range(MARKET):
        play.state.market.append("")
        await refill(play, slot)
    play.state.phase = "order"


def cost(state: KingState, card: str) -> int:
    """What is printed on the card, in the edition that is played."""
    return _costs(state.options.batteries)[card]


@cache
def _costs(batteries: Literal["fixed", "stake"]) -> dict[str, int]:
    """Only one card has another cost in another edition, and one option says which; a key that is quickly hashed."""
    options = KingOptions(batteries=batteries)
    return {name: card.cost_in(options) for name, card in DECK.items()}


def price(play: KingPlay, seat: int, card: str) -> int:
    """What the card costs this monster."""
    printed = _costs(play.state.options.batteries)[card]
    if play.state.monsters[seat].hooks & _DISCOUNT:
        return max(0, printed - total(play, seat, "discount"))
    return printed


async def refill(play: KingPlay, slot: int) -> None:
    """Turn up the next card of the deck; when it is empty, the discard pile becomes the deck."""
    state = play.state
    if state.top:
        card = state.top.pop(0).card
    else:
        reshuffle(play)
        if not state.deck:
            state.market[slot] = ""
            return
        card = str(await Draw(key(play, state.active, "card"), state.deck))
        state.deck.remove(card)
    state.market[slot] = card
    play.tell("revealed", card=card, slot=slot)


def reshuffle(play: KingPlay) -> None:
    """An empty deck is made anew of all discarded cards."""
    state = play.state
    if not state.deck and state.discard:
        state.deck, state.discard = sorted(state.discard), []
        play.tell("reshuffled", cards=len(state.deck))


async def peek(play: KingPlay, seat: int) -> None:
    """`seat` alone looks at the next card of the deck that it has not seen."""
    state = play.state
    for peeked in state.top:
        if seat not in peeked.seen_by:
            peeked.seen_by.append(seat)
            play.tell("peeked", seat=seat, audience=(seat,), secret={"card": peeked.card})
            return
    reshuffle(play)
    card = str(await Draw(key(play, seat, "peek"), state.deck, audience=(seat,)))
    state.deck.remove(card)
    state.top.append(Peeked(card=card, seen_by=[seat]))
    play.tell("peeked", seat=seat, audience=(seat,), secret={"card": card})


async def acquire(play: KingPlay, seat: int, card: str, paid: int, *, held: Held | None = None) -> None:
    """A card that has been paid for takes effect, or comes to lie before the buyer."""
    for own, news in having(play.state.monsters[seat], _BOUGHT):
        news.bought(play, seat, own)
    if DECK[card].keep:
        await give(play, seat, held or Held(card=card, paid=paid))
    else:
        play.state.discard.append(card)
        await DECK[card].gained(play, seat, Held(card=card, paid=paid))


async def buy_from_market(play: KingPlay, seat: int, card: str) -> list[int]:
    """Buy a face-up card; its slot is filled again at once. Returns the slots with a new card."""
    state = play.state
    slot = state.market.index(card)
    paid = price(play, seat, card)
    play.tell("buys", seat=seat, card=card, price=paid)
    pay(play, seat, paid, DECK[card].name)
    state.market[slot] = ""
    await refill(play, slot)
    await acquire(play, seat, card, paid)
    return [slot] if state.market[slot] else []


async def buy(play: KingPlay) -> None:
    """Buy, sweep, use cards that deal with the market, or be done."""
    state = play.state
    seat = state.active
    options = shopping(play, seat)
    # Whoever has peeked is asked even when there is nothing to decide: else the others would learn the price.
    private = (
        bool(state.top) and any(seat in peeked.seen_by for peeked in state.top) and total(play, seat, "peeks") > 0
    )
    if len(options) == 1 and not private:
        state.phase = "sell" if state.monsters[seat].hooks & _SELL else "end"
        return
    choice = await Ask(seat, "buy", options, text.BUY_PROMPT, private=private)
    if choice[0] == "done":
        state.phase = "sell" if state.monsters[seat].hooks & _SELL else "end"
    elif choice[0] == "use":
        await use(play, seat, choice)
    elif choice[0] == "buy":
        await offer_new(play, await buy_from_market(play, seat, str(choice[1])))
    else:
        await sweep(play, seat)


def shopping(play: KingPlay, seat: int) -> tuple[Option, ...]:
    """All that `seat` can do in the buying step; only "done" if there is nothing else."""
    state = play.state
    monster = state.monsters[seat]
    energy = monster.energy
    options: list[Option] = []
    costs = _costs(state.options.batteries)
    discount = total(play, seat, "discount") if monster.hooks & _DISCOUNT else 0
    for card in state.market:
        if card and (now := max(0, costs[card] - discount)) <= energy:
            options.append(text.buying(card, now))
    if energy >= SWEEP_PRICE and any(state.market):
        options.append(text.SWEEP)
    options += called_for(play, seat, "buy")
    return (text.DONE, *options, *handy(play, seat, "buy")) if options else (text.DONE,)


async def sweep(play: KingPlay, seat: int) -> None:
    """All face-up cards go, new ones come, for 2 energy."""
    state = play.state
    pay(play, seat, SWEEP_PRICE, "sweep")
    play.tell("sweeps", seat=seat, cards=tuple(card for card in state.market if card))
    state.discard += [card for card in state.market if card]
    state.market = [""] * MARKET
    for slot in range(MARKET):
        await refill(play, slot)
    await offer_new(play, [slot for slot in range(MARKET) if state.market[slot]])


async def offer_new(play: KingPlay, slots: list[int]) -> None:
    """Monsters with a card for that may buy what was just turned up, before anybody else."""
    state = play.state
    if not any(monster.hooks & _REVEAL for monster in state.monsters):
        return
    while slots:
        slot = slots.pop(0)
        for seat in clockwise_after(state, state.active):
            if not state.monsters[seat].hooks & _REVEAL:
                continue
            card = state.market[slot]
            if card and await decide_to_snatch(play, seat, card):
                slots = await buy_from_market(play, seat, card) + slots
                break


async def decide_to_snatch(play: KingPlay, seat: int, card: str) -> bool:
    """Whether `seat` takes the card that was just turned up."""

    def options() -> tuple[Option, ...]:
        now = price(play, seat, card)
        affordable = now <= play.state.monsters[seat].energy
        return (text.PASS, text.buying(card, now)) if affordable else (text.PASS,)

    choice = await decide(play, seat, "reveal", "snatch", options, lambda: text.snatch_prompt(card))
    return choice is not None and choice[0] == "buy"


async def sell(play: KingPlay) -> None:
    """Cards that do something after the buying are offered."""
    state = play.state
    seat = state.active
    if cards := called_for(play, seat, "sell"):
        choice = await Ask(seat, "sell", (text.DONE, *cards, *handy(play, seat, "sell")), text.SELL_PROMPT)
        if choice[0] == "use":
            await use(play, seat, choice)
            return
    state.phase = "end"
