"""The house rules of King of Tokyo."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, Self

from dicecup.table import BEGINNING, Options, setting

TOKYO, DICE, CARDS = "Tokyo", "Dice and claws", "Power cards"  # headings of the house rules

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
