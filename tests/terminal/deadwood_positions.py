"""Positions of Deadwood in which somebody is asked something: one for each kind of decision."""

from typing import Final

from dicecup.testing import Scripted
from tests.scenarios.deadwood.lot import GUM, HAT, JESSE, LAW, actor, day_of, fresh, table
from tests.terminal.positions import Decision

CARD, SET = "card", "set"


def at_ranch() -> Scripted:
    """Shot in Leg is there twice: on the card for rank 4, on the set for rank 1."""
    return table(actor("ranch", rank=4), None, scenes={"ranch": JESSE}, moved=True)


def at_saloon() -> Scripted:
    """A scene, two roles that are taken, and doors to go on."""
    return table(
        actor("saloon", rank=2),
        actor("saloon", (CARD, 0), rank=2, chips=2),
        actor("saloon", (SET, 0)),
        scenes={"saloon": HAT},
        shots={"saloon": 1},
    )


def in_office(dollars: int = 0, credits: int = 0, *, moved: bool = False, rank: int = 1) -> Scripted:  # noqa: A002
    return table(actor("casting-office", rank=rank, dollars=dollars, credits=credits), None, moved=moved)


def working(chips: int = 0, shots: int = 3, role: tuple[str, int] = (SET, 1)) -> Scripted:
    return table(actor("hotel", role, rank=4, chips=chips), None, scenes={"hotel": HAT}, shots={"hotel": shots})


def last_shot() -> Scripted:
    """The star is somebody else."""
    return table(actor("bank", (SET, 1), rank=3), actor("bank", (CARD, 1), rank=4), scenes={"bank": GUM})


DECISIONS: Final = {
    "morning: move": Decision(
        "turn", 0, lambda: fresh(2), "Ann, move or end the turn",
        ("2", "saloon", "Saloon", "the saloon", "move saloon", "go to the saloon", "m sal", "move to the Saloon",
         "walk saloon", "move 2", "sal", "saloon please", "please go to the saloon"),
        ("move", "saloon"),
    ),
    "morning: end": Decision(
        "turn", 0, lambda: fresh(2), "1 move to Main Street: card face down, 3 shots; for you: Railroad Worker",
        ("end", "pass", "4", "e", "done", "end the turn", "end my turn", "stay here", "skip"), ("end",),
    ),
    "two words": Decision(
        "turn", 0, lambda: table(actor("church"), None, scenes={"church": LAW}),
        "Not for Ann: Talking Mule (rank 5)",
        ("hideout", "secret", "go to secret hideout", "move hide"), ("move", "secret-hideout"),
    ),
    "role: star": Decision(
        "turn", 0, at_ranch, "take Shot in Leg, star, rank 4: about $6 at the wrap",
        ("1", "take shot in leg star", "shot in leg (star, rank 4)", "take shot in leg rank 4", "shot in leg card",
         "take the role Shot in Leg (rank 4, on the card)", "take 1"),
        ("take", CARD, 1),
    ),
    "role: extra": Decision(
        "turn", 0, at_ranch, "take Shot in Leg, extra, rank 1: $1 at a wrap with a star",
        ("take shot in leg extra", "shot in leg, rank 1", "Shot in Leg (extra, rank 1)", "take shot in leg 1"),
        ("take", SET, 0),
    ),
    "role: by its beginning": Decision(
        "turn", 0, at_ranch, "Not for Ann: Leaps into Cake (rank 5).",
        ("saucy", "take fred", "take saucy fred", "play the saucy", "t sau", "saucy fred extra"), ("take", SET, 1),
    ),
    "role or move": Decision(
        "turn", 0, at_saloon,
        "Not for Ann: One-Eyed Man (rank 4), Marshal Canfield (rank 3), Defrocked Priest (Ben)",
        ("woman", "take red dress", "take", "1"), ("take", SET, 1),
    ),
    "move, though a role is here": Decision(
        "turn", 0, at_saloon, "Ann, take a role, move or end the turn", ("bank", "move ba"), ("move", "bank"),
    ),
    "upgrade": Decision(
        "turn", 0, lambda: in_office(12, 4), "buy rank 3 for $10 (the same points for now)",
        ("upgrade 3", "upgrade 3 dollars", "buy rank 3 for $10", "rank 3", "u 3 $", "pay $10 for rank 3", "2"),
        ("upgrade", 3, "dollars"),
    ),
    "upgrade: dollars or credits": Decision(
        "turn", 0, lambda: in_office(4, 5, moved=True), "buy rank 2 for $4 (1 point more for now)",
        ("upgrade 2 credits", "buy rank 2 for 5 credits", "upgrade credits", "upgrade 2 with credits", "2"),
        ("upgrade", 2, "credits"),
    ),
    "nothing to pay with": Decision(
        "turn", 0, in_office, "Rank 2 costs $4 or 5 credits, not a mix of both; you have $0 and 0 credits.",
        ("train", "move station"), ("move", "train-station"),
    ),
    "act": Decision(
        "work", 0, lambda: working(1), "act: needs 3+ (67%); $1 and 1 credit for a success, $1 for a failure",
        ("act", "a", "1", "roll", "roll the die", "act now", "perform"), ("act",),
    ),
    "rehearse": Decision(
        "work", 0, lambda: working(1), "rehearse: then it needs 2+ (83%)",
        ("rehearse", "r", "2", "practise", "practice", "rehearse my role"), ("rehearse",),
    ),
    "certain": Decision(
        "work", 0, lambda: working(3, role=(CARD, 2)), "act: cannot fail; brings 2 credits",
        ("", "act", "1"), ("act",),
    ),
    "last shot with a star": Decision(
        "work", 0, last_shot, "A success wraps the scene: about $4 for Ben and $3 for Ann", ("act",), ("act",),
    ),
    "last shot without a star": Decision(
        "work", 0, lambda: working(0, 1), "A success wraps the scene: no bonus, because there is no star",
        ("act",), ("act",),
    ),
    "last shot of a day": Decision(
        "work", 0, lambda: table(
            actor("bank", (CARD, 1), rank=4), None, scenes={"bank": GUM}, wrapped=day_of("bank", "jail")
        ),
        "A success wraps the scene: about $4 for Ann", ("act",), ("act",),
    ),
}  # fmt: skip
