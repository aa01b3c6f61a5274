"""Keep cards about dice: more of them, more rolls, other faces."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from dicecup.games.king_of_tokyo.cards.base import Card, KingPlay, Moment
from dicecup.games.king_of_tokyo.dice import roll_again, think_again
from dicecup.games.king_of_tokyo.gains import pay
from dicecup.games.king_of_tokyo.options import KingOptions
from dicecup.games.king_of_tokyo.possession import use_up
from dicecup.games.king_of_tokyo.state import (
    FACES,
    HEART,
    MOST_DICE,
    ONE,
    THREE,
    Held,
    KingState,
)
from dicecup.table import Option, Pick
from dicecup.table.actions import Words


def _turn_to(play: KingPlay, seat: int, slot: int, face: int, card: str) -> None:
    state = play.state
    old, state.dice[slot] = state.dice[slot], face
    play.tell("changed", seat=seat, card=card, slot=slot, old=old, new=face)


class _OnDice(Card):
    """A card that is used on one of the dice, and perhaps turns it to a face."""

    def ways(self, seats: int) -> Iterable[Words]:
        return [(slot,) for slot in range(MOST_DICE)]

    def pick(self, state: KingState, seat: int, held: Held, args: tuple[Any, ...]) -> Pick:
        return replace(super().pick(state, seat, held, args), dice=args[:1] or None, face=(*args, None, None)[1])


def _every_change(card: Card, state: KingState, held: Held, price: str) -> list[Option]:
    return [
        card.option(held, slot, face, text=f"turn die {slot + 1} ({FACES[die]}) to {FACES[face]}{price}")
        for slot, die in enumerate(state.dice)
        for face in range(1, 7)
        if face != die
    ]


class _ToAnyFace(_OnDice):
    """A card that turns one of the dice to any face."""

    def ways(self, seats: int) -> Iterable[Words]:
        return [(slot, face) for slot in range(MOST_DICE) for face in range(1, 7)]


class BackgroundDweller(_OnDice):
    name, cost, about = "Background Dweller", 4, "dice"
    text = "You may roll any die that shows a 3 again, as often as you like, without using up a roll."
    moments = ("rolling", "change")
    one_is_enough = True

    def offers(self, state: KingState, seat: int, held: Held, moment: Moment) -> list[Option]:
        if moment == "change" and not state.meddled:  # it was offered already, after the last roll
            return []
        threes = [slot for slot, die in enumerate(state.dice) if die == THREE]
        return [self.option(held, slot, text=f"roll die {slot + 1} again") for slot in threes]

    async def use(self, play: KingPlay, seat: int, held: Held, args: tuple[Any, ...]) -> None:
        await roll_again(play, seat, args[0], self.name)

    def rolls_again(self, state: KingState, seat: int, held: Held, face: int) -> bool:
        return face == THREE

    def unusable(self, state: KingState, seat: int, held: Held) -> str:
        return "you have finished rolling" if THREE in state.dice else "no die shows 3"


class ExtraHead(Card):
    name, cost, copies, about = "Extra Head", 7, 2, "dice"
    text = "You roll one more die."

    def dice(self, state: KingState, seat: int, held: Held) -> int:
        return 1


class FreezeTime(Card):
    name, cost, about = "Freeze Time", 5, "dice"
    text = "If your dice show three 1s, you may take another turn with one die fewer."

    def dice_scored(self, play: KingPlay, seat: int, held: Held, counts: list[int]) -> None:
        if counts[ONE] >= 3:
            play.state.another_turn = self.name

    def extra_turn(self, state: KingState, seat: int, held: Held) -> bool:
        return state.dice.count(ONE) >= 3


class GiantBrain(Card):
    name, cost, about = "Giant Brain", 5, "dice"
    text = "You have one more roll each turn."

    def rolls(self, state: KingState, seat: int, held: Held) -> int:
        return 1


class HerdCuller(_OnDice):
    name, cost, about = "Herd Culler", 3, "dice"
    text = "Once each turn you may turn one of your dice to 1."
    moments = ("change",)

    def offers(self, state: KingState, seat: int, held: Held, moment: Moment) -> list[Option]:
        if held.used:
            return []
        others = [(slot, die) for slot, die in enumerate(state.dice) if die != ONE]
        return [self.option(held, slot, text=f"turn die {slot + 1} ({FACES[die]}) to 1") for slot, die in others]

    async def use(self, play: KingPlay, seat: int, held: Held, args: tuple[Any, ...]) -> None:
        held.used = True
        _turn_to(play, seat, args[0], ONE, self.name)

    def pick(self, state: KingState, seat: int, held: Held, args: tuple[Any, ...]) -> Pick:
        return super().pick(state, seat, held, (*args, ONE) if args else args)

    def unusable(self, state: KingState, seat: int, held: Held) -> str:
        return "it has already been used this turn" if held.used else "all your dice show 1"


class PlotTwist(_ToAnyFace):
    name, cost, about = "Plot Twist", 3, "dice"
    text = "Turn one of your dice to any face; then discard this card."
    moments = ("change",)

    def offers(self, state: KingState, seat: int, held: Held, moment: Moment) -> list[Option]:
        return _every_change(self, state, held, "")

    async def use(self, play: KingPlay, seat: int, held: Held, args: tuple[Any, ...]) -> None:
        _turn_to(play, seat, args[0], args[1], self.name)
        use_up(play, seat, held)


class PsychicProbe(_OnDice):
    name, cost, about = "Psychic Probe", 3, "dice"
    text = (
        "Once on each other monster's turn, after its last roll, make it roll one die again. If that shows a "
        "heart, discard this card."
    )
    moments = ("probe",)

    def text_in(self, options: KingOptions) -> str:
        return (
            self.text if options.probe == "last-roll" else self.text.replace("its last roll", "any of its rolls")
        )

    def offers(self, state: KingState, seat: int, held: Held, moment: Moment) -> list[Option]:
        if held.used:
            return []
        dice = enumerate(state.dice)
        return [self.option(held, slot, text=f"roll die {slot + 1} ({FACES[die]}) again") for slot, die in dice]

    async def use(self, play: KingPlay, seat: int, held: Held, args: tuple[Any, ...]) -> None:
        held.used = play.state.meddled = True
        slot = args[0]
        await roll_again(play, seat, slot, self.name)
        await think_again(play, seat, play.state.active, play.state.dice, (slot,))
        if play.state.dice[slot] == HEART:
            use_up(play, seat, held)

    def unusable(self, state: KingState, seat: int, held: Held) -> str:
        return "it has already been used this turn" if held.used else ""


class SmokeCloud(Card):
    name, cost, about = "Smoke Cloud", 4, "dice"
    text = "Comes with 3 counters. Spend one for one more roll; discard the card after the last one."
    moments = ("rolling",)

    async def gained(self, play: KingPlay, seat: int, held: Held) -> None:
        if not held.counters:
            held.counters = 3
            play.tell("filled", seat=seat, card=self.name, counters=3, what=self.counted)

    def offers(self, state: KingState, seat: int, held: Held, moment: Moment) -> list[Option]:
        return [self.option(held, text=f"one more roll (1 of {held.counters} counters)")]

    def ways(self, seats: int) -> Iterable[Words]:
        return [()]

    async def use(self, play: KingPlay, seat: int, held: Held, args: tuple[Any, ...]) -> None:
        held.counters -= 1
        play.state.rolls_left += 1
        play.tell("extra_roll", seat=seat, card=self.name)
        if not held.counters:
            use_up(play, seat, held)


class Stretchy(_ToAnyFace):
    name, cost, about = "Stretchy", 3, "dice"
    text = "Pay 2 energy to turn one of your dice to any face, as often as you can afford to."
    moments = ("change",)
    one_is_enough = True
    fee = 2

    def offers(self, state: KingState, seat: int, held: Held, moment: Moment) -> list[Option]:
        return (
            _every_change(self, state, held, f" ({self.fee} energy)")
            if state.monsters[seat].energy >= self.fee
            else []
        )

    async def use(self, play: KingPlay, seat: int, held: Held, args: tuple[Any, ...]) -> None:
        pay(play, seat, self.fee, self.name)
        _turn_to(play, seat, args[0], args[1], self.name)

    def unusable(self, state: KingState, seat: int, held: Held) -> str:
        return f"it costs {self.fee} energy, and you have {state.monsters[seat].energy}"


class Telepath(Card):
    name, cost, about = "Telepath", 4, "dice"
    other_name = "Energy Drink"
    text = "Pay 1 energy for one more roll, as often as you can afford to."
    moments = ("rolling",)
    one_is_enough = True
    fee = 1

    def offers(self, state: KingState, seat: int, held: Held, moment: Moment) -> list[Option]:
        return [self.option(held, text="one more roll (1 energy)")] if state.monsters[seat].energy else []

    def ways(self, seats: int) -> Iterable[Words]:
        return [()]

    async def use(self, play: KingPlay, seat: int, held: Held, args: tuple[Any, ...]) -> None:
        pay(play, seat, self.fee, self.name)
        play.state.rolls_left += 1
        play.tell("extra_roll", seat=seat, card=self.name)

    def unusable(self, state: KingState, seat: int, held: Held) -> str:
        return "it costs 1 energy, and you have none"
