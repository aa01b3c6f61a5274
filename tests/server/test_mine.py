"""My games: what counts for what, and what it adds up to."""

import json
from collections import Counter
from dataclasses import replace
from itertools import chain, product
from math import exp, factorial, prod
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from dicecup.players import RandomPlayer, play
from dicecup.server.matches import Matches
from dicecup.server.mine.fair import Heap, above, fairness, heaps
from dicecup.server.mine.feats import feats
from dicecup.server.mine.figures import Wanted, figures, groups, records
from dicecup.server.mine.mine import MyGames, told
from dicecup.server.mine.played import Played, read
from dicecup.server.results import result_of
from dicecup.server.settings import Settings
from dicecup.server.store.sqlite import SqliteStorage
from dicecup.server.store.storage import ResultRow
from dicecup.server.wire import mine as wire_mine
from dicecup.table import Feat, Match
from tests.server.browser import FAST, Browser, served
from tests.server.inside import Fickle, at_a_server
from tests.server.past import fill, many, result, verdict
from tests.server.stores import using
from tests.server.test_results import SOLO, finish, new

ALL = Wanted()


def played(*rows: ResultRow) -> list[Played]:
    return [read(row) for row in rows]


# --- who sat there ---


def test_my_games_say_what_the_computer_players_were_like(tmp_path: Path) -> None:
    """*Kraken (Hard)* it said, where the game itself had said: Hard, a turtle."""
    seats = [{"name": "Ann"}, {"name": "Bo", "player": "computer", "level": "hard", "temper": "climber"}]

    async def work(matches: Matches, _storage: Fickle) -> None:
        match = (await matches.create(new({"game": "deadwood", "seats": seats, "seed": 7}), "ann")).match
        live = await matches.find(match, "ann")
        body = result_of(_over(live.match), live.row.seats)
        assert body is not None
        row = replace(result("one", "Ann", "hard", game="deadwood"), body=body)
        (one,) = told([row], ALL, 10).history
        assert [(seat.level, seat.temper) for seat in one.seats] == [("", ""), ("hard", "climber")]
        assert one.level == "hard", "and whom it is counted against is the level"

    at_a_server(tmp_path, work)


def test_older_results_do_not_say_it_and_are_told_all_the_same() -> None:
    (one,) = told([result("one", "Ann", "hard")], ALL, 10).history
    assert [(seat.level, seat.temper) for seat in one.seats] == [("", ""), ("hard", "")]


def _over(match: Match[Any]) -> Match[Any]:
    """The same, played to its end at random."""
    match = match.clone()
    return play(match, [RandomPlayer(seat) for seat in range(len(match.names))])


# --- what counts ---


@pytest.mark.parametrize("mark", ["lesson", "seeded", "branch"])
def test_games_that_one_could_know_before_are_in_the_list_and_count_for_nothing(mark: str) -> None:
    marks: dict[str, Any] = {mark: True}
    row = result("one", "Ann", "hard", scores=(300, 100), winners=(0,), **marks)
    found = told([row], ALL, 10)
    assert [(one.match, one.apart) for one in found.history] == [("one", mark)]
    assert (found.total, found.apart) == (1, {mark: 1})
    assert (found.figures.games, found.figures.wins, found.records) == (0, 0, [])


def test_of_several_people_at_one_screen_nobody_can_tell_who_one_was() -> None:
    (one,) = played(
        result("one", "Ann", "Bo", scores=(1, 2), winners=(1,), mine=(0, 1), dice=[{"6": [1] * 6}] * 2)
    )
    assert (one.apart, one.won, one.score, one.people) == ("shared", None, None, True)
    (heap,) = heaps([one], mine=True)
    assert heap.counts == (2,) * 6, "but their dice are dice of this screen"


def test_nobody_wins_or_loses_alone() -> None:
    (one,) = played(result("one", "Ann", scores=(250,)))
    assert (one.won, one.level, one.people, one.score) == (None, "", False, 250)
    found = figures([one])
    assert (found.games, found.contested, found.wins, found.due, found.average) == (1, 0, 0, 0, 250)


@pytest.mark.parametrize(
    ("players", "level", "people"),
    [
        (("Ann", "hard"), "hard", False),
        (("Ann", "hard", "hard"), "hard", False),
        (("Ann", "easy", "hard"), "mixed", False),
        (("Ann", "Bo"), "", True),
        (("Ann", "Bo", "easy"), "easy", True),
    ],
)
def test_against_whom_one_has_played(players: tuple[str, ...], level: str, people: bool) -> None:
    (one,) = played(result("one", *players))
    assert (one.level, one.people) == (level, people)


# --- what it adds up to ---


def test_wins_stand_beside_what_equal_players_would_win() -> None:
    found = figures(
        played(
            result("a", "Ann", "hard", scores=(200, 100), winners=(0,)),
            result("b", "Ann", "hard", scores=(150, 150), winners=(0, 1)),  # shared, and a win all the same
            result("c", "Ann", "easy", "easy", "easy", scores=(100, 120, 90, 80), winners=(1,)),
        )
    )
    assert (found.games, found.contested, found.wins, found.due) == (3, 3, 2, 1.25)
    assert (found.average, found.best) == (150, 200)


def test_points_of_different_games_have_no_average() -> None:
    found = figures(
        played(result("a", "Ann", scores=(200,)), result("b", "Ann", "easy", game="deadwood", scores=(60, 1)))
    )
    assert (found.games, found.average, found.best) == (2, None, None)


def test_filters_part_games_into_such_and_such_and_sums_add_up() -> None:
    games = [read(row) for row in many(400)]
    whole = figures(games)
    assert whole.games == sum(one.counts for one in games) > 300
    parts = [each.figures for each in groups(games)]
    for field in ("games", "contested", "wins", "due", "reviewed"):
        assert sum(getattr(each, field) for each in parts) == pytest.approx(getattr(whole, field)), field
    values: dict[str, list[Any]] = {
        name: sorted({getattr(one, name) for one in games}) for name in ("game", "players", "level", "people")
    }
    for name, those in values.items():
        fit = [[one.match for one in games if Wanted(**{name: value}).fits(one)] for value in those]
        assert sorted(chain(*fit)) == sorted(one.match for one in games), name
    wins, losses = (sum(Wanted(won=won).fits(one) for one in games) for won in (True, False))
    assert wins + losses + sum(one.won is None for one in games) == len(games)
    for game, players, level, people in product(*values.values()):
        wanted = Wanted(game=game, players=players, level=level, people=people)
        some = figures(one for one in games if wanted.fits(one))
        assert some.games == sum(
            each.figures.games
            for each in groups(games)
            if (each.game, each.players, each.level, each.people) == (game, players, level, people)
        )


def test_records_name_the_game_they_are_of() -> None:
    said = verdict({"accuracy": 91.5, "luck": -0.2, "lowest": 0.04}, {})
    games = played(
        result("lost", "Ann", "hard", scores=(310, 320), winners=(1,), ended=1, turn=26),
        result("close", "Ann", "hard", scores=(201, 200), winners=(0,), ended=2, turn=26, verdict=said),
        result("wide", "Ann", "hard", scores=(250, 100), winners=(0,), ended=3, turn=26),
        result("shared", "Ann", "hard", scores=(90, 90), winners=(0, 1), ended=4, turn=26),
        result("seeded", "Ann", "hard", scores=(999, 0), winners=(0,), ended=5, turn=26, seeded=True),
    )
    found = {each.kind: (each.one.match, each.value) for each in records(games)}
    assert found == {
        "score": ("lost", 310),
        "closest": ("close", 1),
        "widest": ("wide", 150),
        "streak": ("shared", 3),
        "accurate": ("close", 91.5),
        "comeback": ("close", 0.04),
        "unlucky": ("close", -0.2),
    }, "and no game is fast where all are as long"


def test_the_fastest_win_is_the_one_with_fewest_rounds_and_a_ceiling_is_no_record() -> None:
    games = played(
        *(
            result(
                f"{n}",
                *["Ann"] + ["easy"] * (n - 1),
                game="king-of-tokyo",
                scores=(20,) + (0,) * (n - 1),
                winners=(0,),
                turn=turn,
            )
            for n, turn in ((2, 14), (4, 24), (3, 21))
        )
    )
    found = {each.kind: (each.one.match, each.value) for each in records(games)}
    assert found.get("fastest") == ("4", 24.0), "six rounds of four"
    assert "score" not in found, "20 stars is as high as it gets"


# --- feats ---


def done(*rows: ResultRow, of: tuple[Feat, ...] = ()) -> dict[str, str]:
    """Those that were done, with the game they were done in."""
    some = feats(played(*rows), [("yahtzee", feat) for feat in of])
    return {each.name: each.first.match for each in some if each.first is not None}


def test_feats_are_done_in_games_that_were_reviewed() -> None:
    assert done(result("lost", "Ann", "hard", winners=(1,))) == {}
    lost = result("lost", "Ann", "hard", winners=(1,), verdict=verdict({"accuracy": 70}, {"accuracy": 71}))
    assert done(lost) == {"looked-back": "lost"}
    well = result(
        "well", "Ann", "hard", winners=(1,), ended=1, verdict=verdict({"accuracy": 72}, {"accuracy": 71})
    )
    assert done(lost, well) == {"looked-back": "lost", "well-lost": "well"}
    faultless = {"best": 9, "good": 1, "mistake": 0}
    won = result(
        "won",
        "Ann",
        "hard",
        winners=(0,),
        verdict=verdict({"luck": -0.01, "lowest": 0.09, "grades": faultless}, {}),
    )
    assert done(won) == {"against-the-dice": "won", "turned": "won", "clean": "won"}
    merely = result(
        "m", "Ann", "hard", winners=(0,), verdict=verdict({"luck": 0.01, "lowest": 0.1, "grades": {"best": 9}}, {})
    )
    assert done(merely) == {}


def test_feats_of_a_game_are_about_a_kind_of_decision() -> None:
    feat = Feat("f", "F", "How.", "What.", kinds=("yield",), least=2, share=0.9, won=True)
    for kinds, winner, is_done in (
        ({"yield": [2, 2]}, 0, True),
        ({"yield": [10, 9], "buy": [5, 0]}, 0, True),
        ({"yield": [10, 8]}, 0, False),
        ({"yield": [1, 1]}, 0, False),
        ({"yield": [2, 2]}, 1, False),
        ({}, 0, False),
    ):
        row = result("one", "Ann", "hard", winners=(winner,), verdict=verdict({"kinds": kinds}, {}))
        assert ("f" in done(row, of=(feat,))) is is_done, kinds
        assert "f" not in done(result("b", "Ann", "hard", winners=(0,), branch=True), of=(feat,))


# --- dice ---


@pytest.mark.parametrize(
    ("chi_square", "freedom", "chance"),
    # from the tables that every book of statistics has
    [
        (11.070, 5, 0.05),
        (15.086, 5, 0.01),
        (1.1455, 5, 0.95),
        (3.841, 1, 0.05),
        (18.307, 10, 0.05),
        (124.342, 100, 0.05),
    ],
)
def test_chi_square_is_as_the_tables_say(chi_square: float, freedom: int, chance: float) -> None:
    assert above(chi_square, freedom) == pytest.approx(chance, abs=2e-5)
    assert above(0, freedom) == 1


def test_with_two_degrees_of_freedom_it_is_an_exponential_on_both_sides_of_the_seam() -> None:
    for x in (0.1, 1, 3.9, 4.1, 20, 80):
        assert above(x, 2) == pytest.approx(exp(-x / 2), rel=1e-9)


def test_with_as_few_dice_as_are_judged_it_is_nearly_exact() -> None:
    """All ways in which thirty dice can fall, by how uneven they are."""
    dice, sides = 30, 6
    exact: Counter[int] = Counter()
    for counts in _parts(dice, sides, dice):
        orders = factorial(sides) // prod(factorial(each) for each in Counter(counts).values())
        ways = factorial(dice) // prod(factorial(each) for each in counts)
        exact[sum(each * each for each in counts)] += orders * ways
    assert sum(exact.values()) == sides**dice
    for squares in sorted(exact):
        heap_uneven = squares * sides / dice - dice
        right = sum(ways for each, ways in exact.items() if each >= squares) / sides**dice
        assert above(heap_uneven, 5) == pytest.approx(right, abs=0.05 if right > 0.05 else 0.002)


def _parts(total: int, count: int, most: int) -> list[tuple[int, ...]]:
    """All ways to part a number, the largest part first."""
    if count == 0:
        return [()] if total == 0 else []
    return [
        (first, *rest)
        for first in range(min(total, most), -1, -1)
        for rest in _parts(total - first, count - 1, first)
    ]


def test_dice_are_told_in_words() -> None:
    def say(*counts: int) -> str:
        return fairness([Heap("yahtzee", counts)]).text

    assert (
        say(9, 11, 10, 10, 12, 8)
        == "Fair dice come out at least this uneven in 96 of 100 collections of this size: nothing suspicious."
    )
    assert say(1, 1, 1, 1, 1, 1).startswith("There are too few dice yet")
    assert "now and then" in say(20, 10, 10, 10, 5, 5)
    assert "more than chance should bring" in say(60, 10, 10, 10, 10, 10)
    assert "as even as these" in say(10_000, 10_000, 10_000, 10_000, 10_000, 10_001)


def test_heaps_of_different_games_are_judged_together_and_too_small_ones_left_out() -> None:
    one, two = Heap("a", (10, 12, 8, 10, 10, 10)), Heap("b", (5, 15, 10, 10))
    both = fairness([one, two, Heap("c", (3, 0, 0, 0, 0, 0))])
    assert (both.dice, both.freedom) == (100, 8)
    assert both.uneven == pytest.approx(one.uneven + two.uneven)
    assert fairness([]).chance is None


def test_own_dice_and_those_of_others_are_two_heaps() -> None:
    row = result("one", "Ann", "hard", dice=[{"6": [1, 2, 3, 4, 5, 6]}, {"6": [9, 9, 9, 9, 9, 9], "8": [1] * 8}])
    games = played(row, row)
    assert heaps(games, mine=True) == [Heap("yahtzee", (2, 4, 6, 8, 10, 12))]
    assert heaps(games, mine=False) == [Heap("yahtzee", (18,) * 6), Heap("yahtzee", (2,) * 8)]


# --- at a server ---


def test_a_game_played_here_is_told_of(tmp_path: Path) -> None:
    async def work(matches: Matches, storage: Fickle) -> None:
        mine = MyGames(storage)
        fair = {key: value for key, value in SOLO.items() if key != "seed"}
        match = (await matches.create(new(fair), "ann")).match
        await finish(matches, match)
        await finish(matches, (await matches.create(new(SOLO), "ann")).match)
        found = await mine.of("ann", ALL, 10)
        assert (found.total, found.figures.games, found.apart) == (2, 1, {"seeded": 1})
        (record,) = found.records
        assert (record.kind, record.match, record.there) == ("score", match, True)
        assert record.house_rules, "the official rules are not the usual ones here"
        assert found.own.dice >= 65
        assert [heap.faces for heap in found.own.heaps] == [["1", "2", "3", "4", "5", "6"]]
        assert (found.others.dice, found.others.heaps) == (0, [])
        assert len((await mine.of("ann", Wanted(game="deadwood"), 10)).history) == 0
        assert (await mine.of("bo", ALL, 10)).total == 0

    at_a_server(tmp_path, work)


def test_thousands_of_games_of_a_guest_are_told_of_and_nobody_elses(tmp_path: Path) -> None:
    path = tmp_path / "server.sqlite3"
    using(path, lambda store: store.add_guest("ann"))
    rows = many(500)
    fill(path, "ann", rows)

    async def work(store: SqliteStorage) -> wire_mine.Mine:
        return await MyGames(store).of("ann", Wanted(game="king-of-tokyo"), 20)

    found = using(path, work)
    assert found == told(rows, Wanted(game="king-of-tokyo"), 20), "as they were written"
    assert (found.total, len(found.history)) == (500, 20)
    assert {one.game for one in found.history} == {each.game for each in found.groups} == {"king-of-tokyo"}
    assert found.own.heaps[-1].faces == ["1", "2", "3", "4", "5", "6"]
    assert [heap.faces[3:] for heap in found.own.heaps if heap.game == "king-of-tokyo"] == [
        ["heart", "energy", "claw"]
    ]
    assert [kind.name for kind in found.games] == ["yahtzee", "king-of-tokyo", "deadwood"]
    assert len(found.feats) == 8
    TypeAdapter(wire_mine.Mine).validate_json(json.dumps(found.model_dump(mode="json")))


def test_a_newcomer_has_nothing_yet_and_is_told_what_can_be_done(tmp_path: Path) -> None:
    with served(Settings(folder=tmp_path, **FAST)) as address, Browser(address) as ann:  # type: ignore[arg-type]
        found = ann.get("/mine?game=yahtzee&players=2&level=none&people=true&won=false&most=5")
        assert (found["total"], found["history"], found["groups"], found["records"]) == (0, [], [], [])
        assert len(found["feats"]) == 8
        assert not any(feat["done"] for feat in found["feats"])
        assert found["own"]["text"].startswith("There are too few dice yet")
        for wrong in ("players=many", "won=perhaps", "most=-1", "players=0"):
            assert ann.http.get(f"/mine?{wrong}").status_code == 422
