"""The score of the evening: what has been played, and who has won what."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from dicecup.server.party.people import Book, Game
from dicecup.server.wire import party as said
from dicecup.server.wire.replay import Chances

_MOST: Final = 100  # games that are kept in the book of a party; the matches themselves stay
_JUMP: Final = 0.1  # of a chance: less is no moment


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
    del book.evening[: len(book.evening) - _MOST + 1]
    people = [sitter.number if (sitter := book.sitter(at)) is not None else None for at in range(len(names))]
    book.evening.append(
        Game(match=book.match, game=book.rules.game, names=names, people=people, scores=scores, winners=winners)
    )


def best_moment(game: Game, chances: Chances, scores: Sequence[Sequence[int]]) -> str:
    """What is remembered of a game, in words: how it was turned, or, if nobody can tell, the most points at once.

    `scores`: those of everybody, decision by decision.
    """
    return _turned(game, chances) if chances.chances else _scored(game, scores)


def _turned(game: Game, chances: Chances) -> str:
    """The turn in which a winner's chance grew most; nothing, if there was none to speak of."""
    jumps = [
        (after[seat] - before[seat], before[seat], after[seat], game.names[seat])
        for before, after in pairwise(chances.chances)
        for seat in game.winners
    ]
    grown, before, after, name = max(jumps, default=(0.0, 0.0, 0.0, ""))
    if grown < _JUMP:
        return ""
    return f"{name} turned the game in one go: from {before:.0%} to {after:.0%} to win."


def _scored(game: Game, scores: Sequence[Sequence[int]]) -> str:
    gains = [
        (after[seat] - before[seat], name)
        for before, after in pairwise([*scores, game.scores])
        for seat, name in enumerate(game.names)
    ]
    points, name = max(gains, default=(0, ""), key=lambda gain: gain[0])
    return f"{name} scored {points} points in one go." if points > 1 else ""


def summary(book: Book) -> said.Evening:
    """The score of the evening, to be kept."""
    return said.Evening(party=book.id, tally=tally(book), games=played(book))
