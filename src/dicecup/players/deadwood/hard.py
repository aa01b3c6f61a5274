"""The hard player: looks to the end of its turn, and judges what it sees with the network.

Every way the turn can go is laid out (`look`) and the rows it may end in are judged at once. What the role
planner would do is the plan, which the player leaves only for something that looks better (`care`): by very
little, for with today's networks more of it loses. Without any an actor stands about, since to go tomorrow looks
about as good as to go today, and one who has as good as lost changes his mind at every step. What is told of
options are their values as they are; the care stands beside.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, NamedTuple

import numpy as np

from dicecup.batch.deadwood.lot import SETS, Floats, Ints
from dicecup.batch.deadwood.rows import (
    ACT,
    ACTIVE,
    IDLE,
    MOST,
    MOVE,
    NONE,
    SEATS,
    TAKE,
    UPGRADE,
    apply,
    code_of,
    row_of,
    scene_number,
    turns_up,
)
from dicecup.games.deadwood import DeadwoodView
from dicecup.players.deadwood import appraisal, planner
from dicecup.players.deadwood.aims import Aim, aims
from dicecup.players.deadwood.appraisal import Prospect
from dicecup.players.deadwood.network import Network, group, shipped
from dicecup.players.deadwood.planner_weights import TASTES
from dicecup.players.deadwood.reasons import reason
from dicecup.players.deadwood.sayings import saying
from dicecup.players.deadwood.turn_tree import LOST, ROW, Tree, back_up, grow
from dicecup.players.player import ALIKE, Advice, Fell, Fork, Unit, Values, favourite, ranked
from dicecup.table import Ask, Match, Option

CARE: Final = 0.003  # of the chance to win: what it takes to leave the plan
SURE: Final = 1 - 1e-9  # a win at hand
RESTLESS: Final = 6  # rounds without anything done, after which the plan is kept to whatever it is worth
NOISE: Final = 0.02  # values move by 0.010 (six players) to 0.018 (two) where no luck was in between
_KEPT: Final = 1024  # positions that are remembered: those of a game
_SEEN: Final = 4  # whose trees are: that of now, and what follows a move


class Ahead(NamedTuple):
    """What the active actor sees ahead: the chance to win with each option, and what each move is for."""

    worth: dict[int, float]
    aims: dict[int, Aim]
    tree: Tree
    values: Floats  # of the ends of its turn


class Hard:
    """One turn ahead, exactly; beyond that by the network."""

    noise: float = NOISE

    def __init__(self, networks: dict[int, Network] | None = None, care: float = CARE) -> None:
        self._networks = networks
        self._care: Final = care
        self._seen: Final[dict[tuple[int, ...], Ahead]] = {}
        self._looked_at: Final[dict[tuple[int, ...], Prospect]] = {}

    def decide(self, view: DeadwoodView, ask: Ask, fork: Fork) -> Option:
        """The option with the best chance to win, unless that leaves the plan for next to nothing."""
        values, care = self._weighed(row_of(view), ask)
        return favourite(values, care)

    def advise(self, view: DeadwoodView, ask: Ask, fork: Fork) -> list[Advice]:
        """Every option with the chance to win that it leaves: first what it would choose, then the best.

        In choosing only its own prospects count; what it tells is what is left of them beside the others'.
        """
        row = row_of(view)
        values, care = self._weighed(row, ask)
        worth = self._prospect(row).worth
        told = {option: float(worth[code_of(option)][ask.seat]) for option in ask.options}
        held = {option: told[option] - (values[option] - care[option]) for option in ask.options}
        return self._aloud(row, ranked(told, self._reasons(row, values, care), care=held))

    def lean(self, view: DeadwoodView, ask: Ask) -> list[Advice]:
        """Every option as it is seen in choosing, by its own prospects alone: sooner done than advice."""
        row = row_of(view)
        values, care = self._weighed(row, ask)
        return self._aloud(row, ranked(values, self._reasons(row, values, care), care=care))

    def unit(self, match: Match[Any]) -> Unit:
        """Chances to win."""
        return "win"

    def chances(self, match: Match[Any]) -> Values:
        """Everybody's, if whoever is asked does what is best for him."""
        if match.outcome is not None:
            return match.outcome.shares
        row = _row(match)
        return [float(chance) for chance in self._prospect(row).best(row[ACTIVE])]

    def appraise(self, view: DeadwoodView, ask: Ask, fork: Fork) -> Mapping[Option, Values]:
        """For every option everybody's chances, which add up to 1; those of whoever is asked are as in advice."""
        worth = self._prospect(row_of(view)).worth
        return {option: tuple(worth[code_of(option)].tolist()) for option in ask.options}

    def fell(self, before: Match[Any], option: Option, after: Match[Any]) -> Fell | None:
        """What an acting roll with the dice of a wrap, or a card that was turned up, changed."""
        row, code = _row(before), code_of(option)
        told = {event.kind: event.data for event in reversed(after.events[len(before.events) :])}
        if code == ACT:
            dice = tuple(told["bonus_dice"]["dice"]) if "bonus_dice" in told else ()
            found = appraisal.acting(row, told["acts"]["success"], dice, self._network(row), self.tables(row))
            return Fell(found[0].tolist(), found[1].tolist()) if found else None
        seen = self._prospect(row)
        if code not in seen.cards:
            return None
        return Fell(seen.worth[code].tolist(), seen.cards[code][scene_number(told["turned_up"]["scene"])].tolist())

    def _weighed(
        self, row: list[int], ask: Ask, care: float | None = None
    ) -> tuple[dict[Option, float], dict[Option, float]]:
        """What each option is worth, and what is taken off that in choosing: with its own care, or another."""
        worth, held = self.leaning(row, care)
        codes = {option: code_of(option) for option in ask.options}
        return (
            {option: worth[code] for option, code in codes.items()},
            {option: held[code] for option, code in codes.items()},
        )

    def leaning(self, row: list[int], care: float | None = None) -> tuple[dict[int, float], dict[int, float]]:
        """The same for all that can be done, by number."""
        worth = {code: round(value, ALIKE) for code, value in self.ahead(row).worth.items()}
        plan = planner.choose(row, self.tables(row), [0] * MOST, [0.0] * SETS)
        least = self._care if care is None else care
        if row[IDLE] > RESTLESS * row[SEATS]:
            least = 1.0
        held = {code: 0.0 if code == plan or value > SURE else min(value, least) for code, value in worth.items()}
        return worth, held

    def _reasons(
        self, row: list[int], values: Mapping[Option, float], care: Mapping[Option, float]
    ) -> dict[Option, str]:
        """Why one might want each option: a move for what would follow it."""
        t, codes = self.tables(row), {option: code_of(option) for option in values}
        intended = self.intended(row, codes[favourite(values, care)])
        return {option: reason(row, code, t, intended.get(code)) for option, code in codes.items()}

    def _aloud(self, row: list[int], advice: list[Advice]) -> list[Advice]:
        """With what it says as it does each of them."""
        t, intended = self.tables(row), self.intended(row, code_of(advice[0].option))
        codes = [code_of(one.option) for one in advice]
        said = [saying(row, code, t, intended.get(code)) for code in codes]
        return [one._replace(said=words) for one, words in zip(advice, said, strict=True)]

    def intended(self, row: list[int], chosen: int) -> dict[int, Aim]:
        """What each move is for; after the one it has chosen, if that shows it nothing new, what it will do."""
        found = self.ahead(row).aims
        if MOVE <= chosen < TAKE and not turns_up(row, chosen - MOVE):
            return {**found, chosen: self._next(row, chosen)}
        return found

    def _next(self, row: list[int], move: int) -> Aim:
        """What it will choose after a move that shows it nothing new."""
        after = moved(row, move)
        worth, held = self.leaning(after)
        return aim_of({code: worth[code] - held[code] for code in worth})

    def ahead(self, row: list[int]) -> Ahead:
        """What whoever's turn it is sees ahead; kept until other things are asked."""
        key = tuple(row)
        if key not in self._seen:
            if len(self._seen) >= _SEEN:
                self._seen.clear()
            self._seen[key] = look_ahead(row, partial(self._judge, row))
        return self._seen[key]

    def _judge(self, row: list[int], ends: Ints) -> Floats:
        """What each of the ends of this turn is worth to whoever has it."""
        return self._network(row).judge(ends, row[ACTIVE], self.tables(row))

    def _prospect(self, row: list[int]) -> Prospect:
        """What everybody may hope for; kept, since a review asks again and again."""
        key = tuple(row)
        if key not in self._looked_at:
            if len(self._looked_at) >= _KEPT:
                self._looked_at.clear()
            self._looked_at[key] = appraisal.prospect(row, self._network(row), self.tables(row))
        return self._looked_at[key]

    def _network(self, row: list[int]) -> Network:
        return (self._networks or shipped())[group(row[SEATS])]

    def tables(self, row: list[int]) -> planner.Tables:
        """What a planner goes by at a table of so many."""
        return planner.tables(TASTES[row[SEATS]])


def look_ahead(row: list[int], judge: Callable[[Ints], Floats]) -> Ahead:
    """The options of the active actor, by what the ends of its turn are worth to it."""
    tree = grow(row)
    values = judge(tree.rows[: tree.size[ROW]].astype(np.int64))
    return Ahead(worths(tree, values), aims(row, tree, values), tree, values)


def worths(tree: Tree, values: Floats) -> dict[int, float]:
    """What each option is worth if the ends of the turn are worth so much."""
    _, cases, plans, options = (int(count) for count in tree.size[:LOST])
    worth = np.zeros(options)
    back_up(tree, values, 0, np.zeros(cases), np.zeros(plans), worth)
    return dict(zip(tree.option[:options].tolist(), worth.tolist(), strict=True))


def moved(row: list[int], move: int) -> list[int]:
    """After a move that turns up no card."""
    after = list(row)
    apply(after, move, NONE, 0, [])
    return after


def aim_of(leaning: Mapping[int, float]) -> Aim:
    """What the best of these options is for; of roles that are alike the last, as in the options of the game."""
    then = max(leaning, key=lambda code: (round(leaning[code], ALIKE), code))
    return Aim(role=then - TAKE if TAKE <= then < UPGRADE else NONE, rank=max(0, then - UPGRADE) // 2)


def _row(match: Match[Any]) -> list[int]:
    view = match.view(None)
    assert isinstance(view, DeadwoodView)
    return row_of(view)
