"""Who plays a match together, as far as the match has to know it. A party is one: docs/friends.md."""

from contextlib import AbstractContextManager
from typing import Literal, Protocol

from dicecup.server import wire

Why = Literal["away", "clock"]


class Company(Protocol):
    """The people of a match: who is here, and what they have agreed on. All of it may change at any time."""

    @property
    def id(self) -> str:
        """Of the party."""
        ...

    @property
    def hints(self) -> bool:
        """Whether players may ask for hints."""
        ...

    @property
    def coach(self) -> bool:
        """Whether players may be coached, although others play."""
        ...

    @property
    def patience(self) -> float | None:
        """Seconds after which a computer player decides for somebody who is away; None: never."""
        ...

    @property
    def time_limit(self) -> tuple[float, float] | None:
        """Seconds for each decision, and seconds in reserve for the whole game; None: there is no clock."""
        ...

    @property
    def anybody_here(self) -> bool:
        """Whether anybody looks at the table; where nobody does, nobody is decided for."""
        ...

    def knows(self, guest: str) -> bool:
        """Whether somebody of the party is behind this browser: nobody else may see what it plays."""
        ...

    def attending(self, guest: str) -> AbstractContextManager[None]:
        """A page of a guest is open."""
        ...

    def away_since(self, seat: int) -> float | None:
        """Since when whoever sits there is away, by the server's clock; None: they are here."""
        ...

    def stands_in(self, seat: int) -> bool:
        """Whether a computer player decides for somebody there, until they are back. Kept through restarts."""
        ...

    def time_was_up(self, seq: int) -> bool:
        """Whether the time of whoever is asked there was up already. Kept through restarts."""
        ...

    def level(self, game: str) -> str:
        """How well a stand-in plays."""
        ...

    async def stand_in(self, seat: int, why: Why, seq: int) -> None:
        """From now on (`away`) or just this once (`clock`) a computer player decides there; everybody is told."""
        ...

    async def over(self, match: str, outcome: wire.Outcome) -> None:
        """A match has ended. Said again whenever one is opened that is over: after a restart nobody knows."""
        ...


class Keeper(Company, Protocol):
    """Company that plays more than one match."""

    async def look_after(self) -> None:
        """The match may have been cleared away."""
        ...

    async def move(self, old: str, new: str) -> None:
        """Whoever plays in one browser goes on in another one."""
        ...
