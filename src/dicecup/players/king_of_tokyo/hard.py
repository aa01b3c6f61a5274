"""Hard: takes the option with the best chance to win, and says why."""

from collections.abc import Mapping
from typing import Any

from dicecup.games.king_of_tokyo import KingState
from dicecup.players.king_of_tokyo.judge import Judge
from dicecup.players.king_of_tokyo.mind import Mind
from dicecup.players.king_of_tokyo.network import Network
from dicecup.players.king_of_tokyo.program import best_keep, dice_values
from dicecup.players.player import Advice, Fork, ranked
from dicecup.table import Ask, Option


class Hard:
    """The best we can do."""

    def __init__(self, seed: int = 0, networks: Mapping[int, Network] | None = None) -> None:
        if networks is None:
            from dicecup.players.king_of_tokyo.weights import shipped

            networks = shipped()
        self.mind = Mind(Judge(networks), seed)
        self._seed = seed

    def decide(self, view: Any, ask: Ask, fork: Fork) -> Option:
        """The best option."""
        if len(ask.options) == 1:
            return ask.options[0]
        if ask.kind == "dice":
            state: KingState = fork(self._seed).state
            if state.rolls_left and ask.options[-1][0] == "keep":
                option = ask.find(("keep", *best_keep(self.mind.turn(state), state)))
                assert option is not None
                return option
        return self.advise(view, ask, fork)[0].option

    def advise(self, view: Any, ask: Ask, fork: Fork) -> list[Advice]:
        """Every option with the chance to win it leaves, best first."""
        if ask.kind == "dice":
            return ranked(self._dice(ask, fork))
        values = self.mind.options(ask, fork)[:, ask.seat]
        return ranked({option: float(value) for option, value in zip(ask.options, values, strict=True)})

    def _dice(self, ask: Ask, fork: Fork) -> dict[Option, float]:
        state: KingState = fork(self._seed).state
        found = dice_values(self.mind.turn(state), state, ask.options)
        others = [option for option in ask.options if option[0] == "use" and option not in found]
        if others:  # a card for any time: worth what it changes apart from the dice
            values = self.mind.options(Ask(ask.seat, "any time", (ask.options[0], *others)), fork)[:, ask.seat]
            best = max(found.values())
            for option, value in zip(others, values[1:], strict=True):
                found[option] = best + float(value - values[0])
        return found
