"""The score of the evening: what has been played, and who has won what."""

from dicecup.server import wire_party as said
from dicecup.server.party.people import Book, Game


def tally(book: Book) -> list[said.Tally]:
    """What everybody has done, the most wins first; computer players by their names."""
    found: dict[tuple[int | None, str], said.Tally] = {}
    names = {person.number: person.name for person in book.people}
    for game in book.evening:
        for seat, (person, name) in enumerate(zip(game.people, game.names, strict=True)):
            called = names.get(person, name) if person is not None else name
            key = (person, "" if person is not None else name)
            one = found.get(key) or said.Tally(name=called, person=person, played=0, wins=0, points=0)
            found[key] = one.model_copy(
                update={
                    "played": one.played + 1,
                    "wins": one.wins + (seat in game.winners),
                    "points": one.points + game.scores[seat],
                }
            )
    return sorted(found.values(), key=lambda one: (-one.wins, -one.points, one.name))


def played(book: Book) -> list[said.Played]:
    """The games, the first one first."""
    return [said.Played(**game.model_dump(exclude={"people"})) for game in book.evening]


def record(book: Book, names: list[str], scores: list[int], winners: list[int]) -> None:
    """Write down the game that has just ended."""
    if book.match is None or any(game.match == book.match for game in book.evening):
        return
    people = [sitter.number if (sitter := book.sitter(at)) is not None else None for at in range(len(names))]
    book.evening.append(
        Game(match=book.match, game=book.rules.game, names=names, people=people, scores=scores, winners=winners)
    )
