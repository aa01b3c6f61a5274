"""Chance in public: a match that stops wherever chance decides, for whoever plays to say how it falls.

For tree searches and for interfaces in which chance is a player: docs/research.md. Whatever is done here, the log
is one that an ordinary match could have.
"""

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from dicecup.table.driver import Checkpoint, Driver, Settle, push
from dicecup.table.errors import IllegalChoice, NotAllowed
from dicecup.table.event import Event
from dicecup.table.game import Game
from dicecup.table.log import Entry, Luck
from dicecup.table.secret import Secret
from dicecup.table.state import State

S = TypeVar("S", bound=State)


class PublicChance(Driver, Generic[S]):
    """What a match does about chance, beyond what every driver does."""

    game: Game[S]
    state: S
    _base: Checkpoint[S]

    def __init__(
        self,
        game: Game[S],
        start: Checkpoint[S],
        secret: Secret,
        *,
        carry: Any = None,
        settle: Settle | None = None,
        earlier: Sequence[Entry] = (),
        chance_open: bool = False,
    ) -> None:
        """Begin at `start`; `earlier` is the log that led there, if there is one."""
        super().__init__(game, start, secret, carry=carry, settle=settle, earlier=earlier, chance_open=chance_open)

    @property
    def chance_open(self) -> bool:
        """Whether it stops wherever chance decides."""
        return self._open

    def open_chance(self) -> None:
        """From now on stop wherever chance decides: `pending_chance` is what about, and `settle` goes on."""
        if self._settle is not self._usual:
            raise NotAllowed("The chance of this match comes from a script or a log.")
        self._open = True
        self._settle = self._usual

    def close_chance(self) -> list[Event]:
        """From now on settle chance on the way again, beginning with what is pending; returns what happened."""
        if self._open:
            self._open = False
            self._settle = self._usual
        return [] if self.pending_chance is None else self.settle()

    def settle(self, result: object = None) -> list[Event]:
        """Let pending chance fall as `result` says, or as the secret does, and play on; returns what happened.

        A result is one of `pending_chance.outcomes()`, or the same dice in any order. Anything else raises
        IllegalChoice with the reason, and changes nothing. What the secret would have decided otherwise is noted
        beside it, and `verify` counts it.
        """
        point = self.pending_chance
        if point is None:
            raise NotAllowed("Chance has nothing to decide now.")
        secret = self._secret
        fallen = secret.result(point, len(self._answers))
        if result is not None:
            if hasattr(result, "tolist"):  # an array of dice
                result = result.tolist()
            try:
                wanted = point.decode(result)
            except ValueError as error:
                reason = str(error).removeprefix(f"{point.key}: ")
                raise IllegalChoice(result, f"{reason[:1].upper()}{reason[1:]}.") from None
            if wanted != fallen:
                fallen, self._secret = wanted, secret.overruled(point.key)
        self.pending_chance = None
        try:
            events = push(self, Luck(point.key, fallen, point.audience), fallen)
        except Exception:
            self._secret = secret
            raise
        return events + self._decline()
