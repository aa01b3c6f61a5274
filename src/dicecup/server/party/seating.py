"""Who sits where, what they are called and who they are: all that can be settled without a disk."""

from typing import Final

from dicecup import games
from dicecup.players import levels, parted, plays, usual
from dicecup.server import catalogue
from dicecup.server.party.people import MOST_SPECTATORS, Book, Chair, Person
from dicecup.server.wire.party import TableRules
from dicecup.table import NotAllowed, SetupError
from dicecup.table.errors import shown
from dicecup.table.names import check_names
from dicecup.table.words import listed

COMPANY: Final = 2  # chairs at least: whoever opens a table expects somebody


def new_rules(game: str, options: dict[str, str | int | bool]) -> TableRules:
    """The rules of a new table."""
    check_options(game, options)
    return TableRules(
        game=catalogue.find(game).name,
        options=options,
        absence="2 min",
        clock="none",
        hints=True,
        talk="phrases",
        late=False,
        rotation="stay",
        watch=True,
        take_over=False,
        listed=False,
    )


def check_options(game: str, options: dict[str, str | int | bool]) -> None:
    """SetupError if these are no house rules of the game."""
    catalogue.find(game).options.parse(options)


def limits(game: str) -> tuple[int, int]:
    """So many chairs at least, so many at most."""
    seats = catalogue.find(game).seats
    return seats[0], seats[-1]


def characters(game: str) -> list[str]:
    """Who can be played, in games that have somebody to be."""
    found = catalogue.rules(game).model_dump().get("characters", [])
    return [str(each) for each in found]


def free_characters(book: Book) -> list[str]:
    """Who has not been chosen by anybody."""
    taken = {person.character for person in book.present()}
    return [each for each in characters(book.rules.game) if each not in taken]


def checked_character(book: Book, me: Person | None, wanted: str) -> str:
    """Who somebody wants to be, as it is written; SetupError if that cannot be."""
    if not wanted.strip():
        return ""
    known = {each.casefold(): each for each in characters(book.rules.game)}
    if not known:
        raise SetupError(f"There is nobody to choose in {games.titled(book.rules.game)}.")
    found = known.get(wanted.strip().casefold())
    if found is None:
        raise SetupError(f"There is no {shown(wanted)} here. There is: {', '.join(known.values())}.")
    for person in book.present():
        if person is not me and person.character == found:
            raise SetupError(f"{person.name} is {found} already.")
    return found


def checked_name(book: Book, me: Person | None, wanted: str) -> str:
    """What somebody is called; SetupError if that cannot be. Who says nothing is a player with a number."""
    others = [person.name for person in book.present() if person is not me]
    if wanted.strip():
        return check_names([*others, wanted])[-1]
    for number in range(len(others) + 1, len(others) + 100):
        try:
            return check_names([*others, f"Player {number}"])[-1]
        except SetupError:
            continue
    raise SetupError("Choose a name.")


def change_game(book: Book, before: str) -> None:
    """Let the chairs fit the game that is to be played now, and not `before`; nobody is sent away."""
    low, high = limits(book.rules.game)
    choice = catalogue.levels(book.rules.game)
    while len(book.chairs) > high:
        spare = [at for at, chair in enumerate(book.chairs) if chair.person is None]
        del book.chairs[spare[-1] if spare else -1]
    for chair in book.chairs:
        if chair.level is not None and chair.level not in choice and not plays(book.rules.game, chair.level):
            level = parted(before, chair.level)[0]  # a temper is of one game, and a level of most
            chair.level = level if level in choice else usual(book.rules.game)
    while len(book.chairs) < max(low, min(COMPANY, high)):
        book.chairs.append(Chair())
    known = characters(book.rules.game)
    for person in book.people:
        person.character = person.character if person.character in known else ""


def add_chair(book: Book, level: str | None, *, extra: bool = False) -> None:
    """One more chair; NotAllowed if there are as many as the game has seats."""
    high = limits(book.rules.game)[1]
    if len(book.chairs) >= high:
        raise NotAllowed(f"{games.titled(book.rules.game)} has at most {high} players.")
    book.chairs.append(Chair(level=level, extra=extra))


def successor(book: Book, chair: Chair) -> str:
    """The level of whoever takes over from a person in mid-game.

    That of the computer player that sat there when the game began; else of those at the table, if all have the
    same one; else a game's usual one. Whom the host brings along, or who is as strong as somebody, takes nobody's
    place.
    """
    game, asked = book.rules.game, book.chairs if chair.level is None else [chair]
    known = {parted(game, each.level)[0] for each in asked if each.level is not None}
    if len(known) != 1 or not known <= {*levels(game)}:
        return usual(game)
    return chair.level or known.pop()


def sit_down(book: Book, person: Person) -> bool:
    """Give somebody a chair: a free one, or one more; whether there was any. Only between games."""
    if not _empty(book) and len(book.chairs) < limits(book.rules.game)[1]:
        add_chair(book, None, extra=True)
    at = free_chair(book)
    if at is None:
        return False
    book.chairs[at].person, book.chairs[at].level = person.number, None
    return True


def free_chair(book: Book) -> int | None:
    """Where somebody who comes sits down: an empty chair, or, if the table lets them, a computer player's."""
    return next(iter(_empty(book) or _lent(book)), None)


def _empty(book: Book) -> list[int]:
    return [at for at, chair in enumerate(book.chairs) if chair.person is None and chair.level is None]


def _lent(book: Book) -> list[int]:
    """Chairs of computer players that others may take."""
    return [at for at, chair in enumerate(book.chairs) if chair.level is not None and book.rules.take_over]


def get_up(book: Book, person: Person) -> None:
    """Leave a chair, between games: what was put there for whoever came goes again."""
    at = book.chair_of(person)
    if at is not None:
        book.chairs[at].person = None
        book.chairs[at].stand_in = False
        while len(book.chairs) > COMPANY and _is_spare(book.chairs[-1]):
            book.chairs.pop()
    person.ready = False


def _is_spare(chair: Chair) -> bool:
    return chair.extra and chair.person is None and chair.level is None


def free_chairs(book: Book) -> int:
    """On how many chairs somebody who comes now could sit down."""
    free = len(_empty(book)) + len(_lent(book))
    return free if book.stage == "playing" else free + max(0, limits(book.rules.game)[1] - len(book.chairs))


def check_room(book: Book) -> None:
    """NotAllowed if somebody who has just come is one too many to look on."""
    if len(book.spectators()) > MOST_SPECTATORS:
        raise NotAllowed("This table is full.")


def why_not(book: Book, here: set[int]) -> str:
    """Why the game cannot begin; nothing, if it can. Who is away is not waited for."""
    if book.stage == "playing":
        return "The game has begun."
    low, high = limits(book.rules.game)
    title = games.titled(book.rules.game)
    if not book.seated():
        return "Nobody sits at the table."
    if not low <= len(book.chairs) <= high:
        return f"{title} has {low} to {high} players, and there are {len(book.chairs)} chairs."
    waiting = [
        person.name
        for person in book.seated()
        if not person.ready and person.number in here and person.number != book.host
    ]
    if waiting:
        return f"{listed(waiting)} {'is' if len(waiting) == 1 else 'are'} not ready yet."
    return ""
