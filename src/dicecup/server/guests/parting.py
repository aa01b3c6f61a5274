"""What becomes of what others share with somebody who has everything deleted: worked out here, written at once.

Matches and parties without anybody else go. In all others the seat is given up as when one leaves, and a neutral
word stands where the name was. What others have done, said and reached stays as it is.
"""

import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from dicecup.players import usual
from dicecup.server.party import deeds, doors
from dicecup.server.party.deeds import Deed
from dicecup.server.party.people import Book
from dicecup.server.store.storage import COMPUTER, PERSON, Everything, Farewell, Part, PartyRow, Seat
from dicecup.server.wire import party as wire_party
from dicecup.table import DicecupError
from dicecup.table.papers import renamed

NEUTRAL: Final = "Somebody"


@dataclass(slots=True)
class _Table:
    """A party, and who of its people the guest is or was."""

    row: PartyRow
    lines: Mapping[int, str]
    book: Book
    numbers: set[int] = field(default_factory=set)
    names: set[str] = field(default_factory=set)  # by which the guest was known here

    def others(self, guest: str) -> list[str]:
        """The guests who stay."""
        return [person.guest for person in self.book.present() if person.guest != guest]


def parting(everything: Everything, guest: str, now: float) -> Farewell:
    """All that is to be written when a guest goes for good."""
    sat = {row.match: row.mine for row in everything.results}
    tables = {row.id: _table(row, lines, guest, sat) for row, lines in everything.parties}
    for part in everything.matches:
        table = tables.get(part.row.party or "")
        if table is not None:
            table.names |= {part.row.seats[seat].name for seat in _own(part, guest, sat)}
    staying = {id_ for id_, table in tables.items() if table.others(guest)}
    kept: dict[str, Part] = {}
    gone: list[str] = []
    results: dict[str, str] = {}
    for part in everything.matches:
        table = tables.get(part.row.party or "")
        mine = _own(part, guest, sat) | _named(part, table.names if table is not None else ())
        company = any(seat.guest not in ("", guest) for seat in part.row.seats) or part.row.party in staying
        if not mine and part.row.owner != guest:
            continue
        if not company:
            gone.append(part.row.id)
            continue
        kept[part.row.id] = _left(part, guest, mine, table)
        if part.result:
            results[part.row.id] = _told(part.result, mine)
    for row in everything.results:
        if row.match not in kept and set(row.sitters.values()) != {guest}:
            results[row.match] = _told(row.body, row.mine)
    parties = [_anew(tables[id_], guest, kept, now) for id_ in sorted(staying)]
    return Farewell(
        guest=guest,
        matches=list(kept.values()),
        gone=gone,
        results=results,
        parties=[change for change in parties if change is not None],
        parties_gone=[*everything.damaged, *sorted(tables.keys() - staying)],
    )


def _table(row: PartyRow, lines: Mapping[int, str], guest: str, sat: Mapping[str, Collection[int]]) -> _Table:
    book = Book.model_validate_json(row.body)
    table = _Table(row, lines, book)
    table.numbers = {person.number for person in book.people if guest in (person.guest, person.was)}
    for game in book.evening:
        seats = range(len(game.people))
        table.numbers |= {
            number for seat in seats if seat in sat.get(game.match, ()) and (number := game.people[seat])
        }
    table.names = {person.name for person in book.people if person.number in table.numbers}
    for game in book.evening:
        table.names |= {game.names[seat] for seat, number in enumerate(game.people) if number in table.numbers}
    spoken = (wire_party.Line.model_validate_json(body) for body in lines.values())
    table.names |= {line.name for line in spoken if line.person in table.numbers}
    table.names.discard("")
    return table


# --- a match ---


def _own(part: Part, guest: str, sat: Mapping[str, Collection[int]]) -> set[int]:
    """The seats that are the guest's, or were when the match ended."""
    seats = part.row.seats
    return {seat for seat in range(len(seats)) if seats[seat].guest == guest or seat in sat.get(part.row.id, ())}


def _named(part: Part, names: Iterable[str]) -> set[int]:
    """Seats that a computer player has taken over: they still have the name."""
    wanted = set(names)
    return {number for number, seat in enumerate(part.row.seats) if not seat.guest and seat.name in wanted}


def _neutral(names: Sequence[str], mine: Collection[int]) -> dict[int, str]:
    """Words in the place of names, none of which somebody else has."""
    taken = {name.casefold() for seat, name in enumerate(names) if seat not in mine}
    words = (f"{NEUTRAL} {number}" if number > 1 else NEUTRAL for number in range(1, 1_000))
    free = (word for word in words if word.casefold() not in taken)
    return {seat: next(free) for seat in sorted(mine)}


def _left(part: Part, guest: str, mine: Collection[int], table: _Table | None) -> Part:
    """A match that others keep."""
    row = part.row
    words = _neutral([seat.name for seat in row.seats], mine)
    seats = [
        _given_up(seat, row.game, words[n], row.summary.finished) if n in mine else seat
        for n, seat in enumerate(row.seats)
    ]
    owner = row.owner
    if owner == guest:
        there = [seat.guest for seat in seats if seat.guest]
        owner = next(iter([*there, *(table.others(guest) if table is not None else ())]), "")
    names = {row.seats[number].name: word for number, word in words.items()}
    papers = {base: _renamed(body, words, names) for base, body in part.papers.items()}
    return replace(part, row=replace(row, owner=owner, seats=seats), papers=papers)


def _given_up(seat: Seat, game: str, name: str, finished: bool) -> Seat:
    """In a running match a computer player goes on; in one that is over somebody sat there."""
    if finished or seat.player == COMPUTER:
        return Seat(name=name, player=seat.player, level=seat.level)
    try:
        return Seat(name=name, player=COMPUTER, level=usual(game))
    except DicecupError:  # nobody here knows the game
        return Seat(name=name, player=PERSON)


def _renamed(paper: str, words: Mapping[int, str], names: Mapping[str, str]) -> str:
    try:
        return renamed(paper, words)
    except DicecupError:  # another version wrote it, and nobody here can open the match
        for name, word in names.items():
            paper = paper.replace(json.dumps(name, ensure_ascii=False), json.dumps(word))
        return paper


def _told(body: str, mine: Iterable[int]) -> str:
    """A result with other words in the place of names."""
    result = json.loads(body)
    words = _neutral([seat["name"] for seat in result["seats"]], set(mine))
    for number, word in words.items():
        result["seats"][number]["name"] = word
    return json.dumps(result, ensure_ascii=False, separators=(",", ":"))


# --- a party ---


def _anew(
    table: _Table, guest: str, kept: Mapping[str, Part], now: float
) -> tuple[PartyRow, Mapping[int, str | None]] | None:
    """A party that others keep; None if the guest was never more than near it."""
    deed = Deed(book=table.book.model_copy(deep=True), now=now)
    book = deed.book
    if (me := book.of_guest(guest)) is not None:
        deeds.leave(deed, me)
    book.turned_away = [each for each in book.turned_away if each != guest]
    numbers = [index for index, person in enumerate(book.people) if person.number in table.numbers]
    words = _neutral([person.name for person in book.people], numbers)
    for index in numbers:
        book.people[index].name, book.people[index].was = words[index], ""
    word = next(iter(words.values()), NEUTRAL)
    playing = kept.get(book.match or "")
    seats = playing.row.seats if playing is not None else []
    for chair, seat in zip(book.chairs, seats, strict=False):
        chair.name = seat.name
    for game in book.evening:
        mine = {seat for seat, number in enumerate(game.people) if number in table.numbers}
        for at, other in _neutral(game.names, mine).items():
            game.names[at] = other
        game.best = _reworded(game.best, table.names, word)
    lines: dict[int, str | None] = {}
    for n, body in [*table.lines.items(), *((line.n, line.model_dump_json()) for line in deed.lines)]:
        line = wire_party.Line.model_validate_json(body)
        if line.person in table.numbers:
            lines[n] = None
        elif line.kind == "note" and (
            n not in table.lines or _reworded(line.text, table.names, word) != line.text
        ):
            lines[n] = line.model_copy(update={"text": _reworded(line.text, table.names, word)}).model_dump_json()
    if book == table.book and not lines:
        return None
    row = PartyRow(
        id=book.id,
        body=book.model_dump_json(),
        version=table.row.version + 1,
        doors=doors.fingerprints(book),
        guests=[person.guest for person in book.present()],
    )
    return row, lines


def _reworded(text: str, names: Iterable[str], word: str) -> str:
    for name in sorted(names, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", word, text)
    return text
