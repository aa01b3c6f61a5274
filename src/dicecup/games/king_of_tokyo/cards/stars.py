"""Keep cards about stars."""

from dicecup.games.king_of_tokyo.cards.base import Card, KingPlay
from dicecup.games.king_of_tokyo.gains import clockwise_after, gain_stars
from dicecup.games.king_of_tokyo.options import KingOptions
from dicecup.games.king_of_tokyo.state import ONE, Held


class CompleteDestruction(Card):
    name, cost, about = "Complete Destruction", 3, "stars"
    text = "If your dice show all six faces, gain 9 more stars; a claw from a card counts."

    def text_in(self, options: KingOptions) -> str:
        return (
            self.text if options.virtual_claws == "count" else self.text.replace("; a claw from a card counts", "")
        )

    def dice_scored(self, play: KingPlay, seat: int, held: Held, counts: list[int]) -> None:
        if all(counts[1:]):
            gain_stars(play, seat, 9, self.name)


class DedicatedNewsTeam(Card):
    name, cost, about = "Dedicated News Team", 3, "stars"
    other_name = "Media-Friendly"
    text = "Gain 1 star for each card you buy."

    def bought(self, play: KingPlay, seat: int, held: Held) -> None:
        gain_stars(play, seat, 1, self.name)


class EaterOfTheDead(Card):
    name, cost, about = "Eater of the Dead", 4, "stars"
    text = "Gain 3 stars each time another monster drops to 0 hearts."

    def death_seen(self, play: KingPlay, seat: int, held: Held, dead: int) -> None:
        gain_stars(play, seat, 3, self.name)


class EnergyHoarder(Card):
    name, cost, about = "Energy Hoarder", 3, "stars"
    text = "At the end of your turn gain 1 star for every 6 energy you have."

    def turn_ends(self, play: KingPlay, seat: int, held: Held) -> None:
        if seat == play.state.active:
            gain_stars(play, seat, play.state.monsters[seat].energy // 6, self.name)


class Gourmet(Card):
    name, cost, about = "Gourmet", 4, "stars"
    text = "When you score three 1s, gain 2 more stars."

    def dice_scored(self, play: KingPlay, seat: int, held: Held, counts: list[int]) -> None:
        if counts[ONE] >= 3:
            gain_stars(play, seat, 2, self.name)


class Herbivore(Card):
    name, cost, about = "Herbivore", 5, "stars"
    text = "At the end of your turn gain 1 star if you made no other monster lose hearts."

    def text_in(self, options: KingOptions) -> str:
        return (
            self.text
            if options.herbivore == "others"
            else self.text.replace("no other monster lose hearts", "nobody lose hearts, not even yourself")
        )

    def turn_ends(self, play: KingPlay, seat: int, held: Held) -> None:
        if seat == play.state.active and not play.state.hurt:
            gain_stars(play, seat, 1, self.name)


class Omnivore(Card):
    name, cost, about = "Omnivore", 4, "stars"
    other_name = "Detritivore"
    text = "If your dice show 1, 2 and 3, gain 2 stars; they still count as usual."

    def dice_scored(self, play: KingPlay, seat: int, held: Held, counts: list[int]) -> None:
        if all(counts[1:4]):
            gain_stars(play, seat, 2, self.name)


class RootingForTheUnderdog(Card):
    name, cost, about = "Rooting for the Underdog", 3, "stars"
    text = "At the end of your turn gain 1 star if you have fewer stars than everybody else."

    def text_in(self, options: KingOptions) -> str:
        when = "your turn" if options.underdog == "own-turn" else "every turn"
        strict = options.underdog_ties == "no-star"
        few = "you have fewer stars than everybody else" if strict else "nobody has fewer stars than you"
        return f"At the end of {when} gain 1 star if {few}."

    def turn_ends(self, play: KingPlay, seat: int, held: Held) -> None:
        state = play.state
        if seat != state.active and state.options.underdog == "own-turn":
            return
        mine = state.monsters[seat].stars - (state.options.underdog_ties == "star")
        if all(mine < state.monsters[other].stars for other in clockwise_after(state, seat)):
            gain_stars(play, seat, 1, self.name)
