"""Hard: takes the option with the best chance to win, and says why."""

from collections.abc import Mapping
from typing import Any

from dicecup.games.king_of_tokyo import KingState
from dicecup.players.king_of_tokyo import reasons
from dicecup.players.king_of_tokyo.cards import keeps_dice
from dicecup.players.king_of_tokyo.duel import best_known
from dicecup.players.king_of_tokyo.judge import Judge
from dicecup.players.king_of_tokyo.mind import Mind
from dicecup.players.king_of_tokyo.network import Network
from dicecup.players.king_of_tokyo.program import dice_values
from dicecup.players.player import Advice, Fork, ranked
from dicecup.table import Ask, Match, Option


class Hard:
    """The best we can do."""

    def __init__(self, seed: int = 0, networks: Mapping[int, Network] | None = None) -> None:
        if networks is None:
            from dicecup.players.king_of_tokyo.weights import shipped

            networks = shipped()
        self.mind = Mind(Judge(networks, best_known), seed)
        self._seed = seed

    def decide(self, view: Any, ask: Ask, fork: Fork) -> Option:
        """The best option."""
        return ask.options[0] if len(ask.options) == 1 else ranked(self._values(ask, fork))[0].option

    def advise(self, view: Any, ask: Ask, fork: Fork) -> list[Advice]:
        """Every option with the chance to win it leaves, best first."""
        values = self._values(ask, fork)
        state: KingState = fork(self._seed).state
        if keeps_dice(ask):
            return ranked(values, reasons.for_dice(state, self.mind.prospects(state), values))
        return ranked(values, reasons.for_others(state, ask, values))

    def chances(self, match: Match[Any]) -> list[float]:
        """Everybody's chance to win."""
        return [float(chance) for chance in self.mind.chances(match)]

    def _values(self, ask: Ask, fork: Fork) -> dict[Option, float]:
        if keeps_dice(ask):
            return self._dice(ask, fork)
        values = self.mind.options(ask, fork)[:, ask.seat]
        return {option: float(value) for option, value in zip(ask.options, values, strict=True)}

    def _dice(self, ask: Ask, fork: Fork) -> dict[Option, float]:
        """Keeps and cards; of keeps that are worth the same the one with the most dice comes first."""
        state: KingState = fork(self._seed).state
        found = dice_values(self.mind.turn(state), state, ask.options)
        best = max(found.values())
        others = [option for option in ask.options if option[0] == "use" and option not in found]
        if others:  # a card for any time: worth what it changes apart from the dice
            values = self.mind.options(Ask(ask.seat, "any time", (ask.options[0], *others)), fork)[:, ask.seat]
            for option, value in zip(others, values[1:], strict=True):
                found[option] = best + float(value - values[0])
        order = sorted(found, key=lambda option: len(option) if option[0] == "keep" else 0, reverse=True)
        return {option: round(found[option], 9) for option in order}
