"""Four cards that nobody was trained with. The test puts this module into a package of its own."""

from typing import Any

from dicecup.games.king_of_tokyo.cards.base import Card, KingPlay, Moment
from dicecup.games.king_of_tokyo.gains import gain_energy, gain_stars
from dicecup.games.king_of_tokyo.options import KingOptions
from dicecup.games.king_of_tokyo.state import Held, KingState, Packet
from dicecup.table import Ask, Option


class NightShift(Card):
    name, cost, about = "Night Shift", 4, "energy"
    text = "At the end of your turn gain 1 energy if you bought nothing."

    def turn_ends(self, play: KingPlay, seat: int, held: Held) -> None:
        if seat == play.state.active and not play.state.fresh:
            gain_energy(play, seat, 1, self.name)


class StreetParty(Card):
    name, cost, keep, copies = "Street Party", 4, False, 2
    text = "Gain 2 stars, and 1 more or 1 energy."

    async def gained(self, play: KingPlay, seat: int, held: Held) -> None:
        gain_stars(play, seat, 2, self.name)
        dance, trade = Option("dance", text="a star"), Option("card", "trade", text="1 energy")
        if await Ask(seat, "card", (dance, trade), "Street Party: a star, or energy?") == dance:
            gain_stars(play, seat, 1, self.name)
        else:
            gain_energy(play, seat, 1, self.name)


class SwissKnife(Card):
    """It has something to say whenever anybody is asked, in words that no other card uses."""

    name, cost = "Swiss Knife", 11
    text = "You may always gain 1 energy, once a turn; 1 more die, roll, claw and heart; cards cost 1 energy less."
    moments = ("start", "rolling", "probe", "change", "hearts", "react", "yield", "buy", "reveal", "sell")
    any_time = True
    hits_all = holds_damage = mere_damage = True

    def cost_in(self, options: KingOptions) -> int:
        return self.cost if options.bay == "together" else self.cost - 1

    def offers(self, state: KingState, seat: int, held: Held, moment: Moment) -> list[Option]:
        ways = (("blade",), ("blade", "saw"), (99, 99), ("copy", 7, "nobody"), ("buy", "everything"))
        return [] if held.used else [self.option(held, *way, text="gain 1 energy") for way in ways]

    async def use(self, play: KingPlay, seat: int, held: Held, args: tuple[Any, ...]) -> None:
        held.used = True
        again = tuple(Option("again", number, text="gain 1 energy") for number in (3, 99))
        await Ask(seat, "more rolls", again, "Swiss Knife: twice the same.")
        gain_energy(play, seat, 1, self.name)

    def dice(self, state: KingState, seat: int, held: Held) -> int:
        return 1

    def rolls(self, state: KingState, seat: int, held: Held) -> int:
        return 1

    def claws(self, state: KingState, seat: int, held: Held, rolled: int) -> int:
        return 1

    def max_hearts(self, held: Held) -> int:
        return 1

    def discount(self, state: KingState, seat: int, held: Held) -> int:
        return 1

    def absorb(self, play: KingPlay, seat: int, held: Held, packet: Packet) -> None:
        packet.amount = max(0, packet.amount - 1)


class Casino(Card):
    """It asks questions of kinds that others ask, with answers that make no sense there."""

    name, cost = "Casino", 0
    text = "At the start of your turn, and when you get it, answer something."
    moments = ("start",)

    async def gained(self, play: KingPlay, seat: int, held: Held) -> None:
        for kind in (
            "dice",
            "probe",
            "change",
            "hearts",
            "react",
            "yield",
            "stake",
            "copy",
            "peeked",
            "seed",
            "any",
        ):
            options = (
                Option("heart", text="red"),
                Option("copy", "that", text="black"),
                Option("stake", text="0"),
            )
            await Ask(seat, kind, options, f"Casino: {kind}?")

    def offers(self, state: KingState, seat: int, held: Held, moment: Moment) -> list[Option]:
        return [] if held.used else [self.option(held, text="play")]

    async def use(self, play: KingPlay, seat: int, held: Held, args: tuple[Any, ...]) -> None:
        held.used = True
        await self.gained(play, seat, held)
