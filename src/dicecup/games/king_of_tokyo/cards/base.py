"""What a card is: name, cost, kind, words and effect in one class, and the moments at which it may speak.

A card overrides the hooks it needs and nothing else. Which ones it overrides is noted when the class is made, and
each monster knows the sum over its cards, so that nobody asks a card that has nothing to say.
"""

from bisect import insort
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any, ClassVar, Final, Literal

from dicecup.games.king_of_tokyo.options import KingOptions
from dicecup.games.king_of_tokyo.state import Held, KingState, Monster, Packet
from dicecup.table import Option, Pick, Play
from dicecup.table.actions import Words
from dicecup.table.compiled import mypyc_attr
from dicecup.table.pick import Price

KingPlay = Play[KingState]

Moment = Literal[
    "start", "rolling", "probe", "change", "hearts", "react", "yield", "buy", "reveal", "sell", "other"
]
"""When a card can be offered to its owner as something to use; "other": only those for any time are."""

DECK: Final[dict[str, "Card"]] = {}
"""Every card by its name in the state; a second copy has a number behind."""
CARDS: Final[list[str]] = []
"""These names in alphabetical order."""
IN_THE_BOX: Final[list[str]] = []
"""Those of them that do not come from a package."""
CALLED: Final[dict[str, str]] = {}
"""What is printed on them. A card is in deck, cards and here from when its class is made."""

_BITS: Final[dict[str, int]] = {}

_NAMED: Final = ("name", "cost", "text", "id")
"""What each card says of itself, and `Card` does not."""


def bit(hook: str) -> int:
    """The bit that stands for a hook, or for being offered at a moment (`offers:buy`)."""
    return _BITS.setdefault(hook, 1 << len(_BITS))


def energy(amount: int) -> Price:
    """A price."""
    return ((amount, "energy"),)


@mypyc_attr(allow_interpreted_subclasses=True)
class Card:
    """One power card. All hooks get the owner's seat, and the card as it lies before the owner.

    Before that, a hook that only says something gets the state, and one that does something gets the play.
    """

    name: ClassVar[str]
    cost: ClassVar[int]
    keep: ClassVar[bool] = True
    text: ClassVar[str]
    about: ClassVar[str] = ""  # "claws", "dice", "stars", "hearts", "energy" or "cards": for players with a taste
    copies: ClassVar[int] = 1
    other_name: ClassVar[str] = ""  # in the second edition, where it differs
    counted: ClassVar[str] = "counter"  # what lies on it, if anything does: "counter" or "energy"
    moments: ClassVar[tuple[Moment, ...]] = ()  # the owner is asked then
    any_time: ClassVar[bool] = False  # and whenever it is asked something anyway, this card can be used too
    fee: ClassVar[int] = 0  # the energy that it costs to use it once
    hits_all: ClassVar[bool] = False  # the owner's claws reach everybody
    holds_damage: ClassVar[bool] = False  # claw damage to the owner waits until it has decided to yield or stay
    mere_damage: ClassVar[bool] = False  # a house rule can say that its claws alone are not an attack
    one_is_enough: ClassVar[bool] = False  # a second copy lets its owner do nothing that the first does not
    hooks: ClassVar[int] = 0

    id: str  # follows from the name; a card that is renamed says the old one, as papers know it by that

    def __init_subclass__(cls) -> None:
        """Note the hooks, and put the card into the deck."""
        for name in vars(cls):
            if name[0] != "_" and not hasattr(Card, name) and name not in _NAMED:
                near = get_close_matches(name, dir(Card), 1)
                raise TypeError(
                    f"No rule asks {cls.__name__} for {name!r}{f'; is it {near[0]!r}?' if near else ''}. "
                    "(Names of its own begin with an underscore.)"
                )
        cls.hooks = sum(bit(name) for name in HOOKS if getattr(cls, name) is not getattr(Card, name))
        cls.hooks += sum(bit(name) for name in FLAGS if getattr(cls, name))
        cls.hooks += sum(bit(f"offers:{moment}") for moment in cls.moments)
        if "name" in vars(cls):
            if not isinstance(getattr(cls, "cost", None), int) or not getattr(cls, "text", ""):
                raise TypeError(f"The card {cls.name} needs a cost, in energy, and a text.")
            slug = vars(cls).get("id") or cls.name.lower().replace("'", "").replace(" ", "-")
            for number in range(1, cls.copies + 1):
                card = cls()
                card.id = slug if number == 1 else f"{slug}-{number}"
                if card.id not in DECK:
                    insort(CARDS, card.id)
                elif repr(type(DECK[card.id])) != repr(cls):  # a module that is loaded again may make it again
                    raise ValueError(f"There is another card called {cls.name}.")
                DECK[card.id], CALLED[card.id] = card, cls.name

    def hooks_for(self, held: Held) -> int:
        """The moments at which it has something to say, lying there as it does."""
        return self.hooks

    def cost_in(self, options: KingOptions) -> int:
        """What is printed on it, in the edition that is played."""
        return self.cost

    def text_in(self, options: KingOptions) -> str:
        """What it does, by the house rules that are played."""
        return self.text

    def called(self, held: Held) -> str:
        """What it is called in the events it causes, lying there as it does."""
        return self.name

    # --- numbers ---

    def dice(self, state: KingState, seat: int, held: Held) -> int:
        """More dice to roll."""
        return 0

    def rolls(self, state: KingState, seat: int, held: Held) -> int:
        """More rolls each turn."""
        return 0

    def tokyo_stars(self, state: KingState, seat: int, held: Held) -> int:
        """More stars for being in Tokyo."""
        return 0

    def claws(self, state: KingState, seat: int, held: Held, rolled: int) -> int:
        """Claws added to those rolled, however many these are."""
        return 0

    def more_claws(self, state: KingState, seat: int, held: Held) -> int:
        """Claws added if there is one."""
        return 0

    def discount(self, state: KingState, seat: int, held: Held) -> int:
        """Energy less for each card bought."""
        return 0

    def max_hearts(self, held: Held) -> int:
        """More hearts at most."""
        return 0

    def heal_bonus(self, state: KingState, seat: int, held: Held) -> int:
        """More hearts whenever the owner gains any."""
        return 0

    def energy_bonus(self, state: KingState, seat: int, held: Held) -> int:
        """More energy whenever the owner gains any."""
        return 0

    def peeks(self, state: KingState, seat: int, held: Held) -> int:
        """Cards on top of the deck the owner may look at."""
        return 0

    # --- things that happen ---

    async def gained(self, play: KingPlay, seat: int, held: Held) -> None:
        """The owner has just got it: by buying, or by copying."""

    def lost(self, play: KingPlay, seat: int, held: Held) -> None:
        """The owner has just lost it."""

    def card_gone(self, play: KingPlay, seat: int, held: Held, gone: str) -> None:
        """A card, anybody's, has left the game for the discard pile."""

    def turn_starts(self, play: KingPlay, seat: int, held: Held) -> None:
        """The owner's turn begins."""

    def dice_scored(self, play: KingPlay, seat: int, held: Held, counts: list[int]) -> None:
        """The owner's numbers are scored; `counts` by face."""

    async def looked(self, play: KingPlay, seat: int, held: Held) -> None:
        """The owner has looked at the top of the deck, and may buy what it saw there."""

    async def hearts_spent(self, play: KingPlay, seat: int, held: Held) -> None:
        """The owner has said what each heart die is for."""

    def rolls_again(self, state: KingState, seat: int, held: Held, face: int) -> bool:
        """Whether the owner may roll a die showing this again, one that it rolled for another card."""
        return False

    def attacks(self, play: KingPlay, seat: int, held: Held) -> None:
        """The owner attacks."""

    def burns(self, state: KingState, seat: int, held: Held) -> int:
        """Damage to each neighbour when the owner attacks."""
        return 0

    def marks(self, play: KingPlay, seat: int, held: Held, packet: Packet) -> None:
        """Put counters on damage the owner deals."""

    async def shield(self, play: KingPlay, seat: int, held: Held, packet: Packet) -> None:
        """Lessen damage to the owner before it is asked."""

    def absorb(self, play: KingPlay, seat: int, held: Held, packet: Packet) -> None:
        """Lessen what is left of it at last."""

    def would_absorb(self, held: Held, amount: int) -> bool:
        """Whether `absorb` would leave nothing of so much damage."""
        return False

    def hurt(self, play: KingPlay, seat: int, held: Held, lost: int) -> None:
        """The owner lost hearts and lives."""

    def death_seen(self, play: KingPlay, seat: int, held: Held, dead: int) -> None:
        """Another monster has come to 0 hearts."""

    def rescue(self, play: KingPlay, seat: int, held: Held) -> None:
        """The owner has come to 0 hearts: it goes on all the same."""

    def yielded(self, play: KingPlay, seat: int, held: Held, taker: int) -> None:
        """The owner has yielded to `taker`."""

    def bought(self, play: KingPlay, seat: int, held: Held) -> None:
        """The owner has paid for a card."""

    def turn_ends(self, play: KingPlay, seat: int, held: Held) -> None:
        """Somebody's turn ends."""

    def extra_turn(self, state: KingState, seat: int, held: Held) -> bool:
        """Whether the owner may take another turn, having got this card only after its dice had scored."""
        return False

    # --- what the owner can do with it ---

    def offers(self, state: KingState, seat: int, held: Held, moment: Moment) -> list[Option]:
        """The ways to use it now: each `self.option(held, ...)`. Asked at its `moments` only."""
        return []

    def ways(self, seats: int) -> Iterable[Words]:
        """All the `args` its options can have at such a table, for those who number choices; `Away` is a seat."""
        return ()

    def answers(self, seats: int) -> Iterable[Words]:
        """All choices, verb and all, that it asks about in questions of its own, for the same."""
        return ()

    async def use(self, play: KingPlay, seat: int, held: Held, args: tuple[Any, ...]) -> None:
        """The owner uses it; `args` as in the option."""

    def unusable(self, state: KingState, seat: int, held: Held) -> str:
        """Why it cannot be used now, for a card that can be used at all."""
        return ""

    def pick(self, state: KingState, seat: int, held: Held, args: tuple[Any, ...]) -> Pick:
        """What the option with these `args` picks, for screens; no `args`: any of them, where it is greyed."""
        return Pick(by=held.card, price=energy(self.fee) if self.fee else ())

    def option(self, held: Held, *args: int | str, text: str) -> Option:
        """The option to use it."""
        name = self.name if held.card == self.id else f"{self.name} ({DECK[held.card].name})"
        return Option("use", held.card, *args, text=f"{name}: {text}")

    def __repr__(self) -> str:
        return f"<Card {self.name}>"


FLAGS: Final = ("any_time", "hits_all", "holds_damage")
"""Flags by which the rules find cards, like hooks."""
_NO_HOOKS: Final = (
    *("offers", "ways", "answers", "use", "pick", "option", "unusable", "would_absorb", "cost_in", "text_in"),
    *("hooks_for", "called"),
)
HOOKS: Final = tuple(
    name for name, value in vars(Card).items() if callable(value) and name[0] != "_" and name not in _NO_HOOKS
)


def all_cards() -> list[str]:
    """Those in the box, then those of packages: what is counted by its place here stays where it is."""
    return [*IN_THE_BOX, *(card for card in CARDS if card not in IN_THE_BOX)]


def keep_cards() -> list[str]:
    """Every card that can lie before a monster, in the same order."""
    return [card for card in all_cards() if DECK[card].keep]


def having(monster: Monster, hook: int) -> list[tuple[Held, Card]]:
    """The cards of a monster that have something to say to a hook."""
    if not monster.hooks & hook:
        return []
    return [(held, card) for held in monster.cards if (card := DECK[held.card]).hooks_for(held) & hook]


def anybody(state: KingState, hook: int) -> bool:
    """Whether any monster has a card with something to say to a hook."""
    # Not `any`: it costs twice as much, several times in every turn.
    return bool([True for monster in state.monsters if monster.hooks & hook])


def refresh(monster: Monster) -> None:
    """Work out `hooks` again after the cards have changed."""
    hooks = 0
    for held in monster.cards:
        hooks |= DECK[held.card].hooks_for(held)
    monster.hooks = hooks


def total(state: KingState, seat: int, hook: str) -> int:
    """A number that cards add up to, such as `dice`."""
    found = having(state.monsters[seat], _BITS[hook])
    return sum(getattr(card, hook)(state, seat, held) for held, card in found)
