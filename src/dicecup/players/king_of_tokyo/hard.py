"""Hard: takes the option with the best chance to win, and says why."""

from collections.abc import Mapping
from typing import Any

from dicecup.games.king_of_tokyo import KingState
from dicecup.players.king_of_tokyo import appraisal, reasons
from dicecup.players.king_of_tokyo.cards import keeps_dice
from dicecup.players.king_of_tokyo.careful import Careful, CarefulJudge
from dicecup.players.king_of_tokyo.duel import best_known
from dicecup.players.king_of_tokyo.judge import Judge
from dicecup.players.king_of_tokyo.mind import Mind
from dicecup.players.king_of_tokyo.network import Network
from dicecup.players.king_of_tokyo.stakes import stakes
from dicecup.players.player import ALIKE, Advice, Fell, Fork, Unit, Values, ranked
from dicecup.table import Ask, Match, Option


class Hard:
    """The best we can do."""

    noise: float = 0.03  # values move by so much from turn to turn, though nothing has happened

    def __init__(self, seed: int = 0, networks: Mapping[int, Network] | None = None) -> None:
        if networks is None:
            from dicecup.players.king_of_tokyo.weights import shipped

            networks = shipped()
        self.mind = Mind(Judge(networks, best_known), seed)
        self._reviewer = Careful(CarefulJudge(networks, best_known), seed)
        self._seed = seed

    def decide(self, view: Any, ask: Ask, fork: Fork) -> Option:
        """The best option."""
        if len(ask.options) == 1:
            return ask.options[0]
        return ranked(self._values(ask, fork, fork(self._seed).state))[0].option

    def advise(self, view: Any, ask: Ask, fork: Fork) -> list[Advice]:
        """Every option with the chance to win it leaves, best first."""
        state: KingState = fork(self._seed).state
        values = self._values(ask, fork, state)
        if keeps_dice(ask):
            return ranked(values, reasons.for_dice(state, self.mind.prospects(state), values))
        said = reasons.for_others(state, ask, values)
        if ask.kind == "yield":
            said |= reasons.for_yielding(state, stakes(self.mind, ask, fork), values)
        return ranked(values, said)

    def chances(self, match: Match[Any]) -> list[float]:
        """Everybody's chance to win."""
        return [float(chance) for chance in self.mind.chances(match)]

    def unit(self, match: Match[Any]) -> Unit:
        """Chances to win."""
        return "win"

    def appraise(self, view: Any, ask: Ask, fork: Fork) -> Mapping[Option, Values]:
        """Every option with the chances it leaves to everybody."""
        found = appraisal.values(self._reviewer, ask, fork, fork(self._seed).state)
        return {option: row.tolist() for option, row in found.items()}

    def fell(self, before: Match[Any], option: Option, after: Match[Any]) -> Fell | None:
        """What dice and cards did after an option was chosen."""
        return appraisal.fell(self._reviewer, before, option, after)

    def _values(self, ask: Ask, fork: Fork, state: KingState) -> dict[Option, float]:
        found = appraisal.values(self.mind, ask, fork, state)
        options = list(found)
        if keeps_dice(ask):
            first: dict[int, Option] = {}
            for option, row in found.items():
                first.setdefault(id(row), option)  # keeps with the same faces
            options = list(first.values())
            # Of keeps that are worth the same the one with the most dice comes first.
            options.sort(key=lambda option: len(option) if option[0] == "keep" else 0, reverse=True)
        return {option: round(float(found[option][ask.seat]), ALIKE) for option in options}
