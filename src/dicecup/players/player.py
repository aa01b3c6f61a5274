"""What a player is to the table: something that decides from what it may see, and perhaps says what it thinks."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from functools import _lru_cache_wrapper, partial  # the latter without what makes it a cache
from math import isfinite
from typing import Any, Final, Literal, NamedTuple, Protocol, TypeAlias, TypeVar, runtime_checkable

from dicecup.table import Ask, Event, Match, Option, Outcome, View
from dicecup.table.errors import shown
from dicecup.table.marks import Worded, raw

Fork: TypeAlias = Callable[[int], Match[Any]]
"""Gives, for a seed, a copy of the match in which all that the player cannot know is drawn anew."""

Progress: TypeAlias = Callable[[str], None]
"""Hears, in a sentence, what takes long."""


Unit: TypeAlias = Literal["win", "points"]
"""What advice counts: the chance to win, or points."""


class Player(Protocol):
    """Anything with this one method can sit at the table.

    A player gets its view and forks, never the match itself. To be repeatable it takes its randomness from the
    view and a seed of its own, and counts its budget in nodes, not in seconds.
    """

    def decide(self, view: Any, ask: Ask, fork: Fork) -> Option:
        """One of `ask.options`."""
        ...


class Place(NamedTuple):
    """Where a player sits in a game that begins."""

    game: str
    seat: int
    names: tuple[str, ...]
    options: Mapping[str, Any]  # house rules
    seed: int  # its own, for whoever wants to play the same way again; it says nothing about the dice


@runtime_checkable
class Guest(Player, Protocol):
    """A player that wants to know more: any of these methods may be there, and is called then.

    One with `begin` is one player for many games; of all others there is a new one for each. `close` is called in
    the end, whatever happened.
    """

    def begin(self, place: Place) -> None:
        """A game begins, with this player in that place."""
        ...

    def hear(self, events: Sequence[Mapping[str, Any]]) -> None:
        """What has happened since the last time, as its seat may know it: `Event.to_json`."""
        ...

    def over(self, outcome: Outcome | None) -> None:
        """The game has ended; None: it was broken off."""
        ...

    def close(self) -> None:
        """Put away what it holds: processes, files, connections."""
        ...


class Advice(NamedTuple):
    """An option with what it is worth to the player: its chance to win, from 0 to 1, or the points to expect.

    The latter is for whoever is alone at the table, or plays as if nobody else were there.
    """

    option: Option
    value: float
    loss: float  # how much less than the best value
    reason: str = ""  # a few words, without a full stop
    unit: Unit = "win"  # what value and loss are; the same for all options of a question
    care: float = 0.0  # what the player takes off the value when it chooses, such as for leaving its plan
    said: str = ""  # the reason as it says it aloud if it does this, in whole sentences; nothing: as it stands
    note: str = ""  # how it plays just now, whatever it does, such as a master: "as Hard for now: ..."

    @property
    def aloud(self) -> str:
        """All that it says as it does this."""
        if not self.note:
            return self.said or self.reason
        if self.said:
            return Worded(f"{raw(self.said)} I play {self.note}.")
        return Worded(f"{raw(self.reason)} ({self.note})".strip())

    def to_json(self) -> dict[str, Any]:
        """For another process: the option is named by its choice."""
        return {**self._asdict(), "option": list(self.option), "reason": raw(self.reason), "said": raw(self.said)}

    @classmethod
    def from_json(cls, data: Any, ask: Ask) -> "Advice":
        """What `to_json` wrote about an option of this question; ValueError if that is something else."""
        match data:
            case {
                "option": [*choice],
                "value": int() | float() as value,
                "loss": int() | float() as loss,
                "reason": str(reason),
                "unit": "win" | "points" as unit,
                "care": int() | float() as care,
            } if (
                (option := ask.find(choice)) is not None
                and all(map(isfinite, (value, loss, care)))
                and isinstance(said := data.get("said", ""), str)  # a worker that is older than this says nothing
                and isinstance(note := data.get("note", ""), str)
            ):
                return cls(
                    option, float(value), float(loss), Worded(reason), unit, float(care), Worded(said), note
                )
        raise ValueError(f"{shown(data)} is no advice here.")


@runtime_checkable
class Advisor(Player, Protocol):
    """A player that can say what it thinks of every option: choices, hints and reviews all come from here."""

    def advise(self, view: Any, ask: Ask, fork: Fork) -> list[Advice]:
        """Every option: the one that it would choose, then the others, best first.

        Of options that mean the same, only the first need be named.
        """
        ...


@runtime_checkable
class Foreseer(Protocol):
    """A player that can say how likely everybody is to win: the story of a game comes from here."""

    def chances(self, match: Match[Any]) -> Sequence[float]:
        """The chance of each seat, as the match stands. It may be played on: give a copy."""
        ...


Values: TypeAlias = Sequence[float]
"""What something is worth to each seat: chances to win, or points."""


class Fell(NamedTuple):
    """What everybody could hope for when chance was about to fall, and when it had fallen."""

    expected: Values
    came: Values


@runtime_checkable
class Appraiser(Advisor, Foreseer, Protocol):
    """A player that knows what every option is worth to everybody: reviews come from here.

    Values are raw: nothing is taken off for care, habit or style.
    """

    noise: float
    """Differences between chances to win that are smaller than this say nothing; points are exact."""

    def unit(self, match: Match[Any]) -> Unit:
        """What values count in this match."""
        ...

    def appraise(self, view: Any, ask: Ask, fork: Fork) -> Mapping[Option, Values]:
        """For every option what each seat may hope for, as whoever is asked sees it, before chance falls."""
        ...

    def fell(self, before: Match[Any], option: Option, after: Match[Any]) -> Fell | None:
        """What chance did between a decision, in which `option` was chosen, and the next one, or the end.

        None if nothing fell. The matches are copies.
        """
        ...


class Judge(Protocol):
    """Knows exactly what a choice costs, in points that nobody else can take away."""

    def expected(self, view: Any, seat: int) -> float:
        """The points that a seat can expect if it makes no mistake from here on."""
        ...

    def loss(self, view: Any, ask: Ask, option: Option) -> float:
        """The points that a choice costs."""
        ...


class BulkSolver(Protocol):
    """Plays many games in step, without the engine, by the same choices as players do at a table.

    `options` are house rules as JSON. The highest score wins.
    """

    players: Sequence[str]  # the names of those who can play so

    def prepare(self, options: Mapping[str, Any] | None, progress: Progress) -> None:
        """Make what takes long and is kept on disk, for these house rules; None: for all."""
        ...

    def simulate(self, options: Mapping[str, Any], games: int, seed: int, progress: Progress) -> Sequence[int]:
        """The final scores of the perfect player, alone at the table."""
        ...

    def contest(
        self, options: Mapping[str, Any], tables: Sequence[Sequence[str]], games: int, seed: int
    ) -> Sequence[Sequence[Sequence[int]]]:
        """The final scores for each table, game and seat; every table, named by its players, has the same dice."""
        ...


ALIKE: Final = 9
"""Decimals: what differs by less is worth the same, such as two roles that differ in their names alone."""


_What = TypeVar("_What")


def favourite(values: Mapping[_What, float], care: Mapping[_What, float] | None = None) -> _What:
    """What is best after `care` is taken off; of what is worth the same, the first."""
    held = care or {}
    return max(values, key=lambda one: round(values[one] - held.get(one, 0.0), ALIKE))


def ranked(
    values: Mapping[Option, float],
    reasons: Mapping[Option, str] | None = None,
    unit: Unit = "win",
    care: Mapping[Option, float] | None = None,
) -> list[Advice]:
    """Options with their values as advice, best first; what is worth the same stays in the given order.

    Before all others comes what is best after `care` is taken off; sums of the same parts are the same.
    """
    best, said, held = max(values.values()), reasons or {}, care or {}
    advice = [
        Advice(option, value, best - value, said.get(option, ""), unit, held.get(option, 0.0))
        for option, value in values.items()
    ]
    chosen = favourite(values, care)
    # Not by loss: what differs by less than a loss can tell would stay in the given order.
    return sorted(advice, key=lambda one: (one.option is not chosen, -one.value))


def digest(seed: int, view: View, *more: object) -> bytes:
    """Eight bytes that follow from a seed and what is seen: the randomness of players."""
    return hashlib.blake2b(repr((view, *more)).encode(), key=str(seed).encode()[:64], digest_size=8).digest()


class RandomPlayer:
    """Picks any option, always the same one in the same position."""

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed

    def decide(self, view: View, ask: Ask, fork: Fork) -> Option:
        """Any of the options."""
        return ask.options[int.from_bytes(digest(self._seed, view, ask.kind), "big") % len(ask.options)]


def forks(match: Match[Any], seat: int) -> Fork:
    """What a player gets instead of the match: forks of it for its seat, made when it asks for them.

    Nothing that this returns leads to the match itself, with its dice to come: it is kept by a wrapper that is not
    written in Python and has no attribute for it. (`lru_cache` makes such wrappers; this one remembers nothing.)
    Who means harm finds other ways within one process; docs/arena.md says what the arena does about that.
    """
    wrap: Callable[..., Fork] = _lru_cache_wrapper
    return wrap(partial(_fork_to_play, match, seat), 0, False, None)


def _fork_to_play(match: Match[Any], seat: int, seed: int | None = None) -> Match[Any]:
    """A fork in which chance is settled on the way, even if it is not in the match."""
    fork = match.fork(seat, seed)
    if match.chance_open:
        fork.close_chance()
    return fork


def is_open(match: Match[Any], seat: int) -> bool:
    """Whether a seat knows nothing that not everybody knows: then its reasons can be told to all."""
    own, public = match.view(seat).to_json(), match.view(None).to_json()
    return {**own, "seat": None} == public and not (match.pending is not None and match.pending.private)


def ended_by_itself(match: Match[Any], events: Sequence[Event]) -> int:
    """After how many of these events a turn was over because nothing was left to do; 0 if none was, or for good.

    Whoever's choice led there has not said that the turn is over: there should be a moment to take it back.
    """
    for count, event in enumerate(events, start=1):
        if event.data.get("nothing_left"):
            return count if match.why_no_undo() is None else 0
    return 0
