"""Tokyo City and Tokyo Bay: who is there, going in, going out, and the Bay closing."""

from dicecup.games.king_of_tokyo.cards.base import KingPlay, bit, having
from dicecup.games.king_of_tokyo.gains import gain_energy, gain_stars
from dicecup.games.king_of_tokyo.state import BAY, CITY, OUTSIDE, KingState

_TOKYO_STARS, _YIELDED = bit("tokyo_stars"), bit("yielded")
BAY_NEEDS = 5


def occupant(state: KingState, place: str) -> int | None:
    """Who is there."""
    for seat, monster in enumerate(state.monsters):
        if monster.place == place:
            return seat
    return None


def bay_open(state: KingState) -> bool:
    """The Bay exists while five or six monsters live."""
    return sum(monster.hearts > 0 for monster in state.monsters) >= BAY_NEEDS


def _pays_energy(state: KingState) -> bool:
    return state.options.two_player == "energy" and len(state.monsters) == 2


def pay_for_staying(play: KingPlay, seat: int) -> None:
    """What Tokyo gives to a monster that holds it."""
    monster = play.state.monsters[seat]
    if not monster.in_tokyo:
        return
    if _pays_energy(play.state):
        gain_energy(play, seat, 1, "Tokyo")
    else:
        gain_stars(play, seat, 2, "Tokyo")
    if monster.hooks & _TOKYO_STARS:
        for held, card in having(monster, _TOKYO_STARS):
            gain_stars(play, seat, card.tokyo_stars(play.state, seat, held), card.called(held))


def free_place(state: KingState) -> str:
    """Where a monster would go in: City before Bay; OUTSIDE if both are taken."""
    places = [monster.place for monster in state.monsters]
    if CITY not in places:
        return CITY
    return BAY if BAY not in places and bay_open(state) else OUTSIDE


def go_in(play: KingPlay) -> None:
    """Whoever's turn it is goes into an empty Tokyo."""
    state = play.state
    seat = state.active
    if state.monsters[seat].place != OUTSIDE:
        return
    # A monster shrunk to no dice at all enters even so: when all are, nothing else would ever end the game.
    if state.options.enter == "with-claw" and not state.claws and state.dice:
        return
    place = free_place(state)
    if place != OUTSIDE:
        enter(play, seat, place)


def enter(play: KingPlay, seat: int, place: str) -> None:
    """Into Tokyo, for a star."""
    play.state.monsters[seat].place = place
    play.tell("enters", seat=seat, place=place)
    if _pays_energy(play.state):
        gain_energy(play, seat, 1, "entering Tokyo")
    else:
        gain_stars(play, seat, 1, "entering Tokyo")


def leave(play: KingPlay, seat: int, why: str) -> None:
    """Out of Tokyo."""
    monster = play.state.monsters[seat]
    play.tell("leaves", seat=seat, place=monster.place, why=why)
    monster.place = OUTSIDE


def yield_to(play: KingPlay, seat: int, taker: int) -> None:
    """Out of Tokyo because of an attack by `taker`: from the Bay it moves up now, from outside it enters later."""
    state = play.state
    monster = state.monsters[seat]
    place = monster.place
    leave(play, seat, "yields")
    takes = _takes(state, place, taker)
    if takes and state.monsters[taker].place == BAY:
        move(play, taker, place)
    if takes or (state.options.burrowing_yields == "every" and not state.monsters[taker].in_tokyo):
        for held, card in having(monster, _YIELDED):
            card.yielded(play, seat, held, taker)


def _takes(state: KingState, place: str, taker: int) -> bool:
    """Whether the attacker takes the place that was left just now. The City decides before the Bay does."""
    if state.monsters[taker].place == OUTSIDE:
        return free_place(state) == place
    return place == CITY and state.options.bay_attacker == "to-city"


def move(play: KingPlay, seat: int, place: str) -> None:
    """From one place in Tokyo to the other: no star for that."""
    play.state.monsters[seat].place = place
    play.tell("moves", seat=seat, place=place)


def close_bay(play: KingPlay) -> None:
    """When fewer than five live, the monster in the Bay goes to an empty City or outside, at once."""
    state = play.state
    seat = occupant(state, BAY)
    if seat is None or bay_open(state):
        return
    if occupant(state, CITY) is None and state.options.bay_closing == "to-city":
        state.monsters[seat].place = CITY
        play.tell("moves_up", seat=seat)
    else:
        leave(play, seat, "bay closes")
