"""What lies on the table in King of Tokyo: monsters, dice, cards, and where a turn stands."""

from dataclasses import field
from typing import Final

from dicecup.games.king_of_tokyo.options import KingOptions
from dicecup.table import Mutable, State, derived
from dicecup.table.compiled import dataclass, mypyc_attr

ONE, TWO, THREE, HEART, ENERGY, CLAW = range(1, 7)
FACES: Final = ("", "1", "2", "3", "heart", "energy", "claw")

OUTSIDE, CITY, BAY = "outside", "city", "bay"
HEARTS: Final = 10
MOST_HEARTS: Final = 12
GOAL: Final = 20
BLACK_DICE: Final = 6
MOST_DICE: Final = 9
ROLLS: Final = 3
MARKET: Final = 3
SWEEP_PRICE: Final = 2

CHARACTERS: Final = ("Alienoid", "Cyber Bunny", "Giga Zaur", "Kraken", "Meka Dragon", "The King")


@dataclass(slots=True, kw_only=True)
class Held(Mutable):
    """A card in front of a monster."""

    card: str
    acts_as: str = ""  # the card it copies
    counters: int = 0
    used: bool = False  # for cards that may be used once in each turn
    moved: bool = False  # in this turn it has begun to copy another card
    paid: int = 0


@dataclass(slots=True, kw_only=True)
class Monster(Mutable):
    """One player's monster. It is out of the game when it has no hearts."""

    character: str
    hearts: int = HEARTS
    stars: int = 0
    energy: int = 0
    place: str = OUTSIDE
    cards: list[Held] = field(default_factory=list)  # in the order they were bought
    hooks: int = derived(0)  # which moments its cards have something to say to
    poison: int = 0
    shrink: int = 0
    untouchable: str = ""  # the card by which it loses no hearts for the rest of this turn

    @property
    def alive(self) -> bool:
        """Whether it is still in the game."""
        return self.hearts > 0

    @property
    def in_tokyo(self) -> bool:
        """In the City or in the Bay."""
        return self.place != OUTSIDE


@dataclass(slots=True, kw_only=True)
class Packet(Mutable):
    """Damage on its way to one monster."""

    target: int
    amount: int
    dealer: int | None = None
    source: str = "claws"  # or the card it comes from, or "poison"
    claws: bool = False  # from claws: the target may yield, and may be marked
    poison: int = 0
    shrink: int = 0
    marked_by: tuple[str, ...] = ()  # the cards that have put the counters on it
    held_by: str = ""  # the card that makes it wait: whoever yields escapes it, even if the card is gone by then


@dataclass(slots=True, kw_only=True)
class Peeked(Mutable):
    """A card lying on top of the deck that somebody has looked at."""

    card: str
    seen_by: list[int]


@dataclass(slots=True, kw_only=True)
class Purchase(Mutable):
    """A card that has been paid for."""

    seat: int
    card: str
    paid: int
    counters: int = 0


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(slots=True, kw_only=True)
class KingState(State):
    """A game of King of Tokyo. `rules.PHASES` lists the phases of a turn in order."""

    options: KingOptions
    monsters: list[Monster]
    order: list[int]  # the seats as they sit round the table
    active: int = 0  # whose turn it is
    round_seat: int = 0  # whose turn it would be without extra turns: play goes on from there

    deck: list[str] = field(default_factory=list)  # not seen yet, in alphabetical order: there is no other
    top: list[Peeked] = field(default_factory=list)  # the first of the deck, if somebody has looked
    market: list[str] = field(default_factory=list)  # "" where nothing is left to put
    discard: list[str] = field(default_factory=list)

    contenders: list[int] = field(default_factory=list)  # who still rolls in this round of the first roll
    rolled: list[list[int]] = field(default_factory=list)  # claws of each seat, round by round

    # this turn
    dice: list[int] = field(default_factory=list)  # by slot; from the seventh on they are green
    rolls: int = 0  # rolls made, card rolls included
    rolls_left: int = 0
    meddled: bool = False  # another monster has changed a die
    unresolved: list[str] = field(default_factory=list)  # kinds of dice still to resolve
    hearts_for: list[int] = field(default_factory=list)  # heart dice given to each seat so far
    hearts_left: int = 0  # heart dice about which the roller is asked
    claws: int = 0
    hurt: bool = False  # the active monster has cost somebody hearts
    held_back: list[Packet] = field(default_factory=list)  # damage that waits for the decision to yield
    deciding: list[int] = field(default_factory=list)  # who may still yield
    parting: list[Packet] = field(default_factory=list)  # damage dealt by those who yielded
    incoming: Packet | None = None  # damage that its target may do something about now
    shaken: bool = False  # somebody has been eliminated: see whether the turn or the game goes on
    arriving: Purchase | None = None  # about to take effect, or to lie before its buyer
    fresh: list[int] = field(default_factory=list)  # places of the market just filled, to be offered out of turn
    waived: list[tuple[int, int]] = field(
        default_factory=list
    )  # who has let what lies in such a place go: seat, place
    tally: int = 0  # chance points of this turn that are not rolls: makes their keys differ

    # extra turns
    another_turn: str = (
        ""  # the card for which the dice have scored one, even if it is gone by the end of the turn
    )
    fewer_dice: int = 0  # in this turn
    extra_turns: list[int] = field(default_factory=list)  # seats with an extra turn to come
