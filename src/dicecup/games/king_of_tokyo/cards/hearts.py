"""Keep cards about staying alive: less damage, more hearts."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from dicecup.games.king_of_tokyo.cards.base import Card, KingPlay, Moment
from dicecup.games.king_of_tokyo.damage import lose_everything
from dicecup.games.king_of_tokyo.dice import think_again
from dicecup.games.king_of_tokyo.gains import clockwise_after, gain_energy, gain_hearts, key, max_hearts, pay
from dicecup.games.king_of_tokyo.options import KingOptions
from dicecup.games.king_of_tokyo.state import HEART, HEARTS, Held, KingState, Packet
from dicecup.games.king_of_tokyo.tokyo import leave
from dicecup.table import Away, Option, Pick, Roll
from dicecup.table.actions import Words
from dicecup.table.chance import MOST_DICE


class ArmorPlating(Card):
    name, cost, about = "Armor Plating", 4, "hearts"
    text = "Ignore damage of exactly 1."

    def absorb(self, play: KingPlay, seat: int, held: Held, packet: Packet) -> None:
        if packet.amount == 1:
            packet.amount = 0
            play.tell("shielded", seat=seat, card=self.name, amount=1)

    def would_absorb(self, held: Held, amount: int) -> bool:
        return amount == 1


class Camouflage(Card):
    name, cost, about = "Camouflage", 3, "hearts"
    text = "When you would lose hearts, roll a die for each: every heart face saves one."

    async def shield(self, play: KingPlay, seat: int, held: Held, packet: Packet) -> None:
        faces: list[int] = []
        while left := packet.amount - len(faces):
            faces += await Roll(key(play, seat, "camouflage"), range(min(left, MOST_DICE)))
        play.tell("camouflage", seat=seat, card=self.name, dice=tuple(faces))
        await think_again(play, seat, seat, faces, range(len(faces)))
        if saved := faces.count(HEART):
            packet.amount -= saved
            play.tell("shielded", seat=seat, card=self.name, amount=saved)


class EvenBigger(Card):
    name, cost, about = "Even Bigger", 4, "hearts"
    text = "You can have up to 2 more hearts, and you gain 2 now."

    def text_in(self, options: KingOptions) -> str:
        lost = "" if options.even_bigger_lost == "clamp" else " If you lose this card, you lose 2 hearts."
        return self.text + lost

    def max_hearts(self, held: Held) -> int:
        return 2

    async def gained(self, play: KingPlay, seat: int, held: Held) -> None:
        gain_hearts(play, seat, 2, self.name)

    def lost(self, play: KingPlay, seat: int, held: Held) -> None:
        monster = play.state.monsters[seat]
        if not monster.alive:
            return
        left = min(monster.hearts, max_hearts(play.state.monsters[seat]))
        if play.state.options.even_bigger_lost == "lose-two":
            left = max(1, min(left, monster.hearts - 2))
        if left < monster.hearts:
            gone, monster.hearts = monster.hearts - left, left
            play.tell("hearts", seat=seat, amount=-gone, source=f"{self.name} is gone", now=left)


class HealingRay(Card):
    name, cost, about = "Healing Ray", 4, "hearts"
    text = "Your heart dice may heal other monsters; each pays you 2 energy per heart, or all it has."
    moments = ("hearts",)
    one_is_enough = True

    def offers(self, state: KingState, seat: int, held: Held, moment: Moment) -> list[Option]:
        hurt = [
            other
            for other in clockwise_after(state, seat)
            if state.monsters[other].hearts + state.hearts_for[other] < max_hearts(state.monsters[other])
        ]
        return [self.option(held, other, text=f"heal {state.names[other]}") for other in hurt]

    def ways(self, seats: int) -> Iterable[Words]:
        return [(Away(step),) for step in range(1, seats)]

    async def use(self, play: KingPlay, seat: int, held: Held, args: tuple[Any, ...]) -> None:
        play.state.hearts_for[args[0]] += 1

    def pick(self, state: KingState, seat: int, held: Held, args: tuple[Any, ...]) -> Pick:
        return replace(super().pick(state, seat, held, args), seat=args[0] if args else None)

    def unusable(self, state: KingState, seat: int, held: Held) -> str:
        return "nobody else needs a heart"

    async def hearts_spent(self, play: KingPlay, seat: int, held: Held) -> None:
        state = play.state
        for other in clockwise_after(state, seat):
            hearts, state.hearts_for[other] = state.hearts_for[other], 0
            if hearts:
                gain_hearts(play, other, hearts, self.name)
                fee = min(state.monsters[other].energy, 2 * hearts)
                pay(play, other, fee, self.name)
                gain_energy(play, seat, fee, self.name)


class ItHasAChild(Card):
    name, cost, about = "It Has a Child", 7, "hearts"
    text = (
        "When you drop to 0 hearts, lose all your cards and stars, keep your energy, and carry on outside Tokyo "
        "with 10 hearts."
    )

    def rescue(self, play: KingPlay, seat: int, held: Held) -> None:
        monster = play.state.monsters[seat]
        lose_everything(play, monster, seat)
        monster.stars = 0
        if monster.in_tokyo:
            leave(play, seat, "revived")
        monster.hearts = HEARTS
        play.tell("rescued", seat=seat, card=self.name)


class Jets(Card):
    name, cost, about = "Jets", 5, "hearts"
    text = "If you yield Tokyo, you lose no hearts to that attack."
    holds_damage = True


class RapidHealing(Card):
    name, cost, about = "Rapid Healing", 3, "hearts"
    text = "At any time pay 2 energy to gain 1 heart."
    moments = ("react",)
    one_is_enough = True
    any_time = True
    fee = 2

    def offers(self, state: KingState, seat: int, held: Held, moment: Moment) -> list[Option]:
        monster = state.monsters[seat]
        if monster.energy < self.fee or monster.hearts >= max_hearts(state.monsters[seat]):
            return []
        return [self.option(held, text=f"gain 1 heart ({self.fee} energy)")]

    def ways(self, seats: int) -> Iterable[Words]:
        return [()]

    async def use(self, play: KingPlay, seat: int, held: Held, args: tuple[Any, ...]) -> None:
        pay(play, seat, self.fee, self.name)
        gain_hearts(play, seat, 1, self.name)

    def unusable(self, state: KingState, seat: int, held: Held) -> str:
        energy = state.monsters[seat].energy
        return (
            f"it costs {self.fee} energy, and you have {energy}"
            if energy < self.fee
            else "you already have all the hearts you can"
        )


class Regeneration(Card):
    name, cost, about = "Regeneration", 4, "hearts"
    text = "Whenever you gain hearts, gain 1 more."

    def heal_bonus(self, state: KingState, seat: int, held: Held) -> int:
        return 1


class MakingItStronger(Card):
    name, cost, about = "We're Only Making It Stronger", 3, "hearts"
    text = "When you lose 2 hearts or more at once, gain 1 energy."

    def hurt(self, play: KingPlay, seat: int, held: Held, lost: int) -> None:
        if lost >= 2:
            gain_energy(play, seat, 1, self.name)


class Wings(Card):
    name, cost, about = "Wings", 6, "hearts"
    text = "At any time pay 2 energy to lose no hearts for the rest of this turn."
    moments = ("react",)
    one_is_enough = True
    any_time = True
    fee = 2

    def offers(self, state: KingState, seat: int, held: Held, moment: Moment) -> list[Option]:
        monster = state.monsters[seat]
        if monster.untouchable or monster.energy < self.fee:
            return []
        return [self.option(held, text=f"lose no hearts for the rest of this turn ({self.fee} energy)")]

    def ways(self, seats: int) -> Iterable[Words]:
        return [()]

    async def use(self, play: KingPlay, seat: int, held: Held, args: tuple[Any, ...]) -> None:
        pay(play, seat, self.fee, self.name)
        play.state.monsters[seat].untouchable = self.name
        play.tell("wings", seat=seat, card=self.name)

    def unusable(self, state: KingState, seat: int, held: Held) -> str:
        monster = state.monsters[seat]
        return (
            "you cannot be hurt this turn anyway"
            if monster.untouchable
            else f"it costs {self.fee} energy, and you have {monster.energy}"
        )
