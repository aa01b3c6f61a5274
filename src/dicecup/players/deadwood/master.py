"""The master: Hard, that plays its best few options on in its head before it chooses.

What the network thinks and what roll-outs say are two opinions about the same difference, each with its error; the
master goes by their average, weighed by what each is worth. So a few lucky continuations do not change its mind.
Without Numba, and until all is compiled, it chooses as Hard does, and says so.
"""

from typing import Final, NamedTuple

from dicecup.batch.deadwood.lot import TRAILERS
from dicecup.batch.deadwood.rows import ACTOR, AREA, DAY, FIELDS, IDLE, SEATS, code_of, row_of
from dicecup.games.deadwood import DeadwoodView
from dicecup.players.deadwood import readiness, rollouts
from dicecup.players.deadwood.hard import RESTLESS, SURE, Hard
from dicecup.players.deadwood.network import Network
from dicecup.players.player import Advice, Fork, Progress, Values, digest, favourite, ranked
from dicecup.players.readiness import Notice
from dicecup.table import Ask, Option

CARE: Final = 0.01  # of the chance to win: what it takes to leave the plan in lines, which try few cards and dice
OPTIONS: Final = 4  # that are played on
WITHIN: Final = 0.1  # of the chance to win: what is worse by more is not looked at
DOUBT: Final = 0.03  # of the chance to win: the error of what the network thinks of a difference
NODES: Final = 100_000  # positions judged for a decision, about


class _Thought(NamedTuple):
    """What it makes of a position: what each option is worth, and what is taken off that in choosing."""

    values: dict[Option, float]
    care: dict[Option, float]


class Master(Hard):
    """As Hard, and a few turns further on."""

    thinks_once: Final = True

    def __init__(
        self,
        seed: int = 0,
        networks: dict[int, Network] | None = None,
        care: float = CARE,
        nodes: int = NODES,
    ) -> None:
        super().__init__(networks)
        self._line_care: Final = care
        self.progress: Progress | None = None
        self._seed, self._nodes = seed, nodes
        self._rooms: Final[dict[int, rollouts.Rollouts]] = {}
        self._last: tuple[bytes, _Thought] | None = None
        self._notice: Final = Notice("Deadwood", readiness.why_not)

    def prepare(self) -> None:
        """Have the roll-outs compiled or loaded now: whoever asks for that wants the same choices every time."""
        readiness.get_ready(self.progress)

    def decide(self, view: DeadwoodView, ask: Ask, fork: Fork) -> Option:
        """The option that is best, as far as it can tell."""
        thought = self._thought(view, ask)
        return favourite(thought.values, thought.care)

    def advise(self, view: DeadwoodView, ask: Ask, fork: Fork) -> list[Advice]:
        """Every option with the chance to win that it leaves: first what it would choose, then the best."""
        row, thought = row_of(view), self._thought(view, ask)
        reasons = self._reasons(row, thought.values, thought.care)
        found = self._aloud(row, ranked(thought.values, reasons, care=thought.care))
        first = bool(row[DAY] == 1 and row[ACTOR + FIELDS * ask.seat + AREA] == TRAILERS)
        note = self._notice.note(digest(self._seed, view, ask.kind), self.progress, first=first)
        return [one._replace(note=note) for one in found]

    def appraise(self, view: DeadwoodView, ask: Ask, fork: Fork) -> dict[Option, Values]:
        """For every option everybody's chances: what is left beside its own is shared as the network thinks."""
        values = self._thought(view, ask).values
        found: dict[Option, Values] = {}
        for option, told in super().appraise(view, ask, fork).items():
            mine = values[option]
            rest = (1 - mine) / (1 - told[ask.seat]) if told[ask.seat] < 1 else 0.0
            found[option] = tuple(mine if seat == ask.seat else each * rest for seat, each in enumerate(told))
        return found

    def _thought(self, view: DeadwoodView, ask: Ask) -> _Thought:
        seen = digest(self._seed, view, ask.kind)
        if self._last is None or self._last[0] != seen:
            self._last = seen, self._think(view, ask, int.from_bytes(seen, "big"))
        return self._last[1]

    def _think(self, view: DeadwoodView, ask: Ask, luck: int) -> _Thought:
        row = row_of(view)
        seen, held = self._weighed(row, ask)
        worth = self._prospect(row).worth
        told = {option: float(worth[code_of(option)][ask.seat]) for option in ask.options}
        as_hard = _Thought(told, {option: told[option] - (seen[option] - held[option]) for option in ask.options})
        settled = max(seen.values()) > SURE or row[IDLE] > RESTLESS * row[SEATS]
        if settled or self._why_not():
            return as_hard
        _, held = self._weighed(row, ask, self._line_care)
        leaning = {option: seen[option] - held[option] for option in ask.options}
        order = sorted(ask.options, key=lambda option: -leaning[option])
        first = order[0]
        looked = [option for option in order[:OPTIONS] if leaning[first] - leaning[option] <= WITHIN]
        if len(looked) == 1:
            return as_hard
        try:
            found = self._room(row).compare(row, [code_of(option) for option in looked], luck, self._nodes)
        except rollouts.Crowded:
            return as_hard
        ahead = {option: leaning[option] - leaning[first] for option in ask.options}
        values = {option: told[option] - told[first] for option in ask.options}
        for option, much, error in zip(looked[1:], found.ahead[1:], found.errors[1:], strict=True):
            trust = DOUBT**2 / (DOUBT**2 + error**2)
            ahead[option] += trust * (float(much) - ahead[option])
            values[option] += trust * (float(much) - values[option])
        base = min(1.0, max(0.0, float(found.values[0])))
        values = {option: min(1.0, max(0.0, base + more)) for option, more in values.items()}
        return _Thought(values, {option: values[option] - base - ahead[option] for option in ask.options})

    def _why_not(self) -> str:
        """Why it cannot play on in its head."""
        return self._notice.why_not(self.progress)

    def _room(self, row: list[int]) -> rollouts.Rollouts:
        seats = row[SEATS]
        if seats not in self._rooms:
            self._rooms[seats] = rollouts.Rollouts(seats, self._network(row), self.tables(row), self._line_care)
        return self._rooms[seats]
