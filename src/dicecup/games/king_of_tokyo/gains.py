"""Stars, hearts and energy coming and going, each with an event that says where from."""

from dicecup.games.king_of_tokyo.cards.base import KingPlay, bit, having
from dicecup.games.king_of_tokyo.state import GOAL, HEARTS, MOST_HEARTS, KingState, Monster

_MAX_HEARTS, _HEAL, _ENERGY = bit("max_hearts"), bit("heal_bonus"), bit("energy_bonus")


def max_hearts(monster: Monster) -> int:
    """The most hearts a monster can have now."""
    if not monster.hooks & _MAX_HEARTS:
        return HEARTS
    return min(MOST_HEARTS, HEARTS + sum(card.max_hearts(held) for held, card in having(monster, _MAX_HEARTS)))


def gain_stars(play: KingPlay, seat: int, amount: int, source: str) -> None:
    """Up to 20."""
    monster = play.state.monsters[seat]
    gained = min(amount, GOAL - monster.stars)
    if gained > 0:
        monster.stars += gained
        play.tell("stars", seat=seat, amount=gained, source=source, now=monster.stars)


def lose_stars(play: KingPlay, seat: int, amount: int, source: str) -> None:
    """Not below 0."""
    monster = play.state.monsters[seat]
    lost = min(amount, monster.stars)
    if lost > 0:
        monster.stars -= lost
        play.tell("stars", seat=seat, amount=-lost, source=source, now=monster.stars)


def gain_hearts(play: KingPlay, seat: int, amount: int, source: str) -> int:
    """One healing, cards that add to it included; returns how many hearts it brought."""
    monster = play.state.monsters[seat]
    if amount <= 0:
        return 0
    before = monster.hearts
    _add_hearts(play, seat, amount, source)
    if monster.hooks & _HEAL:
        for held, card in having(monster, _HEAL):
            _add_hearts(play, seat, card.heal_bonus(play.state, seat, held), card.called(held))
    return monster.hearts - before


def _add_hearts(play: KingPlay, seat: int, amount: int, source: str) -> None:
    monster = play.state.monsters[seat]
    gained = min(amount, max_hearts(monster) - monster.hearts)
    if gained > 0:
        monster.hearts += gained
        play.tell("hearts", seat=seat, amount=gained, source=source, now=monster.hearts)


def gain_energy(play: KingPlay, seat: int, amount: int, source: str, *, fresh: bool = True) -> None:
    """One gain of energy; cards that add to gains do so unless it is not `fresh`, only moved or given back."""
    monster = play.state.monsters[seat]
    if amount <= 0:
        return
    monster.energy += amount
    play.tell("energy", seat=seat, amount=amount, source=source, now=monster.energy)
    if fresh and monster.hooks & _ENERGY:
        for held, card in having(monster, _ENERGY):
            bonus = card.energy_bonus(play.state, seat, held)
            monster.energy += bonus
            play.tell("energy", seat=seat, amount=bonus, source=card.called(held), now=monster.energy)


def pay(play: KingPlay, seat: int, amount: int, purpose: str) -> None:
    """Energy spent."""
    monster = play.state.monsters[seat]
    assert 0 <= amount <= monster.energy, f"{amount} energy cannot be paid out of {monster.energy}"
    if amount:
        monster.energy -= amount
        play.tell("energy", seat=seat, amount=-amount, source=purpose, now=monster.energy)


def decided(state: KingState) -> bool:
    """Whether the game ends here: one monster is left at most, or 20 stars win at once."""
    return won(state) if state.options.win == "at-once" else _living(state) <= 1


def won(state: KingState) -> bool:
    """Whether somebody has won, if the turn ended now; or nobody is left to win."""
    return _living(state) <= 1 or any(each.hearts > 0 and each.stars >= GOAL for each in state.monsters)


def _living(state: KingState) -> int:
    return len([True for monster in state.monsters if monster.hearts > 0])


def alive(state: KingState) -> list[int]:
    """The seats still in the game, clockwise from the one whose turn it is."""
    order, monsters = state.order, state.monsters
    at = order.index(state.active)
    return [seat for seat in order[at:] + order[:at] if monsters[seat].hearts > 0]


def clockwise_after(state: KingState, seat: int) -> list[int]:
    """The other seats still in the game, from the left of `seat` round the table."""
    order, monsters = state.order, state.monsters
    at = order.index(seat)
    return [other for other in order[at + 1 :] + order[:at] if monsters[other].hearts > 0]


def left_of(state: KingState, seat: int) -> int:
    """The next seat still in the game, round the table."""
    order, monsters = state.order, state.monsters
    at = order.index(seat)
    while True:
        at = (at + 1) % len(order)
        if monsters[order[at]].hearts > 0:
            return order[at]


def key(play: KingPlay, seat: int, purpose: str) -> str:
    """The key of the next chance point of this turn that is not a roll of the turn's dice."""
    play.state.tally += 1
    return f"{play.state.turn}/{seat}/{purpose}/{play.state.tally}"
