"""What lies on the table, what may be seen of it, how a game ended, and what rules hold in their hands."""

from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Final, Generic, TypeVar

from dicecup.table import picture
from dicecup.table.compiled import dataclass, mypyc_attr
from dicecup.table.event import Event, Voice, Whisper
from dicecup.table.options import Options
from dicecup.table.plain import Frozen, Mutable

OVER: Final = "over"
"""The phase in which nothing is left to do."""


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(slots=True, kw_only=True)
class State(Mutable):
    """What lies on the table: plain data only, hidden things included; no dice still to fall, no functions.

    A subclass narrows `options` and adds whatever the game needs. `phase` names the rule that runs next.
    """

    names: tuple[str, ...]
    options: Options
    turn: int = 0
    phase: str


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(slots=True, kw_only=True)
class View(Frozen):
    """What one seat, or a spectator, may see: built by listing it, never by taking secrets out of a state.

    Views are made at every decision, and `frozen=True` would triple their price; they are not to be changed.
    """

    game: str
    names: tuple[str, ...]
    seat: int | None  # whose view this is; None: a spectator's
    turn: int
    phase: str

    def drawn(self) -> list[picture.Drawn]:
        """The table in pictures for a notebook, below a heading; games that draw nothing list their fields."""
        return [picture.plainly(self.to_json())]

    def _repr_html_(self) -> str:
        who = "" if self.seat is None else f", as {self.names[self.seat]} sees it"
        title = " ".join([word if word == "of" else word.capitalize() for word in self.game.split("-")])
        return picture.frame(f"{title}{who}", self.drawn())


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome(Frozen):
    """How a game ended."""

    winners: tuple[int, ...]  # several share a win; nobody may win
    scores: tuple[int, ...]
    reason: str

    @property
    def shares(self) -> tuple[float, ...]:
        """Of the win, for each seat: a shared one is shared."""
        return tuple(1 / len(self.winners) if seat in self.winners else 0.0 for seat in range(len(self.scores)))


S = TypeVar("S", bound=State)


class Play(Generic[S]):
    """What the rules hold in their hands while they run: the state, and a voice to tell what happens."""

    __slots__ = ("_voice", "events", "quiet", "revealed", "state")

    def __init__(self, state: S, voice: Voice, events: list[Event]) -> None:
        self.state: Final = state
        self.events: Final = events
        self.quiet = False  # while answers are replayed, what they caused has been told already
        self.revealed = False  # somebody has learnt something that was hidden; the driver clears it
        self._voice: Final = voice

    def tell(
        self,
        kind: str,
        *,
        audience: tuple[int, ...] | None = None,
        secret: Mapping[str, Any] | None = None,
        reveals: bool = False,
        **data: Any,
    ) -> None:
        """Tell a fact: `data` to everybody (or to `audience`), `secret` to `audience` alone.

        `reveals`: this shows something that was hidden until now. Nobody can take back a choice past it, nor
        past a fact that not everybody may know. End the phase after it: forks draw hidden things anew as of the
        start of a phase.
        """
        if reveals or audience is not None:
            self.revealed = True
            if not self.quiet:
                self.events.append(Whisper(kind, data, self._voice, audience, secret, reveals))
        elif not self.quiet:
            self.events.append(Event(kind, data, self._voice))


Phase = Callable[[Play[S]], Coroutine[Any, Any, None]]
"""A rule that the driver starts: it awaits decisions and chance, and leaves `state.phase` at what comes next."""
