"""From the waiting room to the table: chairs become seats, and everybody's number goes into the dice."""

import asyncio
import secrets
from collections.abc import Sequence
from typing import Any

import dicecup
from dicecup.players import parted, tempers_of, usual
from dicecup.server import catalogue
from dicecup.server.matches import Matches, checked_options, new_row
from dicecup.server.party import seating
from dicecup.server.party.deeds import Deed
from dicecup.server.party.people import Book
from dicecup.server.rating.even import give_tempers, match_strength
from dicecup.server.store.storage import COMPUTER, OPEN, PERSON, Seat
from dicecup.table import Match, NotAllowed, Secret


def seal(book: Book) -> None:
    """Draw the secret of the next game: whoever adds to its dice has seen that it was sealed before."""
    book.secret = Secret().reveal()
    for person in book.people:
        person.ready, person.nonce = False, ""


def commitment(book: Book) -> str | None:
    """What pins the dice of the next game down."""
    return Secret.from_json(book.secret, 1).commitment if book.secret else None


async def begin(deed: Deed, matches: Matches, owner: str) -> None:
    """Let the next game begin with those who sit there now."""
    book = deed.book
    await matches.check_room(owner)
    for chair in book.chairs:
        if chair.person is None and chair.level is None and not book.rules.late:
            chair.level = usual(book.rules.game)
    match = await asyncio.to_thread(_fresh, book)
    await _take_seats(deed, match, matches, owner)


async def again(deed: Deed, matches: Matches, owner: str, played: Match[Any]) -> None:
    """The next game of those who have just played; they sit as the table wishes."""
    book = deed.book
    order = _order(book)
    book.chairs = [book.chairs[at] for at in order]
    deed.after = book.match
    same = [played.names[at] for at in order] if len(order) == len(played.names) else []
    wanted = [_wanted(book, seat, book.chairs[seat].name) for seat in range(len(order))]
    options = catalogue.find(book.rules.game).options.parse(dict(book.rules.options))
    others = any(person.recast for person in book.seated())
    if others or book.rules.game != played.game.name or wanted != same or options != played.state.options:
        await begin(deed, matches, owner)  # others play now, or something else: nothing is carried over
        return
    await matches.check_room(owner)
    try:
        match = await asyncio.to_thread(played.rematch, stirred(book), order)
    except NotAllowed:  # a game in which nobody can change seats, say
        match = await asyncio.to_thread(_fresh, book)
    await _take_seats(deed, match, matches, owner)


def _wanted(book: Book, seat: int, name: str) -> str:
    """What whoever sits there is to be called."""
    person = book.sitter(seat)
    return person.name if person is not None else name


def _order(book: Book) -> list[int]:
    """Which of the chairs of before each of the next ones is."""
    order = list(range(len(book.chairs)))
    if book.rules.rotation == "rotate":
        return [*order[1:], *order[:1]]
    if book.rules.rotation == "shuffle":
        secrets.SystemRandom().shuffle(order)
    return order


def stirred(book: Book) -> Secret:
    """The secret of the next game, with what everybody who plays has added."""
    secret = Secret.from_json(book.secret, book.games + 1)
    for seat in range(len(book.chairs)):
        person = book.sitter(seat)
        if person is not None and person.nonce:
            secret = secret.stirred(seat, person.nonce, 0)
    return secret


def _fresh(book: Book) -> Match[Any]:
    cast, called = _cast(book), names(book)
    return dicecup.new(
        book.rules.game,
        seats=len(called),
        names=called,
        cast=cast if any(cast) else (),
        secret=stirred(book),
        **checked_options(dict(book.rules.options)),
    )


def own_tempers(book: Book) -> Sequence[str]:
    """The temper that a computer player on each chair has by itself in the next game; nothing if there is none."""
    return catalogue.own_tempers(book.rules.game, tuple(names(book)), tuple(_cast(book)))


def _cast(book: Book) -> list[str]:
    """Who everybody wants to be."""
    sitters = [book.sitter(seat) for seat in range(len(book.chairs))]
    return [person.character if person is not None else "" for person in sitters]


def names(book: Book) -> list[str]:
    """What everybody is called in the next game: computer players by names of it that nobody has, nor is."""
    people = list(book.present())
    taken = {each.casefold() for person in people for each in (person.name, person.character)}
    game = catalogue.find(book.rules.game)
    known = game.default_names(game.seats[-1])
    free = [name for name in known if name.casefold() not in taken]
    found: list[str] = []
    for seat in range(len(book.chairs)):
        person = book.sitter(seat)
        if person is not None:
            found.append(person.name)
            continue
        # by the chair, if that name is free
        found.append(next((each for each in (known[seat], *free) if each in free), f"Player {seat + 1}"))
        free = [each for each in free if each != found[-1]]
    return found


async def _take_seats(deed: Deed, match: Match[Any], matches: Matches, owner: str) -> None:
    book, seats = deed.book, []
    for number, (chair, name) in enumerate(zip(book.chairs, match.names, strict=True)):
        chair.name, chair.stand_in, chair.shared, person = name, False, None, book.sitter(number)
        if person is not None:
            person.played, person.recast = True, False
            seats.append(Seat(name=name, player=PERSON, guest=person.guest))
        elif chair.level is not None:
            seats.append(Seat(name=name, player=COMPUTER, level=chair.level))
        else:
            seats.append(Seat(name=name, player=OPEN))
    give_tempers(match, seats)
    await match_strength(matches.storage, match.game.name, owner, seats)
    tempers = tempers_of(match.game.name)
    for number, (chair, seat) in enumerate(zip(book.chairs, seats, strict=True)):
        chair.temper = parted(match.game.name, seat.level)[1] if seat.player == COMPUTER else ""
        chair.own = tempers.own(match.state, number) if tempers is not None else ""
        chair.after = seating.successor(book, chair)
    deed.match = new_row(match, seats, owner)
    book.match, book.stage, book.games = deed.match.id, "playing", book.games + 1
    book.code, book.secret, book.began, book.starts_at = "", {}, deed.now, None
    for person in book.people:
        person.ready, person.nonce = False, ""


def end(book: Book, code: str) -> None:
    """The game is over: others may come in, by another code, and the dice of the next one are sealed."""
    book.stage, book.code = "over", code
    for chair in book.chairs:
        chair.stand_in, chair.shared = False, None
    seal(book)


def forget(book: Book, match: str, code: str) -> None:
    """The match that was being played has been cleared away."""
    if book.match == match and book.stage == "playing":
        end(book, code)
        book.match, book.stage = None, "waiting"
