"""Resolving the dice: stars, hearts, energy; then the attack, and who yields to it."""

from typing import Final

from dicecup.games.king_of_tokyo import text
from dicecup.games.king_of_tokyo.cards.base import DECK, KingPlay, bit, having, total
from dicecup.games.king_of_tokyo.damage import deal, packet_of, stopped
from dicecup.games.king_of_tokyo.gains import (
    clockwise_after,
    decided,
    gain_energy,
    gain_hearts,
    gain_stars,
    max_hearts,
)
from dicecup.games.king_of_tokyo.offers import MOMENTS, called_for, decide, handy, use
from dicecup.games.king_of_tokyo.state import (
    BAY,
    CITY,
    CLAW,
    ENERGY,
    HEART,
    ONE,
    OUTSIDE,
    THREE,
    KingState,
    Packet,
)
from dicecup.games.king_of_tokyo.tokyo import go_in, occupant, yield_to
from dicecup.table import Ask, Option, Play
from dicecup.table.event import Voice

KINDS: Final = ("stars", "hearts", "energy", "claws")
_SCORED, _SPENT = bit("dice_scored"), bit("hearts_spent")
_CLAWS, _MORE, _ATTACKS, _HITS_ALL, _BURNS = (
    bit(hook) for hook in ("claws", "more_claws", "attacks", "hits_all", "burns")
)
_HOLDS = bit("holds_damage")
_HEARTS = MOMENTS["hearts"] | _SPENT


async def resolve(play: KingPlay) -> None:
    """All dice are used: by default stars with their bonuses, hearts, energy, claws."""
    state = play.state
    if state.options.dice_order == "choose":
        state.unresolved = [kind for kind in KINDS if _shown(play, kind)]
        state.phase = "resolve_one"
        return
    _score(play)
    if decided(state):
        state.phase = "enter"
        return
    dice = state.dice
    if HEART in dice:
        await _hearts(play)
    if ENERGY in dice:
        _energy(play)
    if CLAW in dice or state.monsters[state.active].hooks & _CLAWS:
        await attack(play)
    else:
        _after_attack(play)


async def resolve_one(play: KingPlay) -> None:
    """The roller chooses what resolves next, among what would do something; the rest waits for its turn."""
    state = play.state
    kinds = state.unresolved
    if not kinds:
        state.phase = "enter"
        return
    useful = [kind for kind in kinds if _useful(play, kind)]
    kind = (useful or kinds)[0]
    if len(useful) > 1:
        options = (*(text.RESOLVE[kind] for kind in useful), *handy(state, state.active, "other"))
        choice = await Ask(state.active, "resolve", options, text.RESOLVE_PROMPT)
        if choice[0] == "use":
            await use(play, state.active, choice)
            return
        kind = str(choice[1])
    kinds.remove(kind)
    if kind == "stars":
        _score(play)
    elif kind == "hearts":
        await _hearts(play)
    elif kind == "energy":
        _energy(play)
    else:
        await attack(play)


def _shown(play: KingPlay, kind: str) -> bool:
    state = play.state
    if kind == "claws" and state.monsters[state.active].hooks & _CLAWS:
        return True
    faces = {"stars": range(ONE, THREE + 1), "hearts": (HEART,), "energy": (ENERGY,), "claws": (CLAW,)}[kind]
    return any(die in faces for die in state.dice)


def _useful(play: KingPlay, kind: str) -> bool:
    """Whether dice of this kind would do anything now."""
    if kind == "stars":
        return _would_score(play)
    if kind == "hearts":
        return _hearts_help(play)
    return kind == "energy" or _would_hit(play)


def _would_score(play: KingPlay) -> bool:
    """Tried out on a copy: cards may give stars, or another turn, for any pattern."""
    state = play.state
    trial = Play(state.clone(), Voice(state.names, {}), [])
    trial.quiet = True
    _score(trial)
    return trial.state.another_turn != state.another_turn or (
        trial.state.monsters[state.active].stars > state.monsters[state.active].stars
    )


def _hearts_help(play: KingPlay) -> bool:
    state = play.state
    seat = state.active
    monster = state.monsters[seat]
    if monster.place == OUTSIDE and (monster.poison or monster.shrink or monster.hearts < max_hearts(monster)):
        return True
    if not monster.hooks & MOMENTS["hearts"]:
        return False
    state.hearts_for = [0] * len(state.monsters)
    found = called_for(state, seat, "hearts")
    state.hearts_for = []
    return bool(found)


def _would_hit(play: KingPlay) -> bool:
    """Whether there are claws, and anybody whom they reach, or a card that goes by them."""
    state = play.state
    seat = state.active
    me = state.monsters[seat]
    rolled = state.dice.count(CLAW)
    claws = rolled + sum(card.claws(state, seat, held, rolled) for held, card in having(me, _CLAWS))
    if claws and targets(play):
        return True
    by_claws = _ATTACKS | (_BURNS if state.options.fire_breathing == "neighbours" else 0)
    return bool(me.hooks & by_claws and (claws if state.options.virtual_claws == "count" else rolled))


def _score(play: KingPlay) -> None:
    state = play.state
    seat = state.active
    dice = state.dice
    for face in (1, 2, 3):
        if (count := dice.count(face)) >= 3:
            gain_stars(play, seat, face + count - 3, f"{count} x {face}")
    if state.monsters[seat].hooks & _SCORED:
        counts = [dice.count(face) for face in range(7)]
        if state.options.virtual_claws == "count":
            added = having(state.monsters[seat], _CLAWS)
            counts[CLAW] += sum(card.claws(state, seat, held, dice.count(CLAW)) for held, card in added)
        for held, card in having(state.monsters[seat], _SCORED):
            card.dice_scored(play, seat, held, counts)


async def _hearts(play: KingPlay) -> None:
    """Each heart die heals, or takes off a counter, or goes where a card lets it; in Tokyo they do neither."""
    state = play.state
    seat = state.active
    monster = state.monsters[seat]
    hearts = state.dice.count(HEART)
    if not (monster.poison or monster.shrink or monster.hooks & _HEARTS):
        if monster.place == OUTSIDE:
            gain_hearts(play, seat, hearts, "dice")
        return
    state.hearts_for = [0] * len(state.monsters)
    for left in range(hearts, 0, -1):
        own: tuple[Option, ...] = ()
        if not monster.in_tokyo:
            own = (
                text.HEAL,
                *((text.CURE_POISON,) if monster.poison else ()),
                *((text.CURE_SHRINK,) if monster.shrink else ()),
            )
        cards = called_for(state, seat, "hearts")
        if not own and not cards:
            break
        if not cards and len(own) == 1:
            state.hearts_for[seat] += left
            break
        unused = () if own else (text.WASTE,)
        state.hearts_left = left
        options = (*own, *unused, *cards, *handy(state, seat, "hearts"))
        while (choice := await Ask(seat, "hearts", options, text.hearts_prompt(left)))[0] == "use":
            await use(play, seat, choice)
            if choice in cards:
                break
            options = (*own, *unused, *cards, *handy(state, seat, "hearts"))
        _spend_heart(play, choice)
    gain_hearts(play, seat, state.hearts_for[seat], "dice")
    if monster.hooks & _SPENT:
        for held, card in having(monster, _SPENT):
            await card.hearts_spent(play, seat, held)
    state.hearts_for, state.hearts_left = [], 0


def _spend_heart(play: KingPlay, choice: Option) -> None:
    state = play.state
    monster = state.monsters[state.active]
    if choice == text.HEAL:
        state.hearts_for[state.active] += 1
    elif choice == text.CURE_POISON:
        monster.poison -= 1
        play.tell("cured", seat=state.active, counter="poison")
    elif choice == text.CURE_SHRINK:
        monster.shrink -= 1
        play.tell("cured", seat=state.active, counter="shrink")


def _energy(play: KingPlay) -> None:
    gain_energy(play, play.state.active, play.state.dice.count(ENERGY), "dice")


def targets(play: KingPlay) -> list[int]:
    """Whom the claws of the active monster reach."""
    state = play.state
    seat = state.active
    return clockwise_after(state, seat) if state.monsters[seat].hooks & _HITS_ALL else _within_reach(state, seat)


def _within_reach(state: KingState, seat: int) -> list[int]:
    me = state.monsters[seat]
    others = clockwise_after(state, seat)
    if state.options.bay == "separate":
        return [other for other in others if state.monsters[other].place != me.place]
    if me.place == OUTSIDE:
        return [other for other in others if state.monsters[other].place != OUTSIDE]
    return [other for other in others if state.monsters[other].place == OUTSIDE]


async def attack(play: KingPlay) -> None:
    """Claws, rolled and added, hurt everybody they reach; what waits for a decision to yield is held back."""
    state = play.state
    seat = state.active
    me = state.monsters[seat]
    rolled = claws = state.dice.count(CLAW)
    if me.hooks & _CLAWS:
        for held, card in having(me, _CLAWS):
            claws += _added(play, card.called(held), card.claws(state, seat, held, rolled))
    enabling = claws if state.options.virtual_claws == "count" else rolled
    if enabling and me.hooks & _MORE:
        for held, card in having(me, _MORE):
            claws += _added(play, card.called(held), card.more_claws(state, seat, held))
    state.claws = claws
    if claws:
        await _strike(play, claws, enabling)
    if state.deciding or state.held_back:
        state.phase = "yield"
    else:
        _after_attack(play)


def _added(play: KingPlay, card: str, claws: int) -> int:
    if claws:
        play.tell("more_claws", seat=play.state.active, card=card, amount=claws)
    return claws


def _after_attack(play: KingPlay) -> None:
    state = play.state
    if state.unresolved:
        state.phase = "resolve_one"
    elif state.shaken or state.options.win == "at-once":
        state.phase = "enter"  # if there is still a turn: the start of a phase sees to that
    else:
        _enter(play)


def _enter(play: KingPlay) -> None:
    play.state.phase = "buy" if play.state.options.cards else "end"
    go_in(play)


async def entering(play: KingPlay) -> None:
    """Whoever's turn it is goes into an empty Tokyo."""
    _enter(play)


async def _strike(play: KingPlay, claws: int, enabling: int) -> None:
    state = play.state
    seat = state.active
    me = state.monsters[seat]
    if enabling and me.hooks & _ATTACKS:
        for held, card in having(me, _ATTACKS):
            card.attacks(play, seat, held)
    weak = CLAW not in state.dice and not _real_attack(play)
    if weak:
        state.claws = 0
    reached = tuple(targets(play))
    packets = [packet_of(play, seat, target, claws, claws=not weak) for target in reached]
    if reached:
        if me.hooks & _HITS_ALL:
            _tell_reach(play, reached)
        play.tell("attacks", seat=seat, claws=claws, targets=reached)
    if enabling and me.hooks & _BURNS:
        packets = _burn(play, packets)
    if not packets:
        return
    now = []
    for packet in packets:
        monster = state.monsters[packet.target]
        if monster.hooks & _HOLDS and packet.claws and monster.in_tokyo and not stopped(play, packet):
            held, card = having(monster, _HOLDS)[0]
            packet.held_by = card.called(held)
            state.held_back.append(packet)
        else:
            now.append(packet)
    # Decided before anybody dies, for the cards of the dead may be gone: whoever is attacked there may yield.
    attacked = [each.target for each in packets if each.claws and state.monsters[each.target].place != OUTSIDE]
    hit = await deal(play, now)
    if attacked:
        hit += [packet.target for packet in state.held_back]
        for place in (CITY, BAY):
            there = occupant(state, place)
            if there in attacked and there in hit:
                state.deciding.append(there)


def _real_attack(play: KingPlay) -> bool:
    """Whether there is more to an attack without rolled claws than damage that a house rule does not call one."""
    state = play.state
    seat = state.active
    if state.options.virtual_claws == "rolled-only":
        return False
    return state.options.acid_attack == "claw" or any(
        card.claws(state, seat, held, 0)
        for held, card in having(state.monsters[seat], _CLAWS)
        if not DECK[held.acts_as or held.card].mere_damage
    )


def _tell_reach(play: KingPlay, reached: tuple[int, ...]) -> None:
    """A card may let the claws go further than they would."""
    state = play.state
    seat = state.active
    near = _within_reach(state, seat)
    beyond = tuple(target for target in reached if target not in near)
    if beyond:
        held, card = having(state.monsters[seat], _HITS_ALL)[0]
        play.tell("reaches", seat=seat, card=card.called(held), targets=beyond)


def _burn(play: KingPlay, attack: list[Packet]) -> list[Packet]:
    """The attack with what a card adds for the neighbours, clockwise."""
    state = play.state
    packets = {packet.target: packet for packet in attack}
    seat = state.active
    amount = total(state, seat, "burns")
    around = clockwise_after(state, seat)
    burnt = list(dict.fromkeys((around[0], around[-1]))) if around else []
    if state.options.fire_breathing == "attacked":
        burnt = [neighbour for neighbour in burnt if neighbour in packets]
    if not burnt:
        return attack
    held, card = having(state.monsters[seat], _BURNS)[0]
    source = card.called(held)
    play.tell("burns", seat=seat, card=source, amount=amount, targets=tuple(burnt))
    for neighbour in burnt:
        if neighbour in packets:
            packets[neighbour].amount += amount
        else:
            packets[neighbour] = packet_of(play, seat, neighbour, amount, source)
    return [packets[target] for target in around if target in packets]


async def yielding(play: KingPlay) -> None:
    """Each monster hit in Tokyo stays or yields, City first; then comes what those who left have prepared."""
    state = play.state
    state.deciding = [seat for seat in state.deciding if state.monsters[seat].place != OUTSIDE]
    if not state.deciding:
        # What was held back for a monster whom the closing of the Bay has put outside is not escaped.
        last, state.held_back, state.parting = [*state.held_back, *state.parting], [], []
        if last:
            await deal(play, last)
        _after_attack(play)
        return
    seat = state.deciding[0]
    waiting = [packet for packet in state.held_back if packet.target == seat]

    def options() -> tuple[Option, ...]:
        """Nobody leaves because of an attack that costs nothing."""
        harmless = waiting and all(stopped(play, packet) for packet in waiting)
        return (text.STAY,) if harmless else text.STAY_OR_YIELD

    choice = await decide(play, seat, "yield", "yield", options, lambda: text.yield_prompt(state, seat))
    state.deciding.remove(seat)
    state.held_back = [packet for packet in state.held_back if packet.target != seat]
    if choice is not None and choice[0] == "yield":
        for packet in waiting:
            play.tell("escaped", seat=seat, card=packet.held_by, amount=packet.amount)
        yield_to(play, seat, state.active)
    else:
        play.tell("stays", seat=seat)
        if waiting:
            await deal(play, waiting)
    if not (state.deciding or state.held_back or state.parting):
        _after_attack(play)
