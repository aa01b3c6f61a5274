"""King of Tokyo dealt richly: random games in which cards meet that would take hours to meet by themselves."""

import random
from typing import Any, ClassVar, Final

from dicecup.games.king_of_tokyo.cards.base import DECK
from dicecup.games.king_of_tokyo.game import KingOfTokyo
from dicecup.games.king_of_tokyo.options import KingOptions
from dicecup.games.king_of_tokyo.state import BAY, CITY, Held, KingState
from dicecup.table import Checkpoint, Match, Secret
from tests.games.king_of_tokyo.box import BOX
from tests.scenarios.king_of_tokyo.tokyo import COUNTERS, NAMES

KEEPS: Final = [card for card in BOX if DECK[card].keep]


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


class CrowdedTokyo(RichTokyo):
    """Tokyo is full, and the cards that meet in attacks are about: the first seat copies one of somebody weak."""

    hot: ClassVar[tuple[str, ...]] = (
        *("nova-breath", "jets", "poison-spit", "shrink-ray", "freeze-time", "it-has-a-child", "burrowing"),
        *("metamorph", "parasitic-tentacles", "opportunist", "armor-plating", "wings", "camouflage"),
        *("eater-of-the-dead", "fire-breathing", "rapid-healing"),
    )

    def setup(self, names: tuple[str, ...], options: KingOptions, carry: Any = None) -> KingState:
        state = KingOfTokyo.setup(self, names, options, carry)
        rng = random.Random("/".join(names))
        owners = {
            card: rng.choice(state.monsters) for card in rng.sample(self.hot, k=rng.randint(4, len(self.hot)))
        }
        for card, owner in owners.items():
            owner.cards.append(Held(card=card, paid=DECK[card].cost))
        for monster in state.monsters:
            monster.hearts, monster.energy = rng.randint(1, 6), rng.choice((0, 2, 5, 9))
            monster.stars, monster.poison = rng.randint(0, 10), rng.choice((0, 0, 0, 1))
        copied = rng.choice([card for card in owners if card in self.hot[:6]] or list(owners))
        owners[copied].hearts = rng.randint(1, 3)
        first, *others = state.monsters
        first.cards.append(Held(card="mimic", acts_as=copied, paid=8))
        first.hearts, first.energy = 8, 0  # so that it goes on copying that
        state.deck = [card for card in state.deck if card not in (*owners, "mimic")]
        rng.shuffle(others)
        places = rng.sample((CITY, BAY), k=2) if len(names) >= 5 else [CITY]
        for monster, place in zip([first, *others][rng.randint(0, 1) :], places, strict=False):
            monster.place = place
        self.check(state)
        return state


RICH: Final = RichTokyo()
LAB: Final = LabTokyo()
CROWDED: Final = CrowdedTokyo()


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
