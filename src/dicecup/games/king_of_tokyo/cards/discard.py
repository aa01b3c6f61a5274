"""Discard cards: they take effect when they are bought, and are gone."""

from dicecup.games.king_of_tokyo.cards.base import Card, KingPlay
from dicecup.games.king_of_tokyo.damage import deal_card_damage
from dicecup.games.king_of_tokyo.gains import clockwise_after, gain_energy, gain_hearts, gain_stars, lose_stars
from dicecup.games.king_of_tokyo.options import KingOptions
from dicecup.games.king_of_tokyo.state import BAY, CITY, OUTSIDE, Held
from dicecup.games.king_of_tokyo.tokyo import enter, leave, move


class ApartmentBuilding(Card):
    name, cost, keep, about = "Apartment Building", 5, False, "stars"
    text = "Gain 3 stars."

    async def gained(self, play: KingPlay, seat: int, held: Held) -> None:
        gain_stars(play, seat, 3, self.name)


class CommuterTrain(Card):
    name, cost, keep, about = "Commuter Train", 4, False, "stars"
    text = "Gain 2 stars."

    async def gained(self, play: KingPlay, seat: int, held: Held) -> None:
        gain_stars(play, seat, 2, self.name)


class CornerStore(Card):
    name, cost, keep, about = "Corner Store", 3, False, "stars"
    text = "Gain 1 star."

    async def gained(self, play: KingPlay, seat: int, held: Held) -> None:
        gain_stars(play, seat, 1, self.name)


class DropFromHighAltitude(Card):
    name, cost, keep, about = "Drop from High Altitude", 5, False, "stars"
    other_name = "Death From Above"
    text = "Gain 2 stars. If you are not in Tokyo City, take it; all other monsters leave Tokyo unharmed."

    def text_in(self, options: KingOptions) -> str:
        if options.drop_clears == "tokyo":
            return self.text
        return self.text.replace("all other monsters leave Tokyo", "whoever is there leaves")

    async def gained(self, play: KingPlay, seat: int, held: Held) -> None:
        gain_stars(play, seat, 2, self.name)
        monsters = play.state.monsters
        if monsters[seat].place == CITY:
            return
        cleared = (CITY, BAY) if play.state.options.drop_clears == "tokyo" else (CITY,)
        for other in clockwise_after(play.state, seat):
            if monsters[other].place in cleared:
                leave(play, other, "pushed out")
        if monsters[seat].place == OUTSIDE:
            enter(play, seat, CITY)
        else:
            move(play, seat, CITY)


class Energize(Card):
    name, cost, keep, about = "Energize", 8, False, "energy"
    text = "Gain 9 energy."

    async def gained(self, play: KingPlay, seat: int, held: Held) -> None:
        gain_energy(play, seat, 9, self.name)


class EvacuationOrders(Card):
    name, cost, keep, about, copies = "Evacuation Orders", 7, False, "stars", 2
    text = "All other monsters lose 5 stars."

    async def gained(self, play: KingPlay, seat: int, held: Held) -> None:
        for other in clockwise_after(play.state, seat):
            lose_stars(play, other, 5, self.name)


class FireBlast(Card):
    name, cost, keep, about = "Fire Blast", 3, False, "claws"
    other_name = "Flame Thrower"
    text = "All other monsters lose 2 hearts."

    async def gained(self, play: KingPlay, seat: int, held: Held) -> None:
        await deal_card_damage(play, seat, clockwise_after(play.state, seat), 2, self.name)


class Frenzy(Card):
    name, cost, keep, about = "Frenzy", 7, False, "dice"
    text = "Take another turn after this one."

    async def gained(self, play: KingPlay, seat: int, held: Held) -> None:
        play.state.extra_turns.append(seat)
        play.tell("turn_to_come", seat=seat, card=self.name)


class GasRefinery(Card):
    name, cost, keep, about = "Gas Refinery", 6, False, "claws"
    text = "Gain 2 stars; all other monsters lose 3 hearts."

    async def gained(self, play: KingPlay, seat: int, held: Held) -> None:
        gain_stars(play, seat, 2, self.name)
        await deal_card_damage(play, seat, clockwise_after(play.state, seat), 3, self.name)


class Heal(Card):
    name, cost, keep, about = "Heal", 3, False, "hearts"
    text = "Gain 2 hearts, even in Tokyo."

    async def gained(self, play: KingPlay, seat: int, held: Held) -> None:
        gain_hearts(play, seat, 2, self.name)


class HighAltitudeBombing(Card):
    name, cost, keep, about = "High Altitude Bombing", 4, False, "claws"
    text = "All monsters, including you, lose 3 hearts."

    async def gained(self, play: KingPlay, seat: int, held: Held) -> None:
        await deal_card_damage(play, seat, [*clockwise_after(play.state, seat), seat], 3, self.name)


class JetFighters(Card):
    name, cost, keep, about = "Jet Fighters", 5, False, "stars"
    text = "Gain 5 stars and lose 4 hearts."

    async def gained(self, play: KingPlay, seat: int, held: Held) -> None:
        gain_stars(play, seat, 5, self.name)
        await deal_card_damage(play, seat, [seat], 4, self.name)


class NationalGuard(Card):
    name, cost, keep, about = "National Guard", 3, False, "stars"
    text = "Gain 2 stars and lose 2 hearts."

    async def gained(self, play: KingPlay, seat: int, held: Held) -> None:
        gain_stars(play, seat, 2, self.name)
        await deal_card_damage(play, seat, [seat], 2, self.name)


class NuclearPowerPlant(Card):
    name, cost, keep, about = "Nuclear Power Plant", 6, False, "stars"
    text = "Gain 2 stars and 3 hearts."

    async def gained(self, play: KingPlay, seat: int, held: Held) -> None:
        gain_stars(play, seat, 2, self.name)
        gain_hearts(play, seat, 3, self.name)


class Skyscraper(Card):
    name, cost, keep, about = "Skyscraper", 6, False, "stars"
    text = "Gain 4 stars."

    async def gained(self, play: KingPlay, seat: int, held: Held) -> None:
        gain_stars(play, seat, 4, self.name)


class Tanks(Card):
    name, cost, keep, about = "Tanks", 4, False, "stars"
    other_name = "Tank"
    text = "Gain 4 stars and lose 3 hearts."

    async def gained(self, play: KingPlay, seat: int, held: Held) -> None:
        gain_stars(play, seat, 4, self.name)
        await deal_card_damage(play, seat, [seat], 3, self.name)


class VastStorm(Card):
    name, cost, keep, about = "Vast Storm", 6, False, "stars"
    text = "Gain 2 stars; every other monster loses half its energy, rounded down."

    async def gained(self, play: KingPlay, seat: int, held: Held) -> None:
        gain_stars(play, seat, 2, self.name)
        for other in clockwise_after(play.state, seat):
            monster = play.state.monsters[other]
            if lost := monster.energy // 2:
                monster.energy -= lost
                play.tell("energy_lost", seat=other, amount=lost, source=self.name, now=monster.energy)
