"""Medium: Hard's values, misjudged."""

from typing import Any, Final

from dicecup.games.king_of_tokyo.view import KingView
from dicecup.players.king_of_tokyo.hard import Hard
from dicecup.players.noisy import Noisy
from dicecup.players.player import Advice, Fork
from dicecup.table import Ask, Option

SD: Final = {2: 0.04, 3: 0.022, 4: 0.014, 5: 0.011, 6: 0.009}
"""How far off its values are, by the number of living monsters: the more there are, the less a choice matters."""
_GUARD: Final = 3  # its choice is worse by so many times that at most


class Medium:
    """Sees what Hard sees, give or take."""

    def __init__(self, seed: int = 0, sd: dict[int, float] = SD) -> None:
        hard = Hard(seed)
        self._by_living = {
            living: Noisy(hard, sd=each, guard=_GUARD * each, seed=seed) for living, each in sd.items()
        }

    def decide(self, view: Any, ask: Ask, fork: Fork) -> Option:
        """The option that looks best."""
        return self.advise(view, ask, fork)[0].option

    def advise(self, view: KingView, ask: Ask, fork: Fork) -> list[Advice]:
        """Every option as it looks to this player, best first."""
        living = sum(monster.hearts > 0 for monster in view.monsters)
        return self._by_living[max(2, living)].advise(view, ask, fork)
