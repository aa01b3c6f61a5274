"""The turn of King of Tokyo, phase by phase, from the first roll to the end of the game."""

from collections.abc import Coroutine
from typing import Any, Final

from dicecup.games.king_of_tokyo import dice, market, resolve, text
from dicecup.games.king_of_tokyo.cards.base import KingPlay, anybody, bit, having
from dicecup.games.king_of_tokyo.damage import deal
from dicecup.games.king_of_tokyo.gains import alive, clockwise_after, decided, left_of, won
from dicecup.games.king_of_tokyo.offers import MOMENTS, decide
from dicecup.games.king_of_tokyo.state import BLACK_DICE, CLAW, GOAL, KingState, Packet
from dicecup.games.king_of_tokyo.tokyo import pay_for_staying
from dicecup.table import OVER, Ask, Roll
from dicecup.table.state import Phase

_STARTS, _ENDS, _EXTRA = bit("turn_starts"), bit("turn_ends"), bit("extra_turn")
_AT_START = MOMENTS["start"]
_ALL = tuple(range(BLACK_DICE))


async def begin(play: KingPlay) -> None:
    """The market opens; then somebody has to begin."""
    state = play.state
    if state.options.cards:
        await market.open_market(play)
    if state.options.start == "seat-order":
        _start_turn(state, state.order[0])
        return
    state.contenders = list(state.order)
    state.rolled = [[] for _ in state.monsters]
    state.phase = "order"


async def order(play: KingPlay) -> None:
    """The first roll: one monster after the other; ties roll again."""
    state = play.state
    seat = state.contenders[0]
    await Ask(seat, "order", text.ROLL, text.ORDER_PROMPT)
    rounds = state.rolled[seat]
    faces = await Roll(f"0/{seat}/order/{len(rounds) + 1}", _ALL)
    rounds.append(faces.count(CLAW))
    play.tell("order_roll", seat=seat, dice=faces, claws=rounds[-1])
    state.contenders.pop(0)
    if state.contenders:
        return
    ranking = sorted(range(len(state.monsters)), key=lambda each: state.rolled[each], reverse=True)
    tied = [each for each in ranking if sum(state.rolled[other] == state.rolled[each] for other in ranking) > 1]
    if state.options.turn_order == "clockwise":
        tied = [each for each in tied if state.rolled[each] == state.rolled[ranking[0]]]
    if tied:
        state.contenders = sorted(tied)
        play.tell("order_tie", seats=tuple(tied))
        return
    if state.options.turn_order == "by-roll":
        state.order = ranking
        play.tell("seated", seats=tuple(ranking))
    play.tell("begins", seat=ranking[0])
    state.rolled = []
    state.round_seat = ranking[0]
    _start_turn(state, ranking[0])


def _start_turn(state: KingState, seat: int, fewer_dice: int = 0) -> None:
    state.turn += 1
    state.active = seat
    state.fewer_dice = fewer_dice
    state.dice, state.rolls, state.rolls_left, state.claws, state.tally = [], 0, 0, 0, 0
    state.unresolved, state.held_back, state.deciding, state.parting = [], [], [], []
    state.fresh, state.waived, state.another_turn = [], [], ""
    state.hurt = state.shaken = state.meddled = False
    for monster in state.monsters:
        monster.untouchable = ""
        for held in monster.cards:
            held.used = held.moved = False
    state.phase = "start"


async def start(play: KingPlay) -> None:
    """Cards that pay at the start, the stars of Tokyo, and cards that want to be set before the roll."""
    state = play.state
    seat = state.active
    monster = state.monsters[seat]
    play.tell("turn", seat=seat, turn=state.turn)
    if monster.hooks & _STARTS:
        for held, card in having(monster, _STARTS):
            card.turn_starts(play, seat, held)
    if monster.in_tokyo and state.options.tokyo_stars == "start":
        pay_for_staying(play, seat)
        if decided(state):
            state.phase = "roll"
            return
    if monster.hooks & _AT_START:
        await decide(play, seat, "start", "start", lambda: (text.GO_ON,), lambda: text.START_PROMPT)
    state.phase = "roll"
    await dice.roll(play)


async def end(play: KingPlay) -> None:
    """Cards that speak at the end of a turn, in the order they were bought; then poison."""
    state = play.state
    active = state.active
    if anybody(state, _ENDS):
        for seat in alive(state):
            for held, card in having(state.monsters[seat], _ENDS):
                card.turn_ends(play, seat, held)
    monster = state.monsters[active]
    state.phase = "after"
    if monster.poison and not decided(state):
        await deal(play, [Packet(target=active, amount=monster.poison, source="poison")])
    if state.options.tokyo_stars == "end" and monster.alive:
        pay_for_staying(play, active)
    if not (state.another_turn or monster.hooks & _EXTRA):
        _pass_on(play)


async def after(play: KingPlay) -> None:
    """An extra turn by a card, if nobody has won; or the next monster's."""
    state = play.state
    active = state.active
    monster = state.monsters[active]
    if monster.alive and not won(state) and (granting := state.another_turn or _bought_turn(play)):
        prompt = text.extra_turn_prompt(granting)
        choice = await decide(play, active, "other", "extra turn", lambda: text.EXTRA_OR_NOT, lambda: prompt)
        if choice == text.EXTRA_TURN:
            play.tell("frozen_turn", seat=active, card=granting)
            _start_turn(state, active, state.fewer_dice + 1)
            return
    _pass_on(play)


def _bought_turn(play: KingPlay) -> str:
    """The card that gives another turn for these dice, though it came only when they had scored."""
    active = play.state.active
    found = having(play.state.monsters[active], _EXTRA)
    return next((card.called(held) for held, card in found if card.extra_turn(play.state, active, held)), "")


def _pass_on(play: KingPlay) -> None:
    """Has anybody won? If not: an extra turn granted before, or the next monster's."""
    state = play.state
    if won(state):
        finish(play)
        return
    while state.extra_turns:
        seat = state.extra_turns.pop(0)
        if state.monsters[seat].alive:
            play.tell("extra_turn", seat=seat)
            _start_turn(state, seat)
            return
    state.round_seat = left_of(state, state.round_seat)
    _start_turn(state, state.round_seat)


def winners(state: KingState) -> tuple[int, ...]:
    """Who has 20 stars and lives, or is the only one alive; several share, unless a house rule says otherwise."""
    living = alive(state) if state.monsters[state.active].alive else clockwise_after(state, state.active)
    with_stars = [seat for seat in living if state.monsters[seat].stars >= GOAL]
    if with_stars:
        return tuple(with_stars[:1] if state.options.tie == "active-first" else sorted(with_stars))
    return tuple(living) if len(living) == 1 else ()


def finish(play: KingPlay) -> None:
    """The game is over."""
    state = play.state
    state.phase = OVER
    play.tell("finished", winners=winners(state), stars=tuple(m.stars for m in state.monsters))


async def _cut_short(play: KingPlay) -> None:
    """Somebody has won in mid-turn, or the monster whose turn it was is no more."""
    play.state.shaken = False
    if won(play.state):
        finish(play)
    else:
        play.state.phase = "after"


def _guarded(rule: Phase[KingState]) -> Phase[KingState]:
    """A phase of a turn begins only if there is still a turn."""

    def phase(play: KingPlay) -> Coroutine[Any, Any, None]:
        state = play.state
        if state.shaken or state.options.win == "at-once":
            if decided(state) or not state.monsters[state.active].alive:
                return _cut_short(play)
            state.shaken = False
        return rule(play)

    return phase


PHASES: Final[dict[str, Phase[KingState]]] = {
    "begin": begin,
    "order": order,
    "start": start,
    "roll": _guarded(dice.roll),
    "dice": dice.dice,
    "probe": dice.probe,
    "change": dice.change,
    "resolve": resolve.resolve,
    "resolve_one": _guarded(resolve.resolve_one),
    "attack": _guarded(resolve.attack),
    "yield": _guarded(resolve.yielding),
    "enter": _guarded(resolve.entering),
    "buy": _guarded(market.buy),
    "peeked": market.peeked,
    "arrive": market.arrive,
    "offer": _guarded(market.offer),
    "sell": _guarded(market.sell),
    "end": _guarded(end),
    "after": after,
}
