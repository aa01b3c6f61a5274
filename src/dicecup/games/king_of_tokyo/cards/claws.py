"""Keep cards about attacking."""

from dicecup.games.king_of_tokyo.cards.base import Card, KingPlay
from dicecup.games.king_of_tokyo.damage import packet_of
from dicecup.games.king_of_tokyo.gains import gain_stars
from dicecup.games.king_of_tokyo.options import KingOptions
from dicecup.games.king_of_tokyo.state import TWO, Held, KingState, Packet


def _by_claws(text: str, options: KingOptions) -> str:
    """Claws that cards add are enough, or not."""
    return text if options.virtual_claws == "count" else text.replace("have a claw", "roll a claw")


def _marking(text: str, options: KingOptions) -> str:
    """Claws are needed, or any damage is enough."""
    return (
        text if options.spit_and_ray == "claws" else text.replace("hurt by your claws", "that lose hearts to you")
    )


class AcidAttack(Card):
    name, cost, about = "Acid Attack", 6, "claws"
    text = "You have one more claw on each of your turns, even if you roll none."
    mere_damage = True

    def text_in(self, options: KingOptions) -> str:
        if options.virtual_claws == "rolled-only":
            return f"{self.text} Then it is only damage: nobody may yield to it."
        if options.acid_attack == "damage":
            return f"{self.text} By itself it is only damage: nobody may yield to it."
        return self.text

    def claws(self, state: KingState, seat: int, held: Held, rolled: int) -> int:
        return 1


class AlphaMonster(Card):
    name, cost, about = "Alpha Monster", 5, "claws"
    text = "Gain 1 star on each of your turns in which you have a claw."

    def text_in(self, options: KingOptions) -> str:
        return _by_claws(self.text, options)

    def attacks(self, play: KingPlay, seat: int, held: Held) -> None:
        gain_stars(play, seat, 1, self.name)


class Burrowing(Card):
    name, cost, about = "Burrowing", 5, "claws"
    text = "In Tokyo you have one more claw on your turns. When you yield, whoever takes your place loses 1 heart."

    def text_in(self, options: KingOptions) -> str:
        text = self.text
        if options.burrowing == "with-claw":
            text = text.replace(
                "Tokyo you have one more claw on your turns", "Tokyo, when you roll a claw, you have one more"
            )
        if options.burrowing_yields == "every":
            text = text.replace("whoever takes your place", "an attacker who takes any place in Tokyo")
        return text

    def claws(self, state: KingState, seat: int, held: Held, rolled: int) -> int:
        if not state.monsters[seat].in_tokyo:
            return 0
        return 1 if rolled or state.options.burrowing == "always" else 0

    def yielded(self, play: KingPlay, seat: int, held: Held, taker: int) -> None:
        play.state.parting.append(packet_of(play, seat, taker, 1, self.name))


class FireBreathing(Card):
    name, cost, about = "Fire Breathing", 4, "claws"
    text = "When you have a claw, your neighbours lose 1 more heart each, wherever they are."

    def text_in(self, options: KingOptions) -> str:
        text = _by_claws(self.text, options)
        everywhere = options.fire_breathing == "neighbours"
        return text if everywhere else text.replace("wherever they are", "if you attack them")

    def burns(self, state: KingState, seat: int, held: Held) -> int:
        return 1


class NovaBreath(Card):
    name, cost, about = "Nova Breath", 7, "claws"
    text = "Your claws hit all other monsters, wherever they are."
    hits_all = True


class PoisonQuills(Card):
    name, cost, about = "Poison Quills", 3, "claws"
    text = "With three 2s you have two more claws."

    def text_in(self, options: KingOptions) -> str:
        if options.virtual_claws == "count":
            return self.text
        return f"{self.text} If you rolled no claw, they are only damage: nobody may yield to it."

    def claws(self, state: KingState, seat: int, held: Held, rolled: int) -> int:
        return 2 if state.dice.count(TWO) >= 3 else 0


class PoisonSpit(Card):
    name, cost, about = "Poison Spit", 4, "claws"
    text = (
        "Monsters hurt by your claws get a poison counter, which costs them 1 heart at the end of each of their "
        "turns. Outside Tokyo, a heart die removes one."
    )

    def text_in(self, options: KingOptions) -> str:
        return _marking(self.text, options)

    def marks(self, play: KingPlay, seat: int, held: Held, packet: Packet) -> None:
        if packet.claws or play.state.options.spit_and_ray == "any-damage":
            packet.poison += 1


class ShrinkRay(Card):
    name, cost, about = "Shrink Ray", 6, "claws"
    text = (
        "Monsters hurt by your claws get a shrink counter: they roll one die fewer. Outside Tokyo, a heart die "
        "removes one."
    )

    def text_in(self, options: KingOptions) -> str:
        return _marking(self.text, options)

    def marks(self, play: KingPlay, seat: int, held: Held, packet: Packet) -> None:
        if packet.claws or play.state.options.spit_and_ray == "any-damage":
            packet.shrink += 1


class SpikedTail(Card):
    name, cost, about = "Spiked Tail", 5, "claws"
    text = "When you have a claw, you have one more."

    def text_in(self, options: KingOptions) -> str:
        return _by_claws(self.text, options)

    def more_claws(self, state: KingState, seat: int, held: Held) -> int:
        return 1


class Urbavore(Card):
    name, cost, about = "Urbavore", 4, "claws"
    text = "Gain 1 more star when you start your turn in Tokyo. In Tokyo, when you have a claw, you have one more."

    def text_in(self, options: KingOptions) -> str:
        return _by_claws(self.text, options).replace("start", options.tokyo_stars)

    def tokyo_stars(self, state: KingState, seat: int, held: Held) -> int:
        return 1

    def more_claws(self, state: KingState, seat: int, held: Held) -> int:
        return 1 if state.monsters[seat].in_tokyo else 0
