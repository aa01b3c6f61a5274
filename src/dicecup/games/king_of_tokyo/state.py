"""What lies on the table in King of Tokyo: monsters, dice, cards, and where a turn stands."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, Self

from dicecup.table import BEGINNING, Mutable, Options, State, derived, setting

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

TOKYO, DICE, CARDS = "Tokyo", "Dice and claws", "Power cards"  # headings of the house rules

CHARACTERS: Final = ("Alienoid", "Cyber Bunny", "Giga Zaur", "Kraken", "Meka Dragon", "The King")

_FIRST_EDITION: Final[dict[str, Any]] = {
    "enter": "with-claw",
    "bay_closing": "outside",
    "virtual_claws": "rolled-only",
    "fire_breathing": "attacked",
    "burrowing": "with-claw",
    "batteries": "stake",
    "even_bigger_lost": "lose-two",
    "spit_and_ray": "any-damage",
    "metamorph": "price-paid",
    "probe": "every-roll",
    "underdog": "every-turn",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class KingOptions(Options):
    """The house rules of King of Tokyo; the defaults are the second edition's."""

    preset: Literal["second-edition", "first-edition"] = setting(
        "second-edition",
        "the edition",
        says={
            "second-edition": "The rules of the second edition.",
            "first-edition": "The rules of the first edition, wherever they were different.",
        },
    )
    cards: bool = setting(
        True,
        "power cards",
        says={
            True: "Power cards are for sale.",
            False: "There are no power cards: a simpler game, good for learning.",
        },
    )
    tokyo_stars: Literal["start", "end"] = setting(
        "start",
        "stars for being in Tokyo",
        group=TOKYO,
        says={
            "start": "A monster in Tokyo gets its 2 stars at the start of its turn.",
            "end": "A monster in Tokyo gets its 2 stars at the end of its turn.",
        },
    )
    turn_order: Literal["clockwise", "by-roll"] = setting(
        "clockwise",
        "the order of turns",
        group=BEGINNING,
        says={
            "clockwise": "Whoever wins the first roll goes first, and play goes round the table.",
            "by-roll": "Everybody is seated by the first roll, most claws first.",
        },
    )
    win: Literal["end-of-turn", "at-once"] = setting(
        "end-of-turn",
        "winning with 20 stars",
        group=BEGINNING,
        says={
            "end-of-turn": "20 stars win at the end of the turn, for a monster that is still alive.",
            "at-once": "20 stars win immediately.",
        },
    )
    tie: Literal["shared", "active-first"] = setting(
        "shared",
        "several monsters with 20 stars",
        group=BEGINNING,
        says={
            "shared": "Monsters that reach 20 stars together share the win.",
            "active-first": "If several monsters have 20 stars, the one whose turn it is wins.",
        },
    )
    bay: Literal["together", "separate"] = setting(
        "together",
        "City and Bay",
        group=TOKYO,
        says={
            "together": "Monsters in the City and the Bay are safe from each other's claws.",
            "separate": "City and Bay are separate places, and their monsters hit each other.",
        },
    )
    dice_order: Literal["fixed", "choose"] = setting(
        "fixed",
        "the order of the dice",
        group=DICE,
        says={
            "fixed": "Dice are resolved in this order: stars, hearts, energy, claws.",
            "choose": "The monster that rolled chooses the order in which the dice are resolved.",
        },
    )
    two_player: Literal["standard", "energy"] = setting(
        "standard",
        "Tokyo with two monsters",
        group=TOKYO,
        says={
            "standard": "With two monsters, Tokyo pays stars as usual.",
            "energy": "With two monsters, Tokyo pays 1 energy for entering and for each turn, and no stars.",
        },
    )
    enter: Literal["always", "with-claw"] = setting(
        "always",
        "entering an empty Tokyo",
        group=TOKYO,
        says={
            "always": "If Tokyo is empty, the monster whose turn it is has to enter.",
            "with-claw": "If Tokyo is empty, only a monster that rolled a claw has to enter.",
        },
    )
    bay_closing: Literal["to-city", "outside"] = setting(
        "to-city",
        "when the Bay closes",
        group=TOKYO,
        says={
            "to-city": "When the Bay closes, its monster moves into the City if that is empty.",
            "outside": "When the Bay closes, its monster goes outside.",
        },
    )
    bay_attacker: Literal["to-city", "stays"] = setting(
        "to-city",
        "when the City yields to the Bay",
        group=TOKYO,
        says={
            "to-city": "If the City yields to an attacker in the Bay, the attacker moves to the City.",
            "stays": "If the City yields to an attacker in the Bay, the attacker stays where it is.",
        },
    )
    virtual_claws: Literal["count", "rolled-only"] = setting(
        "count",
        "claws that come from cards",
        group=DICE,
        says={
            "count": "Claws from cards are like rolled ones: they make an attack, and cards can add to them.",
            "rolled-only": "Only rolled claws make an attack, and cards can add only to those.",
        },
    )
    acid_attack: Literal["claw", "damage"] = setting(
        "claw",
        "Acid Attack without another claw",
        group=CARDS,
        says={
            "claw": "Acid Attack is an attack even without another claw: a monster hit in Tokyo may yield.",
            "damage": "Acid Attack without another claw is only damage: nobody may yield to it.",
        },
    )
    fire_breathing: Literal["neighbours", "attacked"] = setting(
        "neighbours",
        "Fire Breathing",
        group=CARDS,
        says={
            "neighbours": "Fire Breathing burns both neighbours.",
            "attacked": "Fire Breathing burns only neighbours who are attacked.",
        },
    )
    burrowing: Literal["always", "with-claw"] = setting(
        "always",
        "Burrowing",
        group=CARDS,
        says={
            "always": "In Tokyo, Burrowing adds a claw on each of its owner's turns.",
            "with-claw": "In Tokyo, Burrowing adds a claw only to a rolled one.",
        },
    )
    burrowing_yields: Literal["place-taken", "every"] = setting(
        "place-taken",
        "Burrowing when City and Bay both yield",
        group=CARDS,
        says={
            "place-taken": "If City and Bay both yield, Burrowing hurts the attacker only in the place it takes.",
            "every": "If City and Bay both yield, the Burrowing of each of them hurts the attacker.",
        },
    )
    batteries: Literal["fixed", "stake"] = setting(
        "fixed",
        "Monster Batteries",
        group=CARDS,
        says={
            "fixed": "Monster Batteries cost 3 and hold 6 energy.",
            "stake": "Monster Batteries cost 2 and hold twice the energy that the owner puts in.",
        },
    )
    even_bigger_lost: Literal["clamp", "lose-two"] = setting(
        "clamp",
        "losing Even Bigger",
        group=CARDS,
        says={
            "clamp": "Losing Even Bigger takes only the hearts above 10.",
            "lose-two": "Losing Even Bigger always takes 2 hearts.",
        },
    )
    spit_and_ray: Literal["claws", "any-damage"] = setting(
        "claws",
        "Poison Spit and Shrink Ray",
        group=CARDS,
        says={
            "claws": "Poison Spit and Shrink Ray mark monsters that are hurt by claws.",
            "any-damage": "Poison Spit and Shrink Ray mark monsters that are hurt by any damage from the owner.",
        },
    )
    metamorph: Literal["printed-cost", "price-paid"] = setting(
        "printed-cost",
        "Metamorph",
        group=CARDS,
        says={
            "printed-cost": "Metamorph pays the printed cost of a card.",
            "price-paid": "Metamorph pays what the owner paid for the card.",
        },
    )
    probe: Literal["last-roll", "every-roll"] = setting(
        "last-roll",
        "Psychic Probe",
        group=CARDS,
        says={
            "last-roll": "Psychic Probe can be used once the roller has stopped.",
            "every-roll": "Psychic Probe can be used after every roll.",
        },
    )
    underdog: Literal["own-turn", "every-turn"] = setting(
        "own-turn",
        "Rooting for the Underdog: when",
        group=CARDS,
        says={
            "own-turn": "Rooting for the Underdog pays at the end of its owner's turn.",
            "every-turn": "Rooting for the Underdog pays at the end of every turn.",
        },
    )
    underdog_ties: Literal["no-star", "star"] = setting(
        "no-star",
        "Rooting for the Underdog: ties",
        group=CARDS,
        says={
            "no-star": "Rooting for the Underdog pays nothing if somebody else has just as few stars.",
            "star": "Rooting for the Underdog pays even if somebody else has just as few stars.",
        },
    )
    sold_counters: Literal["come-along", "refilled"] = setting(
        "come-along",
        "counters on a card that is sold",
        group=CARDS,
        says={
            "come-along": "A card bought from another monster keeps the counters it has.",
            "refilled": "A card bought from another monster gets all its counters back.",
        },
    )
    drop_clears: Literal["tokyo", "city"] = setting(
        "tokyo",
        "Drop from High Altitude",
        group=CARDS,
        says={
            "tokyo": "Drop from High Altitude pushes everybody else out of City and Bay.",
            "city": "Drop from High Altitude pushes out only the monster in the City.",
        },
    )
    herbivore: Literal["others", "anybody"] = setting(
        "others",
        "Herbivore",
        group=CARDS,
        says={
            "others": "Herbivore pays if its owner has hurt nobody else.",
            "anybody": "Herbivore pays only if its owner has hurt nobody, itself included.",
        },
    )

    @classmethod
    def parse(cls, given: Mapping[str, Any]) -> Self:
        """Presets fill in what was not asked for."""
        parsed = super(KingOptions, cls).parse(given)
        if parsed.preset == "second-edition":
            return parsed
        return super(KingOptions, cls).parse({**_FIRST_EDITION, **given})

    def unusual(self) -> dict[str, Any]:
        """The preset, and what differs from it."""
        usual = self.parse({"preset": self.preset})
        named = {} if self.preset == "second-edition" else {"preset": self.preset}
        values = {each.name: getattr(self, each.name) for each in self.settings()}
        return named | {name: value for name, value in values.items() if value != getattr(usual, name)}


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
