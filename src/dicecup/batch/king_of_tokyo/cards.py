"""The cards of the box as numbers: what the twin knows of each, taken from the engine's own classes.

Cards are numbered as they are sorted, which is how chance counts them. A hook is a bit, as it is in the engine; so
is a moment at which a card can be used.
"""

from typing import Any, Final, cast

import numpy as np
from numpy.typing import NDArray

from dicecup.games.king_of_tokyo.cards.base import DECK, FLAGS, HOOKS, IN_THE_BOX, Card, bit
from dicecup.games.king_of_tokyo.cards.deck import CARDS
from dicecup.games.king_of_tokyo.offers import MOMENTS
from dicecup.games.king_of_tokyo.options import KingOptions
from dicecup.games.king_of_tokyo.state import Held, KingState, Monster
from dicecup.table import Play
from dicecup.table.event import Voice

Ints = NDArray[np.int64]

BOX: Final = tuple(IN_THE_BOX)
BOXED: Final = len(BOX)
KNOWN: Final[dict[str, str]] = {
    "acid-attack": "claws",
    "alien-metabolism": "discount",
    "alpha-monster": "attacks",
    "apartment-building": "gained",
    "armor-plating": "absorb",
    "background-dweller": "rolls_again, rolling, change",
    "burrowing": "claws, yielded",
    "camouflage": "shield",
    "commuter-train": "gained",
    "complete-destruction": "dice_scored",
    "corner-store": "gained",
    "dedicated-news-team": "bought",
    "drop-from-high-altitude": "gained",
    "eater-of-the-dead": "death_seen",
    "energize": "gained",
    "energy-hoarder": "turn_ends",
    "evacuation-orders": "gained",
    "evacuation-orders-2": "gained",
    "even-bigger": "max_hearts, gained, lost",
    "extra-head": "dice",
    "extra-head-2": "dice",
    "fire-blast": "gained",
    "fire-breathing": "burns",
    "freeze-time": "dice_scored, extra_turn",
    "frenzy": "gained",
    "friend-of-children": "energy_bonus",
    "gas-refinery": "gained",
    "giant-brain": "rolls",
    "gourmet": "dice_scored",
    "heal": "gained",
    "healing-ray": "hearts_spent, hearts",
    "herbivore": "turn_ends",
    "herd-culler": "change",
    "high-altitude-bombing": "gained",
    "it-has-a-child": "rescue",
    "jet-fighters": "gained",
    "jets": "holds_damage",
    "made-in-a-lab": "peeks, looked, buy",
    "metamorph": "sell",
    "mimic": "gained, lost, card_gone, start",
    "monster-batteries": "gained, turn_starts",
    "national-guard": "gained",
    "nova-breath": "hits_all",
    "nuclear-power-plant": "gained",
    "omnivore": "dice_scored",
    "opportunist": "reveal",
    "parasitic-tentacles": "buy",
    "plot-twist": "change",
    "poison-quills": "claws",
    "poison-spit": "marks",
    "psychic-probe": "probe",
    "rapid-healing": "any_time, react",
    "regeneration": "heal_bonus",
    "rooting-for-the-underdog": "turn_ends",
    "shrink-ray": "marks",
    "skyscraper": "gained",
    "smoke-cloud": "gained, rolling",
    "solar-powered": "turn_ends",
    "spiked-tail": "more_claws",
    "stretchy": "change",
    "tanks": "gained",
    "telepath": "rolling",
    "urbavore": "tokyo_stars, more_claws",
    "vast-storm": "gained",
    "were-only-making-it-stronger": "hurt",
    "wings": "any_time, react",
}
"""Every card the twin plays, and at which moments it speaks. A card that speaks at others is another card."""


def speaks(card: Card) -> str:
    """When a card of the engine speaks, in the words of `KNOWN`."""
    hooks = [name for name in (*HOOKS, *FLAGS) if card.hooks & bit(name)]
    return ", ".join([*hooks, *card.moments])


def trouble(options: KingOptions) -> str:
    """The first card of the deck that batches would play otherwise than the engine, in a sentence."""
    for card in CARDS if options.cards else ():
        if KNOWN.get(card) != speaks(DECK[card]):
            return f"Batches of King of Tokyo do not know the card {DECK[card].name} as it is here."
    return ""


# --- hooks ---

_NAMES: Final = (*HOOKS, *FLAGS, *(f"offers:{moment}" for moment in MOMENTS))


def fixed(number: int) -> int:
    """A constant to call functions with: for every number of Python's own Numba would compile them anew."""
    return cast(int, np.int64(number))


NONE: Final = fixed(0)
"""Where a number begins that is handed on."""


def _hook(name: str) -> int:
    return fixed(1 << _NAMES.index(name))


DICE, ROLLS, TOKYO_STARS, DISCOUNT, MAX_HEARTS, HEAL_BONUS, ENERGY_BONUS, PEEKS = (
    _hook(name)
    for name in (
        *("dice", "rolls", "tokyo_stars", "discount", "max_hearts", "heal_bonus", "energy_bonus", "peeks"),
    )
)
CLAWS, MORE_CLAWS, ATTACKS, BURNS, HITS_ALL, HOLDS, MARKS, YIELDED = (
    _hook(name)
    for name in ("claws", "more_claws", "attacks", "burns", "hits_all", "holds_damage", "marks", "yielded")
)
SHIELD, ABSORB, WHEN_HURT, DEATH_SEEN, RESCUE, ROLLS_AGAIN = (
    _hook(name) for name in ("shield", "absorb", "hurt", "death_seen", "rescue", "rolls_again")
)
TURN_STARTS, TURN_ENDS, EXTRA_TURN, SCORED, SPENT, BOUGHT, GAINED, LOST = (
    _hook(name)
    for name in (
        *("turn_starts", "turn_ends", "extra_turn", "dice_scored", "hearts_spent", "bought", "gained", "lost"),
    )
)
ANY_TIME: Final = _hook("any_time")
AT_START, ROLLING, PROBING, CHANGING, FOR_HEARTS, REACTING, AT_YIELD, BUYING, REVEALED, SELLING, OTHER = (
    _hook(f"offers:{moment}") for moment in MOMENTS
)
MEDDLING: Final = ANY_TIME | AT_START | FOR_HEARTS | REACTING | REVEALED | ROLLS_AGAIN | PROBING
"""Cards of which somebody may be asked in the middle of a rule."""

HOOKS_OF: Final[Ints] = np.array(
    [sum(_hook(name) for name in _NAMES if DECK[card].hooks & bit(name)) for card in BOX]
)
IS_KEPT: Final[Ints] = np.array([int(DECK[card].keep) for card in BOX])
ENOUGH: Final[Ints] = np.array([int(DECK[card].one_is_enough) for card in BOX])
MERE_DAMAGE: Final[Ints] = np.array([int(DECK[card].mere_damage) for card in BOX])


def _worth(hook: str) -> Ints:
    """The number each card says to a hook that asks for one, where it depends on nothing."""
    held = Held(card="")
    nothing: Any = None
    args = (held,) if hook == "max_hearts" else (nothing, 0, held)
    return np.array(
        [
            getattr(DECK[card], hook)(*args) if DECK[card].hooks & bit(hook) and card != "mimic" else 0
            for card in BOX
        ]
    )


MORE_DICE: Final = _worth("dice")
MORE_ROLLS: Final = _worth("rolls")
MORE_TOKYO_STARS: Final = _worth("tokyo_stars")
CHEAPER: Final = _worth("discount")
MORE_HEARTS: Final = _worth("max_hearts")
MORE_HEALED: Final = _worth("heal_bonus")
MORE_ENERGY: Final = _worth("energy_bonus")
SEES: Final = _worth("peeks")
BURNT: Final = _worth("burns")


# --- cards by name, where an effect is the card's own ---


def _number(card: str) -> int:
    return BOX.index(card)


ACID_ATTACK, ARMOR_PLATING, BURROWING, CAMOUFLAGE = (
    _number(card) for card in ("acid-attack", "armor-plating", "burrowing", "camouflage")
)
POISON_QUILLS, POISON_SPIT, SHRINK_RAY, SPIKED_TAIL, URBAVORE = (
    _number(card) for card in ("poison-quills", "poison-spit", "shrink-ray", "spiked-tail", "urbavore")
)
DWELLER, HERD_CULLER, PLOT_TWIST, PROBE, SMOKE_CLOUD, STRETCHY, TELEPATH, FREEZE_TIME = (
    _number(card)
    for card in (
        *("background-dweller", "herd-culler", "plot-twist", "psychic-probe", "smoke-cloud", "stretchy"),
        *("telepath", "freeze-time"),
    )
)
HEALING_RAY, RAPID_HEALING, WINGS, EVEN_BIGGER, STRONGER = (
    _number(card)
    for card in ("healing-ray", "rapid-healing", "wings", "even-bigger", "were-only-making-it-stronger")
)
LAB, METAMORPH, MIMIC, OPPORTUNIST, TENTACLES, BATTERIES = (
    _number(card)
    for card in (
        *("made-in-a-lab", "metamorph", "mimic", "opportunist", "parasitic-tentacles", "monster-batteries"),
    )
)
COMPLETE_DESTRUCTION, GOURMET, OMNIVORE = (
    _number(card) for card in ("complete-destruction", "gourmet", "omnivore")
)
SOLAR_POWERED, ENERGY_HOARDER, HERBIVORE, UNDERDOG = (
    _number(card) for card in ("solar-powered", "energy-hoarder", "herbivore", "rooting-for-the-underdog")
)
DROP, FRENZY, STORM = (_number(card) for card in ("drop-from-high-altitude", "frenzy", "vast-storm"))
WAYS_OF_THEIR_OWN: Final = (DROP, FRENZY, STORM)


# --- what discard cards do ---

STARS_GAINED, HEARTS_GAINED, ENERGY_GAINED, STARS_TAKEN, HURTS_OTHERS, HURTS_OWNER = range(6)


def _effects() -> Ints:
    """What each discard card gives its buyer and takes from everybody else, as the engine does it when tried."""
    found = np.zeros((BOXED, 6), np.int64)
    for number, card in enumerate(BOX):
        if DECK[card].keep or number in WAYS_OF_THEIR_OWN:
            continue
        mine, theirs = Monster(character="", hearts=6), Monster(character="", stars=10)
        state = KingState(
            names=("", ""), options=KingOptions(), monsters=[mine, theirs], order=[0, 1], phase="buy"
        )
        play = Play(state, Voice(state.names, {}), [])
        play.quiet = True
        try:
            DECK[card].gained(play, 0, Held(card=card)).send(None)
        except StopIteration:
            found[number] = [
                *(mine.stars, max(0, mine.hearts - 6), mine.energy),
                *(10 - theirs.stars, 10 - theirs.hearts, max(0, 6 - mine.hearts)),
            ]
    return found


EFFECTS: Final = _effects()
