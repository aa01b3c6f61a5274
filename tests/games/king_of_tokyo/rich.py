"""King of Tokyo dealt richly: random games in which cards meet that would take hours to meet by themselves."""

import random
from typing import Any, ClassVar, Final

from dicecup.games.king_of_tokyo.cards.base import DECK
from dicecup.games.king_of_tokyo.cards.deck import CARDS
from dicecup.games.king_of_tokyo.game import KingOfTokyo
from dicecup.games.king_of_tokyo.state import BAY, CITY, Held, KingOptions, KingState
from dicecup.table import Checkpoint, Match, Secret
from tests.scenarios.king_of_tokyo.tokyo import COUNTERS, NAMES

KEEPS: Final = [card for card in CARDS if DECK[card].keep]


class RichTokyo(KingOfTokyo):
    """Everybody starts with some cards and energy; which, follows from the names of the players."""

    first: ClassVar[tuple[tuple[str, ...], ...]] = ()  # cards that the first seats have in any case
    least_energy: ClassVar[int] = 0

    def setup(self, names: tuple[str, ...], options: KingOptions, carry: Any = None) -> KingState:
        state = super().setup(names, options, carry)
        if not options.cards:
            return state
        rng = random.Random("/".join(names))
        given = {card for cards in self.first for card in cards}
        cards = [card for card in rng.sample(KEEPS, k=len(KEEPS)) if card not in given]
        for seat, monster in enumerate(state.monsters):
            monster.hearts = rng.randint(3, 10)
            monster.stars = rng.randint(0, 12)
            monster.energy = max(self.least_energy, rng.choice((0, 1, 2, 4, 8, 12)))
            monster.poison, monster.shrink = rng.choice(((0, 0), (0, 0), (0, 0), (1, 0), (0, 1), (2, 1), (0, 6)))
            own = self.first[seat] if seat < len(self.first) else ()
            for card in [*own, *(cards.pop() for _ in range(rng.randint(0, 6 - len(own))))]:
                monster.cards.append(Held(card=card, counters=COUNTERS.get(card, 0), paid=DECK[card].cost))
                state.deck.remove(card)
        state.monsters[rng.randrange(len(names))].place = CITY
        outside = [monster for monster in state.monsters if not monster.in_tokyo]
        if len(names) >= 5 and rng.random() < 0.7:
            rng.choice(outside).place = BAY
        self.check(state)
        return state


class LabTokyo(RichTokyo):
    """Somebody peeks at the deck, and others react to whatever is bought: there are secrets in most decisions."""

    first = (("made-in-a-lab", "mimic", "parasitic-tentacles"), ("opportunist", "wings"))
    least_energy = 10


RICH: Final = RichTokyo()
LAB: Final = LabTokyo()


def draw(rng: random.Random) -> dict[str, Any]:
    """Names and options of one game: all switches mixed, cards almost always."""
    seats = rng.randint(2, 6)
    options = {each.name: rng.choice(each.choices) for each in KingOptions.settings()}
    plain = rng.random() < 0.3
    return {
        "names": tuple(f"{name} {rng.randrange(1000)}" for name in NAMES[:seats]),
        "options": {} if plain else {**options, "cards": rng.random() < 0.95},
    }


def deal(game: KingOfTokyo, seed: int) -> Match[KingState]:
    """The game of this number."""
    asked = draw(random.Random(seed))
    state = game.setup(asked["names"], game.options.parse(asked["options"]))
    return Match(game, Checkpoint(state, 0), Secret(seed=seed))
