"""A match as those who learn see it: numbers in, rows of numbers out. What all adapters share."""

from collections.abc import Mapping
from typing import Any, Final, Literal, TypeAlias, get_args

import dicecup
from dicecup import games
from dicecup.table import Game, IllegalChoice, Match, NotAllowed, SetupError
from dicecup.table.actions import Actions
from dicecup.table.arrays import Flags, Floats
from dicecup.table.encoding import Encoding
from dicecup.table.errors import shown

Rewards: TypeAlias = Literal["win", "points"]
"""What is paid: a share of the win when the game is over, or every point when it is made."""


class Terms:
    """What is played for what: a game, a number of seats, house rules, rewards. SetupError if that cannot be."""

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        rewards: Rewards | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        self.game: Final[Game[Any]] = games.find(game)
        found = self.game
        usual = max(2, found.seats[0])
        self.seats: Final = found.count_seats(usual if seats is None else seats)
        self.options: Final = dict(options or {})
        house_rules = found.options.parse(self.options)
        try:
            self.actions: Final[Actions] = found.actions(self.seats, house_rules)
            self.encoding: Final[Encoding] = found.encoding(self.seats, house_rules)
        except NotAllowed as error:
            raise SetupError(str(error)) from None
        if rewards not in (None, *get_args(Rewards)):
            raise SetupError(f"Rewards are “win” or “points”, not {shown(rewards)}.")
        # Whoever is alone has always won.
        self.rewards: Final[Rewards] = rewards or ("points" if self.seats == 1 else "win")

    def __deepcopy__(self, memo: object) -> "Terms":
        return self  # nothing in them changes

    def __reduce__(self) -> tuple[Any, ...]:
        return Terms, (self.game.name, self.seats, self.rewards, self.options)

    def deal(self, seed: int | None, *, chance: Literal["open", "settled"] = "settled") -> Match[Any]:
        """A new match."""
        return dicecup.new(self.game.name, seats=self.seats, seed=seed, chance=chance, **self.options)


class Desk:
    """A match under way, as `terms` say. Nobody is asked where there is no choice."""

    def __init__(self, terms: Terms, match: Match[Any]) -> None:
        self.terms: Final = terms
        self.match: Final = match
        self._paid = self._standing()
        match.answer_forced()

    @property
    def seat(self) -> int | None:
        """Whose choice it is; None: the game is over."""
        ask = self.match.pending
        return None if ask is None else ask.seat

    def row(self, seat: int) -> Floats:
        """What a seat sees."""
        return self.terms.game.encode(self.match.view(seat), self.match.pending)

    def mask(self, seat: int) -> Flags:
        """What a seat may choose now."""
        ask = self.match.pending
        return self.terms.actions.mask(ask if ask is not None and ask.seat == seat else None)

    def choose(self, action: Any) -> None:
        """Make the choice with this number; IllegalChoice, and nothing has changed, if it cannot be made now."""
        ask = self.match.pending
        if ask is None:
            raise NotAllowed("The game is over: call reset.")
        try:
            words = self.terms.actions.words(action, ask.seat)
        except NotAllowed as error:
            raise IllegalChoice(action, str(error)) from None
        self.match.answer(words, ask.seat)
        self.match.answer_forced()

    def pay(self) -> list[float]:
        """What everybody has got since this was last asked."""
        before, self._paid = self._paid, self._standing()
        return [now - then for now, then in zip(self._paid, before, strict=True)]

    def _standing(self) -> list[float]:
        match, outcome = self.match, self.match.outcome
        if self.terms.rewards == "win":
            return list(outcome.shares) if outcome is not None else [0.0] * self.terms.seats
        scores = self.terms.game.scores(match.state) if outcome is None else outcome.scores
        return [float(score) for score in scores]
