"""Keep cards about buying, selling and copying cards."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from dicecup.games.king_of_tokyo import text
from dicecup.games.king_of_tokyo.cards.base import (
    DECK,
    Card,
    KingPlay,
    Moment,
    bit,
    energy,
    having,
    keep_cards,
    total,
)
from dicecup.games.king_of_tokyo.gains import clockwise_after, gain_energy
from dicecup.games.king_of_tokyo.market import arrives, cost, pay_price, peek, price
from dicecup.games.king_of_tokyo.offers import handy, use
from dicecup.games.king_of_tokyo.options import KingOptions
from dicecup.games.king_of_tokyo.possession import find, take_away, throw_away
from dicecup.games.king_of_tokyo.state import Held, KingState, Purchase
from dicecup.table import Ask, Away, Option, Pick
from dicecup.table.actions import Words


class MadeInALab(Card):
    name, cost, about = "Made in a Lab", 2, "cards"
    text = "When you buy, you may look at the top card of the deck and buy it."
    moments = ("buy",)

    def peeks(self, state: KingState, seat: int, held: Held) -> int:
        return 1

    def offers(self, state: KingState, seat: int, held: Held, moment: Moment) -> list[Option]:
        labs = having(state.monsters[seat], bit("peeks"))
        if labs[0][0] is not held:  # a second one lets its owner look deeper; the first offers everything
            return []
        if not self._deeper(state, seat) and (held.used or not self._seen(state, seat)):
            return []
        return [self.option(held, "look", text="look at the top card of the deck")]

    def ways(self, seats: int) -> Iterable[Words]:
        return [("look",), ("buy", 0), ("buy", 1)]  # a second one, by Mimic, lets its owner see two

    async def use(self, play: KingPlay, seat: int, held: Held, args: tuple[Any, ...]) -> None:
        if self._deeper(play.state, seat):
            await peek(play, seat)
        held.used = True  # until something is bought: then the owner may think again
        play.state.phase = "peeked"

    async def looked(self, play: KingPlay, seat: int, held: Held) -> None:
        seen = self._seen(play.state, seat)
        energy = play.state.monsters[seat].energy
        options = [
            self.option(held, "buy", place, text=f"buy {DECK[card].name} from the deck for {now}")
            for place, card in seen
            if (now := price(play.state, seat, card)) <= energy
        ]
        # Asked even when there is nothing to decide: else the others would learn something about the price.
        prompt = text.peeked_prompt([card for _, card in seen])
        more = handy(play.state, seat, "other")
        choice = await Ask(seat, "peeked", (text.LEAVE, *options, *more), prompt, private=True)
        if choice == text.LEAVE:
            return
        if choice in more:
            await use(play, seat, choice)
            play.state.phase = "peeked"  # asked again in a phase of its own: everybody knows what was used
            return
        card = play.state.top.pop(int(choice[3])).card
        paid = pay_price(play, seat, card)
        left = play.state.monsters[seat].energy
        play.tell("buys", reveals=True, seat=seat, card=card, price=paid, now=left)
        arrives(play.state, Purchase(seat=seat, card=card, paid=paid))

    def pick(self, state: KingState, seat: int, held: Held, args: tuple[Any, ...]) -> Pick:
        found = super().pick(state, seat, held, args)
        if args[:1] != ("buy",):
            return found
        card = state.top[args[1]].card
        return replace(found, card=card, price=energy(price(state, seat, card)))

    def unusable(self, state: KingState, seat: int, held: Held) -> str:
        return "you have already looked"

    def _seen(self, state: KingState, seat: int) -> list[tuple[int, str]]:
        """The cards on top of the deck that the owner knows, with their places."""
        return [(place, peeked.card) for place, peeked in enumerate(state.top) if seat in peeked.seen_by]

    def _deeper(self, state: KingState, seat: int) -> bool:
        """Whether the owner may look at a card that it does not know."""
        seen = len(self._seen(state, seat))
        more = len(state.top) > seen or bool(state.deck or state.discard)
        return more and seen < total(state, seat, "peeks")


class Metamorph(Card):
    name, cost, about = "Metamorph", 3, "cards"
    text = "At the end of your turn you may discard any of your keep cards for their cost in energy."
    moments = ("sell",)
    one_is_enough = True

    def text_in(self, options: KingOptions) -> str:
        paid = options.metamorph == "price-paid"
        return self.text.replace("their cost in energy", "the energy you paid for them") if paid else self.text

    def offers(self, state: KingState, seat: int, held: Held, moment: Moment) -> list[Option]:
        mine = state.monsters[seat].cards
        return [
            self.option(
                held, own.card, text=f"discard {DECK[own.card].name} for {self._refund(state, own)} energy"
            )
            for own in mine
        ]

    def ways(self, seats: int) -> Iterable[Words]:
        return [(card,) for card in keep_cards()]

    def _refund(self, state: KingState, own: Held) -> int:
        return own.paid if state.options.metamorph == "price-paid" else cost(state, own.card)

    async def use(self, play: KingPlay, seat: int, held: Held, args: tuple[Any, ...]) -> None:
        sold, card = find(play, seat, args[0])
        refund = self._refund(play.state, sold)
        play.tell("sold", seat=seat, card=card.name, price=refund)
        throw_away(play, seat, sold)
        gain_energy(play, seat, refund, self.name, fresh=False)

    def pick(self, state: KingState, seat: int, held: Held, args: tuple[Any, ...]) -> Pick:
        found = super().pick(state, seat, held, args)
        own = next((each for each in state.monsters[seat].cards if each.card in args), None)
        return replace(found, card=own.card, gives=f"{self._refund(state, own)} energy") if own else found


class Opportunist(Card):
    name, cost, about = "Opportunist", 3, "cards"
    text = "When a new card comes to the market, you may buy it before anybody else, on any turn."
    moments = ("reveal",)

    def unusable(self, state: KingState, seat: int, held: Held) -> str:
        return "buy the new card, or pass"


class ParasiticTentacles(Card):
    name, cost, about = "Parasitic Tentacles", 4, "cards"
    text = "When you buy, you may buy keep cards from other monsters, as they are; you pay them the cost."
    moments = ("buy",)
    one_is_enough = True

    def text_in(self, options: KingOptions) -> str:
        refilled = options.sold_counters == "refilled"
        return self.text.replace("as they are", "with all their counters") if refilled else self.text

    def offers(self, state: KingState, seat: int, held: Held, moment: Moment) -> list[Option]:
        energy = state.monsters[seat].energy
        return [
            self.option(
                held, other, theirs.card, text=f"buy {DECK[theirs.card].name} from {state.names[other]} for {now}"
            )
            for other in clockwise_after(state, seat)
            for theirs in state.monsters[other].cards
            if (now := price(state, seat, theirs.card)) <= energy
        ]

    def ways(self, seats: int) -> Iterable[Words]:
        return [(Away(step), card) for step in range(1, seats) for card in keep_cards()]

    async def use(self, play: KingPlay, seat: int, held: Held, args: tuple[Any, ...]) -> None:
        seller, name = args
        theirs, _ = find(play, seller, name)
        paid = pay_price(play, seat, name)
        left = play.state.monsters[seat].energy
        play.tell("takes_over", seat=seat, seller=seller, card=name, price=paid, now=left)
        gain_energy(play, seller, paid, self.name)
        take_away(play, seller, theirs)
        counters = theirs.counters if play.state.options.sold_counters == "come-along" else 0
        arrives(play.state, Purchase(seat=seat, card=name, paid=paid, counters=counters))

    def pick(self, state: KingState, seat: int, held: Held, args: tuple[Any, ...]) -> Pick:
        found = super().pick(state, seat, held, args)
        if not args:
            return found
        seller, card = args
        return replace(found, seat=seller, card=card, price=energy(price(state, seat, card)))

    def unusable(self, state: KingState, seat: int, held: Held) -> str:
        return "nobody else has a card that you can afford"
