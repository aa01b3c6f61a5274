"""Doors: the codes and links by which people come in, and what opens a seat of one's own."""

import secrets
from typing import Final, Literal, NamedTuple

from dicecup.server.bus.bus import Bus
from dicecup.server.bus.shared import Buckets
from dicecup.server.matches import fingerprint
from dicecup.server.party.people import Book, Person

LETTERS: Final = "BCDFGHJKMNPRSTVWXYZ"  # no vowels, so no words; and none that look like another
_LENGTH: Final = 5
_ADDRESS: Final = (10 / 60, 10.0)  # wrong codes from one address: each second, and at once
_ALL: Final = (100 / 60, 100.0)  # and from everybody
ONCE: Final = 600.0  # seconds for which a link to a seat works that is for one time


class Opens(NamedTuple):
    """What a door opens: the table, the way in for those who look on, or somebody's seat."""

    kind: Literal["table", "watching", "seat"]
    person: Person | None = None


def new_code() -> str:
    """Five letters."""
    return "".join(secrets.choice(LETTERS) for _ in range(_LENGTH))


def new_word() -> str:
    """The long word of a link: 128 bits that nobody can guess."""
    return secrets.token_urlsafe(16)


def read(code: str) -> str:
    """A code as it is kept, however it was typed; the word of a link as it is."""
    letters = "".join(c for c in code if c not in " -\u2010\u2011\u2013\t").upper()
    return letters if len(letters) == _LENGTH else code.strip()


def is_code(word: str) -> bool:
    """Whether this is something that could be guessed."""
    return len(word) <= _LENGTH


def fingerprints(book: Book) -> list[str]:
    """All that opens a party, as the store looks for it."""
    words = (book.code, book.table, book.watching_code, book.watching)
    found = [fingerprint(word) for word in words if word]
    for person in book.present():
        found += [*person.keys, *([person.once] if person.once else [])]
    return found


def behind(book: Book, word: str, now: float) -> Opens | None:
    """What a word opens just now; None: nothing."""
    if word and word in (book.code, book.table):
        return Opens("table")
    if word and word in (book.watching_code, book.watching):
        return Opens("watching") if book.rules.watch else None
    print_ = fingerprint(word)
    for person in book.present():
        if print_ in person.keys or (print_ == person.once and now < person.once_until):
            return Opens("seat", person)
    return None


class Guesses:
    """Wrong codes are bounded, for each address and in all; right ones cost nothing."""

    def __init__(self, bus: Bus) -> None:
        self._addresses: Final = Buckets(bus, "guesses", *_ADDRESS)
        self._all: Final = Buckets(bus, "guesses-of-all", *_ALL)

    async def may(self, address: str, *, right: bool) -> bool:
        """Whether somebody may learn if a code is right: not after too many wrong ones, or all could be tried."""
        if right:
            return await self._addresses.has(address) and await self._all.has("")
        return await self._addresses.take(address) and await self._all.take("")
