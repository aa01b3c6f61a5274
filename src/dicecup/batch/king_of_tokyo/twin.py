"""King of Tokyo's twin for batches: without cards so far."""

from typing import Final

import numpy as np

from dicecup.batch.king_of_tokyo import game, rows, turn
from dicecup.batch.twin import Twin
from dicecup.games.king_of_tokyo import text
from dicecup.games.king_of_tokyo.actions import PLAIN
from dicecup.games.king_of_tokyo.encoding import KINDS
from dicecup.games.king_of_tokyo.game import GAME
from dicecup.games.king_of_tokyo.resolve import KINDS as DICE_KINDS
from dicecup.games.king_of_tokyo.rules import PHASES
from dicecup.games.king_of_tokyo.state import BLACK_DICE, KingOptions
from dicecup.table.actions import Actions


def _rules(seats: int, options: KingOptions, actions: Actions) -> rows.Rules:
    keeps, kinds, told = (np.full(len(actions), -1) for _ in range(3))
    keeping, resolving = np.full(1 << BLACK_DICE, -1), np.full(len(DICE_KINDS), -1)
    for number in range(len(actions)):
        verb, *rest = actions.words(number, 0)
        if verb == "keep" and (bits := sum(1 << int(slot) for slot in rest)) < len(keeping):
            keeps[number], keeping[bits] = bits, number
    for kind, name in enumerate(DICE_KINDS):
        resolving[kind] = actions.number(tuple(text.RESOLVE[name]), 0)
        kinds[resolving[kind]] = kind
    for place, option in enumerate(PLAIN):
        told[actions.number(tuple(option), 0)] = place
    slices = GAME.encoding(seats, options).slices
    parts = [*rows.PARTS, *(f"monster+{away}" for away in range(seats))]
    return rows.Rules(
        seats=seats,
        ordered=options.start == "first-roll",
        by_roll=options.turn_order == "by-roll",
        paid_early=options.tokyo_stars == "start",
        at_once=options.win == "at-once",
        shared=options.tie == "shared",
        separate=options.bay == "separate",
        chosen=options.dice_order == "choose",
        in_energy=options.two_player == "energy" and seats == 2,
        with_claw=options.enter == "with-claw",
        bay_moves_up=options.bay_closing == "to-city",
        attacker_moves_up=options.bay_attacker == "to-city",
        keeps=keeps,
        kinds=kinds,
        keeping=keeping,
        resolving=resolving,
        rolling=actions.number(tuple(text.ROLL[0]), 0),
        staying=actions.number(tuple(text.STAY), 0),
        yielding=actions.number(tuple(text.YIELD), 0),
        parts=np.array([slices[name].start for name in parts]),
        house=np.array(
            [
                each.choices.index(getattr(options, each.name)) / (len(each.choices) - 1)
                for each in KingOptions.settings()
            ],
            np.float32,
        ),
        asks=np.array([KINDS.index(kind) for kind in rows.ASKS]),
        phases=np.array([list(PHASES).index(phase) for phase in rows.PHASES]),
        told=told,
    )


TWIN: Final = Twin(
    modules=(rows, turn, game),
    numbering=1,
    knows={each.name: each.choices for each in KingOptions.settings()} | {"cards": (False,)},
    width=rows.width,
    rules=_rules,
    chance=BLACK_DICE,
    opening=0,
)
