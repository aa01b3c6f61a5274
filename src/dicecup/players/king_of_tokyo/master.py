"""The master: Hard, that plays its best few options on in its head before it chooses.

What the network thinks and what roll-outs say are two opinions about the same difference, each with its error;
the master goes by their average, weighed by what each is worth. Without Numba, and until all is compiled, it
chooses as Hard does, and says so.
"""

from collections.abc import Mapping
from typing import Any, Final

from dicecup.games.king_of_tokyo import KingOptions, KingState
from dicecup.games.king_of_tokyo.gains import alive
from dicecup.players.king_of_tokyo import readiness, rollouts
from dicecup.players.king_of_tokyo.hard import Hard
from dicecup.players.king_of_tokyo.network import Network
from dicecup.players.player import ALIKE, Advice, Fork, Progress, Values, digest
from dicecup.players.readiness import Notice
from dicecup.table import Ask, Option

OPTIONS: Final = 4  # that are played on
WITHIN: Final = {"yield": 0.12, "buy": 0.1}
"""Of the chance to win: what is worse by more is not looked at. Nothing else that is asked is played on: dice can
be, and what that changes is as often worse as better."""
DOUBT: Final = {"yield": 0.04, "buy": 0.06, "dice": 0.02}
"""Of the chance to win: the error of what the network thinks of a difference."""
LEVEL: Final = 0.04  # and of what it thinks of a position
SURE: Final = 0.995  # as good as won, or lost
TURNS: Final = 1200  # played for a decision, about


class Master(Hard):
    """Hard's networks, a few turns further on."""

    def __init__(self, seed: int = 0, networks: Mapping[int, Network] | None = None, turns: int = TURNS) -> None:
        super().__init__(seed, networks)
        self.progress: Progress | None = None
        self._most = turns
        self._rooms: Final[dict[tuple[int, KingOptions], rollouts.Rollouts | None]] = {}
        self._last: tuple[bytes, dict[Option, float]] | None = None
        self._luck = b""
        self._notice: Final = Notice("King of Tokyo", readiness.why_not)

    def prepare(self) -> None:
        """Have the roll-outs compiled or loaded now: whoever asks for that wants the same choices every time."""
        readiness.get_ready(self.progress)

    def decide(self, view: Any, ask: Ask, fork: Fork) -> Option:
        """The best option, as far as it can tell."""
        self._luck = digest(self._seed, view, ask.kind)
        return super().decide(view, ask, fork)

    def advise(self, view: Any, ask: Ask, fork: Fork) -> list[Advice]:
        """Every option with the chance to win it leaves, best first."""
        self._luck = digest(self._seed, view, ask.kind)
        found = super().advise(view, ask, fork)
        # Not when it rolls: at a server's table nobody is asked who has no choice, and nothing is heard.
        first = ask.kind == "dice" and view.rolls_left == 2 and view.turn <= len(view.monsters)
        note = self._notice.note(self._luck, self.progress, first=first)
        return [one._replace(note=note) for one in found]

    def appraise(self, view: Any, ask: Ask, fork: Fork) -> Mapping[Option, Values]:
        """For every option everybody's chances: what is left beside its own is shared as the network thinks."""
        self._luck = digest(self._seed, view, ask.kind)
        values = self._values(ask, fork, fork(self._seed).state)
        found: dict[Option, Values] = {}
        for option, told in super().appraise(view, ask, fork).items():
            mine = values.get(option, told[ask.seat])
            rest = (1 - mine) / (1 - told[ask.seat]) if told[ask.seat] < 1 else 0.0
            found[option] = tuple(mine if seat == ask.seat else each * rest for seat, each in enumerate(told))
        return found

    def _values(self, ask: Ask, fork: Fork, state: KingState) -> dict[Option, float]:
        if self._last is None or self._last[0] != self._luck:
            self._last = self._luck, self._thought(ask, super()._values(ask, fork, state), state)
        return self._last[1]

    def _thought(self, ask: Ask, told: dict[Option, float], state: KingState) -> dict[Option, float]:
        order = sorted(told, key=lambda option: -told[option])
        best = told[order[0]]
        if ask.kind not in WITHIN or not 1 - SURE < best < SURE:
            return told
        looked = [option for option in order[:OPTIONS] if best - told[option] <= WITHIN[ask.kind]]
        if len(looked) < 2 or self._why_not() or (room := self._room(state)) is None:
            return told
        try:
            found = room.compare(state, ask, looked, int.from_bytes(self._luck, "big"), self._most)
        except rollouts.Crowded:
            return told
        trust = LEVEL**2 / (LEVEL**2 + found.error**2)
        level = min(1.0, max(0.0, best + trust * (found.level - best)))
        values = {option: told[option] - best for option in told}
        for option, much, error in zip(looked[1:], found.ahead[1:], found.errors[1:], strict=True):
            trust = DOUBT[ask.kind] ** 2 / (DOUBT[ask.kind] ** 2 + error**2)
            values[option] += trust * (float(much) - values[option])
        return {option: round(min(1.0, max(0.0, level + more)), ALIKE) for option, more in values.items()}

    def _why_not(self) -> str:
        """Why it cannot play on in its head."""
        return self._notice.why_not(self.progress)

    def _room(self, state: KingState) -> rollouts.Rollouts | None:
        """Room for roll-outs; None if there are none at such a table, or Hard knows all."""
        if not state.options.cards and len(alive(state)) == 2:
            return None
        key = (len(state.monsters), state.options)
        if key not in self._rooms:
            known = not rollouts.unknown(*key)
            self._rooms[key] = rollouts.Rollouts(*key) if known else None
        return self._rooms[key]
