"""Every game for OpenSpiel: chance is a player there, with exact probabilities, and its own algorithms play.

import pyspiel
import dicecup.adapters.openspiel
game = pyspiel.load_game("dicecup_yahtzee(players=2)")
"""

import json
from typing import Any, ClassVar, Final

import numpy as np

from dicecup import extras, games
from dicecup.adapters.desk import Terms
from dicecup.table import Game, Match, NotAllowed
from dicecup.table.log import TakenBack

extras.need("pyspiel")

import pyspiel  # noqa: E402 - after it has been asked for by name

_LONGEST: Final = 100_000  # choices and results of a game; no game has come near
_MOST_OUTCOMES: Final = 4_000  # of a chance point: nine dice have 2,002
_MOST_POINTS: Final = 10_000.0
_PLAYERS, _REWARDS = "players", "rewards"


class TableGame(pyspiel.Game):
    """A game of Dicecup with its house rules as parameters, and `players`, and `rewards` (win or points)."""

    kind: ClassVar[Any]
    found: ClassVar[Game[Any]]

    def __init__(self, params: Any = None) -> None:
        found, given = self.found, dict(params or {})
        usual = {each.name: each.default for each in found.options.settings()}
        rules = {name: given[name] for name in usual if given.get(name, usual[name]) != usual[name]}
        self.terms = Terms(found.name, given.get(_PLAYERS), given.get(_REWARDS) or None, rules)
        wins = self.terms.rewards == "win"
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.terms.actions),
            max_chance_outcomes=_MOST_OUTCOMES,
            num_players=self.terms.seats,
            min_utility=0.0 if wins else -_MOST_POINTS,
            max_utility=1.0 if wins else _MOST_POINTS,
            utility_sum=None,
            max_game_length=_LONGEST,
        )
        super().__init__(self.kind, info, given)

    def new_initial_state(self) -> "TableState":
        """A new game, before the first roll."""
        return TableState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """Rows of numbers, and texts: what a player sees now, or has ever seen."""
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return Observer(self.terms, recall=recall)


class TableState(pyspiel.State):
    """A match that stops wherever somebody, or chance, decides. Where there is no choice nobody is asked."""

    def __init__(self, game: TableGame) -> None:
        super().__init__(game)
        self.terms = game.terms
        self.match: Match[Any] = self.terms.deal(0, chance="open")
        self._go_on()

    def current_player(self) -> int:
        """Who decides."""
        if self.match.pending is not None:
            return self.match.pending.seat
        over = self.match.outcome is not None
        return int(pyspiel.PlayerId.TERMINAL if over else pyspiel.PlayerId.CHANCE)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.match.outcome is not None

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Everything that can fall, by number, with its probability."""
        return [(number, float(chance)) for number, (_, chance) in enumerate(self._fall())]

    def returns(self) -> list[float]:
        """The shares of the win, or the points; noughts before the end."""
        outcome = self.match.outcome
        if outcome is None:
            return [0.0] * self.terms.seats
        return [float(each) for each in (outcome.shares if self.terms.rewards == "win" else outcome.scores)]

    def _legal_actions(self, player: int) -> list[int]:
        ask = self.match.pending
        return sorted(self.terms.actions.legal(ask)) if ask is not None and ask.seat == player else []

    def _apply_action(self, action: int) -> None:
        if self.match.pending_chance is not None:
            self.match.settle(self._fall()[action][0])
        else:
            assert self.match.pending is not None
            seat = self.match.pending.seat
            self.match.answer(self.terms.actions.words(action, seat), seat)
        self._go_on()

    def _go_on(self) -> None:
        """Nobody decides where there is nothing to decide."""
        while True:
            if self.match.pending is not None and len(self.match.pending.options) == 1:
                self.match.answer_forced()
            elif self.match.pending_chance is not None and len(fall := self._fall()) == 1:
                self.match.settle(fall[0][0])
            else:
                return

    def _fall(self) -> list[tuple[Any, Any]]:
        assert self.match.pending_chance is not None
        return list(self.match.pending_chance.outcomes())

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            fallen = self._fall()[action][0]
            return " ".join(map(str, fallen)) if isinstance(fallen, tuple) else str(fallen)
        return self.terms.actions.name(action)

    def __str__(self) -> str:
        return self.match.describe(None)


class Observer:
    """What a player sees now, as a row and as a text; with `recall`, as a text of all that it has ever seen."""

    def __init__(self, terms: Terms, *, recall: bool) -> None:
        self._terms: Final = terms
        self._recall: Final = recall
        self.tensor = np.zeros(0 if recall else len(terms.encoding), np.float32)
        self.dict = {} if recall else {name: self.tensor[at] for name, at in terms.encoding.slices.items()}

    def set_from(self, state: TableState, player: int) -> None:
        """Look at a state as a player."""
        if not self._recall:
            self.tensor[:] = self._terms.game.encode(state.match.view(player), state.match.pending)

    def string_from(self, state: TableState, player: int) -> str:
        """What a player sees of a state, or knows of how it came to it."""
        match = state.match
        if self._recall:
            return json.dumps([_known(entry, player) for entry in match.log])
        asked = match.pending and match.pending.to_json(player)
        return json.dumps([match.view(player).to_json(), asked])


def _known(entry: Any, player: int) -> Any:
    return entry.to_json() if isinstance(entry, TakenBack) or entry.known_to(player) else None


def name_of(game: str) -> str:
    """What a game is called in OpenSpiel, such as `dicecup_king_of_tokyo`."""
    return f"dicecup_{game.replace('-', '_')}"


def register() -> None:
    """Make every game whose choices are numbered known to OpenSpiel; importing this module is enough."""
    known = set(pyspiel.registered_names())
    for name in games.names():
        found = games.find(name)
        seats = max(2, found.seats[0])
        try:
            found.actions(seats)
            found.encoding(seats)
        except NotAllowed:  # of somebody's package, who did not number them
            continue
        if name_of(name) not in known:
            kind = _type_of(found, seats)
            # A class, no function: OpenSpiel holds it until Python has ended, and must not be the last to do so.
            pyspiel.register_game(kind, type(f"{name}-game", (TableGame,), {"kind": kind, "found": found}))


def _type_of(found: Game[Any], seats: int) -> Any:
    rules = {each.name: each.default for each in found.options.settings()}
    return pyspiel.GameType(
        short_name=name_of(found.name),
        long_name=found.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,  # a win can be shared, and nobody may have won
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=found.seats[-1],
        min_num_players=found.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={_PLAYERS: seats, _REWARDS: "win", **rules},
    )


register()
