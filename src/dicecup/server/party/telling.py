"""A party put into messages, for one of its people."""

from collections.abc import Callable, Mapping

from dicecup.players import can_be_tempered, parted
from dicecup.server.party import evening, play, seating
from dicecup.server.party.people import Book, Person
from dicecup.server.wire import party as said


def state(
    book: Book, you: int, presence: Mapping[int, said.Presence], starts_in: float | None = None
) -> said.PartyState:
    """All that somebody may know."""
    # Everything in here comes from the book: there is nothing to check, and checking takes time.
    return said.PartyState.model_construct(
        party=book.id,
        stage=book.stage,
        you=you,
        people=[_person(book, person, you, presence) for person in book.people],
        chairs=_chairs(book),
        chairs_allowed=seating.limits(book.rules.game),
        rules=book.rules,
        match=book.match,
        spectators=len(book.spectators()),
        commitment=play.commitment(book),
        stirred=[person.number for person in book.present() if person.nonce],
        tally=evening.tally(book),
        evening=evening.played(book),
        starts_in=starts_in,
        why_not=seating.why_not(book, {number for number, each in presence.items() if each == "here"}),
    )


def _chairs(book: Book) -> list[said.ChairInfo]:
    game, playing = book.rules.game, book.stage == "playing"
    waits = book.stage == "waiting" and any(chair.level is not None for chair in book.chairs)
    own, names = (play.own_tempers(book), play.names(book)) if waits else ((), ())
    found = []
    for at, chair in enumerate(book.chairs):
        level, chosen = (None, "") if chair.level is None else parted(game, chair.level)
        found.append(
            said.ChairInfo.model_construct(
                person=chair.person if book.person(chair.person) is not None else None,
                level=level,
                temper=((playing and chair.temper) or chosen or None) if level else None,
                own=own[at] if own and level and can_be_tempered(game, level) else None,
                name=chair.name if playing else names[at] if names and level else "",
                stand_in=chair.stand_in,
            )
        )
    return found


def _person(book: Book, person: Person, you: int, presence: Mapping[int, said.Presence]) -> said.Person:
    chair = book.chair_of(person) if not person.gone else None
    return said.Person.model_construct(
        number=person.number,
        name=person.name,
        character=person.character,
        role="spectator" if chair is None else "player",
        chair=chair,
        ready=person.ready,
        host=book.host == person.number,
        presence=presence.get(person.number, "gone"),
        you=person.number == you,
    )


def presence(book: Book, here: Callable[[str], bool]) -> dict[int, said.Presence]:
    """Who is here, away or gone, by number."""
    return {
        person.number: "gone" if person.gone else "here" if here(person.guest) else "away"
        for person in book.people
    }
