"""Events: the facts of a game, told once and worded for each viewer."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from dicecup.table.errors import RulesError

Data = Mapping[str, Any]
Phrase = Callable[[Data, tuple[str, ...]], str]
"""Words for one kind of event, from its data and the names at the table."""

HIDDEN: Final = "hidden"


class Voice:
    """How a game puts its events into words, with the names of this table."""

    __slots__ = ("names", "phrases")

    def __init__(self, phrases: Mapping[str, Phrase], names: tuple[str, ...]) -> None:
        self.phrases: Final = phrases
        self.names: Final = names


class Event:
    """A fact such as "Ann fills Fours with 12": the source of log lines, animation and statistics.

    Nearly all are like this one, for everybody; `Whisper` is for what is not.
    """

    __slots__ = ("_voice", "data", "kind")

    audience: tuple[int, ...] | None = None
    secret: Data | None = None
    reveals: bool = False  # it shows something that was hidden until now

    def __init__(self, kind: str, data: Data, voice: Voice) -> None:
        self.kind: Final = kind
        self.data: Final = data
        self._voice: Final = voice

    def _is_for(self, viewer: int | None) -> bool:
        return self.audience is None or (viewer is not None and viewer in self.audience)

    def _seen_by(self, viewer: int | None) -> Data | None:
        if self.secret is not None:
            return {**self.data, **self.secret} if self._is_for(viewer) else self.data
        return self.data if self._is_for(viewer) else None

    def text(self, viewer: int | None = None) -> str:
        """The sentence `viewer` (None: a spectator) reads; empty for what is not theirs to know."""
        data = self._seen_by(viewer)
        if data is None:
            return ""
        if self.kind not in self._voice.phrases:
            raise RulesError(f"There are no words for events of the kind {self.kind!r}.")
        return self._voice.phrases[self.kind](data, self._voice.names)

    def to_json(self, viewer: int | None = None) -> dict[str, Any]:
        """The event as `viewer` may know it."""
        data = self._seen_by(viewer)
        if data is None:
            return {"kind": HIDDEN}
        return {"kind": self.kind, **data, "text": self.text(viewer)}

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<Event {self.kind}: {self.text()}>"


class Whisper(Event):
    """An event that not everybody may know, or that shows something hidden.

    `data` is for everybody, `secret` is added for the seats in `audience`; with an audience and no secret, all of
    it is theirs. The others still see a placeholder, so that numbering has no holes.
    """

    __slots__ = ("audience", "reveals", "secret")

    def __init__(
        self,
        kind: str,
        data: Data,
        voice: Voice,
        audience: tuple[int, ...] | None,
        secret: Data | None = None,
        reveals: bool = False,
    ) -> None:
        super().__init__(kind, data, voice)
        self.audience = audience
        self.secret = secret
        self.reveals = reveals
