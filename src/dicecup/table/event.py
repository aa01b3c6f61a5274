"""Events: the facts of a game, told once and worded for each viewer. Nobody can change them afterwards."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from dicecup.table.errors import RulesError

Data = Mapping[str, Any]
Phrase = Callable[[Data, tuple[str, ...]], str]
"""Words for one kind of event, from its data and the names at the table."""

_new: Final = tuple.__new__

HIDDEN: Final = "hidden"

_COMMON: Final[dict[str, Phrase]] = {
    "took_back": lambda data, names: f"{names[data['seat']]} takes the last choice back.",
}


class Voice(NamedTuple):
    """How a game puts its events into words, with the names of this table."""

    names: tuple[str, ...]
    phrases: Mapping[str, Phrase]
    game: object = None  # whose phrases they are: functions cannot be sent to another process, but a game can

    @classmethod
    def of(cls, game: Any, names: tuple[str, ...]) -> "Voice":
        """The voice of a game, with what every game tells."""
        return cls(names, MappingProxyType({**_COMMON, **game.phrases}), game)

    def __reduce__(self) -> tuple[Any, ...]:
        return (Voice.of, (self.game, self.names)) if self.game is not None else (Voice, tuple(self))


class _Told(NamedTuple):
    kind: str
    data: Data
    voice: Voice
    audience: tuple[int, ...] | None
    secret: Data | None
    reveals: bool  # it shows something that was hidden until now


class Event(_Told):
    """A fact such as "Ann fills Fours with 12": the source of log lines, animation and statistics.

    `data` is for everybody, `secret` is added for the seats in `audience`; with an audience and no secret, all of
    it is theirs. The others still see a placeholder, so that numbering has no holes.
    """

    __slots__ = ()

    def __new__(
        cls,
        kind: str,
        data: Data,
        voice: Voice,
        audience: tuple[int, ...] | None = None,
        secret: Data | None = None,
        reveals: bool = False,
    ) -> "Event":
        """A fact; `data` and `secret` are not to be changed by whoever gave them."""
        if secret is not None:
            secret = MappingProxyType(secret)
        return _new(cls, (kind, MappingProxyType(data), voice, audience, secret, reveals))

    def __hash__(self) -> int:
        return hash((self.kind, self.audience, len(self.data)))

    def __reduce__(self) -> tuple[Any, ...]:
        secret = None if self.secret is None else dict(self.secret)
        return Event, (self.kind, dict(self.data), self.voice, self.audience, secret, self.reveals)

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
        if self.kind not in self.voice.phrases:
            raise RulesError(f"There are no words for events of the kind {self.kind!r}.")
        return self.voice.phrases[self.kind](data, self.voice.names)

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
