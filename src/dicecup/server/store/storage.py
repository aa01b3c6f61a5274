"""What the server needs of a store, whatever it is made of. There are `sqlite` and `postgres`."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from dicecup.saves import StorageError
from dicecup.server.store.owners import Owner, Owners
from dicecup.server.store.seals import SealStorage

PERSON: Final = "person"
COMPUTER: Final = "computer"
OPEN: Final = "open"
NO_ROWS: Final = b""  # the head of a log in which nothing is yet
KEEPS_NOTHING: Final = "This server cannot keep anything just now. Tell whoever runs it, and try again later."
"""What people are told who need not know where things are kept."""
ELSEWHERE: Final = "This table is being looked after by another server. Coming back to it."


def row_text(row: dict[str, Any]) -> str:
    """A row of the log as it is stored."""
    return json.dumps(row, ensure_ascii=False, separators=(",", ":"))


def link(head: bytes, rows: Iterable[str]) -> bytes:
    """The head of a log with these rows added: a hash that binds each row to all before it."""
    for body in rows:
        head = hashlib.sha256(head + body.encode()).digest()[:16]
    return head


def completed(written: str, known: str) -> str:
    """A result as it was written down, with all that an older version did not write."""
    return json.dumps({**json.loads(known), **json.loads(written)}, ensure_ascii=False, separators=(",", ":"))


class Conflict(Exception):  # noqa: N818 - it names what happened
    """What was to be added does not follow from what is stored: read the match again."""


class Uncertain(StorageError):  # noqa: N818
    """Nobody can tell whether something was written, or will be yet: whoever wants to know says it again."""


class Elsewhere(StorageError):  # noqa: N818 - it names what is the matter
    """Another process owns this (`owners`): ask there."""

    def __init__(self, owner: Owner | None = None) -> None:
        super().__init__(ELSEWHERE)
        self.owner: Final = owner  # None: nobody can tell


class Fenced(Conflict, StorageError):  # noqa: N818
    """Somebody else owns a unit by now (`owners`): forget what is in memory of it, and ask whoever has it."""

    def __init__(self, unit: str) -> None:
        super().__init__(ELSEWHERE)
        self.unit: Final = unit


class Unopenable(StorageError):  # noqa: N818
    """A match that is there and cannot be opened. It can be cleared away; the others are well."""


class Damaged(Unopenable):
    """What is stored of a match makes no sense any more. `rescue`: up to where it does, in words for a person."""

    rescue = ""

    def __init__(self, why: str) -> None:
        super().__init__(
            f"This match cannot continue, because what is stored of it is damaged: {why} Put back an earlier copy "
            "of the database while the server is stopped, or clear this match away."
        )


class DamagedParty(Unopenable):
    """What is stored of a party makes no sense any more."""

    def __init__(self, why: str) -> None:
        super().__init__(
            f"This table cannot be opened, because what is stored of it is damaged: {why} Its games are still "
            "there, for those who have a seat; open a new table for the next one."
        )


class Incompatible(Unopenable):
    """A match that another Dicecup wrote and this one does not understand."""

    def __init__(self, why: str) -> None:
        super().__init__(
            f"This match was played with another version of Dicecup, and this one cannot continue it: {why} "
            "Continue it with that version, or clear this match away."
        )


class Uninstalled(Unopenable):
    """A match of a game that was brought by a package which is gone, or broken."""

    def __init__(self, why: str) -> None:
        super().__init__(f"This match cannot continue now. {why} Or clear this match away.")


@dataclass(slots=True, kw_only=True)
class Seat:
    """Who sits there: `guest` is the fingerprint of a guest's token, `invite` that of an invite code."""

    name: str
    player: str  # PERSON, COMPUTER or OPEN
    level: str = ""
    guest: str = ""
    invite: str = ""


@dataclass(slots=True, kw_only=True)
class Summary:
    """Where a match stands, for lists: it is written down with every answer."""

    turn: int
    asked: int | None  # the seat that is to decide
    finished: bool
    winners: tuple[int, ...] = ()  # of a finished match; of one that ended before they were written down: none


@dataclass(slots=True, kw_only=True)
class MatchRow:
    """A match as it lies in the store: its paper, and the rows that came after it."""

    id: str
    game: str
    number: int
    owner: str  # the guest who set it up
    watch: bool
    paper: str  # a save
    base: int  # so many rows are in the paper already
    seats: list[Seat]
    summary: Summary
    rematch: str | None = None
    party: str | None = None  # that plays it
    updated: float = 0.0
    version: int = 0  # it has been written so many times
    problem: str = ""  # what is wrong with it; then little else in here can be relied on


@dataclass(frozen=True, slots=True)
class Usage:
    """Bytes on the disk: of the papers of one guest's matches, and of everything."""

    papers: int
    whole: int


@dataclass(slots=True)
class Stored:
    """A whole match: its row, the rows of its log after the paper, and the commands that were carried out."""

    row: MatchRow
    rows: list[str]
    head: bytes  # of the whole log
    done: dict[tuple[str, str], int]  # guest and command id -> seq
    clock: str = ""  # the time its players have, as it was written down last; of a match without: nothing


@dataclass(slots=True, kw_only=True)
class Append:
    """What one command adds to a match, all of it or nothing."""

    match_id: str
    at: int  # so many rows there were before
    head: bytes  # and this was the head of the log: what is added follows from exactly these rows, or not at all
    rows: Sequence[str]
    summary: Summary
    version: int | None = None  # it was written so many times before, seats and all; None: never mind
    done: tuple[str, str, int] | None = None  # guest, command id, seq
    paper: str | None = None  # a newer save, with these rows in it
    clock: str | None = None  # the time that players have from now on
    result: str | None = None  # how the match has ended with this


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRow:
    """How a match ended, for a guest."""

    match: str
    game: str
    ended: float
    body: str  # JSON
    mine: frozenset[int]  # the seats that were the guest's
    there: bool  # the match is still in the store
    verdict: str = ""  # JSON: what a review said of its players; nothing if there was none
    sitters: Mapping[int, str] = field(default_factory=dict)  # everybody whose result it is, by seat


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """What was worked out about a finished match."""

    match: str
    log: str  # that it is about, in a word
    mind: str  # that judged; another one would judge otherwise
    text: str  # JSON
    verdict: str = ""  # JSON: what of it stays with the result when the match is cleared away


@dataclass(frozen=True, slots=True)
class AttemptRow:
    """What a guest made of a puzzle at first."""

    guest: str
    game: str
    puzzle: str  # its id
    made: float
    body: str  # JSON


@dataclass(slots=True, kw_only=True)
class PartyRow:
    """A party as it lies in the store. Doors and guests are in its body too; here it is found by them."""

    id: str
    body: str  # JSON
    version: int  # it has been written so many times
    doors: Sequence[str] = ()  # the fingerprints of all that opens it
    guests: Sequence[str] = ()
    updated: float = 0.0


@dataclass(slots=True, kw_only=True)
class PartyChange:
    """What one command does to a party and its matches, all of it or nothing."""

    row: PartyRow
    lines: Mapping[int, str] = field(default_factory=dict)  # that are said, by number
    forget: int = 0  # lines up to here are not kept any longer
    match: MatchRow | None = None  # a new one
    after: str | None = None  # and whose rematch it is
    adopted: str | None = None  # a match that there was before the party
    seats: Mapping[tuple[str, int], Seat] = field(default_factory=dict)  # of matches: who sits there now
    owner: tuple[str, str] | None = None  # a match, and the guest whose it is now
    moved: tuple[str, str] | None = None  # one guest's seats at all matches of the party are another guest's now


# --- all that is somebody's, and how it goes ---


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A match that a guest has, or may have had, a part in."""

    row: MatchRow  # with an empty paper
    version: int  # it has been written so many times
    papers: Mapping[int, str]  # all that are as they were written, by the number of rows in them
    result: str = ""  # how it ended; nothing, if it has not, or if that is damaged


@dataclass(frozen=True, slots=True, kw_only=True)
class Everything:
    """All that is stored of a guest, and all that it may be named in."""

    matches: Sequence[Part]  # set up by the guest, played by it, or played by a party that it was in
    results: Sequence[ResultRow]  # the first one first
    attempts: Sequence[AttemptRow]
    parties: Sequence[tuple[PartyRow, Mapping[int, str]]]  # whose book speaks of the guest; with their lines
    damaged: Sequence[str]  # parties that nobody can read any more, and that may speak of it


@dataclass(frozen=True, slots=True, kw_only=True)
class Farewell:
    """What a guest's leaving does to what others share with it, all of it or nothing.

    Whatever is the guest's alone (its row, results, attempts, commands) the store knows itself, and takes out.
    """

    guest: str
    matches: Sequence[Part]  # that others keep, as they are to be; the version is that from which it follows
    gone: Sequence[str]  # matches that go
    results: Mapping[str, str]  # bodies of results that others keep, by match
    parties: Sequence[tuple[PartyRow, Mapping[int, str | None]]]  # with lines that change; None: such a line goes
    parties_gone: Sequence[str]


class PartyStorage(Protocol):
    """Where parties are kept: as `Storage` keeps matches."""

    async def write(self, change: PartyChange) -> None:
        """Write a party, new or changed; Conflict if this does not follow from what is there."""
        ...

    async def load(self, party_id: str) -> PartyRow | None:
        """A party; None if there is none with this id, Damaged if it is not as it was written."""
        ...

    async def lines(self, party_id: str, after: int) -> list[str]:
        """What was said after so many lines; what is damaged is left out."""
        ...

    async def behind(self, door: str) -> str | None:
        """The party that a door leads to, by its fingerprint."""
        ...

    async def of_guest(self, guest: str) -> list[PartyRow]:
        """The parties that a guest is in, the latest first; what is damaged is left out."""
        ...

    async def matches(self, party_id: str) -> list[MatchRow]:
        """The matches of a party, with empty papers."""
        ...

    async def delete(self, party_id: str) -> None:
        """Take a party out of the store; its matches stay."""
        ...


class Storage(Protocol):
    """Every method returns when what it wrote is on the disk. StorageError says, in words, when that fails.

    A write that failed may have happened all the same, if nobody can tell: so whoever writes reads again then. No
    failure is another match's, and whatever can be read is read while nothing can be written.
    """

    @property
    def parties(self) -> PartyStorage:
        """The parties, in the same store."""
        ...

    @property
    def owners(self) -> Owners:
        """Who may write what."""
        ...

    @property
    def seals(self) -> SealStorage:
        """Secrets that wait for their match."""
        ...

    async def add_guest(self, guest: str) -> None:
        """Remember a new guest by the fingerprint of its token."""
        ...

    async def knows_guest(self, guest: str) -> bool:
        """Whether we gave this guest its token."""
        ...

    async def everything_of(self, guest: str) -> Everything:
        """All that is stored of a guest, as it is at one moment."""
        ...

    async def forget(self, farewell: Farewell) -> None:
        """Take a guest out, all of it or nothing; Conflict if that does not follow from what is there.

        Reviews of matches that others keep go, too: they name everybody, and can be worked out again.
        """
        ...

    async def add_match(self, row: MatchRow) -> None:
        """Put a new match into the store."""
        ...

    async def add_rematch(self, of: str, row: MatchRow) -> str:
        """Put the next match of a table into the store, unless there is one; its id."""
        ...

    async def load(self, match_id: str) -> Stored | None:
        """A whole match; None if there is none with this id."""
        ...

    async def salvage(self, match_id: str) -> Stored | None:
        """What is good of a damaged match: a paper, and the rows that follow it; None if there is nothing."""
        ...

    async def rescue(self, stored: Stored, seq: int) -> None:
        """Let a damaged match go on from what is good of it; commands that led beyond `seq` never happened.

        Conflict if it is not damaged any more.
        """
        ...

    async def find(self, match_id: str) -> MatchRow | None:
        """The row of a match, with an empty paper; None if there is none with this id."""
        ...

    async def matches_of(self, guest: str) -> list[MatchRow]:
        """The matches a guest owns or sits at, newest first, with empty papers."""
        ...

    async def latest(self, most: int) -> list[MatchRow]:
        """So many matches, whoever plays them: those last played, newest first, with empty papers."""
        ...

    async def older(self, before: float) -> list[MatchRow]:
        """The matches in which nothing has happened since, the oldest first, with empty papers."""
        ...

    async def idle(self, before: float, after: tuple[float, str], most: int) -> list[tuple[float, str]]:
        """So many matches in which nothing has happened since `before`: when it last did, and their ids.

        The oldest first, beginning after one that was given before.
        """
        ...

    async def usage(self, guest: str) -> Usage:
        """How much room the matches take that a guest set up, and everything."""
        ...

    async def append(self, entry: Append) -> None:
        """Add to a match's log; Conflict if this does not follow from what is there."""
        ...

    async def results_of(self, guest: str, game: str | None, most: int) -> list[ResultRow]:
        """How a guest's matches ended, of one game or of all, the latest first; those cleared away as well."""
        ...

    async def without_result(self) -> list[str]:
        """Matches that were played to the end before that was written down, or before their dice were."""
        ...

    async def add_result(self, match_id: str, body: str) -> None:
        """Write down how such a match ended; of what is written already only what it lacks (`completed`)."""
        ...

    async def review_of(self, match_id: str) -> ReviewRow | None:
        """What was worked out about a match; None if nothing was, or it is damaged."""
        ...

    async def keep_review(self, row: ReviewRow) -> None:
        """Write that down, if there still is such a match. Only so many are kept, those written last."""
        ...

    async def add_attempt(self, row: AttemptRow) -> bool:
        """Write down what a guest made of a puzzle; False if it has tried that one before, which then stays."""
        ...

    async def attempts_of(self, guest: str) -> list[AttemptRow]:
        """All that a guest has tried, the first one first."""
        ...

    async def keep_clock(self, match_id: str, body: str) -> None:
        """Write down what time the players of a match have, if there still is one."""
        ...

    async def invited(self, invite: str) -> str | None:
        """The match that an invite is for, whether or not it is still open."""
        ...

    async def claim(self, invite: str, guest: str) -> tuple[str, int] | None:
        """Give an open seat to a guest: the match and seat; None if no such invite is open."""
        ...

    async def hand_over(self, match_id: str, guest: str) -> None:
        """Give a match, and the seats of whoever set it up, to another guest."""
        ...

    async def delete_match(self, match_id: str) -> None:
        """Take a match out of the store."""
        ...

    async def close(self) -> None:
        """Finish what was begun, and let go."""
        ...
