"""Keep cards about energy."""

from dicecup.games.king_of_tokyo.cards.base import Card, KingPlay
from dicecup.games.king_of_tokyo.gains import gain_energy
from dicecup.games.king_of_tokyo.offers import decide
from dicecup.games.king_of_tokyo.options import KingOptions
from dicecup.games.king_of_tokyo.possession import use_up
from dicecup.games.king_of_tokyo.state import Held, KingState
from dicecup.table import Option


class AlienMetabolism(Card):
    name, cost, about = "Alien Metabolism", 3, "energy"
    other_name = "Alien Origin"
    text = "Cards cost you 1 energy less."

    def discount(self, state: KingState, seat: int, held: Held) -> int:
        return 1


class FriendOfChildren(Card):
    name, cost, about = "Friend of Children", 3, "energy"
    text = "Whenever you gain energy, gain 1 more."

    def energy_bonus(self, state: KingState, seat: int, held: Held) -> int:
        return 1


class MonsterBatteries(Card):
    name, cost, about = "Monster Batteries", 3, "energy"
    other_name = "Battery Monster"
    counted = "energy"
    text = (
        "Comes with 6 energy. Take 2 of it at the start of each of your turns; discard the card when it is empty."
    )

    def cost_in(self, options: KingOptions) -> int:
        return 2 if options.batteries == "stake" else 3

    def text_in(self, options: KingOptions) -> str:
        if options.batteries == "fixed":
            return self.text
        return "Put in as much energy as you like: it is doubled." + self.text[self.text.index(" Take") :]

    async def gained(self, play: KingPlay, seat: int, held: Held) -> None:
        if held.counters:
            return
        held.counters = 6
        if play.state.options.batteries == "stake":
            monster = play.state.monsters[seat]
            choice = await decide(
                play,
                seat,
                "other",
                "stake",
                lambda: tuple(Option("stake", n, text=f"put {n} energy in") for n in range(monster.energy + 1)),
                lambda: f"{self.name}: how much energy will you put in? It will be doubled.",
            )
            stake = int(choice[1]) if choice else 0
            monster.energy -= stake
            held.counters = 2 * stake
            if stake:
                play.tell("staked", seat=seat, card=self.name, stake=stake, counters=2 * stake, now=monster.energy)
        else:
            play.tell("filled", seat=seat, card=self.name, counters=held.counters, what=self.counted)

    def turn_starts(self, play: KingPlay, seat: int, held: Held) -> None:
        taken = min(2, held.counters)
        held.counters -= taken
        gain_energy(play, seat, taken, self.name, fresh=False)
        if not held.counters:
            use_up(play, seat, held)


class SolarPowered(Card):
    name, cost, about = "Solar Powered", 2, "energy"
    text = "At the end of your turn gain 1 energy if you have none."

    def turn_ends(self, play: KingPlay, seat: int, held: Held) -> None:
        if seat == play.state.active and not play.state.monsters[seat].energy:
            gain_energy(play, seat, 1, self.name)
