"""King of Tokyo's twin for batches, with all cards of the box."""

from typing import Any, Final

import numpy as np

from dicecup.batch.king_of_tokyo import (
    asking,
    cards,
    counting,
    damage,
    dice,
    gains,
    game,
    hands,
    market,
    observing,
    options,
    packets,
    questions,
    resolve,
    rows,
    turn,
)
from dicecup.batch.king_of_tokyo.cards import BOX
from dicecup.batch.twin import Twin
from dicecup.games.king_of_tokyo.actions import MIMIC, MOST_AGAIN, MOST_STAKED, PLAIN
from dicecup.games.king_of_tokyo.cards.base import DECK, all_cards, keep_cards
from dicecup.games.king_of_tokyo.game import GAME
from dicecup.games.king_of_tokyo.options import KingOptions
from dicecup.games.king_of_tokyo.state import MARKET, MOST_DICE
from dicecup.table.actions import Actions

_MOST_CHANCE: Final = 120
"""How much chance can say in one step: nine dice, a reshuffled market, and Camouflage twice."""


def _rules(seats: int, options: KingOptions, actions: Actions) -> Any:
    slices = GAME.encoding(seats, options).slices
    parts = [*rows.PARTS, *(f"monster+{away}" for away in range(seats))]
    usable = [card for card in all_cards() if any(True for _ in DECK[card].ways(2))]
    keeps = keep_cards()
    deck = GAME.setup(GAME.default_names(seats), options).deck
    found = rows.Rules(
        seats=seats,
        cards=options.cards,
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
        virtual=options.virtual_claws == "count",
        acid_claw=options.acid_attack == "claw",
        everywhere=options.fire_breathing == "neighbours",
        always=options.burrowing == "always",
        all_burrow=options.burrowing_yields == "every",
        staked=options.batteries == "stake",
        two_lost=options.even_bigger_lost == "lose-two",
        any_marks=options.spit_and_ray == "any-damage",
        price_back=options.metamorph == "price-paid",
        every_roll=options.probe == "every-roll",
        every_turn=options.underdog == "every-turn",
        ties_pay=options.underdog_ties == "star",
        refilled=options.sold_counters == "refilled",
        city_only=options.drop_clears == "city",
        nobody_hurt=options.herbivore == "anybody",
        deck=np.array([int(card in deck) for card in BOX]),
        costs=np.array([DECK[card].cost_in(options) for card in BOX]),
        **_meanings(actions),
        **_numbers(seats, actions),
        parts=np.array([slices[name].start for name in parts]),
        house=np.array(
            [
                each.choices.index(getattr(options, each.name)) / (len(each.choices) - 1)
                for each in KingOptions.settings()
            ],
            np.float32,
        ),
        usable=np.array([usable.index(card) if card in usable else -1 for card in BOX]),
        keeps=np.array([keeps.index(card) if card in keeps else -1 for card in BOX]),
        many_keeps=len(keeps),
        nothing=np.zeros(1, np.int8),
    )
    return rows.recorded(found)


def _meanings(actions: Actions) -> dict[str, Any]:
    """What each action says, in numbers; of those with cards that are not in the box nothing."""
    said = np.full((5, len(actions)), -1)
    for number in range(len(actions)):
        words = actions.words(number, 0)
        if not any(word in DECK and word not in BOX for word in words):
            said[:, number] = _meaning(words)
    return dict(zip(("verbs", "things", "ways", "firsts", "seconds"), said, strict=True))


def _meaning(words: tuple[Any, ...]) -> tuple[int, int, int, int, int]:
    """The verb; which card, dice, die or amount; how a card is used, and two things to say about that."""
    match words:
        case ("keep", *slots):
            return rows.KEEPS, sum(1 << slot for slot in slots), -1, -1, -1
        case ("again", slot):
            return rows.ROLLS_AGAIN_DIE, slot, -1, -1, -1
        case ("stake", amount):
            return rows.STAKES, amount, -1, -1, -1
        case ("buy", card):
            return rows.BUYS, BOX.index(card), -1, -1, -1
        case ("copy", away, card):
            return rows.COPIES, BOX.index(card), -1, away, -1
        case ("use", card, *args):
            return rows.USES, BOX.index(card), *_way(card, *args)
        case _ if words in PLAIN:
            return PLAIN.index(words), -1, -1, -1, -1
    return -1, -1, -1, -1, -1


def _way(card: str, *args: Any) -> tuple[int, int, int]:
    match args:
        case ():
            return rows.BARE, -1, -1
        case ("look",):
            return rows.LOOK, -1, -1
        case ("buy", place):
            return rows.TAKE_TOP, place, -1
        case ("copy", away, copied):
            return rows.MOVE, away, BOX.index(copied)
        case (str(sold),):
            return rows.SELL_IT, BOX.index(sold), -1
        case (away, str(taken)):
            return rows.TAKE_OVER, away, BOX.index(taken)
        case (slot, face):
            return rows.TO_FACE, slot, face
        case (away,) if card == BOX[cards.HEALING_RAY]:
            return rows.ON_SEAT, away, -1
        case (slot,):
            return rows.ON_DIE, slot, -1
    return -1, -1, -1


def _numbers(seats: int, actions: Actions) -> dict[str, Any]:
    """The numbers of actions, by what they say; -1 where there is none."""

    known = {actions.words(number, 0): number for number in range(len(actions))}

    def number(*words: Any) -> int:
        return known.get(words, -1)

    aways, slots = range(seats), range(MOST_DICE)
    kept = [[slot for slot in slots if bits >> slot & 1] for bits in range(1 << MOST_DICE)]
    users = (cards.LAB, cards.METAMORPH, cards.TENTACLES)
    lab, seller, taker = ([BOX[card], MIMIC] for card in users)
    found = {
        "plain": [number(*option) for option in PLAIN],
        "keeping": [number("keep", *slots) for slots in kept],
        "again": [number("again", slot) for slot in range(MOST_AGAIN)],
        "staking": [number("stake", amount) for amount in range(MOST_STAKED + 1)],
        "buying": [number("buy", card) for card in BOX],
        "copying": [[number("copy", away, card) for card in BOX] for away in aways],
        "bare": [number("use", card) for card in BOX],
        "on_die": [[number("use", card, slot) for slot in slots] for card in BOX],
        "to_face": [[[number("use", card, slot, face) for face in range(7)] for slot in slots] for card in BOX],
        "healing": [number("use", BOX[cards.HEALING_RAY], away) for away in aways],
        "looking": [number("use", card, "look") for card in lab],
        "taking_top": [[number("use", card, "buy", place) for place in range(MARKET)] for card in lab],
        "selling": [[number("use", card, sold) for sold in BOX] for card in seller],
        "taking": [[[number("use", card, away, sold) for sold in BOX] for away in aways] for card in taker],
        "moving": [[number("use", MIMIC, "copy", away, card) for card in BOX] for away in aways],
    }
    return {name: np.array(numbers) for name, numbers in found.items()}


TWIN: Final = Twin(
    modules=(
        *(rows, cards, hands, asking, gains, packets, options, counting, questions, damage, dice, market, resolve),
        *(turn, observing, game),
    ),
    numbering=1,
    knows={each.name: each.choices for each in KingOptions.settings()},
    width=lambda seats, options: rows.width(options.cards),
    rules=_rules,
    chance=_MOST_CHANCE,
    opening=MARKET,
    trouble=cards.trouble,
)
