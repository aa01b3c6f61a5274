"""Damage: packets on their way, what stops them, hearts lost, and monsters that die."""

from dicecup.games.king_of_tokyo import text
from dicecup.games.king_of_tokyo.cards.base import KingPlay, bit, having
from dicecup.games.king_of_tokyo.gains import clockwise_after
from dicecup.games.king_of_tokyo.offers import MOMENTS, decide
from dicecup.games.king_of_tokyo.possession import throw_away
from dicecup.games.king_of_tokyo.state import OUTSIDE, Monster, Packet
from dicecup.games.king_of_tokyo.tokyo import close_bay

_SHIELD, _ABSORB, _HURT = bit("shield"), bit("absorb"), bit("hurt")
_DEFENDS = _SHIELD | _ABSORB | MOMENTS["react"]
_DEATH_SEEN, _RESCUE, _MARKS = bit("death_seen"), bit("rescue"), bit("marks")


async def deal(play: KingPlay, packets: list[Packet]) -> list[int]:
    """Let the targets react in turn, then take the hearts of all together; returns who lost some."""
    monsters = play.state.monsters
    for packet in packets:
        target = monsters[packet.target]
        if target.hearts > 0 and (target.untouchable or target.hooks & _DEFENDS):
            play.state.incoming = packet
            await _defend(play, packet)
            play.state.incoming = None
    lost = [packet.target for packet in packets if packet.amount > 0 and _lose_hearts(play, packet)]
    dead = [seat for seat in dict.fromkeys(lost) if not monsters[seat].alive]
    if dead:
        _die(play, dead)
    return lost


async def deal_card_damage(play: KingPlay, dealer: int, targets: list[int], amount: int, source: str) -> None:
    """Damage by a card: not an attack, so nobody may yield to it."""
    await deal(play, [packet_of(play, dealer, seat, amount, source) for seat in targets])


def packet_of(
    play: KingPlay, dealer: int, target: int, amount: int, source: str = "claws", *, claws: bool = False
) -> Packet:
    """Damage on its way, with the counters that the dealer's cards put on what it deals to others.

    It may wait for a decision and find those cards gone: what they have put on it stays.
    """
    packet = Packet(target=target, amount=amount, dealer=dealer, source=source, claws=claws)
    if dealer != target and play.state.monsters[dealer].hooks & _MARKS:
        for held, card in having(play.state.monsters[dealer], _MARKS):
            card.marks(play, dealer, held, packet)
            if card.called(held) not in packet.marked_by:
                packet.marked_by += (card.called(held),)
    return packet


def stopped(play: KingPlay, packet: Packet) -> bool:
    """Whether it does nothing as it stands, without anybody deciding anything."""
    monster = play.state.monsters[packet.target]
    return monster.untouchable != "" or any(
        card.would_absorb(held, packet.amount) for held, card in having(monster, _ABSORB)
    )


async def _defend(play: KingPlay, packet: Packet) -> None:
    seat = packet.target
    monster = play.state.monsters[seat]
    if monster.hooks & _SHIELD:
        for held, card in having(monster, _SHIELD):
            if packet.amount > 0 and not stopped(play, packet):
                await card.shield(play, seat, held, packet)
    if packet.amount > 0 and not stopped(play, packet):
        await decide(
            play,
            seat,
            "react",
            "react",
            lambda: () if stopped(play, packet) else (text.TAKE,),
            lambda: text.react_prompt(play.state, packet),
        )
    if packet.amount <= 0:
        return
    if monster.untouchable:
        play.tell("untouched", seat=seat, card=monster.untouchable, amount=packet.amount)
        packet.amount = 0
        return
    if monster.hooks & _ABSORB:
        for held, card in having(monster, _ABSORB):
            card.absorb(play, seat, held, packet)


def _lose_hearts(play: KingPlay, packet: Packet) -> int:
    state = play.state
    seat, dealer = packet.target, packet.dealer
    monster = state.monsters[seat]
    lost = min(packet.amount, monster.hearts)
    if not lost:
        return 0
    monster.hearts -= lost
    play.tell("hurt", seat=seat, amount=lost, dealer=dealer, source=packet.source, now=monster.hearts)
    if dealer == state.active and (dealer != seat or state.options.herbivore == "anybody"):
        state.hurt = True
    if monster.hearts > 0:
        if packet.poison or packet.shrink:
            monster.poison += packet.poison
            monster.shrink += packet.shrink
            cards = packet.marked_by
            play.tell("marked", seat=seat, cards=cards, poison=packet.poison, shrink=packet.shrink)
        if monster.hooks & _HURT:
            for held, card in having(monster, _HURT):
                card.hurt(play, seat, held, lost)
    return lost


def _die(play: KingPlay, dead: list[int]) -> None:
    """At 0 hearts: others profit, a card may save the monster, else it is out.

    All die at the same time: what becomes of the cards of one changes nothing for the others.
    """
    state = play.state
    for seat in dead:
        for other in clockwise_after(state, seat):
            for held, card in having(state.monsters[other], _DEATH_SEEN):
                card.death_seen(play, other, held, seat)
    saved = {seat: (held.clone(), card) for seat in dead for held, card in having(state.monsters[seat], _RESCUE)}
    for seat in dead:
        if seat in saved:
            held, card = saved[seat]
            card.rescue(play, seat, held)
        else:
            _eliminate(play, seat)
    close_bay(play)


def _eliminate(play: KingPlay, seat: int) -> None:
    monster = play.state.monsters[seat]
    play.tell("eliminated", seat=seat)
    play.state.shaken = True
    lose_everything(play, monster, seat)
    monster.energy = monster.poison = monster.shrink = 0
    monster.place = OUTSIDE


def lose_everything(play: KingPlay, monster: Monster, seat: int) -> None:
    """All cards of a monster go to the discard pile."""
    for held in list(monster.cards):
        if held in monster.cards:
            throw_away(play, seat, held)
