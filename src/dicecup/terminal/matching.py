"""Names as people type them: in small letters, without signs, and often only the beginning."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")


def plain(words: str) -> list[str]:
    """Words as they are compared: small letters and digits, nothing else."""
    kept = [char if char.isalnum() else "" if char in "'’" else " " for char in words.casefold()]
    return "".join(kept).split()


def find(wanted: Sequence[str], things: Iterable[T], names: Callable[[T], Iterable[str]]) -> list[T]:
    """The things that `wanted`, as `plain` gives it, can mean.

    Those that are called exactly so; if there are none, those whose name begins so; if none does either,
    those with words that begin so.
    """
    if not wanted:
        return []
    called = [(thing, [plain(name) for name in names(thing)]) for thing in things]
    for fits in (_is_called, _begins, _has_words):
        if found := [thing for thing, known in called if any(fits(name, wanted) for name in known)]:
            return found
    return []


def _is_called(name: Sequence[str], wanted: Sequence[str]) -> bool:
    return list(name) == list(wanted)


def _begins(name: Sequence[str], wanted: Sequence[str]) -> bool:
    return " ".join(name).startswith(" ".join(wanted))


def _has_words(name: Sequence[str], wanted: Sequence[str]) -> bool:
    enough = any(len(word) > 2 for word in wanted)  # one or two letters alone begin too much
    return enough and all(any(part.startswith(word) for part in name) for word in wanted)
