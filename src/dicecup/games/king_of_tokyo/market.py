"""The market: cards turned up, bought, swept away; the deck and what somebody has peeked at."""

from dicecup.games.king_of_tokyo import text
from dicecup.games.king_of_tokyo.cards.base import DECK, KingPlay, anybody, bit, having, total
from dicecup.games.king_of_tokyo.gains import alive, decided, key
from dicecup.games.king_of_tokyo.offers import MOMENTS, called_for, decide, handy, use
from dicecup.games.king_of_tokyo.possession import lay_down
from dicecup.games.king_of_tokyo.state import (
    GOAL,
    MARKET,
    SWEEP_PRICE,
    Held,
    KingState,
    Peeked,
    Purchase,
)
from dicecup.table import Ask, Draw, Option

_DISCOUNT, _BOUGHT, _GAINED, _PEEKS = (bit(hook) for hook in ("discount", "bought", "gained", "peeks"))
_REVEAL, _BUY, _SELL = MOMENTS["reveal"], MOMENTS["buy"], MOMENTS["sell"]


async def open_market(play: KingPlay) -> None:
    """Three cards are turned up before the first turn."""
    for slot in range(MARKET):
        play.state.market.append("")
        await refill(play, slot)
    play.state.phase = "order"


def cost(state: KingState, card: str) -> int:
    """What is printed on the card, in the edition that is played."""
    return DECK[card].cost_in(state.options)


def price(state: KingState, seat: int, card: str) -> int:
    """What the card costs this monster."""
    printed = DECK[card].cost_in(state.options)
    if state.monsters[seat].hooks & _DISCOUNT:
        return max(0, printed - total(state, seat, "discount"))
    return printed


def pay_price(play: KingPlay, seat: int, card: str) -> int:
    """The price is paid, and returned; cards that made it lower say so. The caller tells what was bought."""
    monster = play.state.monsters[seat]
    for held, helper in having(monster, _DISCOUNT):
        play.tell("discount", seat=seat, card=helper.called(held), amount=helper.discount(play.state, seat, held))
    paid = price(play.state, seat, card)
    monster.energy -= paid
    return paid


async def refill(play: KingPlay, slot: int) -> None:
    """Turn up the next card of the deck; when it is empty, the discard pile becomes the deck."""
    state = play.state
    peeked = bool(state.top)
    if peeked:
        card = state.top.pop(0).card
    else:
        reshuffle(play)
        if not state.deck:
            state.market[slot] = ""
            return
        card = str(await Draw(key(play, state.active, "card"), state.deck))
        state.deck.remove(card)
    state.market[slot] = card
    play.tell("revealed", reveals=peeked, card=card, slot=slot)


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


async def buy_from_market(play: KingPlay, seat: int, card: str) -> None:
    """Buy a face-up card; its slot is filled again at once."""
    state = play.state
    slot = state.market.index(card)
    paid = pay_price(play, seat, card)
    play.tell("buys", seat=seat, card=card, price=paid, now=state.monsters[seat].energy)
    state.market[slot] = ""
    await refill(play, slot)
    state.waived = [each for each in state.waived if each[1] != slot]
    state.fresh = [each for each in range(MARKET) if (each == slot or each in state.fresh) and state.market[each]]
    arrives(state, Purchase(seat=seat, card=card, paid=paid))


def arrives(state: KingState, bought: Purchase) -> None:
    """What comes of a card is a phase of its own: by then everybody knows what was bought, and what turned up."""
    state.arriving, state.phase = bought, "arrive"


async def arrive(play: KingPlay) -> None:
    """A card that has been paid for takes effect, or comes to lie before the buyer."""
    state = play.state
    bought, state.arriving = state.arriving, None
    assert bought is not None, "this phase follows a purchase"
    state.phase = "offer"
    for own, news in having(state.monsters[bought.seat], _BOUGHT):
        news.bought(play, bought.seat, own)
    card, held = DECK[bought.card], Held(card=bought.card, paid=bought.paid, counters=bought.counters)
    if card.keep:
        lay_down(state.monsters[bought.seat], held)
    else:
        state.discard.append(bought.card)
    if card.hooks & _GAINED and not decided(state):
        await card.gained(play, bought.seat, held)


async def buy(play: KingPlay) -> None:
    """Buy, sweep, use cards that deal with the market, or be done."""
    state = play.state
    seat = state.active
    options = shopping(state, seat)
    if len(options) == 1:
        state.phase = "sell" if state.monsters[seat].hooks & _SELL else "end"
        return
    goes_on = state.monsters[seat].stars < GOAL
    choice = await Ask(seat, "buy", options, text.BUY_PROMPT if goes_on else text.WINS_PROMPT)
    if choice[0] == "done":
        state.phase = "sell" if state.monsters[seat].hooks & _SELL else "end"
    elif choice[0] == "use":
        await use(play, seat, choice)
    elif choice[0] == "buy":
        await buy_from_market(play, seat, str(choice[1]))
    else:
        await sweep(play, seat)


async def peeked(play: KingPlay) -> None:
    """A phase of its own: what somebody has been shown is known from here on, to forks as well."""
    state = play.state
    seat = state.active
    state.phase = "buy"
    for held, card in having(state.monsters[seat], _PEEKS)[:1]:
        await card.looked(play, seat, held)


def shopping(state: KingState, seat: int) -> tuple[Option, ...]:
    """All that `seat` can do in the buying step; only "done" if there is nothing else."""
    monster = state.monsters[seat]
    energy = monster.energy
    options: list[Option] = []
    for card in state.market:
        if card and (now := price(state, seat, card)) <= energy:
            options.append(text.buying(card, now))
    if energy >= SWEEP_PRICE and any(state.market):
        options.append(text.SWEEP)
    if monster.hooks & _BUY:
        options += called_for(state, seat, "buy")
    return (text.DONE, *options, *handy(state, seat, "buy")) if options else (text.DONE,)


async def sweep(play: KingPlay, seat: int) -> None:
    """All face-up cards go, new ones come, for 2 energy."""
    state = play.state
    monster = state.monsters[seat]
    monster.energy -= SWEEP_PRICE
    swept = [card for card in state.market if card]
    play.tell("sweeps", seat=seat, cards=tuple(swept), price=SWEEP_PRICE, now=monster.energy)
    state.discard += swept
    state.market = [""] * MARKET
    for slot in range(MARKET):
        await refill(play, slot)
    state.fresh, state.waived = [slot for slot in range(MARKET) if state.market[slot]], []
    state.phase = "offer"


async def offer(play: KingPlay) -> None:
    """Monsters with a card for that may buy what was just turned up, before anybody else."""
    state = play.state
    quick = (
        [seat for seat in alive(state) if state.monsters[seat].hooks & _REVEAL] if anybody(state, _REVEAL) else []
    )
    if quick in ([], [state.active]):  # whoever's turn it is needs no card to be first, if nobody else has one
        state.fresh = []
    if not state.fresh:
        for held, _ in having(state.monsters[state.active], _PEEKS):
            held.used = False
        state.phase = "buy"
        return
    for seat in quick:
        new = [state.market[slot] for slot in state.fresh if (seat, slot) not in state.waived]
        if any(price(state, seat, card) <= state.monsters[seat].energy for card in new):
            await snatch(play, seat, new)
            return
    state.fresh = []


async def snatch(play: KingPlay, seat: int, new: list[str]) -> None:
    """`seat` buys one of the cards that were just turned up, or lets them all go."""
    state = play.state

    def options() -> tuple[Option, ...]:
        prices = {card: price(state, seat, card) for card in new}
        energy = state.monsters[seat].energy
        return (text.PASS, *(text.buying(card, now) for card, now in prices.items() if now <= energy))

    choice = await decide(play, seat, "reveal", "snatch", options, lambda: text.snatch_prompt(state, new))
    if choice is not None and choice[0] == "buy":
        await buy_from_market(play, seat, str(choice[1]))
    else:
        state.waived += [(seat, slot) for slot in state.fresh]


async def sell(play: KingPlay) -> None:
    """Cards that do something after the buying are offered; and others, once these have paid for them."""
    state = play.state
    seat = state.active
    if cards := called_for(state, seat, "sell") + handy(state, seat, "sell"):
        choice = await Ask(seat, "sell", (text.DONE, *cards), text.SELL_PROMPT)
        if choice[0] == "use":
            await use(play, seat, choice)
            return
    state.phase = "end"
