"""A bot outside as a player like any other."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from dicecup.players.outside.bot import Bot
from dicecup.players.player import Fork, Place
from dicecup.table import Ask, Option, Outcome

PATIENCE: Final = 60.0
"""Seconds for a decision, where nobody says otherwise."""


class OutsidePlayer:
    """Sits at one table after the other. BotFault, from any method, says what its bot did wrong."""

    def __init__(self, bot: Bot, seed: int = 0, seconds: float | None = None) -> None:
        self.bot: Final = bot
        self.seconds = seconds or PATIENCE
        self._seed: Final = seed
        self._game: int | None = None

    def begin(self, place: Place) -> None:
        """A game begins."""
        self.over(None)
        self._game = self.bot.begin(place)

    def hear(self, events: Sequence[Mapping[str, Any]]) -> None:
        """What has happened since the last time, as its seat may know it."""
        if self._game is not None:
            self.bot.hear(self._game, [dict(event) for event in events])

    def decide(self, view: Any, ask: Ask, fork: Fork) -> Option:
        """What its bot chooses."""
        here = fork(0)
        if self._game is None:  # nobody has said that a game begins: it is seen now
            self.begin(Place(here.game.name, ask.seat, here.names, here.state.options.to_json(), self._seed))
        assert self._game is not None
        return self.bot.decide(self._game, here, self.seconds)

    def over(self, outcome: Outcome | None) -> None:
        """The game has ended; None: it was broken off."""
        game, self._game = self._game, None
        if game is not None:
            self.bot.over(game, outcome)

    def close(self) -> None:
        """End the bot."""
        self.over(None)
        self.bot.close()
