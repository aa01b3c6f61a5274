"""The same kit for lessons: every one is played through, by every way it allows, and held to what it says.

    from dicecup.testing import check_lesson
    check_lesson("farkle")

So whoever changes a rule, a card or a price finds out whether a first game still goes as its sentences tell.
"""

from typing import Any, Final

from dicecup import games as all_games
from dicecup.games import lessons
from dicecup.table import LEARNER, Lesson, Luck, Manifest, Match, Move, Place, seen
from dicecup.testing.promises import promise

_MOST_WAYS: Final = 64
_LONGEST: Final = 160  # characters of a sentence; on a phone more would be a page


def check_lesson(manifest: str | Manifest) -> int:
    """Play the lesson of a game through, by every way it allows; how many those are."""
    found = all_games.manifest(manifest) if isinstance(manifest, str) else manifest
    lesson: Lesson = found.part("lesson")
    promise(lesson is not None, "the game brings a lesson", found.game.name)
    promise(lesson.steps > 0, "somebody is taught something", found.game.name)
    _check_words(lesson, found.game.name)
    ways = 0
    open_ways: list[Match[Any]] = [lessons.begin(found.game.name)]
    while open_ways:
        ways += 1
        promise(ways <= _MOST_WAYS, f"there are at most {_MOST_WAYS} ways through", found.game.name)
        _play_on(lesson, open_ways.pop(), open_ways)
    return ways


def _play_on(lesson: Lesson, match: Match[Any], others: list[Match[Any]]) -> None:
    """To the end by one way; the ways that branch off are added to `others`."""
    while (place := lesson.place(match)) is not None and (move := place.move) is not None:
        where = f"move {place.at + 1} of {len(lesson.moves)}, {move.say or move.do}"
        ask = match.pending
        promise(ask is not None, "the game is not over before its lesson", where)
        assert ask is not None
        if ask.seat != LEARNER and len(ask.options) == 1:
            match.answer_forced([ask.seat])
            continue
        _check_truth(move.so, match, where)
        fine = move.fine(ask)
        promise(len(fine) == len(move.do), f"all of {move.do} can be chosen", where)
        _check_refusals(place, move, match)
        for option in fine[1:]:
            twin = match.clone()
            twin.answer(option, ask.seat)
            others.append(twin)
        match.answer(fine[0], ask.seat)
    told = f"{match.game.name}, after {len(match.log)} entries, at {match.pending!r}"
    promise(place is not None, "the decision is the one that the lesson tells of", told)
    _check_truth(lesson.so, match, lesson.end)
    promise(match.outcome is None, "there is a game left to play on", told)
    fell = {entry.key: entry for entry in match.log if isinstance(entry, Luck)}
    promise(not (idle := lesson.results.keys() - fell.keys()), f"everything arranged comes up, also {idle}", told)
    stray = [key for key in fell if key not in lesson.results]
    promise(not stray, f"nothing is left to chance, not even {stray}", told)


def _check_truth(so: Any, match: Match[Any], where: str) -> None:
    view = match.view(LEARNER).to_json()
    for path, expected in so.items():
        try:
            there = seen(view, path)
        except (LookupError, ValueError, TypeError):
            there = "nothing there"
        promise(there == expected, f"{path} is {expected!r} and not {there!r}", where)


def _check_refusals(place: Place, move: Move, match: Match[Any]) -> None:
    """Whoever tries something else is told what to do; and can always do it."""
    ask = match.pending
    assert ask is not None
    for option in ask.options if move.seat == LEARNER else ():
        said = place.why_not(option, ask)
        promise(bool(said) == (option not in move.fine(ask)), f"{option!r} is either fine or answered", move.say)


def _check_words(lesson: Lesson, game: str) -> None:
    promise(bool(lesson.moves[0].say), "there is a sentence from the start", game)
    for move in lesson.moves:
        promise(move.seat != LEARNER or bool(move.say), f"the learner is told about {move.do}", game)
    sentences = [text for move in lesson.moves for text in (move.say, move.wrong) if text]
    for text in sentences:
        promise(len(text) <= _LONGEST, f"a sentence has at most {_LONGEST} characters: {text!r}", game)
        promise(text[-1] in ".!?", f"a sentence ends: {text!r}", game)
