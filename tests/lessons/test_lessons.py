"""Guided first games: do they go as their sentences tell, and is everybody told honestly what was arranged?"""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import dicecup
from dicecup import games
from dicecup.games import lessons
from dicecup.server.rebuild import rebuild
from dicecup.server.store.storage import row_text
from dicecup.table import LEARNER, Choice, Lesson, Luck, Manifest, Match, NotAllowed, SaveError
from dicecup.table.retrace import branch
from dicecup.testing import check_lesson
from dicecup.testing.promises import Nonconformance

TAUGHT = [each.game.name for each in games.manifests() if each.lesson]
VERBS = {
    "king-of-tokyo": {"roll", "keep", "stay", "buy", "yield"},
    "yahtzee": {"roll", "keep", "fill"},
    "deadwood": {"move", "take", "rehearse", "act", "upgrade", "end"},
}
"""What a first game is about: whoever was taught has done all of it."""


def lesson_of(game: str) -> Lesson:
    found = lessons.find(game)
    assert found is not None
    return found


def play(match: Match[Any], moves: int = 10_000) -> Match[Any]:
    """Play so many moves of a lesson, as it wants them."""
    while (place := lessons.place(match)) is not None and place.move is not None and place.at < moves:
        ask = match.pending
        assert ask is not None
        choice = place.choice(ask)
        if choice is None:
            match.answer_forced([ask.seat])
        else:
            match.answer(choice, ask.seat)
    return match


def finish(match: Match[Any]) -> Match[Any]:
    """To the end of the game, with the last option that there is."""
    while match.pending is not None:
        match.answer(match.pending.options[-1])
    return match


# --- every lesson of ours ---


@pytest.mark.parametrize("game", TAUGHT)
def test_a_lesson_goes_as_it_says(game: str) -> None:
    assert check_lesson(game) >= 1


@pytest.mark.parametrize("game", TAUGHT)
def test_whoever_was_taught_has_done_everything_once(game: str) -> None:
    match = play(lessons.begin(game))
    done = {entry.option.verb for entry in match.log if isinstance(entry, Choice) and entry.seat == LEARNER}
    assert done >= VERBS[game]
    assert match.outcome is None, "there is a game to play on with"


@pytest.mark.parametrize("game", TAUGHT)
def test_a_lesson_takes_about_five_minutes(game: str) -> None:
    lesson = lesson_of(game)
    words = sum(len(move.say.split()) for move in lesson.moves)
    minutes = words / 200 + lesson.steps * 12 / 60  # to read it, and to find and press what it asks for
    assert 2 <= minutes <= 6


# --- a rule, a card or a price that has changed is found ---


def spoilt(game: str, change: Callable[[Lesson], Lesson]) -> Manifest:
    """The game with another lesson."""
    found = games.manifest(game)
    lesson = change(lesson_of(game))
    globals()["SPOILT"] = lesson
    return replace(found, lesson=f"{__name__}:SPOILT")


def at(lesson: Lesson, number: int, **other: Any) -> Lesson:
    moves = list(lesson.moves)
    moves[number] = replace(moves[number], **other)
    return replace(lesson, moves=tuple(moves))


KING = "king-of-tokyo"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda it: at(it, 3, so={"monsters.0.stars": 5}), "monsters.0.stars is 5 and not 4"),
        (lambda it: at(it, 3, so={"monsters.0.wings": 2}), "nothing there"),
        (lambda it: at(it, 1, do=(("keep", 0, 9),)), "the one that the lesson tells of"),
        (lambda it: at(it, 1, do=(("keep", 0, 2), "sing")), "can be chosen"),
        (lambda it: at(it, 1, wrong=""), "either fine or answered"),
        (lambda it: at(it, 1, say=""), "the learner is told"),
        (lambda it: at(it, 1, say="Keep " * 40 + "."), "at most 160 characters"),
        (lambda it: at(it, 4, do=("yield",)), "the one that the lesson tells of|is .* and not"),
        (lambda it: at(it, 1, gives={}), "nothing is left to chance|is .* and not"),
        (lambda it: replace(it, gives={**it.gives, "9/9/roll/1": [1]}), "everything arranged comes up"),
        (lambda it: replace(it, moves=it.moves[:-1]), "nothing|is .* and not"),
        (lambda it: replace(it, options={**it.options, "tokyo_stars": "end"}), "monsters.0.stars is 4 and not 6"),
    ],
)
def test_what_does_not_fit_the_rules_is_found(
    change: Callable[[Lesson], Lesson], reason: str, monkeypatch: Any
) -> None:
    manifest = spoilt(KING, change)
    monkeypatch.setattr(games, "manifest", lambda name: manifest)
    with pytest.raises(Nonconformance, match=reason):
        check_lesson(manifest)


def test_a_game_without_a_lesson_says_so() -> None:
    with pytest.raises(dicecup.SetupError, match="no game called"):
        lessons.begin("nowhere")


def test_a_learner_keeps_the_name_unless_everybody_is_somebody() -> None:
    assert lessons.begin(KING, "Ann").names[LEARNER] == "Giga Zaur"


# --- arranged dice ---


def test_dice_that_are_rolled_take_the_faces_of_their_slots_whatever_was_kept() -> None:
    match = play(lessons.begin(KING), 1)
    twin = match.clone()
    twin.answer(("keep", 0, 1, 2))
    match.answer(("keep", 0, 2))
    arranged = lesson_of(KING).results["1/0/roll/2"]
    assert match.state.dice == arranged
    assert twin.state.dice == [3, 5, 3, *arranged[3:]]


def test_a_fork_does_not_know_what_is_arranged() -> None:
    match = lessons.begin(KING)
    rolled = set()
    for seed in range(5):
        fork = match.fork(LEARNER, seed=seed)
        assert not fork.lesson
        fork.answer("roll")
        rolled.add(tuple(fork.state.dice))
    assert len(rolled) > 1


@pytest.mark.parametrize("moves", range(0, 18, 3))
def test_a_lesson_comes_back_from_a_save_or_from_rows_where_it_stood(moves: int) -> None:
    begun = lessons.begin(KING)
    paper = begun.save()
    match = play(begun, moves)
    again = dicecup.load(match.save())
    written, fits = rebuild(paper, [row_text(entry.to_json()) for entry in match.log[3:]])
    assert fits
    for one in (again, written):
        assert (lessons.place(one), one.state) == (lessons.place(match), match.state)
        assert play(one).state == play(match.clone()).state


def test_what_was_taken_back_is_taught_again() -> None:
    match = play(lessons.begin(KING), 9)
    bought, kept = lessons.place(match), lessons.place(play(lessons.begin(KING), 8))
    match.undo(LEARNER)
    assert lessons.place(match) == kept != bought
    assert lessons.place(play(match, 9)) == bought


def test_left_the_dice_follow_from_the_secret_that_was_sealed_before() -> None:
    secret = dicecup.Secret()
    match = play(lessons.begin(KING, secret=secret), 1)
    match.leave_lesson()
    assert not match.teaching
    assert match.lesson == lesson_of(KING).mark, "it stays one that began with arranged dice"
    assert lessons.place(match) is None
    match.answer(("keep", 0, 1))
    roll = next(entry for entry in reversed(match.log) if isinstance(entry, Luck))
    fair = dicecup.table.Roll("1/0/roll/2", (2, 3, 4, 5)).sample(secret)
    assert roll.result == fair
    with pytest.raises(NotAllowed, match="left already"):
        match.leave_lesson()


def test_leaving_is_kept_in_a_save_and_in_a_row() -> None:
    begun = lessons.begin(KING)
    paper = begun.save()
    match = play(begun, 5)
    match.leave_lesson()
    assert match.left is not None
    rows = [row_text(row) for row in (*(e.to_json() for e in match.log[3:]), match.left.to_json())]
    for one in (dicecup.load(match.save()), rebuild(paper, rows)[0]):
        assert (one.teaching, one.lesson, one.left) == (False, match.lesson, match.left)
        assert finish(one).events[-1] == finish(match.clone()).events[-1]


@pytest.mark.parametrize("moves", [0, 7, 18])
def test_a_record_says_what_was_arranged_and_proves_the_rest(moves: int) -> None:
    match = play(lessons.begin(KING), moves)
    match.leave_lesson()
    arranged = sum(isinstance(entry, Luck) for entry in match.log)
    assert json.loads(match.record(0))["body"]["lesson"] == match.lesson
    verdict = dicecup.verify(finish(match).record(0), commitment=match.commitment)
    assert verdict.arranged == arranged
    assert verdict.results == sum(isinstance(entry, Luck) for entry in match.log) - arranged
    assert f"arranged {arranged} of its results" in verdict.remarks[0]
    assert verdict.match.lesson == match.lesson


def test_results_that_are_only_said_to_be_arranged_are_found() -> None:
    match = play(lessons.begin(KING), 7)
    match.leave_lesson()
    body = json.loads(finish(match).record(0))["body"]
    later = [entry for entry in body["log"] if entry.get("chance", "").endswith("roll/1")][-1]
    later["result"] = [6] * len(later["result"])
    body["secret"]["arranged"]["results"][later["chance"]] = [6] * 6
    with pytest.raises(SaveError):
        dicecup.verify(dicecup.table.papers.wrap("dicecup-record", body))


def test_what_goes_on_from_a_lesson_stays_known_as_one() -> None:
    match = play(lessons.begin(KING), 7)
    twig = branch(match, LEARNER)
    assert (twig.lesson, twig.teaching) == (match.lesson, False)
    assert dicecup.load(twig.save()).lesson == match.lesson
    match.leave_lesson()
    assert finish(match).rematch().lesson == ""


@pytest.mark.parametrize(
    "arranged",
    [
        *(None, 7, {}, {"lesson": "x"}, {"lesson": "", "results": {}}, {"lesson": "x", "results": {"a": [[1]]}}),
        *({"lesson": "x", "results": {"a": 1.5}}, {"lesson": "x", "results": {}, "until": -1}),
    ],
)
def test_nonsense_in_a_save_is_refused(arranged: Any) -> None:
    body = json.loads(lessons.begin(KING).save())["body"]
    body["secret"]["arranged"] = arranged
    with pytest.raises(SaveError):
        dicecup.load(dicecup.table.papers.wrap("dicecup-save", body))


def test_a_lesson_of_another_version_is_no_lesson_here_and_hurts_nobody() -> None:
    body = json.loads(play(lessons.begin(KING), 5).save())["body"]
    body["secret"]["arranged"]["lesson"] = "another"
    body["secret"]["arranged"]["results"]["4/0/roll/1"] = [9, 9]  # nothing that dice could show
    match = dicecup.load(dicecup.table.papers.wrap("dicecup-save", body))
    assert match.teaching
    assert lessons.place(match) is None
    finish(match)


def test_the_mark_follows_what_happens_and_not_how_it_is_told() -> None:
    lesson = lesson_of(KING)
    assert at(lesson, 1, say="Other words.").mark == lesson.mark
    assert at(lesson, 1, gives={}).mark != lesson.mark
    assert replace(lesson, moves=lesson.moves[:-1]).mark != lesson.mark


@pytest.mark.parametrize(
    ("also", "ways"),
    [(("keep", 2), 2), (("keep", 0, 2, 4), 0)],  # slot 4 shows a claw then, and no 2
)
def test_where_several_choices_are_fine_every_way_is_played(also: Any, ways: int, monkeypatch: Any) -> None:
    manifest = spoilt(KING, lambda it: at(it, 1, do=(("keep", 0, 2), also)))
    monkeypatch.setattr(games, "manifest", lambda name: manifest)
    if ways:
        assert check_lesson(manifest) == ways
    else:
        with pytest.raises(Nonconformance, match="dice is "):
            check_lesson(manifest)
