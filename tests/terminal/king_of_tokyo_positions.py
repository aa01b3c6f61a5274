"""Positions of King of Tokyo in which somebody is asked something: one for each kind of decision of each card."""

from typing import Final

from dicecup.testing import Scripted
from tests.scenarios.king_of_tokyo.tokyo import BAY, CITY, CLAW, ENERGY, HEART, fresh, held, monster, roll, table
from tests.terminal.positions import Decision


def rolled(game: Scripted, *dice: int) -> Scripted:
    """Dice have been rolled once; nothing is decided yet."""
    game.unused.insert(0, list(dice))
    game.do("roll")
    return game


def done_buying(game: Scripted) -> Scripted:
    while game.pending.kind == "buy":
        game.do("done")
    return game


def bought(game: Scripted, card: str, turned_up: str = "tanks") -> Scripted:
    game.then(turned_up)
    game.do("buy", card)
    return game


def looked(game: Scripted, card: str) -> Scripted:
    game.then(card)
    game.do("use", "made-in-a-lab", "look")
    return game


def damaged(game: Scripted, *choice: int | str) -> Scripted:
    game.do(*choice)
    return game


NUMBERS = (1, 1, 2, 2, 3, HEART)
CLAWS = (CLAW, CLAW, 1, 1, 2, 3)

DECISIONS: Final = {
    "order": Decision(
        "order", 0, lambda: fresh(2),
        "press Enter to roll for the first turn", ("", "roll", "roll the dice"), ("roll",),
    ),
    "roll": Decision("roll", 0, lambda: table(None, None), "press Enter to roll", ("", "roll"), ("roll",)),
    "keep": Decision(
        "dice", 0, lambda: rolled(table(None, None), *NUMBERS), "If you stop now: ",
        ("126", "1 2 6", "keep 1, 2 and 6", "1s h", "keep ones and hearts", "roll 3 4 5", "roll 2s 3s", "k 621"),
        ("keep", 0, 1, 5),
    ),
    "stop": Decision(
        "dice", 0, lambda: rolled(table(None, None), *NUMBERS), "keep dice (2 rolls left)",
        ("stop", "done", "keep all", "123456", "all"), ("keep", 0, 1, 2, 3, 4, 5),
    ),
    "roll all": Decision(
        "dice", 0, lambda: rolled(table(None, None), *NUMBERS), "keep dice (2 rolls left)",
        ("roll all", "none", "keep nothing", "roll 123456"), ("keep",),
    ),
    "background dweller": Decision(
        "dice", 0, lambda: rolled(table(monster("background-dweller"), None), 1, 3, 3, 1, 3, 2),
        "b  Background Dweller: roll a die again, such as “b 2” (die 2, 3 or 5)",
        ("b 3", "b3", "background dweller 3", "use background dweller die 3", "dweller 3"),
        ("use", "background-dweller", 2),
    ),
    "background dweller on another card's die": Decision(
        "again", 1,
        lambda: damaged(
            rolled(table(None, monster("camouflage", "background-dweller", place=CITY)), *CLAWS).then([3, 1]),
            "keep", *range(6),
        ),
        "Roll any of them again?", ("a", "1", "dweller 1", "roll die 1 again"), ("again", 0),
    ),
    "telepath": Decision(
        "dice", 0, lambda: rolled(table(monster("telepath", energy=3), None), *NUMBERS),
        "t  Telepath: one more roll (1 energy)", ("t", "telepath", "use telepath", "tele"), ("use", "telepath"),
    ),
    "smoke cloud": Decision(
        "dice", 0, lambda: rolled(table(monster("smoke-cloud"), None), *NUMBERS),
        "l  Smoke Cloud: one more roll (1 of 3 counters)", ("l", "smoke", "use smoke cloud"),
        ("use", "smoke-cloud"),
    ),
    "no rolls left": Decision(
        "dice", 0,
        lambda: damaged(
            damaged(
                rolled(table(monster("telepath", energy=3), None), *NUMBERS).then([1] * 6, [1] * 6), "keep"
            ),
            "keep",
        ),
        "no rolls left [Enter: keep all dice and stop]", ("", "stop"), ("keep", *range(6)),
    ),
    "psychic probe": Decision(
        "probe", 1, lambda: roll(table(None, monster("psychic-probe")), *NUMBERS),
        "meddle with Ann's dice? [Enter: no, thank you]",
        ("o 6", "o6", "6", "probe 6", "use psychic probe 6", "roll die 6 again", "psychic probe die 6"),
        ("use", "psychic-probe", 5),
    ),
    "psychic probe: no": Decision(
        "probe", 1, lambda: roll(table(None, monster("psychic-probe")), *NUMBERS),
        "o  Psychic Probe: roll a die again", ("", "pass", "no", "no, thank you", "n"), ("pass",),
    ),
    "herd culler": Decision(
        "change", 0, lambda: roll(table(monster("herd-culler"), None), *NUMBERS),
        "d  Herd Culler: turn a die to 1, such as “d 3” (die 3, 4, 5 or 6)",
        ("d 5", "5", "herd culler 5", "use herd culler die 5", "herd 5 to 1", "turn die 5 to 1"),
        ("use", "herd-culler", 4),
    ),
    "plot twist": Decision(
        "change", 0, lambda: roll(table(monster("plot-twist"), None), *NUMBERS),
        "p  Plot Twist: turn a die to any face, such as “p 1 claw”",
        ("use plot twist 3 claw", "plot twist die 3 to claw", "p 3 claw", "p3 c", "3 claw", "turn die 3 to claw"),
        ("use", "plot-twist", 2, CLAW),
    ),
    "plot twist: number to number": Decision(
        "change", 0, lambda: roll(table(monster("plot-twist"), None), *NUMBERS),
        "change your dice with cards? [Enter: done]",
        ("plot twist 3 1", "p 3 1", "3 to 1", "twist 3 one", "p3 1"), ("use", "plot-twist", 2, 1),
    ),
    "stretchy": Decision(
        "change", 0, lambda: roll(table(monster("stretchy", "plot-twist", energy=3), None), *NUMBERS),
        "s  Stretchy: turn a die to any face for 2 energy",
        ("s 1 energy", "stretchy 1 energy", "use stretchy 1 e", "stretchy: turn die 1 to energy"),
        ("use", "stretchy", 0, ENERGY),
    ),
    "no change": Decision(
        "change", 0, lambda: roll(table(monster("stretchy", energy=3), None), *NUMBERS),
        "If you leave them as they are: ", ("", "done", "no", "stop"), ("done",),
    ),
    "healing ray": Decision(
        "hearts", 0,
        lambda: roll(table(monster("healing-ray", hearts=5), monster(hearts=5, energy=3)), *NUMBERS),
        "Healing Ray: heal Ben", ("2", "heal ben", "healing ray", "ben"), ("use", "healing-ray", 1),
    ),
    "heart for oneself": Decision(
        "hearts", 0, lambda: roll(table(monster("healing-ray", hearts=5), monster(hearts=5)), *NUMBERS),
        "What is this heart for? (1 to use)", ("1", "gain a heart", "gain"), ("heart", "heal"),
    ),
    "heart against poison": Decision(
        "hearts", 0, lambda: roll(table(monster(hearts=5, poison=2, shrink=1), None), 1, 1, 2, 2, HEART),
        "2  remove a poison counter", ("2", "poison", "remove poison"), ("heart", "poison"),
    ),
    "heart against shrinking": Decision(
        "hearts", 0, lambda: roll(table(monster(hearts=5, poison=2, shrink=1), None), 1, 1, 2, 2, HEART),
        "3  remove a shrink counter", ("3", "shrink", "remove a shrink counter"), ("heart", "shrink"),
    ),
    "heart left unused": Decision(
        "hearts", 0, lambda: roll(table(monster("healing-ray", place=CITY), monster(hearts=5)), *NUMBERS),
        "leave this heart unused", ("1", "nothing", "unused"), ("heart", "nothing"),
    ),
    "wings": Decision(
        "react", 1, lambda: roll(table(None, monster("wings", energy=2, place=CITY)), *CLAWS),
        "2  Wings: lose no hearts", ("2", "wings", "use wings"), ("use", "wings"),
    ),
    "take it": Decision(
        "react", 1, lambda: roll(table(None, monster("wings", energy=2, place=CITY)), *CLAWS),
        "1  take the damage", ("1", "take", "take the damage"), ("take",),
    ),
    "wings before the roll": Decision(
        "roll", 0, lambda: table(monster("wings", energy=2), None),
        "1  Wings: lose no hearts", ("1", "wings"), ("use", "wings"),
    ),
    "rapid healing": Decision(
        "react", 1, lambda: roll(table(None, monster("rapid-healing", hearts=2, energy=2, place=CITY)), *CLAWS),
        "2  Rapid Healing: gain 1 heart (2 energy)", ("2", "rapid", "use rapid healing"), ("use", "rapid-healing"),
    ),
    "rapid healing between rolls": Decision(
        "dice", 0, lambda: rolled(table(monster("rapid-healing", hearts=2, energy=2), None), *NUMBERS),
        "a  Rapid Healing: gain 1 heart (2 energy)", ("a", "rapid healing"), ("use", "rapid-healing"),
    ),
    "yield": Decision(
        "yield", 1, lambda: roll(table(None, monster(place=CITY)), *CLAWS),
        "Stay or yield?", ("2", "yield", "yield and leave Tokyo", "leave"), ("yield",),
    ),
    "stay": Decision(
        "yield", 1, lambda: roll(table(None, monster(place=CITY)), *CLAWS),
        "1  stay in Tokyo", ("1", "stay", "stay in tokyo"), ("stay",),
    ),
    "jets": Decision(
        "yield", 1, lambda: roll(table(None, monster("jets", place=CITY)), *CLAWS),
        "If you stay, 2 damage is waiting for you", ("2", "yield"), ("yield",),
    ),
    "the bay": Decision(
        "yield", 3,
        lambda: damaged(
            roll(table(None, None, monster(place=CITY), monster(place=BAY), None), *CLAWS), "stay"
        ),
        "Ann has attacked you", ("2", "yield"), ("yield",),
    ),
    "buy": Decision(
        "buy", 0, lambda: roll(table(monster(energy=5), None, market=["tanks", "jets", "energize"]), *NUMBERS),
        "2  Jets, 5 energy, keep", ("2", "jets", "buy jets", "buy Jets for 5", "je"), ("buy", "jets"),
    ),
    "buy cheaper": Decision(
        "buy", 0,
        lambda: roll(
            table(monster("alien-metabolism", energy=4), None, market=["tanks", "jets", "energize"]), *NUMBERS
        ),
        "2  Jets, 4 energy, keep", ("2", "jets"), ("buy", "jets"),
    ),
    "sweep": Decision(
        "buy", 0, lambda: roll(table(monster(energy=5), None, market=["tanks", "jets", "energize"]), *NUMBERS),
        "4  sweep the market (2 energy)", ("4", "sweep", "sweep the market"), ("sweep",),
    ),
    "buy nothing": Decision(
        "buy", 0, lambda: roll(table(monster(energy=5), None), *NUMBERS),
        "buy with 5 energy [Enter: done]", ("", "done", "0", "nothing", "end turn"), ("done",),
    ),
    "opportunist": Decision(
        "snatch", 1,
        lambda: bought(
            roll(table(monster(energy=5), monster("opportunist", energy=5), market=["jets"]), *NUMBERS), "jets"
        ),
        "Tanks was turned up", ("1", "yes", "y", "buy tanks", "tanks"), ("buy", "tanks"),
    ),
    "opportunist: no": Decision(
        "snatch", 1,
        lambda: bought(
            roll(table(monster(energy=5), monster("opportunist", energy=5), market=["jets"]), *NUMBERS), "jets"
        ),
        "Buy it before anybody", ("", "no", "pass"), ("pass",),
    ),
    "made in a lab: look": Decision(
        "buy", 0, lambda: roll(table(monster("made-in-a-lab", energy=5), None), *NUMBERS),
        "5  Made in a Lab: look at the top card of the deck", ("5", "look", "made", "lab"),
        ("use", "made-in-a-lab", "look"),
    ),
    "made in a lab: buy": Decision(
        "peeked", 0, lambda: looked(roll(table(monster("made-in-a-lab", energy=5), None), *NUMBERS), "jets"),
        "On top of the deck: Jets, 5 energy, keep", ("1", "yes", "buy jets", "jets"),
        ("use", "made-in-a-lab", "buy", 0),
    ),
    "made in a lab: leave": Decision(
        "peeked", 0, lambda: looked(roll(table(monster("made-in-a-lab", energy=5), None), *NUMBERS), "jets"),
        "[Enter: leave it there]", ("", "leave", "no"), ("leave",),
    ),
    "parasitic tentacles": Decision(
        "buy", 0,
        lambda: roll(table(monster("parasitic-tentacles", energy=6), monster("jets", "wings")), *NUMBERS),
        "Parasitic Tentacles: buy Wings from Ben for 6", ("6", "wings", "buy wings from ben", "tentacles wings"),
        ("use", "parasitic-tentacles", 1, "wings"),
    ),
    "metamorph": Decision(
        "sell", 0, lambda: done_buying(roll(table(monster("metamorph", "jets"), None), *NUMBERS)),
        "Metamorph: discard Jets for 5 energy", ("2", "jets", "discard jets", "metamorph jets"),
        ("use", "metamorph", "jets"),
    ),
    "metamorph: nothing": Decision(
        "sell", 0, lambda: done_buying(roll(table(monster("metamorph", "jets"), None), *NUMBERS)),
        "Before your turn ends", ("", "done"), ("done",),
    ),
    "mimic bought": Decision(
        "copy", 0,
        lambda: bought(
            roll(table(monster(energy=8), monster("jets", "wings"), market=["mimic"]), *NUMBERS), "mimic"
        ),
        "copy Wings of Ben", ("2", "wings", "copy wings", "copy wings of ben"), ("copy", 1, "wings"),
    ),
    "mimic turned to another card": Decision(
        "start", 0,
        lambda: table(
            monster(held("mimic", acts_as="jets"), energy=1), monster("jets", "wings"), phase="start"
        ),
        "copy Wings of Ben (1 energy)", ("1", "wings", "mimic wings"), ("use", "mimic", "copy", 1, "wings"),
    ),
    "mimic left alone": Decision(
        "start", 0, lambda: table(monster("mimic", energy=1), monster("jets"), phase="start"),
        "[Enter: go on]", ("", "go on", "no"), ("go-on",),
    ),
    "mimic as plot twist": Decision(
        "change", 0,
        lambda: roll(table(monster(held("mimic", acts_as="plot-twist")), monster("plot-twist")), *NUMBERS),
        "turn a die to any face", ("m 3 claw", "plot twist 3 claw", "mimic 3 claw"), ("use", "mimic", 2, CLAW),
    ),
    "freeze time": Decision(
        "extra turn", 0,
        lambda: done_buying(roll(table(monster("freeze-time"), None), 1, 1, 1, 2, 2, 3)),
        "take another turn with one die fewer", ("1", "yes", "another turn"), ("extra-turn",),
    ),
    "freeze time: no": Decision(
        "extra turn", 0,
        lambda: done_buying(roll(table(monster("freeze-time"), None), 1, 1, 1, 2, 2, 3)),
        "Freeze Time: take another", ("2", "pass", "no, thank you", "no", "n", "0"), ("pass",),
    ),
    "monster batteries": Decision(
        "stake", 0,
        lambda: bought(
            roll(
                table(
                    monster(energy=5), None, market=["monster-batteries"], options={"preset": "first-edition"}
                ),
                *NUMBERS,
            ),
            "monster-batteries",
        ),
        "2  put 2 energy in", ("2", "put 2 energy in", "put 2"), ("stake", 2),
    ),
    "monster batteries: wings first": Decision(
        "stake", 0,
        lambda: bought(
            roll(
                table(
                    monster("wings", energy=5), None, market=["monster-batteries"],
                    options={"preset": "first-edition"},
                ),
                *NUMBERS,
            ),
            "monster-batteries",
        ),
        "w  Wings: lose no hearts", ("w", "wings"), ("use", "wings"),
    ),
    "order of the dice": Decision(
        "resolve", 0,
        lambda: roll(
            table(None, monster(place=CITY), options={"dice_order": "choose"}), 1, HEART, ENERGY, CLAW, 2, 3
        ),
        "What resolves next?", ("2", "claws", "resolve claws"), ("resolve", "claws"),
    ),
}  # fmt: skip
