"""What people of a party may do, and what it changes. Nothing of it has happened until it is on the disk."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from dicecup.players import can_be_tempered, parted, usual
from dicecup.players.tempers import CHANCE
from dicecup.server import catalogue
from dicecup.server.clock import when
from dicecup.server.party import seating
from dicecup.server.party.people import Book, Chair, Person
from dicecup.server.store.storage import COMPUTER, PERSON, MatchRow, Seat
from dicecup.server.wire import party as said
from dicecup.table import NotAllowed, SetupError

TURNED_AWAY: Final = "The host has turned you away from this table."
MOVED: Final = "This seat is now played on another device."
LEFT: Final = "You have left this table."
_MOST_GONE: Final = 50  # who are remembered, for the score of the evening
_SEATED: Final = "You have a seat in this game."


@dataclass(slots=True, kw_only=True)
class Deed:
    """A copy of the book in which something is changed, and what else goes to the disk with it."""

    book: Book
    seq: int = 0  # where the match stands,
    told: int = 0  # and how many events of it there are
    here: set[int] = field(default_factory=set)  # who is, by number
    now: float = 0.0
    lines: list[said.Line] = field(default_factory=list)
    match: MatchRow | None = None
    after: str | None = None
    adopted: str | None = None
    seats: dict[tuple[str, int], Seat] = field(default_factory=dict)
    owner: tuple[str, str] | None = None
    moved: tuple[str, str] | None = None
    answer: Callable[[], None] | None = None  # told when it is done
    nudges: list[tuple[str, said.Nudged]] = field(default_factory=list)  # guests who are reminded
    quiet: bool = False  # nobody has to be told more than the lines
    farewells: dict[str, str] = field(default_factory=dict)  # guests who are sent away, and why

    def note(self, text: str, seq: int | None = None) -> None:
        """Something that everybody at the table shall know, beside what happens in the game."""
        self.add(said.Line(n=0, kind="note", person=None, name="", text=text, at=when(self.now)), seq)

    def add(self, line: said.Line, seq: int | None = None) -> None:
        """A line of the talk."""
        self.book.said += 1
        playing = self.book.stage != "waiting" and self.book.match is not None
        place = {"match": self.book.match, "seq": self.seq if seq is None else seq, "told": self.told}
        where = place if playing else {}
        self.lines.append(line.model_copy(update={"n": self.book.said, **where}))


def only_host(deed: Deed, me: Person) -> None:
    """NotAllowed for anybody else."""
    if deed.book.host != me.number:
        raise NotAllowed("Only the host of this table can do that.")


def between_games(deed: Deed) -> None:
    """NotAllowed while a game is played."""
    if deed.book.stage == "playing":
        raise NotAllowed("That cannot be changed while a game is being played.")


# --- rules ---


def set_rules(deed: Deed, me: Person, frame: said.SetRules) -> None:
    """The host settles what is played, and how."""
    only_host(deed, me)
    book = deed.book
    wanted = frame.model_dump(exclude={"type", "id"}, exclude_none=True)
    if wanted.keys() & {"game", "options", "late"}:
        between_games(deed)
    game = catalogue.find(wanted.get("game", book.rules.game)).name
    if game != book.rules.game:
        wanted.setdefault("options", {})
    if "options" in wanted:
        seating.check_options(game, wanted["options"])
    before, changed = book.rules.game, game != book.rules.game
    book.rules = book.rules.model_copy(update={**wanted, "game": game})
    if changed:
        seating.change_game(book, before)
    if changed or "options" in wanted:
        for person in book.people:  # what they were ready for is something else now
            person.ready = False


def me(deed: Deed, me: Person, frame: said.Me) -> None:
    """What somebody is called, and who they are."""
    playing = deed.book.stage == "playing" and deed.book.chair_of(me) is not None
    if playing:
        raise NotAllowed("Names and characters stay as they are until the game is over.")
    if frame.name is not None:
        me.name = seating.checked_name(deed.book, me, frame.name)
    if frame.character is not None:
        me.character = seating.checked_character(deed.book, me, frame.character)
        me.recast = True


def ready(deed: Deed, me: Person, frame: said.Ready) -> None:
    """Somebody is ready, or not any more."""
    between_games(deed)
    if deed.book.chair_of(me) is None:
        raise NotAllowed("You are only watching.")
    if frame.nonce is not None and not me.nonce:  # once: whoever could exchange it could choose the dice
        me.nonce = frame.nonce
    me.ready = frame.ready


def to_waiting_room(deed: Deed, me: Person, _frame: said.ToWaitingRoom) -> None:
    """The host brings everybody back to the waiting room."""
    only_host(deed, me)
    between_games(deed)
    deed.book.stage = "waiting"


# --- chairs ---


def add_chair(deed: Deed, me: Person, frame: said.AddChair) -> None:
    """The host puts one more chair at the table."""
    only_host(deed, me)
    between_games(deed)
    level = None if frame.level is None else catalogue.level(deed.book.rules.game, frame.level)
    seating.add_chair(deed.book, level)


def set_chair(deed: Deed, me: Person, frame: said.SetChair) -> None:
    """The host gives a chair to a computer player, or to whoever comes."""
    only_host(deed, me)
    between_games(deed)
    chair = _empty_chair(deed.book, frame.chair)
    if frame.level is None and frame.temper is not None:
        raise SetupError("Only a computer player has a temper.")
    game = deed.book.rules.game
    chair.level = None if frame.level is None else catalogue.level(game, frame.level, frame.temper)
    chair.extra = False


def remove_chair(deed: Deed, me: Person, frame: said.RemoveChair) -> None:
    """The host takes a chair away at which no person sits."""
    only_host(deed, me)
    between_games(deed)
    _empty_chair(deed.book, frame.chair)
    if len(deed.book.chairs) <= seating.limits(deed.book.rules.game)[0]:
        raise NotAllowed("There have to be as many chairs as this.")
    del deed.book.chairs[frame.chair]


def _chair(book: Book, at: int) -> Chair:
    if at >= len(book.chairs):
        raise NotAllowed("There is no such chair.")
    return book.chairs[at]


def _empty_chair(book: Book, at: int) -> Chair:
    chair = _chair(book, at)
    if (sitter := book.person(chair.person)) is not None:
        raise NotAllowed(f"{sitter.name} sits there.")
    return chair


def take_chair(deed: Deed, me: Person, frame: said.TakeChair) -> None:
    """Somebody sits down, also in mid-game."""
    book = deed.book
    chair, old = _empty_chair(book, frame.chair), book.chair_of(me)
    if chair.level is not None and not book.rules.take_over and me.number != book.host:
        raise NotAllowed("A computer player sits there, and this table does not let others take its chair.")
    if book.stage != "playing":
        if old is not None:
            book.chairs[old].person = None
        chair.person, chair.level, chair.extra = me.number, None, False
        return
    if old is not None:
        raise NotAllowed(_SEATED)
    _join_game(deed, me, frame.chair)


def _join_game(deed: Deed, me: Person, at: int) -> None:
    """Somebody takes a seat of the game that is being played."""
    chair, match = deed.book.chairs[at], deed.book.match
    assert match is not None
    chair.person, chair.level, chair.temper, chair.stand_in, chair.shared = me.number, None, "", False, None
    me.played = True
    deed.seats[match, at] = Seat(name=chair.name, player=PERSON, guest=me.guest)
    deed.note(f"{me.name} plays {chair.name} from now on." if me.name != chair.name else f"{me.name} is back.")


def late(deed: Deed, me: Person) -> bool:
    """Somebody who comes when the game has begun takes a seat that is free; whether there was any."""
    at = seating.free_chair(deed.book)
    if at is not None:
        _join_game(deed, me, at)
    return at is not None


def stand_up(deed: Deed, me: Person) -> None:
    """Somebody only looks on from now on."""
    if deed.book.chair_of(me) is None:
        raise NotAllowed("You are only watching.")
    if deed.book.stage == "playing":
        _hand_over(deed, me, f"{me.name} only watches from now on: a computer player takes the seat over.")
    else:
        seating.get_up(deed.book, me)


def _hand_over(deed: Deed, me: Person, why: str) -> None:
    """A computer player takes somebody's seat over, for good."""
    book, at = deed.book, deed.book.chair_of(me)
    if at is None or book.match is None:
        return
    game = book.rules.game
    for number, chair in enumerate(book.chairs):
        if number == at or chair.shared == me.number:
            level, chosen = parted(game, chair.after or usual(game))
            known = chair.own and can_be_tempered(game, level)
            chair.temper = (chosen if chosen and chosen != CHANCE else chair.own) if known else ""
            chair.person, chair.level, chair.stand_in, chair.shared = None, chair.after or level, False, None
            seated = f"{level}-{chair.temper}" if chair.temper else level
            deed.seats[book.match, number] = Seat(name=chair.name, player=COMPUTER, level=seated)
    deed.note(why)


# --- who goes ---


def turn_away(deed: Deed, me: Person, frame: said.TurnAway) -> None:
    """The host turns somebody away."""
    only_host(deed, me)
    other = deed.book.person(frame.person)
    if other is None:
        raise NotAllowed("There is nobody like that at this table.")
    if other is me:
        raise NotAllowed("You cannot turn yourself away; you can leave.")
    deed.book.turned_away = [*deed.book.turned_away, other.guest][-_MOST_TURNED_AWAY:]
    _go(deed, other, f"{me.name} turns {other.name} away", TURNED_AWAY)


_MOST_TURNED_AWAY: Final = 200


def leave(deed: Deed, me: Person) -> None:
    """Somebody leaves for good."""
    _go(deed, me, f"{me.name} has left", LEFT)


def _go(deed: Deed, person: Person, happened: str, farewell: str) -> None:
    book = deed.book
    if book.stage == "playing" and book.chair_of(person) is not None:
        _hand_over(deed, person, f"{happened}: a computer player takes the seat over.")
    else:
        seating.get_up(book, person)
        deed.note(f"{happened}.")
    deed.farewells[person.guest] = farewell
    vanish(deed, person)
    if book.host == person.number:
        pass_host(deed)
    own_match(deed)


def own_match(deed: Deed) -> None:
    """The match that is being played is the host's: whoever has gone must not see it any more."""
    book = deed.book
    if book.match is not None and book.stage == "playing":
        host = book.person(book.host)
        deed.owner = book.match, host.guest if host is not None else ""


def move(deed: Deed, person: Person, guest: str) -> None:
    """Somebody goes on in another browser; what this one only looked on with is not needed any more."""
    other = deed.book.of_guest(guest)
    if other is person:
        return
    if other is not None and deed.book.chair_of(other) is not None:
        raise NotAllowed(f"You are {other.name} at this table already. Leave first, or use another browser.")
    if other is not None:
        was_host = deed.book.host == other.number
        vanish(deed, other)
        if was_host:
            deed.book.host = person.number
    deed.moved = person.guest, guest
    deed.farewells[person.guest] = MOVED
    person.guest = guest


def vanish(deed: Deed, person: Person) -> None:
    """Somebody is not there any more; who has played is remembered."""
    person.was = person.guest
    person.gone, person.guest, person.keys, person.once, person.nonce = True, "", [], "", ""
    person.ready, person.character = False, ""
    gone = [each for each in deed.book.people if each.gone]
    forgotten = [person] if not person.played else gone[: max(0, len(gone) - _MOST_GONE)]
    deed.book.people = [each for each in deed.book.people if each not in forgotten]


def give_host(deed: Deed, me: Person, frame: said.GiveHost) -> None:
    """The host lets somebody else be host."""
    only_host(deed, me)
    other = deed.book.person(frame.person)
    if other is None:
        raise NotAllowed("There is nobody like that at this table.")
    if other is not me:
        deed.book.host = other.number
        deed.note(f"{other.name} is the host now.")


def pass_host(deed: Deed) -> None:
    """Somebody else is the host now: of those who play and are here whoever came first, else whoever there is."""
    book, before = deed.book, deed.book.host
    playing = {person.number for person in book.seated()}
    others = [person for person in book.present() if person.number != before]
    others.sort(key=lambda each: (each.number not in deed.here, each.number not in playing, each.came))
    if others:
        book.host = others[0].number
        deed.note(f"{others[0].name} is the host now.")
    elif book.person(before) is None:
        book.host = None
