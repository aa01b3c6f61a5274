"""Puzzles at a server: which one comes next, what a try is worth, and what is never told before it."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from dicecup import games
from dicecup.coach import puzzles as books
from dicecup.coach.puzzles import Puzzle, book, daily
from dicecup.server import messages
from dicecup.server.limits import Crowded
from dicecup.server.live import Gone
from dicecup.server.puzzles.puzzles import Puzzles
from dicecup.server.puzzles.solver import START
from dicecup.server.settings import Settings
from dicecup.server.store.sqlite import SqliteStorage
from dicecup.server.wire.puzzles import PuzzleTry
from dicecup.table import NotAllowed, SaveError, SetupError
from tests.server.browser import Browser
from tests.server.hourglass import Hourglass

GAME = "yahtzee"
DAY = 86_400.0
Work = Callable[[Puzzles, SqliteStorage], Awaitable[None]]


def with_puzzles(folder: Path, work: Work, clock: Hourglass | None = None, **settings: Any) -> None:
    """A server's puzzles and its store, and nothing around them."""

    async def go() -> None:
        storage = SqliteStorage(folder / "server.sqlite3")
        facts = {"puzzles": (1e6, 1e6), **settings}
        try:
            await work(Puzzles(storage, Settings(clock=clock or Hourglass(), **facts), Random(1)), storage)
        finally:
            await storage.close()

    asyncio.run(go())


def right(puzzle: Puzzle) -> PuzzleTry:
    return PuzzleTry(choice=list(puzzle.lines[0].choice))


def wrong(puzzle: Puzzle) -> PuzzleTry:
    return PuzzleTry(choice=list(puzzle.tempting))


def easy(game: str = GAME) -> Puzzle:
    """One that is no day's: those are not among the easiest."""
    return book(game)[0]


def test_who_comes_first_sees_all_puzzles_and_nothing_solved(tmp_path: Path) -> None:
    async def work(puzzles: Puzzles, _storage: SqliteStorage) -> None:
        all_of = await puzzles.all("ann")
        assert {one.game for one in all_of.games} == {name for name in games.names() if book(name)}
        assert (all_of.streak, all_of.longest) == (0, 0)
        for one in all_of.games:
            assert (one.tried, one.solved, one.daily_done) == (0, 0, False)
            assert sum(theme.puzzles for theme in one.themes) == one.puzzles == len(book(one.game))
            assert (one.solver.rating, one.solver.tried) == (START, 0)
            found = daily(one.game, all_of.day)
            assert found is not None
            assert one.daily == found.id

    with_puzzles(tmp_path, work)


@pytest.mark.parametrize("game", [name for name in games.names() if book(name)])
def test_a_puzzle_is_told_as_a_match_would_tell_it_to_that_seat(game: str, tmp_path: Path) -> None:
    async def work(puzzles: Puzzles, _storage: SqliteStorage) -> None:
        found = (await puzzles.next("ann", game, None, again=False)).puzzle
        assert found is not None
        puzzle = books.find(game, found.id)
        assert puzzle is not None
        match = puzzle.match()
        ask, state = match.pending, found.state
        assert ask is not None
        assert state.ask is not None
        assert (state.viewer, state.ask.seat, state.ask.mine) == (ask.seat, ask.seat, True)
        assert state.view == match.view(ask.seat).to_json()
        assert [tuple(each["choice"]) for each in state.ask.options] == [tuple(each) for each in ask.options]
        assert [each["pick"] for each in state.ask.options] == [
            pick.to_json() for pick in match.game.picks(match.state, ask)
        ]
        greyed = [each for each in match.game.greyed(match.state, ask) if match.why_not(each)]
        assert [tuple(each.choice) for each in state.refused] == [tuple(each) for each in greyed]
        assert state.prices == messages.prices(match, ask.seat)
        assert [seat.mine for seat in state.seats] == [at == ask.seat for at in range(puzzle.seats)]

    with_puzzles(tmp_path, work)


def test_the_answer_is_not_told_before_it_is_found_or_given_up(tmp_path: Path) -> None:
    async def work(puzzles: Puzzles, _storage: SqliteStorage) -> None:
        puzzle = easy()
        before = json.loads((await puzzles.one("ann", GAME, puzzle.id)).model_dump_json())
        assert not {"lines", "answer", "tempting", "proof"} & before.keys()
        assert before["state"]["commitment"] is None
        tried = await puzzles.tried("ann", GAME, puzzle.id, wrong(puzzle))
        assert (tried.right, tried.answer) == (False, None)
        hinted = await puzzles.tried("ann", GAME, puzzle.id, PuzzleTry(hint=True))
        assert hinted.answer is None
        assert hinted.hint
        given_up = await puzzles.tried("ann", GAME, puzzle.id, PuzzleTry())
        assert given_up.answer is not None
        assert [tuple(line.choice) for line in given_up.answer.lines] == [line.choice for line in puzzle.lines]
        assert [line.loss for line in given_up.answer.lines] == [line.loss for line in puzzle.lines]
        assert [tuple(line.choice) for line in given_up.answer.lines if line.tempting] == [puzzle.tempting]
        assert "tempting, but it gives away about" in given_up.answer.tempting
        assert "\x01" not in given_up.model_dump_json()

    with_puzzles(tmp_path, work)


def test_only_the_first_try_counts(tmp_path: Path) -> None:
    async def work(puzzles: Puzzles, storage: SqliteStorage) -> None:
        puzzle, other = book(GAME)[:2]
        lost = await puzzles.tried("ann", GAME, puzzle.id, wrong(puzzle))
        assert lost.counted
        assert lost.loss is not None
        assert lost.loss > 0
        assert lost.after.rating < lost.before.rating == START
        again = await puzzles.tried("ann", GAME, puzzle.id, right(puzzle))
        assert (again.right, again.counted, again.answer is not None) == (True, False, True)
        assert again.after == again.before == lost.after
        won = await puzzles.tried("ann", GAME, other.id, right(other))
        assert won.counted
        assert won.after.rating > won.before.rating == lost.after.rating
        (mine,) = [each for each in (await puzzles.all("ann")).games if each.game == GAME]
        assert (mine.tried, mine.solved, mine.solver) == (2, 1, won.after)
        assert sum(theme.tried for theme in mine.themes) == 2
        assert len(await storage.attempts_of("ann")) == 2
        assert (await puzzles.all("ben")).games[0].tried == 0, "everybody has a rating of their own"
        (others,) = {each.solver.rating for each in (await puzzles.all("ann")).games if each.game != GAME}
        assert others == START, "and one for each game"

    with_puzzles(tmp_path, work)


def test_a_hint_before_the_first_try_costs_as_much_as_a_wrong_one(tmp_path: Path) -> None:
    async def work(puzzles: Puzzles, _storage: SqliteStorage) -> None:
        puzzle = easy()
        hinted = await puzzles.tried("ann", GAME, puzzle.id, PuzzleTry(hint=True))
        missed = await puzzles.tried("ben", GAME, puzzle.id, wrong(puzzle))
        assert hinted.counted
        assert hinted.after == missed.after
        after = await puzzles.tried("ann", GAME, puzzle.id, right(puzzle))
        assert (after.right, after.counted) == (True, False)

    with_puzzles(tmp_path, work)


def test_what_is_worse_than_all_that_the_book_tells_of_gives_away_at_least_so_much(tmp_path: Path) -> None:
    async def work(puzzles: Puzzles, _storage: SqliteStorage) -> None:
        for puzzle in book(GAME):
            ask = puzzle.match().pending
            assert ask is not None
            unknown = next((each for each in ask.options if not puzzle.answer(each).told), None)
            if unknown is None:
                continue
            tried = await puzzles.tried("ann", GAME, puzzle.id, PuzzleTry(choice=list(unknown)))
            assert not tried.told
            assert tried.loss == puzzle.lines[: books.TOLD][-1].loss > 0
            return
        pytest.fail("every option of every puzzle is told of")

    with_puzzles(tmp_path, work)


def test_the_next_one_is_new_suits_whoever_asks_and_has_the_theme_that_is_wanted(tmp_path: Path) -> None:
    async def work(puzzles: Puzzles, _storage: SqliteStorage) -> None:
        theme = easy().theme
        of_theme = [one for one in book(GAME) if one.theme == theme]
        today = daily(GAME, puzzles.today)
        seen: set[str] = set()
        for _ in range(12):
            told = await puzzles.next("ann", GAME, theme, again=False)
            assert told.puzzle is not None
            assert told.puzzle.theme == theme
            assert not told.puzzle.tried
            assert told.left == len([one for one in of_theme if one != today]) - len(seen)
            assert told.puzzle.id not in seen
            seen.add(told.puzzle.id)
            puzzle = books.find(GAME, told.puzzle.id)
            assert puzzle is not None
            await puzzles.tried("ann", GAME, puzzle.id, right(puzzle))
        later = (await puzzles.next("ann", GAME, None, again=False)).puzzle
        early = (await puzzles.next("ben", GAME, None, again=False)).puzzle
        assert later is not None
        assert early is not None
        assert later.rating > early.rating, "whoever solves twelve in a row gets harder ones"

    with_puzzles(tmp_path, work)


def test_when_all_are_tried_they_come_again_for_practice_those_that_went_wrong_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = book(GAME)[:3]
    monkeypatch.setattr(books, "book", lambda game: few if game == GAME else ())

    async def work(puzzles: Puzzles, _storage: SqliteStorage) -> None:
        for puzzle in few:
            await puzzles.tried("ann", GAME, puzzle.id, wrong(puzzle) if puzzle == few[1] else right(puzzle))
        over = await puzzles.next("ann", GAME, None, again=False)
        assert (over.puzzle, over.left) == (None, 0)
        again = await puzzles.next("ann", GAME, None, again=True)
        assert again.puzzle is not None
        assert (again.puzzle.id, again.puzzle.tried) == (few[1].id, True)
        another = (await puzzles.next("ann", GAME, None, again=True, but=few[1].id)).puzzle
        assert another is not None
        assert another.id in (few[0].id, few[2].id), "one that is skipped does not come at once again"
        nothing = await puzzles.next("ann", "deadwood", None, again=True)
        assert nothing.puzzle is None
        assert [one.game for one in (await puzzles.all("ann")).games] == [GAME], "a game without a book has none"

    with_puzzles(tmp_path, work)


def test_a_streak_grows_day_by_day_with_the_daily_puzzle_of_any_game(tmp_path: Path) -> None:
    clock = Hourglass(20_000 * DAY)

    async def solve(puzzles: Puzzles, game: str) -> int:
        info = (await puzzles.next_daily("ann", game)).puzzle
        assert info is not None
        assert info.day == puzzles.today
        puzzle = books.find(game, info.id)
        assert puzzle is not None
        return (await puzzles.tried("ann", game, puzzle.id, right(puzzle))).streak

    async def work(puzzles: Puzzles, _storage: SqliteStorage) -> None:
        assert await solve(puzzles, GAME) == 1
        assert await solve(puzzles, "deadwood") == 1
        (mine,) = [each for each in (await puzzles.all("ann")).games if each.game == GAME]
        assert (mine.daily_done, mine.daily_solved) == (True, True)
        await clock.advance(DAY)
        assert (await puzzles.all("ann")).streak == 1, "there is time until the day is over"
        assert await solve(puzzles, "deadwood") == 2
        await clock.advance(2 * DAY)
        told = await puzzles.all("ann")
        assert (told.streak, told.longest) == (0, 2)
        assert await solve(puzzles, GAME) == 1

    with_puzzles(tmp_path, work, clock)


def test_with_the_daily_puzzle_one_hears_how_many_of_its_game_are_left_to_try(tmp_path: Path) -> None:
    async def work(puzzles: Puzzles, _storage: SqliteStorage) -> None:
        puzzle, many = daily(GAME, puzzles.today), len(book(GAME))
        assert puzzle is not None
        assert (await puzzles.next_daily("ann", GAME)).left == many
        await puzzles.tried("ann", GAME, puzzle.id, wrong(puzzle))
        await puzzles.tried("ann", GAME, easy().id, right(easy()))
        assert (await puzzles.next_daily("ann", GAME)).left == many - 2
        await puzzles.tried("ann", GAME, puzzle.id, right(puzzle))
        assert (await puzzles.next_daily("ann", GAME)).left == many - 2, "it is tried only once"

    with_puzzles(tmp_path, work)


def test_the_daily_puzzle_is_solved_with_the_second_try_but_not_when_it_was_given_up(tmp_path: Path) -> None:
    async def work(puzzles: Puzzles, _storage: SqliteStorage) -> None:
        puzzle = daily(GAME, puzzles.today)
        assert puzzle is not None
        assert (await puzzles.tried("ann", GAME, puzzle.id, wrong(puzzle))).streak == 0
        assert (await puzzles.tried("ann", GAME, puzzle.id, right(puzzle))).streak == 1
        await puzzles.tried("ben", GAME, puzzle.id, PuzzleTry())
        assert (await puzzles.tried("ben", GAME, puzzle.id, right(puzzle))).streak == 0

    with_puzzles(tmp_path, work)


def test_a_daily_puzzle_that_was_tried_before_its_day_still_keeps_the_streak(tmp_path: Path) -> None:
    clock = Hourglass()

    async def work(puzzles: Puzzles, _storage: SqliteStorage) -> None:
        today = puzzles.today
        await clock.advance(DAY)
        puzzle = daily(GAME, puzzles.today)
        assert puzzle is not None
        assert puzzle != daily(GAME, today)
        await clock.advance(-DAY)
        assert (await puzzles.tried("ann", GAME, puzzle.id, right(puzzle))).streak == 0
        await clock.advance(DAY)
        again = await puzzles.tried("ann", GAME, puzzle.id, right(puzzle))
        assert (again.counted, again.streak) == (False, 1)

    with_puzzles(tmp_path, work, clock)


def test_what_cannot_be_is_refused_in_words_and_changes_nothing(tmp_path: Path) -> None:
    async def work(puzzles: Puzzles, storage: SqliteStorage) -> None:
        puzzle = easy()
        with pytest.raises(NotAllowed, match=r"\w+ \w+"):
            await puzzles.tried("ann", GAME, puzzle.id, PuzzleTry(choice=["fly", "away"]))
        with pytest.raises(Gone, match="no such puzzle"):
            await puzzles.tried("ann", GAME, "000000000000", right(puzzle))
        with pytest.raises(Gone, match="no such puzzle"):
            await puzzles.one("ann", "deadwood", puzzle.id)
        with pytest.raises(SetupError, match="no game called"):
            await puzzles.next("ann", "../books", None, again=False)
        assert await storage.attempts_of("ann") == []

    with_puzzles(tmp_path, work)


def test_a_book_that_cannot_be_read_takes_nothing_else_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def damaged(game: str) -> tuple[Puzzle, ...]:
        if game == "deadwood":
            raise SaveError("This is no book of puzzles, or it is damaged.")
        return book(game)

    monkeypatch.setattr(books, "book", damaged)

    async def work(puzzles: Puzzles, _storage: SqliteStorage) -> None:
        assert "deadwood" not in {one.game for one in (await puzzles.all("ann")).games}
        assert (await puzzles.next("ann", "deadwood", None, again=False)).puzzle is None
        assert (await puzzles.next_daily("ann", "deadwood")).puzzle is None
        with pytest.raises(Gone):
            await puzzles.one("ann", "deadwood", "000000000000")

    with_puzzles(tmp_path, work)
    assert "deadwood cannot be read" in caplog.text


def test_whoever_wants_too_many_at_once_waits(tmp_path: Path) -> None:
    async def work(puzzles: Puzzles, _storage: SqliteStorage) -> None:
        await puzzles.all("ann")
        await puzzles.all("ann")
        with pytest.raises(Crowded, match="a lot of puzzles"):
            await puzzles.all("ann")
        await puzzles.all("ben")

    with_puzzles(tmp_path, work, puzzles=(1e-9, 2))


def test_over_the_wire(ann: Browser) -> None:
    told = ann.get(f"/puzzles/next?game={GAME}")
    assert told["left"] > 100
    info = told["puzzle"]
    assert ann.get(f"/puzzles/{GAME}/{info['id']}") == info
    puzzle = books.find(GAME, info["id"])
    assert puzzle is not None
    tried = ann.post(f"/puzzles/{GAME}/{puzzle.id}", {"choice": list(puzzle.lines[0].choice)})
    assert tried["right"]
    assert tried["answer"]["lines"][0]["loss"] == 0
    assert next(one for one in ann.get("/puzzles")["games"] if one["game"] == GAME)["solved"] == 1
    assert ann.get(f"/puzzles/next?game={GAME}&daily=true")["puzzle"]["day"]
    nonsense: tuple[dict[str, Any], ...] = (
        *({"choice": []}, {"choice": [1.5]}, {"choice": "keep"}),
        *({"pick": 1}, {"hint": "yes"}),
    )
    for bad in nonsense:
        status, reason = ann.refusal("POST", f"/puzzles/{GAME}/{puzzle.id}", bad)
        assert (status, bool(reason)) == (422, True), bad
    assert ann.refusal("GET", "/puzzles/next")[0] == 422
    assert ann.refusal("GET", "/puzzles/next?game=chess")[0] == 400
    assert ann.refusal("GET", f"/puzzles/{GAME}/x")[0] == 404
