"""Puzzles: one choice is right, one is tempting, and both have been played out."""

import re
from collections import Counter
from dataclasses import replace

import pytest

from dicecup import games
from dicecup.coach import puzzles
from dicecup.coach.grades import grade
from dicecup.coach.puzzles import Puzzle, book, daily
from dicecup.coach.rollouts import lead
from dicecup.coach.story import amount
from dicecup.players import Appraiser, best, forks, make
from dicecup.table import NotAllowed, SaveError
from dicecup.table.marks import plain
from dicecup.training.puzzles import Dig, dig, make_book

OURS = [name for name in games.names() if book(name)]


@pytest.fixture(scope="module")
def found() -> Puzzle:
    """One that was found just now, in a game of somebody alone: everything about it is exact."""
    return next(one for seed in range(20) for one in dig(Dig("yahtzee", 1, seed)))


def test_there_are_hundreds_of_puzzles_of_many_kinds() -> None:
    assert {"king-of-tokyo", "deadwood", "yahtzee"} == set(OURS)
    for name in OURS:
        themes = Counter(one.theme for one in book(name))
        assert len(book(name)) >= 100, name
        assert len(themes) >= 2, name
        assert len({one.id for one in book(name)}) == len(book(name))


@pytest.mark.parametrize("name", OURS)
def test_every_puzzle_is_a_decision_with_a_right_answer_and_a_tempting_one(name: str) -> None:
    for puzzle in book(name):
        match = puzzle.match()
        assert match.pending is not None
        assert not match.notice
        assert match.game.name == name
        right, tempting = puzzle.answer(puzzle.lines[0].choice), puzzle.answer(puzzle.tempting)
        assert right.loss == 0
        assert tempting.loss > 0
        judged = {line.choice: line.loss for line in puzzle.lines}
        assert judged[puzzle.tempting] >= (0.045 if puzzle.unit == "win" else 3)
        assert right.reason or name == "yahtzee"
        assert puzzle.theme in match.game.themes.values()
        assert match.state.options == type(match.state.options)(), "the page shows puzzles with the usual rules"


@pytest.mark.parametrize("name", OURS)
def test_what_is_wrong_with_the_tempting_choice_is_said_in_a_sentence(name: str) -> None:
    for puzzle in book(name)[::10]:
        told = puzzle.explained()
        assert len(told.texts) == len(told.reasons) == len(puzzle.lines)
        reasons = [reason for reason in told.reasons if reason and not any(map(str.isdigit, reason))]
        assert len(set(reasons)) == len(reasons)
        assert not any(reason in text for text, reason in zip(told.texts, told.reasons, strict=True) if reason)
        assert told.texts[0] not in told.hint or len(puzzle.lines) == 2
        assert told.hint.endswith(".")
        assert not re.search(r"\b1 (turns|credits|hearts|stars|points)\b", " ".join((*told.reasons, told.hint)))
        assert all(told.texts)
        lost = r"\d+%" if puzzle.unit == "win" else r"[\d.]+ points?"
        assert re.fullmatch(rf"[A-Z][^\x00-\x1f]+ is tempting, but it gives away about {lost}\.", told.tempting)


def test_no_wrong_choice_is_praised_and_the_best_one_always_has_a_reason() -> None:
    """Yahtzee's computer player says of one box, whatever it loses, that it is the one you will miss least."""
    for puzzle in book("yahtzee"):
        reasons = puzzle.explained().reasons
        assert reasons[0]
        for line, reason in zip(puzzle.lines, reasons, strict=True):
            if "miss least" in reason or "bonus" in reason:
                assert not grade(line.loss, puzzle.unit).is_fault
    without = next(one for one in book("yahtzee") if not one.lines[0].reason)
    lost = amount(without.lines[1].loss, "points")
    assert without.explained().reasons[0] == f"the others give away {lost} or more"
    assert lost not in without.explained().hint, "as a hint that would not help"


@pytest.mark.parametrize("name", OURS)
def test_a_hint_rules_out_nothing_that_was_tried(name: str) -> None:
    puzzle = next(one for one in book(name) if "not this" in one.explained().hint and len(one.lines) > 2)
    wrong = [line.choice for line in puzzle.lines if line.loss > 0]
    hints = [puzzle.explained().hint]
    tried = [puzzle.tempting]
    while len(tried) < len(wrong):
        hints.append(puzzle.explained(tried).hint)
        tried.append(next(choice for choice in wrong if choice not in tried))
    assert len(set(hints)) == len(wrong), "each time it is another choice, the nearest to the best first"
    assert all("not this" in hint for hint in hints)
    assert puzzle.explained(wrong).hint == f"It is about this: {puzzle.theme}.", "nothing is left to rule out"


def test_an_option_that_the_book_does_not_tell_of_is_no_better_than_those_it_tells(found: Puzzle) -> None:
    """The tempting one may be much worse than all others that are told."""
    ask = found.match().pending
    assert ask is not None
    best_ones = found.lines[: puzzles.TOLD]
    for option in ask.options:
        line = found.answer(option)
        if not line.told:
            assert line.loss == best_ones[-1].loss


def test_whatever_means_the_same_as_the_right_answer_is_right(found: Puzzle) -> None:
    match = found.match()
    ask = match.pending
    assert ask is not None
    right = ask.find(found.lines[0].choice)
    assert right is not None
    for option in ask.options:
        same = match.game.alike(match.state, ask, option) == match.game.alike(match.state, ask, right)
        assert (found.answer(option).loss == 0) == same


def test_a_choice_that_cannot_be_made_is_refused_in_words(found: Puzzle) -> None:
    with pytest.raises(NotAllowed, match=r"\w+ \w+"):
        found.answer(("fly", "away"))


def test_what_is_right_has_the_best_exact_value(found: Puzzle) -> None:
    match = found.match()
    ask = match.pending
    assert ask is not None
    judge = make("yahtzee", best("yahtzee"))
    assert isinstance(judge, Appraiser)
    values = judge.appraise(match.view(ask.seat), ask, lambda seed: match.fork(ask.seat, seed))
    top = max(values, key=lambda option: values[option][0])
    assert found.answer(top).loss == 0
    assert found.answer(found.tempting).loss == pytest.approx(
        values[top][0] - values[ask.find(found.tempting)][0],  # type: ignore[index]
        abs=1e-3,
    )


def test_the_same_digging_finds_the_same_puzzles() -> None:
    once, again = (make_book("yahtzee", 3, [1], 5, 1, 5, lambda text: None) for _ in range(2))
    assert once == again
    assert [one.rating for one in once] == sorted(one.rating for one in once)


def test_a_book_is_read_as_it_was_written(found: Puzzle) -> None:
    raw = puzzles.packed([found])
    assert puzzles.unpacked(raw) == [found]
    assert puzzles.packed([found]) == raw
    for broken in (raw[:-9], b"", b"not a book", puzzles.packed([])[:20]):
        with pytest.raises(SaveError, match="puzzles"):
            puzzles.unpacked(broken)


def test_the_puzzle_of_the_day_is_the_same_for_everybody_and_another_one_tomorrow() -> None:
    days = [f"2026-11-{day:02}" for day in range(1, 31)]
    for name in OURS:
        seen = [daily(name, day) for day in days]
        assert seen == [daily(name, day) for day in days]
        assert len({one.id for one in seen if one}) > 20


@pytest.mark.soak
@pytest.mark.parametrize("name", OURS)
def test_the_right_answers_are_still_right_when_they_are_played_out(name: str) -> None:
    judge = make(name, best(name))
    assert isinstance(judge, Appraiser)
    wrong: list[tuple[str, object]] = []
    for puzzle in book(name):
        match = puzzle.match()
        assert match.pending is not None
        right, tempting = (match.pending.find(choice) for choice in (puzzle.lines[0].choice, puzzle.tempting))
        assert right is not None
        assert tempting is not None
        if puzzle.unit == "win":
            ahead = lead(judge, match, right, tempting, 0, least=16, most=100)
            wrong += [(puzzle.id, ahead)] if ahead.mean < 0 else []
        else:
            seat = match.pending.seat
            values = judge.appraise(match.view(seat), match.pending, forks(match, seat))
            wrong += [(puzzle.id, values)] if values[right][seat] < max(v[seat] for v in values.values()) else []
    assert not wrong


@pytest.mark.parametrize("name", OURS)
def test_what_a_choice_gives_away_is_one_number_wherever_it_is_told(name: str) -> None:
    for puzzle in book(name)[::10]:
        told = puzzle.explained()
        tempting = puzzle.answer(puzzle.tempting)
        assert tempting in told.lines
        lost = amount(tempting.loss, puzzle.unit)
        assert told.tempting.endswith(f"gives away about {lost}.")
        assert set(re.findall(r"\d+%", puzzle.proven())) <= {lost}
        assert told.lines[0].choice == puzzle.lines[0].choice
        assert [line.loss for line in told.lines] == sorted(line.loss for line in told.lines)
        assert puzzle.to_json()["lines"][0]["loss"] == 0


def test_where_the_second_best_was_played_on_too_its_number_is_that_one() -> None:
    puzzle = next(one for one in book("deadwood") if one.proof.count("ahead") == 2)
    assert puzzle.tempting != puzzle.lines[1].choice
    proof = "ahead by 15 % ± 1.1 in 32 pairs; ahead by 9 % ± 1.0 in 40 pairs"
    played = replace(puzzle, proof=proof)
    assert played.answer(puzzle.tempting).loss == 0.15
    assert played.answer(puzzle.lines[1].choice).loss == 0.09


def test_a_reason_that_explains_nothing_is_not_said() -> None:
    for puzzle in (*book("deadwood"), *book("king-of-tokyo")):
        reasons = puzzle.explained().reasons
        assert reasons[0]
        ask = puzzle.match().pending
        assert ask is not None
        here = {f"rank {option[1]}" for option in ask.options if option.verb == "upgrade"}
        for reason in map(plain, reasons):
            assert "opens 0" not in reason
            assert not re.fullmatch(r"([4-9]|\d\d) hearts left", reason)
            assert reason.removeprefix("wait ").removeprefix("for ") not in here, puzzle.id


def test_no_two_choices_are_said_to_be_for_the_same_thing() -> None:
    """What sets them apart is told instead; and nothing is better by so much, nobody knows than what."""
    shared = 0
    for puzzle in (*book("deadwood"), *book("king-of-tokyo")):
        told = puzzle.explained()
        aims = [plain(reason) for reason in told.reasons if reason.startswith(("for ", "wait for ", "opens "))]
        assert len(set(aims)) == len(aims), puzzle.id
        assert not any(re.search(r"\+[\d.]+% to win", reason) for reason in told.reasons), puzzle.id
        shared += "the same aim, a turn later" in told.reasons
    assert shared > 10
    office = next(each for each in book("deadwood") if each.id == "c9630c23a04b")
    assert plain(office.explained().reasons[0]).startswith("you can pay for rank 5 on the way to Man Under Horse")


def test_how_an_answer_is_known_is_told_in_a_sentence() -> None:
    assert book("yahtzee")[0].proven() == "How we know: it was worked out exactly."
    played = replace(book("deadwood")[0], proof="ahead by 15 % ± 1.1 in 32 pairs; ahead by 9 % ± 1.0 in 40 pairs")
    assert "played on 32 times" in played.proven()
    assert "the 15% comes from (± 1.1)" in played.proven()
    assert not {each.proven() for game in ("king-of-tokyo", "deadwood") for each in book(game)} & {
        book("yahtzee")[0].proven()
    }, "every book's way of telling is understood"
