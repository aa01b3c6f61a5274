"""A game of King of Tokyo as a row of numbers.

First what is asked, and the answers since the running phase began; then the table: the turn, the market, damage on
its way, dice, monsters and cards. Behind it lies the table as it was when the phase began, where that is needed: a
question in the middle of a rule is answered by going through the phase once more (see `asking`). Tables without
cards end before the cards.
"""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicecup.batch.king_of_tokyo.cards import BOXED, fixed
from dicecup.games.king_of_tokyo.actions import MOST_AGAIN, MOST_STAKED
from dicecup.games.king_of_tokyo.encoding import KINDS
from dicecup.games.king_of_tokyo.options import KingOptions
from dicecup.games.king_of_tokyo.rules import PHASES
from dicecup.games.king_of_tokyo.state import MARKET, MOST_DICE
from dicecup.table import OVER

Ints = NDArray[np.int64]

_PHASES: Final = (*PHASES, OVER)
ORDER, START, ROLL, KEEP, PROBED, CHANGE, RESOLVE, RESOLVE_ONE, ATTACK, YIELDING, ENTER = (
    _PHASES.index(phase)
    for phase in (
        *("order", "start", "roll", "dice", "probe", "change", "resolve", "resolve_one", "attack", "yield"),
        "enter",
    )
)
BUY, PEEKED, ARRIVE, OFFER, SELL, END, AFTER, DONE = (
    _PHASES.index(phase) for phase in ("buy", "peeked", "arrive", "offer", "sell", "end", "after", OVER)
)
ASK_ORDER, ASK_START, ASK_ROLL, ASK_DICE, ASK_PROBE, ASK_CHANGE, ASK_RESOLVE, ASK_HEARTS, ASK_REACT = (
    fixed(KINDS.index(kind))
    for kind in ("order", "start", "roll", "dice", "probe", "change", "resolve", "hearts", "react")
)
ASK_AGAIN, ASK_YIELD, ASK_BUY, ASK_PEEKED, ASK_COPY, ASK_STAKE, ASK_SNATCH, ASK_SELL, ASK_EXTRA = (
    fixed(KINDS.index(kind))
    for kind in ("again", "yield", "buy", "peeked", "copy", "stake", "snatch", "sell", "extra turn")
)
OUT, IN_CITY, IN_BAY = map(fixed, range(3))  # places
STARS_KIND, HEARTS_KIND, ENERGY_KIND, CLAWS_KIND = range(4)  # what dice are for
DICE_KINDS: Final = 4

# What is asked: ASKED, a seat, -1 when the game is over; KIND. RUNNING: the phase that asks, SAVED: whether the
# table was kept as it was when that began, LUCK: where luck stood then; ANSWERS: how many there are since, AT: how
# many of them have been used in this run. SAID: how much chance has said in this step. What can be chosen, as
# bits: PLAINLY, FOR_SALE (places of the market), AGAIN (dice), USABLE (cards). SHOWN: where dice lie that can be
# rolled again, from number FROM up to TO. BLOCKS: in which blocks of 64 actions some can be chosen, as bits.
ASKED, KIND, RUNNING, SAVED, LUCK, ANSWERS, AT, SAID, PLAINLY, FOR_SALE, AGAIN, USABLE, SHOWN, FROM, TO = range(15)
BLOCKS: Final = 15
TAPE: Final = 16  # the answers, each with where luck stood
MOST_ANSWERS: Final = 64
FACES: Final = TAPE + 2 * MOST_ANSWERS  # dice rolled for a card
MOST_FACES: Final = 64
# Damage on its way to one monster. SOURCE: claws, poison or a card.
TARGET, DEALER, AMOUNT, BY_CLAWS, POISONED, SHRUNK, SOURCE = range(7)
PACKET: Final = 7
FROM_CLAWS, FROM_POISON, FROM_CARD = map(fixed, range(3))
PACKETS: Final = FACES + MOST_FACES  # that are dealt now
MOST_PACKETS: Final = 12

TABLE: Final = PACKETS + MOST_PACKETS * PACKET  # all from here on is the table
# ROUND: from whom play goes on; MADE, LEFT: rolls; MEDDLED: somebody has changed a die; FEWER dice in this turn;
# ANOTHER turn is scored. As bits: UNRESOLVED kinds of dice, CONTENDERS for the first turn, WINNERS.
PHASE, ACTIVE, ROUND, MADE, LEFT, CLAWED_NOW, HURT, SHAKEN, MEDDLED, UNRESOLVED, FEWER, ANOTHER = range(
    TABLE, TABLE + 12
)
# Heart dice: HEARTS_LEFT to use; SHARED: they are being used. EXTRA turns to come, three bits for each seat, the
# next one lowest, EXTRAS: how many; DECIDING, and THEN: who may still yield, -1: nobody.
HEARTS_LEFT, SHARED, EXTRA, EXTRAS, DECIDING, THEN, CONTENDERS, WINNERS = range(TABLE + 12, TABLE + 20)
# FRESH places of the market, and who has WAIVED which, as bits. A purchase: ARRIVING card, its BUYER, the price
# PAID, with so many FILLED in. Mimic: ACTS_AS which card, MOVED to it in this turn. INCOMING: where the packet
# lies about which somebody is asked; 0: none. SPEAKING: the moments at which any card before a monster speaks.
DECK_LEFT, FRESH, WAIVED, ARRIVING, BUYER, PAID, FILLED, ACTS_AS, MOVED, INCOMING = range(TABLE + 20, TABLE + 30)
SPEAKING: Final = TABLE + 30
ON_SALE: Final = TABLE + 31  # the card in each place of the market; -1: none
TOPS: Final = ON_SALE + MARKET  # how many cards on top of the deck somebody has looked at
TOP: Final = TOPS + 1  # which
SEEN_BY: Final = TOP + 2  # by whom, as bits
HELD: Final = SEEN_BY + 2  # how many packets wait for the decision to yield; they lie behind
PARTING: Final = HELD + 1 + 2 * PACKET  # how many were dealt by those who yielded
DICE_HAD: Final = PARTING + 1 + 2 * PACKET
DIE: Final = DICE_HAD + 1  # the first of the dice
MONSTER: Final = DIE + MOST_DICE  # the first seat's
# Of a monster. SITS: its place round the table; NEIGHBOUR: who sits at the place of this number.
# RANK: how many are before it in the first roll; CLAWED: the claws of its last roll for that.
# HOOKS: the moments at which its cards speak; FIRST of its cards, -1: none; GIVEN: heart dice.
HEARTS, STARS, ENERGY, PLACE, SITS, NEIGHBOUR, RANK, CLAWED = range(8)
POISON, SHRINK, UNTOUCHABLE, HOOKS, FIRST, GIVEN = range(8, 14)
FIELDS: Final = 14
MOST_SEATS: Final = 6
CARD: Final = MONSTER + MOST_SEATS * FIELDS  # a number for each card: `hands` says what is in it
TABLE_ENDS: Final = CARD + BOXED
KEPT: Final = TABLE_ENDS  # the table as it was when the phase began


def width(cards: bool) -> int:
    """How many numbers a row has."""
    return KEPT + TABLE_ENDS - TABLE if cards else CARD


class Rules(NamedTuple):
    """What does not change at these tables. Functions are given it as one record, in the layout of `RECORD`."""

    seats: int
    cards: bool
    ordered: bool  # everybody rolls for the first turn
    by_roll: bool  # and sits down by that roll
    paid_early: bool  # stars of Tokyo at the start of a turn
    at_once: bool  # 20 stars win immediately
    shared: bool  # several with 20 stars share the win
    separate: bool  # City and Bay hit each other
    chosen: bool  # the roller chooses the order of the dice
    in_energy: bool  # Tokyo pays energy, no stars
    with_claw: bool  # only whoever rolled a claw enters
    bay_moves_up: bool  # when the Bay closes
    attacker_moves_up: bool  # when the City yields to the Bay
    virtual: bool  # claws from cards count as rolled ones
    acid_claw: bool  # Acid Attack is an attack by itself
    everywhere: bool  # Fire Breathing burns neighbours who are not attacked
    always: bool  # Burrowing needs no rolled claw
    all_burrow: bool  # the Burrowing of everybody who yields hurts
    staked: bool  # into Monster Batteries
    two_lost: bool  # with Even Bigger
    any_marks: bool  # any damage brings counters of Poison Spit and Shrink Ray
    price_back: bool  # Metamorph pays what was paid
    every_roll: bool  # Psychic Probe
    every_turn: bool  # Rooting for the Underdog
    ties_pay: bool  # Rooting for the Underdog
    refilled: bool  # cards sold by a monster
    city_only: bool  # is cleared by Drop from High Altitude
    nobody_hurt: bool  # Herbivore: not even its owner
    deck: Ints  # 1 for each card that is in the game
    costs: Ints
    # What an action says: its verb; which card, dice, die or amount; how a card is used; on whom or which die; to
    # which face, or which other card.
    verbs: Ints
    things: Ints
    ways: Ints
    firsts: Ints
    seconds: Ints
    # The numbers of actions: by their place in PLAIN, by dice kept as bits, and so on.
    plain: Ints
    keeping: Ints
    again: Ints
    staking: Ints
    buying: Ints
    copying: Ints  # by seats away, and card
    bare: Ints  # use a card; by card
    on_die: Ints  # and slot
    to_face: Ints  # and slot and face
    healing: Ints  # by seats away
    looking: Ints  # by whether it is Mimic
    taking_top: Ints  # and place
    selling: Ints  # and card
    taking: Ints  # and seats away and card
    moving: Ints  # Mimic copies another: by seats away, and card
    parts: Ints  # where each part of an observation begins, as `PARTS` lists them; then those of each monster
    house: NDArray[np.float32]  # house rules, as observations tell them
    usable: Ints  # where an observation tells that a card can be used
    keeps: Ints  # where it tells that it lies before a monster; -1: nowhere
    many_keeps: int
    nothing: NDArray[np.int8]  # of which no part is a mask for nobody, when options are only counted


_MOST_ACTIONS: Final = 4096
_BY_ACTION: Final = ("verbs", "things", "ways", "firsts", "seconds")
_SIZES: Final = {
    **dict.fromkeys(("deck", "costs", "buying", "bare", "usable", "keeps"), (BOXED,)),
    **dict.fromkeys(_BY_ACTION, (_MOST_ACTIONS,)),
    "plain": (18,),
    "keeping": (1 << MOST_DICE,),
    "again": (MOST_AGAIN,),
    "staking": (MOST_STAKED + 1,),
    "copying": (MOST_SEATS, BOXED),
    "on_die": (BOXED, MOST_DICE),
    "to_face": (BOXED, MOST_DICE, 7),
    "healing": (MOST_SEATS,),
    "looking": (2,),
    "taking_top": (2, MARKET),
    "selling": (2, BOXED),
    "taking": (2, MOST_SEATS, BOXED),
    "moving": (MOST_SEATS, BOXED),
    "parts": (27 + MOST_SEATS,),
    "house": (len(KingOptions.settings()),),
    "nothing": (1,),
}
_KINDS: Final = {"house": np.float32, "nothing": np.int8}
RECORD: Final = np.dtype(
    [(name, _KINDS.get(name, np.int64), _SIZES.get(name, ())) for name in Rules._fields], align=True
)


def recorded(rules: Rules) -> Any:
    """The same in one stretch of memory, whatever the number of seats: so that functions are compiled once, and
    are given one pointer instead of some hundred numbers."""
    found = np.zeros(1, RECORD)
    for name, value in rules._asdict().items():
        room: Any = (0, *(slice(size) for size in np.shape(value)))
        found[name][room] = value
    return found.view(np.recarray)[0]


# Verbs: the choices that are always written in the same words, as in the engine's `PLAIN`; then these.
ROLLS_DICE, PASSES, IS_DONE, TAKES_TURN, GOES_ON, TAKES_IT, SWEEPS, LEAVES, STAYS, YIELDS = map(fixed, range(10))
HEALS, CURES_POISON, CURES_SHRINK, WASTES, RESOLVES = map(fixed, range(10, 15))  # and three more that resolve
KEEPS, ROLLS_AGAIN_DIE, STAKES, BUYS, USES, COPIES = range(18, 24)
# Ways to use a card.
BARE, ON_DIE, TO_FACE, ON_SEAT, LOOK, TAKE_TOP, SELL_IT, TAKE_OVER, MOVE = range(9)

PARTS: Final = (
    *(
        "kind",
        "phase",
        "asked",
        "plain",
        "for sale",
        "again",
        "usable",
        "active",
        "round",
        "rules",
        "dice",
        "turn",
    ),
    *("hearts for", "incoming", "held back", "parting", "deciding", "fresh", "extra turns", "table"),
    *("market 0", "market 1", "market 2", "top 0", "top 1", "top", "discard"),
)
AT_KIND, AT_PHASE, AT_ASKED, AT_PLAIN, AT_SALE, AT_AGAIN, AT_USABLE, AT_ACTIVE, AT_ROUND, AT_RULES = range(10)
AT_DICE, AT_TURN, AT_HEARTS, AT_INCOMING, AT_HELD, AT_PARTING, AT_DECIDING, AT_FRESH, AT_EXTRA = range(10, 19)
AT_TABLE, AT_MARKET, AT_TOP, AT_TOPS, AT_DISCARD, AT_MONSTER = 19, 20, 23, 25, 26, 27
