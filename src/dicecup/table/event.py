"""Events: the facts of a game, told once and worded for each viewer. Nobody can change them afterwards."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from dicecup.table.errors import RulesError
from dicecup.table.marks import Worded, plain, players

Data = Mapping[str, Any]
Phrase = Callable[[Data, tuple[str, ...]], str]
"""Words for one kind of event, from its data and the names at the table; `marks` says what of it can be drawn."""

HIDDEN: Final = "hidden"

_COMMON: Final[dict[str, Phrase]] = {
    "took_back": lambda data, names: f"{names[data['seat']]} takes back the last choice.",
}


class Voice(NamedTuple):
    """How a game puts its events into words, with the names of this table."""

    names: tuple[str, ...]
    phrases: Mapping[str, Phrase]
    game: Any = None  # whose phrases they are: functions cannot be sent to another process, but a game can

    @classmethod
    def of(cls, game: Any, names: tuple[str, ...]) -> "Voice":
        """The voice of a game, with what every game tells."""
        return cls(names, MappingProxyType({**_COMMON, **game.phrases}), game)

    def __reduce__(self) -> tuple[Any, ...]:
        return (_voice, (self.game, self.names)) if self.game is not None else (Voice, tuple(self))


def _voice(game: Any, names: tuple[str, ...]) -> Voice:
    return Voice.of(game, names)


class Event:
    """A fact such as "Ann fills Fours with 12": the source of log lines, animation and statistics.

    Nearly all are like this one, for everybody; `Whisper` is for what is not. Events are made all the time and
    read now and then, so it is the reader who pays for it that they cannot be changed.
    """

    __slots__ = ("_data", "_kind", "_voice")

    def __init__(self, kind: str, data: dict[str, Any], voice: Voice) -> None:
        self._kind: Final = kind
        self._data: Final = data
        self._voice: Final = voice

    @property
    def kind(self) -> str:
        """What has happened, in one word."""
        return self._kind

    @property
    def audience(self) -> tuple[int, ...] | None:
        """The seats it is for; None: everybody."""
        return None

    @property
    def secret(self) -> Data | None:
        """What only its audience may know."""
        return None

    @property
    def reveals(self) -> bool:
        """Whether it shows something that was hidden until now."""
        return False

    @property
    def data(self) -> Data:
        """What everybody may know; with an audience and no secret, only the audience."""
        return MappingProxyType(self._data)

    def _key(self) -> tuple[Any, ...]:
        return self._kind, self._data, self._voice.names, self.audience, self.secret, self.reveals

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Event) else NotImplemented

    def __hash__(self) -> int:
        return hash((self._kind, len(self._data)))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._kind, self._data.copy(), self._voice)

    def _is_for(self, viewer: int | None) -> bool:
        return self.audience is None or (viewer is not None and viewer in self.audience)

    def _seen_by(self, viewer: int | None) -> Data | None:
        if self.secret is not None:
            return {**self.data, **self.secret} if self._is_for(viewer) else self.data
        return self.data if self._is_for(viewer) else None

    def text(self, viewer: int | None = None) -> str:
        """The sentence `viewer` (None: a spectator) reads; empty for what is not theirs to know."""
        return plain(self._words(viewer, self._voice.names))

    def worded(self, viewer: int | None = None) -> Worded:
        """The same, for a screen that draws dice and players: it knows where they stand in the sentence."""
        return Worded(self._words(viewer, players(self._voice.names)))

    def _words(self, viewer: int | None, names: tuple[str, ...]) -> str:
        data = self._seen_by(viewer)
        if data is None:
            return ""
        if self.kind not in self._voice.phrases:
            raise RulesError(f"There are no words for events of the kind {self.kind!r}.")
        return self._voice.phrases[self.kind](data, names)

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

    __slots__ = ("_audience", "_reveals", "_secret")

    def __init__(
        self,
        kind: str,
        data: dict[str, Any],
        voice: Voice,
        audience: tuple[int, ...] | None,
        secret: Data | None = None,
        reveals: bool = False,
    ) -> None:
        super().__init__(kind, data, voice)
        self._audience: Final = audience
        self._secret: Final = None if secret is None else MappingProxyType(secret)
        self._reveals: Final = reveals

    @property
    def audience(self) -> tuple[int, ...] | None:
        """The seats it is for; None: everybody, but it reveals something."""
        return self._audience

    @property
    def secret(self) -> Data | None:
        """What only its audience may know."""
        return self._secret

    @property
    def reveals(self) -> bool:
        """Whether it shows something that was hidden until now."""
        return self._reveals

    def to_json(self, viewer: int | None = None) -> dict[str, Any]:
        """The event as `viewer` may know it; `private` if that is more than others may."""
        told = super().to_json(viewer)
        return {**told, "private": True} if self.audience is not None and self._is_for(viewer) else told

    def __reduce__(self) -> tuple[Any, ...]:
        secret = None if self._secret is None else dict(self._secret)
        return Whisper, (self._kind, self._data.copy(), self._voice, self._audience, secret, self._reveals)
