"""Rolling: how many dice, keeping and re-rolling, other monsters' probes, changing dice."""

from collections.abc import Sequence
from functools import cache

from dicecup.games.king_of_tokyo import text
from dicecup.games.king_of_tokyo.cards.base import KingPlay, anybody, bit, having, total
from dicecup.games.king_of_tokyo.gains import clockwise_after, key
from dicecup.games.king_of_tokyo.offers import ANY_TIME, MOMENTS, called_for, decide, handy, use
from dicecup.games.king_of_tokyo.state import BLACK_DICE, MOST_DICE, ROLLS, KingState
from dicecup.table import Ask, Option, Roll

_DICE, _ROLLS, _AGAIN = bit("dice"), bit("rolls"), bit("rolls_again")
_ROLLING, _PROBE, _CHANGE = MOMENTS["rolling"], MOMENTS["probe"], MOMENTS["change"]
_WITH_CARDS = _ROLLING | ANY_TIME
_SLOTS = [tuple(range(dice)) for dice in range(MOST_DICE + 1)]


def dice_to_roll(state: KingState) -> int:
    """How many dice the monster whose turn it is has."""
    monster = state.monsters[state.active]
    dice = BLACK_DICE - monster.shrink - state.fewer_dice
    if monster.hooks & _DICE:
        dice += total(state, state.active, "dice")
    return dice if 0 < dice <= MOST_DICE else max(0, min(dice, MOST_DICE))


async def roll(play: KingPlay) -> None:
    """The first roll of a turn, with all dice; a monster shrunk to none has nothing to roll."""
    state = play.state
    seat = state.active
    monster = state.monsters[seat]
    dice = dice_to_roll(state)
    state.dice = []
    if not dice:
        play.tell("no_dice", seat=seat)
        state.phase = "resolve"
        return
    if monster.hooks & ANY_TIME:
        choice = await Ask(seat, "roll", text.ROLL + handy(state, seat, "rolling"), text.ROLL_PROMPT)
    else:
        choice = await text.rolling(seat)
    if choice[0] == "use":
        await use(play, seat, choice)
        return
    state.rolls = 1
    state.rolls_left = ROLLS - 1
    if monster.hooks & (_DICE | _ROLLS):
        for held, card in having(monster, _DICE):
            play.tell("more_dice", seat=seat, card=card.called(held), amount=card.dice(state, seat, held))
        for held, card in having(monster, _ROLLS):
            more = card.rolls(state, seat, held)
            state.rolls_left += more
            play.tell("more_rolls", seat=seat, card=card.called(held), amount=more)
    if monster.shrink:
        play.tell("shrunk", seat=seat, counters=monster.shrink)
    slots = _SLOTS[dice]
    faces = await Roll(f"{state.turn}/{seat}/roll/1", slots)
    state.dice = list(faces)
    play.tell("rolled", seat=seat, dice=faces, slots=slots)
    state.phase = "probe" if state.options.probe == "every-roll" and _probers(state) else "dice"


async def dice(play: KingPlay) -> None:
    """Keep some dice and roll the rest, use a card, or stop."""
    state = play.state
    seat = state.active
    hooks = state.monsters[seat].hooks
    dice, left = state.dice, state.rolls_left
    count = len(dice)
    if hooks & _WITH_CARDS:
        cards = called_for(state, seat, "rolling")
        if not left and not cards:
            state.phase = _after_rolling(state)
            return
        keeps = text.keeps(count) if left else text.keeps(count)[-1:]
        options = keeps + cards + handy(state, seat, "rolling")
        choice = await Ask(seat, "dice", options, text.dice_prompt(left))
        if choice[0] == "use":
            await use(play, seat, choice)
            return
        state.meddled = False  # whatever was done to the dice, the roller has seen it
    elif left:
        choice = await text.keeping(seat, count, left)
    else:
        state.phase = _after_rolling(state)
        return
    slots = _rest(choice, count)
    if not slots:
        state.phase = _after_rolling(state)
        return
    state.rolls += 1
    state.rolls_left -= 1
    new = await Roll(f"{state.turn}/{seat}/roll/{state.rolls}", slots)
    for slot, die in zip(slots, new, strict=True):
        dice[slot] = die
    play.tell("rolled", seat=seat, dice=tuple(dice), slots=slots)
    if state.options.probe == "every-roll" and _probers(state):
        state.phase = "probe"
    elif not state.rolls_left and not hooks & _ROLLING:
        state.phase = _after_rolling(state)


@cache
def _rest(keep: Option, count: int) -> tuple[int, ...]:
    return tuple(slot for slot in range(count) if slot not in keep[1:])


def _probers(state: KingState) -> list[int]:
    if not anybody(state, _PROBE):
        return []
    return [seat for seat in clockwise_after(state, state.active) if state.monsters[seat].hooks & _PROBE]


def _after_rolling(state: KingState) -> str:
    state.rolls_left = 0
    if state.options.probe == "last-roll" and _probers(state):
        return "probe"
    return "change" if state.monsters[state.active].hooks & _CHANGE else "resolve"


async def probe(play: KingPlay) -> None:
    """The other monsters, clockwise, may meddle with the dice."""
    state = play.state
    for seat in _probers(state):
        await decide(play, seat, "probe", "probe", lambda: (text.PASS,), lambda: text.probe_prompt(state))
    if state.rolls_left or state.options.probe == "every-roll":
        state.phase = "dice"
    else:
        state.phase = "change" if state.monsters[state.active].hooks & _CHANGE else "resolve"


async def change(play: KingPlay) -> None:
    """The roller may change dice with cards, as often as they allow."""
    state = play.state
    seat = state.active
    if cards := called_for(state, seat, "change"):
        options = (text.DONE, *cards, *handy(state, seat, "change"))
        choice = await Ask(seat, "change", options, text.CHANGE_PROMPT)
        if choice[0] == "use":
            await use(play, seat, choice)
            return
    state.phase = "resolve"


async def roll_again(play: KingPlay, seat: int, slot: int, card: str) -> None:
    """One die of the roller is rolled again, by `seat`."""
    dice = play.state.dice
    (new,) = await Roll(key(play, seat, "again"), (slot,))
    old, dice[slot] = dice[slot], new
    play.tell("rerolled", seat=seat, owner=play.state.active, card=card, slot=slot, old=old, new=new)


async def think_again(play: KingPlay, seat: int, owner: int, faces: list[int], slots: Sequence[int]) -> None:
    """Who has just rolled these dice, the `owner`'s, for a card may have another that lets it roll some again."""
    monster = play.state.monsters[seat]
    found: dict[int, str] = {}

    def options() -> tuple[Option, ...]:
        found.clear()
        found.update(
            (slot, card.called(held))
            for held, card in having(monster, _AGAIN)
            for slot in slots
            if card.rolls_again(play.state, seat, held, faces[slot])
        )
        again = [text.rolling_again(card, slot, faces[slot]) for slot, card in found.items()]
        return (text.DONE, *again) if again else ()

    while monster.hooks & _AGAIN:
        choice = await decide(play, seat, "other", "again", options, lambda: text.again_prompt(faces, slots))
        if choice is None or choice == text.DONE:
            return
        slot = int(choice[1])
        (new,) = await Roll(key(play, seat, "again"), (0,))
        old, faces[slot] = faces[slot], new
        play.tell("rerolled", seat=seat, owner=owner, card=found[slot], slot=slot, old=old, new=new)
