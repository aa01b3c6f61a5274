"""A view of King of Tokyo in words."""

from collections.abc import Iterator
from typing import Final

from dicecup.games.king_of_tokyo.cards.base import DECK
from dicecup.games.king_of_tokyo.state import BAY, CITY, FACES, OUTSIDE
from dicecup.games.king_of_tokyo.view import CardView, DamageView, KingView
from dicecup.table.telling import called, dice

_PLACES: Final = {OUTSIDE: "outside Tokyo", CITY: "in Tokyo City", BAY: "in Tokyo Bay"}


def told(view: KingView) -> list[str]:
    """The turn, everybody's monster, the cards there are, and what each of them does."""
    return [*_course(view), *_monsters(view), *_cards(view)]


def _course(view: KingView) -> Iterator[str]:
    if unusual := view.options.in_words():
        yield f"House rules: {' '.join(unusual.values())}"
    then = called(view.names, view.round_seat)
    yield f"Turn {view.turn} of {called(view.names, view.active)}, phase {view.phase}; play goes on from {then}."
    yield f"Round the table: {', '.join(view.names[seat] for seat in view.order)}."
    if view.dice:
        yield f"Dice: {dice([FACES[die] for die in view.dice])}."
    fewer = f", {view.fewer_dice} dice fewer" if view.fewer_dice else ""
    yield f"Rolls: {view.rolls} made, {view.rolls_left} left{fewer}."
    if view.claws:
        yield f"Claws of this attack: {view.claws}."
    if view.hurt:
        yield "The monster whose turn it is has cost somebody hearts."
    if view.unresolved:
        yield f"Still to resolve: {', '.join(view.unresolved)}."
    if view.hearts_for:
        given = ", ".join(f"{view.names[seat]} {hearts}" for seat, hearts in enumerate(view.hearts_for))
        yield f"Heart dice: {view.hearts_left} still to use; so far {given}."
    elif view.hearts_left:
        yield f"Heart dice still to use: {view.hearts_left}."
    if view.incoming is not None:
        yield f"Damage on its way: {_damage(view, view.incoming)}."
    for what, packets in (("Damage for whoever stays", view.held_back), ("Damage left behind", view.parting)):
        if packets:
            yield f"{what}: {'; '.join(_damage(view, packet) for packet in packets)}."
    if view.deciding:
        yield f"May still yield: {', '.join(view.names[seat] for seat in view.deciding)}."
    if view.extra_turns:
        yield f"Extra turns to come: {', '.join(view.names[seat] for seat in view.extra_turns)}."
    if view.another_turn:
        yield f"{view.another_turn} offers another turn after this one."


def _damage(view: KingView, packet: DamageView) -> str:
    dealer = "" if packet.dealer is None else f" by {view.names[packet.dealer]}"
    more = "".join(f", {n} {what}" for n, what in ((packet.poison, "poison"), (packet.shrink, "shrink")) if n)
    claws = ", an attack by claws" if packet.claws else ""
    return f"{packet.amount} to {view.names[packet.target]}{dealer} ({packet.source}{claws}{more})"


def _monsters(view: KingView) -> Iterator[str]:
    for seat, monster in enumerate(view.monsters):
        counters = "".join(
            f", {what} counters: {n}" for n, what in ((monster.poison, "poison"), (monster.shrink, "shrink")) if n
        )
        safe = ", cannot be hurt this turn" if monster.untouchable else ""
        out = "out of the game, " if not monster.hearts else ""
        yield (
            f"{called(view.names, seat)}, {monster.character}: {out}{monster.hearts} of {monster.max_hearts} "
            f"hearts, {monster.stars} of 20 stars, {monster.energy} energy, {_PLACES[monster.place]}"
            f"{counters}{safe}. Cards: {', '.join(map(_held, monster.cards)) or 'none'}."
        )


def _held(held: CardView) -> str:
    notes = [f"copies {held.acts_as}"] * bool(held.acts_as)
    notes += [f"{held.counters} counters"] * bool(held.counters) + ["used"] * held.used + ["moved"] * held.moved
    notes += [f"paid {held.paid}"] * bool(held.paid)
    return f"{held.card} ({', '.join(notes)})" if notes else held.card


def _cards(view: KingView) -> Iterator[str]:
    if not view.options.cards:
        return
    yield f"Market: {', '.join(card or 'nothing' for card in view.market) or 'nothing'}."
    if view.fresh:
        yield f"Just turned up, in places {', '.join(map(str, view.fresh))} of the market."
    top = f"; on top: {', '.join(card or 'one that you have not seen' for card in view.top)}" if view.top else ""
    yield f"Deck: {view.deck} cards{top}. Discarded: {', '.join(view.discard) or 'none'}."
    here = {card for card in (*view.market, *view.top) if card}
    here |= {held.card for monster in view.monsters for held in monster.cards}
    for card in sorted(here):
        kind = "keep" if DECK[card].keep else "discard"
        yield f"{card} ({kind}, {DECK[card].cost_in(view.options)} energy): {DECK[card].text_in(view.options)}"
