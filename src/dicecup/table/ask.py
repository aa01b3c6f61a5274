"""Decisions: an Ask waits for one of its Options. Matches share them, so nobody can change them."""

from collections.abc import Generator, Iterable, Mapping
from operator import itemgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn

from dicecup.table.whole import whole

Atom = int | str


class _Words(tuple[Any, ...]):
    """A tuple with something beside it, which stays as it was made."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} cannot be changed")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} cannot be changed")


_new: Final = tuple.__new__
_add: Final = object.__setattr__


def _beside(self: object) -> dict[str, Any]:
    """What `vars` tells: a copy, or it could be changed there."""
    return {name: getattr(self, name) for name in type(self).__annotations__}


class Option(_Words):
    """One possible answer: a verb and its arguments, such as `Option("keep", 0, 2)`.

    An option is a tuple, so it compares, hashes and turns into JSON like one, and a plain tuple or list
    with the same content is as good an answer. `text` is what a person reads; it takes no part in equality.
    """

    text: str
    __dict__ = property(_beside)

    def __new__(cls, verb: str, *args: Atom, text: str = "") -> "Option":
        """Make `verb` with `args`; without a `text` the words themselves are shown."""
        self = _new(cls, (verb, *args))
        _add(self, "text", text or " ".join([str(part) for part in self]))
        return self

    if TYPE_CHECKING:

        @property
        def verb(self) -> str:
            """What is done."""

    else:  # asked for all the time, and so it is read without a line of Python
        verb = property(itemgetter(0), doc="What is done.")

    @property
    def args(self) -> tuple[Atom, ...]:
        """What it is done to."""
        return self[1:]

    def __repr__(self) -> str:
        return f"Option({', '.join([repr(part) for part in self])})"

    def __str__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[Any, ...]:
        return _option, (tuple(self), self.text)


def _option(words: tuple[Any, ...], text: str) -> Option:
    return Option(*words, text=text)


class Menu(_Words):
    """Many options that are offered again and again: made once, and each found without a look at the others."""

    by_words: Mapping[tuple[Atom, ...], Option]
    __dict__ = property(_beside)

    def __new__(cls, options: Iterable[Option]) -> "Menu":
        """All of `options`."""
        self = _new(cls, options)
        _add(self, "by_words", MappingProxyType({option: option for option in self}))
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Menu, (tuple(self),)


class _Asked(NamedTuple):
    seat: int
    kind: str
    options: tuple[Option, ...]
    prompt: str
    private: bool  # the options themselves tell a secret of the seat


class Ask(_Asked):
    """A decision that one seat has to make. Rules `await` it and get the chosen Option."""

    __slots__ = ()

    def __new__(
        cls, seat: int, kind: str, options: tuple[Option, ...], prompt: str = "", *, private: bool = False
    ) -> "Ask":
        """A question to `seat`; there must be at least one option."""
        if not options:
            raise ValueError(f"an Ask of kind {kind!r} has no options")
        return _new(cls, (seat, kind, options, prompt, private))

    def __await__(self) -> Generator["Ask", Option, Option]:
        return (yield self)

    def __reduce__(self) -> tuple[Any, ...]:
        return _ask, tuple(self)

    def find(self, choice: object) -> Option | None:
        """The option equal to `choice`: an Option, a tuple or list of its parts, or a bare verb."""
        words = choice if choice.__class__ is Option else as_choice(choice)
        options = self.options
        if options.__class__ is Menu:
            return options.by_words.get(words) if words else None
        try:
            return options[options.index(words)]
        except ValueError:
            return None

    def about(self, options: tuple[Option, ...]) -> "Ask":
        """The same question with other options: those that are greyed."""
        return Ask(self.seat, self.kind, options, self.prompt, private=self.private)

    def to_json(self, viewer: int | None) -> dict[str, Any]:
        """What `viewer` (None: a spectator) may know of this decision."""
        seen: dict[str, Any] = {"seat": self.seat, "kind": self.kind}
        if viewer == self.seat or not self.private:
            seen["prompt"] = self.prompt
            seen["options"] = [{"choice": list(option), "text": option.text} for option in self.options]
        return seen

    def __repr__(self) -> str:
        return f"<Ask seat {self.seat}: {self.kind}, {len(self.options)} options>"


def _ask(seat: int, kind: str, options: tuple[Option, ...], prompt: str, private: bool) -> Ask:
    return Ask(seat, kind, options, prompt, private=private)


def as_choice(choice: object) -> tuple[Atom, ...] | None:
    """Whatever a caller may write for an option as the tuple it means; None if it cannot mean one."""
    words = (choice,) if isinstance(choice, str) else choice
    # True == 1 in Python, but nobody means die number 1 by it.
    if not isinstance(words, (tuple, list)):
        return None
    found = [word if type(word) is str else whole(word) for word in words]
    return None if None in found else tuple(found)  # type: ignore[arg-type]  # as was seen just now
