"""A bot outside at a table of the arena: a program in any language, or one behind a socket."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from dicecup.arena.sitter import Fault, Thought, TimeUp
from dicecup.players import Advice, Fork, Place
from dicecup.players.outside import Bot, BotFault, BotLate, OutsidePlayer, read
from dicecup.table import Ask, Outcome, View


class Outside:
    """One bot, game after game."""

    hears = True

    def __init__(self, name: str) -> None:
        self._player: Final = OutsidePlayer(Bot(read(name).start))
        self.seconds = self._player.seconds  # for each decision

    def prepare(self) -> None:
        """Be started, before the first game; Fault, with the reason, if that fails."""
        self._insist(self._player.bot.greet)

    def begin(self, place: Place) -> None:
        """Hear that a game begins; Fault, with the reason, if it does not."""
        self._insist(lambda: self._player.begin(place))

    def choose(self, view: View, ask: Ask, fork: Fork) -> Thought:
        """What it decides; Fault if it fails, TimeUp if it is late."""
        self._player.seconds = self.seconds
        try:
            return Thought(self._player.decide(view, ask, fork), None)
        except BotLate:
            raise TimeUp from None
        except BotFault as fault:
            raise Fault(str(fault)) from None

    def hear(self, events: Sequence[Mapping[str, Any]]) -> None:
        """It is told with the next question."""
        self._player.hear(events)

    def over(self, outcome: Outcome | None) -> None:
        """It is told, if it is there."""
        self._player.over(outcome)

    def values(self, view: View, ask: Ask, fork: Fork) -> Sequence[Advice]:
        """Only ours are asked."""
        return ()

    def end(self) -> None:
        """Say goodbye, and end it with all that it has started."""
        self._player.close()

    def _insist(self, work: Any) -> None:
        try:
            work()
        except BotFault as fault:
            raise Fault(str(fault)) from None
